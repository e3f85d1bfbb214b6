# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants one bug after the other in a scratch copy of the tree, and names the tests that catch it.

usage: run.py --check              only: does every patch still apply?
       run.py TREE [NAME ..]       TREE: a copy that may be changed, with a complete build in TREE/build

Each patch names the tests to try first (`Tests:`, a regular expression for lit's --filter); where those pass, all
are run. `Build:` names what ninja has to build for them, where that is more than kiln and kiln-opt. Exit status 1 if a bug is not caught, does not build, or no longer applies.
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIT = "/usr/lib/llvm-22/bin/lit"


def git_apply(tree, patch, *options):
    """git apply needs no repository; inside one it takes paths from the root of that."""
    return subprocess.run(["git", "apply", "-p1", *options, str(patch)], cwd=tree, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(pathlib.Path(tree).parent)})


def field(patch, name, default=None):
    found = re.search(rf"(?m)^{name}: (.*)$", patch.read_text())
    return found[1] if found else default


def failing(tree, tests):
    """Tests that fail, by name; `tests` is a filter, or None for all."""
    report = tree / "build" / "planted.json"
    suites = [tree / "test", tree / "test" / "unit", *sorted((tree / "build" / "test" / "conformance").glob("*/"))]
    suites = [s for s in suites if (s / "lit.cfg.py").exists() or (s / "lit.site.cfg.py").exists()]
    command = [LIT, "-q", "--param", f"build={tree / 'build'}", "--output", str(report), *map(str, suites)]
    if tests:
        command += ["--filter", tests, "--allow-empty-runs"]
    subprocess.run(command, cwd=tree, capture_output=True)
    with open(report) as file:
        names = [t["name"] for t in json.load(file)["tests"] if t["code"] in ("FAIL", "UNRESOLVED", "TIMEOUT")]
    # That a planted patch does not apply again is no catch.
    return sorted(name for name in names if not name.endswith("tools/planted.test"))


def build(tree, target):
    return subprocess.run(["ninja", "-C", str(tree / "build"), *target], capture_output=True).returncode == 0


def plant(tree, patch):
    """None where the bug is caught, else what went wrong."""
    applied = git_apply(tree, patch)
    if applied.returncode:
        return f"does not apply: {applied.stderr.strip()}"
    try:
        if not build(tree, field(patch, "Build", "kiln kiln-opt").split()):
            return "does not build"
        caught = failing(tree, field(patch, "Tests"))
        if not caught:
            build(tree, ["check-programs"])
            caught = failing(tree, None)
    finally:
        git_apply(tree, patch, "-R")
    if not caught:
        return "not caught"
    print(f"{patch.stem}: caught by {len(caught)}: {', '.join(caught[:3])}{', ..' if len(caught) > 3 else ''}", flush=True)
    return None


def main():
    patches = sorted(HERE.glob("*.patch"))
    wrong = 0
    if sys.argv[1:] == ["--check"]:
        for patch in patches:
            applied = git_apply(HERE.parent.parent, patch, "--check")
            if applied.returncode:
                print(f"{patch.name} no longer applies: {applied.stderr.strip()}")
                wrong += 1
        print(f"{len(patches) - wrong} of {len(patches)} patches apply")
        return 1 if wrong else 0
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tree, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if not (tree / "build" / "build.ninja").exists():
        sys.exit(f"{tree} has no build of the project in 'build'")
    unknown = set(names) - {patch.stem for patch in patches}
    if unknown:
        sys.exit(f"no patch is called {', '.join(sorted(unknown))}")
    for patch in patches:
        if names and patch.stem not in names:
            continue
        problem = plant(tree, patch)
        if problem:
            print(f"{patch.stem}: {problem} ({field(patch, 'Bug')})", flush=True)
            wrong += 1
    build(tree, ["kiln", "kiln-opt"])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
