// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams and events.

#include "LaunchFixture.h"

using namespace kiln;
using namespace kiln::toy;

namespace {
class StreamTest : public LaunchFixture {
protected:
  std::vector<Argument> arguments(const Buffer &x, int32_t n) { return {Argument(x), Argument::of(n)}; }
  Kernel add = kernelOf(addInfo());
  Kernel slow = kernelOf(addInfo("slow"));
  Kernel trap = kernelOf(addInfo("trap"));
};

TEST_F(StreamTest, workRunsInOrder) {
  Stream stream = device.createStream();
  Buffer x = floats({0, 0});
  float start[] = {5, 6}, end[2] = {};
  auto bytes = reinterpret_cast<const uint8_t *>(start);
  ASSERT_TRUE(stream.launch(slow, {1, 1, 1}, arguments(x, 2)));
  ASSERT_TRUE(stream.write(x, {bytes, 8}));
  start[0] = 99;
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(stream.launch(add, {1, 1, 1}, arguments(x, 2)));
  auto read = stream.read(x, {reinterpret_cast<uint8_t *>(end), 8});
  ASSERT_TRUE(read);
  ASSERT_TRUE(read->wait());
  EXPECT_EQ(end[0], 15) << "the source was copied when the write was given";
  EXPECT_EQ(end[1], 16);
  EXPECT_TRUE(stream.synchronize());
}

TEST_F(StreamTest, eventsHaveTimesAndReports) {
  Stream stream = device.createStream();
  Buffer x = floats({0});
  Event before = stream.record();
  auto launched = stream.launch(slow, {1, 1, 1}, arguments(x, 1));
  ASSERT_TRUE(launched);
  Event after = stream.record();
  auto elapsed = *after.finished() - *before.finished();
  EXPECT_GE(elapsed, std::chrono::milliseconds(20));
  EXPECT_TRUE(launched->done());
  EXPECT_EQ(launched->report()->stats.printed.size(), 1u);
}

TEST_F(StreamTest, argumentsAreCheckedWhenGiven) {
  Stream stream = device.createStream();
  EXPECT_EQ(stream.launch(add, {1, 1, 1}, {}).error().message(),
            "kernel 'add1': expected 2 arguments (x, n) but got 0");
  Buffer x = floats({0});
  Bytes eight(8);
  EXPECT_EQ(stream.write(x, eight).error().message(),
            "cannot write: 8 bytes at byte 0 are outside a buffer of 4 bytes");
  EXPECT_EQ(stream.read(x, eight).error().message(), "cannot read: 8 bytes at byte 0 are outside a buffer of 4 bytes");
  EXPECT_TRUE(stream.synchronize());
}

TEST_F(StreamTest, faultsStickUntilTheyAreRead) {
  Stream stream = device.createStream();
  Buffer x = floats({0});
  auto trapped = stream.launch(trap, {1, 1, 1}, arguments(x, 1));
  auto skipped = stream.launch(add, {1, 1, 1}, arguments(x, 1));
  ASSERT_TRUE(trapped && skipped);
  std::string text = "kernel 'add1': trap at pc 12: load outside memory";
  EXPECT_EQ(skipped->wait().error().message(), text);
  EXPECT_EQ(skipped->report().error().message(), text);
  EXPECT_EQ(skipped->finished().error().message(), text);
  EXPECT_EQ(stream.synchronize().error().message(), text);
  EXPECT_EQ(floatsOf(x)[0], 0) << "what follows a fault does not run";
  ASSERT_TRUE(stream.launch(add, {1, 1, 1}, arguments(x, 1)));
  EXPECT_TRUE(stream.synchronize());
  EXPECT_EQ(floatsOf(x)[0], 1);
}

TEST_F(StreamTest, streamsWaitForEachOther) {
  Stream first = device.createStream(), second = device.createStream();
  Buffer x = floats({0});
  float value = 7;
  ASSERT_TRUE(first.launch(slow, {1, 1, 1}, arguments(x, 1)));
  auto written = first.write(x, {reinterpret_cast<const uint8_t *>(&value), 4});
  second.wait(*written);
  ASSERT_TRUE(second.launch(add, {1, 1, 1}, arguments(x, 1)));
  ASSERT_TRUE(second.synchronize());
  EXPECT_EQ(floatsOf(x)[0], 8);
  auto trapped = first.launch(trap, {1, 1, 1}, arguments(x, 1));
  EXPECT_FALSE(second.wait(*trapped).wait());
  EXPECT_FALSE(second.synchronize());
}

TEST_F(StreamTest, endOfAStreamFinishesItsWork) {
  Buffer x = floats({0});
  {
    Stream stream = device.createStream();
    ASSERT_TRUE(stream.launch(slow, {1, 1, 1}, arguments(x, 1)));
    ASSERT_TRUE(stream.launch(add, {1, 1, 1}, arguments(x, 1)));
  }
  EXPECT_EQ(floatsOf(x)[0], 1);
}

TEST_F(StreamTest, workKeepsItsBuffers) {
  Stream stream = device.createStream();
  {
    Buffer x = floats({0});
    ASSERT_TRUE(stream.launch(slow, {1, 1, 1}, arguments(x, 1)));
    ASSERT_TRUE(stream.launch(add, {1, 1, 1}, arguments(x, 1)));
  }
  EXPECT_TRUE(stream.synchronize());
  EXPECT_EQ(toy().liveAllocations(), 0u);
}

TEST_F(StreamTest, manyStreamsShareADevice) {
  std::vector<Stream> streams;
  std::vector<Buffer> buffers;
  for (int i = 0; i < 8; ++i) {
    streams.push_back(device.createStream());
    buffers.push_back(floats({float(i)}));
  }
  for (int round = 0; round < 200; ++round)
    for (int i = 0; i < 8; ++i)
      ASSERT_TRUE(streams[i].launch(add, {1, 1, 1}, arguments(buffers[i], 1)));
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(streams[i].synchronize());
    EXPECT_EQ(floatsOf(buffers[i])[0], float(i + 200));
  }
}
} // namespace
