// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container: round trips, atomic writing, and damage of every kind.

#include "kiln/Artifact.h"
#include "kiln/Files.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln;

namespace {
LaunchInfo info() {
  LaunchInfo info;
  info.kernel = "scale";
  info.target = "toy";
  info.arguments = {{"x", true, ElementType::F32}};
  LaunchVariant variant;
  variant.section = "code";
  info.variants = {variant};
  return info;
}

Artifact sample() {
  Artifact artifact;
  EXPECT_TRUE(artifact.add("code", Bytes(100, 7)));
  EXPECT_TRUE(artifact.add("empty", {}));
  EXPECT_TRUE(artifact.addKernel(info()));
  EXPECT_TRUE(artifact.add("last", {}));
  return artifact;
}

std::string errorOf(const Bytes &bytes) {
  auto artifact = Artifact::parse(bytes);
  return artifact ? "no error" : artifact.error().message();
}

void put(Bytes &bytes, size_t offset, uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i)
    bytes[offset + i] = static_cast<uint8_t>(value >> (8 * i));
}

/// CRC-64/XZ bit by bit, so that crafted files get past the checksum.
void reseal(Bytes &bytes) {
  put(bytes, 24, 0, 8);
  uint64_t crc = ~uint64_t(0);
  for (uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? (crc >> 1) ^ 0xc96c5795d7870f42 : crc >> 1;
  }
  put(bytes, 24, ~crc, 8);
}

/// The error of the sample with one field overwritten and the checksum mended.
std::string craftedError(size_t offset, uint64_t value, unsigned width) {
  Bytes bytes = sample().serialize();
  put(bytes, offset, value, width);
  reseal(bytes);
  return errorOf(bytes);
}

class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string name = ::testing::TempDir() + "kiln-XXXXXX";
    path = ::mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }
  std::string file(const std::string &name) const { return path + "/" + name; }
  size_t count() const { return std::distance(std::filesystem::directory_iterator(path), {}); }

private:
  std::string path;
};

TEST(ArtifactTest, bytesComeBack) {
  Artifact artifact = sample();
  Bytes bytes = artifact.serialize();
  auto again = Artifact::parse(bytes);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, artifact);
  EXPECT_EQ(again->serialize(), bytes);
  EXPECT_EQ(sample().serialize(), bytes) << "equal contents, equal bytes";
  auto kernels = again->kernels();
  ASSERT_TRUE(kernels) << kernels.error().message();
  ASSERT_EQ(kernels->size(), 1u);
  EXPECT_EQ(kernels->front(), info());
  EXPECT_TRUE(Artifact::parse(Artifact().serialize()));
}

TEST(ArtifactTest, checksumIsTheOneThatXzUses) {
  // The check value of CRC-64/XZ over an empty artifact's header, from the
  // bitwise form above.
  Bytes bytes = Artifact().serialize();
  Bytes mended = bytes;
  reseal(mended);
  EXPECT_EQ(mended, bytes);
}

TEST(ArtifactTest, sectionNamesAreChecked) {
  Artifact artifact;
  EXPECT_TRUE(artifact.add("a", {1}));
  EXPECT_EQ(artifact.add("a", {2}).error().message(), "two sections are named 'a'");
  EXPECT_EQ(artifact.add("", {}).error().message(), "expected a section name of 1 to 255 printable characters without "
                                                    "blanks but got ''");
  EXPECT_FALSE(artifact.add("a b", {}));
  EXPECT_FALSE(artifact.add(std::string(256, 'x'), {}));
  EXPECT_EQ(artifact.add("launch:k", {}).error().message(),
            "section names that start with 'launch:' are kept for launch "
            "metadata but got 'launch:k'");
  LaunchInfo broken = info();
  broken.variants.clear();
  EXPECT_EQ(artifact.addKernel(broken).error().message(), "kernel 'scale': expected at least one variant");
}

TEST(ArtifactTest, numberOfSectionsIsBounded) {
  Artifact artifact;
  for (int i = 0; i < 4096; ++i)
    ASSERT_TRUE(artifact.add("s" + std::to_string(i), {}));
  EXPECT_EQ(artifact.add("more", {}).error().message(), "expected at most 4096 sections");
}

TEST(ArtifactTest, metadataMustFitTheSections) {
  Artifact artifact;
  ASSERT_TRUE(artifact.addKernel(info()));
  EXPECT_EQ(artifact.kernels().error().message(), "section 'launch:scale': the artifact has no section 'code'");
}

TEST(ArtifactTest, metadataMustBelongToItsSection) {
  Bytes bytes = sample().serialize();
  std::string name = "launch:scale";
  auto at = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  ASSERT_NE(at, bytes.end());
  *(at + 7) = 'z';
  reseal(bytes);
  auto artifact = Artifact::parse(bytes);
  ASSERT_TRUE(artifact) << artifact.error().message();
  EXPECT_EQ(artifact->kernels().error().message(), "section 'launch:zcale': expected the kernel to have the section's "
                                                   "name but got 'scale'");
}

TEST(ArtifactTest, headerFaultsAreNamed) {
  Bytes bytes = sample().serialize();
  EXPECT_EQ(errorOf({}), "artifact: expected a header of 32 bytes but the file has 0");
  EXPECT_EQ(craftedError(0, 'x', 1), "artifact: expected the first 8 bytes to be those of a Kiln artifact");
  EXPECT_EQ(craftedError(8, 9, 4), "artifact: expected version 1 but got 9");
  EXPECT_EQ(craftedError(16, 5, 8), "artifact: expected 5 bytes but the file has " + std::to_string(bytes.size()));
  bytes[40] ^= 1;
  EXPECT_EQ(errorOf(bytes), "artifact: the checksum does not match; the file is damaged");
}

TEST(ArtifactTest, tableFaultsAreNamed) {
  std::string size = std::to_string(sample().serialize().size());
  EXPECT_EQ(craftedError(12, 5000, 4), "artifact: expected at most 4096 sections but got 5000");
  EXPECT_EQ(craftedError(12, 4000, 4).substr(0, 54), "artifact: the table ends inside the entry of section 7");
  EXPECT_EQ(craftedError(48, 65535, 2), "artifact: the table ends inside the entry of section 0");
  EXPECT_EQ(craftedError(32, 1, 8), "artifact: expected section 'code' at byte 192 but got 1");
  EXPECT_EQ(craftedError(40, ~uint64_t(0), 8), "artifact: section 'code' of 18446744073709551615 bytes at byte 192 "
                                               "ends past the file's " +
                                                   size);
  EXPECT_EQ(craftedError(115, 1, 8),
            "artifact: section 'last' of 1 bytes at byte " + size + " ends past the file's " + size);
  EXPECT_EQ(craftedError(12, 0, 4), "artifact: expected the last section to end the file at byte 32 but it "
                                    "has " +
                                        size);
  EXPECT_EQ(craftedError(50, ' ', 1), "artifact: expected a section name of 1 to 255 printable characters "
                                      "without blanks but got ' ode'");
  EXPECT_EQ(craftedError(191, 1, 1), "artifact: expected zeros between sections");
}

TEST(ArtifactTest, everyTruncationIsAnError) {
  Bytes bytes = sample().serialize();
  for (size_t size = 0; size < bytes.size(); ++size) {
    Bytes cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    ASSERT_FALSE(Artifact::parse(cut)) << size;
    if (size >= 32) {
      put(cut, 16, size, 8);
      reseal(cut);
      ASSERT_FALSE(Artifact::parse(cut)) << size << " resealed";
    }
  }
}

TEST(ArtifactTest, everyBitFlipIsAnError) {
  Bytes bytes = sample().serialize();
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    Bytes flipped = bytes;
    flipped[bit / 8] ^= static_cast<uint8_t>(1 << (bit % 8));
    ASSERT_FALSE(Artifact::parse(flipped)) << bit;
  }
}

TEST(ArtifactTest, resealedDamageNeverCrashes) {
  const Bytes bytes = sample().serialize();
  uint64_t state = 42;
  auto next = [&](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  };
  for (int round = 0; round < 20000; ++round) {
    Bytes damaged = bytes;
    for (uint64_t i = 0, n = 1 + next(4); i < n; ++i)
      damaged[next(damaged.size())] = static_cast<uint8_t>(next(256));
    reseal(damaged);
    // Damage inside the metadata may parse; then it must read or be refused.
    if (auto artifact = Artifact::parse(damaged))
      (void)static_cast<bool>(artifact->kernels());
  }
}

TEST(ArtifactTest, filesAreWrittenWhole) {
  TemporaryDirectory directory;
  std::string path = directory.file("a.kiln");
  ASSERT_TRUE(sample().writeFile(path));
  ASSERT_TRUE(sample().writeFile(path)) << "over an old file";
  EXPECT_EQ(directory.count(), 1u) << "no temporary stays";
  auto again = Artifact::readFile(path);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, sample());
  ASSERT_TRUE(writeFile(path, Bytes{1, 2}));
  EXPECT_EQ(Artifact::readFile(path).error().message(),
            "'" + path + "': artifact: expected a header of 32 bytes but the file has 2");
}

TEST(ArtifactTest, linksAndModesAreKept) {
  TemporaryDirectory directory;
  std::string path = directory.file("a"), link = directory.file("b");
  ASSERT_TRUE(writeFile(path, Bytes{1}));
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ASSERT_EQ(::symlink(path.c_str(), link.c_str()), 0);
  ASSERT_TRUE(writeFile(link, Bytes{2}));
  EXPECT_EQ(*readFile(path), Bytes{2});
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  struct stat status = {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0640u);
}

TEST(ArtifactTest, fileFaultsNameThePath) {
  EXPECT_EQ(readFile("/nonexistent/a").error().message(), "cannot open '/nonexistent/a': No such file or directory");
  EXPECT_EQ(readFile("/").error().message(), "cannot read '/': Is a directory");
  EXPECT_EQ(readFile("/dev/zero").error().message(), "cannot read '/dev/zero': it is a device, not a file");
  EXPECT_EQ(writeFile("/nonexistent/a", {}).error().message(),
            "cannot write '/nonexistent/a': No such file or directory");
  EXPECT_EQ(writeFile("/", {}).error().message(), "cannot open '/': Is a directory");
  EXPECT_TRUE(writeFile("/dev/null", Bytes{1}));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(writeFile("/dev/full", Bytes{1}).error().message(), "cannot write '/dev/full': No space left on device");
}
} // namespace
