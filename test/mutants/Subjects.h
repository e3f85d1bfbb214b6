// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What mutants are fed to: each subject takes one kind of input, has examples of
// it, and either accepts an input or refuses it with an error.

#ifndef KILN_TEST_MUTANTS_SUBJECTS_H
#define KILN_TEST_MUTANTS_SUBJECTS_H

#include "kiln/TargetRegistry.h"
#include "mlir/IR/DialectRegistry.h"

#include <functional>
#include <string>
#include <vector>

namespace kiln::mutants {

/// Declined: read without an error, but not compiled for a target.
enum class Outcome { Accepted, Declined, Refused };

struct Subject {
  std::string name;
  bool isText;
  std::vector<std::string> sources;
  /// `index` is the number of the mutant, for what not every one is put through.
  /// An error is a broken promise: no diagnostic for a refusal, or one too many.
  std::function<Result<Outcome>(const std::string &input, unsigned index)> feed;
};

/// Dialects and targets, made once.
struct World {
  static Result<std::unique_ptr<World>> create();

  mlir::DialectRegistry dialects;
  TargetRegistry targets;
};

/// All subjects; `root` is the source directory, which has the examples. The
/// world outlives them.
Result<std::vector<Subject>> makeSubjects(World &world, const std::string &root);

} // namespace kiln::mutants

#endif // KILN_TEST_MUTANTS_SUBJECTS_H
