// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer expressions of launch metadata: what a parameter, a grid size or an
// object's field is computed from when a kernel is launched.
//
//   ceildiv(a3, 16) * g0
//
// a<i> is argument i (an integer's value, a pointer's address), g0 g1 g2 the
// logical grid, d.<name> a property of the device. Operators are + - * and
// parentheses; functions are ceildiv floordiv mod min max and alignup(x, n),
// x rounded up to a multiple of n. Arithmetic is in 64-bit signed integers;
// overflow and a divisor that is not positive are errors.

#ifndef KILN_LAUNCHEXPR_H
#define KILN_LAUNCHEXPR_H

#include "kiln/Result.h"
#include "kiln/Signature.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kiln {

/// Properties of a device by name, e.g. `cores`, `scratchpad_bytes`.
using PropertyMap = std::map<std::string, int64_t, std::less<>>;

/// What an expression's names stand for in one launch.
struct LaunchScope {
  std::span<const ArgumentInfo> arguments;
  std::span<const ArgumentValue> values;
  std::array<int64_t, 3> grid = {1, 1, 1};
  const PropertyMap *properties = nullptr;
};

class LaunchExpr {
public:
  enum class Op : uint8_t {
    Constant,
    Argument,
    Grid,
    Property,
    Add,
    Sub,
    Mul,
    CeilDiv,
    FloorDiv,
    Mod,
    Min,
    Max,
    AlignUp,
  };

  /// The constant 0.
  LaunchExpr();

  static LaunchExpr constant(int64_t value);
  static LaunchExpr argument(unsigned index);
  /// A grid axis: 0, 1 or 2.
  static LaunchExpr grid(unsigned axis);
  static LaunchExpr property(std::string name);
  /// `op` is Add or any later one.
  static LaunchExpr binary(Op op, const LaunchExpr &lhs, const LaunchExpr &rhs);

  static Result<LaunchExpr> parse(std::string_view text);
  /// The text form; parse gives the same expression back.
  std::string print() const;

  Result<int64_t> evaluate(const LaunchScope &scope) const;

  /// That every argument named exists and is an integer or a pointer, and every
  /// grid axis is below 3.
  Result<void> verify(std::span<const ArgumentInfo> arguments) const;

  bool operator==(const LaunchExpr &) const = default;

private:
  struct Node {
    Op op = Op::Constant;
    int64_t value = 0;
    std::string name;
    bool operator==(const Node &) const = default;
  };
  friend class LaunchExprParser;

  static LaunchExpr leaf(Op op, int64_t value, std::string name = {});

  // Operands before their operator: evaluation and printing are loops over one
  // stack, so a deep expression cannot exhaust the machine's.
  std::vector<Node> nodes;
};

} // namespace kiln

#endif // KILN_LAUNCHEXPR_H
