// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DMA that moves rectangles: planes of rows of bytes between DRAM and chip, or
// within the chip. Strides come from the descriptor, row length and count from
// registers. Everything is byte-granular; a conversion works on elements.

#include "sim/ExecDma.h"

#include <cstring>

namespace kiln::npu {
namespace {

using Kind = DramShadow::Kind;

struct Sizes {
  unsigned from = 1, to = 1; ///< bytes of an element before and after
};

Sizes sizesOf(Convert convert) {
  switch (convert) {
  case Convert::Bf16ToF32:
  case Convert::F16ToF32:
    return {2, 4};
  case Convert::F32ToBf16:
  case Convert::F32ToF16:
    return {4, 2};
  case Convert::None:
    break;
  }
  return {};
}

void convertOne(uint8_t *to, const uint8_t *from, Convert convert) {
  uint32_t wide = 0;
  uint16_t narrow = 0;
  switch (convert) {
  case Convert::Bf16ToF32:
  case Convert::F16ToF32:
    std::memcpy(&narrow, from, 2);
    wide = convert == Convert::Bf16ToF32 ? fromBf16(narrow) : fromF16(narrow);
    std::memcpy(to, &wide, 4);
    break;
  case Convert::F32ToBf16:
  case Convert::F32ToF16:
    std::memcpy(&wide, from, 4);
    narrow = convert == Convert::F32ToBf16 ? toBf16(wide) : toF16(wide);
    std::memcpy(to, &narrow, 2);
    break;
  case Convert::None:
    break;
  }
}

/// Copies `bytes` of source to `to`, converting elements.
void convertRow(uint8_t *to, const uint8_t *from, uint64_t bytes, Convert convert) {
  if (convert == Convert::None) {
    std::memmove(to, from, bytes);
    return;
  }
  Sizes sizes = sizesOf(convert);
  for (uint64_t i = 0; i < bytes / sizes.from; ++i)
    convertOne(to + i * sizes.to, from + i * sizes.from, convert);
}

/// One row of a transfer: its two addresses and which DRAM bytes are valid.
struct Row {
  uint64_t chip, dram;
  uint64_t lo, hi; ///< of the row's DRAM bytes
};

class Transfer {
public:
  Transfer(Exec &x, bool load, bool masked)
      : x(x), load(load), masked(masked), shape(x), convert(Convert(x.field(1, 3))) {
    Sizes sizes = sizesOf(convert);
    dramSize = load ? sizes.from : sizes.to;
    chipSize = load ? sizes.to : sizes.from;
  }

  void run() {
    if (!shape.valid || !elementsFit())
      return;
    for (uint64_t p = 0; p < shape.planes; ++p)
      for (uint64_t r = 0; r < shape.rows && !x.fault; ++r)
        load ? loadRow(rowAt(p, r)) : storeRow(rowAt(p, r));
  }

private:
  bool elementsFit() {
    const Descriptor &d = *x.command.descriptor;
    for (uint64_t n : {shape.rowBytes, uint64_t(d[DcfgKey::ByteLo]),
                       masked && d[DcfgKey::ByteHi] != Descriptor::noLimit ? uint64_t(d[DcfgKey::ByteHi]) : 0})
      if (n % dramSize != 0) {
        x.fail(TrapCode::Misaligned, n,
               "a row limit of " + std::to_string(n) + " bytes cuts an element of " + std::to_string(dramSize) +
                   " bytes in two");
        return false;
      }
    return true;
  }

  Row rowAt(uint64_t plane, uint64_t row) const {
    const Descriptor &d = *x.command.descriptor;
    Row r{x.s1() + plane * uint64_t(d[DcfgKey::CStride2]) + row * uint64_t(d[DcfgKey::CStride1]),
          x.s2() + plane * uint64_t(d[DcfgKey::DStride2]) + row * uint64_t(d[DcfgKey::DStride1]), 0, shape.rowBytes};
    if (!masked)
      return r;
    int64_t bytes = int64_t(shape.rowBytes);
    bool rowValid = int64_t(row) >= d[DcfgKey::RowLo] && int64_t(row) < d[DcfgKey::RowHi];
    r.lo = uint64_t(std::clamp<int64_t>(d[DcfgKey::ByteLo], 0, bytes));
    r.hi = uint64_t(std::clamp<int64_t>(d[DcfgKey::ByteHi], 0, bytes));
    if (!rowValid || r.hi < r.lo)
      r.hi = r.lo;
    return r;
  }

  uint64_t chipBytes(uint64_t dramBytes) const { return dramBytes / dramSize * chipSize; }

  void loadRow(const Row &row) {
    auto to = x.chip(row.chip, chipBytes(shape.rowBytes), true, chipSize);
    if (!to)
      return;
    uint64_t fill = uint64_t((*x.command.descriptor)[DcfgKey::Fill]);
    fillPattern(to->data(), 0, chipBytes(row.lo), fill);
    fillPattern(to->data(), chipBytes(row.hi), chipBytes(shape.rowBytes), fill);
    if (row.hi == row.lo)
      return;
    const uint8_t *from = x.dram(row.dram + row.lo, row.hi - row.lo, Kind::Read);
    if (from)
      convertRow(to->data() + chipBytes(row.lo), from, row.hi - row.lo, convert);
  }

  void storeRow(const Row &row) {
    if (row.hi == row.lo)
      return;
    auto from = x.chip(row.chip + chipBytes(row.lo), chipBytes(row.hi - row.lo), false, chipSize);
    if (!from)
      return;
    if (uint8_t *to = x.dram(row.dram + row.lo, row.hi - row.lo, Kind::Write))
      convertRow(to, from->data(), chipBytes(row.hi - row.lo), convert);
  }

  Exec &x;
  bool load, masked;
  DmaShape shape;
  Convert convert;
  unsigned dramSize, chipSize;
};

void loadScalars(Exec &x) {
  uint64_t bytes = x.s3();
  if (bytes == 0)
    return;
  // The chip map is used so that bounds and races are checked as for all DMA.
  auto to = x.chip(smemBase + (x.s1() & 0xffffffff), bytes, true, 4);
  const uint8_t *from = to ? x.dram(x.s2(), bytes, Kind::Read) : nullptr;
  if (from)
    std::memcpy(to->data(), from, bytes);
}

/// Source strides of on-chip copies are the descriptor's DRAM strides.
struct ChipRow {
  uint64_t to, from;
};
ChipRow chipRow(const Exec &x, uint64_t plane, uint64_t row) {
  const Descriptor &d = *x.command.descriptor;
  return {x.s1() + plane * uint64_t(d[DcfgKey::CStride2]) + row * uint64_t(d[DcfgKey::CStride1]),
          x.s2() + plane * uint64_t(d[DcfgKey::DStride2]) + row * uint64_t(d[DcfgKey::DStride1])};
}

void copy(Exec &x) {
  DmaShape shape(x);
  for (uint64_t p = 0; shape.valid && p < shape.planes; ++p)
    for (uint64_t r = 0; r < shape.rows && !x.fault; ++r) {
      ChipRow row = chipRow(x, p, r);
      auto from = x.chip(row.from, shape.rowBytes, false, 1);
      auto to = from ? x.chip(row.to, shape.rowBytes, true, 1) : std::nullopt;
      if (to)
        std::memmove(to->data(), from->data(), shape.rowBytes);
    }
}

void fill(Exec &x) {
  DmaShape shape(x);
  for (uint64_t p = 0; shape.valid && p < shape.planes; ++p)
    for (uint64_t r = 0; r < shape.rows && !x.fault; ++r)
      if (auto to = x.chip(chipRow(x, p, r).to, shape.rowBytes, true, 1))
        fillPattern(to->data(), 0, shape.rowBytes, uint64_t((*x.command.descriptor)[DcfgKey::Fill]));
}

void transpose(Exec &x) {
  DmaShape shape(x);
  unsigned size = 1u << x.field(1, 3);
  if (size != 2 && size != 4)
    return x.fail(TrapCode::IllegalOp, size,
                  "transposes elements of " + std::to_string(size) + " bytes, expected 2 or 4");
  if (shape.rowBytes % size != 0)
    return x.fail(TrapCode::Misaligned, shape.rowBytes,
                  "a row of " + std::to_string(shape.rowBytes) + " bytes is no multiple of its elements of " +
                      std::to_string(size) + " bytes");
  uint64_t stride = uint64_t((*x.command.descriptor)[DcfgKey::CStride1]);
  for (uint64_t p = 0; shape.valid && p < shape.planes; ++p)
    for (uint64_t r = 0; r < shape.rows && !x.fault; ++r) {
      auto from = x.chip(chipRow(x, p, r).from, shape.rowBytes, false, size);
      for (uint64_t c = 0; from && c < shape.rowBytes / size; ++c) {
        uint64_t at = chipRow(x, p, 0).to + c * stride + r * size;
        auto to = x.chip(at, size, true, size);
        if (!to)
          return;
        std::memcpy(to->data(), from->data() + c * size, size);
      }
    }
}

} // namespace

DmaShape::DmaShape(Exec &x)
    : rows(x.s3()), rowBytes(x.s0()), planes(uint64_t((*x.command.descriptor)[DcfgKey::Planes])) {
  constexpr uint64_t most = 1 << 20;
  struct {
    const char *what;
    uint64_t value;
  } const checks[] = {{"rows", rows}, {"planes", planes}, {"bytes of a row", rowBytes}};
  for (auto [what, value] : checks)
    if (value > most * 64)
      x.fail(TrapCode::IllegalOp, value,
             std::string(what) + " are " + std::to_string(int64_t(value)) + ", expected 0 to " +
                 std::to_string(most * 64));
  if (!x.fault && rows * planes > most)
    x.fail(TrapCode::IllegalOp, rows * planes,
           std::to_string(rows) + " rows in " + std::to_string(planes) + " planes are too many, expected at most " +
               std::to_string(most) + " in all");
  // What one instruction does must stay in proportion to the cycles it takes,
  // or the watchdog could not stop it.
  if (!x.fault && rows * planes * rowBytes > most * 256)
    x.fail(TrapCode::IllegalOp, rows * planes * rowBytes,
           "a transfer of " + std::to_string(rows * planes * rowBytes) + " bytes is too large, expected at most " +
               std::to_string(most * 256));
  valid = rowBytes != 0 && !x.fault;
}

void fillPattern(uint8_t *row, uint64_t lo, uint64_t hi, uint64_t pattern) {
  for (uint64_t i = lo; i < hi; ++i)
    row[i] = uint8_t(pattern >> (8 * (i % 8)));
}

void addDmaHandlers(Handlers &t) {
  t.set(Op::DmaLd, [](Exec &x) { Transfer(x, true, false).run(); });
  t.set(Op::DmaLdm, [](Exec &x) { Transfer(x, true, true).run(); });
  t.set(Op::DmaSt, [](Exec &x) { Transfer(x, false, false).run(); });
  t.set(Op::DmaStm, [](Exec &x) { Transfer(x, false, true).run(); });
  t.set(Op::DmaLds, loadScalars);
  t.set(Op::DmaCp, copy);
  t.set(Op::DmaFill, fill);
  t.set(Op::DmaTr, transpose);
}

} // namespace kiln::npu
