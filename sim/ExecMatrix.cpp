// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix array and the mover between ACC and SPM. Every output is one chain
// acc = fma(a[k], b[k], acc) in ascending k that begins with the value in ACC,
// so cutting K into tiles does not change a bit.

#include "sim/Exec.h"
#include "sim/Numerics.h"

#include <cstring>

namespace kiln::npu {
namespace {

constexpr unsigned maxArray = 32;

// The inner loop decides the speed of every matmul, so it is compiled for
// several instruction sets and the host picks one. fma is exact: all of them
// give the same bits.
using FloatRow = void (*)(float *acc, const float *a, const float *b, unsigned rows, unsigned columns, unsigned pitch);

inline __attribute__((always_inline)) void floatRowBody(float *acc, const float *a, const float *b, unsigned rows,
                                                        unsigned columns, unsigned pitch) {
  for (unsigned k = 0; k < rows; ++k) {
    float ak = a[k];
    const float *bk = b + k * pitch;
    for (unsigned n = 0; n < columns; ++n)
      acc[n] = __builtin_fmaf(ak, bk[n], acc[n]);
  }
}

void floatRowPlain(float *acc, const float *a, const float *b, unsigned rows, unsigned columns, unsigned pitch) {
  floatRowBody(acc, a, b, rows, columns, pitch);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void floatRowFma(float *acc, const float *a, const float *b, unsigned rows,
                                                     unsigned columns, unsigned pitch) {
  // The full array is the common case and worth a constant trip count.
  if (columns == 16)
    floatRowBody(acc, a, b, rows, 16, pitch);
  else
    floatRowBody(acc, a, b, rows, columns, pitch);
}
#endif

FloatRow chooseFloatRow() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return floatRowFma;
#endif
  return floatRowPlain;
}

void integerRow(uint32_t *acc, const uint32_t *a, const uint32_t *b, unsigned rows, unsigned columns, unsigned pitch) {
  for (unsigned k = 0; k < rows; ++k)
    for (unsigned n = 0; n < columns; ++n)
      acc[n] += a[k] * b[k * pitch + n];
}

enum MulFormat : uint8_t { MulBf16, MulF16, MulI8, MulTf32 };

unsigned sizeOf(uint8_t format) { return format == MulI8 ? 1 : format == MulTf32 ? 4 : 2; }

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

bool inRange(Exec &x, const char *what, uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high)
    return true;
  x.fail(TrapCode::IllegalOp, value,
         std::string(what) + " is " + std::to_string(value) + ", expected " + std::to_string(low) + " to " +
             std::to_string(high));
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
      w.values[transposed ? j * size + i : i * size + j] = operand(from->data() + j * element, Format);
  }
  x.core.shadowWeights = std::move(w);
}

/// Rows of bytes in an on-chip memory, checked as they are used; rows without
/// gaps are checked as one range.
class Rows {
public:
  Rows(Exec &x, uint64_t first, uint64_t stride, uint64_t count, uint32_t bytes, unsigned alignment)
      : x(x), first(first), stride(stride), count(count), bytes(bytes), alignment(alignment) {}

  /// Row `m`, or null after a fault.
  uint8_t *read(uint64_t m) { return get(m, false, haveRead); }
  uint8_t *write(uint64_t m) { return get(m, true, haveWritten); }

private:
  uint8_t *get(uint64_t m, bool write, bool &have) {
    if (stride != bytes) {
      auto range = x.chip(first + m * stride, bytes, write, alignment);
      return range ? range->data() : nullptr;
    }
    if (!have) {
      auto range = x.chip(first, count * bytes, write, alignment);
      if (!range)
        return nullptr;
      base = range->data();
      have = true;
    }
    return base + m * stride;
  }

  Exec &x;
  uint64_t first, stride, count;
  uint32_t bytes;
  unsigned alignment;
  bool haveRead = false, haveWritten = false;
  uint8_t *base = nullptr;
};

/// Whether the address is one of a row of ACC.
bool isAccRow(Exec &x, uint64_t address) {
  uint32_t bytes = x.core.config.accRowBytes();
  if (address < accBase || address >= smemBase)
    x.fail(TrapCode::AccOob, address, "chip address " + hex(address) + " is not in acc");
  else if (address % bytes != 0)
    x.fail(TrapCode::Misaligned, address,
           "chip address " + hex(address) + " is not a multiple of the " + std::to_string(bytes) +
               " bytes of an acc row");
  return !x.fault;
}

/// The rows of ACC that the fields `rows` and `accstride` name.
Rows accRows(Exec &x, uint64_t first, uint32_t columns) {
  return {x, first, uint64_t(x.field(9, 7)) * x.core.config.accRowBytes(), x.field(0, 9), columns * 4, 4};
}

bool readyToMultiply(Exec &x, uint8_t format, bool swap) {
  if (swap)
    std::swap(x.core.weights, x.core.shadowWeights);
  if (!x.core.weights.loaded) {
    x.fail(TrapCode::UninitRead, 0, "no weights have been loaded");
    return false;
  }
  if (x.core.weights.format != format) {
    x.fail(TrapCode::IllegalOp, x.core.weights.format, "the weights were loaded in another format");
    return false;
  }
  return inRange(x, "rows", x.field(0, 9), 1, 256) && inRange(x, "accstride", x.field(9, 7), 1, 64);
}

template <uint8_t Format>
void multiplyRow(uint32_t *acc, const uint8_t *from, const Weights &w, unsigned pitch) {
  std::array<uint32_t, maxArray> a;
  for (uint32_t k = 0; k < w.rows; ++k)
    a[k] = operand(from + k * sizeOf(Format), Format);
  if constexpr (Format == MulI8) {
    integerRow(acc, a.data(), w.values.data(), w.rows, w.columns, pitch);
  } else {
    static const FloatRow floatRow = chooseFloatRow();
    std::array<float, maxArray> sums;
    std::memcpy(sums.data(), acc, sizeof sums);
    floatRow(sums.data(), reinterpret_cast<const float *>(a.data()), reinterpret_cast<const float *>(w.values.data()),
             w.rows, w.columns, pitch);
    for (uint32_t n = 0; n < w.columns; ++n)
      acc[n] = result(sums[n]);
  }
}

template <uint8_t Format>
void multiply(Exec &x) {
  if (!readyToMultiply(x, Format, x.field(16, 1)) || !isAccRow(x, x.s1()))
    return;
  const Weights &w = x.core.weights;
  unsigned pitch = x.core.config.arraySize, element = sizeOf(Format);
  bool clear = x.field(17, 1);
  uint64_t rows = x.field(0, 9);
  Rows a(x, x.s2(), x.s3(), rows, w.rows * element, element);
  Rows acc = accRows(x, x.s1(), w.columns);
  for (uint64_t m = 0; m < rows; ++m) {
    const uint8_t *from = a.read(m);
    const uint8_t *old = from && !clear ? acc.read(m) : nullptr;
    uint8_t *to = from && (clear || old) ? acc.write(m) : nullptr;
    if (!to)
      return;
    std::array<uint32_t, maxArray> sums = {};
    if (old)
      std::memcpy(sums.data(), old, w.columns * 4);
    multiplyRow<Format>(sums.data(), from, w, pitch);
    std::memcpy(to, sums.data(), w.columns * 4);
  }
  x.macs += rows * w.rows * w.columns;
}

bool moverInRange(Exec &x) {
  return inRange(x, "rows", x.field(0, 9), 1, 256) && inRange(x, "accstride", x.field(9, 7), 1, 64) &&
         inRange(x, "cols", x.field(18, 6), 1, x.core.config.arraySize);
}

enum class Out { F32, Bf16, F16, I32, I8 };

unsigned sizeOf(Out format) { return format == Out::I8 ? 1 : format == Out::F32 || format == Out::I32 ? 4 : 2; }

uint32_t scaled(const Exec &x, uint32_t v, Out format) {
  bool scale = x.field(16, 1), relu = x.field(17, 1);
  if (format == Out::I8 && scale)
    v = i32FromF32Rne(fMul(f32FromI32(v), uint32_t(x.s0())));
  else if (scale)
    v = fMul(v, uint32_t(x.s0()));
  if (!relu)
    return v;
  return format == Out::I8 || format == Out::I32 ? Int<uint32_t>::max(v, 0) : fMax(v, 0);
}

template <Out Format>
void moveOut(Exec &x) {
  if (!moverInRange(x) || !isAccRow(x, x.s2()))
    return;
  if (Format == Out::I32 && x.field(16, 1))
    return x.fail(TrapCode::IllegalOp, 0, "'mm.out.i32' cannot scale");
  uint32_t columns = x.field(18, 6), element = sizeOf(Format);
  uint64_t rows = x.field(0, 9);
  Rows acc = accRows(x, x.s2(), columns);
  Rows out(x, x.s1(), x.s3(), rows, columns * element, element);
  for (uint64_t m = 0; m < rows; ++m) {
    const uint8_t *from = acc.read(m);
    uint8_t *to = from ? out.write(m) : nullptr;
    if (!to)
      return;
    for (uint32_t n = 0; n < columns; ++n) {
      uint32_t v;
      std::memcpy(&v, from + 4 * n, 4);
      v = scaled(x, v, Format);
      if (Format == Out::Bf16)
        v = toBf16(v);
      else if (Format == Out::F16)
        v = toF16(v);
      else if (Format == Out::I8)
        v = uint32_t(std::clamp<int32_t>(int32_t(v), -128, 127));
      std::memcpy(to + n * element, &v, element); // little-endian
    }
  }
}

enum class In { Word, Bf16, F16 };

template <In Format>
void moveIn(Exec &x) {
  if (!moverInRange(x) || !isAccRow(x, x.s1()))
    return;
  uint32_t columns = x.field(18, 6);
  unsigned element = Format == In::Word ? 4 : 2;
  uint64_t rows = x.field(0, 9);
  Rows from(x, x.s2(), x.s3(), rows, columns * element, element);
  Rows acc = accRows(x, x.s1(), columns);
  for (uint64_t m = 0; m < rows; ++m) {
    const uint8_t *row = from.read(m);
    uint8_t *to = row ? acc.write(m) : nullptr;
    if (!to)
      return;
    for (uint32_t n = 0; n < columns; ++n) {
      uint32_t v = 0;
      std::memcpy(&v, row + n * element, element);
      if (Format == In::Bf16)
        v = fromBf16(uint16_t(v));
      else if (Format == In::F16)
        v = fromF16(uint16_t(v));
      std::memcpy(to + 4 * n, &v, 4);
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
