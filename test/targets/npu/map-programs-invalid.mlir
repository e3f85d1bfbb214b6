// Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: kiln-opt %s --npu-map-programs -verify-diagnostics

gpu.module @kernels {
// expected-error @+1 {{'many' takes 1032 bytes of arguments but target 'npu' passes 1024}}
gpu.func @many(%a0: i64, %a1: i64, %a2: i64, %a3: i64, %a4: i64, %a5: i64, %a6: i64, %a7: i64, %a8: i64, %a9: i64, %a10: i64, %a11: i64, %a12: i64, %a13: i64, %a14: i64, %a15: i64, %a16: i64, %a17: i64, %a18: i64, %a19: i64, %a20: i64, %a21: i64, %a22: i64, %a23: i64, %a24: i64, %a25: i64, %a26: i64, %a27: i64, %a28: i64, %a29: i64, %a30: i64, %a31: i64, %a32: i64, %a33: i64, %a34: i64, %a35: i64, %a36: i64, %a37: i64, %a38: i64, %a39: i64, %a40: i64, %a41: i64, %a42: i64, %a43: i64, %a44: i64, %a45: i64, %a46: i64, %a47: i64, %a48: i64, %a49: i64, %a50: i64, %a51: i64, %a52: i64, %a53: i64, %a54: i64, %a55: i64, %a56: i64, %a57: i64, %a58: i64, %a59: i64, %a60: i64, %a61: i64, %a62: i64, %a63: i64, %a64: i64, %a65: i64, %a66: i64, %a67: i64, %a68: i64, %a69: i64, %a70: i64, %a71: i64, %a72: i64, %a73: i64, %a74: i64, %a75: i64, %a76: i64, %a77: i64, %a78: i64, %a79: i64, %a80: i64, %a81: i64, %a82: i64, %a83: i64, %a84: i64, %a85: i64, %a86: i64, %a87: i64, %a88: i64, %a89: i64, %a90: i64, %a91: i64, %a92: i64, %a93: i64, %a94: i64, %a95: i64, %a96: i64, %a97: i64, %a98: i64, %a99: i64, %a100: i64, %a101: i64, %a102: i64, %a103: i64, %a104: i64, %a105: i64, %a106: i64, %a107: i64, %a108: i64, %a109: i64, %a110: i64, %a111: i64, %a112: i64, %a113: i64, %a114: i64, %a115: i64, %a116: i64, %a117: i64, %a118: i64, %a119: i64, %a120: i64, %a121: i64, %a122: i64, %a123: i64, %a124: i64, %a125: i64, %a126: i64, %a127: i64, %a128: i64) kernel attributes {kiln.form = "native"} {
  gpu.return
}
}
