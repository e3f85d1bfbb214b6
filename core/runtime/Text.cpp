// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built on std::from_chars, which never looks at the locale.

#include "Text.h"

#include <charconv>
#include <limits>

using namespace kiln;

std::string_view kiln::trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Result<int64_t> kiln::parseInteger(std::string_view text, const std::string &what) {
  std::string_view digits = trim(text);
  Error invalid("expected " + what + " to be an integer but got " + quote(text));
  bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+'))
    digits.remove_prefix(1);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  uint64_t magnitude = 0;
  const char *end = digits.data() + digits.size();
  auto [stop, status] = std::from_chars(digits.data(), end, magnitude, base);
  if (status == std::errc::result_out_of_range && stop == end)
    return Error("expected " + what + " to fit in 64 bits but got " + quote(text));
  if (status != std::errc() || stop != end)
    return invalid;
  constexpr uint64_t top = std::numeric_limits<int64_t>::max();
  if (magnitude > top + (negative ? 1 : 0))
    return Error("expected " + what + " to fit in 64 bits but got " + quote(text));
  return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
}

Result<double> kiln::parseReal(std::string_view text, const std::string &what) {
  std::string_view digits = trim(text);
  if (digits.starts_with('+'))
    digits.remove_prefix(1);
  double value = 0;
  const char *end = digits.data() + digits.size();
  auto [stop, status] = std::from_chars(digits.data(), end, value);
  if (status == std::errc::result_out_of_range && stop == end)
    return Error("expected " + what + " to fit in an f64 but got " + quote(text));
  if (status != std::errc() || stop != end)
    return Error("expected " + what + " to be a number but got " + quote(text));
  return value;
}

std::vector<std::string_view> kiln::split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t start = 0;
  while (true) {
    size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos)
      return parts;
    start = end + 1;
  }
}

bool kiln::isIdentifier(std::string_view text) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || isDigit(text.front()))
    return false;
  for (char c : text) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !isDigit(c) && c != '_' && c != '.' && c != '$')
      return false;
  }
  return true;
}

bool kiln::isPrintable(std::string_view text, bool blanks) {
  for (char c : text)
    if (c < (blanks ? ' ' : '!') || c > '~')
      return false;
  return true;
}

std::string kiln::quote(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string kiln::listOf(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "none" : list;
}
