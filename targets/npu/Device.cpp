// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The npu device: the simulator behind the runtime's interface. It sees neither
// MLIR nor LLVM.

#include "kiln/Device.h"
#include "kiln/Convert.h"
#include "kiln/LaunchInfo.h"
#include "kiln/PrintedLines.h"
#include "sim/Machine.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

using namespace kiln;

namespace {

struct NPUKernel : LoadedKernel {
  npu::Program program;
  /// For each parameter, the argument that it passes if that is a pointer, else "".
  std::vector<std::string> pointers;
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
    Result<DeviceAddress> address = machine.alloc(bytes);
    if (address)
      allocations[*address] = bytes;
    return address;
  }
  Result<void> free(DeviceAddress address) override {
    allocations.erase(address);
    return machine.free(address);
  }
  Result<void> write(DeviceAddress address, ByteSpan bytes) override { return machine.write(address, bytes); }
  Result<void> read(DeviceAddress address, std::span<uint8_t> bytes) override { return machine.read(address, bytes); }

  Result<std::unique_ptr<LoadedKernel>> load(ByteSpan code, const LaunchInfo &info,
                                             const LaunchVariant &variant) override {
    auto kernel = std::make_unique<NPUKernel>();
    Result<npu::Program> program = npu::Program::fromBytes(code);
    if (!program)
      return program.error();
    for (const npu::Message &message : program->messages)
      if (Result<ElementType> type = parseElementType(message.type.empty() ? "i1" : message.type); !type)
        return type.error().in("a message of the program prints a value");
    kernel->program = std::move(*program);
    for (const LaunchParameter &parameter : variant.parameters) {
      bool isPointer =
          parameter.kind == LaunchParameter::Kind::Argument && info.arguments[parameter.argument].isPointer;
      kernel->pointers.push_back(isPointer ? info.arguments[parameter.argument].name : "");
    }
    return std::unique_ptr<LoadedKernel>(std::move(kernel));
  }

  Result<LaunchStats> launch(LoadedKernel &loaded, const LaunchRequest &request) override {
    const auto &kernel = static_cast<NPUKernel &>(loaded);
    npu::Launch launch;
    for (unsigned d = 0; d < 3; ++d)
      launch.grid[d] = static_cast<uint32_t>(request.physicalGrid[d]);
    launch.args = request.parameters;
    if (request.limits.maxSteps)
      launch.maxCycles = request.limits.maxSteps;
    launch.timeout = request.limits.timeout;
    Result<npu::RunResult> result = machine.run(kernel.program, launch);
    if (!result)
      return result.error();
    if (result->trap)
      return Error(describeTrap(*result->trap, kernel, request));
    LaunchStats stats = report(*result);
    addPrinted(stats, *result, kernel.program, request.physicalGrid);
    return stats;
  }

private:
  static std::string engineCounter(unsigned engine, const char *what) {
    return std::string(npu::engineName(static_cast<npu::Engine>(engine))) + " " + what;
  }

  static Grid instance(int64_t id, const Grid &grid) {
    return {id % grid[0], id / grid[0] % grid[1], id / grid[0] / grid[1]};
  }

  /// Where a bad address lies, told from the argument whose memory is nearest.
  std::string argumentAt(uint64_t address, const NPUKernel &kernel, const LaunchRequest &request) const {
    std::string nearest;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < kernel.pointers.size() && i < request.slots.size(); ++i) {
      if (kernel.pointers[i].empty())
        continue;
      uint64_t value = loadBits(request.parameters.data() + request.slots[i].offset, ElementType::U64);
      auto it = allocations.upper_bound(value);
      if (it == allocations.begin())
        continue;
      auto [base, bytes] = *std::prev(it);
      uint64_t away = address < base ? base - address : address - base >= bytes ? address - base - bytes + 1 : 0;
      std::string name = "argument '" + kernel.pointers[i] + "'";
      if (away < least)
        nearest = "it begins at byte " + std::to_string(static_cast<int64_t>(address - value)) + " of " + name +
                  ", which has " + std::to_string(bytes - std::min(bytes, value - base)) + " bytes";
      else if (away == least)
        nearest += ", and of its buffer " + name + " is a part too";
      least = std::min(least, away);
    }
    return nearest;
  }

  std::string describeTrap(const npu::Trap &trap, const NPUKernel &kernel, const LaunchRequest &request) const {
    std::string program =
        trap.programId < 0 ? ""
                           : "program instance " + programText(instance(trap.programId, request.physicalGrid)) + ": ";
    if (trap.code == npu::TrapCode::Assert) {
      size_t colon = trap.message.find(": ");
      if (colon != std::string::npos && !trap.location.empty())
        return program + trap.message.substr(0, colon + 2) + trap.location + trap.message.substr(colon);
      return program + trap.message;
    }
    std::string where;
    if (trap.code == npu::TrapCode::DramOob || trap.code == npu::TrapCode::ReadonlyWrite)
      where = argumentAt(trap.value, kernel, request);
    npu::Trap said = trap;
    said.message += where.empty() ? "" : "; " + where;
    return program + npu::describe(said);
  }

  static void addLine(PrintedLines &lines, const npu::PrintedLine &line, const npu::Message &message,
                      const Grid &grid) {
    std::vector<int64_t> indices(line.words.begin(), line.words.end());
    if (!indices.empty())
      indices.pop_back();
    std::optional<PrintedValue> value;
    if (Result<ElementType> type = parseElementType(message.type)) {
      unsigned unused = 64 - std::min<size_t>(8 * byteSize(*type), 64);
      value = PrintedValue{line.words.back() << unused >> unused, *type, message.hex};
    }
    lines.add(instance(line.programId, grid), indices, message.text, value);
  }

  /// Cores print side by side; the lines come in the order of program instances.
  static void addPrinted(LaunchStats &stats, const npu::RunResult &result, const npu::Program &program,
                         const Grid &grid) {
    std::vector<const npu::PrintedLine *> lines;
    for (const npu::PrintedLine &line : result.lines)
      lines.push_back(&line);
    std::sort(lines.begin(), lines.end(),
              [](auto *a, auto *b) { return std::pair(a->programId, a) < std::pair(b->programId, b); });
    PrintedLines kept;
    for (const npu::PrintedLine *line : lines)
      addLine(kept, *line, program.messages[line->message], grid);
    kept.addLost(result.lostLines);
    for (std::string &line : kept.take())
      stats.printed.push_back(std::move(line));
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
    stats.notModelled.assign(npu::notModelled().begin(), npu::notModelled().end());
    return stats;
  }

  npu::Machine machine;
  PropertyMap figures;
  std::map<DeviceAddress, uint64_t> allocations;
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
