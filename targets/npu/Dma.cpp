// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "targets/npu/Dma.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::npu;

void kiln::npu::configure(const Exec &exec, DcfgKey key, Value value) {
  exec.effect("dcfg", value, {0, static_cast<int64_t>(key)});
}

Value kiln::npu::fillPattern(const Exec &exec, Value fill, Type element) {
  if (!fill)
    return exec.constant(0);
  int64_t bytes = tile::elementBytes(element);
  if (element.isF16() || element.isBF16())
    fill = exec.scalar(element.isF16() ? "fcvt.f16.f32" : "fcvt.bf16.f32", fill);
  if (bytes == 8)
    return fill;
  Value pattern = exec.scalar("shri", exec.scalar("shli", fill, {64 - 8 * bytes}), {64 - 8 * bytes});
  for (int64_t width = 8 * bytes; width < 64; width *= 2)
    pattern = exec.scalar("or", {pattern, exec.scalar("shli", pattern, {width})});
  return pattern;
}

/// Chunk i of 128 bytes becomes 16 bytes at 16 i, which lie before every chunk
/// that is still to be read.
static void packMask(const Exec &exec, Value mask, int64_t elements) {
  constexpr int64_t chunk = 128;
  for (int64_t from = 0; from < elements; from += chunk) {
    Exec lanes{exec.builder, exec.loc, std::min(chunk, elements - from)};
    Value bytes = lanes.vector("vld.i8", mask, {from});
    Value on = lanes.predicate("vcmp.i.ne.vs", {bytes, lanes.constant(0)});
    lanes.effect("pst", {on, mask}, {from / 8});
  }
}

void kiln::npu::configureElements(const Exec &exec, EngineKind engine, Value offsets, Value mask, int64_t elements) {
  constexpr int64_t noMask = -1;
  if (mask) {
    packMask(exec, mask, elements);
    SyncOp::create(exec.builder, exec.loc, EngineKind::vp, engine);
  }
  configure(exec, DcfgKey::Index, offsets);
  configure(exec, DcfgKey::Mask, mask ? mask : exec.constant(noMask));
}

namespace {
/// The types that the machine combines elements of a type as.
struct AtomicTypes {
  StringLiteral element;
  ElemType ofSigned, ofUnsigned;
};
} // namespace

/// i16 is only moved, and that is the same for all types of a width.
static constexpr AtomicTypes atomicTypes[] = {
    {"i16", ElemType::F16, ElemType::F16},    {"i32", ElemType::I32, ElemType::U32},
    {"i64", ElemType::I64, ElemType::U64},    {"f16", ElemType::F16, ElemType::F16},
    {"bf16", ElemType::Bf16, ElemType::Bf16}, {"f32", ElemType::F32, ElemType::F32}};

static std::optional<NativeAtomic> nativeAtomic(tile::Atomic kind, const AtomicTypes &types) {
  if (types.element == "i16" && kind != tile::Atomic::Xchg)
    return std::nullopt;
  switch (kind) {
  case tile::Atomic::And:
    return NativeAtomic{AtomicOp::And, types.ofSigned};
  case tile::Atomic::Or:
    return NativeAtomic{AtomicOp::Or, types.ofSigned};
  case tile::Atomic::Xor:
    return NativeAtomic{AtomicOp::Xor, types.ofSigned};
  case tile::Atomic::Add:
  case tile::Atomic::FAdd:
    return NativeAtomic{AtomicOp::Add, types.ofSigned};
  case tile::Atomic::Max:
  case tile::Atomic::FMax:
    return NativeAtomic{AtomicOp::Max, types.ofSigned};
  case tile::Atomic::Min:
  case tile::Atomic::FMin:
    return NativeAtomic{AtomicOp::Min, types.ofSigned};
  case tile::Atomic::UMax:
    return NativeAtomic{AtomicOp::Max, types.ofUnsigned};
  case tile::Atomic::UMin:
    return NativeAtomic{AtomicOp::Min, types.ofUnsigned};
  case tile::Atomic::Xchg:
    return NativeAtomic{AtomicOp::Xchg, types.ofSigned};
  case tile::Atomic::Inc:
  case tile::Atomic::Dec:
    break;
  }
  return std::nullopt;
}

std::optional<NativeAtomic> kiln::npu::nativeAtomic(tile::Atomic kind, Type element) {
  std::string name;
  llvm::raw_string_ostream(name) << element;
  for (const AtomicTypes &types : atomicTypes)
    if (types.element == name)
      return ::nativeAtomic(kind, types);
  return std::nullopt;
}

SmallVector<std::string> kiln::npu::nativeAtomicNames() {
  SmallVector<std::string> names;
  for (const AtomicTypes &types : atomicTypes) {
    std::string suffix = ":" + types.element.str();
    for (uint32_t kind = 0; kind <= tile::getMaxEnumValForAtomic(); ++kind)
      if (::nativeAtomic(static_cast<tile::Atomic>(kind), types))
        names.push_back(tile::stringifyAtomic(static_cast<tile::Atomic>(kind)).str() + suffix);
    // Comparing is by bits, as exchanging is.
    names.push_back("cas" + suffix);
  }
  return names;
}

void kiln::npu::fence(const Exec &exec, ArrayRef<Engine> engines) {
  int64_t mask = 0;
  for (Engine engine : engines)
    mask |= int64_t(1) << static_cast<unsigned>(engine);
  exec.effect("fence", {}, {mask});
}
