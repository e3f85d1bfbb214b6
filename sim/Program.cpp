// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of the byte form: magic, version, then machine name, words, location
// strings and location numbers, each preceded by its count as 32 bits.

#include "sim/Program.h"

#include <algorithm>

namespace kiln::npu {
namespace {

constexpr uint32_t magic = 0x55504e4b; // "KNPU"
/// 2 added messages.
constexpr uint32_t version = 2, oldestVersion = 1;

class Writer {
public:
  void number(uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
      bytes.push_back(uint8_t(value >> (8 * i)));
  }
  void text(const std::string &s) {
    number(s.size(), 4);
    bytes.insert(bytes.end(), s.begin(), s.end());
  }
  std::vector<uint8_t> bytes;
};

/// Reads what Writer wrote; after the first read past the end everything is
/// zero or empty and `failed` is set.
class Reader {
public:
  explicit Reader(std::span<const uint8_t> bytes) : rest(bytes) {}

  uint64_t number(unsigned size) {
    if (!take(size))
      return 0;
    uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i)
      value |= uint64_t(rest[i]) << (8 * i);
    rest = rest.subspan(size);
    return value;
  }

  /// A count of items of at least `size` bytes that can still follow.
  size_t count(unsigned size) {
    uint64_t n = number(4);
    if (n > rest.size() / size)
      failed = true;
    return failed ? 0 : size_t(n);
  }

  std::string text() {
    size_t n = count(1);
    if (!take(n))
      return "";
    std::string s(rest.begin(), rest.begin() + n);
    rest = rest.subspan(n);
    return s;
  }

  bool failed = false;
  std::span<const uint8_t> rest;

private:
  bool take(size_t n) {
    failed |= rest.size() < n;
    return !failed;
  }
};

} // namespace

uint32_t Program::location(std::string_view text) {
  // Consecutive instructions come from the same place, so look from the end.
  auto it = std::find(locations.rbegin(), locations.rend(), text);
  if (it != locations.rend())
    return uint32_t(locations.rend() - it - 1);
  locations.emplace_back(text);
  return uint32_t(locations.size() - 1);
}

uint32_t Program::message(const Message &message) {
  auto it = std::find(messages.begin(), messages.end(), message);
  if (it != messages.end())
    return uint32_t(it - messages.begin());
  messages.push_back(message);
  return uint32_t(messages.size() - 1);
}

Result<uint32_t> Program::append(const Instr &in, uint32_t location) {
  auto word = encode(in);
  if (!word)
    return word.error();
  words.push_back(*word);
  wordLocations.push_back(location);
  return uint32_t(words.size() - 1);
}

Result<void> Program::patchImm(uint32_t index, int32_t imm) {
  if (index >= words.size())
    return Error("instruction " + std::to_string(index) + " does not exist, the program has " +
                 std::to_string(words.size()));
  auto in = decode(words[index]);
  if (!in)
    return in.error();
  in->imm = imm;
  auto word = encode(*in);
  if (!word)
    return word.error();
  words[index] = *word;
  return {};
}

const std::string &Program::locationOf(uint32_t index) const {
  static const std::string none;
  if (index >= wordLocations.size() || wordLocations[index] >= locations.size())
    return none;
  return locations[wordLocations[index]];
}

std::vector<uint8_t> Program::toBytes() const {
  Writer out;
  out.number(magic, 4);
  out.number(version, 4);
  out.text(machine);
  out.number(words.size(), 4);
  for (uint64_t word : words)
    out.number(word, 8);
  out.number(locations.size(), 4);
  for (const std::string &text : locations)
    out.text(text);
  out.number(wordLocations.size(), 4);
  for (uint32_t index : wordLocations)
    out.number(index, 4);
  out.number(messages.size(), 4);
  for (const Message &message : messages) {
    out.number(uint8_t(message.kind), 1);
    out.text(message.text);
    out.text(message.type);
    out.number(message.hex, 1);
    out.number(message.words, 4);
  }
  return std::move(out.bytes);
}

/// Fewest bytes of a message.
static constexpr unsigned messageBytes = 14;

static Result<Message> readMessage(Reader &in, size_t number) {
  Message message;
  uint64_t kind = in.number(1);
  if (kind > uint8_t(Message::Kind::Assertion))
    return Error("NPU program has message " + std::to_string(number) + " of kind " + std::to_string(kind) +
                 ", which this version does not know");
  message.kind = Message::Kind(kind);
  message.text = in.text();
  message.type = in.text();
  message.hex = in.number(1) != 0;
  message.words = uint32_t(in.number(4));
  if (message.kind == Message::Kind::Text && message.words == 0 && !in.failed)
    return Error("NPU program has message " + std::to_string(number) + " of 0 words, expected at least 1");
  return message;
}

Result<Program> Program::fromBytes(std::span<const uint8_t> bytes) {
  Reader in(bytes);
  if (in.number(4) != magic)
    return Error("not an NPU program: it does not begin with 'KNPU'");
  uint64_t made = in.number(4);
  if (made < oldestVersion || made > version)
    return Error("NPU program has version " + std::to_string(made) + ", expected " + std::to_string(oldestVersion) +
                 " to " + std::to_string(version));
  Program p;
  p.machine = in.text();
  p.words.resize(in.count(8));
  for (uint64_t &word : p.words)
    word = in.number(8);
  p.locations.resize(in.count(4));
  for (std::string &text : p.locations)
    text = in.text();
  p.wordLocations.resize(in.count(4));
  for (uint32_t &index : p.wordLocations)
    index = uint32_t(in.number(4));
  size_t messages = made > 1 ? in.count(messageBytes) : 0;
  for (size_t i = 0; i < messages && !in.failed; ++i) {
    Result<Message> message = readMessage(in, i);
    if (!message)
      return message.error();
    p.messages.push_back(std::move(*message));
  }
  if (in.failed)
    return Error("NPU program of " + std::to_string(bytes.size()) + " bytes ends too early");
  if (!in.rest.empty())
    return Error("NPU program has " + std::to_string(in.rest.size()) + " bytes too many");
  if (p.wordLocations.size() != p.words.size())
    return Error("NPU program has " + std::to_string(p.words.size()) + " instructions but " +
                 std::to_string(p.wordLocations.size()) + " locations");
  for (uint32_t index : p.wordLocations)
    if (index >= p.locations.size())
      return Error("NPU program names location " + std::to_string(index) + " of " + std::to_string(p.locations.size()));
  return p;
}

} // namespace kiln::npu
