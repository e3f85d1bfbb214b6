// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For devices that run code of the host: a shared object out of an artifact, and
// scratch memory for its kernels.

#ifndef KILN_HOSTLIBRARY_H
#define KILN_HOSTLIBRARY_H

#include "kiln/Artifact.h"

#include <memory>
#include <string>

namespace kiln {

/// A shared object that was loaded from memory. It is unloaded with this object.
class HostLibrary {
public:
  static Result<std::unique_ptr<HostLibrary>> load(ByteSpan code);
  ~HostLibrary();
  HostLibrary(const HostLibrary &) = delete;
  HostLibrary &operator=(const HostLibrary &) = delete;

  /// The address of a function. An unknown name is an error.
  Result<void *> function(const std::string &name) const;

private:
  explicit HostLibrary(void *handle) : handle(handle) {}

  void *handle;
};

/// Zeroed memory by the page, which costs nothing before it is touched.
class HostPages {
public:
  static Result<std::unique_ptr<HostPages>> allocate(size_t bytes);
  ~HostPages();
  HostPages(const HostPages &) = delete;
  HostPages &operator=(const HostPages &) = delete;

  /// Null where no bytes were asked for.
  uint8_t *data() const { return static_cast<uint8_t *>(memory); }

private:
  HostPages(void *memory, size_t bytes) : memory(memory), bytes(bytes) {}

  void *memory;
  size_t bytes;
};

} // namespace kiln

#endif // KILN_HOSTLIBRARY_H
