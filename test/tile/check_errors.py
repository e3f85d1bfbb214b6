# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every message that a verifier of the dialect can print is expected by a test.

usage: check_errors.py SOURCES TESTS

A message is the chain of texts and values behind emitOpError(); each text has
to occur, in that order, in the argument of some expected-error.
"""
import pathlib
import re
import sys

TEXT = r'"((?:[^"\\]|\\.)*)"'


def pattern(statement):
    """The regular expression of one message: texts literally, values as anything."""
    parts = []
    for piece in statement.split("<<"):
        texts = [t.replace('\\"', '"') for t in re.findall(TEXT, piece)]
        if not texts:
            parts.append(".*")
        elif "?" in re.sub(TEXT, "", piece):
            parts.append("(?:" + "|".join(map(re.escape, texts)) + ")")
        else:
            parts.append(re.escape("".join(texts)))
    return "".join(parts)


def messages(sources):
    for path in sorted(sources.glob("*.cpp")):
        text = path.read_text()
        for match in re.finditer(r"emitOpError\(\)((?:\"(?:[^\"\\]|\\.)*\"|[^;\"])*);", text):
            yield f"{path.name}:{text.count(chr(10), 0, match.start()) + 1}", pattern(match.group(1))


def main():
    sources, tests = map(pathlib.Path, sys.argv[1:])
    expected = []
    for path in sorted(tests.glob("*.mlir")):
        expected += re.findall(r"expected-error.*?\{\{(.*?)\}\}$", path.read_text(), re.M)
    count = missing = 0
    for where, regex in messages(sources):
        count += 1
        if not any(re.search(regex, text) for text in expected):
            missing += 1
            print(f"{where}: no test expects {regex}")
    print(f"{count} messages, {missing} without a test")


main()
