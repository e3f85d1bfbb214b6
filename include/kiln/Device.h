// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target's device library implements: a DeviceDriver that opens Devices.
// The runtime calls one Device from one thread at a time, so an implementation
// needs no locks. A call returns when its work is done; streams and events are
// the runtime's.
//
//   class MyDriver : public kiln::DeviceDriver { .. };
//   KILN_REGISTER_DEVICE(mychip, MyDriver)
//
// The macro serves a library that is linked in (the program calls
// kilnDevice_mychip, usually through a DeviceRegistry) and one that is opened
// by path (`DeviceRegistry::loadPlugin`).

#ifndef KILN_DEVICE_H
#define KILN_DEVICE_H

#include "kiln/Artifact.h"

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kiln {

/// Grows with each incompatible change of this header.
inline constexpr uint32_t deviceApiVersion = 2;

using DeviceAddress = uint64_t;
using Grid = std::array<int64_t, 3>;
/// Options of DeviceDriver::open, by name. A driver refuses unknown ones.
using DeviceOptions = std::map<std::string, std::string>;

/// One figure of a launch.
struct Counter {
  std::string name;
  std::variant<int64_t, double> value;
  /// `cycles`, `bytes`, `%`; empty for a plain count.
  std::string unit;

  bool operator==(const Counter &) const = default;
};

/// What a launch reports: figures in the order in which they are to be shown,
/// and what the kernel printed.
struct LaunchStats {
  std::vector<Counter> counters;
  std::vector<std::string> printed;
  /// What the figures leave out, a phrase each; shown with them.
  std::vector<std::string> notModelled;
};

/// Bounds after which a launch ends in an error.
struct LaunchLimits {
  /// Instructions or whatever the device counts; 0 leaves it to the device.
  uint64_t maxSteps = 0;
  /// Wall-clock; 0 leaves it to the device.
  std::chrono::milliseconds timeout{0};
};

/// A parameter's place in LaunchRequest::parameters.
struct ParameterSlot {
  size_t offset = 0;
  size_t size = 0;
};

struct LaunchRequest {
  Grid logicalGrid = {1, 1, 1};
  /// What the device runs; no size is zero.
  Grid physicalGrid = {1, 1, 1};
  /// Parameters packed as a C struct packs them: each at the next multiple of
  /// its size (objects: of 64 bytes when they have 64 or more, else of 8),
  /// little-endian.
  Bytes parameters;
  std::vector<ParameterSlot> slots;
  LaunchLimits limits;
};

/// An object whose fields have been evaluated.
struct ObjectRequest {
  std::string kind;
  std::map<std::string, std::vector<int64_t>> fields;
  std::map<std::string, std::string> options;
};

/// Code that a device has made ready to run. It must not outlive its Device.
class LoadedKernel {
public:
  virtual ~LoadedKernel() = default;
};

class Device {
public:
  virtual ~Device() = default;

  /// Figures of the machine, compared with what a kernel requires and readable
  /// in launch expressions as d.<name>. `max_grid_x`, `_y`, `_z` bound the
  /// physical grid where they are given.
  virtual const PropertyMap &properties() const = 0;

  /// At least one byte is asked for; `align` is a power of two.
  virtual Result<DeviceAddress> allocate(uint64_t bytes, uint64_t align) = 0;
  virtual Result<void> free(DeviceAddress address) = 0;
  virtual Result<void> write(DeviceAddress address, ByteSpan bytes) = 0;
  virtual Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) = 0;

  /// Makes `code`, the section that `variant` names, ready to run. Both
  /// references live only as long as the call.
  virtual Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &info,
                                                     const LaunchVariant &variant) = 0;

  /// Runs to the end. A trap or fault is an error with all that is known:
  /// where, which program, what was expected and what was there.
  virtual Result<LaunchStats> launch(LoadedKernel &kernel, const LaunchRequest &request) = 0;

  /// Kinds of launch objects that makeObject knows.
  virtual std::vector<std::string> objectKinds() const { return {}; }
  /// The bytes to pass for an object.
  virtual Result<Bytes> makeObject(const ObjectRequest &request);
};

class DeviceDriver {
public:
  virtual ~DeviceDriver() = default;

  /// Name of the target whose artifacts its devices run.
  virtual std::string name() const = 0;

  /// Opens a device. It fails with a reason when the machine has none.
  virtual Result<std::unique_ptr<Device>> open(const DeviceOptions &options) const = 0;
};

/// What the entry function of a device library returns.
struct DevicePlugin {
  uint32_t apiVersion;
  const char *name;
  DeviceDriver *(*create)();
};

using DeviceEntry = const DevicePlugin *(*)();

/// The devices that a program knows. The program owns it; there is no global
/// one.
class DeviceRegistry {
public:
  /// Refuses a name that is taken.
  Result<void> add(std::unique_ptr<DeviceDriver> driver);
  /// Adds a linked-in device library through its entry function.
  Result<void> add(DeviceEntry entry);
  /// Opens a shared object and adds its device. The object stays loaded until
  /// the program ends, because devices and kernels run code in it.
  Result<void> loadPlugin(const std::string &path);

  /// An unknown name gives an error that lists the known ones.
  Result<const DeviceDriver *> find(std::string_view name) const;
  /// In alphabetical order.
  std::vector<std::string> names() const;

private:
  Result<void> addPlugin(const DevicePlugin *plugin);

  std::map<std::string, std::unique_ptr<DeviceDriver>, std::less<>> drivers;
};

} // namespace kiln

// The general entry is weak: several device libraries linked into one program
// all define it and nothing there calls it, while a shared object has its own.
#define KILN_REGISTER_DEVICE(NAME, CLASS)                                                                              \
  extern "C" const kiln::DevicePlugin *kilnDevice_##NAME() {                                                           \
    static const kiln::DevicePlugin plugin = {kiln::deviceApiVersion, #NAME,                                           \
                                              []() -> kiln::DeviceDriver * { return new CLASS(); }};                   \
    return &plugin;                                                                                                    \
  }                                                                                                                    \
  extern "C" __attribute__((weak)) const kiln::DevicePlugin *kilnDevicePlugin() { return kilnDevice_##NAME(); }

#endif // KILN_DEVICE_H
