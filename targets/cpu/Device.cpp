// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu device: kernels are shared objects, run here, one program instance
// after another. It sees neither MLIR nor LLVM.

#include "kiln/HostMemory.h"
#include "kiln/PrintedLines.h"
#include "targets/cpu/Instance.h"

#include <csetjmp>
#include <cstdarg>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln;

namespace {

using cpu::Instance;
using Entry = void (*)(const Instance *);

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

/// What the functions that a kernel calls have to know.
struct Running : Instance {
  PrintedLines lines;
  std::string failure;
  std::jmp_buf back;
};

std::array<int64_t, 3> programOf(const Instance &instance) {
  return {instance.program[0], instance.program[1], instance.program[2]};
}

void print(const Instance *instance, const char *prefix, const char *type, int32_t flags, uint64_t bits, int32_t rank,
           ...) {
  std::vector<int64_t> indices(rank);
  va_list rest;
  va_start(rest, rank);
  for (int64_t &index : indices)
    index = va_arg(rest, int64_t);
  va_end(rest);
  std::optional<PrintedValue> value;
  if (!(flags & cpu::PrintNothing))
    if (Result<ElementType> element = parseElementType(type))
      value = PrintedValue{bits, *element, (flags & cpu::PrintHex) != 0};
  const_cast<Running *>(static_cast<const Running *>(instance))
      ->lines.add(programOf(*instance), indices, prefix, value);
}

/// Back to runInstance. The frames between are the kernel's, which own nothing.
[[noreturn]] void failLaunch(const Instance *instance, const char *message) {
  auto &running = *const_cast<Running *>(static_cast<const Running *>(instance));
  running.failure = message;
  std::longjmp(running.back, 1);
}

/// False where the kernel ended the launch.
bool runInstance(Entry entry, Running &running) {
  if (setjmp(running.back))
    return false;
  entry(&running);
  return true;
}

class CPUDevice : public HostMemoryDevice {
public:
  const PropertyMap &properties() const override { return figures; }

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
    Running running = {};
    running.parameters = request.parameters.data();
    running.arena = static_cast<uint8_t *>(arena.at);
    running.print = print;
    running.fail = failLaunch;
    const Grid &grid = request.physicalGrid;
    for (int d = 0; d < 3; ++d)
      running.grid[d] = static_cast<int32_t>(grid[d]);
    auto begin = std::chrono::steady_clock::now();
    int64_t done = 0;
    for (int64_t z = 0; z < grid[2]; ++z)
      for (int64_t y = 0; y < grid[1]; ++y)
        for (int64_t x = 0; x < grid[0]; ++x, ++done) {
          if (Result<void> within = checkLimits(request.limits, done, begin); !within)
            return within.error();
          running.program[0] = static_cast<int32_t>(x);
          running.program[1] = static_cast<int32_t>(y);
          running.program[2] = static_cast<int32_t>(z);
          if (!runInstance(kernel.entry, running))
            return Error("program instance " + programText(programOf(running)) +
                         ": assertion does not hold: " + running.failure);
        }
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    return LaunchStats{{{"program instances", done, ""}, {"time", time.count(), "ms"}}, running.lines.take(), {}};
  }

private:
  static Result<void> checkLimits(const LaunchLimits &limits, int64_t done,
                                  std::chrono::steady_clock::time_point begin) {
    std::string after = " after " + std::to_string(done) + " program instances";
    if (limits.maxSteps && static_cast<uint64_t>(done) >= limits.maxSteps)
      return Error("the launch reached its limit of steps" + after);
    if (limits.timeout.count() && std::chrono::steady_clock::now() - begin > limits.timeout)
      return Error("the launch took more than " + std::to_string(limits.timeout.count()) + " ms" + after);
    return {};
  }

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
