// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scf ops: the same op with every carried pointer replaced by its parts. Parts
// that a loop does not change are dropped again by canonicalisation.

#include "core/triton/Convert.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

namespace {
/// Where several values become one: the forms they take there.
using Forms = SmallVector<PointerForm>;
} // namespace

static SmallVector<Value> flattenAll(Converter &c, ValueRange values, ArrayRef<PointerForm> forms) {
  SmallVector<Value> parts;
  for (auto [value, form] : llvm::zip(values, forms))
    c.flatten(value, form, parts);
  return parts;
}

static void unflattenAll(Converter &c, ValueRange values, ArrayRef<PointerForm> forms, ValueRange parts) {
  for (auto [value, form] : llvm::zip(values, forms))
    c.unflatten(value, form, parts);
}

static SmallVector<Type> typesOf(Converter &c, TypeRange types, ArrayRef<PointerForm> forms) {
  SmallVector<Type> parts;
  for (auto [type, form] : llvm::zip(types, forms))
    c.flattenTypes(type, form, parts);
  return parts;
}

/// A block of `region` whose arguments stand for `arguments` in the given forms.
static Block *startBlock(Converter &c, Region &region, ValueRange arguments, ArrayRef<PointerForm> forms) {
  Block *block = c.builder.createBlock(&region);
  for (auto [argument, form] : llvm::zip(arguments, forms)) {
    SmallVector<Type> types;
    c.flattenTypes(argument.getType(), form, types);
    for (Type type : types)
      block->addArgument(type, argument.getLoc());
  }
  unflattenAll(c, arguments, forms, block->getArguments());
  return block;
}

/// What a loop yields, in the forms of what it carries. A round that will be
/// thrown away yields the carried parts themselves.
static SmallVector<Value> flattenYield(Converter &c, ValueRange yielded, ValueRange carried,
                                       ArrayRef<PointerForm> forms) {
  SmallVector<Value> parts;
  for (auto [value, into, form] : llvm::zip(yielded, carried, forms)) {
    bool fits = c.flowsInto(into, c.formOf(value));
    c.flatten(fits ? value : into, form, parts);
  }
  return parts;
}

static Forms carriedForms(Converter &c, ValueRange carried, ValueRange inits) {
  Forms forms;
  for (auto [value, init] : llvm::zip(carried, inits))
    forms.push_back(c.carriedForm(value, c.formOf(init)));
  return forms;
}

static LogicalResult convertFor(Converter &c, scf::ForOp op) {
  OpBuilder::InsertionGuard guard(c.builder);
  ValueRange carried = op.getRegionIterArgs();
  Forms forms = carriedForms(c, carried, op.getInits());
  SmallVector<Value> inits = flattenAll(c, op.getInits(), forms);
  auto loop = scf::ForOp::create(c.builder, c.loc, c.plain(op.getLowerBound()), c.plain(op.getUpperBound()),
                                 c.plain(op.getStep()), inits, nullptr, op.getUnsignedCmp());
  c.keepHints(op, loop);
  Block *body = loop.getBody();
  body->clear();
  body->getArgument(0).setLoc(op.getInductionVar().getLoc());
  c.set(op.getInductionVar(), body->getArgument(0));
  unflattenAll(c, carried, forms, body->getArguments().drop_front());
  c.builder.setInsertionPointToStart(body);
  if (failed(c.convertOps(*op.getBody())))
    return failure();
  Operation *yield = op.getBody()->getTerminator();
  c.loc = yield->getLoc();
  SmallVector<Value> parts = flattenYield(c, yield->getOperands(), carried, forms);
  scf::YieldOp::create(c.builder, c.loc, parts);
  unflattenAll(c, op.getResults(), forms, loop.getResults());
  return success();
}

/// The ops of `from` but its terminator, in a new block of `to`.
static LogicalResult convertInto(Converter &c, Region &from, Region &to) {
  if (from.empty())
    return success();
  c.builder.createBlock(&to);
  return c.convertOps(from.front());
}

/// The regions come first, apart from any op: only they tell the result types.
static LogicalResult convertIf(Converter &c, scf::IfOp op) {
  OpBuilder::InsertPoint before = c.builder.saveInsertionPoint();
  Value condition = c.plain(op.getCondition());
  Region thenRegion, elseRegion;
  if (failed(convertInto(c, op.getThenRegion(), thenRegion)) || failed(convertInto(c, op.getElseRegion(), elseRegion)))
    return failure();
  Forms forms(op.getNumResults());
  for (Region *from : {&op.getThenRegion(), &op.getElseRegion()})
    if (!from->empty())
      for (auto [form, value] : llvm::zip(forms, from->front().getTerminator()->getOperands()))
        form = Converter::join(form, c.formOf(value));
  for (auto [from, to] : {std::pair(&op.getThenRegion(), &thenRegion), std::pair(&op.getElseRegion(), &elseRegion)}) {
    if (from->empty())
      continue;
    Operation *yield = from->front().getTerminator();
    c.loc = yield->getLoc();
    c.builder.setInsertionPointToEnd(&to->front());
    scf::YieldOp::create(c.builder, c.loc, flattenAll(c, yield->getOperands(), forms));
  }
  c.loc = op.getLoc();
  c.builder.restoreInsertionPoint(before);
  auto branch = scf::IfOp::create(c.builder, c.loc, typesOf(c, op.getResultTypes(), forms), condition,
                                  /*addThenBlock=*/false, /*addElseBlock=*/false);
  branch.getThenRegion().takeBody(thenRegion);
  branch.getElseRegion().takeBody(elseRegion);
  c.keepHints(op, branch);
  unflattenAll(c, op.getResults(), forms, branch.getResults());
  return success();
}

static LogicalResult convertWhile(Converter &c, scf::WhileOp op) {
  OpBuilder::InsertPoint before = c.builder.saveInsertionPoint();
  Block &test = op.getBefore().front(), &body = op.getAfter().front();
  ValueRange carried = test.getArguments();
  Forms forms = carriedForms(c, carried, op.getInits());
  SmallVector<Value> inits = flattenAll(c, op.getInits(), forms);

  Region testRegion, bodyRegion;
  startBlock(c, testRegion, carried, forms);
  if (failed(c.convertOps(test)))
    return failure();
  auto condition = cast<scf::ConditionOp>(test.getTerminator());
  c.loc = condition.getLoc();
  Forms passed;
  for (Value value : condition.getArgs())
    passed.push_back(c.formOf(value));
  scf::ConditionOp::create(c.builder, c.loc, c.plain(condition.getCondition()),
                           flattenAll(c, condition.getArgs(), passed));

  startBlock(c, bodyRegion, body.getArguments(), passed);
  if (failed(c.convertOps(body)))
    return failure();
  c.loc = body.getTerminator()->getLoc();
  SmallVector<Value> parts = flattenYield(c, body.getTerminator()->getOperands(), carried, forms);
  scf::YieldOp::create(c.builder, c.loc, parts);

  c.loc = op.getLoc();
  c.builder.restoreInsertionPoint(before);
  auto loop = scf::WhileOp::create(c.builder, c.loc, typesOf(c, op.getResultTypes(), passed), inits);
  loop.getBefore().takeBody(testRegion);
  loop.getAfter().takeBody(bodyRegion);
  c.keepHints(op, loop);
  unflattenAll(c, op.getResults(), passed, loop.getResults());
  return success();
}

void kiln::triton::addControlHandlers(Converter &converter) {
  converter.add<scf::ForOp>(convertFor);
  converter.add<scf::IfOp>(convertIf);
  converter.add<scf::WhileOp>(convertWhile);
}
