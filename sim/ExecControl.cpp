// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar memory, control flow, program ids and the small state that engine
// instructions capture (vector length, descriptors). What blocks the scalar
// core (fence, bar, sem.wait) or ends it (halt) is Core's business.

#include "sim/Exec.h"
#include "sim/Numerics.h"

#include <cstdio>
#include <cstring>

namespace kiln::npu {
namespace {

constexpr unsigned maxLoopNest = 2;

template <typename T>
void load(Exec &x) {
  T value;
  uint8_t *from = x.smem(x.s1() + uint64_t(x.imm()), sizeof(T), false);
  if (!from)
    return;
  std::memcpy(&value, from, sizeof(T));
  x.setRd(uint64_t(int64_t(value)));
}

template <typename T>
void store(Exec &x) {
  T value = T(x.s2());
  if (uint8_t *to = x.smem(x.s1() + uint64_t(x.imm()), sizeof(T), true))
    std::memcpy(to, &value, sizeof(T));
}

/// A taken branch leaves every loop whose body does not hold the target. The
/// end of a body belongs to it: going there ends an iteration.
void jump(Exec &x, uint64_t target) {
  x.nextPc = uint32_t(std::min<uint64_t>(target, ~uint32_t(0)));
  x.jumped = true;
  auto &loops = x.core.loops;
  while (!loops.empty() && (x.nextPc < loops.back().begin || x.nextPc > loops.back().end))
    loops.pop_back();
}

template <auto F>
void branch(Exec &x) {
  if (F(x.s1(), x.s2()))
    jump(x, uint32_t(x.imm()));
}

void loop(Exec &x) {
  if (x.imm() < 0)
    return x.fail(TrapCode::IllegalOp, uint64_t(x.imm()),
                  "the length of a loop is " + std::to_string(x.imm()) + ", expected 0 or more");
  uint32_t begin = x.nextPc, length = uint32_t(x.imm());
  if (int64_t(x.s1()) <= 0)
    return jump(x, uint64_t(begin) + length);
  if (length == 0)
    return;
  if (x.core.loops.size() >= maxLoopNest)
    return x.fail(TrapCode::LoopNest, x.core.loops.size() + 1, "loops nest deeper than " + std::to_string(maxLoopNest));
  x.core.loops.push_back({begin, begin + length, x.s1()});
}

uint64_t csr(Exec &x, Csr which) {
  const LaunchState &launch = x.core.launch;
  uint64_t id = uint64_t(x.core.programId);
  switch (which) {
  case Csr::Pid:
    return id;
  case Csr::PidX:
    return id % launch.grid[0];
  case Csr::PidY:
    return id / launch.grid[0] % launch.grid[1];
  case Csr::PidZ:
    return id / launch.grid[0] / launch.grid[1];
  case Csr::GridX:
    return launch.grid[0];
  case Csr::GridY:
    return launch.grid[1];
  case Csr::GridZ:
    return launch.grid[2];
  case Csr::Core:
    return x.core.rank;
  case Csr::NumCores:
    return launch.activeCores;
  case Csr::Cycle:
    return x.cycle;
  case Csr::Instret:
    return x.retired;
  case Csr::Vlen:
    return x.core.config.vectorLength;
  case Csr::ArgBytes:
    return launch.argBytes;
  }
  return 0;
}

/// Static ids go round the active cores; dynamic ones to whoever asks first.
void nextProgram(Exec &x) {
  LaunchState &launch = x.core.launch;
  uint64_t id = launch.dynamicIds ? launch.nextDynamicId++ : x.core.rank + x.core.programsTaken * launch.activeCores;
  if (id >= launch.programs())
    return x.setRd(~uint64_t(0));
  ++x.core.programsTaken;
  x.core.programId = int64_t(id);
  x.setRd(id);
}

void setVectorLength(Exec &x, uint64_t vl) {
  if (vl < 1 || vl > x.core.config.vectorLength)
    return x.fail(TrapCode::BadVl, vl,
                  "vector length is " + std::to_string(int64_t(vl)) + ", expected 1 to " +
                      std::to_string(x.core.config.vectorLength));
  x.core.vl = uint32_t(vl);
}

/// A set that a queued instruction still holds is replaced, not changed.
void configure(Exec &x) {
  auto &set = x.core.descriptors[x.field(0, 1)];
  if (set.use_count() > 1)
    set = std::make_shared<Descriptor>(*set);
  (*set)[DcfgKey(x.field(1, 4))] = int64_t(x.s1());
}

/// Output beyond a megabyte is dropped: a print in a loop is not an error.
void emit(Exec &x, const std::string &text) {
  constexpr size_t ringBytes = 1 << 20;
  std::string &out = x.core.launch.output;
  if (out.size() < ringBytes)
    out += "print " + std::to_string(x.field(0, 16)) + ": " + text + "\n";
}

/// One word of a line; the last one sends it to the host.
void print(Exec &x) {
  LaunchState &launch = x.core.launch;
  uint32_t tag = x.field(0, 16);
  if (tag >= launch.messages->size() || (*launch.messages)[tag].kind != Message::Kind::Text)
    return emit(x, hex(x.s1()));
  auto &words = x.core.printing;
  words.push_back(x.s1());
  if (words.size() < (*launch.messages)[tag].words)
    return;
  if (launch.lines.size() < LaunchState::ringLines)
    launch.lines.push_back({x.core.programId, tag, std::move(words)});
  else
    ++launch.lostLines;
  words.clear();
}

void assertion(Exec &x) {
  if (x.s1() != 0)
    return;
  uint32_t code = uint32_t(x.imm());
  const auto &messages = *x.core.launch.messages;
  bool isStated = code < messages.size() && messages[code].kind == Message::Kind::Assertion;
  x.fail(TrapCode::Assert, code,
         isStated ? "assertion does not hold: " + messages[code].text
                  : "assertion " + std::to_string(x.imm()) + " does not hold");
}

std::string elementText(const uint8_t *from, ElemType type) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, elementBytes(type));
  char text[32];
  switch (type) {
  case ElemType::I32:
    return std::to_string(int32_t(bits));
  case ElemType::U32:
  case ElemType::U64:
    return std::to_string(bits);
  case ElemType::I64:
    return std::to_string(int64_t(bits));
  case ElemType::F16:
    bits = fromF16(uint16_t(bits));
    break;
  case ElemType::Bf16:
    bits = fromBf16(uint16_t(bits));
    break;
  case ElemType::F32:
    break;
  }
  std::snprintf(text, sizeof text, "%.9g", double(toFloat(uint32_t(bits))));
  return text;
}

void printMemory(Exec &x) {
  constexpr uint64_t mostElements = 4096;
  ElemType type = ElemType(x.field(16, 4));
  unsigned bytes = elementBytes(type);
  uint64_t count = std::min(x.s2(), mostElements);
  auto range = x.chip(x.s1(), count * bytes, false, bytes);
  std::string text;
  for (uint64_t i = 0; range && i < count; ++i)
    text += (i ? " " : "") + elementText(range->data() + i * bytes, type);
  if (range)
    emit(x, text);
}

} // namespace

void addControlHandlers(Handlers &t) {
  using I = Int<uint64_t>;
  t.set(Op::Lb, load<int8_t>);
  t.set(Op::Lbu, load<uint8_t>);
  t.set(Op::Lh, load<int16_t>);
  t.set(Op::Lhu, load<uint16_t>);
  t.set(Op::Lw, load<int32_t>);
  t.set(Op::Lwu, load<uint32_t>);
  t.set(Op::Ld, load<int64_t>);
  t.set(Op::Sb, store<uint8_t>);
  t.set(Op::Sh, store<uint16_t>);
  t.set(Op::Sw, store<uint32_t>);
  t.set(Op::Sd, store<uint64_t>);
  t.set(Op::Beq, branch<I::eq>);
  t.set(Op::Bne, branch<I::ne>);
  t.set(Op::Blt, branch<I::lt>);
  t.set(Op::Bltu, branch<I::ltu>);
  t.set(Op::Bge, branch<[](uint64_t a, uint64_t b) { return !I::lt(a, b); }>);
  t.set(Op::Bgeu, branch<[](uint64_t a, uint64_t b) { return a >= b; }>);
  t.set(Op::Jal, [](Exec &x) {
    x.setRd(x.nextPc);
    jump(x, uint32_t(x.imm()));
  });
  t.set(Op::Jalr, [](Exec &x) {
    x.setRd(x.nextPc);
    jump(x, x.s1() + uint64_t(x.imm()));
  });
  t.set(Op::Loop, loop);
  t.set(Op::Assert, assertion);
  t.set(Op::Trap, [](Exec &x) { x.fail(TrapCode::Assert, uint32_t(x.imm()), "trap " + std::to_string(x.imm())); });
  t.set(Op::Csrr, [](Exec &x) { x.setRd(csr(x, Csr(x.field(0, 8)))); });
  t.set(Op::Nextpid, nextProgram);
  t.set(Op::Setvl, [](Exec &x) { setVectorLength(x, x.s1()); });
  t.set(Op::Setvli, [](Exec &x) { setVectorLength(x, uint64_t(x.imm())); });
  t.set(Op::Dcfg, configure);
  t.set(Op::Print, print);
  t.set(Op::PrintMem, printMemory);
}

} // namespace kiln::npu
