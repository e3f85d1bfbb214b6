// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convert-to-target: one pass for all targets; patterns are the target's.

#include "core/target/ConvertToTarget.h"
#include "core/target/ElementTypes.h"
#include "kiln/tile/SourceLine.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kiln;

namespace {

struct ConvertToTarget : PassWrapper<ConvertToTarget, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToTarget)

  explicit ConvertToTarget(const Target &target) : target(target) {}

  StringRef getArgument() const override { return "convert-to-target"; }
  StringRef getDescription() const override { return "apply a target's conversion patterns"; }

  void getDependentDialects(DialectRegistry &registry) const override { target.registerDialects(registry); }

  void runOnOperation() override {
    std::unique_ptr<TypeConverter> converter = target.makeTypeConverter(&getContext());
    TypeConverter &types = *converter;
    RewritePatternSet patterns(&getContext());
    ConversionTarget legality(getContext());
    target.populateConversion(types, patterns, legality);
    // Containers are no business of a target unless it says so.
    legality.addLegalOp<ModuleOp, gpu::GPUModuleOp>();
    // The framework's own message names an op but not the target; ours does.
    SmallVector<std::pair<Location, std::string>> held;
    LogicalResult result = success();
    {
      ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diag) {
        held.push_back({diag.getLocation(), diag.str()});
        return success();
      });
      result = applyFullConversion(getOperation(), legality, std::move(patterns));
    }
    if (succeeded(result))
      return;
    for (auto &[loc, text] : held)
      report(loc, text, types);
    signalPassFailure();
  }

  void report(Location loc, StringRef text, const TypeConverter &types) {
    StringRef name = text;
    if (!name.consume_front("failed to legalize operation '")) {
      emitError(loc) << text;
      return;
    }
    name = name.take_until([](char c) { return c == '\''; });
    // A failed conversion leaves the module as it was, with the op in it. Of
    // several without a line, one with a type that has no form is meant.
    auto lacksForm = [&](Type type) { return !types.convertType(type); };
    Operation *declined = nullptr;
    getOperation().walk([&](Operation *op) {
      if (op->getName().getStringRef() != name || op->getLoc() != loc)
        return WalkResult::advance();
      bool isMeant = llvm::any_of(op->getOperandTypes(), lacksForm) || llvm::any_of(op->getResultTypes(), lacksForm);
      declined = isMeant || !declined ? op : declined;
      return isMeant ? WalkResult::interrupt() : WalkResult::advance();
    });
    InFlightDiagnostic diag = emitError(declined ? userLocation(declined) : loc)
                              << "target '" << target.info().name << "' declines '" << name << "'";
    if (!declined)
      return;
    if (declined->getNumOperands())
      diag << " of " << declined->getOperandTypes();
    if (declined->getNumResults())
      diag << (declined->getNumOperands() ? " giving " : " of ") << declined->getResultTypes();
    if (std::string missing = missingElement(declined); !missing.empty())
      diag << "; it has no '" << missing << "' ('kiln targets' lists its element types)";
  }

  /// The first element type of the op that is none of the target's; "" where the
  /// types are not the reason.
  std::string missingElement(Operation *op) const {
    for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types) {
        Type element = getElementTypeOrSelf(type);
        if (!element.isIntOrFloat() || listsElement(target.info(), element))
          continue;
        std::string name;
        llvm::raw_string_ostream(name) << element;
        return name;
      }
    return "";
  }

  /// Constants often have no line of their own: that of what uses them.
  static Location userLocation(Operation *op) {
    Operation *at = op;
    for (int step = 0; step < 8; ++step) {
      if (tile::sourceLine(at->getLoc()))
        return at->getLoc();
      if (at->use_empty())
        break;
      at = *at->getUsers().begin();
    }
    return op->getLoc();
  }

  const Target &target;
};

} // namespace

std::unique_ptr<Pass> kiln::createConvertToTargetPass(const Target &target) {
  return std::make_unique<ConvertToTarget>(target);
}
