// RUN: kiln-read-triton %s --locations | FileCheck %s

// Every op keeps the place it came from, also through pointer arithmetic,
// loops and calls.

// CHECK: arith.extsi %arg1 : i32 to i64 loc(#[[X:.*]])
// CHECK: tile.load %{{.*}} loc(#[[B:.*]])
// CHECK: arith.negf %{{.*}} loc(#[[G:.*]])
// CHECK: tile.store %{{.*}} loc(#[[D:.*]])
// CHECK-DAG: #[[A:.*]] = loc("kernel.py":2:0)
// CHECK-DAG: #[[B]] = loc("kernel.py":3:0)
// CHECK-DAG: #[[D]] = loc("kernel.py":5:0)
// CHECK-DAG: #[[X]] = loc("x"(#[[A]]))
// CHECK-DAG: #[[E:.*]] = loc("kernel.py":9:0)
// CHECK-DAG: #[[C:.*]] = loc("kernel.py":4:0)
// CHECK: #[[G]] = loc(callsite(#[[E]] at #[[C]]))
#loc = loc("kernel.py":1:0)
#a = loc("kernel.py":2:0)
#b = loc("kernel.py":3:0)
#c = loc("kernel.py":4:0)
#d = loc("kernel.py":5:0)
#e = loc("kernel.py":9:0)
#named = loc("x"(#a))
tt.func public @kernel(%p: !tt.ptr<f32> loc("p"(#loc)), %n: i32 loc("n"(#loc))) {
  %q = tt.addptr %p, %n : !tt.ptr<f32>, i32 loc(#named)
  %v = tt.load %q : !tt.ptr<f32> loc(#b)
  %w = tt.call @g(%v) : (f32) -> f32 loc(#c)
  tt.store %q, %w : !tt.ptr<f32> loc(#d)
  tt.return loc(#loc)
} loc(#loc)
tt.func private @g(%v: f32 loc("v"(#e))) -> f32 {
  %w = arith.negf %v : f32 loc(#e)
  tt.return %w : f32 loc(#e)
} loc(#e)
