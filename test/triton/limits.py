# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts at the limits of the reader, and one step beyond: each gives its one error, the others none.

usage: limits.py READER
"""
import subprocess
import sys


def kernel(body, rest=""):
    return f"tt.func public @f(%x: i32, %m: i1) {{\n{body}  tt.return\n}}\n{rest}"


def nested_ifs(depth):
    return kernel("scf.if %m {\n" * depth + "}\n" * depth)


def nested_attribute(depth):
    return f"module attributes {{test.a = {'[' * depth}{']' * depth}}} {{\n{kernel('')}}}\n"


def aliases(depth):
    lines = ["#a0 = [1]"] + [f"#a{i} = [#a{i - 1}]" for i in range(1, depth)]
    return "\n".join(lines) + f"\nmodule attributes {{test.a = #a{depth - 1}}} {{\n{kernel('')}}}\n"


def ladder(blocks):
    """Early returns one after another; the later ones nest in the earlier."""
    body = ""
    for i in range(blocks):
        body += f"cf.cond_br %m, ^r{i}, ^n{i}\n^r{i}:\ntt.return\n^n{i}:\n"
    return kernel(body)


def calls(depth):
    rest = "".join(f"tt.func private @g{i}(%x: i32) {{\n tt.call @g{i + 1}(%x) : (i32) -> ()\n tt.return\n}}\n"
                   for i in range(depth))
    return kernel("tt.call @g0(%x) : (i32) -> ()\n", rest + f"tt.func private @g{depth}(%x: i32) {{\n tt.return\n}}\n")


def doubling(levels):
    """Every function calls the next one twice."""
    twice = " tt.call @g{0}(%x) : (i32) -> ()\n" * 2
    rest = "".join(f"tt.func private @g{i}(%x: i32) {{\n{twice.format(i + 1)} tt.return\n}}\n" for i in range(levels))
    last = f"tt.func private @g{levels}(%x: i32) {{\n  tt.assert %t, \"x\" : i1\n tt.return\n}}\n"
    last = last.replace("  tt.assert", "  %t = arith.constant true\n  tt.assert")
    return kernel("tt.call @g0(%x) : (i32) -> ()\n", rest + last)


def deep_calls(levels, depth):
    """Regions nest in what is called from the innermost of regions."""
    rest = "".join(f"tt.func private @g{i}(%x: i32) {{\n%m = arith.constant true\n" + "scf.if %m {\n" * depth +
                   f"tt.call @g{i + 1}(%x) : (i32) -> ()\n" + "}\n" * depth + "tt.return\n}\n" for i in range(levels))
    return kernel("tt.call @g0(%x) : (i32) -> ()\n", rest + f"tt.func private @g{levels}(%x: i32) {{\n tt.return\n}}\n")


def rotation(count):
    """A loop whose pointers change places, so that offsets take many rounds to reach them all."""
    ptrs = [f"%p{i}" for i in range(count)]
    kind = "tensor<4x!tt.ptr<f32>>"
    return f"""tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {{
  %c = tt.make_range {{start = 0 : i32, end = 4 : i32}} : tensor<4xi32>
  %c1 = arith.constant 1 : i32
  %q = tt.splat %p : !tt.ptr<f32> -> {kind}
  %l:{count} = scf.for %i = %c1 to %n step %c1 iter_args({", ".join(f"{p} = %q" for p in ptrs)})
      -> ({", ".join([kind] * count)}) : i32 {{
    %r = tt.addptr %p0, %c : {kind}, tensor<4xi32>
    scf.yield {", ".join(ptrs[1:] + ["%r"])} : {", ".join([kind] * count)}
  }}
  %z = arith.constant dense<0.0> : tensor<4xf32>
  tt.store %l#0, %z : {kind}
  tt.return
}}
"""


CASES = [
    ("empty", b"", "1:1: error: the text is empty; expected a module with Triton functions"),
    ("blank", b" \n\t\n", "1:1: error: the text is empty; expected a module with Triton functions"),
    ("NUL", kernel("").encode() + b"\0", "4:1: error: byte 0 is not text; pass Triton's 'ttir' stage as printed"),
    ("NUL in a string", b'module attributes {a = "\0"} {}',
     "1:25: error: byte 0 is not text; pass Triton's 'ttir' stage as printed"),
    ("control byte", b"module {\n \x01}", "2:2: error: byte 1 is not text; pass Triton's 'ttir' stage as printed"),
    ("bytecode", b"ML\xefR\x06", "1:1: error: this is MLIR bytecode; pass Triton's 'ttir' stage as text"),
    ("object file", b"\x7fELF\x02\x01", "1:5: error: byte 2 is not text"),
    ("size", b"//" + b" " * (16 << 20), "1:1: error: the text has 16777218 bytes but at most 16777216 are read"),
    ("garbage", b"hello", "; the reader takes the 'ttir' stage of Triton 3.6 to 3.9, as printed"),
    ("unfinished", b"module {", "; the reader takes the 'ttir' stage of Triton 3.6 to 3.9, as printed"),
    ("unfinished string", b'module attributes {a = "b\n} {}', "; the reader takes"),
    ("unfinished alias", b"#", "; the reader takes"),
    ("nesting at the limit", nested_ifs(255), None),
    ("nesting", nested_ifs(256), "257:11: error: brackets and regions nest deeper than 256 levels"),
    ("deep nesting", nested_ifs(100000), "257:11: error: brackets and regions nest deeper than 256 levels"),
    ("attribute nesting", nested_attribute(100000), "1:284: error: brackets and regions nest deeper than 256 levels"),
    ("type nesting", "!tt.ptr<" * 1000, "1:2056: error: brackets and regions nest deeper than 256 levels"),
    ("aliases", aliases(100), None),
    ("alias nesting", aliases(300), "error: the alias '#a128' nests deeper than 256 levels"),
    ("result number", kernel('  %y = arith.addi %x#2147483648, %x : i32\n'),
     "2:21: error: '#2147483648' names a result that no operation has; expected at most 9999"),
    ("early returns", ladder(100), None),
    ("early return nesting", ladder(300), "is nested deeper than 256 levels"),
    ("blocks", ladder(10000), "'tt.func' op has 20001 blocks; at most 1024 are supported"),
    ("call depth at the limit", calls(255), None),
    ("call depth", calls(1000), "'tt.call' op is nested more than 256 calls deep"),
    ("regions in calls", deep_calls(2, 100), None),
    ("region nesting in calls", deep_calls(200, 100), "nests regions deeper than 256 levels, with those of 'g"),
    ("rotating pointers", rotation(20), None),
    ("many rotating pointers", rotation(500), None),
    ("a comment that a carriage return ends", "//\r" + "(" * 100000, "brackets and regions nest deeper"),
    ("doubling calls", doubling(10), None),
    ("program size", doubling(40), "'tt.call' op makes the function longer than 1048576 operations"),
]


def main():
    for name, text, expected in CASES:
        done = subprocess.run([sys.argv[1], "-"], input=text if isinstance(text, bytes) else text.encode(),
                              capture_output=True, timeout=300)
        errors = done.stderr.decode(errors="replace")
        fits = done.returncode == 0 and not errors
        if expected:
            fits = done.returncode == 1 and errors.count("error: ") == 1 and expected in errors
        if not fits:
            sys.exit(f"{name}: exit {done.returncode}\nexpected: {expected}\ngot: {errors[:1000]}")
    print(f"{len(CASES)} texts as expected")


if __name__ == "__main__":
    main()
