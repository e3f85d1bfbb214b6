// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public face: owns device memory, checks requests, runs launches.

#include "sim/Machine.h"
#include "sim/System.h"

#include <cstring>

namespace kiln::npu {

struct Machine::Impl {
  Config config;
  DeviceMemory device;
};

Machine::Machine(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Machine::Machine(Machine &&) noexcept = default;
Machine &Machine::operator=(Machine &&) noexcept = default;
Machine::~Machine() = default;

Result<Machine> Machine::create(const Config &config) {
  if (auto ok = config.verify(); !ok)
    return ok.error();
  auto impl = std::make_unique<Impl>();
  impl->config = config;
  return Machine(std::move(impl));
}

const Config &Machine::config() const { return impl->config; }

Result<uint64_t> Machine::alloc(uint64_t bytes, bool writable) { return impl->device.alloc(bytes, writable); }

Result<void> Machine::free(uint64_t address) { return impl->device.free(address); }

namespace {

Result<uint8_t *> hostRange(DeviceMemory &device, uint64_t address, uint64_t bytes) {
  if (Region *region = device.find(address, bytes))
    return region->data.get() + (address - region->base);
  return Error(std::to_string(bytes) + " bytes at device address " + hex(address) + " are in no allocation; " +
               device.nearest(address));
}

Result<void> checkLaunch(const Config &config, const Program &program, const Launch &launch) {
  if (!program.machine.empty() && program.machine != config.name)
    return Error("the program is for machine '" + program.machine + "' but this is '" + config.name + "'");
  if (program.words.size() > config.imemWords)
    return Error("the program has " + std::to_string(program.words.size()) + " instructions, machine '" + config.name +
                 "' holds " + std::to_string(config.imemWords));
  if (launch.args.size() > maxArgumentBytes)
    return Error("the arguments take " + std::to_string(launch.args.size()) + " bytes, expected at most " +
                 std::to_string(maxArgumentBytes));
  constexpr uint64_t mostPrograms = uint64_t(1) << 31;
  uint64_t programs = 1;
  for (uint32_t n : launch.grid) {
    // Each factor is below 2^32 and the product so far at most 2^31.
    programs *= n;
    if (n == 0 || programs > mostPrograms)
      return Error("the grid is " + std::to_string(launch.grid[0]) + " x " + std::to_string(launch.grid[1]) + " x " +
                   std::to_string(launch.grid[2]) + ", expected 1 to 2147483648 programs in all");
  }
  uint64_t all = config.cores == 64 ? ~uint64_t(0) : (uint64_t(1) << config.cores) - 1;
  if (!(launch.coreMask & all))
    return Error("the core mask " + hex(launch.coreMask) + " names none of the " + std::to_string(config.cores) +
                 " cores");
  return {};
}

} // namespace

Result<void> Machine::write(uint64_t address, std::span<const uint8_t> bytes) {
  auto to = hostRange(impl->device, address, bytes.size());
  if (!to)
    return to.error();
  if (!bytes.empty())
    std::memcpy(*to, bytes.data(), bytes.size());
  return {};
}

Result<void> Machine::read(uint64_t address, std::span<uint8_t> bytes) const {
  auto from = hostRange(impl->device, address, bytes.size());
  if (!from)
    return from.error();
  if (!bytes.empty())
    std::memcpy(bytes.data(), *from, bytes.size());
  return {};
}

Result<RunResult> Machine::run(const Program &program, const Launch &launch) {
  if (auto ok = checkLaunch(impl->config, program, launch); !ok)
    return ok.error();
  System system(impl->config, impl->device, program, launch);
  return system.run();
}

std::span<const std::string_view> notModelled() {
  static constexpr std::string_view list[] = {
      "conflicts between engines for a superbank of spm or a bank of acc",
      "conflicts between lanes for a subbank in strided and indexed vector "
      "memory access",
      "refresh of dram",
      "races between cores in dram, and races with any but the last access "
      "of a dram line",
  };
  return list;
}

} // namespace kiln::npu
