# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The GoogleTest programs, each case a test of its own: every program in the
# build directory's test/unit whose name ends in Test.
import os

import lit.formats

build = os.path.abspath(lit_config.params.get("build", os.path.join(os.path.dirname(__file__), "..", "..", "build")))
config.name = "kiln-unit"
config.test_format = lit.formats.GoogleTest(".", "Test")
config.test_source_root = config.test_exec_root = os.path.join(build, "test", "unit")
os.makedirs(config.test_source_root, exist_ok=True)
