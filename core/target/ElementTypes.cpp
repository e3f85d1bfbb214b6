// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// verify-element-types: what a target cannot compute with is declined before any
// work is done for it. Scalars are left to the target's conversion, which many
// machines do elsewhere.

#include "core/target/ElementTypes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace kiln;

bool kiln::listsElement(const TargetInfo &info, Type element) {
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return info.elementTypes.empty() || llvm::is_contained(info.elementTypes, name);
}

namespace {

/// What the core makes of types that a target lacks, or makes itself.
bool isProvided(const TargetInfo &info, Type element) {
  // Masks, counts and addresses are part of every form.
  if (element.isInteger(1) || element.isInteger(32) || element.isInteger(64) || !element.isIntOrFloat())
    return true;
  auto isFp8Name = [](StringRef name) { return name.starts_with("f8"); };
  if (info.entry != EntryLevel::Native || !isa<FloatType>(element))
    return false;
  // expand-narrow-floats computes in f32; expand-fp8 runs for targets without any fp8.
  unsigned width = element.getIntOrFloatBitWidth();
  return width == 16 || (width == 8 && llvm::none_of(info.elementTypes, isFp8Name));
}

struct VerifyElementTypes : PassWrapper<VerifyElementTypes, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyElementTypes)

  explicit VerifyElementTypes(const TargetInfo &info) : info(info) {}

  StringRef getArgument() const override { return "verify-element-types"; }
  StringRef getDescription() const override { return "decline tiles of types that a target does not compute with"; }

  bool isDeclined(Type type) const {
    auto tile = dyn_cast<VectorType>(type);
    return tile && !listsElement(info, tile.getElementType()) && !isProvided(info, tile.getElementType());
  }

  void runOnOperation() override {
    auto declined = [&](Type type) { return isDeclined(type); };
    getOperation().walk([&](Operation *op) {
      // A constant says less about the kernel than what uses it.
      if (op->hasTrait<OpTrait::ConstantLike>())
        return WalkResult::advance();
      SmallVector<Type> types(op->getResultTypes());
      llvm::append_range(types, op->getOperandTypes());
      auto it = llvm::find_if(types, declined);
      if (it == types.end())
        return WalkResult::advance();
      emitError(op->getLoc()) << "target '" << info.name << "' declines '" << op->getName() << "' of " << *it
                              << ": it computes with " << llvm::join(info.elementTypes, ", ") << ", but not with "
                              << cast<VectorType>(*it).getElementType();
      signalPassFailure();
      return WalkResult::interrupt();
    });
  }

  const TargetInfo &info;
};

} // namespace

std::unique_ptr<Pass> kiln::createVerifyElementTypesPass(const TargetInfo &info) {
  return std::make_unique<VerifyElementTypes>(info);
}
