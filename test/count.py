# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what lit's report counts, last "N passed, N failed"; fails when nothing ran or anything failed."""
import collections
import json
import sys

try:
    with open(sys.argv[1]) as report:
        codes = collections.Counter(test["code"] for test in json.load(report)["tests"])
except (OSError, ValueError) as error:
    print(f"no test report: {error}")
    codes = collections.Counter()
passed = codes.pop("PASS", 0) + codes.pop("FLAKYPASS", 0)
not_yet = codes.pop("XFAIL", 0)
skipped = codes.pop("UNSUPPORTED", 0) + codes.pop("SKIPPED", 0) + codes.pop("EXCLUDED", 0)
failed = sum(codes.values())
more = [f"{count} {what}" for count, what in ((not_yet, "not supported yet"), (skipped, "skipped")) if count]
if more:
    print("beside these: " + ", ".join(more))
print(f"{passed} passed, {failed} failed")
sys.exit(0 if passed > 0 and failed == 0 else 1)
