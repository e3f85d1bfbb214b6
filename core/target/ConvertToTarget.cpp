// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convert-to-target: one pass for all targets; patterns are the target's.

#include "core/target/ConvertToTarget.h"
#include "mlir/IR/BuiltinOps.h"
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
    TypeConverter types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget legality(getContext());
    target.populateConversion(types, patterns, legality);
    ConversionConfig config;
    DenseSet<Operation *> left;
    config.unlegalizedOps = &left;
    // The framework's own message names an op but not the target; ours does.
    SmallVector<std::pair<Location, std::string>> held;
    LogicalResult result = success();
    {
      ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diag) {
        held.push_back({diag.getLocation(), diag.str()});
        return success();
      });
      result = applyFullConversion(getOperation(), legality, std::move(patterns), config);
    }
    if (succeeded(result))
      return;
    for (auto &[loc, text] : held) {
      std::string name = text;
      if (StringRef(text).consume_front("failed to legalize operation '"))
        name = "target '" + target.info().name + "' declines '" +
               StringRef(text)
                   .drop_front(strlen("failed to legalize operation '"))
                   .take_until([](char c) { return c == '\''; })
                   .str() +
               "' on these types";
      emitError(loc) << name;
    }
    signalPassFailure();
  }

  const Target &target;
};

} // namespace

std::unique_ptr<Pass> kiln::createConvertToTargetPass(const Target &target) {
  return std::make_unique<ConvertToTarget>(target);
}
