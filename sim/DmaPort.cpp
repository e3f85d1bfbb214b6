// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/DmaPort.h"

namespace kiln::npu {

namespace {
/// Cycles from the start of an instruction to its first request.
constexpr uint64_t setupCycles = 6;
} // namespace

void DmaPort::start(uint32_t instr, std::vector<Run> ranges, Direction way, uint64_t now) {
  runs = std::move(ranges);
  run = 0;
  offset = 0;
  direction = way;
  nextBurst = now + setupCycles;
  transfers.push_back({instr, 0, false, false, nextBurst});
  if (runs.empty()) {
    transfers.back().sent = true;
    finishIfDone(transfers.back());
    return;
  }
  events.add(nextBurst, EventKind::Engine, core, uint32_t(engine));
}

bool DmaPort::windowFull(uint64_t now) {
  if (direction != Direction::Write)
    return inFlight >= window;
  while (!writeAcks.empty() && writeAcks.front() <= now)
    writeAcks.pop_front();
  if (writeAcks.size() < window)
    return false;
  events.add(writeAcks.front(), EventKind::Engine, core, uint32_t(engine));
  return true;
}

bool DmaPort::sendOne(uint64_t now) {
  const Run &range = runs[run];
  uint64_t address = range.address + offset;
  uint64_t bytes = std::min<uint64_t>(burstBytes - address % burstBytes, range.bytes - offset);
  Transfer &transfer = transfers.back();
  bool write = direction == Direction::Write;
  BurstRequest request{address / burstBytes,          core, transfer.instr, engine, uint16_t(bytes), write,
                       direction == Direction::Atomic};
  if (!dram.submit(request, now))
    return false;
  uint64_t portCycles = (bytes + config.dmaPortBytes - 1) / config.dmaPortBytes;
  if (write) {
    nextBurst = now + portCycles;
    writeAcks.push_back(now + config.dramWriteAck);
    transfer.end = std::max(transfer.end, writeAcks.back());
  } else {
    nextBurst = now + 1;
    ++inFlight;
    ++transfer.outstanding;
  }
  offset += bytes;
  if (offset == range.bytes) {
    offset = 0;
    ++run;
  }
  return true;
}

void DmaPort::advance(uint64_t now) {
  if (runs.empty() || now < nextBurst || windowFull(now) || !sendOne(now))
    return;
  // One burst per cycle at most, so one per event.
  if (run == runs.size()) {
    runs.clear();
    transfers.back().sent = true;
    finishIfDone(transfers.back());
  }
  events.add(nextBurst, EventKind::Engine, core, uint32_t(engine));
}

void DmaPort::finishIfDone(Transfer &transfer) {
  if (transfer.sent && transfer.outstanding == 0)
    events.add(transfer.end, EventKind::DmaDone, core, transfer.instr, uint8_t(engine));
}

void DmaPort::arrival(uint32_t instr, unsigned bytes, uint64_t now) {
  portFree = std::max(portFree, now) + (bytes + config.dmaPortBytes - 1) / config.dmaPortBytes;
  bool wasFull = inFlight == window;
  --inFlight;
  Transfer &transfer = transferOf(instr);
  --transfer.outstanding;
  transfer.end = std::max(transfer.end, portFree);
  finishIfDone(transfer);
  if (wasFull && !runs.empty())
    events.add(std::max(now, nextBurst), EventKind::Engine, core, uint32_t(engine));
}

uint32_t DmaPort::done(uint32_t instr) {
  transferOf(instr).complete = true;
  while (!transfers.empty() && transfers.front().complete) {
    completedInstr = transfers.front().instr;
    transfers.pop_front();
  }
  return completedInstr;
}

} // namespace kiln::npu
