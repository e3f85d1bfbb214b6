// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function prepared for interpretation: every SSA value has a numbered slot,
// every op its handler, its slots, and the slots that nobody reads after it.
// A plan is made once for a run and is constant afterwards, so that program
// instances on several threads share it.

#ifndef KILN_REFERENCE_PLAN_H
#define KILN_REFERENCE_PLAN_H

#include "core/reference/Element.h"
#include "kiln/Result.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <vector>

namespace kiln::reference {

class Instance;
struct Step;

/// Executes one op: reads operand slots, fills result slots. Failure means
/// that the instance holds an error (Instance::fail).
using Handler = llvm::LogicalResult (*)(Instance &, const Step &);

/// Which handler executes an op, by the op's name.
using Registry = llvm::StringMap<Handler>;

void registerArith(Registry &registry);
void registerArithFloat(Registry &registry);
void registerCasts(Registry &registry);
void registerMath(Registry &registry);
void registerShape(Registry &registry);
void registerVector(Registry &registry);
void registerVectorReductions(Registry &registry);
void registerMemory(Registry &registry);
void registerAtomics(Registry &registry);
void registerViews(Registry &registry);
void registerMemRef(Registry &registry);
void registerReduce(Registry &registry);
void registerDot(Registry &registry);
void registerControl(Registry &registry);
void registerHost(Registry &registry);

/// All of the above.
Registry makeRegistry();

struct BlockPlan {
  llvm::SmallVector<unsigned, 4> arguments;
  std::vector<Step> steps; // the terminator is the last one
  /// All ops are elementwise and without effects, so that the block can be
  /// applied to many lanes at once.
  bool isLaneWise = false;

  BlockPlan();
  ~BlockPlan();
  BlockPlan(BlockPlan &&);
  BlockPlan &operator=(BlockPlan &&);
};

/// What a result looks like by its type; `shape` is empty for a scalar.
struct ResultInfo {
  ElementType type;
  llvm::ArrayRef<int64_t> shape;
};

struct Step {
  Step() = default;
  Step(Step &&) = default; // blocks cannot be copied
  Step &operator=(Step &&) = default;

  mlir::Operation *op = nullptr;
  Handler handler = nullptr;
  llvm::SmallVector<unsigned, 4> operands;
  llvm::SmallVector<unsigned, 2> results;
  llvm::SmallVector<unsigned, 2> dead; // slots to empty after the step
  llvm::SmallVector<ResultInfo, 1> info;
  llvm::SmallVector<BlockPlan, 0> blocks; // of the op's regions, in order
};

struct Plan {
  BlockPlan body;
  unsigned slots = 0;
  /// Instances may wait for one another: there are atomics or volatile loads.
  bool takesTurns = false;
  /// End of the highest buffer that has an address, by memory space.
  llvm::DenseMap<mlir::Attribute, uint64_t> placedBytes;
};

/// The address of a buffer in its memory space, where it has one.
std::optional<uint64_t> placedAt(mlir::Operation &alloc);

/// Fails for what no run could handle: an element type that the reference does
/// not know, a tile that is too large, a region with several blocks.
Result<Plan> makePlan(mlir::FunctionOpInterface kernel, const Registry &registry);

/// The source line as the start of an error: "kernel.py:12:7: ", or "".
std::string locationPrefix(mlir::Location location);

} // namespace kiln::reference

#endif // KILN_REFERENCE_PLAN_H
