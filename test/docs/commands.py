# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands that a text shows, and follows its links.

usage: commands.py ROOT FILE..

In shell scripts, lines that begin with `run build/bin/`; in Markdown, lines of sh blocks that begin with
`build/bin/`. Commands run in ROOT with the tools of the build under test, which lit puts first on PATH. A link to a
file, and a path in backquotes that looks like one of the tree's, has to exist. A block of Markdown that begins with
`$ build/bin/` shows output: some command that is run has to begin as its first line does, up to `...`, and print the
other lines in this order, with anything where `...` stands.
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


def shown_outputs(text):
    """The blocks that show output: the words of the command, and the lines after it."""
    for block in re.findall(r"^```\n\$ (build/bin/.*?)^```", text, re.M | re.S):
        command, *lines = joined_lines(block)
        yield shlex.split(command.removesuffix("...")), [line for line in lines if line.strip() != "..."]


def is_shown(lines, output):
    """The lines are all in the output, in this order."""
    rest = iter(output.splitlines())
    return all(line in rest for line in lines)


def missing(root, path, text):
    links = [target.split("#")[0] for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]
    for link in filter(None, links):
        if not (path.parent / link).exists():
            yield f"link {link}"
    for quoted in re.findall(r"`([\w./-]+)`", text):
        if quoted.split("/")[0] in TOP and "/" in quoted and not (root / quoted).exists():
            yield f"path {quoted}"


def main():
    root, failed, outputs, shown = pathlib.Path(sys.argv[1]).resolve(), 0, [], []
    for name in sys.argv[2:]:
        path = root / name
        text = path.read_text()
        for what in missing(root, path, text) if path.suffix == ".md" else ():
            print(f"{name}: {what} does not exist")
            failed += 1
        if path.suffix == ".md":
            shown += [(name, *block) for block in shown_outputs(text)]
        for words in commands(path, text):
            command = [pathlib.Path(words[0]).name, *words[1:]]
            run = subprocess.run(command, cwd=root, capture_output=True, text=True)
            outputs.append((words, run.stdout))
            print(f"{name}: {' '.join(command)}: exit status {run.returncode}")
            print(run.stdout + run.stderr)
            failed += run.returncode != 0
    for name, begin, lines in shown:
        if not any(words[: len(begin)] == begin and is_shown(lines, output) for words, output in outputs):
            print(f"{name}: no command prints what is shown: {' '.join(begin)}: {' | '.join(lines)}")
            failed += 1
    print(f"{len(outputs)} commands, {len(shown)} outputs, {failed} failures")
    return 1 if failed else 0


sys.exit(main())
