# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Number formats: one rounding from float64, and the bits in which .npy files hold them.

NumPy has no bf16 and no fp8; an array of them holds their bits as uint16 or uint8.
"""
from collections import namedtuple

import numpy as np

# precision: bits of the significand, the hidden one included. least: exponent of
# the least normal number. largest: the largest finite number. infinite: what lies
# beyond it is infinity (else NaN).
Format = namedtuple("Format", "precision least largest infinite storage")

FORMATS = {
    "f64": Format(53, -1022, np.finfo(np.float64).max, True, np.float64),
    "f32": Format(24, -126, float(np.finfo(np.float32).max), True, np.float32),
    "f16": Format(11, -14, 65504.0, True, np.float16),
    "bf16": Format(8, -126, (2.0 - 2.0**-7) * 2.0**127, True, np.uint16),
    "f8E5M2": Format(3, -14, 57344.0, True, np.uint8),
    "f8E4M3FN": Format(4, -6, 448.0, False, np.uint8),
}


def is_float(type):
    return type in FORMATS


def unit(type):
    """Half the distance from 1 to the next number: the largest relative error of one rounding."""
    return 2.0 ** -FORMATS[type].precision


def least_subnormal(type):
    return 2.0 ** (FORMATS[type].least - FORMATS[type].precision + 1)


def round_to(values, type):
    """float64 to the nearest number of the format, ties to even, as float64."""
    x = np.asarray(values, np.float64)
    if type == "f64":
        return x
    format = FORMATS[type]
    _, exponent = np.frexp(np.where(np.isfinite(x), x, 0.0))
    # frexp's significand lies in [1/2, 1), so its exponent is one too high.
    step = np.ldexp(1.0, np.maximum(exponent - 1, format.least) - (format.precision - 1))
    rounded = np.where(np.isfinite(x), np.rint(x / step) * step, x)
    beyond = np.copysign(np.inf, x) if format.infinite else np.nan
    return np.where(np.abs(rounded) > format.largest, beyond, rounded)


def e4m3_numbers():
    """The values of the codes 0 to 0x7e; 0x7f is NaN."""
    code = np.arange(0x7F)
    exponent, fraction = code >> 3, code & 7
    return np.where(exponent == 0, fraction * 2.0**-9, (8 + fraction) * 2.0 ** (exponent - 10.0))


def encode(values, type):
    """float64 rounded to the format, as .npy files hold it."""
    rounded = round_to(values, type)
    if type in ("f64", "f32", "f16"):
        return rounded.astype(FORMATS[type].storage)
    if type == "bf16":
        return (rounded.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if type == "f8E5M2":
        return (rounded.astype(np.float16).view(np.uint16) >> 8).astype(np.uint8)
    magnitude = np.searchsorted(e4m3_numbers(), np.abs(rounded))
    code = np.where(np.isnan(rounded), 0x7F, magnitude) | np.where(np.signbit(rounded), 0x80, 0)
    return code.astype(np.uint8)


def decode(stored, type):
    """The inverse of encode, as float64."""
    stored = np.asarray(stored)
    if type in ("f64", "f32", "f16"):
        return stored.astype(np.float64)
    if type == "bf16":
        return (stored.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if type == "f8E5M2":
        return (stored.astype(np.uint16) << 8).view(np.float16).astype(np.float64)
    magnitude = np.append(e4m3_numbers(), np.nan)[stored & 0x7F]
    return np.where(stored & 0x80, -magnitude, magnitude)
