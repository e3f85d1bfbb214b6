// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predicates and everything that moves values between lanes. Reductions and
// scans work on groups of 16 lanes on every machine, so their float results do
// not depend on how many lanes it has.

#include "sim/Exec.h"
#include "sim/Numerics.h"

namespace kiln::npu {
namespace {

using I = Int<uint32_t>;
constexpr unsigned group = 16;
using Values = std::array<uint32_t, 256>;

template <auto F>
void predicateBinary(Exec &x) {
  LaneMask lanes = LaneMask::first(x.vl());
  const LaneMask *a = x.predicate(x.in.rs1, lanes);
  const LaneMask *b = x.predicate(x.in.rs2, lanes);
  if (a && b)
    x.setPredicate(x.in.rd, F(*a, *b), lanes);
}

template <auto F>
void predicateUnary(Exec &x) {
  LaneMask lanes = LaneMask::first(x.vl());
  if (const LaneMask *a = x.predicate(x.in.rs1, lanes))
    x.setPredicate(x.in.rd, F(*a), lanes);
}

void setWhole(Exec &x, const LaneMask &value) {
  x.setPredicate(x.in.rd, value, LaneMask::first(x.core.config.vectorLength));
}

void lengthPredicate(Exec &x) {
  int64_t n = std::clamp<int64_t>(int64_t(x.s1()), 0, x.core.config.vectorLength);
  setWhole(x, LaneMask::first(unsigned(n)));
}

void predicateFromVector(Exec &x) {
  LaneMask lanes = LaneMask::first(x.vl()), value;
  const uint32_t *a = x.source(x.in.rs1, lanes);
  if (!a)
    return;
  for (unsigned i = 0; i < x.vl(); ++i)
    value.set(i, a[i] != 0);
  x.setPredicate(x.in.rd, value, lanes);
}

void vectorFromPredicate(Exec &x) {
  LaneMask lanes = LaneMask::first(x.vl());
  const LaneMask *p = x.predicate(x.in.rs1, lanes);
  if (!p)
    return;
  for (unsigned i = 0; i < x.vl(); ++i)
    x.destination(x.in.rd)[i] = p->test(i);
  x.wrote(x.in.rd, lanes);
}

template <auto F>
void predicateScalar(Exec &x) {
  LaneMask lanes = LaneMask::first(x.vl());
  if (const LaneMask *p = x.predicate(x.in.rs1, lanes))
    x.setRd(uint64_t(int64_t(F(*p & lanes))));
}

/// Folds groups by halves, then the 16 lanes of the last group by halves.
/// Lanes that take no part hold the identity.
template <auto F>
uint32_t reduce(Exec &x, const uint32_t *a, uint32_t identity) {
  Values v;
  unsigned groups = std::bit_ceil((x.vl() + group - 1) / group);
  for (unsigned i = 0; i < groups * group; ++i)
    v[i] = x.active.test(i) ? a[i] : identity;
  for (unsigned half = groups * group / 2; half >= 1; half /= 2)
    for (unsigned i = 0; i < half; ++i)
      v[i] = F(v[i], v[i + half]);
  return v[0];
}

template <auto F, uint32_t Identity>
void reduceToVector(Exec &x) {
  if (!x.activate())
    return;
  if (const uint32_t *a = x.source(x.in.rs1)) {
    x.destination(x.in.rd)[0] = reduce<F>(x, a, Identity);
    x.wrote(x.in.rd, LaneMask::first(1));
  }
}
template <auto F, uint32_t Identity>
void reduceToScalar(Exec &x) {
  if (!x.activate())
    return;
  if (const uint32_t *a = x.source(x.in.rs1))
    x.setRd(uint64_t(int64_t(int32_t(reduce<F>(x, a, Identity)))));
}

template <auto F, uint32_t Identity>
void reduction(Handlers &t, Op vector, Op scalar) {
  t.set(vector, reduceToVector<F, Identity>);
  t.set(scalar, reduceToScalar<F, Identity>);
}

/// The first lane that no other lane beats; NaN takes no part.
template <auto Beats, uint32_t Identity, bool Float>
void reduceArgument(Exec &x) {
  if (!x.activate())
    return;
  const uint32_t *a = x.source(x.in.rs1);
  if (!a)
    return;
  uint32_t best = Identity, where = ~0u;
  x.forActive([&](unsigned i) {
    if ((Float && isNan(a[i])) || (where != ~0u && !Beats(a[i], best)))
      return;
    best = a[i];
    where = i;
  });
  uint32_t *d = x.destination(x.in.rd);
  d[0] = best;
  d[1] = where;
  x.wrote(x.in.rd, LaneMask::first(2));
}

/// Inclusive scan: Hillis-Steele inside a group, then the carry of the groups
/// before it. Reversed, the last lane comes first.
template <auto F>
void scan(Exec &x) {
  x.active = LaneMask::first(x.vl());
  const uint32_t *a = x.source(x.in.rs1);
  if (!a)
    return;
  unsigned n = x.vl();
  bool reverse = x.field(0, 1);
  Values v;
  for (unsigned i = 0; i < n; ++i)
    v[i] = a[reverse ? n - 1 - i : i];
  for (unsigned first = 0; first < n; first += group) {
    unsigned count = std::min(group, n - first);
    for (unsigned step = 1; step < group; step *= 2)
      for (unsigned i = count; i-- > step;)
        v[first + i] = F(v[first + i - step], v[first + i]);
    for (unsigned i = 0; first > 0 && i < count; ++i)
      v[first + i] = F(v[first - 1], v[first + i]);
  }
  uint32_t *d = x.destination(x.in.rd);
  for (unsigned i = 0; i < n; ++i)
    d[reverse ? n - 1 - i : i] = v[i];
  x.wrote(x.in.rd);
}

/// d[i] = register[lane] for the (register, lane) that pick(i) names; lane < 0
/// keeps the old value. Only lanes that are picked need a value.
struct Pick {
  unsigned reg;
  int lane;
};
template <typename F>
void shuffle(Exec &x, F pick) {
  Values v;
  LaneMask written = x.active;
  for (unsigned i = 0; i < x.vl(); ++i) {
    if (!x.active.test(i))
      continue;
    Pick p = pick(i);
    if (p.lane < 0) {
      written.set(i, false);
      continue;
    }
    LaneMask one;
    one.set(unsigned(p.lane), true);
    const uint32_t *from = x.source(p.reg, one);
    if (!from)
      return;
    v[i] = from[p.lane];
  }
  uint32_t *d = x.destination(x.in.rd);
  for (unsigned i = 0; i < x.vl(); ++i)
    if (written.test(i))
      d[i] = v[i];
  x.wrote(x.in.rd, written);
}

std::optional<unsigned> laneOperand(Exec &x) {
  if (x.s2() < x.core.config.vectorLength)
    return unsigned(x.s2());
  x.fail(TrapCode::BadVl, x.s2(),
         "lane is " + std::to_string(int64_t(x.s2())) + ", expected 0 to " +
             std::to_string(x.core.config.vectorLength - 1));
  return std::nullopt;
}

void broadcast(Exec &x) {
  auto lane = laneOperand(x);
  if (lane && x.activate())
    shuffle(x, [&](unsigned) { return Pick{x.in.rs1, int(*lane)}; });
}

void readLane(Exec &x) {
  auto lane = laneOperand(x);
  if (!lane)
    return;
  LaneMask one;
  one.set(*lane, true);
  if (const uint32_t *a = x.source(x.in.rs1, one))
    x.setRd(uint64_t(int64_t(int32_t(a[*lane]))));
}

void slide(Exec &x) {
  if (!x.activate())
    return;
  int64_t n = x.vl(), shift = std::clamp<int64_t>(int64_t(x.s2()), -n, n);
  shuffle(x, [&](unsigned i) {
    int64_t from = int64_t(i) + shift;
    return Pick{x.in.rs1, from < 0 || from >= n ? -1 : int(from)};
  });
}

void rotate(Exec &x) {
  if (!x.activate())
    return;
  int64_t n = x.vl(), shift = (int64_t(x.s2()) % n + n) % n;
  shuffle(x, [&](unsigned i) { return Pick{x.in.rs1, int((int64_t(i) + shift) % n)}; });
}

void permute(Exec &x) {
  if (!x.activate())
    return;
  if (const uint32_t *index = x.source(x.in.rs2))
    shuffle(x, [&](unsigned i) { return Pick{x.in.rs1, int((i & ~(group - 1)) | (index[i] & (group - 1)))}; });
}

void butterfly(Exec &x) {
  if (!x.activate())
    return;
  unsigned bit = 1u << x.field(0, 4);
  shuffle(x, [&](unsigned i) {
    unsigned from = i ^ bit;
    return Pick{x.in.rs1, from < x.vl() ? int(from) : -1};
  });
}

/// vzip: lanes of both sources in turn, from lane 0 or from the middle on.
template <bool High>
void zip(Exec &x) {
  if (x.activate())
    shuffle(x, [&](unsigned i) {
      unsigned lane = i / 2 + (High ? x.vl() / 2 : 0);
      return Pick{i % 2 ? x.in.rs2 : x.in.rs1, int(lane)};
    });
}
/// vunzip: even or odd lanes of both sources put end to end.
template <bool Odd>
void unzip(Exec &x) {
  if (x.activate())
    shuffle(x, [&](unsigned i) {
      unsigned at = 2 * i + Odd;
      return at < x.vl() ? Pick{x.in.rs1, int(at)} : Pick{x.in.rs2, int(at - x.vl())};
    });
}

} // namespace

void addPredicateHandlers(Handlers &t) {
  using M = LaneMask;
  t.set(Op::Pand, predicateBinary<[](M a, M b) { return a & b; }>);
  t.set(Op::Por, predicateBinary<[](M a, M b) { return a | b; }>);
  t.set(Op::Pxor, predicateBinary<[](M a, M b) { return a ^ b; }>);
  t.set(Op::Pandn, predicateBinary<[](M a, M b) { return a & ~b; }>);
  t.set(Op::Pnot, predicateUnary<[](M a) { return ~a; }>);
  t.set(Op::Pmov, predicateUnary<[](M a) { return a; }>);
  t.set(Op::Pset, [](Exec &x) {
    unsigned n = x.field(0, 1) ? x.core.config.vectorLength : 0;
    setWhole(x, LaneMask::first(n));
  });
  t.set(Op::Pvl, lengthPredicate);
  t.set(Op::Pfromv, predicateFromVector);
  t.set(Op::Ptov, vectorFromPredicate);
  t.set(Op::Ppop, predicateScalar<[](M a) { return int(a.count()); }>);
  t.set(Op::Pfirst, predicateScalar<[](M a) { return a.firstSet(); }>);
}

void addCrossLaneHandlers(Handlers &t) {
  constexpr uint32_t minusZero = 0x80000000, lowest = 0x80000000, highest = 0x7fffffff;
  reduction<fAdd, minusZero>(t, Op::VredFadd, Op::VredFaddS);
  reduction<fMax, canonicalNan>(t, Op::VredFmax, Op::VredFmaxS);
  reduction<fMin, canonicalNan>(t, Op::VredFmin, Op::VredFminS);
  reduction<I::add, 0>(t, Op::VredIadd, Op::VredIaddS);
  reduction<I::max, lowest>(t, Op::VredImax, Op::VredImaxS);
  reduction<I::min, highest>(t, Op::VredImin, Op::VredIminS);
  reduction<I::bitAnd, ~0u>(t, Op::VredIand, Op::VredIandS);
  reduction<I::bitOr, 0>(t, Op::VredIor, Op::VredIorS);
  reduction<I::bitXor, 0>(t, Op::VredIxor, Op::VredIxorS);
  t.set(Op::VredargFmax, reduceArgument<fGt, canonicalNan, true>);
  t.set(Op::VredargFmin, reduceArgument<fLt, canonicalNan, true>);
  t.set(Op::VredargImax, reduceArgument<[](uint32_t a, uint32_t b) { return I::lt(b, a); }, lowest, false>);
  t.set(Op::VredargImin, reduceArgument<I::lt, highest, false>);
  t.set(Op::VscanFadd, scan<fAdd>);
  t.set(Op::VscanIadd, scan<I::add>);
  t.set(Op::VscanFmax, scan<fMax>);
  t.set(Op::VscanImax, scan<I::max>);
  t.set(Op::VscanFmul, scan<fMul>);
  t.set(Op::VscanImul, scan<I::mul>);
  t.set(Op::VscanImin, scan<I::min>);
  t.set(Op::VscanFmin, scan<fMin>);
  t.set(Op::VscanIor, scan<I::bitOr>);
  t.set(Op::Viota, [](Exec &x) {
    if (!x.activate())
      return;
    uint32_t *d = x.destination(x.in.rd), start = uint32_t(x.s1());
    x.forActive([&](unsigned i) { d[i] = start + i; });
    x.wrote(x.in.rd);
  });
  t.set(Op::Vmsv, [](Exec &x) {
    if (!x.activate())
      return;
    uint32_t *d = x.destination(x.in.rd), value = uint32_t(x.s1());
    x.forActive([&](unsigned i) { d[i] = value; });
    x.wrote(x.in.rd);
  });
  t.set(Op::Vbcast, broadcast);
  t.set(Op::Vmvs, readLane);
  t.set(Op::Vslide, slide);
  t.set(Op::Vrot, rotate);
  t.set(Op::Vperm, permute);
  t.set(Op::Vbfly, butterfly);
  t.set(Op::VzipLo, zip<false>);
  t.set(Op::VzipHi, zip<true>);
  t.set(Op::VunzipEven, unzip<false>);
  t.set(Op::VunzipOdd, unzip<true>);
}

} // namespace kiln::npu
