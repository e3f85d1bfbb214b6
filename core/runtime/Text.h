// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading small texts: facts, expressions, makers.

#ifndef KILN_CORE_RUNTIME_TEXT_H
#define KILN_CORE_RUNTIME_TEXT_H

#include "kiln/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kiln {

/// Without blanks at both ends.
std::string_view trim(std::string_view text);

/// A whole decimal or 0x integer with an optional sign; `what` names it in the
/// error, e.g. "'n' in 'n=x'".
Result<int64_t> parseInteger(std::string_view text, const std::string &what);

/// A whole number as strtod reads it in the C locale, `inf` and `nan` included.
Result<double> parseReal(std::string_view text, const std::string &what);

/// The parts between separators; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Letters, digits, '_', '.' and '$', not beginning with a digit.
bool isIdentifier(std::string_view text);

/// Printable ASCII only; blanks count when `blanks` is set.
bool isPrintable(std::string_view text, bool blanks);

std::string quote(std::string_view text);
/// `a, b, c`, or `none`.
std::string listOf(const std::vector<std::string> &names);

} // namespace kiln

#endif // KILN_CORE_RUNTIME_TEXT_H
