// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, products, shifts and comparisons of pairs of words. Shifts of words are
// those of tile: a count of 32 or more gives 0, or the sign.

#include "core/layout/Words.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;
using arith::CmpIPredicate;

Value WordBuilder::number(int32_t value) {
  return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(word, builder.getI32IntegerAttr(value)));
}

Value WordBuilder::compareWords(CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, predicate, a, b);
}

Value WordBuilder::bit(Value condition) { return arith::ExtUIOp::create(builder, loc, word, condition); }

Words WordBuilder::constant(int64_t value) {
  return {number(static_cast<int32_t>(value)), number(static_cast<int32_t>(value >> 32))};
}

Words WordBuilder::splitScalar(Value scalar) {
  Type i32 = builder.getI32Type();
  Value count = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 32);
  Value upper = tile::ShrUIOp::create(builder, loc, scalar, count);
  return {arith::TruncIOp::create(builder, loc, i32, scalar), arith::TruncIOp::create(builder, loc, i32, upper)};
}

Value WordBuilder::joinScalar(Words value) {
  Type i64 = builder.getI64Type();
  Value count = arith::ConstantIntOp::create(builder, loc, i64, 32);
  Value low = arith::ExtUIOp::create(builder, loc, i64, value.low);
  Value high = arith::ExtSIOp::create(builder, loc, i64, value.high);
  return arith::OrIOp::create(builder, loc, low, tile::ShlIOp::create(builder, loc, high, count));
}

Words WordBuilder::broadcast(Value scalar) {
  Words parts = splitScalar(scalar);
  return {vector::BroadcastOp::create(builder, loc, word, parts.low),
          vector::BroadcastOp::create(builder, loc, word, parts.high)};
}

Words WordBuilder::extend(Value value, bool isSigned) {
  Type element = getElementTypeOrSelf(value.getType());
  if (element.isIndex())
    value = arith::IndexCastOp::create(builder, loc, word, value);
  else if (!element.isInteger(32))
    value = isSigned ? arith::ExtSIOp::create(builder, loc, word, value).getResult()
                     : arith::ExtUIOp::create(builder, loc, word, value).getResult();
  Value high = isSigned ? tile::ShrSIOp::create(builder, loc, value, number(31)).getResult() : number(0);
  return {value, high};
}

Value WordBuilder::truncate(Words value, Type element) {
  if (element.isInteger(32))
    return value.low;
  return arith::TruncIOp::create(builder, loc, typeOf(element), value.low);
}

Words WordBuilder::add(Words a, Words b) {
  Value low = arith::AddIOp::create(builder, loc, a.low, b.low);
  Value carry = bit(compareWords(CmpIPredicate::ult, low, a.low));
  Value high = arith::AddIOp::create(builder, loc, a.high, b.high);
  return {low, arith::AddIOp::create(builder, loc, high, carry)};
}

Words WordBuilder::subtract(Words a, Words b) {
  Value low = arith::SubIOp::create(builder, loc, a.low, b.low);
  Value borrow = bit(compareWords(CmpIPredicate::ult, a.low, b.low));
  Value high = arith::SubIOp::create(builder, loc, a.high, b.high);
  return {low, arith::SubIOp::create(builder, loc, high, borrow)};
}

Words WordBuilder::multiply(Words a, Words b) {
  auto product = arith::MulUIExtendedOp::create(builder, loc, a.low, b.low);
  Value first = arith::MulIOp::create(builder, loc, a.low, b.high);
  Value second = arith::MulIOp::create(builder, loc, a.high, b.low);
  Value high = arith::AddIOp::create(builder, loc, product.getHigh(), first);
  return {product.getLow(), arith::AddIOp::create(builder, loc, high, second)};
}

Words WordBuilder::multiplyWords(Value a, Value b, bool isSigned) {
  if (isSigned) {
    auto product = arith::MulSIExtendedOp::create(builder, loc, a, b);
    return {product.getLow(), product.getHigh()};
  }
  auto product = arith::MulUIExtendedOp::create(builder, loc, a, b);
  return {product.getLow(), product.getHigh()};
}

/// Long multiplication: a product of words plus a word or two has 64 bits still.
/// A negative factor is 2^64 too large as an unsigned one, which adds the other
/// factor to the high half.
WordBuilder::Product WordBuilder::multiplyExtended(Words a, Words b, bool isSigned) {
  Value none = number(0);
  Words first = multiplyWords(a.low, b.low, /*isSigned=*/false);
  Words second = add(multiplyWords(a.high, b.low, /*isSigned=*/false), {first.high, none});
  Words third = add(multiplyWords(a.low, b.high, /*isSigned=*/false), {second.low, none});
  Words high = add(multiplyWords(a.high, b.high, /*isSigned=*/false), {second.high, none});
  high = add(high, {third.high, none});
  if (isSigned) {
    high = subtract(high, select(isNegative(a), b, constant(0)));
    high = subtract(high, select(isNegative(b), a, constant(0)));
  }
  return {{first.low, third.low}, high};
}

Value WordBuilder::countOf(Words count) {
  Value isLarge = compareWords(CmpIPredicate::ne, count.high, number(0));
  return arith::SelectOp::create(builder, loc, isLarge, number(-1), count.low);
}

/// What crosses from one word to the other moves by 32 - n where n is at most
/// 32, by n - 32 where it is at least 32; any other of these two counts, as an
/// unsigned number, is 32 or more and gives 0. At 32 both give the same.
Words WordBuilder::shiftLeft(Words value, Words count) {
  Value n = countOf(count);
  Value rest = arith::SubIOp::create(builder, loc, number(32), n);
  Value beyond = arith::SubIOp::create(builder, loc, n, number(32));
  Value high = tile::ShlIOp::create(builder, loc, value.high, n);
  high = arith::OrIOp::create(builder, loc, high, tile::ShrUIOp::create(builder, loc, value.low, rest));
  high = arith::OrIOp::create(builder, loc, high, tile::ShlIOp::create(builder, loc, value.low, beyond));
  return {tile::ShlIOp::create(builder, loc, value.low, n), high};
}

Words WordBuilder::shiftRight(Words value, Words count, bool isSigned) {
  Value n = countOf(count);
  Value rest = arith::SubIOp::create(builder, loc, number(32), n);
  Value beyond = arith::SubIOp::create(builder, loc, n, number(32));
  Value low = tile::ShrUIOp::create(builder, loc, value.low, n);
  low = arith::OrIOp::create(builder, loc, low, tile::ShlIOp::create(builder, loc, value.high, rest));
  if (!isSigned) {
    low = arith::OrIOp::create(builder, loc, low, tile::ShrUIOp::create(builder, loc, value.high, beyond));
    return {low, tile::ShrUIOp::create(builder, loc, value.high, n)};
  }
  // The sign comes in at every count of 32 or more, so the two cases differ.
  Value fromHigh = tile::ShrSIOp::create(builder, loc, value.high, beyond);
  Value isShort = compareWords(CmpIPredicate::ult, n, number(32));
  return {arith::SelectOp::create(builder, loc, isShort, low, fromHigh),
          tile::ShrSIOp::create(builder, loc, value.high, n)};
}

/// How the high words decide where they differ, and the low words where they
/// do not: those have no sign.
static std::pair<CmpIPredicate, CmpIPredicate> decidedBy(CmpIPredicate predicate) {
  using P = CmpIPredicate;
  switch (predicate) {
  case P::slt:
    return {P::slt, P::ult};
  case P::sle:
    return {P::slt, P::ule};
  case P::sgt:
    return {P::sgt, P::ugt};
  case P::sge:
    return {P::sgt, P::uge};
  case P::ult:
    return {P::ult, P::ult};
  case P::ule:
    return {P::ult, P::ule};
  case P::ugt:
    return {P::ugt, P::ugt};
  default:
    return {P::ugt, P::uge};
  }
}

Value WordBuilder::compare(CmpIPredicate predicate, Words a, Words b) {
  if (predicate == CmpIPredicate::eq || predicate == CmpIPredicate::ne) {
    Value low = arith::XOrIOp::create(builder, loc, a.low, b.low);
    Value high = arith::XOrIOp::create(builder, loc, a.high, b.high);
    return compareWords(predicate, arith::OrIOp::create(builder, loc, low, high), number(0));
  }
  auto [byHigh, byLow] = decidedBy(predicate);
  Value same = compareWords(CmpIPredicate::eq, a.high, b.high);
  Value low = arith::AndIOp::create(builder, loc, same, compareWords(byLow, a.low, b.low));
  return arith::OrIOp::create(builder, loc, compareWords(byHigh, a.high, b.high), low);
}

Words WordBuilder::select(Value condition, Words yes, Words no) {
  return {arith::SelectOp::create(builder, loc, condition, yes.low, no.low),
          arith::SelectOp::create(builder, loc, condition, yes.high, no.high)};
}
