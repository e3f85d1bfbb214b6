// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch metadata: text form, what is refused, the choice of a variant.

#include "kiln/LaunchInfo.h"

#include <functional>
#include <gtest/gtest.h>

using namespace kiln;

namespace {
LaunchExpr expr(std::string_view text) { return *LaunchExpr::parse(text); }

LaunchInfo matmul() {
  LaunchInfo info;
  info.kernel = "matmul";
  info.target = "toy";
  info.targetVersion = "2";
  info.arguments = {{"a", true, ElementType::BF16},
                    {"c", true, ElementType::F32},
                    {"n", false, ElementType::I32},
                    {"s", false, ElementType::F32}};
  info.preconditions = {Fact::align(0, 16), Fact::range(2, 1, 4096)};
  LaunchVariant fast;
  fast.guard = {Fact::multipleOf(2, 16), Fact::disjoint(0, 1)};
  fast.section = "code0";
  fast.entry = "matmul_fast";
  fast.physicalGrid = {expr("min(d.cores, g0 * g1)")};
  fast.required = {{"scratchpad_bytes", 131072}};
  fast.attributes = {{"threads", 128}};
  LaunchObject map{"tensor_map", {{"base", {expr("a0")}}, {"sizes", {expr("a2"), expr("64")}}}, {{"swizzle", "128 B"}}};
  fast.parameters = {LaunchParameter::fromArgument("a", 0),
                     LaunchParameter::fromExpression("tiles", expr("ceildiv(a2, 16) * g0"), ElementType::I32),
                     LaunchParameter::fromObject("map", map),
                     LaunchParameter::fromObject("scratch", {"workspace",
                                                             {{"bytes", {expr("4 * a2")}}, {"align", {expr("64")}}},
                                                             {{"per", "program"}, {"init", "zero"}}})};
  LaunchVariant general;
  general.section = "code1";
  general.parameters = {LaunchParameter::fromArgument("a", 0), LaunchParameter::fromArgument("n", 2)};
  info.variants = {fast, general};
  return info;
}

std::vector<ArgumentValue> values(int64_t n) {
  return {{0x1000, 0x1000, 64}, {0x2000, 0x2000, 64}, {uint64_t(n), 0, 0}, {0, 0, 0}};
}

std::string verifyError(const std::function<void(LaunchInfo &)> &change) {
  LaunchInfo info = matmul();
  change(info);
  auto valid = info.verify();
  return valid ? "no error" : valid.error().message();
}

/// The error of the metadata's text with one piece replaced.
std::string jsonError(const std::string &from, const std::string &to) {
  std::string text = matmul().toJson();
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << "\n" << text;
  text.replace(at, from.size(), to);
  auto info = LaunchInfo::fromJson(text);
  return info ? "no error" : info.error().message();
}

TEST(LaunchInfoTest, textComesBack) {
  LaunchInfo info = matmul();
  ASSERT_TRUE(info.verify()) << info.verify().error().message();
  auto again = LaunchInfo::fromJson(info.toJson());
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, info);
  EXPECT_EQ(again->toJson(), info.toJson());
}

TEST(LaunchInfoTest, theCompileKeyMayBeMissing) {
  LaunchInfo info = matmul();
  EXPECT_EQ(info.toJson().find("compile_key"), std::string::npos);
  info.compileKey = "0123abcd";
  auto again = LaunchInfo::fromJson(info.toJson());
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->compileKey, "0123abcd");
  EXPECT_EQ(*again, info);
  EXPECT_EQ(verifyError([](auto &info) { info.compileKey = "a b"; }),
            "kernel 'matmul': expected the compile key to be printable without blanks but got 'a b'");
}

TEST(LaunchInfoTest, firstVariantWhoseGuardHoldsIsChosen) {
  LaunchInfo info = matmul();
  EXPECT_EQ(info.selectVariant(values(32)), 0u);
  EXPECT_EQ(info.selectVariant(values(33)), 1u);
  EXPECT_EQ(info.selectVariant(values(32), /*specialize=*/false), 1u);
}

TEST(LaunchInfoTest, brokenPreconditionsNameArgumentValueAndDemand) {
  LaunchInfo info = matmul();
  auto errorOf = [&](Fact fact, std::vector<ArgumentValue> given) {
    info.preconditions = {fact};
    return info.checkPreconditions(given).error().message();
  };
  EXPECT_TRUE(info.checkPreconditions(values(4096)));
  EXPECT_EQ(errorOf(Fact::range(2, 1, 4096), values(4097)),
            "argument 'n': kernel 'matmul' states n=1..4096, expected a value "
            "from 1 to 4096 but got 4097");
  EXPECT_EQ(errorOf(Fact::value(2, 4), values(5)), "argument 'n': kernel 'matmul' states n=4, expected the value 4 but "
                                                   "got 5");
  EXPECT_EQ(errorOf(Fact::multipleOf(2, 16), values(5)),
            "argument 'n': kernel 'matmul' states n%16, expected a multiple of "
            "16 but got 5");
  EXPECT_EQ(errorOf(Fact::align(0, 8192), values(5)),
            "argument 'a': kernel 'matmul' states a%8192, expected an address "
            "aligned to 8192 bytes but got 0x1000");
  EXPECT_EQ(errorOf(Fact::bytes(0, 65), values(5)),
            "argument 'a': kernel 'matmul' states a.bytes=65, expected at least "
            "65 bytes from the pointer on but got 0x1000 in a buffer of 64 "
            "bytes, at byte 0");
  auto same = values(5);
  same[1] = {0x1000, 0, 0};
  EXPECT_EQ(errorOf(Fact::disjoint(0, 1), same), "argument 'a': kernel 'matmul' states a|c, expected a buffer apart "
                                                 "from that of argument 'c' but got 0x1000 in a buffer of 64 bytes, at "
                                                 "byte 0");
  EXPECT_EQ(errorOf(Fact::bytes(1, 1), same), "argument 'c': kernel 'matmul' states c.bytes=1, expected at least 1 "
                                              "bytes from the pointer on but got 0x1000 in a buffer of unknown size");
  EXPECT_EQ(errorOf(Fact::value(2, 4), {}), "expected 4 arguments but got 0");
}

TEST(LaunchInfoTest, verifyNamesThePart) {
  EXPECT_EQ(verifyError([](auto &info) { info.kernel = ""; }),
            "expected the kernel's name to be printable without blanks but got ''");
  EXPECT_EQ(verifyError([](auto &info) { info.target = "a b"; }),
            "kernel 'matmul': expected the target's name to be printable without "
            "blanks but got 'a b'");
  EXPECT_EQ(verifyError([](auto &info) { info.targetVersion = "\x01"; }),
            "kernel 'matmul': expected the target's version to be printable but "
            "got '\x01'");
  EXPECT_EQ(verifyError([](auto &info) { info.arguments[0].name = "a|b"; }),
            "kernel 'matmul': expected an argument name of letters, digits, '_', "
            "'.' and '$' but got 'a|b'");
  EXPECT_EQ(verifyError([](auto &info) { info.arguments[1].name = "a"; }),
            "kernel 'matmul': two arguments are named 'a'");
  EXPECT_EQ(verifyError([](auto &info) { info.preconditions = {Fact::value(0, 1)}; }),
            "kernel 'matmul': precondition: fact 'a=1': expected an integer but "
            "argument 'a' is a pointer");
  EXPECT_EQ(verifyError([](auto &info) {
              info.arguments[3] = {"a.bytes", false, ElementType::I32};
              info.preconditions = {Fact::bytes(0, 8)};
            }),
            "kernel 'matmul': precondition: fact 'a.bytes=8' has no unambiguous "
            "text form; rename the argument");
  EXPECT_EQ(verifyError([](auto &info) { info.variants.clear(); }), "kernel 'matmul': expected at least one variant");
  EXPECT_EQ(verifyError([](auto &info) { info.variants.pop_back(); }),
            "kernel 'matmul': expected the last variant to have no guard, so that "
            "every launch has one");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[1].section = ""; }),
            "kernel 'matmul': variant 1: expected a section name to be printable "
            "without blanks but got ''");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[0].entry = "a b"; }),
            "kernel 'matmul': variant 0: expected an entry name to be printable "
            "without blanks but got 'a b'");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[0].physicalGrid.clear(); }),
            "kernel 'matmul': variant 0: expected 1 to 3 grid sizes but got 0");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[0].physicalGrid[0] = expr("a9"); }),
            "kernel 'matmul': variant 0: grid: 'a9': the kernel has no argument a9");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[0].required[""] = 1; }),
            "kernel 'matmul': variant 0: expected the name of a required property "
            "but got ''");
  EXPECT_EQ(verifyError([](auto &info) { info.variants[0].attributes["a b"] = 1; }),
            "kernel 'matmul': variant 0: expected the name of an attribute but got "
            "'a b'");
}

std::string parameterError(const LaunchParameter &parameter) {
  std::string prefix = "kernel 'matmul': variant 1: ";
  std::string error = verifyError([&](auto &info) { info.variants[1].parameters = {parameter}; });
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

TEST(LaunchInfoTest, verifyNamesTheParameter) {
  EXPECT_EQ(parameterError(LaunchParameter::fromArgument("", 0)),
            "expected a parameter name to be printable without blanks but got ''");
  EXPECT_EQ(parameterError(LaunchParameter::fromArgument("x", 4)), "parameter 'x': the kernel has no argument 4");
  EXPECT_EQ(parameterError(LaunchParameter::fromExpression("x", expr("1"), ElementType::F32)),
            "parameter 'x': expected an integer type but got f32");
  EXPECT_EQ(parameterError(LaunchParameter::fromExpression("x", expr("a3"), ElementType::I32)),
            "parameter 'x': 'a3': expected an integer but argument 's' is a f32");
  LaunchParameter odd = LaunchParameter::fromArgument("x", 0);
  odd.kind = static_cast<LaunchParameter::Kind>(99);
  EXPECT_EQ(parameterError(odd), "parameter 'x': unknown kind");
  auto object = [](LaunchObject object) { return parameterError(LaunchParameter::fromObject("x", std::move(object))); };
  EXPECT_EQ(object({"", {}, {}}), "parameter 'x': expected an object kind but got ''");
  EXPECT_EQ(object({"map", {{"a b", {}}}, {}}), "parameter 'x': object 'map': expected a field name but got 'a b'");
  EXPECT_EQ(object({"map", {{"a", {expr("a7")}}}, {}}),
            "parameter 'x': object 'map': field 'a': 'a7': the kernel has no "
            "argument a7");
  EXPECT_EQ(object({"map", {}, {{"a", "\n"}}}), "parameter 'x': object 'map': expected an option of printable text but "
                                                "got 'a=\n'");
  EXPECT_EQ(object({"workspace", {}, {}}), "parameter 'x': object 'workspace': expected a field 'bytes'");
  EXPECT_EQ(object({"workspace", {{"bytes", {}}}, {}}),
            "parameter 'x': object 'workspace': expected field 'bytes' to have 1 "
            "value but got 0");
  EXPECT_EQ(object({"workspace", {{"bytes", {expr("1")}}, {"size", {}}}, {}}),
            "parameter 'x': object 'workspace': unknown field 'size'; expected "
            "'bytes' or 'align'");
  EXPECT_EQ(object({"workspace", {{"bytes", {expr("1")}}}, {{"for", "all"}}}),
            "parameter 'x': object 'workspace': unknown option 'for'; expected "
            "'per' or 'init'");
  EXPECT_EQ(object({"workspace", {{"bytes", {expr("1")}}}, {{"per", "core"}}}),
            "parameter 'x': object 'workspace': expected option 'per' to be "
            "'launch' or 'program' but got 'core'");
  EXPECT_EQ(object({"workspace", {{"bytes", {expr("1")}}}, {{"init", "one"}}}),
            "parameter 'x': object 'workspace': expected option 'init' to be "
            "'none' or 'zero' but got 'one'");
}

TEST(LaunchInfoTest, damagedTextsAreRefused) {
  EXPECT_EQ(LaunchInfo::fromJson("{").error().message(), "launch metadata: expected JSON");
  EXPECT_EQ(LaunchInfo::fromJson("[]").error().message(), "launch metadata: expected an object but got array");
  EXPECT_EQ(jsonError("\"version\": 1", "\"version\": 2"), "launch metadata: expected version 1 but got 2");
  EXPECT_EQ(jsonError("\"version\": 1", "\"version\": 1.5"),
            "launch metadata: version: expected a 64-bit signed integer but got "
            "number");
  EXPECT_EQ(jsonError("\"target\": \"toy\"", "\"target\": 1"),
            "launch metadata: target: expected a string but got number");
  EXPECT_EQ(jsonError("\"target\"", "\"goal\""), "launch metadata: missing key 'target'");
  EXPECT_EQ(jsonError("\"version\": 1", "\"version\": 1, \"more\": 1"), "launch metadata: unknown key 'more'");
  EXPECT_TRUE(jsonError("ptr<bf16>", "ptr<bf17>")
                  .starts_with("launch metadata: arguments[0].type: unknown "
                               "element type 'bf17'; expected one of i1"));
  EXPECT_EQ(jsonError("\"a%16\"", "\"a%15\""), "launch metadata: preconditions[0]: fact 'a%15': expected an alignment "
                                               "that is a power of two bytes but got 15");
  EXPECT_EQ(jsonError("\"argument\": \"a\"", "\"argument\": \"z\""),
            "launch metadata: variants[0].parameters[0].argument: no argument 'z'; "
            "the kernel has a, c, n, s");
  EXPECT_EQ(jsonError("\"argument\": \"a\"", "\"value\": \"a\""),
            "launch metadata: variants[0].parameters[0]: expected 'argument', "
            "'expression' or 'object'");
  EXPECT_EQ(jsonError("131072", "18446744073709551615"),
            "launch metadata: variants[0].required.scratchpad_bytes: expected a "
            "64-bit signed integer but got number");
  EXPECT_EQ(jsonError("\"ceildiv(a2, 16) * g0\"", "\"ceildiv(a2, 16\""),
            "launch metadata: variants[0].parameters[1].expression: expression "
            "'ceildiv(a2, 16': expected ')' but got the end at column 15");
  EXPECT_EQ(jsonError("\"parameters\": [", "\"parameters\": 3, \"p\": ["),
            "launch metadata: variants[0].parameters: expected an array but got "
            "number");
  EXPECT_EQ(jsonError("\"guard\": [\n        \"n%16\",\n        \"a|c\"\n      ]", "\"guard\": []"), "no error");
}

TEST(LaunchInfoTest, deepTextsAreRefusedWithoutHarm) {
  std::string deep(1000000, '[');
  EXPECT_FALSE(LaunchInfo::fromJson(deep));
  EXPECT_FALSE(LaunchInfo::fromJson(deep + std::string(1000000, ']')));
}
} // namespace
