// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels print.

#include "kiln/PrintedLines.h"

#include <gtest/gtest.h>

using namespace kiln;

namespace {

TEST(PrintedLinesTest, nameTheInstanceAndTheElement) {
  PrintedLines lines;
  int64_t indices[] = {3, -1};
  lines.add({1, 2, 3}, indices, " x: ", PrintedValue{0x3fc00000, ElementType::F32, false});
  lines.add({0, 0, 0}, {}, " hex ", PrintedValue{0xff, ElementType::I16, true});
  lines.add({0, 0, 0}, {}, " here", std::nullopt);
  EXPECT_EQ(lines.take(), (std::vector<std::string>{"pid (1, 2, 3) idx (3, -1) x: 1.5",
                                                    "pid (0, 0, 0) idx () hex 0x00ff", "pid (0, 0, 0) idx () here"}));
}

TEST(PrintedLinesTest, areCountedBeyondTheLimit) {
  PrintedLines lines;
  for (size_t i = 0; i < PrintedLines::most + 2; ++i)
    lines.add({0, 0, 0}, {}, "", std::nullopt);
  lines.addLost(5);
  std::vector<std::string> all = lines.take();
  ASSERT_EQ(all.size(), PrintedLines::most + 1);
  EXPECT_EQ(all.back(), "(7 more lines)");
}

} // namespace
