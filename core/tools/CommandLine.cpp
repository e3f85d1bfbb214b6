// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of command lines.

#include "core/tools/CommandLine.h"

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
      return Error("unknown option '" + word + "'; known options:\n" + describeOptions(specs));
    std::string value;
    if (spec->takesValue && equals == std::string::npos) {
      if (i + 1 == words.size())
        return Error("option '" + spelled(*spec) + "' needs a value (" + spec->valueName + ")");
      value = words[++i];
    } else if (spec->takesValue) {
      value = body.substr(equals + 1);
    } else if (equals != std::string::npos) {
      return Error("option '" + spelled(*spec) + "' takes no value but got '" + body.substr(equals + 1) + "'");
    }
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

std::string kiln::tools::describeOptions(std::span<const OptionSpec> specs) {
  std::string text;
  for (const OptionSpec &spec : specs) {
    std::string left = "  " + spelled(spec);
    if (spec.takesValue)
      left += (spec.name.size() == 1 ? " " : "=") + spec.valueName;
    left.resize(std::max<size_t>(left.size() + 2, 30), ' ');
    text += left + spec.help + "\n";
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
