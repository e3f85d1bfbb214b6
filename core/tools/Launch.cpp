// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests read, arguments brought to a device, reports printed.

#include "core/tools/Launch.h"
#include "core/tools/Progress.h"
#include "kiln/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"

using namespace kiln;
using namespace kiln::tools;

namespace {

Result<Grid> parseGrid(const std::string &text) {
  Grid grid = {1, 1, 1};
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, 'x');
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

Result<std::pair<std::string, std::string>> splitPair(const std::string &text, const std::string &option,
                                                      const std::string &form) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return Error("expected --" + option + " to be " + form + " but got '" + text + "'");
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

Result<void> parseSaves(const CommandLine &line, const std::vector<ArgumentInfo> &signature, Request &request) {
  for (const std::string &text : line.all("save")) {
    auto pair = splitPair(text, "save", "NAME=FILE.npy");
    if (!pair)
      return pair.error();
    Result<unsigned> index = findArgument(signature, pair->first);
    if (!index)
      return index.error().in("--save " + text);
    if (!signature[*index].isPointer)
      return Error("--save " + text + ": argument '" + pair->first + "' is a scalar and cannot be saved");
    if (pair->second == "-")
      return Error("--save " + text + ": an array goes to a file, e.g. --save " + pair->first + "=" + pair->first +
                   ".npy");
    if (Result<void> writable = requireWritable(pair->second); !writable)
      return writable.error().in("--save " + text);
    if (llvm::is_contained(llvm::make_second_range(request.saves), pair->second))
      return Error("--save " + text + ": another argument is saved to '" + pair->second + "'");
    request.saves.push_back({*index, pair->second});
  }
  return {};
}

Result<void> parseLimits(const CommandLine &line, LaunchLimits &limits) {
  Result<int64_t> timeout = parseNumber(line.get("timeout", "600"), 1, 1000000, "--timeout");
  if (!timeout)
    return timeout.error();
  limits.timeout = std::chrono::seconds(*timeout);
  if (!line.has("max-steps"))
    return {};
  Result<int64_t> steps = parseNumber(line.get("max-steps"), 1, INT64_MAX, "--max-steps");
  if (!steps)
    return steps.error();
  limits.maxSteps = *steps;
  return {};
}

} // namespace

Result<Request> Request::parse(const CommandLine &line, const std::vector<ArgumentInfo> &signature) {
  Request request;
  Result<Grid> grid = parseGrid(line.get("grid", "1"));
  if (!grid)
    return grid.error();
  request.grid = *grid;
  request.specialize = !line.has("no-specialize");
  request.stats = line.has("stats");
  Result<int64_t> seed = parseNumber(line.get("seed", "0"), 0, INT64_MAX, "--seed");
  if (!seed)
    return seed.error();
  if (Result<void> limits = parseLimits(line, request.limits); !limits)
    return limits.error();
  for (const std::string &text : line.all("device")) {
    auto pair = splitPair(text, "device", "KEY=VALUE");
    if (!pair)
      return pair.error();
    if (!request.device.emplace(pair->first, pair->second).second)
      return Error("--device " + pair->first + " is given twice");
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

Result<void> Request::save(const std::vector<HostBuffer> &buffers) const {
  for (const auto &[argument, path] : saves) {
    Result<void> written = writeNpy(path, toArray(buffers[made.arguments[argument].buffer]));
    if (!written)
      return written;
  }
  return {};
}

Result<Launch> Launch::open(Runtime &runtime, const std::string &name, const Request &request,
                            const std::vector<ArgumentInfo> &signature) {
  Result<DeviceHandle> device = runtime.open(name, request.device);
  if (!device)
    return device.error();
  Launch launch(request, std::move(*device));
  Result<UploadedArguments> uploaded = upload(launch.device, request.made, signature);
  if (!uploaded)
    return uploaded.error();
  launch.uploaded = std::move(*uploaded);
  Result<std::vector<ArgumentValue>> values = resolveArguments(signature, launch.uploaded.arguments);
  if (!values)
    return values.error();
  launch.argumentValues = std::move(*values);
  return launch;
}

Result<LaunchReport> Launch::run(const Artifact &artifact, const LaunchInfo &info) {
  Result<Module> module = device.load(artifact);
  if (!module)
    return module.error();
  Result<Kernel> kernel = module->kernel(info.kernel);
  if (!kernel)
    return kernel.error();
  Progress progress("running '" + info.kernel + "' on " + info.target);
  return kernel->launch(request->grid, uploaded.arguments,
                        {.specialize = request->specialize, .limits = request->limits});
}

Result<std::vector<HostBuffer>> Launch::download() const {
  std::vector<HostBuffer> after = request->made.buffers;
  for (auto [host, buffer] : llvm::zip(after, uploaded.buffers)) {
    Result<void> read = kiln::download(buffer, host);
    if (!read)
      return read.error();
  }
  return after;
}

void kiln::tools::printCounters(llvm::raw_ostream &out, const std::vector<Counter> &counters) {
  for (const Counter &counter : counters) {
    out << llvm::format("  %-22s", counter.name.c_str());
    if (const auto *whole = std::get_if<int64_t>(&counter.value))
      out << llvm::format("%14lld", static_cast<long long>(*whole));
    else
      out << llvm::format("%14.1f", std::get<double>(counter.value));
    out << (counter.unit.empty() ? "" : " ") << counter.unit << "\n";
  }
}

void kiln::tools::printHeader(llvm::raw_ostream &out, llvm::StringRef kernel, llvm::StringRef where, const Grid &grid) {
  out << kernel << " on " << where << ", grid " << grid[0] << "x" << grid[1] << "x" << grid[2] << "\n";
}

void kiln::tools::printReport(llvm::raw_ostream &out, const LaunchInfo &info, const Request &request,
                              const LaunchReport &report) {
  for (const std::string &text : report.stats.printed)
    out << text << "\n";
  printHeader(out, info.kernel, info.target, request.grid);
  std::vector<Fact> facts = info.preconditions;
  llvm::append_range(facts, info.variants[report.variant].guard);
  out << "  variant " << report.variant + 1 << " of " << info.variants.size()
      << ", facts: " << print(facts, info.arguments) << "\n";
  if (!request.stats)
    return;
  printCounters(out, report.stats.counters);
  for (const std::string &text : report.stats.notModelled)
    out << "  not modelled: " << text << "\n";
}
