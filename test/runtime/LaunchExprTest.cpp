// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch expressions: values, text, bounds.

#include "kiln/LaunchExpr.h"

#include <gtest/gtest.h>
#include <limits>

using namespace kiln;

namespace {
constexpr int64_t least = std::numeric_limits<int64_t>::min();

const std::vector<ArgumentInfo> arguments = {{"p", true, ElementType::F32},
                                             {"n", false, ElementType::I32},
                                             {"x", false, ElementType::F32},
                                             {"m", false, ElementType::I64}};
const std::vector<ArgumentValue> values = {{0x1000, 0x1000, 64}, {97, 0, 0}, {0, 0, 0}, {uint64_t(least), 0, 0}};
const PropertyMap properties = {{"cores", 4}};

Result<int64_t> evaluate(std::string_view text) {
  auto expr = LaunchExpr::parse(text);
  if (!expr)
    return expr.error();
  return expr->evaluate({arguments, values, {2, 3, 5}, &properties});
}

std::string errorOf(std::string_view text) {
  auto value = evaluate(text);
  return value ? "no error" : value.error().message();
}

std::string verifyError(std::string_view text) {
  auto valid = LaunchExpr::parse(text)->verify(arguments);
  return valid ? "no error" : valid.error().message();
}

TEST(LaunchExprTest, values) {
  std::pair<std::string_view, int64_t> cases[] = {
      {"7", 7},
      {"-7", -7},
      {"0x10", 16},
      {"a1", 97},
      {"a0", 0x1000},
      {"g0 + 10*g1 + 100*g2", 532},
      {"d.cores", 4},
      {"ceildiv(a1, 16) * g0", 14},
      {"1 - 2 - 3", -4},
      {"1 - (2 - 3)", 2},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"2 - -3", 5},
      {"floordiv(-7, 2)", -4},
      {"ceildiv(-7, 2)", -3},
      {"mod(-7, 2)", 1},
      {"mod(7, 4)", 3},
      {"min(3, max(1, 2))", 2},
      {"alignup(97, 16)", 112},
      {"alignup(96, 16)", 96},
      {"floordiv(a3, 3)", -3074457345618258603},
      {"mod(a3, 3)", 1},
      {"-9223372036854775808", least},
  };
  for (auto [text, expected] : cases) {
    auto value = evaluate(text);
    ASSERT_TRUE(value) << value.error().message();
    EXPECT_EQ(*value, expected) << text;
  }
}

TEST(LaunchExprTest, textComesBack) {
  for (std::string text : {"ceildiv(a3, 16) * g0", "1 - (2 - 3)", "1 - 2 - 3", "(a0 + 1) * 2", "2 * (a0 * 3)",
                           "a1 * -5", "min(d.cores, g0 * g1 * g2)", "alignup(a1 + 1, 128)", "-9223372036854775808"}) {
    auto expr = LaunchExpr::parse(text);
    ASSERT_TRUE(expr) << expr.error().message();
    EXPECT_EQ(expr->print(), text);
    EXPECT_EQ(*LaunchExpr::parse(expr->print()), *expr);
  }
}

TEST(LaunchExprTest, expressionsAreBuiltWithoutText) {
  auto blocks = LaunchExpr::binary(LaunchExpr::Op::CeilDiv, LaunchExpr::argument(3), LaunchExpr::constant(16));
  auto expr = LaunchExpr::binary(LaunchExpr::Op::Mul, blocks, LaunchExpr::grid(0));
  EXPECT_EQ(expr, *LaunchExpr::parse("ceildiv(a3, 16) * g0"));
  EXPECT_EQ(LaunchExpr().print(), "0");
  EXPECT_EQ(LaunchExpr::property("cores").print(), "d.cores");
}

TEST(LaunchExprTest, overflowIsAnError) {
  EXPECT_EQ(errorOf("9223372036854775807 + 1"), "'9223372036854775807 + 1': 9223372036854775807 + 1 overflows 64 bits");
  EXPECT_EQ(errorOf("a3 - 1"), "'a3 - 1': -9223372036854775808 - 1 overflows 64 bits");
  EXPECT_EQ(errorOf("a3 * 2"), "'a3 * 2': -9223372036854775808 * 2 overflows 64 bits");
  EXPECT_EQ(errorOf("alignup(9223372036854775807, 16)"),
            "'alignup(9223372036854775807, 16)': 9223372036854775807 alignup 16 "
            "overflows 64 bits");
}

TEST(LaunchExprTest, divisorsBelowOneAreErrors) {
  EXPECT_EQ(errorOf("ceildiv(1, 0)"), "'ceildiv(1, 0)': expected ceildiv to have "
                                      "a divisor of at least 1 but got 0");
  EXPECT_EQ(errorOf("mod(1, -2)"), "'mod(1, -2)': expected mod to have a divisor "
                                   "of at least 1 but got -2");
}

TEST(LaunchExprTest, missingNamesAreErrors) {
  EXPECT_EQ(errorOf("a9"), "'a9': the kernel has no argument a9");
  EXPECT_EQ(errorOf("d.sms"), "'d.sms': the device has no property 'sms'");
  EXPECT_EQ(errorOf("a2"), "'a2': argument 'x' with value 0 is no 64-bit signed integer");
}

TEST(LaunchExprTest, syntaxErrorsNameTheColumn) {
  EXPECT_EQ(errorOf(""), "expression '': expected a number, a name or '(' but "
                         "got the end at column 1");
  EXPECT_EQ(errorOf("1 +"), "expression '1 +': expected a number, a name or '(' "
                            "but got the end at column 4");
  EXPECT_EQ(errorOf("1 2"), "expression '1 2': expected the end but got '2' at column 3");
  EXPECT_EQ(errorOf("(1"), "expression '(1': expected ')' but got the end at column 3");
  EXPECT_EQ(errorOf("min 1"), "expression 'min 1': expected '(' but got '1' at column 5");
  EXPECT_EQ(errorOf("min(1)"), "expression 'min(1)': expected ',' but got ')' at column 6");
  EXPECT_EQ(errorOf("foo"), "expression 'foo': unknown name 'foo'; expected a0, a1, .. for an "
                            "argument, g0, g1 or g2 for the grid, or d.NAME for a device property");
  EXPECT_EQ(errorOf("12x"), "expression '12x': expected the constant to be an "
                            "integer but got '12x'");
  EXPECT_EQ(errorOf("-a1"), "expression '-a1': expected the constant to be an "
                            "integer but got '-a1'");
}

TEST(LaunchExprTest, sizeIsBounded) {
  std::string deep(100, '(');
  EXPECT_NE(errorOf(deep).find("expected at most 64 nested parentheses"), std::string::npos);
  std::string wide = "1";
  for (int i = 0; i < 3000; ++i)
    wide += "+1";
  EXPECT_NE(errorOf(wide).find("at most 4096 operands and operators but got 6001"), std::string::npos);
  EXPECT_NE(errorOf(std::string(70000, '1')).find("at most 65536 characters"), std::string::npos);
  LaunchExpr expr;
  for (int i = 0; i < 100; ++i)
    expr = LaunchExpr::binary(LaunchExpr::Op::Min, expr, LaunchExpr());
  EXPECT_FALSE(expr.verify(arguments));
}

TEST(LaunchExprTest, verifyChecksNames) {
  EXPECT_EQ(verifyError("a1 + a0 + g2 + d.cores"), "no error");
  EXPECT_EQ(verifyError("a4"), "'a4': the kernel has no argument a4");
  EXPECT_EQ(verifyError("a2"), "'a2': expected an integer but argument 'x' is a f32");
  EXPECT_EQ(verifyError("g3"), "'g3': expected a grid axis g0, g1 or g2 but got g3");
  auto odd = LaunchExpr::property("a b").verify(arguments);
  EXPECT_EQ(odd.error().message(), "'d.a b': expected a property name but got 'a b'");
}
} // namespace
