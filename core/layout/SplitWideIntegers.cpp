// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// split-wide-integers: vectors of 64-bit integers as pairs of vectors of words.
//
// Ops are walked in program order with a map from each wide value to its words.
// An op with wide operands or results is emitted again, in words, in front of
// itself, and erased at the end; loops and branches are rebuilt around their
// bodies with two values for each wide one.

#include "core/layout/Passes.h"
#include "core/layout/Words.h"
#include "kiln/tile/Buffers.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kiln::layout {
#define GEN_PASS_DEF_SPLITWIDEINTEGERSPASS
#include "core/layout/Passes.h.inc"
} // namespace kiln::layout

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;

namespace {

bool isWide(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isInteger(64);
}

bool isWideValue(Value value) { return isWide(value.getType()); }

/// On-chip buffers of 64-bit integers; device memory is the target's business.
bool isWideBuffer(Value memory) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  return type && type.getElementType().isInteger(64) && type.isStrided() && !tile::isDeviceMemory(memory);
}

/// Ops that move lanes and compute nothing: the same op on each word.
bool isMove(Operation *op) {
  return isa<arith::SelectOp, ub::PoisonOp, vector::BroadcastOp, vector::DeinterleaveOp, vector::ExtractOp,
             vector::ExtractStridedSliceOp, vector::InsertOp, vector::InsertStridedSliceOp, vector::InterleaveOp,
             vector::ShapeCastOp, vector::ShuffleOp, vector::TransposeOp>(op);
}

class Splitter {
public:
  explicit Splitter(OpBuilder &builder) : builder(builder) {}

  int64_t count = 0;

  LogicalResult run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(rewrite(&op)))
        return failure();
    return success();
  }

  /// Users come after what they use, so they go first.
  void eraseOld() {
    for (Operation *op : llvm::reverse(dead))
      op->erase();
    for (BlockArgument argument : llvm::reverse(deadArguments))
      argument.getOwner()->eraseArgument(argument.getArgNumber());
  }

private:
  //===-- the walk ---------------------------------------------------------===//

  LogicalResult rewrite(Operation *op) {
    builder.setInsertionPoint(op);
    bool touchesWide = llvm::any_of(op->getOperands(), isWideValue) || llvm::any_of(op->getResults(), isWideValue);
    if (isa<scf::SCFDialect>(op->getDialect()))
      return rewriteControl(op, touchesWide);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(run(block)))
          return failure();
    bool done = false;
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      done = splitScalarAccess(op);
    else if (touchesWide)
      done = splitMove(op) || splitAccess(op) || splitArithmetic(op) || splitCast(op);
    if (done) {
      dead.push_back(op);
      ++count;
    } else if (touchesWide) {
      return decline(op);
    }
    return success();
  }

  static LogicalResult decline(Operation *op) {
    InFlightDiagnostic diag = op->emitError() << "'" << op->getName() << "'";
    if (op->getNumOperands())
      diag << " of " << op->getOperandTypes();
    if (op->getNumResults())
      diag << (op->getNumOperands() ? " giving " : " of ") << op->getResultTypes();
    return diag << " has no form in 32-bit words, and the target has no vectors of 64-bit integers";
  }

  SmallVector<Value> expand(ValueRange values) {
    SmallVector<Value> all;
    for (Value value : values) {
      if (isWideValue(value))
        all.append({words.lookup(value).low, words.lookup(value).high});
      else
        all.push_back(value);
    }
    return all;
  }

  Type wordType(Type wide) { return cast<VectorType>(wide).clone(builder.getI32Type()); }

  /// Terminators take twice the operands; other ops of scf are made anew around
  /// their regions.
  LogicalResult rewriteControl(Operation *op, bool touchesWide) {
    if (op->hasTrait<OpTrait::IsTerminator>()) {
      if (touchesWide)
        op->setOperands(expand(op->getOperands()));
      return success();
    }
    Operation *fresh = op;
    if (touchesWide) {
      OperationState state(op->getLoc(), op->getName(), expand(op->getOperands()), {}, op->getAttrs());
      for (Type type : op->getResultTypes())
        state.types.append(isWide(type) ? 2 : 1, isWide(type) ? wordType(type) : type);
      for (size_t i = 0; i < op->getNumRegions(); ++i)
        state.addRegion();
      fresh = builder.create(state);
      for (auto [from, to] : llvm::zip(op->getRegions(), fresh->getRegions()))
        to.takeBody(from);
      size_t next = 0;
      for (Value result : op->getResults())
        next = replaceBy(result, fresh->getResults(), next);
      dead.push_back(op);
    }
    for (Region &region : fresh->getRegions())
      for (Block &block : region) {
        splitArguments(block);
        if (failed(run(block)))
          return failure();
      }
    return success();
  }

  size_t replaceBy(Value old, ValueRange fresh, size_t next) {
    if (!isWideValue(old)) {
      old.replaceAllUsesWith(fresh[next]);
      return next + 1;
    }
    words[old] = {fresh[next], fresh[next + 1]};
    return next + 2;
  }

  void splitArguments(Block &block) {
    for (BlockArgument argument : llvm::to_vector(block.getArguments())) {
      if (!isWideValue(argument))
        continue;
      unsigned at = argument.getArgNumber();
      Type type = wordType(argument.getType());
      Value low = block.insertArgument(at + 1, type, argument.getLoc());
      words[argument] = {low, block.insertArgument(at + 2, type, argument.getLoc())};
      deadArguments.push_back(argument);
    }
  }

  WordBuilder wordBuilder(Operation *op, Value like) {
    return WordBuilder(builder, op->getLoc(), cast<VectorType>(like.getType()).getShape());
  }

  bool set(Operation *op, Words value) {
    words[op->getResult(0)] = value;
    return true;
  }

  bool replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    return true;
  }

  //===-- moves ------------------------------------------------------------===//

  bool splitMove(Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return splitConstant(constant);
    if (!isMove(op))
      return false;
    WordBuilder scalars(builder, op->getLoc(), {});
    SmallVector<Value> low, high;
    for (Value operand : op->getOperands()) {
      bool isScalar = operand.getType().isInteger(64);
      Words parts = isWideValue(operand) ? words.lookup(operand)
                    : isScalar           ? scalars.splitScalar(operand)
                                         : Words{operand, operand};
      low.push_back(parts.low);
      high.push_back(parts.high);
    }
    Operation *lows = moveWord(op, low), *highs = moveWord(op, high);
    for (auto [result, l, h] : llvm::zip(op->getResults(), lows->getResults(), highs->getResults())) {
      if (isWideValue(result))
        words[result] = {l, h};
      else
        result.replaceAllUsesWith(scalars.joinScalar({l, h}));
    }
    return true;
  }

  Operation *moveWord(Operation *op, ArrayRef<Value> operands) {
    OperationState state(op->getLoc(), op->getName(), operands, {}, op->getAttrs());
    for (Type type : op->getResultTypes())
      state.addTypes(isa<VectorType>(type) ? wordType(type) : builder.getI32Type());
    return builder.create(state);
  }

  bool splitConstant(arith::ConstantOp op) {
    auto dense = dyn_cast<DenseIntElementsAttr>(op.getValue());
    if (!dense)
      return false;
    auto part = [&](unsigned from) -> Value {
      auto elements =
          dense.mapValues(builder.getI32Type(), [=](const APInt &value) { return value.extractBits(32, from); });
      return arith::ConstantOp::create(builder, op.getLoc(), cast<TypedAttr>(Attribute(elements)));
    };
    return set(op, {part(0), part(32)});
  }

  //===-- memory -----------------------------------------------------------===//

  /// The words of a buffer, made once where the buffer is.
  Value wordsOf(Value buffer) {
    Value &view = views[buffer];
    if (view)
      return view;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(buffer);
    view = tile::WordsOp::create(builder, buffer.getLoc(), buffer);
    return view;
  }

  SmallVector<Value> wordIndices(Location loc, ValueRange indices, int64_t word) {
    SmallVector<Value> all(indices);
    all.push_back(arith::ConstantIndexOp::create(builder, loc, word));
    return all;
  }

  /// Words of consecutive elements lie two words apart: a column.
  AffineMapAttr columnMap(MemRefType buffer, int64_t dimension) {
    return AffineMapAttr::get(AffineMap::get(buffer.getRank() + 1, 0, builder.getAffineDimExpr(dimension)));
  }

  Value readWords(Operation *op, Value buffer, ValueRange indices, int64_t dimension, int64_t word) {
    Location loc = op->getLoc();
    Value pad = arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), 0);
    return vector::TransferReadOp::create(builder, loc, cast<VectorType>(wordType(op->getResult(0).getType())),
                                          wordsOf(buffer), wordIndices(loc, indices, word),
                                          columnMap(cast<MemRefType>(buffer.getType()), dimension), pad, Value(),
                                          builder.getBoolArrayAttr({true}));
  }

  bool writeWords(Operation *op, Value stored, Value buffer, ValueRange indices, int64_t dimension) {
    Words value = words.lookup(stored);
    for (int64_t word : {0, 1})
      vector::TransferWriteOp::create(
          builder, op->getLoc(), value.part(word), wordsOf(buffer), wordIndices(op->getLoc(), indices, word),
          columnMap(cast<MemRefType>(buffer.getType()), dimension), Value(), builder.getBoolArrayAttr({true}));
    return true;
  }

  bool splitAccess(Operation *op) {
    bool stores = isa<vector::StoreOp, vector::TransferWriteOp>(op);
    Value buffer = op->getNumOperands() ? op->getOperand(stores ? 1 : 0) : Value();
    if (!buffer || !isWideBuffer(buffer))
      return false;
    auto type = cast<MemRefType>(buffer.getType());
    int64_t minor = type.getRank() - 1;
    auto isRow = [](VectorType vector) { return vector.getRank() == 1; };
    // One row or column, all of it.
    auto isPlain = [](auto op) {
      return !op.getMask() && !op.hasOutOfBoundsDim() && isa<AffineDimExpr>(op.getPermutationMap().getResult(0));
    };
    if (auto load = dyn_cast<vector::LoadOp>(op); load && isRow(load.getVectorType()))
      return set(
          op, {readWords(op, buffer, load.getIndices(), minor, 0), readWords(op, buffer, load.getIndices(), minor, 1)});
    if (auto read = dyn_cast<vector::TransferReadOp>(op); read && isRow(read.getVectorType())) {
      if (!isPlain(read))
        return false;
      int64_t dimension = read.getPermutationMap().getDimPosition(0);
      return set(op, {readWords(op, buffer, read.getIndices(), dimension, 0),
                      readWords(op, buffer, read.getIndices(), dimension, 1)});
    }
    if (auto write = dyn_cast<vector::TransferWriteOp>(op); write && isRow(write.getVectorType()))
      return isPlain(write) && writeWords(op, write.getValueToStore(), buffer, write.getIndices(),
                                          write.getPermutationMap().getDimPosition(0));
    auto store = dyn_cast<vector::StoreOp>(op);
    return store && isRow(store.getVectorType()) &&
           writeWords(op, store.getValueToStore(), buffer, store.getIndices(), minor);
  }

  /// Single elements go by words too: vectors load what is on the chip.
  bool splitScalarAccess(Operation *op) {
    Location loc = op->getLoc();
    WordBuilder scalars(builder, loc, {});
    if (auto load = dyn_cast<memref::LoadOp>(op); load && isWideBuffer(load.getMemRef())) {
      auto part = [&](int64_t word) -> Value {
        return memref::LoadOp::create(builder, loc, wordsOf(load.getMemRef()),
                                      wordIndices(loc, load.getIndices(), word));
      };
      return replace(op, scalars.joinScalar({part(0), part(1)}));
    }
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || !isWideBuffer(store.getMemRef()))
      return false;
    Words value = scalars.splitScalar(store.getValue());
    for (int64_t word : {0, 1})
      memref::StoreOp::create(builder, loc, value.part(word), wordsOf(store.getMemRef()),
                              wordIndices(loc, store.getIndices(), word));
    return true;
  }

  //===-- arithmetic -------------------------------------------------------===//

  template <typename OpT>
  Words eachWord(Operation *op, Words a, Words b) {
    return {OpT::create(builder, op->getLoc(), a.low, b.low), OpT::create(builder, op->getLoc(), a.high, b.high)};
  }

  /// Words that were extended have their product in one op.
  Words product(Operation *op, WordBuilder &b) {
    Operation *x = op->getOperand(0).getDefiningOp(), *y = op->getOperand(1).getDefiningOp();
    auto areWords = [](Operation *a, Operation *b) {
      return a && b && a->getName() == b->getName() && getElementTypeOrSelf(a->getOperand(0)).isInteger(32) &&
             getElementTypeOrSelf(b->getOperand(0)).isInteger(32);
    };
    if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(x) && areWords(x, y))
      return b.multiplyWords(x->getOperand(0), y->getOperand(0), isa<arith::ExtSIOp>(x));
    return b.multiply(words.lookup(op->getOperand(0)), words.lookup(op->getOperand(1)));
  }

  bool splitProduct(Operation *op, WordBuilder &b) {
    WordBuilder::Product parts = b.multiplyExtended(words.lookup(op->getOperand(0)), words.lookup(op->getOperand(1)),
                                                    isa<arith::MulSIExtendedOp>(op));
    words[op->getResult(0)] = parts.low;
    words[op->getResult(1)] = parts.high;
    return true;
  }

  bool splitDivision(Operation *op, WordBuilder &b) {
    bool isSigned = isa<tile::DivSIOp, tile::RemSIOp>(op), isQuotient = isa<tile::DivSIOp, tile::DivUIOp>(op);
    Words x = words.lookup(op->getOperand(0)), y = words.lookup(op->getOperand(1));
    APInt divisor;
    bool isPower = matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) && divisor.isPowerOf2() &&
                   !(isSigned && divisor.isNegative());
    WordBuilder::Division parts =
        isPower ? b.divideByPowerOfTwo(x, divisor.logBase2(), isSigned) : b.divide(x, y, isSigned);
    return set(op, isQuotient ? parts.quotient : parts.remainder);
  }

  bool splitArithmetic(Operation *op) {
    if (!llvm::all_of(op->getOperands(), isWideValue) || op->getNumOperands() == 0 || op->getNumOperands() > 2)
      return false;
    WordBuilder b = wordBuilder(op, op->getOperand(0));
    Words x = words.lookup(op->getOperand(0)), y = words.lookup(op->getOperands().back());
    using P = arith::CmpIPredicate;
    return TypeSwitch<Operation *, bool>(op)
        .Case<arith::AddIOp>([&](auto) { return set(op, b.add(x, y)); })
        .Case<arith::SubIOp>([&](auto) { return set(op, b.subtract(x, y)); })
        .Case<arith::MulIOp>([&](auto) { return set(op, product(op, b)); })
        .Case<arith::MulSIExtendedOp, arith::MulUIExtendedOp>([&](auto) { return splitProduct(op, b); })
        .Case<arith::AndIOp>([&](auto) { return set(op, eachWord<arith::AndIOp>(op, x, y)); })
        .Case<arith::OrIOp>([&](auto) { return set(op, eachWord<arith::OrIOp>(op, x, y)); })
        .Case<arith::XOrIOp>([&](auto) { return set(op, eachWord<arith::XOrIOp>(op, x, y)); })
        .Case<tile::ShlIOp>([&](auto) { return set(op, b.shiftLeft(x, y)); })
        .Case<tile::ShrUIOp>([&](auto) { return set(op, b.shiftRight(x, y, /*isSigned=*/false)); })
        .Case<tile::ShrSIOp>([&](auto) { return set(op, b.shiftRight(x, y, /*isSigned=*/true)); })
        .Case<arith::CmpIOp>([&](auto compare) { return replace(op, b.compare(compare.getPredicate(), x, y)); })
        .Case<arith::MaxSIOp>([&](auto) { return set(op, b.select(b.compare(P::sgt, x, y), x, y)); })
        .Case<arith::MinSIOp>([&](auto) { return set(op, b.select(b.compare(P::slt, x, y), x, y)); })
        .Case<arith::MaxUIOp>([&](auto) { return set(op, b.select(b.compare(P::ugt, x, y), x, y)); })
        .Case<arith::MinUIOp>([&](auto) { return set(op, b.select(b.compare(P::ult, x, y), x, y)); })
        .Case<math::AbsIOp>([&](auto) { return set(op, b.absolute(x)); })
        .Case<tile::DivSIOp, tile::RemSIOp, tile::DivUIOp, tile::RemUIOp>([&](auto) { return splitDivision(op, b); })
        .Default([](Operation *) { return false; });
  }

  static bool isFloatOfWords(Type element) { return element.isF32() || element.isF16() || element.isBF16(); }

  bool splitCast(Operation *op) {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 || !isa<VectorType>(op->getOperand(0).getType()))
      return false;
    Value in = op->getOperand(0);
    Type from = getElementTypeOrSelf(in.getType()), to = getElementTypeOrSelf(op->getResult(0).getType());
    WordBuilder b = wordBuilder(op, in);
    bool fromWide = isWideValue(in);
    bool isExtension = !fromWide && (from.isIndex() || (from.isInteger() && from.getIntOrFloatBitWidth() <= 32));
    if (isa<arith::ExtSIOp, arith::IndexCastOp>(op) && isExtension)
      return set(op, b.extend(in, /*isSigned=*/true));
    if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) && isExtension)
      return set(op, b.extend(in, /*isSigned=*/false));
    if (isa<arith::TruncIOp>(op) && fromWide && to.getIntOrFloatBitWidth() <= 32)
      return replace(op, b.truncate(words.lookup(in), to));
    if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && fromWide && isFloatOfWords(to))
      return replace(op, b.toFloat(words.lookup(in), to, isa<arith::SIToFPOp>(op)));
    if (isa<tile::FPToSIOp, tile::FPToUIOp>(op) && isFloatOfWords(from))
      return set(op, b.fromFloat(in, isa<tile::FPToSIOp>(op)));
    return false;
  }

  OpBuilder &builder;
  DenseMap<Value, Words> words;
  DenseMap<Value, Value> views;
  SmallVector<Operation *> dead;
  SmallVector<BlockArgument> deadArguments;
};

struct SplitWideIntegers : layout::impl::SplitWideIntegersPassBase<SplitWideIntegers> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    Splitter splitter(builder);
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      for (Block &block : func.getBody())
        if (failed(splitter.run(block)))
          return signalPassFailure();
    splitter.eraseOld();
    splitOps += splitter.count;
  }
};

} // namespace
