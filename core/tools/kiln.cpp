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
  const char *name, *summary;
  std::vector<OptionSpec> (*options)();
  int (*run)(const CommandLine &);
};

constexpr Command commands[] = {
    {"targets", "list targets with their capabilities", targetsOptions, runTargets},
    {"compile", "FILE: compile kernels to an artifact, or print a level", compileOptions, runCompile},
    {"run", "FILE: run a kernel on a device, and check it against the reference", runOptions, runRun},
};

void usage(llvm::raw_ostream &out) {
  out << "usage: kiln COMMAND [options] [files]\n\n";
  for (const Command &command : commands)
    out << "kiln " << command.name << "  " << command.summary << "\n" << describeOptions(command.options()) << "\n";
}

} // namespace

int main(int argc, char **argv) {
  std::string name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-h" || name == "help") {
    usage(llvm::outs());
    return 0;
  }
  for (const Command &command : commands) {
    if (name != command.name)
      continue;
    std::vector<OptionSpec> specs = command.options();
    if (argc > 2 && std::string(argv[2]) == "--help") {
      llvm::outs() << "kiln " << command.name << "  " << command.summary << "\n" << describeOptions(specs);
      return 0;
    }
    Result<CommandLine> line = CommandLine::parse(std::span(argv + 2, argc - 2), specs);
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
