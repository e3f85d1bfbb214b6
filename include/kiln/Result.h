// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values, for the parts that see neither MLIR nor LLVM (runtime,
// simulator, device libraries). A function that can fail returns Result<T>;
// nothing in those parts throws, asserts on input or exits.
//
//   Result<int> parse(std::string_view text);
//   auto n = parse(text);
//   if (!n)
//     return n.error().in("argument 'n'");
//   use(*n);

#ifndef KILN_RESULT_H
#define KILN_RESULT_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace kiln {

/// One error: a lower-case sentence without a final period, naming what was
/// expected and what was there.
class Error {
public:
  explicit Error(std::string message) : text(std::move(message)) {}

  const std::string &message() const { return text; }

  /// The same error with "<context>: " before it.
  Error in(const std::string &context) const { return Error(context + ": " + text); }

private:
  std::string text;
};

/// A value of type T or an Error. Test it before reading it.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() { return std::get<0>(state); }
  const T &operator*() const { return std::get<0>(state); }
  T *operator->() { return &std::get<0>(state); }
  const T *operator->() const { return &std::get<0>(state); }
  const Error &error() const { return std::get<1>(state); }

private:
  std::variant<T, Error> state;
};

/// Success or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return !failure; }
  const Error &error() const { return *failure; }

private:
  std::optional<Error> failure;
};

} // namespace kiln

#endif // KILN_RESULT_H
