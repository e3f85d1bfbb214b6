// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix array and the mover between ACC and SPM. Every output is one chain
// acc = fma(a[k], b[k], acc) in ascending k that begins with the value in ACC,
// so cutting K into tiles does not change a bit.

#include "sim/Exec.h"
#include "sim/Numerics.h"

#include <cstring>

// The inner loop decides the speed of every matmul: it is compiled for several
// instruction sets and the host picks one at start-up. fma is exact, so all of
// them give the same bits.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__)
#define NPU_HOST_VARIANTS                                                      \
  __attribute__((target_clones("arch=skylake-avx512", "arch=haswell",          \
                               "default")))
#else
#define NPU_HOST_VARIANTS
#endif

namespace kiln::npu {
namespace {

constexpr unsigned maxArray = 32;

NPU_HOST_VARIANTS
void floatRow(float *acc, const float *a, const float *b, unsigned rows,
              unsigned columns, unsigned pitch) {
  for (unsigned k = 0; k < rows; ++k) {
    float ak = a[k];
    const float *bk = b + k * pitch;
    for (unsigned n = 0; n < columns; ++n)
      acc[n] = __builtin_fmaf(ak, bk[n], acc[n]);
  }
}

NPU_HOST_VARIANTS
void integerRow(uint32_t *acc, const uint32_t *a, const uint32_t *b,
                unsigned rows, unsigned columns, unsigned pitch) {
  for (unsigned k = 0; k < rows; ++k)
    for (unsigned n = 0; n < columns; ++n)
      acc[n] += a[k] * b[k * pitch + n];
}

enum MulFormat : uint8_t { MulBf16, MulF16, MulI8, MulTf32 };

unsigned sizeOf(uint8_t format) {
  return format == MulI8 ? 1 : format == MulTf32 ? 4 : 2;
}

/// An operand of the array as the f32 (or i32) that it means.
uint32_t operand(const uint8_t *from, uint8_t format) {
  uint32_t wide;
  uint16_t half;
  switch (format) {
  case MulI8:
    return uint32_t(int32_t(int8_t(*from)));
  case MulTf32:
    std::memcpy(&wide, from, 4);
    return toTf32(wide);
  default:
    std::memcpy(&half, from, 2);
    return format == MulBf16 ? fromBf16(half) : fromF16(half);
  }
}

bool inRange(Exec &x, const char *what, uint64_t value, uint64_t low,
             uint64_t high) {
  if (value >= low && value <= high)
    return true;
  x.fail(TrapCode::IllegalOp, value,
         std::string(what) + " is " + std::to_string(value) + ", expected " +
             std::to_string(low) + " to " + std::to_string(high));
  return false;
}

template <uint8_t Format>
void loadWeights(Exec &x) {
  unsigned size = x.core.config.arraySize, element = sizeOf(Format);
  uint32_t k = x.field(0, 6), n = x.field(6, 6);
  bool transposed = x.field(12, 1);
  if (!inRange(x, "kvalid", k, 1, size) || !inRange(x, "nvalid", n, 1, size))
    return;
  Weights w{true, Format, k, n, std::vector<uint32_t>(size * size)};
  uint32_t lines = transposed ? n : k, length = transposed ? k : n;
  for (uint32_t i = 0; i < lines; ++i) {
    auto from = x.chip(x.s1() + i * x.s2(), length * element, false, element);
    if (!from)
      return;
    for (uint32_t j = 0; j < length; ++j)
      w.values[transposed ? j * size + i : i * size + j] =
          operand(from->data() + j * element, Format);
  }
  x.core.shadowWeights = std::move(w);
}

/// A row of ACC; the address must be one.
std::optional<ChipRange> accRow(Exec &x, uint64_t first, uint64_t row,
                                uint32_t columns, bool write) {
  const Config &config = x.core.config;
  if (first < accBase || first >= smemBase) {
    x.fail(TrapCode::AccOob, first,
           "chip address " + hex(first) + " is not in acc");
    return std::nullopt;
  }
  if (first % config.accRowBytes() != 0) {
    x.fail(TrapCode::Misaligned, first,
           "chip address " + hex(first) + " is not a multiple of the " +
               std::to_string(config.accRowBytes()) + " bytes of an acc row");
    return std::nullopt;
  }
  return x.chip(first + row * config.accRowBytes(), columns * 4, write, 4);
}

bool readyToMultiply(Exec &x, uint8_t format, bool swap) {
  if (swap)
    std::swap(x.core.weights, x.core.shadowWeights);
  if (!x.core.weights.loaded) {
    x.fail(TrapCode::UninitRead, 0, "no weights have been loaded");
    return false;
  }
  if (x.core.weights.format != format) {
    x.fail(TrapCode::IllegalOp, x.core.weights.format,
           "the weights were loaded in another format");
    return false;
  }
  return inRange(x, "rows", x.field(0, 9), 1, 256) &&
         inRange(x, "accstride", x.field(9, 7), 1, 64);
}

template <uint8_t Format>
void multiply(Exec &x) {
  if (!readyToMultiply(x, Format, x.field(16, 1)))
    return;
  const Weights &w = x.core.weights;
  unsigned pitch = x.core.config.arraySize, element = sizeOf(Format);
  bool clear = x.field(17, 1);
  for (uint64_t m = 0; m < x.field(0, 9); ++m) {
    auto from = x.chip(x.s2() + m * x.s3(), w.rows * element, false, element);
    uint64_t row = m * x.field(9, 7);
    if (!from || (!clear && !accRow(x, x.s1(), row, w.columns, false)))
      return;
    auto to = accRow(x, x.s1(), row, w.columns, true);
    if (!to)
      return;
    std::array<uint32_t, maxArray> a, acc = {};
    for (uint32_t k = 0; k < w.rows; ++k)
      a[k] = operand(from->data() + k * element, Format);
    if (!clear)
      std::memcpy(acc.data(), to->data(), w.columns * 4);
    if constexpr (Format == MulI8) {
      integerRow(acc.data(), a.data(), w.values.data(), w.rows, w.columns,
                 pitch);
    } else {
      auto af = std::bit_cast<std::array<float, maxArray>>(a);
      auto accf = std::bit_cast<std::array<float, maxArray>>(acc);
      floatRow(accf.data(), af.data(),
               reinterpret_cast<const float *>(w.values.data()), w.rows,
               w.columns, pitch);
      for (uint32_t n = 0; n < w.columns; ++n)
        acc[n] = result(accf[n]);
    }
    std::memcpy(to->data(), acc.data(), w.columns * 4);
    x.macs += uint64_t(w.rows) * w.columns;
  }
}

bool moverInRange(Exec &x) {
  return inRange(x, "rows", x.field(0, 9), 1, 256) &&
         inRange(x, "accstride", x.field(9, 7), 1, 64) &&
         inRange(x, "cols", x.field(18, 6), 1, x.core.config.arraySize);
}

enum class Out { F32, Bf16, F16, I32, I8 };

unsigned sizeOf(Out format) {
  return format == Out::I8                             ? 1
         : format == Out::F32 || format == Out::I32 ? 4
                                                       : 2;
}

uint32_t scaled(const Exec &x, uint32_t v, Out format) {
  bool scale = x.field(16, 1), relu = x.field(17, 1);
  if (format == Out::I8 && scale)
    v = i32FromF32Rne(fMul(f32FromI32(v), uint32_t(x.s0())));
  else if (scale)
    v = fMul(v, uint32_t(x.s0()));
  if (!relu)
    return v;
  return format == Out::I8 || format == Out::I32 ? Int<uint32_t>::max(v, 0)
                                                 : fMax(v, 0);
}

template <Out Format>
void moveOut(Exec &x) {
  if (!moverInRange(x))
    return;
  if (Format == Out::I32 && x.field(16, 1))
    return x.fail(TrapCode::IllegalOp, 0, "'mm.out.i32' cannot scale");
  uint32_t columns = x.field(18, 6), element = sizeOf(Format);
  for (uint64_t m = 0; m < x.field(0, 9); ++m) {
    auto from = accRow(x, x.s2(), m * x.field(9, 7), columns, false);
    auto to = from ? x.chip(x.s1() + m * x.s3(), columns * element, true,
                            element)
                   : std::nullopt;
    if (!to)
      return;
    for (uint32_t n = 0; n < columns; ++n) {
      uint32_t v;
      std::memcpy(&v, from->data() + 4 * n, 4);
      v = scaled(x, v, Format);
      if (Format == Out::Bf16)
        v = toBf16(v);
      else if (Format == Out::F16)
        v = toF16(v);
      else if (Format == Out::I8)
        v = uint32_t(std::clamp<int32_t>(int32_t(v), -128, 127));
      std::memcpy(to->data() + n * element, &v, element); // little-endian
    }
  }
}

enum class In { Word, Bf16, F16 };

template <In Format>
void moveIn(Exec &x) {
  if (!moverInRange(x))
    return;
  uint32_t columns = x.field(18, 6);
  unsigned element = Format == In::Word ? 4 : 2;
  for (uint64_t m = 0; m < x.field(0, 9); ++m) {
    auto from =
        x.chip(x.s2() + m * x.s3(), columns * element, false, element);
    auto to = from ? accRow(x, x.s1(), m * x.field(9, 7), columns, true)
                   : std::nullopt;
    if (!to)
      return;
    for (uint32_t n = 0; n < columns; ++n) {
      uint32_t v = 0;
      std::memcpy(&v, from->data() + n * element, element);
      if (Format == In::Bf16)
        v = fromBf16(uint16_t(v));
      else if (Format == In::F16)
        v = fromF16(uint16_t(v));
      std::memcpy(to->data() + 4 * n, &v, 4);
    }
  }
}

} // namespace

void addMatrixHandlers(Handlers &t) {
  t.set(Op::MmLdwBf16, loadWeights<MulBf16>);
  t.set(Op::MmLdwF16, loadWeights<MulF16>);
  t.set(Op::MmLdwI8, loadWeights<MulI8>);
  t.set(Op::MmLdwTf32, loadWeights<MulTf32>);
  t.set(Op::MmMulBf16, multiply<MulBf16>);
  t.set(Op::MmMulF16, multiply<MulF16>);
  t.set(Op::MmMulI8, multiply<MulI8>);
  t.set(Op::MmMulTf32, multiply<MulTf32>);
  t.set(Op::MmOutF32, moveOut<Out::F32>);
  t.set(Op::MmOutBf16, moveOut<Out::Bf16>);
  t.set(Op::MmOutF16, moveOut<Out::F16>);
  t.set(Op::MmOutI32, moveOut<Out::I32>);
  t.set(Op::MmOutI8, moveOut<Out::I8>);
  t.set(Op::MmInF32, moveIn<In::Word>);
  t.set(Op::MmInI32, moveIn<In::Word>);
  t.set(Op::MmInBf16, moveIn<In::Bf16>);
  t.set(Op::MmInF16, moveIn<In::F16>);
}

} // namespace kiln::npu
