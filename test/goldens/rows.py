# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goldens of kernels that reduce, scan or sort rows."""
import numpy as np

from approx import Approx
from golden import Case, Exact, Near, ZerosEitherWay, golden
from inputs import INTEGERS, integers, normal, placed, untouched, whole
from rounding import decode, encode, unit

INF, NAN = np.inf, np.nan
EVERYWHERE = np.s_[...]


@golden(
    general=[dict(rows=6, n=781, x_stride=800, o_stride=783), dict(rows=1, n=1, x_stride=1, o_stride=1),
             dict(rows=2, n=1024, x_stride=1024, o_stride=1024), dict(rows=2, n=0, x_stride=4, o_stride=4)],
    specialised=[dict(rows=5, n=784, x_stride=800, o_stride=784), dict(rows=2, n=16, x_stride=16, o_stride=32),
                 dict(rows=1, n=0, x_stride=16, o_stride=16)],
)
def softmax_rows(rng, rows, n, x_stride, o_stride):
    x = normal(rng, (rows, x_stride), "f32", scale=4.0)
    if rows > 4:
        x[1, :] = -INF  # NaN throughout, since -inf minus -inf is
        x[2, 5] = NAN
        x[3, n - 1] = INF
        x[4, ::3] = -INF  # these are 0
        x[0, 7:9] = 60.0, -80.0  # one sticks out, others underflow
    out = untouched((rows, o_stride), np.float32)
    args = dict(o_ptr=out, x_ptr=x, x_stride=x_stride, o_stride=o_stride, n_cols=n)
    if n == 0:
        return Case(args, rows)
    value = Approx.stored(x[:, :n], "f32")
    e = (value - value.max(1)).exp()
    return Case(args, rows, dict(o_ptr=Near(out, np.s_[:, :n], e / e.sum(1))))


@golden(
    general=[dict(rows=5, N=1000, stride=1003), dict(rows=2, N=1, stride=1), dict(rows=1, N=2500, stride=2500),
             dict(rows=2, N=0, stride=4)],
    specialised=[dict(rows=3, N=2064, stride=2080), dict(rows=5, N=16, stride=16), dict(rows=1, N=0, stride=16)],
)
def layernorm_fwd(rng, rows, N, stride):
    x = normal(rng, (rows, stride), "f16", scale=2.0)
    if rows > 4:
        x[1, 3], x[2, 4] = NAN, INF
        x[3, :] = 1.5  # no variance: eps alone counts
        x[4, :] += np.float16(100)  # a mean far from 0
    w, b = normal(rng, N + 3, "f16"), normal(rng, N + 3, "f16", [-0.0])
    out = untouched((rows, stride), np.float16)
    mean_out, rstd_out = untouched(rows, np.float32), untouched(rows, np.float32)
    eps = float(np.float32(1e-5))
    value, scale, shift = (Approx.stored(part, "f16") for part in (x[:, :N], w[:N], b[:N]))
    mean = value.sum(1) / float(N)
    centred = value - mean
    rstd = 1.0 / ((centred * centred).sum(1) / float(N) + eps).sqrt()
    y = (centred * rstd * scale + shift).to("f16")
    return Case(
        dict(x_ptr=x, y_ptr=out, w_ptr=w, b_ptr=b, mean_ptr=mean_out, rstd_ptr=rstd_out, stride=stride, N=N, eps=eps),
        rows,
        dict(
            y_ptr=Near(out, np.s_[:, :N], y),
            mean_ptr=Near(mean_out, EVERYWHERE, mean[:, 0]),
            rstd_ptr=Near(rstd_out, EVERYWHERE, rstd[:, 0]),
        ),
    )


@golden(
    general=[dict(rows=5, n=300), dict(rows=2, n=1), dict(rows=2, n=512), dict(rows=1, n=0)],
    specialised=[dict(rows=5, n=304), dict(rows=2, n=16), dict(rows=1, n=0)],
)
def cumsum_rows(rng, rows, n):
    x = normal(rng, (rows, n), "f32")
    if rows > 4:
        x[1] = whole(rng, n, -1000, 1000)  # exact in any grouping
        x[2] = -0.0  # stays -0: adding starts from an element
        x[3, 50], x[3, 100] = INF, -INF  # infinite, then NaN
        x[4, 20] = NAN
    x = np.append(x, np.float32(3.0))  # one element more than the kernel reads
    out = untouched(rows * n + 1, np.float32)
    sums = Approx.stored(x[: rows * n].reshape(rows, n), "f32").cumsum()
    flat = Approx(sums.value.reshape(-1), sums.error.reshape(-1))
    return Case(dict(x_ptr=x, o_ptr=out, n=n), rows, dict(o_ptr=Near(out, slice(rows * n), flat)))


@golden(
    general=[dict(rows=6, n=300), dict(rows=2, n=1), dict(rows=2, n=512), dict(rows=1, n=0)],
    specialised=[dict(rows=6, n=304), dict(rows=2, n=16), dict(rows=1, n=0)],
)
def argmax_rows(rng, rows, n):
    x = normal(rng, (rows, n), "f32")
    if rows > 5:
        x[1, 100::50] = 9.0  # the first of equals
        x[2, :] = -INF  # as large as the padding, but before it
        x[3, 30], x[3, 60], x[3] = 0.0, -0.0, np.minimum(x[3], 0.0)  # -0 equals +0
        x[4, 0] = NAN  # a NaN in front loses against everything
        x[5, [7, 9]] = INF
    out = untouched(rows + 1, np.int32)
    skipped = np.where(np.isnan(x), -INF, x)
    result = skipped.argmax(1) if n else np.zeros(rows)
    x = np.append(x, np.float32(INF))
    return Case(dict(x_ptr=x, o_ptr=out, n=n), rows, dict(o_ptr=Exact(placed(out, slice(rows), result))))


@golden(
    general=[dict(rows=10, n=50), dict(rows=2, n=1), dict(rows=30, n=64), dict(rows=1, n=0)],
    specialised=[dict(rows=10, n=48), dict(rows=2, n=64), dict(rows=1, n=0)],
)
def sort_rows(rng, rows, n):
    # No NaN: order means nothing with them.
    x = normal(rng, (rows, max(n, 1)), "f32")
    if n > 10:
        x[0, 3:9] = 0.0, -0.0, 0.0, INF, -INF, INF
        x[1] = np.round(x[1])  # many equal, both zeros among them
    out = untouched(x.shape, np.float32)
    ordered = np.sort(x, axis=1) if n else out
    return Case(dict(x_ptr=x, o_ptr=out, n=n), rows, dict(o_ptr=ZerosEitherWay(ordered, "f32")))


@golden(ops=[dict(rows=40, n=50)])
def topk_rows(rng, rows, n):
    x = normal(rng, (rows, n), "f32")
    x[1, 10:14] = 2.5, INF, 2.5, 2.5
    x[2] = -np.abs(x[2])
    x[2, 3:8] = 0.0, -0.0, -0.0, 0.0, -INF
    x[3] = -INF
    out = untouched((rows, 8), np.float32)
    best = np.sort(x, axis=1)[:, ::-1][:, :8]
    return Case(dict(x_ptr=x, o_ptr=out, n=n), rows, dict(o_ptr=ZerosEitherWay(best, "f32")))


def variance(x):
    """Mean and variance of the rows, with bounds for Welford's merging in any grouping.

    A merge adds d * w to the mean, 0 <= w <= 1: it rounds the sum (u|mean|), d, the
    quotient of the counts, and a product (4u|d|w). Where no |x| exceeds X, n merges
    bring nuX, and 8uX sum(w). Along one element's way sum(w) <= 1 + log2(n), for a
    chain (w = 1/2, 1/3, ..) and for a balanced tree (w = 1/2). Later merges average
    means, so errors do not grow: E is the sum of both.
    The squares grow by d^2 n1 w in each merge, S in all. An error e_d <= 2E + u|d| of
    d changes them by 2 e_d |d| n1 w, in all at most 2 (2E) sqrt(S W) by Cauchy and
    Schwarz, where W = sum(n1 w) is at most n for a chain and n log2(n) / 4 for a
    balanced tree. Six roundings a term and n additions remain.
    """
    u, n = unit("f32"), x.shape[1]
    mean = x.mean(1)
    squares = ((x - mean[:, None]) ** 2).sum(1)
    mean_error = (n + 8 * (1 + np.log2(n))) * u * np.abs(x).max(1)
    weight = n * max(np.log2(n) / 4, 1.0)
    squares_error = 4 * mean_error * np.sqrt(squares * weight) + 4 * mean_error**2 * weight + (n + 8) * u * squares
    return Approx(mean, mean_error), Approx(squares, squares_error) / float(n)


@golden(ops=[dict(rows=4, n=200)])
def var_rows(rng, rows, n):
    x = normal(rng, (rows, n), "f32")
    x[1] += np.float32(50.0)
    x[2] = 3.0
    x[3, 11] = NAN
    mean, var = variance(decode(x, "f32"))
    mean_out, var_out = untouched(rows, np.float32), untouched(rows, np.float32)
    return Case(
        dict(x_ptr=x, mean_ptr=mean_out, var_ptr=var_out, n=n),
        rows,
        dict(mean_ptr=Near(mean_out, EVERYWHERE, mean), var_ptr=Near(var_out, EVERYWHERE, var)),
    )


def linear_recurrence(a, b):
    """h[t] = a[t] h[t-1] + b[t] along the last axis.

    Whatever the grouping, a term a[t]..a[s+1] b[s] of h[t] takes part in at most t
    products and t sums, so 2tu times the sum of the terms' magnitudes bounds the error.
    """
    value, size = np.zeros_like(b), np.zeros_like(b)
    for t in range(b.shape[1]):
        value[:, t] = b[:, t] + (a[:, t] * value[:, t - 1] if t else 0.0)
        size[:, t] = np.abs(b[:, t]) + (np.abs(a[:, t]) * size[:, t - 1] if t else 0.0)
    steps = np.arange(b.shape[1])
    return Approx(value, np.where(np.isfinite(size), 2 * steps * unit("f32") * size, 0.0))


def recurrence_case(rng, rows, n, step):
    a = encode(rng.uniform(-1.1, 1.1, (rows, n)), "f32")
    b = normal(rng, (rows, n), "f32")
    a[1, 40] = 0.0  # forgets what was before
    b[2, 50] = NAN
    b[3, 60] = INF
    out = untouched((rows, n), np.float32)
    h = linear_recurrence(decode(a, "f32")[:, ::step], decode(b, "f32")[:, ::step])[:, ::step]
    return Case(dict(a_ptr=a, b_ptr=b, o_ptr=out, n=n), rows, dict(o_ptr=Near(out, EVERYWHERE, h)))


@golden(ops=[dict(rows=4, n=100)])
def recurrence(rng, rows, n):
    return recurrence_case(rng, rows, n, 1)


@golden(ops=[dict(rows=4, n=100)])
def recurrence_reverse(rng, rows, n):
    return recurrence_case(rng, rows, n, -1)


@golden(ops=[dict()])
def cumsum2d_reverse(rng):
    x = integers(rng, (8, 32), specials=INTEGERS)
    sums = np.cumsum(x[:, ::-1].astype(np.int64), axis=1)[:, ::-1].astype(np.int32)  # wraps
    return Case(dict(x_ptr=x, o_ptr=untouched((8, 32), np.int32)), 1, dict(o_ptr=Exact(sums)))


@golden(ops=[dict(n=200)])
def histogram_tile(rng, n):
    # Values that are no bin count nowhere; neither do those behind n.
    x = integers(rng, n + 20, 0, 63, specials=[-1, 64, 1000, -(2**31), 63, 0])
    counts = [int((x[:n] == bin).sum()) for bin in range(64)]
    return Case(
        dict(x_ptr=x, o_ptr=untouched(64, np.int32), n=n), 1, dict(o_ptr=Exact(np.array(counts, np.int32)))
    )
