// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln compile: kernels in, an artifact or the text of a level out.

#include "core/pipeline/Compiler.h"
#include "core/pipeline/Signature.h"
#include "core/tools/Progress.h"
#include "core/tools/Session.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

std::vector<OptionSpec> kiln::tools::compileOptions() {
  std::vector<OptionSpec> specs = commonOptions();
  specs.insert(
      specs.end(),
      {{"o", true, false, "FILE", "where it goes; '-' is standard output, the default for text"},
       {"emit", true, false, "LEVEL",
        "what to give: artifact (default), the text of a level (tile, kernel-form, staged, native), "
        "what the target adds ('kiln targets' lists it), or launch-info, what an artifact says about its launches"},
       {"kernel", true, false, "NAME", "compile this kernel alone"},
       {"fact", true, true, "FACT", "what holds for the arguments: n=4, n%16, n=1..4096, p%16, p.bytes=4096 or a|b"},
       {"variant", true, true, "FACT,FACT..", "a variant with these facts; launches try variants in the order given"},
       {"no-general", false, false, "", "make no variant without facts: a launch that breaks them is refused"},
       {"stop-after", true, false, "PHASE",
        "print the module after this phase: one of the levels of --emit, or target, the target's own dialect"},
       {"dump-to", true, false, "DIR", "write the module after every phase, as DIR/NN-PHASE.mlir"},
       {"remarks", false, false, "", "say how each memory access is done, and why"},
       {"fp-fusion", true, false, "on|off", "may a*b+c become one operation (default on)"},
       {"knob", true, true, "NAME=VALUE", "a number of the target; 'kiln targets' lists them"}});
  return specs;
}

static std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  out << "\n";
  return text;
}

/// Which targets have a level or phase that the chosen one lacks: the end of an error.
static std::string othersWith(const Session &session, const std::string &level) {
  std::string others;
  for (const Target *other : session.targets.all())
    if (llvm::is_contained(phaseNames(*other), level) ||
        llvm::any_of(other->info().emitKinds, [&](const EmitKind &kind) { return kind.name == level; }))
      others += (others.empty() ? "; targets with '" + level + "': " : ", ") + other->info().name;
  return others;
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
  known.insert(known.end(), {"artifact", "launch-info"});
  if (!llvm::is_contained(known, level)) {
    return fail("target '" + target.info().name + "' has no level '" + level + "'; it has: " + llvm::join(known, ", ") +
                othersWith(session, level));
  }
  options.stopAfter = ofCore ? level : "";
  if (failed(lower(module, target, options)))
    return 1;
  if (ofCore)
    return writeText(output.empty() ? "-" : output, printed(module)) ? 0 : 1;
  FailureOr<std::string> text = kiln::emitText(module, target, level);
  if (failed(text))
    return 1;
  return writeText(output.empty() ? "-" : output, *text) ? 0 : 1;
}

/// --fact, --variant and --no-general. Facts of --fact hold in every variant.
static Result<void> readFactOptions(const CommandLine &line, const std::vector<ArgumentInfo> &signature,
                                    CompileOptions &options) {
  Result<std::vector<Fact>> common = parseFacts(line.all("fact"), signature);
  if (!common)
    return common.error();
  for (const std::string &text : line.all("variant")) {
    SmallVector<StringRef> parts;
    StringRef(text).split(parts, ',');
    std::vector<std::string> texts;
    for (StringRef part : parts)
      texts.push_back(part.str());
    Result<std::vector<Fact>> facts = parseFacts(texts, signature);
    if (!facts)
      return facts.error().in("--variant=" + text);
    llvm::append_range(*facts, *common);
    options.variants.push_back(std::move(*facts));
  }
  if (!line.has("variant") && !common->empty())
    options.variants.push_back(std::move(*common));
  options.general = !line.has("no-general");
  if (!options.general && options.variants.size() != 1)
    return Error("--no-general needs one set of facts, given with --fact, but got " +
                 std::to_string(options.variants.size()));
  return {};
}

/// The launch metadata of every kernel of an artifact, as JSON.
static int emitLaunchInfo(const Artifact &artifact, const std::string &output) {
  Result<std::vector<LaunchInfo>> kernels = artifact.kernels();
  if (!kernels)
    return fail(kernels.error().message());
  std::string text;
  for (const LaunchInfo &info : *kernels)
    text += info.toJson();
  return writeText(output.empty() ? "-" : output, text) ? 0 : 1;
}

/// An artifact is compiled already; only what it says can be shown.
static int showArtifact(const CommandLine &line, const llvm::MemoryBuffer &file) {
  std::string path = file.getBufferIdentifier().str();
  if (line.get("emit") != "launch-info")
    return fail("'" + path +
                "' is a compiled artifact; --emit=launch-info shows what it says about its launches, "
                "everything else needs the kernel's text");
  for (const char *option : {"kernel", "fact", "variant", "no-general", "dump-to", "remarks", "fp-fusion", "knob"})
    if (line.has(option))
      return fail("--" + std::string(option) + " needs the kernel's text, but '" + path + "' is a compiled artifact");
  StringRef bytes = file.getBuffer();
  Result<Artifact> artifact = Artifact::parse(ByteSpan(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  if (!artifact)
    return fail(artifact.error().in("'" + path + "'").message());
  return emitLaunchInfo(*artifact, line.get("o"));
}

/// The module after a phase, or what the target makes of it.
static int emitStage(Session &session, ModuleOp module, const Target &target, const CommandLine &line,
                     CompileOptions options) {
  std::string output = line.get("o");
  if (options.variants.size() > 1)
    return fail("one level shows one variant but " + std::to_string(options.variants.size()) +
                " are asked for; give the facts of one with --fact");
  if (failed(selectAndSpecialize(module, options)))
    return 1;
  if (line.has("emit"))
    return emitLevel(session, module, target, line.get("emit"), options, output);
  options.stopAfter = line.get("stop-after");
  std::vector<std::string> phases = phaseNames(target);
  if (!llvm::is_contained(phases, options.stopAfter))
    return fail("no phase of target '" + target.info().name + "' is called '" + options.stopAfter +
                "'; phases: " + llvm::join(phases, ", ") + othersWith(session, options.stopAfter));
  if (failed(lower(module, target, options)))
    return 1;
  return writeText(output.empty() ? "-" : output, printed(module)) ? 0 : 1;
}

static int emitArtifact(ModuleOp module, const Target &target, const CommandLine &line, const CompileOptions &options) {
  std::string output = line.get("o");
  bool onlyInfo = line.get("emit") == "launch-info";
  if (output.empty() && !onlyInfo)
    return fail("say where the artifact goes, e.g. -o k.kiln");
  FailureOr<Artifact> artifact = [&] {
    Progress progress("compiling for " + target.info().name);
    return kiln::compile(module, target, options);
  }();
  if (failed(artifact))
    return 1;
  if (onlyInfo)
    return emitLaunchInfo(*artifact, output);
  Bytes bytes = artifact->serialize();
  return writeText(output, StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size())) ? 0 : 1;
}

int kiln::tools::runCompile(const CommandLine &line) {
  if (line.files().size() != 1)
    return fail("'compile' takes one file of kernels but got " + describeFiles(line) +
                ", e.g. kiln compile k.ttir -o k.kiln");
  Result<bool> fusion = fpFusion(line);
  if (!fusion)
    return fail(fusion.error().message());
  if (line.has("stop-after") && line.has("emit"))
    return fail("--emit and --stop-after both say what to print; give one of them");
  if (Result<void> writable = requireWritable("-o", line.get("o")); !writable)
    return fail(writable.error().message());
  Result<std::unique_ptr<Session>> session = Session::create(line);
  if (!session)
    return fail(session.error().message());
  Result<const Target *> target = (*session)->target(line);
  if (!target)
    return fail(target.error().message());
  std::unique_ptr<llvm::MemoryBuffer> file = readInput(line.files().front());
  if (!file)
    return 1;
  if (isArtifact(*file))
    return showArtifact(line, *file);
  OwningOpRef<ModuleOp> module = (*session)->readKernels(*file, *fusion);
  if (!module)
    return 1;
  CompileOptions options;
  options.dumpTo = line.get("dump-to");
  options.remarks = line.has("remarks");
  options.kernel = line.get("kernel");
  options.text = file->getBuffer().str();
  options.fpFusion = *fusion;
  Result<std::map<std::string, int64_t>> set = knobs(line, **target);
  if (!set)
    return fail(set.error().message());
  options.knobs = std::move(*set);
  if (line.has("kernel") || line.has("fact") || line.has("variant") || line.has("no-general")) {
    func::FuncOp kernel = findKernel(*module, options.kernel);
    FailureOr<std::vector<ArgumentInfo>> signature = failure();
    if (kernel)
      signature = signatureOf(kernel);
    if (failed(signature))
      return 1;
    if (Result<void> read = readFactOptions(line, *signature, options); !read)
      return fail(read.error().message());
  }
  std::string level = line.get("emit", "artifact");
  if (line.has("stop-after") || (level != "artifact" && level != "launch-info"))
    return emitStage(**session, *module, **target, line, options);
  return emitArtifact(*module, **target, line, options);
}
