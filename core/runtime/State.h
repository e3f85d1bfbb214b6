// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handles of Runtime.h share.

#ifndef KILN_CORE_RUNTIME_STATE_H
#define KILN_CORE_RUNTIME_STATE_H

#include "kiln/Runtime.h"

#include <mutex>

namespace kiln::detail {

/// An open device. Every call into it is made under the mutex, since streams
/// run on threads of their own and devices need not expect that.
struct DeviceState {
  // Before the device, so that the driver's code outlives it.
  std::shared_ptr<DeviceRegistry> registry;
  std::string name;
  std::unique_ptr<Device> device;
  std::mutex mutex;
};

/// Device memory, freed with its last owner.
struct Allocation {
  Allocation(std::shared_ptr<DeviceState> device, DeviceAddress address, uint64_t bytes)
      : device(std::move(device)), address(address), bytes(bytes) {}
  Allocation(const Allocation &) = delete;
  Allocation &operator=(const Allocation &) = delete;
  ~Allocation();

  std::shared_ptr<DeviceState> device;
  DeviceAddress address;
  uint64_t bytes;
};

Result<std::shared_ptr<Allocation>> allocate(const std::shared_ptr<DeviceState> &device, uint64_t bytes,
                                             uint64_t align);

struct KernelState {
  std::shared_ptr<DeviceState> device;
  LaunchInfo info;
  /// One for each variant.
  std::vector<std::unique_ptr<LoadedKernel>> loaded;

  ~KernelState();
};

struct ModuleState {
  std::vector<std::shared_ptr<KernelState>> kernels;
};

/// Loads every variant of a kernel whose sections are in the artifact.
Result<std::shared_ptr<KernelState>> loadKernel(const std::shared_ptr<DeviceState> &device, const Artifact &artifact,
                                                LaunchInfo info);

/// Parameters of one launch, made in two steps: what depends on arguments and
/// grid alone when the launch is given, what needs the device when it runs.
class ParameterPlan {
public:
  static Result<ParameterPlan> make(const DeviceState &device, const LaunchVariant &variant, const LaunchScope &scope);

  /// Makes objects and packs. Workspaces live as long as `owned`.
  Result<void> build(const std::shared_ptr<DeviceState> &device, LaunchRequest &request,
                     std::vector<std::shared_ptr<Allocation>> &owned) const;

private:
  struct Workspace {
    uint64_t bytes = 0;
    uint64_t align = 256;
    bool zero = false;
  };
  struct Slot {
    std::string name;
    /// Bytes known when the launch is given; else one of the next two.
    Bytes bytes;
    std::optional<Workspace> workspace;
    std::optional<ObjectRequest> object;
  };

  static Result<Slot> planSlot(const LaunchParameter &parameter, const LaunchScope &scope);
  static Result<Workspace> planWorkspace(const ObjectRequest &object, const LaunchScope &scope);
  static Result<Bytes> makeWorkspace(const std::shared_ptr<DeviceState> &device, const Workspace &workspace,
                                     std::vector<std::shared_ptr<Allocation>> &owned);

  std::vector<Slot> slots;
};

} // namespace kiln::detail

#endif // KILN_CORE_RUNTIME_STATE_H
