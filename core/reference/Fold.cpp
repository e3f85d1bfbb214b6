// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Fold.h"
#include "core/reference/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln::reference;

namespace {
/// Where the lanes of a fold are, and in which order.
struct Path {
  const AxisSplit &split;
  bool reverse, keepsAll;
};

/// One lane at a time: `read` and `write` convert between the stored and the
/// computed type, so that the accumulator is rounded at every step.
template <typename T, typename Read, typename Write, typename Op>
void foldLanes(const T *from, T *to, Path path, Read read, Write write, Op op) {
  const auto [outer, extent, inner] = path.split;
  for (int64_t lane = 0; lane < outer * inner; ++lane) {
    int64_t start = lane / inner * extent * inner + lane % inner;
    int64_t stride = path.reverse ? -inner : inner, at = path.reverse ? start + (extent - 1) * inner : start;
    T accumulated = from[at];
    if (path.keepsAll)
      to[at] = accumulated;
    for (int64_t k = 1; k < extent; ++k) {
      at += stride;
      accumulated = write(op(read(accumulated), read(from[at])));
      if (path.keepsAll)
        to[at] = accumulated;
    }
    if (!path.keepsAll)
      to[lane] = accumulated;
  }
}
} // namespace

template <typename Op>
static bool foldFloats(const Datum &input, Datum &result, Path path, Op op) {
  auto same = [](auto x) { return x; };
  switch (input.type().format) {
  case Format::F32:
    foldLanes(input.as<float>(), result.mutableAs<float>(), path, same, same, op);
    return true;
  case Format::F64:
    foldLanes(input.as<double>(), result.mutableAs<double>(), path, same, same, op);
    return true;
  case Format::F16:
    foldLanes(input.as<uint16_t>(), result.mutableAs<uint16_t>(), path, decodeHalf, encodeHalf, op);
    return true;
  case Format::BF16:
    foldLanes(input.as<uint16_t>(), result.mutableAs<uint16_t>(), path, decodeBrain, encodeBrain, op);
    return true;
  default:
    return false;
  }
}

template <typename Op>
static bool foldInts(const Datum &input, Datum &result, Path path, Op op) {
  unsigned width = input.type().width;
  withContainer(input.type(), [&](auto container) {
    using T = decltype(container);
    auto same = [](T x) { return x; };
    auto cut = [=](uint64_t bits) { return lowBits<T>(bits, width); };
    foldLanes(input.as<T>(), result.mutableAs<T>(), path, same, cut,
              [&](T a, T b) { return op(static_cast<uint64_t>(a), static_cast<uint64_t>(b)); });
  });
  return true;
}

static bool foldByOp(Operation *op, const Datum &input, Datum &result, Path path) {
  unsigned width = input.type().width;
  auto isLess = [=](uint64_t a, uint64_t b) { return signExtend(a, width) < signExtend(b, width); };
  if (isa<arith::AddFOp>(op))
    return foldFloats(input, result, path, std::plus<>());
  if (isa<arith::MulFOp>(op))
    return foldFloats(input, result, path, std::multiplies<>());
  if (isa<arith::MaxNumFOp>(op))
    return foldFloats(input, result, path, MaxNum());
  if (isa<arith::MinNumFOp>(op))
    return foldFloats(input, result, path, MinNum());
  if (isa<arith::MaximumFOp>(op))
    return foldFloats(input, result, path, Maximum());
  if (isa<arith::MinimumFOp>(op))
    return foldFloats(input, result, path, Minimum());
  if (isa<arith::AddIOp>(op))
    return foldInts(input, result, path, std::plus<uint64_t>());
  if (isa<arith::MulIOp>(op))
    return foldInts(input, result, path, std::multiplies<uint64_t>());
  if (isa<arith::AndIOp>(op))
    return foldInts(input, result, path, std::bit_and<uint64_t>());
  if (isa<arith::OrIOp>(op))
    return foldInts(input, result, path, std::bit_or<uint64_t>());
  if (isa<arith::XOrIOp>(op))
    return foldInts(input, result, path, std::bit_xor<uint64_t>());
  if (isa<arith::MaxSIOp>(op))
    return foldInts(input, result, path, [=](uint64_t a, uint64_t b) { return isLess(a, b) ? b : a; });
  if (isa<arith::MinSIOp>(op))
    return foldInts(input, result, path, [=](uint64_t a, uint64_t b) { return isLess(b, a) ? b : a; });
  if (isa<arith::MaxUIOp>(op))
    return foldInts(input, result, path, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  if (isa<arith::MinUIOp>(op))
    return foldInts(input, result, path, [](uint64_t a, uint64_t b) { return std::min(a, b); });
  return false;
}

/// The bound of a sum in any order: the operands' bounds, and for each of the
/// additions twice a roundoff of the sum of magnitudes.
static void boundSums(Instance &instance, const Datum &input, Path path, Datum &result) {
  if (!instance.tracksBounds() || (!input.bounds() && path.split.extent <= 2))
    return;
  const auto [outer, extent, inner] = path.split;
  double *bounds = result.addBounds();
  for (int64_t lane = 0; lane < outer * inner; ++lane) {
    int64_t start = lane / inner * extent * inner + lane % inner;
    double magnitude = 0, carried = 0, bound = 0;
    for (int64_t k = 0; k < extent; ++k) {
      int64_t at = start + (path.reverse ? extent - 1 - k : k) * inner;
      magnitude += std::abs(input.number(at));
      carried += input.bound(at);
      bool rounds = k > 1 || (k == 1 && carried != 0);
      bound = carried + (rounds ? static_cast<double>(k) * roundingBound(magnitude, input.type().format) : 0);
      if (path.keepsAll)
        bounds[at] = orUnbounded(bound);
    }
    if (!path.keepsAll)
      bounds[lane] = orUnbounded(bound);
  }
}

bool kiln::reference::foldAxis(Instance &instance, const Step &step, const BlockPlan &block, const Datum &input,
                               const AxisSplit &split, bool reverse, bool keepsAll, Datum &result) {
  if (block.steps.size() != 2)
    return false;
  const Step &only = block.steps[0];
  bool isPlain = only.operands == block.arguments && only.results.size() == 1 &&
                 block.steps[1].operands.size() == 1 && block.steps[1].operands[0] == only.results[0];
  bool isSum = isa<arith::AddFOp>(only.op);
  // Other ops carry bounds in the general way.
  if (!isPlain || (instance.tracksBounds() && !isSum))
    return false;
  Path path{split, reverse, keepsAll};
  if (!foldByOp(only.op, input, result, path))
    return false;
  if (isSum)
    boundSums(instance, input, path, result);
  return true;
}
