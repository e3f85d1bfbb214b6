// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts are read strictly: a fact that cannot be said of its argument would
// silently choose the wrong variant, so it is an error here.

#include "kiln/Facts.h"
#include "kiln/Convert.h"

#include "Text.h"

#include <bit>
#include <limits>

using namespace kiln;

Fact Fact::value(unsigned arg, int64_t value) { return {Kind::Value, arg, 0, value, 0}; }

Fact Fact::multipleOf(unsigned arg, int64_t divisor) { return {Kind::MultipleOf, arg, 0, divisor, 0}; }

Fact Fact::range(unsigned arg, int64_t lo, int64_t hi) { return {Kind::Range, arg, 0, lo, hi}; }

Fact Fact::align(unsigned arg, int64_t bytes) { return {Kind::Align, arg, 0, bytes, 0}; }

Fact Fact::bytes(unsigned arg, int64_t bytes) { return {Kind::Bytes, arg, 0, bytes, 0}; }

Fact Fact::disjoint(unsigned arg, unsigned other) {
  return {Kind::Disjoint, std::min(arg, other), std::max(arg, other), 0, 0};
}

namespace {
using Arguments = std::span<const ArgumentInfo>;

Result<Fact> parseDisjoint(std::string_view text, size_t bar, Arguments arguments) {
  auto first = findArgument(arguments, trim(text.substr(0, bar)));
  if (!first)
    return first.error();
  auto second = findArgument(arguments, trim(text.substr(bar + 1)));
  if (!second)
    return second.error();
  return Fact::disjoint(*first, *second);
}

Result<Fact> parseDivisor(std::string_view text, size_t percent, Arguments arguments) {
  auto arg = findArgument(arguments, trim(text.substr(0, percent)));
  if (!arg)
    return arg.error();
  auto number = parseInteger(text.substr(percent + 1), "the divisor");
  if (!number)
    return number.error();
  return arguments[*arg].isPointer ? Fact::align(*arg, *number) : Fact::multipleOf(*arg, *number);
}

Result<Fact> parseBytes(std::string_view left, std::string_view right, Arguments arguments) {
  auto arg = findArgument(arguments, trim(left));
  if (!arg)
    return arg.error();
  auto number = parseInteger(right, "the number of bytes");
  if (!number)
    return number.error();
  return Fact::bytes(*arg, *number);
}

Result<Fact> parseEquality(std::string_view text, size_t equals, Arguments arguments) {
  std::string_view left = trim(text.substr(0, equals));
  std::string_view right = text.substr(equals + 1);
  auto arg = findArgument(arguments, left);
  // An argument may itself be called `x.bytes`: the whole name goes first.
  if (!arg && left.ends_with(".bytes"))
    return parseBytes(left.substr(0, left.size() - 6), right, arguments);
  if (!arg)
    return arg.error();
  size_t dots = right.find("..");
  if (dots == std::string_view::npos) {
    auto number = parseInteger(right, "the value");
    if (!number)
      return number.error();
    return Fact::value(*arg, *number);
  }
  auto lo = parseInteger(right.substr(0, dots), "the lower bound");
  if (!lo)
    return lo.error();
  auto hi = parseInteger(right.substr(dots + 2), "the upper bound");
  if (!hi)
    return hi.error();
  return Fact::range(*arg, *lo, *hi);
}

Result<Fact> parseAny(std::string_view text, Arguments arguments) {
  if (size_t bar = text.find('|'); bar != std::string_view::npos)
    return parseDisjoint(text, bar, arguments);
  if (size_t percent = text.find('%'); percent != std::string_view::npos)
    return parseDivisor(text, percent, arguments);
  if (size_t equals = text.find('='); equals != std::string_view::npos)
    return parseEquality(text, equals, arguments);
  return Error("expected n=VALUE, n%DIVISOR, n=LO..HI, p%BYTES, p.bytes=BYTES "
               "or a|b");
}

Result<void> requireInteger(const ArgumentInfo &info) {
  if (info.isPointer)
    return Error("expected an integer but argument " + quote(info.name) + " is a pointer");
  if (isFloat(info.type))
    return Error("expected an integer but argument " + quote(info.name) + " is a " + std::string(name(info.type)));
  return {};
}

Result<void> requirePointer(const ArgumentInfo &info) {
  if (!info.isPointer)
    return Error("expected a pointer but argument " + quote(info.name) + " is of type " + std::string(name(info.type)));
  return {};
}

Result<void> requireFits(int64_t value, const ArgumentInfo &info) {
  if (!fitsInteger(value, info.type))
    return Error("value " + std::to_string(value) + " does not fit argument " + quote(info.name) + " of type " +
                 std::string(name(info.type)));
  return {};
}

Result<void> verifyRange(const Fact &fact, const ArgumentInfo &info) {
  if (fact.lo > fact.hi)
    return Error("expected a range with its lower bound first but got " + std::to_string(fact.lo) + ".." +
                 std::to_string(fact.hi));
  if (auto fits = requireFits(fact.lo, info); !fits)
    return fits;
  return requireFits(fact.hi, info);
}

Result<void> verifyInteger(const Fact &fact, const ArgumentInfo &info) {
  if (auto integer = requireInteger(info); !integer)
    return integer;
  if (fact.kind == Fact::Kind::Range)
    return verifyRange(fact, info);
  if (fact.kind == Fact::Kind::MultipleOf && fact.lo < 1)
    return Error("expected a divisor of at least 1 but got " + std::to_string(fact.lo));
  return requireFits(fact.lo, info);
}

Result<void> verifyPointer(const Fact &fact, const ArgumentInfo &info) {
  if (auto pointer = requirePointer(info); !pointer)
    return pointer;
  bool isAlign = fact.kind == Fact::Kind::Align;
  if (isAlign && (fact.lo < 1 || !std::has_single_bit(uint64_t(fact.lo))))
    return Error("expected an alignment that is a power of two bytes but got " + std::to_string(fact.lo));
  if (fact.lo < 0)
    return Error("expected a number of bytes but got " + std::to_string(fact.lo));
  return {};
}

Result<void> verifyDisjoint(const Fact &fact, Arguments arguments) {
  if (fact.other >= arguments.size())
    return Error("the kernel has no argument " + std::to_string(fact.other));
  if (fact.arg == fact.other)
    return Error("argument " + quote(arguments[fact.arg].name) + " cannot be disjoint from itself");
  if (auto pointer = requirePointer(arguments[fact.arg]); !pointer)
    return pointer;
  return requirePointer(arguments[fact.other]);
}

/// Pointers into buffers of known extent that share no byte. Two views of one
/// buffer are not disjoint, even where they do not overlap: a kernel may reach
/// any part of the buffer from either.
bool areDisjoint(const ArgumentValue &a, const ArgumentValue &b) {
  if (a.bufferBytes == 0 || b.bufferBytes == 0)
    return false;
  return a.bufferBase < b.bufferBase ? b.bufferBase - a.bufferBase >= a.bufferBytes
                                     : a.bufferBase - b.bufferBase >= b.bufferBytes;
}

uint64_t bytesFrom(const ArgumentValue &value) {
  if (value.bits < value.bufferBase || value.bits - value.bufferBase > value.bufferBytes)
    return 0;
  return value.bufferBytes - (value.bits - value.bufferBase);
}

/// What a fact demands of its argument, for an error message.
std::string demand(const Fact &fact, Arguments arguments) {
  std::string lo = std::to_string(fact.lo);
  switch (fact.kind) {
  case Fact::Kind::Value:
    return "the value " + lo;
  case Fact::Kind::MultipleOf:
    return "a multiple of " + lo;
  case Fact::Kind::Range:
    return "a value from " + lo + " to " + std::to_string(fact.hi);
  case Fact::Kind::Align:
    return "an address aligned to " + lo + " bytes";
  case Fact::Kind::Bytes:
    return "at least " + lo + " bytes from the pointer on";
  case Fact::Kind::Disjoint:
    return "a buffer apart from that of argument " + quote(arguments[fact.other].name);
  }
  return {};
}

std::string describeExtent(const ArgumentValue &value) {
  if (value.bufferBytes == 0)
    return " in a buffer of unknown size";
  return " in a buffer of " + std::to_string(value.bufferBytes) + " bytes, at byte " +
         std::to_string(value.bits - value.bufferBase);
}
} // namespace

Result<void> kiln::verify(const Fact &fact, Arguments arguments) {
  if (fact.arg >= arguments.size())
    return Error("the kernel has no argument " + std::to_string(fact.arg));
  switch (fact.kind) {
  case Fact::Kind::Value:
  case Fact::Kind::MultipleOf:
  case Fact::Kind::Range:
    return verifyInteger(fact, arguments[fact.arg]);
  case Fact::Kind::Align:
  case Fact::Kind::Bytes:
    return verifyPointer(fact, arguments[fact.arg]);
  case Fact::Kind::Disjoint:
    return verifyDisjoint(fact, arguments);
  }
  return Error("unknown kind of fact");
}

Result<Fact> kiln::parseFact(std::string_view text, Arguments arguments) {
  std::string context = "fact " + quote(text);
  auto fact = parseAny(text, arguments);
  if (!fact)
    return fact.error().in(context);
  if (auto valid = verify(*fact, arguments); !valid)
    return valid.error().in(context);
  return fact;
}

std::string kiln::print(const Fact &fact, Arguments arguments) {
  auto nameOf = [&](unsigned arg) { return arg < arguments.size() ? arguments[arg].name : "a" + std::to_string(arg); };
  std::string arg = nameOf(fact.arg);
  std::string lo = std::to_string(fact.lo);
  switch (fact.kind) {
  case Fact::Kind::Value:
    return arg + "=" + lo;
  case Fact::Kind::MultipleOf:
  case Fact::Kind::Align:
    return arg + "%" + lo;
  case Fact::Kind::Range:
    return arg + "=" + lo + ".." + std::to_string(fact.hi);
  case Fact::Kind::Bytes:
    return arg + ".bytes=" + lo;
  case Fact::Kind::Disjoint:
    return arg + "|" + nameOf(fact.other);
  }
  return arg;
}

bool kiln::holds(const Fact &fact, Arguments arguments, std::span<const ArgumentValue> values) {
  if (values.size() != arguments.size() || !verify(fact, arguments))
    return false;
  const ArgumentInfo &info = arguments[fact.arg];
  const ArgumentValue &value = values[fact.arg];
  switch (fact.kind) {
  case Fact::Kind::Value:
    return integerOf(info, value) == fact.lo;
  case Fact::Kind::MultipleOf:
    if (info.type == ElementType::U64)
      return value.bits % static_cast<uint64_t>(fact.lo) == 0;
    return *integerOf(info, value) % fact.lo == 0;
  case Fact::Kind::Range: {
    auto integer = integerOf(info, value);
    return integer && *integer >= fact.lo && *integer <= fact.hi;
  }
  case Fact::Kind::Align:
    return value.bits % static_cast<uint64_t>(fact.lo) == 0;
  case Fact::Kind::Bytes:
    return bytesFrom(value) >= static_cast<uint64_t>(fact.lo);
  case Fact::Kind::Disjoint:
    return areDisjoint(value, values[fact.other]);
  }
  return false;
}

Result<void> kiln::requireHolds(const Fact &fact, Arguments arguments, std::span<const ArgumentValue> values) {
  if (holds(fact, arguments, values))
    return {};
  if (fact.arg >= values.size() || fact.arg >= arguments.size())
    return Error("the kernel has no argument " + std::to_string(fact.arg));
  bool needsExtent = fact.kind == Fact::Kind::Bytes || fact.kind == Fact::Kind::Disjoint;
  return Error("expected " + demand(fact, arguments) + " but got " +
               describeValue(arguments[fact.arg], values[fact.arg]) +
               (needsExtent ? describeExtent(values[fact.arg]) : ""));
}

std::vector<Fact> kiln::deriveFacts(Arguments arguments, std::span<const ArgumentValue> values) {
  std::vector<Fact> facts;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const ArgumentInfo &info = arguments[i];
    if (!info.isPointer && (isFloat(info.type) || info.type == ElementType::I1))
      continue;
    Fact one = Fact::value(i, 1);
    Fact multiple = info.isPointer ? Fact::align(i, 16) : Fact::multipleOf(i, 16);
    if (holds(one, arguments, values))
      facts.push_back(one);
    else if (holds(multiple, arguments, values))
      facts.push_back(multiple);
  }
  return facts;
}

std::vector<Fact> kiln::deriveBytes(Arguments arguments, std::span<const ArgumentValue> values) {
  std::vector<Fact> facts;
  constexpr uint64_t most = std::numeric_limits<int64_t>::max();
  for (unsigned i = 0; i < arguments.size() && i < values.size(); ++i)
    if (uint64_t bytes = bytesFrom(values[i]); arguments[i].isPointer && bytes != 0)
      facts.push_back(Fact::bytes(i, static_cast<int64_t>(std::min(bytes, most))));
  return facts;
}

std::vector<Fact> kiln::deriveDisjoint(Arguments arguments, std::span<const ArgumentValue> values) {
  std::vector<Fact> facts;
  for (unsigned i = 0; i < arguments.size(); ++i)
    for (unsigned j = i + 1; j < arguments.size(); ++j)
      if (Fact fact = Fact::disjoint(i, j); holds(fact, arguments, values))
        facts.push_back(fact);
  return facts;
}
