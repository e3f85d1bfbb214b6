// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Datum.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kiln::reference;

int64_t kiln::reference::countOf(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Shape kiln::reference::stridesOf(llvm::ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

std::string kiln::reference::numberText(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string kiln::reference::indexText(int64_t lane, llvm::ArrayRef<int64_t> shape) {
  if (shape.size() < 2)
    return std::to_string(lane);
  Shape strides = stridesOf(shape);
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "(";
  for (size_t d = 0; d < shape.size(); ++d)
    out << (d ? ", " : "") << lane / strides[d] % std::max<int64_t>(shape[d], 1);
  out << ")";
  return text;
}

Datum::Datum(ElementType type, llvm::ArrayRef<int64_t> shape)
    : elementType(type), extents(shape), elements(countOf(shape)) {
  if (!shape.empty())
    buffer = std::make_shared<std::byte[]>(std::max<int64_t>(elements, 1) * type.storageBytes());
}

Datum Datum::scalar(ElementType type, uint64_t bits) {
  Datum value(type, {});
  value.setBits(0, zeroExtend(bits, type.width));
  return value;
}

Datum Datum::strided(Strided array) {
  Datum value;
  value.arrayBuffer = std::make_shared<const Strided>(std::move(array));
  return value;
}

uint64_t Datum::bits(int64_t lane) const {
  switch (elementType.storageBytes()) {
  case 1:
    return as<uint8_t>()[lane];
  case 2:
    return as<uint16_t>()[lane];
  case 4:
    return as<uint32_t>()[lane];
  default:
    return as<uint64_t>()[lane];
  }
}

void Datum::setBits(int64_t lane, uint64_t bits) {
  std::memcpy(mutableRaw() + lane * elementType.storageBytes(), &bits, elementType.storageBytes());
}

double Datum::number(int64_t lane) const {
  if (elementType.isFloat())
    return decode(bits(lane), elementType.format);
  return static_cast<double>(integer(lane));
}

double *Datum::addBounds() {
  boundBuffer = std::make_shared<double[]>(std::max<int64_t>(elements, 1));
  return boundBuffer.get();
}

Datum Datum::withShape(llvm::ArrayRef<int64_t> shape) const {
  if (extents.empty() != shape.empty()) {
    int64_t zero = 0;
    return pick(zero, shape); // moves between the inline element and a buffer
  }
  Datum result = *this;
  result.extents.assign(shape.begin(), shape.end());
  return result;
}

Datum Datum::withType(ElementType type) const {
  Datum result = *this;
  result.elementType = type;
  return result;
}

template <typename T>
static void pickElements(const T *from, T *to, llvm::ArrayRef<int64_t> source) {
  for (size_t i = 0; i < source.size(); ++i)
    to[i] = source[i] < 0 ? T(0) : from[source[i]];
}

Datum Datum::pick(llvm::ArrayRef<int64_t> source, llvm::ArrayRef<int64_t> shape) const {
  Datum result(elementType, shape);
  switch (elementType.storageBytes()) {
  case 1:
    pickElements(as<uint8_t>(), result.mutableAs<uint8_t>(), source);
    break;
  case 2:
    pickElements(as<uint16_t>(), result.mutableAs<uint16_t>(), source);
    break;
  case 4:
    pickElements(as<uint32_t>(), result.mutableAs<uint32_t>(), source);
    break;
  default:
    pickElements(as<uint64_t>(), result.mutableAs<uint64_t>(), source);
  }
  if (boundBuffer)
    pickElements<double>(boundBuffer.get(), result.addBounds(), source);
  return result;
}

void Datum::place(llvm::ArrayRef<int64_t> lanes, const Datum &value) {
  bool isUniform = value.count() == 1;
  for (size_t i = 0; i < lanes.size(); ++i)
    setBits(lanes[i], value.bits(isUniform ? 0 : i));
  if (!value.bounds() && !boundBuffer)
    return;
  double *bounds = boundBuffer ? boundBuffer.get() : addBounds();
  for (size_t i = 0; i < lanes.size(); ++i)
    bounds[lanes[i]] = value.bound(isUniform ? 0 : i);
}

template <typename T>
static void fill(T *to, int64_t count, uint64_t bits) {
  std::fill_n(to, count, static_cast<T>(bits));
}

Datum Datum::spread(llvm::ArrayRef<int64_t> shape) const {
  if (shape == llvm::ArrayRef<int64_t>(extents))
    return *this;
  if (elements != 1)
    return withShape(shape);
  Datum result(elementType, shape);
  uint64_t element = bits(0);
  switch (elementType.storageBytes()) {
  case 1:
    fill(result.mutableAs<uint8_t>(), result.count(), element);
    break;
  case 2:
    fill(result.mutableAs<uint16_t>(), result.count(), element);
    break;
  case 4:
    fill(result.mutableAs<uint32_t>(), result.count(), element);
    break;
  default:
    fill(result.mutableAs<uint64_t>(), result.count(), element);
  }
  if (boundBuffer)
    std::fill_n(result.addBounds(), result.count(), boundBuffer.get()[0]);
  return result;
}

std::string Datum::text(int64_t lane, bool isSigned, bool hex) const {
  uint64_t element = bits(lane);
  if (hex || elementType.format == Format::Pointer)
    return llvm::formatv("0x{0}", llvm::utohexstr(element, /*LowerCase=*/true, (elementType.width + 3) / 4)).str();
  if (elementType.isInt())
    return isSigned && elementType.width > 1 ? std::to_string(integer(lane)) : std::to_string(element);
  double value = number(lane);
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[40];
  snprintf(buffer, sizeof buffer, elementType.format == Format::F64 ? "%.17g" : "%.9g", value);
  return buffer;
}
