# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives damaged, empty, binary and truncated inputs to the programs themselves: each ends with exit status
0 or 1, an error where it is 1, in time, and leaves no partial output.

usage: programs.py KILN-MUTANTS ROOT COUNT SCRATCH
"""
import pathlib
import subprocess
import sys

SECONDS = 60


def commands(path, out):
    """What reads a text, an artifact, an array, a program, a machine: by the kind that starts the file's name."""
    kernels = [["kiln", "compile", path, "-o", out], ["kiln", "compile", path, "--emit=kernel-form"],
               ["kiln", "run", path, "--arg", "x=ones:f32[4]"]]
    vector_add = pathlib.Path(sys.argv[2]) / "test" / "triton" / "general" / "vector_add.ttir"
    add = ["kiln", "run", vector_add, "--arg", f"x_ptr=@{path}", "--arg", "y_ptr=x_ptr", "--arg", "o_ptr=zeros:f32[15]",
           "--arg", "n=15", "--save", f"o_ptr={out}"]
    return {
        "triton": [["kiln-read-triton", path]] + kernels,
        "tile": [["kiln-opt", path, "-o", out]] + kernels,
        "artifact": kernels[:1],
        "npy": [add],
        "assembly": [["npu-sim", path, "--max-cycles=100000"], ["npu-sim", path, "--disasm"]],
        "program": [["npu-sim", path, "--max-cycles=100000"], ["npu-sim", path, "--disasm"]],
        "machine": [["npu-sim", f"--machine={path}", "--show"]],
    }


def check(command, out):
    out.unlink(missing_ok=True)
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"does not end in {SECONDS} s"
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {done.stderr.decode(errors='replace')[-1000:]}"
    if done.returncode == 1 and b"error" not in done.stderr:
        return "exit status 1 without an error"
    if done.returncode == 1 and out.exists():
        return "exit status 1, and an output file"
    return None


def main():
    mutants, root, count, scratch = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
    scratch.mkdir(parents=True, exist_ok=True)
    out = scratch / "out"
    inputs = []
    kinds = list(commands("", ""))
    for kind in kinds:
        each = -(-count // len(kinds))
        subprocess.run([mutants, root, kind, f"--write={scratch}", str(each), "5"], check=True)
        inputs += [(kind, scratch / f"{kind}-{i}", False) for i in range(each)]
        for name, data in (("empty", b""), ("binary", bytes(range(256)) * 4), ("zeros", bytes(100)),
                           ("cut", (scratch / f"{kind}-0").read_bytes()[:200])):
            path = scratch / f"{kind}-{name}"
            path.write_bytes(data)
            inputs.append((kind, path, True))
    runs = 0
    for number, (kind, path, all_of_them) in enumerate(inputs):
        choices = commands(path, out)[kind]
        for command in choices if all_of_them else choices[number % len(choices):][:1]:
            runs += 1
            if (wrong := check(command, out)) is not None:
                sys.exit(f"{' '.join(map(str, command))}: {wrong}")
    print(f"{runs} runs ended well")


if __name__ == "__main__":
    main()
