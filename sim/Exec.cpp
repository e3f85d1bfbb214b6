// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all handlers share: operands, checked memory access, faults.

#include "sim/Exec.h"

namespace kiln::npu {

CoreState::CoreState(const Config &config, LaunchState &launch, uint32_t index, uint32_t rank)
    : config(config), launch(launch), index(index), rank(rank), vectors(numRegisters * config.vectorLength),
      spm(config.spmBytes), acc(config.accBytes), smem(config.smemBytes), vl(config.vectorLength) {
  for (auto &descriptor : descriptors)
    descriptor = std::make_shared<Descriptor>();
}

void Exec::fail(TrapCode code, uint64_t value, std::string message, int32_t lane) {
  if (!fault)
    fault = Fault{code, value, lane, std::move(message), std::nullopt};
}

const uint32_t *Exec::source(unsigned reg) { return source(reg, active); }

const uint32_t *Exec::source(unsigned reg, const LaneMask &lanes) {
  if (!core.vectorInit[reg].covers(lanes)) {
    int lane = (lanes & ~core.vectorInit[reg]).firstSet();
    fail(TrapCode::UninitRead, reg,
         "lane " + std::to_string(lane) + " of v" + std::to_string(reg) + " was never written", lane);
    return nullptr;
  }
  return core.vector(reg);
}

void Exec::wrote(unsigned reg, const LaneMask &lanes) { core.vectorInit[reg] = core.vectorInit[reg] | lanes; }

const LaneMask *Exec::predicate(unsigned reg, const LaneMask &lanes) {
  if (!core.predicateInit[reg].covers(lanes)) {
    int lane = (lanes & ~core.predicateInit[reg]).firstSet();
    fail(TrapCode::UninitRead, reg,
         "lane " + std::to_string(lane) + " of p" + std::to_string(reg) + " was never written", lane);
    return nullptr;
  }
  return &core.predicates[reg];
}

void Exec::setPredicate(unsigned reg, const LaneMask &value, const LaneMask &lanes) {
  core.predicates[reg] = value.merge(core.predicates[reg], lanes);
  core.predicateInit[reg] = core.predicateInit[reg] | lanes;
}

bool Exec::activate() {
  active = LaneMask::first(vl());
  allActive = true;
  if (!in.masked())
    return true;
  const LaneMask *mask = predicate(in.predicate(), active);
  if (!mask)
    return false;
  LaneMask all = active;
  active = active & *mask;
  allActive = active == all;
  return true;
}

namespace {

struct Space {
  std::string_view name;
  uint32_t base;
  TrapCode oob;
};

constexpr Space spmSpace{"spm", spmBase, TrapCode::SpmOob};
constexpr Space accSpace{"acc", accBase, TrapCode::AccOob};
constexpr Space smemSpace{"smem", smemBase, TrapCode::SmemOob};

const Space &spaceOf(uint64_t address) {
  if (address >= smemBase && address < uint64_t(smemBase) + accBase)
    return smemSpace;
  if (address >= accBase && address < smemBase)
    return accSpace;
  return spmSpace;
}

} // namespace

std::optional<ChipRange> Exec::chip(uint64_t address, uint64_t n, bool write, unsigned alignment, int32_t lane) {
  const Space &space = spaceOf(address);
  bool dma = actor.engine == Engine::DL || actor.engine == Engine::DS || actor.engine == Engine::DX;
  ChipMemory &memory = space.base == spmBase ? core.spm : space.base == accBase ? core.acc : core.smem;
  uint64_t offset = address - space.base;
  if (!memory.contains(offset, n) || (space.base == smemBase && !dma)) {
    fail(space.oob, address,
         std::to_string(n) + " bytes at chip address " + hex(address) + " are outside " + std::string(space.name) +
             ", which has " + std::to_string(memory.size()) + " bytes",
         lane);
    return std::nullopt;
  }
  if (address % alignment != 0) {
    fail(TrapCode::Misaligned, address,
         "chip address " + hex(address) + " is not a multiple of " + std::to_string(alignment), lane);
    return std::nullopt;
  }
  uint32_t at = uint32_t(offset);
  auto conflict = write ? memory.noteWrite(at, uint32_t(n), actor) : memory.noteRead(at, uint32_t(n), actor);
  if (conflict) {
    failConflict(space.name, *conflict, space.base, write, lane);
    return std::nullopt;
  }
  return ChipRange{&memory, at};
}

void Exec::failConflict(std::string_view space, const Conflict &conflict, uint32_t base, bool write, int32_t lane) {
  uint64_t address = base + conflict.offset;
  std::string where = std::string(space) + " byte " + hex(conflict.offset);
  if (conflict.uninitialised)
    return fail(TrapCode::UninitRead, address, where + " is read but was never written", lane);
  fail(TrapCode::Race, address,
       std::string(write ? "write" : "read") + " of " + where + " is not ordered after the " +
           (conflict.otherWrote ? "write" : "read") + " of it by " + std::string(engineName(conflict.other)) +
           "; a semaphore between them is missing",
       lane);
  fault->other = Actor{conflict.other, conflict.otherIndex, nullptr};
}

uint8_t *Exec::smem(uint64_t address, unsigned n, bool write) {
  if (!core.smem.contains(address, n)) {
    fail(TrapCode::SmemOob, address,
         std::to_string(n) + " bytes at smem address " + hex(address) + " are outside smem, which has " +
             std::to_string(core.smem.size()) + " bytes");
    return nullptr;
  }
  if (address % n != 0) {
    fail(TrapCode::Misaligned, address, "smem address " + hex(address) + " is not a multiple of " + std::to_string(n));
    return nullptr;
  }
  uint32_t at = uint32_t(address);
  auto conflict = write ? core.smem.noteWrite(at, n, actor) : core.smem.noteRead(at, n, actor);
  if (conflict) {
    failConflict("smem", *conflict, 0, write, -1);
    return nullptr;
  }
  return core.smem.at(at);
}

uint8_t *Exec::dram(uint64_t address, uint64_t n, DramShadow::Kind kind, int32_t lane) {
  Region *region = device.find(address, n);
  if (!region) {
    fail(TrapCode::DramOob, address,
         std::to_string(n) + " bytes at device address " + hex(address) + " are in no allocation; " +
             device.nearest(address),
         lane);
    return nullptr;
  }
  if (kind != DramShadow::Kind::Read && !region->writable) {
    fail(TrapCode::ReadonlyWrite, address, "device address " + hex(address) + " is in a read-only allocation", lane);
    return nullptr;
  }
  if (auto race = shadow.note(address, n, kind, actor, command.programId)) {
    fail(TrapCode::Race, race->address,
         std::string(kind == DramShadow::Kind::Read ? "read" : "write") + " of device address " + hex(race->address) +
             " is not ordered after the " + (race->otherWrote ? "write" : "read") + " of it by " +
             std::string(engineName(race->other)) + "; a semaphore between them is missing",
         lane);
    fault->other = Actor{race->other, race->otherIndex, nullptr};
    return nullptr;
  }
  // Neighbouring ranges become one burst sequence; atomics stay single.
  if (kind != DramShadow::Kind::Atomic && !runs.empty() && runs.back().address + runs.back().bytes == address)
    runs.back().bytes += n;
  else
    runs.push_back({address, n});
  return region->data.get() + (address - region->base);
}

Handlers::Handlers() : table(numOps()) {
  for (Handler &h : table)
    h = [](Exec &x) {
      x.fail(TrapCode::Unimplemented, uint64_t(x.in.op),
             "the simulator does not implement '" + std::string(instrInfo(x.in.op).mnemonic) + "'");
    };
}

const Handlers &handlers() {
  static const Handlers table = [] {
    Handlers t;
    addScalarHandlers(t);
    addScalarFloatHandlers(t);
    addControlHandlers(t);
    addVectorFloatHandlers(t);
    addVectorIntHandlers(t);
    addCompareHandlers(t);
    addVectorMemoryHandlers(t);
    addPredicateHandlers(t);
    addCrossLaneHandlers(t);
    addDmaHandlers(t);
    addIndexedDmaHandlers(t);
    addMatrixHandlers(t);
    return t;
  }();
  return table;
}

} // namespace kiln::npu
