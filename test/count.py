# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints "N passed, N failed" from lit's report; fails when nothing ran or anything failed."""
import sys
import xml.etree.ElementTree as ElementTree

try:
    suites = ElementTree.parse(sys.argv[1]).getroot().iter("testsuite")
    counts = [(int(s.get("tests")), int(s.get("failures")), int(s.get("skipped", 0))) for s in suites]
except (OSError, ElementTree.ParseError) as error:
    print(f"no test report: {error}")
    counts = []
failed = sum(c[1] for c in counts)
skipped = sum(c[2] for c in counts)
passed = sum(c[0] for c in counts) - failed - skipped
print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(0 if passed > 0 and failed == 0 else 1)
