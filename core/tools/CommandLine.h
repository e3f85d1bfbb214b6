// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of `kiln`: one subcommand, options `--name=value` or
// `--name value`, flags, and file names. Small on purpose: no globals, and
// errors that say what is allowed.

#ifndef KILN_CORE_TOOLS_COMMANDLINE_H
#define KILN_CORE_TOOLS_COMMANDLINE_H

#include "kiln/Result.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace kiln::tools {

struct OptionSpec {
  std::string name; ///< without the dashes; "o" is written -o
  bool takesValue = true;
  bool repeats = false;
  std::string valueName;
  std::string help;
};

class CommandLine {
public:
  /// Options and files of one subcommand. An unknown option, a missing value
  /// and an option given twice are errors.
  static Result<CommandLine> parse(std::span<char *const> words, std::span<const OptionSpec> specs);

  bool has(const std::string &name) const { return values.count(name) != 0; }
  /// The value of an option, or `otherwise`.
  std::string get(const std::string &name, const std::string &otherwise = "") const;
  std::vector<std::string> all(const std::string &name) const;
  const std::vector<std::string> &files() const { return positional; }

private:
  std::map<std::string, std::vector<std::string>> values;
  std::vector<std::string> positional;
};

/// The list of options as text for people.
std::string describeOptions(std::span<const OptionSpec> specs);

/// A whole number from `least` to `most`.
Result<int64_t> parseNumber(const std::string &text, int64_t least, int64_t most, const std::string &what);

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_COMMANDLINE_H
