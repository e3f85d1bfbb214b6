// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An artifact: the bytes of compiled kernels and their launch metadata in one
// self-describing file. docs/runtime.md has the layout. Equal contents give
// equal bytes; a damaged file is an error, never a crash.

#ifndef KILN_ARTIFACT_H
#define KILN_ARTIFACT_H

#include "kiln/LaunchInfo.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kiln {

using Bytes = std::vector<uint8_t>;
using ByteSpan = std::span<const uint8_t>;

inline constexpr uint32_t artifactVersion = 1;

class Artifact {
public:
  struct Section {
    std::string name;
    Bytes bytes;
    bool operator==(const Section &) const = default;
  };

  /// Appends a section. Names are 1 to 255 printable characters without
  /// spaces, used once, and do not start with `launch:`.
  Result<void> add(std::string name, Bytes bytes);
  /// Verifies and appends launch metadata, as section `launch:<kernel>`.
  Result<void> addKernel(const LaunchInfo &info);

  /// Null when there is no such section.
  const Section *find(std::string_view name) const;
  std::span<const Section> sections() const { return contents; }

  /// Metadata of every kernel, in file order, checked against the sections
  /// that it names.
  Result<std::vector<LaunchInfo>> kernels() const;

  Bytes serialize() const;
  static Result<Artifact> parse(ByteSpan bytes);

  static Result<Artifact> readFile(const std::string &path);
  /// Leaves either the whole file or what was there before.
  Result<void> writeFile(const std::string &path) const;

  bool operator==(const Artifact &) const = default;

private:
  Result<void> append(std::string name, Bytes bytes);

  std::vector<Section> contents;
};

} // namespace kiln

#endif // KILN_ARTIFACT_H
