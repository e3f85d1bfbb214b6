# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a golden consists of: launches of a kernel with inputs and expected outputs.

Nothing here or in the files of kernels uses any part of Kiln.
"""
import copy
import zlib

import numpy as np

from rounding import decode, encode, is_float

# Kernel name -> list of Launch, filled by @golden.
KERNELS = {}


class Launch:
    """One launch: the folder of its text, and the function that makes its Case."""

    def __init__(self, folder, make, parameters):
        self.folder, self.make, self.parameters = folder, make, parameters
        self.label = " ".join(f"{name}={value}" for name, value in parameters.items()) or "once"

    def case(self):
        # A seed of its own for each launch: adding one changes no other.
        seed = zlib.crc32(f"{self.make.__name__} {self.label}".encode())
        return self.make(np.random.default_rng(seed), **self.parameters)


class Case:
    """Arguments (arrays are buffers, numbers scalars), the grid, and what is expected.

    expected: argument -> Exact, Near or ZerosEitherWay; a buffer without an entry
    must stay as it is. printed: texts that must be in the output, in this order.
    fails: a text of the error that must end the launch.
    """

    def __init__(self, args, grid=1, expected=(), printed=(), fails=None):
        self.args, self.grid = args, grid
        self.printed, self.fails = list(printed), fails
        self.expected = {name: Exact(array) for name, array in args.items() if isinstance(array, np.ndarray)}
        self.expected.update(expected)


def golden(**folders):
    """Registers a function that makes cases: folder=[parameters of a launch, ..]."""

    def register(make):
        KERNELS[make.__name__] = [
            Launch(folder, make, parameters) for folder, launches in folders.items() for parameters in launches
        ]
        return make

    return register


def bits(array):
    array = np.ascontiguousarray(array)
    return array.view(f"u{array.itemsize}")


def describe(array, index, type):
    element = array[index].reshape(1)
    number = decode(element, type) if is_float(type or "") else element
    return f"{number[0]} (0x{bits(element)[0]:0{2 * array.itemsize}x})"


class Exact:
    """Expected bits. With a float type any NaN equals any other, unless they are only moved."""

    def __init__(self, array, type=None):
        self.array, self.type = array, type

    def plant(self):
        """A wrong expectation, to see that the comparison can fail."""
        wrong = copy.deepcopy(self)
        last = bits(wrong.array).reshape(-1)[-1:]
        last ^= np.ones(1, last.dtype)
        return wrong

    def accepts(self, got, strict):
        equal = bits(got) == bits(self.array)
        if self.type:
            equal |= np.isnan(decode(got, self.type)) & np.isnan(decode(self.array, self.type))
        return equal

    def used(self, got):
        """The largest part of the tolerance that was used."""
        return 0.0

    def describe(self, got, index):
        return f"expected {describe(self.array, index, self.type)} but got {describe(got, index, self.type)}"


class Near(Exact):
    """An exact value and a tolerance for each element. Bits count where the tolerance is 0.

    unfused: the bits when every operation is rounded on its own, as the reference
    and every target with --fp-fusion=off must; the tolerance is for the rest.
    """

    def __init__(self, before, index, approx, unfused=None):
        """`before` is the buffer before the launch, of which the kernel writes `index`."""
        self.value, self.error = decode(before, approx.type).copy(), np.zeros(before.shape)
        # The tolerance is of first order in the roundings; the rest is far below a thousandth.
        self.value[index], self.error[index] = approx.value, approx.error * 1.001
        super().__init__(encode(self.value, approx.type), approx.type)
        self.unfused = None
        if unfused is not None:
            self.unfused = before.copy()
            self.unfused[index] = unfused

    def plant(self):
        wrong = copy.deepcopy(self)
        worst = np.unravel_index(np.argmax(self.error), self.error.shape)
        wrong.value[worst] = np.nan_to_num(self.value[worst]) + (2.01 * self.error[worst] or 1.0)
        wrong.array[worst] = encode(wrong.value[worst], self.type)
        wrong.unfused = None if self.unfused is None else wrong.array
        return wrong

    def accepts(self, got, strict):
        if strict and self.unfused is not None:
            return Exact(self.unfused, self.type).accepts(got, strict)
        near = np.abs(decode(got, self.type) - self.value) <= self.error
        return super().accepts(got, strict) | (near & (self.error > 0))

    def used(self, got):
        part = np.abs(decode(got, self.type) - self.value) / self.error
        return float(part[(self.error > 0) & np.isfinite(part)].max(initial=0.0))

    def describe(self, got, index):
        return f"{super().describe(got, index)}, tolerance {self.error[index]:.3g}"


class ZerosEitherWay(Exact):
    """For a sort made of compare and exchange: -0 and +0 are equal, and either may stand for the other.

    Triton's exchange asks on both sides whether an element is greater than its
    partner. Where they are equal both sides end up with the same one of the two.
    """

    def accepts(self, got, strict):
        return super().accepts(got, strict) | ((decode(got, self.type) == 0) & (decode(self.array, self.type) == 0))


class Anything(Exact):
    """For a buffer whose contents after the launch nobody outside can know."""

    def accepts(self, got, strict):
        return np.ones(got.shape, bool)
