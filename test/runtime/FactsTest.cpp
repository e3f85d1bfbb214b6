// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts: text forms, what is refused, truth, derivation.

#include "kiln/Facts.h"

#include <gtest/gtest.h>

using namespace kiln;

namespace {
const std::vector<ArgumentInfo> arguments = {{"p", true, ElementType::F32},  {"q", true, ElementType::F16},
                                             {"n", false, ElementType::I32}, {"x", false, ElementType::F32},
                                             {"b", false, ElementType::I8},  {"u", false, ElementType::U64},
                                             {"f", false, ElementType::I1}};

std::string errorOf(std::string_view text) {
  auto fact = parseFact(text, arguments);
  return fact ? "no error" : fact.error().message();
}

ArgumentValue integer(int64_t value) { return {uint64_t(value), 0, 0}; }

std::vector<ArgumentValue> values() {
  return {{0x1000, 0x1000, 256}, {0x1120, 0x1100, 64}, integer(48), integer(0), integer(0xff), integer(16), integer(1)};
}

bool isTrue(std::string_view text, const std::vector<ArgumentValue> &given) {
  auto fact = parseFact(text, arguments);
  EXPECT_TRUE(fact) << text;
  return fact && holds(*fact, arguments, given);
}

TEST(FactsTest, textFormsComeBack) {
  for (std::string text : {"n=4", "n=-4", "n%16", "n=1..4096", "n=-5..-2", "p%16", "p.bytes=4096", "p|q", "b=-128",
                           "u%3", "f=1", "n=-2147483648..2147483647"}) {
    auto fact = parseFact(text, arguments);
    ASSERT_TRUE(fact) << fact.error().message();
    EXPECT_EQ(print(*fact, arguments), text);
  }
}

TEST(FactsTest, textFormsGiveTheFactMeant) {
  EXPECT_EQ(*parseFact("n=4", arguments), Fact::value(2, 4));
  EXPECT_EQ(*parseFact("n%16", arguments), Fact::multipleOf(2, 16));
  EXPECT_EQ(*parseFact("p % 16", arguments), Fact::align(0, 16));
  EXPECT_EQ(*parseFact(" n = 0x10 .. 32 ", arguments), Fact::range(2, 16, 32));
  EXPECT_EQ(*parseFact("p.bytes=8", arguments), Fact::bytes(0, 8));
  EXPECT_EQ(*parseFact("q|p", arguments), Fact::disjoint(0, 1));
}

TEST(FactsTest, argumentNamedLikeAPropertyIsFoundFirst) {
  std::vector<ArgumentInfo> odd = {{"p", true, ElementType::F32}, {"p.bytes", false, ElementType::I32}};
  EXPECT_EQ(*parseFact("p.bytes=8", odd), Fact::value(1, 8));
}

TEST(FactsTest, badTextsAreRefused) {
  EXPECT_EQ(errorOf("n"), "fact 'n': expected n=VALUE, n%DIVISOR, n=LO..HI, p%BYTES, "
                          "p.bytes=BYTES or a|b");
  EXPECT_EQ(errorOf("m=4"), "fact 'm=4': no argument 'm'; the kernel has p, q, n, x, b, u, f");
  EXPECT_EQ(errorOf("n=four"), "fact 'n=four': expected the value to be an "
                               "integer but got 'four'");
  EXPECT_EQ(errorOf("n=9223372036854775808"), "fact 'n=9223372036854775808': expected the value to fit in 64 "
                                              "bits but got '9223372036854775808'");
  EXPECT_EQ(errorOf("n%0"), "fact 'n%0': expected a divisor of at least 1 but got 0");
  EXPECT_EQ(errorOf("n%"), "fact 'n%': expected the divisor to be an integer but got ''");
  EXPECT_EQ(errorOf("n=5..2"), "fact 'n=5..2': expected a range with its lower "
                               "bound first but got 5..2");
  EXPECT_EQ(errorOf("n=..2"), "fact 'n=..2': expected the lower bound to be an integer but got ''");
  EXPECT_EQ(errorOf("n=1.."), "fact 'n=1..': expected the upper bound to be an integer but got ''");
  EXPECT_EQ(errorOf("p%24"), "fact 'p%24': expected an alignment that is a "
                             "power of two bytes but got 24");
  EXPECT_EQ(errorOf("p%-9223372036854775808"), "fact 'p%-9223372036854775808': expected an alignment that is a "
                                               "power of two bytes but got -9223372036854775808");
  EXPECT_EQ(errorOf("p=4"), "fact 'p=4': expected an integer but argument 'p' is a pointer");
  EXPECT_EQ(errorOf("x=4"), "fact 'x=4': expected an integer but argument 'x' is a f32");
  EXPECT_EQ(errorOf("n.bytes=4"), "fact 'n.bytes=4': expected a pointer but argument 'n' is of type i32");
  EXPECT_EQ(errorOf("p.bytes=-1"), "fact 'p.bytes=-1': expected a number of bytes but got -1");
  EXPECT_EQ(errorOf("p.bytes=all"), "fact 'p.bytes=all': expected the number of "
                                    "bytes to be an integer but got 'all'");
  EXPECT_EQ(errorOf("p|p"), "fact 'p|p': argument 'p' cannot be disjoint from itself");
  EXPECT_EQ(errorOf("p|n"), "fact 'p|n': expected a pointer but argument 'n' is of type i32");
  EXPECT_EQ(errorOf("b=128"), "fact 'b=128': value 128 does not fit argument 'b' of type i8");
  EXPECT_EQ(errorOf("b=0..300"), "fact 'b=0..300': value 300 does not fit argument 'b' of type i8");
}

TEST(FactsTest, positionsBeyondTheSignatureAreRefused) {
  EXPECT_EQ(verify(Fact::value(7, 1), arguments).error().message(), "the kernel has no argument 7");
  EXPECT_EQ(verify(Fact::disjoint(0, 9), arguments).error().message(), "the kernel has no argument 9");
  Fact odd;
  odd.kind = static_cast<Fact::Kind>(99);
  EXPECT_EQ(verify(odd, arguments).error().message(), "unknown kind of fact");
  EXPECT_FALSE(holds(Fact::value(7, 1), arguments, values()));
  EXPECT_FALSE(holds(Fact::value(2, 48), arguments, {}));
}

TEST(FactsTest, integerFactsReadTheDeclaredType) {
  auto given = values();
  EXPECT_TRUE(isTrue("n=48", given));
  EXPECT_FALSE(isTrue("n=47", given));
  EXPECT_TRUE(isTrue("n%16", given));
  EXPECT_FALSE(isTrue("n%32", given));
  EXPECT_TRUE(isTrue("n=48..48", given));
  EXPECT_FALSE(isTrue("n=49..60", given));
  EXPECT_TRUE(isTrue("b=-1", given)) << "0xff is -1 as an i8";
  EXPECT_TRUE(isTrue("f=1", given));
}

TEST(FactsTest, valuesAboveTheSignedRangeAreNoNumberButHaveDivisors) {
  auto given = values();
  given[5] = {uint64_t(1) << 63, 0, 0};
  EXPECT_TRUE(isTrue("u%16", given));
  EXPECT_FALSE(isTrue("u%3", given));
  given[5].bits += 1;
  EXPECT_TRUE(isTrue("u%3", given)) << "2^63 + 1, though -(2^63 - 1) is not";
  EXPECT_FALSE(isTrue("u=0..9223372036854775807", given));
}

TEST(FactsTest, pointerFactsUseTheBuffer) {
  auto given = values();
  EXPECT_TRUE(isTrue("p%256", given));
  EXPECT_TRUE(isTrue("q%32", given));
  EXPECT_FALSE(isTrue("q%64", given));
  EXPECT_TRUE(isTrue("p.bytes=256", given));
  EXPECT_FALSE(isTrue("p.bytes=257", given));
  EXPECT_TRUE(isTrue("q.bytes=32", given));
  EXPECT_FALSE(isTrue("q.bytes=33", given));
  EXPECT_TRUE(isTrue("p|q", given));
  given[1].bufferBase = 0x10ff;
  EXPECT_FALSE(isTrue("p|q", given)) << "one byte is shared";
  given[1].bufferBase = 0x1100;
  given[1].bufferBytes = 0;
  EXPECT_FALSE(isTrue("p|q", given)) << "the extent is unknown";
  EXPECT_FALSE(isTrue("q.bytes=1", given));
}

TEST(FactsTest, derivationFollowsTriton) {
  auto given = values();
  std::vector<Fact> expected = {Fact::align(0, 16), Fact::align(1, 16), Fact::multipleOf(2, 16),
                                Fact::multipleOf(5, 16)};
  EXPECT_EQ(deriveFacts(arguments, given), expected);
  given[0].bits = 0x1004;
  given[1].bits = 0x1108;
  given[2] = integer(1);
  given[5] = integer(0);
  expected = {Fact::value(2, 1), Fact::multipleOf(5, 16)};
  EXPECT_EQ(deriveFacts(arguments, given), expected);
}

TEST(FactsTest, disjointPairsAreDerivedFromBuffers) {
  auto given = values();
  EXPECT_EQ(deriveDisjoint(arguments, given), std::vector<Fact>{Fact::disjoint(0, 1)});
  given[1] = given[0];
  EXPECT_TRUE(deriveDisjoint(arguments, given).empty());
}

TEST(FactsTest, valuesAreDescribedByType) {
  EXPECT_EQ(describeValue(arguments[0], {0x7f00, 0, 0}), "0x7f00");
  EXPECT_EQ(describeValue(arguments[4], {0xff, 0, 0}), "-1");
  EXPECT_EQ(describeValue(arguments[3], {0xbfc00000, 0, 0}), "-1.5");
  EXPECT_EQ(describeValue(arguments[5], {~uint64_t(0), 0, 0}), "18446744073709551615");
}
} // namespace
