# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every op of Triton that is read has a row in the table of docs/kernel-form.md.

usage: kernel_form.py DEFINITIONS OF TRITON'S OPS, KERNEL-FORM.md
"""
import pathlib
import re
import sys


def main():
    definitions, page = map(pathlib.Path, sys.argv[1:])
    names = set()
    for path in definitions.glob("*.td"):
        names |= set(re.findall(r'^def Triton_\w+Op : \w+<"([\w.]+)"', path.read_text(), re.M))
    rows = [line.split("|")[1] for line in page.read_text().splitlines() if line.startswith("| ")]
    homes = {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}
    for name in sorted(names - homes):
        print(f"tt.{name} has no row")
    print(f"{len(names)} ops, {len(names - homes)} without a row")


main()
