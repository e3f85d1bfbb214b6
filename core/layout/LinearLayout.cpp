// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear algebra over GF(2) on coordinates of one word each.

#include "kiln/LinearLayout.h"

#include <algorithm>
#include <bit>
#include <cassert>

using namespace kiln;

namespace {

unsigned log2Of(int64_t powerOfTwo) { return std::countr_zero(static_cast<uint64_t>(powerOfTwo)); }

/// Vectors in echelon form, each with the combination of inputs that makes it.
class Echelon {
public:
  /// Adds the image of one input (`name` is a bit of its own, 0 to learn nothing of
  /// combinations); false where it depends on those before.
  bool add(uint64_t vector, uint64_t name) {
    reduce(vector, name);
    if (vector == 0)
      return false;
    rows.push_back({vector, name});
    return true;
  }

  /// The combination of inputs that makes `vector`; nothing where there is none.
  bool solve(uint64_t vector, uint64_t &combination) const {
    combination = 0;
    reduce(vector, combination);
    return vector == 0;
  }

  size_t rank() const { return rows.size(); }

private:
  struct Row {
    uint64_t vector, combination;
  };

  void reduce(uint64_t &vector, uint64_t &combination) const {
    for (const Row &row : rows)
      if (vector & std::bit_floor(row.vector)) {
        vector ^= row.vector;
        combination ^= row.combination;
      }
  }

  std::vector<Row> rows;
};

} // namespace

int64_t kiln::roundUpToPowerOfTwo(int64_t n) { return std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(n, 1))); }

Result<LinearLayout> LinearLayout::make(Shape shape, std::vector<Dim> dims) {
  for (int64_t extent : shape)
    if (extent < 1 || !std::has_single_bit(static_cast<uint64_t>(extent)))
      return Error("expected extents that are powers of two but got " + std::to_string(extent));
  LinearLayout layout;
  layout.extents = std::move(shape);
  unsigned total = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    const Dim &dim = dims[i];
    for (size_t j = 0; j < i; ++j)
      if (dims[j].name == dim.name)
        return Error("hardware dimension '" + dim.name + "' is there twice");
    for (uint64_t image : dim.images)
      if (image >= static_cast<uint64_t>(layout.elements()))
        return Error("a bit of '" + dim.name + "' moves by " + std::to_string(image) + " but the tile has " +
                     std::to_string(layout.elements()) + " elements");
    total += dim.images.size();
  }
  if (total > 63)
    return Error("expected at most 63 bits of hardware dimensions but got " + std::to_string(total));
  layout.hardware = std::move(dims);
  return layout;
}

const LinearLayout::Dim *LinearLayout::find(std::string_view name) const {
  for (const Dim &dim : hardware)
    if (dim.name == name)
      return &dim;
  return nullptr;
}

int64_t LinearLayout::size(std::string_view name) const {
  const Dim *dim = find(name);
  return dim ? int64_t(1) << dim->images.size() : 1;
}

int64_t LinearLayout::elements() const {
  int64_t product = 1;
  for (int64_t extent : extents)
    product *= extent;
  return product;
}

unsigned LinearLayout::bits() const {
  unsigned total = 0;
  for (const Dim &dim : hardware)
    total += dim.images.size();
  return total;
}

uint64_t LinearLayout::at(uint64_t place) const {
  uint64_t coordinate = 0;
  for (const Dim &dim : hardware)
    for (uint64_t image : dim.images) {
      if (place & 1)
        coordinate ^= image;
      place >>= 1;
    }
  return coordinate;
}

unsigned LinearLayout::firstBit(std::string_view name) const {
  unsigned bit = 0;
  for (const Dim &dim : hardware) {
    if (dim.name == name)
      return bit;
    bit += dim.images.size();
  }
  return bit;
}

uint64_t LinearLayout::flatten(const Shape &coordinates) const {
  assert(coordinates.size() == extents.size());
  uint64_t flat = 0;
  for (size_t d = 0; d < extents.size(); ++d)
    flat = flat * extents[d] + coordinates[d];
  return flat;
}

LinearLayout::Shape LinearLayout::unflatten(uint64_t coordinate) const {
  Shape coordinates(extents.size());
  for (size_t d = extents.size(); d-- > 0;) {
    coordinates[d] = coordinate % extents[d];
    coordinate /= extents[d];
  }
  return coordinates;
}

static size_t rankOf(const LinearLayout &layout) {
  Echelon echelon;
  for (const LinearLayout::Dim &dim : layout.dims())
    for (uint64_t image : dim.images)
      echelon.add(image, 0);
  return echelon.rank();
}

bool LinearLayout::isSurjective() const { return rankOf(*this) == log2Of(elements()); }

bool LinearLayout::isInjective() const { return rankOf(*this) == bits(); }

std::vector<uint64_t> LinearLayout::inverse() const {
  Echelon echelon;
  uint64_t bit = 1;
  for (const Dim &dim : hardware)
    for (uint64_t image : dim.images) {
      echelon.add(image, bit);
      bit <<= 1;
    }
  std::vector<uint64_t> places(log2Of(elements()));
  for (size_t i = 0; i < places.size(); ++i)
    if (!echelon.solve(uint64_t(1) << i, places[i]))
      return {};
  return places;
}

/// The same dimensions with every image replaced by what `move` makes of it.
template <typename Move>
static std::vector<LinearLayout::Dim> moved(const std::vector<LinearLayout::Dim> &dims, Move move) {
  std::vector<LinearLayout::Dim> result = dims;
  for (LinearLayout::Dim &dim : result)
    for (uint64_t &image : dim.images)
      image = move(image);
  return result;
}

LinearLayout LinearLayout::transposed(const std::vector<int64_t> &permutation) const {
  assert(permutation.size() == extents.size());
  LinearLayout result;
  for (int64_t from : permutation)
    result.extents.push_back(extents[from]);
  result.hardware = moved(hardware, [&](uint64_t image) {
    Shape from = unflatten(image), to;
    for (int64_t d : permutation)
      to.push_back(from[d]);
    return result.flatten(to);
  });
  return result;
}

LinearLayout LinearLayout::reshaped(Shape shape) const {
  LinearLayout result = *this;
  result.extents = std::move(shape);
  assert(result.elements() == elements());
  return result;
}

LinearLayout LinearLayout::withoutAxis(size_t axis) const {
  LinearLayout result;
  result.extents = extents;
  result.extents.erase(result.extents.begin() + axis);
  result.hardware = moved(hardware, [&](uint64_t image) {
    Shape coordinates = unflatten(image);
    coordinates.erase(coordinates.begin() + axis);
    return result.flatten(coordinates);
  });
  return result;
}

LinearLayout LinearLayout::operandOfBroadcast(const Shape &from) const {
  assert(from.size() <= extents.size());
  LinearLayout result;
  for (int64_t extent : from)
    result.extents.push_back(roundUpToPowerOfTwo(extent));
  size_t added = extents.size() - from.size();
  result.hardware = moved(hardware, [&](uint64_t image) {
    Shape coordinates = unflatten(image);
    coordinates.erase(coordinates.begin(), coordinates.begin() + added);
    for (size_t d = 0; d < from.size(); ++d)
      if (from[d] == 1)
        coordinates[d] = 0;
    return result.flatten(coordinates);
  });
  return result;
}

LinearLayout LinearLayout::withoutRepeats(std::string_view name) const {
  LinearLayout result = *this;
  for (Dim &dim : result.hardware) {
    if (dim.name != name)
      continue;
    Echelon echelon;
    std::erase_if(dim.images, [&](uint64_t image) { return !echelon.add(image, 0); });
  }
  return result;
}

static std::string printed(const LinearLayout::Shape &numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + "]";
}

std::string LinearLayout::print() const {
  std::string text = printed(extents);
  for (const Dim &dim : hardware) {
    text += ", " + dim.name + " = [";
    for (size_t i = 0; i < dim.images.size(); ++i)
      text += (i ? ", " : "") + printed(unflatten(dim.images[i]));
    text += "]";
  }
  return text;
}

LayoutBuilder::LayoutBuilder(LinearLayout::Shape extents) : shape(std::move(extents)) {
  for (int64_t &extent : shape)
    extent = roundUpToPowerOfTwo(extent);
  remaining = shape;
}

LinearLayout::Dim &LayoutBuilder::dim(std::string_view name) {
  for (LinearLayout::Dim &dim : dims)
    if (dim.name == name)
      return dim;
  return dims.emplace_back(LinearLayout::Dim{std::string(name), {}});
}

LayoutBuilder &LayoutBuilder::take(std::string_view name, size_t axis, int64_t count, bool repeats) {
  LinearLayout::Dim &to = dim(name);
  for (; count > 1; count /= 2) {
    if (remaining[axis] == 1) {
      if (repeats)
        to.images.push_back(0);
      continue;
    }
    uint64_t step = shape[axis] / remaining[axis];
    for (size_t d = axis + 1; d < shape.size(); ++d)
      step *= shape[d];
    to.images.push_back(step);
    remaining[axis] /= 2;
  }
  return *this;
}

LayoutBuilder &LayoutBuilder::repeat(std::string_view name, int64_t count) {
  for (; count > 1; count /= 2)
    dim(name).images.push_back(0);
  return *this;
}

LayoutBuilder &LayoutBuilder::finish(std::string_view name) {
  for (size_t axis = shape.size(); axis-- > 0;)
    take(name, axis, remaining[axis]);
  return *this;
}

LinearLayout LayoutBuilder::build() const {
  Result<LinearLayout> layout = LinearLayout::make(shape, dims);
  assert(layout && "made of parts of the tile");
  return *layout;
}
