// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On-chip buffers, with and without addresses, views of them, and copies by
// address.

#include "test/reference/Harness.h"

using namespace kiln::reference;

namespace {
using BuffersTest = KernelTest;

/// A kernel over 8 numbers at %p and %out with a buffer of `chipType`; `body`
/// makes %r, a view of it, and what is to be read of it is `shape`.
std::string throughView(const std::string &body, const std::string &viewType, const std::string &shape,
                        const std::string &indices) {
  return R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %c0 = arith.constant 0 : index
      %z = arith.constant 0 : i32
      %lane = tile.range 0 to 8 : vector<8xi32>
      %x = tile.load %p[%lane] : !tile.ptr, vector<8xi32> -> vector<8xi32>
      %m = memref.alloc() : memref<8xi32, #tile.space<"spm">>
      vector.transfer_write %x, %m[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32, #tile.space<"spm">>
)" + body +
         "\n%v = vector.transfer_read %r[" + indices + "], %z {in_bounds = [" +
         (indices.size() > 3 ? "true, true" : "true") + "]} : " + viewType + ", vector<" + shape + "xi32>\n" +
         "%f = vector.shape_cast %v : vector<" + shape + "xi32> to vector<8xi32>\n" + R"(
      tile.store %f, %out[%lane] : vector<8xi32>, !tile.ptr, vector<8xi32>
      return
    })";
}

TEST_F(BuffersTest, ReshapedAndTransposedBuffersAreTheSameMemory) {
  Argument in = buffer<int32_t>({0, 1, 2, 3, 4, 5, 6, 7}), out = buffer(std::vector<int32_t>(8));
  const std::string expand =
      "%e = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xi32, #tile.space<\"spm\">> into "
      "memref<2x4xi32, #tile.space<\"spm\">>\n";
  const std::string turned = "memref<4x2xi32, strided<[1, 4]>, #tile.space<\"spm\">>";
  run(throughView(expand + "%r = memref.transpose %e (i, j) -> (j, i) : memref<2x4xi32, #tile.space<\"spm\">> to " +
                      turned,
                  turned, "4x2", "%c0, %c0"),
      {in, out});
  EXPECT_EQ(contents<int32_t>(out, 8), (std::vector<int32_t>{0, 4, 1, 5, 2, 6, 3, 7}));

  run(throughView(expand + "%r = memref.collapse_shape %e [[0, 1]] : memref<2x4xi32, #tile.space<\"spm\">> into "
                           "memref<8xi32, #tile.space<\"spm\">>",
                  "memref<8xi32, #tile.space<\"spm\">>", "8", "%c0"),
      {in, out});
  EXPECT_EQ(contents<int32_t>(out, 8), (std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(BuffersTest, ABufferThatIsTakenAgainHoldsNothing) {
  const char *text = R"(
    func.func @k() {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %z = arith.constant 0.0 : f32
      scf.for %i = %c0 to %c2 step %c1 {
        %m = memref.alloc() : memref<f32, #tile.space<"spm">>
        %first = arith.cmpi eq, %i, %c0 : index
        scf.if %first {
          memref.store %z, %m[] : memref<f32, #tile.space<"spm">>
        }
        %v = memref.load %m[] : memref<f32, #tile.space<"spm">>
      }
      return
    })";
  EXPECT_NE(fail(text, {}).find("'memref.load' op in program (0, 0, 0) reads 4 bytes"), std::string::npos);
}

TEST_F(BuffersTest, ALoopTakesNoMoreBuffersThanItHas) {
  const char *text = R"(
    func.func @k() {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 100000 : index
      scf.for %i = %c0 to %n step %c1 {
        %m = memref.alloc() : memref<4xf32, #tile.space<"spm">>
      }
      return
    })";
  run(text, {});
}

std::string twoPlaced(int second) {
  return R"(
    func.func @k(%out: !tile.ptr) {
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %c0 = arith.constant 0 : index
      %a = memref.alloc() {tile.address = 0 : i64} : memref<4xi32, #tile.space<"spm">>
      %b = memref.alloc() {tile.address = )" +
         std::to_string(second) + R"( : i64} : memref<4xi32, #tile.space<"spm">>
      memref.store %one, %a[%c0] : memref<4xi32, #tile.space<"spm">>
      memref.store %two, %b[%c0] : memref<4xi32, #tile.space<"spm">>
      %v = memref.load %a[%c0] : memref<4xi32, #tile.space<"spm">>
      tile.store %v, %out : i32, !tile.ptr
      return
    })";
}

TEST_F(BuffersTest, BuffersWithAddressesLieThere) {
  Argument out = buffer(std::vector<int32_t>(1));
  run(twoPlaced(16), {out});
  EXPECT_EQ(contents<int32_t>(out, 1), std::vector<int32_t>{1});
  run(twoPlaced(0), {out}); // placed over one another
  EXPECT_EQ(contents<int32_t>(out, 1), std::vector<int32_t>{2});
}

TEST_F(BuffersTest, AddressesAreLimited) {
  const char *text = R"(
    func.func @k() {
      %a = memref.alloc() {tile.address = 4294967296 : i64} : memref<4xi32, #tile.space<"spm">>
      return
    })";
  EXPECT_NE(fail(text, {}).find("ends above the 4294967296 bytes that the reference gives a memory space"),
            std::string::npos);
  const char *strided = R"(
    func.func @k() {
      %a = memref.alloc() {tile.address = 0 : i64} : memref<4xi32, strided<[2]>, #tile.space<"spm">>
      return
    })";
  EXPECT_NE(fail(strided, {}).find("has an address but no static shape without a layout"), std::string::npos);
}

const char *const gather = R"(
    func.func @k(%p: !tile.ptr, %out: !tile.ptr) {
      %c0 = arith.constant 0 : index
      %fill = arith.constant -7 : i32
      %z = arith.constant 0 : i32
      %b = arith.constant 0 : i8
      %offsets = arith.constant dense<[3, -1, 1, 99]> : vector<4xi32>
      %on = arith.constant dense<[1, 1, 5, 0]> : vector<4xi8>
      %o = memref.alloc() : memref<4xi32, #tile.space<"spm">>
      %m = memref.alloc() : memref<4xi8, #tile.space<"spm">>
      %t = memref.alloc() : memref<4xi32, #tile.space<"spm">>
      %q = tile.ptr_add %p, %c1 x i32 : !tile.ptr, i64
      vector.transfer_write %offsets, %o[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32, #tile.space<"spm">>
      vector.transfer_write %on, %m[%c0] {in_bounds = [true]} : vector<4xi8>, memref<4xi8, #tile.space<"spm">>
      tile.copy_gather %q[%o] mask %m fill %fill to %t : !tile.ptr, memref<4xi32, #tile.space<"spm">>,
          memref<4xi8, #tile.space<"spm">>, i32, memref<4xi32, #tile.space<"spm">>
)";

std::string withOne(std::string text) {
  return text.insert(text.find("%c0 ="), "%c1 = arith.constant 1 : i64\n      ");
}

TEST_F(BuffersTest, IndexedCopiesGoByOffsetAndMask) {
  std::string text = withOne(std::string(gather) + R"(
      vector.transfer_write %on, %m[%c0] {in_bounds = [true]} : vector<4xi8>, memref<4xi8, #tile.space<"spm">>
      tile.copy_scatter %t to %out[%o] mask %m : memref<4xi32, #tile.space<"spm">>, !tile.ptr,
          memref<4xi32, #tile.space<"spm">>, memref<4xi8, #tile.space<"spm">>
      tile.copy_scatter %t to %r[%o] : memref<4xi32, #tile.space<"spm">>, !tile.ptr, memref<4xi32, #tile.space<"spm">>
      return
    })");
  // The last scatter has no mask: its lane of offset 99 needs a place.
  text.insert(text.find("vector.transfer_write %offsets"), "%far = arith.constant 5 : i64\n"
                                                           "      %r = tile.ptr_add %out, %far x i32 : !tile.ptr, i64\n"
                                                           "      ");
  Argument out = buffer(std::vector<int32_t>(106));
  Argument moved = out;
  moved.bits += 4;
  run(text, {buffer<int32_t>({10, 11, 12, 13, 14}), moved});
  std::vector<int32_t> got = contents<int32_t>(out, 106);
  EXPECT_EQ(std::vector<int32_t>(got.begin(), got.begin() + 10),
            (std::vector<int32_t>{10, 0, 12, 0, 14, 10, 0, 12, 0, 14}));
  EXPECT_EQ(got[105], -7);
}

TEST_F(BuffersTest, ACopyUsesUpItsMask) {
  std::string text = withOne(std::string(gather) + R"(
      %v = vector.transfer_read %m[%c0], %b {in_bounds = [true]} : memref<4xi8, #tile.space<"spm">>, vector<4xi8>
      return
    })");
  std::string error = fail(text, {buffer<int32_t>({10, 11, 12, 13, 14}), buffer(std::vector<int32_t>(1))});
  EXPECT_NE(error.find("that nothing has written"), std::string::npos) << error;
}

} // namespace
