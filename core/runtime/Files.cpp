// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files through POSIX calls, whose errors say what went wrong.

#include "kiln/Files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln;

namespace {
Error failure(const std::string &what, const std::string &path) {
  return Error("cannot " + what + " '" + path + "': " + std::strerror(errno));
}

/// Closes its descriptor on every way out.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (fd >= 0)
      ::close(fd);
  }

  int get() const { return fd; }
  /// A full disk may show only here.
  bool close() {
    int old = fd;
    fd = -1;
    return ::close(old) == 0;
  }

private:
  int fd;
};

bool writeAll(int fd, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

std::string resolve(const std::string &path) {
  char *real = ::realpath(path.c_str(), nullptr);
  std::string result = real ? real : path;
  std::free(real);
  return result;
}

struct Temporary {
  Descriptor file;
  std::string name;
};

/// A new file of its own in the directory of `path`, made as open makes files.
Temporary createBeside(const std::string &path) {
  std::string stem = path + ".tmp-" + std::to_string(::getpid()) + "-";
  for (int attempt = 0;; ++attempt) {
    std::string name = stem + std::to_string(attempt);
    int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
      return {Descriptor(fd), name};
  }
}

Result<void> writeInPlace(const std::string &path, std::span<const uint8_t> bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0)
    return failure("open", path);
  if (!writeAll(file.get(), bytes) || !file.close())
    return failure("write", path);
  return {};
}
} // namespace

Result<std::vector<uint8_t>> kiln::readFile(const std::string &path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0)
    return failure("open", path);
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0)
    return failure("read", path);
  // A device such as /dev/zero never ends.
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
    return Error("cannot read '" + path + "': it is a device, not a file");
  std::vector<uint8_t> bytes;
  if (S_ISREG(status.st_mode))
    bytes.reserve(static_cast<size_t>(status.st_size));
  std::vector<uint8_t> chunk(1 << 16);
  while (true) {
    ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failure("read", path);
    if (count == 0)
      return bytes;
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + count);
  }
}

Result<void> kiln::requireWritable(const std::string &path) {
  struct stat status = {};
  bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return Error("cannot write '" + path + "': it is a directory");
  if (exists && !S_ISREG(status.st_mode))
    return ::access(path.c_str(), W_OK) == 0 ? Result<void>() : failure("write", path);
  Temporary temporary = createBeside(exists ? resolve(path) : path);
  if (temporary.file.get() < 0)
    return failure("write", path);
  ::unlink(temporary.name.c_str());
  return {};
}

Result<void> kiln::writeFile(const std::string &path, std::span<const uint8_t> bytes) {
  struct stat status = {};
  bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode))
    return writeInPlace(path, bytes);

  // A link keeps pointing where it did: what it names is replaced.
  std::string target = exists ? resolve(path) : path;
  Temporary temporary = createBeside(target);
  if (temporary.file.get() < 0)
    return failure("write", path);
  bool sameMode = !exists || ::fchmod(temporary.file.get(), status.st_mode & 0777) == 0;
  if (sameMode && writeAll(temporary.file.get(), bytes) && temporary.file.close() &&
      ::rename(temporary.name.c_str(), target.c_str()) == 0)
    return {};
  Error error = failure("write", path);
  ::unlink(temporary.name.c_str());
  return error;
}
