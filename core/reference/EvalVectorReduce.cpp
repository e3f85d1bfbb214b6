// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and contractions of the vector dialect, brought to the shapes of
// Fold.h and Contraction.h: the accumulator comes first, then the elements in
// ascending order.

#include "core/reference/Contraction.h"
#include "core/reference/Elementwise.h"
#include "core/reference/Fold.h"
#include "core/reference/Indexing.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace kiln::reference;

/// The dimensions of the source in the order: reduced ones, kept ones.
static Shape reducedFirst(unsigned rank, llvm::ArrayRef<int64_t> reduced) {
  Shape order(reduced);
  for (unsigned d = 0; d < rank; ++d)
    if (!llvm::is_contained(reduced, d))
      order.push_back(d);
  return order;
}

/// Folds the rows of a (rows x lanes) arrangement of `source`, after the
/// accumulator where there is one.
static LogicalResult foldRows(Instance &instance, const Step &step, vector::CombiningKind kind, const Datum &source,
                              llvm::ArrayRef<int64_t> order, int64_t lanes, const Datum *accumulator) {
  int64_t before = accumulator ? 1 : 0, rows = lanes ? source.count() / lanes : 0;
  Datum stacked(source.type(), {rows + before, lanes});
  if (accumulator)
    stacked.place(stridedIndices({lanes}, {1}), *accumulator);
  Datum arranged = source.pick(transposeIndices(source.shape(), order), {source.count()});
  stacked.place(stridedIndices({source.count()}, {1}, before * lanes), arranged);
  AxisSplit split(stacked.shape(), 0);
  Datum result(source.type(), step.info[0].shape);
  if (split.extent == 0)
    return instance.fail(step, "combines no elements");
  if (!foldByKind(kind, stacked, split, /*reverse=*/false, /*keepsAll=*/false, result))
    return instance.fail(step, "reduces an element type that the reference has no loop for");
  boundFold(instance, kind, stacked, split, /*reverse=*/false, /*keepsAll=*/false, result);
  instance.set(step, 0, std::move(result));
  return success();
}

static LogicalResult evalMultiReduction(Instance &instance, const Step &step) {
  auto op = cast<vector::MultiDimReductionOp>(step.op);
  const Datum &source = instance.operand(step, 0), &accumulator = instance.operand(step, 1);
  llvm::ArrayRef<int64_t> reduced = op.getReductionDims();
  if (reduced.empty() && source.count() == 0)
    return instance.fail(step, "combines no elements");
  return foldRows(instance, step, op.getKind(), source, reducedFirst(source.shape().size(), reduced),
                  countOf(step.info[0].shape), &accumulator);
}

static LogicalResult evalReduction(Instance &instance, const Step &step) {
  auto op = cast<vector::ReductionOp>(step.op);
  const Datum &source = instance.operand(step, 0);
  const Datum *accumulator = step.operands.size() > 1 ? &instance.operand(step, 1) : nullptr;
  return foldRows(instance, step, op.getKind(), source, reducedFirst(source.shape().size(), {0}), 1, accumulator);
}

//===-- contraction ----------------------------------------------------------===//

namespace {
/// The loop dimensions of a contraction by what they index.
struct Roles {
  Shape batch, row, column, depth;
};
} // namespace

static bool uses(AffineMap map, unsigned dim) { return map.isFunctionOfDim(dim); }

/// Null where a dimension has no place in a matrix product.
static std::optional<Roles> rolesOf(llvm::ArrayRef<AffineMap> maps) {
  Roles roles;
  for (unsigned dim = 0; dim < maps[0].getNumDims(); ++dim) {
    bool left = uses(maps[0], dim), right = uses(maps[1], dim), result = uses(maps[2], dim);
    if (left && right)
      (result ? roles.batch : roles.depth).push_back(dim);
    else if (left && result)
      roles.row.push_back(dim);
    else if (right && result)
      roles.column.push_back(dim);
    else
      return std::nullopt;
  }
  return roles;
}

/// The operand with its dimensions in the order of these loop dimensions.
static Datum arranged(const Datum &operand, AffineMap map, std::initializer_list<llvm::ArrayRef<int64_t>> groups) {
  Shape order;
  for (llvm::ArrayRef<int64_t> group : groups)
    for (int64_t dim : group)
      for (unsigned position = 0; position < map.getNumResults(); ++position)
        if (map.getDimPosition(position) == dim)
          order.push_back(position);
  return operand.pick(transposeIndices(operand.shape(), order), {operand.count()});
}

static LogicalResult evalContract(Instance &instance, const Step &step) {
  auto op = cast<vector::ContractionOp>(step.op);
  SmallVector<AffineMap, 4> maps = op.getIndexingMapsArray();
  bool isPlain = op.getKind() == vector::CombiningKind::ADD &&
                 llvm::all_of(maps, [](AffineMap map) { return map.isProjectedPermutation(); });
  std::optional<Roles> roles = isPlain ? rolesOf(maps) : std::nullopt;
  if (!roles)
    return instance.fail(step, "is no matrix product with addition, which is all that the reference contracts");
  const Datum &lhs = instance.operand(step, 0), &rhs = instance.operand(step, 1), &start = instance.operand(step, 2);

  auto extentOf = [&](llvm::ArrayRef<int64_t> dims) {
    int64_t extent = 1;
    for (int64_t dim : dims)
      for (auto [map, operand] : {std::pair(maps[0], &lhs), std::pair(maps[1], &rhs)})
        if (std::optional<unsigned> at = map.getResultPosition(getAffineDimExpr(dim, op.getContext()))) {
          extent *= operand->shape()[*at];
          break;
        }
    return extent;
  };
  ProductShape shape{extentOf(roles->batch), extentOf(roles->row), extentOf(roles->column), extentOf(roles->depth)};
  Datum product = multiplyAdd(instance, arranged(lhs, maps[0], {roles->batch, roles->row, roles->depth}),
                              arranged(rhs, maps[1], {roles->batch, roles->depth, roles->column}),
                              arranged(start, maps[2], {roles->batch, roles->row, roles->column}), shape);
  // Back to the order of the result: place each product where it came from.
  Datum positions(ElementType::integer(64), start.shape());
  for (int64_t i = 0; i < positions.count(); ++i)
    positions.setBits(i, static_cast<uint64_t>(i));
  Datum from = arranged(positions, maps[2], {roles->batch, roles->row, roles->column});
  Datum result(start.type(), start.shape());
  result.place(llvm::ArrayRef(from.as<int64_t>(), from.count()), product);
  instance.set(step, 0, std::move(result));
  return success();
}

void kiln::reference::registerVectorReductions(Registry &registry) {
  registry["vector.multi_reduction"] = evalMultiReduction;
  registry["vector.reduction"] = evalReduction;
  registry["vector.contract"] = evalContract;
  // Addition is rounded once, as in math.fma.
  registry["vector.fma"] = registry.lookup("math.fma");
}
