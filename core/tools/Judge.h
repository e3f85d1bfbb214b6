// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running the reference on the arguments of a launch, and comparing a device's
// results with it.

#ifndef KILN_CORE_TOOLS_JUDGE_H
#define KILN_CORE_TOOLS_JUDGE_H

#include "core/reference/Interpreter.h"
#include "kiln/ArgMaker.h"
#include "kiln/Device.h"
#include "kiln/Target.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace kiln::tools {

class Judge {
public:
  Judge(mlir::FunctionOpInterface kernel, const std::vector<ArgumentInfo> &signature, const MadeArguments &made,
        const Grid &grid, const LaunchLimits &limits)
      : kernel(kernel), signature(signature), made(made), grid(grid), limits(limits) {}

  /// The arguments as facts see them, at the addresses of a run of the reference.
  Result<std::vector<ArgumentValue>> values();

  /// The buffers after a run of the reference; printed lines go to `out`, what
  /// the run took to `counters`.
  Result<std::vector<HostBuffer>> run(llvm::raw_ostream &out, std::vector<Counter> &counters);

  /// Runs the reference with error bounds for `target`. Before a device runs, so
  /// that a wrong access is named and not made.
  Result<void> interpret(const Target &target);

  /// Compares each buffer with what interpret() left; one line per buffer goes to
  /// `out`. True where all are equal.
  Result<bool> compare(const std::vector<HostBuffer> &got, llvm::raw_ostream &out);

private:
  Result<void> prepare();
  Result<reference::RunReport> execute(const Target *target);
  Result<std::vector<std::byte>> readBack(unsigned buffer) const;
  Result<std::vector<double>> readBounds(unsigned buffer) const;
  std::string nameOf(unsigned buffer) const;

  mlir::FunctionOpInterface kernel; // of any level that the reference runs
  const std::vector<ArgumentInfo> &signature;
  const MadeArguments &made;
  Grid grid;
  LaunchLimits limits;
  reference::Memory memory;
  std::vector<uint64_t> addresses;
  uint64_t ambiguous = 0;
};

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_JUDGE_H
