// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Fold.h"
#include "core/reference/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

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

bool kiln::reference::foldByKind(vector::CombiningKind kind, const Datum &input, const AxisSplit &split, bool reverse,
                                 bool keepsAll, Datum &result) {
  using Kind = vector::CombiningKind;
  const Path path{split, reverse, keepsAll};
  unsigned width = input.type().width;
  auto isLess = [=](uint64_t a, uint64_t b) { return signExtend(a, width) < signExtend(b, width); };
  switch (kind) {
  case Kind::ADD:
    return input.type().isFloat() ? foldFloats(input, result, path, std::plus<>())
                                  : foldInts(input, result, path, std::plus<uint64_t>());
  case Kind::MUL:
    return input.type().isFloat() ? foldFloats(input, result, path, std::multiplies<>())
                                  : foldInts(input, result, path, std::multiplies<uint64_t>());
  case Kind::MAXNUMF:
    return foldFloats(input, result, path, MaxNum());
  case Kind::MINNUMF:
    return foldFloats(input, result, path, MinNum());
  case Kind::MAXIMUMF:
    return foldFloats(input, result, path, Maximum());
  case Kind::MINIMUMF:
    return foldFloats(input, result, path, Minimum());
  case Kind::AND:
    return foldInts(input, result, path, std::bit_and<uint64_t>());
  case Kind::OR:
    return foldInts(input, result, path, std::bit_or<uint64_t>());
  case Kind::XOR:
    return foldInts(input, result, path, std::bit_xor<uint64_t>());
  case Kind::MAXSI:
    return foldInts(input, result, path, [=](uint64_t a, uint64_t b) { return isLess(a, b) ? b : a; });
  case Kind::MINSI:
    return foldInts(input, result, path, [=](uint64_t a, uint64_t b) { return isLess(b, a) ? b : a; });
  case Kind::MAXUI:
    return foldInts(input, result, path, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  case Kind::MINUI:
    return foldInts(input, result, path, [](uint64_t a, uint64_t b) { return std::min(a, b); });
  }
  return false;
}

static std::optional<vector::CombiningKind> kindOf(Operation *op) {
  using Kind = vector::CombiningKind;
  using Result = std::optional<Kind>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case<arith::MaxNumFOp>([](auto) { return Kind::MAXNUMF; })
      .Case<arith::MinNumFOp>([](auto) { return Kind::MINNUMF; })
      .Case<arith::MaximumFOp>([](auto) { return Kind::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return Kind::MINIMUMF; })
      .Case<arith::AndIOp>([](auto) { return Kind::AND; })
      .Case<arith::OrIOp>([](auto) { return Kind::OR; })
      .Case<arith::XOrIOp>([](auto) { return Kind::XOR; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::MAXSI; })
      .Case<arith::MinSIOp>([](auto) { return Kind::MINSI; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::MAXUI; })
      .Case<arith::MinUIOp>([](auto) { return Kind::MINUI; })
      .Default([](Operation *) { return std::nullopt; });
}

namespace {
/// What a lane has gathered on its way along the axis.
struct LaneSum {
  double magnitude = 0;   // of the operands
  double carried = 0;     // their bounds
  double largest = 0;     // of their bounds
  double relative = 0;    // their bounds relative to them
  bool isDecided = false; // one is an infinity or NaN that every target gets

  void add(double x, double e) {
    isDecided |= isCertain(x, e);
    magnitude += std::abs(x);
    carried += e;
    largest = std::max(largest, e);
    relative += e == 0 ? 0 : e / std::abs(x);
  }
};
} // namespace

/// The bound after element k, in whatever order a target combines:
/// - a sum: the operands' bounds, and for each addition two roundoffs of the
///   sum of magnitudes (two operands have one order);
/// - a product: the relative bounds, and two roundoffs for each product;
/// - an extremum: the largest bound; anything discrete: all or nothing.
static double boundAfter(vector::CombiningKind kind, const LaneSum &sum, int64_t k, double result, ElementType type) {
  using Kind = vector::CombiningKind;
  if (!type.isFloat())
    return sum.largest != 0 ? unbounded : 0;
  if (sum.isDecided && sum.largest != unbounded && kind == Kind::ADD)
    return 0;
  if (!std::isfinite(result) && (kind == Kind::ADD || kind == Kind::MUL)) // overflow, or infinity times what may be 0
    return sum.carried == 0 && k < 2 ? 0 : unbounded;
  bool rounds = k > 1 || (k == 1 && sum.carried != 0);
  if (kind == Kind::ADD)
    return sum.carried + (rounds ? static_cast<double>(k) * roundingBound(sum.magnitude, type.format) : 0);
  if (kind == Kind::MUL)
    return (sum.relative == 0 ? 0 : std::abs(result) * sum.relative) +
           (rounds ? static_cast<double>(k) * roundingBound(result, type.format) : 0);
  return sum.largest;
}

void kiln::reference::boundFold(Instance &instance, vector::CombiningKind kind, const Datum &input,
                                const AxisSplit &split, bool reverse, bool keepsAll, Datum &result) {
  using Kind = vector::CombiningKind;
  bool isRounded = input.type().isFloat() && (kind == Kind::ADD || kind == Kind::MUL) && split.extent > 2;
  if (!instance.tracksBounds() || (!input.bounds() && !isRounded))
    return;
  const auto [outer, extent, inner] = split;
  double *bounds = result.addBounds();
  for (int64_t lane = 0; lane < outer * inner; ++lane) {
    int64_t start = lane / inner * extent * inner + lane % inner;
    LaneSum sum;
    double bound = 0;
    for (int64_t k = 0; k < extent; ++k) {
      int64_t at = start + (reverse ? extent - 1 - k : k) * inner;
      sum.add(input.number(at), input.bound(at));
      bound = orUnbounded(boundAfter(
          kind, sum, k, keepsAll || k + 1 == extent ? result.number(keepsAll ? at : lane) : 0, input.type()));
      if (keepsAll)
        bounds[at] = bound;
    }
    if (!keepsAll)
      bounds[lane] = bound;
  }
}

bool kiln::reference::foldAxis(Instance &instance, const BlockPlan &block, const Datum &input, const AxisSplit &split,
                               bool reverse, bool keepsAll, Datum &result) {
  if (block.steps.size() != 2)
    return false;
  const Step &only = block.steps[0];
  bool isPlain = only.operands == block.arguments && only.results.size() == 1 && block.steps[1].operands.size() == 1 &&
                 block.steps[1].operands[0] == only.results[0];
  std::optional<vector::CombiningKind> kind = kindOf(only.op);
  if (!isPlain || !kind || !foldByKind(*kind, input, split, reverse, keepsAll, result))
    return false;
  boundFold(instance, *kind, input, split, reverse, keepsAll, result);
  return true;
}
