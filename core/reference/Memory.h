// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that the reference interprets kernels against: one flat 64-bit
// space in which allocations lie far apart. Every access lies inside one live
// allocation or is an error, so that a wrong address never reads a neighbour.
// Storage is taken from the host page by page as it is touched: an allocation
// of many gigabytes costs what the kernel writes of it.
//
// Beside the bytes an allocation can carry two shadows: the error bound of
// each float element (see docs/semantics.md), so that bounds survive a store
// and a reload, and for on-chip memory whether each byte was ever written.

#ifndef KILN_REFERENCE_MEMORY_H
#define KILN_REFERENCE_MEMORY_H

#include "kiln/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kiln::reference {

/// Zeroed host memory that the operating system provides page by page.
class LazyPages {
public:
  LazyPages() = default;
  ~LazyPages();
  LazyPages(const LazyPages &) = delete;
  LazyPages &operator=(const LazyPages &) = delete;

  /// False where the host has no address space left.
  bool reserve(uint64_t bytes);
  std::byte *data() const { return base; }

private:
  std::byte *base = nullptr;
  uint64_t size = 0;
};

/// One block of memory. `bytes` past `address` belong to it.
class Allocation {
public:
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::string name;

  bool contains(uint64_t at, uint64_t count) const {
    return at >= address && count <= bytes && at - address <= bytes - count;
  }
  std::byte *host(uint64_t at) const { return pages.data() + (at - address); }

  /// The bound of the element at `at`; 0 where none was ever kept.
  double bound(uint64_t at) const;
  /// Keeps a bound; keeping 0 in an allocation without bounds costs nothing.
  void setBound(uint64_t at, double value);
  bool hasBounds() const { return boundsReady.load(std::memory_order_acquire); }

  /// Whether all of the bytes were written; always true for device memory.
  bool isWritten(uint64_t at, uint64_t count) const;
  void setWritten(uint64_t at, uint64_t count);
  /// From here on the bytes count as never written.
  void forget(uint64_t at, uint64_t count);

private:
  friend class Memory;
  LazyPages pages;
  LazyPages boundPages; // a double for each byte
  LazyPages writtenPages;
  bool tracksWrites = false;
  std::atomic<bool> boundsReady = false;
  std::mutex boundsMutex;
};

class Memory {
public:
  /// What an allocation holds before the first write.
  enum class Fresh { Zero, Poison };

  /// Device memory starts above 4 GiB, so that a truncated address is found.
  explicit Memory(uint64_t firstAddress = uint64_t(1) << 32, Fresh fresh = Fresh::Zero);

  /// `name` is used in errors. `align` is a power of two.
  Result<uint64_t> allocate(uint64_t bytes, uint64_t align, llvm::StringRef name);
  Result<void> release(uint64_t address);
  /// Everything, so that addresses start again.
  void releaseAll();

  Result<void> write(uint64_t address, llvm::ArrayRef<std::byte> bytes);
  Result<std::vector<std::byte>> read(uint64_t address, uint64_t count) const;

  /// The error bounds of `count` elements of `elementBytes` bytes each.
  Result<std::vector<double>> bounds(uint64_t address, uint64_t count, unsigned elementBytes) const;

  /// The live allocation with all of these bytes, or null. `hint` is tried first.
  Allocation *find(uint64_t address, uint64_t count, Allocation *hint = nullptr) const;

  /// Where an address without an allocation lies: "16 bytes past the end of
  /// 'x' (4096 bytes at 0x100000000)".
  std::string describe(uint64_t address, uint64_t count) const;

private:
  std::vector<std::unique_ptr<Allocation>> allocations; // ascending addresses
  uint64_t first;
  uint64_t next;
  Fresh fresh;
};

} // namespace kiln::reference

#endif // KILN_REFERENCE_MEMORY_H
