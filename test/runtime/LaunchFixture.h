// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An open toy device and artifacts for it.

#ifndef KILN_TEST_RUNTIME_LAUNCHFIXTURE_H
#define KILN_TEST_RUNTIME_LAUNCHFIXTURE_H

#include "ToyDevice.h"

#include "kiln/Runtime.h"

#include <gtest/gtest.h>

namespace kiln::toy {

inline LaunchExpr expr(std::string_view text) { return *LaunchExpr::parse(text); }

inline Bytes bytesOf(std::string_view text) { return Bytes(text.begin(), text.end()); }

/// `add1(x: ptr<f32>, n: i32)`, general only.
inline LaunchInfo addInfo(const std::string &section = "add1") {
  LaunchInfo info;
  info.kernel = "add1";
  info.target = "toy";
  info.arguments = {{"x", true, ElementType::F32}, {"n", false, ElementType::I32}};
  LaunchVariant general;
  general.section = section;
  general.parameters = {LaunchParameter::fromArgument("x", 0), LaunchParameter::fromArgument("n", 1)};
  info.variants = {general};
  return info;
}

/// An artifact with one kernel and a section for each code word.
inline Artifact artifactOf(const LaunchInfo &info) {
  Artifact artifact;
  for (const char *code : {"add1", "record", "trap", "slow", "bad"})
    EXPECT_TRUE(artifact.add(code, bytesOf(code)));
  auto added = artifact.addKernel(info);
  EXPECT_TRUE(added) << added.error().message();
  return artifact;
}

class LaunchFixture : public ::testing::Test {
protected:
  LaunchFixture() : runtime(makeRegistry()), device(*runtime.open("toy")) {}

  static DeviceRegistry makeRegistry() {
    DeviceRegistry registry;
    EXPECT_TRUE(registry.add(std::make_unique<ToyDriver>()));
    return registry;
  }

  ToyDevice &toy() { return static_cast<ToyDevice &>(device.device()); }

  Kernel kernelOf(const LaunchInfo &info) {
    auto module = device.load(artifactOf(info));
    EXPECT_TRUE(module) << module.error().message();
    return *module->kernel(info.kernel);
  }

  std::string loadError(const LaunchInfo &info) {
    auto module = device.load(artifactOf(info));
    return module ? "no error" : module.error().message();
  }

  Buffer floats(const std::vector<float> &values) {
    Buffer buffer = *device.allocate(ElementType::F32, values.size());
    auto bytes = reinterpret_cast<const uint8_t *>(values.data());
    EXPECT_TRUE(buffer.write({bytes, 4 * values.size()}));
    return buffer;
  }

  static std::vector<float> floatsOf(const Buffer &buffer) {
    std::vector<float> values(buffer.bytes() / 4);
    auto bytes = reinterpret_cast<uint8_t *>(values.data());
    EXPECT_TRUE(buffer.read({bytes, buffer.bytes()}));
    return values;
  }

  static std::string errorOf(const Result<LaunchReport> &report) {
    return report ? "no error" : report.error().message();
  }

  Runtime runtime;
  DeviceHandle device;
};

} // namespace kiln::toy

#endif // KILN_TEST_RUNTIME_LAUNCHFIXTURE_H
