// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: each handle holds one C++ handle, each error one text. No
// decision is made here.

#include "kiln/Runtime.h"
#include "kiln/kiln.h"

#include "Text.h"

using namespace kiln;

struct kiln_error {
  std::string message;
};
struct kiln_runtime {
  Runtime runtime{DeviceRegistry()};
};
struct kiln_device {
  DeviceHandle device;
};
struct kiln_buffer {
  Buffer buffer;
};
struct kiln_module {
  Module module;
};
struct kiln_kernel {
  Kernel kernel;
};
struct kiln_stream {
  Stream stream;
};
struct kiln_event {
  Event event;
};
struct kiln_report {
  LaunchReport report;
};

namespace {
// The enum is written twice; this keeps the two alike.
static_assert(KILN_F64 == static_cast<int>(ElementType::F64) &&
              KILN_F8E4M3FN == static_cast<int>(ElementType::F8E4M3FN) && KILN_U8 == static_cast<int>(ElementType::U8));

kiln_error *fail(const Error &error) { return new kiln_error{error.message()}; }

kiln_error *finish(const Result<void> &result) { return result ? nullptr : fail(result.error()); }

/// Puts a result's value into a new handle, or gives its error.
template <typename Handle, typename T>
kiln_error *finish(Result<T> result, Handle **handle) {
  if (!result)
    return fail(result.error());
  if (handle)
    *handle = new Handle{std::move(*result)};
  return nullptr;
}

kiln_error *missing(const char *what) { return new kiln_error{std::string("expected ") + what + " but got NULL"}; }

Result<std::optional<ElementType>> toType(kiln_type type) {
  if (type == KILN_BYTES)
    return std::optional<ElementType>();
  if (static_cast<unsigned>(type) >= elementTypeCount)
    return Error("expected a kiln_type but got " + std::to_string(static_cast<unsigned>(type)));
  return std::optional<ElementType>(static_cast<ElementType>(type));
}

Result<Argument> toArgument(const kiln_argument &argument) {
  if (argument.buffer)
    return Argument(argument.buffer->buffer);
  if (argument.type == KILN_ADDRESS)
    return Argument::foreign(argument.bits);
  auto type = toType(argument.type);
  if (!type)
    return type.error();
  if (!*type)
    return Error("expected a scalar's type but got KILN_BYTES");
  return Argument::scalar(**type, argument.bits);
}

Result<std::vector<Argument>> toArguments(const kiln_argument *arguments, size_t count) {
  std::vector<Argument> list;
  if (!arguments && count > 0)
    return Error("expected " + std::to_string(count) + " arguments but got NULL");
  for (size_t i = 0; i < count; ++i) {
    auto argument = toArgument(arguments[i]);
    if (!argument)
      return argument.error().in("argument " + std::to_string(i));
    list.push_back(std::move(*argument));
  }
  return list;
}

LaunchOptions toOptions(const kiln_launch_options *options) {
  LaunchOptions result;
  if (!options)
    return result;
  result.specialize = options->no_specialize == 0;
  result.limits.maxSteps = options->max_steps;
  result.limits.timeout = std::chrono::milliseconds(static_cast<int64_t>(options->timeout_ms));
  return result;
}

ByteSpan toSpan(const void *bytes, uint64_t size) { return {static_cast<const uint8_t *>(bytes), size}; }

std::span<uint8_t> toSpan(void *bytes, uint64_t size) { return {static_cast<uint8_t *>(bytes), size}; }
} // namespace

const char *kiln_error_message(const kiln_error *error) { return error ? error->message.c_str() : ""; }

void kiln_error_free(kiln_error *error) { delete error; }

kiln_error *kiln_runtime_create(kiln_runtime **runtime) {
  if (!runtime)
    return missing("a place for the runtime");
  *runtime = new kiln_runtime;
  return nullptr;
}

void kiln_runtime_free(kiln_runtime *runtime) { delete runtime; }

kiln_error *kiln_runtime_add_device(kiln_runtime *runtime, kiln_device_entry entry) {
  if (!runtime || !entry)
    return missing("a runtime and a device entry");
  // The C header cannot name the C++ struct; both stand for the same one.
  auto function = reinterpret_cast<DeviceEntry>(entry);
  return finish(runtime->runtime.devices().add(function));
}

kiln_error *kiln_runtime_load_device(kiln_runtime *runtime, const char *path) {
  if (!runtime || !path)
    return missing("a runtime and a path");
  return finish(runtime->runtime.devices().loadPlugin(path));
}

kiln_error *kiln_device_open(kiln_runtime *runtime, const char *name, const kiln_option *options, size_t option_count,
                             kiln_device **device) {
  if (!runtime || !name || !device || (!options && option_count > 0))
    return missing("a runtime, a name, options and a place for the device");
  DeviceOptions map;
  for (size_t i = 0; i < option_count; ++i) {
    if (!options[i].name || !options[i].value)
      return missing("an option's name and value");
    map[options[i].name] = options[i].value;
  }
  return finish(runtime->runtime.open(name, map), device);
}

void kiln_device_free(kiln_device *device) { delete device; }

kiln_error *kiln_device_property(const kiln_device *device, const char *name, int64_t *value) {
  if (!device || !name || !value)
    return missing("a device, a name and a place for the value");
  const PropertyMap &properties = device->device.properties();
  auto it = properties.find(std::string_view(name));
  if (it == properties.end())
    return fail(Error("device " + quote(device->device.name()) + " has no property " + quote(name)));
  *value = it->second;
  return nullptr;
}

kiln_error *kiln_buffer_allocate(kiln_device *device, kiln_type type, uint64_t bytes, kiln_buffer **buffer) {
  if (!device || !buffer)
    return missing("a device and a place for the buffer");
  auto element = toType(type);
  if (!element)
    return fail(element.error());
  auto allocated = device->device.allocate(bytes);
  if (!allocated)
    return fail(allocated.error());
  *buffer = new kiln_buffer{allocated->as(*element)};
  return nullptr;
}

kiln_error *kiln_buffer_view(const kiln_buffer *buffer, uint64_t offset, uint64_t bytes, kiln_buffer **view) {
  if (!buffer || !view)
    return missing("a buffer and a place for the view");
  return finish(buffer->buffer.view(offset, bytes), view);
}

void kiln_buffer_free(kiln_buffer *buffer) { delete buffer; }

uint64_t kiln_buffer_address(const kiln_buffer *buffer) { return buffer ? buffer->buffer.address() : 0; }

uint64_t kiln_buffer_bytes(const kiln_buffer *buffer) { return buffer ? buffer->buffer.bytes() : 0; }

kiln_error *kiln_buffer_write(kiln_buffer *buffer, uint64_t offset, const void *source, uint64_t bytes) {
  if (!buffer || (!source && bytes > 0))
    return missing("a buffer and a source");
  return finish(buffer->buffer.write(toSpan(source, bytes), offset));
}

kiln_error *kiln_buffer_read(const kiln_buffer *buffer, uint64_t offset, void *target, uint64_t bytes) {
  if (!buffer || (!target && bytes > 0))
    return missing("a buffer and a target");
  return finish(buffer->buffer.read(toSpan(target, bytes), offset));
}

kiln_error *kiln_module_load(kiln_device *device, const void *bytes, size_t size, kiln_module **module) {
  if (!device || !module || (!bytes && size > 0))
    return missing("a device, the artifact's bytes and a place for the module");
  return finish(device->device.load(toSpan(bytes, size)), module);
}

kiln_error *kiln_module_load_file(kiln_device *device, const char *path, kiln_module **module) {
  if (!device || !path || !module)
    return missing("a device, a path and a place for the module");
  return finish(device->device.loadFile(path), module);
}

void kiln_module_free(kiln_module *module) { delete module; }

kiln_error *kiln_kernel_get(const kiln_module *module, const char *name, kiln_kernel **kernel) {
  if (!module || !name || !kernel)
    return missing("a module, a name and a place for the kernel");
  return finish(module->module.kernel(name), kernel);
}

void kiln_kernel_free(kiln_kernel *kernel) { delete kernel; }

kiln_error *kiln_kernel_launch(const kiln_kernel *kernel, kiln_grid grid, const kiln_argument *arguments, size_t count,
                               const kiln_launch_options *options, kiln_report **report) {
  if (!kernel)
    return missing("a kernel");
  auto list = toArguments(arguments, count);
  if (!list)
    return fail(list.error());
  return finish(kernel->kernel.launch({grid.x, grid.y, grid.z}, *list, toOptions(options)), report);
}

size_t kiln_report_variant(const kiln_report *report) { return report ? report->report.variant : 0; }

size_t kiln_report_counter_count(const kiln_report *report) {
  return report ? report->report.stats.counters.size() : 0;
}

kiln_counter kiln_report_counter(const kiln_report *report, size_t index) {
  if (index >= kiln_report_counter_count(report))
    return {nullptr, nullptr, 0, 0, 0};
  const Counter &counter = report->report.stats.counters[index];
  kiln_counter result = {counter.name.c_str(), counter.unit.c_str(), 0, 0, 0};
  if (const double *real = std::get_if<double>(&counter.value)) {
    result.is_real = 1;
    result.real = *real;
  } else {
    result.integer = *std::get_if<int64_t>(&counter.value);
  }
  return result;
}

size_t kiln_report_line_count(const kiln_report *report) { return report ? report->report.stats.printed.size() : 0; }

const char *kiln_report_line(const kiln_report *report, size_t index) {
  if (index >= kiln_report_line_count(report))
    return nullptr;
  return report->report.stats.printed[index].c_str();
}

void kiln_report_free(kiln_report *report) { delete report; }

kiln_error *kiln_stream_create(kiln_device *device, kiln_stream **stream) {
  if (!device || !stream)
    return missing("a device and a place for the stream");
  *stream = new kiln_stream{device->device.createStream()};
  return nullptr;
}

void kiln_stream_free(kiln_stream *stream) { delete stream; }

kiln_error *kiln_stream_launch(kiln_stream *stream, const kiln_kernel *kernel, kiln_grid grid,
                               const kiln_argument *arguments, size_t count, const kiln_launch_options *options,
                               kiln_event **event) {
  if (!stream || !kernel)
    return missing("a stream and a kernel");
  auto list = toArguments(arguments, count);
  if (!list)
    return fail(list.error());
  return finish(stream->stream.launch(kernel->kernel, {grid.x, grid.y, grid.z}, *list, toOptions(options)), event);
}

kiln_error *kiln_stream_write(kiln_stream *stream, const kiln_buffer *buffer, uint64_t offset, const void *source,
                              uint64_t bytes, kiln_event **event) {
  if (!stream || !buffer || (!source && bytes > 0))
    return missing("a stream, a buffer and a source");
  return finish(stream->stream.write(buffer->buffer, toSpan(source, bytes), offset), event);
}

kiln_error *kiln_stream_read(kiln_stream *stream, const kiln_buffer *buffer, uint64_t offset, void *target,
                             uint64_t bytes, kiln_event **event) {
  if (!stream || !buffer || (!target && bytes > 0))
    return missing("a stream, a buffer and a target");
  return finish(stream->stream.read(buffer->buffer, toSpan(target, bytes), offset), event);
}

kiln_error *kiln_stream_record(kiln_stream *stream, kiln_event **event) {
  if (!stream || !event)
    return missing("a stream and a place for the event");
  *event = new kiln_event{stream->stream.record()};
  return nullptr;
}

kiln_error *kiln_stream_wait(kiln_stream *stream, const kiln_event *event) {
  if (!stream || !event)
    return missing("a stream and an event");
  stream->stream.wait(event->event);
  return nullptr;
}

kiln_error *kiln_stream_synchronize(kiln_stream *stream) {
  if (!stream)
    return missing("a stream");
  return finish(stream->stream.synchronize());
}

void kiln_event_free(kiln_event *event) { delete event; }

kiln_error *kiln_event_wait(const kiln_event *event) {
  if (!event)
    return missing("an event");
  return finish(event->event.wait());
}

kiln_error *kiln_event_timestamp(const kiln_event *event, int64_t *nanoseconds) {
  if (!event || !nanoseconds)
    return missing("an event and a place for the time");
  auto time = event->event.finished();
  if (!time)
    return fail(time.error());
  *nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time->time_since_epoch()).count();
  return nullptr;
}

kiln_error *kiln_event_report(const kiln_event *event, kiln_report **report) {
  if (!event || !report)
    return missing("an event and a place for the report");
  return finish(event->event.report(), report);
}
