# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the rung of every memory access of Triton's texts, for targets with and without copy engines.

usage: rungs.py DIRECTORY OF TEXTS, TARGETS

One line for each access: its source line, then what 'kiln compile --remarks' says; one for each target where they differ.
General texts come twice, without facts and with those that Triton's rule gives for buffers and sizes that are multiples
of 16 and rows without gaps.
"""
import pathlib
import re
import subprocess
import sys

# Strides that are 1 in a launch on row-major arrays; Triton makes them constants.
ONES = {"matmul": {"sak", "sbn", "scn"}}


def facts(path):
    """Every pointer and 32-bit integer of the kernel is a multiple of 16, or 1."""
    signature = re.search(r"tt\.func public @(\w+)\((.*)$", path.read_text(), re.M)
    ones = ONES.get(signature[1], set())
    names = re.findall(r"%(\w+): (?:!tt\.ptr<\w+>|i32)", signature[2])
    return [f"--fact={name}=1" if name in ones else f"--fact={name}%16" for name in names]


def remarks(path, target, options):
    words = ["kiln", "compile", str(path), f"--target={target}", "--stop-after=kernel-form", "--remarks", "-o", "/dev/null"]
    ended = subprocess.run([*words, *options], capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{path}, {target}: {ended.stderr}")
    return re.findall(r"^kiln: remark: \S+?:(\d+:\d+): rung: (.*)$", ended.stderr, re.M)


def show(path, targets, options, title):
    print(title)
    for accesses in zip(*(remarks(path, target, options) for target in targets), strict=True):
        assert len({line for line, _ in accesses}) == 1
        same = len(set(accesses)) == 1
        for target, (line, rung) in zip(targets[:1] if same else targets, accesses):
            print(f"  {line} {'' if same else target + ': '}{rung}")


def main():
    directory, *targets = sys.argv[1:]
    for path in sorted(pathlib.Path(directory).glob("*/*.ttir")):
        title = f"{path.parent.name}/{path.stem}"
        show(path, targets, [], title)
        if path.parent.name == "general":
            show(path, targets, facts(path), f"{title} with facts")


main()
