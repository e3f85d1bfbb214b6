// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of devices, and device libraries opened by path.

#include "kiln/Device.h"

#include "Text.h"

#include <dlfcn.h>

using namespace kiln;

Result<Bytes> Device::makeObject(const ObjectRequest &request) {
  return Error("the device cannot make a " + quote(request.kind));
}

Result<void> DeviceRegistry::add(std::unique_ptr<DeviceDriver> driver) {
  if (!driver)
    return Error("expected a device driver but got none");
  std::string name = driver->name();
  if (!isIdentifier(name))
    return Error("expected a device name of letters, digits and '_' but got " + quote(name));
  if (drivers.contains(name))
    return Error("two devices are named " + quote(name));
  drivers.emplace(std::move(name), std::move(driver));
  return {};
}

Result<void> DeviceRegistry::add(DeviceEntry entry) { return addPlugin(entry ? entry() : nullptr); }

Result<void> DeviceRegistry::addPlugin(const DevicePlugin *plugin) {
  if (!plugin || !plugin->name || !plugin->create)
    return Error("the device library's entry returned nothing to register");
  std::string context = "device library " + quote(plugin->name);
  if (plugin->apiVersion != deviceApiVersion)
    return Error(context + ": expected API version " + std::to_string(deviceApiVersion) + " but got " +
                 std::to_string(plugin->apiVersion));
  std::unique_ptr<DeviceDriver> driver(plugin->create());
  if (driver && driver->name() != plugin->name)
    return Error(context + ": its driver is named " + quote(driver->name()));
  if (auto added = add(std::move(driver)); !added)
    return added.error().in(context);
  return {};
}

Result<void> DeviceRegistry::loadPlugin(const std::string &path) {
  // A bare name would be looked up in the system's library directories.
  std::string file = path.find('/') == path.npos ? "./" + path : path;
  void *handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error("cannot load the device library " + quote(path) + ": " + ::dlerror());
  auto entry = reinterpret_cast<DeviceEntry>(::dlsym(handle, "kilnDevicePlugin"));
  if (!entry) {
    ::dlclose(handle);
    return Error(quote(path) + " has no entry 'kilnDevicePlugin'; expected a "
                               "library with KILN_REGISTER_DEVICE");
  }
  if (auto added = add(entry); !added) {
    // Nothing of it is in use yet.
    ::dlclose(handle);
    return added.error().in(quote(path));
  }
  return {};
}

Result<const DeviceDriver *> DeviceRegistry::find(std::string_view name) const {
  auto it = drivers.find(name);
  if (it == drivers.end())
    return Error("unknown device " + quote(name) + "; registered devices: " + listOf(names()));
  return it->second.get();
}

std::vector<std::string> DeviceRegistry::names() const {
  std::vector<std::string> list;
  for (const auto &[name, driver] : drivers)
    list.push_back(name);
  return list;
}
