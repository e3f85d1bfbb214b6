// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/reference/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace kiln;
using namespace kiln::reference;

/// Between two allocations lies at least this much: more than the tiles of a
/// kernel reach past their buffer.
static constexpr uint64_t guardBytes = uint64_t(1) << 24;

static constexpr uint64_t addressSpaceEnd = uint64_t(1) << 63;

//===-- pages ----------------------------------------------------------------===//

LazyPages::~LazyPages() {
  if (base)
    munmap(base, size);
}

bool LazyPages::reserve(uint64_t bytes) {
  size = std::max<uint64_t>(bytes, 1);
  void *pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return false;
  base = static_cast<std::byte *>(pages);
  return true;
}

//===-- allocation -----------------------------------------------------------===//

double Allocation::bound(uint64_t at) const {
  if (!hasBounds())
    return 0;
  double value;
  std::memcpy(&value, boundPages.data() + (at - address) * sizeof(double), sizeof(double));
  return value;
}

void Allocation::setBound(uint64_t at, double value) {
  if (!hasBounds()) {
    if (value == 0)
      return;
    std::lock_guard<std::mutex> lock(boundsMutex);
    // Without address space for the shadow bounds are lost; no result changes.
    if (!boundPages.data() && !boundPages.reserve(bytes * sizeof(double)))
      return;
    boundsReady.store(true, std::memory_order_release);
  }
  std::memcpy(boundPages.data() + (at - address) * sizeof(double), &value, sizeof(double));
}

bool Allocation::isWritten(uint64_t at, uint64_t count) const {
  if (!tracksWrites)
    return true;
  const std::byte *first = writtenPages.data() + (at - address);
  return std::all_of(first, first + count, [](std::byte b) { return b != std::byte{0}; });
}

void Allocation::setWritten(uint64_t at, uint64_t count) {
  if (tracksWrites)
    std::memset(writtenPages.data() + (at - address), 1, count);
}

void Allocation::forget(uint64_t at, uint64_t count) {
  if (tracksWrites)
    std::memset(writtenPages.data() + (at - address), 0, count);
}

//===-- memory ---------------------------------------------------------------===//

Memory::Memory(uint64_t firstAddress, Fresh fresh) : first(firstAddress), next(firstAddress), fresh(fresh) {}

Result<uint64_t> Memory::allocate(uint64_t bytes, uint64_t align, llvm::StringRef name) {
  if (!llvm::isPowerOf2_64(align) || align > guardBytes)
    return Error(
        llvm::formatv("expected an alignment that is a power of two up to {0} but got {1}", guardBytes, align));
  uint64_t address = llvm::alignTo(next, std::max<uint64_t>(align, 64));
  if (bytes >= addressSpaceEnd - address - guardBytes)
    return Error(llvm::formatv("no address space for '{0}' of {1} bytes", name, bytes));
  auto allocation = std::make_unique<Allocation>();
  allocation->address = address;
  allocation->bytes = bytes;
  allocation->name = name.str();
  allocation->tracksWrites = fresh == Fresh::Poison;
  if (!allocation->pages.reserve(bytes) || (allocation->tracksWrites && !allocation->writtenPages.reserve(bytes)))
    return Error(llvm::formatv("the host has no memory for '{0}' of {1} bytes", name, bytes));
  next = address + bytes + guardBytes;
  allocations.push_back(std::move(allocation));
  return address;
}

Result<void> Memory::release(uint64_t address) {
  auto found = llvm::find_if(allocations, [&](const auto &a) { return a->address == address; });
  if (found == allocations.end())
    return Error(llvm::formatv("no allocation starts at {0:x}", address));
  allocations.erase(found);
  return {};
}

void Memory::releaseAll() {
  allocations.clear();
  next = first;
}

Allocation *Memory::find(uint64_t address, uint64_t count, Allocation *hint) const {
  if (hint && hint->contains(address, count))
    return hint;
  auto after = llvm::upper_bound(allocations, address,
                                 [](uint64_t at, const auto &allocation) { return at < allocation->address; });
  if (after == allocations.begin())
    return nullptr;
  Allocation *candidate = std::prev(after)->get();
  return candidate->contains(address, count) ? candidate : nullptr;
}

std::string Memory::describe(uint64_t address, uint64_t count) const {
  if (allocations.empty())
    return "no memory is allocated";
  auto after = llvm::upper_bound(allocations, address,
                                 [](uint64_t at, const auto &allocation) { return at < allocation->address; });
  const Allocation *below = after == allocations.begin() ? nullptr : std::prev(after)->get();
  const Allocation *above = after == allocations.end() ? nullptr : after->get();
  auto block = [](const Allocation *a) {
    return llvm::formatv("'{0}' ({1} bytes at {2:x})", a->name, a->bytes, a->address).str();
  };
  if (below && address < below->address + below->bytes)
    return llvm::formatv("{0} bytes before the end of {1}", below->address + below->bytes - address, block(below));
  uint64_t pastBelow = below ? address - (below->address + below->bytes) : UINT64_MAX;
  if (above && above->address - address < pastBelow)
    return llvm::formatv("{0} bytes before the start of {1}", above->address - address, block(above));
  return llvm::formatv("{0} bytes past the end of {1}", pastBelow, block(below));
}

//===-- the host's side --------------------------------------------------------===//

Result<void> Memory::write(uint64_t address, llvm::ArrayRef<std::byte> bytes) {
  if (bytes.empty())
    return {};
  Allocation *allocation = find(address, bytes.size());
  if (!allocation)
    return Error(llvm::formatv("the host writes {0} bytes at {1:x}, {2}", bytes.size(), address,
                               describe(address, bytes.size())));
  std::memcpy(allocation->host(address), bytes.data(), bytes.size());
  allocation->setWritten(address, bytes.size());
  if (allocation->hasBounds())
    for (uint64_t i = 0; i < bytes.size(); ++i)
      allocation->setBound(address + i, 0);
  return {};
}

Result<std::vector<std::byte>> Memory::read(uint64_t address, uint64_t count) const {
  if (count == 0)
    return std::vector<std::byte>();
  const Allocation *allocation = find(address, count);
  if (!allocation)
    return Error(llvm::formatv("the host reads {0} bytes at {1:x}, {2}", count, address, describe(address, count)));
  const std::byte *first = allocation->host(address);
  return std::vector<std::byte>(first, first + count);
}

Result<std::vector<double>> Memory::bounds(uint64_t address, uint64_t count, unsigned elementBytes) const {
  std::vector<double> result(count, 0.0);
  if (count == 0)
    return result;
  const Allocation *allocation = find(address, count * elementBytes);
  if (!allocation)
    return Error(llvm::formatv("the host reads {0} bytes at {1:x}, {2}", count * elementBytes, address,
                               describe(address, count * elementBytes)));
  for (uint64_t i = 0; i < count; ++i)
    result[i] = allocation->bound(address + i * elementBytes);
  return result;
}
