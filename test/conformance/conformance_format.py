# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The format of the cross-target tests: shell tests, judged with a target's limits.

lit's own `XFAIL:` lines go stale in silence (a test that passes against them is no failure), and they say
nothing about how a test fails. Here a limit is an entry test -> reason in the target's limits.cfg; the
test has to fail, and print the reason.
"""
import os
import re

import lit.formats
import lit.Test
import lit.util


class ConformanceTest(lit.formats.ShTest):
    def __init__(self, limits_path, unsupported, xfail, compile_options, no_device):
        """no_device: why nothing can be run here, or None; then the kernels are only compiled."""
        super().__init__(True)
        self.limits_path = limits_path
        self.unsupported = unsupported
        self.xfail = xfail
        self.compile_options = compile_options
        self.no_device = no_device

    def execute(self, test, litConfig):
        name = "/".join(test.path_in_suite)
        result = self.compile(test) if self.no_device else super().execute(test, litConfig)
        if not isinstance(result, lit.Test.Result):
            result = lit.Test.Result(*result)
        expected = self.unsupported.get(name, self.xfail.get(name))
        if expected is None or result.code is lit.Test.UNSUPPORTED:
            return result
        kind, code = ("xfail", lit.Test.XFAIL) if name in self.xfail else ("unsupported", lit.Test.UNSUPPORTED)
        listed = f"{self.limits_path}: {kind}: '{name}': '{expected}'"
        if not result.code.isFailure:
            return lit.Test.Result(lit.Test.FAIL, f"{listed}\nbut the test passes; remove the entry\n")
        if expected not in result.output:
            return lit.Test.Result(lit.Test.FAIL, f"{listed}\nbut it fails otherwise:\n{result.output}")
        return lit.Test.Result(code, listed)

    def compile(self, test):
        """Compiles the kernels of the RUN lines: what a machine without the device can say. Lines that run no
        kernel, such as those that write one, are run as they are."""
        with open(test.getSourcePath()) as file:
            lines = re.findall(r"RUN: *(.*)", re.sub(r"\\\n(?:// )?RUN: *", " ", file.read()))
        artifact = test.getExecPath() + ".kiln"
        os.makedirs(os.path.dirname(artifact), exist_ok=True)
        texts = {"%s": test.getSourcePath(), "%t": test.getExecPath() + ".tmp", **dict(test.config.substitutions)}
        done = set()
        for line in lines:
            for key in sorted(texts, key=len, reverse=True):
                line = line.replace(key, texts[key])
            runs = re.match(r"(?:not )?kiln run (\S+)", line)
            command = ["kiln", "compile", runs[1], "-o", artifact] + self.compile_options if runs else ["sh", "-c", line]
            if tuple(command) in done:
                continue
            done.add(tuple(command))
            out, err, status = lit.util.executeCommand(command, env=test.config.environment)
            if status:
                return lit.Test.FAIL, f"{' '.join(command)}\nexit status {status}\n{out}{err}"
        return lit.Test.UNSUPPORTED, f"not run: {self.no_device}; it compiles"
