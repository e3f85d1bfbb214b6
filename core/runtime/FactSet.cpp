// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of facts: what follows from what, and the one canonical form of a set.
// Facts of one integer are an interval and a divisor; canonical sets are what
// guards and compile keys are written from.

#include "kiln/Convert.h"
#include "kiln/Facts.h"

#include "Text.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace kiln;

namespace {
using Arguments = std::span<const ArgumentInfo>;
constexpr int64_t most = std::numeric_limits<int64_t>::max();

/// What several facts say about one integer, together.
struct Integers {
  int64_t lo;
  int64_t hi;
  int64_t divisor = 1;

  /// All values that a launch can pass and a fact can name.
  static Integers all(ElementType type) {
    if (type == ElementType::I1)
      return {0, 1};
    unsigned bits = 8 * byteSize(type);
    if (!fitsInteger(-1, type))
      return {0, bits >= 63 ? most : (int64_t(1) << bits) - 1};
    return {-(most >> (64 - bits)) - 1, most >> (64 - bits)};
  }

  /// The least multiple of the divisor in the interval; `hi` + 1 or more if
  /// there is none.
  __int128 least() const {
    __int128 step = divisor, quotient = lo / divisor;
    return lo > 0 && lo % divisor != 0 ? (quotient + 1) * step : quotient * step;
  }
  bool isEmpty() const { return lo > hi || least() > hi; }
  bool isOne() const { return !isEmpty() && least() + divisor > hi; }

  /// False where the divisors have no common multiple in 64 bits.
  bool add(const Fact &fact) {
    if (fact.kind == Fact::Kind::MultipleOf) {
      int64_t factor = fact.lo / std::gcd(divisor, fact.lo);
      return !__builtin_mul_overflow(divisor, factor, &divisor);
    }
    lo = std::max(lo, fact.lo);
    hi = std::min(hi, fact.kind == Fact::Kind::Value ? fact.lo : fact.hi);
    return true;
  }
};

bool isOfInteger(const Fact &fact) {
  return fact.kind == Fact::Kind::Value || fact.kind == Fact::Kind::MultipleOf || fact.kind == Fact::Kind::Range;
}

/// Facts of one argument and the integers that are left.
class IntegerFacts {
public:
  IntegerFacts(unsigned arg, Arguments arguments)
      : arg(arg), arguments(arguments), left(Integers::all(arguments[arg].type)) {}

  Result<void> add(const Fact &fact) {
    if (fact.arg != arg || !isOfInteger(fact))
      return {};
    if (!left.add(fact) || left.isEmpty())
      return Error("fact " + quote(print(fact, arguments)) + " leaves no value for argument " +
                   quote(arguments[arg].name) + " beside " +
                   (seen.empty() ? "its type " + std::string(name(arguments[arg].type)) : print(seen, arguments)));
    seen.push_back(fact);
    return {};
  }

  const Integers &integers() const { return left; }

  /// What is known beyond `stated`, as facts.
  void appendTo(std::vector<Fact> &facts, const Integers &stated) const {
    if (left.isOne()) {
      if (!stated.isOne())
        facts.push_back(Fact::value(arg, static_cast<int64_t>(left.least())));
      return;
    }
    if (left.divisor != stated.divisor)
      facts.push_back(Fact::multipleOf(arg, left.divisor));
    if (left.lo != stated.lo || left.hi != stated.hi)
      facts.push_back(Fact::range(arg, left.lo, left.hi));
  }

private:
  unsigned arg;
  Arguments arguments;
  Integers left;
  std::vector<Fact> seen;
};

Result<void> combineIntegers(unsigned arg, std::span<const Fact> facts, Arguments arguments,
                             std::span<const Fact> stated, std::vector<Fact> &combined) {
  IntegerFacts known(arg, arguments);
  for (const Fact &fact : stated)
    if (auto added = known.add(fact); !added)
      return added;
  Integers before = known.integers();
  for (const Fact &fact : facts)
    if (auto added = known.add(fact); !added)
      return added;
  known.appendTo(combined, before);
  return {};
}

/// The strongest of the facts of one kind about one pointer.
void combinePointer(Fact strongest, std::span<const Fact> facts, std::span<const Fact> stated,
                    std::vector<Fact> &combined) {
  for (const Fact &fact : facts)
    if (fact.kind == strongest.kind && fact.arg == strongest.arg)
      strongest.lo = std::max(strongest.lo, fact.lo);
  for (const Fact &fact : stated)
    if (implies(fact, strongest))
      return;
  if (strongest.lo > (strongest.kind == Fact::Kind::Align))
    combined.push_back(strongest);
}

bool contains(std::span<const Fact> facts, const Fact &fact) {
  return std::find(facts.begin(), facts.end(), fact) != facts.end();
}
} // namespace

bool kiln::implies(const Fact &fact, const Fact &other) {
  if (fact == other)
    return true;
  if (fact.arg != other.arg)
    return false;
  using Kind = Fact::Kind;
  switch (other.kind) {
  case Kind::Value:
    return fact.kind == Kind::Range && fact.lo == other.lo && fact.hi == other.lo;
  case Kind::MultipleOf:
    return (fact.kind == Kind::Value || fact.kind == Kind::MultipleOf) && fact.lo % other.lo == 0;
  case Kind::Range:
    return (fact.kind == Kind::Value && other.lo <= fact.lo && fact.lo <= other.hi) ||
           (fact.kind == Kind::Range && other.lo <= fact.lo && fact.hi <= other.hi);
  case Kind::Align:
  case Kind::Bytes:
    return fact.kind == other.kind && fact.lo >= other.lo;
  case Kind::Disjoint:
    return false;
  }
  return false;
}

Result<std::vector<Fact>> kiln::combineFacts(std::span<const Fact> facts, Arguments arguments,
                                             std::span<const Fact> stated) {
  std::vector<Fact> combined;
  for (unsigned arg = 0; arg < arguments.size(); ++arg) {
    if (arguments[arg].isPointer) {
      combinePointer(Fact::align(arg, 1), facts, stated, combined);
      combinePointer(Fact::bytes(arg, 0), facts, stated, combined);
    } else if (auto added = combineIntegers(arg, facts, arguments, stated, combined); !added) {
      return added.error();
    }
  }
  for (unsigned arg = 0; arg < arguments.size(); ++arg)
    for (unsigned other = arg + 1; other < arguments.size(); ++other)
      if (Fact fact = Fact::disjoint(arg, other); contains(facts, fact) && !contains(stated, fact))
        combined.push_back(fact);
  return combined;
}

std::string kiln::print(std::span<const Fact> facts, Arguments arguments) {
  std::vector<std::string> texts;
  for (const Fact &fact : facts)
    texts.push_back(print(fact, arguments));
  return listOf(texts);
}
