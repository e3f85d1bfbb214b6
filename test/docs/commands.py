# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands that a text shows, and follows its links.

usage: commands.py ROOT FILE..

In shell scripts, lines that begin with `run build/bin/`; in Markdown, lines of sh blocks that begin with
`build/bin/`. Commands run in ROOT with the tools of the build under test, which lit puts first on PATH. A link to a
file, and a path in backquotes that looks like one of the tree's, has to exist.
"""
import pathlib
import re
import shlex
import subprocess
import sys

TOP = ("core", "docs", "examples", "include", "sim", "targets", "test")


def joined_lines(text):
    return text.replace("\\\n", " ").splitlines()


def commands(path, text):
    inside = path.suffix == ".sh"
    for line in joined_lines(text):
        if path.suffix == ".md" and line.startswith("```"):
            inside = line.strip() == "```sh"
            continue
        line = line.removeprefix("run ").strip()
        if inside and line.startswith("build/bin/"):
            yield shlex.split(line, comments=True)


def missing(root, path, text):
    links = [target.split("#")[0] for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]
    for link in filter(None, links):
        if not (path.parent / link).exists():
            yield f"link {link}"
    for quoted in re.findall(r"`([\w./-]+)`", text):
        if quoted.split("/")[0] in TOP and "/" in quoted and not (root / quoted).exists():
            yield f"path {quoted}"


def main():
    root, failed, ran = pathlib.Path(sys.argv[1]).resolve(), 0, 0
    for name in sys.argv[2:]:
        path = root / name
        text = path.read_text()
        for what in missing(root, path, text) if path.suffix == ".md" else ():
            print(f"{name}: {what} does not exist")
            failed += 1
        for command in commands(path, text):
            command[0] = pathlib.Path(command[0]).name
            run = subprocess.run(command, cwd=root, capture_output=True, text=True)
            ran += 1
            print(f"{name}: {' '.join(command)}: exit status {run.returncode}")
            print(run.stdout + run.stderr)
            failed += run.returncode != 0
    print(f"{ran} commands, {failed} failures")
    return 1 if failed else 0


sys.exit(main())
