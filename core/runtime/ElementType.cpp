// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and sizes of the element types, and values read through a signature.

#include "kiln/ElementType.h"
#include "kiln/Convert.h"
#include "kiln/Signature.h"

#include <array>
#include <cstdio>
#include <limits>

using namespace kiln;

namespace {
struct TypeRow {
  std::string_view name;
  unsigned bytes;
};

// In the order of the enum.
constexpr std::array<TypeRow, elementTypeCount> typeRows = {{{"i1", 1},
                                                             {"i8", 1},
                                                             {"i16", 2},
                                                             {"i32", 4},
                                                             {"i64", 8},
                                                             {"u8", 1},
                                                             {"u16", 2},
                                                             {"u32", 4},
                                                             {"u64", 8},
                                                             {"f8E4M3FN", 1},
                                                             {"f8E4M3FNUZ", 1},
                                                             {"f8E5M2", 1},
                                                             {"f8E5M2FNUZ", 1},
                                                             {"f16", 2},
                                                             {"bf16", 2},
                                                             {"f32", 4},
                                                             {"f64", 8}}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

bool equalIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i]))
      return false;
  return true;
}
} // namespace

unsigned kiln::byteSize(ElementType type) { return typeRows[static_cast<unsigned>(type)].bytes; }

std::string_view kiln::name(ElementType type) { return typeRows[static_cast<unsigned>(type)].name; }

Result<ElementType> kiln::parseElementType(std::string_view text) {
  std::string known;
  for (unsigned i = 0; i < elementTypeCount; ++i) {
    if (equalIgnoringCase(text, typeRows[i].name))
      return static_cast<ElementType>(i);
    known += (i ? ", " : "") + std::string(typeRows[i].name);
  }
  return Error("unknown element type '" + std::string(text) + "'; expected one of " + known);
}

bool kiln::isFloat(ElementType type) { return type >= ElementType::F8E4M3FN; }

bool kiln::isInteger(ElementType type) { return !isFloat(type); }

bool kiln::isUnsigned(ElementType type) {
  return type == ElementType::I1 || (type >= ElementType::U8 && type <= ElementType::U64);
}

bool kiln::isCompatible(ElementType expected, ElementType got) {
  if (expected == got)
    return true;
  // An i1 has one byte too, but not every byte is an i1.
  return isInteger(expected) && isInteger(got) && expected != ElementType::I1 && got != ElementType::I1 &&
         byteSize(expected) == byteSize(got);
}

std::optional<int64_t> kiln::integerOf(const ArgumentInfo &info, const ArgumentValue &value) {
  constexpr uint64_t top = std::numeric_limits<int64_t>::max();
  if (info.isPointer || info.type == ElementType::U64)
    return value.bits <= top ? std::optional<int64_t>(value.bits) : std::nullopt;
  if (isFloat(info.type))
    return std::nullopt;
  return decodeInteger(value.bits, info.type);
}

std::string kiln::describeValue(const ArgumentInfo &info, const ArgumentValue &value) {
  std::array<char, 48> text = {};
  if (info.isPointer)
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value.bits));
  else if (info.type == ElementType::U64)
    return std::to_string(value.bits);
  else if (isInteger(info.type))
    return std::to_string(decodeInteger(value.bits, info.type));
  else
    std::snprintf(text.data(), text.size(), "%.9g", decodeFloat(value.bits, info.type));
  return text.data();
}

Result<unsigned> kiln::findArgument(std::span<const ArgumentInfo> arguments, std::string_view name) {
  std::string known;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (arguments[i].name == name)
      return i;
    known += (i ? ", " : "") + arguments[i].name;
  }
  return Error("no argument '" + std::string(name) + "'; the kernel has " + (known.empty() ? "none" : known));
}
