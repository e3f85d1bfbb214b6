// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ side of the mirror dialect `tt`. Only the reader includes this.

#ifndef KILN_TRITON_TRITON_H
#define KILN_TRITON_TRITON_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "core/triton/TritonEnums.h.inc"

#include "core/triton/TritonDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "core/triton/TritonTypes.h.inc"

namespace kiln::triton {

/// What an access through `pointers` moves: the pointee, its block, or a tensor
/// of pointees. Any other type is returned as it is, for the verifier to name.
mlir::Type pointeeOf(mlir::Type pointers);

/// i1 in the shape of an access through `pointers`, or of a tensor.
mlir::Type maskFor(mlir::Type pointers);

/// The pointer type in `type`, which is one or is a tensor of them; null else.
PtrType pointerIn(mlir::Type type);

/// Whether values of this type are pointers to scalars, or tensors of such.
bool isPointer(mlir::Type type);

/// Whether values of this type point to a block.
bool isBlockPointer(mlir::Type type);

} // namespace kiln::triton

#define GET_OP_CLASSES
#include "core/triton/Triton.h.inc"

#endif // KILN_TRITON_TRITON_H
