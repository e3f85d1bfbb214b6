# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the rung of every memory access of Triton's texts, for targets with and without copy engines.

usage: rungs.py DIRECTORY OF TEXTS, TARGETS

One line for each access: its source line, then what 'kiln compile --remarks' says; one for each target where they differ.
"""
import pathlib
import re
import subprocess
import sys


def remarks(path, target):
    words = ["kiln", "compile", str(path), f"--target={target}", "--stop-after=kernel-form", "--remarks", "-o", "/dev/null"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{path}, {target}: {ended.stderr}")
    return re.findall(r"^kiln: remark: \S+?:(\d+:\d+): rung: (.*)$", ended.stderr, re.M)


def main():
    directory, *targets = sys.argv[1:]
    for path in sorted(pathlib.Path(directory).glob("*/*.ttir")):
        print(f"{path.parent.name}/{path.stem}")
        for accesses in zip(*(remarks(path, target) for target in targets), strict=True):
            assert len({line for line, _ in accesses}) == 1
            same = len(set(accesses)) == 1
            for target, (line, rung) in zip(targets[:1] if same else targets, accesses):
                print(f"  {line} {'' if same else target + ': '}{rung}")


main()
