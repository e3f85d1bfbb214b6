// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module in tile form to an artifact, in named phases.
//
//   tile         canonical tile form
//   kernel-form  whole tiles as vectors, accesses on their best rung
//   staged       tiles moved by copies through on-chip buffers
//   native       loops over native vectors, buffers placed
//   target       the target's own dialect
//
// A target's entry level decides which of staged and native are run.

#ifndef KILN_CORE_PIPELINE_COMPILER_H
#define KILN_CORE_PIPELINE_COMPILER_H

#include "core/pipeline/Specialize.h"
#include "kiln/Artifact.h"
#include "kiln/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace kiln {

struct CompileOptions {
  /// The phase after which to stop; empty: none.
  std::string stopAfter;
  /// A directory for the module after each phase, as NN-<phase>.mlir. Where
  /// compile() makes several variants or kernels, each has a directory in it.
  std::string dumpTo;
  /// One remark per memory access, with its rung.
  bool remarks = false;
  /// Compile this kernel of the module alone; empty: all of them.
  std::string kernel;
  /// Variants of `kernel` (or of the only one), in the order in which a launch
  /// tries them. Each is compiled with its facts, which guard it.
  FactSets variants;
  /// Make the general variant, without facts, as the last. Off: there is one
  /// set of facts, and a launch that breaks it is refused.
  bool general = true;
  /// The kernels' text, for the compile key; empty: artifacts have no key.
  std::string text;
  /// How the text was read; part of the key.
  bool fpFusion = true;
  /// Knobs of the target that were set, by name.
  std::map<std::string, int64_t> knobs;
};

/// The names of the phases that `target` needs, in order.
std::vector<std::string> phaseNames(const Target &target);

/// Runs the phases up to options.stopAfter on a module in tile form.
mlir::LogicalResult lower(mlir::ModuleOp module, const Target &target, const CompileOptions &options);

/// Text of one of the target's emit kinds, of a module that lower() brought down.
mlir::FailureOr<std::string> emitText(mlir::ModuleOp module, const Target &target, llvm::StringRef kind);

/// Leaves the kernels that options.kernel wants, with the facts of the only
/// variant that options.variants may have: what to lower where one level is to
/// be seen. Failing, an error was reported.
mlir::LogicalResult selectAndSpecialize(mlir::ModuleOp module, const CompileOptions &options);

/// An artifact with every kernel of a module in tile form; the module is used up.
mlir::FailureOr<Artifact> compile(mlir::ModuleOp module, const Target &target, const CompileOptions &options);

} // namespace kiln

#endif // KILN_CORE_PIPELINE_COMPILER_H
