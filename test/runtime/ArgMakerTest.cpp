// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument makers: every form, every refusal, sparse buffers, shared buffers.

#include "kiln/ArgMaker.h"
#include "kiln/Convert.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

using namespace kiln;

namespace {
const std::vector<ArgumentInfo> signature = {
    {"x", true, ElementType::F32}, {"y", true, ElementType::F32}, {"n", false, ElementType::I32}};

Result<MadeArguments> make(const std::vector<std::string> &texts, uint64_t seed = 0) {
  return makeArguments(texts, signature, seed);
}

/// Makes `x` alone, of the given element type.
Result<MadeArguments> makeOne(const std::string &text, ElementType type = ElementType::F32) {
  std::vector<ArgumentInfo> one = {{"x", true, type}};
  return makeArguments(std::vector<std::string>{"x=" + text}, one, 0);
}

std::vector<double> valuesOf(const HostBuffer &buffer) {
  std::vector<double> values;
  for (size_t i = 0; i < buffer.data.size(); i += byteSize(buffer.type)) {
    uint64_t bits = loadBits(buffer.data.data() + i, buffer.type);
    values.push_back(isFloat(buffer.type) ? decodeFloat(bits, buffer.type)
                                          : static_cast<double>(decodeInteger(bits, buffer.type)));
  }
  return values;
}

std::vector<double> values(const std::string &text, ElementType type = ElementType::F32) {
  auto made = makeOne(text, type);
  EXPECT_TRUE(made) << made.error().message();
  return made ? valuesOf(made->buffers[0]) : std::vector<double>();
}

std::string errorOne(const std::string &text, ElementType type = ElementType::F32) {
  auto made = makeOne(text, type);
  std::string error = made ? "no error" : made.error().message();
  std::string prefix = "argument 'x': ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

std::string errorOf(const std::vector<std::string> &texts) {
  auto made = make(texts);
  return made ? "no error" : made.error().message();
}

std::vector<double> list(std::initializer_list<double> values) { return values; }

TEST(ArgMakerTest, makersGiveTheirValues) {
  EXPECT_EQ(values("zeros:f32[3]"), list({0, 0, 0}));
  EXPECT_EQ(values("ones:f32[2x2]"), list({1, 1, 1, 1}));
  EXPECT_EQ(values("full=-2.5:f32[2]"), list({-2.5, -2.5}));
  EXPECT_EQ(values("arange:f32[3]"), list({0, 1, 2}));
  EXPECT_EQ(values("arange:[3]"), list({0, 1, 2})) << "the type may be left out";
  EXPECT_EQ(values("full=3:i8[2]", ElementType::I8), list({3, 3}));
  EXPECT_EQ(values("ones:i1[1]", ElementType::I1), list({1}));
  EXPECT_EQ(values("full=true:i1[1]", ElementType::I1), list({1}));
  EXPECT_EQ(values("arange:i8[300]", ElementType::I8)[299], 43) << "it wraps";
  EXPECT_EQ(values("zeros:f32[0x4]").size(), 0u);
  EXPECT_EQ(values("ones:f32[]").size(), 1u) << "rank 0 has one element";
  EXPECT_TRUE(std::isnan(values("full=nan:f16[1]", ElementType::F16)[0]));
}

TEST(ArgMakerTest, randomMakersDependOnSeedAndPositionOnly) {
  auto first = make({"x=randn:f32[64]", "y=randn:f32[64]", "n=1"}, 5);
  auto again = make({"n=2", "y=randn:f32[64]", "x=randn:f32[8x8]"}, 5);
  auto other = make({"x=randn:f32[64]", "y=randn:f32[64]", "n=1"}, 6);
  ASSERT_TRUE(first && again && other);
  auto dataOf = [](const MadeArguments &made, unsigned position) {
    return made.buffers[made.arguments[position].buffer].data;
  };
  EXPECT_EQ(dataOf(*first, 0), dataOf(*again, 0));
  EXPECT_EQ(dataOf(*first, 1), dataOf(*again, 1));
  EXPECT_NE(dataOf(*first, 0), dataOf(*first, 1));
  EXPECT_NE(dataOf(*first, 0), dataOf(*other, 0));
}

TEST(ArgMakerTest, randomMakersKeepTheirRange) {
  for (double value : values("rand:f32[1000]"))
    EXPECT_TRUE(value >= 0 && value <= 1);
  for (double value : values("randint=-3..3:i8[1000]", ElementType::I8))
    EXPECT_TRUE(value >= -3 && value <= 3);
  for (double value : values("randint=1..2:bf16[100]", ElementType::BF16))
    EXPECT_TRUE(value == 1 || value == 2);
}

TEST(ArgMakerTest, makerFaultsAreNamed) {
  std::string forms = "expected zeros, ones, full=V, arange, rand, randn or "
                      "randint=LO..HI, each with :TYPE[SHAPE], or @FILE.npy, or "
                      "another argument, but got ";
  EXPECT_EQ(errorOne("noise:f32[4]"), forms + "'noise:f32[4]'; for example x=randn:f32[64x64]");
  EXPECT_EQ(errorOne("5", ElementType::I32), forms + "'5'; for example x=arange:i32[64x64]");
  EXPECT_EQ(errorOne("5", ElementType::I1), forms + "'5'; for example x=randint=0..1:i1[64x64]");
  EXPECT_EQ(errorOne("zeros"), "expected :TYPE[SHAPE] after 'zeros'; for example "
                               "x=randn:f32[64x64]");
  EXPECT_EQ(errorOne("zeros:f32"), "expected TYPE[SHAPE] after ':' but got 'f32'; "
                                   "for example x=randn:f32[64x64]");
  EXPECT_TRUE(errorOne("zeros:f31[4]").starts_with("unknown element type 'f31'"));
  EXPECT_EQ(errorOne("zeros:f16[4]"), "expected elements of f32 but got f16");
  EXPECT_EQ(errorOne("zeros:f32[4y]"),
            "expected a size in the shape to be an integer but got '4y'; sizes are joined by 'x', e.g. [64x64]");
  EXPECT_EQ(errorOne("zeros:f32[-4]"), "expected sizes of at least 0 but got shape -4");
  EXPECT_EQ(errorOne("zeros=1:f32[4]"), "expected no value after 'zeros' but got 'zeros=1'");
  EXPECT_EQ(errorOne("full:f32[4]"), "expected full=V but got 'full'");
  EXPECT_EQ(errorOne("full=a:f32[4]"), "expected a f32 to be a number but got 'a'");
  EXPECT_EQ(errorOne("full=1e6:f16[4]", ElementType::F16), "'1e6' does not fit in f16");
  EXPECT_EQ(errorOne("full=300:i8[4]", ElementType::I8), "'300' does not fit in i8");
  EXPECT_EQ(errorOne("randn:i8[4]", ElementType::I8), "rand and randn make floats but the elements are of i8; use "
                                                      "randint=LO..HI");
  EXPECT_EQ(errorOne("randint=4:f32[4]"), "expected LO..HI after 'randint=' but got '4'");
  EXPECT_EQ(errorOne("randint=a..4:f32[4]"), "expected the lower bound to be an integer but got 'a'");
  EXPECT_EQ(errorOne("randint=1..:f32[4]"), "expected the upper bound to be an integer but got ''");
  EXPECT_EQ(errorOne("randint=4..1:f32[4]"), "expected a range with its lower bound first but got '4..1'");
  EXPECT_EQ(errorOne("randint=0..300:i8[4]", ElementType::I8), "range '0..300' does not fit in i8");
  EXPECT_EQ(errorOne("zeros:f32[100000x100000]"), "expected at most 16 GiB of elements but shape 100000x100000 of f32 "
                                                  "has 10000000000 elements");
  EXPECT_EQ(errorOne("@/nonexistent.npy"), "cannot open '/nonexistent.npy': No such file or directory");
}

TEST(ArgMakerTest, scalarsTakeTheDeclaredType) {
  auto bitsOf = [](const std::string &text, ElementType type) {
    std::vector<ArgumentInfo> one = {{"s", false, type}};
    auto made = makeArguments(std::vector<std::string>{"s=" + text}, one, 0);
    EXPECT_TRUE(made) << made.error().message();
    return made ? made->arguments[0].bits : 0;
  };
  EXPECT_EQ(bitsOf("97", ElementType::I32), 97u);
  EXPECT_EQ(bitsOf("-1", ElementType::I8), 0xffu);
  EXPECT_EQ(bitsOf("0x10", ElementType::I64), 16u);
  EXPECT_EQ(bitsOf("1", ElementType::F32), 0x3f800000u);
  EXPECT_EQ(bitsOf("-inf", ElementType::F32), 0xff800000u);
  EXPECT_EQ(bitsOf("1.5", ElementType::BF16), 0x3fc0u);
  EXPECT_EQ(bitsOf("true", ElementType::I1), 1u);
  EXPECT_EQ(errorOf({"n=1.5"}), "argument 'n': expected a value of type i32 to be "
                                "an integer but got '1.5'");
  EXPECT_EQ(errorOf({"n=3000000000"}), "argument 'n': '3000000000' does not fit in i32");
}

TEST(ArgMakerTest, whatIsMissingIsNamedWithExamples) {
  EXPECT_EQ(errorOf({"y=zeros:f32[4]"}), "missing arguments: x, n; for example x=randn:f32[64x64] n=64");
  EXPECT_EQ(errorOf({"n=1", "n=2"}), "argument 'n' is given twice");
  EXPECT_EQ(errorOf({"m=1"}), "no argument 'm'; the kernel has x, y, n");
  EXPECT_EQ(errorOf({"n"}), "expected NAME=MAKER but got 'n'");
}

TEST(ArgMakerTest, filesAreRead) {
  std::string path = ::testing::TempDir() + "kiln-argmaker-test.npy";
  HostArray array{ElementType::F32, {2, 1}, {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}};
  ASSERT_TRUE(writeNpy(path, array));
  EXPECT_EQ(values("@" + path), list({1, 2}));
  auto made = makeOne("@" + path + "@stride=5,1,offset=2");
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->buffers[0].layout.span, 8);
  EXPECT_EQ(toArray(made->buffers[0]), array);
  EXPECT_EQ(errorOne("@" + path, ElementType::F16),
            "'" + path + "': npy: expected elements of f16 but got f32 (dtype '<f4')");
  EXPECT_EQ(errorOne("@" + path + "@stride=0,1"), "a file's elements cannot share addresses; expected strides other "
                                                  "than 0");
  std::remove(path.c_str());
}

using RunOf = std::array<int64_t, 3>;

std::vector<RunOf> runsOf(const BufferLayout &layout) {
  std::vector<RunOf> runs;
  auto done = forEachRun(layout, [&](int64_t position, int64_t index, int64_t count) -> Result<void> {
    runs.push_back({position, index, count});
    return {};
  });
  EXPECT_TRUE(done);
  return runs;
}

TEST(ArgMakerTest, denseBuffersAreOneRun) {
  EXPECT_EQ(runsOf(makeOne("zeros:f32[3x4x5]")->buffers[0].layout), (std::vector<RunOf>{{0, 0, 60}}));
  EXPECT_TRUE(runsOf(makeOne("zeros:f32[3x0]")->buffers[0].layout).empty());
}

TEST(ArgMakerTest, strideSplitsRuns) {
  auto made = makeOne("arange:f32[2x3]@stride=10,1,offset=4");
  ASSERT_TRUE(made) << made.error().message();
  const HostBuffer &buffer = made->buffers[0];
  EXPECT_EQ(buffer.layout.span, 17);
  EXPECT_EQ(buffer.spanBytes(), 68u);
  EXPECT_EQ(made->arguments[0].offset, 4);
  EXPECT_EQ(runsOf(buffer.layout), (std::vector<RunOf>{{4, 0, 3}, {14, 3, 3}}));
  EXPECT_EQ(runsOf(makeOne("arange:f32[2x3]@stride=1,2")->buffers[0].layout),
            (std::vector<RunOf>{{0, 0, 1}, {2, 1, 1}, {4, 2, 1}, {1, 3, 1}, {3, 4, 1}, {5, 5, 1}}));
  EXPECT_EQ(runsOf(makeOne("arange:f32[3]@stride=-1,offset=2")->buffers[0].layout),
            (std::vector<RunOf>{{2, 0, 1}, {1, 1, 1}, {0, 2, 1}}));
  EXPECT_EQ(runsOf(makeOne("arange:f32[2x1x3]@stride=3,99,1")->buffers[0].layout), (std::vector<RunOf>{{0, 0, 6}}))
      << "the stride of a size of 1 does not matter";
}

TEST(ArgMakerTest, farElementsCostNothingOnTheHost) {
  auto made = makeOne("ones:f32[2x4]@stride=3000000000,1,offset=5000000000");
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->buffers[0].data.size(), 32u);
  EXPECT_EQ(made->buffers[0].layout.span, 8000000004);
}

TEST(ArgMakerTest, strideOfZeroStoresOnce) {
  auto made = makeOne("arange:f32[2x3]@stride=0,1");
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(valuesOf(made->buffers[0]), list({0, 1, 2}));
  HostArray seen = toArray(made->buffers[0]);
  EXPECT_EQ(seen.shape, (std::vector<int64_t>{2, 3}));
  HostBuffer dense{seen.type, *denseLayout(seen.shape), seen.data};
  EXPECT_EQ(valuesOf(dense), list({0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(runsOf(made->buffers[0].layout), (std::vector<RunOf>{{0, 0, 3}}));
}

TEST(ArgMakerTest, runsStopAtTheFirstError) {
  auto made = makeOne("arange:f32[2x3]@stride=10,1");
  int calls = 0;
  auto done = forEachRun(made->buffers[0].layout, [&](int64_t, int64_t, int64_t) -> Result<void> {
    ++calls;
    return Error("full");
  });
  EXPECT_EQ(done.error().message(), "full");
  EXPECT_EQ(calls, 1);
}

TEST(ArgMakerTest, placementFaultsAreNamed) {
  EXPECT_EQ(errorOne("zeros:f32[2x3]@stride=1"), "expected 2 strides for shape 2x3, one for each size, but got 1 (1)");
  EXPECT_EQ(errorOne("zeros:f32[4]@stride=1,2"), "expected 1 stride for shape 4, one for each size, but got 2 (1,2)");
  EXPECT_EQ(errorOne("zeros:f32[2]@offset=-1"), "expected an offset of at least 0 but got -1");
  EXPECT_EQ(errorOne("zeros:f32[3]@stride=-1,offset=1"),
            "strides -1 and offset 1 put an element at -1, before the buffer's start; they need offset=2 or more");
  EXPECT_EQ(errorOne("zeros:f32[8x8]@stride=-8,1"),
            "strides -8,1 and offset 0 put an element at -56, before the buffer's start; they need offset=56 or more");
  EXPECT_TRUE(makeOne("zeros:f32[8x8]@stride=-8,1,offset=56"));
  EXPECT_EQ(errorOne("zeros:f32[2x3]@stride=2,1"), "strides 2,1 of shape 2x3 overlap; expected each stride, from the "
                                                   "smallest up, to step over all elements that smaller ones reach, or "
                                                   "to be 0");
  EXPECT_EQ(errorOne("zeros:f32[2]@stride=4611686018427387904"),
            "expected a buffer of at most 2^62 bytes but its last element is at "
            "4611686018427387904");
  EXPECT_EQ(errorOne("zeros:f32[5]@stride=4611686018427387904"), "the last element's position does not fit in 63 bits");
  EXPECT_EQ(errorOne("zeros:f32[2]@offset=1,2"),
            "expected stride=A,B,.. or offset=N after '@', joined by ',', but got '2'");
  EXPECT_EQ(errorOne("zeros:f32[2]@stride=a"), "expected a stride to be an integer but got 'a'");
  EXPECT_EQ(errorOne("zeros:f32[2]@offset=a"), "expected the offset to be an integer but got 'a'");
  for (std::string word : {"strid=1", "strides=1", "", "offset=1@stride=1", "1"})
    EXPECT_TRUE(errorOne("zeros:f32[2]@" + word).find("after '@'") != std::string::npos ||
                errorOne("zeros:f32[2]@" + word).starts_with("expected the offset to be an integer"))
        << word;
  EXPECT_EQ(errorOne("@in.npy@strid=3"),
            "expected stride=A,B,.. or offset=N after '@', joined by ',', but got 'strid=3'");
  EXPECT_EQ(errorOne("zeros:f32[2]@stride=1,stride=2"), "'stride=' is given twice");
  EXPECT_EQ(errorOne("zeros:f32[2]@offset=1,offset=2"), "'offset=' is given twice");
}

TEST(ArgMakerTest, argumentsShareABuffer) {
  auto made = make({"y=x", "x=arange:f32[8]@offset=2", "n=1"});
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->buffers.size(), 1u);
  EXPECT_EQ(made->arguments[1].buffer, made->arguments[0].buffer);
  EXPECT_EQ(made->arguments[1].offset, 2);
  made = make({"x=arange:f32[8]", "y=x@offset=3", "n=1"});
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->arguments[1].offset, 3);
}

TEST(ArgMakerTest, sharingFaultsAreNamed) {
  EXPECT_EQ(errorOf({"x=y", "y=x", "n=1"}), "argument 'x': its buffer is its own; one of the arguments that share it "
                                            "has to make it, for example x=randn:f32[64x64]");
  EXPECT_EQ(errorOf({"x=n", "y=x", "n=1"}), "argument 'x': expected 'n' to be a pointer but it is of type i32");
  EXPECT_EQ(errorOf({"x=zeros:f32[4]", "y=x:f32[4]", "n=1"}),
            "argument 'y': an argument that shares the buffer of 'x' takes no "
            "type, shape or strides");
  EXPECT_EQ(errorOf({"x=zeros:f32[4]", "y=x@offset=5", "n=1"}),
            "argument 'y': offset 5 lies outside the buffer of 'x', which has 4 "
            "elements");
  EXPECT_EQ(errorOf({"x=zeros:f32[4]", "y=x@offset=-1", "n=1"}),
            "argument 'y': offset -1 lies outside the buffer of 'x', which has 4 "
            "elements");
  std::vector<ArgumentInfo> mixed = {
      {"a", true, ElementType::F32}, {"b", true, ElementType::F16}, {"c", true, ElementType::F16}};
  std::vector<std::string> texts = {"a=zeros:f32[4]", "b=a", "c=b"};
  EXPECT_EQ(makeArguments(texts, mixed).error().message(),
            "argument 'b': expected 'a' to have elements of 2 bytes but they have "
            "4");
  texts = {"a=zeros:f32[4]", "b=c@offset=9223372036854775807", "c=b@offset=9223372036854775807"};
  EXPECT_EQ(makeArguments(texts, mixed).error().message(), "argument 'b': the offset does not fit in 64 bits");
}
} // namespace
