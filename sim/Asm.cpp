// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembler: a line is cut into operand texts, and each is read as its
// operand in the instruction table says.

#include "sim/Asm.h"

#include <charconv>
#include <unordered_map>

namespace kiln::npu {
namespace {

using Labels = std::unordered_map<std::string_view, int64_t>;

constexpr std::string_view blanks = " \t\r";

std::string_view trim(std::string_view s) {
  size_t first = s.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

std::string quote(std::string_view s) { return "'" + std::string(s) + "'"; }

/// Decimal or 0x hexadecimal, with an optional minus.
std::optional<int64_t> number(std::string_view s) {
  bool negative = !s.empty() && s[0] == '-';
  if (negative)
    s.remove_prefix(1);
  int base = 10;
  if (s.substr(0, 2) == "0x") {
    base = 16;
    s.remove_prefix(2);
  }
  int64_t value = 0;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value, base);
  if (error != std::errc() || end != s.data() + s.size() || s.empty() || s[0] == '-')
    return std::nullopt;
  return negative ? -value : value;
}

Result<int64_t> registerNumber(std::string_view text, RegClass cls) {
  char letter = "rvp"[size_t(cls)];
  auto n = text.empty() || text[0] != letter ? std::nullopt : number(text.substr(1));
  if (!n)
    return Error("expected a register " + std::string(1, letter) + "<number> but got " + quote(text));
  return *n;
}

/// "name=value"; the value is a number or one of the field's names.
Result<int64_t> fieldValue(std::string_view text, const Operand &operand) {
  size_t equals = text.find('=');
  if (equals == std::string_view::npos || trim(text.substr(0, equals)) != operand.name)
    return Error("expected '" + operand.name + "=..' but got " + quote(text));
  std::string_view value = trim(text.substr(equals + 1));
  auto names = immNames(operand.imm);
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == value)
      return int64_t(i);
  if (auto n = number(value))
    return *n;
  return Error("field '" + operand.name + "' has no value " + quote(value));
}

Result<int64_t> immediate(std::string_view text, const Operand &operand, const Labels &labels) {
  if (auto n = number(text))
    return *n;
  auto label = labels.find(text);
  if (operand.imm == ImmKind::Target && label != labels.end())
    return label->second;
  return Error(operand.imm == ImmKind::Target ? "no label is called " + quote(text)
                                              : "expected a number but got " + quote(text));
}

/// "[r1+16]", "[r1-4]" or "[r1]".
Result<void> memory(std::string_view text, std::vector<int64_t> &values) {
  if (text.size() < 4 || text.front() != '[' || text.back() != ']')
    return Error("expected [r<number>+<offset>] but got " + quote(text));
  std::string_view inside = trim(text.substr(1, text.size() - 2));
  size_t sign = inside.find_first_of("+-");
  auto base = registerNumber(trim(inside.substr(0, sign)), RegClass::Scalar);
  if (!base)
    return base.error();
  std::optional<int64_t> offset = 0;
  if (sign != std::string_view::npos) {
    offset = number(trim(inside.substr(sign + 1)));
    if (offset && inside[sign] == '-')
      *offset = -*offset;
  }
  if (!offset)
    return Error("expected a byte offset in " + quote(text));
  values.push_back(*base);
  values.push_back(*offset);
  return {};
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!trim(text).empty()) {
    size_t comma = std::min(text.find(','), text.size());
    parts.push_back(trim(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

Result<std::vector<int64_t>> operands(const InstrInfo &info, std::string_view text, const Labels &labels) {
  std::vector<int64_t> values;
  auto parts = split(text);
  size_t next = 0;
  for (size_t i = 0; i < info.operands.size(); ++i) {
    const Operand &operand = info.operands[i];
    if (next >= parts.size())
      return Error("operand '" + operand.name + "' is missing");
    std::string_view part = parts[next++];
    if (operand.memory) {
      if (auto ok = memory(part, values); !ok)
        return ok.error();
      ++i; // the offset
      continue;
    }
    bool whole = operand.imm == ImmKind::Signed || operand.imm == ImmKind::Target || operand.imm == ImmKind::Length;
    auto value = operand.slot != Slot::Imm ? registerNumber(part, operand.cls)
                 : whole                   ? immediate(part, operand, labels)
                                           : fieldValue(part, operand);
    if (!value)
      return value.error();
    values.push_back(*value);
  }
  if (next < parts.size())
    return Error("operand " + quote(parts[next]) + " is one too many");
  return values;
}

Result<Instr> instruction(std::string_view line, const Labels &labels) {
  size_t space = std::min(line.find_first_of(blanks), line.size());
  std::string_view name = line.substr(0, space);
  std::string_view rest = trim(line.substr(space));
  auto op = findOp(name);
  if (!op)
    return Error("no instruction is called " + quote(name));
  int64_t mask = noMask;
  if (size_t at = rest.rfind(" if "); at != std::string_view::npos) {
    auto p = registerNumber(trim(rest.substr(at + 4)), RegClass::Predicate);
    if (!p)
      return p.error();
    if (*p < 0 || *p > 7)
      return Error("the mask is p" + std::to_string(*p) + ", expected p0 to p7");
    mask = *p;
    rest = trim(rest.substr(0, at));
  }
  auto values = operands(instrInfo(*op), rest, labels);
  if (!values)
    return values.error().in(quote(name));
  return make(*op, *values, int(mask));
}

Result<uint64_t> parseWord(std::string_view text) {
  uint64_t word = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), word);
  if (error != std::errc() || end != text.data() + text.size())
    return Error("expected a number of 64 bits after '.word' but got " + quote(text));
  return word;
}

struct Line {
  unsigned number;
  std::string_view text;
};

/// The instruction lines, with labels cut off and collected.
Result<std::vector<Line>> scan(std::string_view text, Labels &labels) {
  std::vector<Line> lines;
  for (unsigned number = 1; !text.empty(); ++number) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = trim(line.substr(0, line.find(';')));
    if (size_t colon = line.find(':'); colon != std::string_view::npos) {
      std::string_view label = trim(line.substr(0, colon));
      if (!labels.emplace(label, int64_t(lines.size())).second)
        return Error("line " + std::to_string(number) + ": label " + quote(label) + " is defined twice");
      line = trim(line.substr(colon + 1));
    }
    if (!line.empty())
      lines.push_back({number, line});
  }
  return lines;
}

} // namespace

Result<Program> assemble(std::string_view text) {
  Labels labels;
  auto lines = scan(text, labels);
  if (!lines)
    return lines.error();
  Program program;
  for (const Line &line : *lines) {
    std::string where = "line " + std::to_string(line.number);
    // What disassembles to no instruction.
    if (line.text.starts_with(".word ")) {
      auto word = parseWord(trim(line.text.substr(6)));
      if (!word)
        return word.error().in(where);
      program.words.push_back(*word);
      program.wordLocations.push_back(program.location(where));
      continue;
    }
    auto in = instruction(line.text, labels);
    if (!in)
      return in.error().in(where);
    auto index = program.append(*in, program.location(where));
    if (!index)
      return index.error().in(where);
  }
  return program;
}

} // namespace kiln::npu
