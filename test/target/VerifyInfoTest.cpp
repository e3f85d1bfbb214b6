// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target may not say of itself.

#include "core/target/VerifyInfo.h"
#include "kiln/TargetRegistry.h"
#include "mlir/Transforms/DialectConversion.h"

#include <gtest/gtest.h>
#include <limits>

using namespace kiln;

namespace {

TargetInfo goodInfo() {
  TargetInfo info;
  info.name = "mine";
  info.entry = EntryLevel::Native;
  info.elementTypes = {"i1", "i32", "bf16", "f8E4M3FN"};
  info.spaces = {{"spm", 1024, 64}, {"acc", 512, 4, 16}};
  info.nativeLanes = 16;
  info.emitKinds = {{"asm", "s", "assembly"}};
  info.knobs = {{"depth", "buffers", 1, 4}};
  info.functionUlp = {{"math.exp", 2}};
  return info;
}

/// What is said where `change` has been made to data that is right.
std::string errorOf(void (*change)(TargetInfo &)) {
  TargetInfo info = goodInfo();
  change(info);
  Result<void> right = verifyInfo(info);
  return right ? "no error" : right.error().message();
}

TEST(VerifyInfoTest, takesWhatIsRight) {
  EXPECT_EQ(errorOf([](TargetInfo &) {}), "no error");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info = TargetInfo(); }), "no error");
}

TEST(VerifyInfoTest, lanesAreAPowerOfTwo) {
  const std::string end = ", expected a power of two from 1 to 1048576";
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.nativeLanes = 3; }), "target 'mine' states nativeLanes = 3" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.nativeLanes = 0; }), "target 'mine' states nativeLanes = 0" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.nativeLanes = -8; }), "target 'mine' states nativeLanes = -8" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.nativeLanes = 1 << 21; }),
            "target 'mine' states nativeLanes = 2097152" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.nativeLanes = INT64_MIN; }),
            "target 'mine' states nativeLanes = -9223372036854775808" + end);
}

TEST(VerifyInfoTest, levelsBelowKernelFormNeedASpace) {
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces.clear(); }),
            "target 'mine' starts below kernel form but names no memory space");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.entry = EntryLevel::Distributed; }),
            "target 'mine' starts at distributed form, which does not exist yet; use kernel-form, staged or native");
}

TEST(VerifyInfoTest, spacesHaveNamesAndSizes) {
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces[1].name = "global"; }),
            "target 'mine' has a memory space called 'global', expected a name of its own");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces[1].name = "spm"; }),
            "target 'mine' has a memory space called 'spm', expected a name of its own");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces[0].capacityBytes = 0; }),
            "target 'mine' states capacityBytes of 'spm' = 0, expected at least 1 byte");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces[0].alignmentBytes = 48; }),
            "target 'mine' states alignmentBytes of 'spm' = 48, expected a power of two");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.spaces[1].rowBytes = 0; }),
            "target 'mine' states rowBytes of 'acc' = 0, expected a power of two");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.copyDimensions = -1; }),
            "target 'mine' states copyDimensions = -1, expected 0 (no copy engine) or more");
}

TEST(VerifyInfoTest, elementTypesAreThoseOfKernels) {
  const std::string end = "', expected a type of kernels as MLIR prints it, such as i1, i32, bf16 or f8E5M2";
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.elementTypes.push_back("float"); }),
            "target 'mine' states elementTypes = 'float" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.elementTypes.push_back("u32"); }),
            "target 'mine' states elementTypes = 'u32" + end);
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.elementTypes.push_back("F32"); }),
            "target 'mine' states elementTypes = 'F32" + end);
}

TEST(VerifyInfoTest, namesAreThereOnce) {
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.emitKinds.push_back({"asm", "S", ""}); }),
            "target 'mine' has an emit kind called 'asm', expected a name of its own");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.knobs.push_back({"depth", "", 0, 1}); }),
            "target 'mine' has a knob called 'depth', expected a name of its own");
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.knobs[0].least = 5; }),
            "target 'mine' states most of knob 'depth' = 4, expected at least 5");
}

TEST(VerifyInfoTest, errorsOfFunctionsAreNumbers) {
  EXPECT_EQ(errorOf([](TargetInfo &info) { info.functionUlp["math.sin"] = -1; }),
            "target 'mine' states functionUlp of 'math.sin' = -1.000000, expected a number of at least 0");
  EXPECT_NE(errorOf([](TargetInfo &info) { info.functionUlp["math.sin"] = std::numeric_limits<double>::quiet_NaN(); }),
            "no error");
}

/// A target with lanes that no machine has.
class Uneven : public Target {
public:
  Uneven() {
    data = goodInfo();
    data.nativeLanes = 3;
  }
  const TargetInfo &info() const override { return data; }
  void populateConversion(mlir::TypeConverter &, mlir::RewritePatternSet &, mlir::ConversionTarget &) const override {}
  mlir::FailureOr<EmittedKernel> emit(mlir::ModuleOp) const override { return mlir::failure(); }

private:
  TargetInfo data;
};

TEST(VerifyInfoTest, theRegistryLooksAtIt) {
  TargetPlugin plugin = {targetApiVersion, "mine", []() -> Target * { return new Uneven(); }};
  TargetRegistry registry;
  EXPECT_EQ(registry.add(&plugin).error().message(),
            "target 'mine' states nativeLanes = 3, expected a power of two from 1 to 1048576");
  EXPECT_FALSE(registry.find("mine"));
}

} // namespace
