// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory: allocations, guards, access through pointers and views, masks, and
// the text of the errors.

#include "test/reference/Harness.h"

using namespace kiln::reference;

namespace {
using MemoryTest = KernelTest;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (int v : values)
    result.push_back(static_cast<std::byte>(v));
  return result;
}

TEST_F(MemoryTest, AllocationsAreAlignedApartAndAboveFourGigabytes) {
  uint64_t a = *memory.allocate(10, 1, "a"), b = *memory.allocate(100, 4096, "b");
  EXPECT_GE(a, uint64_t(1) << 32);
  EXPECT_EQ(b % 4096, 0u);
  EXPECT_GE(b - a, uint64_t(1) << 20);
  EXPECT_EQ(*memory.read(a, 10), std::vector<std::byte>(10)); // zeroed
}

TEST_F(MemoryTest, AFarAllocationCostsOnlyWhatIsTouched) {
  uint64_t big = *memory.allocate(uint64_t(1) << 40, 16, "big");
  ASSERT_TRUE(memory.write(big + (uint64_t(1) << 39), bytes({1, 2})));
  EXPECT_EQ(*memory.read(big + (uint64_t(1) << 39), 3), bytes({1, 2, 0}));
}

TEST_F(MemoryTest, HostAccessIsChecked) {
  uint64_t a = *memory.allocate(4, 1, "a");
  EXPECT_FALSE(memory.write(a + 1, bytes({1, 2, 3, 4})));
  EXPECT_EQ(memory.read(a - 8, 4).error().message(),
            "the host reads 4 bytes at 0xfffffff8, 8 bytes before the start of 'a' (4 bytes at 0x100000000)");
  EXPECT_TRUE(memory.release(a));
  EXPECT_FALSE(memory.read(a, 1));
  EXPECT_FALSE(memory.release(a));
  EXPECT_FALSE(memory.allocate(UINT64_MAX, 16, "huge"));
  EXPECT_FALSE(memory.allocate(16, 3, "odd"));
}

TEST_F(MemoryTest, MaskedLanesTouchNoMemory) {
  // Lanes 0 to 3 lie far below the buffer; only `other` may show there.
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %lane = tile.range 0 to 8 : tensor<8xi32>
      %far = arith.constant dense<[-1000000, -2000000, -3, -4, 0, 1, 2, 3]> : tensor<8xi32>
      %zero = arith.constant dense<0> : tensor<8xi32>
      %m = arith.cmpi sge, %far, %zero : tensor<8xi32>
      %other = arith.constant dense<[10, 11, 12, 13, 14, 15, 16, 17]> : tensor<8xi32>
      %a = tile.load %p[%far] mask %m other %other : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
      %b = tile.load %p[%far] mask %m : !tile.ptr, tensor<8xi32> -> tensor<8xi32>
      tile.store %a, %out[%lane] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
      %eight = arith.constant 8 : i32
      %q = tile.ptr_add %out, %eight x i32 : !tile.ptr, i32
      tile.store %b, %q[%lane] : tensor<8xi32>, !tile.ptr, tensor<8xi32>
      tile.store %b, %p[%far] mask %m : tensor<8xi32>, !tile.ptr, tensor<8xi32>
      return
    })";
  Argument out = buffer(std::vector<int32_t>(16, -1));
  run(text, {buffer<int32_t>({100, 101, 102, 103}), out});
  EXPECT_EQ(contents<int32_t>(out, 16),
            (std::vector<int32_t>{10, 11, 12, 13, 100, 101, 102, 103, 0, 0, 0, 0, 100, 101, 102, 103}));
}

TEST_F(MemoryTest, AnAccessOutsideNamesOpLaneAddressAndBuffer) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr) {
      %pid = tile.program_id y : i32
      %lane = tile.range 0 to 8 : tensor<8xi32>
      %pids = tile.broadcast %pid : i32 -> tensor<8xi32>
      %offs = arith.addi %lane, %pids : tensor<8xi32>
      %v = tile.load %p[%offs] : !tile.ptr, tensor<8xi32> -> tensor<8xf32> loc("softmax.py":12:7)
      return
    })";
  EXPECT_EQ(fail(text, {buffer(std::vector<float>(8), "x")}, {1, 3, 1}),
            "softmax.py:12:7: 'tile.load' op in lane 7 of program (0, 1, 0) reads 4 bytes at 0x100000020, 0 bytes past "
            "the end of 'x' (32 bytes at 0x100000000)");
}

TEST_F(MemoryTest, AnAccessAcrossTheEndIsOutside) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr) {
      %seven = arith.constant 7 : i32
      %q = tile.ptr_add %p, %seven x i8 : !tile.ptr, i32
      %v = tile.load %q : !tile.ptr -> i16
      tile.store %v, %q : i16, !tile.ptr
      return
    })";
  EXPECT_NE(fail(text, {buffer(std::vector<int8_t>(8), "x")}).find("1 bytes before the end of 'x' (8 bytes"),
            std::string::npos);
}

TEST_F(MemoryTest, BooleansAreBytesReadAsNotZeroAndWrittenAsOne) {
  std::vector<uint8_t> x = {0, 1, 2, 255};
  EXPECT_EQ(apply<uint8_t>("%r = arith.constant dense<true> : $R", "i8", "i1", x), (std::vector<uint8_t>{1, 1, 1, 1}));
  EXPECT_EQ(apply<int32_t>("%r = arith.extui %x : $X to $R", "i1", "i32", x), (std::vector<int32_t>{0, 1, 1, 1}));
}

TEST_F(MemoryTest, OffsetsAreSignedAndAreNotCutTo32Bits) {
  // Element 2^31 of an i8 buffer, by an i64 offset, and element -1 by an i32.
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %far: i64) {
      %q = tile.ptr_add %p, %far x i8 : !tile.ptr, i64
      %m1 = arith.constant dense<-1> : tensor<1xi32>
      %v = arith.constant dense<77> : tensor<1xi8>
      tile.store %v, %q[%m1] : tensor<1xi8>, !tile.ptr, tensor<1xi32>
      return
    })";
  uint64_t big = *memory.allocate((uint64_t(1) << 31) + 16, 16, "big");
  run(text, {Argument::pointer(big), i64(int64_t(1) << 31)});
  EXPECT_EQ(memory.read(big + (uint64_t(1) << 31) - 1, 1)->front(), std::byte{77});
}

TEST_F(MemoryTest, PointersComeFromMemoryToo) {
  const char *text = R"(
    func.func @k(%table: !tile.ptr, %out: !tile.ptr) {
      %lane = tile.range 0 to 2 : tensor<2xi32>
      %ptrs = tile.load %table[%lane] : !tile.ptr, tensor<2xi32> -> tensor<2x!tile.ptr>
      %v = tile.load %ptrs : tensor<2x!tile.ptr> -> tensor<2xi32>
      tile.store %v, %out[%lane] : tensor<2xi32>, !tile.ptr, tensor<2xi32>
      return
    })";
  Argument a = buffer<int32_t>({5}), b = buffer<int32_t>({6}), out = buffer<int32_t>({0, 0});
  run(text, {buffer<uint64_t>({b.bits, a.bits}), out});
  EXPECT_EQ(contents<int32_t>(out, 2), (std::vector<int32_t>{6, 5}));
}

TEST_F(MemoryTest, ViewsPadOnReadAndDropOnWrite) {
  // A 3 x 5 array in rows of 6; blocks of 2 x 4.
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr, %i: i32, %j: i32) {
      %m = arith.constant 3 : i64
      %n = arith.constant 5 : i64
      %s = arith.constant 6 : i64
      %one = arith.constant 1 : i64
      %v = tile.make_view %p, [%m, %n], [%s, %one] pad zero : !tile.ptr -> !tile.view<2x4xi32>
      %t = tile.load_view %v[%i, %j] : !tile.view<2x4xi32> -> tensor<2x4xi32>
      %lane = tile.range 0 to 8 : tensor<8xi32>
      %offs = tile.reshape %lane : tensor<8xi32> -> tensor<2x4xi32>
      tile.store %t, %out[%offs] : tensor<2x4xi32>, !tile.ptr, tensor<2x4xi32>
      %minus = arith.constant dense<-1> : tensor<2x4xi32>
      tile.store_view %minus, %v[%i, %j] : tensor<2x4xi32>, !tile.view<2x4xi32>
      return
    })";
  std::vector<int32_t> x(18);
  for (int i = 0; i < 18; ++i)
    x[i] = 100 + i;
  Argument in = buffer(x), out = buffer(std::vector<int32_t>(8, 7));
  run(text, {in, out, i32(2), i32(-1)});
  EXPECT_EQ(contents<int32_t>(out, 8), (std::vector<int32_t>{0, 112, 113, 114, 0, 0, 0, 0}));
  for (int i : {12, 13, 14})
    x[i] = -1;
  EXPECT_EQ(contents<int32_t>(in, 18), x);
}

TEST_F(MemoryTest, NanPaddingAndRowsByNumber) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %m = arith.constant 3 : i64
      %n = arith.constant 2 : i64
      %one = arith.constant 1 : i64
      %c0 = arith.constant 0 : i32
      %v = tile.make_view %p, [%m, %n], [%n, %one] pad nan : !tile.ptr -> !tile.view<1x2xf32>
      %rows = arith.constant dense<[2, -1, 0, 3]> : tensor<4xi32>
      %t = tile.gather_view %v[%rows, %c0] : !tile.view<1x2xf32>, tensor<4xi32> -> tensor<4x2xf32>
      %lane = tile.range 0 to 8 : tensor<8xi32>
      %offs = tile.reshape %lane : tensor<8xi32> -> tensor<4x2xi32>
      tile.store %t, %out[%offs] : tensor<4x2xf32>, !tile.ptr, tensor<4x2xi32>
      %k = arith.constant dense<9.0> : tensor<4x2xf32>
      %c1 = arith.constant 1 : i32
      tile.scatter_view %k, %v[%rows, %c1] : tensor<4x2xf32>, !tile.view<1x2xf32>, tensor<4xi32>
      return
    })";
  Argument in = buffer<float>({1, 2, 3, 4, 5, 6}), out = buffer(std::vector<float>(8));
  run(text, {in, out});
  auto got = contents<float>(out, 8);
  EXPECT_EQ(got[0], 5);
  EXPECT_EQ(got[1], 6);
  EXPECT_TRUE(std::isnan(got[2]) && std::isnan(got[3]));
  EXPECT_EQ(got[4], 1);
  EXPECT_TRUE(std::isnan(got[6]));
  EXPECT_EQ(contents<float>(in, 6), (std::vector<float>{1, 9, 3, 4, 5, 9}));
}

TEST_F(MemoryTest, LoadsSeeEarlierStoresOfTheInstance) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr) {
      %lane = tile.range 0 to 4 : tensor<4xi32>
      %three = arith.constant dense<3> : tensor<4xi32>
      %back = arith.subi %three, %lane : tensor<4xi32>
      %a = tile.load %p[%lane] : !tile.ptr, tensor<4xi32> -> tensor<4xi32>
      tile.store %a, %p[%back] : tensor<4xi32>, !tile.ptr, tensor<4xi32>
      %b = tile.load %p[%lane] : !tile.ptr, tensor<4xi32> -> tensor<4xi32>
      %c = arith.addi %b, %b : tensor<4xi32>
      tile.store %c, %p[%lane] : tensor<4xi32>, !tile.ptr, tensor<4xi32>
      return
    })";
  Argument p = buffer<int32_t>({1, 2, 3, 4});
  run(text, {p});
  EXPECT_EQ(contents<int32_t>(p, 4), (std::vector<int32_t>{8, 6, 4, 2}));
}

//===-- memrefs --------------------------------------------------------------===//

TEST_F(MemoryTest, OnChipMemoryIsPoisonUntilItIsWritten) {
  const char *text = R"(
    func.func @k() {
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %z = arith.constant 0.0 : f32
      %m = memref.alloc() : memref<8xf32, #tile.space<"spm">>
      %v = arith.constant dense<1.0> : vector<3xf32>
      vector.transfer_write %v, %m[%c2] {in_bounds = [true]} : vector<3xf32>, memref<8xf32, #tile.space<"spm">>
      %r = vector.transfer_read %m[%c3], %z {in_bounds = [true]} : memref<8xf32, #tile.space<"spm">>, vector<3xf32>
      return
    })";
  std::string error = fail(text, {});
  EXPECT_NE(error.find("'vector.transfer_read' op in lane 2 of program (0, 0, 0) reads 4 bytes at 0x4000000000000014"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("that nothing has written"), std::string::npos) << error;
}

TEST_F(MemoryTest, LeavingAMemrefIsAnErrorEvenInsideTheBuffer) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %i: index) {
      %zero = arith.constant 0 : i64
      %four = arith.constant 4 : i64
      %one = arith.constant 1 : i64
      %c0 = arith.constant 0 : index
      %m = tile.view %p + %zero strides [%four, %one] : !tile.ptr
          -> memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      %v = memref.load %m[%c0, %i] : memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      return
    })";
  Argument p = buffer(std::vector<int32_t>(8));
  auto at = [&](int64_t i) { return Argument::scalar(static_cast<uint64_t>(i), mlir::IndexType::get(&context)); };
  run(text, {p, at(2)});
  EXPECT_NE(fail(text, {p, at(3)}).find("accesses element (0, 3) of a memref of 2x3"), std::string::npos);
  EXPECT_NE(fail(text, {p, at(-1)}).find("accesses element (0, -1) of a memref of 2x3"), std::string::npos);
}

TEST_F(MemoryTest, TransfersMaskPadAndPermute) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %two = arith.constant 2 : i64
      %three = arith.constant 3 : i64
      %c0 = arith.constant 0 : index
      %pad = arith.constant -9 : i32
      %m = tile.view %p + %zero strides [%three, %one] : !tile.ptr
          -> memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      %mask = tile.box_mask [%zero, %zero], [%two, %two] : vector<2x3xi1>
      %t = vector.transfer_read %m[%c0, %c0], %pad, %mask
          {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>}
          : memref<2x3xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>, vector<3x2xi32>
      %o = tile.view %out + %zero strides [%two, %one] : !tile.ptr
          -> memref<3x2xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      vector.transfer_write %t, %o[%c0, %c0] {in_bounds = [true, true]}
          : vector<3x2xi32>, memref<3x2xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      return
    })";
  Argument out = buffer(std::vector<int32_t>(6));
  run(text, {buffer<int32_t>({1, 2, 3, 4, 5, 6}), out});
  EXPECT_EQ(contents<int32_t>(out, 6), (std::vector<int32_t>{1, 4, 2, 5, -9, -9}));
}

TEST_F(MemoryTest, CopyMovesTheBoxAndFillsTheRest) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr, %low: i64, %high: i64) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %six = arith.constant 6 : i64
      %z = arith.constant -5 : i32
      %m = tile.view %p + %zero strides [%one] : !tile.ptr
          -> memref<6xi32, strided<[?], offset: ?>, #tile.space<"global">>
      %o = tile.view %out + %zero strides [%one] : !tile.ptr
          -> memref<6xi32, strided<[?], offset: ?>, #tile.space<"global">>
      %chip = memref.alloc() : memref<6xi32, #tile.space<"spm">>
      tile.copy %m to %chip [%low], [%high] fill %z
          : memref<6xi32, strided<[?], offset: ?>, #tile.space<"global">>, memref<6xi32, #tile.space<"spm">>, i32
      tile.copy %chip to %o [%one], [%six]
          : memref<6xi32, #tile.space<"spm">>, memref<6xi32, strided<[?], offset: ?>, #tile.space<"global">>
      return
    })";
  Argument out = buffer(std::vector<int32_t>(6, 7));
  run(text, {buffer<int32_t>({1, 2, 3, 4}), out, i64(-3), i64(3)}); // elements 4 and 5 do not exist
  EXPECT_EQ(contents<int32_t>(out, 6), (std::vector<int32_t>{7, 2, 3, -5, -5, -5}));
}

TEST_F(MemoryTest, ContractAddsAProductInPlace) {
  const char *text = R"(
    func.func @k(%p: !tile.ptr, %q: !tile.ptr, %out: !tile.ptr) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %two = arith.constant 2 : i64
      %a = tile.view %p + %zero strides [%two, %one] : !tile.ptr
          -> memref<2x2xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      %b = tile.view %q + %zero strides [%one, %one] : !tile.ptr
          -> memref<2x1xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      %c = tile.view %out + %zero strides [%one, %one] : !tile.ptr
          -> memref<2x1xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      tile.contract %a, %b into %c ieee
          : memref<2x2xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>,
            memref<2x1xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>,
            memref<2x1xi32, strided<[?, ?], offset: ?>, #tile.space<"global">>
      return
    })";
  Argument out = buffer<int32_t>({100, 200});
  run(text, {buffer<int32_t>({1, 2, 3, 4}), buffer<int32_t>({10, 20}), out});
  EXPECT_EQ(contents<int32_t>(out, 2), (std::vector<int32_t>{150, 310}));
}

TEST_F(MemoryTest, AtomicsOfBuffersActInOrderAndGiveOldValues) {
  Argument x = buffer<int32_t>({10, 20}), out = buffer<int32_t>({0, 0, 0, 0});
  run(R"mlir(
    func.func @k(%x: !tile.ptr, %out: !tile.ptr) {
      %offsets = memref.alloc() : memref<4xi32>
      %mask = memref.alloc() : memref<4xi8>
      %old = memref.alloc() : memref<4xi32>
      %values = memref.alloc() : memref<4xi32>
      %seen = memref.alloc() : memref<4xi32>
      %c0 = arith.constant 0 : index
      %o = arith.constant dense<[0, 0, 1, 0]> : vector<4xi32>
      %m = arith.constant dense<[1, 1, 0, 1]> : vector<4xi8>
      %v = arith.constant dense<[1, 2, 4, 8]> : vector<4xi32>
      vector.store %o, %offsets[%c0] : memref<4xi32>, vector<4xi32>
      vector.store %m, %mask[%c0] : memref<4xi8>, vector<4xi8>
      vector.store %v, %values[%c0] : memref<4xi32>, vector<4xi32>
      tile.copy_atomic_rmw add relaxed device %values to %x[%offsets] mask %mask old %old
          : memref<4xi32>, !tile.ptr, memref<4xi32>, memref<4xi8>, memref<4xi32>
      // Now x is 21, 20: the first swap succeeds, the others see 4.
      %w = arith.constant dense<[21, 21, 20, 21]> : vector<4xi32>
      %four = arith.constant dense<4> : vector<4xi32>
      vector.store %w, %seen[%c0] : memref<4xi32>, vector<4xi32>
      vector.store %four, %values[%c0] : memref<4xi32>, vector<4xi32>
      vector.store %m, %mask[%c0] : memref<4xi8>, vector<4xi8>
      tile.copy_atomic_cas relaxed device %seen, %values to %x[%offsets] mask %mask old %seen
          : memref<4xi32>, memref<4xi32>, !tile.ptr, memref<4xi32>, memref<4xi8>, memref<4xi32>
      %a = vector.load %old[%c0] : memref<4xi32>, vector<4xi32>
      %b = vector.load %seen[%c0] : memref<4xi32>, vector<4xi32>
      %hundred = arith.constant dense<100> : vector<4xi32>
      %c = arith.muli %a, %hundred : vector<4xi32>
      %d = arith.addi %c, %b : vector<4xi32>
      %i = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
      tile.store %d, %out[%i] : vector<4xi32>, !tile.ptr, vector<4xi32>
      return
    })mlir",
      {x, out});
  EXPECT_EQ(contents<int32_t>(x, 2), (std::vector<int32_t>{4, 20}));
  EXPECT_EQ(contents<int32_t>(out, 4), (std::vector<int32_t>{1021, 1104, 0, 1304}));
}
} // namespace
