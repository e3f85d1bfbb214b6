// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers of the simulator's tests: programs from text, launches, buffers.

#ifndef KILN_TEST_SIM_RUN_H
#define KILN_TEST_SIM_RUN_H

#include "sim/Asm.h"
#include "sim/Machine.h"

#include <cstring>
#include <gtest/gtest.h>

namespace kiln::npu::test {

inline Program program(const std::string &text) {
  auto p = assemble(text);
  EXPECT_TRUE(p) << p.error().message();
  return p ? *p : Program();
}

inline Machine machine(const char *name = "base") { return std::move(*Machine::create(*Config::named(name))); }

template <typename T>
std::vector<uint8_t> bytesOf(const std::vector<T> &values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
uint64_t upload(Machine &m, const std::vector<T> &values) {
  auto at = m.alloc(values.size() * sizeof(T));
  EXPECT_TRUE(at && m.write(*at, bytesOf(values)));
  return *at;
}

template <typename T>
std::vector<T> download(Machine &m, uint64_t at, size_t n) {
  std::vector<uint8_t> bytes(n * sizeof(T));
  EXPECT_TRUE(m.read(at, bytes));
  std::vector<T> values(n);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Runs on one core of `m`, with 64-bit arguments.
inline RunResult run(Machine &m, const std::string &text, const std::vector<uint64_t> &args = {}, Launch launch = {}) {
  launch.args = bytesOf(args);
  if (launch.coreMask == ~uint64_t(0))
    launch.coreMask = 1;
  auto r = m.run(program(text), launch);
  EXPECT_TRUE(r) << r.error().message();
  return r ? *r : RunResult();
}

/// The same, expecting no trap.
inline Stats runClean(Machine &m, const std::string &text, const std::vector<uint64_t> &args = {}, Launch launch = {}) {
  RunResult r = run(m, text, args, launch);
  EXPECT_FALSE(r.trap) << describe(*r.trap);
  return r.stats;
}

/// The trap of a program that is expected to have one.
inline Trap trapOf(const std::string &text, const std::vector<uint64_t> &args = {}, Launch launch = {}) {
  Machine m = machine();
  RunResult r = run(m, text, args, launch);
  EXPECT_TRUE(r.trap) << "the program ran to its end";
  return r.trap ? *r.trap : Trap();
}

} // namespace kiln::npu::test

#endif // KILN_TEST_SIM_RUN_H
