// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Isa.def read into tables, and the encoder and decoder that walk them. No
// instruction is named here: a new row needs no change in this file.

#include "sim/Isa.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace kiln::npu {
namespace {

struct Row {
  Op op;
  std::string_view mnemonic;
  uint8_t opcode, funct;
  Format format;
  std::string_view operands;
  Unit unit;
  Cost cost;
};

constexpr Row rows[] = {
#define NPU_INSTR(id, mnemonic, opcode, funct, format, operands, unit, cost)                                           \
  {Op::id, mnemonic, opcode, funct, Format::format, operands, Unit::unit, Cost::cost},
#include "sim/Isa.def"
};

constexpr std::string_view engineNames[] = {"sc", "dl", "ds", "dx", "mx", "mo", "vp"};
constexpr std::string_view csrNames[] = {"pid",  "pidx",   "pidy",  "pidz",    "gridx", "gridy",   "gridz",
                                         "core", "ncores", "cycle", "instret", "vlen",  "argbytes"};
constexpr std::string_view keyNames[] = {"dstride1", "dstride2", "cstride1", "cstride2", "planes", "rowlo", "rowhi",
                                         "bytelo",   "bytehi",   "fill",     "index",    "mask",   "src2",  "dst"};
constexpr std::string_view convertNames[] = {"none", "bf16tof32", "f16tof32", "f32tobf16", "f32tof16"};
constexpr std::string_view indexNames[] = {"i32", "i64"};
constexpr std::string_view atomicNames[] = {"add", "max", "min", "and", "or", "xor", "xchg"};
constexpr std::string_view elemNames[] = {"i32", "u32", "f32", "i64", "u64", "f16", "bf16"};

ImmKind kindOf(std::string_view name) {
  constexpr std::pair<std::string_view, ImmKind> kinds[] = {
      {"csr", ImmKind::Csr},        {"eng", ImmKind::Engine},
      {"sem", ImmKind::Semaphore},  {"engmask", ImmKind::EngineMask},
      {"key", ImmKind::DcfgKey},    {"cvt", ImmKind::Convert},
      {"idx", ImmKind::IndexType},  {"aop", ImmKind::AtomicOp},
      {"atype", ImmKind::ElemType}, {"elem", ImmKind::ElemType},
      {"trans", ImmKind::Flag},     {"swap", ImmKind::Flag},
      {"clear", ImmKind::Flag},     {"scale", ImmKind::Flag},
      {"relu", ImmKind::Flag},      {"reverse", ImmKind::Flag},
  };
  for (auto [key, kind] : kinds)
    if (key == name)
      return kind;
  return ImmKind::Number;
}

Operand wholeImm(std::string_view name, ImmKind kind, Format format) {
  uint8_t width = format == Format::R ? 24 : 32;
  return {std::string(name), RegClass::Imm, Access::None, Slot::Imm, kind, 0, width, false};
}

/// "rd", "r1", "v0", "p3": class letter and slot.
std::optional<Operand> registerOperand(std::string_view token) {
  if (token.size() != 2)
    return std::nullopt;
  constexpr std::string_view classes = "rvp", slots = "0123dx";
  size_t cls = classes.find(token[0]), slot = slots.find(token[1]);
  if (cls == std::string_view::npos || slot == std::string_view::npos)
    return std::nullopt;
  constexpr Slot slotOf[] = {Slot::Rd, Slot::Rs1, Slot::Rs2, Slot::Rs3, Slot::Rd, Slot::Rd};
  constexpr Access accessOf[] = {Access::Read, Access::Read,  Access::Read,
                                 Access::Read, Access::Write, Access::ReadWrite};
  return Operand{std::string(token), RegClass(cls), accessOf[slot], slotOf[slot], ImmKind::None, 0, 0, false};
}

void addOperand(InstrInfo &info, std::string_view token) {
  if (token == "mask") {
    info.maskable = true;
  } else if (token == "mem") {
    info.operands.push_back({"base", RegClass::Scalar, Access::Read, Slot::Rs1, ImmKind::None, 0, 0, true});
    info.operands.push_back(wholeImm("offset", ImmKind::Offset, info.format));
  } else if (token == "i") {
    info.operands.push_back(wholeImm("imm", ImmKind::Signed, info.format));
  } else if (token == "target") {
    info.operands.push_back(wholeImm("target", ImmKind::Target, info.format));
  } else if (token == "len") {
    info.operands.push_back(wholeImm("length", ImmKind::Length, info.format));
  } else if (auto reg = registerOperand(token)) {
    info.operands.push_back(*reg);
  } else {
    size_t at = token.find('@'), dot = token.find('.');
    std::string_view name = token.substr(0, at);
    unsigned low = 0, width = 0;
    for (char c : token.substr(at + 1, dot - at - 1))
      low = low * 10 + (c - '0');
    for (char c : token.substr(dot + 1))
      width = width * 10 + (c - '0');
    info.operands.push_back(
        {std::string(name), RegClass::Imm, Access::None, Slot::Imm, kindOf(name), uint8_t(low), uint8_t(width), false});
  }
}

std::vector<InstrInfo> buildInfos() {
  std::vector<InstrInfo> infos;
  infos.reserve(std::size(rows));
  for (const Row &row : rows) {
    InstrInfo info{row.op, row.mnemonic, row.opcode, row.funct, row.format, row.unit, row.cost, false, {}};
    std::string_view rest = row.operands;
    while (!rest.empty()) {
      size_t space = std::min(rest.find(' '), rest.size());
      addOperand(info, rest.substr(0, space));
      rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    infos.push_back(std::move(info));
  }
  return infos;
}

const std::vector<InstrInfo> &infos() {
  static const std::vector<InstrInfo> table = buildInfos();
  return table;
}

constexpr int noRow = -1;
using DecodeTable = std::array<int16_t, 256 * 256>;

/// Row number by opcode * 256 + funct; format I rows fill all of their opcode.
const DecodeTable &decodeTable() {
  static const DecodeTable table = [] {
    DecodeTable t;
    t.fill(noRow);
    for (size_t i = 0; i < std::size(rows); ++i)
      for (unsigned f = 0; f < 256; ++f)
        if (rows[i].format == Format::I || f == rows[i].funct)
          t[rows[i].opcode * 256 + f] = int16_t(i);
    return t;
  }();
  return table;
}

uint8_t &slotOf(Instr &in, Slot slot) {
  switch (slot) {
  case Slot::Rs1:
    return in.rs1;
  case Slot::Rs2:
    return in.rs2;
  case Slot::Rs3:
    return in.rs3;
  case Slot::Pf:
    return in.pf;
  default:
    return in.rd;
  }
}

bool isWhole(const InstrInfo &info, const Operand &operand) {
  return operand.width == (info.format == Format::R ? 24 : 32);
}

bool hasWholeImm(const InstrInfo &info) {
  return std::any_of(info.operands.begin(), info.operands.end(), [&](const Operand &o) { return isWhole(info, o); });
}

struct Range {
  int64_t low, high;
};

Range rangeOf(const InstrInfo &info, const Operand &operand) {
  if (operand.slot != Slot::Imm)
    return {0, operand.cls == RegClass::Predicate ? 7 : 31};
  if (isWhole(info, operand))
    return {-(int64_t(1) << (operand.width - 1)), (int64_t(1) << (operand.width - 1)) - 1};
  int64_t high = (int64_t(1) << operand.width) - 1;
  if (auto names = immNames(operand.imm); !names.empty())
    high = std::min<int64_t>(high, int64_t(names.size()) - 1);
  return {0, high};
}

Result<void> checkOperand(const InstrInfo &info, const Operand &operand, int64_t value) {
  Range range = rangeOf(info, operand);
  if (value >= range.low && value <= range.high)
    return {};
  return Error("'" + std::string(info.mnemonic) + "' operand '" + operand.name + "' is " + std::to_string(value) +
               ", expected " + std::to_string(range.low) + " to " + std::to_string(range.high));
}

/// The bits of an instruction that its operands use.
Instr usedBits(const InstrInfo &info) {
  Instr used;
  used.op = info.op;
  uint32_t imm = 0;
  for (const Operand &operand : info.operands) {
    if (operand.slot == Slot::Imm)
      imm |= (operand.width == 32 ? ~0u : ((1u << operand.width) - 1)) << operand.low;
    else
      slotOf(used, operand.slot) = operand.cls == RegClass::Predicate ? 7 : 31;
  }
  used.imm = int32_t(imm);
  used.pf = info.maskable ? 15 : 0;
  return used;
}

Result<void> checkUnused(const InstrInfo &info, const Instr &in) {
  Instr used = usedBits(info);
  // A whole immediate is checked by its range: its sign fills the upper bits.
  uint32_t freeImm = hasWholeImm(info) ? 0 : ~uint32_t(used.imm);
  if ((in.rd & ~used.rd) || (in.rs1 & ~used.rs1) || (in.rs2 & ~used.rs2) || (in.rs3 & ~used.rs3) ||
      (in.pf & ~used.pf) || (uint32_t(in.imm) & freeImm))
    return Error("'" + std::string(info.mnemonic) + "' has bits set in a field that it does not use");
  if (in.pf != 0 && in.pf < 8)
    return Error("'" + std::string(info.mnemonic) + "' names a predicate without being masked");
  return {};
}

Result<void> check(const InstrInfo &info, const Instr &in) {
  if (auto unused = checkUnused(info, in); !unused)
    return unused;
  for (unsigned i = 0; i < info.operands.size(); ++i)
    if (auto ok = checkOperand(info, info.operands[i], operandValue(in, i)); !ok)
      return ok;
  return {};
}

} // namespace

unsigned numOps() { return std::size(rows); }

const InstrInfo &instrInfo(Op op) { return infos()[size_t(op)]; }

std::optional<Op> findOp(std::string_view mnemonic) {
  static const auto map = [] {
    std::unordered_map<std::string_view, Op> m;
    for (const Row &row : rows)
      m.emplace(row.mnemonic, row.op);
    return m;
  }();
  auto it = map.find(mnemonic);
  return it == map.end() ? std::nullopt : std::optional(it->second);
}

std::span<const std::string_view> immNames(ImmKind kind) {
  switch (kind) {
  case ImmKind::Csr:
    return csrNames;
  case ImmKind::Engine:
    return engineNames;
  case ImmKind::DcfgKey:
    return keyNames;
  case ImmKind::Convert:
    return convertNames;
  case ImmKind::IndexType:
    return indexNames;
  case ImmKind::AtomicOp:
    return atomicNames;
  case ImmKind::ElemType:
    return elemNames;
  default:
    return {};
  }
}

std::string_view engineName(Engine engine) { return engineNames[size_t(engine)]; }

unsigned elementBytes(ElemType type) {
  switch (type) {
  case ElemType::I64:
  case ElemType::U64:
    return 8;
  case ElemType::F16:
  case ElemType::Bf16:
    return 2;
  default:
    return 4;
  }
}

Result<Instr> make(Op op, std::span<const int64_t> operands, int mask) {
  const InstrInfo &info = instrInfo(op);
  std::string name = "'" + std::string(info.mnemonic) + "'";
  if (operands.size() != info.operands.size())
    return Error(name + " takes " + std::to_string(info.operands.size()) + " operands but got " +
                 std::to_string(operands.size()));
  if (mask != noMask && (!info.maskable || mask < 0 || mask > 7))
    return Error(info.maskable ? name + " mask is p" + std::to_string(mask) + ", expected p0 to p7"
                               : name + " takes no mask");
  Instr in;
  in.op = op;
  in.pf = mask == noMask ? 0 : uint8_t(8 + mask);
  uint32_t imm = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Operand &operand = info.operands[i];
    if (auto ok = checkOperand(info, operand, operands[i]); !ok)
      return ok.error();
    if (operand.slot != Slot::Imm)
      slotOf(in, operand.slot) = uint8_t(operands[i]);
    else
      imm |= uint32_t(operands[i]) << operand.low;
  }
  in.imm = int32_t(imm);
  return in;
}

Result<Instr> make(Op op, std::initializer_list<int64_t> operands, int mask) {
  return make(op, std::span(operands.begin(), operands.size()), mask);
}

int64_t operandValue(const Instr &in, unsigned index) {
  const InstrInfo &info = instrInfo(in.op);
  const Operand &operand = info.operands[index];
  if (operand.slot != Slot::Imm) {
    Instr copy = in;
    return slotOf(copy, operand.slot);
  }
  if (isWhole(info, operand))
    return in.imm;
  return (uint32_t(in.imm) >> operand.low) & ((1u << operand.width) - 1);
}

Engine engineOf(const Instr &in) {
  switch (instrInfo(in.op).unit) {
  case Unit::SC:
    return Engine::SC;
  case Unit::DL:
    return Engine::DL;
  case Unit::DS:
    return Engine::DS;
  case Unit::DX:
    return Engine::DX;
  case Unit::MX:
    return Engine::MX;
  case Unit::MO:
    return Engine::MO;
  case Unit::QUEUE:
    return Engine(in.imm & 7);
  default:
    return Engine::VP;
  }
}

Result<uint64_t> encode(const Instr &in) {
  if (size_t(in.op) >= std::size(rows))
    return Error("instruction number " + std::to_string(size_t(in.op)) + " does not exist");
  const InstrInfo &info = instrInfo(in.op);
  if (auto ok = check(info, in); !ok)
    return ok.error();
  uint64_t word = info.opcode | uint64_t(in.rd) << 8 | uint64_t(in.rs1) << 13 | uint64_t(in.rs2) << 18 |
                  uint64_t(in.rs3) << 23 | uint64_t(in.pf) << 28;
  if (info.format == Format::I)
    return word | uint64_t(uint32_t(in.imm)) << 32;
  return word | uint64_t(info.funct) << 32 | uint64_t(uint32_t(in.imm) & 0xffffff) << 40;
}

Result<Instr> decode(uint64_t word) {
  int row = decodeTable()[(word & 255) * 256 + ((word >> 32) & 255)];
  if (row == noRow)
    return Error("no instruction has opcode " + std::to_string(word & 255) + " and function " +
                 std::to_string((word >> 32) & 255));
  const InstrInfo &info = infos()[row];
  Instr in;
  in.op = info.op;
  in.rd = word >> 8 & 31;
  in.rs1 = word >> 13 & 31;
  in.rs2 = word >> 18 & 31;
  in.rs3 = word >> 23 & 31;
  in.pf = word >> 28 & 15;
  uint32_t high = uint32_t(word >> 32);
  if (info.format == Format::I)
    in.imm = int32_t(high);
  else
    in.imm = hasWholeImm(info) ? int32_t(high) >> 8 : int32_t(high >> 8);
  if (auto ok = check(info, in); !ok)
    return ok.error();
  return in;
}

} // namespace kiln::npu
