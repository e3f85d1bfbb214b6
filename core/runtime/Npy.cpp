// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files. The header is a Python dictionary; the parser here takes the form
// that numpy writes, in any order of keys, and nothing else.

#include "kiln/Npy.h"
#include "kiln/Files.h"

#include "Text.h"

#include <algorithm>
#include <numeric>

using namespace kiln;

namespace {
constexpr std::string_view magic = "\x93NUMPY";

/// What a header says.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(trim(text)) {}

  Result<Header> parse() {
    if (!consume('{'))
      return Error("expected a dictionary");
    while (!consume('}')) {
      auto key = parseString();
      if (!key)
        return key.error();
      if (!consume(':'))
        return Error("expected ':' after " + quote(*key));
      if (auto value = parseValue(*key); !value)
        return value.error();
      if (!consume(',') && peek() != '}')
        return Error("expected ',' or '}' after the value of " + quote(*key));
    }
    if (position != text.size())
      return Error("expected nothing after the dictionary");
    if (!hasDescr || !hasOrder || !hasShape)
      return Error("expected the keys 'descr', 'fortran_order' and 'shape'");
    return header;
  }

private:
  char peek() {
    while (position < text.size() && text[position] == ' ')
      ++position;
    return position < text.size() ? text[position] : '\0';
  }

  bool consume(char c) {
    if (peek() != c)
      return false;
    ++position;
    return true;
  }

  bool consumeWord(std::string_view word) {
    if (peek(); !text.substr(position).starts_with(word))
      return false;
    position += word.size();
    return true;
  }

  Result<std::string> parseString() {
    char mark = peek();
    if (mark != '\'' && mark != '"')
      return Error("expected a string");
    size_t end = text.find(mark, position + 1);
    if (end == std::string_view::npos)
      return Error("expected the end of a string");
    std::string value(text.substr(position + 1, end - position - 1));
    position = end + 1;
    return value;
  }

  Result<void> parseValue(const std::string &key) {
    if (key == "descr") {
      auto value = parseString();
      if (!value)
        return Error("expected 'descr' to be a string; arrays of records are "
                     "not read");
      header.descr = *value;
      hasDescr = true;
      return {};
    }
    if (key == "fortran_order") {
      header.fortranOrder = consumeWord("True");
      if (!header.fortranOrder && !consumeWord("False"))
        return Error("expected 'fortran_order' to be True or False");
      hasOrder = true;
      return {};
    }
    if (key == "shape")
      return parseShape();
    return Error("unknown key " + quote(key));
  }

  Result<void> parseShape() {
    if (!consume('('))
      return Error("expected 'shape' to be a tuple");
    header.shape.clear();
    while (!consume(')')) {
      size_t end = text.find_first_of(",)", position);
      auto size = parseInteger(text.substr(position, end - position), "a size in 'shape'");
      if (!size)
        return size.error();
      header.shape.push_back(*size);
      position = std::min(end, text.size());
      if (!consume(',') && peek() != ')')
        return Error("expected ',' or ')' in 'shape'");
    }
    hasShape = true;
    return {};
  }

  std::string_view text;
  size_t position = 0;
  Header header;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};

/// A dtype string, taken apart.
struct Dtype {
  bool bigEndian;
  char kind;
  unsigned bytes;

  /// A type that numpy gives no meaning to.
  bool isRaw() const { return kind == 'V' || (kind == 'f' && bytes == 1); }
};

Result<Dtype> parseDtype(const std::string &descr) {
  Error unknown("unknown dtype " + quote(descr) + "; expected one of b1, i1 to i8, u1 to u8, f2 to f8, V1, V2");
  if (descr.size() != 3 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return unknown;
  Dtype dtype = {descr[0] == '>', descr[1], static_cast<unsigned>(descr[2] - '0')};
  std::string_view sizes;
  switch (dtype.kind) {
  case 'b':
    sizes = "1";
    break;
  case 'i':
  case 'u':
  case 'f':
    sizes = "1248";
    break;
  case 'V':
    sizes = "12";
    break;
  }
  if (sizes.find(descr[2]) == std::string_view::npos)
    return unknown;
  return dtype;
}

ElementType elementTypeOf(const Dtype &dtype) {
  constexpr ElementType integers[] = {ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64,
                                      ElementType::U8, ElementType::U16, ElementType::U32, ElementType::U64};
  unsigned log = dtype.bytes == 1 ? 0 : dtype.bytes == 2 ? 1 : dtype.bytes == 4 ? 2 : 3;
  switch (dtype.kind) {
  case 'b':
    return ElementType::I1;
  case 'i':
    return integers[log];
  case 'u':
    return integers[4 + log];
  default:
    return log == 1 ? ElementType::F16 : log == 2 ? ElementType::F32 : ElementType::F64;
  }
}

/// True for the types that numpy lacks.
bool isForeign(ElementType type) { return type == ElementType::BF16 || (isFloat(type) && byteSize(type) == 1); }

Result<ElementType> chooseType(const Dtype &dtype, const std::string &descr, std::optional<ElementType> expected) {
  bool canBeForeign = dtype.isRaw() || dtype.kind == 'u';
  if (expected && isForeign(*expected) && canBeForeign && byteSize(*expected) == dtype.bytes)
    return *expected;
  if (dtype.isRaw())
    return Error(
        "dtype " + quote(descr) + " has no meaning of its own; " +
        (expected ? "expected elements of " + std::string(name(*expected)) : "say which element type is meant"));
  ElementType type = elementTypeOf(dtype);
  if (!expected)
    return type;
  if (!isCompatible(*expected, type))
    return Error("expected elements of " + std::string(name(*expected)) + " but got " + std::string(name(type)) +
                 " (dtype " + quote(descr) + ")");
  return *expected;
}

void swapBytes(Bytes &data, unsigned size) {
  for (size_t i = 0; i + size <= data.size(); i += size)
    std::reverse(data.begin() + static_cast<ptrdiff_t>(i), data.begin() + static_cast<ptrdiff_t>(i + size));
}

/// Column-major to row-major: the source is walked in row-major order of the
/// shape, its strides growing from the first size on.
Bytes toRowMajor(const Bytes &source, const std::vector<int64_t> &shape, unsigned size) {
  Bytes target;
  target.reserve(source.size());
  std::vector<size_t> index(shape.size());
  for (size_t n = 0; n < source.size() / size; ++n) {
    size_t position = 0;
    for (size_t axis = shape.size(); axis-- > 0;)
      position = position * static_cast<size_t>(shape[axis]) + index[axis];
    auto element = source.begin() + static_cast<ptrdiff_t>(position * size);
    target.insert(target.end(), element, element + size);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < static_cast<size_t>(shape[axis]))
        break;
      index[axis] = 0;
    }
  }
  return target;
}

/// The header's text and the position after it.
Result<std::pair<std::string_view, size_t>> findHeader(ByteSpan bytes) {
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (!text.starts_with(magic) || bytes.size() < 10)
    return Error("expected the first bytes to be those of a .npy file");
  unsigned major = bytes[6];
  if (major != 1 && major != 2)
    return Error("expected version 1 or 2 but got " + std::to_string(major));
  size_t start = major == 1 ? 10 : 12;
  if (bytes.size() < start)
    return Error("the file ends inside its header");
  size_t length = 0;
  for (size_t i = start; i-- > 8;)
    length = length << 8 | bytes[i];
  if (length > bytes.size() - start)
    return Error("expected a header of " + std::to_string(length) + " bytes but the file has " +
                 std::to_string(bytes.size() - start) + " more");
  return std::pair(text.substr(start, length), start + length);
}

std::string dtypeOf(ElementType type) {
  std::string size = std::to_string(byteSize(type));
  std::string order = byteSize(type) == 1 ? "|" : "<";
  if (type == ElementType::I1)
    return order + "b" + size;
  if (isForeign(type) || isUnsigned(type))
    return order + "u" + size;
  return order + (isFloat(type) ? "f" : "i") + size;
}

Result<HostArray> parseArray(ByteSpan bytes, std::optional<ElementType> expected) {
  auto found = findHeader(bytes);
  if (!found)
    return found.error();
  auto header = HeaderParser(found->first).parse();
  if (!header)
    return header.error().in("header");
  auto dtype = parseDtype(header->descr);
  if (!dtype)
    return dtype.error();
  auto type = chooseType(*dtype, header->descr, expected);
  if (!type)
    return type.error();
  auto count = elementCount(header->shape);
  if (!count)
    return count.error();

  ByteSpan data = bytes.subspan(found->second);
  uint64_t wanted = 0;
  bool overflow = __builtin_mul_overflow(static_cast<uint64_t>(*count), uint64_t(dtype->bytes), &wanted);
  if (overflow || wanted != data.size())
    return Error("expected " + (overflow ? "more than 2^64" : std::to_string(wanted)) + " bytes of data for shape " +
                 printShape(header->shape) + " but got " + std::to_string(data.size()));
  HostArray array = {*type, header->shape, Bytes(data.begin(), data.end())};
  if (dtype->bigEndian)
    swapBytes(array.data, dtype->bytes);
  if (header->fortranOrder)
    array.data = toRowMajor(array.data, array.shape, dtype->bytes);
  if (*type == ElementType::I1)
    for (uint8_t &byte : array.data)
      byte = byte != 0;
  return array;
}
} // namespace

Result<int64_t> kiln::elementCount(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  for (int64_t size : shape) {
    if (size < 0)
      return Error("expected sizes of at least 0 but got shape " + printShape(shape));
    if (!empty && __builtin_mul_overflow(count, size, &count))
      return Error("the number of elements of shape " + printShape(shape) + " does not fit in 63 bits");
  }
  return empty ? 0 : count;
}

std::string kiln::printShape(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "scalar" : text;
}

Result<HostArray> kiln::parseNpy(ByteSpan bytes, std::optional<ElementType> expected) {
  auto array = parseArray(bytes, expected);
  if (!array)
    return array.error().in("npy");
  return array;
}

Result<HostArray> kiln::readNpy(const std::string &path, std::optional<ElementType> expected) {
  auto bytes = readFile(path);
  if (!bytes)
    return bytes.error();
  auto array = parseNpy(*bytes, expected);
  if (!array)
    return array.error().in(quote(path));
  return array;
}

Bytes kiln::serializeNpy(const HostArray &array) {
  std::string shape;
  for (int64_t size : array.shape)
    shape += std::to_string(size) + ", ";
  // A tuple of one keeps its comma.
  if (array.shape.size() > 1)
    shape.resize(shape.size() - 2);
  else if (!shape.empty())
    shape.pop_back();
  std::string header = "{'descr': '" + dtypeOf(array.type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The data starts at a multiple of 64 bytes, after a line end.
  size_t start = (10 + header.size() + 1 + 63) / 64 * 64;
  header.resize(start - 11, ' ');
  header += '\n';
  std::string file(magic);
  for (size_t byte : {size_t(1), size_t(0), header.size() & 0xff, header.size() >> 8})
    file += static_cast<char>(byte);
  file += header;
  Bytes bytes(file.begin(), file.end());
  bytes.insert(bytes.end(), array.data.begin(), array.data.end());
  return bytes;
}

Result<void> kiln::writeNpy(const std::string &path, const HostArray &array) {
  return writeFile(path, serializeNpy(array));
}
