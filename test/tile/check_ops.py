# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every op that the .td files of the dialect define occurs in ops.mlir.

usage: check_ops.py DEFINITIONS OPS.mlir
"""
import pathlib
import re
import sys


def main():
    definitions, ops = map(pathlib.Path, sys.argv[1:])
    checked = set(re.findall(r"tile\.(\w+)", "\n".join(l for l in ops.read_text().splitlines() if "CHECK" in l)))
    names = set()
    for path in definitions.glob("*.td"):
        names |= set(re.findall(r'^def Tile_\w+Op : \w+<"(\w+)"', path.read_text(), re.M))
    for name in sorted(names - checked):
        print(f"tile.{name} is not in {ops.name}")
    print(f"{len(names)} ops, {len(names - checked)} without a test")


main()
