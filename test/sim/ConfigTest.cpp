// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Config.h"

#include <gtest/gtest.h>

using namespace kiln::npu;

namespace {

std::string errorOf(const char *text) {
  auto c = Config::fromJson(text);
  return c ? "" : c.error().message();
}

TEST(ConfigTest, BuiltinsAreValid) {
  for (auto name : Config::builtinNames()) {
    auto c = Config::named(name);
    ASSERT_TRUE(c) << c.error().message();
    EXPECT_EQ(c->name, name);
    auto again = Config::fromJson(c->toJson());
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(*again, *c);
  }
}

TEST(ConfigTest, DefaultsAreBase) {
  EXPECT_EQ(*Config::named("base"), Config());
  EXPECT_EQ(Config().accRowBytes(), 64u);
  EXPECT_EQ(Config().accRows(), 1024u);
  EXPECT_EQ(Config().beats(17), 2u);
}

TEST(ConfigTest, ErrorsNameFieldValueAndRange) {
  EXPECT_EQ(Config::named("huge").error().message(), "unknown machine 'huge', known machines: tiny, base, big");
  EXPECT_EQ(errorOf(R"({"lanes": 12})"), "machine file: machine parameter 'lanes' is 12, expected a power "
                                         "of two from 4 to 64");
  EXPECT_EQ(errorOf(R"({"cores": 0})"), "machine file: machine parameter 'cores' is 0, expected 1 to 64");
  EXPECT_EQ(errorOf(R"({"cores": -1})"), "machine file: machine parameter 'cores' is -1, expected 1 to 64");
  EXPECT_EQ(errorOf(R"({"coers": 1})"), "machine file: machine parameter 'coers' does not exist");
  EXPECT_EQ(errorOf(R"({"lanes": 8, "sfuLanes": 16})"), "machine file: machine parameter 'sfuLanes' is 16, expected at "
                                                        "most 'lanes', 8");
  EXPECT_EQ(errorOf("3"), "machine file: expected a JSON object");
  EXPECT_EQ(errorOf("{"), "machine file: expected a JSON object");
  EXPECT_EQ(errorOf(R"({"name": 3})"), "machine file: machine parameter 'name' is 3, expected a string");
  EXPECT_EQ(errorOf(R"({"name": [[]]})"), "machine file: expected one object of numbers and strings");
}

} // namespace
