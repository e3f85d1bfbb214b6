// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln run: make arguments, compile, launch on a device, check, report.

#include "core/pipeline/Compiler.h"
#include "core/pipeline/Signature.h"
#include "core/tools/Interpret.h"
#include "core/tools/Session.h"
#include "kiln/ArgMaker.h"
#include "kiln/Files.h"
#include "kiln/Upload.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Format.h"

#include <chrono>

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

std::vector<OptionSpec> kiln::tools::runOptions() {
  std::vector<OptionSpec> specs = commonOptions();
  specs.insert(specs.end(),
               {{"arg", true, true, "NAME=MAKER", "an argument, e.g. x=randn:f32[97x71], n=97, x=@in.npy"},
                {"grid", true, false, "XxYxZ", "program instances (default 1)"},
                {"kernel", true, false, "NAME", "which kernel, where the file has several"},
                {"seed", true, false, "N", "seed of the random makers (default 0)"},
                {"check", false, false, "", "compare every buffer with the reference; a mismatch is exit status 1"},
                {"interpret", true, false, "LEVEL",
                 "in place of the device, interpret the kernel as it is at this level (tile, kernel-form, ..)"},
                {"stats", false, false, "", "print the device's counters"},
                {"save", true, true, "NAME=FILE.npy", "save a buffer after the run"},
                {"device", true, true, "KEY=VALUE", "an option of the device, e.g. machine=base"},
                {"max-steps", true, false, "N", "stop the run after so many steps of the device or the reference"},
                {"timeout", true, false, "SECONDS", "stop the run after so long (default 600)"},
                {"fp-fusion", true, false, "on|off", "may a*b+c become one operation (default on)"}});
  return specs;
}

namespace {

Result<Grid> parseGrid(const std::string &text) {
  Grid grid = {1, 1, 1};
  SmallVector<StringRef> parts;
  StringRef(text).split(parts, 'x');
  if (parts.size() > 3)
    return Error("expected --grid to have one to three sizes, e.g. 2x3, but got '" + text + "'");
  for (auto [d, part] : llvm::enumerate(parts)) {
    Result<int64_t> size = parseNumber(part.str(), 0, INT32_MAX, "a size");
    if (!size)
      return size.error().in("--grid=" + text + " (sizes are joined by x, e.g. 2x3)");
    grid[d] = *size;
  }
  return grid;
}

/// What the command line asks for, beside kernel and target.
struct Request {
  Grid grid = {1, 1, 1};
  MadeArguments made;
  LaunchLimits limits;
  DeviceOptions device;
  std::vector<std::pair<unsigned, std::string>> saves; // argument, file
};

Result<std::pair<std::string, std::string>> splitPair(const std::string &text, const std::string &option) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return Error("expected --" + option + " to be NAME=VALUE but got '" + text + "'");
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

Result<void> parseSaves(const CommandLine &line, const std::vector<ArgumentInfo> &signature, Request &request) {
  for (const std::string &text : line.all("save")) {
    auto pair = splitPair(text, "save");
    if (!pair)
      return pair.error();
    Result<unsigned> index = findArgument(signature, pair->first);
    if (!index)
      return index.error();
    if (!signature[*index].isPointer)
      return Error("argument '" + pair->first + "' is a scalar and cannot be saved");
    request.saves.push_back({*index, pair->second});
  }
  return {};
}

Result<Request> parseRequest(const CommandLine &line, const std::vector<ArgumentInfo> &signature) {
  Request request;
  Result<Grid> grid = parseGrid(line.get("grid", "1"));
  if (!grid)
    return grid.error();
  request.grid = *grid;
  Result<int64_t> seed = parseNumber(line.get("seed", "0"), 0, INT64_MAX, "--seed");
  Result<int64_t> steps = parseNumber(line.get("max-steps", "0"), 0, INT64_MAX, "--max-steps");
  Result<int64_t> timeout = parseNumber(line.get("timeout", "600"), 1, 1000000, "--timeout");
  for (const auto *number : {&seed, &steps, &timeout})
    if (!*number)
      return number->error();
  request.limits.maxSteps = *steps;
  request.limits.timeout = std::chrono::seconds(*timeout);
  for (const std::string &text : line.all("device")) {
    auto pair = splitPair(text, "device");
    if (!pair)
      return pair.error();
    request.device[pair->first] = pair->second;
  }
  Result<MadeArguments> made = makeArguments(line.all("arg"), signature, *seed);
  if (!made)
    return made.error();
  request.made = std::move(*made);
  Result<void> saves = parseSaves(line, signature, request);
  if (!saves)
    return saves.error();
  return request;
}

/// Runs on a device; the buffers' contents afterwards replace those in `after`.
Result<LaunchReport> runOnDevice(Runtime &runtime, const Artifact &artifact, const LaunchInfo &info,
                                 const Request &request, std::vector<HostBuffer> &after) {
  Result<DeviceHandle> device = runtime.open(info.target, request.device);
  if (!device)
    return device.error();
  Result<UploadedArguments> uploaded = upload(*device, request.made, info.arguments);
  if (!uploaded)
    return uploaded.error();
  Result<Module> module = device->load(artifact);
  if (!module)
    return module.error();
  Result<Kernel> kernel = module->kernel(info.kernel);
  if (!kernel)
    return kernel.error();
  Result<LaunchReport> report = kernel->launch(request.grid, uploaded->arguments, {.limits = request.limits});
  if (!report)
    return report.error();
  after = request.made.buffers;
  for (auto [host, buffer] : llvm::zip(after, uploaded->buffers)) {
    Result<void> read = download(buffer, host);
    if (!read)
      return read.error();
  }
  return report;
}

/// The metadata of one of the artifact's kernels.
Result<LaunchInfo> infoOf(const Artifact &artifact, StringRef kernel) {
  Result<std::vector<LaunchInfo>> kernels = artifact.kernels();
  if (!kernels)
    return kernels.error();
  for (LaunchInfo &info : *kernels)
    if (info.kernel == kernel)
      return info;
  return Error("the artifact has no kernel '" + kernel.str() + "'");
}

void printStats(const LaunchStats &stats) {
  for (const Counter &counter : stats.counters) {
    llvm::outs() << llvm::format("  %-22s", counter.name.c_str());
    if (const auto *whole = std::get_if<int64_t>(&counter.value))
      llvm::outs() << llvm::format("%14lld", static_cast<long long>(*whole));
    else
      llvm::outs() << llvm::format("%14.1f", std::get<double>(counter.value));
    llvm::outs() << " " << counter.unit << "\n";
  }
}

func::FuncOp findKernel(ModuleOp module, const std::string &name) {
  SmallVector<std::string> known;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.getName() == name || (name.empty() && llvm::hasSingleElement(module.getOps<func::FuncOp>())))
      return func;
    known.push_back(func.getName().str());
  }
  if (known.empty()) {
    fail("the file has no kernel in tile form");
    return nullptr;
  }
  fail(name.empty() ? "the file has several kernels (" + llvm::join(known, ", ") + "); choose one with --kernel"
                    : "no kernel is called '" + name + "'; kernels: " + llvm::join(known, ", "));
  return nullptr;
}

int save(const Request &request, const std::vector<HostBuffer> &buffers) {
  for (const auto &[argument, path] : request.saves) {
    Result<void> written = writeNpy(path, toArray(buffers[request.made.arguments[argument].buffer]));
    if (!written)
      return fail(written.error().message());
  }
  return 0;
}

int finish(const CommandLine &line, const Request &request, func::FuncOp kernel, const Target *target,
           const std::vector<ArgumentInfo> &signature, const std::vector<HostBuffer> &after) {
  if (int status = save(request, after))
    return status;
  if (!line.has("check"))
    return 0;
  Judge judge(kernel, signature, request.made, request.grid, request.limits);
  Result<bool> equal = judge.compare(*target, after, llvm::outs());
  if (!equal)
    return fail("the reference failed: " + equal.error().message());
  return *equal ? 0 : fail("the result differs from the reference");
}

/// --target=reference: the interpreter alone.
int runReference(const CommandLine &line, func::FuncOp kernel, const std::vector<ArgumentInfo> &signature) {
  Result<Request> request = parseRequest(line, signature);
  if (!request)
    return fail(request.error().message());
  if (line.has("interpret"))
    return fail("--interpret lowers the kernel for a target; --target=reference interprets tile form");
  if (line.has("check"))
    return fail("--check compares a target with the reference; --target=reference is the reference");
  Judge judge(kernel, signature, request->made, request->grid, request->limits);
  Result<std::vector<HostBuffer>> after = judge.run(llvm::outs());
  if (!after)
    return fail(after.error().message());
  return save(*request, *after);
}

/// --interpret=LEVEL: the interpreter in the place of the target's device.
int runLevel(const CommandLine &line, func::FuncOp kernel, const Target &target,
             const std::vector<ArgumentInfo> &signature) {
  if (line.has("stats") || line.has("device"))
    return fail("--stats and --device are for a device, which --interpret takes the place of");
  Result<Request> request = parseRequest(line, signature);
  if (!request)
    return fail(request.error().message());
  Result<OwningOpRef<ModuleOp>> lowered = lowerTo(kernel->getParentOfType<ModuleOp>(), target, line.get("interpret"));
  if (!lowered)
    return fail(lowered.error().message());
  Judge level(findFunction(**lowered, kernel.getName()), signature, request->made, request->grid, request->limits);
  Result<std::vector<HostBuffer>> after = level.run(llvm::outs());
  if (!after)
    return fail(after.error().message());
  return finish(line, *request, kernel, &target, signature, *after);
}

} // namespace

int kiln::tools::runRun(const CommandLine &line) {
  if (line.files().size() != 1)
    return fail("'run' takes one file of kernels but got " + std::to_string(line.files().size()) +
                ", e.g. kiln run k.ttir --arg x=randn:f32[64] --arg n=64");
  Result<bool> fusion = fpFusion(line);
  if (!fusion)
    return fail(fusion.error().message());
  Result<std::unique_ptr<Session>> session = Session::create(line);
  if (!session)
    return fail(session.error().message());
  OwningOpRef<ModuleOp> module = (*session)->readKernels(line.files().front(), *fusion);
  func::FuncOp kernel = module ? findKernel(*module, line.get("kernel")) : nullptr;
  if (!kernel)
    return 1;
  FailureOr<std::vector<ArgumentInfo>> signature = signatureOf(kernel);
  if (failed(signature))
    return 1;
  if (line.get("target") == "reference")
    return runReference(line, kernel, *signature);
  Result<const Target *> target = (*session)->target(line);
  if (!target)
    return fail(target.error().message());
  if (line.has("interpret"))
    return runLevel(line, kernel, **target, *signature);
  std::vector<std::string> devices = (*session)->devices.names();
  if (!llvm::is_contained(devices, (*target)->info().name))
    return fail("target '" + (*target)->info().name +
                "' compiles but has no device to run on; devices: " + llvm::join(devices, ", "));
  Result<Request> request = parseRequest(line, *signature);
  if (!request)
    return fail(request.error().message());
  FailureOr<Artifact> artifact = kiln::compile(*module, **target, {});
  if (failed(artifact))
    return 1;
  Result<LaunchInfo> info = infoOf(*artifact, kernel.getName());
  if (!info)
    return fail(info.error().message());
  std::vector<HostBuffer> after;
  std::string name = (*target)->info().name;
  Runtime runtime(std::move((*session)->devices));
  Result<LaunchReport> report = runOnDevice(runtime, *artifact, *info, *request, after);
  if (!report) {
    fail(report.error().message());
    llvm::errs() << "kiln: note: the same run with --target=reference names the argument and the element of a wrong "
                    "access\n";
    return 1;
  }
  for (const std::string &text : report->stats.printed)
    llvm::outs() << text << "\n";
  llvm::outs() << kernel.getName() << " on " << name << ", grid " << request->grid[0] << "x" << request->grid[1] << "x"
               << request->grid[2] << "\n";
  if (line.has("stats"))
    printStats(report->stats);
  return finish(line, *request, kernel, *target, *signature, after);
}
