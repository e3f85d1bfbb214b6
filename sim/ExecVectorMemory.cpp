// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector loads and stores: contiguous, with beat and lane strides, indexed.
// Masked-off lanes touch no memory. Neighbouring active lanes are one access
// to the shadow.

#include "sim/Exec.h"
#include "sim/Numerics.h"

#include <cstring>

namespace kiln::npu {
namespace {

template <typename T>
T saturateTo(uint32_t a) {
  int32_t v = int32_t(a);
  return T(std::clamp<int32_t>(v, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Element formats: type in memory, and both directions.
struct Word {
  using Memory = uint32_t;
  static uint32_t load(Memory m) { return m; }
  static Memory store(uint32_t v) { return v; }
};
struct Bf16 {
  using Memory = uint16_t;
  static uint32_t load(Memory m) { return fromBf16(m); }
  static Memory store(uint32_t v) { return toBf16(v); }
};
struct F16 {
  using Memory = uint16_t;
  static uint32_t load(Memory m) { return fromF16(m); }
  static Memory store(uint32_t v) { return toF16(v); }
};
template <typename T>
struct Integer {
  using Memory = T;
  static uint32_t load(Memory m) { return uint32_t(int32_t(m)); }
  static Memory store(uint32_t v) { return T(v); }
};
template <typename T>
struct Saturating {
  using Memory = T;
  static Memory store(uint32_t v) { return saturateTo<T>(v); }
};

uint64_t baseAddress(const Exec &x) { return x.s1() + uint64_t(x.imm()); }

/// Calls body(first, count) for each run of active lanes.
template <typename F>
void forRuns(Exec &x, F body) {
  if (x.allActive)
    return body(0u, x.vl());
  for (unsigned i = 0; i < x.vl();) {
    unsigned first = i;
    while (i < x.vl() && x.active.test(i))
      ++i;
    if (i > first)
      body(first, i - first);
    ++i;
  }
}

template <typename Format>
void loadUnit(Exec &x) {
  using T = typename Format::Memory;
  if (!x.activate())
    return;
  uint32_t *d = x.destination(x.in.rd);
  forRuns(x, [&](unsigned first, unsigned count) {
    auto range = x.fault
                     ? std::nullopt
                     : x.chip(baseAddress(x) + first * sizeof(T), count * sizeof(T), false, sizeof(T), int32_t(first));
    if (!range)
      return;
    const uint8_t *from = range->data();
    for (unsigned i = 0; i < count; ++i) {
      T value;
      std::memcpy(&value, from + i * sizeof(T), sizeof(T));
      d[first + i] = Format::load(value);
    }
  });
  x.wrote(x.in.rd);
}

template <typename Format>
void storeUnit(Exec &x) {
  using T = typename Format::Memory;
  if (!x.activate())
    return;
  const uint32_t *v = x.source(x.in.rs2);
  if (!v)
    return;
  forRuns(x, [&](unsigned first, unsigned count) {
    auto range = x.fault
                     ? std::nullopt
                     : x.chip(baseAddress(x) + first * sizeof(T), count * sizeof(T), true, sizeof(T), int32_t(first));
    if (!range)
      return;
    uint8_t *to = range->data();
    for (unsigned i = 0; i < count; ++i) {
      T value = Format::store(v[first + i]);
      std::memcpy(to + i * sizeof(T), &value, sizeof(T));
    }
  });
}

/// The address of lane i with beat stride rs2 and lane stride rs3.
uint64_t stridedAddress(const Exec &x, unsigned i) {
  unsigned lanes = x.core.config.lanes;
  return baseAddress(x) + i / lanes * x.s2() + i % lanes * x.s3();
}

/// Indices of vldx and vstx count elements.
template <typename T>
uint64_t indexedAddress(const Exec &x, const uint32_t *index, unsigned i) {
  return baseAddress(x) + uint64_t(int64_t(int32_t(index[i]))) * sizeof(T);
}

template <typename Format, typename F>
void loadLanes(Exec &x, F address) {
  using T = typename Format::Memory;
  uint32_t *d = x.destination(x.in.rd);
  // The destination may be the index register: read all before writing.
  std::array<uint32_t, 256> values;
  x.forActive([&](unsigned i) {
    auto range = x.fault ? std::nullopt : x.chip(address(i), sizeof(T), false, sizeof(T), int32_t(i));
    if (!range)
      return;
    T value;
    std::memcpy(&value, range->data(), sizeof(T));
    values[i] = Format::load(value);
  });
  if (x.fault)
    return;
  x.forActive([&](unsigned i) { d[i] = values[i]; });
  x.wrote(x.in.rd);
}

template <typename Format, typename F>
void storeLanes(Exec &x, F address) {
  using T = typename Format::Memory;
  const uint32_t *v = x.source(x.in.rd);
  if (!v)
    return;
  x.forActive([&](unsigned i) {
    auto range = x.fault ? std::nullopt : x.chip(address(i), sizeof(T), true, sizeof(T), int32_t(i));
    if (!range)
      return;
    T value = Format::store(v[i]);
    std::memcpy(range->data(), &value, sizeof(T));
  });
}

template <typename Format>
void loadStrided(Exec &x) {
  if (x.activate())
    loadLanes<Format>(x, [&](unsigned i) { return stridedAddress(x, i); });
}
template <typename Format>
void storeStrided(Exec &x) {
  if (x.activate())
    storeLanes<Format>(x, [&](unsigned i) { return stridedAddress(x, i); });
}
template <typename Format>
void loadIndexed(Exec &x) {
  if (!x.activate())
    return;
  if (const uint32_t *index = x.source(x.in.rs2))
    loadLanes<Format>(x, [&](unsigned i) { return indexedAddress<typename Format::Memory>(x, index, i); });
}
template <typename Format>
void storeIndexed(Exec &x) {
  if (!x.activate())
    return;
  if (const uint32_t *index = x.source(x.in.rs2))
    storeLanes<Format>(x, [&](unsigned i) { return indexedAddress<typename Format::Memory>(x, index, i); });
}

template <typename Format>
void loads(Handlers &t, Op unit, Op strided, Op indexed) {
  t.set(unit, loadUnit<Format>);
  t.set(strided, loadStrided<Format>);
  t.set(indexed, loadIndexed<Format>);
}
template <typename Format>
void stores(Handlers &t, Op unit, Op strided, Op indexed) {
  t.set(unit, storeUnit<Format>);
  t.set(strided, storeStrided<Format>);
  t.set(indexed, storeIndexed<Format>);
}

/// Predicates move as a whole, a bit per lane of the longest vector.
void loadPredicate(Exec &x) {
  unsigned bytes = x.core.config.vectorLength / 8;
  auto range = x.chip(baseAddress(x), bytes, false, 1);
  if (!range)
    return;
  LaneMask value, all = LaneMask::first(x.core.config.vectorLength);
  std::memcpy(value.words.data(), range->data(), bytes);
  x.setPredicate(x.in.rd, value, all);
}
void storePredicate(Exec &x) {
  unsigned bytes = x.core.config.vectorLength / 8;
  if (!x.predicate(x.in.rs2, LaneMask::first(x.vl())))
    return;
  auto range = x.chip(baseAddress(x), bytes, true, 1);
  if (range)
    std::memcpy(range->data(), x.core.predicates[x.in.rs2].words.data(), bytes);
}

} // namespace

void addVectorMemoryHandlers(Handlers &t) {
  loads<Word>(t, Op::VldF32, Op::Vld2F32, Op::VldxF32);
  loads<Word>(t, Op::VldI32, Op::Vld2I32, Op::VldxI32);
  loads<Bf16>(t, Op::VldBf16, Op::Vld2Bf16, Op::VldxBf16);
  loads<F16>(t, Op::VldF16, Op::Vld2F16, Op::VldxF16);
  loads<Integer<int8_t>>(t, Op::VldI8, Op::Vld2I8, Op::VldxI8);
  loads<Integer<uint8_t>>(t, Op::VldU8, Op::Vld2U8, Op::VldxU8);
  loads<Integer<int16_t>>(t, Op::VldI16, Op::Vld2I16, Op::VldxI16);
  loads<Integer<uint16_t>>(t, Op::VldU16, Op::Vld2U16, Op::VldxU16);
  stores<Word>(t, Op::VstF32, Op::Vst2F32, Op::VstxF32);
  stores<Word>(t, Op::VstI32, Op::Vst2I32, Op::VstxI32);
  stores<Bf16>(t, Op::VstBf16, Op::Vst2Bf16, Op::VstxBf16);
  stores<F16>(t, Op::VstF16, Op::Vst2F16, Op::VstxF16);
  stores<Integer<int8_t>>(t, Op::VstI8, Op::Vst2I8, Op::VstxI8);
  stores<Integer<int16_t>>(t, Op::VstI16, Op::Vst2I16, Op::VstxI16);
  stores<Saturating<int8_t>>(t, Op::VstI8s, Op::Vst2I8s, Op::VstxI8s);
  stores<Saturating<int16_t>>(t, Op::VstI16s, Op::Vst2I16s, Op::VstxI16s);
  t.set(Op::Pld, loadPredicate);
  t.set(Op::Pst, storePredicate);
}

} // namespace kiln::npu
