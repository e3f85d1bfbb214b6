# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every Triton text for one target and prints, per kernel, "compiles" or the reason it is declined.

usage: corpus.py TARGET DIRECTORY OF TEXTS, OUTPUT FILE
"""
import pathlib
import re
import subprocess
import sys


def verdict(target, path, output):
    run = subprocess.run(["kiln", "compile", str(path), f"--target={target}", "-o", output], capture_output=True, text=True)
    if run.returncode == 0:
        return "compiles"
    if run.returncode != 1:
        return f"exit status {run.returncode}"
    first = run.stderr.splitlines()[0] if run.stderr else "no message"
    return re.sub(r"^kiln: error: (\S+:\d+:\d+: )?", "", first)


def main():
    target, directory, output = sys.argv[1:4]
    for path in sorted(pathlib.Path(directory).glob("*/*.ttir")):
        print(f"{path.parent.name}/{path.stem}: {verdict(target, path, output)}")


main()
