// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damages texts and files at random. The same seed gives the same mutant on
// every host.

#ifndef KILN_TEST_MUTANTS_MUTATOR_H
#define KILN_TEST_MUTANTS_MUTATOR_H

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kiln::mutants {

class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  /// One to three edits. Texts change by token and line, mostly so that they
  /// still parse; `other` is a text to splice lines from.
  std::string mutateText(std::string text, const std::string &other);
  /// Bits, bytes, runs and the end of a file.
  std::string mutateBytes(std::string bytes);

private:
  using Span = std::pair<size_t, size_t>; // offset, length

  uint64_t below(uint64_t n) { return n == 0 ? 0 : random() % n; }
  template <typename List>
  const auto &oneOf(const List &list) {
    return list[below(std::size(list))];
  }

  void editText(std::string &text, const std::string &other);
  void editTokens(std::string &text, unsigned kind);
  void editLines(std::string &text, const std::string &other, unsigned kind);
  /// One use of a word, or every one, becomes another of its kind: such a text
  /// often parses.
  void rename(std::string &text);

  std::mt19937_64 random;
};

} // namespace kiln::mutants

#endif // KILN_TEST_MUTANTS_MUTATOR_H
