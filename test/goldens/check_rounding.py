# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks rounding.py: every code of the narrow formats, the middles between neighbours, and what lies beside them."""
import numpy as np

from rounding import FORMATS, decode, encode


def codes(type):
    size = np.dtype(FORMATS[type].storage).itemsize
    return np.arange(256**size).astype(f"u{size}")


def check_narrow(type):
    """The nearest of all numbers of the format; in the middle, the one whose code is even."""
    all_codes = codes(type)
    numbers = decode(all_codes.view(FORMATS[type].storage), type)
    positive = np.isfinite(numbers) & ~np.signbit(numbers)
    low, code = numbers[positive], all_codes[positive]
    middle = (low[1:] + low[:-1]) / 2
    for sign, top in ((1.0, 0), (-1.0, 1 << (8 * code.itemsize - 1))):
        expected = {
            "itself": (low, code),
            "middle": (middle, np.where(code[:-1] % 2 == 0, code[:-1], code[1:])),
            "below": (np.nextafter(middle, 0.0), code[:-1]),
            "above": (np.nextafter(middle, np.inf), code[1:]),
        }
        for what, (value, want) in expected.items():
            got = encode(sign * value, type).view(code.dtype)
            assert (got == (want | top)).all(), f"{type}: {what}"
    # The last middle: to where the next number would be.
    edge = low[-1] + (low[-1] - low[-2]) / 2
    even = code[-1] % 2 == 0
    beyond = decode(encode([edge, np.nextafter(edge, np.inf), np.nextafter(edge, 0.0)], type), type)
    assert (beyond[0] == low[-1]) == even and not np.isfinite(beyond[1]) and beyond[2] == low[-1], f"{type}: overflow"


def check_with_numpy(type):
    rng = np.random.default_rng(1)
    wide = rng.integers(0, 2**64, 200000, np.uint64).view(np.float64)
    narrow = rng.integers(0, 2**32, 200000, np.uint32).view(np.float32).astype(np.float64)
    for values in (wide, narrow, narrow * (1 + 2.0**-40)):
        values = values[~np.isnan(values)]
        got = encode(values, type)
        assert (got.view(f"u{got.itemsize}") == values.astype(got.dtype).view(f"u{got.itemsize}")).all(), type


np.seterr(all="ignore")
for name in ("f16", "bf16", "f8E5M2", "f8E4M3FN"):
    check_narrow(name)
for name in ("f16", "f32"):
    check_with_numpy(name)
print("all formats round as they should")
