// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one run-time value of the reference: a shape, an element type and the
// elements in row-major order, whether the IR calls it a scalar, a tensor or a
// vector. Ops look at values, never at the type in the IR, so that one
// evaluator serves every level and a scalar region can be applied to a whole
// tile at once. Elements are shared between copies and never change once a
// value is in a slot.

#ifndef KILN_REFERENCE_DATUM_H
#define KILN_REFERENCE_DATUM_H

#include "core/reference/Element.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <limits>
#include <memory>
#include <string>

namespace kiln::reference {

using Shape = llvm::SmallVector<int64_t, 4>;

/// The bound of a discrete element that a correct target may decide otherwise,
/// and of a float about which nothing is known.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// A strided array in memory: what a memref and a !tile.view are at run time.
struct Strided {
  uint64_t base = 0; // address of element (0, 0, ..)
  Shape extents;
  Shape strides; // in elements
  ElementType element;
  bool paddedWithNan = false; // views only
};

class Datum {
public:
  Datum() = default;
  /// Elements are zero.
  Datum(ElementType type, llvm::ArrayRef<int64_t> shape);

  static Datum scalar(ElementType type, uint64_t bits);
  static Datum strided(Strided array);

  ElementType type() const { return elementType; }
  llvm::ArrayRef<int64_t> shape() const { return extents; }
  int64_t count() const { return elements; }

  /// The elements; T has the size of the container.
  template <typename T>
  const T *as() const {
    return reinterpret_cast<const T *>(raw());
  }
  const std::byte *raw() const { return buffer ? buffer.get() : reinterpret_cast<const std::byte *>(&single); }
  /// Only for a value that nobody shares yet.
  template <typename T>
  T *mutableAs() {
    return reinterpret_cast<T *>(mutableRaw());
  }
  std::byte *mutableRaw() { return buffer ? buffer.get() : reinterpret_cast<std::byte *>(&single); }

  /// One element as zero-extended bits, as a signed integer, as a number.
  uint64_t bits(int64_t lane) const;
  int64_t integer(int64_t lane) const { return signExtend(bits(lane), elementType.width); }
  double number(int64_t lane) const;
  void setBits(int64_t lane, uint64_t bits);

  /// Error bounds: null where all are 0.
  const double *bounds() const { return boundBuffer.get(); }
  double bound(int64_t lane) const { return boundBuffer ? boundBuffer.get()[lane] : 0; }
  /// Makes room for bounds, all 0.
  double *addBounds();
  void dropBounds() { boundBuffer.reset(); }

  /// The same elements under another shape or an equally wide element type.
  Datum withShape(llvm::ArrayRef<int64_t> shape) const;
  Datum withType(ElementType type) const;

  /// Elements `source[i]` of this value, 0 where the index is negative.
  Datum pick(llvm::ArrayRef<int64_t> source, llvm::ArrayRef<int64_t> shape) const;
  /// Puts the elements of `value` (or its one element) at these lanes of this
  /// value, which nobody shares yet.
  void place(llvm::ArrayRef<int64_t> lanes, const Datum &value);
  /// A value of this many lanes: itself, or its one element repeated.
  Datum spread(llvm::ArrayRef<int64_t> shape) const;

  const Strided *array() const { return arrayBuffer.get(); }

  /// An element as text, for errors and tile.print.
  std::string text(int64_t lane, bool isSigned = true, bool hex = false) const;

private:
  ElementType elementType;
  Shape extents;
  int64_t elements = 1;
  uint64_t single = 0; // the elements of a value of rank 0
  std::shared_ptr<std::byte[]> buffer;
  std::shared_ptr<double[]> boundBuffer;
  std::shared_ptr<const Strided> arrayBuffer;
};

/// Product of the extents.
int64_t countOf(llvm::ArrayRef<int64_t> shape);
/// Row-major strides, in elements.
Shape stridesOf(llvm::ArrayRef<int64_t> shape);
/// A number with three digits, for people.
std::string numberText(double value);
/// The multi-dimensional index of a lane: "17" or "(1, 1)".
std::string indexText(int64_t lane, llvm::ArrayRef<int64_t> shape);

} // namespace kiln::reference

#endif // KILN_REFERENCE_DATUM_H
