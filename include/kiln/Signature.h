// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel declares for each argument, and what a launch passes for it.

#ifndef KILN_SIGNATURE_H
#define KILN_SIGNATURE_H

#include "kiln/ElementType.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kiln {

/// One argument as the kernel declares it.
struct ArgumentInfo {
  std::string name;
  bool isPointer = false;
  /// The scalar's type, or the pointee's.
  ElementType type = ElementType::I32;

  bool operator==(const ArgumentInfo &) const = default;
};

/// One argument as a launch passes it.
struct ArgumentValue {
  /// Scalar: the value's bytes, zero-extended. Pointer: the device address.
  uint64_t bits = 0;
  /// The buffer that the address points into. Zero size: nothing is known
  /// (a foreign address), and no fact that needs the extent holds.
  uint64_t bufferBase = 0;
  uint64_t bufferBytes = 0;
};

/// The integer that `value` stands for: sign- or zero-extended by the declared
/// type; a pointer's address. None for floats and for unsigned values and
/// addresses above 2^63 - 1.
std::optional<int64_t> integerOf(const ArgumentInfo &info, const ArgumentValue &value);

/// Value as text for error messages: `97`, `-1.5`, `0x7f00`.
std::string describeValue(const ArgumentInfo &info, const ArgumentValue &value);

/// Position of the argument called `name`; the error lists the arguments.
Result<unsigned> findArgument(std::span<const ArgumentInfo> arguments, std::string_view name);

} // namespace kiln

#endif // KILN_SIGNATURE_H
