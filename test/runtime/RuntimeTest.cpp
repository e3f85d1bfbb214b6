// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices, buffers, modules and launches, on the toy device.

#include "LaunchFixture.h"

using namespace kiln;
using namespace kiln::toy;

namespace {
class RuntimeTest : public LaunchFixture {};

TEST_F(RuntimeTest, devicesAreOpenedByName) {
  EXPECT_EQ(device.name(), "toy");
  EXPECT_EQ(device.properties().at("cores"), 4);
  EXPECT_EQ(runtime.open("npx").error().message(), "unknown device 'npx'; registered devices: toy");
  EXPECT_EQ(runtime.open("toy", {{"broken", ""}}).error().message(),
            "cannot open device 'toy': no toy in this machine");
  EXPECT_EQ(runtime.open("toy", {{"speed", "9"}}).error().message(),
            "cannot open device 'toy': unknown option 'speed'; expected "
            "'broken'");
}

TEST_F(RuntimeTest, buffersHoldBytes) {
  Buffer buffer = floats({1, 2, 3, 4});
  EXPECT_EQ(floatsOf(buffer), (std::vector<float>{1, 2, 3, 4}));
  Buffer tail = *buffer.view(8, 8);
  EXPECT_EQ(tail.address(), buffer.address() + 8);
  EXPECT_EQ(floatsOf(tail), (std::vector<float>{3, 4}));
  EXPECT_EQ(floatsOf(*tail.view(4, 4)), std::vector<float>{4});
  EXPECT_EQ(buffer.address() % 256, 0u);
}

TEST_F(RuntimeTest, bufferRangesAreChecked) {
  Buffer buffer = floats({1, 2});
  Bytes bytes(8);
  EXPECT_EQ(buffer.write(bytes, 1).error().message(),
            "cannot write: 8 bytes at byte 1 are outside a buffer of 8 bytes");
  EXPECT_EQ(buffer.read(bytes, ~uint64_t(0)).error().message(),
            "cannot read: 8 bytes at byte 18446744073709551615 are outside a "
            "buffer of 8 bytes");
  EXPECT_EQ(buffer.view(4, 5).error().message(), "cannot view: 5 bytes at byte 4 are outside a buffer of 8 bytes");
  EXPECT_EQ(Buffer().write(bytes).error().message(), "cannot write: the buffer handle is empty");
  EXPECT_TRUE(device.allocate(0)->write({}));
}

TEST_F(RuntimeTest, allocationFaultsAreNamed) {
  EXPECT_EQ(device.allocate(1 << 30).error().message(),
            "cannot allocate 1073741824 bytes on device 'toy': out of memory");
  EXPECT_EQ(device.allocate(8, 24).error().message(), "expected an alignment that is a power of two bytes but got 24");
  EXPECT_EQ(device.allocate(ElementType::F64, uint64_t(1) << 61).error().message(),
            "cannot allocate 2305843009213693952 elements of f64: the number of "
            "bytes does not fit in 64 bits");
}

TEST_F(RuntimeTest, memoryIsFreedWithTheLastHandle) {
  Buffer view;
  {
    Buffer buffer = floats({1, 2});
    view = *buffer.view(4, 4);
  }
  EXPECT_EQ(toy().liveAllocations(), 1u);
  EXPECT_EQ(floatsOf(view), std::vector<float>{2});
  view = Buffer();
  EXPECT_EQ(toy().liveAllocations(), 0u);
}

TEST_F(RuntimeTest, kernelsRun) {
  Kernel kernel = kernelOf(addInfo());
  Buffer x = floats({1, 2, 3});
  auto report = kernel.launch({2, 3, 4}, {Argument(x), Argument::of(int32_t(3))});
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(floatsOf(x), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(report->physicalGrid, (Grid{2, 3, 4}));
  EXPECT_EQ(report->stats.counters[0], (Counter{"cycles", int64_t(42), "cycles"}));
  EXPECT_EQ(report->stats.counters[1], (Counter{"utilisation", 12.5, "%"}));
  EXPECT_EQ(report->stats.printed[0], "hello from toy");
  EXPECT_EQ(toy().requests[0].logicalGrid, (Grid{2, 3, 4}));
}

TEST_F(RuntimeTest, limitsReachTheDevice) {
  Kernel kernel = kernelOf(addInfo("record"));
  LaunchOptions options;
  options.limits = {1000, std::chrono::milliseconds(5)};
  ASSERT_TRUE(kernel.launch({1, 1, 1}, {Argument(floats({1})), Argument::number(int64_t(1))}, options));
  EXPECT_EQ(toy().requests[0].limits.maxSteps, 1000u);
  EXPECT_EQ(toy().requests[0].limits.timeout.count(), 5);
}

TEST_F(RuntimeTest, trapsCarryTheDevicesText) {
  Kernel kernel = kernelOf(addInfo("trap"));
  EXPECT_EQ(errorOf(kernel.launch({1, 1, 1}, {Argument(floats({1})), Argument::of(int32_t(1))})),
            "kernel 'add1': trap at pc 12: load outside memory");
}

TEST_F(RuntimeTest, modulesAreCheckedWhenLoaded) {
  LaunchInfo info = addInfo();
  info.target = "gpu";
  EXPECT_EQ(loadError(info), "kernel 'add1': was compiled for target 'gpu' but "
                             "the device is 'toy'");
  info = addInfo("bad");
  EXPECT_EQ(loadError(info), "kernel 'add1': variant 0: expected a toy word but got 'bad'");
  info = addInfo();
  info.variants[0].required = {{"scratchpad_bytes", 2048}};
  EXPECT_EQ(loadError(info), "kernel 'add1': variant 0: needs 'scratchpad_bytes' of at least 2048 "
                             "but device 'toy' has 1024");
  info.variants[0].required = {{"wings", 2}};
  EXPECT_EQ(loadError(info), "kernel 'add1': variant 0: needs 'wings' of at "
                             "least 2 but device 'toy' does not have it");
  info = addInfo();
  info.variants[0].parameters = {LaunchParameter::fromObject("m", {"tensor_map", {}, {}})};
  EXPECT_EQ(loadError(info), "kernel 'add1': variant 0: parameter 'm': unknown object kind "
                             "'tensor_map'; device 'toy' makes cookie, workspace");
  EXPECT_EQ(device.load(Artifact()).error().message(), "the artifact holds no kernel");
  EXPECT_EQ(device.load(Bytes{1}).error().message(), "artifact: expected a header of 32 bytes but the file has 1");
  EXPECT_EQ(device.loadFile("/nonexistent").error().message(), "cannot open '/nonexistent': No such file or directory");
}

TEST_F(RuntimeTest, kernelsAreFoundByName) {
  auto module = device.load(artifactOf(addInfo()).serialize());
  ASSERT_TRUE(module);
  EXPECT_EQ(module->kernelNames(), std::vector<std::string>{"add1"});
  EXPECT_EQ(module->kernel("sub1").error().message(), "no kernel 'sub1'; the module has add1");
  EXPECT_EQ(module->kernel("add1")->info(), addInfo());
}

TEST_F(RuntimeTest, handlesKeepWhatTheyNeed) {
  auto kernel = std::make_unique<Kernel>([] {
    Runtime other(makeRegistry());
    auto module = other.open("toy")->load(artifactOf(addInfo("record")));
    return *module->kernel("add1");
  }());
  EXPECT_TRUE(kernel->launch({1, 1, 1}, {Argument::foreign(4), Argument::number(int64_t(1))}));
}

/// A device whose answers are success without a value.
struct Hollow : ToyDevice {
  Hollow() : ToyDevice(1) {}
  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan, const LaunchInfo &, const LaunchVariant &) override {
    return std::unique_ptr<LoadedKernel>();
  }
  Result<Bytes> makeObject(const ObjectRequest &request) override { return Device::makeObject(request); }
};

struct HollowDriver : ToyDriver {
  Result<std::unique_ptr<Device>> open(const DeviceOptions &options) const override {
    return options.contains("none") ? std::unique_ptr<Device>() : std::unique_ptr<Device>(std::make_unique<Hollow>());
  }
};

TEST_F(RuntimeTest, emptyAnswersOfADeviceAreErrors) {
  DeviceRegistry registry;
  ASSERT_TRUE(registry.add(std::make_unique<HollowDriver>()));
  Runtime hollow(std::move(registry));
  EXPECT_EQ(hollow.open("toy", {{"none", ""}}).error().message(), "cannot open device 'toy': its driver gave none");
  DeviceHandle opened = *hollow.open("toy");
  EXPECT_EQ(opened.load(artifactOf(addInfo())).error().message(),
            "kernel 'add1': variant 0: device 'toy' loaded nothing");
  EXPECT_EQ(opened.device().makeObject({"cookie", {}, {}}).error().message(), "the device cannot make a 'cookie'");
}

class ArgumentsTest : public LaunchFixture {
protected:
  std::string error(const std::vector<Argument> &arguments) {
    return errorOf(kernelOf(addInfo("record")).launch({1, 1, 1}, arguments));
  }
  Argument one = Argument::of(int32_t(1));
};

TEST_F(ArgumentsTest, faultsNameArgumentExpectedAndGot) {
  Buffer x = floats({1});
  EXPECT_EQ(error({}), "kernel 'add1': expected 2 arguments (x, n) but got 0");
  EXPECT_EQ(error({one, one}), "kernel 'add1': argument 'x': expected a pointer "
                               "to f32 but got a scalar of type i32");
  EXPECT_EQ(error({Argument::number(1.0), one}), "kernel 'add1': argument 'x': expected a pointer to f32 but got a "
                                                 "number");
  EXPECT_EQ(error({Argument(x), Argument(x)}), "kernel 'add1': argument 'n': expected i32 but got a buffer of f32");
  EXPECT_EQ(error({Argument(x.as(ElementType::F16)), one}),
            "kernel 'add1': argument 'x': expected a pointer to f32 but got a "
            "buffer of f16");
  EXPECT_EQ(error({Argument(Buffer()), one}), "kernel 'add1': argument 'x': expected a pointer to f32 but got an "
                                              "empty buffer handle");
  EXPECT_EQ(error({Argument(x), Argument::of(int64_t(1))}),
            "kernel 'add1': argument 'n': expected i32 but got a scalar of type "
            "i64");
  EXPECT_EQ(error({Argument(x), Argument::foreign(16)}),
            "kernel 'add1': argument 'n': expected i32 but got a device address");
  EXPECT_EQ(error({Argument(x), Argument::number(int64_t(1) << 31)}),
            "kernel 'add1': argument 'n': expected i32 but got 2147483648, which "
            "does not fit");
  EXPECT_EQ(error({Argument(x), Argument::number(1.5)}),
            "kernel 'add1': argument 'n': expected i32 but got the real number "
            "1.5");
  EXPECT_EQ(error({Argument(x.as({})), one}), "no error");
  EXPECT_EQ(error({Argument(x), Argument::of(uint32_t(1))}), "no error");
  DeviceHandle other = *runtime.open("toy");
  EXPECT_EQ(error({Argument(*other.allocate(4)), one}),
            "kernel 'add1': argument 'x': the buffer belongs to another device");
}

TEST_F(ArgumentsTest, numbersTakeTheDeclaredType) {
  LaunchInfo info = addInfo("record");
  info.arguments[1] = {"n", false, ElementType::F16};
  Kernel kernel = kernelOf(info);
  Buffer x = floats({1});
  auto bitsOf = [&](Argument argument) { return (*kernel.resolve({Argument(x), argument}))[1].bits; };
  EXPECT_EQ(bitsOf(Argument::number(1.5)), 0x3e00u);
  EXPECT_EQ(bitsOf(Argument::number(int64_t(2))), 0x4000u);
  EXPECT_EQ(bitsOf(Argument::scalar(ElementType::F16, 0xff3c00)), 0x3c00u);
  EXPECT_EQ(kernel.resolve({Argument(x), Argument::number(1e6)}).error().message(),
            "kernel 'add1': argument 'n': expected f16 but got 1000000, which "
            "does not fit");
}

TEST_F(ArgumentsTest, scalarsOfEveryCppTypeHaveTheirBits) {
  struct Case {
    Argument argument;
    ElementType type;
    uint64_t bits;
  };
  Case cases[] = {
      {Argument::of(true), ElementType::I1, 1},
      {Argument::of(int8_t(-1)), ElementType::I8, 0xff},
      {Argument::of(int16_t(-1)), ElementType::I16, 0xffff},
      {Argument::of(int32_t(-1)), ElementType::I32, 0xffffffff},
      {Argument::of(int64_t(-1)), ElementType::I64, ~uint64_t(0)},
      {Argument::of(uint8_t(200)), ElementType::I8, 200},
      {Argument::of(uint16_t(60000)), ElementType::I16, 60000},
      {Argument::of(uint32_t(7)), ElementType::I32, 7},
      {Argument::of(~uint64_t(0)), ElementType::I64, ~uint64_t(0)},
      {Argument::of(1.0f), ElementType::F32, 0x3f800000},
      {Argument::of(1.0), ElementType::F64, 0x3ff0000000000000},
  };
  for (const Case &test : cases) {
    LaunchInfo info = addInfo("record");
    info.arguments[1].type = test.type;
    auto values = kernelOf(info).resolve({Argument(floats({1})), test.argument});
    ASSERT_TRUE(values) << values.error().message();
    EXPECT_EQ((*values)[1].bits, test.bits) << name(test.type);
  }
}

TEST_F(ArgumentsTest, viewsCarryTheirBuffersExtent) {
  Buffer x = floats({1, 2, 3});
  auto values = kernelOf(addInfo("record")).resolve({Argument(*x.view(4, 4)), one});
  EXPECT_EQ((*values)[0].bits, x.address() + 4);
  EXPECT_EQ((*values)[0].bufferBase, x.address());
  EXPECT_EQ((*values)[0].bufferBytes, 12u);
}
} // namespace
