# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goldens of kernels that move elements, change memory atomically, or print."""
import numpy as np

from golden import Anything, Case, Exact, golden
from inputs import INT32_MAX, integers, placed, raw, untouched, whole
from rounding import decode, encode


@golden(
    general=[dict(n=1000), dict(n=1), dict(n=0)],
    specialised=[dict(n=1008), dict(n=16), dict(n=0)],
)
def histogram_atomic(rng, n):
    x = integers(rng, n + 5, 0, 9)
    x[: n // 2] = 3  # many at one address
    before = np.array([0, 1, -1, INT32_MAX - 5, 7, 0, 0, 0, 0, 0, 77], np.int32)  # wraps; the last is never counted
    after = before + np.bincount(x[:n], minlength=11)
    return Case(
        dict(x_ptr=x, h_ptr=before, n=n), max(-(-n // 512), 1), dict(h_ptr=Exact(after.astype(np.int32)))
    )


@golden(
    general=[dict(tokens=5, D=300), dict(tokens=2, D=1), dict(tokens=2, D=0)],
    specialised=[dict(tokens=5, D=272), dict(tokens=2, D=16), dict(tokens=2, D=0)],
)
def embedding_gather(rng, tokens, D):
    index = np.array([6, 0, 6, 3, 1], np.int32)[:tokens]
    table = raw(rng, (7, max(D, 1)), np.float16)
    out = untouched(tokens * D + 1, np.float16)
    rows = table[index, :D].reshape(-1)
    return Case(
        dict(idx_ptr=index, w_ptr=table, o_ptr=out, D=D),
        tokens,
        dict(o_ptr=Exact(placed(out, slice(tokens * D), rows))),
    )


@golden(
    general=[dict(M=70, N=50), dict(M=1, N=1), dict(M=1, N=33)],
    specialised=[dict(M=80, N=48), dict(M=16, N=16), dict(M=64, N=96)],
)
def transpose2d(rng, M, N):
    x = raw(rng, (M, N), np.float32)
    return Case(
        dict(x_ptr=x, o_ptr=untouched((N, M), np.float32), M=M, N=N),
        (-(-M // 64), -(-N // 32)),
        dict(o_ptr=Exact(x.T.copy())),
    )


@golden(ops=[dict()])
def gather_tile(rng):
    x = raw(rng, (16, 32), np.float32)
    index = integers(rng, (16, 32), 0, 31)
    index[2] = 5
    result = np.take_along_axis(x, index, 1)
    return Case(
        dict(x_ptr=x, i_ptr=index, o_ptr=untouched((16, 32), np.float32)), 1, dict(o_ptr=Exact(result))
    )


@golden(ops=[dict(n=200, grid=5)])
def add_under_lock(rng, n, grid):
    # Whole numbers: the order in which the programs get the lock does not matter.
    x, before = whole(rng, (grid, n), -1000, 1000), whole(rng, n + 4, -9, 9)
    after = placed(before, slice(n), before[:n] + x.sum(0))
    return Case(
        dict(x_ptr=x, acc_ptr=before, lock_ptr=np.zeros(1, np.int32), n=n), grid, dict(acc_ptr=Exact(after))
    )


@golden(ops=[dict(n=100)])
def atomics_all(rng, n):
    # One program, so that the counter's old values have one order. A remainder of a
    # negative number is negative: only multiples of 4 are below 0, and no others above.
    x = 4 * integers(rng, n + 3, 0, 2**20) + integers(rng, n + 3, 1, 3)
    x[:n:3] = -4 * rng.integers(1, 2**20, len(x[:n:3]))
    slot = np.where(x[:n] < 0, 0, x[:n] % 4)
    highest, lowest = np.array([-(2**31), 5, 2**30, 0], np.int32), np.array([2**31 - 1, -5, 9, 0], np.int32)
    joined = np.array([0, 1, 2, 4], np.int32)
    real = np.array([-np.inf, -1.5, 3e9, 0.0], np.float32)
    counter = np.append(untouched(128, np.int32), np.int32(INT32_MAX - 50))  # wraps on the way
    after = [array.copy() for array in (highest, lowest, joined, real)]
    np.maximum.at(after[0], slot, x[:n])
    np.minimum.at(after[1], slot, x[:n])
    np.bitwise_or.at(after[2], slot, x[:n])
    np.maximum.at(after[3], slot, x[:n].astype(np.float32))
    old = (int(counter[128]) + np.arange(n)).astype(np.int32)
    counted = placed(counter, slice(n), old)
    counted[128] = np.array(int(counter[128]) + n).astype(np.int32)
    names = ("mx_ptr", "mn_ptr", "or_ptr", "f_ptr")
    return Case(
        dict(x_ptr=x, **dict(zip(names, (highest, lowest, joined, real))), old_ptr=counter, n=n),
        1,
        dict(**{name: Exact(array) for name, array in zip(names, after)}, old_ptr=Exact(counted)),
    )


@golden(ops=[dict(which=1), dict(which=0)])
def pick_pointer(rng, which):
    n = 300
    a, b, out = raw(rng, 3 * n, np.float32), raw(rng, 4 * n, np.float32), untouched(3 * n + 2, np.float32)
    start = np.arange(n) * (1 if which > 0 else 2)
    source = a if which > 0 else b
    result = np.concatenate([source[start + trip * n] for trip in range(3)])
    return Case(
        dict(a_ptr=a, b_ptr=b, o_ptr=out, n=n, which=which), 3, dict(o_ptr=Exact(placed(out, slice(3 * n), result)))
    )


@golden(ops=[dict(n=0)])
def pointer_table(rng, n):
    # No address is known before the launch. With n = 0 every lane is masked off, and
    # pointers to nowhere must not be followed; pointer_round_trip follows some.
    return Case(dict(t_ptr=raw(rng, 4, np.int64), o_ptr=untouched(8, np.float32), n=n), 4)


@golden(own=[dict(n=100)])
def pointer_round_trip(rng, n):
    """Each program writes the addresses of a and b into the table, reads one back and copies from there."""
    a, b = raw(rng, n, np.float32), raw(rng, n, np.float32)
    return Case(
        dict(a_ptr=a, b_ptr=b, t_ptr=raw(rng, 6, np.int64), o_ptr=untouched((3, n), np.float32), n=n),
        3,
        dict(o_ptr=Exact(np.stack([a, b, a])), t_ptr=Anything(np.zeros(6, np.int64))),
    )


@golden(ops=[dict(M=50, N=100)])
def block_pointer_copy(rng, M, N):
    x = raw(rng, (M, N), np.float16)
    return Case(
        dict(x_ptr=x, o_ptr=untouched((N, M), np.float16), M=M, N=N), -(-M // 32), dict(o_ptr=Exact(x.T.copy()))
    )


@golden(ops=[dict(M=40, N=56)])
def descriptor_ops(rng, M, N):
    x = whole(rng, (M, N), -50, 50, "f16")
    rows = integers(rng, 64, 0, M - 1)
    rows[[3, 40, 41]] = M, -1, 1000  # no such row: zeros
    out, before = untouched((M, N), np.float16), whole(rng, (M, N), -50, 50, "f16")
    inside = (rows >= 0) & (rows < M)
    gathered = np.where(inside[:, None], x[np.where(inside, rows, 0)], np.float16(0))
    # Both programs add to the first 32 rows; small whole numbers, so in any order.
    after = decode(before, "f16")
    after[:32] += decode(gathered[:32], "f16") + decode(gathered[32:], "f16")
    return Case(
        dict(x_ptr=x, idx_ptr=rows, o_ptr=out, acc_ptr=before, M=M, N=N),
        2,
        dict(o_ptr=Exact(gathered[:M]), acc_ptr=Exact(encode(after, "f16"))),
    )


@golden(ops=[dict(n=5, least=0), dict(n=5, least=-7)])
def print_assert(rng, n, least):
    x = np.array([17, 3, 2**31 - 1, 0xABCD, least, -9], np.int32)  # the last is behind n
    printed = [text for i in range(n) for text in (f"({i})", f"x: 0x{int(x[i]):08x}")] if least >= 0 else []
    return Case(dict(x_ptr=x, n=n), 1, printed=printed, fails="x must not be negative" if least < 0 else None)
