// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface of the runtime. Handles are opaque and freed by the function
// named after them; freeing NULL does nothing. A function that can fail returns
// NULL on success, else an error that the caller frees:
//
//   kiln_error *error = kiln_device_open(runtime, "mychip", NULL, 0, &device);
//   if (error) {
//     fprintf(stderr, "%s\n", kiln_error_message(error));
//     kiln_error_free(error);
//   }
//
// Handles may be freed in any order: each keeps what it depends on.

#ifndef KILN_KILN_H
#define KILN_KILN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_error kiln_error;
typedef struct kiln_runtime kiln_runtime;
typedef struct kiln_device kiln_device;
typedef struct kiln_buffer kiln_buffer;
typedef struct kiln_module kiln_module;
typedef struct kiln_kernel kiln_kernel;
typedef struct kiln_stream kiln_stream;
typedef struct kiln_event kiln_event;
typedef struct kiln_report kiln_report;

/* Values are those of kiln::ElementType. KILN_BYTES is for untyped buffers,
 * KILN_ADDRESS for an argument that is a device address of the caller's own. */
typedef enum kiln_type {
  KILN_I1,
  KILN_I8,
  KILN_I16,
  KILN_I32,
  KILN_I64,
  KILN_U8,
  KILN_U16,
  KILN_U32,
  KILN_U64,
  KILN_F8E4M3FN,
  KILN_F8E4M3FNUZ,
  KILN_F8E5M2,
  KILN_F8E5M2FNUZ,
  KILN_F16,
  KILN_BF16,
  KILN_F32,
  KILN_F64,
  KILN_ADDRESS = 254,
  KILN_BYTES = 255
} kiln_type;

typedef struct kiln_grid {
  int64_t x, y, z;
} kiln_grid;

/* One argument: a buffer (then type and bits are not read), or a scalar by its
 * type and its bytes in the low end of bits. */
typedef struct kiln_argument {
  const kiln_buffer *buffer;
  kiln_type type;
  uint64_t bits;
} kiln_argument;

typedef struct kiln_option {
  const char *name;
  const char *value;
} kiln_option;

/* Zero in every field is the default. */
typedef struct kiln_launch_options {
  int no_specialize;
  uint64_t max_steps;
  uint64_t timeout_ms;
} kiln_launch_options;

/* One figure of a launch; the texts belong to the report. */
typedef struct kiln_counter {
  const char *name;
  const char *unit;
  int is_real;
  int64_t integer;
  double real;
} kiln_counter;

/* The entry function of a device library that is linked in:
 * kilnDevice_<name>. */
struct kiln_device_plugin;
typedef const struct kiln_device_plugin *(*kiln_device_entry)(void);

const char *kiln_error_message(const kiln_error *error);
void kiln_error_free(kiln_error *error);

kiln_error *kiln_runtime_create(kiln_runtime **runtime);
void kiln_runtime_free(kiln_runtime *runtime);
kiln_error *kiln_runtime_add_device(kiln_runtime *runtime, kiln_device_entry entry);
kiln_error *kiln_runtime_load_device(kiln_runtime *runtime, const char *path);

kiln_error *kiln_device_open(kiln_runtime *runtime, const char *name, const kiln_option *options, size_t option_count,
                             kiln_device **device);
void kiln_device_free(kiln_device *device);
/* *value is set only when the device has the property. */
kiln_error *kiln_device_property(const kiln_device *device, const char *name, int64_t *value);

kiln_error *kiln_buffer_allocate(kiln_device *device, kiln_type type, uint64_t bytes, kiln_buffer **buffer);
kiln_error *kiln_buffer_view(const kiln_buffer *buffer, uint64_t offset, uint64_t bytes, kiln_buffer **view);
void kiln_buffer_free(kiln_buffer *buffer);
uint64_t kiln_buffer_address(const kiln_buffer *buffer);
uint64_t kiln_buffer_bytes(const kiln_buffer *buffer);
kiln_error *kiln_buffer_write(kiln_buffer *buffer, uint64_t offset, const void *source, uint64_t bytes);
kiln_error *kiln_buffer_read(const kiln_buffer *buffer, uint64_t offset, void *target, uint64_t bytes);

kiln_error *kiln_module_load(kiln_device *device, const void *bytes, size_t size, kiln_module **module);
kiln_error *kiln_module_load_file(kiln_device *device, const char *path, kiln_module **module);
void kiln_module_free(kiln_module *module);

kiln_error *kiln_kernel_get(const kiln_module *module, const char *name, kiln_kernel **kernel);
void kiln_kernel_free(kiln_kernel *kernel);
/* Runs and waits. `options` and `report` may be NULL. */
kiln_error *kiln_kernel_launch(const kiln_kernel *kernel, kiln_grid grid, const kiln_argument *arguments, size_t count,
                               const kiln_launch_options *options, kiln_report **report);

size_t kiln_report_variant(const kiln_report *report);
size_t kiln_report_counter_count(const kiln_report *report);
/* Positions at or past the count give zeros and NULL. */
kiln_counter kiln_report_counter(const kiln_report *report, size_t index);
size_t kiln_report_line_count(const kiln_report *report);
const char *kiln_report_line(const kiln_report *report, size_t index);
void kiln_report_free(kiln_report *report);

kiln_error *kiln_stream_create(kiln_device *device, kiln_stream **stream);
void kiln_stream_free(kiln_stream *stream);
/* `event` may be NULL in these. */
kiln_error *kiln_stream_launch(kiln_stream *stream, const kiln_kernel *kernel, kiln_grid grid,
                               const kiln_argument *arguments, size_t count, const kiln_launch_options *options,
                               kiln_event **event);
kiln_error *kiln_stream_write(kiln_stream *stream, const kiln_buffer *buffer, uint64_t offset, const void *source,
                              uint64_t bytes, kiln_event **event);
/* `target` must stay valid until the event is done. */
kiln_error *kiln_stream_read(kiln_stream *stream, const kiln_buffer *buffer, uint64_t offset, void *target,
                             uint64_t bytes, kiln_event **event);
kiln_error *kiln_stream_record(kiln_stream *stream, kiln_event **event);
kiln_error *kiln_stream_wait(kiln_stream *stream, const kiln_event *event);
kiln_error *kiln_stream_synchronize(kiln_stream *stream);

void kiln_event_free(kiln_event *event);
kiln_error *kiln_event_wait(const kiln_event *event);
/* Nanoseconds on the host's steady clock when the work was done; waits. */
kiln_error *kiln_event_timestamp(const kiln_event *event, int64_t *nanoseconds);
/* What a launch reported; waits. */
kiln_error *kiln_event_report(const kiln_event *event, kiln_report **report);

#ifdef __cplusplus
}
#endif

#endif /* KILN_KILN_H */
