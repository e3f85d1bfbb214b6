// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arithmetic. A 32-bit value lives sign-extended in its register: the
// 64-bit forms of and, or, xor, the comparisons and min/max keep it so, which
// is why only the others have ".w" twins.

#include "sim/Exec.h"
#include "sim/Numerics.h"

namespace kiln::npu {
namespace {

using I64 = Int<uint64_t>;
using I32 = Int<uint32_t>;

uint64_t extend(uint32_t bits) { return uint64_t(int64_t(int32_t(bits))); }

template <auto F>
void registers(Exec &x) {
  x.setRd(F(x.s1(), x.s2()));
}
template <auto F>
void immediate(Exec &x) {
  x.setRd(F(x.s1(), uint64_t(x.imm())));
}
template <auto F>
void registersW(Exec &x) {
  x.setRd(extend(F(uint32_t(x.s1()), uint32_t(x.s2()))));
}
template <auto F>
void immediateW(Exec &x) {
  x.setRd(extend(F(uint32_t(x.s1()), uint32_t(x.imm()))));
}
/// rd = f32 function of the low halves of the sources.
template <auto F>
void floatUnary(Exec &x) {
  x.setRd(extend(F(uint32_t(x.s1()))));
}
template <auto F>
void floatCompare(Exec &x) {
  x.setRd(F(uint32_t(x.s1()), uint32_t(x.s2())));
}

template <auto F>
void both(Handlers &t, Op reg, Op imm) {
  t.set(reg, registers<F>);
  t.set(imm, immediate<F>);
}
template <auto F>
void bothW(Handlers &t, Op reg, Op imm) {
  t.set(reg, registersW<F>);
  t.set(imm, immediateW<F>);
}

uint32_t bf16OfF32(uint32_t a) { return uint32_t(int32_t(int16_t(toBf16(canonical(a))))); }
uint32_t f16OfF32(uint32_t a) { return uint32_t(int32_t(int16_t(toF16(canonical(a))))); }
uint32_t f32OfBf16(uint32_t a) { return canonical(fromBf16(uint16_t(a))); }
uint32_t f32OfF16(uint32_t a) { return canonical(fromF16(uint16_t(a))); }

} // namespace

void addScalarHandlers(Handlers &t) {
  both<I64::add>(t, Op::Add, Op::Addi);
  both<I64::bitAnd>(t, Op::And, Op::Andi);
  both<I64::bitOr>(t, Op::Or, Op::Ori);
  both<I64::bitXor>(t, Op::Xor, Op::Xori);
  both<I64::shl>(t, Op::Shl, Op::Shli);
  both<I64::shr>(t, Op::Shr, Op::Shri);
  both<I64::sra>(t, Op::Sra, Op::Srai);
  both<I64::lt>(t, Op::Slt, Op::Slti);
  both<I64::ltu>(t, Op::Sltu, Op::Sltui);
  both<I64::eq>(t, Op::Seq, Op::Seqi);
  both<I64::ne>(t, Op::Sne, Op::Snei);
  both<I64::min>(t, Op::Min, Op::Mini);
  both<I64::max>(t, Op::Max, Op::Maxi);
  both<I64::minu>(t, Op::Minu, Op::Minui);
  both<I64::maxu>(t, Op::Maxu, Op::Maxui);
  both<I64::mul>(t, Op::Mul, Op::Muli);
  both<I64::div>(t, Op::Div, Op::Divi);
  both<I64::divu>(t, Op::Divu, Op::Divui);
  both<I64::rem>(t, Op::Rem, Op::Remi);
  both<I64::remu>(t, Op::Remu, Op::Remui);
  t.set(Op::Sub, registers<I64::sub>);
  t.set(Op::Mulh, registers<I64::mulh>);
  t.set(Op::Mulhu, registers<I64::mulhu>);
  bothW<I32::add>(t, Op::AddW, Op::AddiW);
  bothW<I32::shl>(t, Op::ShlW, Op::ShliW);
  bothW<I32::shr>(t, Op::ShrW, Op::ShriW);
  bothW<I32::sra>(t, Op::SraW, Op::SraiW);
  bothW<I32::mul>(t, Op::MulW, Op::MuliW);
  bothW<I32::div>(t, Op::DivW, Op::DiviW);
  bothW<I32::divu>(t, Op::DivuW, Op::DivuiW);
  bothW<I32::rem>(t, Op::RemW, Op::RemiW);
  bothW<I32::remu>(t, Op::RemuW, Op::RemuiW);
  t.set(Op::SubW, registersW<I32::sub>);
  t.set(Op::MulhW, registersW<I32::mulh>);
  t.set(Op::MulhuW, registersW<I32::mulhu>);
  t.set(Op::Sel, [](Exec &x) { x.setRd(x.s1() ? x.s2() : x.s3()); });
  t.set(Op::Li, [](Exec &x) { x.setRd(uint64_t(x.imm())); });
  t.set(Op::Lih, [](Exec &x) { x.setRd(uint32_t(x.s0()) | uint64_t(x.imm()) << 32); });
}

void addScalarFloatHandlers(Handlers &t) {
  t.set(Op::Fadd, registersW<fAdd>);
  t.set(Op::Fsub, registersW<fSub>);
  t.set(Op::Fmul, registersW<fMul>);
  t.set(Op::Fmin, registersW<fMin>);
  t.set(Op::Fmax, registersW<fMax>);
  t.set(Op::Ffma, [](Exec &x) { x.setRd(extend(fFma(uint32_t(x.s1()), uint32_t(x.s2()), uint32_t(x.s3())))); });
  t.set(Op::FcmpEq, floatCompare<fEq>);
  t.set(Op::FcmpNe, floatCompare<fNe>);
  t.set(Op::FcmpLt, floatCompare<fLt>);
  t.set(Op::FcmpLe, floatCompare<fLe>);
  t.set(Op::FcmpGt, floatCompare<fGt>);
  t.set(Op::FcmpGe, floatCompare<fGe>);
  t.set(Op::FcmpOne, floatCompare<fOne>);
  t.set(Op::FcmpUeq, floatCompare<fUeq>);
  t.set(Op::FcmpUlt, floatCompare<fUlt>);
  t.set(Op::FcmpUle, floatCompare<fUle>);
  t.set(Op::FcmpUgt, floatCompare<fUgt>);
  t.set(Op::FcmpUge, floatCompare<fUge>);
  t.set(Op::FcmpOrd, floatCompare<fOrd>);
  t.set(Op::FcmpUno, floatCompare<fUno>);
  t.set(Op::FcvtF32I32, floatUnary<f32FromI32>);
  t.set(Op::FcvtF32U32, floatUnary<f32FromU32>);
  t.set(Op::FcvtF32I64, [](Exec &x) { x.setRd(extend(toBits(float(int64_t(x.s1()))))); });
  t.set(Op::FcvtF32U64, [](Exec &x) { x.setRd(extend(toBits(float(x.s1())))); });
  t.set(Op::FcvtI32F32Rtz, floatUnary<i32FromF32Rtz>);
  t.set(Op::FcvtI32F32Rne, floatUnary<i32FromF32Rne>);
  t.set(Op::FcvtU32F32Rtz, floatUnary<u32FromF32Rtz>);
  t.set(Op::FcvtI64F32Rtz, [](Exec &x) { x.setRd(uint64_t(saturate<int64_t>(toFloat(uint32_t(x.s1()))))); });
  t.set(Op::FcvtF32Bf16, floatUnary<f32OfBf16>);
  t.set(Op::FcvtF32F16, floatUnary<f32OfF16>);
  t.set(Op::FcvtBf16F32, floatUnary<bf16OfF32>);
  t.set(Op::FcvtF16F32, floatUnary<f16OfF32>);
}

} // namespace kiln::npu
