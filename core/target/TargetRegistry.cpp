// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adding and finding targets.

#include "kiln/TargetRegistry.h"
#include "core/target/VerifyInfo.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

#include <dlfcn.h>

using namespace kiln;

mlir::FailureOr<std::string> Target::emitText(mlir::ModuleOp module, llvm::StringRef kind) const {
  return module.emitError() << "target '" << info().name << "' does not emit '" << kind << "'";
}

std::unique_ptr<mlir::TypeConverter> Target::makeTypeConverter(mlir::MLIRContext *) const {
  return std::make_unique<mlir::TypeConverter>();
}

Result<void> TargetRegistry::add(const TargetPlugin *plugin) {
  if (!plugin || !plugin->name || !plugin->create)
    return Error("a target's entry gives no name or no way to make it");
  std::string name = plugin->name;
  if (plugin->apiVersion != targetApiVersion)
    return Error("target '" + name + "' was built for target API version " + std::to_string(plugin->apiVersion) +
                 " but this is version " + std::to_string(targetApiVersion) + "; rebuild it");
  if (targets.count(name))
    return Error("target '" + name + "' is registered already");
  std::unique_ptr<Target> target(plugin->create());
  if (!target || target->info().name != name)
    return Error("target '" + name + "' calls itself '" + (target ? target->info().name : "") + "' in its info");
  if (Result<void> valid = verifyInfo(target->info()); !valid)
    return valid;
  targets.emplace(name, std::move(target));
  return {};
}

Result<void> TargetRegistry::loadPlugin(const std::string &path) {
  // A bare name would be looked up in the system's library directories.
  std::string file = path.find('/') == path.npos ? "./" + path : path;
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    return Error("cannot load target '" + path + "': " + (why ? why : "unknown reason"));
  }
  using Entry = const TargetPlugin *(*)();
  auto entry = reinterpret_cast<Entry>(dlsym(library, "kilnTargetPlugin"));
  if (!entry)
    return Error("'" + path + "' is no target: it has no function 'kilnTargetPlugin' (KILN_REGISTER_TARGET)");
  return add(entry());
}

Result<const Target *> TargetRegistry::find(std::string_view name) const {
  auto it = targets.find(name);
  if (it != targets.end())
    return static_cast<const Target *>(it->second.get());
  std::string known;
  for (const auto &[other, target] : targets)
    known += (known.empty() ? "" : ", ") + other;
  return Error("unknown target '" + std::string(name) + "'; registered targets: " + (known.empty() ? "none" : known));
}

Result<const Target *> TargetRegistry::defaultTarget() const {
  const Target *best = nullptr;
  for (const auto &[name, target] : targets)
    if (!best || target->info().defaultRank < best->info().defaultRank)
      best = target.get();
  if (!best)
    return Error("no target is registered");
  return best;
}

std::vector<const Target *> TargetRegistry::all() const {
  std::vector<const Target *> list;
  for (const auto &[name, target] : targets)
    list.push_back(target.get());
  return list;
}
