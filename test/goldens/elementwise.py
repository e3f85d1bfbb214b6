# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goldens of kernels that treat each element on its own."""
import numpy as np

from approx import Approx, erf
from golden import Case, Exact, Near, golden
from inputs import INTEGERS, integers, normal, placed, special_floats, strew, untouched
from rounding import FORMATS, decode, encode, unit


def programs(n, block):
    return max(-(-n // block), 1)


def add_case(rng, n, type, block):
    # Longer than n: elements behind the end must not be touched.
    x = normal(rng, n + 5, type, special_floats(type))
    y = normal(rng, n + 5, type, [np.inf, np.inf, np.inf, -0.0, -0.0, FORMATS[type].largest])
    out = untouched(n + 5, x.dtype)
    total = encode(decode(x[:n], type) + decode(y[:n], type), type)
    return Case(
        dict(x_ptr=x, y_ptr=y, o_ptr=out, n=n),
        programs(n, block),
        dict(o_ptr=Exact(placed(out, slice(n), total), type)),
    )


@golden(
    general=[dict(n=3000), dict(n=1), dict(n=0)],
    specialised=[dict(n=2064), dict(n=16), dict(n=0)],
)
def vector_add(rng, n):
    return add_case(rng, n, "f32", 1024)


@golden(ops=[dict(n=700)])
def vector_add_f64(rng, n):
    return add_case(rng, n, "f64", 256)


def philox(counter, key):
    """Philox 4x32 with 10 rounds (Salmon et al., 2011): the first word, for counters (c, 0, 0, 0)."""
    mask = 0xFFFFFFFF
    c0, c1, c2, c3 = counter & mask, 0, 0, 0
    k0, k1 = key & mask, (key >> 32) & mask
    for _ in range(10):
        even, odd = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (odd >> 32) ^ c1 ^ k0, odd & mask, (even >> 32) ^ c3 ^ k1, even & mask
        k0, k1 = (k0 + 0x9E3779B9) & mask, (k1 + 0xBB67AE85) & mask
    return c0


def uniform(word):
    """Triton's way from 32 random bits to a float in [0, 1): folds the sign, multiplies by just below 2^-31."""
    signed = word - 2**32 if word >= 2**31 else word
    folded = -signed - 1 if signed < 0 else signed
    return np.float32(folded) * np.float32(4.6566127342e-10)


@golden(
    general=[dict(n=1500, p=0.25, seed=123456789), dict(n=1, p=0.5, seed=-1), dict(n=1024, p=0.0, seed=0),
             dict(n=300, p="one of the numbers", seed=99), dict(n=0, p=0.5, seed=7)],
    specialised=[dict(n=1040, p=0.875, seed=16), dict(n=16, p=0.5, seed=-32), dict(n=0, p=0.5, seed=0)],
)
def dropout_philox(rng, n, p, seed):
    x = normal(rng, n + 3, "f32", special_floats("f32"))
    out = untouched(n + 3, np.float32)
    numbers = np.array([uniform(philox(i, seed)) for i in range(n)], np.float32)
    # An element whose number equals p is dropped.
    p = numbers[7] if p == "one of the numbers" else np.float32(p)
    kept = encode(decode(x[:n], "f32") / float(np.float32(1) - p), "f32")
    keep = numbers > p
    result = np.where(keep, kept, np.float32(0))
    return Case(
        dict(x_ptr=x, o_ptr=out, n=n, p=float(p), seed=seed),
        programs(n, 1024),
        dict(o_ptr=Exact(placed(out, slice(n), result), "f32")),
    )


def newton(a):
    """Newton's iteration for sqrt(a) on a block, until the worst element has an error below 1e-4."""

    def converged(y):
        err = (y * y - a).abs().max(0)
        # The number of trips must not hang on a rounding.
        assert abs(err.value[0] - 1e-4) > err.error[0]
        return not err.value[0] > np.float32(1e-4)

    y, trips = a, 0
    while not converged(y) and trips < 30:
        y = (y + a / y) * 0.5
        trips += 1
    return y


def newton_input(rng, n, values):
    """ones: near enough to 1 for no trip. special: 0/0 and inf/inf on the first.

    large: squares are too coarse to end the loop before 30 trips. huge: 30 trips are too few.
    """
    low, high = {"ones": (1 - 3e-5, 1 + 3e-5), "large": (1e4, 1e6), "huge": (1e28, 1e30)}.get(values, (0, 0))
    if high:
        return encode(rng.uniform(low, high, n), "f32")
    # Numbers below 8, whose squares are certain to far less than the 1e-4 with which the loop ends.
    x = encode(rng.uniform(0.01, 8.0, n), "f32")
    return strew(x, [0.0, np.inf, np.nan, -0.0]) if values == "special" else x


def newton_result(block, values):
    a = Approx.stored(block, "f32")
    if values != "large":
        return newton(a)
    # From the 15th trip or so on, y is within 2u of the root: a trip squares the error
    # of before, and rounds a quotient (u/2) and a sum (u). The spacing of the squares
    # is above 1e-4, so they need not come nearer, and the number of trips is open.
    root = np.sqrt(a.value)
    return Approx(root, 2 * unit("f32") * root)


@golden(
    general=[dict(n=300, values="mixed"), dict(n=1, values="mixed"), dict(n=200, values="ones"),
             dict(n=256, values="special"), dict(n=256, values="large"),
             dict(n=9, values="huge"), dict(n=0, values="ones")],
    specialised=[dict(n=272, values="mixed"), dict(n=16, values="special"), dict(n=0, values="ones")],
)
def while_newton(rng, n, values):
    x = newton_input(rng, n + 3, values)
    out = untouched(n + 3, np.float32)
    padded = np.ones(programs(n, 256) * 256, np.float32)
    padded[:n] = x[:n]
    result = [newton_result(block, values) for block in padded.reshape(-1, 256)]
    value = np.concatenate([y.value for y in result])[:n]
    error = np.concatenate([y.error for y in result])[:n]
    return Case(
        dict(x_ptr=x, o_ptr=out, n=n),
        programs(n, 256),
        dict(o_ptr=Near(out, slice(n), Approx(value, error))),
    )


@golden(ops=[dict(n=300)])
def complex_mul(rng, n):
    # No overflow: with and without a fused multiply-add, inf - inf may be another thing.
    specials = [np.nan, np.inf, 0.0, -0.0, 1.0, -1.0, 1e-30]
    x, y = (normal(rng, 2 * n + 4, "f32", specials) for _ in range(2))
    out = untouched(2 * n + 4, np.float32)
    xr, xi, yr, yi = x[: 2 * n : 2], x[1 : 2 * n : 2], y[: 2 * n : 2], y[1 : 2 * n : 2]
    # In float32, NumPy rounds each operation once.
    unfused = np.stack([xr * yr - xi * yi, xr * yi + xi * yr], 1).reshape(-1)
    a, b, c, d = (Approx.stored(part, "f32") for part in (xr, xi, yr, yi))
    real, imaginary = a * c - b * d, a * d + b * c
    both = Approx(np.stack([real.value, imaginary.value], 1).reshape(-1),
                  np.stack([real.error, imaginary.error], 1).reshape(-1))
    return Case(
        dict(x_ptr=x, y_ptr=y, o_ptr=out, n=n),
        programs(n, 128),
        dict(o_ptr=Near(out, slice(2 * n), both, unfused)),
    )


@golden(ops=[dict(K=250, rows=4)])
def unpack_int4(rng, K, rows):
    q = rng.integers(-128, 128, (rows, K // 2)).astype(np.int8)
    scale = normal(rng, rows, "f16")
    scale[:2] = np.inf, -(2.0**-24)
    out = untouched((rows, K), np.float16)
    nibbles = np.stack([q.view(np.uint8) & 15, q.view(np.uint8) >> 4], -1).reshape(rows, K)
    number = nibbles.astype(np.float64) - 8.0
    result = encode(number * decode(scale, "f16")[:, None], "f16")
    return Case(dict(q_ptr=q, s_ptr=scale, o_ptr=out, K=K), rows, dict(o_ptr=Exact(result, "f16")))


@golden(ops=[dict()])
def cast_fp8(rng):
    # Every number of both formats, the middles between neighbours, and their neighbours in f32.
    numbers = np.concatenate([decode(np.arange(256, dtype=np.uint8), type) for type in ("f8E4M3FN", "f8E5M2")])
    numbers = np.unique(numbers[np.isfinite(numbers)])
    middles = ((numbers[1:] + numbers[:-1]) / 2).astype(np.float32)
    near = np.concatenate([np.nextafter(middles, np.float32(side)) for side in (-np.inf, np.inf)])
    edges = [np.nan, np.inf, -np.inf, -0.0, 448.0, 464.0, 464.1, 480.0, 61439.0, 61440.0, 1e9, -1e9, 1e-12, -1e-12]
    pool = np.concatenate([numbers, middles, near])
    x = np.concatenate([edges, rng.permutation(pool)]).astype(np.float32)
    n = x.size - 2
    # Triton's conversions to fp8 saturate; NaN passes through clip.
    e4, e5 = (encode(np.clip(x[:n], -largest, largest), type) for type, largest in (("f8E4M3FN", 448.0), ("f8E5M2", 57344.0)))
    total = encode(decode(e4, "f8E4M3FN") + decode(e5, "f8E5M2"), "f32")
    outs = {name: untouched(n + 2, dtype) for name, dtype in
            (("e4_ptr", np.uint8), ("e5_ptr", np.uint8), ("o_ptr", np.float32))}
    results = dict(e4_ptr=(e4, "f8E4M3FN"), e5_ptr=(e5, "f8E5M2"), o_ptr=(total, "f32"))
    expected = {name: Exact(placed(outs[name], slice(n), r), type) for name, (r, type) in results.items()}
    return Case(dict(x_ptr=x, **outs, n=n), programs(n, 256), expected)


def wrap(number, width=32):
    """A Python integer modulo 2^width, signed."""
    return (int(number) + 2 ** (width - 1)) % 2**width - 2 ** (width - 1)


def divide(x, y):
    """Toward zero; x / 0 is -1; the least by -1 wraps."""
    if y == 0:
        return -1
    quotient = abs(x) // abs(y)
    return wrap(-quotient if (x < 0) != (y < 0) else quotient)


def int_rule(x, y):
    """The kernel's formula; the remainder of a division by 0 is x."""
    quotient = divide(x, y)
    rest = x if y == 0 else x - y * divide(x, y)
    count = y & 31
    shifts = wrap(x << count) ^ (x >> count) | ~y
    high = (x * y) >> 32
    seventh = (x % 2**32) // 7
    return wrap(quotient + rest + shifts + high + seventh + (x > y))


@golden(ops=[dict(n=700)])
def int_rules(rng, n):
    x, y = integers(rng, n + 3), integers(rng, n + 3)
    y[n // 2 : n] = rng.integers(-9, 10, n - n // 2)  # small divisors, 0 among them
    pairs = [(a, b) for a in INTEGERS for b in INTEGERS]
    x[: len(pairs)], y[: len(pairs)] = np.array(pairs).T
    out = untouched(n + 3, np.int32)
    result = [int_rule(int(a), int(b)) for a, b in zip(x[:n], y[:n])]
    return Case(
        dict(x_ptr=x, y_ptr=y, o_ptr=out, n=n), programs(n, 256), dict(o_ptr=Exact(placed(out, slice(n), result)))
    )


def math_formula(x):
    magnitude = x.abs()
    y = (-magnitude).exp() + (-x * x).exp2() + (x * x + 1.0).apply(np.log) + (magnitude + 2.0).apply(np.log2)
    z = x.apply(np.sin) * x.apply(np.cos) + magnitude.sqrt() + (magnitude + 1.0).apply(lambda v: 1 / np.sqrt(v))
    y = y + (z + x.apply(erf) + 1.0 / ((-x).exp() + 1.0))
    steps = Approx(np.floor(x.value) - np.ceil(x.value))
    clamped = x.maximum(-1.0).minimum(1.0)
    y = y + (steps + x.fma(x, y) + magnitude.sqrt() + x / 3.0 + clamped)
    return y.maximum(x, skip_nan=False) + x.minimum(0.5)


@golden(ops=[dict(n=600)])
def math_all(rng, n):
    x = normal(rng, n + 3, "f32", special_floats("f32") + [0.5, -0.5, 3.0, 10.0, -20.0, 80.0, -90.0, 1e10], scale=3.0)
    out = untouched(n + 3, np.float32)
    return Case(
        dict(x_ptr=x, o_ptr=out, n=n),
        programs(n, 256),
        dict(o_ptr=Near(out, slice(n), math_formula(Approx.stored(x[:n], "f32")))),
    )


@golden(ops=[dict(n=600)])
def bool_ops(rng, n):
    x = normal(rng, n + 3, "f16", special_floats("f16"))
    b = rng.integers(0, 2, n + 3).astype(np.bool_)  # a .npy file with another byte than 0 or 1 is read as 1
    b[decode(x, "f16") == 0] = True  # 0 and -0 are not above 0
    count = programs(n, 256)
    out, any_out = np.ones(n + 3, np.bool_), untouched(count, np.int32)
    sums = []
    for program in range(count):
        chosen = [i for i in range(program * 256, min((program + 1) * 256, n)) if b[i]]
        sums.append(len(chosen) + np.bitwise_xor.reduce(np.array(chosen, np.int64)))
    result = (decode(x[:n], "f16") > 0) & b[:n]
    return Case(
        dict(x_ptr=x, b_ptr=b, o_ptr=out, any_ptr=any_out, n=n),
        count,
        dict(o_ptr=Exact(placed(out, slice(n), result)), any_ptr=Exact(np.array(sums, np.int32))),
    )


@golden(ops=[dict(n=300, a=1.7, b=-0.3)])
def calls(rng, n, a, b):
    count = programs(n, 128)
    x = normal(rng, count, "f32")
    a, b = np.float32(a), np.float32(b)
    out, other = untouched(n, np.float32), untouched(count, np.float32)
    scaled = Approx.stored(x, "f32") * float(a) + float(b)
    of = np.arange(n) // 128  # which program an element belongs to
    return Case(
        dict(x_ptr=x, o_ptr=out, q_ptr=other, n=n, a=float(a), b=float(b)),
        count,
        dict(
            o_ptr=Near(out, slice(n), scaled[of], (x * a + b)[of]),
            q_ptr=Exact(encode(decode(x, "f32") - float(b), "f32"), "f32"),
        ),
    )


@golden(ops=[dict(n=300)])
def early_return(rng, n):
    x = normal(rng, n + 3, "f32", special_floats("f32"))
    flags = np.array([-7, 0, 1], np.int32)
    out = untouched(n + 3, np.float32)
    doubled = encode(decode(x, "f32") * 2.0, "f32")
    of = np.minimum(np.arange(n + 3) // 128, 2)
    result = np.where((flags[of] != 0) & (np.arange(n + 3) < n), doubled, out)
    return Case(dict(x_ptr=x, o_ptr=out, n=n, flag_ptr=flags), 3, dict(o_ptr=Exact(result, "f32")))
