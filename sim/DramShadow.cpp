// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/DramShadow.h"

#include <algorithm>

namespace kiln::npu {

bool DramShadow::conflicts(const Entry &entry, uint64_t mask, Kind kind, const Actor &actor, int64_t programId) {
  if (!(entry.bytes & mask) || entry.programId != programId || entry.index <= (*actor.known)[entry.engine])
    return false;
  bool self = entry.engine == actor.engine && entry.index == actor.index;
  return !self && !(entry.atomic && kind == Kind::Atomic);
}

std::optional<DramShadow::Race> DramShadow::note(uint64_t address, uint64_t n, Kind kind, const Actor &actor,
                                                 int64_t programId) {
  constexpr uint64_t lineBytes = 64;
  Page *page = nullptr;
  uint64_t pageNumber = ~uint64_t(0);
  for (uint64_t at = address, end = address + n; at < end;) {
    uint64_t first = at % lineBytes;
    uint64_t count = std::min(lineBytes - first, end - at);
    uint64_t mask = (count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1) << first;
    if (at / 4096 != pageNumber) {
      pageNumber = at / 4096;
      auto &slot = pages[pageNumber];
      if (!slot)
        slot = std::make_unique<Page>();
      page = slot.get();
    }
    Line &line = (*page)[at / lineBytes % 64];
    if (conflicts(line.write, mask, kind, actor, programId))
      return Race{at, true, line.write.engine, line.write.index};
    if (kind != Kind::Read && conflicts(line.read, mask, kind, actor, programId))
      return Race{at, false, line.read.engine, line.read.index};
    Entry entry{mask, programId, actor.index, actor.engine, kind == Kind::Atomic};
    (kind == Kind::Read ? line.read : line.write) = entry;
    at += count;
  }
  return std::nullopt;
}

} // namespace kiln::npu
