// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DMA with an address per element: gather, scatter and atomics. Indices and an
// optional bit mask lie in SPM; elements are handled in index order; a masked
// off element touches no DRAM, and where something is returned it gets the
// fill.

#include "sim/ExecDma.h"

#include <cstring>

namespace kiln::npu {
namespace {

using Kind = DramShadow::Kind;

constexpr uint64_t maxElements = 1 << 20;

/// The index stream of an instruction, read and checked as a whole.
class Stream {
public:
  explicit Stream(Exec &x) : x(x), set(*x.command.descriptor), count(x.s3()) {
    if (count > maxElements)
      x.fail(TrapCode::IllegalOp, count,
             std::to_string(count) + " elements are too many, expected at most " + std::to_string(maxElements));
    if (count == 0 || x.fault)
      return;
    wide = x.field(7, 1);
    unsigned size = wide ? 8 : 4;
    index = x.chip(uint64_t(set[DcfgKey::Index]), count * size, false, size);
    if (index && set[DcfgKey::Mask] != Descriptor::noMask)
      mask = x.chip(uint64_t(set[DcfgKey::Mask]), (count + 7) / 8, false, 1);
  }

  uint64_t size() const { return x.fault ? 0 : count; }
  bool active(uint64_t i) const { return !mask || (mask->data()[i / 8] >> (i % 8) & 1); }
  uint64_t address(uint64_t i) const {
    int64_t value;
    int32_t narrow;
    if (wide)
      std::memcpy(&value, index->data() + 8 * i, 8);
    else {
      std::memcpy(&narrow, index->data() + 4 * i, 4);
      value = narrow;
    }
    return x.s2() + (uint64_t(value) << x.field(4, 3));
  }
  uint64_t fill() const { return uint64_t(set[DcfgKey::Fill]); }

private:
  Exec &x;
  const Descriptor &set;
  uint64_t count;
  bool wide = false;
  std::optional<ChipRange> index, mask;
};

bool elementFits(Exec &x) {
  if (x.field(1, 3) <= 6)
    return true;
  x.fail(TrapCode::IllegalOp, x.field(1, 3), "esize is " + std::to_string(x.field(1, 3)) + ", expected 0 to 6");
  return false;
}

void gather(Exec &x) {
  if (!elementFits(x))
    return;
  uint64_t bytes = uint64_t(1) << x.field(1, 3);
  Stream stream(x);
  if (stream.size() == 0)
    return;
  auto to = x.chip(x.s1(), stream.size() * bytes, true, 1);
  for (uint64_t i = 0; i < stream.size(); ++i) {
    uint8_t *element = to->data() + i * bytes;
    if (!stream.active(i)) {
      fillPattern(element, 0, bytes, stream.fill());
      continue;
    }
    const uint8_t *from = x.dram(stream.address(i), bytes, Kind::Read, int32_t(i));
    if (!from)
      return;
    std::memcpy(element, from, bytes);
  }
}

void scatter(Exec &x) {
  if (!elementFits(x))
    return;
  uint64_t bytes = uint64_t(1) << x.field(1, 3);
  Stream stream(x);
  for (uint64_t i = 0; i < stream.size(); ++i) {
    if (!stream.active(i))
      continue;
    auto from = x.chip(x.s1() + i * bytes, bytes, false, 1);
    uint8_t *to = from ? x.dram(stream.address(i), bytes, Kind::Write, int32_t(i)) : nullptr;
    if (!to)
      return;
    std::memcpy(to, from->data(), bytes);
  }
}

// --- Atomics.

template <typename U>
U integerAtomic(AtomicOp op, U old, U value, bool isSigned) {
  using I = Int<U>;
  switch (op) {
  case AtomicOp::Add:
    return I::add(old, value);
  case AtomicOp::Max:
    return isSigned ? I::max(old, value) : I::maxu(old, value);
  case AtomicOp::Min:
    return isSigned ? I::min(old, value) : I::minu(old, value);
  case AtomicOp::And:
    return old & value;
  case AtomicOp::Or:
    return old | value;
  case AtomicOp::Xor:
    return old ^ value;
  case AtomicOp::Xchg:
    break;
  }
  return value;
}

uint32_t floatAtomic(AtomicOp op, uint32_t old, uint32_t value) {
  switch (op) {
  case AtomicOp::Add:
    return fAdd(old, value);
  case AtomicOp::Max:
    return fMax(old, value);
  case AtomicOp::Min:
    return fMin(old, value);
  default:
    return value;
  }
}

uint64_t combine(AtomicOp op, ElemType type, uint64_t old, uint64_t value) {
  switch (type) {
  case ElemType::I32:
  case ElemType::U32:
    return integerAtomic(op, uint32_t(old), uint32_t(value), type == ElemType::I32);
  case ElemType::I64:
  case ElemType::U64:
    return integerAtomic(op, old, value, type == ElemType::I64);
  case ElemType::F32:
    return floatAtomic(op, uint32_t(old), uint32_t(value));
  case ElemType::F16:
    return op == AtomicOp::Xchg ? value : toF16(floatAtomic(op, fromF16(uint16_t(old)), fromF16(uint16_t(value))));
  case ElemType::Bf16:
    break;
  }
  return op == AtomicOp::Xchg ? value : toBf16(floatAtomic(op, fromBf16(uint16_t(old)), fromBf16(uint16_t(value))));
}

bool isFloat(ElemType type) { return type == ElemType::F32 || type == ElemType::F16 || type == ElemType::Bf16; }

uint64_t readElement(const uint8_t *from, unsigned bytes) {
  uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  return value;
}

/// The common walk: update(old, i) gives the new value of element i.
template <bool Returns, typename F>
void atomics(Exec &x, ElemType type, F update) {
  unsigned bytes = elementBytes(type);
  const Descriptor &set = *x.command.descriptor;
  Stream stream(x);
  if (stream.size() == 0)
    return;
  std::optional<ChipRange> returned;
  if (Returns) {
    returned = x.chip(uint64_t(set[DcfgKey::Dst]), stream.size() * bytes, true, bytes);
    if (!returned)
      return;
  }
  for (uint64_t i = 0; i < stream.size(); ++i) {
    uint8_t *slot = returned ? returned->data() + i * bytes : nullptr;
    if (!stream.active(i)) {
      if (slot)
        fillPattern(slot, 0, bytes, stream.fill());
      continue;
    }
    uint64_t address = stream.address(i);
    if (address % bytes != 0)
      return x.fail(TrapCode::Misaligned, address,
                    "device address " + hex(address) + " is not a multiple of " + std::to_string(bytes), int32_t(i));
    uint8_t *place = x.dram(address, bytes, Kind::Atomic, int32_t(i));
    if (!place)
      return;
    uint64_t old = readElement(place, bytes);
    uint64_t updated = update(old, i);
    if (x.fault)
      return;
    std::memcpy(place, &updated, bytes);
    if (slot)
      std::memcpy(slot, &old, bytes);
  }
}

uint64_t chipElement(Exec &x, uint64_t base, uint64_t i, unsigned bytes) {
  auto from = x.chip(base + i * bytes, bytes, false, bytes);
  return from ? readElement(from->data(), bytes) : 0;
}

template <bool Returns>
void readModifyWrite(Exec &x) {
  AtomicOp op = AtomicOp(x.field(8, 3));
  ElemType type = ElemType(x.field(11, 3));
  bool bitwise = op == AtomicOp::And || op == AtomicOp::Or || op == AtomicOp::Xor;
  if ((bitwise && isFloat(type)) || (op == AtomicOp::Xchg && !Returns))
    return x.fail(TrapCode::IllegalOp, uint64_t(op), "there is no such operation on this type");
  atomics<Returns>(x, type, [&](uint64_t old, uint64_t i) {
    return combine(op, type, old, chipElement(x, x.s1(), i, elementBytes(type)));
  });
}

void compareAndSwap(Exec &x) {
  ElemType type = ElemType(x.field(11, 3));
  uint64_t expected = uint64_t((*x.command.descriptor)[DcfgKey::Src2]);
  atomics<true>(x, type, [&](uint64_t old, uint64_t i) {
    uint64_t want = chipElement(x, expected, i, elementBytes(type));
    uint64_t next = chipElement(x, x.s1(), i, elementBytes(type));
    return old == want ? next : old;
  });
}

} // namespace

void addIndexedDmaHandlers(Handlers &t) {
  t.set(Op::DmaGather, gather);
  t.set(Op::DmaScatter, scatter);
  t.set(Op::DmaRed, readModifyWrite<false>);
  t.set(Op::DmaAtom, readModifyWrite<true>);
  t.set(Op::DmaCas, compareAndSwap);
}

} // namespace kiln::npu
