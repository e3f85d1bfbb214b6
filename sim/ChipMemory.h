// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An on-chip memory with its shadow: which instruction wrote and read each byte
// last. An access is legal when every earlier conflicting access is known to
// have completed before this one began, by semaphore or fence; "known" is a
// vector clock, so the verdict does not depend on how the run was timed.

#ifndef KILN_SIM_CHIPMEMORY_H
#define KILN_SIM_CHIPMEMORY_H

#include "sim/Isa.h"

#include <array>
#include <cstdlib>
#include <memory>

namespace kiln::npu {

/// Per engine, how many of its instructions are known to have completed.
struct Clock {
  std::array<uint32_t, numEngines> seen = {};

  void join(const Clock &other) {
    for (unsigned e = 0; e < numEngines; ++e)
      seen[e] = seen[e] < other.seen[e] ? other.seen[e] : seen[e];
  }
  uint32_t &operator[](Engine e) { return seen[size_t(e)]; }
  uint32_t operator[](Engine e) const { return seen[size_t(e)]; }
};

/// Who accesses: instruction number `index` (from 1) of an engine.
struct Actor {
  Engine engine;
  uint32_t index;
  const Clock *known;
};

/// Instructions an engine may start in a run: what a shadow entry can hold.
inline constexpr uint32_t maxEngineInstrs = (1u << 29) - 1;

struct Conflict {
  bool uninitialised; ///< else a race
  uint32_t offset;    ///< first byte concerned
  bool otherWrote = false;
  Engine other = Engine::SC;
  uint32_t otherIndex = 0;
};

/// Zeroes that cost nothing until they are touched: a launch uses little of
/// what its memories and their shadows could hold.
template <typename T>
class ZeroedArray {
public:
  ZeroedArray() = default;
  explicit ZeroedArray(size_t n) : data(static_cast<T *>(std::calloc(n, sizeof(T))), &std::free), count(data ? n : 0) {}

  bool empty() const { return count == 0; }
  size_t size() const { return count; }
  T *begin() { return data.get(); }
  const T *begin() const { return data.get(); }
  T &operator[](size_t i) { return data.get()[i]; }
  const T &operator[](size_t i) const { return data.get()[i]; }

private:
  std::unique_ptr<T, decltype(&std::free)> data{nullptr, &std::free};
  size_t count = 0;
};

class ChipMemory {
public:
  explicit ChipMemory(uint32_t bytes);

  uint32_t size() const { return uint32_t(bytes.size()); }
  bool contains(uint64_t offset, uint64_t n) const { return offset <= bytes.size() && n <= bytes.size() - offset; }
  uint8_t *at(uint32_t offset) { return bytes.begin() + offset; }

  /// Record an access of [offset, offset + n), which must be contained.
  std::optional<Conflict> noteRead(uint32_t offset, uint32_t n, const Actor &actor);
  std::optional<Conflict> noteWrite(uint32_t offset, uint32_t n, const Actor &actor);

  /// The host wrote before the launch: initialised, ordered before all.
  void noteHostWrite(uint32_t offset, uint32_t n);

private:
  static constexpr uint32_t blockBytes = 256;

  bool writerKnown(uint32_t entry, const Actor &actor) const;
  std::optional<Conflict> checkWriters(uint32_t offset, uint32_t n, const Actor &actor, bool reading) const;
  std::optional<Conflict> checkReaders(uint32_t offset, uint32_t n, const Actor &actor) const;

  ZeroedArray<uint8_t> bytes;
  /// engine << 29 | index; 0: never written.
  ZeroedArray<uint32_t> writers;
  /// Per engine, index per byte and the largest per block; empty until used.
  std::array<ZeroedArray<uint32_t>, numEngines> readers, blockReaders;
};

} // namespace kiln::npu

#endif // KILN_SIM_CHIPMEMORY_H
