// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch as the command line of `kiln run` asks for it, of an artifact that
// was just compiled or of one from a file.

#ifndef KILN_CORE_TOOLS_LAUNCH_H
#define KILN_CORE_TOOLS_LAUNCH_H

#include "core/tools/CommandLine.h"
#include "kiln/ArgMaker.h"
#include "kiln/Runtime.h"
#include "kiln/Upload.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace kiln::tools {

/// What the command line asks for, beside kernel and target.
struct Request {
  Grid grid = {1, 1, 1};
  MadeArguments made;
  LaunchLimits limits;
  DeviceOptions device;
  bool specialize = true;
  bool stats = false;
  std::vector<std::pair<unsigned, std::string>> saves; // argument, file

  static Result<Request> parse(const CommandLine &line, const std::vector<ArgumentInfo> &signature);

  /// Writes the buffers that --save names.
  Result<void> save(const std::vector<HostBuffer> &buffers) const;
};

/// The request's arguments on an open device.
class Launch {
public:
  static Result<Launch> open(Runtime &runtime, const std::string &device, const Request &request,
                             const std::vector<ArgumentInfo> &signature);

  /// The arguments as facts see them.
  const std::vector<ArgumentValue> &values() const { return argumentValues; }

  /// Runs one of the artifact's kernels; run once.
  Result<LaunchReport> run(const Artifact &artifact, const LaunchInfo &info);

  /// The buffers' contents now.
  Result<std::vector<HostBuffer>> download() const;

private:
  Launch(const Request &request, DeviceHandle device) : request(&request), device(std::move(device)) {}

  const Request *request;
  DeviceHandle device;
  UploadedArguments uploaded;
  std::vector<ArgumentValue> argumentValues;
};

/// What ran, where, and how often.
void printHeader(llvm::raw_ostream &out, llvm::StringRef kernel, llvm::StringRef where, const Grid &grid);

/// What ran, which variant of it, and the device's counters if asked for.
void printReport(llvm::raw_ostream &out, const LaunchInfo &info, const Request &request, const LaunchReport &report);

/// One counter per line.
void printCounters(llvm::raw_ostream &out, const std::vector<Counter> &counters);

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_LAUNCH_H
