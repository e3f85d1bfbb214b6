// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch facts: what is known about a kernel's arguments before it is compiled.
// They are part of the compile key, guard the variants of an artifact, and
// (when the kernel's text states them) are checked at every launch.
//
//   n=4         the integer n is 4
//   n%16        n is a multiple of 16
//   n=1..4096   n lies between 1 and 4096, both included
//   p%16        the pointer p is aligned to 16 bytes
//   p.bytes=N   at least N bytes from p on belong to its buffer
//   a|b         the buffers that a and b point into do not overlap

#ifndef KILN_FACTS_H
#define KILN_FACTS_H

#include "kiln/Signature.h"

#include <string>
#include <vector>

namespace kiln {

/// One fact; arguments are named by position. Unused fields are zero, so equal
/// facts compare equal.
struct Fact {
  enum class Kind : uint8_t { Value, MultipleOf, Range, Align, Bytes, Disjoint };

  Kind kind = Kind::Value;
  unsigned arg = 0;
  /// Disjoint: the second pointer.
  unsigned other = 0;
  /// Value: the value. MultipleOf: the divisor. Range: the lower bound.
  /// Align, Bytes: the number of bytes.
  int64_t lo = 0;
  /// Range: the upper bound, included.
  int64_t hi = 0;

  static Fact value(unsigned arg, int64_t value);
  static Fact multipleOf(unsigned arg, int64_t divisor);
  static Fact range(unsigned arg, int64_t lo, int64_t hi);
  static Fact align(unsigned arg, int64_t bytes);
  static Fact bytes(unsigned arg, int64_t bytes);
  /// The pair is unordered: the smaller position is stored first.
  static Fact disjoint(unsigned arg, unsigned other);

  bool operator==(const Fact &) const = default;
};

/// Reads one fact in the text form above.
Result<Fact> parseFact(std::string_view text, std::span<const ArgumentInfo> arguments);

/// The text form; parseFact gives the same fact back.
std::string print(const Fact &fact, std::span<const ArgumentInfo> arguments);

/// Whether the fact can be said of these arguments at all: positions in range,
/// integers and pointers where needed, positive divisors, ordered ranges.
Result<void> verify(const Fact &fact, std::span<const ArgumentInfo> arguments);

/// Whether the fact is true of a launch's values. The fact must verify, and
/// there must be one value for each argument; otherwise it does not hold.
bool holds(const Fact &fact, std::span<const ArgumentInfo> arguments, std::span<const ArgumentValue> values);

/// The error for a fact that is not true of a launch's values: argument, what
/// the fact demands, and what was passed. Nothing where it holds.
Result<void> requireHolds(const Fact &fact, std::span<const ArgumentInfo> arguments,
                          std::span<const ArgumentValue> values);

/// Whether `other` is true of every launch of which `fact` is.
bool implies(const Fact &fact, const Fact &other);

/// One set of facts in canonical form: in argument order, each argument's facts
/// merged (n%4 and n%6 are n%12, ranges are cut with each other), and without
/// those that `stated`, which hold anyway, imply. Facts that no launch can meet
/// together are an error.
Result<std::vector<Fact>> combineFacts(std::span<const Fact> facts, std::span<const ArgumentInfo> arguments,
                                       std::span<const Fact> stated = {});

/// The text form of a set: `n%16, p|q`; `none` for an empty one.
std::string print(std::span<const Fact> facts, std::span<const ArgumentInfo> arguments);

/// Facts by Triton's rule: an integer equal to 1 is that value; any other
/// integer that is a multiple of 16 says so; a pointer aligned to 16 bytes says
/// so. Arguments of type i1 and floats give none. In argument order.
std::vector<Fact> deriveFacts(std::span<const ArgumentInfo> arguments, std::span<const ArgumentValue> values);

/// `p.bytes=N` for each pointer into a buffer of known extent.
std::vector<Fact> deriveBytes(std::span<const ArgumentInfo> arguments, std::span<const ArgumentValue> values);

/// `a|b` for each pair of pointers into buffers that do not overlap.
std::vector<Fact> deriveDisjoint(std::span<const ArgumentInfo> arguments, std::span<const ArgumentValue> values);

} // namespace kiln

#endif // KILN_FACTS_H
