// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Run.h"

#include <random>

using namespace kiln::npu;

namespace {

TEST(AsmTest, WordsThatAreNoInstructionsComeBack) {
  auto program = assemble(".word 18446744073709551615\nhalt\n");
  ASSERT_TRUE(program) << program.error().message();
  EXPECT_EQ(program->words.front(), ~uint64_t(0));
  EXPECT_EQ(disassemble(*program), ".word 18446744073709551615\nhalt\n");
  EXPECT_EQ(assemble(".word 1x").error().message(), "line 1: expected a number of 64 bits after '.word' but got '1x'");
}

TEST(AsmTest, EveryInstructionRoundTripsThroughText) {
  std::mt19937 rng(1);
  Program p;
  for (unsigned i = 0; i < numOps(); ++i)
    for (int round = 0; round < 8; ++round) {
      const InstrInfo &info = instrInfo(Op(i));
      std::vector<int64_t> values;
      for (const Operand &o : info.operands) {
        auto names = immNames(o.imm);
        values.push_back(o.slot != Slot::Imm ? rng() % 8
                         : !names.empty()    ? rng() % names.size()
                         : o.width >= 24     ? int32_t(rng()) >> 8
                                             : rng() & ((1u << o.width) - 1));
      }
      int mask = info.maskable && rng() % 2 ? int(rng() % 8) : noMask;
      ASSERT_TRUE(p.append(*make(Op(i), values, mask)));
    }
  auto again = assemble(disassemble(p));
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->words, p.words);
}

TEST(AsmTest, LabelsCommentsAndLines) {
  auto p = assemble("; a comment\n"
                    "start:  li r1, 0x10   ; sixteen\n"
                    "\n"
                    "        beq r1, r0, end\n"
                    "        jal r0, start\n"
                    "end:\n"
                    "        halt\n");
  ASSERT_TRUE(p) << p.error().message();
  ASSERT_EQ(p->words.size(), 4u);
  EXPECT_EQ(disassemble(*p), "li r1, 16\nbeq r1, r0, 3\njal r0, 0\nhalt\n");
  EXPECT_EQ(p->locationOf(1), "line 4");
}

TEST(AsmTest, ErrorsNameTheLine) {
  struct {
    const char *text, *message;
  } const rows[] = {
      {"nop", "line 1: no instruction is called 'nop'"},
      {"halt\nadd r1, r2", "line 2: 'add': operand 'r2' is missing"},
      {"add r1, r2, r3, r4", "line 1: 'add': operand 'r4' is one too many"},
      {"add r1, v2, r3", "line 1: 'add': expected a register r<number> but got 'v2'"},
      {"add r1, r32, r3", "line 1: 'add' operand 'r1' is 32, expected 0 to 31"},
      {"li r1, x", "line 1: 'li': expected a number but got 'x'"},
      {"li r1, 99999999999", "line 1: 'li' operand 'imm' is 99999999999, expected -2147483648 to "
                             "2147483647"},
      {"jal r0, away", "line 1: 'jal': no label is called 'away'"},
      {"lw r1, r2", "line 1: 'lw': expected [r<number>+<offset>] but got "
                    "'r2'"},
      {"lw r1, [r2+x]", "line 1: 'lw': expected a byte offset in '[r2+x]'"},
      {"sem.wait dl, sem=0, count=1", "line 1: 'sem.wait': expected 'eng=..' but got 'dl'"},
      {"sem.wait eng=xx, sem=0, count=1", "line 1: 'sem.wait': field 'eng' has no value 'xx'"},
      {"vfadd v1, v2, v3 if p9", "line 1: the mask is p9, expected p0 to p7"},
      {"a: halt\na: halt", "line 2: label 'a' is defined twice"},
  };
  for (const auto &row : rows) {
    auto p = assemble(row.text);
    ASSERT_FALSE(p) << row.text;
    EXPECT_EQ(p.error().message(), row.message);
  }
}

TEST(AsmTest, GarbageIsAnErrorAndNoCrash) {
  std::mt19937 rng(2);
  const std::string alphabet = "vr0123p[]+-=,. :;if\nadld";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (unsigned n = rng() % 40; n; --n)
      text += alphabet[rng() % alphabet.size()];
    (void)bool(assemble(text));
  }
}

} // namespace
