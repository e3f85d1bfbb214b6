// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of devices and libraries opened by path.

#include "ToyDevice.h"

#include <gtest/gtest.h>

using namespace kiln;

namespace {
std::string pluginPath(const std::string &name) { return std::string(KILN_TEST_PLUGINS) + "/" + name + ".so"; }

struct Named : toy::ToyDriver {
  explicit Named(std::string text) : text(std::move(text)) {}
  std::string name() const override { return text; }
  std::string text;
};

std::string addError(std::string name) {
  DeviceRegistry registry;
  auto added = registry.add(std::make_unique<Named>(std::move(name)));
  return added ? "no error" : added.error().message();
}

std::string entryError(DeviceEntry entry) {
  DeviceRegistry registry;
  auto added = registry.add(entry);
  return added ? "no error" : added.error().message();
}

TEST(DeviceTest, unknownNamesListTheKnownOnes) {
  DeviceRegistry registry;
  EXPECT_EQ(registry.find("toy").error().message(), "unknown device 'toy'; registered devices: none");
  ASSERT_TRUE(registry.add(std::make_unique<Named>("b")));
  ASSERT_TRUE(registry.add(std::make_unique<Named>("a")));
  EXPECT_EQ(registry.find("toy").error().message(), "unknown device 'toy'; registered devices: a, b");
  EXPECT_EQ((*registry.find("a"))->name(), "a");
}

TEST(DeviceTest, duplicatesAndBadNamesAreRefused) {
  DeviceRegistry registry;
  ASSERT_TRUE(registry.add(std::make_unique<toy::ToyDriver>()));
  EXPECT_EQ(registry.add(std::make_unique<toy::ToyDriver>()).error().message(), "two devices are named 'toy'");
  EXPECT_EQ(registry.add(std::unique_ptr<DeviceDriver>()).error().message(), "expected a device driver but got none");
  EXPECT_EQ(addError("a b"), "expected a device name of letters, digits and '_' but got 'a b'");
}

TEST(DeviceTest, entriesAreChecked) {
  EXPECT_EQ(entryError(nullptr), "the device library's entry returned nothing to register");
  EXPECT_EQ(entryError([]() -> const DevicePlugin * {
              static const DevicePlugin plugin = {99, "toy", [] { return static_cast<DeviceDriver *>(nullptr); }};
              return &plugin;
            }),
            "device library 'toy': expected API version 2 but got 99");
  EXPECT_EQ(entryError([]() -> const DevicePlugin * {
              static const DevicePlugin plugin = {deviceApiVersion, "toy",
                                                  [] { return static_cast<DeviceDriver *>(nullptr); }};
              return &plugin;
            }),
            "device library 'toy': expected a device driver but got none");
  EXPECT_EQ(entryError([]() -> const DevicePlugin * {
              static const DevicePlugin plugin = {deviceApiVersion, "gadget",
                                                  []() -> DeviceDriver * { return new toy::ToyDriver(); }};
              return &plugin;
            }),
            "device library 'gadget': its driver is named 'toy'");
}

TEST(DeviceTest, librariesAreOpenedByPath) {
  DeviceRegistry registry;
  std::string path = pluginPath("kiln-toy");
  auto loaded = registry.loadPlugin(path);
  ASSERT_TRUE(loaded) << loaded.error().message();
  auto driver = registry.find("toy");
  ASSERT_TRUE(driver);
  auto device = (*driver)->open({});
  ASSERT_TRUE(device);
  EXPECT_EQ((*device)->properties().at("cores"), 4);
  EXPECT_EQ(registry.loadPlugin(path).error().message(),
            "'" + path + "': device library 'toy': two devices are named 'toy'");
}

TEST(DeviceTest, badLibrariesAreRefused) {
  DeviceRegistry registry;
  std::string path = pluginPath("kiln-toy-old");
  EXPECT_EQ(registry.loadPlugin(path).error().message(),
            "'" + path + "': device library 'toy': expected API version 2 but got 77");
  path = pluginPath("kiln-toy-no-entry");
  EXPECT_EQ(registry.loadPlugin(path).error().message(),
            "'" + path +
                "' has no entry 'kilnDevicePlugin'; expected a library with "
                "KILN_REGISTER_DEVICE");
  auto missing = registry.loadPlugin("nothing.so").error().message();
  EXPECT_TRUE(missing.starts_with("cannot load the device library "
                                  "'nothing.so': ./nothing.so: cannot open"))
      << missing;
  EXPECT_TRUE(registry.names().empty());
}
} // namespace
