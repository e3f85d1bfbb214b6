# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs: random numbers with the values strewn in that go wrong most easily."""
import numpy as np

from rounding import FORMATS, encode, least_subnormal

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
INTEGERS = [0, 1, -1, 2, -2, 7, -7, INT32_MIN, INT32_MAX, INT32_MIN + 1, 31, 32, 33, -32]


def special_floats(type):
    largest, tiny = FORMATS[type].largest, least_subnormal(type)
    return [np.nan, np.inf, -np.inf, -0.0, 0.0, largest, -largest, tiny, -tiny, 1.0, 1.0, -1.0]


def strew(values, specials):
    """Puts the specials at places spread over the array, as many as leave three quarters as they are."""
    flat = values.reshape(-1)
    chosen = specials[: flat.size // 4]
    if chosen:
        flat[np.linspace(0, flat.size - 1, len(chosen)).astype(int)] = chosen
    return values


def normal(rng, shape, type="f32", specials=(), scale=1.0):
    return encode(strew(rng.standard_normal(shape) * scale, list(specials)), type)


def whole(rng, shape, low, high, type="f32"):
    """Small whole numbers as floats: sums of them are exact in any order."""
    return encode(rng.integers(low, high + 1, shape), type)


def integers(rng, shape, low=INT32_MIN, high=INT32_MAX, dtype=np.int32, specials=()):
    values = rng.integers(low, high, shape, np.int64, endpoint=True)
    return strew(values, list(specials)).astype(dtype)


def raw(rng, shape, dtype):
    """Random bits, NaNs with payloads among them, for kernels that only move elements."""
    size = np.dtype(dtype).itemsize
    return rng.integers(0, 256**size, shape, f"u{size}").view(dtype)


def untouched(shape, dtype):
    """An output before the launch: a pattern that no kernel produces."""
    return np.full(shape, 0xA5A5A5A5A5A5A5A5, "u8").astype(f"u{np.dtype(dtype).itemsize}").view(dtype)


def placed(before, index, values):
    """A copy of `before` with the values at `index`."""
    after = before.copy()
    after[index] = values
    return after
