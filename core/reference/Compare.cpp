// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "Equal to the reference".

#include "core/reference/Access.h"
#include "core/reference/Datum.h"
#include "core/reference/Interpreter.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kiln::reference;

namespace {
enum class Verdict { Equal, Different, Ambiguous };

struct ElementResult {
  Verdict verdict;
  double error = 0;    // |got - expected|
  double inBounds = 0; // in units of the bound
};
} // namespace

/// Infinite results are equal only to themselves, or to what rounds there
/// within the bound.
static double distance(double expected, double got, double bound, Format format) {
  if (expected == got)
    return 0;
  if (std::isinf(got) && std::isfinite(expected) && std::signbit(got) == std::signbit(expected) &&
      std::abs(expected) + bound >= largestFinite(format))
    return bound;
  return std::abs(got - expected);
}

static ElementResult compareElement(uint64_t expected, double bound, uint64_t got, ElementType type) {
  if (expected == got)
    return {Verdict::Equal};
  if (std::isinf(bound))
    return {Verdict::Ambiguous};
  if (!type.isFloat())
    return {Verdict::Different, 0, unbounded};
  double x = decode(expected, type.format), y = decode(got, type.format);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? ElementResult{Verdict::Equal}
                                          : ElementResult{Verdict::Different, unbounded, unbounded};
  double error = distance(x, y, bound, type.format);
  if (bound == 0) // also +0 and -0
    return {Verdict::Different, error, unbounded};
  return {error <= bound ? Verdict::Equal : Verdict::Different, error, error / bound};
}

static std::string describe(const Comparison &c, uint64_t expected, uint64_t got, double bound, ElementType type) {
  std::string ambiguous =
      c.ambiguous ? llvm::formatv(", {0} of {1} elements are ambiguous", c.ambiguous, c.elements).str() : "";
  if (c.equal() && c.largestError == 0)
    return llvm::formatv("equal: {0} elements{1}", c.elements, ambiguous);
  if (c.equal())
    return llvm::formatv("equal: {0} elements, largest error {1}, {2} of the bound at element {3}{4}", c.elements,
                         numberText(c.largestError), numberText(c.largestInBounds), c.largestAt, ambiguous);
  auto text = [&](uint64_t bits) { return Datum::scalar(type, bits).text(0); };
  return llvm::formatv("{0} of {1} elements differ; the first is element {2}: expected {3} but got {4} (bound {5}){6}",
                       c.mismatches, c.elements, c.firstMismatch, text(expected), text(got), numberText(bound),
                       ambiguous);
}

Comparison kiln::reference::compare(llvm::ArrayRef<std::byte> expected, llvm::ArrayRef<double> bounds,
                                    llvm::ArrayRef<std::byte> got, mlir::Type elementType) {
  Comparison result;
  std::optional<ElementType> type = ElementType::of(elementType);
  unsigned bytes = type ? type->memoryBytes() : 1;
  uint64_t count = expected.size() / bytes;
  result.elements = count;
  if (!type || expected.size() != got.size() || expected.size() % bytes ||
      (!bounds.empty() && bounds.size() != count)) {
    result.mismatches = std::max<uint64_t>(1, count);
    result.message = llvm::formatv("expected {0} bytes and {1} bounds but got {2} bytes and {3} bounds",
                                   expected.size(), count, got.size(), bounds.size());
    return result;
  }
  uint64_t shownExpected = 0, shownGot = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t x = loadElement(expected.data() + i * bytes, *type), y = loadElement(got.data() + i * bytes, *type);
    ElementResult element = compareElement(x, bounds.empty() ? 0 : bounds[i], y, *type);
    result.ambiguous += element.verdict == Verdict::Ambiguous;
    if (element.inBounds > result.largestInBounds)
      result.largestAt = i;
    result.largestError = std::max(result.largestError, element.error);
    result.largestInBounds = std::max(result.largestInBounds, element.inBounds);
    if (element.verdict != Verdict::Different)
      continue;
    if (result.mismatches++ == 0) {
      result.firstMismatch = i;
      shownExpected = x;
      shownGot = y;
    }
  }
  double shownBound = bounds.empty() || !result.mismatches ? 0 : bounds[result.firstMismatch];
  result.message = describe(result, shownExpected, shownGot, shownBound, *type);
  return result;
}
