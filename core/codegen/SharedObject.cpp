// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker is a program: it gets files and leaves one.

#include "core/codegen/SharedObject.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

#include <dlfcn.h>

using namespace mlir;

namespace {

/// A linker, from the PATH or beside LLVM: its path, and what it is called with first.
std::vector<std::string> findLinker() {
  SmallVector<std::string> beside;
  Dl_info library;
  if (dladdr(reinterpret_cast<void *>(&llvm::sys::getDefaultTargetTriple), &library)) {
    SmallString<128> real;
    if (!llvm::sys::fs::real_path(library.dli_fname, real))
      beside.push_back((llvm::sys::path::parent_path(llvm::sys::path::parent_path(real)) + "/bin").str());
  }
  SmallVector<StringRef> directories(beside.begin(), beside.end());
  for (const char *name : {"ld.lld-22", "ld.lld", "cc"})
    for (ArrayRef<StringRef> where : {ArrayRef<StringRef>(), ArrayRef<StringRef>(directories)})
      if (auto path = llvm::sys::findProgramByName(name, where))
        return name == StringRef("cc") ? std::vector<std::string>{*path, "-nostdlib", "-Wl,--build-id=none", "-Wl,-s"}
                                       : std::vector<std::string>{*path, "--build-id=none", "-s"};
  return {};
}

/// A temporary file that goes when this object does.
struct TemporaryFile {
  SmallString<128> path;
  llvm::FileRemover remover;

  std::error_code create(StringRef suffix) {
    std::error_code error = llvm::sys::fs::createTemporaryFile("kiln", suffix, path);
    if (!error)
      remover.setFile(path);
    return error;
  }
};

std::error_code writeFile(StringRef path, ArrayRef<uint8_t> bytes) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (error)
    return error;
  out << llvm::toStringRef(bytes);
  out.close();
  error = out.error();
  out.clear_error();
  return error;
}

/// Runs the linker; false, with what it said, where it fails.
bool link(std::vector<std::string> words, StringRef object, StringRef result, StringRef log, std::string &said) {
  for (StringRef word : {StringRef("-shared"), StringRef("-o"), result, object})
    words.push_back(word.str());
  SmallVector<StringRef> arguments(words.begin(), words.end());
  std::optional<StringRef> redirects[] = {std::nullopt, log, log};
  if (llvm::sys::ExecuteAndWait(words[0], arguments, std::nullopt, redirects, 0, 0, &said) == 0)
    return true;
  if (auto text = llvm::MemoryBuffer::getFile(log))
    said += (*text)->getBuffer();
  return false;
}

} // namespace

FailureOr<std::vector<uint8_t>> kiln::codegen::linkSharedObject(ModuleOp module, ArrayRef<uint8_t> object) {
  std::vector<std::string> linker = findLinker();
  if (linker.empty())
    return module.emitError() << "found no linker for host code; install ld.lld (Debian: lld-22) or cc (gcc)";
  TemporaryFile from, to, log;
  for (auto [file, suffix] : {std::pair(&from, "o"), std::pair(&to, "so"), std::pair(&log, "txt")})
    if (std::error_code error = file->create(suffix))
      return module.emitError() << "cannot make a temporary file: " << error.message();
  if (std::error_code error = writeFile(from.path, object))
    return module.emitError() << "cannot write a temporary file: " << error.message();
  std::string said;
  if (!link(linker, from.path, to.path, log.path, said))
    return module.emitError() << "'" << linker[0] << "' cannot link the kernel: " << said;
  auto bytes = llvm::MemoryBuffer::getFile(to.path);
  if (!bytes)
    return module.emitError() << "cannot read what '" << linker[0] << "' wrote: " << bytes.getError().message();
  return std::vector<uint8_t>((*bytes)->getBuffer().bytes_begin(), (*bytes)->getBuffer().bytes_end());
}
