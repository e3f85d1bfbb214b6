# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The lit tests. Run with: lit test [--param build=DIR]; the build directory is
# build/ unless given. The unit tests are the suite in unit/.
import os
import sys

import lit.formats

config.name = "kiln"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".test"]
# Suites of their own, and patches.
config.excludes = ["unit", "conformance", "planted"]
config.test_source_root = os.path.dirname(__file__)
build = os.path.abspath(lit_config.params.get("build", os.path.join(config.test_source_root, "..", "build")))
config.test_exec_root = os.path.join(build, "test")
tools = [os.path.join(build, "bin"), "/usr/lib/llvm-22/bin"]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --allow-unused-prefixes=false"
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%kernels", os.path.join(config.test_source_root, "triton")))
config.substitutions.append(("%build", build))
config.substitutions.append(("%root", os.path.join(config.test_source_root, "..")))
