// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry functions of what is built in; targets/CMakeLists.txt makes the lists.

#include "core/tools/BuiltIn.h"

#define KILN_TARGET(name) extern "C" const kiln::TargetPlugin *kilnTarget_##name();
#include "targets/TARGETS.def"
#undef KILN_TARGET
#define KILN_DEVICE(name) extern "C" const kiln::DevicePlugin *kilnDevice_##name();
#include "targets/DEVICES.def"
#undef KILN_DEVICE

using namespace kiln;

Result<void> tools::addBuiltInTargets(TargetRegistry &targets) {
  Result<void> added;
#define KILN_TARGET(name)                                                                                              \
  if (added)                                                                                                           \
    added = targets.add(kilnTarget_##name());
#include "targets/TARGETS.def"
#undef KILN_TARGET
  return added;
}

Result<void> tools::addBuiltInDevices(DeviceRegistry &devices) {
  Result<void> added;
#define KILN_DEVICE(name)                                                                                              \
  if (added)                                                                                                           \
    added = devices.add(&kilnDevice_##name);
#include "targets/DEVICES.def"
#undef KILN_DEVICE
  return added;
}
