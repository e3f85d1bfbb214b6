// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: fixed bits, and that they look as they should.

#include "kiln/Random.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace kiln;

namespace {
TEST(RandomTest, bitsAreTheDocumentedOnes) {
  // From an independent computation with Python integers.
  Random random(42, 3);
  EXPECT_EQ(random.bits(0), 0x4e54865335a6a3bc);
  EXPECT_EQ(random.bits(1), 0xd657d3e5edc82de6);
  EXPECT_EQ(random.bits(1000000), 0xe8da6f66f7471469);
}

TEST(RandomTest, streamsAndSeedsDiffer) {
  EXPECT_NE(Random(0, 0).bits(0), Random(0, 1).bits(0));
  EXPECT_NE(Random(0, 0).bits(0), Random(1, 0).bits(0));
  EXPECT_NE(Random(0, 0).bits(0), Random(0, 0).bits(1));
}

TEST(RandomTest, uniformIsInRangeAndFlat) {
  Random random(1, 0);
  int buckets[10] = {};
  for (int i = 0; i < 100000; ++i) {
    double value = random.uniform(i);
    ASSERT_TRUE(value >= 0 && value < 1);
    ++buckets[static_cast<int>(value * 10)];
  }
  for (int count : buckets)
    EXPECT_NEAR(count, 10000, 500);
}

TEST(RandomTest, normalAgreesWithTheMathLibrary) {
  Random random(7, 2);
  for (uint64_t i = 0; i < 100000; ++i) {
    double radius = std::sqrt(-2 * std::log(1 - random.uniform(2 * i)));
    double angle = 2 * M_PI * random.uniform(2 * i + 1);
    ASSERT_NEAR(random.normal(i), radius * std::cos(angle), 1e-14);
  }
}

TEST(RandomTest, normalHasItsMoments) {
  Random random(3, 0);
  double sum = 0, squares = 0;
  constexpr int count = 200000;
  for (int i = 0; i < count; ++i) {
    double value = random.normal(i);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1, 0.01);
}

TEST(RandomTest, integersCoverTheirRange) {
  Random random(5, 0);
  int counts[7] = {};
  for (int i = 0; i < 70000; ++i) {
    int64_t value = random.integer(i, -3, 3);
    ASSERT_TRUE(value >= -3 && value <= 3);
    ++counts[value + 3];
  }
  for (int count : counts)
    EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(random.integer(0, 9, 9), 9);
  EXPECT_EQ(static_cast<uint64_t>(random.integer(0, INT64_MIN, INT64_MAX)), random.bits(0) + (uint64_t(1) << 63));
}
} // namespace
