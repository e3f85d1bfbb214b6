// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text for a printed line, whichever device prints it.

#include "kiln/PrintedLines.h"
#include "kiln/Convert.h"

using namespace kiln;

static std::string listed(std::span<const int64_t> numbers) {
  std::string text = "(";
  for (size_t d = 0; d < numbers.size(); ++d)
    text += (d ? ", " : "") + std::to_string(numbers[d]);
  return text + ")";
}

std::string kiln::programText(const std::array<int64_t, 3> &program) { return listed(program); }

void PrintedLines::add(const std::array<int64_t, 3> &program, std::span<const int64_t> indices, std::string_view prefix,
                       const std::optional<PrintedValue> &value) {
  if (lines.size() == most) {
    ++lost;
    return;
  }
  std::string line = "pid " + programText(program) + " idx " + listed(indices) + std::string(prefix);
  if (value)
    line += formatElement(value->bits, value->type, value->hex);
  lines.push_back(std::move(line));
}

std::vector<std::string> PrintedLines::take() {
  if (lost)
    lines.push_back("(" + std::to_string(lost) + " more lines)");
  lost = 0;
  return std::move(lines);
}
