// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface as a C program uses it; CApiTest.cpp calls this. It is in C
// so that kiln.h is compiled as C. docs/runtime.md shows the same steps.

#include "kiln/kiln.h"

#include <stdio.h>

static int failed(kiln_error *error) {
  if (!error)
    return 0;
  fprintf(stderr, "%s\n", kiln_error_message(error));
  kiln_error_free(error);
  return 1;
}

/* Adds 1 to four values on the device that `entry` brings. Gives the cycles, or
 * -1. */
int64_t kilnTestAddOne(kiln_device_entry entry, const void *artifact, size_t size, float values[4]) {
  kiln_runtime *runtime = NULL;
  kiln_device *device = NULL;
  kiln_module *module = NULL;
  kiln_kernel *kernel = NULL;
  kiln_buffer *buffer = NULL;
  kiln_report *report = NULL;
  kiln_grid grid = {1, 1, 1};
  kiln_argument arguments[2] = {{NULL, KILN_F32, 0}, {NULL, KILN_I32, 4}};
  int64_t cycles = -1;

  if (failed(kiln_runtime_create(&runtime)) || failed(kiln_runtime_add_device(runtime, entry)) ||
      failed(kiln_device_open(runtime, "toy", NULL, 0, &device)) ||
      failed(kiln_module_load(device, artifact, size, &module)) || failed(kiln_kernel_get(module, "add1", &kernel)) ||
      failed(kiln_buffer_allocate(device, KILN_F32, 16, &buffer)) || failed(kiln_buffer_write(buffer, 0, values, 16)))
    goto end;
  arguments[0].buffer = buffer;
  if (failed(kiln_kernel_launch(kernel, grid, arguments, 2, NULL, &report)) ||
      failed(kiln_buffer_read(buffer, 0, values, 16)))
    goto end;
  cycles = kiln_report_counter(report, 0).integer;

end:
  kiln_report_free(report);
  kiln_buffer_free(buffer);
  kiln_kernel_free(kernel);
  kiln_module_free(module);
  kiln_device_free(device);
  kiln_runtime_free(runtime);
  return cycles;
}
