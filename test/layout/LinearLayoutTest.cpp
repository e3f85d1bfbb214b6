// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear layouts against what they are by enumeration of all places.

#include "kiln/LinearLayout.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace kiln;
using Shape = LinearLayout::Shape;

namespace {

LinearLayout layoutOf(Shape shape, std::vector<LinearLayout::Dim> dims) {
  Result<LinearLayout> layout = LinearLayout::make(std::move(shape), std::move(dims));
  EXPECT_TRUE(layout) << (layout ? "" : layout.error().message());
  return layout ? *layout : LinearLayout();
}

/// Layouts of any kind: random images over a random shape.
LinearLayout randomLayout(std::mt19937 &random) {
  Shape shape;
  int64_t elements = 1;
  for (unsigned rank = random() % 4; rank-- > 0;)
    elements *= shape.emplace_back(int64_t(1) << random() % 4);
  std::vector<LinearLayout::Dim> dims;
  for (const char *name : {"register", "lane", "warp"}) {
    LinearLayout::Dim &dim = dims.emplace_back(LinearLayout::Dim{name, {}});
    for (unsigned bits = random() % 5; bits-- > 0;)
      dim.images.push_back(random() % elements);
  }
  return layoutOf(shape, dims);
}

std::multiset<uint64_t> heldBy(const LinearLayout &layout) {
  std::multiset<uint64_t> held;
  for (uint64_t place = 0; place < uint64_t(1) << layout.bits(); ++place)
    held.insert(layout.at(place));
  return held;
}

TEST(LinearLayoutTest, BuilderGivesNextElementsToEachDimension) {
  LayoutBuilder builder({8, 48});
  builder.take("register", 1, 4).take("lane", 1, 16).take("lane", 0, 2).finish("register");
  LinearLayout layout = builder.build();
  EXPECT_EQ(layout.shape(), (Shape{8, 64}));
  EXPECT_EQ(layout.print(), "[8, 64], register = [[0, 1], [0, 2], [2, 0], [4, 0]], "
                            "lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]]");
  EXPECT_EQ(layout.size("lane"), 32);
  EXPECT_EQ(layout.size("warp"), 1);
  EXPECT_EQ(layout.firstBit("lane"), 4u);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_TRUE(layout.isInjective());
}

TEST(LinearLayoutTest, BuilderRepeatsWhatTheTileDoesNotFill) {
  LinearLayout layout = LayoutBuilder({4}).take("lane", 0, 16, /*repeat=*/true).build();
  EXPECT_EQ(layout.size("lane"), 16);
  EXPECT_EQ(heldBy(layout).count(3), 4u);
  EXPECT_EQ(LayoutBuilder({4}).take("lane", 0, 16).build().size("lane"), 4);
}

TEST(LinearLayoutTest, AtIsTheXorOfTheImages) {
  LinearLayout swizzled = layoutOf({4, 4}, {{"bank", {1, 2}}, {"row", {4 | 1, 8 | 2}}});
  for (uint64_t row = 0; row < 4; ++row)
    for (uint64_t bank = 0; bank < 4; ++bank)
      EXPECT_EQ(swizzled.unflatten(swizzled.at(row << 2 | bank)), (Shape{int64_t(row), int64_t(bank ^ row)}));
}

TEST(LinearLayoutTest, PropertiesAgreeWithEnumeration) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    LinearLayout layout = randomLayout(random);
    std::multiset<uint64_t> held = heldBy(layout);
    std::set<uint64_t> different(held.begin(), held.end());
    EXPECT_EQ(layout.isSurjective(), static_cast<int64_t>(different.size()) == layout.elements()) << layout.print();
    EXPECT_EQ(layout.isInjective(), different.size() == held.size()) << layout.print();
  }
}

TEST(LinearLayoutTest, InverseFindsEveryElement) {
  std::mt19937 random(2);
  int surjective = 0;
  for (int i = 0; i < 500; ++i) {
    LinearLayout layout = randomLayout(random);
    std::vector<uint64_t> inverse = layout.inverse();
    if (!layout.isSurjective()) {
      EXPECT_TRUE(inverse.empty());
      continue;
    }
    ++surjective;
    for (int64_t coordinate = 0; coordinate < layout.elements(); ++coordinate) {
      uint64_t place = 0;
      for (size_t bit = 0; bit < inverse.size(); ++bit)
        if (coordinate >> bit & 1)
          place ^= inverse[bit];
      EXPECT_EQ(layout.at(place), static_cast<uint64_t>(coordinate)) << layout.print();
    }
  }
  EXPECT_GT(surjective, 50);
}

TEST(LinearLayoutTest, TransposeMovesCoordinates) {
  LinearLayout layout = layoutOf({2, 4, 8}, {{"lane", {1, 8, 33, 6, 16, 60}}});
  LinearLayout transposed = layout.transposed({2, 0, 1});
  EXPECT_EQ(transposed.shape(), (Shape{8, 2, 4}));
  for (uint64_t place = 0; place < 64; ++place) {
    Shape from = layout.unflatten(layout.at(place));
    EXPECT_EQ(transposed.unflatten(transposed.at(place)), (Shape{from[2], from[0], from[1]}));
  }
}

TEST(LinearLayoutTest, ReductionLeavesTheAxisOut) {
  LinearLayout layout = layoutOf({2, 4, 8}, {{"lane", {1, 8, 33, 6, 16, 60}}});
  LinearLayout reduced = layout.withoutAxis(1);
  EXPECT_EQ(reduced.shape(), (Shape{2, 8}));
  for (uint64_t place = 0; place < 64; ++place) {
    Shape from = layout.unflatten(layout.at(place));
    EXPECT_EQ(reduced.unflatten(reduced.at(place)), (Shape{from[0], from[2]}));
  }
}

TEST(LinearLayoutTest, OperandOfABroadcastHasTheRepeatedElement) {
  LinearLayout layout = layoutOf({2, 4, 8}, {{"lane", {1, 8, 33, 6, 16, 60}}});
  LinearLayout operand = layout.operandOfBroadcast({1, 8});
  for (uint64_t place = 0; place < 64; ++place)
    EXPECT_EQ(operand.unflatten(operand.at(place)), (Shape{0, layout.unflatten(layout.at(place))[2]}));
}

TEST(LinearLayoutTest, RepeatsAreLeftOutOfOneDimensionOnly) {
  LinearLayout layout = layoutOf({8}, {{"register", {0, 1, 2, 3, 0}}, {"lane", {4, 0, 1}}});
  LinearLayout once = layout.withoutRepeats("register");
  EXPECT_EQ(once.print(), "[8], register = [[1], [2]], lane = [[4], [0], [1]]");
}

TEST(LinearLayoutTest, MistakesAreNamed) {
  auto messageOf = [](Shape shape, std::vector<LinearLayout::Dim> dims) {
    Result<LinearLayout> layout = LinearLayout::make(std::move(shape), std::move(dims));
    return layout ? std::string("none") : layout.error().message();
  };
  EXPECT_EQ(messageOf({6}, {}), "expected extents that are powers of two but got 6");
  EXPECT_EQ(messageOf({0}, {}), "expected extents that are powers of two but got 0");
  EXPECT_EQ(messageOf({4}, {{"lane", {4}}}), "a bit of 'lane' moves by 4 but the tile has 4 elements");
  EXPECT_EQ(messageOf({4}, {{"lane", {}}, {"lane", {}}}), "hardware dimension 'lane' is there twice");
}

} // namespace
