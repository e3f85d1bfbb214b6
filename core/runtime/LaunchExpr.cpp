// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of launch metadata: parser, printer and evaluator over one
// postfix list.

#include "kiln/LaunchExpr.h"

#include "Text.h"

#include <algorithm>

using namespace kiln;

namespace {
using Op = LaunchExpr::Op;

// Metadata comes from files, so its size is bounded: nesting by the parser's
// recursion, length by the printer's work.
constexpr unsigned maxNesting = 64;
constexpr size_t maxNodes = 4096;
constexpr size_t maxText = 65536;

struct Function {
  Op op;
  std::string_view name;
};
constexpr Function functions[] = {
    {Op::CeilDiv, "ceildiv"}, {Op::FloorDiv, "floordiv"}, {Op::Mod, "mod"},
    {Op::Min, "min"},         {Op::Max, "max"},           {Op::AlignUp, "alignup"},
};

bool isWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

std::string_view functionName(Op op) {
  for (const Function &function : functions)
    if (function.op == op)
      return function.name;
  return {};
}

std::string overflowText(int64_t lhs, std::string_view op, int64_t rhs) {
  return std::to_string(lhs) + " " + std::string(op) + " " + std::to_string(rhs) + " overflows 64 bits";
}

/// Operations that need a divisor of at least 1, so that nothing but alignup
/// can overflow.
Result<int64_t> applyDivision(Op op, int64_t lhs, int64_t rhs) {
  if (rhs < 1)
    return Error("expected " + std::string(functionName(op)) + " to have a divisor of at least 1 but got " +
                 std::to_string(rhs));
  int64_t rest = lhs % rhs;
  int64_t floor = lhs / rhs;
  if (rest < 0) {
    rest += rhs;
    --floor;
  }
  if (op == Op::FloorDiv)
    return floor;
  if (op == Op::Mod)
    return rest;
  int64_t ceil = floor + (rest != 0);
  if (op == Op::CeilDiv)
    return ceil;
  int64_t aligned = 0;
  if (__builtin_mul_overflow(ceil, rhs, &aligned))
    return Error(overflowText(lhs, "alignup", rhs));
  return aligned;
}

Result<int64_t> apply(Op op, int64_t lhs, int64_t rhs) {
  int64_t value = 0;
  switch (op) {
  case Op::Add:
    if (__builtin_add_overflow(lhs, rhs, &value))
      return Error(overflowText(lhs, "+", rhs));
    return value;
  case Op::Sub:
    if (__builtin_sub_overflow(lhs, rhs, &value))
      return Error(overflowText(lhs, "-", rhs));
    return value;
  case Op::Mul:
    if (__builtin_mul_overflow(lhs, rhs, &value))
      return Error(overflowText(lhs, "*", rhs));
    return value;
  case Op::Min:
    return std::min(lhs, rhs);
  case Op::Max:
    return std::max(lhs, rhs);
  default:
    return applyDivision(op, lhs, rhs);
  }
}

Result<int64_t> readArgument(size_t index, const LaunchScope &scope) {
  if (index >= scope.arguments.size() || index >= scope.values.size())
    return Error("the kernel has no argument a" + std::to_string(index));
  const ArgumentInfo &info = scope.arguments[index];
  auto value = integerOf(info, scope.values[index]);
  if (!value)
    return Error("argument " + quote(info.name) + " with value " + describeValue(info, scope.values[index]) +
                 " is no 64-bit signed integer");
  return *value;
}

Result<int64_t> readProperty(const std::string &name, const LaunchScope &scope) {
  if (scope.properties)
    if (auto it = scope.properties->find(name); it != scope.properties->end())
      return it->second;
  return Error("the device has no property " + quote(name));
}
} // namespace

LaunchExpr::LaunchExpr() : nodes(1) {}

LaunchExpr LaunchExpr::leaf(Op op, int64_t value, std::string name) {
  LaunchExpr expr;
  expr.nodes[0] = {op, value, std::move(name)};
  return expr;
}

LaunchExpr LaunchExpr::constant(int64_t value) { return leaf(Op::Constant, value); }

LaunchExpr LaunchExpr::argument(unsigned index) { return leaf(Op::Argument, index); }

LaunchExpr LaunchExpr::grid(unsigned axis) { return leaf(Op::Grid, axis); }

LaunchExpr LaunchExpr::property(std::string name) { return leaf(Op::Property, 0, std::move(name)); }

LaunchExpr LaunchExpr::binary(Op op, const LaunchExpr &lhs, const LaunchExpr &rhs) {
  LaunchExpr expr = lhs;
  expr.nodes.insert(expr.nodes.end(), rhs.nodes.begin(), rhs.nodes.end());
  expr.nodes.push_back({op, 0, {}});
  return expr;
}

namespace kiln {
/// Recursive descent; each level of nesting is counted.
class LaunchExprParser {
public:
  explicit LaunchExprParser(std::string_view text) : text(text) {}

  Result<LaunchExpr> parse() {
    if (text.size() > maxText)
      return Error("expected at most " + std::to_string(maxText) + " characters but got " +
                   std::to_string(text.size()));
    auto expr = parseSum();
    if (!expr)
      return expr;
    if (skipBlanks(); position != text.size())
      return unexpected("the end");
    if (expr->nodes.size() > maxNodes)
      return Error("expected at most " + std::to_string(maxNodes) + " operands and operators but got " +
                   std::to_string(expr->nodes.size()));
    return expr;
  }

private:
  void skipBlanks() {
    while (position < text.size() && text[position] == ' ')
      ++position;
  }

  bool consume(char c) {
    skipBlanks();
    if (position >= text.size() || text[position] != c)
      return false;
    ++position;
    return true;
  }

  Error unexpected(const std::string &expected) const {
    std::string got = position < text.size() ? quote(text.substr(position, 1)) : "the end";
    return Error("expected " + expected + " but got " + got + " at column " + std::to_string(position + 1));
  }

  std::string_view takeWord() {
    skipBlanks();
    size_t start = position;
    while (position < text.size() && isWordChar(text[position]))
      ++position;
    return text.substr(start, position - start);
  }

  Result<LaunchExpr> parseSum() {
    if (depth >= maxNesting)
      return Error("expected at most " + std::to_string(maxNesting) + " nested parentheses");
    ++depth;
    auto lhs = parseProduct();
    while (lhs) {
      Op op = Op::Add;
      if (consume('-'))
        op = Op::Sub;
      else if (!consume('+'))
        break;
      auto rhs = parseProduct();
      if (!rhs)
        return rhs;
      append(*lhs, op, *rhs);
    }
    --depth;
    return lhs;
  }

  Result<LaunchExpr> parseProduct() {
    auto lhs = parseOperand();
    while (lhs && consume('*')) {
      auto rhs = parseOperand();
      if (!rhs)
        return rhs;
      append(*lhs, Op::Mul, *rhs);
    }
    return lhs;
  }

  Result<LaunchExpr> parseOperand() {
    if (consume('(')) {
      auto inner = parseSum();
      if (inner && !consume(')'))
        return unexpected("')'");
      return inner;
    }
    if (consume('-')) {
      std::string_view digits = takeWord();
      return parseNumber("-" + std::string(digits));
    }
    std::string_view word = takeWord();
    if (word.empty())
      return unexpected("a number, a name or '('");
    if (word.front() >= '0' && word.front() <= '9')
      return parseNumber(std::string(word));
    for (const Function &function : functions)
      if (function.name == word)
        return parseCall(function.op);
    return parseName(word);
  }

  static Result<LaunchExpr> parseNumber(const std::string &digits) {
    auto value = parseInteger(digits, "the constant");
    if (!value)
      return value.error();
    return LaunchExpr::constant(*value);
  }

  static Result<LaunchExpr> parseName(std::string_view word) {
    if (word.starts_with("d.") && word.size() > 2)
      return LaunchExpr::property(std::string(word.substr(2)));
    std::string_view digits = word.substr(1);
    bool allDigits = !digits.empty() && digits.size() <= 6 && digits.find_first_not_of("0123456789") == digits.npos;
    if (allDigits && (word.front() == 'a' || word.front() == 'g')) {
      auto index = parseInteger(digits, "the position");
      if (!index)
        return index.error();
      return word.front() == 'a' ? LaunchExpr::argument(static_cast<unsigned>(*index))
                                 : LaunchExpr::grid(static_cast<unsigned>(*index));
    }
    return Error("unknown name " + quote(word) +
                 "; expected a0, a1, .. for an argument, g0, g1 or g2 for the "
                 "grid, or d.NAME for a device property");
  }

  Result<LaunchExpr> parseCall(Op op) {
    if (!consume('('))
      return unexpected("'('");
    auto lhs = parseSum();
    if (!lhs)
      return lhs;
    if (!consume(','))
      return unexpected("','");
    auto rhs = parseSum();
    if (!rhs)
      return rhs;
    if (!consume(')'))
      return unexpected("')'");
    append(*lhs, op, *rhs);
    return lhs;
  }

  // In place, so that a long sum costs no more than its length.
  static void append(LaunchExpr &lhs, Op op, LaunchExpr &rhs) {
    std::move(rhs.nodes.begin(), rhs.nodes.end(), std::back_inserter(lhs.nodes));
    lhs.nodes.push_back({op, 0, {}});
  }

  std::string_view text;
  size_t position = 0;
  unsigned depth = 0;
};
} // namespace kiln

Result<LaunchExpr> LaunchExpr::parse(std::string_view text) {
  auto expr = LaunchExprParser(text).parse();
  if (!expr) {
    // A hostile file may hold megabytes here.
    bool isLong = text.size() > 200;
    std::string shown(text.substr(0, 200));
    return expr.error().in("expression " + quote(shown + (isLong ? ".." : "")));
  }
  return expr;
}

std::string LaunchExpr::print() const {
  struct Part {
    std::string text;
    /// 1 sum, 2 product, 3 operand.
    int precedence;
  };
  std::vector<Part> stack;
  auto wrapped = [](const Part &part, int least) {
    return part.precedence < least ? "(" + part.text + ")" : part.text;
  };
  for (const Node &node : nodes) {
    std::string number = std::to_string(node.value);
    switch (node.op) {
    case Op::Constant:
      stack.push_back({number, 3});
      continue;
    case Op::Argument:
      stack.push_back({"a" + number, 3});
      continue;
    case Op::Grid:
      stack.push_back({"g" + number, 3});
      continue;
    case Op::Property:
      stack.push_back({"d." + node.name, 3});
      continue;
    default:
      break;
    }
    Part rhs = std::move(stack.back());
    stack.pop_back();
    Part &lhs = stack.back();
    if (node.op == Op::Add || node.op == Op::Sub)
      lhs = {wrapped(lhs, 1) + (node.op == Op::Add ? " + " : " - ") + wrapped(rhs, 2), 1};
    else if (node.op == Op::Mul)
      lhs = {wrapped(lhs, 2) + " * " + wrapped(rhs, 3), 2};
    else
      lhs = {std::string(functionName(node.op)) + "(" + lhs.text + ", " + rhs.text + ")", 3};
  }
  return stack.back().text;
}

Result<int64_t> LaunchExpr::evaluate(const LaunchScope &scope) const {
  std::vector<int64_t> stack;
  for (const Node &node : nodes) {
    Result<int64_t> value = node.value;
    switch (node.op) {
    case Op::Constant:
      break;
    case Op::Argument:
      value = readArgument(static_cast<size_t>(node.value), scope);
      break;
    case Op::Grid:
      value = scope.grid[static_cast<size_t>(node.value) % 3];
      break;
    case Op::Property:
      value = readProperty(node.name, scope);
      break;
    default: {
      int64_t rhs = stack.back();
      stack.pop_back();
      value = apply(node.op, stack.back(), rhs);
      stack.pop_back();
    }
    }
    if (!value)
      return value.error().in(quote(print()));
    stack.push_back(*value);
  }
  return stack.back();
}

Result<void> LaunchExpr::verify(std::span<const ArgumentInfo> arguments) const {
  for (const Node &node : nodes) {
    size_t index = static_cast<size_t>(node.value);
    if (node.op == Op::Grid && index > 2)
      return Error(quote(print()) + ": expected a grid axis g0, g1 or g2 but got g" + std::to_string(index));
    if (node.op == Op::Property && !isIdentifier(node.name))
      return Error(quote(print()) + ": expected a property name but got " + quote(node.name));
    if (node.op != Op::Argument)
      continue;
    if (index >= arguments.size())
      return Error(quote(print()) + ": the kernel has no argument a" + std::to_string(index));
    const ArgumentInfo &info = arguments[index];
    if (!info.isPointer && isFloat(info.type))
      return Error(quote(print()) + ": expected an integer but argument " + quote(info.name) + " is a " +
                   std::string(name(info.type)));
  }
  // Built by hand, an expression may nest deeper than its text form can.
  if (auto again = parse(print()); !again)
    return again.error();
  return {};
}
