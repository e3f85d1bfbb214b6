// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches a compiled vector_add from C, with the runtime alone.
//
//   build/bin/kiln compile test/triton/general/vector_add.ttir --target=npu -o add.kiln
//   cc -Iinclude examples/launch.c -Lbuild/lib -lkiln-device-npu -lkiln-npu-sim -lkiln-runtime -lstdc++ -lm -o launch
//   ./launch add.kiln

#include "kiln/kiln.h"

#include <stdio.h>

// The entry of the device library that is linked in; kiln_runtime_load_device()
// takes a shared object by path instead.
const struct kiln_device_plugin *kilnDevice_npu(void);

enum { count = 100 };

// Prints and frees an error; 1 where there was one.
static int failed(kiln_error *error) {
  if (!error)
    return 0;
  fprintf(stderr, "launch: error: %s\n", kiln_error_message(error));
  kiln_error_free(error);
  return 1;
}

static int add(kiln_device *device, const kiln_kernel *kernel) {
  float values[count];
  kiln_buffer *x = NULL, *sum = NULL;
  kiln_grid grid = {1, 1, 1};
  for (int i = 0; i < count; ++i)
    values[i] = i;
  int status = failed(kiln_buffer_allocate(device, KILN_F32, sizeof values, &x)) ||
               failed(kiln_buffer_allocate(device, KILN_F32, sizeof values, &sum)) ||
               failed(kiln_buffer_write(x, 0, values, sizeof values));
  kiln_argument arguments[] = {{x, KILN_F32, 0}, {x, KILN_F32, 0}, {sum, KILN_F32, 0}, {NULL, KILN_I32, count}};
  status = status || failed(kiln_kernel_launch(kernel, grid, arguments, 4, NULL, NULL)) ||
           failed(kiln_buffer_read(sum, 0, values, sizeof values));
  if (!status)
    printf("sum[3] = %g, sum[99] = %g\n", values[3], values[99]);
  kiln_buffer_free(x);
  kiln_buffer_free(sum);
  return status;
}

int main(int argc, char **argv) {
  kiln_runtime *runtime = NULL;
  kiln_device *device = NULL;
  kiln_module *module = NULL;
  kiln_kernel *kernel = NULL;
  if (argc != 2) {
    fprintf(stderr, "usage: launch ARTIFACT\n");
    return 1;
  }
  int status = failed(kiln_runtime_create(&runtime)) || failed(kiln_runtime_add_device(runtime, kilnDevice_npu)) ||
               failed(kiln_device_open(runtime, "npu", NULL, 0, &device)) ||
               failed(kiln_module_load_file(device, argv[1], &module)) ||
               failed(kiln_kernel_get(module, "vector_add", &kernel)) || add(device, kernel);
  kiln_kernel_free(kernel);
  kiln_module_free(module);
  kiln_device_free(device);
  kiln_runtime_free(runtime);
  return status;
}
