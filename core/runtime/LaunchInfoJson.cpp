// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch metadata as JSON. Reading takes what a hostile file may hold: each
// value is looked up with its type, the first fault is kept and the rest reads
// as empty, so that the code below can say what it wants in a row.

#include "kiln/LaunchInfo.h"

#include "Text.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace kiln;

namespace {
// Keeps the order in which keys are written, for readers.
using Json = nlohmann::ordered_json;

std::string printType(const ArgumentInfo &info) {
  std::string type(name(info.type));
  return info.isPointer ? "ptr<" + type + ">" : type;
}

Json toJson(const std::vector<Fact> &facts, std::span<const ArgumentInfo> arguments) {
  Json list = Json::array();
  for (const Fact &fact : facts)
    list.push_back(print(fact, arguments));
  return list;
}

Json toJson(const std::vector<LaunchExpr> &exprs) {
  Json list = Json::array();
  for (const LaunchExpr &expr : exprs)
    list.push_back(expr.print());
  return list;
}

Json toJson(const PropertyMap &properties) {
  Json map = Json::object();
  for (const auto &[name, value] : properties)
    map[name] = value;
  return map;
}

Json toJson(const LaunchObject &object) {
  Json json = {{"kind", object.kind}, {"fields", Json::object()}};
  for (const auto &[name, values] : object.fields)
    json["fields"][name] = toJson(values);
  json["options"] = Json::object();
  for (const auto &[name, text] : object.options)
    json["options"][name] = text;
  return json;
}

Json toJson(const LaunchParameter &parameter, std::span<const ArgumentInfo> arguments) {
  Json json = {{"name", parameter.name}};
  switch (parameter.kind) {
  case LaunchParameter::Kind::Argument:
    json["argument"] = arguments[parameter.argument].name;
    break;
  case LaunchParameter::Kind::Expression:
    json["expression"] = parameter.value.print();
    json["type"] = name(parameter.type);
    break;
  case LaunchParameter::Kind::Object:
    json["object"] = toJson(parameter.object);
    break;
  }
  return json;
}

Json toJson(const LaunchVariant &variant, std::span<const ArgumentInfo> arguments) {
  Json json = {{"guard", toJson(variant.guard, arguments)},
               {"section", variant.section},
               {"entry", variant.entry},
               {"parameters", Json::array()}};
  for (const LaunchParameter &parameter : variant.parameters)
    json["parameters"].push_back(toJson(parameter, arguments));
  json["grid"] = toJson(variant.physicalGrid);
  json["required"] = toJson(variant.required);
  json["attributes"] = toJson(variant.attributes);
  return json;
}

/// The first fault found while reading.
class Faults {
public:
  void add(Error error) {
    if (!first)
      first = std::move(error);
  }
  const std::optional<Error> &get() const { return first; }

private:
  std::optional<Error> first;
};

/// A JSON value with its place in the text.
class Reader {
public:
  Reader(const Json *json, std::string path, Faults &faults) : json(json), path(std::move(path)), faults(faults) {}

  /// A member; a missing one is a fault.
  Reader get(const char *key) {
    keys.insert(key);
    std::string inner = path.empty() ? key : path + "." + key;
    if (!isObject())
      return {nullptr, inner, faults};
    auto it = json->find(key);
    if (it == json->end()) {
      fault("missing key '" + std::string(key) + "'");
      return {nullptr, inner, faults};
    }
    return {&*it, inner, faults};
  }

  bool has(const char *key) const { return json && json->is_object() && json->contains(key); }

  /// Faults a member that get() was not asked for.
  void finish() {
    if (!isObject())
      return;
    for (const auto &[key, value] : json->items())
      if (!keys.contains(key))
        fault("unknown key " + quote(key));
  }

  std::vector<Reader> elements() {
    std::vector<Reader> list;
    if (!expect(json && json->is_array(), "an array"))
      return list;
    for (size_t i = 0; i < json->size(); ++i)
      list.emplace_back(&(*json)[i], path + "[" + std::to_string(i) + "]", faults);
    return list;
  }

  std::vector<std::pair<std::string, Reader>> members() {
    std::vector<std::pair<std::string, Reader>> list;
    if (!isObject())
      return list;
    for (const auto &[key, value] : json->items())
      list.emplace_back(key, Reader(&value, path + "." + key, faults));
    return list;
  }

  std::string text() {
    return expect(json && json->is_string(), "a string") ? json->get<std::string>() : std::string();
  }

  int64_t integer() {
    bool fits = json && json->is_number_integer() &&
                (!json->is_number_unsigned() || json->get<uint64_t>() <= uint64_t(std::numeric_limits<int64_t>::max()));
    return expect(fits, "a 64-bit signed integer") ? json->get<int64_t>() : 0;
  }

  /// The value of a Result, or a default one and a fault.
  template <typename T>
  T take(Result<T> result) {
    if (result)
      return std::move(*result);
    fault(result.error().message());
    return T();
  }

  void fault(const std::string &message) { faults.add(Error(path.empty() ? message : path + ": " + message)); }

private:
  bool isObject() { return expect(json && json->is_object(), "an object"); }

  bool expect(bool condition, const char *what) {
    // Without a value there was a fault already.
    if (!condition && json)
      fault("expected " + std::string(what) + " but got " + json->type_name());
    return condition;
  }

  const Json *json;
  std::string path;
  Faults &faults;
  std::set<std::string> keys;
};

ArgumentInfo readArgument(Reader reader) {
  ArgumentInfo info;
  info.name = reader.get("name").text();
  Reader type = reader.get("type");
  std::string text = type.text();
  info.isPointer = text.starts_with("ptr<") && text.ends_with(">");
  if (info.isPointer)
    text = text.substr(4, text.size() - 5);
  info.type = type.take(parseElementType(text));
  reader.finish();
  return info;
}

std::vector<Fact> readFacts(Reader reader, std::span<const ArgumentInfo> arguments) {
  std::vector<Fact> facts;
  for (Reader &element : reader.elements())
    facts.push_back(element.take(parseFact(element.text(), arguments)));
  return facts;
}

LaunchExpr readExpr(Reader reader) { return reader.take(LaunchExpr::parse(reader.text())); }

std::vector<LaunchExpr> readExprs(Reader reader) {
  std::vector<LaunchExpr> exprs;
  for (Reader &element : reader.elements())
    exprs.push_back(readExpr(element));
  return exprs;
}

PropertyMap readProperties(Reader reader) {
  PropertyMap properties;
  for (auto &[name, value] : reader.members())
    properties[name] = value.integer();
  return properties;
}

LaunchObject readObject(Reader reader) {
  LaunchObject object;
  object.kind = reader.get("kind").text();
  for (auto &[name, value] : reader.get("fields").members())
    object.fields[name] = readExprs(value);
  for (auto &[name, value] : reader.get("options").members())
    object.options[name] = value.text();
  reader.finish();
  return object;
}

LaunchParameter readParameter(Reader reader, std::span<const ArgumentInfo> arguments) {
  LaunchParameter parameter;
  parameter.name = reader.get("name").text();
  if (reader.has("argument")) {
    parameter.kind = LaunchParameter::Kind::Argument;
    Reader argument = reader.get("argument");
    parameter.argument = argument.take(findArgument(arguments, argument.text()));
  } else if (reader.has("expression")) {
    parameter.kind = LaunchParameter::Kind::Expression;
    parameter.value = readExpr(reader.get("expression"));
    Reader type = reader.get("type");
    parameter.type = type.take(parseElementType(type.text()));
  } else if (reader.has("object")) {
    parameter.kind = LaunchParameter::Kind::Object;
    parameter.object = readObject(reader.get("object"));
  } else {
    reader.fault("expected 'argument', 'expression' or 'object'");
  }
  reader.finish();
  return parameter;
}

LaunchVariant readVariant(Reader reader, std::span<const ArgumentInfo> arguments) {
  LaunchVariant variant;
  variant.guard = readFacts(reader.get("guard"), arguments);
  variant.section = reader.get("section").text();
  variant.entry = reader.get("entry").text();
  for (Reader &parameter : reader.get("parameters").elements())
    variant.parameters.push_back(readParameter(parameter, arguments));
  variant.physicalGrid = readExprs(reader.get("grid"));
  variant.required = readProperties(reader.get("required"));
  variant.attributes = readProperties(reader.get("attributes"));
  reader.finish();
  return variant;
}

LaunchInfo readInfo(Reader reader) {
  LaunchInfo info;
  info.kernel = reader.get("kernel").text();
  info.target = reader.get("target").text();
  info.targetVersion = reader.get("target_version").text();
  if (reader.has("compile_key"))
    info.compileKey = reader.get("compile_key").text();
  for (Reader &argument : reader.get("arguments").elements())
    info.arguments.push_back(readArgument(argument));
  info.preconditions = readFacts(reader.get("preconditions"), info.arguments);
  for (Reader &variant : reader.get("variants").elements())
    info.variants.push_back(readVariant(variant, info.arguments));
  return info;
}
} // namespace

std::string LaunchInfo::toJson() const {
  Json json = {
      {"version", launchInfoVersion}, {"kernel", kernel}, {"target", target}, {"target_version", targetVersion}};
  if (!compileKey.empty())
    json["compile_key"] = compileKey;
  json["arguments"] = Json::array();
  for (const ArgumentInfo &info : arguments)
    json["arguments"].push_back({{"name", info.name}, {"type", printType(info)}});
  json["preconditions"] = ::toJson(preconditions, arguments);
  json["variants"] = Json::array();
  for (const LaunchVariant &variant : variants)
    json["variants"].push_back(::toJson(variant, arguments));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LaunchInfo> LaunchInfo::fromJson(std::string_view text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return Error("launch metadata: expected JSON");
  Faults faults;
  Reader reader(&json, "", faults);
  int64_t version = reader.get("version").integer();
  if (!faults.get() && version != launchInfoVersion)
    return Error("launch metadata: expected version " + std::to_string(launchInfoVersion) + " but got " +
                 std::to_string(version));
  LaunchInfo info;
  if (!faults.get()) {
    info = readInfo(reader);
    for (const char *key :
         {"kernel", "target", "target_version", "compile_key", "arguments", "preconditions", "variants"})
      if (reader.has(key))
        reader.get(key);
    reader.finish();
  }
  if (faults.get())
    return faults.get()->in("launch metadata");
  if (auto valid = info.verify(); !valid)
    return valid.error().in("launch metadata");
  return info;
}
