# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a target does not do: the two dicts of its limits.cfg, test -> the reason that the test prints."""
import os


def load_limits(path, tests):
    """The dicts `unsupported` and `xfail` of a limits.cfg; raises ValueError for what is wrong with it."""
    limits = {"unsupported": {}, "xfail": {}}
    if path and os.path.exists(path):
        with open(path) as file:
            exec(compile(file.read(), path, "exec"), limits)
    twice = set(limits["unsupported"]) & set(limits["xfail"])
    unknown = (set(limits["unsupported"]) | set(limits["xfail"])) - set(tests)
    if twice:
        raise ValueError(f"{path}: both unsupported and xfail: {', '.join(sorted(twice))}")
    if unknown:
        raise ValueError(f"{path}: no such test: {', '.join(sorted(unknown))}")
    return limits["unsupported"], limits["xfail"]
