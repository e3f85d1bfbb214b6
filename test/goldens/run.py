# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel of the corpus on inputs made here and compares with outputs computed here.

    run.py KERNEL [--target=reference] [--kiln=build/bin/kiln]
    run.py --corpus=test/targets/npu/corpus.txt --target=npu

One line for each launch; exit status 1 where one differs. With --corpus all
launches whose text is said to compile there, and those whose text lies here.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

import elementwise  # noqa: F401  these four fill KERNELS
import memory  # noqa: F401
import products  # noqa: F401
import rows  # noqa: F401
from golden import KERNELS, bits  # noqa: F401

HERE = os.path.dirname(os.path.abspath(__file__))


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("kernel", nargs="?", choices=sorted(KERNELS), metavar="KERNEL")
    what.add_argument("--corpus", help="a list of what compiles")
    parser.add_argument("--target", default="reference")
    parser.add_argument("--kiln", default="kiln", help="the program (default: kiln from the PATH)")
    parser.add_argument("--fp-fusion", default="on", choices=["on", "off"])
    parser.add_argument("--option", action="append", default=[], help="for kiln run, e.g. --option=--timeout=9")
    # Makes what is expected of an argument, or of the "text", wrong.
    parser.add_argument("--plant", help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(options):
    """Kernel -> its launches that are to be run. A kernel that compiles without having a launch is an error."""
    if options.kernel:
        return {options.kernel: KERNELS[options.kernel]}
    with open(options.corpus, encoding="utf-8") as file:
        compiled = {line.split(":")[0] for line in file if line.endswith(": compiles\n")}
    launches = {
        kernel: [one for one in all if one.folder == "own" or f"{one.folder}/{kernel}" in compiled]
        for kernel, all in sorted(KERNELS.items())
    }
    missing = compiled - {f"{one.folder}/{kernel}" for kernel, some in launches.items() for one in some}
    if missing:
        sys.exit(f"no launches of {', '.join(sorted(missing))}")
    return {kernel: some for kernel, some in launches.items() if some}


def text_of(kernel, launch):
    # "own" texts lie here, the others are Triton's.
    folder = HERE if launch.folder == "own" else os.path.join(HERE, "..", "triton", launch.folder)
    return os.path.join(folder, kernel + ".ttir")


def command(options, kernel, launch, case, directory):
    kernel = text_of(kernel, launch)
    grid = "x".join(str(size) for size in np.atleast_1d(case.grid))
    words = [options.kiln, "run", kernel, f"--target={options.target}", f"--grid={grid}", *options.option]
    if options.fp_fusion == "off":
        words.append("--fp-fusion=off")
    for name, value in case.args.items():
        if isinstance(value, np.ndarray):
            np.save(os.path.join(directory, name + ".npy"), value)
            words.append(f"--arg={name}=@{directory}/{name}.npy")
            words.append(f"--save={name}={directory}/{name}.out.npy")
        else:
            words.append(f"--arg={name}={value}")
    return words


def compare_buffers(options, case, directory):
    """The first difference, and the largest part of a tolerance that was used."""
    strict = options.target == "reference" or options.fp_fusion == "off"
    used = 0.0
    for name, expected in case.expected.items():
        expected = expected.plant() if options.plant == name else expected
        got = np.load(f"{directory}/{name}.out.npy").view(expected.array.dtype)
        if got.shape != expected.array.shape:
            return f"{name}: expected the shape {expected.array.shape} but got {got.shape}", used
        wrong = np.argwhere(~expected.accepts(got, strict))
        if len(wrong):
            index = tuple(int(i) for i in wrong[0])
            where = ",".join(str(i) for i in index)
            return f"{name}[{where}]: {expected.describe(got, index)} ({len(wrong)} of {got.size} differ)", used
        used = max(used, expected.used(got))
    return None, used


def compare_printed(options, case, output):
    position = 0
    for text in case.printed:
        text = text + "?" if options.plant == "text" else text
        found = output.find(text, position)
        if found < 0:
            return f"expected the output to have '{text}' after what was found before"
        position = found + len(text)
    return None


def run(options, kernel, launch):
    """The difference (None where there is none) and how near it was."""
    case = launch.case()
    with tempfile.TemporaryDirectory() as directory:
        words = command(options, kernel, launch, case, directory)
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        if case.fails:
            text = case.fails + "?" if options.plant == "text" else case.fails
            good = ended.returncode == 1 and text in ended.stderr
            return None if good else f"expected an error with '{text}' but got '{ended.stderr.strip()}'", 0.0
        if ended.returncode:
            return f"exit status {ended.returncode}: {ended.stderr.strip()}", 0.0
        difference, used = compare_buffers(options, case, directory)
        return difference or compare_printed(options, case, ended.stdout), used


def run_all(options, kernel, launches):
    """The number of launches that differ."""
    different = 0
    for launch in launches:
        difference, used = run(options, kernel, launch)
        verdict = difference or (f"within {100 * used:.0f}% of the tolerance" if used else "equal")
        print(f"{kernel} {launch.folder} {launch.label}: {verdict}", flush=True)
        different += difference is not None
    word = "launch" if len(launches) == 1 else "launches"
    print(f"{kernel}: {len(launches)} {word}, {different} different")
    return different


def main():
    settings = options()
    np.seterr(all="ignore")  # NaN, infinities and overflow are meant
    kernels = chosen(settings)
    different = sum(run_all(settings, kernel, launches) for kernel, launches in kernels.items())
    if settings.corpus:
        print(f"{len(kernels)} kernels, {sum(map(len, kernels.values()))} launches, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
