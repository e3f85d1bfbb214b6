// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target that fails without a word, as no target should: users get an error all
// the same.

#include "kiln/Target.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"

namespace {

struct FailingPass : mlir::PassWrapper<FailingPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailingPass)

  void runOnOperation() override {
    if (getOperation()->hasAttr("kiln.knob.pass-fails"))
      signalPassFailure();
  }
};

class SilentTarget : public kiln::Target {
public:
  SilentTarget() {
    data.name = "silent";
    data.version = "1";
    data.summary = "fails without a word";
    data.entry = kiln::EntryLevel::Kernel;
    data.elementTypes = {"f32"};
    data.emitKinds = {{"words", "txt", "nothing"}};
    data.knobs = {{"pass-fails", "fail in a pass already", 1, 1}};
  }

  const kiln::TargetInfo &info() const override { return data; }

  void populateConversion(mlir::TypeConverter &types, mlir::RewritePatternSet &,
                          mlir::ConversionTarget &legality) const override {
    types.addConversion([](mlir::Type type) { return type; });
    legality.markUnknownOpDynamicallyLegal([](mlir::Operation *) { return true; });
  }

  void buildPipeline(mlir::OpPassManager &pm, kiln::Phase phase) const override {
    if (phase == kiln::Phase::AfterConversion)
      pm.addPass(std::make_unique<FailingPass>());
  }

  mlir::FailureOr<kiln::EmittedKernel> emit(mlir::ModuleOp) const override { return mlir::failure(); }

  mlir::FailureOr<std::string> emitText(mlir::ModuleOp, llvm::StringRef) const override { return mlir::failure(); }

private:
  kiln::TargetInfo data;
};

} // namespace

KILN_REGISTER_TARGET(silent, SilentTarget)
