// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion of the mirror to tile: a walk over the ops of a kernel in order,
// with a map from each value to what became of it. Three kinds of values:
//
//   numbers, tensors, descriptors   one tile value
//   pointers, tensors of pointers   a Pointer: base + uniform + varying
//   pointers to blocks              a BlockPointer
//
// One handler per op, registered by family. A handler reads its operands from
// the Converter, builds tile ops and sets its results.

#ifndef KILN_TRITON_CONVERT_H
#define KILN_TRITON_CONVERT_H

#include "core/triton/Reader.h"
#include "core/triton/Structure.h"
#include "core/triton/Triton.h"
#include "kiln/tile/Tile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace kiln::triton {

/// A pointer, or a tensor of pointers, taken apart. Lane i is at
///   base + (uniform + varying[i]) * bytes of the pointee,
/// where a missing part counts as 0. A tensor whose lanes do not share a base
/// has only `lanes`, a tile of pointers.
struct Pointer {
  mlir::Value base;    // !tile.ptr
  mlir::Value uniform; // i64, in elements
  mlir::Value varying; // tile of integers, in elements, of the width it was computed in
  mlir::Value lanes;   // tile of !tile.ptr
};

/// Which parts a Pointer has where control flow merges: values that meet must
/// agree on it. Forms are ordered; a merge takes the greater one.
struct PointerForm {
  bool lanes = false;
  unsigned width = 0; // of the varying part, 0 for none
};

/// A block pointer: a strided array and where the block starts in it.
struct BlockPointer {
  mlir::Value base;
  llvm::SmallVector<mlir::Value> extents, strides; // i64
  llvm::SmallVector<mlir::Value> offsets;          // i32
};

class Converter {
public:
  using Handler = std::function<mlir::LogicalResult(Converter &, mlir::Operation *)>;

  Converter(mlir::MLIRContext *context, const ReadOptions &options);

  /// The kernel in tile form, appended to `module`.
  mlir::LogicalResult convertKernel(FuncOp kernel, mlir::ModuleOp module);

  template <typename OpT>
  void add(mlir::LogicalResult (*handler)(Converter &, OpT)) {
    handlers[OpT::getOperationName()] = [handler](Converter &c, mlir::Operation *op) {
      return handler(c, mlir::cast<OpT>(op));
    };
  }

  //===-- blocks -----------------------------------------------------------===//

  /// Converts the ops of `block` but its terminator, at the builder.
  mlir::LogicalResult convertOps(mlir::Block &block);

  /// The same op on the converted operands, hints kept, result types unchanged.
  /// None of the operands is a pointer.
  mlir::Operation *cloneOp(mlir::Operation *op);

  /// Carries the hints of a mirror op (`tt.x`) over as `tile.hint_x`.
  void keepHints(mlir::Operation *from, mlir::Operation *to);

  //===-- values -----------------------------------------------------------===//

  /// The one tile value for `value`; a pointer is put together.
  mlir::Value plain(mlir::Value value);
  mlir::SmallVector<mlir::Value> plain(mlir::ValueRange values);
  Pointer pointer(mlir::Value value) const { return pointers.lookup(value); }
  const BlockPointer &block(mlir::Value value) { return blocks[value]; }

  void set(mlir::Value value, mlir::Value converted) { mapping.map(value, converted); }
  void set(mlir::Value value, Pointer converted) { pointers[value] = converted; }
  void set(mlir::Value value, BlockPointer converted) { blocks[value] = std::move(converted); }
  /// Sets a result from a tile value that may be a pointer.
  void setLoaded(mlir::Value value, mlir::Value converted);

  mlir::Type convertType(mlir::Type type) const;

  //===-- control flow -----------------------------------------------------===//

  PointerForm formOf(mlir::Value value) const;
  static PointerForm join(PointerForm a, PointerForm b);
  /// The form of a loop-carried value: at least `form` and what earlier rounds
  /// found to flow in.
  PointerForm carriedForm(mlir::Value carried, PointerForm form);
  /// Notes that `form` flows into `carried`. False where that needs another
  /// round, in which case the result of this round is thrown away.
  bool flowsInto(mlir::Value carried, PointerForm form);

  /// The parts of `value` in the given form, and the other way round.
  void flatten(mlir::Value value, PointerForm form, mlir::SmallVectorImpl<mlir::Value> &parts);
  void flattenTypes(mlir::Type type, PointerForm form, mlir::SmallVectorImpl<mlir::Type> &types) const;
  void unflatten(mlir::Value value, PointerForm form, mlir::ValueRange &parts);

  //===-- pointers (Pointers.cpp) --------------------------------------------===//

  mlir::Value address(const Pointer &pointer, mlir::Type element);
  mlir::Value lanes(const Pointer &pointer, PtrType type, mlir::ArrayRef<int64_t> shape);
  Pointer advance(const Pointer &pointer, mlir::Value offset, mlir::Type type);
  Pointer reinterpret(const Pointer &pointer, mlir::Type from, mlir::Type to);
  Pointer selectLanes(mlir::Value condition, const Pointer &a, const Pointer &b, mlir::Type type);
  /// The pointer in the given form.
  Pointer coerce(const Pointer &pointer, PointerForm form, mlir::Type type);
  /// Offsets of every lane, also where all are equal.
  mlir::Value offsets(const Pointer &pointer, mlir::ArrayRef<int64_t> shape);
  /// The scalar that fills all of a tile, computed anew as a scalar; null if
  /// the tile is not known to be uniform.
  mlir::Value scalarOf(mlir::Value tile, unsigned depth = 8);
  mlir::Value signExtend(mlir::Value integer, unsigned width);
  mlir::Value constant(mlir::Type type, int64_t value);

  mlir::OpBuilder builder;
  const ReadOptions options;
  mlir::Location loc; // of the op under conversion

private:
  mlir::LogicalResult convertSignature(FuncOp kernel, mlir::func::FuncOp function);
  mlir::LogicalResult convertDescriptorArguments(FuncOp kernel);
  void reset();
  const mlir::ConstantIntRanges &rangeOf(mlir::Value value, unsigned depth = 12);
  mlir::ConstantIntRanges computeRange(mlir::Value value, unsigned depth);
  mlir::Value addOffsets(mlir::Value a, mlir::Value b);

  llvm::StringMap<Handler> handlers;
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, Pointer> pointers;
  llvm::DenseMap<mlir::Value, BlockPointer> blocks;
  llvm::DenseMap<mlir::Value, PointerForm> carried;
  llvm::DenseMap<mlir::Value, std::unique_ptr<mlir::ConstantIntRanges>> ranges;
  bool again = false;
  unsigned rounds = 0;
};

/// Zeros, a null pointer or a view of nothing.
mlir::Value zeroOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type);

// Accesses through block pointers (ConvertViews.cpp).
mlir::LogicalResult convertBlockLoad(Converter &converter, LoadOp op);
mlir::LogicalResult convertBlockStore(Converter &converter, StoreOp op);

// One per family; each registers its handlers.
void addControlHandlers(Converter &converter);
void addShapeHandlers(Converter &converter);
void addPointerHandlers(Converter &converter);
void addMemoryHandlers(Converter &converter);
void addViewHandlers(Converter &converter);
void addArithHandlers(Converter &converter);
void addLibraryHandlers(Converter &converter);
void addTileHandlers(Converter &converter);

} // namespace kiln::triton

#endif // KILN_TRITON_CONVERT_H
