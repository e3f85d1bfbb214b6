// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64-bit integers as pairs of 32-bit words, lane by lane.
//
//   WordBuilder words(builder, loc, lanes);
//   Words sum = words.add(a, b);
//
// Every operation has the result that docs/semantics.md gives its op in 64 bits,
// for all operands. Only ops on vectors of i32, i1 and f32 are made.

#ifndef KILN_CORE_LAYOUT_WORDS_H
#define KILN_CORE_LAYOUT_WORDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace kiln::layout {

/// A vector of 64-bit integers: vector<Nxi32> each.
struct Words {
  mlir::Value low, high;

  mlir::Value part(int64_t word) const { return word == 0 ? low : high; }
};

class WordBuilder {
public:
  WordBuilder(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<int64_t> shape)
      : builder(builder), loc(loc), word(mlir::VectorType::get(shape, builder.getI32Type())) {}

  Words constant(int64_t value);
  /// An i64 scalar in every lane.
  Words broadcast(mlir::Value scalar);
  /// From a vector of integers of at most 32 bits, or of lane numbers.
  Words extend(mlir::Value value, bool isSigned);
  /// To a vector of integers of at most 32 bits.
  mlir::Value truncate(Words value, mlir::Type element);

  /// Takes an i64 scalar apart, into i32 scalars, and puts it together.
  Words splitScalar(mlir::Value scalar);
  mlir::Value joinScalar(Words value);

  Words add(Words a, Words b);
  Words subtract(Words a, Words b);
  Words negate(Words a) { return subtract(constant(0), a); }
  Words multiply(Words a, Words b);
  /// The whole product of two vectors of words.
  Words multiplyWords(mlir::Value a, mlir::Value b, bool isSigned);
  /// The low and the high 64 bits of the product.
  struct Product {
    Words low, high;
  };
  Product multiplyExtended(Words a, Words b, bool isSigned);
  /// Unlike `negate` only in the lanes where `condition` is true.
  Words negateWhere(mlir::Value condition, Words a) { return select(condition, negate(a), a); }
  Words absolute(Words a) { return negateWhere(isNegative(a), a); }

  /// Counts are unsigned; 64 and more shift everything out.
  Words shiftLeft(Words value, Words count);
  Words shiftRight(Words value, Words count, bool isSigned);

  mlir::Value compare(mlir::arith::CmpIPredicate predicate, Words a, Words b);
  mlir::Value isNegative(Words a) { return compareWords(mlir::arith::CmpIPredicate::slt, a.high, number(0)); }
  Words select(mlir::Value condition, Words yes, Words no);

  /// Toward zero; x / 0 = -1, x % 0 = x, least / -1 = least.
  struct Division {
    Words quotient, remainder;
  };
  Division divide(Words a, Words b, bool isSigned);
  /// By 2^exponent, at most 2^62 where signed.
  Division divideByPowerOfTwo(Words a, int64_t exponent, bool isSigned);

  /// Rounded once, to nearest even, into f32, f16 or bf16.
  mlir::Value toFloat(Words value, mlir::Type element, bool isSigned);
  /// Toward zero, saturating, 0 for NaN; from f32, f16 or bf16.
  Words fromFloat(mlir::Value value, bool isSigned);

private:
  mlir::Value number(int32_t value);
  mlir::Value real(float value);
  mlir::VectorType typeOf(mlir::Type element) { return word.clone(element); }
  mlir::Value compareWords(mlir::arith::CmpIPredicate predicate, mlir::Value a, mlir::Value b);
  /// 1 or 0 in a word.
  mlir::Value bit(mlir::Value condition);
  /// Of a shift: what is 64 or more becomes the largest word.
  mlir::Value countOf(Words count);
  Division divideUnsigned(Words a, Words b);
  struct Scaled;
  Scaled scale(Words magnitude);
  Words wordsOf(mlir::Value magnitude);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::VectorType word;
};

} // namespace kiln::layout

#endif // KILN_CORE_LAYOUT_WORDS_H
