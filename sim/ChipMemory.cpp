// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/ChipMemory.h"

#include <algorithm>
#include <cstring>

namespace kiln::npu {
namespace {

constexpr unsigned engineShift = 29;
constexpr uint32_t hostEntry = uint32_t(numEngines) << engineShift | 1;

uint32_t entryOf(const Actor &actor) { return uint32_t(actor.engine) << engineShift | actor.index; }

} // namespace

/// Where the host has no room, the memory is empty and every access traps.
ChipMemory::ChipMemory(uint32_t size) : bytes(size), writers(size) {
  if (writers.empty())
    bytes = ZeroedArray<uint8_t>();
}

bool ChipMemory::writerKnown(uint32_t entry, const Actor &actor) const {
  if (entry == 0 || entry == hostEntry || entry == entryOf(actor))
    return true;
  Engine writer = Engine(entry >> engineShift);
  return (entry & maxEngineInstrs) <= (*actor.known)[writer];
}

std::optional<Conflict> ChipMemory::checkWriters(uint32_t offset, uint32_t n, const Actor &actor, bool reading) const {
  const uint32_t *entries = writers.begin() + offset;
  for (uint32_t i = 0; i < n;) {
    uint32_t entry = entries[i];
    if ((entry == 0 && reading) || !writerKnown(entry, actor))
      return Conflict{entry == 0, offset + i, true, Engine(entry >> engineShift), entry & maxEngineInstrs};
    // Bytes in a row mostly have one writer.
    ++i;
    while (i < n && entries[i] == entry)
      ++i;
  }
  return std::nullopt;
}

std::optional<Conflict> ChipMemory::checkReaders(uint32_t offset, uint32_t n, const Actor &actor) const {
  for (unsigned e = 0; e < numEngines; ++e) {
    if (readers[e].empty())
      continue;
    uint32_t known = actor.known->seen[e];
    bool self = Engine(e) == actor.engine;
    uint32_t largest = 0;
    for (uint32_t b = offset / blockBytes; b <= (offset + n - 1) / blockBytes; ++b)
      largest = std::max(largest, blockReaders[e][b]);
    if (largest <= known)
      continue;
    for (uint32_t i = offset; i < offset + n; ++i)
      if (uint32_t r = readers[e][i]; r > known && !(self && r == actor.index))
        return Conflict{false, i, false, Engine(e), r};
  }
  return std::nullopt;
}

std::optional<Conflict> ChipMemory::noteRead(uint32_t offset, uint32_t n, const Actor &actor) {
  if (n == 0)
    return std::nullopt;
  if (auto conflict = checkWriters(offset, n, actor, true))
    return conflict;
  auto &plane = readers[size_t(actor.engine)];
  auto &blocks = blockReaders[size_t(actor.engine)];
  if (plane.empty()) {
    plane = ZeroedArray<uint32_t>(bytes.size());
    blocks = ZeroedArray<uint32_t>((bytes.size() + blockBytes - 1) / blockBytes);
    if (blocks.empty())
      plane = ZeroedArray<uint32_t>();
    if (plane.empty()) // no room on the host: this read goes unrecorded
      return std::nullopt;
  }
  std::fill_n(plane.begin() + offset, n, actor.index);
  for (uint32_t b = offset / blockBytes; b <= (offset + n - 1) / blockBytes; ++b)
    blocks[b] = actor.index;
  return std::nullopt;
}

std::optional<Conflict> ChipMemory::noteWrite(uint32_t offset, uint32_t n, const Actor &actor) {
  if (n == 0)
    return std::nullopt;
  if (auto conflict = checkWriters(offset, n, actor, false))
    return conflict;
  if (auto conflict = checkReaders(offset, n, actor))
    return conflict;
  std::fill_n(writers.begin() + offset, n, entryOf(actor));
  return std::nullopt;
}

void ChipMemory::noteHostWrite(uint32_t offset, uint32_t n) { std::fill_n(writers.begin() + offset, n, hostEntry); }

} // namespace kiln::npu
