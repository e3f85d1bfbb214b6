// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sim/Isa.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace kiln::npu;

namespace {

/// Operand values that the row allows, at random.
std::vector<int64_t> randomOperands(const InstrInfo &info, std::mt19937 &rng) {
  std::vector<int64_t> values;
  for (const Operand &operand : info.operands) {
    if (operand.slot != Slot::Imm) {
      values.push_back(rng() % (operand.cls == RegClass::Predicate ? 8 : 32));
      continue;
    }
    if (auto names = immNames(operand.imm); !names.empty())
      values.push_back(rng() % names.size());
    else if (operand.width == 32)
      values.push_back(int32_t(rng()));
    else if (operand.width == 24)
      values.push_back(int32_t(rng()) >> 8);
    else
      values.push_back(rng() & ((1u << operand.width) - 1));
  }
  return values;
}

TEST(IsaTest, EveryInstructionRoundTrips) {
  std::mt19937 rng(1);
  for (unsigned i = 0; i < numOps(); ++i) {
    const InstrInfo &info = instrInfo(Op(i));
    for (int round = 0; round < 50; ++round) {
      auto values = randomOperands(info, rng);
      int mask = info.maskable && rng() % 2 ? int(rng() % 8) : noMask;
      auto in = make(Op(i), values, mask);
      ASSERT_TRUE(in) << in.error().message();
      auto word = encode(*in);
      ASSERT_TRUE(word) << word.error().message();
      auto back = decode(*word);
      ASSERT_TRUE(back) << back.error().message();
      EXPECT_EQ(*back, *in) << info.mnemonic;
      for (unsigned k = 0; k < values.size(); ++k)
        EXPECT_EQ(operandValue(*back, k), values[k]) << info.mnemonic;
      EXPECT_EQ(back->masked(), mask != noMask);
    }
  }
}

TEST(IsaTest, DecodedWordsEncodeToThemselves) {
  std::mt19937_64 rng(2);
  unsigned decoded = 0;
  for (int i = 0; i < 400000; ++i) {
    // Sparse words are the ones that are legal now and then.
    uint64_t word = rng() & rng() & rng();
    auto in = decode(word);
    if (!in)
      continue;
    ++decoded;
    auto again = encode(*in);
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(*again, word);
  }
  EXPECT_GT(decoded, 1000u);
}

TEST(IsaTest, EncodingsAreDistinct) {
  std::set<uint64_t> seen;
  for (unsigned i = 0; i < numOps(); ++i) {
    std::vector<int64_t> zeros(instrInfo(Op(i)).operands.size(), 0);
    auto word = encode(*make(Op(i), zeros));
    ASSERT_TRUE(word);
    EXPECT_TRUE(seen.insert(*word).second) << instrInfo(Op(i)).mnemonic;
    EXPECT_EQ(findOp(instrInfo(Op(i)).mnemonic), Op(i));
  }
  EXPECT_FALSE(findOp("nonsense"));
  EXPECT_FALSE(decode(0)) << "memory full of zeros must not be a program";
}

TEST(IsaTest, FieldLayoutIsTheDocumentedOne) {
  // vfadd v3, v1, v2 if p5: op a0, rd 3, rs1 1, rs2 2, pf 8+5, funct 0.
  EXPECT_EQ(*encode(*make(Op::Vfadd, {3, 1, 2}, 5)), 0xa0u | 3u << 8 | 1u << 13 | 2u << 18 | uint64_t(13) << 28);
  // vld.bf16 v1, [r2-4]: the offset is the top 24 bits.
  EXPECT_EQ(*encode(*make(Op::VldBf16, {1, 2, -4})),
            0x90u | 1u << 8 | 2u << 13 | uint64_t(2) << 32 | uint64_t(0xfffffc) << 40);
  // li r7, -1: the immediate is the upper half.
  EXPECT_EQ(*encode(*make(Op::Li, {7, -1})), instrInfo(Op::Li).opcode | 7u << 8 | 0xffffffff00000000u);
}

TEST(IsaTest, MakeNamesWhatIsWrong) {
  EXPECT_EQ(make(Op::Add, {1, 2}).error().message(), "'add' takes 3 operands but got 2");
  EXPECT_EQ(make(Op::Add, {1, 2, 32}).error().message(), "'add' operand 'r2' is 32, expected 0 to 31");
  EXPECT_EQ(make(Op::VldF32, {1, 2, 1 << 23}).error().message(),
            "'vld.f32' operand 'offset' is 8388608, expected -8388608 to "
            "8388607");
  EXPECT_EQ(make(Op::SemWait, {7, 0, 1}).error().message(), "'sem.wait' operand 'eng' is 7, expected 0 to 6");
  EXPECT_EQ(make(Op::Add, {1, 2, 3}, 0).error().message(), "'add' takes no mask");
  EXPECT_EQ(make(Op::Vfadd, {1, 2, 3}, 8).error().message(), "'vfadd' mask is p8, expected p0 to p7");
}

TEST(IsaTest, EncodeRefusesWhatItCannotSay) {
  Instr in = *make(Op::Vfadd, {1, 2, 3});
  in.rs3 = 1;
  EXPECT_EQ(encode(in).error().message(), "'vfadd' has bits set in a field that it does not use");
  in.rs3 = 0;
  in.pf = 2;
  EXPECT_EQ(encode(in).error().message(), "'vfadd' names a predicate without being masked");
  in.op = Op(60000);
  EXPECT_EQ(encode(in).error().message(), "instruction number 60000 does not exist");
  EXPECT_EQ(decode(0xff).error().message(), "no instruction has opcode 255 and function 0");
}

TEST(IsaTest, EngineComesFromUnitOrField) {
  EXPECT_EQ(engineOf(*make(Op::Vfadd, {1, 2, 3})), Engine::VP);
  EXPECT_EQ(engineOf(*make(Op::DmaSt, {1, 2, 3, 4, 0, 0})), Engine::DS);
  EXPECT_EQ(engineOf(*make(Op::SemPost, {4, 1, 1})), Engine::MX);
}

TEST(IsaTest, Disassembly) {
  EXPECT_EQ(disassemble(*make(Op::Vfadd, {3, 1, 2}, 5)), "vfadd v3, v1, v2 if p5");
  EXPECT_EQ(disassemble(*make(Op::VstBf16, {1, 2, -4})), "vst.bf16 v1, [r2-4]");
  EXPECT_EQ(disassemble(*make(Op::SemWait, {1, 3, 2})), "sem.wait eng=dl, sem=3, count=2");
  EXPECT_EQ(disassemble(*make(Op::Beq, {1, 2, 40})), "beq r1, r2, 40");
  EXPECT_EQ(disassemble(*make(Op::Halt, {})), "halt");
}

} // namespace
