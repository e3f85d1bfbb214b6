// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of facts: what follows from what, the canonical form, contradictions,
// and what is said of a fact that does not hold.

#include "kiln/Facts.h"

#include <gtest/gtest.h>

using namespace kiln;

namespace {
const std::vector<ArgumentInfo> arguments = {{"p", true, ElementType::F32},  {"q", true, ElementType::F16},
                                             {"n", false, ElementType::I32}, {"x", false, ElementType::F32},
                                             {"b", false, ElementType::I8},  {"w", false, ElementType::I64},
                                             {"u", false, ElementType::U64}, {"f", false, ElementType::I1}};

std::vector<Fact> facts(const std::vector<std::string> &texts) {
  std::vector<Fact> list;
  for (const std::string &text : texts) {
    auto fact = parseFact(text, arguments);
    EXPECT_TRUE(fact) << fact.error().message();
    if (fact)
      list.push_back(*fact);
  }
  return list;
}

/// The canonical set as text, or the error.
std::string combined(const std::vector<std::string> &texts, const std::vector<std::string> &stated = {}) {
  auto set = combineFacts(facts(texts), arguments, facts(stated));
  return set ? print(*set, arguments) : "error: " + set.error().message();
}

TEST(FactSetTest, setsAreOrderedByArgumentAndHaveNoRepetition) {
  EXPECT_EQ(combined({}), "none");
  EXPECT_EQ(combined({"q|p", "n%16", "p.bytes=64", "p%16", "n%16", "p|q"}), "p%16, p.bytes=64, n%16, p|q");
  EXPECT_EQ(combined({"n=1..100", "n%16"}), "n%16, n=1..100");
}

TEST(FactSetTest, factsOfOneArgumentMerge) {
  EXPECT_EQ(combined({"n%4", "n%6"}), "n%12");
  EXPECT_EQ(combined({"n=1..100", "n=-5..50"}), "n=1..50");
  EXPECT_EQ(combined({"n=48", "n%16", "n=1..100"}), "n=48");
  EXPECT_EQ(combined({"p%16", "p%64", "p.bytes=10", "p.bytes=4"}), "p%64, p.bytes=10");
}

TEST(FactSetTest, oneValueLeftIsThatValue) {
  EXPECT_EQ(combined({"n%16", "n=17..40"}), "n=32");
  EXPECT_EQ(combined({"n=5..5"}), "n=5");
  EXPECT_EQ(combined({"n%1073741824", "n%3"}), "n=0") << "no other multiple fits an i32";
  EXPECT_EQ(combined({"f=0..0"}), "f=0");
  EXPECT_EQ(combined({"n%16", "n=-40..-17"}), "n=-32");
}

TEST(FactSetTest, factsThatSayNothingVanish) {
  EXPECT_EQ(combined({"n%1", "p%1", "p.bytes=0"}), "none");
  EXPECT_EQ(combined({"n=-2147483648..2147483647", "b=-128..127", "f=0..1"}), "none");
  EXPECT_EQ(combined({"w=-9223372036854775808..9223372036854775807"}), "none");
}

TEST(FactSetTest, statedFactsAreNotRepeated) {
  EXPECT_EQ(combined({"n%16", "p%16", "p|q"}, {"n%16", "p%32", "p|q"}), "none");
  EXPECT_EQ(combined({"n%4"}, {"n%16"}), "none");
  EXPECT_EQ(combined({"n%48"}, {"n%16"}), "n%48");
  EXPECT_EQ(combined({"n=1..100", "n%16"}, {"n%16"}), "n=1..100");
  EXPECT_EQ(combined({"n=32"}, {"n%16"}), "n=32");
  EXPECT_EQ(combined({"n%16"}, {"n=32"}), "none");
  EXPECT_EQ(combined({"p.bytes=100"}, {"p.bytes=64"}), "p.bytes=100");
}

TEST(FactSetTest, contradictionsAreErrors) {
  EXPECT_EQ(combined({"n=4", "n%16"}), "error: fact 'n%16' leaves no value for argument 'n' beside n=4");
  EXPECT_EQ(combined({"n=4", "n=5"}), "error: fact 'n=5' leaves no value for argument 'n' beside n=4");
  EXPECT_EQ(combined({"n%16", "n=1..100", "n=17..31"}),
            "error: fact 'n=17..31' leaves no value for argument 'n' beside n%16, n=1..100");
  EXPECT_EQ(combined({"n=4"}, {"n%16"}), "error: fact 'n=4' leaves no value for argument 'n' beside n%16");
  EXPECT_EQ(combined({"w%9223372036854775807", "w%2"}),
            "error: fact 'w%2' leaves no value for argument 'w' beside w%9223372036854775807");
}

TEST(FactSetTest, implicationLooksAtOneArgument) {
  auto follows = [](const std::string &fact, const std::string &other) {
    return implies(facts({fact})[0], facts({other})[0]);
  };
  for (auto [fact, other] : std::vector<std::pair<std::string, std::string>>{{"n=48", "n%16"},
                                                                             {"n=48", "n=1..100"},
                                                                             {"n%32", "n%16"},
                                                                             {"n=2..5", "n=1..6"},
                                                                             {"n=4..4", "n=4"},
                                                                             {"p%32", "p%16"},
                                                                             {"p.bytes=5", "p.bytes=4"},
                                                                             {"p|q", "q|p"}}) {
    EXPECT_TRUE(follows(fact, other)) << fact << " gives " << other;
    if (fact != "p|q" && fact != "n=4..4") {
      EXPECT_FALSE(follows(other, fact)) << other << " does not give " << fact;
    }
  }
  EXPECT_FALSE(follows("n=48", "b%16"));
  EXPECT_FALSE(follows("p.bytes=64", "p%64"));
  EXPECT_FALSE(follows("n=1..2", "n%1073741824"));
  // Ranges that overlap, or touch at an end.
  EXPECT_FALSE(follows("n=2..9", "n=1..6"));
  EXPECT_FALSE(follows("n=0..5", "n=1..6"));
  EXPECT_FALSE(follows("n=6..9", "n=1..6"));
}

TEST(FactSetTest, bytesAreDerivedFromBuffers) {
  std::vector<ArgumentValue> values(arguments.size());
  values[0] = {0x1040, 0x1000, 256};
  values[2] = {0x1040, 0x1000, 256}; // an integer has no buffer, whatever is written here
  EXPECT_EQ(deriveBytes(arguments, values), std::vector<Fact>{Fact::bytes(0, 192)});
  values[0].bufferBytes = 0;
  EXPECT_TRUE(deriveBytes(arguments, values).empty());
}

TEST(FactSetTest, aFactThatDoesNotHoldNamesBothSides) {
  std::vector<ArgumentValue> values(arguments.size());
  values[0] = {0x1004, 0x1000, 64};
  values[1] = {0x1008, 0x1000, 64};
  values[2] = {97, 0, 0};
  auto errorOf = [&](const std::string &text) {
    auto held = requireHolds(facts({text})[0], arguments, values);
    return held ? "holds" : held.error().message();
  };
  EXPECT_EQ(errorOf("n=97"), "holds");
  EXPECT_EQ(errorOf("n%16"), "expected a multiple of 16 but got 97");
  EXPECT_EQ(errorOf("p%16"), "expected an address aligned to 16 bytes but got 0x1004");
  EXPECT_EQ(errorOf("p.bytes=61"),
            "expected at least 61 bytes from the pointer on but got 0x1004 in a buffer of 64 bytes, at byte 4");
  EXPECT_EQ(errorOf("p|q"),
            "expected a buffer apart from that of argument 'q' but got 0x1004 in a buffer of 64 bytes, at byte 4");
  EXPECT_EQ(requireHolds(Fact::value(9, 1), arguments, values).error().message(), "the kernel has no argument 9");
}
} // namespace
