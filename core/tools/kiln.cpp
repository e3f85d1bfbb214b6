// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln: compile, run and check kernels. This file only finds the subcommand.

#include "core/tools/Session.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace kiln;
using namespace kiln::tools;

namespace {

struct Command {
  const char *name, *files, *summary, *example;
  std::vector<OptionSpec> (*options)();
  int (*run)(const CommandLine &);
};

constexpr Command commands[] = {
    {"targets", "", "list targets with their capabilities", "kiln targets", targetsOptions, runTargets},
    {"compile", " FILE", "compile kernels to an artifact, or print a level",
     "kiln compile k.ttir --target=NAME --fact n%16 -o k.kiln", compileOptions, runCompile},
    {"run", " FILE", "run a kernel on a device, and check it against the reference",
     "kiln run k.ttir --grid=4 --arg x=randn:f32[4x64] --arg out=zeros:f32[4x64] --arg n=64 --check --stats",
     runOptions, runRun},
};

void usage(llvm::raw_ostream &out) {
  out << "usage: kiln COMMAND [options] [files]\n\n";
  for (const Command &command : commands)
    out << "kiln " << command.name << command.files << ": " << command.summary << "\n"
        << describeOptions(command.options()) << "\n";
  out << "kiln COMMAND --help says it of one command, kiln --version names the version\n";
}

} // namespace

int main(int argc, char **argv) {
  std::string name = argc > 1 ? argv[1] : "";
  bool isHelp = name == "--help" || name == "-h" || name == "help";
  if (isHelp && argc == 2) {
    usage(llvm::outs());
    return 0;
  }
  // "kiln help run" is "kiln run --help".
  if (isHelp)
    name = argv[2];
  if (name == "--version") {
    llvm::outs() << "kiln " << KILN_VERSION << "\n";
    return 0;
  }
  for (const Command &command : commands) {
    if (name != command.name)
      continue;
    std::vector<OptionSpec> specs = command.options();
    std::span<char *const> words(argv + 2, argc - 2);
    if (isHelp || llvm::any_of(words, [](llvm::StringRef word) { return word == "--help" || word == "-h"; })) {
      llvm::outs() << "usage: kiln " << command.name << " [options]" << command.files << ": " << command.summary << "\n"
                   << describeOptions(specs) << "for example: " << command.example << "\n";
      return 0;
    }
    Result<CommandLine> line = CommandLine::parse(words, specs);
    if (!line)
      return fail(line.error().message());
    // The only exception that our code can meet: memory for what the user asked.
    try {
      return command.run(*line);
    } catch (const std::bad_alloc &) {
      return fail("out of memory: the arguments or the kernel need more than this machine has");
    }
  }
  std::string known;
  for (const Command &command : commands)
    known += std::string(known.empty() ? "" : ", ") + command.name;
  return fail((name.empty() ? "no command is given" : "unknown command '" + name + "'") + "; commands: " + known +
              "; 'kiln --help' says more");
}
