// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln targets: what is registered, with capabilities.

#include "core/tools/Session.h"
#include "kiln/Runtime.h"
#include "llvm/Support/Format.h"

using namespace kiln;
using namespace kiln::tools;

std::vector<OptionSpec> kiln::tools::targetsOptions() {
  std::vector<OptionSpec> specs = commonOptions();
  llvm::erase_if(specs, [](const OptionSpec &spec) { return spec.name == "target"; });
  return specs;
}

static const char *levelName(EntryLevel level) {
  switch (level) {
  case EntryLevel::Kernel:
    return "kernel-form";
  case EntryLevel::Staged:
    return "staged";
  case EntryLevel::Native:
    return "native";
  case EntryLevel::Distributed:
    return "distributed";
  }
  return "";
}

/// "yes", or why nothing can be run here.
static std::string describeDevice(Runtime &runtime, llvm::ArrayRef<std::string> devices, const std::string &target) {
  if (!llvm::is_contained(devices, target))
    return "none: compiles only";
  Result<DeviceHandle> device = runtime.open(target);
  return device ? "yes" : "not here: " + device.error().message();
}

int kiln::tools::runTargets(const CommandLine &line) {
  if (!line.files().empty())
    return fail("'targets' takes no files but got '" + line.files().front() + "'");
  Result<std::unique_ptr<Session>> session = Session::create(line);
  if (!session)
    return fail(session.error().message());
  std::vector<std::string> devices = (*session)->devices.names();
  Runtime runtime(std::move((*session)->devices));
  Result<const Target *> preferred = (*session)->targets.defaultTarget();
  for (const Target *target : (*session)->targets.all()) {
    const TargetInfo &info = target->info();
    bool isDefault = preferred && *preferred == target;
    llvm::outs() << info.name << (isDefault ? " (default)" : "") << "  " << info.summary << "\n";
    llvm::outs() << "  starts at    " << levelName(info.entry) << "\n  elements    ";
    for (const std::string &type : info.elementTypes)
      llvm::outs() << " " << type;
    llvm::outs() << "\n";
    for (const SpaceInfo &space : info.spaces)
      llvm::outs() << "  memory       " << space.name << ", " << space.capacityBytes << " bytes, aligned to "
                   << space.alignmentBytes << "\n";
    llvm::outs() << "  vectors      " << info.nativeLanes << " lanes\n";
    for (const EmitKind &kind : info.emitKinds)
      llvm::outs() << "  emits        " << llvm::format("%-12s", kind.name.c_str()) << " " << kind.summary << "\n";
    for (const KnobInfo &knob : info.knobs)
      llvm::outs() << "  knob         " << llvm::format("%-12s", knob.name.c_str()) << " " << knob.summary << ", "
                   << knob.least << " to " << knob.most << "\n";
    llvm::outs() << "  device       " << describeDevice(runtime, devices, info.name) << "\n";
  }
  llvm::outs() << "reference  the interpreter that results are checked against (run only)\n";
  return 0;
}
