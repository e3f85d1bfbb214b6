# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interprets a kernel of the corpus at every level and compares with tile form, bit for bit.

    levels.py KERNEL.. [--lower-for=npu] [--kiln=build/bin/kiln]

The inputs are those of the goldens. A level that a target reduces floats at in another order may differ within the
bounds of 'kiln run --check'; no other may. One line for each launch; exit status 1 where a level differs, fails, or is
declined though the kernel says nothing that a target could lack there.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import run
from golden import KERNELS

# What the lowering makes; cut into native vectors, sums of lanes come in another order.
LEVELS = ["kernel-form", "staged", "native"]
MAY_REORDER = {"native"}
MAY_DECLINE = {"native"}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="+", metavar="KERNEL", help="names, or 'all'")
    parser.add_argument("--lower-for", default="npu", metavar="TARGET")
    parser.add_argument("--kiln", default="kiln", help="the program (default: kiln from the PATH)")
    parser.add_argument("--text", help="only launches of texts in this folder")
    parser.add_argument("--launches", type=int, default=1000, help="at most so many of each kernel and text")
    parser.set_defaults(fp_fusion="on", option=[], target=None)
    return parser.parse_args()


def interpret(settings, kernel, launch, case, level, check=False):
    """Exit status, output, error and buffers of one run; `level` is None for tile form as it was read."""
    with tempfile.TemporaryDirectory() as directory:
        settings.target = settings.lower_for if level else "reference"
        words = run.command(settings, kernel, launch, case, directory)
        words += [f"--interpret={level}"] if level else []
        words += ["--check"] if check else []
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        saved = {path.name: np.load(path) for path in sorted(pathlib.Path(directory).glob("*.out.npy"))}
        # What the kernel prints comes before the line that says where it ran.
        printed = re.split(r"^\w+ on reference.*, grid .*$", ended.stdout, flags=re.MULTILINE)
        return ended.returncode, "".join(printed) if check else printed[0], ended.stderr.strip(), saved


def same(expected, got):
    return all(np.array_equal(run.bits(expected[name]), run.bits(got[name])) for name in expected)


def verdict(settings, kernel, launch, case, level, tile, reorders):
    status, printed, error, saved = interpret(settings, kernel, launch, case, level)
    if "the reference interprets no level" in error:
        return "does not exist", True
    if tile[0] != status:
        declined = status == 1 and f"cannot lower the kernel to '{level}'" in error
        if declined and level in MAY_DECLINE:
            return "declined", True
        return f"exit status {status} for {tile[0]}: {error}", False
    if status != 0:  # the same mistake of the kernel, found at both levels
        return "fails too", True
    if printed != tile[1]:
        return "prints something else", False
    if same(tile[3], saved):
        return "equal", True
    if level in MAY_REORDER and reorders:
        status, printed, error, _ = interpret(settings, kernel, launch, case, level, check=True)
        return ("within bounds", True) if status == 0 else (f"differs: {printed}{error}", False)
    return "differs", False


def main():
    settings = options()
    np.seterr(all="ignore")
    names = sorted(KERNELS) if settings.kernels == ["all"] else settings.kernels
    wrong = 0
    for name in names:
        seen = {}
        for launch in KERNELS[name]:
            if settings.text and launch.folder != settings.text:
                continue
            seen[launch.folder] = seen.get(launch.folder, 0) + 1
            if seen[launch.folder] > settings.launches:
                continue
            case = launch.case()
            text = pathlib.Path(run.text_of(name, launch)).read_text()
            reorders = re.search(r"tt\.(reduce|scan|dot)", text) is not None
            tile = interpret(settings, name, launch, case, None)
            found = []
            for level in LEVELS:
                words, good = verdict(settings, name, launch, case, level, tile, reorders)
                found.append(f"{level} {words}")
                wrong += not good
            print(f"{name} {launch.folder} {launch.label}: {', '.join(found)}", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
