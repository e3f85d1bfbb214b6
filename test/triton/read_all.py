# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads every text of the corpus; its tile form and its mirror must survive printing and parsing.

usage: read_all.py READER OPT DIRECTORY
"""
import pathlib
import subprocess
import sys


def run(*command, stdin=None):
    done = subprocess.run(command, input=stdin, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def main():
    reader, opt, directory = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    texts = sorted(directory.glob("*/*.ttir"))
    for text in texts:
        tile = run(reader, str(text), "--locations")
        if run(opt, "--mlir-print-debuginfo", stdin=tile).rstrip() != tile.rstrip():
            sys.exit(f"{text.name}: the tile form changes when parsed and printed")
        if "kiln.form = \"tile\"" not in tile or " tt." in tile:
            sys.exit(f"{text.name}: not in tile form")
        mirror = run(reader, str(text), "--mirror", "--locations")
        if run(reader, "-", "--mirror", "--locations", stdin=mirror) != mirror:
            sys.exit(f"{text.name}: the mirror changes when parsed and printed")
    print(f"{len(texts)} texts read")


if __name__ == "__main__":
    main()
