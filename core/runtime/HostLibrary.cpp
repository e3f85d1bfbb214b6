// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system's loader and pages. The loader wants a file; ours has no name and
// goes with its last user.

#include "kiln/HostLibrary.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln;

static Error systemError(const std::string &what) { return Error(what + ": " + std::strerror(errno)); }

Result<std::unique_ptr<HostLibrary>> HostLibrary::load(ByteSpan code) {
  int file = memfd_create("kiln", MFD_CLOEXEC);
  if (file < 0)
    return systemError("cannot make a file in memory");
  for (size_t done = 0; done < code.size();) {
    ssize_t more = ::write(file, code.data() + done, code.size() - done);
    if (more < 0) {
      Error error = systemError("cannot write the code to a file in memory");
      close(file);
      return error;
    }
    done += static_cast<size_t>(more);
  }
  void *handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  close(file);
  if (handle)
    return std::unique_ptr<HostLibrary>(new HostLibrary(handle));
  const char *why = dlerror();
  return Error(std::string("cannot load the code: ") + (why ? why : "unknown reason"));
}

HostLibrary::~HostLibrary() { dlclose(handle); }

Result<void *> HostLibrary::function(const std::string &name) const {
  void *address = dlsym(handle, name.c_str());
  if (!address)
    return Error("the code has no function '" + name + "'");
  return address;
}

Result<std::unique_ptr<HostPages>> HostPages::allocate(size_t bytes) {
  if (bytes == 0)
    return std::unique_ptr<HostPages>(new HostPages(nullptr, 0));
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return systemError("cannot get " + std::to_string(bytes) + " bytes of scratch memory");
  return std::unique_ptr<HostPages>(new HostPages(memory, bytes));
}

HostPages::~HostPages() {
  if (memory)
    munmap(memory, bytes);
}
