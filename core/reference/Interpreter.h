// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter: what a kernel means, by docs/semantics.md, in any
// form from tile down to kernel form. Every other result is judged by it.
//
//   Memory memory;
//   Result<uint64_t> x = memory.allocate(4096, 16, "x");
//   ...
//   auto report = run(kernel, {Argument::pointer(*x), Argument::scalar(97, i32)}, {4, 1, 1}, memory, {});
//   if (!report)
//     return report.error();
//   auto bytes = memory.read(*x, 4096);
//
// A run never aborts: an unsupported op, an access outside the allocations, a
// failed assertion, a broken promise (tile.assume, tile.proof) and a kernel
// that does not end are errors that name op, source line, program instance and
// lane.

#ifndef KILN_REFERENCE_INTERPRETER_H
#define KILN_REFERENCE_INTERPRETER_H

#include "core/reference/Memory.h"
#include "kiln/Result.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kiln::reference {

/// A kernel argument: the address in a pointer, or the bits of a scalar.
struct Argument {
  uint64_t bits = 0;
  mlir::Type type; // null for a pointer

  static Argument pointer(uint64_t address) { return {address, {}}; }
  /// `bits` holds the scalar in its low end; what lies above is ignored.
  static Argument scalar(uint64_t bits, mlir::Type type) { return {bits, type}; }
};

struct RunOptions {
  /// Ops executed, summed over all program instances, before the run is
  /// stopped with an error.
  uint64_t maxSteps = 200'000'000;
  /// Wall-clock seconds before the run is stopped with an error; 0: no limit.
  double maxSeconds = 0;
  /// Host threads. The result has the same bits for every number; kernels with
  /// atomics run on one.
  unsigned threads = 1;
  /// Moves the points at which asynchronous copies read and write.
  uint64_t seed = 0;

  /// Carry a bound with each float: how far a correct target may be off.
  bool trackBounds = false;
  /// With bounds: list discrete results that hang on a compare within them.
  bool recordAmbiguous = true;
  /// Error of the target's approximate functions in units in the last place,
  /// by op name ("math.exp"); `defaultUlp` for those not listed.
  llvm::StringMap<double> ulp;
  double defaultUlp = 2;

  /// Lines that tile.print may add before the rest is dropped (and counted).
  uint64_t maxPrintedLines = 100'000;
};

/// A discrete result (a compare, a conversion to integer, a branch) that a
/// correct target may decide the other way.
struct AmbiguousResult {
  std::string op;
  std::string location;
  std::array<int64_t, 3> instance = {};
  int64_t lane = 0;   // the first such lane
  uint64_t lanes = 0; // how many lanes of this execution
};

struct RunReport {
  std::vector<std::string> printed; // in order of program instances
  uint64_t droppedLines = 0;
  uint64_t steps = 0;
  uint64_t bytesRead = 0;                 // from device memory
  uint64_t bytesWritten = 0;              // to device memory
  uint64_t atomics = 0;                   // lanes of atomics that took effect
  std::vector<AmbiguousResult> ambiguous; // the first 1000
  uint64_t ambiguousCount = 0;
};

/// Runs every program instance of `grid`. `kernel` has a body of one block
/// (func.func or gpu.func).
Result<RunReport> run(mlir::FunctionOpInterface kernel, llvm::ArrayRef<Argument> arguments, std::array<int64_t, 3> grid,
                      Memory &memory, const RunOptions &options);

/// How a buffer of a target compares to that of the reference.
struct Comparison {
  uint64_t elements = 0;
  uint64_t mismatches = 0;
  /// Elements whose bound says nothing: they hang on a compare within its
  /// bound, or overflowed. Neither equal nor different.
  uint64_t ambiguous = 0;
  /// The largest |got - expected| among floats, and the largest in units of
  /// the bound with its element; a mismatch at a bound of 0 is infinite.
  double largestError = 0;
  double largestInBounds = 0;
  uint64_t largestAt = 0;
  uint64_t firstMismatch = 0; // with mismatches > 0
  std::string message;        // one line for people

  bool equal() const { return mismatches == 0; }
};

/// Compares by docs/semantics.md, "equal to the reference". `bounds` is empty
/// (exact) or has one bound per element. Sizes that do not fit are a mismatch.
Comparison compare(llvm::ArrayRef<std::byte> expected, llvm::ArrayRef<double> bounds, llvm::ArrayRef<std::byte> got,
                   mlir::Type elementType);

} // namespace kiln::reference

#endif // KILN_REFERENCE_INTERPRETER_H
