# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the compile keys of requests that differ in one thing each.

usage: keys.py KERNEL
"""
import json
import pathlib
import subprocess
import sys
import tempfile

kernel = sys.argv[1]


def key(path, *options):
    text = subprocess.run(["kiln", "compile", path, "--emit=launch-info", *options], check=True, capture_output=True,
                          text=True).stdout
    return json.loads(text)["compile_key"]


with tempfile.TemporaryDirectory() as folder:
    other = pathlib.Path(folder) / "other.ttir"
    other.write_text(pathlib.Path(kernel).read_text() + "\n")
    requests = [
        (kernel,),
        (str(other),),
        (kernel, "--fp-fusion=off"),
        (kernel, "--fact=n%16"),
        (kernel, "--fact=n%32"),
        (kernel, "--fact=n%16", "--no-general"),
        (kernel, "--variant=n=4096", "--variant=n%16"),
    ]
    keys = [key(*request) for request in requests]
    again = [key(*request) for request in requests]
if keys != again:
    sys.exit("the keys differ from run to run")
print(f"{len(keys)} requests, {len(set(keys))} keys")
