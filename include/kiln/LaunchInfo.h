// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch metadata, version 1: all that a runtime must know to launch a compiled
// kernel. It travels as JSON in an artifact, so that it can be read by eye.

#ifndef KILN_LAUNCHINFO_H
#define KILN_LAUNCHINFO_H

#include "kiln/Facts.h"
#include "kiln/LaunchExpr.h"

#include <map>
#include <string>
#include <vector>

namespace kiln {

inline constexpr int launchInfoVersion = 1;

/// Something that must be made before a launch and is passed by its bytes or
/// address. The runtime makes `workspace`; other kinds are the device's, which
/// lists what it can make. Kinds known to neither are refused by name.
///
/// workspace: fields `bytes` and, optionally, `align` (bytes; 256 if left out);
/// options `per` = `launch` (default) or `program` (bytes for each logical
/// program) and `init` = `none` (default) or `zero`.
struct LaunchObject {
  std::string kind;
  /// Fields computed at launch: one expression, or several for a list.
  std::map<std::string, std::vector<LaunchExpr>> fields;
  /// Fields that are plain text, e.g. a swizzle mode.
  std::map<std::string, std::string> options;

  bool operator==(const LaunchObject &) const = default;
};

/// One parameter of the code as compiled, in the order of its ABI.
struct LaunchParameter {
  enum class Kind : uint8_t { Argument, Expression, Object };

  Kind kind = Kind::Argument;
  std::string name;
  /// Argument: its position; its declared type fixes the parameter's bytes (a
  /// pointer takes 8).
  unsigned argument = 0;
  /// Expression: the value, and the integer type it is passed in; a value
  /// that does not fit is an error at launch.
  LaunchExpr value;
  ElementType type = ElementType::I64;
  /// Object: what is to be made.
  LaunchObject object;

  static LaunchParameter fromArgument(std::string name, unsigned argument);
  static LaunchParameter fromExpression(std::string name, LaunchExpr value, ElementType type);
  static LaunchParameter fromObject(std::string name, LaunchObject object);

  bool operator==(const LaunchParameter &) const = default;
};

/// One compiled form of a kernel.
struct LaunchVariant {
  /// Facts that must all hold; empty for the general variant.
  std::vector<Fact> guard;
  /// The artifact section that holds the code.
  std::string section;
  /// The entry's name inside the code, where the device needs one.
  std::string entry;
  std::vector<LaunchParameter> parameters;
  /// Sizes of the physical grid; one to three, missing ones are 1.
  std::vector<LaunchExpr> physicalGrid = {LaunchExpr::grid(0), LaunchExpr::grid(1), LaunchExpr::grid(2)};
  /// Device properties that must be at least this large.
  PropertyMap required;
  /// Numbers that the target's compiler hands to its device, e.g. threads in a
  /// block. The runtime passes them on unread.
  PropertyMap attributes;

  bool operator==(const LaunchVariant &) const = default;
};

struct LaunchInfo {
  std::string kernel;
  /// Name of the target, and the version of it that the code was made for.
  std::string target;
  std::string targetVersion;
  /// Equal keys mean that the code is the same; empty where the compiler gave none.
  std::string compileKey;
  std::vector<ArgumentInfo> arguments;
  /// Facts that the kernel's text states. A launch that breaks one is refused.
  std::vector<Fact> preconditions;
  /// In the order they are tried. The last one has no guard.
  std::vector<LaunchVariant> variants;

  /// Checks that the parts fit together; the error names the part.
  Result<void> verify() const;

  /// Deterministic text of a LaunchInfo that verifies.
  std::string toJson() const;
  /// Reads and verifies. Unknown keys are errors: they come from a newer
  /// version whose meaning this one would miss.
  static Result<LaunchInfo> fromJson(std::string_view text);

  /// Names argument, value and requirement of the first precondition broken.
  Result<void> checkPreconditions(std::span<const ArgumentValue> values) const;

  /// The first variant whose guard holds. With specialize off, the first that
  /// has no guard.
  size_t selectVariant(std::span<const ArgumentValue> values, bool specialize = true) const;

  bool operator==(const LaunchInfo &) const = default;
};

} // namespace kiln

#endif // KILN_LAUNCHINFO_H
