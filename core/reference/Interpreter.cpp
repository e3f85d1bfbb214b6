// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run from the outside: arguments are checked, the kernel is planned, and
// its program instances are executed. Instances of a kernel without atomics
// are independent: each thread takes every n-th, and the reports are put
// together in order. Instances of a kernel with atomics run in order on one
// thread, until one only looks at memory (it waits for another): Turns.h.

#include "core/reference/Interpreter.h"
#include "core/reference/Instance.h"
#include "core/reference/Turns.h"
#include "kiln/tile/Tile.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <thread>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static std::string text(Type type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}

static Result<std::vector<Datum>> makeArguments(FunctionOpInterface kernel, ArrayRef<Argument> arguments) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  if (types.size() != arguments.size())
    return Error(llvm::formatv("kernel '{0}' expected {1} arguments but got {2}", kernel.getName(), types.size(),
                               arguments.size()));
  std::vector<Datum> values;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Type type = types[index];
    bool isPointer = isa<tile::PtrType>(type);
    std::optional<ElementType> element = ElementType::of(type);
    if (!element)
      return Error(llvm::formatv("kernel '{0}' has argument {1} of type {2}; only scalars and pointers can be given",
                                 kernel.getName(), index, text(type)));
    if (isPointer ? argument.type && !isa<tile::PtrType>(argument.type) : argument.type != type)
      return Error(llvm::formatv("kernel '{0}' expected argument {1} of type {2} but got {3}", kernel.getName(), index,
                                 text(type), argument.type ? text(argument.type) : "a pointer"));
    values.push_back(Datum::scalar(*element, argument.bits));
  }
  return values;
}

static std::array<int64_t, 3> idsOf(uint64_t instance, const std::array<int64_t, 3> &grid) {
  auto linear = static_cast<int64_t>(instance);
  return {linear % grid[0], linear / grid[0] % grid[1], linear / grid[0] / grid[1]};
}

/// Adds the report of the next instance to that of the run.
static void append(RunReport &total, RunReport part, const RunOptions &options) {
  for (std::string &line : part.printed) {
    if (total.printed.size() < options.maxPrintedLines)
      total.printed.push_back(std::move(line));
    else
      ++total.droppedLines;
  }
  total.droppedLines += part.droppedLines;
  total.steps += part.steps;
  total.bytesRead += part.bytesRead;
  total.bytesWritten += part.bytesWritten;
  total.atomics += part.atomics;
  total.ambiguousCount += part.ambiguousCount;
  for (AmbiguousResult &result : part.ambiguous)
    if (total.ambiguous.size() < 1000)
      total.ambiguous.push_back(std::move(result));
}

namespace {
/// What one instance left behind.
struct Outcome {
  RunReport report;
  std::string error;
};
} // namespace

/// Executes instances [first, last) and appends their reports; stops at the
/// first error, which comes back.
static std::string runRange(RunContext &context, ArrayRef<Datum> arguments, uint64_t first, uint64_t last,
                            RunReport &report) {
  Instance instance(context);
  for (uint64_t i = first; i < last; ++i) {
    instance.reset(idsOf(i, context.grid), arguments);
    LogicalResult result = instance.runBody();
    append(report, std::move(instance.report), context.options);
    if (failed(result))
      return instance.error;
  }
  return "";
}

/// Instances that do not depend on one another: each thread has a contiguous
/// share. The error of the lowest instance is the one that is told.
static std::string runIndependent(RunContext &context, ArrayRef<Datum> arguments, uint64_t count, RunReport &report) {
  uint64_t threads = std::max<uint64_t>(1, std::min<uint64_t>(context.options.threads, count));
  std::vector<Outcome> outcomes(threads);
  auto share = [&](uint64_t t) {
    outcomes[t].error =
        runRange(context, arguments, count * t / threads, count * (t + 1) / threads, outcomes[t].report);
  };
  std::vector<std::thread> workers;
  for (uint64_t t = 1; t < threads; ++t)
    workers.emplace_back(share, t);
  share(0);
  for (std::thread &worker : workers)
    worker.join();
  for (Outcome &outcome : outcomes) {
    append(report, std::move(outcome.report), context.options);
    if (!outcome.error.empty())
      return outcome.error;
  }
  return "";
}

static std::string runInTurns(RunContext &context, ArrayRef<Datum> arguments, uint64_t count, RunReport &report) {
  // Reports of instances that ended before a lower one; only the instance that
  // has the turn touches them.
  std::map<uint64_t, RunReport> early;
  uint64_t next = 0;
  std::string error = takeTurns(count, [&](uint64_t i, const PassTurn &passTurn) {
    Instance instance(context);
    instance.reset(idsOf(i, context.grid), arguments);
    instance.passTurn = passTurn;
    bool isDone = succeeded(instance.runBody());
    early[i] = std::move(instance.report);
    for (auto first = early.begin(); first != early.end() && first->first == next; first = early.erase(first), ++next)
      append(report, std::move(first->second), context.options);
    return isDone ? "" : instance.error;
  });
  return error;
}

Result<RunReport> kiln::reference::run(FunctionOpInterface kernel, ArrayRef<Argument> arguments,
                                       std::array<int64_t, 3> grid, Memory &memory, const RunOptions &options) {
  uint64_t count = 1;
  for (int64_t extent : grid) {
    if (extent < 1 || extent > INT32_MAX)
      return Error(
          llvm::formatv("expected grid extents from 1 to 2^31 - 1 but got {0} x {1} x {2}", grid[0], grid[1], grid[2]));
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count) || count >> 48)
      return Error(
          llvm::formatv("expected at most 2^48 program instances but got {0} x {1} x {2}", grid[0], grid[1], grid[2]));
  }
  Result<std::vector<Datum>> values = makeArguments(kernel, arguments);
  if (!values)
    return values.error();
  Registry registry = makeRegistry();
  Result<Plan> plan = makePlan(kernel, registry);
  if (!plan)
    return plan.error();

  auto limit = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(std::min(options.maxSeconds, 1e9)));
  RunContext context{*plan, options, memory, grid, std::chrono::steady_clock::now() + limit};
  RunReport report;
  std::string error = plan->takesTurns && count > 1 ? runInTurns(context, *values, count, report)
                                                    : runIndependent(context, *values, count, report);
  if (!error.empty())
    return Error(error);
  return report;
}
