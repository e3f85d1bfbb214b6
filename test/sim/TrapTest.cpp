// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each way in which a program can go wrong, with the whole message.

#include "Run.h"

#include <random>

using namespace kiln::npu;
using namespace kiln::npu::test;

namespace {

void expectTrap(const std::string &text, TrapCode code, const std::string &message) {
  Trap t = trapOf(text);
  EXPECT_EQ(trapName(t.code), trapName(code)) << describe(t);
  EXPECT_EQ(t.message, message);
}

TEST(TrapTest, IllegalWords) {
  Machine m = machine();
  Program p = program("halt");
  p.words[0] = 0;
  auto r = m.run(p, {.coreMask = 1});
  ASSERT_TRUE(r && r->trap);
  EXPECT_EQ(r->trap->code, TrapCode::IllegalOp);
  EXPECT_EQ(r->trap->message, "no instruction has opcode 0 and function 0");
}

TEST(TrapTest, RecordHasPlaceAndTime) {
  Trap t = trapOf("nextpid r1\nli r2, 0x40000\nvld.f32 v1, [r2+0]\nhalt\n");
  EXPECT_EQ(t.code, TrapCode::SpmOob);
  EXPECT_EQ(t.pc, 2u);
  EXPECT_EQ(t.engine, Engine::VP);
  EXPECT_EQ(t.programId, 0);
  EXPECT_EQ(t.value, 0x40000u);
  EXPECT_EQ(t.lane, 0);
  EXPECT_EQ(t.location, "line 3");
  EXPECT_EQ(t.disassembly, "vld.f32 v1, [r2+0]");
  EXPECT_EQ(describe(t), "SPM_OOB at pc 2 on vp (core 0, program 0, cycle 4) in 'vld.f32 "
                         "v1, [r2+0]': 512 bytes at chip address 0x40000 are outside spm, "
                         "which has 262144 bytes [line 3]");
}

TEST(TrapTest, OnChipBounds) {
  expectTrap("li r1, 0x40010000\nsetvli 1\nvld.f32 v1, [r1+0]\nhalt", TrapCode::AccOob,
             "4 bytes at chip address 0x40010000 are outside acc, which has "
             "65536 bytes");
  expectTrap("li r1, 16384\nlw r2, [r1+0]\nhalt", TrapCode::SmemOob,
             "4 bytes at smem address 0x4000 are outside smem, which has "
             "16384 bytes");
  expectTrap("li r1, 2\nsw r1, [r1+0]\nhalt", TrapCode::Misaligned, "smem address 0x2 is not a multiple of 4");
  expectTrap("li r1, 2\nvst.f32 v1, [r1+0]\nhalt", TrapCode::UninitRead, "lane 0 of v1 was never written");
  expectTrap("li r1, 2\nvmsv v1, r0\nvst.f32 v1, [r1+0]\nhalt", TrapCode::Misaligned,
             "chip address 0x2 is not a multiple of 4");
  // Vector memory does not reach SMEM, and negative addresses are nowhere.
  expectTrap("li r1, 0\nlih r1, 0\nli r1, 0x7fffffff\naddi r1, r1, 1\n"
             "setvli 1\nvld.f32 v1, [r1+0]\nhalt",
             TrapCode::SmemOob,
             "4 bytes at chip address 0x80000000 are outside smem, which has "
             "16384 bytes");
  expectTrap("setvli 1\nvld.f32 v1, [r0-4]\nhalt", TrapCode::SpmOob,
             "4 bytes at chip address 0xfffffffffffffffc are outside spm, "
             "which has 262144 bytes");
}

TEST(TrapTest, MaskedOffLanesDoNotTrap) {
  Machine m = machine();
  // 16 of 128 lanes are on: the rest would lie outside SPM.
  runClean(m, "li r1, 0x3ffc0\nli r2, 16\npvl p0, r2\nvmsv v1, r2\n"
              "vst.f32 v1, [r1+0] if p0\nvld.f32 v2, [r1+0] if p0\nhalt\n");
}

TEST(TrapTest, DeviceMemory) {
  Machine m = machine();
  uint64_t p = *m.alloc(64), q = *m.alloc(64, /*writable=*/false);
  std::string load = "ld r1, [r0+0]\nli r2, 1\nli r3, 64\n";
  RunResult r = run(m, load + "dma.ld r0, r1, r2, r3, set=0, cvt=none\nhalt", {p + 4});
  ASSERT_TRUE(r.trap);
  EXPECT_EQ(r.trap->code, TrapCode::DramOob);
  EXPECT_EQ(r.trap->message, "64 bytes at device address 0x10004 are in no allocation; the "
                             "nearest allocation is 0x10000 to 0x10040 (64 bytes)");
  EXPECT_EQ(r.trap->engine, Engine::DL);
  r = run(m,
          load + "dma.fill r0, r2, r3, set=0\nfence engmask=8\n"
                 "dma.st r1, r0, r2, r3, set=0, cvt=none\nhalt",
          {q});
  ASSERT_TRUE(r.trap);
  EXPECT_EQ(r.trap->code, TrapCode::ReadonlyWrite);
}

TEST(TrapTest, Semaphores) {
  std::string many = "li r1, 0\n";
  expectTrap("sem.post eng=sc, sem=3, count=255\n"
             "sem.post eng=sc, sem=3, count=1\nli r1, 50\nloop r1, 1\n"
             "sem.post eng=sc, sem=4, count=0\nhalt\n",
             TrapCode::SemOverflow,
             "semaphore 3 came to 256, expected at "
             "most 255");
  expectTrap("sem.post eng=sc, sem=3, count=2\n"
             "sem.wait eng=dl, sem=3, count=1\n"
             "sem.wait eng=vp, sem=3, count=1\nhalt\n",
             TrapCode::SemTwoWaiters, "semaphore 3 is waited on by vp and by dl");
  expectTrap("sem.post eng=sc, sem=3, count=2\nhalt\n", TrapCode::SemNonzero, "semaphore 3 is 2 at halt, expected 0");
  expectTrap("sem.post eng=sc, sem=40, count=2\nhalt\n", TrapCode::IllegalOp,
             "semaphore 40 does not exist, the machine has 32");
  expectTrap("li r1, 3\nsem.rpost eng=sc, r1, sem=0, count=1\nhalt\n", TrapCode::IllegalOp,
             "core 3 does not take part in this launch");
}

TEST(TrapTest, VectorLengthAndLanes) {
  expectTrap("setvl r0\nhalt", TrapCode::BadVl, "vector length is 0, expected 1 to 128");
  expectTrap("setvli 129\nhalt", TrapCode::BadVl, "vector length is 129, expected 1 to 128");
  expectTrap("li r1, 128\nvmsv v1, r1\nvmvs r2, v1, r1\nadd r2, r2, r2\nhalt", TrapCode::BadVl,
             "lane is 128, expected 0 to 127");
}

TEST(TrapTest, ControlFlow) {
  expectTrap("jal r0, 77\n", TrapCode::ImemRange, "instruction 77 is outside the program of 1 instructions");
  expectTrap("li r1, 2\nloop r1, 4\nloop r1, 3\nloop r1, 2\nadd r2, r2, r2\n"
             "add r2, r2, r2\nhalt\n",
             TrapCode::LoopNest, "loops nest deeper than 2");
  expectTrap("loop r0, -1\nhalt", TrapCode::IllegalOp, "the length of a loop is -1, expected 0 or more");
  expectTrap("assert r0, 42\nhalt", TrapCode::Assert, "assertion 42 does not hold");
  expectTrap("trap 7\nhalt", TrapCode::Assert, "trap 7");
}

void expectOutOfTime(Machine &m, const std::string &text, const std::vector<uint64_t> &args) {
  RunResult r = run(m, text, args, {.maxCycles = ~uint64_t(0), .timeout = std::chrono::milliseconds(20)});
  ASSERT_TRUE(r.trap) << "the program ran to its end";
  EXPECT_EQ(trapName(r.trap->code), "RESOURCE_LIMIT") << describe(*r.trap);
  EXPECT_EQ(r.trap->message, "simulating the launch took more than 20 ms of the host's time");
  EXPECT_EQ(r.trap->value, 20u);
  EXPECT_TRUE(r.trap->location.starts_with("line ")) << r.trap->location;
}

TEST(TrapTest, HostTimeRunsOutInScalarCode) {
  Machine m = machine();
  expectOutOfTime(m, "top: addi r1, r1, 1\njal r0, top\nhalt", {});
}

// 400 copies are too few instructions for a look at the clock, but many events.
TEST(TrapTest, HostTimeRunsOutInCopies) {
  Machine m = machine();
  uint64_t in = *m.alloc(200000);
  expectOutOfTime(m,
                  "ld r1, [r0+0]\nli r4, 1\nli r7, 200000\nli r8, 400\nloop r8, 2\n"
                  "dma.ld r0, r1, r4, r7, set=0, cvt=none\nfence engmask=2\nhalt",
                  {in});
}

TEST(TrapTest, Watchdog) {
  Launch launch;
  launch.maxCycles = 1000;
  Trap t = trapOf("here: jal r0, here", {}, launch);
  EXPECT_EQ(t.code, TrapCode::Watchdog);
  EXPECT_EQ(t.message, "the launch took more than 1000 cycles");
}

TEST(TrapTest, UninitialisedReads) {
  expectTrap("setvli 4\nvld.f32 v1, [r0+64]\nhalt", TrapCode::UninitRead,
             "spm byte 0x40 is read but was never written");
  expectTrap("li r1, 512\nlw r2, [r1+0]\nhalt", TrapCode::UninitRead, "smem byte 0x200 is read but was never written");
  expectTrap("setvli 4\nvmsv v1, r0\nsetvli 8\nvfadd v2, v1, v1\nhalt", TrapCode::UninitRead,
             "lane 4 of v1 was never written");
  expectTrap("vmsv v1, r0\nvsel v2, p3, v1, v1\nhalt", TrapCode::UninitRead, "lane 0 of p3 was never written");
  expectTrap("vmsv v1, r0\nvfadd v2, v1, v1 if p3\nhalt", TrapCode::UninitRead, "lane 0 of p3 was never written");
}

/// DX fills what VP reads; the semaphore is what makes it right.
const char *producer = R"(
    li r2, 1
    li r3, 512
    dma.fill r0, r2, r3, set=0
)";

TEST(TrapTest, ReadRacesWithWrite) {
  std::string text = std::string(producer) + "vld.f32 v1, [r0+0]\nhalt\n";
  expectTrap(text, TrapCode::Race,
             "read of spm byte 0x0 is not ordered after the write of it by "
             "dx; a semaphore between them is missing; it was pc 2 'dma.fill "
             "r0, r2, r3, set=0' [line 4]");
  Machine m = machine();
  runClean(m, std::string(producer) + "sem.post eng=dx, sem=0, count=1\n"
                                      "sem.wait eng=vp, sem=0, count=1\n"
                                      "vld.f32 v1, [r0+0]\nhalt\n");
}

/// The verdict must not depend on who happens to be faster.
TEST(TrapTest, RaceIsFoundEvenWhenTimeHidesIt) {
  std::string wait = "li r9, 200\nloop r9, 1\nadd r8, r8, r8\n";
  Trap t = trapOf(std::string(producer) + wait + "vld.f32 v1, [r0+0]\nhalt\n");
  EXPECT_EQ(t.code, TrapCode::Race);
}

TEST(TrapTest, WriteRacesWithRead) {
  Trap t = trapOf(std::string(producer) + "fence engmask=8\nvld.f32 v1, [r0+0]\n"
                                          "dma.fill r0, r2, r3, set=0\nhalt\n");
  EXPECT_EQ(t.code, TrapCode::Race);
  EXPECT_EQ(t.message.substr(0, 63), "write of spm byte 0x0 is not ordered after the read of it by vp");
}

TEST(TrapTest, KnowledgeIsPassedOn) {
  // dx -> vp -> mo: mo waits for vp only, and knows of dx through it.
  Machine m = machine();
  runClean(m, std::string(producer) + "sem.post eng=dx, sem=0, count=1\n"
                                      "sem.wait eng=vp, sem=0, count=1\n"
                                      "sem.post eng=vp, sem=1, count=1\n"
                                      "sem.wait eng=mo, sem=1, count=1\n"
                                      "li r4, 0x40000000\n"
                                      "mm.in.f32 r4, r0, r0, rows=1, accstride=1, cols=16\n"
                                      "halt\n");
}

TEST(TrapTest, LoadsOfOneQueueRace) {
  Machine m = machine();
  uint64_t p = *m.alloc(1024);
  std::string text = R"(
    ld r1, [r0+0]
    li r2, 1
    li r3, 512
    dma.ld r0, r1, r2, r3, set=0, cvt=none
    ORDER
    dma.ld r0, r1, r2, r3, set=0, cvt=none
    halt
)";
  auto with = [&](const std::string &order) {
    std::string s = text;
    return s.replace(s.find("ORDER"), 5, order);
  };
  RunResult r = run(m, with(""), {p});
  ASSERT_TRUE(r.trap);
  EXPECT_EQ(r.trap->code, TrapCode::Race);
  runClean(m,
           with("sem.post eng=dl, sem=0, count=1\n"
                "sem.wait eng=dl, sem=0, count=1\n"),
           {p});
}

TEST(TrapTest, DeviceMemoryRaceWithinAProgram) {
  Machine m = machine();
  uint64_t p = *m.alloc(512);
  std::string text = std::string(producer) + R"(
    ld r1, [r0+0]
    li r4, 4096
    fence engmask=8
    dma.st r1, r0, r2, r3, set=0, cvt=none
    ORDER
    dma.ld r4, r1, r2, r3, set=0, cvt=none
    halt
)";
  // The arguments share SMEM with nothing here; the fill is in SPM.
  auto with = [&](const std::string &order) {
    std::string s = text;
    return s.replace(s.find("ORDER"), 5, order);
  };
  RunResult r = run(m, with(""), {p});
  ASSERT_TRUE(r.trap);
  EXPECT_EQ(r.trap->code, TrapCode::Race);
  EXPECT_EQ(r.trap->engine, Engine::DL);
  runClean(m, with("fence engmask=4"), {p});
}

TEST(TrapTest, DeadlockPrintsTheCycle) {
  Trap t = trapOf("sem.wait eng=dl, sem=0, count=1\n"
                  "sem.post eng=dl, sem=1, count=1\n"
                  "sem.wait eng=vp, sem=1, count=2\n"
                  "sem.post eng=vp, sem=0, count=1\n"
                  "halt\n");
  EXPECT_EQ(t.code, TrapCode::Deadlock);
  EXPECT_EQ(t.message, "dl at pc 0 waits for semaphore 0, which has 0 of 1 [line 1]; vp "
                       "at pc 2 waits for semaphore 1, which has 0 of 2 [line 3]");
}

TEST(TrapTest, DeadlockNamesAMissingPostAndAFullQueue) {
  std::string text = "sem.wait eng=dx, sem=5, count=1\nli r2, 1\n";
  for (int i = 0; i < 9; ++i)
    text += "dma.fill r0, r2, r2, set=0\n";
  Trap t = trapOf(text + "halt\n");
  EXPECT_EQ(t.code, TrapCode::Deadlock);
  EXPECT_EQ(t.message, "sc at pc 9 waits for room in the queue of dx [line 10]; dx at pc "
                       "0 waits for semaphore 5, which has 0 of 1 [line 1], which nobody "
                       "posts");
}

TEST(TrapTest, DmaShapes) {
  expectTrap("li r1, -1\ndma.fill r0, r1, r1, set=0\nhalt", TrapCode::IllegalOp, "rows are -1, expected 0 to 67108864");
  expectTrap("li r1, 0x100000\nli r2, 0x1000\ndma.fill r0, r1, r2, set=0\n"
             "halt",
             TrapCode::IllegalOp,
             "a transfer of 4294967296 bytes is too large, expected at most "
             "268435456");
  expectTrap("li r1, 1\nli r2, 6\ndma.tr r0, r0, r1, r2, set=0, esize=2\nhalt", TrapCode::Misaligned,
             "a row of 6 bytes is no multiple of its elements of 4 bytes");
  expectTrap("li r1, 1\ndma.tr r0, r0, r1, r1, set=0, esize=0\nhalt", TrapCode::IllegalOp,
             "transposes elements of 1 bytes, expected 2 or 4");
  expectTrap("li r1, 1\nli r2, 3\n"
             "dma.ld r0, r0, r1, r2, set=0, cvt=f16tof32\nhalt",
             TrapCode::Misaligned, "a row limit of 3 bytes cuts an element of 2 bytes in two");
}

TEST(TrapTest, LaunchErrors) {
  Machine m = machine();
  Program p = program("halt");
  EXPECT_EQ(m.run(p, {.grid = {1, 0, 1}}).error().message(),
            "the grid is 1 x 0 x 1, expected 1 to 2147483648 programs in all");
  EXPECT_EQ(m.run(p, {.coreMask = 4}).error().message(), "the core mask 0x4 names none of the 2 cores");
  EXPECT_EQ(m.run(p, {.args = std::vector<uint8_t>(1025)}).error().message(),
            "the arguments take 1025 bytes, expected at most 1024");
  p.machine = "tiny";
  EXPECT_EQ(m.run(p, {}).error().message(), "the program is for machine 'tiny' but this is 'base'");
  Program large;
  for (int i = 0; i < 8193; ++i)
    ASSERT_TRUE(large.append(*make(Op::Halt, {})));
  EXPECT_EQ(m.run(large, {}).error().message(), "the program has 8193 instructions, machine 'base' holds 8192");
}

TEST(TrapTest, DeviceMemoryRequests) {
  Machine m = machine();
  uint64_t a = *m.alloc(100), b = *m.alloc(100);
  EXPECT_EQ(a % 256, 0u);
  EXPECT_GE(b, a + 100 + 4096) << "a guard gap lies between";
  std::vector<uint8_t> two(2);
  EXPECT_EQ(m.write(a + 99, two).error().message(), "2 bytes at device address 0x10063 are in no allocation; the "
                                                    "nearest allocation is 0x10000 to 0x10064 (100 bytes)");
  EXPECT_EQ(m.write(b - 8, two).error().message(), "2 bytes at device address 0x110f8 are in no allocation; the "
                                                   "nearest allocation is 0x11100 to 0x11164 (100 bytes)");
  EXPECT_EQ(m.free(a + 1).error().message(), "no allocation of device memory begins at 0x10001");
  ASSERT_TRUE(m.free(a));
  EXPECT_EQ(*m.alloc(50), a) << "the first gap that fits is used again";
  EXPECT_EQ(m.alloc(uint64_t(1) << 41).error().message(), "device memory of 2199023255552 bytes asked for, the address "
                                                          "space has 1099511627776");
  for (unsigned i = 2; i < 256; ++i)
    ASSERT_TRUE(m.alloc(1));
  EXPECT_EQ(m.alloc(1).error().message(), "device memory holds 256 allocations, the most its region table "
                                          "has room for");
}

TEST(TrapTest, RandomProgramsNeverCrash) {
  std::mt19937_64 rng(11);
  for (int round = 0; round < 3000; ++round) {
    Machine m = machine("tiny");
    uint64_t memory = *m.alloc(4096);
    const int64_t plausible[] = {0, 1, 4, 16, 64, 100, 1024, 0x40000000, int64_t(memory), -8, 0x10000000};
    Program p;
    for (int r = 1; r < 8; ++r)
      ASSERT_TRUE(p.append(*make(Op::Li, {r, plausible[rng() % std::size(plausible)]})));
    for (int v = 0; v < 8; ++v) {
      ASSERT_TRUE(p.append(*make(Op::Vmsv, {v, int64_t(rng() % 8)})));
      ASSERT_TRUE(p.append(*make(Op::Pvl, {v, int64_t(rng() % 8)})));
    }
    while (p.words.size() < 60) {
      Op op = Op(rng() % numOps());
      std::vector<int64_t> values;
      for (const Operand &o : instrInfo(op).operands) {
        if (o.slot != Slot::Imm)
          values.push_back(rng() % 8);
        else if (auto names = immNames(o.imm); !names.empty())
          values.push_back(rng() % names.size());
        else if (o.width >= 24)
          values.push_back(int64_t(rng() % 64) - 8);
        else
          values.push_back(rng() & ((1u << o.width) - 1));
      }
      ASSERT_TRUE(p.append(*make(op, values)));
    }
    auto r = m.run(p, {.args = std::vector<uint8_t>(64, uint8_t(round)), .maxCycles = 100000});
    ASSERT_TRUE(r);
  }
}

} // namespace
