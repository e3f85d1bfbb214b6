// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu device: kernels are shared objects, run here, one program instance
// after another. It sees neither MLIR nor LLVM.

#include "kiln/HostLibrary.h"
#include "kiln/HostMemory.h"
#include "kiln/PrintedLines.h"
#include "targets/cpu/Instance.h"

#include <csetjmp>
#include <cstdarg>

using namespace kiln;

namespace {

using cpu::Instance;
using Entry = void (*)(const Instance *);

struct CPUKernel : LoadedKernel {
  std::unique_ptr<HostLibrary> library;
  Entry entry = nullptr;
  size_t arenaBytes = 0;
};

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

/// On to the next program instance, x fastest; false behind the last one.
bool advance(Instance &instance) {
  for (int d = 0; d < 3; ++d) {
    if (++instance.program[d] < instance.grid[d])
      return true;
    instance.program[d] = 0;
  }
  return false;
}

/// The limits of one launch, looked at before each program instance.
class Watch {
public:
  explicit Watch(const LaunchLimits &limits) : limits(limits) {}

  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }

  Result<void> check(int64_t done) const {
    std::string what;
    if (limits.maxSteps && static_cast<uint64_t>(done) >= limits.maxSteps)
      what = "reached its limit of steps";
    else if (limits.timeout.count() && milliseconds() > static_cast<double>(limits.timeout.count()))
      what = "took more than " + std::to_string(limits.timeout.count()) + " ms";
    else
      return {};
    return Error("the launch " + what + " after " + std::to_string(done) + " program instances");
  }

private:
  const LaunchLimits &limits;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

class CPUDevice : public HostMemoryDevice {
public:
  const PropertyMap &properties() const override { return figures; }

  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &, const LaunchVariant &variant) override {
    Result<std::unique_ptr<HostLibrary>> library = HostLibrary::load(code);
    if (!library)
      return library.error();
    Result<void *> entry = (*library)->function(variant.entry);
    if (!entry)
      return entry.error();
    auto kernel = std::make_unique<CPUKernel>();
    kernel->library = std::move(*library);
    kernel->entry = reinterpret_cast<Entry>(*entry);
    if (auto it = variant.attributes.find("arena_bytes"); it != variant.attributes.end())
      kernel->arenaBytes = static_cast<size_t>(std::max<int64_t>(it->second, 0));
    return std::unique_ptr<LoadedKernel>(std::move(kernel));
  }

  Result<LaunchStats> launch(LoadedKernel &loaded, const LaunchRequest &request) override {
    auto &kernel = static_cast<CPUKernel &>(loaded);
    Result<std::unique_ptr<HostPages>> arena = HostPages::allocate(kernel.arenaBytes);
    if (!arena)
      return arena.error();
    Running running = {};
    running.parameters = request.parameters.data();
    running.arena = (*arena)->data();
    running.print = print;
    running.fail = failLaunch;
    for (int d = 0; d < 3; ++d)
      running.grid[d] = static_cast<int32_t>(request.physicalGrid[d]);
    Watch watch(request.limits);
    int64_t done = 0;
    do {
      if (Result<void> within = watch.check(done); !within)
        return within.error();
      if (!runInstance(kernel.entry, running))
        return Error("program instance " + programText(programOf(running)) +
                     ": assertion does not hold: " + running.failure);
      ++done;
    } while (advance(running));
    return LaunchStats{
        {{"program instances", done, ""}, {"time", watch.milliseconds(), "ms"}}, running.lines.take(), {}};
  }

private:
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
