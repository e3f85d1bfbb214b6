// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels print, as every device and the reference write it:
//
//   pid (0, 0, 0) idx (3) x: 17
//
// A launch keeps its first lines and counts the others.

#ifndef KILN_PRINTEDLINES_H
#define KILN_PRINTEDLINES_H

#include "kiln/ElementType.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kiln {

/// "(x, y, z)" of a program instance.
std::string programText(const std::array<int64_t, 3> &program);

/// What stands behind the prefix of a printed line.
struct PrintedValue {
  uint64_t bits = 0;
  ElementType type = ElementType::I1;
  /// The bits themselves.
  bool hex = false;
};

class PrintedLines {
public:
  /// Lines that a launch returns.
  static constexpr size_t most = 10000;

  /// One line; it is only counted where there are `most` already.
  void add(const std::array<int64_t, 3> &program, std::span<const int64_t> indices, std::string_view prefix,
           const std::optional<PrintedValue> &value);
  /// Lines that the machine itself did not keep.
  void addLost(uint64_t count) { lost += count; }
  /// The lines, and a last one that says how many more there were.
  std::vector<std::string> take();

private:
  std::vector<std::string> lines;
  uint64_t lost = 0;
};

} // namespace kiln

#endif // KILN_PRINTEDLINES_H
