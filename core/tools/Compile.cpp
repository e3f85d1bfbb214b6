// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln compile: kernels in, an artifact or the text of a level out.

#include "core/pipeline/Compiler.h"
#include "core/tools/Session.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

std::vector<OptionSpec> kiln::tools::compileOptions() {
  std::vector<OptionSpec> specs = commonOptions();
  specs.insert(specs.end(), {{"o", true, false, "FILE", "output; '-' is standard output"},
                             {"emit", true, false, "LEVEL",
                              "tile, kernel-form, staged, native, artifact (default), or what the target adds"},
                             {"stop-after", true, false, "PHASE", "print the module after this phase"},
                             {"dump-to", true, false, "DIR", "write the module after every phase"},
                             {"remarks", false, false, "", "say how each memory access is done, and why"},
                             {"fp-fusion", true, false, "on|off", "may a*b+c become one operation (default on)"}});
  return specs;
}

static std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  out << "\n";
  return text;
}

/// Text of a level of the core, or of one that the target adds.
static int emitLevel(Session &session, ModuleOp module, const Target &target, std::string level, CompileOptions options,
                     const std::string &output) {
  std::vector<std::string> phases = phaseNames(target);
  std::vector<std::string> known = phases;
  known.pop_back();
  bool ofCore = llvm::is_contained(known, level);
  for (const EmitKind &kind : target.info().emitKinds)
    known.push_back(kind.name);
  known.push_back("artifact");
  if (!llvm::is_contained(known, level)) {
    std::string others;
    for (const Target *other : session.targets.all())
      for (const EmitKind &kind : other->info().emitKinds)
        if (kind.name == level)
          others = "; target '" + other->info().name + "' has it";
    return fail("target '" + target.info().name + "' has no level '" + level + "'" + others +
                "; it has: " + llvm::join(known, ", "));
  }
  options.stopAfter = ofCore ? level : "";
  if (failed(lower(module, target, options)))
    return 1;
  if (ofCore)
    return writeText(output.empty() ? "-" : output, printed(module)) ? 0 : 1;
  FailureOr<std::string> text = target.emitText(module, level);
  if (failed(text))
    return 1;
  return writeText(output.empty() ? "-" : output, *text) ? 0 : 1;
}

int kiln::tools::runCompile(const CommandLine &line) {
  if (line.files().size() != 1)
    return fail("'compile' takes one file of kernels but got " + std::to_string(line.files().size()) +
                ", e.g. kiln compile k.ttir -o k.kiln");
  Result<bool> fusion = fpFusion(line);
  if (!fusion)
    return fail(fusion.error().message());
  Result<std::unique_ptr<Session>> session = Session::create(line);
  if (!session)
    return fail(session.error().message());
  Result<const Target *> target = (*session)->target(line);
  if (!target)
    return fail(target.error().message());
  OwningOpRef<ModuleOp> module = (*session)->readKernels(line.files().front(), *fusion);
  if (!module)
    return 1;
  CompileOptions options;
  options.dumpTo = line.get("dump-to");
  options.remarks = line.has("remarks");
  std::string output = line.get("o");
  if (line.has("stop-after") && line.has("emit"))
    return fail("--emit and --stop-after both say what to print; give one of them");
  if (line.has("stop-after")) {
    options.stopAfter = line.get("stop-after");
    std::vector<std::string> phases = phaseNames(**target);
    if (!llvm::is_contained(phases, options.stopAfter))
      return fail("no phase is called '" + options.stopAfter + "'; phases: " + llvm::join(phases, ", "));
    if (failed(lower(*module, **target, options)))
      return 1;
    return writeText(output.empty() ? "-" : output, printed(*module)) ? 0 : 1;
  }
  std::string level = line.get("emit", "artifact");
  if (level != "artifact")
    return emitLevel(**session, *module, **target, level, options, output);
  if (output.empty())
    return fail("say where the artifact goes, e.g. -o k.kiln");
  FailureOr<Artifact> artifact = kiln::compile(*module, **target, options);
  if (failed(artifact))
    return 1;
  Bytes bytes = artifact->serialize();
  return writeText(output, StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size())) ? 0 : 1;
}
