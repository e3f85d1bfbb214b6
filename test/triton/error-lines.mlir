// RUN: not kiln-read-triton %s 2>&1 | FileCheck %s

// Errors are placed at the Python line, innermost first.
// CHECK: kernel.py:7:11: error: 'tt.splat' op has a tile of more than 1048576 elements, or of none: 'tensor<2097152xf32>'
// CHECK-NEXT: kernel.py:20:4: note: called from here
// CHECK-NOT: error

#loc = loc("kernel.py":5:0)
#helper = loc("kernel.py":7:11)
#caller = loc("kernel.py":20:4)
#named = loc("big"(#helper))
tt.func public @kernel(%p: !tt.ptr<f32> loc("p"(#loc)), %x: f32 loc("x"(#loc))) {
  %big = tt.splat %x : f32 -> tensor<2097152xf32> loc(callsite(#named at #caller))
  tt.return loc(#loc)
} loc(#loc)
