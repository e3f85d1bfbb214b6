// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu device: kernels are shared objects, run here, one program instance
// after another. It sees neither MLIR nor LLVM.

#include "kiln/Device.h"
#include "targets/cpu/Instance.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln;

namespace {

using Entry = void (*)(const cpu::Instance *);

struct CPUKernel : LoadedKernel {
  ~CPUKernel() override {
    if (library)
      dlclose(library);
  }
  void *library = nullptr;
  Entry entry = nullptr;
  size_t arenaBytes = 0;
};

/// Memory that the process has asked for, and gives back.
struct Pages {
  explicit Pages(size_t bytes) : bytes(bytes) {
    if (bytes)
      at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  ~Pages() {
    if (bytes && at != MAP_FAILED)
      munmap(at, bytes);
  }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;
  size_t bytes;
  void *at = nullptr;
};

std::string systemError(const char *what) { return std::string(what) + ": " + std::strerror(errno); }

std::string loaderError() {
  const char *why = dlerror();
  return why ? why : "unknown reason";
}

class CPUDevice : public Device {
public:
  ~CPUDevice() override {
    for (const auto &[address, bytes] : allocations)
      std::free(reinterpret_cast<void *>(address));
  }

  const PropertyMap &properties() const override { return figures; }

  Result<DeviceAddress> allocate(uint64_t bytes, uint64_t align) override {
    align = std::max<uint64_t>(align, 64);
    if (bytes > UINT64_MAX - align)
      return Error("the cpu cannot allocate " + std::to_string(bytes) + " bytes");
    void *memory = std::aligned_alloc(align, (bytes + align - 1) / align * align);
    if (!memory)
      return Error("the cpu has no " + std::to_string(bytes) + " bytes left");
    allocations[reinterpret_cast<DeviceAddress>(memory)] = bytes;
    return reinterpret_cast<DeviceAddress>(memory);
  }

  Result<void> free(DeviceAddress address) override {
    if (!allocations.erase(address))
      return Error("address " + std::to_string(address) + " is not one that was allocated");
    std::free(reinterpret_cast<void *>(address));
    return {};
  }

  Result<void> write(DeviceAddress address, ByteSpan bytes) override {
    if (Result<void> inside = check(address, bytes.size()); !inside)
      return inside;
    std::memcpy(reinterpret_cast<void *>(address), bytes.data(), bytes.size());
    return {};
  }

  Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) override {
    if (Result<void> inside = check(address, bytes.size()); !inside)
      return inside;
    std::memcpy(bytes.data(), reinterpret_cast<const void *>(address), bytes.size());
    return {};
  }

  /// The loader wants a file; this one has no name and goes with its last user.
  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &, const LaunchVariant &variant) override {
    int file = memfd_create("kiln", MFD_CLOEXEC);
    if (file < 0)
      return Error(systemError("cannot make a file in memory"));
    auto kernel = std::make_unique<CPUKernel>();
    bool written = ::write(file, code.data(), code.size()) == static_cast<ssize_t>(code.size());
    if (written)
      kernel->library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    close(file);
    if (!written)
      return Error(systemError("cannot write the code to a file in memory"));
    if (!kernel->library)
      return Error("cannot load the code: " + loaderError());
    kernel->entry = reinterpret_cast<Entry>(dlsym(kernel->library, variant.entry.c_str()));
    if (!kernel->entry)
      return Error("the code has no function '" + variant.entry + "'");
    if (auto it = variant.attributes.find("arena_bytes"); it != variant.attributes.end())
      kernel->arenaBytes = static_cast<size_t>(std::max<int64_t>(it->second, 0));
    return std::unique_ptr<LoadedKernel>(std::move(kernel));
  }

  Result<LaunchStats> launch(LoadedKernel &loaded, const LaunchRequest &request) override {
    auto &kernel = static_cast<CPUKernel &>(loaded);
    Pages arena(kernel.arenaBytes);
    if (arena.at == MAP_FAILED)
      return Error(systemError("cannot get the arena"));
    auto begin = std::chrono::steady_clock::now();
    cpu::Instance instance = {request.parameters.data(), static_cast<uint8_t *>(arena.at), {}, {}};
    const Grid &grid = request.physicalGrid;
    for (int d = 0; d < 3; ++d)
      instance.grid[d] = static_cast<int32_t>(grid[d]);
    int64_t done = 0;
    for (int64_t z = 0; z < grid[2]; ++z)
      for (int64_t y = 0; y < grid[1]; ++y)
        for (int64_t x = 0; x < grid[0]; ++x, ++done) {
          if (request.limits.timeout.count() && std::chrono::steady_clock::now() - begin > request.limits.timeout)
            return Error("the launch took more than " + std::to_string(request.limits.timeout.count()) + " ms after " +
                         std::to_string(done) + " program instances");
          if (request.limits.maxSteps && static_cast<uint64_t>(done) == request.limits.maxSteps)
            return Error("the launch reached its limit of " + std::to_string(done) + " program instances");
          instance.program[0] = static_cast<int32_t>(x);
          instance.program[1] = static_cast<int32_t>(y);
          instance.program[2] = static_cast<int32_t>(z);
          kernel.entry(&instance);
        }
    LaunchStats stats;
    stats.counters.push_back({"program instances", done, ""});
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    stats.counters.push_back({"time", time.count(), "ms"});
    return stats;
  }

private:
  Result<void> check(DeviceAddress address, uint64_t bytes) const {
    auto it = allocations.upper_bound(address);
    if (it == allocations.begin() || bytes > std::prev(it)->second ||
        address - std::prev(it)->first > std::prev(it)->second - bytes)
      return Error(std::to_string(bytes) + " bytes at address " + std::to_string(address) +
                   " do not lie inside one allocation");
    return {};
  }

  std::map<DeviceAddress, uint64_t> allocations;
  PropertyMap figures = {{"max_grid_x", INT32_MAX}, {"max_grid_y", INT32_MAX}, {"max_grid_z", INT32_MAX}};
};

class CPUDriver : public DeviceDriver {
public:
  std::string name() const override { return "cpu"; }

  Result<std::unique_ptr<Device>> open(const DeviceOptions &options) const override {
    if (!options.empty())
      return Error("unknown device option '" + options.begin()->first + "'; the cpu has none");
    return std::unique_ptr<Device>(std::make_unique<CPUDevice>());
  }
};

} // namespace

KILN_REGISTER_DEVICE(cpu, CPUDriver)
