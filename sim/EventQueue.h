// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Future wake-ups, in order of cycle and, within a cycle, of scheduling: that
// order is what makes runs repeatable.

#ifndef KILN_SIM_EVENTQUEUE_H
#define KILN_SIM_EVENTQUEUE_H

#include <cstdint>
#include <queue>
#include <vector>

namespace kiln::npu {

enum class EventKind : uint8_t {
  Engine,  ///< `index`: the engine of `core` may go on
  Post,    ///< `index`: number of a post in flight
  Channel, ///< `index`: a DRAM channel may serve
  Arrival, ///< a burst of DMA instruction `index` has come to `core`
  DmaDone, ///< DMA instruction `index` of `core` is complete (`aux`: engine)
};

struct Event {
  uint64_t cycle;
  uint64_t order;
  EventKind kind;
  uint8_t aux;
  uint16_t core;
  uint32_t index;

  bool operator>(const Event &other) const { return cycle != other.cycle ? cycle > other.cycle : order > other.order; }
};

class EventQueue {
public:
  void add(uint64_t cycle, EventKind kind, uint32_t core, uint32_t index, uint8_t aux = 0) {
    heap.push({cycle, next++, kind, aux, uint16_t(core), index});
  }
  bool empty() const { return heap.empty(); }
  Event pop() {
    Event e = heap.top();
    heap.pop();
    return e;
  }

private:
  std::priority_queue<Event, std::vector<Event>, std::greater<>> heap;
  uint64_t next = 0;
};

} // namespace kiln::npu

#endif // KILN_SIM_EVENTQUEUE_H
