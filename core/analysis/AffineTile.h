// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer tiles as affine functions of the lane coordinates.
//
// A tile t of shape n0 x n1 x .. is affine when, for every lane (i0, i1, ..),
//
//   t[i] = uniform + coefficient[0] * i0 + coefficient[1] * i1 + ..
//
// holds without wrap-around in the integers, where `uniform` and the
// coefficients are expressions over scalars of the program instance. A kernel
// computes t in 32 bits, wrapping; the equation holds only where no partial
// sum left the 32 bits. What value ranges and divisibility do not prove
// becomes a guard: a sub-form that has to lie in a range, to be tested at run
// time. A remainder x % n is x, under the guard that x lies in [0, n). 64-bit sums are taken as exact modulo 2^64,
// which is what addresses are.

#ifndef KILN_CORE_ANALYSIS_AFFINETILE_H
#define KILN_CORE_ANALYSIS_AFFINETILE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace mlir {
class DataFlowSolver;
class OpBuilder;
} // namespace mlir

namespace kiln::analysis {

/// See the head of this file. The expressions use symbols only; symbol k is
/// AffineTiles::symbols()[k], sign-extended to 64 bits.
struct AffineForm {
  mlir::AffineExpr uniform;
  llvm::SmallVector<mlir::AffineExpr> coefficients;

  /// The least power-of-two multiple etc. need only the expressions; whether
  /// the form depends on dimension d at all is asked most often.
  bool dependsOn(unsigned d) const;
  bool isUniform() const;
};

/// `form` has to lie in [least, most] in every lane of a tile of `shape`: what is
/// not known until run time.
struct RangeGuard {
  AffineForm form;
  llvm::SmallVector<int64_t> shape;
  mlir::AffineExpr least, most;
  /// The condition in words, e.g. "the offsets fit in 32 bits".
  std::string name;

  bool operator==(const RangeGuard &other) const;
};

/// The guard that `form` fits in `width` signed bits.
RangeGuard fitsGuard(const AffineForm &form, llvm::ArrayRef<int64_t> shape, unsigned width, llvm::StringRef what);

/// Adds the guards that are not there yet.
void addGuards(llvm::SmallVectorImpl<RangeGuard> &guards, llvm::ArrayRef<RangeGuard> more);

/// An affine form and what has to hold for it.
struct AffineResult {
  AffineForm form;
  llvm::SmallVector<RangeGuard> guards;
};

/// Analyses tiles of one kernel in kernel form, on demand, with a memory.
class AffineTiles {
public:
  /// `ranges` has run over the kernel with integer range analysis.
  AffineTiles(mlir::DataFlowSolver &ranges, mlir::MLIRContext *context);

  /// The form of `tile`, or nothing, with `reason()` saying which op is in the way.
  std::optional<AffineResult> analyze(mlir::Value tile);

  const std::string &reason() const { return why; }
  llvm::ArrayRef<mlir::Value> symbols() const { return scalars; }

  /// Emits `expr` as an i64 value; the symbols must dominate the insertion point.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::AffineExpr expr) const;

  /// Largest power of two (at most 2^62) known to divide `value` whatever wraps.
  int64_t powerOfTwoDivisor(mlir::Value value) const;

  /// Value ranges say that every lane of `tile` fits in `width` signed bits.
  bool fitsWidth(mlir::Value tile, unsigned width) const;

  /// Value ranges say that no lane of `tile` is negative.
  bool isNotNegative(mlir::Value tile) const;

  /// The expression of a scalar: a constant, or a symbol.
  mlir::AffineExpr scalarExpr(mlir::Value scalar);

private:
  std::optional<AffineResult> compute(mlir::Value tile);
  std::optional<AffineResult> fail(mlir::Value tile, const char *what);
  std::optional<AffineResult> sum(mlir::Operation *op, bool subtract);
  std::optional<AffineResult> product(mlir::Operation *op);
  std::optional<AffineResult> remainder(mlir::Operation *op);
  std::optional<AffineResult> reshape(mlir::Value source, mlir::Value result);
  std::optional<AffineResult> broadcast(mlir::Value source, mlir::Value result);
  void guardWidth(AffineResult &result, mlir::Operation *op, mlir::Value lhs, mlir::Value rhs);
  bool sumStaysInBlock(const AffineResult &a, const AffineResult &b, mlir::Value rhs) const;
  int64_t powerOfTwoDivisor(mlir::AffineExpr expr) const;

  mlir::DataFlowSolver &ranges;
  mlir::MLIRContext *context;
  llvm::SmallVector<mlir::Value> scalars;
  llvm::DenseMap<mlir::Value, unsigned> symbolOf;
  llvm::DenseMap<mlir::Value, std::optional<AffineResult>> known;
  std::string why;
};

} // namespace kiln::analysis

#endif // KILN_CORE_ANALYSIS_AFFINETILE_H
