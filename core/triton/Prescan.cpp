// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the bytes. It need not know the grammar: it may count a bracket
// too many in a text that is wrong anyway, never one too few.

#include "core/triton/Prescan.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace kiln::triton;

namespace {
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<PrescanError> run() {
    while (!error && at < text.size())
      step();
    return error;
  }

private:
  void fail(const Twine &message) {
    unsigned column = static_cast<unsigned>(at - lineStart) + 1;
    error = PrescanError{line, column, message.str()};
  }

  void step() {
    char c = text[at];
    if (c == '\n') {
      ++line;
      lineStart = at + 1;
    } else if (c == '"') {
      return skipString();
    } else if (c == '/' && text.substr(at, 2) == "//") {
      return skipComment();
    } else if (c == '#' || c == '!') {
      return alias();
    } else if (StringRef("([{<").contains(c)) {
      open();
    } else if (StringRef(")]}").contains(c) || (c == '>' && !isArrow())) {
      depth -= depth > 0;
    } else if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r') {
      fail("byte " + Twine(static_cast<unsigned>(c)) + " is not text; pass Triton's 'ttir' stage as printed");
    }
    ++at;
  }

  bool isArrow() const { return at > 0 && text[at - 1] == '-'; }

  void open() {
    ++depth;
    note(depth - definitionDepth);
    if (depth > maxNesting)
      fail("brackets and regions nest deeper than " + Twine(maxNesting) + " levels");
  }

  /// A quoted string ends at its quote or, being malformed, at the line's end.
  void skipString() {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
      if (text[at] == '\0')
        return fail("byte 0 is not text; pass Triton's 'ttir' stage as printed");
      at += text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n';
    }
    at += at < text.size() && text[at] == '"';
  }

  void skipComment() { at = std::min(text.find_first_of("\n\r", at), text.size()); }

  /// `#name = ..` defines an alias as deep as its own brackets and what it
  /// names; any other `#name` uses one. Aliases may build deep attributes out
  /// of flat lines.
  void alias() {
    size_t end = at + 1;
    while (end < text.size() && (isAlnum(text[end]) || StringRef("_$.").contains(text[end])))
      ++end;
    StringRef name = text.slice(at, end);
    // `%x#7` names a result; the parser would reserve memory for as many.
    if (name.size() > 5 && all_of(name.drop_front(), isDigit))
      return fail("'" + name + "' names a result that no operation has; expected at most 9999");
    bool defines = at == lineStart && text.substr(end).ltrim(" \t").starts_with("=");
    if (defines) {
      depths[name] = 0;
      current = name;
      definitionDepth = depth;
    } else if (auto found = depths.find(name); found != depths.end()) {
      note(depth - std::min(depth, definitionDepth) + found->second + 1);
    }
    if (!error)
      at = end;
  }

  /// The alias under definition reaches down `levels`.
  void note(unsigned levels) {
    if (current.empty())
      return;
    unsigned &known = depths[current];
    known = std::max(known, levels);
    if (known > maxNesting)
      fail("the alias '" + current + "' nests deeper than " + Twine(maxNesting) + " levels");
  }

  StringRef text, current;
  size_t at = 0, lineStart = 0;
  unsigned line = 1, depth = 0, definitionDepth = 0;
  StringMap<unsigned> depths;
  std::optional<PrescanError> error;
};
} // namespace

std::optional<PrescanError> kiln::triton::prescan(StringRef text) {
  if (text.trim().empty())
    return PrescanError{1, 1, "the text is empty; expected a module with Triton functions"};
  if (text.size() > maxTextBytes)
    return PrescanError{1, 1,
                        "the text has " + std::to_string(text.size()) + " bytes but at most " +
                            std::to_string(maxTextBytes) + " are read"};
  if (text.starts_with("ML\xefR"))
    return PrescanError{1, 1, "this is MLIR bytecode; pass Triton's 'ttir' stage as text"};
  return Scanner(text).run();
}
