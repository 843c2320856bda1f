#!/usr/bin/python3
"""Published numbers, formulas written a second time, and the meaning of each fault's parts."""
import math, numpy as np, core, build as B
from core import EXACT, LD
from types import SimpleNamespace as NS
def near(a, b, t=1e-6): assert abs(a - b) <= t * max(1, abs(b)), (a, b)
near(core.base_of(1e4, dict(kind="dynamic", factor=2, original_context=4096, seq_len=8192), 128), 30527.7367)
near(core.base_of(1e4, dict(kind="ntk", factor=2), 128), 20221.2614)
near(core.attention(dict(kind="longrope", factor=32, original_context=4096)), 1.1902380714)
near(core.attention(dict(kind="yarn", factor=8)), 1.2079441541679836)
w = 500000.0 ** (-np.arange(64) / 64)
s = core.scaled(w, dict(kind="llama3", factor=8, original_context=8192, low=1, high=4), 128, 5e5, np.float64)
assert (np.sum(s == w), np.sum(s == w / 8)) == (29, 29)
s = core.scaled(w, dict(kind="yarn", factor=8, original_context=8192, beta_fast=32, beta_slow=1), 128, 5e5, np.float64)
assert np.argmax(s != w) == 19 and np.argmin(np.abs(s - w / 8) > 1e-18) == 35
near(core.rnd(np.float64(1.00390625 * 3), "bfloat16"), 3.015625); assert core.rnd(np.float64(257.), "bfloat16") == 256 and core.rnd(np.float64(2049.), "float16") == 2048
x = np.random.default_rng(0).standard_normal(20000) * 10.0 ** np.random.default_rng(1).integers(-9, 5, 20000)
assert np.array_equal(core.rnd(x, "float16"), x.astype(np.float16).astype(float)) and np.array_equal(core.rnd(x, "float32"), x.astype(np.float32).astype(float))
def table(**k):
    g = np.random.default_rng(3); c = B.b_sin(g, **k); return c, core.wave(c, EXACT, "exact")[0].astype(float)
# RoFormer's anchor: d = 6, row 1
c = B.new(enc="x", dim=6, base=1e4, layout="halves", order="sin-cos", law="d", shift=0, odd=None, pos=np.array([[1.]])); B.sin_law(c); B.sin_columns(c)
assert np.allclose(core.wave(c, EXACT, "exact")[0].astype(float), [[.8415, .0464, .0022, .5403, .9989, 1]], atol=6e-5)
def alone(e, d, p, base=1e4):      # programs' loops
    h = d // 2
    if e in ("espnet", "opennmt", "xlm", "distilbert"): return [f(p * base ** (-(2 * i) / d)) for i in range(h) for f in (math.sin, math.cos)]
    if e in ("whisper", "ddpm", "fairseq", "marian", "opennmt-tf"): a = [p * math.exp(-i * math.log(base) / (h - 1)) for i in range(h)]; return [*map(math.sin, a), *map(math.cos, a)]
    if e in ("adm", "stable-diffusion"): a = [p * math.exp(-i * math.log(base) / h) for i in range(h)]; return [*map(math.cos, a), *map(math.sin, a)]
    a = [p * base ** (-2 * i / d) for i in range(h)]; return [*map(math.sin, a), *map(math.cos, a)]
for e in ("espnet", "xlm", "whisper", "ddpm", "fairseq", "marian", "opennmt-tf", "adm", "stable-diffusion", "roformer-table", "transformer-xl", "gpt-neox-sinusoidal"):
    c, v = table(name=e, even=True)
    for r in (0, len(v) // 2, len(v) - 1):
        if c.zero_row is not None and c.pos[0, r] == c.zero_row: continue
        assert np.allclose(v[r], alone(e, c.dim, c.pos[0, r]), atol=1e-9 * (1 + abs(c.pos[0, r]))), e
# mae by its own code: meshgrid(w, h), first half is x
g = np.random.default_rng(1)
for seed in range(6):
    c = B.b_grid(np.random.default_rng(seed), names=["mae"]); v = core.wave(c, EXACT, "exact")[0].astype(float)[c.prefix:]; D, q = c.dim, c.dim // 4
    om = 1 / 10000 ** (np.arange(q) / q); r = len(v) - 2; y, x = divmod(r, c.W)
    assert np.allclose(v[r], np.concatenate([np.sin(x * om), np.cos(x * om), np.sin(y * om), np.cos(y * om)]))
    c = B.b_grid(np.random.default_rng(seed), names=["detr"]); v = core.wave(c, EXACT, "exact")[0].astype(float); N = c.dim // 2; dt = 10000 ** (2 * (np.arange(N) // 2) / N)
    y, x = divmod(len(v) // 2, c.W); f = lambda k, n: ((k + 1) / (n + 1e-6) * 2 * math.pi / dt); half = lambda a: np.where(np.arange(N) % 2, np.cos(a), np.sin(a))
    assert np.allclose(v[len(v) // 2], np.concatenate([half(f(y, c.H)), half(f(x, c.W))]))
    c = B.b_grid(np.random.default_rng(seed), names=["mrope"]); v = core.wave(c, EXACT, "exact")[0].astype(float); h = c.dim // 2; w = 1e6 ** (-2 * np.arange(h) / c.dim)
    r = len(v) // 2; ang = np.concatenate([c.pos[:, r][k % 3] * w[a:b] for k, (a, b) in enumerate(zip(np.cumsum([0, *c.sections]), np.cumsum(c.sections)))]); F = np.cos if c.part == "cos" else np.sin
    assert np.allclose(v[r], F(np.concatenate([ang, ang])), atol=1e-8)
    c = B.b_grid(np.random.default_rng(seed), names=["rope-vit"]); v = core.wave(c, EXACT, "exact")[0].astype(float); w = 100 ** (-np.arange(0, c.dim, 4)[:c.dim // 4] / c.dim)
    r = len(v) - 1; y, x = divmod(r, c.W); F = np.cos if c.part == "cos" else np.sin; assert np.allclose(v[r], F(np.repeat(np.concatenate([x * w, y * w]), 2)))
    c = B.b_grid(np.random.default_rng(seed), names=["pixtral"]); v = core.wave(c, EXACT, "exact")[0].astype(float); w = 1e4 ** (-np.arange(0, c.dim, 2) / c.dim); F = np.cos if c.part == "cos" else np.sin
    y, x = divmod(r := len(v) - 1, c.W); a = np.concatenate([y * w[0::2], x * w[1::2]]); assert np.allclose(v[r], F(np.concatenate([a, a])))
# ALiBi of 12 heads
assert np.allclose(core.alibi_slopes(12, 8, EXACT, "slope-pow", {}).astype(float), [2. ** -k for k in range(1, 9)] + [2 ** -.5, 2 ** -1.5, 2 ** -2.5, 2 ** -3.5])
# T5: from the loop of the paper's code
def t5(n, nb, md, bi):
    r = 0; n = -n
    if bi: nb //= 2; r += nb if n < 0 else 0; n = abs(n)
    else: n = max(n, 0)
    e = nb // 2
    return r + (n if n < e else min(e + int(math.log(n / e) / math.log(md / e) * (nb - e) + 1e-12), nb - 1))
for bi in (False, True):
    for nb, md in ((32, 128), (64, 256), (16, 64)):
        n = np.arange(-600, 600); assert np.array_equal(core.t5_bucket(n, nb, md, bi), [t5(int(k), nb, md, bi) for k in n])
# a rotation
for seed in range(4):
    c = B.b_rot(np.random.default_rng(seed)); y = core.rotated(c, EXACT, "exact")[0].astype(float); r = len(y) - 1; h = c.dim // 2
    if c.scaling: continue
    z = (c.x[r, c.upair] + 1j * c.x[r, c.vpair]) * np.exp(1j * c.pos[0, r] * c.base ** (-2 * np.arange(h) / c.dim)); assert np.allclose(y[r, c.upair], z.real, atol=1e-8) and np.allclose(y[r, c.vpair], z.imag, atol=1e-8)
print("all right")
