// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/DramTiming.h"

#include <algorithm>
#include <bit>

namespace kiln::npu {

DramTiming::DramTiming(const Config &config, EventQueue &events, Stats &stats)
    : config(config), events(events), stats(stats), channels(config.dramChannels) {
  for (Channel &channel : channels)
    channel.banks.resize(config.dramBanks);
}

unsigned DramTiming::channelOf(uint64_t line) const {
  return unsigned(line * burstBytes / config.dramInterleave % config.dramChannels);
}

DramTiming::Place DramTiming::placeOf(uint64_t line) const {
  uint64_t block = line * burstBytes / config.dramInterleave;
  uint64_t rest = block / config.dramChannels / (config.dramRowBytes / config.dramInterleave);
  return {unsigned(rest % config.dramBanks), rest / config.dramBanks};
}

bool DramTiming::submit(const BurstRequest &request, uint64_t now) {
  unsigned number = channelOf(request.line);
  Channel &channel = channels[number];
  auto &queue = request.write ? channel.writes : channel.reads;
  uint32_t room = request.write ? config.dramWriteQueue : config.dramReadQueue;
  if (queue.size() >= room) {
    waitersOf(channel, request).cores |= uint64_t(1) << request.core;
    return false;
  }
  queue.push_back({request, now});
  schedule(number, now);
  return true;
}

DramTiming::Waiters &DramTiming::waitersOf(Channel &channel, const BurstRequest &request) {
  if (request.write)
    return channel.writeWaiters;
  return request.atomic ? channel.atomicWaiters : channel.readWaiters;
}

void DramTiming::schedule(unsigned number, uint64_t cycle) {
  Channel &channel = channels[number];
  if (channel.scheduled)
    return;
  channel.scheduled = true;
  events.add(std::max(cycle, channel.nextAccess), EventKind::Channel, 0, number);
}

/// Writes wait until many have gathered or nothing is to be read, then all of
/// them go. A read of a line that is still to be written waits for it.
bool DramTiming::chooseWrite(Channel &channel) const {
  if (channel.writes.empty())
    return false;
  if (channel.writing || channel.reads.empty() || channel.writes.size() >= config.dramWriteHigh)
    return true;
  uint64_t line = channel.reads.front().request.line;
  return std::any_of(channel.writes.begin(), channel.writes.end(),
                     [&](const Pending &w) { return w.request.line == line; });
}

/// The cycle in which the burst is accessed: its row was opened as soon as the
/// request was queued and the bank had served what came before.
uint64_t DramTiming::access(Channel &channel, const Pending &pending, uint64_t now) {
  Place place = placeOf(pending.request.line);
  Bank &bank = channel.banks[place.bank];
  if (bank.open && bank.row == place.row) {
    ++stats.rowHits;
  } else {
    uint64_t begin = std::max(pending.arrival, bank.lastUse);
    bank.ready = begin + config.dramActivate + (bank.open ? config.dramPrecharge : 0);
    ++(bank.open ? stats.rowConflicts : stats.rowClosed);
    bank.open = true;
    bank.row = place.row;
  }
  uint64_t at = std::max(now, bank.ready);
  if (!pending.request.write)
    at = std::max(at, channel.readsAllowed);
  bank.lastUse = at;
  channel.nextAccess = at + config.dramBurstCycles;
  if (pending.request.write)
    channel.readsAllowed = channel.nextAccess + config.dramTurnaround;
  return at;
}

void DramTiming::wake(Waiters &waiters, Engine engine, uint64_t now) {
  if (waiters.cores == 0)
    return;
  uint64_t later = waiters.next < 64 ? waiters.cores >> waiters.next << waiters.next : 0;
  uint32_t core = uint32_t(std::countr_zero(later ? later : waiters.cores));
  waiters.cores &= ~(uint64_t(1) << core);
  waiters.next = core + 1;
  events.add(now, EventKind::Engine, core, uint32_t(engine));
}

void DramTiming::advance(unsigned number, uint64_t now) {
  Channel &channel = channels[number];
  channel.scheduled = false;
  if (channel.reads.empty() && channel.writes.empty())
    return;
  channel.writing = chooseWrite(channel);
  auto &queue = channel.writing ? channel.writes : channel.reads;
  Pending pending = queue.front();
  queue.pop_front();
  uint64_t at = access(channel, pending, now);
  if (channel.writing) {
    stats.dramWriteBytes += burstBytes;
    wake(channel.writeWaiters, Engine::DS, now);
  } else {
    stats.dramReadBytes += burstBytes;
    const BurstRequest &r = pending.request;
    if (r.atomic) {
      // The atomic unit sits at the channel and re-reads a line it holds.
      bool same = r.line == channel.lastAtomicLine;
      channel.nextAccess = at + (same ? 2 : 1) * config.dramBurstCycles;
      channel.lastAtomicLine = r.line;
    }
    events.add(at + config.dramHit + config.dramBurstCycles, EventKind::Arrival, r.core, r.instr,
               packArrival(r.engine, r.bytes));
    wake(channel.readWaiters, Engine::DL, now);
    wake(channel.atomicWaiters, Engine::DS, now);
  }
  if (!channel.reads.empty() || !channel.writes.empty())
    schedule(number, channel.nextAccess);
}

} // namespace kiln::npu
