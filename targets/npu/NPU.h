// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu dialect and what the passes of this target share.

#ifndef KILN_TARGETS_NPU_NPU_H
#define KILN_TARGETS_NPU_NPU_H

#include "kiln/Mapping.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

#include "targets/npu/NPUEnums.h.inc"

#include "targets/npu/NPUDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "targets/npu/NPUTypes.h.inc"

#define GET_OP_CLASSES
#include "targets/npu/NPU.h.inc"

namespace kiln::npu {

#define GEN_PASS_DECL
#include "targets/npu/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "targets/npu/Passes.h.inc"

/// On-chip memories that tiles live in: the scratchpad, and the accumulators of
/// the matrix array.
inline constexpr llvm::StringLiteral spmSpace = "spm", accSpace = "acc";

/// Element types that a vector register holds: 32-bit ones as they are, 16-bit
/// floats as the f32 of the same value, narrower integers sign-extended.
bool isComputable(mlir::Type element);

/// Values to register classes: scalars, pointers and memrefs (as addresses),
/// vectors of computable elements, masks.
void addRegisterTypes(mlir::TypeConverter &types, mlir::MLIRContext *context);

/// Patterns by family; each adds its own.
void populateScalarPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateCastPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateControlPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateHostPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateVectorPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateMathPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateMatrixPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);

/// How the matrix array takes a dot; nothing where it does not.
std::optional<ContractPlan> contractPlan(tile::DotOp dot);
void populateAtomicPatterns(mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);

} // namespace kiln::npu

#endif // KILN_TARGETS_NPU_NPU_H
