// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of command lines.

#include "core/tools/CommandLine.h"

#include "llvm/ADT/StringRef.h"

#include <charconv>

using namespace kiln;
using namespace kiln::tools;

static std::string spelled(const OptionSpec &spec) { return (spec.name.size() == 1 ? "-" : "--") + spec.name; }

static const OptionSpec *findOption(std::span<const OptionSpec> specs, const std::string &name) {
  for (const OptionSpec &spec : specs)
    if (spec.name == name)
      return &spec;
  return nullptr;
}

/// The option that was meant, where the word is nearly one: a remark for the error.
static std::string nearest(std::span<const OptionSpec> specs, const std::string &name) {
  const OptionSpec *best = nullptr;
  unsigned distance = 3;
  for (const OptionSpec &spec : specs)
    if (unsigned other = llvm::StringRef(spec.name).edit_distance(name); spec.name.size() > 2 && other < distance) {
      best = &spec;
      distance = other;
    }
  return best ? " (is '" + spelled(*best) + "' meant?)" : "";
}

Result<CommandLine> CommandLine::parse(std::span<char *const> words, std::span<const OptionSpec> specs) {
  CommandLine line;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      line.positional.push_back(word);
      continue;
    }
    std::string body = word.substr(word.starts_with("--") ? 2 : 1);
    size_t equals = body.find('=');
    std::string name = body.substr(0, equals);
    const OptionSpec *spec = findOption(specs, name);
    if (!spec)
      return Error("unknown option '" + word + "'" + nearest(specs, name) + "; known options:\n" +
                   describeOptions(specs));
    std::string value;
    if (spec->takesValue && equals == std::string::npos) {
      if (i + 1 == words.size())
        return Error("option '" + spelled(*spec) + "' needs a value (" + spec->valueName + ")");
      value = words[++i];
      // A dash alone is standard output, and a number may be negative.
      if (value.starts_with("--"))
        return Error("option '" + spelled(*spec) + "' needs a value (" + spec->valueName + ") but '" + value +
                     "' follows; a value that begins so is given as " + spelled(*spec) + "=" + value);
    } else if (spec->takesValue) {
      value = body.substr(equals + 1);
    } else if (equals != std::string::npos) {
      return Error("option '" + spelled(*spec) + "' takes no value but got '" + body.substr(equals + 1) + "'");
    }
    if (spec->takesValue && value.empty())
      return Error("option '" + spelled(*spec) + "' needs a value (" + spec->valueName + ") but got an empty one");
    std::vector<std::string> &list = line.values[name];
    if (!list.empty() && !spec->repeats)
      return Error("option '" + spelled(*spec) + "' is given twice");
    list.push_back(value);
  }
  return line;
}

std::string CommandLine::get(const std::string &name, const std::string &otherwise) const {
  auto it = values.find(name);
  return it == values.end() ? otherwise : it->second.back();
}

std::vector<std::string> CommandLine::all(const std::string &name) const {
  auto it = values.find(name);
  return it == values.end() ? std::vector<std::string>() : it->second;
}

/// Breaks text at spaces, so that it ends before column 110; lines begin at `indent`.
static std::string wrap(const std::string &text, size_t indent) {
  std::string wrapped;
  size_t column = indent;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    if (at > 0 && column + 1 + end - at > 110) {
      wrapped += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (at > 0) {
      wrapped += " ";
      ++column;
    }
    wrapped += text.substr(at, end - at);
    column += end - at;
    at = end + 1;
  }
  return wrapped;
}

std::string kiln::tools::describeOptions(std::span<const OptionSpec> specs) {
  std::string text;
  for (const OptionSpec &spec : specs) {
    std::string left = "  " + spelled(spec);
    if (spec.takesValue)
      left += (spec.name.size() == 1 ? " " : "=") + spec.valueName;
    left.resize(std::max<size_t>(left.size() + 2, 30), ' ');
    text += left + wrap(spec.help, left.size()) + "\n";
  }
  return text;
}

Result<int64_t> kiln::tools::parseNumber(const std::string &text, int64_t least, int64_t most,
                                         const std::string &what) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return Error("expected " + what + " to be a whole number from " + std::to_string(least) + " to " +
                 std::to_string(most) + " but got '" + text + "'");
  return value;
}
