// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu device: the simulator behind the runtime's interface. It sees neither
// MLIR nor LLVM.

#include "kiln/Device.h"
#include "sim/Machine.h"

#include <fstream>
#include <sstream>

using namespace kiln;

namespace {

struct NPUKernel : LoadedKernel {
  npu::Program program;
};

class NPUDevice : public Device {
public:
  explicit NPUDevice(npu::Machine built) : machine(std::move(built)) {
    const npu::Config &config = machine.config();
    figures = {{"cores", config.cores},   {"lanes", config.lanes},   {"spm_bytes", config.spmBytes},
               {"max_grid_x", INT32_MAX}, {"max_grid_y", INT32_MAX}, {"max_grid_z", INT32_MAX}};
  }

  const PropertyMap &properties() const override { return figures; }

  Result<DeviceAddress> allocate(uint64_t bytes, uint64_t align) override {
    constexpr uint64_t natural = 256;
    if (align > natural)
      return Error("the npu aligns memory to " + std::to_string(natural) + " bytes, not to " + std::to_string(align));
    return machine.alloc(bytes);
  }
  Result<void> free(DeviceAddress address) override { return machine.free(address); }
  Result<void> write(DeviceAddress address, ByteSpan bytes) override { return machine.write(address, bytes); }
  Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) override { return machine.read(address, bytes); }

  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &, const LaunchVariant &) override {
    auto kernel = std::make_unique<NPUKernel>();
    Result<npu::Program> program = npu::Program::fromBytes(code);
    if (!program)
      return program.error();
    kernel->program = std::move(*program);
    return std::unique_ptr<LoadedKernel>(std::move(kernel));
  }

  Result<LaunchStats> launch(LoadedKernel &kernel, const LaunchRequest &request) override {
    npu::Launch launch;
    for (unsigned d = 0; d < 3; ++d)
      launch.grid[d] = static_cast<uint32_t>(request.physicalGrid[d]);
    launch.args = request.parameters;
    if (request.limits.maxSteps)
      launch.maxCycles = request.limits.maxSteps;
    launch.timeout = request.limits.timeout;
    Result<npu::RunResult> result = machine.run(static_cast<NPUKernel &>(kernel).program, launch);
    if (!result)
      return result.error();
    if (result->trap)
      return Error(npu::describe(*result->trap));
    return report(*result);
  }

private:
  static std::string engineCounter(unsigned engine, const char *what) {
    return std::string(npu::engineName(static_cast<npu::Engine>(engine))) + " " + what;
  }

  LaunchStats report(const npu::RunResult &result) const {
    const npu::Config &config = machine.config();
    const npu::Stats &s = result.stats;
    double cycles = static_cast<double>(std::max<uint64_t>(s.cycles, 1));
    double peakBytes = 64.0 * config.dramChannels / config.dramBurstCycles;
    uint64_t macs = 0;
    for (const npu::CoreStats &core : s.cores)
      macs += core.macs;
    double peakMacs = double(config.arraySize) * config.arraySize * config.cores;
    LaunchStats stats;
    auto count = [&](std::string name, uint64_t value, const char *unit) {
      stats.counters.push_back({std::move(name), static_cast<int64_t>(value), unit});
    };
    count("cycles", s.cycles, "cycles");
    count("instructions", s.instructions, "");
    count("dram read", s.dramReadBytes, "bytes");
    count("dram written", s.dramWriteBytes, "bytes");
    stats.counters.push_back(
        {"dram bandwidth used", 100.0 * double(s.dramReadBytes + s.dramWriteBytes) / (cycles * peakBytes), "%"});
    count("array macs", macs, "");
    stats.counters.push_back({"array used", 100.0 * double(macs) / (cycles * peakMacs), "%"});
    for (unsigned engine = 0; engine < npu::numEngines; ++engine) {
      uint64_t busy = 0, waiting = 0, started = 0;
      for (const npu::CoreStats &core : s.cores) {
        busy += core.engines[engine].busy;
        waiting += core.engines[engine].wait;
        started += core.engines[engine].instructions;
      }
      if (started == 0)
        continue;
      count(engineCounter(engine, "busy"), busy, "cycles");
      if (waiting)
        count(engineCounter(engine, "waiting"), waiting, "cycles");
    }
    std::istringstream lines(result.output);
    for (std::string line; std::getline(lines, line);)
      stats.printed.push_back(line);
    return stats;
  }

  npu::Machine machine;
  PropertyMap figures;
};

/// `machine`: the name of a built-in machine, or a machine file.
Result<npu::Config> configFor(const DeviceOptions &options) {
  auto it = options.find("machine");
  for (const auto &[key, value] : options)
    if (key != "machine")
      return Error("unknown device option '" + key + "'; the npu has: machine");
  if (it == options.end())
    return npu::Config::named("base");
  std::ifstream file(it->second);
  if (!file)
    return npu::Config::named(it->second);
  std::ostringstream text;
  text << file.rdbuf();
  Result<npu::Config> config = npu::Config::fromJson(text.str());
  return config ? config : config.error().in("machine file '" + it->second + "'");
}

class NPUDriver : public DeviceDriver {
public:
  std::string name() const override { return "npu"; }

  Result<std::unique_ptr<Device>> open(const DeviceOptions &options) const override {
    Result<npu::Config> config = configFor(options);
    if (!config)
      return config.error();
    Result<npu::Machine> machine = npu::Machine::create(*config);
    if (!machine)
      return machine.error();
    return std::unique_ptr<Device>(std::make_unique<NPUDevice>(std::move(*machine)));
  }
};

} // namespace

KILN_REGISTER_DEVICE(npu, NPUDriver)
