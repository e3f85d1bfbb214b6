// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of the NPU: instruction words and where each came from. The byte
// form is what a compiled artifact holds; reading it checks every size, so
// that a damaged file is an error and never a crash.
//
//   Program p;
//   p.append(*make(Op::Halt, {}), p.location("kernel.py:12:4"));
//   auto again = Program::fromBytes(p.toBytes());

#ifndef KILN_SIM_PROGRAM_H
#define KILN_SIM_PROGRAM_H

#include "sim/Isa.h"

namespace kiln::npu {

/// What the host makes of a `print` or an `assert`, by their tag or code.
struct Message {
  enum class Kind : uint8_t {
    Text,      ///< a line: index, `text`, and the value unless `type` is empty
    Assertion, ///< `text` is what does not hold
  };
  Kind kind = Kind::Text;
  std::string text;
  /// The runtime's name of the element type of the value.
  std::string type = {};
  bool hex = false;
  /// Text: words that make a line, one `print` each: the index, then the value
  /// (anything where there is none).
  uint32_t words = 0;

  bool operator==(const Message &) const = default;
};

/// One line that a program printed: the words of its message.
struct PrintedLine {
  int64_t programId = -1;
  uint32_t message = 0;
  std::vector<uint64_t> words;

  bool operator==(const PrintedLine &) const = default;
};

class Program {
public:
  std::vector<uint64_t> words;
  /// Source locations as text; entry 0 is the unknown location "".
  std::vector<std::string> locations{""};
  /// Per word, an index into `locations`.
  std::vector<uint32_t> wordLocations;
  /// The machine this was compiled for; checked against Config::name at launch
  /// unless empty.
  std::string machine;
  /// In the order of tags and codes. A tag beyond it prints its number.
  std::vector<Message> messages;

  bool operator==(const Program &) const = default;

  /// The number of the location `text`, added if it is new.
  uint32_t location(std::string_view text);

  /// The number of the message, added if it is new.
  uint32_t message(const Message &message);

  /// Adds an instruction and returns its number (what branches name), or the
  /// encoder's error.
  Result<uint32_t> append(const Instr &in, uint32_t location = 0);

  /// Replaces the immediate of instruction `index`: branch targets that were
  /// unknown when it was added.
  Result<void> patchImm(uint32_t index, int32_t imm);

  /// The location of instruction `index`, "" if there is none.
  const std::string &locationOf(uint32_t index) const;

  /// Little-endian, beginning with "KNPU" and a version.
  std::vector<uint8_t> toBytes() const;
  static Result<Program> fromBytes(std::span<const uint8_t> bytes);
};

} // namespace kiln::npu

#endif // KILN_SIM_PROGRAM_H
