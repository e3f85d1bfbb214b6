# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds damaged Triton texts to the reader: each must give a module or an error, never a crash.

usage: mutate.py READER DIRECTORY COUNT [SEED]
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TOKENS = ["i1", "i8", "i32", "i64", "f16", "f32", "0", "-1", "1", "2147483648", "x", "<", ">", "(", ")", "{", "}",
          "tensor<4xi32>", "!tt.ptr<f32>", "tensor<0xi32>", "tensor<1048577xf32>", "dense<0>", "%0", "@f", "loc(#loc)",
          "tt.return", "scf.yield", "arith.addi", "tt.load", "tt.splat", "true", "array<i32: 0>", "\0", "\""]

GROUPS = [["i1", "i8", "i16", "i32", "i64", "i128"], ["f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"],
          ["arith.addi", "arith.muli", "arith.divsi", "arith.shli", "arith.xori", "arith.remui", "arith.floordivsi"],
          ["arith.addf", "arith.mulf", "arith.divf", "arith.maxnumf", "arith.remf"], ["slt", "ult", "eq", "sge"],
          ["math.exp", "math.sin", "math.rsqrt", "math.absf"], ["tt.expand_dims", "tt.reshape", "tt.broadcast"],
          ["tt.splat", "tt.unsplat", "tt.bitcast"], ["false", "true"], ["x", "y", "z"], ["public", "private"],
          ["tf32", "ieee", "bf16x3"], ["max", "min", "umax", "fadd", "exch", "and"], ["gpu", "cta", "sys"]]
SIBLINGS = {word: [other for other in group if other != word] for group in GROUPS for word in group}


def words(text):
    return [m.span() for m in re.finditer(r"[%@!#\w.]+|[<>(){}\[\],:=]", text)]


def replace(rng, text, span, new):
    return text[:span[0]] + new + text[span[1]:]


def mutate(rng, text):
    """One to three random edits, mostly not of the locations, which are half of the text."""
    if rng.random() < 0.8:
        text = re.sub(r" loc\((#loc\d*|\"\w+\"\(#loc\d*\)|callsite\(#loc\d* at #loc\d*\))\)", "", text)
        text = re.sub(r"(?m)^#loc.*\n", "", text)
    for _ in range(rng.choice([1, 1, 2])):
        spans = words(text)
        lines = text.splitlines(keepends=True)
        if not spans or not lines:
            return text
        kind = rng.randrange(16)
        span, other = rng.choice(spans), rng.choice(spans)
        if kind == 0:
            text = text[:rng.randrange(len(text))]
        elif kind == 1:
            text = replace(rng, text, span, "")
        elif kind == 2:
            text = replace(rng, text, span, rng.choice(TOKENS))
        elif kind == 3:
            text = replace(rng, text, span, text[other[0]:other[1]])
        elif kind == 4:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "".join(lines)
        elif kind == 5:
            del lines[rng.randrange(len(lines))]
            text = "".join(lines)
        elif kind in (6, 12, 13):
            numbers = [m.span() for m in re.finditer(r"\b\d+\b", text)]
            if numbers:
                text = replace(rng, text, rng.choice(numbers), str(rng.choice([0, 1, 2, 3, 7, 16, 2**31, 2**63])))
        elif kind != 7:
            # A change everywhere at once often leaves a text that parses.
            old = rng.choice([w for w in (text[a:b] for a, b in spans) if w[0] not in "#(){}[]<>,:="] or ["i32"])
            new = rng.choice(SIBLINGS.get(old, [rng.choice(list(SIBLINGS)), text[other[0]:other[1]]]))
            text = re.sub(r"(?<![\w.%@])" + re.escape(old) + r"(?![\w.])", lambda _: new, text)
        else:
            at = rng.randrange(len(text))
            text = text[:at] + chr(rng.randrange(1, 127)) + text[at + 1:]
    return text


def main():
    reader, directory, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    sources = [(p.name, p.read_text()) for p in sorted(directory.glob("*/*.ttir"))]
    for path in sorted(directory.glob("*.mlir")):
        # Each kernel of the hand-written tests, with the functions behind it.
        kernels = re.split(r"(?m)^(?=tt\.func public)|^// -----$", re.sub(r"(?m)^\s*// .*\n", "", path.read_text()))
        sources += [(f"{path.name} {i}", text) for i, text in enumerate(kernels) if "tt.func" in text]
    outcomes = {0: 0, 1: 0}
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "mutated.ttir"
        for round in range(count):
            name, text = sources[round % len(sources)]
            path.write_text(mutate(rng, text), newline="")
            run = subprocess.run([reader, str(path)], capture_output=True, text=True, timeout=300)
            errors = run.stderr.count("error: ")
            if run.returncode not in outcomes or (run.returncode == 1) != (errors == 1):
                print(f"round {round}: {name}: exit {run.returncode}, {errors} errors\n{run.stderr[-2000:]}")
                pathlib.Path("mutated-%d.ttir" % round).write_bytes(path.read_bytes())
                sys.exit(1)
            outcomes[run.returncode] += 1
    print(f"{count} mutations: {outcomes[0]} read, {outcomes[1]} refused")


if __name__ == "__main__":
    main()
