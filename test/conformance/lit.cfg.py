# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The cross-target tests, for one target. The build makes a suite for each
# registered target (build/test/conformance/<name>); for any other:
#   lit test/conformance --param target=NAME [--param options=--load-target=FILE.so]
#       [--param limits=FILE] [--param build=DIR]
import os
import re
import subprocess
import sys

here = os.path.dirname(__file__)
sys.path.insert(0, here)
from conformance_format import ConformanceTest
from limits import load_limits

params = dict(getattr(config, "conformance", {}), **lit_config.params)
if "target" not in params:
    lit_config.fatal("say which target, e.g. lit test/conformance --param target=NAME")
target = params["target"]
options = params.get("options", "").split()
build = os.path.abspath(params.get("build", os.path.join(here, "..", "..", "build")))

config.name = f"conformance[{target}]"
config.suffixes = [".mlir", ".test"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "test", "conformance", target)
tools = [os.path.join(build, "bin"), "/usr/lib/llvm-22/bin"]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
config.substitutions.append(("%kernels", os.path.join(here, "..", "triton")))
config.substitutions.append(("%target", " ".join([target] + options)))


def why_no_device():
    """Why the target runs nothing on this machine, or None: what `kiln targets` says of its device."""
    command = ["kiln", "targets"] + [option for option in options if option.startswith("--load-target=")]
    listed = subprocess.run(command, env=config.environment, capture_output=True, text=True)
    parts = re.split(r"(?m)^(?=\S)", listed.stdout)
    about = next((part for part in parts if part.split(None, 1)[:1] == [target]), None)
    if about is None:
        lit_config.fatal(f"'{' '.join(command)}' lists no target '{target}':\n{listed.stdout}{listed.stderr}")
    device = re.search(r"(?m)^  device +(.*)$", about)[1]
    return None if device == "yes" else device


limits = params.get("limits")
try:
    unsupported, xfail = load_limits(limits, os.listdir(here))
except (ValueError, SyntaxError) as error:
    lit_config.fatal(str(error))
config.test_format = ConformanceTest(limits, unsupported, xfail, [f"--target={target}"] + options, why_no_device())
