// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time from Triton's text to an artifact for the default target, warm and in
// process, and of `kiln compile` as a new process (the median is that of 20).
//
//   build/test/bench/CompileBench [ROOT]        ROOT: the source directory, here by default

#include "core/pipeline/Compiler.h"
#include "core/pipeline/Registration.h"
#include "core/tools/BuiltIn.h"
#include "core/triton/Reader.h"
#include "kiln/TargetRegistry.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>

using namespace kiln;

namespace {

struct Setup {
  Setup() {
    registerCoreDialects(dialects);
    if (tools::addBuiltInTargets(targets))
      for (const Target *target : targets.all())
        target->registerDialects(dialects);
  }

  mlir::DialectRegistry dialects;
  TargetRegistry targets;
};

void inProcess(benchmark::State &state, const Setup &setup, const std::string &path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  Result<const Target *> target = setup.targets.defaultTarget();
  if (!text || !target) {
    state.SkipWithError(("cannot read '" + path + "', or no target").c_str());
    return;
  }
  for (auto _ : state) {
    mlir::MLIRContext context(setup.dialects, mlir::MLIRContext::Threading::DISABLED);
    auto module = triton::readTriton((*text)->getMemBufferRef(), context);
    if (!module || failed(kiln::compile(*module, **target, {}))) {
      state.SkipWithError("does not compile");
      return;
    }
  }
}

void newProcess(benchmark::State &state, const std::string &root) {
  std::string command = root + "/build/bin/kiln compile " + root + "/test/triton/general/vector_add.ttir -o /dev/null";
  for (auto _ : state)
    if (std::system(command.c_str()) != 0) {
      state.SkipWithError("kiln compile failed");
      return;
    }
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::string root = argc > 1 ? argv[1] : ".";
  Setup setup;
  for (const char *kernel : {"vector_add", "softmax_rows", "matmul"})
    benchmark::RegisterBenchmark(kernel, inProcess, std::cref(setup), root + "/test/triton/general/" + kernel + ".ttir")
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("kiln_compile_vector_add", newProcess, root)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Iterations(1)
      ->Repetitions(20)
      ->ReportAggregatesOnly();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
