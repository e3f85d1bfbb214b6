// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference as judge of a launch.

#include "core/tools/Judge.h"
#include "core/tools/Progress.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tools;

Result<void> Judge::prepare() {
  memory.releaseAll();
  addresses.clear();
  for (auto [i, host] : llvm::enumerate(made.buffers)) {
    Result<uint64_t> address = memory.allocate(std::max<uint64_t>(host.spanBytes(), 1), 256, nameOf(i));
    if (!address)
      return address.error();
    addresses.push_back(*address);
    size_t bytes = byteSize(host.type);
    const HostBuffer &source = host;
    Result<void> written = forEachRun(source.layout, [&](int64_t position, int64_t index, int64_t count) {
      ArrayRef<uint8_t> run = ArrayRef<uint8_t>(source.data).slice(index * bytes, count * bytes);
      return memory.write(*address + position * bytes,
                          ArrayRef(reinterpret_cast<const std::byte *>(run.data()), run.size()));
    });
    if (!written)
      return written.error();
  }
  return {};
}

Result<std::vector<ArgumentValue>> Judge::values() {
  Result<void> ready = prepare();
  if (!ready)
    return ready.error();
  std::vector<ArgumentValue> values;
  for (const MadeArgument &argument : made.arguments) {
    if (!argument.isPointer) {
      values.push_back({argument.bits});
      continue;
    }
    const HostBuffer &host = made.buffers[argument.buffer];
    uint64_t base = addresses[argument.buffer];
    values.push_back({base + argument.offset * byteSize(host.type), base, host.spanBytes()});
  }
  return values;
}

Result<reference::RunReport> Judge::execute(const Target *target) {
  Result<void> ready = prepare();
  if (!ready)
    return ready.error();
  SmallVector<reference::Argument> arguments;
  for (auto [i, argument] : llvm::enumerate(made.arguments)) {
    if (argument.isPointer)
      arguments.push_back(reference::Argument::pointer(addresses[argument.buffer] +
                                                       argument.offset * byteSize(made.buffers[argument.buffer].type)));
    else
      arguments.push_back(reference::Argument::scalar(argument.bits, kernel.getArgumentTypes()[i]));
  }
  reference::RunOptions options;
  if (limits.maxSteps)
    options.maxSteps = limits.maxSteps;
  options.maxSeconds = std::chrono::duration<double>(limits.timeout).count();
  if (target) {
    options.trackBounds = true;
    for (const auto &[op, ulp] : target->info().functionUlp)
      options.ulp[op] = ulp;
  }
  for (int64_t size : grid)
    if (size == 0)
      return reference::RunReport();
  Progress progress("interpreting '" + kernel.getName().str() + "'");
  return reference::run(kernel, arguments, grid, memory, options);
}

Result<std::vector<std::byte>> Judge::readBack(unsigned buffer) const {
  const HostBuffer &host = made.buffers[buffer];
  size_t bytes = byteSize(host.type);
  std::vector<std::byte> data(host.data.size());
  Result<void> read = forEachRun(host.layout, [&](int64_t position, int64_t index, int64_t count) -> Result<void> {
    Result<std::vector<std::byte>> run = memory.read(addresses[buffer] + position * bytes, count * bytes);
    if (!run)
      return run.error();
    llvm::copy(*run, data.begin() + index * bytes);
    return {};
  });
  if (!read)
    return read.error();
  return data;
}

Result<std::vector<double>> Judge::readBounds(unsigned buffer) const {
  const HostBuffer &host = made.buffers[buffer];
  size_t bytes = byteSize(host.type);
  std::vector<double> bounds(host.layout.distinct, 0.0);
  Result<void> read = forEachRun(host.layout, [&](int64_t position, int64_t index, int64_t count) -> Result<void> {
    Result<std::vector<double>> run = memory.bounds(addresses[buffer] + position * bytes, count, bytes);
    if (!run)
      return run.error();
    llvm::copy(*run, bounds.begin() + index);
    return {};
  });
  if (!read)
    return read.error();
  return bounds;
}

std::string Judge::nameOf(unsigned buffer) const {
  for (auto [i, argument] : llvm::enumerate(made.arguments))
    if (argument.isPointer && argument.buffer == buffer)
      return signature[i].name;
  return "buffer " + std::to_string(buffer);
}

Result<std::vector<HostBuffer>> Judge::run(llvm::raw_ostream &out, std::vector<Counter> &counters) {
  Result<reference::RunReport> report = execute(nullptr);
  if (!report)
    return report.error();
  for (const std::string &text : report->printed)
    out << text << "\n";
  counters = {{"steps", static_cast<int64_t>(report->steps), ""},
              {"memory read", static_cast<int64_t>(report->bytesRead), "bytes"},
              {"memory written", static_cast<int64_t>(report->bytesWritten), "bytes"},
              {"atomics", static_cast<int64_t>(report->atomics), ""}};
  std::vector<HostBuffer> after = made.buffers;
  for (auto [i, host] : llvm::enumerate(after)) {
    Result<std::vector<std::byte>> data = readBack(i);
    if (!data)
      return data.error();
    std::memcpy(host.data.data(), data->data(), data->size());
  }
  return after;
}

/// The MLIR type whose rules compare elements of a runtime type.
static Type typeOf(ElementType type, MLIRContext *context) {
  switch (type) {
  case ElementType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementType::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementType::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementType::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F64:
    return Float64Type::get(context);
  default:
    return IntegerType::get(context, 8 * byteSize(type));
  }
}

Result<void> Judge::interpret(const Target &target) {
  Result<reference::RunReport> report = execute(&target);
  if (!report)
    return report.error();
  ambiguous = report->ambiguousCount;
  return {};
}

Result<bool> Judge::compare(const std::vector<HostBuffer> &got, llvm::raw_ostream &out) {
  bool equal = true;
  for (auto [i, host] : llvm::enumerate(got)) {
    Result<std::vector<std::byte>> expected = readBack(i);
    if (!expected)
      return expected.error();
    Result<std::vector<double>> bounds = readBounds(i);
    if (!bounds)
      return bounds.error();
    ArrayRef<std::byte> bytes(reinterpret_cast<const std::byte *>(host.data.data()), host.data.size());
    reference::Comparison result =
        reference::compare(*expected, *bounds, bytes, typeOf(host.type, kernel->getContext()));
    out << "  check " << nameOf(i) << ": " << result.message << "\n";
    equal = equal && result.equal();
  }
  if (ambiguous > 0)
    out << "  " << ambiguous
        << " discrete results hang on a compare within its error bound; a correct target may decide them otherwise\n";
  return equal;
}
