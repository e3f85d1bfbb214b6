// RUN: kiln-read-triton %s | FileCheck %s

#base = loc("kernel.py":3:0)
#x = loc("x_ptr"(#base))
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: func.func @kernel(
  // CHECK-SAME: %arg0: !tile.ptr {tile.hint_pointer_range = 32 : i32, tile.multiple_of = 16 : i64, tile.name = "x_ptr", tile.pointee = bf16},
  // CHECK-SAME: %arg1: i32 {tile.multiple_of = 16 : i64, tile.name = "arg1"},
  // CHECK-SAME: %arg2: f32 {tile.name = "arg2"}, %arg3: i1 {tile.name = "arg3"})
  // CHECK-SAME: attributes {kiln.form = "tile"} {
  // CHECK-NEXT: return
  tt.func public @kernel(%x: !tt.ptr<bf16> {tt.divisibility = 16 : i32, tt.pointer_range = 32 : i32} loc(#x),
                         %n: i32 {tt.divisibility = 16 : i32}, %f: f32, %b: i1) attributes {noinline = false} {
    tt.return
  }
  // CHECK: func.func @second()
  tt.func public @second() {
    tt.return
  }
  // CHECK-NOT: @helper
  tt.func private @helper(%t: tensor<4xf32>) {
    tt.return
  }
}
