// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program instances that wait for one another. Each runs on a host thread of
// its own, but only the one whose turn it is does anything, so that the order
// is the same in every run: the lowest instance runs until it ends or only
// looks at memory, then the next one. A waiting instance costs a thread; an
// instance that never waits reuses the thread of its predecessor.

#ifndef KILN_REFERENCE_TURNS_H
#define KILN_REFERENCE_TURNS_H

#include <cstdint>
#include <functional>
#include <string>

namespace kiln::reference {

/// Lets other instances go first; false where the run has failed meanwhile and
/// the instance has to end.
using PassTurn = std::function<bool()>;

/// Executes one instance. Returns an error text, or "".
using InstanceBody = std::function<std::string(uint64_t instance, const PassTurn &passTurn)>;

/// Runs instances 0 to count - 1; returns the first error.
std::string takeTurns(uint64_t count, const InstanceBody &body);

} // namespace kiln::reference

#endif // KILN_REFERENCE_TURNS_H
