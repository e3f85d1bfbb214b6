// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Timing.h"

namespace kiln::npu {
namespace {

unsigned unitIndex(Unit unit) { return unsigned(unit) - unsigned(Unit::LSU); }

/// Cycles of a reduction beyond its beats: the tree over 16 lanes, and the
/// folds of beats that do not hide behind reading them.
uint32_t reduceTail(uint32_t beats) { return 16 + (beats <= 1 ? 0 : beats == 2 ? 3 : 5); }

} // namespace

uint32_t scalarLatency(Cost cost) {
  switch (cost) {
  case Cost::Mul:
    return 3;
  case Cost::Div:
    return 34;
  case Cost::ScalarFloat:
    return 4;
  case Cost::ScalarLoad:
    return 2;
  default:
    return 1;
  }
}

VectorTiming::Flow VectorTiming::flowOf(const Command &command) const {
  uint32_t b = config.beats(command.vl);
  switch (command.code->info->cost) {
  case Cost::VectorLoad:
    return {b, 1, 6};
  case Cost::VectorStore:
    return {b, 1, 1};
  case Cost::VectorLoad1:
    return {1, 1, 6};
  case Cost::VectorStore1:
    return {1, 1, 1, 0, true};
  case Cost::Vector2:
  case Cost::Vector2X:
  case Cost::Iota:
  case Cost::ShuffleNear:
    return {b, 1, 2};
  case Cost::Vector4:
    return {b, 1, 4};
  case Cost::VectorDiv:
    return {b, 34, 4};
  case Cost::VectorSfu:
    return {b, config.lanes / config.sfuLanes, 10};
  case Cost::Predicate:
    return {1, 1, 1, 0, true};
  case Cost::PredicateScalar:
  case Cost::LaneRead:
    return {1, 1, 2, 0, true};
  case Cost::Reduce:
    return {b, 1, 1, reduceTail(b), false, true};
  case Cost::ReduceArg:
    return {b, 1, 1, 18, false, true};
  case Cost::Scan:
    return {b, 1, 1, 4 * b + 16, false, true};
  case Cost::Shuffle:
    return {b, 1, 2, 0, true};
  case Cost::ShuffleFar:
    return {b, 1, 2, 2, true};
  case Cost::Zip:
    return {b, 1, 2, 1, true};
  default:
    return {b, 1, 1};
  }
}

VectorTiming::Stream VectorTiming::resultOf(const Flow &flow, uint64_t start) const {
  uint64_t occupied = uint64_t(flow.period) * flow.beats + flow.extra;
  if (flow.late)
    return {start + occupied, 0, flow.beats};
  return {start + flow.extra + flow.period - 1 + flow.latency, flow.period, flow.beats};
}

uint64_t VectorTiming::earliest(const Command &command, uint64_t now) {
  const Decoded &code = *command.code;
  Flow flow = flowOf(command);
  uint64_t start = std::max(now, unitFree[unitIndex(code.info->unit)]);
  // Cycle t is possible when every beat of a source is there when it is read.
  auto notBefore = [&](uint64_t cycle, uint64_t offset) {
    if (cycle > offset)
      start = std::max(start, cycle - offset);
  };
  for (unsigned i = 0; i < code.numReads; ++i) {
    const Stream &source = resources[code.reads[i]].written;
    if (flow.whole) {
      notBefore(source.last(), 0);
      continue;
    }
    uint32_t shared = std::min(flow.beats, source.beats) - 1;
    notBefore(source.first, 0);
    notBefore(source.at(shared), uint64_t(flow.period) * shared);
  }
  if (code.write >= 0) {
    const Resource &old = resources[code.write];
    Stream result = resultOf(flow, 0); // relative to the start
    uint32_t shared = std::min(flow.beats, old.written.beats) - 1;
    notBefore(old.written.first + 1, result.first);
    notBefore(old.written.at(shared) + 1, result.at(shared));
    notBefore(old.readFirst, result.first);
    notBefore(old.readLast, result.last());
  }
  return start;
}

Issue VectorTiming::issue(const Command &command, uint64_t start) {
  const Decoded &code = *command.code;
  Flow flow = flowOf(command);
  uint64_t free = start + uint64_t(flow.period) * flow.beats + flow.extra;
  unitFree[unitIndex(code.info->unit)] = free;
  for (unsigned i = 0; i < code.numReads; ++i) {
    Resource &source = resources[code.reads[i]];
    source.readFirst = std::max(source.readFirst, start);
    source.readLast = std::max(source.readLast, start + uint64_t(flow.period) * (flow.beats - 1));
  }
  Stream result = resultOf(flow, start);
  if (code.write >= 0) {
    resources[code.write].written = result;
    resources[code.write].readFirst = resources[code.write].readLast = 0;
  }
  return {start + 1, free, std::max(free, result.last())};
}

Issue ChipDmaTiming::issue(const Command &command, uint64_t start) {
  constexpr uint64_t bytesPerCycle = 64, block = 16;
  uint64_t planes = uint64_t((*command.descriptor)[DcfgKey::Planes]);
  uint64_t rows = command.scalar3 * planes, rowBytes = command.scalar0;
  uint64_t cycles = 0;
  if (command.code->info->cost == Cost::DmaTranspose) {
    uint64_t columns = rowBytes >> (uint32_t(command.code->in.imm) >> 1 & 7);
    cycles = (command.scalar3 + block - 1) / block * ((columns + block - 1) / block) * planes * 2 * block;
  } else {
    cycles = rows * ((rowBytes + bytesPerCycle - 1) / bytesPerCycle) + (command.code->in.op == Op::DmaFill ? 4 : 6);
  }
  uint64_t end = start + std::max<uint64_t>(cycles, 1);
  return {end, end, end};
}

} // namespace kiln::npu
