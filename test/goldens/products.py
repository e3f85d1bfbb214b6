# Part of Kiln, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goldens of matrix products and attention."""
import numpy as np

from approx import Approx, dot
from golden import Case, Exact, Near, golden
from inputs import normal, untouched, whole
from rounding import decode, unit

EVERYWHERE = np.s_[...]


def buffer_for(rows, columns, layout, make):
    """A buffer, and the view of it that is the matrix: by rows, by columns, or every second element."""
    if layout == "columns":
        buffer = make((columns, rows + 1))
        return buffer, buffer[:, :rows].T
    step = 2 if layout == "gaps" else 1
    buffer = make((rows, step * columns + (layout != "dense")))
    return buffer, buffer[:, : step * columns : step]


def element_strides(matrix):
    return [stride // matrix.itemsize for stride in matrix.strides]


# How a, b and c lie in memory.
LAYOUTS = {
    "mixed": ("rows", "columns", "rows"),
    "gaps": ("gaps", "rows", "columns"),
    "dense": ("dense", "dense", "dense"),
    "folded": ("dense", "dense", "dense"),
}


@golden(
    general=[dict(M=150, N=70, K=100, layout="mixed"), dict(M=1, N=1, K=1, layout="dense"),
             dict(M=20, N=140, K=1, layout="gaps"), dict(M=3, N=5, K=0, layout="mixed"),
             dict(M=64, N=64, K=64, layout="dense", exact=True), dict(M=1160, N=130, K=8, layout="dense")],
    specialised=[dict(M=144, N=80, K=96, layout="folded"), dict(M=16, N=16, K=16, layout="folded", exact=True),
                 dict(M=16, N=32, K=0, layout="folded")],
)
def matmul(rng, M, N, K, layout, exact=False):
    def make(shape):
        # exact: small whole numbers, whose sums are exact.
        return whole(rng, shape, -4, 4, "f16") if exact else normal(rng, shape, "f16")

    lie = LAYOUTS[layout]
    depth = K or (16 if layout == "folded" else 1)  # that text wants strides that are multiples of 16
    a_buffer, left = buffer_for(M, depth, lie[0], make)
    b_buffer, right = buffer_for(depth, N, lie[1], make)
    c_buffer, out = buffer_for(M, N, lie[2], lambda shape: untouched(shape, np.float16))
    if K >= 96:
        left[7, 3], right[4, 9], left[9, :] = np.inf, np.nan, 60000.0  # the last overflows f16
    product = dot(Approx.stored(left[:, :K], "f16"), Approx.stored(right[:K], "f16")).to("f16")
    # The same view of a buffer of positions says which elements of c_buffer are C.
    _, places = buffer_for(M, N, lie[2], lambda shape: np.arange(np.prod(shape)).reshape(shape))
    expected = Near(c_buffer, np.unravel_index(places, c_buffer.shape), product)
    strides = dict(zip(("sam", "sak", "sbk", "sbn", "scm", "scn"), sum(map(element_strides, (left, right, out)), [])))
    if layout == "folded":  # unit strides are no arguments of the specialised text
        strides = {name: strides[name] for name in ("sam", "sbk", "scm")}
    args = dict(a_ptr=a_buffer, b_ptr=b_buffer, c_ptr=c_buffer, M=M, N=N, K=K, **strides)
    return Case(args, -(-M // 128) * -(-N // 128), dict(c_ptr=expected))


def tile_of(t, M, N):
    """Which tile is the t-th, in groups of 8 rows of tiles walked column by column."""
    rows, columns = -(-M // 128), -(-N // 256)
    first = t // (8 * columns) * 8
    height = min(rows - first, 8)
    return first + t % height, t % (8 * columns) // height


@golden(
    general=[dict(M=200, N=296, K=136, grid=4), dict(M=1, N=1, K=1, grid=2), dict(M=1160, N=264, K=8, grid=19),
             dict(M=5, N=7, K=0, grid=1), dict(M=1, N=33800, K=1, grid=132)],
    specialised=[dict(M=208, N=304, K=144, grid=4), dict(M=16, N=16, K=16, grid=132),
                 dict(M=1168, N=272, K=16, grid=19)],
)
def matmul_tma(rng, M, N, K, grid):
    # Program t makes the tiles t, t + 132, ..: fewer programs leave later tiles out.
    a, b = normal(rng, (M, max(K, 1)), "bf16"), normal(rng, (N, max(K, 1)), "bf16")
    if K > 100:
        a[3, 5], b[100, 9] = 0x7F80, 0xFFC0  # infinity, NaN
    out = untouched((M, N), np.uint16)
    product = dot(Approx.stored(a[:, :K], "bf16"), Approx.stored(b[:, :K].T, "bf16")).to("bf16")
    written = np.zeros((M, N), bool)
    for t in range(-(-M // 128) * -(-N // 256)):
        if t % 132 >= grid:
            continue
        row, column = tile_of(t, M, N)
        written[row * 128 : row * 128 + 128, column * 256 : column * 256 + 256] = True
    expected = Near(out, written, product[written])
    return Case(dict(a_ptr=a, b_ptr=b, c_ptr=out, M=M, N=N, K=K), grid, dict(c_ptr=expected))


def attention(q, k, v, scale, causal, blocks):
    """softmax(q k^T scale) v with bf16 weights, summed in `blocks` steps with a running maximum."""
    log2e = Approx(1.0 / np.log(2.0), abs(1.0 / np.log(2.0) - float(np.float32(1.44269504))))
    s = dot(q, Approx(k.value.swapaxes(-1, -2))) * (Approx(scale) * log2e)
    s = s.where(causal, -np.inf)
    p = (s - s.max(-1)).exp2()
    # Each step scales what was before: an exp2 within 2 ulp and a product.
    p = Approx(p.value, p.error + blocks * 6 * unit("f32") * p.value)
    weighted = dot(p.to("bf16").within("f32"), v)
    return (weighted / p.sum(-1)).to("bf16")


@golden(
    general=[dict(heads=2, S=200, size=1.0), dict(heads=1, S=1, size=1.0), dict(heads=1, S=256, size=4.0)],
    specialised=[dict(heads=2, S=208, size=1.0), dict(heads=1, S=16, size=4.0), dict(heads=3, S=128, size=1.0)],
)
def attention_fwd(rng, heads, S, size):
    q, k, v = (normal(rng, (heads, S, 64), "bf16", scale=scale) for scale in (size, 1.0, 1.0))
    out = untouched((heads, S, 64), np.uint16)
    scale = 0.125
    causal = np.tril(np.ones((S, S), bool))
    result = attention(*(Approx.stored(x, "bf16") for x in (q, k, v)), scale, causal, -(-S // 64))
    return Case(
        dict(q_ptr=q, k_ptr=k, v_ptr=v, o_ptr=out, sm_scale=scale, H=16 * heads, S=S),  # the kernel never uses H
        (-(-S // 128), heads),
        dict(o_ptr=Near(out, EVERYWHERE, result)),
    )


@golden(
    general=[dict(K=64), dict(K=1088), dict(K=0)],
    specialised=[dict(K=64), dict(K=1088), dict(K=0)],
)
def dot_int8(rng, K):
    a, b = (rng.integers(-128, 128, shape).astype(np.int8) for shape in ((64, max(K, 1)), (max(K, 1), 64)))
    # Sums above 2^24, odd ones: an accumulator in f32 would lose their last bit.
    a[5], b[:, 6] = -128, -128
    b[:1, 6] = -127
    a[7, :1] = 127
    out = untouched((64, 64), np.int32)
    product = a[:, :K].astype(np.int64) @ b[:K].astype(np.int64)
    return Case(dict(a_ptr=a, b_ptr=b, c_ptr=out, K=K), 1, dict(c_ptr=Exact(product.astype(np.int32))))


@golden(ops=[dict()])
def batched_dot(rng):
    a, b = normal(rng, (4, 16, 16), "f32"), normal(rng, (4, 16, 32), "f32")
    a[1], b[1] = whole(rng, (16, 16), -50, 50), whole(rng, (16, 32), -50, 50)
    a[2, 3, 4], b[3, 5, 6] = np.inf, np.nan
    out = untouched((4, 16, 32), np.float32)
    product = dot(Approx.stored(a, "f32"), Approx.stored(b, "f32"))
    return Case(dict(a_ptr=a, b_ptr=b, c_ptr=out), 1, dict(c_ptr=Near(out, EVERYWHERE, product)))


def scaled(codes, scales):
    """e4m3 elements by rows, each group of 32 times 2^(s - 127); 255 is NaN."""
    factor = np.where(scales == 255, np.nan, np.ldexp(1.0, scales.astype(int) - 127))
    return decode(codes, "f8E4M3FN") * np.repeat(factor, 32, axis=1)


@golden(ops=[dict()])
def mx_dot(rng):
    a, b = normal(rng, (64, 128), "f8E4M3FN"), normal(rng, (128, 64), "f8E4M3FN")
    sa, sb = (rng.integers(119, 136, (64, 4)).astype(np.uint8) for _ in range(2))
    sa[3, 2] = 255
    a[5, 6] = 0x7F
    sb[8, 1] = 100
    out = untouched((64, 64), np.float32)
    product = dot(Approx(scaled(a, sa)), Approx(scaled(b.T, sb).T))
    return Case(
        dict(a_ptr=a, sa_ptr=sa, b_ptr=b, sb_ptr=sb, c_ptr=out), 1, dict(c_ptr=Near(out, EVERYWHERE, product))
    )


@golden(ops=[dict()])
def chained_dots(rng):
    a, b, c = (normal(rng, shape, "bf16", scale=0.5) for shape in ((32, 64), (64, 64), (64, 32)))
    out = untouched((32, 32), np.float32)
    s = dot(Approx.stored(a, "bf16"), Approx.stored(b.T, "bf16"))
    # tl.softmax without a dimension takes the first: columns sum to 1.
    e = (s - s.max(0)).exp()
    p = (e / e.sum(0)).to("bf16").within("f32")
    result = dot(p, Approx.stored(c, "bf16"))
    return Case(dict(a_ptr=a, b_ptr=b, c_ptr=c, o_ptr=out), 1, dict(o_ptr=Near(out, EVERYWHERE, result)))
