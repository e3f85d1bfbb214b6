// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program instance in execution: its slots, its ids, its on-chip memory,
// and the first error. Handlers of ops see nothing else.

#ifndef KILN_REFERENCE_INSTANCE_H
#define KILN_REFERENCE_INSTANCE_H

#include "core/reference/Datum.h"
#include "core/reference/Interpreter.h"
#include "core/reference/Plan.h"
#include "llvm/ADT/Twine.h"
#include <atomic>
#include <chrono>
#include <functional>

namespace kiln::reference {

/// What all instances of a run share.
struct RunContext {
  const Plan &plan;
  const RunOptions &options;
  Memory &device;
  std::array<int64_t, 3> grid;
  std::chrono::steady_clock::time_point deadline;
  std::atomic<uint64_t> steps = 0;
};

/// The first on-chip address: far above those of device memory.
inline constexpr uint64_t onChipBase = uint64_t(1) << 62;

class Instance {
public:
  explicit Instance(RunContext &context)
      : context(context), chip(onChipBase, Memory::Fresh::Poison), slots(context.plan.slots) {}

  /// Makes this object the instance `ids`, with empty slots and memory.
  void reset(std::array<int64_t, 3> ids, llvm::ArrayRef<Datum> arguments);
  llvm::LogicalResult runBody();

  //===-- for handlers ---------------------------------------------------===//

  const Datum &operand(const Step &step, unsigned index) const { return slots[step.operands[index]]; }
  void set(const Step &step, unsigned index, Datum value) { slots[step.results[index]] = std::move(value); }
  llvm::LogicalResult runBlock(const BlockPlan &block);
  /// runBlock with values for the block's arguments; the yielded values come back.
  llvm::LogicalResult call(const BlockPlan &block, llvm::ArrayRef<Datum> arguments,
                           llvm::SmallVectorImpl<Datum> &results);

  /// Records an error at this op. Always failure.
  llvm::LogicalResult fail(const Step &step, const llvm::Twine &text);
  /// The same, for one lane.
  llvm::LogicalResult failLane(const Step &step, int64_t lane, llvm::ArrayRef<int64_t> shape, const llvm::Twine &text);

  bool tracksBounds() const { return context.options.trackBounds; }
  /// Lists lanes whose discrete result a correct target may decide otherwise.
  void noteAmbiguous(const Step &step, int64_t firstLane, uint64_t lanes);
  /// Half-ulps are the reference's own error; the target's is a parameter.
  double ulpOf(const Step &step) const;

  /// The memory that holds an address, and a pointer to its bytes there; null
  /// outside every allocation.
  Allocation *locate(uint64_t address, uint64_t count);
  std::string describe(uint64_t address, uint64_t count) const;

  /// On-chip memory for a memref.alloc, with nothing in it: at its address if it
  /// has one. An op that is executed again gets the same memory again.
  Result<uint64_t> takeBuffer(const Step &step, uint64_t bytes);
  Result<void> releaseBuffer(uint64_t address);

  /// Called at the end of an iteration of a loop without a trip count: passes
  /// the turn on if the iteration did nothing but look at memory. Failure: the
  /// run has failed elsewhere.
  llvm::LogicalResult endIteration();

  //===-- state ------------------------------------------------------------===//

  RunContext &context;
  std::array<int64_t, 3> ids = {};
  RunReport report; // of this instance alone
  std::string error;
  std::function<bool()> passTurn; // set where instances take turns

  /// Inside a combiner that a target may apply in another order: every rounding
  /// counts toward the bound, also that of exact operands.
  bool everyRoundingCounts = false;

  bool sawSynchronization = false; // an atomic or volatile load in this iteration
  bool madeProgress = false;       // ... that changed memory

private:
  /// Counts steps toward the limits of the run.
  llvm::LogicalResult spend(const Step &step, uint64_t steps);

  Result<uint64_t> placedBuffer(const Step &step, mlir::Attribute space, uint64_t offset, uint64_t bytes);

  Memory chip;
  llvm::DenseMap<mlir::Operation *, uint64_t> buffers; // by memref.alloc
  llvm::DenseMap<mlir::Attribute, uint64_t> spaces;    // where buffers with addresses are, by memory space
  std::vector<Datum> slots;
  Allocation *lastAllocation = nullptr;
};

} // namespace kiln::reference

#endif // KILN_REFERENCE_INSTANCE_H
