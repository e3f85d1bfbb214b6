// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch metadata: whether it fits together, and the two questions that a
// launch asks of it. LaunchInfoJson.cpp has the text form.

#include "kiln/LaunchInfo.h"

#include "Text.h"

#include <set>

using namespace kiln;

LaunchParameter LaunchParameter::fromArgument(std::string name, unsigned argument) {
  LaunchParameter parameter;
  parameter.kind = Kind::Argument;
  parameter.name = std::move(name);
  parameter.argument = argument;
  return parameter;
}

LaunchParameter LaunchParameter::fromExpression(std::string name, LaunchExpr value, ElementType type) {
  LaunchParameter parameter;
  parameter.kind = Kind::Expression;
  parameter.name = std::move(name);
  parameter.value = std::move(value);
  parameter.type = type;
  return parameter;
}

LaunchParameter LaunchParameter::fromObject(std::string name, LaunchObject object) {
  LaunchParameter parameter;
  parameter.kind = Kind::Object;
  parameter.name = std::move(name);
  parameter.object = std::move(object);
  return parameter;
}

namespace {
Result<void> requireName(const std::string &text, const std::string &what) {
  if (text.empty() || !isPrintable(text, false))
    return Error("expected " + what + " to be printable without blanks but got " + quote(text));
  return {};
}

Result<void> verifyArguments(std::span<const ArgumentInfo> arguments) {
  std::set<std::string> seen;
  for (const ArgumentInfo &info : arguments) {
    if (!isIdentifier(info.name))
      return Error("expected an argument name of letters, digits, '_', '.' "
                   "and '$' but got " +
                   quote(info.name));
    if (!seen.insert(info.name).second)
      return Error("two arguments are named " + quote(info.name));
  }
  return {};
}

Result<void> verifyFacts(const std::vector<Fact> &facts, std::span<const ArgumentInfo> arguments) {
  for (const Fact &fact : facts) {
    std::string text = print(fact, arguments);
    if (auto valid = verify(fact, arguments); !valid)
      return valid.error().in("fact " + quote(text));
    auto again = parseFact(text, arguments);
    if (!again || !(*again == fact))
      return Error("fact " + quote(text) + " has no unambiguous text form; rename the argument");
  }
  return {};
}

Result<void> requireOption(const LaunchObject &object, const char *name, const char *first, const char *second) {
  auto it = object.options.find(name);
  if (it != object.options.end() && it->second != first && it->second != second)
    return Error(std::string("expected option '") + name + "' to be '" + first + "' or '" + second + "' but got " +
                 quote(it->second));
  return {};
}

Result<void> verifyWorkspace(const LaunchObject &object) {
  if (!object.fields.contains("bytes"))
    return Error("expected a field 'bytes'");
  for (const auto &[name, values] : object.fields) {
    if (name != "bytes" && name != "align")
      return Error("unknown field " + quote(name) + "; expected 'bytes' or 'align'");
    if (values.size() != 1)
      return Error("expected field " + quote(name) + " to have 1 value but got " + std::to_string(values.size()));
  }
  for (const auto &[name, text] : object.options)
    if (name != "per" && name != "init")
      return Error("unknown option " + quote(name) + "; expected 'per' or 'init'");
  if (auto per = requireOption(object, "per", "launch", "program"); !per)
    return per;
  return requireOption(object, "init", "none", "zero");
}

Result<void> verifyObject(const LaunchObject &object, std::span<const ArgumentInfo> arguments) {
  if (!isIdentifier(object.kind))
    return Error("expected an object kind but got " + quote(object.kind));
  std::string context = "object " + quote(object.kind);
  for (const auto &[name, values] : object.fields) {
    if (!isIdentifier(name))
      return Error(context + ": expected a field name but got " + quote(name));
    for (const LaunchExpr &value : values)
      if (auto valid = value.verify(arguments); !valid)
        return valid.error().in(context + ": field " + quote(name));
  }
  for (const auto &[name, text] : object.options)
    if (!isIdentifier(name) || !isPrintable(text, true))
      return Error(context + ": expected an option of printable text but got " + quote(name + "=" + text));
  if (object.kind == "workspace")
    if (auto valid = verifyWorkspace(object); !valid)
      return valid.error().in(context);
  return {};
}

Result<void> verifyParameter(const LaunchParameter &parameter, std::span<const ArgumentInfo> arguments) {
  if (auto named = requireName(parameter.name, "a parameter name"); !named)
    return named;
  std::string context = "parameter " + quote(parameter.name);
  switch (parameter.kind) {
  case LaunchParameter::Kind::Argument:
    if (parameter.argument >= arguments.size())
      return Error(context + ": the kernel has no argument " + std::to_string(parameter.argument));
    return {};
  case LaunchParameter::Kind::Expression:
    if (!isInteger(parameter.type))
      return Error(context + ": expected an integer type but got " + std::string(name(parameter.type)));
    if (auto valid = parameter.value.verify(arguments); !valid)
      return valid.error().in(context);
    return {};
  case LaunchParameter::Kind::Object:
    if (auto valid = verifyObject(parameter.object, arguments); !valid)
      return valid.error().in(context);
    return {};
  }
  return Error(context + ": unknown kind");
}

Result<void> verifyProperties(const PropertyMap &properties, const std::string &what) {
  for (const auto &[name, value] : properties)
    if (!isIdentifier(name))
      return Error("expected the name of " + what + " but got " + quote(name));
  return {};
}

Result<void> verifyVariant(const LaunchVariant &variant, std::span<const ArgumentInfo> arguments) {
  if (auto valid = verifyFacts(variant.guard, arguments); !valid)
    return valid;
  if (auto named = requireName(variant.section, "a section name"); !named)
    return named;
  if (!isPrintable(variant.entry, false))
    return Error("expected an entry name to be printable without blanks but "
                 "got " +
                 quote(variant.entry));
  for (const LaunchParameter &parameter : variant.parameters)
    if (auto valid = verifyParameter(parameter, arguments); !valid)
      return valid;
  if (variant.physicalGrid.empty() || variant.physicalGrid.size() > 3)
    return Error("expected 1 to 3 grid sizes but got " + std::to_string(variant.physicalGrid.size()));
  for (const LaunchExpr &size : variant.physicalGrid)
    if (auto valid = size.verify(arguments); !valid)
      return valid.error().in("grid");
  if (auto valid = verifyProperties(variant.required, "a required property"); !valid)
    return valid;
  return verifyProperties(variant.attributes, "an attribute");
}
} // namespace

Result<void> LaunchInfo::verify() const {
  if (auto named = requireName(kernel, "the kernel's name"); !named)
    return named;
  std::string context = "kernel " + quote(kernel);
  if (auto named = requireName(target, "the target's name"); !named)
    return named.error().in(context);
  if (!isPrintable(targetVersion, true))
    return Error(context + ": expected the target's version to be printable but got " + quote(targetVersion));
  if (!isPrintable(compileKey, false))
    return Error(context + ": expected the compile key to be printable without blanks but got " + quote(compileKey));
  if (auto valid = verifyArguments(arguments); !valid)
    return valid.error().in(context);
  if (auto valid = verifyFacts(preconditions, arguments); !valid)
    return valid.error().in(context + ": precondition");
  if (variants.empty())
    return Error(context + ": expected at least one variant");
  for (size_t i = 0; i < variants.size(); ++i)
    if (auto valid = verifyVariant(variants[i], arguments); !valid)
      return valid.error().in(context + ": variant " + std::to_string(i));
  if (!variants.back().guard.empty())
    return Error(context + ": expected the last variant to have no guard, so "
                           "that every launch has one");
  return {};
}

Result<void> LaunchInfo::checkPreconditions(std::span<const ArgumentValue> values) const {
  if (values.size() != arguments.size())
    return Error("expected " + std::to_string(arguments.size()) + " arguments but got " +
                 std::to_string(values.size()));
  for (const Fact &fact : preconditions)
    if (auto held = requireHolds(fact, arguments, values); !held)
      return Error("argument " + quote(arguments[fact.arg].name) + ": kernel " + quote(kernel) + " states " +
                   print(fact, arguments) + ", " + held.error().message());
  return {};
}

size_t LaunchInfo::selectVariant(std::span<const ArgumentValue> values, bool specialize) const {
  for (size_t i = 0; i < variants.size(); ++i) {
    if (!specialize && !variants[i].guard.empty())
      continue;
    bool all = true;
    for (const Fact &fact : variants[i].guard)
      all = all && holds(fact, arguments, values);
    if (all)
      return i;
  }
  return variants.size();
}
