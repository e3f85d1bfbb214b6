// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading kernels: all that can be refused before a launch is refused here.

#include "State.h"
#include "Text.h"

#include <algorithm>

using namespace kiln;

detail::KernelState::~KernelState() {
  std::lock_guard lock(device->mutex);
  loaded.clear();
}

namespace {
Result<void> checkRequired(const detail::DeviceState &device, const LaunchVariant &variant) {
  const PropertyMap &properties = device.device->properties();
  for (const auto &[name, least] : variant.required) {
    auto it = properties.find(name);
    if (it == properties.end())
      return Error("needs " + quote(name) + " of at least " + std::to_string(least) + " but device " +
                   quote(device.name) + " does not have it");
    if (it->second < least)
      return Error("needs " + quote(name) + " of at least " + std::to_string(least) + " but device " +
                   quote(device.name) + " has " + std::to_string(it->second));
  }
  return {};
}

Result<void> checkObjects(const detail::DeviceState &device, const LaunchVariant &variant) {
  std::vector<std::string> kinds = device.device->objectKinds();
  kinds.push_back("workspace");
  for (const LaunchParameter &parameter : variant.parameters) {
    const std::string &kind = parameter.object.kind;
    if (parameter.kind == LaunchParameter::Kind::Object && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      return Error("parameter " + quote(parameter.name) + ": unknown object kind " + quote(kind) + "; device " +
                   quote(device.name) + " makes " + listOf(kinds));
  }
  return {};
}

Result<std::unique_ptr<LoadedKernel>> loadVariant(detail::DeviceState &device, const Artifact &artifact,
                                                  const LaunchInfo &info, const LaunchVariant &variant) {
  if (auto valid = checkRequired(device, variant); !valid)
    return valid.error();
  if (auto valid = checkObjects(device, variant); !valid)
    return valid.error();
  const Artifact::Section *section = artifact.find(variant.section);
  if (!section)
    return Error("the artifact has no section " + quote(variant.section));
  std::lock_guard lock(device.mutex);
  auto loaded = device.device->load(section->bytes, info, variant);
  if (loaded && !*loaded)
    return Error("device " + quote(device.name) + " loaded nothing");
  return loaded;
}
} // namespace

Result<std::shared_ptr<detail::KernelState>> detail::loadKernel(const std::shared_ptr<DeviceState> &device,
                                                                const Artifact &artifact, LaunchInfo info) {
  if (info.target != device->name)
    return Error("was compiled for target " + quote(info.target) + " but the device is " + quote(device->name));
  auto kernel = std::make_shared<KernelState>();
  kernel->device = device;
  kernel->info = std::move(info);
  for (size_t i = 0; i < kernel->info.variants.size(); ++i) {
    auto loaded = loadVariant(*device, artifact, kernel->info, kernel->info.variants[i]);
    if (!loaded)
      return loaded.error().in("variant " + std::to_string(i));
    kernel->loaded.push_back(std::move(*loaded));
  }
  return kernel;
}

std::vector<std::string> Module::kernelNames() const {
  std::vector<std::string> names;
  for (const auto &kernel : state->kernels)
    names.push_back(kernel->info.kernel);
  return names;
}

Result<Kernel> Module::kernel(std::string_view name) const {
  for (const auto &candidate : state->kernels)
    if (candidate->info.kernel == name) {
      Kernel kernel;
      kernel.state = candidate;
      return kernel;
    }
  return Error("no kernel " + quote(name) + "; the module has " + listOf(kernelNames()));
}
