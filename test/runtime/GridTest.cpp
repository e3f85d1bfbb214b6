// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids, variants, preconditions and derived parameters of a launch.

#include "LaunchFixture.h"

using namespace kiln;
using namespace kiln::toy;

namespace {
class GridTest : public LaunchFixture {
protected:
  Result<LaunchReport> launch(const LaunchInfo &info, Grid grid, int64_t n = 1, bool specialize = true) {
    LaunchOptions options;
    options.specialize = specialize;
    return kernelOf(info).launch(grid, {Argument(floats({1})), Argument::number(n)}, options);
  }

  std::string error(const LaunchInfo &info, Grid grid, int64_t n = 1) { return errorOf(launch(info, grid, n)); }

  LaunchInfo withParameter(LaunchParameter parameter) {
    LaunchInfo info = addInfo("record");
    info.variants[0].parameters = {std::move(parameter)};
    return info;
  }

  LaunchInfo record = addInfo("record");
};

TEST_F(GridTest, emptyGridRunsNothing) {
  auto report = launch(record, {4, 0, 2});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->empty);
  EXPECT_TRUE(toy().requests.empty());
  record.preconditions = {Fact::value(1, 7)};
  EXPECT_FALSE(launch(record, {0, 1, 1})) << "arguments are checked all the same";
}

TEST_F(GridTest, sizesAreBounded) {
  EXPECT_EQ(error(record, {1, -1, 1}), "kernel 'add1': expected a grid size in y from 0 to 2147483647 but "
                                       "got -1");
  EXPECT_EQ(error(record, {1, 1, int64_t(1) << 31}),
            "kernel 'add1': expected a grid size in z from 0 to 2147483647 but "
            "got 2147483648");
  EXPECT_EQ(error(record, {101, 1, 1}), "kernel 'add1': physical grid in x: expected a size from 1 to 100, "
                                        "which device 'toy' allows, but got 101");
}

TEST_F(GridTest, physicalGridIsComputed) {
  record.variants[0].physicalGrid = {expr("min(d.cores, g0 * g1 * g2)")};
  auto report = launch(record, {300, 2, 1});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->physicalGrid, (Grid{4, 1, 1}));
  EXPECT_EQ(toy().requests[0].logicalGrid, (Grid{300, 2, 1}));
  record.variants[0].physicalGrid = {expr("a1 - 1")};
  EXPECT_EQ(error(record, {1, 1, 1}), "kernel 'add1': physical grid in x: expected a size from 1 to 100, "
                                      "which device 'toy' allows, but got 0");
  record.variants[0].physicalGrid = {expr("1"), expr("d.sms")};
  EXPECT_EQ(error(record, {1, 1, 1}), "kernel 'add1': physical grid in y: 'd.sms': the device has no "
                                      "property 'sms'");
}

TEST_F(GridTest, variantsAreChosenByGuard) {
  LaunchVariant fast = record.variants[0];
  fast.guard = {Fact::multipleOf(1, 16), Fact::align(0, 16)};
  record.variants.insert(record.variants.begin(), fast);
  EXPECT_EQ(launch(record, {1, 1, 1}, 32)->variant, 0u);
  EXPECT_EQ(launch(record, {1, 1, 1}, 33)->variant, 1u);
  EXPECT_EQ(launch(record, {1, 1, 1}, 32, /*specialize=*/false)->variant, 1u);
}

TEST_F(GridTest, brokenPreconditionsAreRefused) {
  record.preconditions = {Fact::multipleOf(1, 16)};
  EXPECT_EQ(error(record, {1, 1, 1}, 97), "argument 'n': kernel 'add1' states n%16, expected a multiple of 16 "
                                          "but got 97");
}

TEST_F(GridTest, parametersArePackedLikeAStruct) {
  record.variants[0].parameters = {
      LaunchParameter::fromExpression("a", expr("a1"), ElementType::I8),
      LaunchParameter::fromExpression("b", expr("g0 * 256"), ElementType::I32),
      LaunchParameter::fromExpression("c", expr("-1"), ElementType::I16),
      LaunchParameter::fromArgument("x", 0),
      LaunchParameter::fromObject("k", {"cookie", {{"size", {expr("a1")}}}, {}}),
      LaunchParameter::fromObject("l", {"cookie", {{"size", {expr("64")}}}, {}}),
  };
  ASSERT_TRUE(launch(record, {2, 1, 1}, 3));
  const LaunchRequest &request = toy().requests[0];
  std::pair<size_t, size_t> expected[] = {{0, 1}, {4, 4}, {8, 2}, {16, 8}, {24, 3}, {64, 64}};
  ASSERT_EQ(request.slots.size(), std::size(expected));
  for (size_t i = 0; i < request.slots.size(); ++i) {
    EXPECT_EQ(request.slots[i].offset, expected[i].first) << i;
    EXPECT_EQ(request.slots[i].size, expected[i].second) << i;
  }
  EXPECT_EQ(request.parameters.size(), 128u);
  EXPECT_EQ(request.parameters[0], 3);
  EXPECT_EQ(request.parameters[5], 2);
  EXPECT_EQ(request.parameters[9], 0xff);
  EXPECT_EQ(request.parameters[10], 0) << "gaps are zero";
  EXPECT_EQ(request.parameters[26], 0xc0);
}

TEST_F(GridTest, parameterFaultsAreNamed) {
  EXPECT_EQ(error(withParameter(LaunchParameter::fromExpression("t", expr("a1 * 100"), ElementType::I8)), {1, 1, 1}, 2),
            "kernel 'add1': parameter 't': 'a1 * 100' is 200, which does not fit "
            "in i8");
  EXPECT_EQ(
      error(withParameter(LaunchParameter::fromExpression("t", expr("ceildiv(1, a1)"), ElementType::I8)), {1, 1, 1}, 0),
      "kernel 'add1': parameter 't': 'ceildiv(1, a1)': expected ceildiv to "
      "have a divisor of at least 1 but got 0");
  auto cookie = [&](const char *size) {
    return withParameter(LaunchParameter::fromObject("t", {"cookie", {{"size", {expr(size)}}}, {}}));
  };
  EXPECT_EQ(error(cookie("0"), {1, 1, 1}), "kernel 'add1': parameter 't': expected a cookie of at least 1 byte");
  EXPECT_EQ(error(cookie("mod(1, 0)"), {1, 1, 1}), "kernel 'add1': parameter 't': 'cookie' field 'size': 'mod(1, 0)': "
                                                   "expected mod to have a divisor of at least 1 but got 0");
}

LaunchParameter workspace(const char *bytes, const char *align = "64", const char *per = "launch",
                          const char *init = "none") {
  return LaunchParameter::fromObject(
      "w", {"workspace", {{"bytes", {expr(bytes)}}, {"align", {expr(align)}}}, {{"per", per}, {"init", init}}});
}

TEST_F(GridTest, workspacesAreMadeAndFreed) {
  toy().workspaceSlot = 0;
  ASSERT_TRUE(launch(withParameter(workspace("16")), {3, 2, 1}));
  EXPECT_EQ(toy().workspace.size(), 16u);
  EXPECT_EQ(toy().workspace[0], 0xcc) << "not cleared unless asked";
  ASSERT_TRUE(launch(withParameter(workspace("16", "64", "program", "zero")), {3, 2, 1}));
  EXPECT_EQ(toy().workspace, Bytes(96, 0));
  ASSERT_TRUE(launch(withParameter(workspace("3000000", "64", "launch", "zero")), {1, 1, 1}));
  EXPECT_EQ(toy().workspace, Bytes(3000000, 0)) << "cleared in several writes";
  ASSERT_TRUE(launch(withParameter(workspace("0")), {1, 1, 1}));
  EXPECT_EQ(toy().liveAllocations(), 0u);
}

TEST_F(GridTest, workspaceFaultsAreNamed) {
  EXPECT_EQ(error(withParameter(workspace("-1")), {1, 1, 1}),
            "kernel 'add1': parameter 'w': workspace: expected a number of bytes "
            "but got -1");
  EXPECT_EQ(error(withParameter(workspace("1", "3")), {1, 1, 1}),
            "kernel 'add1': parameter 'w': workspace: expected an alignment that "
            "is a power of two of at most 2^32 bytes but got 3");
  EXPECT_EQ(error(withParameter(workspace("100000000", "64", "program")), {100, 2147483647, 1}),
            "kernel 'add1': parameter 'w': workspace: the bytes of all programs "
            "do not fit in 64 bits");
  EXPECT_EQ(error(withParameter(workspace("100000000")), {1, 1, 1}),
            "kernel 'add1': parameter 'w': cannot allocate 100000000 bytes on "
            "device 'toy': out of memory");
}
} // namespace
