// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a core remembers: registers, on-chip memories, descriptor sets, and the
// commands that its scalar part hands to the engines. No cycle number is here.

#ifndef KILN_SIM_STATE_H
#define KILN_SIM_STATE_H

#include "sim/ChipMemory.h"
#include "sim/Config.h"
#include "sim/Program.h"
#include "sim/Trap.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <vector>

namespace kiln::npu {

/// A bit per lane of a vector register.
class LaneMask {
public:
  static LaneMask first(unsigned n) {
    LaneMask m;
    for (unsigned w = 0; w < m.words.size(); ++w)
      m.words[w] = n >= 64 * (w + 1) ? ~uint64_t(0) : n <= 64 * w ? 0 : (uint64_t(1) << (n - 64 * w)) - 1;
    return m;
  }
  bool test(unsigned i) const { return words[i / 64] >> (i % 64) & 1; }
  void set(unsigned i, bool value) {
    uint64_t bit = uint64_t(1) << (i % 64);
    words[i / 64] = value ? words[i / 64] | bit : words[i / 64] & ~bit;
  }
  /// Whether every lane of `other` is set here too.
  bool covers(const LaneMask &other) const { return (other & ~*this).none(); }
  bool none() const {
    return std::all_of(words.begin(), words.end(), [](uint64_t w) { return w == 0; });
  }
  /// The first set lane, or -1.
  int firstSet() const {
    for (unsigned w = 0; w < words.size(); ++w)
      if (words[w])
        return int(64 * w) + std::countr_zero(words[w]);
    return -1;
  }
  unsigned count() const {
    unsigned n = 0;
    for (uint64_t w : words)
      n += std::popcount(w);
    return n;
  }
  LaneMask operator&(const LaneMask &o) const {
    return combine(o, [](auto a, auto b) { return a & b; });
  }
  LaneMask operator|(const LaneMask &o) const {
    return combine(o, [](auto a, auto b) { return a | b; });
  }
  LaneMask operator^(const LaneMask &o) const {
    return combine(o, [](auto a, auto b) { return a ^ b; });
  }
  LaneMask operator~() const {
    return combine(*this, [](auto a, auto) { return ~a; });
  }
  /// This where `where` is set, else `other`.
  LaneMask merge(const LaneMask &other, const LaneMask &where) const { return (*this & where) | (other & ~where); }
  bool operator==(const LaneMask &) const = default;

  std::array<uint64_t, 4> words = {};

private:
  template <typename F>
  LaneMask combine(const LaneMask &o, F f) const {
    LaneMask r;
    for (unsigned w = 0; w < words.size(); ++w)
      r.words[w] = f(words[w], o.words[w]);
    return r;
  }
};

/// What dcfg sets: the shape and place of a DMA transfer.
class Descriptor {
public:
  Descriptor() {
    (*this)[DcfgKey::Planes] = 1;
    (*this)[DcfgKey::RowHi] = noLimit;
    (*this)[DcfgKey::ByteHi] = noLimit;
    (*this)[DcfgKey::Mask] = noMask;
  }
  int64_t &operator[](DcfgKey key) { return values[size_t(key)]; }
  int64_t operator[](DcfgKey key) const { return values[size_t(key)]; }

  static constexpr int64_t noLimit = std::numeric_limits<int32_t>::max();
  static constexpr int64_t noMask = -1;

private:
  std::array<int64_t, 14> values = {};
};

/// A predecoded instruction, with what timing asks of every instruction.
struct Decoded {
  Instr in;
  const InstrInfo *info = nullptr; ///< null: the word is no instruction
  Engine engine = Engine::SC;
  uint32_t scalarReads = 0, scalarWrites = 0; ///< a bit per register
  /// Vector registers (0-31) and predicates (32-39) read and written.
  std::array<uint8_t, 5> reads = {};
  uint8_t numReads = 0;
  int8_t write = -1;
};

/// Decodes a program; words that are no instruction trap when they are reached.
std::vector<Decoded> decodeAll(const std::vector<uint64_t> &words);

/// An engine instruction with everything it needs, as dispatched.
struct Command {
  const Decoded *code = nullptr;
  uint32_t pc = 0;
  uint32_t vl = 0;
  int64_t programId = -1;
  uint64_t scalar0 = 0, scalar1 = 0, scalar2 = 0, scalar3 = 0; ///< rd, rs1..3
  std::shared_ptr<const Descriptor> descriptor;
  Clock known;          ///< what the scalar core knew at dispatch
  uint64_t visible = 0; ///< first cycle in which the engine sees it
};

/// One of the two weight registers of the matrix array, as f32 or i32 values.
struct Weights {
  bool loaded = false;
  uint8_t format = 0;             ///< function field of the mm.ldw that loaded them
  uint32_t rows = 0, columns = 0; ///< valid k and n
  std::vector<uint32_t> values;   ///< [k][n], arraySize wide
};

struct LoopFrame {
  uint32_t begin, end;
  uint64_t left;
};

/// What the cores of one launch share.
struct LaunchState {
  /// Lines that the host's ring holds.
  static constexpr size_t ringLines = 1 << 16;

  std::array<uint32_t, 3> grid = {1, 1, 1};
  uint32_t activeCores = 1;
  uint32_t argBytes = 0;
  bool dynamicIds = false;
  uint64_t nextDynamicId = 0;
  std::string output; ///< what print wrote that has no message
  const std::vector<Message> *messages = nullptr;
  std::vector<PrintedLine> lines; ///< the ring that the host reads
  uint64_t lostLines = 0;         ///< for which the ring had no room

  uint64_t programs() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

class CoreState {
public:
  CoreState(const Config &config, LaunchState &launch, uint32_t index, uint32_t rank);

  const Config &config;
  LaunchState &launch;
  uint32_t index;
  uint32_t rank; ///< among the active cores

  std::array<uint64_t, numRegisters> regs = {};
  std::vector<uint32_t> vectors; ///< numRegisters x vectorLength
  std::array<LaneMask, numRegisters> vectorInit;
  std::array<LaneMask, numPredicates> predicates, predicateInit;
  ChipMemory spm, acc, smem;
  std::array<std::shared_ptr<Descriptor>, 2> descriptors;
  uint32_t vl;
  Weights weights, shadowWeights;
  std::vector<LoopFrame> loops;
  uint64_t programsTaken = 0;
  int64_t programId = -1;
  std::vector<uint64_t> printing; ///< words of a line that is not complete

  uint32_t *vector(unsigned reg) { return &vectors[reg * config.vectorLength]; }

  void setReg(unsigned reg, uint64_t value) {
    if (reg != 0)
      regs[reg] = value;
  }
};

/// What went wrong in one instruction, before time and place are added.
struct Fault {
  TrapCode code;
  uint64_t value = 0;
  int32_t lane = -1;
  std::string message;
  /// The earlier instruction that this one conflicts with, for races.
  std::optional<Actor> other;
};

} // namespace kiln::npu

#endif // KILN_SIM_STATE_H
