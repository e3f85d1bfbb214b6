// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container. Integers are little-endian.
//
//   0   8 bytes   89 4b 49 4c 4e 0d 0a 1a
//   8   u32       version
//   12  u32       number of sections
//   16  u64       size of the file
//   24  u64       CRC-64/XZ of the file with this field taken as zero
//   32  table     for each section: u64 offset, u64 size, u16 length of the
//                 name, the name
//   ..  sections  in table order, each at the next multiple of 64, zeros
//   between
//
// There is one way to write given sections, and parse accepts only it: so equal
// artifacts have equal bytes, and no two sections can overlap.

#include "kiln/Artifact.h"
#include "kiln/Files.h"

#include "Text.h"

#include <algorithm>
#include <array>
#include <set>

using namespace kiln;

namespace {
// As PNG's: a byte above 127, line ends and control-Z catch transfers as text.
constexpr std::array<uint8_t, 8> magic = {0x89, 'K', 'I', 'L', 'N', '\r', '\n', 0x1a};
constexpr size_t headerBytes = 32;
constexpr size_t checksumOffset = 24;
constexpr size_t entryBytes = 18;
constexpr size_t sectionAlign = 64;
constexpr size_t maxSections = 4096;
constexpr size_t maxName = 255;
constexpr std::string_view launchPrefix = "launch:";

constexpr std::array<uint64_t, 256> makeCrcTable() {
  std::array<uint64_t, 256> table = {};
  for (uint64_t i = 0; i < 256; ++i) {
    uint64_t crc = i;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? (crc >> 1) ^ 0xc96c5795d7870f42 : crc >> 1;
    table[i] = crc;
  }
  return table;
}
constexpr std::array<uint64_t, 256> crcTable = makeCrcTable();

uint64_t checksum(ByteSpan file) {
  uint64_t crc = ~uint64_t(0);
  for (size_t i = 0; i < file.size(); ++i) {
    bool own = i >= checksumOffset && i < headerBytes;
    crc = crcTable[(crc ^ (own ? 0 : file[i])) & 0xff] ^ (crc >> 8);
  }
  return ~crc;
}

void put(Bytes &bytes, uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i)
    bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

uint64_t get(ByteSpan bytes, size_t offset, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= static_cast<uint64_t>(bytes[offset + i]) << (8 * i);
  return value;
}

size_t alignUp(size_t offset) { return (offset + sectionAlign - 1) / sectionAlign * sectionAlign; }

Result<void> checkHeader(ByteSpan bytes) {
  if (bytes.size() < headerBytes)
    return Error("expected a header of " + std::to_string(headerBytes) + " bytes but the file has " +
                 std::to_string(bytes.size()));
  if (!std::equal(magic.begin(), magic.end(), bytes.begin()))
    return Error("expected the first 8 bytes to be those of a Kiln artifact");
  if (uint64_t version = get(bytes, 8, 4); version != artifactVersion)
    return Error("expected version " + std::to_string(artifactVersion) + " but got " + std::to_string(version));
  if (uint64_t size = get(bytes, 16, 8); size != bytes.size())
    return Error("expected " + std::to_string(size) + " bytes but the file has " + std::to_string(bytes.size()));
  if (get(bytes, checksumOffset, 8) != checksum(bytes))
    return Error("the checksum does not match; the file is damaged");
  return {};
}

Error truncated(size_t index) { return Error("the table ends inside the entry of section " + std::to_string(index)); }

/// A table entry, its place in the file checked against what comes before it.
struct Entry {
  std::string name;
  size_t offset;
  size_t size;
};

Result<std::vector<Entry>> readTable(ByteSpan bytes) {
  size_t count = get(bytes, 12, 4);
  if (count > maxSections)
    return Error("expected at most " + std::to_string(maxSections) + " sections but got " + std::to_string(count));
  std::vector<Entry> entries;
  size_t position = headerBytes;
  for (size_t i = 0; i < count; ++i) {
    if (bytes.size() - position < entryBytes)
      return truncated(i);
    size_t length = get(bytes, position + 16, 2);
    if (bytes.size() - position - entryBytes < length)
      return truncated(i);
    ByteSpan name = bytes.subspan(position + entryBytes, length);
    entries.push_back({std::string(name.begin(), name.end()), get(bytes, position, 8), get(bytes, position + 8, 8)});
    position += entryBytes + length;
  }
  for (const Entry &entry : entries) {
    position = alignUp(position);
    if (entry.offset != position)
      return Error("expected section " + quote(entry.name) + " at byte " + std::to_string(position) + " but got " +
                   std::to_string(entry.offset));
    if (position > bytes.size() || entry.size > bytes.size() - position)
      return Error("section " + quote(entry.name) + " of " + std::to_string(entry.size) + " bytes at byte " +
                   std::to_string(position) + " ends past the file's " + std::to_string(bytes.size()));
    position += entry.size;
  }
  if (position != bytes.size())
    return Error("expected the last section to end the file at byte " + std::to_string(position) + " but it has " +
                 std::to_string(bytes.size()));
  return entries;
}
} // namespace

Result<void> Artifact::append(std::string name, Bytes bytes) {
  if (name.empty() || name.size() > maxName || !isPrintable(name, false))
    return Error("expected a section name of 1 to " + std::to_string(maxName) +
                 " printable characters without blanks but got " + quote(name.substr(0, maxName)));
  if (find(name))
    return Error("two sections are named " + quote(name));
  if (contents.size() == maxSections)
    return Error("expected at most " + std::to_string(maxSections) + " sections");
  contents.push_back({std::move(name), std::move(bytes)});
  return {};
}

Result<void> Artifact::add(std::string name, Bytes bytes) {
  if (name.starts_with(launchPrefix))
    return Error("section names that start with 'launch:' are kept for launch "
                 "metadata but got " +
                 quote(name));
  return append(std::move(name), std::move(bytes));
}

Result<void> Artifact::addKernel(const LaunchInfo &info) {
  if (auto valid = info.verify(); !valid)
    return valid;
  std::string json = info.toJson();
  return append(std::string(launchPrefix) + info.kernel, Bytes(json.begin(), json.end()));
}

const Artifact::Section *Artifact::find(std::string_view name) const {
  for (const Section &section : contents)
    if (section.name == name)
      return &section;
  return nullptr;
}

Result<std::vector<LaunchInfo>> Artifact::kernels() const {
  std::vector<LaunchInfo> infos;
  for (const Section &section : contents) {
    if (!section.name.starts_with(launchPrefix))
      continue;
    std::string context = "section " + quote(section.name);
    auto info = LaunchInfo::fromJson({reinterpret_cast<const char *>(section.bytes.data()), section.bytes.size()});
    if (!info)
      return info.error().in(context);
    if (launchPrefix.size() + info->kernel.size() != section.name.size() || !section.name.ends_with(info->kernel))
      return Error(context +
                   ": expected the kernel to have the section's name "
                   "but got " +
                   quote(info->kernel));
    for (const LaunchVariant &variant : info->variants)
      if (!find(variant.section))
        return Error(context + ": the artifact has no section " + quote(variant.section));
    infos.push_back(std::move(*info));
  }
  return infos;
}

Bytes Artifact::serialize() const {
  size_t position = headerBytes;
  for (const Section &section : contents)
    position += entryBytes + section.name.size();
  Bytes table;
  for (const Section &section : contents) {
    position = alignUp(position);
    put(table, position, 8);
    put(table, section.bytes.size(), 8);
    put(table, section.name.size(), 2);
    table.insert(table.end(), section.name.begin(), section.name.end());
    position += section.bytes.size();
  }
  Bytes file(magic.begin(), magic.end());
  file.reserve(position);
  put(file, artifactVersion, 4);
  put(file, contents.size(), 4);
  put(file, position, 8);
  put(file, 0, 8);
  file.insert(file.end(), table.begin(), table.end());
  for (const Section &section : contents) {
    file.resize(alignUp(file.size()));
    file.insert(file.end(), section.bytes.begin(), section.bytes.end());
  }
  uint64_t crc = checksum(file);
  for (unsigned i = 0; i < 8; ++i)
    file[checksumOffset + i] = static_cast<uint8_t>(crc >> (8 * i));
  return file;
}

Result<Artifact> Artifact::parse(ByteSpan bytes) {
  auto fail = [](const Error &error) { return error.in("artifact"); };
  if (auto valid = checkHeader(bytes); !valid)
    return fail(valid.error());
  auto entries = readTable(bytes);
  if (!entries)
    return fail(entries.error());
  Artifact artifact;
  for (Entry &entry : *entries) {
    ByteSpan contents = bytes.subspan(entry.offset, entry.size);
    auto added = artifact.append(std::move(entry.name), Bytes(contents.begin(), contents.end()));
    if (!added)
      return fail(added.error());
  }
  // What is left to differ is the padding.
  Bytes canonical = artifact.serialize();
  if (!std::equal(bytes.begin(), bytes.end(), canonical.begin(), canonical.end()))
    return Error("artifact: expected zeros between sections");
  return artifact;
}

Result<Artifact> Artifact::readFile(const std::string &path) {
  auto bytes = kiln::readFile(path);
  if (!bytes)
    return bytes.error();
  auto artifact = parse(*bytes);
  if (!artifact)
    return artifact.error().in(quote(path));
  return artifact;
}

Result<void> Artifact::writeFile(const std::string &path) const { return kiln::writeFile(path, serialize()); }
