// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Instance.h"
#include "kiln/tile/SourceLine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// Ambiguous results kept in a report; the rest is counted.
static constexpr size_t maxAmbiguousKept = 1000;

/// The clock and the shared step count are looked at once in so many steps.
static constexpr uint64_t stepsPerCheck = 256;

void Instance::reset(std::array<int64_t, 3> newIds, llvm::ArrayRef<Datum> arguments) {
  ids = newIds;
  report = RunReport();
  error.clear();
  lastAllocation = nullptr;
  chip.releaseAll();
  buffers.clear();
  spaces.clear();
  for (auto [slot, argument] : llvm::zip(context.plan.body.arguments, arguments))
    slots[slot] = argument;
}

static std::string stepPrefix(const Step &step) {
  return llvm::formatv("{0}'{1}' op", locationPrefix(step.op->getLoc()), step.op->getName().getStringRef());
}

LogicalResult Instance::fail(const Step &step, const llvm::Twine &text) {
  if (error.empty())
    error = llvm::formatv("{0} in program ({1}, {2}, {3}) {4}", stepPrefix(step), ids[0], ids[1], ids[2], text.str());
  return failure();
}

LogicalResult Instance::failLane(const Step &step, int64_t lane, llvm::ArrayRef<int64_t> shape,
                                 const llvm::Twine &text) {
  if (shape.empty())
    return fail(step, text);
  if (error.empty())
    error = llvm::formatv("{0} in lane {1} of program ({2}, {3}, {4}) {5}", stepPrefix(step), indexText(lane, shape),
                          ids[0], ids[1], ids[2], text.str());
  return failure();
}

LogicalResult Instance::spend(const Step &step, uint64_t steps) {
  const RunOptions &options = context.options;
  if (context.steps.fetch_add(steps) + steps > options.maxSteps)
    return fail(step, "was reached after the limit of " + Twine(options.maxSteps) +
                          " steps; the kernel does not end, or needs a higher limit");
  if (options.maxSeconds > 0 && std::chrono::steady_clock::now() > context.deadline)
    return fail(step, "was reached after the limit of " + numberText(options.maxSeconds) + " seconds");
  return success();
}

LogicalResult Instance::runBody() {
  const BlockPlan &body = context.plan.body;
  if (failed(runBlock(body)))
    return failure();
  return spend(body.steps.back(), report.steps % stepsPerCheck);
}

LogicalResult Instance::runBlock(const BlockPlan &block) {
  for (const Step &step : block.steps) {
    if (++report.steps % stepsPerCheck == 0 && failed(spend(step, stepsPerCheck)))
      return failure();
    if (!step.handler)
      return fail(step, "is not supported by the reference");
    if (failed(step.handler(*this, step)))
      return failure();
    for (unsigned slot : step.dead)
      slots[slot] = Datum();
  }
  return success();
}

LogicalResult Instance::call(const BlockPlan &block, llvm::ArrayRef<Datum> arguments,
                             llvm::SmallVectorImpl<Datum> &results) {
  for (auto [slot, argument] : llvm::zip(block.arguments, arguments))
    slots[slot] = argument;
  if (failed(runBlock(block)))
    return failure();
  results.clear();
  for (unsigned slot : block.steps.back().operands)
    results.push_back(slots[slot]);
  return success();
}

void Instance::noteAmbiguous(const Step &step, int64_t firstLane, uint64_t lanes) {
  if (!context.options.recordAmbiguous || lanes == 0)
    return;
  ++report.ambiguousCount;
  if (report.ambiguous.size() < maxAmbiguousKept)
    report.ambiguous.push_back(
        {step.op->getName().getStringRef().str(), tile::describeSource(step.op->getLoc()), ids, firstLane, lanes});
}

double Instance::ulpOf(const Step &step) const {
  const RunOptions &options = context.options;
  auto found = options.ulp.find(step.op->getName().getStringRef());
  return found == options.ulp.end() ? options.defaultUlp : found->second;
}

Allocation *Instance::locate(uint64_t address, uint64_t count) {
  const Memory &memory = address >= onChipBase ? chip : context.device;
  if (Allocation *found = memory.find(address, count, lastAllocation))
    return lastAllocation = found;
  return nullptr;
}

/// Buffers with addresses share one block for each memory space.
Result<uint64_t> Instance::placedBuffer(const Step &step, Attribute space, uint64_t offset, uint64_t bytes) {
  auto [found, isNew] = spaces.try_emplace(space, 0);
  if (isNew) {
    std::string name;
    llvm::raw_string_ostream(name) << "on-chip memory " << space;
    Result<uint64_t> base = chip.allocate(context.plan.placedBytes.lookup(space), 128, name);
    if (!base)
      return base.error();
    found->second = *base;
  }
  uint64_t address = found->second + offset;
  chip.find(address, bytes)->forget(address, bytes);
  return address;
}

Result<uint64_t> Instance::takeBuffer(const Step &step, uint64_t bytes) {
  if (std::optional<uint64_t> offset = placedAt(*step.op))
    return placedBuffer(step, cast<MemRefType>(step.op->getResult(0).getType()).getMemorySpace(), *offset, bytes);
  auto known = buffers.find(step.op);
  if (known != buffers.end()) {
    Allocation *allocation = chip.find(known->second, 0);
    if (allocation && allocation->bytes == bytes) {
      allocation->forget(known->second, bytes);
      return known->second;
    }
    if (Result<void> released = releaseBuffer(known->second); !released)
      return released.error();
  }
  Result<uint64_t> address = chip.allocate(
      bytes, 128, "on-chip buffer of " + locationPrefix(step.op->getLoc()) + step.op->getName().getStringRef().str());
  if (address)
    buffers[step.op] = *address;
  return address;
}

Result<void> Instance::releaseBuffer(uint64_t address) {
  lastAllocation = nullptr;
  for (auto &[op, taken] : buffers)
    if (taken == address) {
      buffers.erase(op);
      break;
    }
  return chip.release(address);
}

std::string Instance::describe(uint64_t address, uint64_t count) const {
  return (address >= onChipBase ? chip : context.device).describe(address, count);
}

LogicalResult Instance::endIteration() {
  bool waits = sawSynchronization && !madeProgress;
  sawSynchronization = madeProgress = false;
  return success(!waits || !passTurn || passTurn());
}
