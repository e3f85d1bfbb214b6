# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The core and the public headers name no target outside of comments.

usage: target_names.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
names = {path.parent.name for path in root.glob("targets/*/CMakeLists.txt")} | {"npu", "nvptx", "cuda"}
# The host target's name is a common word; a use of it as a name is quoted.
words = re.compile(r"\b(" + "|".join(sorted(names - {"cpu"})) + r")\b", re.IGNORECASE)
comment = re.compile(r"^\s*(//|#(?!include|define|if|el|endif)|\*)|//.*$")

found = 0
for path in sorted(p for top in ("core", "include") for p in (root / top).rglob("*") if p.is_file()):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if words.search(comment.sub("", line)) and not comment.match(line):
            print(f"{path.relative_to(root)}:{number}: {line.strip()}")
            found += 1
print(f"{found} places name a target")
sys.exit(1 if found else 0)
