// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: scf and the terminators. A branch on a value that a correct
// target may compute otherwise is listed as ambiguous and follows the
// reference's value.

#include "core/reference/Instance.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln::reference;
using Data = llvm::SmallVector<Datum, 4>;

static Data operandsFrom(Instance &instance, const Step &step, unsigned first) {
  Data values;
  for (unsigned i = first; i < step.operands.size(); ++i)
    values.push_back(instance.operand(step, i));
  return values;
}

static void setResults(Instance &instance, const Step &step, llvm::ArrayRef<Datum> values) {
  for (unsigned i = 0; i < step.results.size(); ++i)
    instance.set(step, i, values[i]);
}

static void noteBranch(Instance &instance, const Step &step, const Datum &condition) {
  if (condition.bound(0) != 0)
    instance.noteAmbiguous(step, 0, 1);
}

/// Terminators do nothing themselves; the parent reads their operands.
static LogicalResult evalTerminator(Instance &, const Step &) { return success(); }

/// Iterations of a loop from `low` below `high`; the distance cannot overflow
/// as an unsigned number.
static uint64_t tripCount(uint64_t low, uint64_t high, uint64_t step, bool isUnsigned) {
  bool isEmpty = isUnsigned ? low >= high : static_cast<int64_t>(low) >= static_cast<int64_t>(high);
  return isEmpty ? 0 : (high - low - 1) / step + 1;
}

static LogicalResult evalFor(Instance &instance, const Step &step) {
  const Datum &low = instance.operand(step, 0), &high = instance.operand(step, 1), &by = instance.operand(step, 2);
  ElementType type = low.type();
  bool isUnsigned = cast<scf::ForOp>(step.op).getUnsignedCmp();
  auto widen = [&](const Datum &v) { return isUnsigned ? v.bits(0) : static_cast<uint64_t>(v.integer(0)); };
  if (by.bits(0) == 0 || (!isUnsigned && by.integer(0) < 0))
    return instance.fail(step, llvm::formatv("expected a positive step but got {0}", by.integer(0)));
  for (const Datum *bound : {&low, &high, &by})
    noteBranch(instance, step, *bound);
  uint64_t trips = tripCount(widen(low), widen(high), widen(by), isUnsigned);
  uint64_t index = widen(low), increment = widen(by);

  const BlockPlan &body = step.blocks[0];
  Data carried = operandsFrom(instance, step, 3);
  for (uint64_t trip = 0; trip < trips; ++trip, index += increment) {
    Data arguments = {Datum::scalar(type, index)};
    arguments.append(carried.begin(), carried.end());
    carried.clear(); // so that the loop holds no value that the body is done with
    if (failed(instance.call(body, arguments, carried)))
      return failure();
  }
  setResults(instance, step, carried);
  return success();
}

static LogicalResult evalWhile(Instance &instance, const Step &step) {
  Data carried = operandsFrom(instance, step, 0);
  while (true) {
    Data condition;
    if (failed(instance.call(step.blocks[0], carried, condition)))
      return failure();
    noteBranch(instance, step, condition[0]);
    bool goesOn = condition[0].bits(0);
    condition.erase(condition.begin());
    if (!goesOn) {
      setResults(instance, step, condition);
      return success();
    }
    if (failed(instance.call(step.blocks[1], condition, carried)) || failed(instance.endIteration()))
      return failure();
  }
}

static LogicalResult evalRegion(Instance &instance, const Step &step, const BlockPlan &block) {
  if (block.steps.empty()) // no else
    return success();
  Data results;
  if (failed(instance.call(block, {}, results)))
    return failure();
  setResults(instance, step, results);
  return success();
}

static LogicalResult evalIf(Instance &instance, const Step &step) {
  const Datum &condition = instance.operand(step, 0);
  noteBranch(instance, step, condition);
  return evalRegion(instance, step, step.blocks[condition.bits(0) ? 0 : 1]);
}

static LogicalResult evalIndexSwitch(Instance &instance, const Step &step) {
  const Datum &selector = instance.operand(step, 0);
  noteBranch(instance, step, selector);
  unsigned chosen = 0; // the first region is the default
  for (auto [i, value] : llvm::enumerate(cast<scf::IndexSwitchOp>(step.op).getCases()))
    if (value == selector.integer(0))
      chosen = i + 1;
  return evalRegion(instance, step, step.blocks[chosen]);
}

static LogicalResult evalExecuteRegion(Instance &instance, const Step &step) {
  return evalRegion(instance, step, step.blocks[0]);
}

void kiln::reference::registerControl(Registry &registry) {
  registry["scf.for"] = evalFor;
  registry["scf.while"] = evalWhile;
  registry["scf.if"] = evalIf;
  registry["scf.index_switch"] = evalIndexSwitch;
  registry["scf.execute_region"] = evalExecuteRegion;
  for (StringRef name : {"scf.yield", "scf.condition", "tile.yield", "func.return", "gpu.return"})
    registry[name] = evalTerminator;
}
