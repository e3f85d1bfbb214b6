# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a limits.cfg that fits what a target does today, from lit's report of a run.

  lit -q --output report.json build/test/conformance/NAME
  python3 test/conformance/propose_limits.py [targets/NAME/limits.cfg] < report.json

Entries whose tests behave as they say are kept, those of tests that pass now are dropped, and each other
test that fails is listed with the first error that it printed. Read them before you take them: a wrong
result is no limit.
"""
import json
import re
import sys

from limits import load_limits


def reason(output):
    """The first error, without its place and without the types that an op is declined for."""
    # FileCheck numbers the lines of its input.
    found = re.search(r"(?m)^(?: *\d+: )?kiln: error: (?:\S+:\d+:\d+: )?(.*)", output)
    found = found or re.search(r"error: (.*)", output)
    if not found:
        return "no error is printed"
    declined = re.match(r"target '\w+' declines '[\w.]+'", found[1])
    return declined[0] if declined else found[1]


def main():
    tests = {test["name"].split(" :: ")[1]: test for test in json.load(sys.stdin)["tests"]}
    path = sys.argv[1] if len(sys.argv) > 1 else None
    unsupported, xfail = load_limits(path, tests)
    for name, test in tests.items():
        if test["code"] == "FAIL":
            unsupported.pop(name, None)
            xfail.pop(name, None)
            if "but the test passes" not in test["output"]:
                xfail[name] = reason(test["output"])
    print("# What conformance tests this target fails, and what it prints then (docs/testing.md).")
    for title, about, limits in (("unsupported", "never", unsupported), ("xfail", "not yet", xfail)):
        print(f"\n# {about}\n{title} = {{")
        for name in sorted(limits):
            print(f"    {json.dumps(name)}: {json.dumps(limits[name])},")
        print("}")


if __name__ == "__main__":
    main()
