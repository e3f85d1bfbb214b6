// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise vector arithmetic. Shapes of operand lists are templates over a
// scalar function, so a row of the table is one line.

#include "sim/Exec.h"
#include "sim/Numerics.h"
#include "sim/Sfu.h"

namespace kiln::npu {
namespace {

using I = Int<uint32_t>;

template <auto F>
void unary(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1);
  if (!a)
    return;
  uint32_t *d = x.destination(x.in.rd);
  x.forActive([&](unsigned i) { d[i] = F(a[i]); });
  x.wrote(x.in.rd);
}

template <auto F>
void binary(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1), *b = x.source(x.in.rs2);
  if (!a || !b)
    return;
  uint32_t *d = x.destination(x.in.rd);
  x.forActive([&](unsigned i) { d[i] = F(a[i], b[i]); });
  x.wrote(x.in.rd);
}

template <auto F>
void binaryScalar(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1);
  if (!a)
    return;
  uint32_t b = uint32_t(x.s2());
  uint32_t *d = x.destination(x.in.rd);
  x.forActive([&](unsigned i) { d[i] = F(a[i], b); });
  x.wrote(x.in.rd);
}

/// d = F(a, b, c) with b or c from a scalar register.
enum class Shape { Vvv, Vsv, Vvs };
template <auto F, Shape S>
void ternary(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1);
  const uint32_t *b = S == Shape::Vsv ? nullptr : x.source(x.in.rs2);
  const uint32_t *c = S == Shape::Vvs ? nullptr : x.source(x.in.rs3);
  if (x.fault)
    return;
  uint32_t sb = uint32_t(x.s2()), sc = uint32_t(x.s3());
  uint32_t *d = x.destination(x.in.rd);
  x.forActive([&](unsigned i) {
    if constexpr (S == Shape::Vvv)
      d[i] = F(a[i], b[i], c[i]);
    else if constexpr (S == Shape::Vsv)
      d[i] = F(a[i], sb, c[i]);
    else
      d[i] = F(a[i], b[i], sc);
  });
  x.wrote(x.in.rd);
}

template <auto F>
void both(Handlers &t, Op vv, Op vs) {
  t.set(vv, binary<F>);
  t.set(vs, binaryScalar<F>);
}
template <auto F>
void fma(Handlers &t, Op vvv, Op vsv, Op vvs) {
  t.set(vvv, ternary<F, Shape::Vvv>);
  t.set(vsv, ternary<F, Shape::Vsv>);
  t.set(vvs, ternary<F, Shape::Vvs>);
}

template <auto F>
void compare(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1), *b = x.source(x.in.rs2);
  if (!a || !b)
    return;
  LaneMask value;
  x.forActive([&](unsigned i) { value.set(i, F(a[i], b[i])); });
  x.setPredicate(x.in.rd, value, x.active);
}
template <auto F>
void compareScalar(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1);
  if (!a)
    return;
  uint32_t b = uint32_t(x.s2());
  LaneMask value;
  x.forActive([&](unsigned i) { value.set(i, F(a[i], b)); });
  x.setPredicate(x.in.rd, value, x.active);
}
template <auto F>
void bothCompare(Handlers &t, Op vv, Op vs) {
  t.set(vv, compare<F>);
  t.set(vs, compareScalar<F>);
}

bool iLe(uint32_t a, uint32_t b) { return int32_t(a) <= int32_t(b); }
bool iGt(uint32_t a, uint32_t b) { return int32_t(a) > int32_t(b); }
bool iGe(uint32_t a, uint32_t b) { return int32_t(a) >= int32_t(b); }
bool uLe(uint32_t a, uint32_t b) { return a <= b; }
bool uGt(uint32_t a, uint32_t b) { return a > b; }
bool uGe(uint32_t a, uint32_t b) { return a >= b; }

/// vd = p ? va : second operand. Only the lanes chosen are read.
template <bool Scalar>
void select(Exec &x) {
  if (!x.activate())
    return;
  const LaneMask *p = x.predicate(x.in.rs3, x.active);
  if (!p)
    return;
  const uint32_t *a = x.source(x.in.rs1, x.active & *p);
  const uint32_t *b = Scalar ? nullptr : x.source(x.in.rs2, x.active & ~*p);
  if (x.fault)
    return;
  uint32_t s = uint32_t(x.s2());
  uint32_t *d = x.destination(x.in.rd);
  x.forActive([&](unsigned i) { d[i] = p->test(i) ? a[i] : Scalar ? s : b[i]; });
  x.wrote(x.in.rd);
}

uint32_t identity(uint32_t a) { return a; }

} // namespace

void addVectorFloatHandlers(Handlers &t) {
  both<fAdd>(t, Op::Vfadd, Op::VfaddVs);
  both<fSub>(t, Op::Vfsub, Op::VfsubVs);
  both<fMul>(t, Op::Vfmul, Op::VfmulVs);
  both<fMin>(t, Op::Vfmin, Op::VfminVs);
  both<fMax>(t, Op::Vfmax, Op::VfmaxVs);
  t.set(Op::VfrsubVs, binaryScalar<fRsub>);
  t.set(Op::Vfabs, unary<fAbs>);
  t.set(Op::Vfneg, unary<fNeg>);
  fma<fFma>(t, Op::Vfma, Op::VfmaVsv, Op::VfmaVvs);
  fma<fFms>(t, Op::Vfms, Op::VfmsVsv, Op::VfmsVvs);
  fma<fFnma>(t, Op::Vfnma, Op::VfnmaVsv, Op::VfnmaVvs);
  t.set(Op::VsfuExp2, unary<sfuExp2>);
  t.set(Op::VsfuLog2, unary<sfuLog2>);
  t.set(Op::VsfuRcp, unary<sfuRcp>);
  t.set(Op::VsfuRsqrt, unary<sfuRsqrt>);
  t.set(Op::VsfuSin, unary<sfuSin>);
  t.set(Op::VsfuCos, unary<sfuCos>);
  t.set(Op::VrndBf16, unary<roundBf16>);
  t.set(Op::VrndF16, unary<roundF16>);
  t.set(Op::VcvtF32I32, unary<f32FromI32>);
  t.set(Op::VcvtF32U32, unary<f32FromU32>);
  t.set(Op::VcvtI32F32Rtz, unary<i32FromF32Rtz>);
  t.set(Op::VcvtI32F32Rne, unary<i32FromF32Rne>);
  t.set(Op::VcvtU32F32Rtz, unary<u32FromF32Rtz>);
  t.set(Op::VcvtU32F32Rne, unary<u32FromF32Rne>);
}

void addVectorIntHandlers(Handlers &t) {
  both<I::add>(t, Op::Viadd, Op::ViaddVs);
  both<I::sub>(t, Op::Visub, Op::VisubVs);
  both<I::bitAnd>(t, Op::Viand, Op::ViandVs);
  both<I::bitOr>(t, Op::Vior, Op::ViorVs);
  both<I::bitXor>(t, Op::Vixor, Op::VixorVs);
  both<I::shl>(t, Op::Vishl, Op::VishlVs);
  both<I::shr>(t, Op::Vishr, Op::VishrVs);
  both<I::sra>(t, Op::Visra, Op::VisraVs);
  both<I::min>(t, Op::Vimin, Op::ViminVs);
  both<I::max>(t, Op::Vimax, Op::VimaxVs);
  both<I::minu>(t, Op::Viminu, Op::ViminuVs);
  both<I::maxu>(t, Op::Vimaxu, Op::VimaxuVs);
  both<I::mul>(t, Op::Vimul, Op::VimulVs);
  both<I::mulh>(t, Op::Vimulh, Op::VimulhVs);
  both<I::mulhu>(t, Op::Vimulhu, Op::VimulhuVs);
  both<I::div>(t, Op::Vidiv, Op::VidivVs);
  both<I::divu>(t, Op::Vidivu, Op::VidivuVs);
  both<I::rem>(t, Op::Virem, Op::ViremVs);
  both<I::remu>(t, Op::Viremu, Op::ViremuVs);
  t.set(Op::VirsubVs, binaryScalar<I::rsub>);
  t.set(Op::Vmv, unary<identity>);
  t.set(Op::Vsel, select<false>);
  t.set(Op::VselVs, select<true>);
}

void addCompareHandlers(Handlers &t) {
  bothCompare<fEq>(t, Op::VcmpFEq, Op::VcmpFEqVs);
  bothCompare<fNe>(t, Op::VcmpFNe, Op::VcmpFNeVs);
  bothCompare<fLt>(t, Op::VcmpFLt, Op::VcmpFLtVs);
  bothCompare<fLe>(t, Op::VcmpFLe, Op::VcmpFLeVs);
  bothCompare<fGt>(t, Op::VcmpFGt, Op::VcmpFGtVs);
  bothCompare<fGe>(t, Op::VcmpFGe, Op::VcmpFGeVs);
  bothCompare<fOne>(t, Op::VcmpFOne, Op::VcmpFOneVs);
  bothCompare<fUeq>(t, Op::VcmpFUeq, Op::VcmpFUeqVs);
  bothCompare<fUlt>(t, Op::VcmpFUlt, Op::VcmpFUltVs);
  bothCompare<fUle>(t, Op::VcmpFUle, Op::VcmpFUleVs);
  bothCompare<fUgt>(t, Op::VcmpFUgt, Op::VcmpFUgtVs);
  bothCompare<fUge>(t, Op::VcmpFUge, Op::VcmpFUgeVs);
  bothCompare<fOrd>(t, Op::VcmpFOrd, Op::VcmpFOrdVs);
  bothCompare<fUno>(t, Op::VcmpFUno, Op::VcmpFUnoVs);
  bothCompare<I::eq>(t, Op::VcmpIEq, Op::VcmpIEqVs);
  bothCompare<I::ne>(t, Op::VcmpINe, Op::VcmpINeVs);
  bothCompare<I::lt>(t, Op::VcmpILt, Op::VcmpILtVs);
  bothCompare<iLe>(t, Op::VcmpILe, Op::VcmpILeVs);
  bothCompare<iGt>(t, Op::VcmpIGt, Op::VcmpIGtVs);
  bothCompare<iGe>(t, Op::VcmpIGe, Op::VcmpIGeVs);
  bothCompare<I::ltu>(t, Op::VcmpULt, Op::VcmpULtVs);
  bothCompare<uLe>(t, Op::VcmpULe, Op::VcmpULeVs);
  bothCompare<uGt>(t, Op::VcmpUGt, Op::VcmpUGtVs);
  bothCompare<uGe>(t, Op::VcmpUGe, Op::VcmpUGeVs);
}

} // namespace kiln::npu
