// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derived parameters: from arguments and grid to the bytes that the code gets.

#include "kiln/Convert.h"

#include "State.h"
#include "Text.h"

#include <bit>

using namespace kiln;
using namespace kiln::detail;

namespace {
Bytes toBytes(uint64_t bits, unsigned size) {
  Bytes bytes(size);
  for (unsigned i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(bits >> (8 * i));
  return bytes;
}

Result<ObjectRequest> evaluate(const LaunchObject &object, const LaunchScope &scope) {
  ObjectRequest request{object.kind, {}, object.options};
  for (const auto &[name, values] : object.fields) {
    std::vector<int64_t> &field = request.fields[name];
    for (const LaunchExpr &expr : values) {
      auto value = expr.evaluate(scope);
      if (!value)
        return value.error().in(quote(object.kind) + " field " + quote(name));
      field.push_back(*value);
    }
  }
  return request;
}

Result<Bytes> evaluate(const LaunchExpr &expr, ElementType type, const LaunchScope &scope) {
  auto value = expr.evaluate(scope);
  if (!value)
    return value.error();
  if (!fitsInteger(*value, type))
    return Error(quote(expr.print()) + " is " + std::to_string(*value) + ", which does not fit in " +
                 std::string(name(type)));
  return toBytes(encodeInteger(*value, type), byteSize(type));
}

/// Scalars and pointers align to their size, objects as Device.h says.
size_t alignmentOf(size_t size, bool isObject) {
  if (!isObject)
    return size;
  return size >= 64 ? 64 : 8;
}

void pack(LaunchRequest &request, const Bytes &bytes, bool isObject) {
  size_t align = alignmentOf(bytes.size(), isObject);
  size_t offset = (request.parameters.size() + align - 1) / align * align;
  request.parameters.resize(offset);
  request.parameters.insert(request.parameters.end(), bytes.begin(), bytes.end());
  request.slots.push_back({offset, bytes.size()});
}

Result<void> clear(DeviceState &device, const Allocation &memory) {
  constexpr uint64_t chunkBytes = 1 << 20;
  Bytes zeros(std::min(chunkBytes, memory.bytes));
  std::lock_guard lock(device.mutex);
  for (uint64_t offset = 0; offset < memory.bytes; offset += chunkBytes) {
    uint64_t count = std::min(chunkBytes, memory.bytes - offset);
    auto written = device.device->write(memory.address + offset, ByteSpan(zeros).first(count));
    if (!written)
      return written;
  }
  return {};
}
} // namespace

Result<ParameterPlan::Workspace> ParameterPlan::planWorkspace(const ObjectRequest &object, const LaunchScope &scope) {
  Workspace workspace;
  int64_t bytes = object.fields.at("bytes").front();
  if (bytes < 0)
    return Error("expected a number of bytes but got " + std::to_string(bytes));
  auto per = object.options.find("per");
  if (per != object.options.end() && per->second == "program")
    for (int64_t size : scope.grid)
      if (__builtin_mul_overflow(bytes, size, &bytes))
        return Error("the bytes of all programs do not fit in 64 bits");
  workspace.bytes = static_cast<uint64_t>(bytes);
  if (auto align = object.fields.find("align"); align != object.fields.end())
    workspace.align = static_cast<uint64_t>(align->second.front());
  if (!std::has_single_bit(workspace.align) || workspace.align > uint64_t(1) << 32)
    return Error("expected an alignment that is a power of two of at most 2^32 "
                 "bytes but got " +
                 std::to_string(static_cast<int64_t>(workspace.align)));
  auto init = object.options.find("init");
  workspace.zero = init != object.options.end() && init->second == "zero";
  return workspace;
}

Result<ParameterPlan::Slot> ParameterPlan::planSlot(const LaunchParameter &parameter, const LaunchScope &scope) {
  Slot slot;
  slot.name = parameter.name;
  if (parameter.kind == LaunchParameter::Kind::Argument) {
    const ArgumentInfo &info = scope.arguments[parameter.argument];
    slot.bytes = toBytes(scope.values[parameter.argument].bits, info.isPointer ? 8 : byteSize(info.type));
    return slot;
  }
  if (parameter.kind == LaunchParameter::Kind::Expression) {
    auto bytes = evaluate(parameter.value, parameter.type, scope);
    if (!bytes)
      return bytes.error();
    slot.bytes = std::move(*bytes);
    return slot;
  }
  auto object = evaluate(parameter.object, scope);
  if (!object)
    return object.error();
  if (object->kind != "workspace") {
    slot.object = std::move(*object);
    return slot;
  }
  auto workspace = planWorkspace(*object, scope);
  if (!workspace)
    return workspace.error().in("workspace");
  slot.workspace = *workspace;
  return slot;
}

Result<ParameterPlan> ParameterPlan::make(const DeviceState &device, const LaunchVariant &variant,
                                          const LaunchScope &scope) {
  ParameterPlan plan;
  for (const LaunchParameter &parameter : variant.parameters) {
    auto slot = planSlot(parameter, scope);
    if (!slot)
      return slot.error().in("parameter " + quote(parameter.name));
    plan.slots.push_back(std::move(*slot));
  }
  return plan;
}

Result<Bytes> ParameterPlan::makeWorkspace(const std::shared_ptr<DeviceState> &device, const Workspace &workspace,
                                           std::vector<std::shared_ptr<Allocation>> &owned) {
  auto memory = allocate(device, workspace.bytes, workspace.align);
  if (!memory)
    return memory.error();
  if (workspace.zero)
    if (auto cleared = clear(*device, **memory); !cleared)
      return cleared.error();
  owned.push_back(*memory);
  return toBytes((*memory)->address, 8);
}

Result<void> ParameterPlan::build(const std::shared_ptr<DeviceState> &device, LaunchRequest &request,
                                  std::vector<std::shared_ptr<Allocation>> &owned) const {
  for (const Slot &slot : slots) {
    Result<Bytes> bytes = slot.bytes;
    if (slot.workspace) {
      bytes = makeWorkspace(device, *slot.workspace, owned);
    } else if (slot.object) {
      std::lock_guard lock(device->mutex);
      bytes = device->device->makeObject(*slot.object);
    }
    if (!bytes)
      return bytes.error().in("parameter " + quote(slot.name));
    pack(request, *bytes, slot.object.has_value());
  }
  return {};
}
