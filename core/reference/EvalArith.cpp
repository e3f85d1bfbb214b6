// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic, with a result for every operand. The partial ops of
// arith (division, remainder, shifts) are those of tile behind a check of
// their operands: whoever writes one has proved that they are in range.

#include "core/reference/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <bit>

using namespace mlir;
using namespace kiln::reference;

//===-- operations on one element ------------------------------------------===//
// T is the unsigned container; results are cut to `width` by the caller.

namespace {
struct Add {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return uint64_t(a) + b;
  }
};
struct Sub {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return uint64_t(a) - b;
  }
};
struct Mul {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return uint64_t(a) * b;
  }
};
struct And {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return a & b;
  }
};
struct Or {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return a | b;
  }
};
struct Xor {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return a ^ b;
  }
};
struct MaxS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return asSigned(a, w) < asSigned(b, w) ? b : a;
  }
};
struct MinS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return asSigned(b, w) < asSigned(a, w) ? b : a;
  }
};
struct MaxU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return std::max(a, b);
  }
};
struct MinU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return std::min(a, b);
  }
};
struct DivS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    int64_t x = asSigned(a, w), y = asSigned(b, w);
    if (y == 0)
      return ~uint64_t(0);
    return y == -1 ? -static_cast<uint64_t>(x) : static_cast<uint64_t>(x / y);
  }
};
struct RemS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    int64_t x = asSigned(a, w), y = asSigned(b, w);
    if (y == 0)
      return a;
    return y == -1 ? 0 : static_cast<uint64_t>(x % y);
  }
};
struct DivU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return b == 0 ? ~uint64_t(0) : a / b;
  }
};
struct RemU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned) {
    return b == 0 ? a : a % b;
  }
};
/// Rounds toward -infinity.
struct FloorDivS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    int64_t x = asSigned(a, w), y = asSigned(b, w);
    uint64_t quotient = DivS::apply(a, b, w);
    bool isRoundedUp = y != 0 && y != -1 && x % y != 0 && (x < 0) != (y < 0);
    return quotient - isRoundedUp;
  }
};
/// Rounds toward +infinity.
struct CeilDivS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    int64_t x = asSigned(a, w), y = asSigned(b, w);
    uint64_t quotient = DivS::apply(a, b, w);
    bool isRoundedDown = y != 0 && y != -1 && x % y != 0 && (x < 0) == (y < 0);
    return quotient + isRoundedDown;
  }
};
struct CeilDivU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return DivU::apply(a, b, w) + (b != 0 && a % b != 0);
  }
};
struct ShL {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return b >= w ? 0 : uint64_t(a) << b;
  }
};
struct ShRU {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return b >= w ? 0 : a >> b;
  }
};
struct ShRS {
  template <typename T>
  static uint64_t apply(T a, T b, unsigned w) {
    return static_cast<uint64_t>(static_cast<int64_t>(asSigned(a, w)) >> (b >= w ? w - 1 : b));
  }
};
} // namespace

//===-- binary ops ---------------------------------------------------------===//

template <typename Op>
static void mapInts(const Datum &a, const Datum &b, Datum &result) {
  unsigned width = result.type().width;
  withContainer(result.type(), [&](auto container) {
    using T = decltype(container);
    const T *x = a.as<T>(), *y = b.as<T>();
    T *to = result.mutableAs<T>();
    int64_t count = result.count();
    withWidth<T>(width, [&](auto w) {
      for (int64_t i = 0; i < count; ++i)
        to[i] = lowBits<T>(Op::template apply<T>(x[i], y[i], w), w);
    });
  });
}

template <typename Op>
static LogicalResult evalBinary(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  mapInts<Op>(lanes[0], lanes[1], result);
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

/// The partial ops of arith are only there with a proof that no lane divides
/// by zero, overflows or shifts too far; a lane that does is an error.
static LogicalResult checkProof(Instance &instance, const Step &step, bool isShift, bool isSigned) {
  if (!step.op->hasAttr("tile.proof"))
    return instance.fail(step, "has no 'tile.proof' attribute; expected the op of the tile dialect, which has a "
                               "result for every operand");
  Lanes lanes(instance, step);
  unsigned width = lanes[0].type().width;
  for (int64_t i = 0; i < lanes.count(); ++i) {
    uint64_t a = lanes[0].bits(i), b = lanes[1].bits(i);
    if (isShift && b >= width)
      return instance.failLane(step, i, lanes.shape(), "shifts by " + Twine(b) + " against its proof");
    if (!isShift && b == 0)
      return instance.failLane(step, i, lanes.shape(), "divides by 0 against its proof");
    if (!isShift && isSigned && width > 1 && b == zeroExtend(~uint64_t(0), width) && a == uint64_t(1) << (width - 1))
      return instance.failLane(step, i, lanes.shape(), "divides the least value by -1 against its proof");
  }
  return success();
}

template <typename Op, bool isShift, bool isSigned>
static LogicalResult evalProved(Instance &instance, const Step &step) {
  if (failed(checkProof(instance, step, isShift, isSigned)))
    return failure();
  return evalBinary<Op>(instance, step);
}

//===-- compares -----------------------------------------------------------===//

template <typename T, typename W, typename F>
static void compareSigned(const T *a, const T *b, uint8_t *to, int64_t count, W width, F f) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = f(asSigned(a[i], width), asSigned(b[i], width));
}

template <typename T, typename F>
static void compareUnsigned(const T *a, const T *b, uint8_t *to, int64_t count, F f) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = f(a[i], b[i]);
}

template <typename T, typename W>
static void compareInts(arith::CmpIPredicate predicate, const T *a, const T *b, uint8_t *to, int64_t n, W width) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return compareUnsigned(a, b, to, n, std::equal_to<>());
  case arith::CmpIPredicate::ne:
    return compareUnsigned(a, b, to, n, std::not_equal_to<>());
  case arith::CmpIPredicate::slt:
    return compareSigned(a, b, to, n, width, std::less<>());
  case arith::CmpIPredicate::sle:
    return compareSigned(a, b, to, n, width, std::less_equal<>());
  case arith::CmpIPredicate::sgt:
    return compareSigned(a, b, to, n, width, std::greater<>());
  case arith::CmpIPredicate::sge:
    return compareSigned(a, b, to, n, width, std::greater_equal<>());
  case arith::CmpIPredicate::ult:
    return compareUnsigned(a, b, to, n, std::less<>());
  case arith::CmpIPredicate::ule:
    return compareUnsigned(a, b, to, n, std::less_equal<>());
  case arith::CmpIPredicate::ugt:
    return compareUnsigned(a, b, to, n, std::greater<>());
  case arith::CmpIPredicate::uge:
    return compareUnsigned(a, b, to, n, std::greater_equal<>());
  }
}

static LogicalResult evalCmpI(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum result(ElementType::integer(1), lanes.shape());
  auto predicate = cast<arith::CmpIOp>(step.op).getPredicate();
  withContainer(lanes[0].type(), [&](auto container) {
    using T = decltype(container);
    withWidth<T>(lanes[0].type().width, [&](auto width) {
      compareInts(predicate, lanes[0].as<T>(), lanes[1].as<T>(), result.mutableAs<uint8_t>(), result.count(), width);
    });
  });
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

//===-- one operand, two results -------------------------------------------===//

/// Sum modulo 2^width, and whether it wrapped.
static LogicalResult evalAddUIExtended(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum sum(lanes[0].type(), lanes.shape()), carry(ElementType::integer(1), lanes.shape());
  mapInts<Add>(lanes[0], lanes[1], sum);
  for (int64_t i = 0; i < sum.count(); ++i)
    carry.setBits(i, sum.bits(i) < lanes[0].bits(i));
  boundDiscrete(lanes, sum);
  boundDiscrete(lanes, carry);
  instance.set(step, 0, std::move(sum));
  instance.set(step, 1, std::move(carry));
  return success();
}

/// Both halves of the full product.
template <bool isSigned>
static LogicalResult evalMulExtended(Instance &instance, const Step &step) {
  Lanes lanes(instance, step);
  Datum low(lanes[0].type(), lanes.shape()), high(lanes[0].type(), lanes.shape());
  unsigned width = low.type().width;
  for (int64_t i = 0; i < low.count(); ++i) {
    unsigned __int128 product;
    if (isSigned)
      product = static_cast<unsigned __int128>(static_cast<__int128>(lanes[0].integer(i)) * lanes[1].integer(i));
    else
      product = static_cast<unsigned __int128>(lanes[0].bits(i)) * lanes[1].bits(i);
    low.setBits(i, zeroExtend(static_cast<uint64_t>(product), width));
    high.setBits(i, zeroExtend(static_cast<uint64_t>(product >> width), width));
  }
  boundDiscrete(lanes, low);
  boundDiscrete(lanes, high);
  instance.set(step, 0, std::move(low));
  instance.set(step, 1, std::move(high));
  return success();
}

/// f(bits, width) -> bits.
template <typename F>
static LogicalResult evalUnary(Instance &instance, const Step &step, F f) {
  Lanes lanes(instance, step);
  Datum result(lanes[0].type(), lanes.shape());
  unsigned width = result.type().width;
  for (int64_t i = 0; i < result.count(); ++i)
    result.setBits(i, zeroExtend(f(lanes[0].bits(i), width), width));
  boundDiscrete(lanes, result);
  instance.set(step, 0, std::move(result));
  return success();
}

/// The absolute value; that of the least value is itself.
static LogicalResult evalAbsI(Instance &instance, const Step &step) {
  return evalUnary(instance, step,
                   [](uint64_t x, unsigned width) { return signExtend(x, width) < 0 ? uint64_t(0) - x : x; });
}

static LogicalResult evalCtPop(Instance &instance, const Step &step) {
  return evalUnary(instance, step, [](uint64_t x, unsigned) { return uint64_t(std::popcount(x)); });
}

static LogicalResult evalCtlz(Instance &instance, const Step &step) {
  return evalUnary(instance, step,
                   [](uint64_t x, unsigned width) { return uint64_t(std::countl_zero(x)) - (64 - width); });
}

static LogicalResult evalCttz(Instance &instance, const Step &step) {
  return evalUnary(instance, step,
                   [](uint64_t x, unsigned width) { return x == 0 ? uint64_t(width) : uint64_t(std::countr_zero(x)); });
}

void kiln::reference::registerArith(Registry &registry) {
  registry["arith.addi"] = evalBinary<Add>;
  registry["arith.subi"] = evalBinary<Sub>;
  registry["arith.muli"] = evalBinary<Mul>;
  registry["arith.andi"] = evalBinary<And>;
  registry["arith.ori"] = evalBinary<Or>;
  registry["arith.xori"] = evalBinary<Xor>;
  registry["arith.maxsi"] = evalBinary<MaxS>;
  registry["arith.minsi"] = evalBinary<MinS>;
  registry["arith.maxui"] = evalBinary<MaxU>;
  registry["arith.minui"] = evalBinary<MinU>;
  registry["arith.cmpi"] = evalCmpI;
  registry["arith.addui_extended"] = evalAddUIExtended;
  registry["arith.mulsi_extended"] = evalMulExtended<true>;
  registry["arith.mului_extended"] = evalMulExtended<false>;

  registry["tile.divsi"] = evalBinary<DivS>;
  registry["tile.divui"] = evalBinary<DivU>;
  registry["tile.remsi"] = evalBinary<RemS>;
  registry["tile.remui"] = evalBinary<RemU>;
  registry["tile.shli"] = evalBinary<ShL>;
  registry["tile.shrui"] = evalBinary<ShRU>;
  registry["tile.shrsi"] = evalBinary<ShRS>;

  registry["arith.divsi"] = evalProved<DivS, false, true>;
  registry["arith.divui"] = evalProved<DivU, false, false>;
  registry["arith.remsi"] = evalProved<RemS, false, true>;
  registry["arith.remui"] = evalProved<RemU, false, false>;
  registry["arith.floordivsi"] = evalProved<FloorDivS, false, true>;
  registry["arith.ceildivsi"] = evalProved<CeilDivS, false, true>;
  registry["arith.ceildivui"] = evalProved<CeilDivU, false, false>;
  registry["arith.shli"] = evalProved<ShL, true, false>;
  registry["arith.shrui"] = evalProved<ShRU, true, false>;
  registry["arith.shrsi"] = evalProved<ShRS, true, true>;

  registry["math.absi"] = evalAbsI;
  registry["math.ctpop"] = evalCtPop;
  registry["math.ctlz"] = evalCtlz;
  registry["math.cttz"] = evalCttz;
}
