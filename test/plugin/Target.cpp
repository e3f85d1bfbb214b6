// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest target that does something: its code is the text of kernel form.
// docs/adding-a-target.md walks through it.

#include "kiln/Target.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/raw_ostream.h"

namespace {

class TextTarget : public kiln::Target {
public:
  TextTarget() {
    data.name = "text";
    data.version = "1";
    data.summary = "kernel form as text";
    data.entry = kiln::EntryLevel::Kernel;
    data.elementTypes = {"f32"};
    data.emitKinds = {{"text", "mlir", "what the artifact holds"}};
  }

  const kiln::TargetInfo &info() const override { return data; }

  // A target with a dialect of its own adds patterns here and makes what they
  // replace illegal. This one takes every op as it is.
  void populateConversion(mlir::TypeConverter &types, mlir::RewritePatternSet &,
                          mlir::ConversionTarget &legality) const override {
    types.addConversion([](mlir::Type type) { return type; });
    legality.markUnknownOpDynamicallyLegal([](mlir::Operation *) { return true; });
  }

  mlir::FailureOr<kiln::EmittedKernel> emit(mlir::ModuleOp module) const override {
    mlir::FailureOr<std::string> text = emitText(module, "text");
    kiln::EmittedKernel kernel;
    kernel.code.assign(text->begin(), text->end());
    return kernel;
  }

  mlir::FailureOr<std::string> emitText(mlir::ModuleOp module, llvm::StringRef kind) const override {
    if (kind != "text")
      return Target::emitText(module, kind);
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  }

private:
  kiln::TargetInfo data;
};

} // namespace

KILN_REGISTER_TARGET(text, TextTarget)
