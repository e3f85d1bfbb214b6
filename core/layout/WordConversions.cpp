// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between 64-bit integers in words and floats, each rounded once.

#include "core/layout/Words.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

Value WordBuilder::real(float value) {
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(typeOf(builder.getF32Type()), builder.getF32FloatAttr(value)));
}

/// A magnitude as `bits` * 2^`exponent` with a word of bits. Where bits were
/// lost the last one is set: it stands for them in a rounding to fewer bits.
struct WordBuilder::Scaled {
  Value bits, exponent;
};

/// The exponent of the high word as an f32 is its length less one, or its length
/// where it was rounded up; either leaves 31 bits or more.
WordBuilder::Scaled WordBuilder::scale(Words magnitude) {
  Value high = arith::UIToFPOp::create(builder, loc, typeOf(builder.getF32Type()), magnitude.high);
  Value exponent = tile::ShrUIOp::create(builder, loc, arith::BitcastOp::create(builder, loc, word, high), number(23));
  Value length = arith::SubIOp::create(builder, loc, exponent, number(126));
  length = arith::MaxSIOp::create(builder, loc, length, number(0));
  length = arith::MinSIOp::create(builder, loc, length, number(32));
  Value rest = arith::SubIOp::create(builder, loc, number(32), length);
  Value kept = tile::ShrUIOp::create(builder, loc, magnitude.low, length);
  kept = arith::OrIOp::create(builder, loc, kept, tile::ShlIOp::create(builder, loc, magnitude.high, rest));
  Value lost = tile::ShlIOp::create(builder, loc, magnitude.low, rest);
  Value sticky = bit(compareWords(CmpIPredicate::ne, lost, number(0)));
  return {arith::OrIOp::create(builder, loc, kept, sticky), length};
}

/// bf16 would be rounded twice on the way through f32, so its bits are first
/// reduced to 24, which f32 holds. f16 ends at 65504: all that is larger may be
/// cut to what a word holds.
Value WordBuilder::toFloat(Words value, Type element, bool isSigned) {
  Value sign = isSigned ? isNegative(value) : Value();
  Words magnitude = isSigned ? negateWhere(sign, value) : value;
  Value result;
  if (element.isF16()) {
    Value isLarge = compareWords(CmpIPredicate::ne, magnitude.high, number(0));
    Value cut = arith::SelectOp::create(builder, loc, isLarge, number(1 << 20), magnitude.low);
    cut = arith::MinUIOp::create(builder, loc, cut, number(1 << 20));
    result = arith::SIToFPOp::create(builder, loc, typeOf(element), cut);
  } else {
    auto [bits, exponent] = scale(magnitude);
    if (element.isBF16()) {
      Value isLong = compareWords(CmpIPredicate::uge, bits, number(1 << 24));
      Value lost = arith::AndIOp::create(builder, loc, bits, number(255));
      Value sticky = bit(compareWords(CmpIPredicate::ne, lost, number(0)));
      Value shorter = tile::ShrUIOp::create(builder, loc, bits, number(8));
      shorter = arith::OrIOp::create(builder, loc, shorter, sticky);
      bits = arith::SelectOp::create(builder, loc, isLong, shorter, bits);
      Value more = arith::AddIOp::create(builder, loc, exponent, number(8));
      exponent = arith::SelectOp::create(builder, loc, isLong, more, exponent);
    }
    Type f32 = typeOf(builder.getF32Type());
    Value power = arith::AddIOp::create(builder, loc, exponent, number(127));
    power = tile::ShlIOp::create(builder, loc, power, number(23));
    power = arith::BitcastOp::create(builder, loc, f32, power);
    result = arith::UIToFPOp::create(builder, loc, f32, bits);
    result = arith::MulFOp::create(builder, loc, result, power);
    if (element.isBF16())
      result = arith::TruncFOp::create(builder, loc, typeOf(element), result);
  }
  if (!isSigned)
    return result;
  return arith::SelectOp::create(builder, loc, sign, arith::NegFOp::create(builder, loc, result), result);
}

/// The words of a float that is not negative, toward zero. A high word has no
/// more significant bits than the float, so the product and the difference are
/// exact; NaN gives 0, and from 2^64 on both words are not to be used.
Words WordBuilder::wordsOf(Value magnitude) {
  Type f32 = typeOf(builder.getF32Type());
  Value above = arith::MulFOp::create(builder, loc, magnitude, real(0x1p-32f));
  Value high = tile::FPToUIOp::create(builder, loc, word, above);
  Value taken = arith::MulFOp::create(builder, loc, arith::UIToFPOp::create(builder, loc, f32, high), real(0x1p32f));
  Value rest = arith::SubFOp::create(builder, loc, magnitude, taken);
  return {tile::FPToUIOp::create(builder, loc, word, rest), high};
}

Words WordBuilder::fromFloat(Value value, bool isSigned) {
  Type f32 = typeOf(builder.getF32Type());
  if (value.getType() != f32)
    value = arith::ExtFOp::create(builder, loc, f32, value);
  Value isLess = arith::CmpFOp::create(builder, loc, CmpFPredicate::OLT, value, real(0));
  if (!isSigned) {
    Value isLarge = arith::CmpFOp::create(builder, loc, CmpFPredicate::OGE, value, real(0x1p64f));
    Value magnitude = arith::SelectOp::create(builder, loc, isLess, real(0), value);
    return select(isLarge, constant(-1), wordsOf(magnitude));
  }
  Value magnitude = arith::SelectOp::create(builder, loc, isLess, arith::NegFOp::create(builder, loc, value), value);
  Value isLarge = arith::CmpFOp::create(builder, loc, CmpFPredicate::OGE, magnitude, real(0x1p63f));
  Words most = select(isLess, constant(INT64_MIN), constant(INT64_MAX));
  return select(isLarge, most, negateWhere(isLess, wordsOf(magnitude)));
}
