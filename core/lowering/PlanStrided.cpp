// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deciding on strided accesses.

#include "core/lowering/StridedAccess.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::analysis;
using namespace kiln::lowering;

static std::optional<int64_t> constantOf(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant ? std::optional<int64_t>(constant.getValue()) : std::nullopt;
}

/// Every lane along dimension d has the same address.
static bool standsStill(const StridedPlan &plan, int64_t d) {
  return plan.tile.getDimSize(d) == 1 || constantOf(plan.offsets.coefficients[d]) == 0;
}

AffineExpr StridedPlan::strideOf(int64_t d) const {
  AffineExpr stride = offsets.coefficients[d];
  for (const RangeGuard &guard : guards)
    if (guard.least == guard.most && guard.form.isUniform() && guard.form.uniform == stride)
      return guard.least;
  return stride;
}

int64_t StridedPlan::runLength() const {
  int64_t run = 1;
  for (int64_t d : llvm::reverse(kept)) {
    if (tile.getDimSize(d) == 1)
      continue;
    if (constantOf(strideOf(d)) != run)
      break;
    run *= tile.getDimSize(d);
  }
  return run;
}

/// Leaves out the dimensions in which nothing moves. A store keeps those that
/// several lanes share: which of them wins is not the view's to say.
static void dropStillDimensions(StridedPlan &plan, bool isLoad) {
  SmallVector<int64_t> moving;
  for (int64_t d : plan.kept)
    if (!standsStill(plan, d) || (!isLoad && plan.tile.getDimSize(d) > 1))
      moving.push_back(d);
  plan.kept = moving;
}

/// Adds what a copy engine wants of the plan, or says why it cannot be had.
static bool fitToRows(StridedPlan &plan, int64_t copyDimensions, bool isLoad, std::string &why) {
  if (!plan.box.isBox()) {
    why = "the mask is not a box, and the target copies boxes";
    return false;
  }
  auto strideOf = [&](int64_t d) { return constantOf(plan.strideOf(d)); };
  // A tile that is copied as it is keeps its dimensions.
  if (plan.tile.getRank() > copyDimensions || strideOf(plan.tile.getRank() - 1) != 1)
    dropStillDimensions(plan, isLoad);
  // One element: a row of it, where there is a dimension for the row.
  if (plan.kept.empty()) {
    for (int64_t d = 0; d < plan.tile.getRank() && plan.kept.empty(); ++d)
      if (plan.tile.getDimSize(d) == 1)
        plan.kept.push_back(d);
    return true;
  }
  if (static_cast<int64_t>(plan.kept.size()) > copyDimensions) {
    why = "the tile has more dimensions than the target copies at once";
    return false;
  }
  int64_t minor = plan.kept.back();
  if (strideOf(minor) == 1)
    return true;
  if (std::optional<int64_t> stride = strideOf(minor)) {
    why = "the minor stride is " + std::to_string(*stride) + ", and the target copies rows";
    return false;
  }
  AffineExpr stride = plan.offsets.coefficients[minor], one = getAffineConstantExpr(1, stride.getContext());
  addGuards(plan.guards, RangeGuard{{stride, {}}, {}, one, one, "the minor stride is 1"});
  return true;
}

std::optional<StridedPlan> kiln::lowering::planStrided(AffineTiles &tiles, const AccessParts &access,
                                                       int64_t copyDimensions, bool boxes, std::string &why) {
  std::optional<AffineResult> offsets = tiles.analyze(access.offsets);
  if (!offsets) {
    why = tiles.reason();
    return std::nullopt;
  }
  StridedPlan plan;
  plan.tile = access.tile;
  plan.offsets = offsets->form;
  plan.box = findBox(tiles, access.mask, access.tile.getShape());
  addGuards(plan.guards, offsets->guards);
  // Limits are taken from a box only; any other mask is used as it is.
  if (plan.box.isBox())
    addGuards(plan.guards, plan.box.guards);
  plan.kept = llvm::to_vector(llvm::seq<int64_t>(0, access.tile.getRank()));
  if (boxes && !plan.box.isBox()) {
    why = "the mask is not a box, and copies to and from the chip take boxes";
    return std::nullopt;
  }
  if (copyDimensions > 0 && !fitToRows(plan, copyDimensions, access.isLoad, why))
    return std::nullopt;
  return plan;
}
