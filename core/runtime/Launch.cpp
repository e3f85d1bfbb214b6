// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch: arguments against the signature, preconditions, grid, variant,
// parameters. All of it happens when the launch is given, so that errors come
// where the mistake is and not from a stream later.

#include "kiln/Convert.h"

#include "State.h"
#include "Text.h"

#include <cmath>
#include <limits>

using namespace kiln;

Argument::Argument(Buffer buffer) : kind(Kind::Pointer), buffer(std::move(buffer)) {}

Argument Argument::scalar(ElementType type, uint64_t bits) {
  Argument argument(Kind::Scalar);
  argument.type = type;
  argument.bits = bits;
  return argument;
}

Argument Argument::number(int64_t value) {
  Argument argument(Kind::Integer);
  argument.bits = static_cast<uint64_t>(value);
  return argument;
}

Argument Argument::number(double value) {
  Argument argument(Kind::Real);
  argument.real = value;
  return argument;
}

Argument Argument::foreign(DeviceAddress address) {
  Argument argument(Kind::Foreign);
  argument.bits = address;
  return argument;
}

namespace {
constexpr int64_t largestGrid = std::numeric_limits<int32_t>::max();
constexpr const char *axisNames[] = {"x", "y", "z"};

std::string declared(const ArgumentInfo &info) {
  std::string type(name(info.type));
  return info.isPointer ? "a pointer to " + type : type;
}

Error mismatch(const ArgumentInfo &info, const std::string &got) {
  return Error("expected " + declared(info) + " but got " + got);
}

/// The bits of a number in the declared type.
Result<ArgumentValue> convert(const ArgumentInfo &info, int64_t value) {
  if (isFloat(info.type))
    return ArgumentValue{encodeFloat(static_cast<double>(value), info.type)};
  if (!fitsInteger(value, info.type))
    return mismatch(info, std::to_string(value) + ", which does not fit");
  return ArgumentValue{encodeInteger(value, info.type)};
}

Result<ArgumentValue> convert(const ArgumentInfo &info, double value) {
  std::string text = describeValue({"", false, ElementType::F64}, {encodeFloat(value, ElementType::F64)});
  if (!isFloat(info.type))
    return mismatch(info, "the real number " + text);
  uint64_t bits = encodeFloat(value, info.type);
  if (std::isfinite(value) && !std::isfinite(decodeFloat(bits, info.type)))
    return mismatch(info, text + ", which does not fit");
  return ArgumentValue{bits};
}

Result<void> checkGrid(const Grid &grid) {
  for (int axis = 0; axis < 3; ++axis)
    if (grid[axis] < 0 || grid[axis] > largestGrid)
      return Error(std::string("expected a grid size in ") + axisNames[axis] + " from 0 to " +
                   std::to_string(largestGrid) + " but got " + std::to_string(grid[axis]));
  return {};
}

bool isEmpty(const Grid &grid) { return grid[0] == 0 || grid[1] == 0 || grid[2] == 0; }

/// The most that a device allows along an axis.
int64_t gridLimit(const PropertyMap &properties, int axis) {
  auto it = properties.find(std::string("max_grid_") + axisNames[axis]);
  return it == properties.end() ? largestGrid : it->second;
}

Result<Grid> physicalGrid(const detail::DeviceState &device, const LaunchVariant &variant, const LaunchScope &scope) {
  Grid grid = {1, 1, 1};
  for (size_t axis = 0; axis < variant.physicalGrid.size(); ++axis) {
    std::string context = std::string("physical grid in ") + axisNames[axis];
    auto size = variant.physicalGrid[axis].evaluate(scope);
    if (!size)
      return size.error().in(context);
    int64_t limit = gridLimit(*scope.properties, static_cast<int>(axis));
    if (*size < 1 || *size > limit)
      return Error(context + ": expected a size from 1 to " + std::to_string(limit) + ", which device " +
                   quote(device.name) + " allows, but got " + std::to_string(*size));
    grid[axis] = *size;
  }
  return grid;
}

/// Runs a launch whose parameters are planned.
Result<LaunchReport> run(const std::shared_ptr<detail::KernelState> &state, const detail::ParameterPlan &plan,
                         LaunchRequest request, size_t variant) {
  const auto &device = state->device;
  std::vector<std::shared_ptr<detail::Allocation>> workspaces;
  std::string context = "kernel " + quote(state->info.kernel);
  if (auto built = plan.build(device, request, workspaces); !built)
    return built.error().in(context);
  LaunchReport report;
  report.variant = variant;
  report.physicalGrid = request.physicalGrid;
  std::lock_guard lock(device->mutex);
  auto stats = device->device->launch(*state->loaded[variant], request);
  if (!stats)
    return stats.error().in(context);
  report.stats = std::move(*stats);
  return report;
}
} // namespace

Result<ArgumentValue> Argument::resolve(const ArgumentInfo &info) const {
  switch (kind) {
  case Kind::Pointer: {
    std::string got = "a buffer of " + (buffer.element ? std::string(name(*buffer.element)) : std::string("bytes"));
    if (!buffer.memory)
      return mismatch(info, "an empty buffer handle");
    bool fits = info.isPointer && (!buffer.element || isCompatible(info.type, *buffer.element));
    if (!fits)
      return mismatch(info, got);
    return ArgumentValue{buffer.address(), buffer.memory->address, buffer.memory->bytes};
  }
  case Kind::Foreign:
    if (!info.isPointer)
      return mismatch(info, "a device address");
    return ArgumentValue{bits};
  case Kind::Scalar:
    if (info.isPointer || !isCompatible(info.type, type))
      return mismatch(info, "a scalar of type " + std::string(name(type)));
    return ArgumentValue{isFloat(type) ? bits << (64 - 8 * byteSize(type)) >> (64 - 8 * byteSize(type))
                                       : encodeInteger(static_cast<int64_t>(bits), type)};
  case Kind::Integer:
  case Kind::Real:
    if (info.isPointer)
      return mismatch(info, "a number");
    return kind == Kind::Real ? convert(info, real) : convert(info, static_cast<int64_t>(bits));
  }
  return mismatch(info, "nothing");
}

Argument Argument::of(bool value) { return scalar(ElementType::I1, value); }

Argument Argument::of(int8_t value) { return scalar(ElementType::I8, static_cast<uint64_t>(value)); }

Argument Argument::of(int16_t value) { return scalar(ElementType::I16, static_cast<uint64_t>(value)); }

Argument Argument::of(int32_t value) { return scalar(ElementType::I32, static_cast<uint64_t>(value)); }

Argument Argument::of(int64_t value) { return scalar(ElementType::I64, static_cast<uint64_t>(value)); }

Argument Argument::of(uint8_t value) { return scalar(ElementType::U8, value); }

Argument Argument::of(uint16_t value) { return scalar(ElementType::U16, value); }

Argument Argument::of(uint32_t value) { return scalar(ElementType::U32, value); }

Argument Argument::of(uint64_t value) { return scalar(ElementType::U64, value); }

Argument Argument::of(float value) { return scalar(ElementType::F32, encodeFloat(value, ElementType::F32)); }

Argument Argument::of(double value) { return scalar(ElementType::F64, encodeFloat(value, ElementType::F64)); }
const LaunchInfo &Kernel::info() const { return state->info; }

Result<std::vector<ArgumentValue>> kiln::resolveArguments(std::span<const ArgumentInfo> signature,
                                                          const std::vector<Argument> &arguments) {
  if (arguments.size() != signature.size()) {
    std::vector<std::string> names;
    for (const ArgumentInfo &argument : signature)
      names.push_back(argument.name);
    return Error("expected " + std::to_string(names.size()) + " arguments (" + listOf(names) + ") but got " +
                 std::to_string(arguments.size()));
  }
  std::vector<ArgumentValue> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto value = arguments[i].resolve(signature[i]);
    if (!value)
      return value.error().in("argument " + quote(signature[i].name));
    values.push_back(*value);
  }
  return values;
}

Result<std::vector<ArgumentValue>> Kernel::resolve(const std::vector<Argument> &arguments) const {
  const LaunchInfo &info = state->info;
  std::string context = "kernel " + quote(info.kernel);
  for (size_t i = 0; i < arguments.size() && i < info.arguments.size(); ++i)
    if (const auto &memory = arguments[i].buffer.memory; memory && memory->device != state->device)
      return Error(context + ": argument " + quote(info.arguments[i].name) + ": the buffer belongs to another device");
  auto values = resolveArguments(info.arguments, arguments);
  return values ? values : values.error().in(context);
}

Result<Kernel::Launch> Kernel::prepare(const Grid &grid, const std::vector<Argument> &arguments,
                                       const LaunchOptions &options) const {
  auto values = resolve(arguments);
  if (!values)
    return values.error();
  const LaunchInfo &info = state->info;
  if (auto stated = info.checkPreconditions(*values); !stated)
    return stated.error();
  std::string context = "kernel " + quote(info.kernel);
  if (auto valid = checkGrid(grid); !valid)
    return valid.error().in(context);

  size_t index = info.selectVariant(*values, options.specialize);
  if (isEmpty(grid)) {
    LaunchReport report;
    report.variant = index;
    report.empty = true;
    return Launch([report] { return report; });
  }
  const LaunchVariant &variant = info.variants[index];
  LaunchScope scope{info.arguments, *values, grid, &state->device->device->properties()};
  auto physical = physicalGrid(*state->device, variant, scope);
  if (!physical)
    return physical.error().in(context);
  auto plan = detail::ParameterPlan::make(*state->device, variant, scope);
  if (!plan)
    return plan.error().in(context);

  LaunchRequest request;
  request.logicalGrid = grid;
  request.physicalGrid = *physical;
  request.limits = options.limits;
  // The arguments are captured for the buffers that they keep alive.
  return Launch([state = state, plan = std::move(*plan), request = std::move(request), index, arguments] {
    return run(state, plan, request, index);
  });
}

Result<LaunchReport> Kernel::launch(const Grid &grid, const std::vector<Argument> &arguments,
                                    const LaunchOptions &options) const {
  auto launch = prepare(grid, arguments, options);
  if (!launch)
    return launch.error();
  return (*launch)();
}
