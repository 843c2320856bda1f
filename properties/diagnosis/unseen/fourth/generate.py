#!/usr/bin/python3
"""Tables of positional encodings, sound and faulty, by programs as people write them; written without sight of Sextant's code."""
import argparse, json, math, os, pathlib, struct
import numpy as np
import torch
torch.set_num_threads(1)
np.seterr(all="ignore")
F32, F64 = np.float32, np.float64

# ---------------------------------------------------------------- arithmetic
class Arith:
    """NumPy or PyTorch, float32 or float64."""
    def __init__(self, name):
        self.name = name
        self.torch, self.double = name.startswith("torch"), name.endswith("64")
        self.dt = (torch.float64 if self.double else torch.float32) if self.torch else (F64 if self.double else F32)
    def arr(self, x):
        x = np.ascontiguousarray(x)
        return torch.from_numpy(x.copy()).to(self.dt) if self.torch else x.astype(self.dt)
    def pow(self, b, e): return torch.pow(b, e) if self.torch else np.power(self.dt(b), e)
    def exp(self, x): return torch.exp(x) if self.torch else np.exp(x)
    def sin(self, x): return torch.sin(x) if self.torch else np.sin(x)
    def cos(self, x): return torch.cos(x) if self.torch else np.cos(x)
    def np(self, x): return x.numpy() if self.torch else np.asarray(x)

def cast(x, fmt):
    """x as numbers of the format, held in the widest sensible NumPy type."""
    if fmt == "float64": return np.asarray(x, F64)
    if fmt == "float32": return np.asarray(x, F32)
    if fmt == "float16": return np.asarray(x).astype(np.float16)
    return torch.from_numpy(np.asarray(x, F32).copy()).to(torch.bfloat16).float().numpy()
def rnd(x, fmt): return np.asarray(cast(x, fmt), F32)
def trunc(x, fmt):
    x = np.asarray(x)
    if fmt == "bfloat16": return (np.ascontiguousarray(x, F32).view(np.uint32) & np.uint32(0xffff0000)).view(F32)
    narrow = np.float16 if fmt == "float16" else F32
    y = x.astype(narrow); big = np.abs(y.astype(F64)) > np.abs(x.astype(F64))
    return np.where(big, np.nextafter(y, narrow(0)), y).astype(narrow)
def tf32(x):
    b = np.ascontiguousarray(x, F32).view(np.uint32)
    return ((b + np.uint32(0x1000)) & np.uint32(0xffffe000)).view(F32)

# ---------------------------------------------------------------- frequencies
def yarn_amp(sc, factor):
    if sc.get("attention_factor") is not None: return sc["attention_factor"]
    g = lambda m: 0.1 * m * math.log(factor) + 1 if factor > 1 else 1.0
    if sc.get("mscale") is not None: return g(sc["mscale"]) / g(sc["mscale_all_dim"])
    return g(1.0)

def attention(sc):
    if sc is None: return 1.0
    if sc["kind"] == "yarn": return yarn_amp(sc, sc["factor"])
    if sc["kind"] == "longrope":
        if sc.get("attention_factor") is not None: return sc["attention_factor"]
        return math.sqrt(1 + math.log(sc["factor"]) / math.log(sc["original_context"])) if sc["factor"] > 1 else 1.0
    return 1.0

def scaled_base(base, d, sc):
    if sc and sc["kind"] == "ntk": return base * sc["factor"] ** (d / (d - 2))
    if sc and sc["kind"] == "dynamic":
        L, L0, f = sc["seq_len"], sc["original_context"], sc["factor"]
        if L > L0: return base * (f * L / L0 - (f - 1)) ** (d / (d - 2))
    return base

def apply_scaling(A, w, base, d, sc, m):
    k = sc["kind"]
    f = sc["factor"]
    if k == "linear": return w / f
    if k in ("ntk", "dynamic"): return w
    if k == "llama3":
        wn = A.np(w); L0, lo, hi = sc["original_context"], sc["low"], sc["high"]
        wavelen = (1.0 if "wavelength" in m else 2 * math.pi) / wn
        if "bands-swapped" in m and m["bands-swapped"]["how"] == "ends": lo, hi = hi, lo
        lw, hw = L0 / lo, L0 / hi
        smooth = (L0 / wavelen - lo) / (hi - lo) if hi != lo else np.zeros_like(wn)
        if "blend" in m:
            if m["blend"]["how"] == "weights": mid = smooth * wn / f + (1 - smooth) * wn
            else: mid = 1 / (smooth / wn + (1 - smooth) * f / wn)      # wavelengths averaged
        else: mid = (1 - smooth) * wn / f + smooth * wn
        if "bands-swapped" in m and m["bands-swapped"]["how"] == "bands":
            out = np.where(wavelen < hw, wn / f, np.where(wavelen > lw, wn, mid))
        else: out = np.where(wavelen < hw, wn, np.where(wavelen > lw, wn / f, mid))
        return A.arr(out.astype(wn.dtype))
    if k == "yarn":
        L0, bf, bs = sc["original_context"], sc["beta_fast"], sc["beta_slow"]
        if "bands-swapped" in m and m["bands-swapped"]["how"] == "ends": bf, bs = bs, bf
        two_pi = 1.0 if "wavelength" in m else 2 * math.pi
        corr = lambda r: d * math.log(L0 / (r * two_pi)) / (2 * math.log(base))
        low, high = corr(bf), corr(bs)
        truncate = sc["truncate"] != ("yarn-truncate" in m)
        if truncate: low, high = math.floor(low), math.ceil(high)
        top = d // 2 - 1 if (sc["clamp"] == "pairs") != ("yarn-clamp" in m) else d - 1
        low, high = max(low, 0), min(high, top)
        if low == high: high += 0.001
        ramp = np.clip((np.arange(d // 2, dtype=F64 if A.double else F32) - low) / (high - low), 0, 1)
        keep = A.arr(1 - ramp)
        if "bands-swapped" in m and m["bands-swapped"]["how"] == "bands": keep = 1 - keep
        if "blend" in m:
            if m["blend"]["how"] == "weights":
                inside = A.arr(((ramp > 0) & (ramp < 1)).astype(F64)); keep = keep + inside * (1 - 2 * keep)
            else: return 1 / ((1 / w) * keep + (f / w) * (1 - keep))
        return (w / f) * (1 - keep) + w * keep
    if k == "longrope":
        long = sc["seq_len"] > sc["original_context"]
        if "longrope-list" in m: long = not long
        return w / A.arr(np.array(sc["long"] if long else sc["short"], F64))
    raise KeyError(k)

def frequencies(s, m, A, i=None):
    """The frequency of each pair; the mistakes of exponent, base and scaling are here."""
    d, base, law = s["dim"], s["base"], s["law"]
    h = d // 2
    s["_divisor"] = None
    sc = s["scaling"]
    if "scaling-missing" in m: sc = None
    if "scaling-kind" in m: sc = m["scaling-kind"]["_sc"]
    if "scaling-parameters" in m: sc = dict(sc, **m["scaling-parameters"]["_set"])
    if "wrong-base" in m: base = m["wrong-base"]["base"]
    base0 = base
    base = scaled_base(base, d, sc)
    if "scaling-doubled" in m: base = scaled_base(base, d, sc)
    num, den = (2.0, float(d)) if law == "d" else (1.0, h - s["shift"])
    if "exponent-halved" in m: num = num / 2
    if "exponent-denominator" in m: den = m["exponent-denominator"]["_den"] * num
    if "exponent-over-head" in m: den = float(m["exponent-over-head"]["head"])
    idx = np.arange(h, dtype=F64) if i is None else i
    if "pair-index" in m: idx = idx + m["pair-index"]["shift"]
    recipe = s["recipe"]
    if "frequency-recurrence" in m:
        how = m["frequency-recurrence"]["how"]
        ratio = A.arr(np.array([base ** (-num / den)], F64))
        if how == "powers": w = ratio ** A.arr(idx)
        else:
            r = A.np(ratio)[0]; out = np.ones(h, A.np(ratio).dtype)
            for j in range(1, h): out[j] = out[j - 1] * r
            w = A.arr(out)
    elif recipe in ("explog", "log"):
        if recipe == "explog": e = A.arr(num * idx) * (-(math.log(base) / den))
        else: e = A.arr(idx) * -(math.log(base) / (den / num))
        w = A.exp(e)
    else:
        e = A.arr(num * idx) / den
        w = A.pow(base, -e) if recipe == "powmul" else 1.0 / A.pow(base, e)
        if recipe == "powdiv" and sc is None: s["_divisor"] = A.pow(base, e)
    if sc is not None:
        w = apply_scaling(A, w, base0, d, sc, m)
        if "scaling-doubled" in m: w = apply_scaling(A, w, base0, d, sc, m)
    if "reciprocal-frequency" in m: w = 1.0 / w
    if "uninitialised" in m: w = w * 0
    if "frequency-rounded" in m: w = A.arr(rnd(A.np(w), m["frequency-rounded"]["format"]))
    return w

# ---------------------------------------------------------------- positions, angles, sines
def positions(s, m):
    """The positions of the rows, as the program counts them."""
    p = s["P"].copy()
    n = len(p)
    if "rows-missing" in m: p = p + (np.arange(n) >= m["rows-missing"]["row"]) * m["rows-missing"]["_step"] * m["rows-missing"]["count"]
    if "repeated-row" in m and m["repeated-row"]["how"] == "moved":
        r = m["repeated-row"]["row"]; p = np.concatenate([p[:r], p[r - 1:n - 1]])
    if "position-restart" in m:
        t = m["position-restart"]
        if t["how"] == "mod": p = p[0] + np.mod(p - p[0], t["length"])
        elif t["how"] == "at": p = np.where(np.arange(n) >= t["row"], np.arange(n) - t["row"] + t["_to"], p)
        else: p = p[0] + np.arange(n, dtype=F64)
    if "table-overrun" in m: p = np.minimum(p, p[m["table-overrun"]["row"]])
    if "position-offset" in m: p = p + m["position-offset"]["offset"]
    if "positions-mirrored" in m: p = np.abs(p)
    if "position-scale" in m: p = p * m["position-scale"]["scale"]
    if "rows-permuted" in m: p = p[m["rows-permuted"]["_perm"]]
    if "rows-reversed" in m: p = p[::-1].copy()
    return p

def fast_sin(a, cosine):
    t = np.asarray(a, F32) * F32(0.15915494)
    t = t - np.rint(t)
    x = 2 * math.pi * t.astype(F64)
    y = np.cos(x) if cosine else np.sin(x)
    return (np.rint(y * 2 ** 22) / 2 ** 22).astype(F32)

def approximate(a, cosine, how):
    x = np.asarray(a, F64) + (math.pi / 2 if cosine else 0)
    x = np.mod(x, 2 * math.pi)
    kind, size = how
    if kind == "nearest":
        t = np.sin(np.arange(size) * (2 * math.pi / size)).astype(F32)
        return t[np.rint(x * (size / (2 * math.pi))).astype(int) % size]
    if kind == "linear":
        t = np.sin(np.arange(size + 1) * (2 * math.pi / size)); y = x * (size / (2 * math.pi)); k = np.minimum(np.floor(y).astype(int), size - 1)
        return (t[k] + (y - k) * (t[k + 1] - t[k])).astype(F32)
    y = np.where(x > math.pi, x - 2 * math.pi, x)
    if kind == "parabola":
        q = 4 / math.pi * y - 4 / math.pi ** 2 * y * np.abs(y); return (0.225 * (q * np.abs(q) - q) + q).astype(F32)
    y = np.where(np.abs(y) > math.pi / 2, np.sign(y) * math.pi - y, y)
    z = y * y; out = np.zeros_like(y); t = y.copy()
    for k in range(size): out += t; t = -t * z / ((2 * k + 2) * (2 * k + 3))
    return out.astype(F32)

def circle(s, m, A, p, w):
    """Cosines and sines of all positions and pairs."""
    pf = A.arr(p)
    if "position-rounded" in m: pf = A.arr(rnd(p, m["position-rounded"]["format"]))
    if "tf32-product" in m: a = A.arr(tf32(p)[:, None] * tf32(A.np(w))[None])
    elif "computed-in-half" in m:
        t = torch.bfloat16 if m["computed-in-half"]["format"] == "bfloat16" else torch.float16
        a = torch.from_numpy(np.asarray(p, F32)).to(t)[:, None] * torch.from_numpy(np.asarray(A.np(w), F32).copy()).to(t)[None]
        if m["computed-in-half"]["_trig"] and t == torch.bfloat16: return a.cos().float().numpy(), a.sin().float().numpy()
        a = A.arr(a.float().numpy())
    elif "frequency-recurrence" in m and m["frequency-recurrence"]["how"] == "angle":
        r = s["base"] ** (-2.0 / s["dim"]); a = np.empty((len(p), len(w)), A.np(w).dtype); a[:, 0] = p
        for j in range(1, len(w)): a[:, j] = a[:, j - 1] * a.dtype.type(r)
        a = A.arr(a)
    elif s.get("_divisor") is not None and not {"reciprocal-frequency", "uninitialised", "frequency-rounded"} & set(m):
        a = pf[:, None] / s["_divisor"][None]
    else: a = pf[:, None] * w[None]
    if s.get("pre_scale", 1) != 1: a = a * s["pre_scale"]
    if "degrees" in m: a = A.arr(np.deg2rad(A.np(a)) if m["degrees"]["how"] == "radians" else np.rad2deg(A.np(a)))
    if "phase" in m: a = a + m["phase"]["phase"]
    if "fast-trigonometry" in m: return fast_sin(A.np(a), True), fast_sin(A.np(a), False)
    if "approximate-trigonometry" in m:
        how = m["approximate-trigonometry"]["_how"]; return approximate(A.np(a), True, how), approximate(A.np(a), False, how)
    if "rotation-recurrence" in m:
        c, z = A.np(A.cos(a)).copy(), A.np(A.sin(a)).copy()
        wn = A.np(w); c1, s1 = np.cos(wn * wn.dtype.type(p[1] - p[0])), np.sin(wn * wn.dtype.type(p[1] - p[0]))
        for r in range(1, len(p)): c[r], z[r] = c[r - 1] * c1 - z[r - 1] * s1, z[r - 1] * c1 + c[r - 1] * s1
        return c, z
    if "quarter-turn-cosine" in m: return A.np(A.sin(a + math.pi / 2)), A.np(A.sin(a))
    return A.np(A.cos(a)), A.np(A.sin(a))

def signs_and_amplitudes(s, m, c, z):
    amp = attention(s["scaling"])
    if "scaling-missing" in m: amp = 1.0
    if "scaling-kind" in m: amp = attention(m["scaling-kind"]["_sc"])
    if "scaling-parameters" in m: amp = attention(dict(s["scaling"], **m["scaling-parameters"]["_set"]))
    if "amplitude" in m:
        how = m["amplitude"]["_how"]
        amp = 1.0 if how == "missing" else amp * amp if how == "squared" else amp * how
    if amp != 1: c, z = c * c.dtype.type(amp), z * z.dtype.type(amp)
    if "sign" in m:
        of = m["sign"]["of"]
        if of in ("cos", "all"): c = -c
        if of in ("sin", "all"): z = -z
    if "sin-cos-swapped" in m: c, z = z, c
    return c, z

# ---------------------------------------------------------------- families
def inter(a, b): return np.stack([a, b], -1).reshape(*a.shape[:-1], -1)

def divisors(s, m, A):
    """As llama.cpp's converter makes them, or as the quotient of unscaled and scaled frequencies."""
    sc = s["scaling"]; m = {a: b for a, b in m.items() if a != "reciprocal-frequency"}
    if s["gguf"] and sc["kind"] == "longrope" and not {"scaling-missing", "scaling-doubled"} & set(m):
        return A.arr(np.array(sc["long"] if (sc["seq_len"] > sc["original_context"]) != ("longrope-list" in m) else sc["short"]))
    w0 = frequencies(dict(s, scaling=None), {}, A)
    if s["gguf"] and sc["kind"] == "llama3" and not {"scaling-missing", "scaling-doubled", "bands-swapped", "blend"} & set(m):
        if "scaling-parameters" in m: sc = dict(sc, **m["scaling-parameters"]["_set"])
        wl = (1.0 if "wavelength" in m else 2 * math.pi) / A.np(w0); L0, lo, hi, f = sc["original_context"], sc["low"], sc["high"], sc["factor"]
        smooth = (L0 / wl - lo) / (hi - lo)
        return A.arr(np.where(wl < L0 / hi, 1, np.where(wl > L0 / lo, f, 1 / ((1 - smooth) / f + smooth))).astype(wl.dtype))
    return w0 / frequencies(s, m, A)

def make_wave(s, m):
    A = Arith(s["arith"])
    part = s["part"]
    if part in ("inv_freq", "divisors", "periods"):
        w = frequencies(s, m, A)
        if part == "divisors":
            t = divisors(s, m, A)
            if "reciprocal-frequency" in m: t = 1.0 / t
        elif part == "periods": t = 1.0 / w
        else: t = w
        t = A.np(t)[None].copy()
        if "sign" in m: t = -t
        if "amplitude" in m: t = t * t.dtype.type(m["amplitude"]["_how"])
        return t
    if "exponent-by-column" in m:      # only of interleaved sinusoids
        d = s["dim"]; k = m["exponent-by-column"]["_k"]; p = A.arr(positions(s, m))
        w = 1.0 / A.pow(s["base"], A.arr(k * np.arange(d)) / d)
        a = p[:, None] * w[None]
        c, z = signs_and_amplitudes(s, m, A.np(A.cos(a)), A.np(A.sin(a)))
        first, second = (z, c) if s["order"] == "sin-cos" else (c, z)
        t = np.empty(a.shape, c.dtype); t[:, 0::2] = first[:, 0::2]; t[:, 1::2] = second[:, 1::2]
        return t
    w = frequencies(s, m, A)
    c, z = circle(s, m, A, positions(s, m), w)
    c, z = signs_and_amplitudes(s, m, c, z)
    if s["family"] == "rotated": return c, z
    layout = s["layout"]
    if "layout" in m: layout = {"halves": "interleaved", "interleaved": "halves"}[layout]
    if part == "pairs": t = inter(c, z) if "layout" not in m else np.concatenate([c, z], 1)
    elif part == "matrices": t = np.stack([c, -z, z, c], -1).reshape(len(c), -1)
    elif part in ("cos", "sin"):
        v, other = (c, z) if part == "cos" else (z, c)
        if "columns-shifted" in m:
            k = m["columns-shifted"]["shift"]; v = np.concatenate([v, other], 1)[:, k:k + v.shape[1]]
        t = v if layout == "once" else np.concatenate([v, v], 1) if layout == "halves" else inter(v, v)
    elif s["encoding"] == "rope":
        t = np.concatenate([c, z], 1) if "layout" not in m else inter(c, z)
    else:
        a, b = (z, c) if s["order"] == "sin-cos" else (c, z)
        t = inter(a, b) if layout == "interleaved" else np.concatenate([a, b], 1)
        if s["dim"] % 2: t = np.concatenate([t, np.zeros((len(t), 1), t.dtype)], 1)
    if "columns-shifted" in m and part not in ("cos", "sin"):
        k = m["columns-shifted"]["shift"]; flat = t.reshape(-1); d = t.shape[1]
        wide = np.concatenate([t, np.roll(t, -1, 0)], 1); t = wide[:, k:k + d]
    return t

def make_rotated(s, m):
    A = Arith(s["arith"])
    x = s["X"].astype(A.np(A.arr(np.zeros(1))).dtype); head = x.shape[-1]; ax = s["axis"]
    if "unrotated" in m: return x.copy()
    layout = s["layout"]
    if "layout" in m: layout = {"halves": "interleaved", "interleaved": "halves"}[layout]
    t = dict(s)
    if "partial-missing" in m: t["dim"] = head
    if "partial-twice" in m: t["dim"] = m["partial-twice"]["dim"]
    if "head-for-position" in m:
        hax = m["head-for-position"]["_axis"]; t["P"] = s["P"][0] + np.arange(x.shape[hax], dtype=F64); ax = hax
    d = t["dim"]
    c, z = make_wave(t, m)
    shape = [1] * x.ndim; shape[ax] = -1; shape[-1] = d // 2
    c, z = c.reshape(shape).astype(x.dtype), z.reshape(shape).astype(x.dtype)
    def turn(x):
        out = x.copy()
        if "pair-stride" in m: ia, ib = np.arange(d // 2), np.arange(d // 2) + head // 2
        elif layout == "halves": ia, ib = np.arange(d // 2), np.arange(d // 2) + d // 2
        else: ia, ib = np.arange(0, d, 2), np.arange(1, d, 2)
        u, v = x[..., ia], x[..., ib]
        out[..., ia] = u * c - v * z; out[..., ib] = v * c + u * z
        return out
    y = turn(x)
    if "rotated-twice" in m: y = turn(y)
    if "first-only" in m:
        hax, k = m["first-only"]["_axis"], m["first-only"]["count"]
        sl = [slice(None)] * x.ndim; sl[hax] = slice(k, None); y[tuple(sl)] = x[tuple(sl)]
    return y

def grid_coordinates(s, m):
    """Coordinates of each token, by axis: t, h, w."""
    if s.get("ids") is not None: co = {a: v.copy() for a, v in zip("thw", s["ids"])}
    else:
        T, H, W = s["grid"]
        if "axes-swapped" in m and m["axes-swapped"]["how"] == "sizes": H, W = W, H      # called with (w, h) for (h, w)
        t, y, x = np.meshgrid(np.arange(T), np.arange(H), np.arange(W), indexing="ij")
        M = s.get("merge", 1)
        def flat(v): return v.reshape(T, H // M, M, W // M, M).transpose(0, 1, 3, 2, 4).reshape(-1) if M > 1 else v.reshape(-1)
        co = {"t": flat(t).astype(F64), "h": flat(y).astype(F64), "w": flat(x).astype(F64)}
        if s["coordinate"] == "dinov3": co["h"], co["w"] = [2 * math.pi * (2 * (v + 0.5) / n - 1) for v, n in ((co["h"], H), (co["w"], W))]
        if s["coordinate"] == "detr": co["h"], co["w"] = [2 * math.pi * (v + 1) / (n + 1e-6) for v, n in ((co["h"], H), (co["w"], W))]
    if "axes-swapped" in m and m["axes-swapped"]["how"] == "coordinates": co["h"], co["w"] = co["w"], co["h"]
    if "axis-dropped" in m: co[m["axis-dropped"]["axis"]] = co[m["axis-dropped"]["_by"]]
    n = len(co["h"])
    for a in co:
        p = co[a]
        if "position-offset" in m and (a != "t" or s.get("ids") is not None): p = p + m["position-offset"]["offset"]
        if "position-scale" in m: p = p * m["position-scale"]["scale"]
        if "rows-permuted" in m: p = p[m["rows-permuted"]["_perm"]]
        if "rows-reversed" in m: p = p[::-1].copy()
        if "repeated-row" in m and m["repeated-row"]["how"] == "moved": r = m["repeated-row"]["row"]; p = np.concatenate([p[:r], p[r - 1:n - 1]])
        if "rows-missing" in m: r, k = m["rows-missing"]["row"], m["rows-missing"]["count"]; p = np.concatenate([p[:r], p[r + k:], p[-1:].repeat(k)])
        co[a] = p
    return co

def make_grid(s, m):
    A = Arith(s["arith"]); co = grid_coordinates(s, m)
    e = s["encoding"]; d = s["dim"]; sections = dict(s["sections"])
    split = "axis-split" in m and m["axis-split"]["how"] == "split" and not e.startswith("mrope")
    if "axis-split" in m and not split: sections = dict(m["axis-split"]["_sections"])
    blocks = []                                     # (axis, dim, pair indices)
    if e in ("mrope", "mrope-interleaved", "pixtral"):
        h = d // 2
        interleaved = (e == "mrope-interleaved")
        if "section-order" in m and m["section-order"]["how"] == "interleaving": interleaved = not interleaved
        order = m["section-order"]["_axes"] if "section-order" in m and m["section-order"]["how"] == "order" else list(sections)
        w = A.np(frequencies(dict(s, law="d"), m, A))
        if e == "pixtral": blocks = [("h", w[0::2]), ("w", w[1::2])]; pick = None
        elif interleaved:
            axes = np.array(["t"] * h)
            for j, a in enumerate("thw"):
                if j: axes[j:sections[a] * 3:3] = a
            if "section-order" in m and m["section-order"]["how"] == "order":
                axes = np.array([dict(zip("thw", order))[a] for a in axes])
            pick = axes
        else: pick = np.array(sum([[a] * sections[a] for a in order], []))
        if e != "pixtral": blocks = [(a, w[k:k + 1]) for k, a in enumerate(pick)]
    else:
        for a in s["axes"]:
            wa = A.np(frequencies(dict(s, dim=2 * sections[a], law="d"), m, A)); blocks.append((a, wa))
        if split:       # the joined frequencies, cut at other columns
            joined = np.concatenate([wa for _, wa in blocks]); who = sum([[a] * m["axis-split"]["_sections"][a] for a in s["axes"]], [])
            blocks = [(a, joined[k:k + 1]) for k, a in enumerate(who)]
    C, Z = [], []
    if len(blocks) > 8:      # one ω over all, a coordinate for each pair
        for a in "thw":
            k = [j for j, b in enumerate(blocks) if b[0] == a]
            if not k: continue
            c, z = circle(s, m, A, co[a], A.arr(np.concatenate([blocks[j][1] for j in k]))); C.append((k, c)); Z.append((k, z))
        c = np.empty((len(co["h"]), len(blocks)), C[0][1].dtype); z = c.copy()
        for (k, v), (_, u) in zip(C, Z): c[:, k], z[:, k] = v, u
        parts = [(c, z)]
    else: parts = [circle(s, m, A, co[a], A.arr(wa)) for a, wa in blocks]
    parts = [signs_and_amplitudes(s, m, c, z) for c, z in parts]
    st = s["style"]
    if "layout" in m: st = m["layout"]["_style"]
    if s["part"] == "table":
        if st == "blocks-halves": t = np.concatenate([np.concatenate([z, c], 1) for c, z in parts], 1)
        elif st == "blocks-interleaved": t = np.concatenate([inter(z, c) for c, z in parts], 1)
        else: t = np.concatenate([z for c, z in parts] + [c for c, z in parts], 1)          # timm
    else:
        v = np.concatenate([c if s["part"] == "cos" else z for c, z in parts], 1)
        if "columns-shifted" in m:
            k = m["columns-shifted"]["shift"]; v = np.concatenate([v, np.concatenate([z if s["part"] == "cos" else c for c, z in parts], 1)], 1)[:, k:k + v.shape[1]]
        t = v if st == "once" else np.concatenate([v, v], 1) if st == "halves" else inter(v, v)
    pre = s.get("prefix", 0)
    if "prefix-rows" in m: pre = m["prefix-rows"]["_prefix"]
    if pre: t = np.concatenate([np.zeros((pre, t.shape[1]), t.dtype), t])
    if "prefix-rows" in m and pre and m["prefix-rows"]["_fill"] == "first": t[:pre] = t[pre]
    if "prefix-rows" in m and pre and m["prefix-rows"]["_fill"] == "init": t[:pre] = np.random.default_rng(len(t)).normal(0, 0.02, (pre, t.shape[1]))
    return t

def alibi_slopes(n):
    def power(n): start = 2 ** (-2 ** -(math.log2(n) - 3)); return [start * start ** i for i in range(n)]
    if math.log2(n).is_integer(): return power(n)
    c = 2 ** math.floor(math.log2(n)); return power(c) + alibi_slopes(2 * c)[0::2][:n - c]

def make_alibi(s, m):
    n = s["heads"]
    if "slopes" in m: sl = [2 ** (-8 * (i if m["slopes"]["how"] == "from 0" else i + 1) / n) for i in range(n)]
    elif "local-heads" in m: sl = alibi_slopes(n // m["local-heads"]["ranks"]) * m["local-heads"]["ranks"]
    else: sl = alibi_slopes(n)
    A = Arith(s["arith"]); sl = A.np(A.arr(np.array(sl)))
    if "amplitude" in m: sl = sl * sl.dtype.type(m["amplitude"]["_how"])
    if "sign" in m: sl = -sl
    if s["part"] == "slopes": return sl[:, None].copy() if s["tall"] else sl[None].copy()
    p = positions(s, m); form = s["form"]
    if "bias-form" in m: form = m["bias-form"]["form"]
    q = {"distance": -np.abs(p), "causal": -p, "keys": p}[form]
    if "computed-in-half" in m:
        t = torch.bfloat16 if m["computed-in-half"]["format"] == "bfloat16" else torch.float16
        b = (torch.from_numpy(np.asarray(sl, F32).copy()).to(t)[None] * torch.from_numpy(q.astype(F32)).to(t)[:, None]).float().numpy()
    else:
        if "position-rounded" in m: q = rnd(q, m["position-rounded"]["format"])
        if "frequency-rounded" in m: sl = rnd(sl, m["frequency-rounded"]["format"])
        b = sl[None].astype(A.np(A.arr(q)).dtype) * A.np(A.arr(q))[:, None]
    return b.T.copy() if s["heads_first"] else b

def t5_bucket(r, s, m):
    N, D, bi = s["buckets"], s["max_distance"], s["bidirectional"]
    if "bucket-parameters" in m: N, D = m["bucket-parameters"]["_n"], m["bucket-parameters"]["_d"]
    if "bucket-direction" in m: bi = not bi
    out = np.zeros_like(r)
    if "sign" in m: r = -r
    if bi: N //= 2; out = out + (r > 0) * N; r = np.abs(r)
    else: r = -np.minimum(r, 0)
    E = N // 2; small = r < E
    big = E + (np.log(np.maximum(r, 1).astype(F32) / F32(E)) / F32(math.log(D / E)) * F32(N - E)).astype(np.int64)
    if "buckets-uncapped" not in m: big = np.minimum(big, N - 1)
    return out + np.where(small, r, big)

def make_index(s, m):
    p = positions(s, m).astype(np.int64)
    r = np.arange(s["keys"])[None] - p[:, None] if s["keys"] else p[:, None]
    if s["encoding"] == "t5": return t5_bucket(r, s, m)
    K = s["max_distance"]
    if "bucket-parameters" in m: K = m["bucket-parameters"]["_d"]
    if "sign" in m: r = -r
    return (r if "buckets-uncapped" in m else np.clip(r, -K, K)) + K

def make_query(s, m):
    A = Arith(s["arith"]); p = A.np(A.arr(positions(s, m))); L, beta, o = s["original_context"], s["beta"], s["origin"]
    how = m.get("query-scale", {}).get("how")
    if how == "parameters": L, beta = m["query-scale"]["_L"], m["query-scale"]["_beta"]
    x = (p + p.dtype.type(o)) / p.dtype.type(L)
    if how != "no floor": x = np.floor(x)
    if how == "no 1 in log": y = np.log(np.maximum(x, 1))
    else: y = {"log2": np.log2, "log10": np.log10}.get(how, np.log)(x + p.dtype.type(1))
    y = p.dtype.type(beta) * y
    if how != "no 1": y = y + p.dtype.type(1)
    return y[:, None]

MAKE = {"wave": make_wave, "rotated": make_rotated, "grid": make_grid, "alibi": make_alibi, "index": make_index, "query": make_query}

def make(s, m):
    """The file's numbers, before they are written: rows, storage, damage."""
    t = MAKE[s["family"]](s, m)
    n = len(t)
    if s["family"] != "index":
        if s.get("zero_row") is not None and s["first"] == 0 and s["zero_row"] < n and "zero-row" not in m: t = t.copy(); t[s["zero_row"]] = 0
        if "zero-row" in m and m["zero-row"]["row"] is not None: t = t.copy(); t[m["zero-row"]["row"]] = 0
    if "repeated-row" in m and m["repeated-row"]["how"] == "in place": t = t.copy(); t[m["repeated-row"]["row"]] = t[m["repeated-row"]["row"] - 1]
    if "zeros" in m: a, b = m["zeros"]["_range"]; t = t.copy(); t[a:b] = 0
    if "columns-permuted" in m: t = np.ascontiguousarray(t[..., m["columns-permuted"]["_perm"]])
    fmt = s["format"]
    if fmt == "int": out = t.astype(s["int"])
    else:
        if "quantised" in m: t = np.rint(np.asarray(t, F64) / m["quantised"]["step"]) * m["quantised"]["step"]
        if "stored-narrower" in m: t = rnd(t, m["stored-narrower"]["format"])
        if "rounded-toward-zero" in m: t = trunc(t, fmt)
        out = cast(t, fmt)
        if "flushed-to-zero" in m: tiny = 2.0 ** (-14 if fmt == "float16" else -126); out = np.where(np.abs(out.astype(F64)) < tiny, 0, out).astype(out.dtype)
    if "not-finite" in m:
        out = out.copy()
        for k, v in m["not-finite"]["_at"]: out.reshape(-1)[k % out.size] = v
    if "corrupt-entry" in m:
        out = np.ascontiguousarray(out).copy(); flat = out.reshape(-1)
        for k, how, v in m["corrupt-entry"]["_at"]:
            k %= flat.size; old = flat[k]
            if fmt == "int": flat[k] += 1 + v
            elif how == "set": flat[k] = out.dtype.type(rnd(v / 4, "bfloat16"))
            elif how == "negate": flat[k] = -flat[k] if flat[k] else 1
            elif how == "copy": flat[k] = flat[(k + flat.size // 2 + 1) % flat.size]
            else:
                b = flat[k:k + 1].view({2: np.uint16, 4: np.uint32, 8: np.uint64}[out.dtype.itemsize])
                old = flat[k].copy(); b ^= b.dtype.type(1 << (out.dtype.itemsize * 8 - 1 - (2 + v % 6) - (4 if fmt == "float64" else 0)))
            if fmt != "int" and abs(float(flat[k]) - float(old)) < 0.02: flat[k] = out.dtype.type(rnd(float(old) + 0.25, "bfloat16" if fmt == "bfloat16" else "float32"))
    if "transposed" in m: out = np.ascontiguousarray(out.T)
    return out

# ---------------------------------------------------------------- claims
def pick(r, *xs): return xs[r.integers(len(xs))]
def num(x): return repr(int(x)) if float(x).is_integer() else repr(float(x))
def rows_of(r, cols, most=5000):
    n = int(round(math.exp(r.uniform(math.log(8), math.log(most)))))
    return max(8, min(n, 400000 // max(cols, 1)))
def firsts(r): return int(pick(r, 0, 0, 0, 0, 1, int(r.integers(2, 3000)), 4096, 8192, 32768 - 100, 65536, 131072 - 512, int(r.integers(1000, 200000)), 1000000))
ARITHS = ["numpy32", "numpy32", "torch32", "torch32", "torch32", "numpy64", "torch64"]
BASES = [10000, 10000, 10000, 500000, 500000, 1000000, 160000, 5000000, 10000000, 50000, 2000, 100000]

def base_spec(r, **k):
    s = dict(family="wave", encoding="sinusoidal", dim=64, base=10000.0, law="d", shift=1, scaling=None, part="table", layout="halves",
             order="sin-cos", arith=pick(r, *ARITHS), recipe="powrec", format="float32", zero_row=None, first=0, args=[], keys=None, heads=None, form=None)
    s.update(k); return s

def set_format(r, s):
    s["format"] = pick(r, "float32", "float32", "float32", "float32", "float16", "bfloat16", "float64")
    if s["format"] == "float64" and not s["arith"].endswith("64"): s["arith"] = s["arith"][:-2] + "64"

def place(r, s, n, first=None, negative=0.06):
    f = firsts(r) if first is None else first
    if first is None and r.random() < negative: f = -int(r.integers(1, n + 1))
    s["P"] = f + np.arange(n, dtype=F64); s["first"] = f
    if f: s["args"] += ["--first", str(f)] if r.random() < 0.8 else ["--positions", f"{f}:{f + n}"]

def draw_scaling(r, d, base):
    k = pick(r, "linear", "ntk", "dynamic", "yarn", "yarn", "llama3", "llama3", "longrope")
    sc = {"kind": k, "factor": float(pick(r, 2, 4, 8, 16, 32, 40)), "original_context": 8192, "seq_len": None, "attention_factor": None}
    a = ["--scaling", k, "--factor", num(sc["factor"])]
    if k in ("yarn", "llama3", "dynamic", "longrope"):
        sc["original_context"] = int(pick(r, 2048, 4096, 8192, 8192, 32768)); a += ["--original-context", str(sc["original_context"])]
    if k == "dynamic": sc["seq_len"] = int(sc["original_context"] * pick(r, 1.5, 2, 3, 4)); a += ["--seq-len", str(sc["seq_len"])]
    if k == "llama3":
        sc["low"], sc["high"] = [(1.0, 4.0), (1.0, 4.0), (1.0, 8.0), (2.0, 6.0)][r.integers(4)]
        if (sc["low"], sc["high"]) != (1.0, 4.0) or r.random() < 0.5: a += ["--low-freq-factor", num(sc["low"]), "--high-freq-factor", num(sc["high"])]
    if k == "yarn":
        sc.update(beta_fast=32.0, beta_slow=1.0, truncate=True, clamp="channels", mscale=None)
        if r.random() < 0.25: sc["truncate"] = False; a += ["--truncate", "no"]
        if r.random() < 0.2: sc["clamp"] = "pairs"; a += ["--clamp", "pairs"]
        if r.random() < 0.2: sc["mscale"], sc["mscale_all_dim"] = 1.0, pick(r, 1.0, 0.707); a += ["--mscale", "1", "--mscale-all-dim", num(sc["mscale_all_dim"])]
        if r.random() < 0.2: sc["beta_fast"] = float(pick(r, 16, 24, 64)); a += ["--beta-fast", num(sc["beta_fast"])]
        if r.random() < 0.1: sc["attention_factor"] = pick(r, 1.0, 1.25); a += ["--attention-factor", num(sc["attention_factor"])]
    if k == "longrope":
        sc["short"] = [round(float(x), 2) for x in np.sort(1 + r.random(d // 2) * 1.5)]
        sc["long"] = [round(float(x), 2) for x in np.sort(1 + r.random(d // 2) ** 2 * 50)]
        sc["seq_len"] = int(sc["original_context"] * pick(r, 0.5, 4)); a += ["--seq-len", str(sc["seq_len"])]
        a += ["--short-factor", ",".join(map(num, sc["short"])), "--long-factor", ",".join(map(num, sc["long"]))]
    return sc, a

def claim_sinusoidal(r):
    d = int(pick(r, 8, 16, 32, 48, 64, 96, 128, 192, 256, 320, 384, 512))
    s = base_spec(r, dim=d)
    e = pick(r, "sinusoidal", "sinusoidal", "sinusoidal", "whisper", "fairseq", "tensor2tensor", "transformer-xl", "espnet-relative", "hf-marian", "opennmt-tf",
             "opennmt-concat", "timesteps", "stable-diffusion", "adm", "speech2text", "gpt-neox-sinusoidal", "xlm", "distilbert", "roformer-table", "maxtext", "retnet", "espnet")
    s["encoding"] = e
    half = e in ("whisper", "fairseq", "tensor2tensor", "opennmt-tf", "opennmt-concat", "timesteps", "stable-diffusion", "adm", "speech2text", "maxtext", "retnet")
    if e in ("fairseq", "tensor2tensor", "timesteps", "stable-diffusion", "adm", "speech2text") and r.random() < 0.15: d += 1; s["dim"] = d
    s["layout"] = "halves" if half or e in ("transformer-xl", "hf-marian", "roformer-table", "gpt-neox-sinusoidal") else "interleaved"
    if half: s["law"] = "half-minus-shift"
    s["recipe"] = "log" if half else pick(r, "explog", "explog", "powrec", "powdiv")
    s["args"] = ["--encoding", e, "--dim", str(d)]
    if e in ("stable-diffusion", "adm"): s["shift"], s["order"] = 0, "cos-sin"
    if e in ("timesteps",):
        if r.random() < 0.6: s["shift"] = 0; s["args"] += ["--shift", "0"]
        if r.random() < 0.6: s["order"] = "cos-sin"; s["args"] += ["--order", "cos-sin"]
    if e in ("fairseq", "speech2text"): s["zero_row"] = 1
    if e in ("xlm", "distilbert", "roformer-table", "hf-marian"): s["arith"], s["recipe"] = "numpy64", "powdiv"
    if e == "sinusoidal":
        if r.random() < 0.35: s["layout"] = "halves"; s["args"] += ["--layout", "halves"]
        if r.random() < 0.15: s["order"] = "cos-sin"; s["args"] += ["--order", "cos-sin"]
        if r.random() < 0.2: s["base"] = float(pick(r, *BASES)); s["args"] += ["--base", num(s["base"])]
    if e == "retnet": s["part"] = pick(r, "cos", "sin"); s["layout"] = "interleaved"; s["args"] += ["--part", s["part"]]; s["recipe"] = "powrec"
    set_format(r, s)
    n = rows_of(r, d)
    if e == "transformer-xl": s["P"] = np.arange(n - 1, -1, -1, dtype=F64); s["first"] = n - 1
    elif e == "espnet-relative": n = max(5, n // 2); s["P"] = np.arange(n - 1, -n, -1, dtype=F64); s["first"] = n - 1
    elif e == "opennmt-tf": s["P"] = 1 + np.arange(n, dtype=F64); s["first"] = 1
    elif e in ("fairseq", "speech2text"): place(r, s, n, 0)
    elif e in ("timesteps", "stable-diffusion", "adm") and r.random() < 0.6:
        n = min(n, 1000); step = pick(r, 1, 20, 15.5, 2.5); s["P"] = (np.arange(n) * step)[::-1].copy() if r.random() < 0.5 else np.arange(n) * float(step)
        s["first"] = float(s["P"][0]); s["posfile"] = s["P"].astype(F32)
    else: place(r, s, n)
    return s

def claim_rope(r, part=None):
    d = int(pick(r, 16, 32, 48, 64, 64, 80, 96, 128, 128, 128, 256))
    base = float(pick(r, *BASES))
    part = part or pick(r, "cos", "cos", "sin", "table", "table", "pairs", "matrices", "inv_freq", "divisors", "periods")
    s = base_spec(r, encoding="rope", dim=d, base=base, part=part)
    s["recipe"] = pick(r, "powrec", "powrec", "powrec", "powmul", "explog")
    s["args"] = ["--encoding", "rope", "--dim", str(d), "--base", num(base)]
    if r.random() < 0.55 or part == "divisors":
        s["scaling"], a = draw_scaling(r, d, base)
        if part == "divisors" and s["scaling"]["kind"] not in ("llama3", "longrope", "yarn"):
            while s["scaling"]["kind"] not in ("llama3", "longrope"): s["scaling"], a = draw_scaling(r, d, base)
        s["args"] += a
    if d == 128 and part != "divisors" and r.random() < 0.3:
        name = pick(r, "llama-3-8b", "llama-3.1-8b", "llama-2-7b"); s["base"] = 10000.0 if name == "llama-2-7b" else 500000.0; s["args"] = ["--model", name]
        s["scaling"] = {"kind": "llama3", "factor": 8.0, "original_context": 8192, "low": 1.0, "high": 4.0, "seq_len": None, "attention_factor": None} if "3.1" in name else None
    if part != "table": s["args"] += ["--part", part]
    set_format(r, s)
    if part in ("inv_freq", "divisors", "periods"):
        s["P"] = np.zeros(1); s["layout"] = "once"; s["gguf"] = bool(r.random() < 0.75)
        if s["format"] in ("float16", "bfloat16"): s["format"] = "float32"
        return s
    s["layout"] = "halves" if part in ("table", "pairs", "matrices") else pick(r, "once", "halves", "halves", "interleaved")
    if part in ("cos", "sin") and s["layout"] != "once":
        s["said_layout"] = True
        if s["layout"] == "interleaved" or r.random() < 0.5: s["args"] += ["--layout", "half-split" if s["layout"] == "halves" else "interleaved"]
    n = rows_of(r, d)
    if r.random() < 0.06 and n > 20:       # packed sequences
        cut = int(r.integers(5, n - 5)); s["P"] = np.concatenate([np.arange(cut), np.arange(n - cut)]).astype(F64); s["posfile"] = s["P"].astype(np.int64); s["packed"] = cut
    else: place(r, s, n)
    return s

def claim_rotated(r):
    s = claim_rope(r, "cos"); s["family"], s["part"] = "rotated", "rotated"
    a = s["args"]
    if "--layout" in a: k = a.index("--layout"); del a[k:k + 2]
    a[a.index("--part") + 1] = "rotated"
    s["layout"] = pick(r, "halves", "halves", "interleaved"); a += ["--layout", "half-split" if s["layout"] == "halves" else "interleaved"]
    d = s["dim"]; head = d if r.random() < 0.45 else int(pick(r, 2 * d, d + 16, 4 * d) if d <= 128 else 2 * d)
    n = min(len(s["P"]), 600); s["P"] = s["P"][:n]
    if "posfile" in s: s["posfile"] = s["posfile"][:n]
    if "--positions" in a: a[a.index("--positions") + 1] = f"{s['first']}:{s['first'] + n}"
    shape = pick(r, "plain", "bhnd", "bnhd", "nhd")
    H, B = int(pick(r, 2, 4, 8)), int(pick(r, 1, 2))
    if shape != "plain":
        n = max(8, min(n, 300000 // (head * H * B))); s["P"] = s["P"][:n]
        if "posfile" in s: s["posfile"] = s["posfile"][:n]
        if "--positions" in a: a[a.index("--positions") + 1] = f"{s['first']}:{s['first'] + n}"
    dims = {"plain": (n, head), "bhnd": (B, H, n, head), "bnhd": (B, n, H, head), "nhd": (n, H, head)}[shape]
    s["axis"] = {"plain": -2, "bhnd": -2, "bnhd": -3, "nhd": -3}[shape] + len(dims); s["hax"] = {"plain": None, "bhnd": 1, "bnhd": 2, "nhd": 1}[shape]; s["bax"] = 0 if shape[0] == "b" and B > 1 else None
    if shape != "plain": a += ["--axis", "-2" if shape == "bhnd" else "-3"]
    s["X"] = cast(r.standard_normal(dims).astype(F32), s["format"]); s["head"] = head
    if len(s["P"]) != n or ("packed" in s and s["packed"] >= n - 2): s["packed"] = None
    return s

def claim_grid(r):
    e = pick(r, "rope-vit", "mae", "sam2", "pixtral", "flux", "mrope", "mrope", "mrope-interleaved", "qwen2-vl-vision", "wan", "timm-2d", "dinov3", "detr", "hunyuan-video")
    s = base_spec(r, family="grid", encoding=e, recipe="powrec", coordinate=None, style="halves")
    H, W, T = int(pick(r, 7, 14, 16, 24, 32)), int(pick(r, 7, 10, 14, 16, 20, 28)), 1
    d = 64; s["axes"] = ["h", "w"]; s["part"] = pick(r, "cos", "sin")
    if e in ("rope-vit", "sam2"): d = int(pick(r, 32, 64, 128, 256)); s["base"] = 100.0 if e == "rope-vit" else 10000.0; s["axes"] = ["w", "h"]; s["style"] = pick(r, "once", "interleaved")
    if e == "mae": d = int(pick(r, 64, 128, 192, 256)); s["axes"] = ["w", "h"]; s["part"] = "table"; s["style"] = "blocks-halves"; s["arith"] = "numpy64"; s["prefix"] = int(pick(r, 0, 1))
    if e == "timm-2d": d = int(pick(r, 64, 128, 256)); s["part"] = "table"; s["style"] = "timm"
    if e == "detr": d = int(pick(r, 64, 128, 256)); s["part"] = "table"; s["style"] = "blocks-interleaved"; s["coordinate"] = "detr"
    if e == "dinov3": d = int(pick(r, 32, 64, 128)); s["base"] = 100.0; s["coordinate"] = "dinov3"; s["style"] = "halves"
    if e == "pixtral": d = int(pick(r, 32, 64, 128)); s["style"] = pick(r, "once", "halves")
    if e == "qwen2-vl-vision": d = int(pick(r, 40, 80, 64)); s["merge"] = 2; H, W = 2 * (H // 2), 2 * (W // 2); s["style"] = pick(r, "once", "halves")
    s["sections"] = {a: d // 4 for a in s["axes"]}
    if e in ("flux", "hunyuan-video", "wan"):
        d = 128; s["axes"] = list("thw"); s["sections"] = dict(zip("thw", (8, 28, 28) if e != "wan" else (22, 21, 21))); s["style"] = pick(r, "once", "interleaved")
        s["base"] = 256.0 if e == "hunyuan-video" else 10000.0
        if e != "flux": T, H, W = int(pick(r, 2, 5, 9)), int(pick(r, 6, 8, 12)), int(pick(r, 8, 10, 12))
        if e in ("wan", "flux"): s["arith"] = "torch64"
    if e.startswith("mrope"):
        d = 128; s["axes"] = list("thw"); s["sections"] = dict(zip("thw", (16, 24, 24) if e == "mrope" else (24, 20, 20))); s["base"] = 1e6 if e == "mrope" else 5e6
        text, tail = int(r.integers(3, 60)), int(r.integers(3, 60)); T, H, W = int(pick(r, 1, 2, 4)), int(pick(r, 6, 8, 10, 14)), int(pick(r, 6, 8, 12, 16))
        t, y, x = [v.reshape(-1) for v in np.meshgrid(np.arange(T), np.arange(H), np.arange(W), indexing="ij")]
        im = np.stack([t, y, x]) + text; end = im.max() + 1
        s["ids"] = np.concatenate([np.tile(np.arange(text), (3, 1)), im, np.tile(end + np.arange(tail), (3, 1))], 1).astype(F64)
        s["posfile"] = s["ids"].astype(np.int64); s["style"] = pick(r, "once", "halves")
    s["dim"], s["grid"] = d, (T, H, W)
    s["args"] = ["--encoding", e, "--dim", str(d)] + (["--part", s["part"]] if s["part"] != "table" else [])
    if "ids" not in s: s["args"] += ["--height", str(H), "--width", str(W)] + (["--frames", str(T)] if T > 1 else [])
    if s.get("merge"): s["args"] += ["--merge", "2"]
    if s.get("prefix"): s["args"] += ["--prefix", "1"]
    if e in ("rope-vit", "sam2", "mae", "qwen2-vl-vision") and r.random() < 0.2: s["base"] = float(pick(r, 50, 1000, 100000)); s["args"] += ["--base", num(s["base"])]
    set_format(r, s)
    n = s["ids"].shape[1] if "ids" in s else T * H * W
    s["P"] = np.arange(n, dtype=F64)
    return s

def claim_alibi(r):
    n = int(pick(r, 2, 4, 8, 12, 16, 20, 24, 32, 40, 64, 112)); part = pick(r, "bias", "bias", "bias", "slopes")
    s = base_spec(r, family="alibi", encoding="alibi", heads=n, part=part, form=None); set_format(r, s)
    s["args"] = ["--encoding", "alibi", "--heads", str(n)]
    if part == "slopes":
        s["args"] += ["--part", "slopes"]; s["P"] = np.zeros(1); s["tall"] = False
        if s["format"] in ("float16", "bfloat16"): s["format"] = "float32"
        return s
    s["form"] = pick(r, "distance", "causal", "keys")
    if s["form"] != "distance" or r.random() < 0.5: s["args"] += ["--form", s["form"]]
    rows = max(n + 1, rows_of(r, n, 3000)); f = int(pick(r, 0, 0, 0, 100, 2000, -(rows // 2)))
    if s["form"] != "distance": f = max(f, 0)
    s["heads_first"] = bool(r.random() < 0.4); place(r, s, rows, f)
    s["args"] += ["--layout", "heads-first" if s["heads_first"] else "positions-first"]
    return s

def claim_index(r):
    s = base_spec(r, family="index", encoding=pick(r, "t5", "t5", "shaw"), part="buckets", format="int"); s["int"] = pick(r, "int64", "int32")
    e = s["encoding"]; s["args"] = ["--encoding", e]; s["buckets"], s["bidirectional"] = 32, True
    if e == "t5":
        s["max_distance"] = 128
        if r.random() < 0.5: s["bidirectional"] = False; s["args"] += ["--bidirectional", "no"]
        if r.random() < 0.3: s["buckets"], s["max_distance"] = int(pick(r, 16, 64, 320)), int(pick(r, 64, 256, 800)); s["args"] += ["--num-buckets", str(s["buckets"]), "--max-distance", str(s["max_distance"])]
    else: s["part"] = "index"; s["max_distance"] = int(pick(r, 4, 8, 16, 64)); s["args"] += ["--max-distance", str(s["max_distance"])]
    if s["max_distance"] <= s["buckets"] // 2 and e == "t5": s["max_distance"] = 800; s["args"][s["args"].index("--max-distance") + 1] = "800"
    n = int(r.integers(16, 500))
    if r.random() < 0.6: s["keys"] = int(pick(r, n, n, r.integers(16, 500))); s["args"] += ["--keys", str(s["keys"])]; place(r, s, n, int(pick(r, 0, 0, 37)))
    else: place(r, s, 2 * n + 1, -n)
    return s

def claim_query(r):
    s = base_spec(r, family="query", encoding="query-scale", part="query-scale", original_context=int(pick(r, 512, 1024, 8192, 16384)), beta=0.1, origin=0)
    if r.random() < 0.5: s["origin"] = 1
    set_format(r, s)
    if s["format"] in ("float16", "bfloat16"): s["format"] = "float32"
    s["args"] = ["--encoding", "query-scale", "--original-context", str(s["original_context"])] + (["--origin", "1"] if s["origin"] else [])
    place(r, s, int(r.integers(200, 5000)), int(pick(r, 0, 0, 8000, 100000)))
    return s

def draw_claim(r):
    x = r.random()
    for f, c in ((claim_sinusoidal, .27), (claim_rope, .60), (claim_rotated, .73), (claim_grid, .87), (claim_alibi, .93), (claim_index, .98), (claim_query, 1.01)):
        if x < c: return f(r)

# ---------------------------------------------------------------- faults
def wavy(s): return s["family"] in ("wave", "grid", "rotated")
def tabular(s): return wavy(s) and s["part"] not in ("inv_freq", "divisors", "periods")
def oned(s): return s["family"] in ("wave", "rotated")
def freqs_only(s): return s["part"] in ("inv_freq", "divisors", "periods")
def rowsy(s): return not freqs_only(s) and s["part"] != "slopes"
def kind(s): return s["scaling"]["kind"] if s["scaling"] else None

def fault_list():
    """name, slot, weight, applies, parameters."""
    L = []
    def F(name, slot, applies, params=lambda s, r: {}, weight=1.0): L.append((name, slot, weight, applies, params))
    big = lambda s: np.abs(s["P"]).max() > 256
    geometric = lambda s: wavy(s) and s["part"] != "divisors"
    def other_base(s, r):
        while True:
            b = float(pick(r, 10000, 500000, 1000000, 100, 1000, 160000, 100000, 5000, round(s["base"] * pick(r, 0.5, 2, 10, 1.1, 0.9)), 8000000))
            if b != s["base"] and b > 1: return {"base": b}
    F("wrong-base", "freq", geometric, other_base, 3)
    F("exponent-halved", "freq", geometric)
    def den(s, r):
        h = s["dim"] // 2; right = h if s["law"] == "d" else h - s["shift"]
        c = [x for x in (h, h - 1, h + 1, h - 0.5) if x != right and x > 0]; return {"_den": float(pick(r, *c))}
    F("exponent-denominator", "freq", lambda s: geometric(s) and oned(s) and s["dim"] >= 8, den, 1.5)
    F("exponent-over-head", "freq", lambda s: geometric(s) and oned(s) and s["law"] == "d" and s["encoding"] == "rope",
      lambda s, r: {"head": int(s["head"] if s.get("head", s["dim"]) > s["dim"] else pick(r, 2 * s["dim"], 4 * s["dim"], s["dim"] + 32, s["dim"] * 5 // 2))}, 1)
    F("exponent-by-column", "freq", lambda s: s["family"] == "wave" and s["part"] == "table" and s["encoding"] != "rope" and s["layout"] == "interleaved",
      lambda s, r: {"_k": int(pick(r, 1, 2))}, 2)
    F("pair-index", "freq", geometric, lambda s, r: {"shift": int(pick(r, 1, 1, -1))}, 1.3)
    F("reciprocal-frequency", "freq", lambda s: wavy(s), weight=1)
    F("uninitialised", "freq", lambda s: tabular(s) or s["part"] == "inv_freq", weight=0.7)
    F("frequency-recurrence", "freq", lambda s: geometric(s) and not s["arith"].endswith("64"),
      lambda s, r: {"how": pick(r, "product", "product", "powers", *(["angle"] if oned(s) and not freqs_only(s) and s["law"] == "d" and not s["scaling"] else []))}, 1.5)
    # scaling
    F("scaling-missing", "scal", lambda s: s["scaling"], weight=2.5)
    F("scaling-doubled", "scal", lambda s: s["scaling"], weight=1.5)
    def other_kind(s, r):
        have = kind(s); c = [k for k in ("linear", "ntk", "llama3", "yarn") if k != have]
        if have is None: c = ["linear", "ntk"]
        k = pick(r, *c); f = s["scaling"]["factor"] if have else float(pick(r, 2, 4, 8))
        sc = {"kind": k, "factor": f, "original_context": s["scaling"]["original_context"] if have else 4096, "seq_len": None, "attention_factor": None, "low": 1.0, "high": 4.0,
              "beta_fast": 32.0, "beta_slow": 1.0, "truncate": True, "clamp": "channels", "mscale": None}
        return {"kind": k, "factor": f, "_sc": sc}
    F("scaling-kind", "scal", lambda s: s["encoding"] == "rope" and s["part"] != "divisors", other_kind, 1)
    def other_parameters(s, r):
        sc = s["scaling"]; k = sc["kind"]; c = ["factor"]
        if k in ("yarn", "llama3", "dynamic"): c += ["original_context"]
        if k == "dynamic": c += ["seq_len"]
        if k == "llama3": c += ["low", "high"]
        if k == "yarn": c += ["beta_fast", "beta_slow"]
        w = pick(r, *c); x = sc[w] * pick(r, 0.25, 0.5, 2, 4, 1.5)
        if w in ("original_context", "seq_len"): x = int(x)
        if w == "factor": x = max(x, 1.0)
        if w == "low" and x >= sc["high"]: x = sc["low"] * 0.5
        if w == "high" and x <= sc["low"]: x = sc["high"] * 2
        return {{"low": "low_freq_factor", "high": "high_freq_factor"}.get(w, w): x, "_set": {w: x}}
    F("scaling-parameters", "scal", lambda s: s["scaling"] and kind(s) != "longrope", other_parameters, 2)
    F("yarn-truncate", "scal", lambda s: kind(s) == "yarn", weight=3)
    F("yarn-clamp", "scal", lambda s: kind(s) == "yarn", weight=4)
    F("bands-swapped", "scal", lambda s: kind(s) in ("yarn", "llama3"), lambda s, r: {"how": pick(r, "ends", "bands")}, 1.5)
    F("blend", "scal", lambda s: kind(s) in ("yarn", "llama3"), lambda s, r: {"how": pick(r, "weights", "wavelengths")}, 3)
    F("wavelength", "scal", lambda s: kind(s) in ("yarn", "llama3"), weight=2.5)
    F("longrope-list", "scal", lambda s: kind(s) == "longrope", weight=6)
    def amp(s, r):
        if attention(s["scaling"]) != 1 and s["part"] not in ("inv_freq",) and r.random() < 0.7: return {"_how": pick(r, "missing", "squared")}
        x = float(pick(r, 0.5, 2, 0.1, 0.999, 1.1, 0.7071, math.sqrt(max(s["dim"], 2)), 1.2079, 1.0397, round(float(r.uniform(0.5, 1.6)), 3)))
        return {"_how": x, **({"amplitude": x} if attention(s["scaling"]) == 1 else {})}
    F("amplitude", "amp", lambda s: tabular(s) or s["family"] == "alibi", amp, 1.5)
    # positions
    F("position-offset", "pos", lambda s: rowsy(s) and s["encoding"] not in ("dinov3", "detr"),
      lambda s, r: {"offset": int(pick(r, 1, 1, -1, 2, 2, int(r.integers(3, 100)), 4096, -int(r.integers(1, 50))))}, 2)
    F("position-scale", "pos", lambda s: tabular(s), lambda s, r: {"scale": float(pick(r, 0.5, 2, 4, 0.125, 0.25, 1 / 3, 0.1, 1000, 0.001, 16 / 14, round(float(r.uniform(0.6, 1.5)), 3)))}, 2)
    def restart(s, r):
        n = len(s["P"])
        if s.get("packed"): return {"how": "continue", "row": s["packed"]}
        if r.random() < 0.5:
            c = [x for x in (16, 32, 64, 128, 256, 512, 1024, 2048) if x < n]
            if c: return {"how": "mod", "length": int(pick(r, *c))}
        return {"how": "at", "row": int(r.integers(1, n)), "_to": float(pick(r, 0, 0, s["P"][0]))}
    F("position-restart", "pos", lambda s: oned(s) and rowsy(s) and (s.get("packed") or np.all(np.diff(s["P"]) == 1)) and len(s["P"]) > 4, restart, 1.5)
    F("positions-mirrored", "pos", lambda s: oned(s) and rowsy(s) and s["P"].min() < 0, weight=8)
    F("degrees", "angle", tabular, lambda s, r: {"how": pick(r, "radians", "radians", "degrees")}, 1)
    F("phase", "angle", tabular, lambda s, r: {"phase": float(pick(r, math.pi / 2, -math.pi / 2, math.pi, math.pi / 4, 0.7, 1.0, 0.01, round(float(r.uniform(-3, 3)), 3)))}, 1)
    F("table-overrun", "pos", lambda s: oned(s) and rowsy(s) and np.all(np.diff(s["P"]) > 0), lambda s, r: {"row": int(r.integers(len(s["P"]) // 4, len(s["P"]) - 1))}, 1.5)
    # arithmetic
    F("frequency-rounded", "arith", lambda s: tabular(s), lambda s, r: {"format": pick(r, "bfloat16", "float16")}, 2)
    F("position-rounded", "arith", lambda s: (oned(s) and tabular(s) and big(s)), lambda s, r: {"format": pick(r, "bfloat16", "float16")}, 2)
    F("computed-in-half", "arith", lambda s: tabular(s) or s["part"] == "bias", lambda s, r: {"format": pick(r, "bfloat16", "bfloat16", "float16"), "_trig": bool(r.random() < 0.5)}, 2)
    F("tf32-product", "arith", lambda s: tabular(s) and not s["arith"].endswith("64"), weight=1.5)
    F("quarter-turn-cosine", "arith", lambda s: tabular(s) and s["part"] != "sin" and not s["arith"].endswith("64"), weight=1.2)
    F("rotation-recurrence", "arith", lambda s: oned(s) and tabular(s) and not s["arith"].endswith("64") and len(set(np.diff(s["P"]))) == 1, weight=1.5)
    F("fast-trigonometry", "arith", lambda s: tabular(s) and not s["arith"].endswith("64"), weight=1.5)
    F("approximate-trigonometry", "arith", lambda s: tabular(s) and s["format"] == "float32", lambda s, r: {"_how": [("nearest", 256), ("nearest", 1024), ("nearest", 4096), ("linear", 256), ("linear", 1024),
      ("parabola", 0), ("taylor", 3), ("taylor", 4), ("taylor", 5)][r.integers(9)]}, 1.5)
    F("computed-in-single", "single", lambda s: s["format"] == "float64" and wavy(s), weight=6)
    F("rounded-toward-zero", "store", lambda s: s["format"] in ("bfloat16", "float16") and s["family"] != "index", weight=3)
    F("flushed-to-zero", "store", lambda s: s["format"] == "float16" and wavy(s), weight=4)
    F("stored-narrower", "store", lambda s: s["format"] in ("float32", "float64") and s["family"] != "query", lambda s, r: {"format": pick(r, "bfloat16", "float16")}, 1.5)
    F("quantised", "store", lambda s: tabular(s) and s["format"] in ("float32", "float16"), lambda s, r: {"step": float(pick(r, 1 / 127, 1 / 128, 1 / 255, 2 / 255, 1 / 7, 1 / 32767, 1 / 1024))}, 1)
    # rows
    F("rows-reversed", "rows", lambda s: rowsy(s) and len(s["P"]) > 1, weight=1)
    F("rows-missing", "rows", lambda s: s["family"] in ("wave", "rotated", "alibi") and rowsy(s) and s["P"][0] < s["P"][-1] and not s.get("packed") and len(s["P"]) > 12,
      lambda s, r: {"row": int(r.integers(1, len(s["P"]) - 5)), "count": int(pick(r, 1, 1, 1, 2, 4)), "_step": 1 if s["P"][1] > s["P"][0] else -1}, 1.2)
    F("repeated-row", "rows", lambda s: rowsy(s) and s["family"] not in ("index", "query", "rotated") and not s.get("heads_first") and not s.get("prefix"),
      lambda s, r: {"row": int(r.integers(1, len(s["P"]))), "how": pick(r, "moved", "in place")}, 1.2)
    def perm(s, r):
        n = len(s["P"]); k = r.integers(4)
        if k == 0: q = r.permutation(n)
        elif k == 1: q = np.array(sorted(range(n), key=str))
        elif k == 2: a, b = sorted(r.choice(n, 2, replace=False)); q = np.arange(n); q[[a, b]] = q[[b, a]]
        else: c = np.array_split(np.arange(n), 4); q = np.concatenate([c[0], c[3], c[1], c[2]])
        return {"_perm": q}
    F("rows-permuted", "rows", lambda s: rowsy(s) and s["family"] not in ("rotated", "query", "index"), perm, 1.2)
    def zero_row(s, r):
        if s["zero_row"] is not None: return {"row": pick(r, None, 0, 2)}
        return {"row": int(pick(r, 0, 1, 0, len(s["P"]) - 1))}
    F("zero-row", "rows", lambda s: s["family"] == "wave" and rowsy(s), zero_row, 1)
    def zeros(s, r):
        n = len(s["P"]); k = int(r.integers(2, max(3, n // 2)))
        a = int(pick(r, n - k, 0, r.integers(0, n - k + 1))); return {"rows": k, "_range": (a, a + k)}
    F("zeros", "rows", lambda s: s["family"] in ("wave", "grid") and rowsy(s) and not s.get("prefix"), zeros, 1)
    # columns
    def lay(s, r):
        if s["family"] != "grid": return {}
        if s["part"] == "table": return {"_style": "blocks-interleaved" if s["style"] == "blocks-halves" else "blocks-halves"}
    F("layout", "cols", lambda s: (s["family"] == "rotated") or (s["family"] == "wave" and rowsy(s) and (s["part"] in ("table", "pairs") or s.get("said_layout"))) or
      (s["encoding"] in ("mae", "detr")), lay, 2)
    F("sin-cos-swapped", "cols", tabular, weight=1.3)
    F("sign", "sign", lambda s: tabular(s) or s["family"] in ("alibi", "index"), lambda s, r: {"of": "all" if not wavy(s) else s["part"] if s["part"] in ("cos", "sin") else "sin" if s["family"] == "rotated" else pick(r, "sin", "sin", "cos", "all")}, 2)
    def cperm(s, r):
        n = columns(s); k = r.integers(4); h = n // 2
        if k == 0: q = r.permutation(n)
        elif k == 1: q = np.arange(n)[::-1].copy()
        elif k == 2: a, b = sorted(r.choice(n, 2, replace=False)); q = np.arange(n); q[[a, b]] = q[[b, a]]
        else: q = np.roll(np.arange(n), n // 4)
        return {"_perm": q}
    F("columns-permuted", "cols2", lambda s: s["family"] in ("wave", "grid") and tabular(s), cperm, 1)
    F("columns-shifted", "cols", lambda s: (s["family"] == "wave" and tabular(s) or s["family"] == "grid" and s["part"] != "table"), lambda s, r: {"shift": int(r.integers(1, max(2, min(s["dim"] // 4, 9))))}, 1)
    # vectors
    rot = lambda s: s["family"] == "rotated"
    F("unrotated", "rot", rot, weight=1.2); F("rotated-twice", "rot", rot, weight=1.2)
    part = lambda s: rot(s) and s["head"] > s["dim"]
    F("partial-missing", "rot", lambda s: part(s) and not s["scaling"], weight=7); F("pair-stride", "cols", lambda s: part(s) and s["layout"] == "halves", weight=7)
    F("partial-twice", "rot", lambda s: rot(s) and not s["scaling"], lambda s, r: {"dim": max(4, int(s["dim"] * pick(r, 0.25, 0.5)) // 4 * 4)}, 3)
    F("head-for-position", "rot", lambda s: rot(s) and s["hax"] is not None and not s.get("packed"), lambda s, r: {"_axis": s["hax"]}, 4)
    F("first-only", "rot", lambda s: rot(s) and (s["hax"] is not None), lambda s, r: (lambda a: {"_axis": a, "count": 1 if r.random() < 0.6 else int(r.integers(1, s["X"].shape[a]))})(s["bax"] if s["bax"] is not None and r.random() < 0.5 else s["hax"]), 2)
    # biases
    F("bias-form", "form", lambda s: s["part"] == "bias", lambda s, r: {"form": pick(r, *[f for f in ("distance", "keys", "causal") if f != s["form"]])}, 3)
    F("slopes", "freq", lambda s: s["family"] == "alibi", lambda s, r: {"how": "from 0" if s["heads"] & (s["heads"] - 1) == 0 else pick(r, "from 0", "not interpolated")}, 4)
    F("local-heads", "freq", lambda s: s["family"] == "alibi" and s["heads"] >= 4, lambda s, r: {"ranks": int(pick(r, *[k for k in (2, 4, 8) if s["heads"] % k == 0 and s["heads"] // k >= 1]))}, 4)
    F("buckets-uncapped", "freq", lambda s: s["family"] == "index", weight=3)
    F("bucket-direction", "dir", lambda s: s["encoding"] == "t5", weight=6)
    def bpar(s, r):
        if s["encoding"] == "shaw": return {"_n": 0, "_d": int(s["max_distance"] * pick(r, 0.5, 2, 1.5, 4))}
        n, d = s["buckets"], s["max_distance"]
        if r.random() < 0.5: d = int(d * pick(r, 0.75, 2, 4))
        else: n = int(n * pick(r, 0.5, 2))
        return {"_n": n, "_d": max(d, n)}
    F("bucket-parameters", "freq", lambda s: s["family"] == "index", bpar, 4)
    F("query-scale", "freq", lambda s: s["family"] == "query", lambda s, r: {"how": pick(r, "no floor", "log2", "log10", "no 1", "no 1 in log", "parameters"), "_L": s["original_context"] * 2, "_beta": pick(r, 0.1, 0.2, 0.05)}, 8)
    # grids
    grid = lambda s: s["family"] == "grid"
    F("axes-swapped", "axes", grid, lambda s, r: {"how": pick(r, "coordinates", "sizes") if "ids" not in s and not s.get("merge") else "coordinates"}, 4)
    def dropped(s, r): a = list(s["axes"]); x = pick(r, *[v for v in a if v != "t"] if "ids" not in s else a); return {"axis": x, "_by": pick(r, *[v for v in a if v != x])}
    F("axis-dropped", "axes", grid, dropped, 3)
    def split(s, r):
        a = list(s["sections"]); v = list(s["sections"].values()); tot = sum(v)
        if len(v) == 2: k = tot // 4 if tot >= 8 else 1; w = [k, tot - k]
        else: w = list(pick(r, (tot - 2 * (tot // 3), tot // 3, tot // 3), (v[0] + 8, v[1] - 4, v[2] - 4), (v[1], v[2], v[0])))
        return {"how": pick(r, "split", "split", "sections"), "_sections": dict(zip(a, map(int, w)))}
    F("axis-split", "axes", lambda s: grid(s) and s["encoding"] not in ("pixtral", "mrope-interleaved", "timm-2d", "mae", "detr"), split, 3)
    F("section-order", "axes", lambda s: s["encoding"].startswith("mrope"), lambda s, r: {"how": pick(r, "interleaving", "order"), "_axes": list(pick(r, "twh", "htw", "wht", "hwt"))}, 5)
    F("prefix-rows", "pre", lambda s: s["encoding"] == "mae", lambda s, r: (lambda k: {"prefix": k, "_prefix": k, "_fill": pick(r, "zeros", "zeros", "first", "init") if k != s["prefix"] else pick(r, "first", "init")})(int(pick(r, 0, 1, 1, 2))), 10)
    # the file
    F("not-finite", "file", lambda s: s["format"] != "int", lambda s, r: {"_at": [(int(r.integers(1 << 40)), float(pick(r, "nan", "inf", "-inf"))) for _ in range(int(r.integers(1, 6)))]}, 0.8)
    F("byte-order", "bytes", lambda s: s["format"] != "int", weight=0.8)
    F("transposed", "file", lambda s: rowsy(s) and s["family"] in ("wave", "grid", "index") , weight=1.2)
    F("corrupt-entry", "file", lambda s: True, lambda s, r: (lambda k: {"entries": k, "_at": [(int(r.integers(1 << 40)), pick(r, "set", "negate", "copy", "flip"), int(r.integers(1, 12))) for _ in range(k)]})(int(r.integers(1, 6))), 1)
    return L

def columns(s): return make(s, {}).shape[-1]
FAULTS = fault_list()
CLASH = [(a, b) for a in ("uninitialised", "unrotated") for b in ("scaling-missing", "scaling-doubled", "scaling-kind", "scaling-parameters", "longrope-list", "amplitude", "rows-permuted", "rows-reversed", "repeated-row",
  "phase", "degrees", "position-offset", "position-scale")] + [("scaling-kind", "wrong-base"), ("computed-in-single", "computed-in-half"), ("exponent-by-column", "computed-in-half"), ("head-for-position", "position-restart")]

def draw_fault(r, s, used, not_slots=()):
    c = [f for f in FAULTS if f[0] not in used and f[1] not in not_slots and f[3](s)]
    w = np.array([f[2] for f in c]); return c[r.choice(len(c), p=w / w.sum())]

# ---------------------------------------------------------------- files
DTYPE = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16"}
def raw_bits(t, fmt):
    if fmt == "bfloat16": return (np.ascontiguousarray(t, F32).view(np.uint32) >> 16).astype("<u2")
    return np.ascontiguousarray(t)

def write(r, folder, ident, s, t, swapped):
    fmt = s["format"]; bits = raw_bits(t, fmt); args = []
    if swapped: bits = bits.byteswap()
    kinds = ["npy"] * 6
    if fmt != "int" and s["family"] != "rotated": kinds += ["safetensors"] * 2 + (["bin"] * 2 if t.ndim == 2 and not freqs_only(s) and s["part"] != "slopes" else [])
    k = pick(r, *kinds); name = f"{ident}.{k}"
    if (freqs_only(s) or s["part"] in ("slopes", "query-scale")) and 1 in bits.shape: bits = bits.reshape(-1)
    if k == "npy":
        np.save(folder / name, bits)
        if fmt == "bfloat16": args += ["--format", "bfloat16"]
    elif k == "bin": bits.tofile(folder / name); args += ["--format", fmt, "--shape", "x".join(map(str, t.shape))]
    else:
        h = {"table": {"dtype": DTYPE[fmt], "shape": list(bits.shape), "data_offsets": [0, bits.nbytes]}}; h = json.dumps(h).encode(); h += b" " * (-len(h) % 8)
        (folder / name).write_bytes(struct.pack("<Q", len(h)) + h + bits.tobytes())
    if s["family"] == "rotated": np.save(folder / f"{ident}.in.npy", raw_bits(s["X"], fmt)); args += ["--input", f"{ident}.in.npy"]
    if "posfile" in s: np.save(folder / f"{ident}.pos.npy", s["posfile"]); args += ["--positions-file", f"{ident}.pos.npy"]
    return name, args, bits.shape

def plain(v):
    if isinstance(v, np.generic): v = v.item()
    return v

def summary(s, shape):
    p = s["ids"] if s.get("ids") is not None else s["P"]
    T, H, W = s.get("grid", (0, 0, 1)); sc = s["scaling"] or {}
    fam = s["family"]
    two = shape if len(shape) == 2 else (len(s["P"]), s["dim"])
    return {"family": fam, "encoding": s["encoding"], "scaling": sc.get("kind"), "part": s["part"], "base": s["base"], "dim": s["dim"],
            "positions": [float(np.min(p)), float(np.max(p))], "rows": int(two[0]), "columns": int(two[-1]), "keys": s["keys"], "heads": s["heads"], "form": s["form"],
            "factor": sc.get("factor"), "original_context": sc.get("original_context", s.get("original_context")), "seq_len": sc.get("seq_len"),
            "short": bool(np.abs(p).max() <= 2048), "square": fam == "grid" and H == W, "symmetric": bool(fam != "grid" and len(p) > 1 and p[0] == -p[-1]),
            "layout": s["layout"] if fam != "grid" else s["style"], "order": s["order"], "law": s["law"], "format": s["format"] if fam != "index" else s["int"], "first": s["first"], "scale": 1.0,
            "amplitude": 1.0, "zero_row": s["zero_row"]}

def same_bits(a, b): return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()

def one(r, ident, folder, want):
    """A case of 0, 1 or 2 faults, or none if the draw cannot be seen."""
    s = draw_claim(r)
    m, truth, slots = {}, [], []
    for k in range(want):
        force = k == 1 and r.random() < 0.25
        if force and "file" not in slots: f = next(f for f in FAULTS if f[0] == "corrupt-entry")
        else:
            if not [g for g in FAULTS if g[0] not in m and g[1] not in slots and g[3](s)]: return None
            f = draw_fault(r, s, m, slots)
        if any({f[0], x} == set(c) for c in CLASH for x in m): return None
        p = f[4](s, r)
        if p is None: return None
        m[f[0]] = p; slots.append(f[1]); truth.append({"fault": f[0], "parameters": {a: plain(v) for a, v in p.items() if not a.startswith("_")}})
    if "computed-in-single" in m:
        other = dict(s, arith=s["arith"][:-2] + "32")
    else: other = s
    def table(keep):
        t = make(other if "computed-in-single" in keep else s, {a: v for a, v in m.items() if a in keep})
        return raw_bits(t, s["format"]).byteswap() if "byte-order" in keep else t
    t = make(other, m)
    if "byte-order" in m: pass
    elif want and same_bits(t, table([])): return None
    if want == 2 and any(same_bits(table(list(m)), table([x])) for x in m): return None
    name, args, shape = write(r, folder, ident, s, t, "byte-order" in m)
    shown = {k: v for k, v in m.items()}
    note = "sound" if not m else " + ".join(f"{k} { {a: (v if not isinstance(v, (np.ndarray, list, dict)) else '...') for a, v in p.items()} }" for k, p in shown.items())
    sound_shape = table([]).shape
    return {"id": ident, "file": name, "arguments": s["args"] + args, "truth": truth, "program": f"{s['recipe']} in {other['arith']}" + (", quotient of frequencies" if s["part"] == "divisors" and not s["gguf"] else ""), "format": s["format"],
            "shape": list(shape), "note": f"{s['encoding']} {s['part']}: {note}", "claim": summary(s, sound_shape)}

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("--count", type=int, default=100); ap.add_argument("--seed", type=int, default=1); ap.add_argument("--out", type=pathlib.Path, required=True)
    ap.add_argument("--sound", action="store_true", help="only sound tables")
    o = ap.parse_args(); o.out.mkdir(parents=True, exist_ok=True)
    with open(o.out / "cases.jsonl", "w") as out:
        for i in range(o.count):
            for attempt in range(200):
                r = np.random.default_rng([o.seed, i, attempt])
                if attempt == 0: x = r.random(); want = 0 if x < 0.12 or o.sound else 1 if x < 0.72 else 2
                case = one(r, f"t{i:04d}", o.out, want)
                if case: break
            out.write(json.dumps(case) + "\n"); out.flush()
if __name__ == "__main__": main()
