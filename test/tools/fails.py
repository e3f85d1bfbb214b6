# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command that has to end with exit status 1 and nothing on standard
output; prints what it said on standard error.

usage: fails.py COMMAND [ARGUMENTS]
"""
import subprocess
import sys

done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
sys.stdout.write(done.stderr.decode(errors="backslashreplace"))
if done.returncode != 1:
    sys.exit(f"exit status {done.returncode}, expected 1")
if done.stdout:
    sys.exit(f"{len(done.stdout)} bytes on standard output, expected none")
