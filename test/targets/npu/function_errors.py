# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The largest error of each function of the npu in units of the last place, against
# NumPy in float64, over random bits, a dense range around 1 and special values; and
# what the target states. Exit status 1 where a function is worse than stated.
#
#   function_errors.py NPUTarget.cpp FOLDER [function ...]

import math
import pathlib
import re
import subprocess
import sys

import numpy as np

COUNT = 16384
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1.17549435e-38, 3.4028235e38,
           -3.4028235e38, 88.8, -88.8, 89.4, -89.4, 4096.0, 20.0, 1e-7, 0.99999994, -0.99999994, 1.0000001, 1000.0]
KERNEL = """
func.func @f(%p: !tile.ptr {{tile.name = "p", tile.pointee = f32}}, %r: !tile.ptr {{tile.name = "r", tile.pointee = f32}},
    %q: !tile.ptr {{tile.name = "q", tile.pointee = f32}}) attributes {{kiln.form = "tile"}} {{
  %i = tile.program_id x : i32
  %c = arith.constant 128 : i32
  %first = arith.muli %i, %c : i32
  %firsts = tile.broadcast %first : i32 -> tensor<128xi32>
  %lane = tile.range 0 to 128 : tensor<128xi32>
  %l = arith.addi %firsts, %lane : tensor<128xi32>
  %x = tile.load %p[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  %y = tile.load %r[%l] : !tile.ptr, tensor<128xi32> -> tensor<128xf32>
  %z = math.{name} {operands} : tensor<128xf32>
  tile.store %z, %q[%l] : tensor<128xf32>, !tile.ptr, tensor<128xi32>
  return
}}
"""
NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
         "acosh": "arccosh", "atanh": "arctanh"}


def reference(name):
    if name == "rsqrt":
        return lambda x: 1 / np.sqrt(x)
    if name == "erf":
        return np.vectorize(math.erf)
    return getattr(np, NAMES.get(name, name))


def inputs(seed):
    random = np.random.default_rng(seed)
    bits = random.integers(0, 2**32, COUNT, dtype=np.uint64).astype(np.uint32).view(np.float32)
    near = (random.standard_normal(COUNT) * 10.0 ** random.integers(-3, 2, COUNT)).astype(np.float32)
    unit = random.uniform(-1, 1, COUNT).astype(np.float32)
    values = np.concatenate([bits, near, unit])[: 3 * COUNT]
    values[: len(SPECIAL)] = SPECIAL
    return values


def error(got, exact):
    """In units of the last place of the exact result; infinite where the kinds differ."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(np.float32)
        spacing = np.spacing(np.abs(np.where(np.isfinite(rounded), rounded, np.float32(3e38)))).astype(np.float64)
        off = np.abs(got.astype(np.float64) - exact) / spacing
        same = (got == rounded) & (np.signbit(got) == np.signbit(rounded)) | (np.isnan(got) & np.isnan(rounded))
    off = np.where(same, np.where(np.isfinite(rounded), off, 0.0), np.where(np.isnan(off), np.inf, off))
    return np.where(~same & (rounded == 0) & (got == 0), np.inf, off)


def main():
    stated = dict(re.findall(r'\{"math\.(\w+)", ([\d.]+)\}', pathlib.Path(sys.argv[1]).read_text()))
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    x, y = inputs(1), inputs(2)
    np.random.default_rng(3).shuffle(y)
    pairs = len(SPECIAL) ** 2
    x[:pairs], y[:pairs] = np.repeat(SPECIAL, len(SPECIAL)), np.tile(SPECIAL, len(SPECIAL))
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    worse = 0
    for name in sys.argv[3:] or sorted(stated):
        kernel = folder / f"{name}.mlir"
        isBinary = name == "atan2"
        kernel.write_text(KERNEL.format(name=name, operands="%x, %y" if isBinary else "%x"))
        subprocess.run(["kiln", "run", kernel, "--target=npu", f"--grid={len(x) // 128}", "--arg",
                        f"p=@{folder}/x.npy", "--arg", f"r=@{folder}/y.npy", "--arg", f"q=zeros:f32[{len(x)}]", "--save",
                        f"q={folder}/q.npy"], check=True, stdout=subprocess.DEVNULL)
        with np.errstate(all="ignore"):
            arguments = [x.astype(np.float64), y.astype(np.float64)][: 1 + isBinary]
            exact = reference(name)(*arguments)
        off = error(np.load(folder / "q.npy"), exact)
        worst = int(np.argmax(off))
        isWorse = off[worst] > float(stated[name])
        worse += isWorse
        print(f"{name}: {off[worst]:.2f} ulp of {stated[name]} at {x[worst]!r}" + (": worse than stated" if isWorse else ""))
    print(f"{worse} worse than stated")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
