// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division of 64-bit integers in words: 64 steps that shift and subtract.

#include "core/layout/Words.h"
#include "kiln/tile/Tile.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::layout;
using arith::CmpIPredicate;

/// The dividend leaves `quotient` at its upper end as quotient bits come in at
/// the lower one. A remainder shifted beyond 2^64 is above any divisor, and the
/// difference modulo 2^64 is right. A divisor of 0 fits every time: all quotient
/// bits are set, and the remainder ends as the dividend, as they should.
WordBuilder::Division WordBuilder::divideUnsigned(Words a, Words b) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value steps = arith::ConstantIndexOp::create(builder, loc, 64);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value none = number(0);
  auto loop = scf::ForOp::create(builder, loc, zero, steps, one, ValueRange{a.low, a.high, none, none});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ValueRange carried = loop.getRegionIterArgs();
  Words quotient{carried[0], carried[1]}, remainder{carried[2], carried[3]};
  Value leaving = bit(isNegative(quotient));
  Value isBeyond = isNegative(remainder);
  quotient = add(quotient, quotient);
  remainder = add(remainder, remainder);
  remainder.low = arith::OrIOp::create(builder, loc, remainder.low, leaving);
  Value fits = arith::OrIOp::create(builder, loc, isBeyond, compare(CmpIPredicate::uge, remainder, b));
  remainder = select(fits, subtract(remainder, b), remainder);
  quotient.low = arith::OrIOp::create(builder, loc, quotient.low, bit(fits));
  scf::YieldOp::create(builder, loc, ValueRange{quotient.low, quotient.high, remainder.low, remainder.high});
  ValueRange results = loop.getResults();
  return {{results[0], results[1]}, {results[2], results[3]}};
}

WordBuilder::Division WordBuilder::divide(Words a, Words b, bool isSigned) {
  if (!isSigned)
    return divideUnsigned(a, b);
  Division parts = divideUnsigned(absolute(a), absolute(b));
  Words signs{a.low, arith::XOrIOp::create(builder, loc, a.high, b.high)};
  // By 0 the quotient is -1 already.
  Value flips = arith::AndIOp::create(builder, loc, isNegative(signs), compare(CmpIPredicate::ne, b, constant(0)));
  return {negateWhere(flips, parts.quotient), negateWhere(isNegative(a), parts.remainder)};
}

/// A negative dividend takes 2^exponent - 1 more, so that the shift rounds it
/// toward zero.
WordBuilder::Division WordBuilder::divideByPowerOfTwo(Words a, int64_t exponent, bool isSigned) {
  Words count = constant(exponent), dividend = a;
  if (isSigned) {
    Words bias = shiftRight(shiftRight(a, constant(63), /*isSigned=*/true), constant(64 - exponent), false);
    dividend = add(a, bias);
  }
  Words quotient = shiftRight(dividend, count, isSigned);
  return {quotient, subtract(a, shiftLeft(quotient, count))};
}
