# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exact values in float64 with a bound of how far correct rounded arithmetic may be from them.

An Approx follows a computation step by step. `value` is what real arithmetic
gives (float64, whose own errors are 2^-29 of those counted here), `error` the
sum of what the roundings so far can have done to it: each step passes on the
errors of its operands and adds its own rounding. A step with exact operands and
a representable result adds nothing, so exact arithmetic keeps the bound 0.
"""
import math

import numpy as np

from rounding import FORMATS, decode, least_subnormal, round_to, unit

# What is asked of exp, log and the like, in units in the last place.
FUNCTION_ULPS = 2.0

erf = np.vectorize(math.erf, otypes=[np.float64])


class Approx:
    def __init__(self, value, error=0.0, type="f32"):
        value = np.asarray(value, np.float64)
        error = np.broadcast_to(np.asarray(error, np.float64), value.shape)
        # Beyond the largest number there is only infinity, which is reached exactly.
        if FORMATS[type].infinite:
            value = np.where(np.abs(value) > FORMATS[type].largest, np.copysign(np.inf, value), value)
        self.value, self.type = value, type
        self.error = np.where(np.isfinite(value), error, 0.0)
        assert np.isfinite(self.error).all(), "a finite value without a bound"

    @staticmethod
    def stored(array, type, into="f32"):
        """Elements of an argument, exact, from now on computed with in `into`."""
        return Approx(decode(array, type), 0.0, into)

    def rounded(self, value, error, ulps=0.5):
        """The result of one operation whose exact result is `value`."""
        exact = (error == 0) & (round_to(value, self.type) == value) & (ulps == 0.5)
        own = 2 * ulps * unit(self.type) * np.abs(value) + np.where(value != 0, ulps * least_subnormal(self.type), 0.0)
        return Approx(value, np.where(exact, 0.0, error + own), self.type)

    def other(self, x):
        return x if isinstance(x, Approx) else Approx(x, 0.0, self.type)

    def __add__(self, other):
        b = self.other(other)
        return self.rounded(self.value + b.value, self.error + b.error)

    def __sub__(self, other):
        return self + -self.other(other)

    def __rsub__(self, other):
        return self.other(other) - self

    def __neg__(self):
        return Approx(-self.value, self.error, self.type)

    def __mul__(self, other):
        b = self.other(other)
        error = finite(self.value) * b.error + finite(b.value) * self.error + self.error * b.error
        return self.rounded(self.value * b.value, error)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other):
        b = self.other(other)
        value = self.value / b.value
        error = (self.error + finite(value) * b.error) / np.maximum(np.abs(b.value) - b.error, 1e-300)
        return self.rounded(value, error)

    def __rtruediv__(self, other):
        return self.other(other) / self

    def __getitem__(self, index):
        return Approx(self.value[index], self.error[index], self.type)

    def fma(self, b, c):
        """self * b + c with one rounding, for exact self and b."""
        assert not self.error.any() and not b.error.any()
        return self.rounded(self.value * b.value + c.value, c.error)

    def apply(self, function, ulps=FUNCTION_ULPS):
        """A function, whose change over the operand's uncertainty is passed on."""
        value = function(self.value)
        moved = [np.abs(function(self.value + side * self.error) - value) for side in (-1, 1)]
        error = np.where(self.error > 0, np.maximum(*moved), 0.0)
        return self.rounded(value, np.where(np.isfinite(value), error, 0.0), ulps)

    def exp(self):
        return self.apply(np.exp)

    def exp2(self):
        return self.apply(np.exp2)

    def sqrt(self):
        return self.apply(np.sqrt, ulps=0.5)

    def abs(self):
        return Approx(np.abs(self.value), self.error, self.type)

    def maximum(self, other, skip_nan=True):
        return self.extremum(other, np.fmax if skip_nan else np.maximum)

    def minimum(self, other, skip_nan=True):
        return self.extremum(other, np.fmin if skip_nan else np.minimum)

    def extremum(self, other, function):
        b = self.other(other)
        return Approx(function(self.value, b.value), np.maximum(self.error, b.error), self.type)

    def max(self, axis):
        """The maximum along an axis, which skips NaN; it stays as a dimension of 1."""
        value = np.fmax.reduce(self.value, axis=axis, keepdims=True)
        return Approx(value, self.error.max(axis=axis, keepdims=True), self.type)

    def sum(self, axis):
        """A sum in any order; the axis stays as a dimension of 1."""
        count = self.value.shape[axis]
        # Adding starts from an element: a sum of -0 is -0.
        value = np.add.reduce(self.value, axis=axis, keepdims=True, initial=-0.0)
        size = np.abs(self.value).sum(axis=axis, keepdims=True)
        error = self.error.sum(axis=axis, keepdims=True)
        return Approx(value, error + summing(self.value, size, axis, max(count - 1, 0), self.type), self.type)

    def cumsum(self):
        """The sums of the first 1, 2, .. elements of the last axis, each in any grouping."""
        size = np.cumsum(np.abs(self.value), axis=-1)
        own = summing(self.value, size, -1, np.arange(self.value.shape[-1]), self.type)
        return Approx(np.cumsum(self.value, axis=-1), np.cumsum(self.error, axis=-1) + own, self.type)

    def within(self, type):
        """The same numbers in a wider format."""
        return Approx(self.value, self.error, type)

    def to(self, type):
        """Rounds once into another format."""
        return Approx(self.value, self.error, type).rounded(self.value, self.error)

    def where(self, condition, other):
        b = self.other(other)
        return Approx(np.where(condition, self.value, b.value), np.where(condition, self.error, b.error), self.type)


def finite(x):
    """|x|, and 0 where no error is passed on because the result is not finite."""
    return np.where(np.isfinite(x), np.abs(x), 0.0)


def summing(terms, size, axis, roundings, type):
    """What that many roundings can do to a sum whose terms have the magnitude `size` in all."""
    whole = (terms == np.rint(terms)).all(axis=axis, keepdims=True)
    # Whole numbers add without any error while the sum has no more bits than the format.
    exact = whole & (size < 2.0 ** FORMATS[type].precision)
    return np.where(exact | ~np.isfinite(size), 0.0, roundings * unit(type) * size)


def dot(a, b, init=None):
    """The matrix product a (.., M, K) by b (.., K, N) plus init, summed in any order."""
    def product(x, y):
        # Not matmul: its blocks may bring zeros into a row with an infinity.
        return np.einsum("...mk,...kn->...mn", x, y)

    start = init if init is not None else Approx(np.zeros(product(a.value, b.value).shape), 0.0, a.type)
    size = product(np.abs(a.value), np.abs(b.value)) + np.abs(start.value)
    passed = product(finite(a.value), b.error) + product(a.error, finite(b.value)) + product(a.error, b.error)
    whole = all((x == np.rint(x)).all() for x in (a.value, b.value, start.value))
    exact = whole and size.max(initial=0.0) < 2.0 ** FORMATS[a.type].precision
    # K products and K additions, though a product of narrow operands is exact.
    roundings = 0 if exact else 2 * a.value.shape[-1]
    own = roundings * unit(a.type) * np.where(np.isfinite(size), size, 0.0)
    return Approx(product(a.value, b.value) + start.value, passed + own + start.error, a.type)
