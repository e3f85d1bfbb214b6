# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise ops on pairs of special values, on a target's device and by the reference.

    arithmetic.py TARGET FAMILY DIRECTORY

One line for each kernel: its name and what `kiln run --check` says of the result.
"""
import itertools
import pathlib
import subprocess
import sys

import numpy as np

FLOATS = {
    # name: (width, bits of the fraction, bits of infinity or of the largest number)
    "f8E4M3FN": (8, 3, 0x7E), "f8E5M2": (8, 2, 0x7C), "f8E4M3FNUZ": (8, 3, 0x7F), "f8E5M2FNUZ": (8, 2, 0x7F),
    "f16": (16, 10, 0x7C00), "bf16": (16, 7, 0x7F80), "f32": (32, 23, 0x7F800000), "f64": (64, 52, 0x7FF << 52),
}
# The others are saved as unsigned integers.
NUMPY_FLOATS = ("f16", "f32", "f64")
TILE = 256


def float_patterns(name, rng, count):
    """Bits: zero, subnormals, borders of rounding, the largest, infinity, NaN, and random ones; of both signs."""
    width, fraction, top = FLOATS[name]
    one = ((1 << (width - 2)) - 1) >> fraction << fraction
    some = [0, 1, 2, (1 << fraction) - 1, 1 << fraction, (1 << fraction) + 1, one, one + 1, one | 1 << (fraction - 1),
            one + (2 << fraction), top - 1, top, top + 1, (1 << (width - 1)) - 1]
    some += [int(rng.integers(0, 1 << 63)) % (1 << (width - 1)) for _ in range(count // 2 - len(some))]
    return [sign << (width - 1) | bits for bits in some[:count // 2] for sign in (0, 1)]


def integer_patterns(width, rng, count):
    some = [0, 1, 2, 3, width - 1, width, width + 1, 1 << (width - 1), (1 << (width - 1)) - 1, (1 << width) - 1,
            (1 << width) - 2]
    return ([v % (1 << width) for v in some] + [int(rng.integers(0, 1 << 63)) % (1 << width) for _ in range(count)])[:count]


def pairs(patterns):
    """Every pattern with every other."""
    both = list(itertools.product(patterns, patterns))
    return [a for a, _ in both], [b for _, b in both]


def integer_ops(t):
    names = ["tile.divsi", "tile.divui", "tile.remsi", "tile.remui", "tile.shli", "tile.shrui", "tile.shrsi",
             "arith.addi", "arith.muli", "arith.maxsi", "arith.minui"]
    ops = [(t, f"%r{{i}} = {name} %x, %y : $({t})") for name in names]
    return ops + [(t, f"%r{{i}} = {name} %x : $({t})") for name in ["math.absi", "math.ctlz", "math.cttz", "math.ctpop"]]


def float_ops(t):
    binary = ["addf", "subf", "mulf", "divf", "remf", "maxnumf", "minnumf", "maximumf", "minimumf"]
    ops = [(t, f"%r{{i}} = arith.{name} %x, %y : $({t})") for name in binary]
    unary = ["math.absf", "math.sqrt", "math.floor", "math.ceil", "math.trunc", "math.round", "math.roundeven", "arith.negf"]
    ops += [(t, f"%r{{i}} = {name} %x : $({t})") for name in unary]
    ops += [(t, f"%r{{i}} = tile.clamp %x, %y, %x {rule} : $({t})") for rule in ("ignore", "propagate")]
    ops += [("i1", f"%r{{i}} = arith.cmpf {p}, %x, %y : $({t})") for p in ("oeq", "olt", "uge", "uno", "one")]
    for i in ("i8", "i16", "i32", "i64"):
        ops += [(i, f"%r{{i}} = {name} %x : $({t}) -> $({i})") for name in ("tile.fptosi", "tile.fptoui")]
    return ops


def cast_ops(t):
    ops = []
    for to in FLOATS:
        if to != t:
            ops += [(to, f"%r{{i}} = tile.cast %x {how} : $({t}) -> $({to})") for how in ("nearest", "toward_zero")]
        if FLOATS[to][0] > FLOATS[t][0]:
            ops.append((to, f"%r{{i}} = arith.extf %x : $({t}) to $({to})"))
        if FLOATS[to][0] < FLOATS[t][0]:
            ops.append((to, f"%r{{i}} = arith.truncf %x : $({t}) to $({to})"))
    return ops


def from_integer_ops(t):
    return [(to, f"%r{{i}} = arith.{name} %x : $({t}) to $({to})") for to in FLOATS for name in ("sitofp", "uitofp")]


def kernel(t, ops):
    """A kernel that applies every op to x and y and stores every result."""
    tensor = lambda element: f"tensor<{TILE}x{element}>"
    arguments = [f'%{n}: !tile.ptr {{tile.name = "{n}", tile.pointee = {t}}}' for n in ("p", "q")]
    arguments += [f'%o{i}: !tile.ptr {{tile.name = "o{i}", tile.pointee = {to}}}' for i, (to, _) in enumerate(ops)]
    lines = ["%pid = tile.program_id x : i32", f"%size = arith.constant {TILE} : i32",
             "%first = arith.muli %pid, %size : i32", f"%l = tile.range 0 to {TILE} : tensor<{TILE}xi32>",
             f"%f = tile.broadcast %first : i32 -> tensor<{TILE}xi32>", f"%a = arith.addi %f, %l : tensor<{TILE}xi32>"]
    lines += [f"%{v} = tile.load %{n}[%a] : !tile.ptr, tensor<{TILE}xi32> -> {tensor(t)}" for v, n in ("xp", "yq")]
    for i, (to, text) in enumerate(ops):
        text = text.replace("{i}", str(i))
        for element in {t, to}:
            text = text.replace(f"$({element})", tensor(element))
        lines += [text, f"tile.store %r{i}, %o{i}[%a] : {tensor(to)}, !tile.ptr, tensor<{TILE}xi32>"]
    body = "\n  ".join(lines)
    return f'func.func @k({", ".join(arguments)}) attributes {{kiln.form = "tile"}} {{\n  {body}\n  return\n}}\n'


def width_of(t):
    return FLOATS[t][0] if t in FLOATS else max(8, int(t[1:]))


def run(target, name, t, ops, x, y, directory):
    (directory / "k.mlir").write_text(kernel(t, ops))
    for argument, values in (("p", x), ("q", y)):
        array = np.array(values, f"u{width_of(t) // 8}")
        np.save(directory / f"{argument}.npy", array.view(f"f{width_of(t) // 8}") if t in NUMPY_FLOATS else array)
    words = ["kiln", "run", str(directory / "k.mlir"), f"--target={target}", "--check", f"--grid={len(x) // TILE}"]
    words += [f"--arg={n}=@{directory}/{n}.npy" for n in "pq"]
    words += [f"--arg=o{i}=zeros:{to}[{len(x)}]" for i, (to, _) in enumerate(ops)]
    done = subprocess.run(words, capture_output=True, text=True)
    checks = [line.strip() for line in done.stdout.splitlines() if line.strip().startswith("check o")]
    wrong = [line for line in checks if ": equal: " not in line]
    for line in wrong:
        op = ops[int(line.split()[1].strip("o:"))][1].replace("$", "").replace("%r{i} = ", "")
        print(f"{name}: {op}: {line}")
    if done.returncode not in (0, 1) or (done.returncode and not wrong) or len(checks) != len(ops):
        print(f"{name}: exit status {done.returncode}: {done.stderr.strip()[:500]}")
    print(f"{name}: {len(checks) - len(wrong)} of {len(ops)} ops equal on {len(x)} values", flush=True)


def main():
    target, family, directory = sys.argv[1:4]
    directory = pathlib.Path(directory)
    directory.mkdir(exist_ok=True)
    rng = np.random.default_rng(7)
    integers = [f"i{width}" for width in (8, 16, 32, 64)]
    if family == "integers":
        for t in integers:
            run(target, t, t, integer_ops(t), *pairs(integer_patterns(int(t[1:]), rng, 32)), directory)
    elif family == "floats":
        for t in ("f16", "bf16", "f32", "f64"):
            run(target, t, t, float_ops(t), *pairs(float_patterns(t, rng, 32)), directory)
    else:
        for t in FLOATS:
            few = FLOATS[t][0] <= 16
            x = list(range(1 << FLOATS[t][0])) if few else float_patterns(t, rng, 4096)
            run(target, t, t, cast_ops(t), x, x, directory)
        for t in integers:
            x = integer_patterns(int(t[1:]), rng, 4096)
            run(target, t, t, from_integer_ops(t), x, x, directory)


main()
