// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From argument texts to a launch and back.

#include "LaunchFixture.h"

#include "kiln/Upload.h"

using namespace kiln;
using namespace kiln::toy;

namespace {
class UploadTest : public LaunchFixture {
protected:
  MadeArguments make(const std::vector<std::string> &texts) {
    auto made = makeArguments(texts, addInfo().arguments);
    EXPECT_TRUE(made) << made.error().message();
    return *made;
  }
};

TEST_F(UploadTest, textsBecomeALaunch) {
  Kernel kernel = kernelOf(addInfo());
  MadeArguments made = make({"x=arange:f32[2x3]", "n=6"});
  auto uploaded = upload(device, made, kernel.info().arguments);
  ASSERT_TRUE(uploaded) << uploaded.error().message();
  auto report = kernel.launch({1, 1, 1}, uploaded->arguments);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_TRUE(download(uploaded->buffers[0], made.buffers[0]));
  HostArray result = toArray(made.buffers[0]);
  EXPECT_EQ(result.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(loadBits(result.data.data() + 20, ElementType::F32), encodeFloat(6, ElementType::F32));
  EXPECT_EQ(floatsOf(uploaded->buffers[0]), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(UploadTest, stridesPlaceElementsAndGapsAreZero) {
  MadeArguments made = make({"x=ones:f32[2x2]@stride=4,1,offset=1", "n=1"});
  auto uploaded = upload(device, made, addInfo().arguments);
  ASSERT_TRUE(uploaded) << uploaded.error().message();
  EXPECT_EQ(floatsOf(uploaded->buffers[0]), (std::vector<float>{0, 1, 1, 0, 0, 1, 1}));
  auto values = kernelOf(addInfo()).resolve(uploaded->arguments);
  ASSERT_TRUE(values);
  EXPECT_EQ((*values)[0].bits, uploaded->buffers[0].address() + 4) << "the pointer names the offset";
  Bytes before = made.buffers[0].data;
  made.buffers[0].data.assign(16, 9);
  ASSERT_TRUE(download(uploaded->buffers[0], made.buffers[0]));
  EXPECT_EQ(made.buffers[0].data, before);
}

TEST_F(UploadTest, argumentsHaveValuesBeforeThereIsAKernel) {
  std::vector<ArgumentInfo> signature = addInfo().arguments;
  MadeArguments made = make({"x=ones:f32[8]@offset=4", "n=32"});
  auto uploaded = upload(device, made, signature);
  ASSERT_TRUE(uploaded) << uploaded.error().message();
  auto values = resolveArguments(signature, uploaded->arguments);
  ASSERT_TRUE(values) << values.error().message();
  EXPECT_EQ((*values)[0].bits, (*values)[0].bufferBase + 16);
  EXPECT_EQ((*values)[0].bufferBytes, 48u);
  EXPECT_EQ((*values)[1].bits, 32u);
  EXPECT_EQ(resolveArguments(signature, {}).error().message(), "expected 2 arguments (x, n) but got 0");
  signature[0].type = ElementType::F16;
  EXPECT_EQ(resolveArguments(signature, uploaded->arguments).error().message(),
            "argument 'x': expected a pointer to f16 but got a buffer of f32");
}

TEST_F(UploadTest, faultsOfTheDeviceComeThrough) {
  MadeArguments made = make({"x=ones:f32[2]@stride=10000000000", "n=1"});
  EXPECT_EQ(upload(device, made, addInfo().arguments).error().message(),
            "cannot allocate 40000000004 bytes on device 'toy': out of memory");
  EXPECT_EQ(upload(device, made, {}).error().message(), "expected 0 arguments but got 2");
}

TEST_F(UploadTest, largeSpansAreCopiedInRuns) {
  // Its rows lie 96 MiB apart in a buffer that a big toy would hold.
  toy().capacity = uint64_t(1) << 30;
  MadeArguments made = make({"x=arange:f32[2x2]@stride=25165824,1", "n=1"});
  auto uploaded = upload(device, made, addInfo().arguments);
  ASSERT_TRUE(uploaded) << uploaded.error().message();
  EXPECT_EQ(floatsOf(*uploaded->buffers[0].view(25165824 * 4, 8)), (std::vector<float>{2, 3}));
  Bytes before = made.buffers[0].data;
  made.buffers[0].data.clear();
  ASSERT_TRUE(download(uploaded->buffers[0], made.buffers[0]));
  EXPECT_EQ(made.buffers[0].data, before);
}
} // namespace
