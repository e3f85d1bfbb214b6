// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The toy device as a library that is opened by path. KILN_TOY_VERSION and
// KILN_TOY_NO_ENTRY make libraries that must be refused.

#include "ToyDevice.h"

#if defined(KILN_TOY_VERSION)
extern "C" const kiln::DevicePlugin *kilnDevicePlugin() {
  static const kiln::DevicePlugin plugin = {KILN_TOY_VERSION, "toy",
                                            []() -> kiln::DeviceDriver * { return new kiln::toy::ToyDriver(); }};
  return &plugin;
}
#elif !defined(KILN_TOY_NO_ENTRY)
KILN_REGISTER_DEVICE(toy, kiln::toy::ToyDriver)
#endif
