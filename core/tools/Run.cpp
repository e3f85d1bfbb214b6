// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln run: make arguments, compile for them, launch on a device, check, report;
// or launch a kernel of an artifact.

#include "core/pipeline/Compiler.h"
#include "core/pipeline/Signature.h"
#include "core/tools/Interpret.h"
#include "core/tools/Launch.h"
#include "core/tools/Progress.h"
#include "core/tools/Session.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

std::vector<OptionSpec> kiln::tools::runOptions() {
  std::vector<OptionSpec> specs = commonOptions();
  specs.insert(
      specs.end(),
      {{"arg", true, true, "NAME=MAKER",
        "an argument, one for each of the kernel: n=97, x=randn:f32[97x71] "
        "(zeros, ones, full=V, arange, rand, randn, randint=LO..HI; with @stride=A,B,offset=N for another layout), "
        "x=@in.npy, or y=x for the same buffer"},
       {"grid", true, false, "XxYxZ", "number of program instances along each axis, e.g. 64 or 2x3 (default 1)"},
       {"kernel", true, false, "NAME", "which kernel, where the file has several"},
       {"seed", true, false, "N", "seed of the random makers (default 0)"},
       {"check", false, false, "", "compare every buffer with the reference; a mismatch is exit status 1"},
       {"interpret", true, false, "LEVEL",
        "in place of the device, interpret the kernel as it is at this level: tile, kernel-form, staged or native"},
       {"stats", false, false, "", "print the device's counters"},
       {"save", true, true, "NAME=FILE.npy", "save a buffer after the run"},
       {"device", true, true, "KEY=VALUE", "an option of the device, e.g. machine=base"},
       {"fact", true, true, "FACT", "compile with this fact as well: n=4, n%16, n=1..4096, p%16, p.bytes=4096 or a|b"},
       {"no-specialize", false, false, "",
        "derive no facts from the arguments; of an artifact, run the "
        "general variant"},
       {"max-steps", true, false, "N",
        "stop the run after so many steps of the device or the reference (default: the device's own limit)"},
       {"timeout", true, false, "SECONDS", "stop the run after so long (default 600)"},
       {"fp-fusion", true, false, "on|off", "may a*b+c become one operation (default on)"},
       {"knob", true, true, "NAME=VALUE", "a number of the target; 'kiln targets' lists them"}});
  return specs;
}

namespace {

/// The judge of --check, with the reference's run behind it; null without it.
Result<std::unique_ptr<Judge>> judgeFor(const CommandLine &line, const Request &request, func::FuncOp kernel,
                                        const Target &target, const std::vector<ArgumentInfo> &signature) {
  std::unique_ptr<Judge> judge;
  if (!line.has("check"))
    return judge;
  judge = std::make_unique<Judge>(kernel, signature, request.made, request.grid, request.limits);
  if (Result<void> done = judge->interpret(target); !done)
    return Error("the reference failed: " + done.error().message());
  return judge;
}

int finish(const Request &request, Judge *judge, const std::vector<HostBuffer> &after) {
  if (Result<void> saved = request.save(after); !saved)
    return fail(saved.error().message());
  if (!judge)
    return 0;
  Result<bool> equal = judge->compare(after, llvm::outs());
  if (!equal)
    return fail(equal.error().message());
  return *equal ? 0 : fail("the result differs from the reference");
}

/// That the arguments meet what the kernel's text states.
Result<void> requireStated(func::FuncOp kernel, const std::vector<ArgumentInfo> &signature,
                           const std::vector<ArgumentValue> &values) {
  LaunchInfo info;
  info.kernel = kernel.getName().str();
  info.arguments = signature;
  info.preconditions = preconditionsOf(kernel);
  return info.checkPreconditions(values);
}

/// The facts to compile with: what --fact says, which has to hold, and what the
/// arguments themselves tell.
Result<std::vector<Fact>> factsFor(const CommandLine &line, const std::vector<ArgumentInfo> &signature,
                                   const std::vector<ArgumentValue> &values) {
  Result<std::vector<Fact>> facts = parseFacts(line.all("fact"), signature);
  if (!facts)
    return facts;
  for (const Fact &fact : *facts)
    if (Result<void> held = requireHolds(fact, signature, values); !held)
      return held.error().in("fact '" + print(fact, signature) + "' does not hold for argument '" +
                             signature[fact.arg].name + "'");
  if (line.has("no-specialize"))
    return facts;
  std::vector<Fact> derived = deriveFacts(signature, values);
  llvm::append_range(derived, deriveBytes(signature, values));
  llvm::append_range(derived, deriveDisjoint(signature, values));
  // Beside an argument `p.bytes`, `p.bytes=4` is about that argument; an artifact
  // could not say what is meant.
  for (const Fact &fact : derived)
    if (Result<Fact> again = parseFact(print(fact, signature), signature); again && *again == fact)
      facts->push_back(fact);
  return facts;
}

/// --target=reference: the interpreter alone.
int runReference(const CommandLine &line, func::FuncOp kernel, const std::vector<ArgumentInfo> &signature) {
  Result<Request> request = Request::parse(line, signature);
  if (!request)
    return fail(request.error().message());
  if (line.has("interpret"))
    return fail("--interpret lowers the kernel for a target; --target=reference interprets tile form");
  for (const char *option : {"device", "knob"})
    if (line.has(option))
      return fail("--" + std::string(option) + " is for a target; --target=reference interprets tile form");
  if (line.has("check"))
    return fail("--check compares a target with the reference; --target=reference is the reference");
  Judge judge(kernel, signature, request->made, request->grid, request->limits);
  Result<std::vector<ArgumentValue>> values = judge.values();
  if (!values)
    return fail(values.error().message());
  if (Result<void> stated = requireStated(kernel, signature, *values); !stated)
    return fail(stated.error().message());
  // Nothing is compiled, but facts that are wrong here are wrong on a device.
  if (Result<std::vector<Fact>> facts = factsFor(line, signature, *values); !facts)
    return fail(facts.error().message());
  std::vector<Counter> counters;
  Result<std::vector<HostBuffer>> after = judge.run(llvm::outs(), counters);
  if (!after)
    return fail(after.error().message());
  printHeader(llvm::outs(), kernel.getName(), "reference", request->grid);
  if (request->stats)
    printCounters(llvm::outs(), counters);
  Result<void> saved = request->save(*after);
  return saved ? 0 : fail(saved.error().message());
}

/// Runs a launch and reports it; the buffers afterwards, or nothing after an
/// error that was printed.
std::optional<std::vector<HostBuffer>> launch(Launch &launch, const Artifact &artifact, const LaunchInfo &info,
                                              const Request &request) {
  Result<LaunchReport> report = launch.run(artifact, info);
  if (!report) {
    fail(report.error().message());
    return std::nullopt;
  }
  printReport(llvm::outs(), info, request, *report);
  Result<std::vector<HostBuffer>> after = launch.download();
  if (after)
    return std::move(*after);
  fail(after.error().message());
  return std::nullopt;
}

/// The metadata of one of the artifact's kernels, or of the only one.
Result<LaunchInfo> infoOf(const Artifact &artifact, const std::string &kernel) {
  Result<std::vector<LaunchInfo>> kernels = artifact.kernels();
  if (!kernels)
    return kernels.error();
  std::vector<std::string> known;
  for (LaunchInfo &info : *kernels) {
    if (info.kernel == kernel || (kernel.empty() && kernels->size() == 1))
      return info;
    known.push_back(info.kernel);
  }
  return Error(kernel.empty()
                   ? "the artifact has several kernels (" + llvm::join(known, ", ") + "); choose one with --kernel"
                   : "no kernel is called '" + kernel + "'; kernels: " + llvm::join(known, ", "));
}

Result<void> requireDevice(const DeviceRegistry &devices, const std::string &name) {
  std::vector<std::string> known = devices.names();
  if (llvm::is_contained(known, name))
    return {};
  return Error("target '" + name + "' compiles but has no device to run on; devices: " + llvm::join(known, ", "));
}

/// Runs a kernel of an artifact: no compiler, no reference.
int runArtifact(const CommandLine &line, Session &session, const llvm::MemoryBuffer &file) {
  std::string path = file.getBufferIdentifier().str();
  for (const char *option : {"check", "fact", "fp-fusion", "interpret", "knob"})
    if (line.has(option))
      return fail("--" + std::string(option) + " needs the kernel's text, but '" + path + "' is a compiled artifact");
  StringRef bytes = file.getBuffer();
  Result<Artifact> artifact = Artifact::parse(ByteSpan(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  if (!artifact)
    return fail(artifact.error().in("'" + path + "'").message());
  Result<LaunchInfo> info = infoOf(*artifact, line.get("kernel"));
  if (!info)
    return fail(info.error().message());
  if (line.get("target", info->target) != info->target)
    return fail("'" + path + "' is compiled for target '" + info->target + "', not for '" + line.get("target") + "'");
  if (Result<void> known = requireDevice(session.devices, info->target); !known)
    return fail(known.error().message());
  Result<Request> request = Request::parse(line, info->arguments);
  if (!request)
    return fail(request.error().message());
  Runtime runtime(std::move(session.devices));
  Result<Launch> opened = Launch::open(runtime, info->target, *request, info->arguments);
  if (!opened)
    return fail(opened.error().message());
  std::optional<std::vector<HostBuffer>> after = launch(*opened, *artifact, *info, *request);
  if (!after)
    return 1;
  Result<void> saved = request->save(*after);
  return saved ? 0 : fail(saved.error().message());
}

/// The target that the command line asks for, with its knobs in `options`.
Result<const Target *> targetToRun(const CommandLine &line, const Session &session, CompileOptions &options) {
  Result<const Target *> target = session.target(line);
  if (!target)
    return Error(target.error().message() + "; or 'reference', which interprets");
  Result<std::map<std::string, int64_t>> set = knobs(line, **target);
  if (!set)
    return set.error();
  options.knobs = std::move(*set);
  return target;
}

/// Compiles a kernel for its arguments and runs it.
int runKernel(const CommandLine &line, Session &session, func::FuncOp kernel,
              const std::vector<ArgumentInfo> &signature, CompileOptions options) {
  Result<const Target *> target = targetToRun(line, session, options);
  if (!target)
    return fail(target.error().message());
  std::string name = (*target)->info().name;
  if (Result<void> known = requireDevice(session.devices, name); !known)
    return fail(known.error().message());
  Result<Request> request = Request::parse(line, signature);
  if (!request)
    return fail(request.error().message());
  Runtime runtime(std::move(session.devices));
  Result<Launch> opened = Launch::open(runtime, name, *request, signature);
  if (!opened)
    return fail(opened.error().message());
  Result<std::vector<Fact>> facts = factsFor(line, signature, opened->values());
  if (!facts)
    return fail(facts.error().message());
  options.kernel = kernel.getName().str();
  options.variants.push_back(std::move(*facts));
  options.general = false;
  FailureOr<Artifact> artifact = [&] {
    Progress progress("compiling for " + (*target)->info().name);
    return kiln::compile(kernel->getParentOfType<ModuleOp>(), **target, options);
  }();
  if (failed(artifact)) {
    if (!line.has("no-specialize"))
      llvm::errs() << "kiln: note: this was compiled with the facts " << print(options.variants.front(), signature)
                   << "; --no-specialize leaves out what is derived from the arguments\n";
    return 1;
  }
  Result<LaunchInfo> info = infoOf(*artifact, options.kernel);
  if (!info)
    return fail(info.error().message());
  Result<std::unique_ptr<Judge>> judge = judgeFor(line, *request, kernel, **target, signature);
  if (!judge)
    return fail(judge.error().message());
  std::optional<std::vector<HostBuffer>> after = launch(*opened, *artifact, *info, *request);
  return after ? finish(*request, judge->get(), *after) : 1;
}

/// --interpret=LEVEL: the interpreter in the place of the target's device, on
/// what the device would get.
int runLevel(const CommandLine &line, Session &session, func::FuncOp kernel, const std::vector<ArgumentInfo> &signature,
             CompileOptions options) {
  Result<const Target *> target = targetToRun(line, session, options);
  if (!target)
    return fail(target.error().message());
  if (line.has("stats") || line.has("device"))
    return fail("--stats and --device are for a device, which --interpret takes the place of");
  Result<Request> request = Request::parse(line, signature);
  if (!request)
    return fail(request.error().message());
  Judge reference(kernel, signature, request->made, request->grid, request->limits);
  Result<std::vector<ArgumentValue>> values = reference.values();
  if (!values)
    return fail(values.error().message());
  if (Result<void> stated = requireStated(kernel, signature, *values); !stated)
    return fail(stated.error().message());
  Result<std::vector<Fact>> facts = factsFor(line, signature, *values);
  if (!facts)
    return fail(facts.error().message());
  options.kernel = kernel.getName().str();
  options.variants.push_back(std::move(*facts));
  options.stopAfter = line.get("interpret");
  Result<OwningOpRef<ModuleOp>> lowered = lowerTo(kernel->getParentOfType<ModuleOp>(), **target, options);
  if (!lowered)
    return fail(lowered.error().message());
  Judge level(findFunction(**lowered, kernel.getName()), signature, request->made, request->grid, request->limits);
  std::vector<Counter> counters;
  Result<std::vector<HostBuffer>> after = level.run(llvm::outs(), counters);
  if (!after)
    return fail(after.error().message());
  printHeader(llvm::outs(), kernel.getName(),
              "reference, at level '" + options.stopAfter + "' of " + (*target)->info().name, request->grid);
  Result<std::unique_ptr<Judge>> judge = judgeFor(line, *request, kernel, **target, signature);
  if (!judge)
    return fail(judge.error().message());
  return finish(*request, judge->get(), *after);
}

} // namespace

int kiln::tools::runRun(const CommandLine &line) {
  if (line.files().size() != 1)
    return fail("'run' takes one file, of kernels or compiled, but got " + describeFiles(line) +
                ", e.g. kiln run k.ttir --arg x=randn:f32[64] --arg n=64");
  Result<bool> fusion = fpFusion(line);
  if (!fusion)
    return fail(fusion.error().message());
  Result<std::unique_ptr<Session>> session = Session::create(line);
  if (!session)
    return fail(session.error().message());
  std::unique_ptr<llvm::MemoryBuffer> file = readInput(line.files().front());
  if (!file)
    return 1;
  if (isArtifact(*file))
    return runArtifact(line, **session, *file);
  OwningOpRef<ModuleOp> module = (*session)->readKernels(*file, *fusion);
  func::FuncOp kernel = module ? findKernel(*module, line.get("kernel")) : nullptr;
  if (!kernel)
    return 1;
  FailureOr<std::vector<ArgumentInfo>> signature = signatureOf(kernel);
  if (failed(signature))
    return 1;
  if (line.get("target") == "reference")
    return runReference(line, kernel, *signature);
  CompileOptions options;
  options.text = file->getBuffer().str();
  options.fpFusion = *fusion;
  if (line.has("interpret"))
    return runLevel(line, **session, kernel, *signature, options);
  return runKernel(line, **session, kernel, *signature, options);
}
