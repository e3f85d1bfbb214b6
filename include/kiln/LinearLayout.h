// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements of a tile are: a linear map over GF(2) from a hardware place
// (a register of a lane of a warp, an element of a row) to tile coordinates. Each
// bit of a hardware index moves to one coordinate, its image; the place with
// several bits set holds the element at the xor of their images. Blocked layouts,
// fragments of matrix units, transposes and swizzles are all of this kind.
//
//   LayoutBuilder builder({8, 64});
//   builder.take("register", 1, 4).take("lane", 1, 16).take("lane", 0, 2).finish("register");
//   LinearLayout layout = builder.build();
//   layout.at({{"lane", 3}}) == layout.flatten({0, 12});

#ifndef KILN_LINEARLAYOUT_H
#define KILN_LINEARLAYOUT_H

#include "kiln/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kiln {

/// A value. Coordinates are written as one number, row-major in the tile's extents,
/// which are powers of two: xor of such numbers is xor of coordinates, a reshape
/// keeps them, and a transpose permutes their bits.
class LinearLayout {
public:
  /// The bits of one hardware dimension: bit k of its index moves by images[k].
  /// An image of zero is a bit whose two places hold the same elements.
  struct Dim {
    std::string name;
    std::vector<uint64_t> images;
    bool operator==(const Dim &) const = default;
  };

  using Shape = std::vector<int64_t>;

  /// Of a tile with one element, in hardware with one place.
  LinearLayout() = default;

  /// Errors: an extent that is no power of two, a name twice, an image outside of
  /// the tile, more than 63 bits.
  static Result<LinearLayout> make(Shape shape, std::vector<Dim> dims);

  const Shape &shape() const { return extents; }
  const std::vector<Dim> &dims() const { return hardware; }
  /// Null where the layout has no such dimension.
  const Dim *find(std::string_view name) const;
  /// Places along a dimension; 1 where the layout has no such.
  int64_t size(std::string_view name) const;
  /// Elements of the tile.
  int64_t elements() const;
  /// Bits of all dimensions together. A place is one number: the index along
  /// dims()[0] in its lowest bits, then that along dims()[1], ..
  unsigned bits() const;

  /// The coordinate of the element that `place` holds.
  uint64_t at(uint64_t place) const;
  /// The lowest bit of `name` in a place; bits() where there is no such dimension.
  unsigned firstBit(std::string_view name) const;

  uint64_t flatten(const Shape &coordinates) const;
  Shape unflatten(uint64_t coordinate) const;

  /// Each element is somewhere.
  bool isSurjective() const;
  /// No element is in two places.
  bool isInjective() const;

  /// For each bit of a coordinate, a place of this layout that holds the element
  /// there, using the first bits that can: coordinate c is held at the xor of the
  /// answers for its bits. Empty where some element is nowhere.
  std::vector<uint64_t> inverse() const;

  /// The layouts of what `vector.transpose`, a reshape, a reduction along `axis` and
  /// the operand of a broadcast are, where each place keeps what it has (`from` has at
  /// most this rank and is aligned at the minor dimension; a place keeps the operand's
  /// element that its element repeats).
  LinearLayout transposed(const std::vector<int64_t> &permutation) const;
  LinearLayout reshaped(Shape shape) const;
  LinearLayout withoutAxis(size_t axis) const;
  LinearLayout operandOfBroadcast(const Shape &from) const;

  /// The same without bits of `name` that hold nothing new: each element once among
  /// the places that differ in `name` only.
  LinearLayout withoutRepeats(std::string_view name) const;

  /// `[8, 64], register = [[0, 1], [0, 2]], lane = [[0, 4]]`
  std::string print() const;

  bool operator==(const LinearLayout &) const = default;

private:
  Shape extents;
  std::vector<Dim> hardware;
};

/// Makes a layout from the minor bits up: each call gives the next elements along a
/// tile dimension to a hardware dimension.
class LayoutBuilder {
public:
  /// Extents are rounded up to powers of two.
  explicit LayoutBuilder(LinearLayout::Shape shape);

  /// The next `count` elements along `axis` (a power of two) go to `name`; what the
  /// tile does not have is repeated where `repeat` is set, and left out otherwise.
  LayoutBuilder &take(std::string_view name, size_t axis, int64_t count, bool repeat = false);
  /// Elements along `axis` that are not given to any dimension yet.
  int64_t left(size_t axis) const { return remaining[axis]; }
  /// The next `count` places of `name` hold the same.
  LayoutBuilder &repeat(std::string_view name, int64_t count);
  /// All that is left goes to `name`, minor dimension first.
  LayoutBuilder &finish(std::string_view name);

  LinearLayout build() const;

private:
  LinearLayout::Dim &dim(std::string_view name);

  LinearLayout::Shape shape, remaining;
  std::vector<LinearLayout::Dim> dims;
};

/// The smallest power of two that is at least `n`.
int64_t roundUpToPowerOfTwo(int64_t n);

} // namespace kiln

#endif // KILN_LINEARLAYOUT_H
