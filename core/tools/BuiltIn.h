// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The targets and devices that this build contains, from the generated lists.

#ifndef KILN_CORE_TOOLS_BUILTIN_H
#define KILN_CORE_TOOLS_BUILTIN_H

#include "kiln/Device.h"
#include "kiln/TargetRegistry.h"

namespace kiln::tools {

Result<void> addBuiltInTargets(TargetRegistry &targets);
Result<void> addBuiltInDevices(DeviceRegistry &devices);

} // namespace kiln::tools

#endif // KILN_CORE_TOOLS_BUILTIN_H
