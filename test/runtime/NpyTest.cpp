// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files: round trips, numpy's own bytes, and malformed headers.

#include "kiln/Npy.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace kiln;

namespace {
/// A file with the given header text and data.
Bytes fileOf(const std::string &header, const Bytes &data, uint8_t major = 1) {
  Bytes bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', major, 0};
  for (unsigned i = 0; i < (major == 1 ? 2u : 4u); ++i)
    bytes.push_back(static_cast<uint8_t>(header.size() >> (8 * i)));
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

Bytes arrayOf(const std::string &descr, const std::string &shape, const Bytes &data,
              const std::string &order = "False") {
  return fileOf("{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }\n", data);
}

std::string errorOf(const Bytes &bytes, std::optional<ElementType> expected = {}) {
  auto array = parseNpy(bytes, expected);
  return array ? "no error" : array.error().message();
}

std::string headerError(const std::string &header) {
  std::string error = errorOf(fileOf(header, {}));
  return error.starts_with("npy: header: ") ? error.substr(13) : error;
}

TEST(NpyTest, everyTypeAndRankComesBack) {
  for (unsigned i = 0; i < elementTypeCount; ++i) {
    auto type = static_cast<ElementType>(i);
    for (const std::vector<int64_t> &shape :
         std::vector<std::vector<int64_t>>{{}, {3}, {2, 3}, {1, 2, 3}, {0}, {4, 0}}) {
      HostArray array{type, shape, {}};
      array.data.resize(*elementCount(shape) * byteSize(type), 1);
      Bytes bytes = serializeNpy(array);
      EXPECT_EQ((bytes.size() - array.data.size()) % 64, 0u);
      auto again = parseNpy(bytes, type);
      ASSERT_TRUE(again) << again.error().message();
      EXPECT_EQ(*again, array);
    }
  }
}

TEST(NpyTest, bytesAreThoseOfNumpy) {
  // numpy.save of numpy.array([1, -2], dtype='<i2').
  std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  header += '\n';
  EXPECT_EQ(serializeNpy({ElementType::I16, {2}, {1, 0, 0xfe, 0xff}}), fileOf(header, {1, 0, 0xfe, 0xff}));
}

TEST(NpyTest, foreignTypesAreRaw) {
  HostArray array{ElementType::BF16, {2}, {0x80, 0x3f, 0, 0x40}};
  EXPECT_EQ(parseNpy(serializeNpy(array))->type, ElementType::U16);
  EXPECT_EQ(*parseNpy(serializeNpy(array), ElementType::BF16), array);
  EXPECT_EQ(*parseNpy(arrayOf("<V2", "2,", array.data), ElementType::BF16), array);
  EXPECT_EQ(parseNpy(arrayOf("|V1", "1,", {7}), ElementType::F8E5M2)->type, ElementType::F8E5M2);
  EXPECT_EQ(parseNpy(arrayOf("<f1", "1,", {7}), ElementType::F8E4M3FN)->type, ElementType::F8E4M3FN);
}

TEST(NpyTest, versionTwoIsRead) {
  auto array = parseNpy(fileOf("{'descr':'|i1','fortran_order':False,'shape':(2,)}", {1, 2}, 2));
  ASSERT_TRUE(array) << array.error().message();
  EXPECT_EQ(*array, (HostArray{ElementType::I8, {2}, {1, 2}}));
}

TEST(NpyTest, otherOrdersBecomeRowMajorAndLittleEndian) {
  EXPECT_EQ(parseNpy(arrayOf(">i2", "2,", {1, 2, 3, 4}))->data, (Bytes{2, 1, 4, 3}));
  EXPECT_EQ(parseNpy(arrayOf("|u1", "2, 3", {1, 4, 2, 5, 3, 6}, "True"))->data, (Bytes{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(parseNpy(arrayOf("|u1", "2, 2, 2", {1, 5, 3, 7, 2, 6, 4, 8}, "True"))->data,
            (Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(parseNpy(arrayOf("|b1", "2,", {0, 7}))->data, (Bytes{0, 1}));
}

TEST(NpyTest, typesAreChecked) {
  EXPECT_EQ(errorOf(arrayOf("<f4", "1,", Bytes(4)), ElementType::F16),
            "npy: expected elements of f16 but got f32 (dtype '<f4')");
  EXPECT_EQ(errorOf(arrayOf("<i4", "1,", Bytes(4)), ElementType::U32), "no error");
  EXPECT_EQ(errorOf(arrayOf("|V2", "1,", Bytes(2))),
            "npy: dtype '|V2' has no meaning of its own; say which element type "
            "is meant");
  EXPECT_EQ(errorOf(arrayOf("|V2", "1,", Bytes(2)), ElementType::F32),
            "npy: dtype '|V2' has no meaning of its own; expected elements of f32");
  for (const char *descr : {"<c8", "<f16", "|O", "<i3", "<b2", "i4", "<U1"})
    EXPECT_EQ(errorOf(arrayOf(descr, "1,", {})), "npy: unknown dtype '" + std::string(descr) +
                                                     "'; expected one of b1, i1 to i8, u1 to u8, f2 to f8, V1, V2");
}

TEST(NpyTest, sizesAreChecked) {
  EXPECT_EQ(errorOf(arrayOf("<f4", "2, 3", Bytes(20))), "npy: expected 24 bytes of data for shape 2x3 but got 20");
  EXPECT_EQ(errorOf(arrayOf("<f4", "2, -3", {})), "npy: expected sizes of at least 0 but got shape 2x-3");
  EXPECT_EQ(errorOf(arrayOf("<f4", "4294967296, 4294967296", {})),
            "npy: the number of elements of shape 4294967296x4294967296 does not "
            "fit in 63 bits");
  EXPECT_EQ(errorOf(arrayOf("<f8", "4611686018427387904,", {})), "npy: expected more than 2^64 bytes of data for shape "
                                                                 "4611686018427387904 but got 0");
  EXPECT_EQ(errorOf(arrayOf("<f4", "4611686018427387904, 4, 0", {})), "no error");
}

TEST(NpyTest, framesAreChecked) {
  EXPECT_EQ(errorOf({}), "npy: expected the first bytes to be those of a .npy file");
  Bytes bytes = arrayOf("<f4", "1,", Bytes(4));
  bytes[6] = 3;
  EXPECT_EQ(errorOf(bytes), "npy: expected version 1 or 2 but got 3");
  bytes[6] = 1;
  bytes[9] = 0xff;
  EXPECT_TRUE(errorOf(bytes).starts_with("npy: expected a header of "));
  bytes[6] = 2;
  bytes.resize(11);
  EXPECT_EQ(errorOf(bytes), "npy: the file ends inside its header");
}

TEST(NpyTest, headersAreChecked) {
  EXPECT_EQ(headerError(""), "expected a dictionary");
  EXPECT_EQ(headerError("{1: 2}"), "expected a string");
  EXPECT_EQ(headerError("{'descr"), "expected the end of a string");
  EXPECT_EQ(headerError("{'descr' '<f4'}"), "expected ':' after 'descr'");
  EXPECT_EQ(headerError("{'descr': [('a', '<f4')]}"),
            "expected 'descr' to be a string; arrays of records are not read");
  EXPECT_EQ(headerError("{'descr': '<f4' 'shape': ()}"), "expected ',' or '}' after the value of 'descr'");
  EXPECT_EQ(headerError("{'fortran_order': 1}"), "expected 'fortran_order' to be True or False");
  EXPECT_EQ(headerError("{'shape': 3}"), "expected 'shape' to be a tuple");
  EXPECT_EQ(headerError("{'shape': (a,)}"), "expected a size in 'shape' to be an integer but got 'a'");
  EXPECT_EQ(headerError("{'shape': (3"), "expected ',' or ')' in 'shape'");
  EXPECT_EQ(headerError("{'more': 1}"), "unknown key 'more'");
  EXPECT_EQ(headerError("{'descr': '<f4'}"), "expected the keys 'descr', 'fortran_order' and 'shape'");
  EXPECT_EQ(headerError("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x"),
            "expected nothing after the dictionary");
}

TEST(NpyTest, damageNeverCrashes) {
  Bytes bytes = arrayOf("<f4", "2, 3", Bytes(24), "True");
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(parseNpy(ByteSpan(bytes).first(size)));
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    Bytes flipped = bytes;
    flipped[bit / 8] ^= static_cast<uint8_t>(1 << (bit % 8));
    (void)static_cast<bool>(parseNpy(flipped));
  }
}

TEST(NpyTest, filesComeBackAndErrorsNameThePath) {
  std::string path = ::testing::TempDir() + "kiln-npy-test.npy";
  HostArray array{ElementType::F32, {1}, {0, 0, 0x80, 0x3f}};
  ASSERT_TRUE(writeNpy(path, array));
  EXPECT_EQ(*readNpy(path), array);
  EXPECT_EQ(readNpy(path, ElementType::I8).error().message(),
            "'" + path + "': npy: expected elements of i8 but got f32 (dtype '<f4')");
  std::remove(path.c_str());
  EXPECT_EQ(readNpy(path).error().message(), "cannot open '" + path + "': No such file or directory");
}
} // namespace
