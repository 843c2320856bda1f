#!/usr/bin/python3
"""Positional-encoding tables, sound and wrong, with the claim a user would make of each and the right answer (cases.jsonl).

    /usr/bin/python3 -B generate.py --count N --seed S --out DIR

Written from the documents and the tool's help alone, without sight of its code and of its answers. See README.md."""
import argparse, json, math, pathlib, struct
import numpy as np
try:
    import torch
    torch.set_num_threads(1)
except Exception:                                    # PyTorch is optional
    torch = None

def pick(r, *xs): return xs[int(r.integers(len(xs)))]
def num(x): return ("%d" % x) if float(x) == int(x) and abs(x) < 1e15 else repr(float(x))
class Claim(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__

# ---------------------------------------------------------------- formats
EPS = {"float64": 2.0 ** -53, "float32": 2.0 ** -24, "float16": 2.0 ** -11, "bfloat16": 2.0 ** -8, "tf32": 2.0 ** -11}
def bf16_bits(x, trunc=False):
    u = np.ascontiguousarray(x, dtype=np.float32).view(np.uint32)
    if trunc: return (u >> 16).astype(np.uint16)
    nan = np.isnan(np.asarray(x, dtype=np.float32))
    out = ((u.astype(np.uint64) + 0x7fff + ((u >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(nan, np.uint16(0x7fc0), out)
def from_bf16(b): return (b.astype(np.uint32) << 16).view(np.float32)
def rnd(x, form):
    """x rounded to a format, in the dtype of x."""
    if form is None: return x
    x = np.asarray(x)
    with np.errstate(over="ignore", invalid="ignore"):
        if form == "bfloat16": y = from_bf16(bf16_bits(x.astype(np.float32)))
        elif form == "float16": y = x.astype(np.float16)
        elif form == "float32": y = x.astype(np.float32)
        elif form == "tf32":
            u = np.ascontiguousarray(x, dtype=np.float32).view(np.uint32).astype(np.uint64)
            y = ((u + 0xfff + ((u >> 13) & 1)) & np.uint64(0xffffe000)).astype(np.uint32).view(np.float32)
        else: return x
    return y.astype(x.dtype)
def trunc16(x, form):
    """x cut to a 16-bit format toward zero, as float32."""
    f = np.asarray(x, dtype=np.float32)
    if form == "bfloat16": return from_bf16(bf16_bits(f, True))
    h = f.astype(np.float16); over = np.abs(h.astype(np.float32)) > np.abs(f)
    return np.where(over, np.nextafter(h, np.float16(0)), h).astype(np.float32)

# ---------------------------------------------------------------- arithmetic of a program
class Arith:
    def __init__(self, bits, lib): self.dt, self.lib = (np.float32 if bits == 32 else np.float64), lib
    def _t(self, f, *xs):
        return f(*[torch.from_numpy(np.ascontiguousarray(x, dtype=self.dt)) if isinstance(x, np.ndarray) else x for x in xs]).numpy()
    def pow(self, b, e): return self._t(torch.pow, float(b), e) if self.lib != "numpy" else np.power(self.dt(b), e)
    def exp(self, x): return self._t(torch.exp, x) if self.lib != "numpy" else np.exp(x)
    def sincos(self, a):
        if self.lib == "polar":
            z = torch.polar(torch.ones(a.shape, dtype=torch.float32 if self.dt == np.float32 else torch.float64), torch.from_numpy(np.ascontiguousarray(a)))
            return z.imag.numpy().copy(), z.real.numpy().copy()
        if self.lib == "torch": return self._t(torch.sin, a), self._t(torch.cos, a)
        return np.sin(a), np.cos(a)

# ---------------------------------------------------------------- scalings
def gm(f, m): return 1.0 if f <= 1 else 0.1 * m * math.log(f) + 1.0
def yarn_ends(d, base, s):
    """Ends of YaRN's ramp."""
    turn = 1.0 if s.get("no2pi") else 2 * math.pi
    c = lambda rot: d * math.log(s["original_context"] / (rot * turn)) / (2 * math.log(base))
    lo, hi = c(s.get("beta_fast", 32)), c(s.get("beta_slow", 1))
    if s.get("truncate", True): lo, hi = math.floor(lo), math.ceil(hi)
    lo, hi = max(lo, 0), min(hi, d // 2 - 1 if s.get("clamp") else d - 1)
    if s.get("ends"): lo, hi = c(s.get("beta_slow", 1)), c(s.get("beta_fast", 32)); lo, hi = max(math.floor(lo) if s.get("truncate", True) else lo, 0), min(math.ceil(hi) if s.get("truncate", True) else hi, d - 1)
    return lo, hi + (0.001 if lo == hi else 0)
def new_base(base, d, s):
    if s["kind"] == "ntk": return base * s["factor"] ** (d / (d - 2))
    if s["kind"] == "dynamic":
        L = max(s["seq_len"], s["original_context"])
        return base * (s["factor"] * L / s["original_context"] - (s["factor"] - 1)) ** (d / (d - 2))
    return base
def scaled(w, base, d, s, dt):
    k = s["kind"]
    if k == "linear": return w / dt(s["factor"])
    if k == "yarn":
        lo, hi = yarn_ends(d, base, s)
        ramp = np.clip((np.arange(len(w), dtype=dt) - dt(lo)) / dt(hi - lo), 0, 1).astype(dt)
        if s.get("inverted"): ramp = dt(1) - ramp
        return (w / dt(s["factor"])) * ramp + w * (dt(1) - ramp)
    if k == "longrope":
        f = s["long"] if (s["seq_len"] > s["original_context"]) != bool(s.get("other")) else s["short"]
        return (w / np.array(f, dtype=dt)).astype(dt)
    if k == "llama3":
        f, lo, hi, L = s["factor"], s["low"], s["high"], s["original_context"]
        lam = dt(1 if s.get("no2pi") else 2 * math.pi) / w
        if s.get("ends"): return np.where(lam > dt(L / hi), w / dt(f), w).astype(dt)     # low and high exchanged: nothing lies between
        if s.get("inverted"):                         # long waves kept, short ones divided
            smooth = np.clip((dt(L) / lam - dt(lo)) / dt(hi - lo), 0, 1).astype(dt); smooth = dt(1) - smooth
            return (dt(1) - smooth) * w / dt(f) + smooth * w
        smooth = (dt(L) / lam - dt(lo)) / dt(hi - lo)
        mid = (dt(1) - smooth) * w / dt(f) + smooth * w
        if s.get("blend") == "exchanged": mid = smooth * w / dt(f) + (dt(1) - smooth) * w
        if s.get("blend") == "wavelengths": mid = dt(1) / ((dt(1) - smooth) * dt(f) / w + smooth / w)
        return np.where(lam > dt(L / lo), w / dt(f), np.where(lam < dt(L / hi), w, mid)).astype(dt)
    return w
def scale_amplitude(s):
    if not s: return 1.0
    if s["kind"] == "yarn":
        if s.get("mscale") and s.get("mscale_all_dim"): return gm(s["factor"], s["mscale"]) / gm(s["factor"], s["mscale_all_dim"])
        return gm(s["factor"], 1)
    if s["kind"] == "longrope": return 1.0 if s["factor"] <= 1 else math.sqrt(1 + math.log(s["factor"]) / math.log(s["original_context"]))
    return 1.0

# ---------------------------------------------------------------- the waves: frequencies, angles, sines
def frequencies(c, m, A, R):
    dt = A.dt
    n, den, base = c.num.astype(np.float64), float(c.den), float(c.base)
    if "wrong-base" in m: base = m["wrong-base"]["base"]
    if "exponent-halved" in m: n = n / 2
    if "exponent-denominator" in m: n, den = m["exponent-denominator"]["_num"](c), m["exponent-denominator"]["_den"]
    if "exponent-over-head" in m: den = float(m["exponent-over-head"]["head"])
    if "pair-index" in m: n = n + m["pair-index"]["shift"] * c.step
    s = c.scaling
    if "scaling-missing" in m: s = None
    if "scaling-parameters" in m: s = m["scaling-parameters"]["_s"]
    if "scaling-kind" in m: s = m["scaling-kind"]["_s"]
    if "longrope-list" in m: s = dict(s, other=1)
    if "bands-swapped" in m: s = dict(s, **{m["bands-swapped"]["_how"]: 1})
    if "blend" in m: s = dict(s, blend=m["blend"]["how"])
    if "yarn-clamp" in m: s = dict(s, clamp=1)
    if "wavelength" in m: s = dict(s, no2pi=1)
    if "yarn-truncate" in m: s = dict(s, truncate=not s.get("truncate", True))
    d = c.dim
    if s: base = new_base(base, d, s)
    if "scaling-doubled" in m and s["kind"] in ("ntk", "dynamic"): base = new_base(base, d, s)
    def one(n):
        e = R((n.astype(dt) / dt(den)).astype(dt))
        if "reciprocal-frequency" in m: return A.pow(base, e)
        if "frequency-recurrence" in m:
            ratio = dt(base) ** dt(-(n[1] - n[0]) / den); w = np.ones(len(n), dtype=dt)
            for i in range(1, len(n)): w[i] = w[i - 1] * ratio
            return w
        if c.recipe == "pow-multiply": return A.pow(base, -e)
        if c.recipe == "exp-log": return A.exp((n.astype(dt) * dt(-(math.log(base) / den))).astype(dt))
        return R((dt(1) / R(A.pow(base, e))).astype(dt))
    if "exponent-by-column" in m:
        k = m["exponent-by-column"]["_k"]
        ws, wc = one(k * n), one(k * n + k * c.step / 2)
    else: ws = wc = one(n)
    out = []
    for w in ((ws, wc) if wc is not ws else (ws,)):
        if s: w = scaled(w, base, d, s, dt)
        if "scaling-doubled" in m and s and s["kind"] not in ("ntk", "dynamic"): w = scaled(w, base, d, s, dt)
        if "uninitialised" in m:
            w = m["uninitialised"]["_w"](len(w)).astype(dt)
        if "frequency-rounded" in m: w = rnd(w, m["frequency-rounded"]["format"])
        out.append(R(np.asarray(w, dtype=dt)))
    return out[0], out[-1]

def coordinates(c, m):
    P = [np.array(p, dtype=np.float64) for p in c.coords]
    f = lambda g: [g(p) for p in P]
    if "position-offset" in m: P = f(lambda p: p + m["position-offset"]["offset"])
    if "position-scale" in m: P = f(lambda p: p * m["position-scale"]["scale"])
    if "positions-mirrored" in m: P = f(np.abs)
    if "position-restart" in m:
        q = m["position-restart"]
        if q["how"] == "continues": P = [P[0][0] + np.arange(len(P[0]), dtype=np.float64)]
        elif "length" in q: P = f(lambda p: p[np.arange(len(p)) % q["length"]])
        else: P = f(lambda p: np.concatenate([p[:q["row"]], p[:len(p) - q["row"]]]))
    if "table-overrun" in m: P = f(lambda p: np.minimum(p, p[m["table-overrun"]["row"]]))
    if "angle-unit" in m: P = f(lambda p: p * m["angle-unit"]["_f"])
    if "coordinate-range" in m: P = f(lambda p: (p / (2 * math.pi) + 1) / 2 * 2 * math.pi)
    if "axes-swapped" in m: P[-1], P[-2] = P[-2], P[-1]
    if "axis-dropped" in m: k, o = m["axis-dropped"]["_k"]; P[k] = P[o]
    if "position-rounded" in m: P = f(lambda p: rnd(p, m["position-rounded"]["format"]))
    return P

def fast_sin(a, quarter):
    """A sine unit: the angle in turns by a float32 factor, a fraction of 2^-23 turns, an absolute error of about 2^-21."""
    t = (a.astype(np.float32) * np.float32(0.15915494309189535)).astype(np.float32)
    frac = t.astype(np.float64) - np.floor(t.astype(np.float64))
    frac = np.round(frac * 2.0 ** 23) / 2.0 ** 23
    return (np.round(np.sin(2 * math.pi * frac + quarter * math.pi / 2) * 2.0 ** 22) / 2.0 ** 22).astype(np.float32)

def approximate(a, how, quarter):
    a = np.asarray(a, dtype=np.float64) + quarter * math.pi / 2
    if how == "parabola":                            # the well-known 4/pi x - 4/pi^2 x|x| with its correction
        x = a - 2 * math.pi * np.round(a / (2 * math.pi))
        y = 4 / math.pi * x - 4 / math.pi ** 2 * x * np.abs(x)
        return 0.225 * (y * np.abs(y) - y) + y
    if how == "taylor":                              # degree 7 on [-pi, pi]
        x = a - 2 * math.pi * np.round(a / (2 * math.pi))
        return x - x ** 3 / 6 + x ** 5 / 120 - x ** 7 / 5040
    if how == "bhaskara":
        x = a - 2 * math.pi * np.floor(a / (2 * math.pi)); neg = x >= math.pi; y = np.where(neg, x - math.pi, x)
        v = 16 * y * (math.pi - y) / (5 * math.pi ** 2 - 4 * y * (math.pi - y))
        return np.where(neg, -v, v)
    size = int(how[5:])                              # lookup: the entry below, no interpolation
    t = a / (2 * math.pi); k = np.floor((t - np.floor(t)) * size)
    return np.sin(2 * math.pi * k / size)

def waves(c, m):
    """Sines, cosines, frequencies and what a sound program's rounding may do to each sine and cosine."""
    bits = 32 if "computed-in-single" in m else c.bits
    A = Arith(bits, "numpy" if bits != c.bits else c.lib); dt = A.dt
    half = m["computed-in-half"]["format"] if "computed-in-half" in m else c.native
    R = (lambda x: rnd(x, half)) if half else (lambda x: x)
    ws, wc = frequencies(c, m, A, R)
    P = coordinates(c, m)
    axis = c.pair_axis if "section-order" not in m and "axis-split" not in m else (m.get("section-order") or m["axis-split"])["_axis"]
    p = np.stack([R(q.astype(dt)) for q in P], 1)[:, axis]          # [n, h]
    if "tf32-product" in m: p, ws, wc = rnd(p, "tf32"), rnd(ws, "tf32"), rnd(wc, "tf32")
    def angle(w):
        a = R((p * w[None, :]).astype(dt))
        if "degrees" in m: a = (a * dt(math.pi / 180 if m["degrees"]["how"] == "radians" else 180 / math.pi)).astype(dt)
        if "phase" in m: a = (a + dt(m["phase"]["phase"])).astype(dt)
        return a
    a = angle(ws); b = a if wc is ws else angle(wc)
    if "fast-trigonometry" in m: S, C = fast_sin(a, 0), fast_sin(b, 1)
    elif "approximate-trigonometry" in m:
        how = m["approximate-trigonometry"]["_how"]; S, C = approximate(a, how, 0).astype(dt), approximate(b, how, 1).astype(dt)
    elif "rotation-recurrence" in m:
        S, C = np.empty_like(a), np.empty_like(a); w64 = ws.astype(np.float64)
        ds, dc = np.sin(w64).astype(dt), np.cos(w64).astype(dt)
        s, k = np.sin(a[0].astype(np.float64)).astype(dt), np.cos(a[0].astype(np.float64)).astype(dt)
        for i in range(len(a)): S[i], C[i] = s, k; s, k = s * dc + k * ds, k * dc - s * ds
    else:
        S, C = A.sincos(a)
        if b is not a: C = A.sincos(b)[1]
        if "quarter-turn-cosine" in m: C = A.sincos((b + dt(math.pi / 2)).astype(dt))[0]
    S, C = R(S), R(C)
    amp = c.amplitude
    if "amplitude" in m: amp = amp * m["amplitude"]["_factor"]
    if "scaling-kind" in m: amp = scale_amplitude(m["scaling-kind"]["_s"])
    if "scaling-missing" in m: amp = 1.0 if m["scaling-missing"].get("_amp", True) else amp
    if "scaling-parameters" in m: amp = scale_amplitude(m["scaling-parameters"]["_s"]) if m["scaling-parameters"].get("_amp", True) else amp
    if "scaling-doubled" in m: amp = amp * (c.amplitude if m["scaling-doubled"].get("_amp") else 1.0)
    if amp != 1: S, C = (S * dt(amp)).astype(dt), (C * dt(amp)).astype(dt)
    if "sign" in m:
        of = m["sign"]["of"]
        if of in ("sin", "all"): S = -S
        if of in ("cos", "all"): C = -C
    if "sin-cos-swapped" in m: S, C = C, S
    u = 2.0 ** -24 if bits == 32 else 2.0 ** -53
    aa = np.abs(a.astype(np.float64)); aa = np.where((ws == 1)[None, :], 0, aa)
    bound = abs(amp) * (2 * u + 4 * u * aa)
    return S, C, ws, bound

# ---------------------------------------------------------------- from sines to the columns of a table
def blocks(c, S, C, other):
    """Additive tables and the tables of grids."""
    out = []
    if c.spread == "row": return np.concatenate([S, C], 1) if not other else np.stack([S, C], 2).reshape(len(S), -1)
    for k in c.block_axes:
        j = np.flatnonzero(c.pair_axis == k); a, b = S[:, j], C[:, j]
        if c.order == "cos-sin": a, b = b, a
        inter = (c.layout == "interleaved") != other
        out.append(np.stack([a, b], 2).reshape(len(S), -1) if inter else np.concatenate([a, b], 1))
    return np.concatenate(out, 1)
def repeat(t, how): return t if how == "once" else np.concatenate([t, t], 1) if how == "half-split" else np.repeat(t, 2, 1)

def rotate(c, x, S, C, layout, dim, stride=None):
    """x: [B, n, H, width]; the first dim channels of each head turn."""
    y = x.copy(); h = dim // 2
    if layout == "interleaved": iu, iv = np.arange(0, dim, 2), np.arange(1, dim, 2)
    else: iu, iv = np.arange(h), np.arange(h) + (stride or h)
    u, v = x[..., iu], x[..., iv]; s, k = S[None, :, None, :h], C[None, :, None, :h]
    y[..., iu] = u * k - v * s; y[..., iv] = v * k + u * s
    return y

def table(c, m):
    """The numbers of the table before they are stored, and the bound on a sound program's rounding."""
    if c.family == "alibi": return alibi(c, m)
    if c.family == "index": return buckets(c, m)
    S, C, w, bound = waves(c, m)
    other = "layout" in m
    if c.part in ("inv_freq",): return w[None, :] if False else w.reshape(1, -1), np.abs(w.reshape(1, -1)).astype(np.float64) * (2.0 ** -21 if c.bits == 32 else 2.0 ** -50)
    if c.part == "rotated":
        x = c.x.astype(S.dtype); layout = c.layout
        if other: layout = "half-split" if layout == "interleaved" else "interleaved"
        dim = c.dim
        if "unrotated" in m: y = x
        elif "head-for-position" in m:
            w0 = frequencies(c, {}, Arith(c.bits, "numpy"), lambda z: z)[0]
            a = np.arange(c.x.shape[2], dtype=S.dtype)[:, None] * w0[None, :]
            y = np.swapaxes(rotate(c, np.swapaxes(x, 1, 2), np.sin(a) * S.dtype.type(c.amplitude), np.cos(a) * S.dtype.type(c.amplitude), layout, dim), 1, 2)
        elif "partial-twice" in m: dim = m["partial-twice"]["dim"]; y = rotate(c, x, *m["partial-twice"]["_sc"](c), layout, dim)
        elif "partial-missing" in m: y = rotate(c, x, *m["partial-missing"]["_sc"](c), layout, c.width)
        elif "pair-stride" in m: y = rotate(c, x, S, C, layout, dim, c.width // 2)
        else: y = rotate(c, x, S, C, layout, dim)
        if "rotated-channels" in m: y = rotate(c, x[..., ::1], S, C, layout, dim); z = x.copy(); k = c.width - dim; z[..., k:] = rotate(c, np.ascontiguousarray(x[..., k:]), S, C, layout, dim); y = z
        if "rotated-twice" in m: y = rotate(c, y, S, C, layout, dim)
        if "first-only" in m: z = x.copy(); z[:1 if m["first-only"]["of"] == "batch" else None, :, :1 if m["first-only"]["of"] == "head" else None] = y[:1 if m["first-only"]["of"] == "batch" else None, :, :1 if m["first-only"]["of"] == "head" else None]; y = z
        b = np.full(y.shape, float(np.max(bound)) * 8)
        out = lambda z: z.reshape(c.shape) if c.axis_kind != "heads-first" else np.swapaxes(z, 1, 2).reshape(c.shape)
        return out(y), out(b)
    if c.part == "cos" or c.part == "sin":
        how = c.rep
        if other: how = "half-split" if how == "interleaved" else "interleaved"
        T = C if c.part == "cos" else S
        if "columns-shifted" in m: k = m["columns-shifted"]["shift"]; T = np.concatenate([C, S] if c.part == "cos" else [S, C], 1)[:, k:k + T.shape[1]]
        return repeat(T, how), repeat(bound, how)
    if c.part == "table" and c.kind == "rope":
        T = np.stack([C, S], 2).reshape(len(S), -1) if other else np.concatenate([C, S], 1)
        return T, np.concatenate([bound, bound], 1)
    T, B = blocks(c, S, C, other), blocks(c, bound, bound, other)
    if "prefix-rows" in m:
        k = {"missing": 0, "more": c.prefix + 1, "not zero": c.prefix}[m["prefix-rows"]["how"]]; p = np.zeros((k, T.shape[1]), T.dtype)
        if m["prefix-rows"]["how"] == "not zero": p[:] = T[:1]
        return np.concatenate([p, T]), np.concatenate([np.zeros((k, T.shape[1])), B])
    if c.zero_row is not None:
        at = np.flatnonzero(c.coords[0] == m["zero-row"]["row"]) if m.get("zero-row", {}).get("row") is not None else [] if "zero-row" in m else np.flatnonzero(c.coords[0] == c.zero_row)
        T = T.copy(); T[at] = 0
    if c.prefix: T = np.concatenate([np.zeros((1, T.shape[1]), T.dtype), T]); B = np.concatenate([B[:1] * 0, B])
    return T, B

# ---------------------------------------------------------------- ALiBi
def slopes_of(n):
    p = lambda k: [2.0 ** (-8.0 * (i + 1) / k) for i in range(k)]
    c = 2 ** int(math.floor(math.log2(n)))
    return np.array(p(n) if c == n else p(c) + p(2 * c)[0::2][:n - c])
def alibi(c, m):
    dt = np.float32 if c.bits == 32 else np.float64
    H = c.heads
    if "local-heads" in m:
        per = H // m["local-heads"]["ranks"]; s = np.tile(slopes_of(per), m["local-heads"]["ranks"])
    elif "slopes" in m:
        how = m["slopes"]["how"]
        s = {"from 0": lambda: 2.0 ** (-8.0 * np.arange(H) / H), "plain": lambda: 2.0 ** (-8.0 * (np.arange(H) + 1) / H),
             "not interleaved": lambda: np.array(list(slopes_of(c.pow2)) + list(slopes_of(2 * c.pow2)[1::2][:H - c.pow2])),
             "next power": lambda: slopes_of(2 * c.pow2)[:H]}[how]()
    else: s = slopes_of(H)
    s = s.astype(dt)
    if "amplitude" in m: s = (s * dt(m["amplitude"]["_factor"])).astype(dt)
    if c.part == "slopes":
        T = -s if "sign" in m else s
        return T.reshape(1, -1), np.abs(T).reshape(1, -1).astype(np.float64) * 2.0 ** (-21 if c.bits == 32 else -50)
    P = coordinates(c, m)[0].astype(dt)
    form = m["bias-form"]["form"] if "bias-form" in m else c.form
    d = {"keys": P, "causal": -P, "distance": -np.abs(P)}[form]
    if "sign" in m: d = -d
    T = (d[:, None] * s[None, :]).astype(dt)
    B = np.abs(T).astype(np.float64) * 2.0 ** (-21 if c.bits == 32 else -50)
    return (T.T.copy(), B.T.copy()) if c.layout == "heads-first" else (T, B)

# ---------------------------------------------------------------- T5
def t5(n, buckets, maxd, bid, capped=True):
    """n = query - key."""
    out = np.zeros(n.shape, dtype=np.int64)
    nb = buckets
    if bid: nb //= 2; out += np.where(n < 0, nb, 0); n = np.abs(n)
    else: n = np.maximum(n, 0)
    e = nb // 2
    with np.errstate(divide="ignore"):
        far = e + np.floor(np.log(np.maximum(n, 1) / e) / math.log(maxd / e) * (nb - e) + 1e-9).astype(np.int64)
    return out + np.where(n < e, n, np.minimum(far, nb - 1) if capped else far)
def buckets(c, m):
    q = np.asarray(coordinates(c, m)[0]).astype(np.int64)
    n = q[:, None] - np.arange(c.n_keys)[None, :]
    if "sign" in m: n = -n
    nb, md, bid = c.buckets, c.max_distance, c.bidirectional
    if "bucket-direction" in m: bid = not bid
    if "bucket-parameters" in m: nb, md, bid = m["bucket-parameters"]["_p"]
    T = t5(n, nb, md, bid, "buckets-uncapped" not in m)
    return T, np.zeros(T.shape)

# ---------------------------------------------------------------- after the table is computed: rows, columns, storage, damage
def finish(c, m, T):
    """The faults of rows and columns, on the values; then the format."""
    T = T.copy()
    if "columns-permuted" in m: T = T[:, m["columns-permuted"]["_perm"](T.shape[-1])]
    if "rows-permuted" in m: T = T[m["rows-permuted"]["_perm"](len(T))]
    if "rows-reversed" in m: T = T[::-1].copy()
    if "repeated-row" in m:
        k = m["repeated-row"]["row"]
        if m["repeated-row"]["how"] == "in place": T[k] = T[k - 1]
        else: T = np.concatenate([T[:k], T[k - 1:k], T[k:-1]])
    if "rows-missing" in m:
        k, n = m["rows-missing"]["row"], m["rows-missing"]["count"]; T = np.concatenate([T[:k], T[k + n:]])
    if "quantised" in m: T = (np.round(T.astype(np.float64) / m["quantised"]["step"]) * m["quantised"]["step"]).astype(T.dtype)
    if "zeros" in m:
        a, b = m["zeros"]["_range"](len(T)); T[a:b] = 0
    if "stored-narrower" in m: T = rnd(T, m["stored-narrower"]["format"])
    form = c.format
    if form in ("int32", "int64"): T = T.astype(form)
    elif "rounded-toward-zero" in m: T = trunc16(T, form)
    elif form == "bfloat16": T = from_bf16(bf16_bits(T))
    else:
        with np.errstate(over="ignore"): T = T.astype(form)
    if "flushed-to-zero" in m:
        tiny = 2.0 ** -14 if form == "float16" else 2.0 ** -126
        T = np.where(np.abs(T.astype(np.float64)) < tiny, T.dtype.type(0), T)
    flat = T.reshape(-1)
    if "corrupt-entry" in m:
        for at, how, v in m["corrupt-entry"]["_at"]:
            k = int(at * flat.size); old = float(flat[k])
            if form.startswith("int"): flat[k] = int(old) + v
            elif how == "flip": flat[k] = -old if abs(old) > 0.05 else 0.5
            elif how == "set": flat[k] = 0.37 * v
            else: flat[k] = old + (0.25 if how == "add" else 3.0)
    if "not-finite" in m:
        for at, v in m["not-finite"]["_at"]: flat[int(at * flat.size)] = v
        if "_row" in m["not-finite"]: T[m["not-finite"]["_row"]] = np.nan
    if "transposed" in m: T = T.T.copy()
    return T

# ---------------------------------------------------------------- claims
BASES = (10000, 10000, 10000, 500000, 1000000, 100000, 50000, 150000, 5000000, 2000)
def rows(r, sound, cols, low=24, most=1500):
    if sound:
        n = int(pick(r, 1, 2, 3, 7, 17, 64, 100, 257, 512, 1000, 2048, 5000))
        return min(n, max(1, 1300000 // cols))
    return min(int(round(math.exp(r.uniform(math.log(low), math.log(most))))), 300000 // cols)
def place(c, r, sound, n, negative=0.0, need=None):
    """Positions and their arguments. need: 'consecutive' or 'negative'."""
    x = r.random()
    c.consecutive, c.listed = True, False
    first = 0
    if need == "negative" or r.random() < negative:
        first = -int(r.integers(max(2, n // 4), max(3, 3 * n // 4))); c.args += ["--first", str(first)]
    elif x < 0.4: pass
    elif x < 0.62:
        first = int(pick(r, 1, 2, int(r.integers(3, 300)), int(r.integers(300, 9000)), 4096, 32768, int(r.integers(10000, 90000)))); c.args += ["--first", str(first)]
    elif x < 0.8:
        first = int(pick(r, 0, 1, 100, 2048, int(r.integers(10, 60000)))); c.args += ["--positions", f"{first}:{first + n}"]; c.exact_rows = True
    elif x < 0.88 and need != "consecutive":
        step = int(pick(r, 2, 3, 16, 64)); first = int(r.integers(0, 500)); step = min(step, max(1, 90000 // n))
        c.args += ["--positions", f"{first}:{first + n * step}:{step}"]; c.coords = [first + step * np.arange(n, dtype=np.float64)]; c.consecutive = step == 1; c.exact_rows = True
        return
    elif need != "consecutive":
        top = pick(r, 4 * n, 5000, 60000); top = max(top, n)
        kind = pick(r, "sorted", "any", "packed")
        if kind == "packed":                         # several documents in one batch
            out = []
            while len(out) < n: out += range(int(r.integers(5, max(6, n))))
            p = np.array(out[:n]); c.packed = True
        else:
            p = r.choice(top, n, replace=False) if top >= n else np.arange(n)
            if kind == "sorted": p = np.sort(p)
        c.coords = [p.astype(np.float64)]; c.listed = True; c.consecutive = False; c.exact_rows = True
        c.files["pos.npy"] = p.astype(pick(r, np.int64, np.int32)); c.args += ["--positions-file", "@pos.npy"]
        return
    c.coords = [first + np.arange(n, dtype=np.float64)]; c.first = first
def arithmetic(c, r, sound, forms=("float32", "float32", "float64", "float16", "bfloat16", "bfloat16")):
    c.format = pick(r, *forms)
    c.bits = 64 if c.format == "float64" else int(pick(r, 32, 32, 64) if sound else pick(r, 32, 64))
    libs = ["numpy"] + (["torch", "polar"] if torch is not None else [])
    c.lib = pick(r, *libs) if (sound or r.random() < 0.4) else "numpy"
    c.recipe = pick(r, "pow-divide", "pow-divide", "pow-multiply", "exp-log")
def base_claim(family, kind, encoding):
    return Claim(family=family, kind=kind, encoding=encoding, args=["--encoding", encoding], files={}, base=10000.0, law="d", shift=None, scaling=None, amplitude=1.0, order="sin-cos",
                 layout="interleaved", part="table", first=0, heads=None, n_keys=None, form=None, native=None, prefix=0, block_axes=[0], step=2, rep=None, grid=None, exact_rows=False)
def one_axis(c, d):
    c.dim = d; h = d // 2
    c.pair_axis = np.zeros(h, dtype=int)
    if c.law == "d": c.num, c.den, c.step = 2.0 * np.arange(h), d, 2
    else: c.num, c.den, c.step = 1.0 * np.arange(h), h - c.shift, 1

NAMED = {  # encoding: law, shift, layout, order
    "whisper": ("half-minus-shift", 1, "halves", "sin-cos"), "tensor2tensor": ("half-minus-shift", 1, "halves", "sin-cos"),
    "opennmt-concat": ("half-minus-shift", 1, "halves", "sin-cos"), "espnet": ("d", None, "interleaved", "sin-cos"), "distilbert": ("d", None, "interleaved", "sin-cos"),
    "hf-marian": ("d", None, "halves", "sin-cos"), "gpt-neox-sinusoidal": ("d", None, "halves", "sin-cos"), "stable-diffusion": ("half-minus-shift", 0, "halves", "cos-sin"),
    "fairseq": ("half-minus-shift", 1, "halves", "sin-cos"), "speech2text": ("half-minus-shift", 1, "halves", "sin-cos"), "ddpm": ("half-minus-shift", 1, "halves", "sin-cos"),
    "maxtext": ("half-minus-shift", 1, "halves", "sin-cos"), "opennmt": ("d", None, "interleaved", "sin-cos"),
    "adm": ("half-minus-shift", 0, "halves", "cos-sin")}
def sinusoid(r, sound, need=None):
    d = int(pick(r, 2, 4, 6, 16, 64, 128, 256) if sound else pick(r, 16, 24, 32, 48, 64, 96, 128, 192, 256))
    if need == "padding" or r.random() < 0.4:
        c = base_claim("wave", "sinusoid", pick(r, *NAMED) if need != "padding" else pick(r, "fairseq", "speech2text")); need = None if need == "padding" else need; c.law, c.shift, c.layout, c.order = NAMED[c.encoding]
        if c.law != "d" and d < 6: d = 16
        c.args += ["--dim", str(d)]
    else:
        c = base_claim("wave", "sinusoid", "sinusoidal"); c.args += ["--dim", str(d)]
        c.layout = pick(r, "interleaved", "halves"); c.order = pick(r, "sin-cos", "sin-cos", "cos-sin")
        if c.layout != "interleaved" or r.random() < 0.2: c.args += ["--layout", c.layout]
        if c.order != "sin-cos" or r.random() < 0.2: c.args += ["--order", c.order]
        if r.random() < 0.35: c.base = float(pick(r, *BASES)); c.args += ["--base", num(c.base)]
        if d >= 6 and r.random() < 0.3:
            c.law, c.shift = "half-minus-shift", pick(r, 1, 1, 0); c.args += ["--law", c.law, "--shift", str(c.shift)]
    one_axis(c, d)
    if c.encoding in ("fairseq", "speech2text"):
        c.zero_row = 1; n = max(rows(r, sound, d), 3); c.coords = [np.arange(n, dtype=np.float64)]; c.consecutive = True
    else: place(c, r, sound, rows(r, sound, d), 0.06, need)
    arithmetic(c, r, sound)
    return c
def timesteps(r, sound, need=None):
    d = int(pick(r, 32, 64, 128, 256))
    c = base_claim("wave", "sinusoid", "timesteps"); c.args += ["--dim", str(d)]
    c.law, c.shift, c.layout, c.order = "half-minus-shift", pick(r, 0, 1), "halves", pick(r, "sin-cos", "cos-sin")
    c.args += ["--shift", str(c.shift)]
    if c.order != "sin-cos": c.args += ["--order", c.order]
    one_axis(c, d)
    if need or r.random() < 0.3: place(c, r, sound, rows(r, sound, d, most=1000), 0, need)
    else:
        n = int(pick(r, 25, 28, 30, 50, 100))
        if not sound: n = max(n, 25)
        kind = pick(r, "descending", "half", "leading")
        p = {"descending": np.linspace(999, 0, n).round(), "half": np.arange(n) * 2.5 + 0.5, "leading": (np.arange(n) * (1000 // n))[::-1] + 1.0}[kind]
        c.coords = [p.astype(np.float64)]; c.consecutive, c.listed, c.exact_rows = False, True, True
        c.files["pos.npy"] = p.astype(np.float32); c.args += ["--positions-file", "@pos.npy"]
    arithmetic(c, r, sound); return c

def draw_scaling(r, d, base, kinds=("linear", "ntk", "dynamic", "yarn", "yarn", "longrope", "llama3")):
    k = pick(r, *kinds); f = int(pick(r, 2, 4, 8, 16, 32, 40)); L = int(pick(r, 2048, 4096, 8192, 32768))
    s, a = {"kind": k, "factor": f}, ["--scaling", k, "--factor", str(f)]
    if k in ("dynamic", "yarn", "longrope", "llama3"): s["original_context"] = L; a += ["--original-context", str(L)]
    if k in ("dynamic", "longrope"):
        s["seq_len"] = int(L * pick(r, 2, 4) if k == "dynamic" else pick(r, L, 4 * L, L // 2)); a += ["--seq-len", str(s["seq_len"])]
    if k == "yarn":
        if r.random() < 0.35: s["truncate"] = False; a += ["--truncate", "no"]
        if r.random() < 0.2: s["beta_fast"] = int(pick(r, 16, 64)); a += ["--beta-fast", str(s["beta_fast"])]
        if r.random() < 0.25: s["mscale"], s["mscale_all_dim"] = 1.0, 0.707; a += ["--mscale", "1", "--mscale-all-dim", "0.707"]
    if k == "longrope":
        h = d // 2
        s["short"] = [round(float(x), 2) for x in np.sort(1 + r.random(h) * 1.5)]; s["long"] = [round(float(x), 2) for x in np.sort(1 + (r.random(h) ** 2) * f * 1.5)]
        a += ["--short-factor", ",".join(map(num, s["short"])), "--long-factor", ",".join(map(num, s["long"]))]
    if k == "llama3":
        s["low"], s["high"] = 1.0, float(pick(r, 4, 4, 8)); a += ["--low-freq-factor", "1", "--high-freq-factor", num(s["high"])]
    return s, a
def rope(r, sound, need=None, part=None, scale=None, kinds=None):
    """kinds: the scalings wanted."""
    c = base_claim("wave", "rope", "rope")
    d = int(pick(r, 2, 8, 32, 64, 128) if sound and not kinds else pick(r, 16, 32, 48, 64, 80, 96, 128))
    c.base = float(pick(r, *BASES))
    c.args += ["--dim", str(d), "--base", num(c.base)]
    one_axis(c, d)
    if kinds or (d >= 16 and r.random() < 0.4):
        c.scaling, a = draw_scaling(r, d, c.base, *([kinds] if kinds else [])); c.args += a
        c.amplitude = scale_amplitude(c.scaling)
    c.part = part or pick(r, "cos", "cos", "sin", "sin", "table", "table", "inv_freq", "rotated", "rotated")
    c.args += ["--part", c.part] if c.part != "table" or r.random() < 0.5 else []
    c.rep = "once"
    if c.part in ("cos", "sin"):
        c.rep = pick(r, "once", "half-split", "interleaved")
        if c.rep != "once": c.args += ["--layout", c.rep]
    if c.part == "inv_freq":
        c.coords = [np.zeros(1)]; c.consecutive = False; c.exact_rows = True
        arithmetic(c, r, sound, ("float32", "float32", "float64", "bfloat16") if not sound else ("float32", "float64")); c.lib = "numpy" if c.lib == "polar" else c.lib
        return c
    if c.part == "rotated":
        c.family = "rotated"; c.layout = pick(r, "half-split", "interleaved"); c.args += ["--layout", c.layout]
        c.width = int(pick(r, d, d, 2 * d, 2 * d, 4 * d)); c.heads_in = int(pick(r, 2, 4, 8)); B = int(pick(r, 1, 1, 2))
        c.axis_kind = pick(r, "flat", "heads-first", "positions-first", "positions-first")
        if need in ("heads", "heads-batch"): c.axis_kind = pick(r, "heads-first", "positions-first"); B = 2 if need == "heads-batch" else B
        if c.axis_kind == "flat": B, c.heads_in = 1, 1
        n = rows(r, sound, c.width * c.heads_in * B, 24, 400); n = max(n, 2)
        place(c, r, sound, n, 0.03, need if need in ("consecutive", "negative") else None)
        n = len(c.coords[0])
        arithmetic(c, r, sound, ("float32", "float32", "float64", "float16"))
        x = rnd(r.standard_normal((B, n, c.heads_in, c.width)), c.format); c.x = x
        if c.axis_kind == "flat": c.shape = (n, c.width); stored = x.reshape(c.shape)
        elif c.axis_kind == "heads-first": c.shape = (B, c.heads_in, n, c.width); stored = np.swapaxes(x, 1, 2); c.args += ["--axis", "-2"]
        else: c.shape = (B, n, c.heads_in, c.width); stored = x; c.args += ["--axis", "-3"]
        c.files["in.npy"] = np.ascontiguousarray(stored).astype(c.format); c.args += ["--input", "@in.npy"]
        return c
    place(c, r, sound, rows(r, sound, d), 0.04, need)
    arithmetic(c, r, sound)
    return c

def grid(r, sound, need=None, kinds=None):
    enc = pick(r, *(kinds or ("rope-vit", "sam2", "flux", "wan", "pixtral", "mae", "timm-2d", "hunyuan-video", "dinov3", "mrope", "mrope")))
    if enc == "mrope": return mrope(r, sound)
    c = base_claim("grid", "grid", enc)
    H, W = int(pick(r, 6, 7, 8, 12, 14, 16)), int(pick(r, 5, 9, 10, 14, 20)); T = 1
    d = 128 if enc in ("flux", "wan", "hunyuan-video") else int(pick(r, 32, 64, 128))
    c.dim = d; c.args += ["--dim", str(d)]
    video = enc in ("wan", "hunyuan-video")
    if video: T = int(pick(r, 2, 3, 5)); H, W = min(H, 8), min(W, 10)
    c.base = {"rope-vit": 100.0, "sam2": 10000.0, "flux": 10000.0, "wan": 10000.0, "pixtral": 10000.0, "mae": 10000.0, "timm-2d": 10000.0, "hunyuan-video": 256.0, "dinov3": 100.0}[enc]
    if enc in ("rope-vit", "pixtral", "mae", "timm-2d") and r.random() < 0.3: c.base = float(pick(r, 1000, 500)); c.args += ["--base", num(c.base)]
    t, y, x = [a.ravel().astype(np.float64) for a in np.meshgrid(np.arange(T), np.arange(H), np.arange(W), indexing="ij")]
    c.grid = (T, H, W); c.coords = [t, y, x]; c.consecutive, c.exact_rows = False, True
    q = d // 4
    if enc == "dinov3":                              # 2 pi (2 (i + 1/2)/n - 1)
        c.coords = [t, 2 * math.pi * (2 * (y + 0.5) / H - 1), 2 * math.pi * (2 * (x + 0.5) / W - 1)]; c.pair_axis = np.repeat([1, 2], q); c.num, c.den, c.step = np.tile(4.0 * np.arange(q), 2), d, 4
    elif enc in ("rope-vit", "sam2"): c.pair_axis = np.repeat([2, 1], q); c.num, c.den, c.step = np.tile(4.0 * np.arange(q), 2), d, 4
    elif enc == "pixtral": c.pair_axis = np.repeat([1, 2], q); c.num, c.den, c.step = np.concatenate([4.0 * np.arange(q), 4.0 * np.arange(q) + 2]), d, 4
    elif enc in ("mae", "timm-2d"):
        c.pair_axis = np.repeat([2, 1] if enc == "mae" else [1, 2], q); c.num, c.den, c.step = np.tile(1.0 * np.arange(q), 2), q, 1
        c.block_axes = [2, 1] if enc == "mae" else [1, 2]; c.layout = "halves"; c.spread = "row" if enc == "timm-2d" else None
        if enc == "mae" and r.random() < 0.4: c.prefix = 1
    else:
        dims = (16, 56, 56) if enc != "wan" else (d - 4 * (d // 6), 2 * (d // 6), 2 * (d // 6)); c.dims = dims
        c.pair_axis = np.repeat([0, 1, 2], [k // 2 for k in dims]); c.step = None
        c.num = np.concatenate([2.0 * np.arange(k // 2) / k for k in dims]); c.den = 1     # exponents themselves
    if enc not in ("mae", "timm-2d"):
        c.part = pick(r, "cos", "sin"); c.args += ["--part", c.part]; c.rep = "once"
    c.args += ["--height", str(H), "--width", str(W)] + (["--frames", str(T)] if video else []) + (["--prefix", "1"] if c.prefix else [])
    arithmetic(c, r, sound); c.recipe = "pow-divide"
    if enc in ("flux", "wan", "hunyuan-video", "dinov3"): c.bits = 64
    return c
def mrope(r, sound, need=None, kinds=None):
    c = base_claim("grid", "mrope", "mrope"); d = 128; c.dim = d; c.args += ["--dim", str(d)]; c.base = 1000000.0
    c.part = pick(r, "cos", "sin"); c.args += ["--part", c.part]; c.rep = pick(r, "once", "half-split")
    c.sections = (16, 24, 24)
    c.pair_axis = np.repeat([0, 1, 2], c.sections); c.num, c.den, c.step = 2.0 * np.arange(d // 2), d, 2
    p, at = [], 0                                    # text, an image, text, perhaps again
    for _ in range(int(pick(r, 1, 2))):
        k = int(r.integers(4, 40)); p += [(at + i,) * 3 for i in range(k)]; at += k
        h, w = int(r.integers(4, 14)), int(r.integers(4, 16))
        if h == w: w += 1
        p += [(at, at + i, at + j) for i in range(h) for j in range(w)]; at += max(h, w)
        k = int(r.integers(8, 60)); p += [(at + i,) * 3 for i in range(k)]; at += k
    P = np.array(p).T; c.coords = [q.astype(np.float64) for q in P]; c.consecutive, c.listed, c.exact_rows = False, True, True
    c.files["pos.npy"] = P.astype(np.int64); c.args += ["--positions-file", "@pos.npy"]
    arithmetic(c, r, sound); c.recipe = "pow-divide"; c.lib = "numpy" if c.lib == "polar" else c.lib
    return c
def alibi_claim(r, sound, need=None, kinds=None):
    c = base_claim("alibi", "alibi", "alibi"); c.heads = int(pick(r, 2, 4, 6, 8, 12, 16, 20, 32, 40, 112)) if kinds is None else int(pick(r, *kinds)); c.args += ["--heads", str(c.heads)]
    c.pow2 = 2 ** int(math.floor(math.log2(c.heads))); c.dim = None
    if need != "bias" and r.random() < 0.3:
        c.part = "slopes"; c.args += ["--part", "slopes"]; c.coords = [np.zeros(1)]; c.consecutive, c.exact_rows = False, True
        arithmetic(c, r, sound, ("float32", "float32", "float64", "bfloat16")); return c
    c.part = "bias"; c.form = pick(r, "keys", "causal", "distance"); c.layout = pick(r, "heads-first", "positions-first")
    c.args += ["--form", c.form, "--layout", c.layout]
    n = max(rows(r, sound, c.heads, 24, 600), 2)
    place(c, r, sound, n, 0.35 if c.form == "distance" else 0, need if need in ("consecutive", "negative") else None)
    arithmetic(c, r, sound); return c
def t5_claim(r, sound, need=None, kinds=None):
    c = base_claim("index", "t5", "t5"); c.part = "buckets"; c.dim = None
    c.bidirectional = r.random() < 0.5; c.buckets, c.max_distance = pick(r, (32, 128), (32, 128), (32, 256), (16, 64), (64, 256))
    c.args += ["--bidirectional", "yes" if c.bidirectional else "no"]
    if (c.buckets, c.max_distance) != (32, 128): c.args += ["--num-buckets", str(c.buckets), "--max-distance", str(c.max_distance)]
    c.n_keys = int(pick(r, 150, 200, 300, 400)); c.args += ["--keys", str(c.n_keys)]
    n = int(pick(r, c.n_keys, c.n_keys, c.n_keys - 37)); c.first = 0
    if n < c.n_keys and r.random() < 0.5: c.first = 37; c.args += ["--first", "37"]
    c.coords = [c.first + np.arange(n, dtype=np.float64)]; c.consecutive = True
    c.format = pick(r, "int32", "int64"); c.bits, c.lib, c.recipe = 64, "numpy", "floor of logarithms"; return c

# ---------------------------------------------------------------- the mistakes
WAVE = (sinusoid, sinusoid, timesteps, rope, rope)
def no_inv(c): return c.part not in ("inv_freq", "slopes")
def is_wave(c): return c.family in ("wave", "rotated")
def table_wave(c): return c.family == "wave" and c.part != "inv_freq"
def n_rows(c): return len(c.coords[0])
def rowed(c): return no_inv(c) and c.family != "rotated" and c.family != "index"
def span(c): return max(float(np.abs(p).max()) for p in c.coords)
def axis0(c): return 1 if (c.family == "alibi" and c.layout == "heads-first") else 0
def lead(c): return rowed(c) and axis0(c) == 0 and n_rows(c) >= 24     # rows of the file are positions
def sc(*kinds): return lambda c: c.scaling is not None and c.scaling["kind"] in kinds
def narrow(c): return c.format in ("float16", "bfloat16")
def single(c): return c.bits == 32 and c.format == "float32" and c.lib == "numpy"

def d_base(c, r):
    b = pick(r, 10000.0, 500000.0, 1000000.0, 100000.0, 100.0, 1000.0, c.base * 10, c.base / 10, 10000.0)
    return None if b == c.base or b < 50 else {"base": b}
def d_den(c, r):
    h, d = c.dim // 2, c.dim
    if c.law == "d":
        den = pick(r, d - 2, d - 2, d - 1, d + 2)
        return None if den < 8 else {"_num": lambda c: c.num, "_den": float(den)}
    den = h if c.shift else h - 1
    return {"_num": lambda c: c.num, "_den": float(den)}
def d_offset(c, r):
    k = int(pick(r, 1, 1, -1, 2, 2, 16, 64, -c.first if c.first else 1, 256))
    return {"offset": k}
def d_scale(c, r):
    s = float(pick(r, 0.5, 2.0, 0.25, 8.0, 1.5, 0.125, 0.1, 1 / 3, 4.0, 0.9))
    if span(c) * s > 1e5: return None
    return {"scale": s}
def d_amp(c, r):
    A = c.amplitude; opts = [0.5, 2.0, math.sqrt(2), 0.25, 1.1386, 0.9, 1.25, 0.98]
    if c.kind == "sinusoid": opts += [math.sqrt(c.dim), 1 / math.sqrt(c.dim)] * 2
    if A != 1: opts = [1 / A, A] * 3 + opts
    f = float(pick(r, *opts))
    if f == 1: return None
    return {"amplitude": [f, f * A] if A != 1 else f, "_factor": f}
def d_restart(c, r):
    n = n_rows(c)
    if r.random() < 0.5: return {"how": "mod", "length": int(r.integers(max(3, n // 12), max(4, n // 2)))}
    return {"how": "at", "row": int(r.integers(max(2, n // 6), max(3, 5 * n // 6)))}
def d_parameters(c, r):
    s = dict(c.scaling); k = s["kind"]
    key = pick(r, *{"linear": ["factor"], "ntk": ["factor"], "dynamic": ["factor", "seq_len"], "yarn": ["factor", "original_context", "beta_fast", "beta_slow"],
                    "longrope": ["factor"], "llama3": ["factor", "original_context", "high_freq_factor", "low_freq_factor"]}[k])
    if key == "factor": v = int(pick(r, 2, 3, 4, 8, 16, 32, 64)); s["factor"] = v
    elif key in ("original_context", "seq_len"):
        v = int(s[key] * pick(r, 2, 4, 0.5))
        if key == "seq_len" and v <= s["original_context"]: v = s[key] * 8
        s[key] = v
    elif key == "beta_fast": v = int(pick(r, 8, 16, 128)); s[key] = v
    elif key == "beta_slow": v = int(pick(r, 2, 4)); s[key] = v
    elif key == "high_freq_factor": v = float(pick(r, 2, 6, 16)); s["high"] = v
    else: v = float(pick(r, 2, 3)); s["low"] = v
    if s == c.scaling or s.get("high", 9) <= s.get("low", 0): return None
    return {key: v, "_s": s}
def d_kind(c, r):
    f = c.scaling["factor"] if c.scaling else int(pick(r, 2, 4, 8))
    have = c.scaling["kind"] if c.scaling else None
    k = pick(r, "linear", "ntk", "yarn", "llama3") if have else pick(r, "linear", "ntk")
    if k == have or (have is None and r.random() < 0.3): return None
    s = {"kind": k, "factor": f, "original_context": (c.scaling or {}).get("original_context", 4096), "low": 1.0, "high": 4.0}
    if k in ("yarn", "llama3") and "original_context" not in (c.scaling or {}): return None
    return {"kind": k, "_s": s}
def d_round(c, r): return {"format": pick(r, "bfloat16", "float16")}
def d_perm(c, r):
    seed = int(r.integers(1 << 30)); return {"_perm": lambda n: np.random.default_rng(seed).permutation(n)}
def d_zeros(c, r):
    n = n_rows(c); k = int(r.integers(2, max(3, n // 2))); a = int(pick(r, n - k, n - k, r.integers(0, n - k)))
    return {"rows": k, "_range": lambda m: (a + (m - n), a + (m - n) + k)}
def d_corrupt(c, r):
    k = int(r.integers(1, 6)); return {"entries": k, "_at": [((i + float(r.random()) * 0.8) / k, pick(r, "flip", "set", "add", "far"), int(r.integers(1, 9))) for i in range(k)]}
def d_uninit(c, r):
    how = pick(r, "zeros", "zeros", "garbage"); seed = int(r.integers(1 << 30))
    def w(h):
        g = np.random.default_rng(seed)
        return np.zeros(h) if how == "zeros" else np.where(g.random(h) < 0.5, 0.0, g.random(h) * 10.0 ** g.integers(-38, 0, h))
    return {"how": how, "_w": w}
def d_approx(c, r): return {"_how": pick(r, "parabola", "taylor", "bhaskara", "table256", "table1024", "table4096")}
def d_buckets(c, r):
    nb, md, bid = c.buckets, c.max_distance, c.bidirectional
    p = pick(r, (nb, pick(r, 64, 512), bid), (nb // 2, md, bid))
    return None if p == (nb, md, bid) else {"_p": p}
def d_local(c, r):
    k = [x for x in (2, 4, 8) if c.heads % x == 0 and c.heads // x >= 1]
    return {"ranks": int(pick(r, *k))} if k else None
def d_slopes(c, r):
    h = "from 0" if c.heads == c.pow2 else pick(r, "from 0", "plain", "not interleaved", "next power")
    return {"how": h}

def partial_sc(c, dim, den):
    """Sines and cosines for a rotation of other channels than claimed."""
    h = dim // 2; w = 1.0 / (c.base ** (2.0 * np.arange(h) / den))
    if c.scaling: w = scaled(w, new_base(c.base, dim, c.scaling), dim, c.scaling, np.float64)
    a = c.coords[0][:, None] * w[None, :]
    dt = np.float32 if c.bits == 32 else np.float64
    return (np.sin(a) * c.amplitude).astype(dt), (np.cos(a) * c.amplitude).astype(dt)

def d_section(c, r):
    t, h, w = c.sections; how = pick(r, "interleaving", "order")
    if how == "order":
        o = pick(r, (1, 2, 0), (2, 1, 0)); ax = np.repeat(o, [c.sections[k] for k in o])
    else:
        ax = np.zeros(64, dtype=int)
        for k, n in ((1, h), (2, w)): i = k + 3 * np.arange(n); ax[i[i < min(3 * n, 64)]] = k
    return {"how": how, "_axis": ax}
def d_split(c, r):
    n = pick(r, (22, 21, 21), (21, 21, 22), (32, 16, 16), (24, 20, 20))
    return {"_axis": np.repeat([0, 1, 2], n)}
def d_dropped(c, r):
    k = pick(r, 1, 2); return {"axis": "thw"[k], "_k": (k, 3 - k)}
def d_twice(c, r):
    d = int(c.dim * c.dim / c.width) if c.width > c.dim else c.dim // 2
    d -= d % 2
    return {"dim": d, "_sc": lambda c: partial_sc(c, d, d)} if d >= 4 else None
def base2(c): return c.scaling is None or c.scaling["kind"] not in ("ntk", "dynamic")
def good(c): return no_inv(c) and c.kind != "t5"
def wv(c): return is_wave(c) and c.coords[0].size > 1

# name, stage, makers of claims, where it applies, draw of parameters
FAULTS = [
    ("wrong-base", "freq", WAVE + (grid,), lambda c: c.encoding not in ("flux", "wan", "hunyuan-video") , d_base),
    ("exponent-halved", "freq", WAVE + (grid,), lambda c: is_wave(c) or c.family == "grid" and c.encoding != "flux", lambda c, r: {}),
    ("exponent-denominator", "freq", WAVE, is_wave, d_den),
    ("exponent-over-head", "freq", (rope,), lambda c: c.kind == "rope", lambda c, r: {"head": c.width if c.part == "rotated" and c.width > c.dim else int(c.dim * pick(r, 2, 4))}),
    ("pair-index", "freq", WAVE, is_wave, lambda c, r: {"shift": int(pick(r, 1, 1, 1, -1))}),
    ("reciprocal-frequency", "freq", WAVE, lambda c: is_wave(c) and c.bits == 64 and c.scaling is None and span(c) < 5000 and c.base <= 1e6 and c.part != "inv_freq", lambda c, r: {}),
    ("exponent-by-column", "freq", (sinusoid,), lambda c: c.kind == "sinusoid" and c.layout == "interleaved" and c.law == "d", lambda c, r: {"_k": int(pick(r, 1, 2))}),
    ("uninitialised", "freq", (sinusoid, rope), is_wave, lambda c, r: {"_w": lambda h: np.zeros(h)}),
    ("scaling-missing", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("linear", "ntk", "dynamic", "yarn", "longrope", "llama3")),), lambda c: c.scaling, lambda c, r: {}),
    ("scaling-doubled", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("linear", "ntk", "dynamic", "llama3")),), lambda c: c.scaling, lambda c, r: {}),
    ("scaling-parameters", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("linear", "ntk", "dynamic", "yarn", "yarn", "llama3", "llama3")),), lambda c: c.scaling, d_parameters),
    ("scaling-kind", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("linear", "ntk", "yarn", "llama3")), rope), lambda c: c.kind == "rope" and (not c.scaling or c.scaling["kind"] != "longrope"), d_kind),
    ("longrope-list", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("longrope",)),), sc("longrope"), lambda c, r: {}),
    ("bands-swapped", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("yarn", "llama3")),), sc("yarn", "llama3"), lambda c, r: {"_how": pick(r, "ends", "inverted")}),
    ("wavelength", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("yarn", "llama3")),), sc("yarn", "llama3"), lambda c, r: {}),
    ("yarn-truncate", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("yarn",)),), sc("yarn"), lambda c, r: {}),
    ("yarn-clamp", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("yarn",)),), sc("yarn"), lambda c, r: {}),
    ("blend", "scal", (lambda r, s, need=None: rope(r, s, need, kinds=("llama3",)),), sc("llama3"), lambda c, r: {"how": pick(r, "exchanged", "wavelengths")}),
    ("position-offset", "pos", WAVE + (alibi_claim,), lambda c: good(c) and c.family != "grid", d_offset),
    ("position-scale", "pos", WAVE, wv, d_scale),
    ("degrees", "pos", WAVE, lambda c: wv(c) and c.part != "inv_freq" and span(c) < 2000, lambda c, r: {"how": pick(r, "radians", "radians", "degrees")}),
    ("position-restart", "pos", WAVE, lambda c: wv(c) and c.consecutive and c.first == 0 and n_rows(c) >= 24, d_restart),
    ("position-restart", "pos", (lambda r, s, need=None: sinusoid(r, s, "listed"), lambda r, s, need=None: rope(r, s, None)), lambda c: wv(c) and c.packed and c.family == "wave", lambda c, r: {"how": "continues"}),
    ("positions-mirrored", "pos", (lambda r, s, need=None: sinusoid(r, s, "negative"), lambda r, s, need=None: rope(r, s, "negative")), lambda c: wv(c) and c.coords[0].min() < -3 and c.coords[0].max() > 3, lambda c, r: {}),
    ("table-overrun", "pos", WAVE, lambda c: wv(c) and c.consecutive and c.family == "wave" and n_rows(c) >= 24, lambda c, r: {"row": int(n_rows(c) * r.uniform(0.4, 0.9))}),
    ("phase", "angle", WAVE, lambda c: wv(c) and c.part != "inv_freq", lambda c, r: {"phase": float(pick(r, 0.1, 0.25, 0.5, 1.0, math.pi / 4, -0.3))}),
    ("sign", "sign", WAVE + (alibi_claim, t5_claim, grid), no_inv, lambda c, r: {"of": "all" if c.family in ("alibi", "index") else "sin" if c.family == "rotated" else pick(r, "sin", "sin", "cos", "all")}),
    ("sin-cos-swapped", "swap", WAVE + (grid,), lambda c: (is_wave(c) or c.family == "grid") and no_inv(c), lambda c, r: {}),
    ("amplitude", "value", WAVE + (alibi_claim,), lambda c: c.family != "index" and c.part != "inv_freq", d_amp),
    ("layout", "cols", WAVE, lambda c: is_wave(c) and no_inv(c) and not (c.part in ("cos", "sin") and c.rep == "once"), lambda c, r: {}),
    ("columns-permuted", "cols", WAVE, table_wave, d_perm),
    ("columns-shifted", "cols", (lambda r, s, need=None: rope(r, s, need, part=pick(r, "cos", "sin")),), lambda c: c.part in ("cos", "sin") and c.rep == "once", lambda c, r: {"shift": int(pick(r, 1, 1, 2, 3))}),
    ("rows-permuted", "rows", WAVE + (grid,), lambda c: rowed(c) and not c.zero_row and not c.prefix and axis0(c) == 0, d_perm),
    ("rows-reversed", "rows", WAVE, lead, lambda c, r: {}),
    ("rows-missing", "rows", (lambda r, s, need=None: sinusoid(r, s, "consecutive"), lambda r, s, need=None: rope(r, s, "consecutive")), lambda c: lead(c) and not c.exact_rows and c.family == "wave", lambda c, r: {"row": int(r.integers(6, n_rows(c) - 10)), "count": int(pick(r, 1, 1, 2, 3))}),
    ("repeated-row", "rows", WAVE, lambda c: lead(c) and c.family == "wave" and c.consecutive, lambda c, r: {"row": int(r.integers(4, n_rows(c) - 6)), "how": pick(r, "in place", "before")}),
    ("zeros", "rows", WAVE + (alibi_claim,), lambda c: lead(c) and c.family in ("wave", "alibi"), d_zeros),
    ("zero-row", "rows", (lambda r, s, need=None: sinusoid(r, s, "padding"),), lambda c: c.zero_row is not None, lambda c, r: {} if r.random() < 0.5 else {"row": 0}),
    ("transposed", "file", (sinusoid, timesteps, rope, grid, t5_claim), lambda c: rowed(c) and lead(c) or c.family == "index", lambda c, r: {}),
    ("byte-order", "file", WAVE + (alibi_claim,), lambda c: c.format in ("float32", "float64", "float16") and c.part not in ("slopes", "inv_freq"), lambda c, r: {}),
    ("corrupt-entry", "damage", WAVE + (grid, alibi_claim), lambda c: no_inv(c) and c.family != "index" and n_rows(c) >= 24, d_corrupt),
    ("not-finite", "damage", WAVE + (grid, alibi_claim), lambda c: no_inv(c) and c.family != "index" and n_rows(c) >= 24, lambda c, r: dict({"_at": [(float(r.random()), float(pick(r, "nan", "inf", "-inf"))) for _ in range(int(r.integers(1, 5)))]}, **({"_row": int(r.integers(3, 12))} if r.random() < 0.3 and c.family == "wave" else {}))),
    ("position-rounded", "prec", WAVE, lambda c: table_wave(c), d_round),
    ("frequency-rounded", "prec", WAVE, lambda c: wv(c) or c.part == "inv_freq", d_round),
    ("computed-in-half", "prec", WAVE, lambda c: table_wave(c) and narrow(c) and c.scaling is None and c.lib == "numpy" and span(c) < 30000, lambda c, r: {"format": c.format}),
    ("computed-in-single", "prec", WAVE, lambda c: table_wave(c) and c.format == "float64" and span(c) > 20, lambda c, r: {}),
    ("tf32-product", "prec", WAVE, lambda c: table_wave(c) and c.bits == 32 and c.format in ("float32", "float16", "bfloat16") and span(c) > 2048, lambda c, r: {}),
    ("frequency-recurrence", "prec", (sinusoid, rope), lambda c: table_wave(c) and c.bits == 32 and c.format == "float32" and c.dim >= 128, lambda c, r: {}),
    ("rotation-recurrence", "prec", (sinusoid, rope), lambda c: table_wave(c) and c.bits == 32 and c.format == "float32" and c.consecutive, lambda c, r: {}),
    ("quarter-turn-cosine", "prec", (sinusoid, rope), lambda c: table_wave(c) and c.bits == 32 and c.format == "float32", lambda c, r: {}),
    ("fast-trigonometry", "prec", (sinusoid, rope), lambda c: table_wave(c) and c.bits == 32 and span(c) > 500, lambda c, r: {}),
    ("approximate-trigonometry", "prec", WAVE, table_wave, d_approx),
    ("rounded-toward-zero", "store", WAVE, lambda c: table_wave(c) and narrow(c), lambda c, r: {}),
    ("quantised", "store", WAVE, lambda c: table_wave(c) and c.format in ("float32", "float64"), lambda c, r: {"step": float(pick(r, 1 / 127, 1 / 128, 1 / 64, 2.0 ** -10))}),
    ("stored-narrower", "store", WAVE + (alibi_claim,), lambda c: no_inv(c) and c.family in ("wave", "alibi") and c.format == "float32", d_round),
    ("flushed-to-zero", "store", (rope, sinusoid), lambda c: table_wave(c) and c.format == "float16" and c.first == 0, lambda c, r: {}),
    ("axes-swapped", "axes", (grid,), lambda c: c.family == "grid", lambda c, r: {"how": "coordinates"}),
    ("axis-dropped", "axes", (grid,), lambda c: c.family == "grid" and c.kind != "mrope", d_dropped),
    ("section-order", "axes", (mrope,), lambda c: c.kind == "mrope", d_section),
    ("axis-split", "axes", (mrope,), lambda c: c.kind == "mrope", d_split),
    ("angle-unit", "axes", (lambda r, s, need=None: grid(r, s, kinds=("dinov3",)),), lambda c: c.encoding == "dinov3", lambda c, r: {"_f": pick(r, 0.5, 1 / (2 * math.pi))}),
    ("coordinate-range", "axes", (lambda r, s, need=None: grid(r, s, kinds=("dinov3",)),), lambda c: c.encoding == "dinov3", lambda c, r: {}),
    ("prefix-rows", "rows", (lambda r, s, need=None: grid(r, s, kinds=("mae",)),), lambda c: c.prefix, lambda c, r: {"how": pick(r, "missing", "more", "not zero")}),
    ("slopes", "bias", (alibi_claim,), lambda c: c.family == "alibi", d_slopes),
    ("local-heads", "bias", (alibi_claim,), lambda c: c.family == "alibi" and c.heads >= 4, d_local),
    ("bias-form", "bias", (lambda r, s, need=None: alibi_claim(r, s, "bias"),), lambda c: c.part == "bias", lambda c, r: {"form": {"keys": "distance", "causal": "keys", "distance": "keys"}[c.form]}),
    ("buckets-uncapped", "bucket", (t5_claim,), lambda c: c.family == "index", lambda c, r: {}),
    ("bucket-direction", "bucket", (t5_claim,), lambda c: c.family == "index", lambda c, r: {}),
    ("bucket-parameters", "bucket", (t5_claim,), lambda c: c.family == "index", d_buckets),
] + [(n, "vec", (lambda r, s, need=None, q=q: rope(r, s, q, part="rotated"),), (lambda ok: lambda c: c.part == "rotated" and ok(c))(ok), draw) for n, q, ok, draw in (
    ("unrotated", None, lambda c: True, lambda c, r: {}),
    ("rotated-twice", None, lambda c: True, lambda c, r: {}),
    ("pair-stride", None, lambda c: c.width > c.dim and c.layout == "half-split", lambda c, r: {}),
    ("partial-missing", None, lambda c: c.width > c.dim and c.scaling is None, lambda c, r: {"_sc": lambda c: partial_sc(c, c.width, c.width)}),
    ("partial-twice", None, lambda c: c.scaling is None, d_twice),
    ("rotated-channels", None, lambda c: c.width > c.dim, lambda c, r: {}),
    ("head-for-position", "heads", lambda c: c.heads_in > 1, lambda c, r: {}),
    ("first-only", "heads-batch", lambda c: c.heads_in > 1, lambda c, r: {"of": "batch" if c.x.shape[0] > 1 and r.random() < 0.5 else "head"}))]
PREC = {f[0] for f in FAULTS if f[1] in ("prec", "store")}
ALIVE = {"transposed", "byte-order", "not-finite"}                 # always to be seen
CLASH = [{"freq", "scal"}, {"pos", "scal"}, {"swap", "sign"}, {"swap", "angle"}, {"sign", "angle"}, {"sign", "value"}, {"pos", "rows"}, {"prec", "freq"}, {"prec", "pos"}, {"prec", "scal"}, {"prec", "store"},
         {"prec", "angle"}, {"cols", "swap"}, {"vec", "freq"}, {"vec", "sign"}, {"vec", "pos"}, {"vec", "scal"}, {"vec", "swap"}, {"bias", "sign"}, {"bias", "value"}, {"store", "file"}, {"value", "store"},
         {"scal", "value"}, {"axes", "swap"}, {"axes", "rows"}, {"bucket", "sign"}, {"bucket", "file"}, {"sign", "file"}, {"vec", "cols"}, {"vec", "angle"}, {"vec", "value"}, {"rows", "sign"}, {"damage", "prec"}, {"axes", "freq"}]

# ---------------------------------------------------------------- is the mistake to be seen
def values(c, m):
    with np.errstate(all="ignore"):
        T, B = table(c, m)
        return finish(c, m, T), B
def visible(a, b, bound, form, precise, least=8):
    """Whether table b differs from a by far more than rounding."""
    if a.shape != b.shape: return True
    x, y = a.astype(np.float64), b.astype(np.float64); np.seterr(invalid="ignore")
    ok = np.isfinite(x) & np.isfinite(y)
    if not ok.any(): return True
    if form.startswith("int"): return np.count_nonzero(x != y) >= min(4, least)
    k = 4 if precise else 16
    if bound.shape != x.shape: bound = np.full(x.shape, bound.max() if bound.size else 0)
    tol = k * (bound + EPS[form] * np.maximum(np.abs(x), np.abs(y)) + 2.0 ** -24 * (form == "float16"))
    seen = np.count_nonzero((np.abs(x - y) > tol) & ok)
    return seen >= max(4, x.size // 500) if not precise else seen >= least
def seen(c, m, full, drop):
    """Whether the mistakes in drop change the table that has all of m."""
    rest = {k: v for k, v in m.items() if k not in drop}
    base, B = values(c, rest)
    names = set(drop)
    if names & ALIVE: return True
    if names == {"rounded-toward-zero"}:
        return full.shape == base.shape and np.count_nonzero(full.astype(np.float64) != base.astype(np.float64)) > full.size // 5
    if names & {"stored-narrower", "quantised", "computed-in-single"}: return visible(base, full, B * 0, c.format, True)
    if names == {"flushed-to-zero"}: return np.count_nonzero(full != base) >= 4
    if names <= {"corrupt-entry", "zeros", "zero-row", "repeated-row", "rows-missing"}:
        if full.shape != base.shape: return True
        d = np.abs(full.astype(np.float64) - base.astype(np.float64)); far = 64 * (EPS[c.format] + (B.max() if B.size else 0))
        if "corrupt-entry" in names: return np.count_nonzero(d > far) == m["corrupt-entry"]["entries"]
        return np.count_nonzero(d > far) >= 3
    return visible(base, full, B, c.format, bool(names & PREC))

def equal_names(c, m, T, r):
    """Names of other single mistakes, drawn once each, that make the same table up to rounding."""
    if T.size > 40000 or len(m) != 1 or set(m) & (ALIVE | {"corrupt-entry"}): return []
    out = []
    for f in FAULTS:
        if f[0] in m or f[1] in ("prec", "store", "file", "damage") or not applies(f, c): continue
        for _ in range(2 if f[0] in ("sign", "amplitude", "scaling-kind") else 1):
            p = f[4](c, r)
            if p is None: continue
            try: y, B = values(c, {f[0]: p})
            except Exception: continue
            if y.shape == T.shape and not visible(y, T, B, c.format, True, 1):
                out.append(f[0]); break
    return out
def applies(f, c):
    if c.zero_row is not None and (f[1] in ("pos", "file") or f[1] == "rows" and f[0] != "zero-row"): return False
    try: return bool(f[3](c))
    except (TypeError, AttributeError, KeyError): return False

# ---------------------------------------------------------------- a case
SOUND = (sinusoid, sinusoid, timesteps, rope, rope, rope, grid, alibi_claim, t5_claim)
def plain(v): return [plain(x) for x in v] if isinstance(v, (list, tuple)) else v.item() if isinstance(v, np.generic) else v
def public(p): return {k: plain(v) for k, v in p.items() if not k.startswith("_")}
def summary(c, shape):
    p = np.concatenate([np.ravel(x) for x in c.coords]); s = c.scaling or {}; q = c.coords[0]
    return {"family": c.family, "encoding": c.encoding, "scaling": s.get("kind"), "part": c.part, "base": c.base, "dim": c.dim, "positions": [float(p.min()), float(p.max())],
            "rows": int(shape[0]) if len(shape) == 2 else len(q), "columns": int(shape[-1]), "keys": c.n_keys, "heads": c.heads, "form": c.form, "factor": s.get("factor"),
            "original_context": s.get("original_context"), "seq_len": s.get("seq_len"), "short": bool(np.abs(p).max() <= 2048), "square": bool(c.grid and c.grid[1] == c.grid[2]),
            "symmetric": bool(c.family != "grid" and len(q) > 1 and q[0] == -q[-1]), "layout": c.rep or c.layout, "order": c.order, "law": c.law, "format": c.format, "first": c.first,
            "scale": 1.0, "amplitude": c.amplitude, "zero_row": c.zero_row}
def save(c, m, T, ident, out, r):
    shape = T.shape; extra = []
    swap = "byte-order" in m
    if c.part == "inv_freq" or c.part == "slopes": T = T.reshape(-1)
    if c.format == "bfloat16": raw = bf16_bits(T.astype(np.float32))
    else: raw = T
    if swap: raw = raw.byteswap()
    kinds = ["npy"] * 6 + ["npz"] + (["safetensors"] * 2 if c.format.startswith(("float", "bfloat")) else [])
    kind = pick(r, *kinds); name = f"{ident}.{kind}"
    if kind == "safetensors":
        key = pick(r, "pe", "cos_cached", "rope.cache", "weight"); dtype = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16"}[c.format]
        data = np.ascontiguousarray(raw).tobytes(); head = json.dumps({key: {"dtype": dtype, "shape": list(raw.shape), "data_offsets": [0, len(data)]}}).encode()
        head += b" " * (-len(head) % 8); (out / name).write_bytes(struct.pack("<Q", len(head)) + head + data)
    else:
        if kind == "npz": np.savez(out / name, table=raw)
        else: np.save(out / name, raw)
        if c.format == "bfloat16": extra = ["--format", "bfloat16"]
    for suffix, x in c.files.items():
        np.save(out / f"{ident}.{suffix}", x)
    args = [f"{ident}.{a[1:]}" if a.startswith("@") else a for a in c.args] + extra
    return name, args, list(raw.shape)

def case(r, ident, out, want, first, damage):
    """want: number of mistakes; first: the name of the first; damage: whether the second is damage to some entries."""
    sound = want == 0
    if sound: c, m, truth = pick(r, *SOUND)(r, True), {}, []
    else:
        f = first; c = pick(r, *f[2])(r, False)
        if not applies(f, c): return None
        p = f[4](c, r)
        if p is None: return None
        m, stages = {f[0]: p}, [f[1]]
        if want == 2:
            pool = [g for g in FAULTS if g[0] not in m and g[1] not in stages and {g[1], f[1]} not in CLASH and applies(g, c)
                    and (g[0] in (("corrupt-entry",) if r.random() < 0.6 else ("not-finite", "zeros")) if damage else g[1] != "damage")]
            if not pool or (damage and f[1] in ("file", "damage")): return None
            g = pick(r, *pool); p = d_zero_one(c, r) if damage and g[0] == "zeros" else g[4](c, r)
            if p is None: return None
            m[g[0]] = p
    source = c
    if "rows-missing" in m:                          # the program made more rows
        source = Claim(c); k = m["rows-missing"]["count"]; p = c.coords[0]; source.coords = [p[0] + np.arange(len(p) + k)]
    if sum(t.size for t in c.coords) == 0: return None
    T, B = values(source, m)
    if "transposed" in m and (T.shape[0] == T.shape[1] or T.shape[1] in (c.dim, (c.dim or 0) // 2, c.n_keys)): return None
    sound_table, _ = values(c, {})
    if m:
        if c.family != "index" and T.size < 64 and c.part not in ("inv_freq", "slopes"): return None
        if not seen(source, m, T, list(m)): return None
        if "rows-missing" in m and not seen(c, m, T, ["rows-missing"]): return None
        if len(m) == 2 and not all(seen(source, m, T, [k]) for k in m): return None
        if not (set(m) & {"not-finite", "byte-order"}) and not np.isfinite(T.astype(np.float64)).all(): return None
    elif not np.isfinite(T.astype(np.float64)).all(): return None
    truth = [{"fault": k, "parameters": public(p)} for k, p in m.items()]
    for t in truth:                                  # rows that are zero anyway; rows counted from 0, or named by their position
        q = t["parameters"]
        if t["fault"] == "zeros" and T.ndim == 2:
            k = int(np.count_nonzero((T == 0).all(1)))
            if k != q["rows"]: q["rows"] = [q["rows"], k]
        if "row" in q and t["fault"] != "zero-row":
            k = q["row"]; q["row"] = [k, k - 1, k + 1] if not c.first else [k, k - 1, k + 1, c.first + k]
    if m:
        same = equal_names(c, m, T, r)
        for t in truth: t["equals"] = same
    name, args, shape = save(c, m, T, ident, out, r)
    note = " + ".join(f"{t['fault']} {t['parameters']}" for t in truth) or "sound"
    return {"id": ident, "file": name, "arguments": args, "truth": truth, "program": f"{c.recipe} in {c.lib}{c.bits}", "format": c.format, "shape": shape,
            "note": f"{c.encoding} {c.part}: {note}", "claim": summary(c, sound_table.shape)}
def d_zero_one(c, r):
    a = int(r.integers(3, n_rows(c) - 4)); return {"rows": 1, "_range": lambda n: (a, a + 1)}

def main():
    a = argparse.ArgumentParser(description=__doc__); a.add_argument("--count", type=int, default=100); a.add_argument("--seed", type=int, default=1); a.add_argument("--out", type=pathlib.Path, required=True)
    o = a.parse_args(); o.out.mkdir(parents=True, exist_ok=True)
    names = sorted({f[0] for f in FAULTS}); queue = []; g = np.random.default_rng([o.seed, 12345])
    with open(o.out / "cases.jsonl", "w") as lines:
        for i in range(o.count):
            x = g.random(); want, damage = (0, False) if x < 0.125 else (1, False) if g.random() < 0.7 else (2, g.random() < 1 / 3)
            for attempt in range(2000):
                r = np.random.default_rng([o.seed, i, attempt])
                if want and (attempt == 0 or attempt % 250 == 0):        # a name that cannot be paired gives way to the next
                    if not queue: queue = [names[k] for k in g.permutation(len(names))]
                    name = queue.pop()
                first = pick(r, *[f for f in FAULTS if f[0] == name]) if want else None
                made = case(r, f"c{i:04d}", o.out, want, first, damage)
                if made: break
            else: raise SystemExit(f"case {i}: nothing drawn for {name}")
            lines.write(json.dumps(made) + "\n"); lines.flush()
if __name__ == "__main__": main()
