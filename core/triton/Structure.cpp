// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Early returns become scf, then calls are replaced by the bodies they call,
// callees first. Both steps have limits, since a few lines of text can describe
// a program of any size.

#include "core/triton/Structure.h"
#include "core/triton/Prescan.h"
#include "core/triton/Reader.h"
#include "kiln/tile/Tile.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::triton;

static constexpr size_t maxBlocks = 1024;
static constexpr size_t maxOps = size_t(1) << 20;

//===-- errors ---------------------------------------------------------------===//

InFlightDiagnostic kiln::triton::refuse(Operation *op) {
  Location where = sourceLocation(op->getLoc());
  for (Operation *around = op->getParentOp(); around && !isa<FileLineColLoc>(where); around = around->getParentOp())
    where = sourceLocation(around->getLoc());
  InFlightDiagnostic error = emitError(where);
  error << "'" << op->getName().getStringRef() << "' op ";
  Location location = op->getLoc();
  while (auto named = dyn_cast<NameLoc>(location))
    location = named.getChildLoc();
  if (auto call = dyn_cast<CallSiteLoc>(location))
    error.attachNote(sourceLocation(call.getCaller())) << "called from here";
  return error;
}

//===-- types ------------------------------------------------------------------===//

static std::string typeProblem(Type type) {
  if (auto tensor = dyn_cast<TensorType>(type)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked || !ranked.hasStaticShape() || ranked.getEncoding())
      return "has a tile of dynamic shape or with a layout";
    int64_t count = 1;
    for (int64_t extent : ranked.getShape()) {
      if (extent <= 0 || extent > tile::maxTileElements || (count *= extent) > tile::maxTileElements)
        return "has a tile of more than " + std::to_string(tile::maxTileElements) + " elements, or of none";
    }
    return typeProblem(tensor.getElementType());
  }
  if (auto pointer = dyn_cast<PtrType>(type)) {
    if (pointer.getSpace() != 1)
      return "has a pointer into address space " + std::to_string(pointer.getSpace()) + " where only 1 is supported";
    return typeProblem(pointer.getPointee());
  }
  if (auto desc = dyn_cast<DescType>(type))
    return typeProblem(desc.getBlock());
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() == 0 || integer.getWidth() > 64
               ? "has integers of " + std::to_string(integer.getWidth()) + " bits; expected 1 to 64"
               : "";
  return isa<FloatType, IndexType>(type) ? "" : "has a type that tile form does not know";
}

static LogicalResult checkAll(Operation *op, TypeRange types) {
  for (Type type : types)
    if (std::string problem = typeProblem(type); !problem.empty())
      return refuse(op) << problem << ": " << type;
  return success();
}

LogicalResult kiln::triton::checkTypes(ModuleOp module) {
  for (Operation &op : module.getOps())
    if (!isa<FuncOp>(op))
      return refuse(&op) << "stands beside the kernels; expected 'tt.func' only"
                         << (isa<FunctionOpInterface>(op) || op.hasTrait<OpTrait::SymbolTable>()
                                 ? ", or functions in tile form, 'func.func' marked kiln.form = \"tile\" (the levels "
                                   "below are for kiln-opt)"
                                 : "");
  WalkResult walked = module.walk([&](Operation *op) {
    if (failed(checkAll(op, op->getResultTypes())))
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(checkAll(op, block.getArgumentTypes())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

//===-- control flow ---------------------------------------------------------------===//

namespace {
/// Upstream's choices but for three: two-way switches stay two-way branches,
/// wider ones become a chain of scf.if, and a path that never ends still ends
/// in the terminator of the region it is in.
class Lift : public ControlFlowToSCFTransformation {
public:
  void createCFGSwitchOp(Location loc, OpBuilder &builder, Value flag, ArrayRef<unsigned> caseValues,
                         BlockRange caseDestinations, ArrayRef<ValueRange> caseArguments, Block *defaultDest,
                         ValueRange defaultArgs) override {
    if (caseValues.size() > 1)
      return ControlFlowToSCFTransformation::createCFGSwitchOp(loc, builder, flag, caseValues, caseDestinations,
                                                               caseArguments, defaultDest, defaultArgs);
    if (caseValues.empty()) {
      cf::BranchOp::create(builder, loc, defaultDest, defaultArgs);
      return;
    }
    Value is = equals(loc, builder, flag, caseValues[0]);
    cf::CondBranchOp::create(builder, loc, is, caseDestinations[0], caseArguments[0], defaultDest, defaultArgs);
  }

  FailureOr<Operation *> createStructuredBranchRegionOp(OpBuilder &builder, Operation *branch, TypeRange results,
                                                        MutableArrayRef<Region> regions) override {
    auto choice = dyn_cast<cf::SwitchOp>(branch);
    if (!choice || !choice.getCaseValues() || regions.size() < 2)
      return ControlFlowToSCFTransformation::createStructuredBranchRegionOp(builder, branch, results, regions);
    OpBuilder::InsertionGuard guard(builder);
    Location loc = branch->getLoc();
    Operation *outermost = nullptr;
    size_t next = 1;
    for (APInt value : choice.getCaseValues()->getValues<APInt>()) {
      Value is = equals(loc, builder, choice.getFlag(), value.getZExtValue());
      auto test = scf::IfOp::create(builder, loc, results, is, /*addThenBlock=*/false, /*addElseBlock=*/false);
      if (outermost)
        scf::YieldOp::create(builder, loc, test.getResults());
      else
        outermost = test;
      test.getThenRegion().takeBody(regions[next]);
      if (++next == regions.size())
        test.getElseRegion().takeBody(regions[0]);
      else
        builder.setInsertionPointToEnd(&test.getElseRegion().emplaceBlock());
    }
    return outermost;
  }

  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &builder, Region &region) override {
    SmallVector<Value> values;
    if (auto map = dyn_cast<MapElementwiseOp>(region.getParentOp())) {
      for (Type type : map.getResultTypes())
        for (int64_t i = 0; i < map.getPackAttr().getInt(); ++i)
          values.push_back(getUndefValue(loc, builder, getElementTypeOrSelf(type)));
      return MapReturnOp::create(builder, loc, values).getOperation();
    }
    for (Type type : cast<FuncOp>(region.getParentOp()).getResultTypes())
      values.push_back(getUndefValue(loc, builder, type));
    return ReturnOp::create(builder, loc, values).getOperation();
  }

private:
  static Value equals(Location loc, OpBuilder &builder, Value flag, uint64_t value) {
    Value constant =
        arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(flag.getType(), static_cast<int64_t>(value)));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, flag, constant);
  }
};
} // namespace

static LogicalResult liftRegion(Operation *owner, Region &region) {
  IRRewriter rewriter(owner->getContext());
  (void)eraseUnreachableBlocks(rewriter, region);
  if (region.empty() || region.hasOneBlock())
    return success();
  size_t blocks = region.getBlocks().size();
  if (blocks > maxBlocks)
    return refuse(owner) << "has " << blocks << " blocks; at most " << maxBlocks << " are supported";
  if (!isa<FuncOp, MapElementwiseOp>(owner))
    return refuse(owner) << "has a region of " << blocks << " blocks; expected one";
  for (Block &block : region) {
    Operation *end = block.empty() ? nullptr : &block.back();
    if (!end || !isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp, ReturnOp, MapReturnOp>(end))
      return refuse(end ? end : owner) << "ends a block; expected a branch or a return";
  }
  Lift lift;
  DominanceInfo dominance(owner);
  if (failed(transformCFGToSCF(region, lift, dominance)) || !region.hasOneBlock())
    return refuse(owner) << "has control flow that cannot be turned into loops and branches";
  return success();
}

static LogicalResult liftFunction(FuncOp function) {
  WalkResult walked = function.walk<WalkOrder::PostOrder>([](Operation *op) {
    for (Region &region : op->getRegions())
      if (failed(liftRegion(op, region)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

//===-- calls ------------------------------------------------------------------------===//

static unsigned depthIn(Operation *op, Operation *root) {
  unsigned depth = 0;
  for (; op != root; op = op->getParentOp())
    ++depth;
  return depth;
}

namespace {
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {}

  /// Makes `function` free of calls, callees first. `depth` counts the calls
  /// that led here.
  LogicalResult run(FuncOp function, unsigned depth) {
    State &state = states[function];
    if (state.done)
      return success();
    state.open = true;
    if (failed(liftFunction(function)))
      return failure();
    SmallVector<CallOp> calls;
    State result;
    Operation *deepest = function;
    function.walk([&](Operation *op) {
      ++result.ops;
      if (unsigned nesting = depthIn(op, function); nesting > result.nesting) {
        result.nesting = nesting;
        deepest = op;
      }
      if (auto call = dyn_cast<CallOp>(op))
        calls.push_back(call);
    });
    if (result.nesting > maxNesting)
      return refuse(deepest) << "is nested deeper than " << maxNesting << " levels";
    for (CallOp call : calls)
      if (failed(inlineCall(function, call, depth, result)))
        return failure();
    result.done = true;
    states[function] = result;
    return success();
  }

private:
  struct State {
    bool open = false, done = false;
    size_t ops = 0;
    unsigned nesting = 1; // of ops in regions; 1 for those of the body
  };

  LogicalResult inlineCall(FuncOp function, CallOp call, unsigned depth, State &result) {
    FailureOr<FuncOp> callee = resolve(call, depth);
    if (failed(callee))
      return failure();
    const State &called = states[*callee];
    result.ops += called.ops;
    result.nesting = std::max(result.nesting, depthIn(call, function) + called.nesting - 1);
    if (result.ops > maxOps)
      return refuse(call) << "makes the function longer than " << maxOps << " operations";
    if (result.nesting > maxNesting)
      return refuse(call) << "nests regions deeper than " << maxNesting << " levels, with those of '"
                          << call.getCallee() << "'";
    replaceCall(call, *callee);
    return success();
  }

  FailureOr<FuncOp> resolve(CallOp call, unsigned depth) {
    auto callee = symbols.lookup<FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return refuse(call) << "calls '" << call.getCallee() << "', which has no body in this text";
    if (TypeRange(callee.getArgumentTypes()) != call.getOperandTypes() ||
        TypeRange(callee.getResultTypes()) != call.getResultTypes())
      return refuse(call) << "does not match the signature of '" << call.getCallee() << "', "
                          << callee.getFunctionType();
    if (states[callee].open)
      return refuse(call) << "calls '" << call.getCallee()
                          << "', which is already running; recursion is not supported, use a loop";
    if (depth >= maxNesting)
      return refuse(call) << "is nested more than " << maxNesting << " calls deep";
    if (failed(run(callee, depth + 1)))
      return failure();
    return callee;
  }

  static void replaceCall(CallOp call, FuncOp callee) {
    OpBuilder builder(call);
    IRMapping mapping;
    Block &body = callee.getBody().front();
    mapping.map(body.getArguments(), call.getOperands());
    for (Operation &op : body.without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      copy->walk([&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc())); });
    }
    for (auto [result, value] : llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call.erase();
  }

  SymbolTable symbols;
  DenseMap<Operation *, State> states;
};
} // namespace

LogicalResult kiln::triton::structureFunctions(ModuleOp module) {
  Inliner inliner(module);
  for (FuncOp function : module.getOps<FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    if (failed(inliner.run(function, 0)))
      return failure();
  }
  return success();
}
