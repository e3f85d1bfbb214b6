// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading, checking and writing machine files. Each parameter is one row of
// `fields`; nothing else lists them.

#include "sim/Config.h"
#include "sim/Machines.inc"

#include <bit>
#include <nlohmann/json.hpp>

namespace kiln::npu {
namespace {

struct Field {
  const char *name;
  uint32_t Config::*member;
  uint32_t low, high;
  bool powerOfTwo;
};

constexpr Field fields[] = {
    {"cores", &Config::cores, 1, 64, false},
    {"arraySize", &Config::arraySize, 4, 32, true},
    {"lanes", &Config::lanes, 4, 64, true},
    {"sfuLanes", &Config::sfuLanes, 1, 64, true},
    {"vectorLength", &Config::vectorLength, 16, 256, true},
    {"spmBytes", &Config::spmBytes, 4096, 8 << 20, true},
    {"accBytes", &Config::accBytes, 1024, 8 << 20, true},
    {"smemBytes", &Config::smemBytes, 2048, 1 << 20, true},
    {"imemWords", &Config::imemWords, 16, 8192, false},
    {"queueDepth", &Config::queueDepth, 1, 256, false},
    {"vectorQueueDepth", &Config::vectorQueueDepth, 1, 256, false},
    {"semaphores", &Config::semaphores, 1, 64, false},
    {"dmaBursts", &Config::dmaBursts, 1, 1024, false},
    {"dmaPortBytes", &Config::dmaPortBytes, 4, 64, true},
    {"dramChannels", &Config::dramChannels, 1, 64, true},
    {"dramBanks", &Config::dramBanks, 1, 64, true},
    {"dramRowBytes", &Config::dramRowBytes, 256, 65536, true},
    {"dramInterleave", &Config::dramInterleave, 64, 4096, true},
    {"dramBurstCycles", &Config::dramBurstCycles, 1, 64, false},
    {"dramReadQueue", &Config::dramReadQueue, 1, 1024, false},
    {"dramWriteQueue", &Config::dramWriteQueue, 1, 1024, false},
    {"dramWriteHigh", &Config::dramWriteHigh, 1, 1024, false},
    {"dramHit", &Config::dramHit, 1, 10000, false},
    {"dramActivate", &Config::dramActivate, 0, 10000, false},
    {"dramPrecharge", &Config::dramPrecharge, 0, 10000, false},
    {"dramTurnaround", &Config::dramTurnaround, 0, 10000, false},
    {"dramWriteAck", &Config::dramWriteAck, 0, 10000, false},
};

struct Builtin {
  std::string_view name, text;
};

constexpr Builtin builtins[] = {{"tiny", tinyMachine}, {"base", baseMachine}, {"big", bigMachine}};

const Field *findField(std::string_view name) {
  for (const Field &field : fields)
    if (name == field.name)
      return &field;
  return nullptr;
}

Error fieldError(const Field &field, const std::string &value) {
  return Error("machine parameter '" + std::string(field.name) + "' is " + value + ", expected " +
               (field.powerOfTwo ? "a power of two from " : "") + std::to_string(field.low) + " to " +
               std::to_string(field.high));
}

Result<void> verifyRelations(const Config &c) {
  auto atMost = [](const char *a, uint32_t x, const char *b, uint32_t y) -> Result<void> {
    if (x <= y)
      return {};
    return Error("machine parameter '" + std::string(a) + "' is " + std::to_string(x) + ", expected at most '" + b +
                 "', " + std::to_string(y));
  };
  if (auto ok = atMost("sfuLanes", c.sfuLanes, "lanes", c.lanes); !ok)
    return ok;
  if (auto ok = atMost("lanes", c.lanes, "vectorLength", c.vectorLength); !ok)
    return ok;
  if (auto ok = atMost("dramWriteHigh", c.dramWriteHigh, "dramWriteQueue", c.dramWriteQueue); !ok)
    return ok;
  return atMost("dramInterleave", c.dramInterleave, "dramRowBytes", c.dramRowBytes);
}

Result<void> readMember(Config &config, const std::string &key, const nlohmann::json &value) {
  if (key == "name") {
    if (!value.is_string())
      return Error("machine parameter 'name' is " + value.dump() + ", expected a string");
    config.name = value.get<std::string>();
    return {};
  }
  const Field *field = findField(key);
  if (!field)
    return Error("machine parameter '" + key + "' does not exist");
  if (!value.is_number_unsigned() || value.get<uint64_t>() > std::numeric_limits<uint32_t>::max())
    return fieldError(*field, value.dump());
  config.*field->member = value.get<uint32_t>();
  return {};
}

} // namespace

Result<void> Config::verify() const {
  for (const Field &field : fields) {
    uint32_t value = this->*field.member;
    if (value < field.low || value > field.high || (field.powerOfTwo && !std::has_single_bit(value)))
      return fieldError(field, std::to_string(value));
  }
  return verifyRelations(*this);
}

Result<Config> Config::fromJson(std::string_view text) {
  // Nesting is refused before parsing: the parser recurses, and no machine
  // parameter is a container.
  if (text.find('[') != std::string_view::npos || text.find('{') != text.rfind('{'))
    return Error("machine file: expected one object of numbers and strings");
  auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    return Error("machine file: expected a JSON object");
  Config config;
  for (const auto &[key, value] : json.items())
    if (auto ok = readMember(config, key, value); !ok)
      return ok.error().in("machine file");
  if (auto ok = config.verify(); !ok)
    return ok.error().in("machine file");
  return config;
}

std::string Config::toJson() const {
  nlohmann::ordered_json json;
  json["name"] = name;
  for (const Field &field : fields)
    json[field.name] = this->*field.member;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::vector<std::string_view> Config::builtinNames() {
  std::vector<std::string_view> names;
  for (const Builtin &b : builtins)
    names.push_back(b.name);
  return names;
}

Result<Config> Config::named(std::string_view name) {
  std::string known;
  for (const Builtin &b : builtins) {
    if (b.name == name)
      return fromJson(b.text);
    known += (known.empty() ? "" : ", ") + std::string(b.name);
  }
  return Error("unknown machine '" + std::string(name) + "', known machines: " + known);
}

} // namespace kiln::npu
