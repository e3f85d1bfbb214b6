// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of the NPU as data: what Isa.def says, made readable for code
// generators, the assembler and the simulator. An instruction is 64 bits; two
// formats, R and I, differ only in the upper half.
//
//   auto in = make(Op::Vfadd, {2, 0, 1});        // vfadd v2, v0, v1
//   auto word = encode(*in);                     // Result<uint64_t>
//   disassemble(*decode(*word));                 // "vfadd v2, v0, v1"
//
// Operands are given to make() and printed by disassemble() in the order of
// the row's operand list; a memory operand takes two values (register, offset).

#ifndef KILN_SIM_ISA_H
#define KILN_SIM_ISA_H

#include "kiln/Result.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiln::npu {

/// One enumerator per row of Isa.def.
enum class Op : uint16_t {
#define NPU_INSTR(id, ...) id,
#include "sim/Isa.def"
};

/// The number of rows.
unsigned numOps();

enum class Format : uint8_t { R, I };

/// Engines with an instruction queue of their own, and the scalar core.
enum class Engine : uint8_t { SC, DL, DS, DX, MX, MO, VP };
inline constexpr unsigned numEngines = 7;

/// Where an instruction runs. The last four units share the queue of VP.
enum class Unit : uint8_t { SC, DL, DS, DX, MX, MO, LSU, ALU, SFU, XL, QUEUE };

/// Timing classes; docs/npu-machine.md states the cycles of each.
enum class Cost : uint8_t {
  Scalar,
  Mul,
  Div,
  ScalarFloat,
  ScalarLoad,
  Branch,
  Jump,
  NextPid,
  Print,
  Sync,
  Fence,
  Barrier,
  Dma,
  DmaIndexed,
  DmaAtomic,
  DmaChip,
  DmaTranspose,
  MatrixLoad,
  MatrixMul,
  MatrixMove,
  VectorLoad,
  VectorStore,
  VectorLoad1,
  VectorStore1,
  Vector2,
  Vector4,
  VectorDiv,
  VectorSfu,
  Predicate,
  Vector2X,
  PredicateScalar,
  Reduce,
  ReduceArg,
  Scan,
  Iota,
  Shuffle,
  LaneRead,
  ShuffleFar,
  ShuffleNear,
  Zip,
};

enum class RegClass : uint8_t { Scalar, Vector, Predicate, Imm };
enum class Access : uint8_t { None, Read, Write, ReadWrite };
enum class Slot : uint8_t { Rd, Rs1, Rs2, Rs3, Pf, Imm };

/// What the number in an immediate operand means.
enum class ImmKind : uint8_t {
  None,
  Signed,
  Target,
  Length,
  Offset,
  Flag,
  Number,
  Csr,
  Engine,
  EngineMask,
  Semaphore,
  DcfgKey,
  Convert,
  IndexType,
  AtomicOp,
  ElemType,
};

/// One operand of an instruction. A memory operand is two of these: the base
/// register (`memory` set) and the offset that follows it.
struct Operand {
  std::string name;
  RegClass cls = RegClass::Imm;
  Access access = Access::None;
  Slot slot = Slot::Imm;
  ImmKind imm = ImmKind::None;
  uint8_t low = 0;   ///< first bit of an immediate field
  uint8_t width = 0; ///< bits of an immediate field; signed when it is whole
  bool memory = false;
};

struct InstrInfo {
  Op op;
  std::string_view mnemonic;
  uint8_t opcode;
  uint8_t funct;
  Format format;
  Unit unit;
  Cost cost;
  bool maskable = false;         ///< pf may carry a predicate
  std::vector<Operand> operands; ///< without the mask
};

/// The row of `op`.
const InstrInfo &instrInfo(Op op);

/// The instruction called `mnemonic`, if there is one.
std::optional<Op> findOp(std::string_view mnemonic);

/// One instruction. `imm` holds the packed fields as Isa.def lists them.
struct Instr {
  Op op = Op::Halt;
  uint8_t rd = 0, rs1 = 0, rs2 = 0, rs3 = 0;
  uint8_t pf = 0; ///< 8 + predicate number when masked, else 0
  int32_t imm = 0;

  bool operator==(const Instr &) const = default;
  bool masked() const { return pf & 8; }
  unsigned predicate() const { return pf & 7; }
};

inline constexpr int noMask = -1;

/// An instruction from operand values in the order of the row's operands.
/// Errors name the operand, its value and what is allowed.
Result<Instr> make(Op op, std::span<const int64_t> operands, int mask = noMask);
Result<Instr> make(Op op, std::initializer_list<int64_t> operands, int mask = noMask);

/// The value of operand `index` of `in` (register number, or sign-extended
/// immediate, or field).
int64_t operandValue(const Instr &in, unsigned index);

/// The engine whose queue takes `in`.
Engine engineOf(const Instr &in);

/// Binary form. Refuses operands out of range and set bits in unused fields,
/// so that decode(encode(x)) == x and encode(decode(w)) == w.
Result<uint64_t> encode(const Instr &in);
Result<Instr> decode(uint64_t word);

/// Text form, as the assembler reads it.
std::string disassemble(const Instr &in);

/// Names of the numbers in immediate fields; index = value.
std::span<const std::string_view> immNames(ImmKind kind);

std::string_view engineName(Engine engine);

// Values of the named fields.
enum class Csr : uint8_t {
  Pid,
  PidX,
  PidY,
  PidZ,
  GridX,
  GridY,
  GridZ,
  Core,
  NumCores,
  Cycle,
  Instret,
  Vlen,
  ArgBytes,
};
enum class DcfgKey : uint8_t {
  DStride1,
  DStride2,
  CStride1,
  CStride2,
  Planes,
  RowLo,
  RowHi,
  ByteLo,
  ByteHi,
  Fill,
  Index,
  Mask,
  Src2,
  Dst,
};
enum class Convert : uint8_t { None, Bf16ToF32, F16ToF32, F32ToBf16, F32ToF16 };
enum class AtomicOp : uint8_t { Add, Max, Min, And, Or, Xor, Xchg };
enum class ElemType : uint8_t { I32, U32, F32, I64, U64, F16, Bf16 };

unsigned elementBytes(ElemType type);

} // namespace kiln::npu

#endif // KILN_SIM_ISA_H
