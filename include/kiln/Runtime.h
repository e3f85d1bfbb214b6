// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading and launching compiled kernels from C++. Handles are cheap to copy
// and keep what they need alive: a buffer its device, a kernel its module. One
// handle is used by one thread at a time; several streams may run at once.
//
//   Runtime runtime(std::move(registry));
//   auto device = runtime.open("mychip");
//   auto x = device->allocate(ElementType::F32, 1024);
//   auto module = device->loadFile("scale.kiln");
//   auto kernel = module->kernel("scale");
//   auto report = kernel->launch({8, 1, 1}, {Argument(*x),
//   Argument::of(2.0f)});
//
// Each step returns a Result; tests are left out above.

#ifndef KILN_RUNTIME_H
#define KILN_RUNTIME_H

#include "kiln/Device.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kiln {

namespace detail {
struct DeviceState;
struct Allocation;
struct KernelState;
struct ModuleState;
struct StreamState;
struct EventState;
} // namespace detail

class Module;
class Stream;

/// Device memory, or a part of it. The memory is freed with the last handle.
class Buffer {
public:
  /// Empty handle; every use of it is an error.
  Buffer() = default;

  DeviceAddress address() const;
  uint64_t bytes() const { return size; }
  /// None for a buffer of plain bytes, which fits any pointer argument.
  std::optional<ElementType> type() const { return element; }

  /// The part of `bytes` bytes from `offset` on.
  Result<Buffer> view(uint64_t offset, uint64_t bytes) const;
  /// The same memory seen as another element type.
  Buffer as(std::optional<ElementType> type) const;

  /// Copies between host and device, `offset` bytes into the buffer.
  Result<void> write(ByteSpan source, uint64_t offset = 0);
  Result<void> read(std::span<uint8_t> target, uint64_t offset = 0) const;

private:
  friend class Argument;
  friend class Stream;
  friend class DeviceHandle;
  friend class Kernel;

  Result<void> checkRange(uint64_t offset, uint64_t bytes) const;

  std::shared_ptr<detail::Allocation> memory;
  uint64_t start = 0;
  uint64_t size = 0;
  std::optional<ElementType> element;
};

/// One argument of a launch.
class Argument {
public:
  /// A pointer to the buffer's first byte.
  explicit Argument(Buffer buffer);
  /// A scalar of the C++ type's element type.
  static Argument of(bool value);
  static Argument of(int8_t value);
  static Argument of(int16_t value);
  static Argument of(int32_t value);
  static Argument of(int64_t value);
  static Argument of(uint8_t value);
  static Argument of(uint16_t value);
  static Argument of(uint32_t value);
  static Argument of(uint64_t value);
  static Argument of(float value);
  static Argument of(double value);
  /// A scalar of any type by its bytes, the first one lowest.
  static Argument scalar(ElementType type, uint64_t bits);
  /// A number that takes the type that the kernel declares; it must fit.
  static Argument number(int64_t value);
  static Argument number(double value);
  /// A device address whose buffer the runtime does not know. Facts that need
  /// its extent do not hold.
  static Argument foreign(DeviceAddress address);

  /// The value for a kernel that declares `info`, or what is wrong with it.
  Result<ArgumentValue> resolve(const ArgumentInfo &info) const;

private:
  friend class Kernel;
  enum class Kind { Pointer, Foreign, Scalar, Integer, Real };

  Argument(Kind kind) : kind(kind) {}

  Kind kind;
  Buffer buffer;
  ElementType type = ElementType::I64;
  uint64_t bits = 0;
  double real = 0;
};

/// Arguments as values, checked against a signature: what facts are derived
/// from and variants chosen by.
Result<std::vector<ArgumentValue>> resolveArguments(std::span<const ArgumentInfo> signature,
                                                    const std::vector<Argument> &arguments);

struct LaunchOptions {
  /// Off: only the general variant is considered.
  bool specialize = true;
  LaunchLimits limits;
};

/// What a finished launch tells.
struct LaunchReport {
  /// Position of the variant that ran.
  size_t variant = 0;
  Grid physicalGrid = {0, 0, 0};
  LaunchStats stats;
  /// The grid had a size of zero, so nothing ran.
  bool empty = false;
};

/// A kernel of a module, on the module's device.
class Kernel {
public:
  const LaunchInfo &info() const;

  /// Checks everything, runs, and waits. Errors name the argument.
  Result<LaunchReport> launch(const Grid &grid, const std::vector<Argument> &arguments,
                              const LaunchOptions &options = {}) const;

  /// resolveArguments for this kernel on this device.
  Result<std::vector<ArgumentValue>> resolve(const std::vector<Argument> &arguments) const;

private:
  friend class Module;
  friend class Stream;
  Kernel() = default;
  using Launch = std::function<Result<LaunchReport>()>;
  Result<Launch> prepare(const Grid &grid, const std::vector<Argument> &arguments, const LaunchOptions &options) const;

  std::shared_ptr<detail::KernelState> state;
};

class Module {
public:
  std::vector<std::string> kernelNames() const;
  /// An unknown name gives an error that lists the known ones.
  Result<Kernel> kernel(std::string_view name) const;

private:
  friend class DeviceHandle;
  Module() = default;
  std::shared_ptr<detail::ModuleState> state;
};

/// A point in a stream's work.
class Event {
public:
  bool done() const;
  /// Waits; gives the error of the work it stands for, or of work before it.
  Result<void> wait() const;
  /// Waits; the host's steady clock when the work was done.
  Result<std::chrono::steady_clock::time_point> finished() const;
  /// Waits; for a launch, what it reported.
  Result<LaunchReport> report() const;

private:
  friend class Stream;
  Event() = default;
  std::shared_ptr<detail::EventState> state;
};

/// Work in order on a thread of its own. Arguments are checked when work is
/// given; what fails later makes all that follows in the stream fail with the
/// same error until synchronize() has returned it.
class Stream {
public:
  Result<Event> launch(const Kernel &kernel, const Grid &grid, const std::vector<Argument> &arguments,
                       const LaunchOptions &options = {});
  /// The bytes are copied before the call returns.
  Result<Event> write(const Buffer &buffer, ByteSpan source, uint64_t offset = 0);
  /// `target` must stay valid until the event is done.
  Result<Event> read(const Buffer &buffer, std::span<uint8_t> target, uint64_t offset = 0);
  /// An event for all work given so far.
  Event record();
  /// Work given later starts when `event`, of any stream, is done; its error
  /// becomes this stream's.
  Event wait(const Event &event);
  /// Waits for all work; the first error since the last call.
  Result<void> synchronize();

private:
  friend class DeviceHandle;
  Stream() = default;
  Event enqueue(std::function<Result<LaunchReport>()> work);
  std::shared_ptr<detail::StreamState> state;
};

/// An open device.
class DeviceHandle {
public:
  const std::string &name() const;
  const PropertyMap &properties() const;

  Result<Buffer> allocate(uint64_t bytes, uint64_t align = 256);
  Result<Buffer> allocate(ElementType type, uint64_t count, uint64_t align = 256);

  /// Loads an artifact made for this device's target and checks that the
  /// device has what its kernels require.
  Result<Module> load(ByteSpan bytes);
  Result<Module> load(const Artifact &artifact);
  Result<Module> loadFile(const std::string &path);

  Stream createStream();

  /// The driver-side object, for programs that drive a device by hand. It is
  /// not guarded against concurrent streams.
  Device &device() const;

private:
  friend class Runtime;
  DeviceHandle() = default;
  std::shared_ptr<detail::DeviceState> state;
};

class Runtime {
public:
  explicit Runtime(DeviceRegistry registry);

  /// Each call opens the device anew.
  Result<DeviceHandle> open(std::string_view name, const DeviceOptions &options = {});
  DeviceRegistry &devices() { return *registry; }

private:
  // Shared with every open device: its code may live as long as they do.
  std::shared_ptr<DeviceRegistry> registry;
};

} // namespace kiln

#endif // KILN_RUNTIME_H
