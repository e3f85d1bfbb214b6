// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a target wants work to be cut. Where TargetInfo is plain data about a
// machine, these are answers about one op: the core asks, decides and rewrites;
// the target only says what its units take. An unset callback means that the
// machine has no such unit and core's expansions do the work.
//
//   Mapping mapping;
//   mapping.contractPlan = [](kiln::tile::DotOp dot) -> std::optional<kiln::ContractPlan> { .. };

#ifndef KILN_MAPPING_H
#define KILN_MAPPING_H

#include "kiln/LinearLayout.h"
#include "mlir/IR/Types.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace kiln {

namespace tile {
class DotOp;
} // namespace tile

/// Grows by one whenever a callback is added or changes its meaning.
inline constexpr uint32_t mappingVersion = 2;

/// What a unit for matrix products takes in one step. Extents are the most of
/// each; the core cuts a tile into such pieces and a smaller one at the end.
struct ContractPlan {
  int64_t m = 1, n = 1, k = 1;
  /// Element types as the unit reads and accumulates them. Operands and
  /// accumulator of another type are converted before and after.
  mlir::Type lhs, rhs, accumulator;
  /// Where operands and accumulators lie: names of spaces of TargetInfo.
  std::string operandSpace, accumulatorSpace;
  /// Whether an operand may be read down its columns.
  bool lhsTransposed = false, rhsTransposed = false;
};

/// Something that the elements of a tile are spread over: an element of a native
/// vector, a register of a thread, a lane of a warp.
struct HardwareDim {
  std::string name;
  /// Places along it; 0: as many as a tile needs (registers, rows).
  int64_t extent = 0;
};

struct Mapping {
  uint32_t version = mappingVersion;
  /// How to cut a matrix product for a unit of its own; nothing where the unit
  /// does not take these types or this precision, or the tile is too large.
  std::function<std::optional<ContractPlan>(tile::DotOp)> contractPlan;
  /// The dimensions of layouts in a kernel (a gpu.func), in the order in which a
  /// row-major layout fills them from the minor dimension of a tile on. Without the
  /// callback tiles have no layouts.
  std::function<std::vector<HardwareDim>(mlir::Operation *)> hardwareDims;
  /// The layout that an op wants for its tile: that of its first tile result, or of
  /// the tile that it writes. Nothing where it takes any.
  std::function<std::optional<LinearLayout>(mlir::Operation *)> anchorLayout;
};

} // namespace kiln

#endif // KILN_MAPPING_H
