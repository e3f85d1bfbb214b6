// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow, limits, atomics and program instances that wait, printing,
// and what a run refuses.

#include "test/reference/Harness.h"

using namespace kiln::reference;

namespace {
using ControlTest = KernelTest;

/// Carries (sum, last) through a loop; both are observable.
const char *loopText = R"(
  func.func @k(%out: !tile.ptr, %low: i32, %high: i32, %by: i32) {
    %zero = arith.constant 0 : i32
    %minus = arith.constant -1 : i32
    %sum, %last = scf.for %i = %low to %high step %by iter_args(%s = %zero, %l = %minus) -> (i32, i32) : i32 {
      %t = arith.addi %s, %i : i32
      scf.yield %t, %s : i32, i32
    }
    tile.store %sum, %out : i32, !tile.ptr
    %one = arith.constant 1 : i32
    %q = tile.ptr_add %out, %one x i32 : !tile.ptr, i32
    tile.store %last, %q : i32, !tile.ptr
    return
  })";

TEST_F(ControlTest, LoopsOfZeroOneAndMoreTrips) {
  auto loop = [&](int low, int high, int step) {
    Argument out = buffer<int32_t>({7, 7});
    run(loopText, {out, i32(low), i32(high), i32(step)});
    return contents<int32_t>(out, 2);
  };
  using Pair = std::vector<int32_t>;
  EXPECT_EQ(loop(0, 0, 1), (Pair{0, -1}));
  EXPECT_EQ(loop(5, -5, 1), (Pair{0, -1}));
  EXPECT_EQ(loop(3, 4, 5), (Pair{3, 0}));
  EXPECT_EQ(loop(-2, 3, 2), (Pair{0, -2}));
  EXPECT_EQ(loop(0, 4, 2), (Pair{2, 0}));
  // The distance does not fit i32.
  EXPECT_EQ(loop(INT32_MIN, INT32_MAX, 1 << 30), (Pair{INT32_MIN, 1 << 30})); // -2^31 - 2^30 + 0 + 2^30
}

TEST_F(ControlTest, AStepThatIsNotPositiveIsAnError) {
  Argument out = buffer<int32_t>({7, 7});
  EXPECT_NE(fail(loopText, {out, i32(0), i32(3), i32(0)}).find("expected a positive step but got 0"),
            std::string::npos);
  EXPECT_NE(fail(loopText, {out, i32(0), i32(3), i32(-8)}).find("expected a positive step but got -8"),
            std::string::npos);
}

TEST_F(ControlTest, AWhileThatIsFalseAtEntryLeavesItsValues) {
  const char *text = R"(
    func.func @k(%out: !tile.ptr, %n: i32) {
      %one = arith.constant 1 : i32
      %zero = arith.constant 0 : i32
      %r:2 = scf.while (%i = %n, %k = %zero) : (i32, i32) -> (i32, i32) {
        %c = arith.cmpi sgt, %i, %one : i32
        scf.condition(%c) %i, %k : i32, i32
      } do {
      ^bb0(%i: i32, %k: i32):
        %h = tile.shrui %i, %one : i32
        %m = arith.addi %k, %one : i32
        scf.yield %h, %m : i32, i32
      }
      tile.store %r#1, %out : i32, !tile.ptr
      return
    })";
  Argument out = buffer<int32_t>({7});
  run(text, {out, i32(1)});
  EXPECT_EQ(contents<int32_t>(out, 1)[0], 0);
  run(text, {out, i32(1000)});
  EXPECT_EQ(contents<int32_t>(out, 1)[0], 9);
}

TEST_F(ControlTest, BranchesAndSwitches) {
  const char *text = R"(
    func.func @k(%out: !tile.ptr) {
      %x = tile.program_id x : i32
      %i = arith.index_cast %x : i32 to index
      %v = scf.index_switch %i -> i32
      case 1 { %a = arith.constant 10 : i32
        scf.yield %a : i32 }
      case 3 { %a = arith.constant 30 : i32
        scf.yield %a : i32 }
      default { %a = arith.constant -1 : i32
        scf.yield %a : i32 }
      %two = arith.constant 2 : i32
      %c = arith.cmpi sge, %x, %two : i32
      scf.if %c {
        %q = tile.ptr_add %out, %x x i32 : !tile.ptr, i32
        tile.store %v, %q : i32, !tile.ptr
      }
      return
    })";
  Argument out = buffer<int32_t>({0, 0, 0, 0});
  run(text, {out}, {4, 1, 1});
  EXPECT_EQ(contents<int32_t>(out, 4), (std::vector<int32_t>{0, 0, -1, 30}));
}

TEST_F(ControlTest, AKernelThatDoesNotEndIsStopped) {
  const char *text = R"(
    func.func @k() {
      %true = arith.constant true
      scf.while : () -> () {
        scf.condition(%true) loc("spin.py":4:9)
      } do {
        scf.yield loc("spin.py":4:9)
      } loc("spin.py":4:9)
      return
    })";
  options.maxSteps = 10'000;
  std::string error = fail(text, {});
  EXPECT_EQ(error.find("spin.py:4:9: 'scf."), 0u) << error;
  EXPECT_NE(error.find("after the limit of 10000 steps"), std::string::npos) << error;
  options.maxSteps = uint64_t(1) << 60;
  options.maxSeconds = 0.05;
  EXPECT_NE(fail(text, {}).find("after the limit of 0.05 seconds"), std::string::npos);
}

TEST_F(ControlTest, AGpuFunctionIsAKernelToo) {
  const char *text = R"(
    gpu.module @m {
      gpu.func @k(%out: !tile.ptr) kernel {
        %z = tile.program_id z : i32
        %n = tile.num_programs z : i32
        %d = arith.subi %n, %z : i32
        %q = tile.ptr_add %out, %z x i32 : !tile.ptr, i32
        tile.store %d, %q : i32, !tile.ptr
        gpu.return
      }
    })";
  Argument out = buffer<int32_t>({0, 0, 0});
  run(text, {out}, {1, 1, 3});
  EXPECT_EQ(contents<int32_t>(out, 3), (std::vector<int32_t>{3, 2, 1}));
}

//===-- what a run refuses -----------------------------------------------------===//

TEST_F(ControlTest, UnsupportedOpsAreNamedWithTheirLine) {
  const char *call = R"(func.func @k(%x: f32) {
      %y = tile.extern_call pure "__nv_j0f"(%x) : (f32) -> f32 loc("bessel.py":3:1)
      return
    })";
  Argument x = Argument::scalar(0, mlir::Float32Type::get(&context));
  EXPECT_EQ(fail(call, {x}), "bessel.py:3:1: 'tile.extern_call' op in program (0, 0, 0) calls '__nv_j0f', a function "
                             "that the reference does not have");
  EXPECT_NE(fail("func.func @k() { gpu.barrier loc(\"a.py\":1:2)\nreturn }", {}).find("a.py:1:2: 'gpu.barrier' op"),
            std::string::npos);
  EXPECT_NE(fail("func.func @k(%x: f32) { %y = arith.extf %x : f32 to f128\nreturn }", {x}).find("f128"),
            std::string::npos);
  EXPECT_NE(fail("func.func @k() { %y = tile.range 0 to 2097152 : tensor<2097152xi32>\nreturn }", {})
                .find("expected a tile of at most 1048576 elements but got tensor<2097152xi32>"),
            std::string::npos);
  EXPECT_NE(fail("func.func @k() { %y = arith.constant dense<0> : tensor<4294967296x4294967296xi8>\nreturn }", {})
                .find("expected a tile of at most 1048576 elements"),
            std::string::npos);
  EXPECT_NE(fail("func.func @k() { cf.br ^bb1\n^bb1:\nreturn }", {}), "");
}

TEST_F(ControlTest, ArgumentsAndGridAreChecked) {
  const char *text = "func.func @k(%p: !tile.ptr, %n: i32) { return }";
  EXPECT_EQ(fail(text, {i32(1)}), "kernel 'k' expected 2 arguments but got 1");
  EXPECT_EQ(fail(text, {Argument::pointer(0), i64(1)}), "kernel 'k' expected argument 1 of type i32 but got i64");
  EXPECT_EQ(fail(text, {Argument::pointer(0), Argument::pointer(0)}),
            "kernel 'k' expected argument 1 of type i32 but got a pointer");
  EXPECT_NE(fail(text, {Argument::pointer(0), i32(1)}, {1, 0, 1}).find("grid extents"), std::string::npos);
}

//===-- host -----------------------------------------------------------------===//

TEST_F(ControlTest, PrintGivesALineForEachElement) {
  const char *text = R"(
    func.func @k(%h: f32) {
      %x = arith.constant dense<[[-1], [7]]> : tensor<2x1xi8>
      tile.print " x: " %x : tensor<2x1xi8>
      tile.print " x: " hex %x : tensor<2x1xi8>
      tile.print " u: " %x : tensor<2x1xi8> {isSigned = array<i32: 0>}
      tile.print " h: " %h : f32
      tile.print " done" alone
      return
    })";
  Argument h = Argument::scalar(0x3fc00000, mlir::Float32Type::get(&context));
  std::vector<std::string> expected;
  for (std::string pid : {"pid (0, 0, 0) idx (", "pid (1, 0, 0) idx ("})
    for (const char *rest : {"0, 0) x: -1", "1, 0) x: 7", "0, 0) x: 0xff", "1, 0) x: 0x07", "0, 0) u: 255",
                             "1, 0) u: 7", ") h: 1.5", ") done"})
      expected.push_back(pid + rest);
  EXPECT_EQ(run(text, {h}, {2, 1, 1}).printed, expected);
}

TEST_F(ControlTest, PrintedLinesAreLimited) {
  options.maxPrintedLines = 3;
  RunReport report = run(R"(func.func @k() {
      %x = tile.range 0 to 4 : tensor<4xi32>
      tile.print "x" %x : tensor<4xi32>
      return
    })",
                         {}, {2, 1, 1});
  EXPECT_EQ(report.printed.size(), 3u);
  EXPECT_EQ(report.droppedLines, 5u);
}

TEST_F(ControlTest, AssertionsAndPromisesStopTheRun) {
  const char *text = R"(
    func.func @k() {
      %pid = tile.program_id x : i32
      %x = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
      %p = tile.broadcast %pid : i32 -> tensor<4xi32>
      %c = arith.cmpi ne, %x, %p : tensor<4xi32>
      %m = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
      %d = arith.ori %c, %m : tensor<4xi1>
      tile.assert %d, "x must not be the id" : tensor<4xi1>
      return
    })";
  EXPECT_NE(fail(text, {}, {4, 1, 1})
                .find("'tile.assert' op in lane 2 of program (2, 0, 0) does not hold: x must not be the id"),
            std::string::npos);
  const char *assume = R"(func.func @k(%n: i32) {
      %zero = arith.constant 0 : i32
      %c = arith.cmpi sgt, %n, %zero : i32
      tile.assume %c
      return
    })";
  run(assume, {i32(1)});
  EXPECT_NE(fail(assume, {i32(0)}).find("'tile.assume' op in program (0, 0, 0) promises what does not hold"),
            std::string::npos);
}

//===-- atomics --------------------------------------------------------------===//

/// Applies one atomic to four lanes that share two addresses.
std::string atomicText(const std::string &kind, const std::string &type) {
  return "func.func @k(%p: !tile.ptr, %pv: !tile.ptr, %old: !tile.ptr) {\n"
         "%lane = tile.range 0 to 4 : tensor<4xi32>\n"
         "%offs = arith.constant dense<[0, 1, 0, 0]> : tensor<4xi32>\n"
         "%m = arith.constant dense<[true, true, true, false]> : tensor<4xi1>\n"
         "%v = tile.load %pv[%lane] : !tile.ptr, tensor<4xi32> -> tensor<4x" +
         type +
         ">\n"
         "%o = tile.atomic_rmw " +
         kind + " relaxed device %v, %p[%offs] mask %m : tensor<4x" + type +
         ">, !tile.ptr, tensor<4xi32>\n"
         "tile.store %o, %old[%lane] : tensor<4x" +
         type + ">, !tile.ptr, tensor<4xi32>\nreturn }";
}

TEST_F(ControlTest, AtomicsGiveOldValuesInLaneOrder) {
  struct Case {
    const char *kind;
    std::vector<int32_t> memory, values, after, old;
  };
  const Case cases[] = {
      {"add", {10, 20}, {1, 2, 3, 99}, {14, 22}, {10, 20, 11, 0}},
      {"xchg", {10, 20}, {1, 2, 3, 99}, {3, 2}, {10, 20, 1, 0}},
      {"max", {-5, 20}, {-9, 2, 3, 99}, {3, 20}, {-5, 20, -5, 0}},
      {"umax", {-5, 20}, {-9, 2, 3, 99}, {-5, 20}, {-5, 20, -5, 0}},
      {"min", {10, 20}, {1, 30, -3, 99}, {-3, 20}, {10, 20, 1, 0}},
      {"umin", {10, 20}, {1, 30, -3, 99}, {1, 20}, {10, 20, 1, 0}},
      {"and", {6, 7}, {3, 1, 8, 99}, {0, 1}, {6, 7, 2, 0}},
      {"or", {6, 7}, {3, 8, 8, 99}, {15, 15}, {6, 7, 7, 0}},
      {"xor", {6, 7}, {3, 7, 1, 99}, {4, 0}, {6, 7, 5, 0}},
      {"inc", {2, 9}, {2, 9, 3, 99}, {1, 0}, {2, 9, 0, 0}}, // 2 -> 0 -> 1
      {"dec", {0, 5}, {4, 3, 4, 99}, {3, 3}, {0, 5, 4, 0}}, // 0 -> 4 -> 3, 5 > 3 -> 3
  };
  for (const Case &c : cases) {
    Argument p = buffer(c.memory), old = buffer(std::vector<int32_t>(4, 7));
    RunReport report = run(atomicText(c.kind, "i32"), {p, buffer(c.values), old});
    EXPECT_EQ(contents<int32_t>(p, 2), c.after) << c.kind;
    EXPECT_EQ(contents<int32_t>(old, 4), c.old) << c.kind;
    EXPECT_EQ(report.atomics, 3u);
  }
}

TEST_F(ControlTest, FloatAtomics) {
  float nan = std::nanf("");
  auto after = [&](const char *kind, std::vector<float> before, std::vector<float> values) {
    Argument p = buffer(before);
    run(atomicText(kind, "f32"), {p, buffer(values), buffer(std::vector<float>(4))});
    return contents<float>(p, 2);
  };
  EXPECT_EQ(after("fadd", {1, 2}, {0.5f, 4, 0.25f, 99}), (std::vector<float>{1.75f, 6}));
  EXPECT_EQ(after("fmax", {nan, 2}, {-3, nan, -4, 99}), (std::vector<float>{-3, 2}));
  EXPECT_EQ(after("fmin", {1, 2}, {-3, nan, nan, 99}), (std::vector<float>{-3, 2}));
}

TEST_F(ControlTest, ASpinLockGuardsAPlainCounter) {
  // Each instance takes the lock, adds its id to a plain counter, and frees it.
  const char *text = R"(
    func.func @k(%lock: !tile.ptr, %count: !tile.ptr) {
      %pid = tile.program_id x : i32
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      scf.while : () -> () {
        %old = tile.atomic_cas acquire device %zero, %one, %lock : i32, !tile.ptr
        %taken = arith.cmpi eq, %old, %one : i32
        scf.condition(%taken)
      } do {
        scf.yield
      }
      %c = tile.load %count : !tile.ptr -> i32
      %d = arith.addi %c, %pid : i32
      tile.store %d, %count : i32, !tile.ptr
      %was = tile.atomic_rmw xchg release device %zero, %lock : i32, !tile.ptr
      return
    })";
  Argument lock = buffer<int32_t>({0}), count = buffer<int32_t>({0});
  run(text, {lock, count}, {100, 1, 1});
  EXPECT_EQ(contents<int32_t>(count, 1)[0], 4950);
  EXPECT_EQ(contents<int32_t>(lock, 1)[0], 0);
  // A lock that nobody frees ends at the step limit.
  Argument stuck = buffer<int32_t>({1});
  options.maxSteps = 100'000;
  EXPECT_NE(fail(text, {stuck, count}, {5, 1, 1}).find("after the limit of 100000 steps"), std::string::npos);
}

TEST_F(ControlTest, InstancesThatWaitForLaterOnesTakeTurns) {
  // A barrier of the whole grid, then each instance adds what its successor wrote.
  const char *text = R"(
    func.func @k(%arrived: !tile.ptr, %x: !tile.ptr, %out: !tile.ptr) {
      %pid = tile.program_id x : i32
      %n = tile.num_programs x : i32
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %square = arith.muli %pid, %pid : i32
      %q = tile.ptr_add %x, %pid x i32 : !tile.ptr, i32
      tile.store %square, %q : i32, !tile.ptr
      %before = tile.atomic_rmw add acq_rel device %one, %arrived : i32, !tile.ptr
      scf.while : () -> () {
        %now = tile.atomic_rmw or acquire device %zero, %arrived : i32, !tile.ptr
        %wait = arith.cmpi ne, %now, %n : i32
        scf.condition(%wait)
      } do {
        scf.yield
      }
      %next = arith.addi %pid, %one : i32
      %wrapped = tile.remui %next, %n : i32
      %r = tile.ptr_add %x, %wrapped x i32 : !tile.ptr, i32
      %v = tile.load %r : !tile.ptr -> i32
      %o = tile.ptr_add %out, %pid x i32 : !tile.ptr, i32
      tile.store %v, %o : i32, !tile.ptr
      return
    })";
  Argument out = buffer(std::vector<int32_t>(50));
  run(text, {buffer<int32_t>({0}), buffer(std::vector<int32_t>(50)), out}, {50, 1, 1});
  std::vector<int32_t> expected;
  for (int i = 0; i < 50; ++i)
    expected.push_back((i + 1) % 50 * ((i + 1) % 50));
  EXPECT_EQ(contents<int32_t>(out, 50), expected);
}

TEST_F(ControlTest, AnErrorInOneInstanceEndsThoseThatWaitForIt) {
  const char *text = R"(
    func.func @k(%flag: !tile.ptr) {
      %pid = tile.program_id x : i32
      %zero = arith.constant 0 : i32
      %three = arith.constant 3 : i32
      %ok = arith.cmpi ne, %pid, %three : i32
      tile.assert %ok, "three" : i1
      scf.while : () -> () {
        %now = tile.atomic_rmw or acquire device %zero, %flag : i32, !tile.ptr
        %wait = arith.cmpi eq, %now, %zero : i32
        scf.condition(%wait)
      } do {
        scf.yield
      }
      return
    })";
  EXPECT_NE(fail(text, {buffer<int32_t>({0})}, {10, 1, 1}).find("program (3, 0, 0) does not hold: three"),
            std::string::npos);
}
} // namespace
