// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every target that makes its code through LLVM shares: types, and patterns
// from native form (scalars and 1-D vectors) to the llvm dialect. What only the
// target knows, it gives as functions:
//
//   codegen::LLVMLowering lowering;
//   lowering.programId = [](OpBuilder &builder, Operation *op, tile::Axis axis) { .. };
//   codegen::populateNativeToLLVMPatterns(types, lowering, patterns);
//
// An op whose function is missing is declined, as is what no pattern takes.

#ifndef KILN_CORE_CODEGEN_NATIVETOLLVM_H
#define KILN_CORE_CODEGEN_NATIVETOLLVM_H

#include "kiln/tile/Tile.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace kiln::codegen {

/// A tile.print_element on its way to the host.
struct PrintedElement {
  std::string prefix;
  /// The runtime's name of the element type; empty where nothing follows the prefix.
  std::string type;
  bool hex = false;
  /// The value in the low bits of an i64; null where there is none.
  mlir::Value bits;
  /// Integers of 64 bits.
  llvm::SmallVector<mlir::Value> indices;
};

/// How a target's code looks to LLVM. Each function gets a builder that stands at
/// `op`, the op that is replaced.
struct LLVMLowering {
  using Builder = mlir::OpBuilder;
  using Op = mlir::Operation;

  /// LLVM's number for a memory space; 0 for all where this is missing.
  std::function<unsigned(llvm::StringRef space)> addressSpace;
  /// LLVM's name for the threads that an atomic or fence is ordered for; where this
  /// is missing, "", which is all of them.
  std::function<llvm::StringRef(tile::Scope)> syncScope;
  /// f16 and bf16 are integers: the target has had their arithmetic expanded
  /// (`expand-narrow-floats`), so that they are only moved.
  bool narrowFloatsAsBits = false;

  /// An i32.
  std::function<mlir::Value(Builder &, Op *op, tile::Axis)> programId;
  std::function<mlir::Value(Builder &, Op *op, tile::Axis)> numPrograms;
  /// The address that `tile.address` of the buffers in `space` counts from.
  std::function<mlir::Value(Builder &, Op *op, llvm::StringRef space)> spaceBase;
  std::function<void(Builder &, Op *op, const PrintedElement &)> print;
  /// Ends the launch with `message`; what it makes does not come back.
  std::function<void(Builder &, Op *op, llvm::StringRef message)> fail;
};

/// LLVM's own conversions, those of `!tile.ptr` and memory spaces, and of narrow floats.
std::unique_ptr<mlir::LLVMTypeConverter> makeTypeConverter(mlir::MLIRContext *context, const LLVMLowering &lowering);

/// The llvm dialect and what writes it as LLVM IR.
void registerLLVM(mlir::DialectRegistry &registry);

/// Patterns for all of native form but `gpu.func` and `math`, which differ most
/// from target to target: arith, cf, func.call, memref, vector, ub and the three parts
/// below.
void populateNativeToLLVMPatterns(const mlir::LLVMTypeConverter &types, const LLVMLowering &lowering,
                                  mlir::RewritePatternSet &patterns);

/// Parts of it. Pointers, views, placed buffers, program ids, masks and elements of
/// vectors; accesses of scalars, atomics and fences; printing and assertions.
void populateTileToLLVMPatterns(const mlir::LLVMTypeConverter &types, const LLVMLowering &lowering,
                                mlir::RewritePatternSet &patterns);
void populateAccessesToLLVMPatterns(const mlir::LLVMTypeConverter &types, const LLVMLowering &lowering,
                                    mlir::RewritePatternSet &patterns);
void populateHostCallsToLLVMPatterns(const mlir::LLVMTypeConverter &types, const LLVMLowering &lowering,
                                     mlir::RewritePatternSet &patterns);

/// The atomics on one scalar that populateAccessesToLLVMPatterns() takes, as
/// `keep-scalars` of `expand-atomics` names them.
std::vector<std::string> scalarAtomics(const LLVMLowering &lowering);

/// `math` by LLVM's intrinsics, and by calls of the C library for what has none.
void populateMathToLLVMPatterns(const mlir::LLVMTypeConverter &types, mlir::RewritePatternSet &patterns);

/// Where the last of the buffers that are placed in `space` ends.
int64_t placedBytes(mlir::Operation *func, llvm::StringRef space);

/// `pointer` plus a number of bytes.
mlir::Value bytePointer(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer, int64_t bytes);

/// The address of a text, zero-terminated, in the code's read-only data.
mlir::Value textAddress(mlir::OpBuilder &builder, mlir::Operation *op, const llvm::Twine &text);

} // namespace kiln::codegen

#endif // KILN_CORE_CODEGEN_NATIVETOLLVM_H
