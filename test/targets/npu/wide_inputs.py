# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes 64-bit operands: DIRECTORY/a.npy and b.npy with all pairs of border values and random
ones, f.npy with floats near the borders, n.npy with shift counts.

    wide_inputs.py DIRECTORY
"""
import os
import sys

import numpy as np

BORDERS = [0, 1, -1, 2, 7, -7, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**32 - 1, 2**32, -2**32, 2**63 - 1, -2**63, 10**12]
FLOATS = [0.0, -0.0, 0.5, -0.99, 1.0, -1.5, 2.0**31, -2.0**31, 2.0**32, 4294967040.0, 2.0**53, 2.0**62, -2.0**62,
          2.0**63, -2.0**63, 9223371487098961920.0, 2.0**64, 18446742974197923840.0, 2.0**65, -2.0**65, 3e38, -3e38,
          np.inf, -np.inf, np.nan, 1e-45, 123456789.0, -98765432.0, 65504.0, 1e10, -1e10, 1e18]


def main(directory):
    rng = np.random.default_rng(7)
    # Magnitudes of every length, so that high words are short, long and empty.
    def randoms(count):
        return rng.integers(-2**63, 2**63 - 1, count, endpoint=True) >> rng.integers(0, 63, count)

    pairs = [(a, b) for a in BORDERS for b in BORDERS]
    a = np.concatenate([np.array([p[0] for p in pairs], np.int64), randoms(256)])
    b = np.concatenate([np.array([p[1] for p in pairs], np.int64), randoms(256)])
    # Halfway cases of roundings to 24, 11 and 8 bits, and their neighbours.
    ties = [sign * (((1 << width) + half * (1 << (width - bits))) + near)
            for bits in (24, 11, 8) for width in (25, 33, 40, 47, 56, 60) if width > bits
            for half in (1, 3) for near in (-1, 0, 1) for sign in (1, -1)]
    ties = np.array((ties * 4)[:512], np.int64)
    floats = np.concatenate([np.array(FLOATS * 8, np.float32),
                             (randoms(256).astype(np.float64) * rng.random(256)).astype(np.float32)])
    counts = np.concatenate([np.arange(-2, 70), np.array([127, 128, 2**31, 2**32, 2**32 + 1, -2**63, 2**63 - 1])])
    counts = np.tile(counts, 7)[:512].astype(np.int64)
    for name, array in (("a", a), ("b", b), ("t", ties), ("f", floats), ("n", counts)):
        assert array.size == 512, name
        np.save(os.path.join(directory, name + ".npy"), array)


if __name__ == "__main__":
    main(sys.argv[1])
