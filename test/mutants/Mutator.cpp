// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits.

#include "Mutator.h"

#include <algorithm>
#include <cctype>
#include <tuple>

using namespace kiln::mutants;

namespace {

using Words = std::vector<std::string_view>;

const Words strangers = {"i1",
                         "i8",
                         "i32",
                         "i64",
                         "f16",
                         "f32",
                         "0",
                         "-1",
                         "1",
                         "x",
                         "<",
                         ">",
                         "(",
                         ")",
                         "{",
                         "}",
                         "[",
                         "]",
                         "tensor<4xi32>",
                         "!tile.ptr",
                         "!tt.ptr<f32>",
                         "dense<0>",
                         "%0",
                         "@f",
                         "tt.return",
                         "scf.yield",
                         "arith.addi",
                         "tensor<0xi32>",
                         "tile.load",
                         "tile.yield",
                         "true",
                         "\"",
                         "tensor<1048577xf32>",
                         "tensor<?xf32>",
                         "array<i32: 0>",
                         "vld.f32",
                         "r1",
                         "v0",
                         "p7",
                         "null",
                         "1e999",
                         ":"};

const Words numbers = {"0",
                       "1",
                       "2",
                       "3",
                       "7",
                       "16",
                       "128",
                       "-1",
                       "255",
                       "65536",
                       "2147483647",
                       "2147483648",
                       "4294967295",
                       "-2147483648",
                       "9223372036854775807",
                       "9223372036854775808",
                       "18446744073709551616",
                       "1e308",
                       "0.5"};

/// Words that can stand for each other.
const std::vector<Words> kinds = {
    {"i1", "i8", "i16", "i32", "i64", "i128"},
    {"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"},
    {"arith.addi", "arith.muli", "arith.divsi", "arith.shli", "arith.xori", "arith.remui", "arith.floordivsi",
     "tile.divsi", "tile.remui", "tile.shli", "tile.shrsi", "arith.maxsi"},
    {"arith.addf", "arith.mulf", "arith.divf", "arith.maxnumf", "arith.remf", "arith.minimumf"},
    {"slt", "ult", "eq", "sge"},
    {"oeq", "ogt", "une", "uno"},
    {"math.exp", "math.sin", "math.rsqrt", "math.absf", "math.sqrt", "math.floor"},
    {"tt.expand_dims", "tt.reshape", "tt.broadcast"},
    {"tile.reshape", "tile.broadcast", "tile.split", "tile.unsplat"},
    {"tile.join", "tile.cat"},
    {"tile.reduce", "tile.scan"},
    {"tt.splat", "tt.unsplat", "tt.bitcast"},
    {"false", "true"},
    {"x", "y", "z"},
    {"tf32", "ieee", "bf16x3"},
    {"max", "min", "umax", "fadd", "exch", "and", "xchg", "add"},
    {"gpu", "cta", "sys"},
    {"vfadd", "vfmul", "vld.f32", "vst.f32", "vsel", "vslide"},
    {"add", "sub", "mul", "div", "ld", "sd", "lw"}};

const Words *siblingsOf(std::string_view word) {
  for (const Words &kind : kinds)
    if (std::find(kind.begin(), kind.end(), word) != kind.end())
      return &kind;
  return nullptr;
}

bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '%' || c == '@' || c == '!' || c == '#' || c == '_' ||
         c == '.' || c == '$';
}

/// Words and single marks, without space.
std::vector<std::pair<size_t, size_t>> tokensOf(std::string_view text) {
  std::vector<std::pair<size_t, size_t>> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (isWordByte(text[i]))
      while (end < text.size() && isWordByte(text[end]))
        ++end;
    if (!std::isspace(static_cast<unsigned char>(text[i])))
      tokens.push_back({i, end - i});
    i = end;
  }
  return tokens;
}

std::vector<std::pair<size_t, size_t>> numbersOf(std::string_view text) {
  std::vector<std::pair<size_t, size_t>> found;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (std::isdigit(static_cast<unsigned char>(text[i]))) {
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
        ++end;
      found.push_back({i, end - i});
    }
    i = end;
  }
  return found;
}

std::vector<std::pair<size_t, size_t>> linesOf(std::string_view text) {
  std::vector<std::pair<size_t, size_t>> lines;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
    lines.push_back({i, end - i});
    i = end;
  }
  return lines;
}

} // namespace

std::string Mutator::mutateText(std::string text, const std::string &other) {
  // Most of the time one edit: two seldom leave anything that parses.
  for (uint64_t edits = below(4) ? 1 : 2 + below(2); edits > 0 && !text.empty(); --edits)
    editText(text, other);
  return text;
}

void Mutator::editText(std::string &text, const std::string &other) {
  switch (unsigned kind = below(16)) {
  case 0:
    text.resize(below(text.size()));
    return;
  case 1:
    text[below(text.size())] = static_cast<char>(below(256));
    return;
  case 2:
  case 3:
  case 4:
  case 5:
  case 6:
    editTokens(text, kind);
    return;
  case 7:
  case 8:
  case 9:
    editLines(text, other, kind);
    return;
  case 10:
  case 11:
  case 12:
    if (auto found = numbersOf(text); !found.empty()) {
      auto [at, length] = oneOf(found);
      text.replace(at, length, oneOf(numbers));
    }
    return;
  default:
    rename(text);
  }
}

void Mutator::editTokens(std::string &text, unsigned kind) {
  std::vector<Span> tokens = tokensOf(text);
  if (tokens.empty())
    return;
  auto [at, length] = oneOf(tokens);
  auto [from, count] = oneOf(tokens);
  std::string one = text.substr(at, length), two = text.substr(from, count);
  if (kind == 2)
    text.erase(at, length);
  else if (kind == 3)
    text.replace(at, length, oneOf(strangers));
  else if (kind == 4)
    text.insert(at, one + " ");
  else if (kind == 5)
    text.replace(at, length, two);
  else if (at + length <= from) // swap: the later one first
    text.replace(from, count, one).replace(at, length, two);
}

void Mutator::editLines(std::string &text, const std::string &other, unsigned kind) {
  std::vector<Span> lines = linesOf(text);
  auto [at, length] = oneOf(lines);
  auto [from, count] = oneOf(lines);
  if (kind == 7) {
    text.erase(at, length);
  } else if (kind == 8) {
    std::string line = text.substr(from, count);
    text.insert(at, line);
  } else if (std::vector<Span> others = linesOf(other); !others.empty()) {
    auto [otherAt, otherLength] = oneOf(others);
    text.insert(at, other.substr(otherAt, otherLength));
  }
}

void Mutator::rename(std::string &text) {
  std::vector<Span> tokens = tokensOf(text);
  if (tokens.empty())
    return;
  auto [at, length] = oneOf(tokens);
  std::string old = text.substr(at, length);
  const Words *siblings = siblingsOf(old);
  for (int tries = 0; tries < 8 && !siblings; ++tries) {
    std::tie(at, length) = oneOf(tokens);
    old = text.substr(at, length);
    siblings = siblingsOf(old);
  }
  auto [from, count] = oneOf(tokens);
  std::string replacement = siblings ? std::string(oneOf(*siblings)) : text.substr(from, count);
  if (below(2)) {
    text.replace(at, length, replacement);
    return;
  }
  std::string result;
  size_t done = 0;
  for (auto [tokenAt, tokenLength] : tokens)
    if (text.compare(tokenAt, tokenLength, old) == 0) {
      result += text.substr(done, tokenAt - done) + replacement;
      done = tokenAt + tokenLength;
    }
  text = result + text.substr(done);
}

std::string Mutator::mutateBytes(std::string bytes) {
  for (uint64_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
    size_t at = below(bytes.size()), length = 1 + below(std::min<size_t>(16, bytes.size() - at));
    switch (below(6)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(below(256));
      break;
    case 2:
      bytes.resize(at);
      break;
    case 3:
      bytes.erase(at, length);
      break;
    case 4:
      bytes.insert(at, bytes.substr(below(bytes.size()), length));
      break;
    default:
      std::fill_n(bytes.begin() + at, length, below(2) ? '\xff' : '\0');
    }
  }
  return bytes;
}
