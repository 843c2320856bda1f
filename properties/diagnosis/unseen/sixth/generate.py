#!/usr/bin/python3
"""Positional-encoding tables by small programs, sound and wrong, with a user's claim and the right answer of each (cases.jsonl).

    /usr/bin/python3 -B generate.py --count N --seed S --out DIR

A mistake is a switch m[NAME] inside the program that computes the table. Written without sight of the diagnosis and of its answers."""
import argparse, json, math, pathlib, struct
from fractions import Fraction
import numpy as np
try:
    import torch
    torch.set_num_threads(1)
except Exception:                                                   # PyTorch is optional: its sines are SLEEF's
    torch = None
PI = math.pi
def one(r, *xs): return xs[int(r.integers(len(xs)))]
def txt(x): return str(int(x)) if float(x) == int(x) and abs(x) < 1e15 else repr(float(x))
class Claim(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__

BITS = {"bfloat16": (8, -126), "float16": (11, -14), "tf32": (11, -126), "float8_e4m3fn": (4, -6), "float8_e5m2": (3, -14)}
ULP = {"float64": 2.0 ** -52, "float32": 2.0 ** -23, "float16": 2.0 ** -10, "bfloat16": 2.0 ** -7}
def cast(x, form, chop=False):
    """x rounded to a format (to nearest even, or toward zero), kept in its dtype."""
    x = np.asarray(x)
    if form in ("float32", "float64") and not chop: return x.astype(form).astype(x.dtype)
    p, low = BITS.get(form, (24, -126))
    e = np.frexp(x.astype(np.float64))[1]
    q = np.maximum(e - p, low - p + 1)
    return np.ldexp((np.trunc if chop else np.rint)(np.ldexp(x.astype(np.float64), -q)), q).astype(x.dtype)

class Kit:
    """The arithmetic of a program: float32 or float64, NumPy's or PyTorch's functions, each result perhaps rounded to 16 bits."""
    def __init__(k, c, m):
        k.dt = np.float32 if c.bits == 32 or "computed-in-single" in m else np.float64
        k.lib = c.lib
        h = m.get("computed-in-half"); k.half = h["format"] if h and c.family != "alibi" else None; k.native = bool(h and h.get("_native"))
    def r(k, x, native=False): return cast(x, k.half) if k.half and (k.native or not native) else x
    def f(k, name, x):
        if k.lib == "torch": return getattr(torch, name)(torch.from_numpy(np.ascontiguousarray(x, k.dt))).numpy()
        return getattr(np, name)(x)
    def pow(k, b, e):
        if k.lib == "torch": return torch.pow(float(b), torch.from_numpy(np.ascontiguousarray(e, k.dt))).numpy()
        return np.power(k.dt(b), e)
    def sincos(k, a):
        if k.lib == "torch" and k.half is None and a.size and a.ndim == 2 and a.shape[1] % 3 == 1:          # Meta's way
            z = torch.polar(torch.ones(a.shape, dtype=torch.float32 if k.dt == np.float32 else torch.float64), torch.from_numpy(np.ascontiguousarray(a)))
            return z.imag.numpy().copy(), z.real.numpy().copy()
        return k.f("sin", a), k.f("cos", a)

def mscale(f, m): return 1.0 if f <= 1 else 0.1 * m * math.log(f) + 1.0
def yarn_range(s, d, base, m):
    turn = 1.0 if "wavelength" in m else 2 * PI
    fast, slow = s.get("beta_fast", 32), s.get("beta_slow", 1)
    if m.get("bands-swapped", {}).get("how") == "ends": fast, slow = slow, fast
    lo, hi = [d * math.log(s["L"] / (x * turn)) / (2 * math.log(base)) for x in (fast, slow)]
    if s.get("truncate", True) != ("yarn-truncate" in m): lo, hi = math.floor(lo), math.ceil(hi)
    lo, hi = max(lo, 0), min(hi, d // 2 - 1 if "yarn-clamp" in m else d - 1)
    return lo, hi + 0.001 if lo == hi else hi
def scaled_base(s, d, b):
    if s["kind"] == "ntk": return b * s["factor"] ** (d / (d - 2))
    if s["kind"] == "dynamic" and s["seq_len"] > s["L"]: return b * (s["factor"] * s["seq_len"] / s["L"] - (s["factor"] - 1)) ** (d / (d - 2))
    return b
def scaled(w, s, d, base, m):
    dt = w.dtype.type; kind = s["kind"]; f = dt(s.get("factor", 1)); i = np.arange(len(w))
    if kind == "linear": return w / f
    if kind == "ntk-mixed": return (w / np.power(float(f), (2 * (i + 1) / d) ** s.get("mixed_b", 1.0))).astype(dt)
    if kind == "proportional": return np.where(i + 1 <= s["partial"] * len(w), w / f, dt(0)).astype(dt)
    if kind == "longrope": return (w / np.array(s["long"] if (s["seq_len"] > s["L"]) != ("longrope-list" in m) else s["short"], dt)).astype(dt)
    if kind == "yarn":
        lo, hi = yarn_range(s, d, base, m)
        ramp = np.clip((i.astype(dt) - dt(lo)) / dt(hi - lo), 0, 1).astype(dt)
        keep = ramp if m.get("bands-swapped", {}).get("how") == "bands" else dt(1) - ramp
        return ((w / f) * (dt(1) - keep) + w * keep).astype(dt)
    if kind == "llama3":
        lo, hi, L = s["low"], s["high"], s["L"]
        lam = dt(1.0 if "wavelength" in m else 2 * PI) / w
        sm = (dt(L) / lam - dt(lo)) / dt(hi - lo) if hi != lo else np.zeros_like(w)
        mid = (dt(1) - sm) * (w / f) + sm * w
        how = m.get("blend", {}).get("how")
        if how == "weights": mid = sm * (w / f) + (dt(1) - sm) * w
        if how == "wavelengths": mid = dt(1) / ((dt(1) - sm) * (f / w) + sm / w)
        low, high = lam > dt(L / lo), lam < dt(L / hi)
        how = m.get("bands-swapped", {}).get("how")
        low, high = {"bands": (high, low), "ends": (lam > dt(L / hi), lam < dt(L / lo))}.get(how, (low, high))
        return np.where(low, w / f, np.where(high, w, mid)).astype(dt)
    return w
def attention(s):
    if not s: return 1.0
    if s["kind"] == "yarn": return mscale(s["factor"], s["mscale"]) / mscale(s["factor"], s["all"]) if s.get("mscale") else mscale(s["factor"], 1)
    if s["kind"] == "longrope": return math.sqrt(1 + math.log(s["factor"]) / math.log(s["L"])) if s["factor"] > 1 else 1.0
    return 1.0

def program_scaling(c, m):
    s = c.scaling
    if "scaling-missing" in m: return None
    for k in ("scaling-parameters", "scaling-kind"):
        if k in m: s = m[k]["_s"]
    return s
def frequencies(c, m, K):
    dt = K.dt; num, den, base = c.num.astype(np.float64), c.den, c.base
    if "wrong-base" in m: base = m["wrong-base"]["base"]
    if "exponent-halved" in m: num = num / 2                        # i in place of 2i
    if "exponent-denominator" in m: den = m["exponent-denominator"]["_den"]
    if "exponent-over-head" in m: den = m["exponent-over-head"]["head"]
    if "pair-index" in m: num = num + m["pair-index"]["shift"] * c.step         # range(1, h + 1)
    if m.get("section-order", {}).get("how") == "restart": num = c.restart; den = c.restart_den
    s, d = program_scaling(c, m), c.dim
    if s: base = scaled_base(s, d, base)
    if s and "scaling-doubled" in m: base = scaled_base(s, d, base)
    def powers(num):
        x = num.astype(dt)
        if c.law == "linear" and "frequency-spacing" not in m or c.law != "linear" and "frequency-spacing" in m:
            return np.linspace(1, 1 / base if c.law in ("linear", "shift") else base ** (c.per - 1), c.per).astype(dt)[np.arange(len(num)) % c.per]
        if c.law == "linear": return np.power(1 / base, (np.arange(len(num)) % c.per) / (c.per - 1)).astype(dt)
        if c.law == "powers": return np.power(dt(base), x)
        if c.recipe == "exp-log": return K.f("exp", K.r((x * dt(-(math.log(base) / den))).astype(dt), True))
        if c.recipe == "log-timescale": return K.f("exp", K.r(-(x / dt(c.step) * dt(math.log(base) * c.step / den)).astype(dt), True))
        e = K.r((x / np.asarray(den, dt)).astype(dt), True)
        if "reciprocal-frequency" in m and c.part not in FREQ: return K.pow(base, e)
        if c.recipe == "pow-multiply": return K.r(K.pow(base, -e), True)
        return K.r((dt(1) / K.r(K.pow(base, e), True)).astype(dt), True)
    if "exponent-by-column" in m:
        k = m["exponent-by-column"]["_k"]; ws = [powers(k * num), powers(k * (num + c.step / 2))]
    else: ws = [powers(num)]
    if m.get("frequency-recurrence", {}).get("how") in ("product", "ratio"):
        ratio = np.power(dt(base), dt(-c.step / c.den)); w = ws[0]
        if m["frequency-recurrence"]["how"] == "ratio": w = np.power(ratio, np.arange(len(num), dtype=dt))
        else:
            w = np.ones(len(num), dt)
            for i in range(1, len(w)): w[i] = w[i - 1] * ratio
        ws = [w]
    out = []
    for w in ws:
        if s: w = scaled(w, s, d, base, m)
        if s and "scaling-doubled" in m and s["kind"] not in ("ntk", "dynamic"): w = scaled(w, s, d, base, m)
        if "uninitialised" in m: w = np.zeros_like(w)                # torch.empty on the meta device
        if "frequency-rounded" in m: w = cast(w, m["frequency-rounded"]["format"])
        out.append(K.r(np.asarray(w, dt)))
    return out[0], out[-1]
def positions(c, m, dt):
    P = [np.array(p, np.float64) for p in c.P]; each = lambda f: [f(p) for p in P]
    if "axes-swapped" in m: P[-1], P[-2] = P[-2], P[-1]
    if "axis-dropped" in m: a, b = m["axis-dropped"]["_ab"]; P[a] = P[b] if b is not None else P[a] * 0
    if "token-times" in m: P[0] = m["token-times"]["_f"](P[0])
    if "coordinate-range" in m: P = [m["coordinate-range"]["_f"](p) for p in P]
    if "position-offset" in m: k = m["position-offset"]["offset"]; P = each(lambda p: p + k)
    if "position-scale" in m: P = each(lambda p: p * m["position-scale"]["scale"])
    if "angle-unit" in m: P = each(lambda p: p * m["angle-unit"]["_f"])
    if "positions-mirrored" in m: P = each(np.abs)
    if "position-restart" in m: P = each(m["position-restart"]["_f"])
    if "table-overrun" in m: top = P[0][m["table-overrun"]["_row"]]; P = each(lambda p: np.minimum(p, top))
    if "position-rounded" in m:
        f = m["position-rounded"]["format"]; q = m["position-rounded"].get("_by", 1)
        P = each((lambda p: np.floor(p / q) * q) if f == "integer" else (lambda p: cast(p, f)))
    return [p.astype(dt) for p in P]

def unit_sine(a, quarter):
    """The graphics unit: turns by one rounded float32 product, then 22 bits of a sine."""
    t = (a.astype(np.float32) * np.float32(1 / (2 * PI))).astype(np.float64); t = t - np.floor(t) + quarter / 4
    return (np.rint(np.sin(2 * PI * t) * 2.0 ** 22) / 2.0 ** 22).astype(np.float32)
def cheap_sine(a, how):
    x = np.asarray(a, np.float64); y = x - 2 * PI * np.rint(x / (2 * PI))                   # [-pi, pi]
    if how.startswith("nearest"): n = int(how[7:]); return np.sin(2 * PI * (np.rint(x / (2 * PI) * n) % n) / n)
    if how.startswith("linear"):
        n = int(how[6:]); t = (y / (2 * PI) % 1) * n; k = np.floor(t); g = np.sin(2 * PI * np.arange(n + 2) / n)[:]
        k = k.astype(int); return g[k] + (t - k) * (g[k + 1] - g[k])
    z = np.where(np.abs(y) > PI / 2, np.sign(y) * PI - y, y)                                # folded to [-pi/2, pi/2]
    t = z - z ** 3 / 6 + z ** 5 / 120
    return {"cubic": z - z ** 3 * 0.16605 + z ** 5 * 0.00761, "taylor5": t, "taylor9": t - z ** 7 / 5040 + z ** 9 / 362880, "parabola": 4 / PI * y - 4 / PI ** 2 * y * np.abs(y)}[how]
def angles(c, m, K, w):
    P = positions(c, m, K.dt)
    ax = c.pax
    for k in ("section-order", "axis-split"):
        if k in m and "_pax" in m[k]: ax = m[k]["_pax"]
    p = np.stack([K.r(x) for x in P], 1)[:, ax]
    if m.get("frequency-recurrence", {}).get("how") == "angle":      # ggml: theta *= theta_scale
        ratio = np.power(K.dt(c.base), K.dt(-c.step / c.den)); a = p.copy()
        for i in range(1, a.shape[1]): a[:, i] = a[:, i - 1] * ratio
        return a
    if "tf32-product" in m: p, w = cast(p, "tf32"), cast(w, "tf32")
    if c.recipe == "divide" and w.all(): a = (p / (K.dt(1) / w if K.dt == np.float64 else c_timescale(c, m, K, w))[None, :]).astype(K.dt)
    else: a = (p * w[None, :]).astype(K.dt)
    if c.unit and "angle-unit" not in m: a = (a * K.dt(c.unit)).astype(K.dt)
    a = K.r(a)
    if "degrees" in m: a = (a * K.dt(PI / 180)).astype(K.dt) if m["degrees"]["how"] == "to radians" else (a * K.dt(180 / PI)).astype(K.dt)
    if "phase" in m: a = (a + K.dt(m["phase"]["phase"])).astype(K.dt)
    return a
def c_timescale(c, m, K, w):
    """JAX: timescale = base**fraction, unless the frequencies were changed."""
    if set(m) & FREQUENCY or c.scaling: return (K.dt(1) / w).astype(K.dt)
    return np.power(K.dt(c.base), (c.num.astype(K.dt) / np.asarray(c.den, K.dt)).astype(K.dt))
def sines(c, m, K, emit=False):
    """Sines and cosines [rows, pairs]; with emit, what roundings of a sound program may do to each."""
    ws, wc = frequencies(c, m, K); a = angles(c, m, K, ws); b = a if wc is ws else angles(c, m, K, wc)
    if emit:
        u = 2.0 ** -24 if K.dt == np.float32 else 2.0 ** -53
        slow = np.abs(np.log(np.where(ws > 0, ws, 1).astype(np.float64)))
        e = abs(c.amp) * (2 * u + u * (3 + slow)[None, :] * np.abs(a.astype(np.float64)) * (ws != 1))
        return e, e, ws
    if "fast-trigonometry" in m: S, C = unit_sine(a, 0), unit_sine(b, 1)
    elif "approximate-trigonometry" in m:
        how = m["approximate-trigonometry"]["_how"]; S, C = cheap_sine(a, how).astype(K.dt), cheap_sine(b.astype(np.float64) + PI / 2, how).astype(K.dt)
    elif "rotation-recurrence" in m:
        S, C = np.empty_like(a), np.empty_like(a); ds, dc = np.sin(ws), np.cos(ws); S[0], C[0] = np.sin(a[0]), np.cos(a[0])
        if m["rotation-recurrence"]["how"] == "next":
            for i in range(1, len(a)): S[i], C[i] = S[i - 1] * dc + C[i - 1] * ds, C[i - 1] * dc - S[i - 1] * ds
        else:                                                        # block by block of k rows
            k = m["rotation-recurrence"]["_k"]; S[:k], C[:k] = np.sin(a[:k]), np.cos(a[:k]); ds, dc = np.sin(ws * K.dt(k)), np.cos(ws * K.dt(k))
            for i in range(k, len(a)): S[i], C[i] = S[i - k] * dc + C[i - k] * ds, C[i - k] * dc - S[i - k] * ds
    else:
        S, C = K.sincos(a)
        if b is not a: C = K.sincos(b)[1]
        if "quarter-turn-cosine" in m: C = K.f("sin", (b + K.dt(PI / 2)).astype(K.dt))
    S, C = K.r(S), K.r(C); amp = c.amp
    if set(m) & {"scaling-missing", "scaling-parameters", "scaling-kind"}: amp = attention(program_scaling(c, m))
    if "amplitude" in m: amp = amp * m["amplitude"]["_f"]
    if amp != 1: S, C = (S * K.dt(amp)).astype(K.dt), (C * K.dt(amp)).astype(K.dt)
    if c.xpos:
        z, p = xpos_scale(c, m, K); S, C = (S * z).astype(K.dt), (C * z).astype(K.dt)
    if "sign" in m and c.family != "rotated":
        of = m["sign"]["of"]
        if of in ("sin", "all"): S = -S
        if of in ("cos", "all"): C = -C
    if "sin-cos-swapped" in m: S, C = C, S
    return S, C, ws
def xpos_scale(c, m, K):
    x = dict(c.xpos); x.update({k: v for k, v in m.get("xpos-parameters", {}).items() if k in x})
    h = c.dim // 2; zeta = (2 * np.arange(h) / c.dim + x["gamma"]) / (1 + x["gamma"])
    p = (positions(c, m, np.float64)[0] - x["centre"]) / x["scale_base"]
    if (x["form"] == "keys"): p = -p
    z = np.power(zeta.astype(K.dt)[None, :], p.astype(K.dt)[:, None])
    return (np.ones_like(z) if m.get("xpos-parameters", {}).get("how") == "missing" else z), p

FREQ = ("inv_freq", "divisors", "periods")
def wave(c, m, emit):
    K = Kit(c, m)
    if c.encoding == "xpos":
        z = xpos_scale(c, m, K)[0]; return np.abs(z) * 2.0 ** (-18 if K.dt == np.float32 else -47) if emit else z
    if c.part in FREQ:
        w, _ = frequencies(c, m, K); part = m.get("reciprocal-frequency", {}).get("_part", c.part)
        if part == "periods": w = K.dt(1) / w
        if part in ("divisors", "factors"):
            plain = (K.dt(1) / K.pow(c.base, (c.num.astype(K.dt) / K.dt(c.den)).astype(K.dt))).astype(K.dt)
            if "wrong-base" in m: plain = (K.dt(1) / K.pow(m["wrong-base"]["base"], (c.num.astype(K.dt) / K.dt(c.den)).astype(K.dt))).astype(K.dt)
            w = plain / w if part == "divisors" else w / plain
        w = w[None, :]; return np.abs(w) * 2.0 ** (-21 if K.dt == np.float32 else -50) if emit else w
    S, C, _ = sines(c, m, K, emit)
    other = "layout" in m and not emit
    if c.family == "rotated": return rotated(c, m, S, C, K, emit)
    if c.part in ("cos", "sin"):
        T = C if c.part == "cos" else S; how = c.rep
        if other: how = {"half-split": "interleaved", "interleaved": "half-split"}[how]
        if "columns-shifted" in m and not emit:
            k = m["columns-shifted"]["shift"]; T = np.concatenate([C, S] if c.part == "cos" else [S, C], 1)[:, k:k + T.shape[1]]
        return T if how == "once" else np.concatenate([T, T], 1) if how == "half-split" else np.repeat(T, 2, 1)
    if c.part == "pairs": return np.concatenate([C, S], 1) if other else np.stack([C, S], 2).reshape(len(S), -1)
    if c.part == "matrices": return np.stack([C, S if emit or "sign" in m and m["sign"]["of"] == "matrix" else -S, S, C], 2).reshape(len(S), -1)
    if c.kind == "rope":
        if "columns-shifted" in m and not emit:                      # a row stride that is too long
            k = m["columns-shifted"]["shift"]; T = np.concatenate([C, S], 1); f = np.concatenate([T.ravel(), np.zeros(k * len(T), T.dtype)])
            return np.stack([f[i * (T.shape[1] + k):i * (T.shape[1] + k) + T.shape[1]] for i in range(len(T) * T.shape[1] // (T.shape[1] + k))])
        return np.stack([C, S], 2).reshape(len(S), -1) if other else np.concatenate([C, S], 1)
    if c.order == "cos-sin": S, C = C, S
    inter = (c.layout == "interleaved") != other
    if c.spread == "row": T = np.concatenate([S, C], 1)
    else: T = np.concatenate([np.stack([S[:, j], C[:, j]], 2).reshape(len(S), -1) if inter else np.concatenate([S[:, j], C[:, j]], 1)
                              for j in [np.flatnonzero(c.pax == k) for k in c.blocks]], 1)
    if c.odd: T = np.concatenate([T, np.zeros((len(T), 1), T.dtype)], 1) if c.odd == "zero" else T[:, :-1]
    if c.raw:
        X = np.stack(positions(c, {k: v for k, v in m.items() if k != "angle-unit"}, K.dt), 1)[:, c.blocks] / K.dt(c.raw_by or 1); how = m.get("raw-columns", {}).get("how", c.raw)
        X = X * 0 if emit else X
        T = T if how == "none" and not emit else np.concatenate([X, T] if (c.raw if emit else how) == "first" else [T, X], 1)
    if c.zero_row is not None:
        row = m["zero-row"].get("row") if "zero-row" in m else c.zero_row; T = T.copy()
        if row is not None: T[row] = 0
    if c.prefix:
        how = m.get("prefix-rows", {}).get("how"); k = {None: 1, "missing": 0, "two": 2, "not zero": 1}[None if emit else how]
        head = np.zeros((k, T.shape[1]), T.dtype)
        if how == "not zero" and not emit: head[:] = T[:1]
        T = np.concatenate([head, T])
    return T
def turn(c, x, S, C, layout, dim, m, stride=None, at=0):
    y = x.copy(); h = dim // 2
    iu, iv = (np.arange(0, dim, 2), np.arange(1, dim, 2)) if layout == "interleaved" else (np.arange(h), np.arange(h) + (stride or h))
    u, v = x[..., at + iu], x[..., at + iv]; s, k = S[None, :, None, :h], C[None, :, None, :h]
    how = m.get("rotation-formula", {}).get("how")
    if (c.direction == "inverse") != ("sign" in m): s = -s
    a = u * k - v * s
    y[..., at + iu] = {"plus": u * k + v * s, "no sine": u * k}.get(how, a)
    y[..., at + iv] = {"in place": v * k + a * s, "minus": v * k - u * s, "cosines": v * k + u * k}.get(how, v * k + u * s)
    return y
def partial(c, dim, den, K):
    w = 1.0 / np.power(c.base, 2.0 * np.arange(dim // 2) / den); a = c.P[0][:, None] * w[None, :]
    return np.sin(a).astype(K.dt), np.cos(a).astype(K.dt)
def rotated(c, m, S, C, K, emit):
    x = c.x.astype(K.dt); lay = c.layout; at = c.width - c.dim if c.last else 0
    out = lambda z: (np.swapaxes(z, 1, 2) if c.axis == -2 else z).reshape(c.shape)
    if emit: return out(np.full(x.shape, float(np.max(S)) * 8 * float(np.abs(x).max())))
    if "layout" in m: lay = "half-split" if lay == "interleaved" else "interleaved"
    if "rotated-channels" in m: at = c.width - c.dim - at
    if "unrotated" in m: y = x
    elif "head-for-position" in m:
        w, _ = frequencies(c, {}, K); a = (np.arange(x.shape[2], dtype=K.dt)[:, None] * w[None, :]).astype(K.dt)
        y = np.swapaxes(turn(c, np.swapaxes(x, 1, 2), np.sin(a) * K.dt(c.amp), np.cos(a) * K.dt(c.amp), lay, c.dim, m, None, at), 1, 2)
    elif "partial-missing" in m: y = turn(c, x, *partial(c, c.width, c.width, K), lay, c.width, m)
    elif "partial-twice" in m: d = m["partial-twice"]["dim"]; y = turn(c, x, *partial(c, d, d, K), lay, d, m)
    else: y = turn(c, x, S, C, lay, c.dim, m, c.width // 2 if "pair-stride" in m else None, at)
    if "rotated-twice" in m: y = turn(c, y, S, C, lay, c.dim, m, None, at)
    if "first-only" in m:
        z = x.copy(); k = np.s_[:1] if m["first-only"]["axis"] == "batch" else np.s_[:, :, :1]; z[k] = y[k]; y = z
    return out(y)

# ------------------------------------------------------------------------------------------------ biases, indices, scales of queries
def slopes_of(n, top=8.0):
    p = 2 ** int(math.log2(n)); a = [2.0 ** (-top * (i + 1) / p) for i in range(p)]
    return a if p == n else a + [2.0 ** (-top * (i + 1) / (2 * p)) for i in range(2 * p)][0::2][:n - p]
def bias(c, m, emit):
    dt = np.float32 if c.bits == 32 or "computed-in-single" in m else np.float64; H = c.heads; p = 2 ** int(math.log2(H)); how = m.get("slopes", {}).get("how")
    if c.encoding == "kerple":
        n = np.abs(positions(c, m, dt)[0])[:, None]; r1, r2 = np.array(c.r1, dt)[None, :], np.array(c.r2, dt)[None, :]
        log = {None: np.log1p, "log2": lambda x: np.log2(1 + x), "log10": lambda x: np.log10(1 + x)}[m.get("amplitude", {}).get("_log")]
        T = (-r1 * (log(r2 * n) if c.form == "log" else np.power(n, r2))).astype(dt)
        if "sign" in m: T = -T
    else:
        s = {None: lambda: slopes_of(H, c.max_bias), "from 0": lambda: [2.0 ** (-8.0 * i / H) for i in range(H)], "plain": lambda: [2.0 ** (-8.0 * (i + 1) / H) for i in range(H)],
             "next power": lambda: slopes_of(2 * p)[:H], "odd ones": lambda: slopes_of(p) + slopes_of(2 * p)[1::2][:H - p], "16": lambda: slopes_of(H, 16.0)}[how]()
        if "local-heads" in m: k = m["local-heads"]["ranks"]; s = slopes_of(H // k) * k
        s = np.array(s, dt)[c.head_range[0]:c.head_range[1]] if c.head_range else np.array(s, dt)
        if c.part == "slopes": T = (-s if "sign" in m else s)[None, :] * dt(m.get("amplitude", {}).get("_f", 1))
        else:
            P = positions(c, m, dt)[0][:, None]; form = m.get("bias-form", {}).get("form", c.form)
            d = P if form == "keys" else -P if form == "causal" else -np.abs(P)
            if "sign" in m: d = -d
            half = m.get("computed-in-half", {}).get("format")
            T = cast(cast(d, half) * cast(s, half)[None, :], half) if half else (d * s[None, :]).astype(dt)
            if "amplitude" in m: T = T * dt(m["amplitude"]["_f"])
    if emit: return np.abs(bias(c, {}, False)) * 2.0 ** (-20 if dt == np.float32 else -49)
    return T.T.copy() if c.layout == "heads-first" and c.part != "slopes" else T
def index(c, m, emit):
    if emit: return index(c, {}, False) * 0.0
    if c.encoding == "swin":
        H, W = (c.height, c.width) if "axes-swapped" not in m else (c.width, c.height); n = H * W; how = m.get("window-parameters", {}).get("how")
        y, x = np.divmod(np.arange(n), W); dy, dx = y[:, None] - y[None, :], x[:, None] - x[None, :]
        if "sign" in m: dy, dx = -dy, -dx
        stride = {None: 2 * W - 1, "height stride": 2 * H - 1, "width": W, "2W": 2 * W}.get(how, 2 * W - 1)
        T = (dy + H - 1) * stride + dx + W - 1
        if how == "uncentred": T = dy * stride + dx
        if c.cls:
            N = (2 * H - 1) * (2 * W - 1); a, b, e = (N, N + 1, N + 2) if how != "class rows" else (N + 1, N, N + 2)
            U = np.full((n + 1, n + 1), b); U[1:, 1:] = T; U[0, :] = a; U[:, 0] = b; U[0, 0] = e; T = U
        return T.astype(np.int64)
    q = positions(c, m, np.float64)[0].astype(np.int64); d = c.keys0 + np.arange(c.n_keys)[None, :] - q[:, None]
    if "sign" in m: d = -d
    if c.encoding == "shaw": k = m.get("bucket-parameters", {}).get("_k", c.max_distance); return np.clip(d, -k, k) + k
    nb, md, both = m.get("bucket-parameters", {}).get("_p", (c.buckets, c.max_distance, c.both)); both = both != ("bucket-direction" in m)
    n = -d; out = np.zeros_like(n)
    if both: nb //= 2; out = np.where(n < 0, nb, 0); n = np.abs(n)
    else: n = np.maximum(n, 0)
    e = nb // 2; far = e + np.floor(np.log(np.maximum(n, 1) / e) / math.log(md / e) * (nb - e) + 1e-9).astype(np.int64)
    return out + np.where(n < e, n, far if "buckets-uncapped" in m else np.minimum(far, nb - 1))
def swin2(c, m, emit):
    dt = np.float32 if c.bits == 32 else np.float64; H, W = c.height, c.width; how = m.get("window-parameters", {}).get("how")
    y, x = np.meshgrid(np.arange(1 - H, H), np.arange(1 - W, W), indexing="ij")
    a, b = [(c.pretrained or k) - 1 for k in (H, W)] if how != "divisor" else [(c.pretrained or k) for k in (H, W)]
    if how == "pretrained": a, b = H - 1, W - 1
    f = dt(8 if how != "factor" else 1)
    T = np.stack([y.ravel().astype(dt) * f / dt(a), x.ravel().astype(dt) * f / dt(b)], 1)
    log = np.log2 if how != "natural" else np.log
    T = np.sign(T) * log(np.abs(T) + dt(1)) / dt(math.log2(8) if how != "undivided" else 1)
    if "sign" in m: T = -T
    if "axes-swapped" in m: T = T[:, ::-1].copy()
    return np.abs(T) * 2.0 ** (-20 if dt == np.float32 else -49) if emit else T.astype(dt)
def query(c, m, emit):
    dt = np.float32 if c.bits == 32 else np.float64; how = m.get("query-scale", {}).get("how"); p = (positions(c, m, dt)[0] + dt(c.origin)).astype(dt); L = dt(m.get("query-scale", {}).get("_L", c.L))
    if c.form == "log-n":
        with np.errstate(divide="ignore"): T = np.log(p) / dt(math.log(L) if how != "log2" else math.log2(L))
        T = T if how == "no maximum" else np.maximum(T, dt(1))
    else:
        x = p / L; x = x if how == "no floor" else np.floor(x); log = {"log2": np.log2, "log10": np.log10}.get(how, np.log)
        T = log(x + dt(1)) * dt(m.get("query-scale", {}).get("_beta", 0.1)) + dt(0 if how == "no 1 added" else 1)
    if "amplitude" in m: T = T * dt(m["amplitude"]["_f"])
    T = T.astype(dt)[:, None]; return np.abs(T) * 2.0 ** (-20 if dt == np.float32 else -49) if emit else T

def cubic(t, a):
    t = np.abs(t); return np.where(t <= 1, ((a + 2) * t - (a + 3)) * t * t + 1, np.where(t < 2, a * (((t - 5) * t + 8) * t - 4), 0))
def weights(n, to, mode, scale=None, half=True):
    """[to, n]: bilinear, bicubic (PyTorch), bicubic-keys (JAX), -antialias, -align-corners, nearest."""
    kernel, _, kind = mode.partition("-"); ac, aa = kind == "align-corners", kind == "antialias"
    step = (n - 1) / (to - 1) if ac and to > 1 else 1 / scale if scale else n / to; i = np.arange(to)
    at = i * step if ac or not half else (i + 0.5) * step - 0.5
    if kernel == "nearest": return np.eye(n)[np.minimum(np.floor(i * step).astype(int), n - 1)]
    wide = max(step, 1.0) if aa else 1.0; j = np.arange(-8 * int(wide + 1), n + 8 * int(wide + 1)); a = -0.5 if aa or kind in ("keys", "half") else -0.75
    t = (j[None, :] - at[:, None]) / wide; W = np.maximum(1 - np.abs(t), 0) if kernel == "bilinear" else cubic(t, a)
    out = np.zeros((to, n)); inside = (j >= 0) & (j < n); out[:, j[inside]] = W[:, inside]
    if aa or kind in ("keys", "edges"): return out / out.sum(1, keepdims=True)
    for k in np.flatnonzero(~inside): out[:, 0 if j[k] < 0 else n - 1] += W[:, k]
    return out
def resample(c, m, emit):
    dt = np.float32 if c.bits == 32 or "computed-in-single" in m else np.float64; (h, w), (H, W), mode = c.have, c.want, c.mode; ch = c.x.shape[1]
    src = c.x.astype(dt); scale = c.scale_factor or (None, None); half = "half-pixel-missing" not in m; k = c.prefix
    for f in ("align-corners", "antialias", "bicubic-coefficient", "edge-weights", "interpolation-kernel"): mode = m[f]["_mode"] if f in m else mode
    if "resampling-scale" in m: scale = m["resampling-scale"]["_s"]
    q = (lambda x: cast(x, m["resampled-in-half"]["format"])) if "resampled-in-half" in m else lambda x: x
    if "prefix-resampled" in m: W1 = weights(len(src), k + H * W, mode); return (W1.astype(dt) @ src).astype(dt)
    head, g = src[:k], src[k:].reshape(h, w, ch)
    if "grid-transposed" in m: g = np.swapaxes(g, 0, 1); h, w = w, h
    if "grid-flattened" in m: T = (weights(h * w, H * W, mode).astype(dt) @ src[k:]).astype(dt).reshape(H, W, ch)
    elif "resampling-missing" in m: T = g[np.arange(H) % h][:, np.arange(W) % w] if m["resampling-missing"]["how"] == "crop" else src[k:][np.arange(H * W) % (h * w)].reshape(H, W, ch)
    else:
        A, B = q(weights(h, H, mode, scale[0], half).astype(dt)), q(weights(w, W, mode, scale[1], half).astype(dt))
        if "resampled-in-half" in m:
            t = np.zeros((H, w, ch), dt)
            for i in range(h): t = q(t + q(A[:, i, None, None] * g[None, i]))
            T = np.zeros((H, W, ch), dt)
            for i in range(w): T = q(T + q(B[None, :, i, None] * t[:, i, None]))
        else: T = np.einsum("yh,hwc->ywc", A, g); T = np.einsum("xw,ywc->yxc", B, T)
    if "grid-transposed" in m and m["grid-transposed"].get("_back"): T = np.swapaxes(T.reshape(H, W, ch), 0, 1)
    b = m.get("merge-blocks", {}).get("_b", c.merge or 1)
    T = T.reshape(H // b, b, W // b, b, ch).transpose(0, 2, 1, 3, 4).reshape(H * W, ch)
    T = np.concatenate([head, T.astype(dt)]); return np.full(T.shape, np.abs(c.x).max() * 2.0 ** (-20 if dt == np.float32 else -49)) if emit else T

def stored(c, m, emit=False):
    """The numbers of the file: the program, then what it does with rows and columns, then the format, then damage."""
    T = {"alibi": bias, "index": index, "swin-v2": swin2, "query": query, "resampled": resample}.get(c.family, wave)(c, m, emit)
    if emit: return T
    T = np.array(T); g = np.random.default_rng(7)
    if "columns-permuted" in m: T = T[..., m["columns-permuted"]["_f"](T.shape[-1])]
    for k in ("rows-permuted", "merge-blocks"):
        if k in m and "_f" in m[k]: T = T[m[k]["_f"](len(T))]
    if "rows-reversed" in m: T = T[::-1]
    if "repeated-row" in m: k = m["repeated-row"]["_k"]; T = T[np.r_[0:k, k - 1:len(T) - 1]] if m["repeated-row"]["how"] == "overlap" else T[np.r_[0:k, k - 1, k + 1:len(T)]]
    if "rows-missing" in m: k, n = m["rows-missing"]["_k"], m["rows-missing"]["count"]; T = np.concatenate([T[:k], T[k + n:]])
    if "zeros" in m: a, b = m["zeros"]["_ab"]; T = T.copy(); T[a:b] = 0
    if "quantised" in m: q = m["quantised"]["step"]; T = (np.rint(T.astype(np.float64) / q) * q).astype(T.dtype)
    if "stored-narrower" in m: T = cast(T, m["stored-narrower"]["format"])
    if c.fmt.startswith("int"): T = T.astype(c.fmt)
    elif c.fmt == "bfloat16": T = cast(T.astype(np.float64), c.fmt, "rounded-toward-zero" in m).astype(np.float32)
    elif "rounded-toward-zero" in m: T = cast(T.astype(np.float64), c.fmt, True).astype(c.fmt)
    else: T = T.astype(c.fmt)
    if "flushed-to-zero" in m: T = np.where(np.abs(T) < (2.0 ** -14 if c.fmt == "float16" else 2.0 ** -126), T.dtype.type(0), T)
    T = np.ascontiguousarray(T); f = T.reshape(-1)
    for at, how in m.get("corrupt-entry", {}).get("_at", []):
        k = int(at * f.size); v = float(f[k]); f[k] = {"bit": -v if abs(v) > 0.2 else v + 0.5, "big": v + 16, "other": 0.7071 if abs(v - 0.7071) > .1 else -0.5}[how]
    for at, v in m.get("not-finite", {}).get("_at", []): f[int(at * f.size)] = v
    return T.T.copy() if "transposed" in m else T

# ------------------------------------------------------------------------------------------------ claims
def basic(family, encoding, **more):
    c = Claim(family=family, encoding=encoding, kind=encoding, args=["--encoding", encoding], files={}, base=10000.0, scaling=None, amp=1.0, part="table", layout="interleaved", order="sin-cos", blocks=[0], first=0,
              step=2, unit=None, recipe="pow-reciprocal", lib="numpy", bits=64, fmt="float32", heads=None, n_keys=None, form=None, prefix=0, rep=None, law="d")
    c.update(more); return c
def machine(c, r, fmts=("float32", "float32", "float32", "bfloat16", "bfloat16", "float16", "float64"), recipes=("pow-reciprocal", "pow-reciprocal", "divide", "exp-log", "log-timescale", "pow-multiply"), bits=None):
    c.fmt = one(r, *fmts); c.bits = 64 if c.fmt == "float64" else bits or int(one(r, 32, 32, 32, 64))
    c.lib = one(r, "numpy", "torch") if torch is not None else "numpy"; c.recipe = one(r, *recipes)
    if c.scaling and c.recipe == "divide": c.recipe = "pow-reciprocal"
    return c
def height(r, cols, small=False):
    n = int(one(r, 25, 31, 48, 63, 77, 129, 197, 255, 333, 511, 777, 1001, 1500, 2049, 3001))
    return max(20, min(n, (60000 if small else 200000) // max(cols, 1)))
def place(c, r, n, need=None):
    """Positions and the words for them. need: rows, zero, long, negative, packed, fractions."""
    kind = need or one(r, "zero", "zero", "zero", "first", "first", "range", "step", "long", "listed", "packed")
    first, p = 0, None
    if kind == "rows": kind = one(r, "zero", "zero", "first", "range")
    if kind == "first": first = int(one(r, 1, 2, 77, 1023, 4000, 8191, 16385, 40960, int(r.integers(5, 3000)), int(r.integers(3000, 130000)))); c.args += ["--first", str(first)]
    elif kind == "range": first = int(one(r, 0, 0, 7, 512, 20000, 100000)); c.args += ["--positions", f"{first}:{first + n}"]; c.fixed = True
    elif kind == "wrap": first = int(one(r, 32768, 65536)) - n // 2; c.args += ["--first", str(first)]
    elif kind == "negative": first = -int(r.integers(n // 3, 2 * n // 3)); c.args += ["--first", str(first)]
    elif kind in ("step", "long"):
        n = min(n, 400); step = int(one(r, 2, 5, 8, 10) if kind == "step" else max(3, 131072 // n)); p = step * np.arange(n); c.args += ["--positions", f"0:{step * n}:{step}"]; c.fixed = True
    elif kind == "fractions":
        n = min(n, 1000); q = int(one(r, 2, 4, 5)); p = np.arange(n) / q; c.args += ["--positions", f"0:{Fraction(n, q)}:1/{q}"]; c.fixed = True
    elif kind == "listed":
        p = np.sort(r.choice(max(3 * n, 9000), n, replace=False)) if r.random() < 0.5 else r.choice(max(3 * n, 70000), n, replace=False)
    elif kind == "packed":
        p = np.concatenate([np.arange(int(r.integers(9, max(10, n // 2)))) for _ in range(n // 9 + 1)])[:n]
    if kind in ("listed", "packed"): c.files["ids.npy"] = np.asarray(p, one(r, np.int64, np.int32)); c.args += ["--positions-file", "@ids.npy"]; c.fixed = True
    c.where, c.first = kind, first; c.run = kind in ("zero", "first", "range", "negative", "wrap")
    c.P = [np.asarray(p if p is not None else first + np.arange(n), np.float64)]; return c
def pairs_of(c, d, shift=None):
    h = d // 2; c.dim, c.h, c.pax = d, h, np.zeros(h, int); i = np.arange(h, dtype=np.float64)
    if shift is None: c.num, c.den, c.step = 2 * i, d, 2
    else: c.num, c.den, c.step, c.law = i, h - shift, 1, "shift"
    return c
SINUSOIDS = {"xlm": (None, "interleaved"), "roformer-table": (None, "halves"), "gpt-neox-sinusoidal": (None, "halves"), "hf-marian": (None, "halves"), "whisper": (1, "halves"), "tensor2tensor": (1, "halves"), "marian": (1, "halves"),
             "distilbert": (None, "interleaved"), "opennmt-concat": (1, "halves"), "maxtext": (1, "halves"), "espnet": (None, "interleaved"), "ddpm": (1, "halves"), "adm": (0, "halves"), "fairseq": (1, "halves"), "speech2text": (1, "halves"),
             "transformer-xl": (None, "halves"), "opennmt-tf": (1, "halves")}
def sinusoid(r, name=None, where=None, layout=None, **kw):
    d = int(one(r, 16, 20, 32, 40, 62, 64, 80, 100, 120, 128, 144, 160, 200, 256)); name = name or (one(r, *[k for k in SINUSOIDS if not where or k not in ("fairseq", "speech2text", "transformer-xl", "opennmt-tf", "xlm")]) if r.random() < 0.45 else "sinusoidal")
    c = basic("wave", name, kind="sinusoid", args=["--encoding", name, "--dim", str(d)])
    if name != "sinusoidal": shift, c.layout = SINUSOIDS[name]; c.order = "cos-sin" if name == "adm" else "sin-cos"
    else:
        shift = one(r, None, None, None, 1, 0); c.layout = layout or one(r, "interleaved", "interleaved", "halves"); c.order = one(r, "sin-cos", "sin-cos", "sin-cos", "cos-sin")
        if shift is not None: c.args += ["--law", "half-minus-shift", "--shift", str(shift)]
        if c.layout != "interleaved": c.args += ["--layout", "halves"]
        if c.order != "sin-cos": c.args += ["--order", "cos-sin"]
        c.base = float(one(r, 10000, 10000, 10000, 100, 1000, 20000, 500, 31415.9265)); c.args += ["--base", txt(c.base)] if c.base != 10000 else []
    pairs_of(c, d, shift); n = height(r, d)
    if name in ("fairseq", "speech2text", "transformer-xl", "opennmt-tf", "xlm"):
        c.where, c.run = "zero", name == "xlm"; c.P = [np.arange(n, dtype=np.float64)]
        if name == "transformer-xl": c.P = [c.P[0][::-1].copy()]; c.fixed = True
        if name == "opennmt-tf": c.P = [c.P[0] + 1]; c.first = 1; c.run = True; c.fixed = True
        if name in ("fairseq", "speech2text"): c.zero_row = 1
    else: place(c, r, n, where)
    machine(c, r)
    if name in ("xlm", "roformer-table", "distilbert", "hf-marian"): c.bits, c.recipe = 64, "divide"
    return c
def timesteps(r, where=None, **kw):
    d = int(one(r, 64, 128, 160, 256)); shift = one(r, 0, 0, 1); c = basic("wave", "timesteps", kind="sinusoid", layout="halves", args=["--encoding", "timesteps", "--dim", str(d), "--shift", str(shift)])
    c.order = one(r, "cos-sin", "cos-sin", "sin-cos"); c.args += ["--order", "cos-sin"] if c.order == "cos-sin" else []; pairs_of(c, d, shift)
    if where: place(c, r, height(r, d), where)
    else:
        n = int(one(r, 20, 28, 30, 40, 50)); p = {0: np.linspace(999, 0, n), 1: np.arange(n)[::-1] * (1000 // n) + 1.0, 2: 1000 * (1 - np.linspace(0, 1, n) ** 2)}[int(r.integers(3))].astype(np.float32)
        c.files["t.npy"] = p; c.args += ["--positions-file", "@t.npy"]; c.P = [p.astype(np.float64)]; c.where, c.fixed = "times", True
    return machine(c, r, recipes=("exp-log", "log-timescale"))
def yarn(f, L, **kw): return dict(kind="yarn", factor=f, L=L, **kw)
def llama(f, L=8192, low=1, high=4): return dict(kind="llama3", factor=f, L=L, low=low, high=high)
CONTEXTS = [(1e6, 128, yarn(4, 32768)), (1e4, 64, yarn(40, 4096, mscale=0.707, all=0.707)), (1e4, 64, yarn(40, 4096, mscale=1.0, all=0.707)), (150000, 64, yarn(32, 4096, truncate=False)), (5e5, 128, yarn(8, 8192)),
            (5e4, 64, yarn(32, 4096, beta_fast=1)), (1e6, 128, yarn(16, 16384)), (1e4, 128, yarn(16, 4096)), (1e6, 80, yarn(2.5, 32768)), (1e4, 128, yarn(4, 131072)), (1e4, 64, yarn(8, 65536)), (1e4, 96, yarn(4, 100000)), (160000, 64, yarn(16, 65536)), (1e4, 96, yarn(8, 2048, beta_fast=48, beta_slow=2)),
            (5e5, 128, llama(8)), (5e5, 64, llama(32)), (5e5, 128, llama(4, 8192, 1, 8)), (1e6, 96, llama(16, 4096, 1, 2)), (8e6, 128, llama(8, 32768)), (1e5, 80, llama(3, 2048, 1, 4)),
            (1e6, 128, dict(kind="linear", factor=8)), (1e4, 128, dict(kind="linear", factor=4)), (1e5, 128, dict(kind="linear", factor=4)), (1e4, 80, dict(kind="linear", factor=2.5)), (1e6, 256, dict(kind="linear", factor=8)),
            (1e4, 128, dict(kind="ntk", factor=4)), (1e4, 64, dict(kind="ntk", factor=2)), (1e6, 96, dict(kind="ntk", factor=8)), (1e4, 128, dict(kind="dynamic", factor=2, L=2048, seq_len=6000)),
            (1e6, 128, dict(kind="dynamic", factor=2.5, L=32768, seq_len=100000)), (1e4, 64, dict(kind="dynamic", factor=4, L=4096, seq_len=16384)), (1e4, 64, dict(kind="ntk-mixed", factor=4, mixed_b=0.625)), (1e4, 128, dict(kind="ntk-mixed", factor=8)),
            (1e6, 256, dict(kind="proportional", partial=0.25)), (1e6, 128, dict(kind="proportional", partial=0.5)), (1e4, 96, dict(kind="longrope", factor=32, L=4096)), (1e4, 64, dict(kind="longrope", factor=16, L=8192)), (1e6, 32, dict(kind="longrope", factor=4, L=32768))]
MODELS = {"llama-3-8b": (5e5, 128, None), "llama-2-7b": (1e4, 128, None), "llama-3.1-8b": (5e5, 128, llama(8)), "gpt-oss-20b": (150000, 64, yarn(32, 4096, truncate=False))}
def contexts(r, kinds):
    b, d, s = one(r, *[x for x in CONTEXTS if kinds is None or x[2]["kind"] in kinds]); s = dict(s)
    if s["kind"] == "longrope":
        h = d // 2; s["short"] = [round(x, 3) for x in 1 + np.linspace(0, 1, h) ** 2 * r.uniform(0.2, 2)]; s["long"] = [round(x, 3) for x in 1 + np.linspace(0, 1, h) ** 1.5 * s["factor"] * r.uniform(0.8, 1.6)]
        s["seq_len"] = int(s["L"] * one(r, 1, 2, 8) + one(r, 0, 0, 1))
    return float(b), d, s
WORDS = {"factor": "factor", "L": "original-context", "seq_len": "seq-len", "beta_fast": "beta-fast", "beta_slow": "beta-slow", "mscale": "mscale", "all": "mscale-all-dim", "low": "low-freq-factor", "high": "high-freq-factor",
         "mixed_b": "mixed-b", "partial": "partial"}
def scaling_words(s):
    a = ["--scaling", s["kind"]]
    for k, w in WORDS.items(): a += ["--" + w, txt(s[k])] if k in s else []
    if s.get("truncate") is False: a += ["--truncate", "no"]
    for k in ("short", "long"): a += [f"--{k}-factor", ",".join(map(txt, s[k]))] if k in s else []
    return a
def config(c, s):
    """An HF config.json."""
    j = {"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "hidden_size": c.dim * 8, "num_attention_heads": 8, "num_key_value_heads": 2, "num_hidden_layers": 4, "head_dim": c.dim, "rope_theta": c.base, "torch_dtype": "bfloat16", "max_position_embeddings": 32768}
    if s: j["rope_scaling"] = {"rope_type": s["kind"], "factor": s["factor"]}
    if s and s["kind"] in ("yarn", "llama3"): j["rope_scaling"]["original_max_position_embeddings"] = s["L"]; j["max_position_embeddings"] = int(s["L"] * s["factor"])
    if s and s["kind"] == "llama3": j["rope_scaling"].update(low_freq_factor=s["low"], high_freq_factor=s["high"])
    if s and s.get("truncate") is False: j["rope_scaling"]["truncate"] = False
    if s: j["rope_scaling"].update({k: s[k] for k in ("beta_fast", "beta_slow") if k in s})
    return json.dumps(j, indent=1)
def rope(r, part=None, kinds=None, where=None, rep=None, fmts=None, xpos=None, width=None, last=None, plain=False, **kw):
    c = basic("wave", "rope"); s = None
    if kinds or not plain and r.random() < 0.35: c.base, d, s = contexts(r, kinds)
    else: d = int(one(r, 16, 24, 32, 40, 64, 64, 72, 80, 96, 128, 128, 192, 256)); c.base = float(one(r, 10000, 10000, 500000, 1e6, 1e6, 150000, 8e6, 100, 50000, 1e7, 31415.9265, 250000))
    x = r.random()
    if xpos: c.args += ["--dim", str(d), "--base", txt(c.base)]
    elif x < 0.15 and not kinds and not plain: name = one(r, *MODELS); c.base, d, s = MODELS[name]; c.args = ["--model", name]; d = int(d); s = dict(s) if s else None; c.base = float(c.base); c.named = True
    elif x < 0.27 and (s is None or s["kind"] in ("linear", "yarn", "llama3") and "mscale" not in s): c.dim = d; c.files["config.json"] = config(c, s); c.args = ["--config", "@config.json"]; c.named = True
    else: c.args += ["--dim", str(d), "--base", txt(c.base)] + (scaling_words(s) if s else [])
    pairs_of(c, d); c.scaling, c.amp = s, attention(s)
    c.part = part or one(r, "cos", "cos", "sin", "sin", "table", "table", "pairs", "pairs", "matrices", "inv_freq", "periods", "rotated", *(["divisors"] if s and s["kind"] in ("llama3", "longrope") else []))
    c.args += ["--part", c.part] if c.part != "table" else []; c.rep = "once"
    if c.part in FREQ:
        c.P, c.where, c.fixed = [np.zeros(1)], "none", True; machine(c, r, fmts or ("float32", "float32", "float64"), ("pow-reciprocal", "exp-log", "pow-multiply")); return c
    if c.part in ("cos", "sin"):
        c.rep = rep or one(r, "once", "half-split", "half-split", "interleaved"); c.args += ["--layout", c.rep] if c.rep != "once" else []
    if xpos: c.xpos = dict(gamma=0.4, centre=int(one(r, 0, 64, 100)), scale_base=int(one(r, 512, 256)), form=one(r, "queries", "keys")); c.args += ["--scale-base", str(c.xpos["scale_base"])] + (["--centre", str(c.xpos["centre"])] if c.xpos["centre"] else []) + (["--form", "keys"] if c.xpos["form"] == "keys" else [])
    if c.part == "rotated":
        c.family = "rotated"; c.layout = "half-split" if c.named else one(r, "half-split", "interleaved"); c.args += ["--layout", c.layout] if not c.named else []
        c.width = int(d * (width or one(r, 1, 1, 1, 2, 4))) if not c.named else d; c.axis = int(one(r, -2, -3)); B, H = int(one(r, 1, 2, 3)), int(one(r, 2, 3, 8))
        if c.width > 256: H, B = 2, 1
        if c.width > d and (last or last is None and r.random() < 0.25): c.last = True; c.args += ["--rotated-channels", "last"]
        if r.random() < 0.12 and not xpos: c.direction = "inverse"; c.args += ["--direction", "inverse"]
        n = min(height(r, c.width * H * B, True), 300); place(c, r, n, where or one(r, "zero", "first", "range", "listed")); n = len(c.P[0]); machine(c, r, fmts or ("float32", "float32", "float16", "float64"))
        c.x = cast(r.standard_normal((B, n, H, c.width)) * r.uniform(0.5, 3), c.fmt); c.shape = (B, n, H, c.width) if c.axis == -3 else (B, H, n, c.width)
        c.files["q.npy"] = np.ascontiguousarray(np.swapaxes(c.x, 1, 2) if c.axis == -2 else c.x); c.args += ["--axis", str(c.axis), "--input", "@q.npy"]; return c
    place(c, r, min(height(r, d * 2), 200) if xpos else height(r, d), "zero" if xpos else where); return machine(c, r, fmts or ("float32", "float32", "float32", "bfloat16", "bfloat16", "float16", "float64"))
def xpos(r, **kw):
    d = int(one(r, 32, 64, 96)); c = basic("wave", "xpos", part="xpos"); pairs_of(c, d); n = int(one(r, 100, 257, 500)); c.xpos = dict(gamma=0.4, centre=int(one(r, 0, n // 2, (n + 1) // 2)), scale_base=512, form=one(r, "queries", "keys"))
    c.args += ["--dim", str(d), "--centre", str(c.xpos["centre"])] + (["--form", "keys"] if c.xpos["form"] == "keys" else []); place(c, r, n, "zero"); return machine(c, r, ("float32", "float64"))
def grid(r, names=None, **kw):
    e = one(r, *(names or ("mae", "mae", "timm-2d", "detr", "rope-vit", "sam2", "eva", "dinov3", "qwen2-vl-vision", "pixtral", "flux", "wan", "hunyuan-image", "hunyuan-video", "cogvideox-1.5", "qwen3-omni", "mrope", "mrope-interleaved", "qwen3.5", "perceiver", "diffusers-2d")))
    if e in ("mrope", "mrope-interleaved", "qwen3.5"): return mrope(r, e)
    c = basic("grid", e); film = e in ("wan", "hunyuan-video", "cogvideox-1.5", "qwen3-omni"); H, W, T = int(one(r, 5, 6, 8, 11, 16)), int(one(r, 4, 7, 9, 12, 18)), int(one(r, 3, 4, 6)) if film else 1
    if e == "qwen2-vl-vision": H, W = 2 * H, 2 * W
    t, y, x = [a.ravel().astype(np.float64) for a in np.meshgrid(np.arange(T), np.arange(H), np.arange(W), indexing="ij")]; c.P, c.size, c.where, c.fixed = [t, y, x], (T, H, W), "grid", True
    d = {"flux": 128, "wan": 128, "hunyuan-image": 128, "hunyuan-video": 128, "cogvideox-1.5": 64, "qwen3-omni": 128, "qwen2-vl-vision": int(one(r, 80, 64)), "mae": int(one(r, 64, 96, 192)), "timm-2d": int(one(r, 64, 128)), "detr": int(one(r, 64, 128)), "perceiver": int(one(r, 32, 64, 128)), "diffusers-2d": int(one(r, 64, 128))}.get(e, int(one(r, 32, 48, 64)))
    c.dim, q = d, d // 4; c.args += ["--dim", str(d)]; c.base = {"rope-vit": 100.0, "dinov3": 100.0, "hunyuan-image": 256.0, "hunyuan-video": 256.0, "qwen3-omni": 1e6}.get(e, 10000.0); k = np.arange(q, dtype=np.float64)
    if e in ("rope-vit", "sam2", "eva", "pixtral", "mae") and r.random() < 0.3: c.base = float(one(r, 200, 2000, 30000)); c.args += ["--base", txt(c.base)]
    c.num, c.den, c.step = np.tile(2 * k, 2), d // 2, 2; c.pax = np.repeat([1, 2], q); c.blocks = [1, 2]
    if e in ("mae", "rope-vit", "sam2", "diffusers-2d"): c.pax, c.blocks = np.repeat([2, 1], q), [2, 1]
    if e in ("mae", "timm-2d", "diffusers-2d", "perceiver"): c.layout = "halves"
    if e in ("timm-2d", "perceiver"): c.spread = "row"
    if e == "pixtral": c.num, c.den = np.concatenate([4 * k, 4 * k + 2]), d
    if e in ("flux", "wan", "hunyuan-video", "cogvideox-1.5", "hunyuan-image"):
        sec = {"wan": (22, 21, 21), "cogvideox-1.5": (8, 12, 12), "hunyuan-image": (0, 32, 32)}.get(e, (8, 28, 28))
        if e == "flux" and r.random() < 0.4: sec = (4, 6, 6); c.dim = d = 32; c.args[3] = "32"; c.args += ["--sections", "4,6,6"]
        c.sections = sec; c.pax = np.repeat([0, 1, 2], sec); c.num = np.concatenate([2.0 * np.arange(z) for z in sec]); c.den = np.repeat([2.0 * z for z in sec], sec)
    if e == "qwen3-omni": interleave(c, (24, 20, 20)); c.secs = float(one(r, 6.5, 13, 12.5, 3.25)); c.P = [35 + c.secs * t, 35 + y, 35 + x]; c.args += ["--scales", f"{txt(c.secs)},1,1", "--offsets", "35,35,35"]
    if e == "eva": c.P = [t, y * 16 / H, x * 16 / W]; c.args += ["--reference", "16"]
    if e == "diffusers-2d": c.P = [t, y * 16 / H, x * 16 / W]; c.args += ["--reference", "16", "--interpolation", "1"]
    if e == "dinov3": c.P = [t, 2 * (y + 0.5) / H - 1, 2 * (x + 0.5) / W - 1]; c.unit = 2 * PI
    if e == "detr": c.P = [t, 2 * PI * (y + 1) / (H + 1e-6), 2 * PI * (x + 1) / (W + 1e-6)]
    if e == "perceiver": c.P = [t, -1 + 2 * y / (H - 1), -1 + 2 * x / (W - 1)]; c.unit, c.law, c.per, c.raw = PI, "linear", q, "first"; c.base = 2 / float(one(r, 32, 64, 224)); c.args += ["--base", f"1/{txt(1 / c.base)}"]
    if e == "mae" and r.random() < 0.5: c.prefix = 1
    if e == "qwen2-vl-vision":
        c.merge = 2; o = np.arange(H * W).reshape(H // 2, 2, W // 2, 2).transpose(0, 2, 1, 3).ravel(); c.P = [p[o] for p in c.P]; c.args += ["--merge", "2"]
    c.args += ["--height", str(H), "--width", str(W)] + (["--frames", str(T)] if film else []) + (["--prefix", "1"] if c.prefix else [])
    if e not in ("mae", "timm-2d", "detr", "perceiver", "diffusers-2d"): c.part = one(r, "cos", "sin"); c.rep = "once"; c.args += ["--part", c.part]
    machine(c, r, recipes=("pow-reciprocal",))
    if e not in ("rope-vit", "sam2", "pixtral", "qwen2-vl-vision", "hunyuan-image", "hunyuan-video", "qwen3-omni"): c.bits = 64
    return c
def interleave(c, sec):
    h = sum(sec); c.sections = sec; c.pax = np.zeros(h, int); c.pax[1:3 * sec[1]:3] = 1; c.pax[2:3 * sec[2]:3] = 2; c.num, c.den, c.step, c.inter = 2.0 * np.arange(h), 2 * h, 2, True
def mrope(r, e=None, **kw):
    e = e or one(r, "mrope", "mrope-interleaved", "qwen3.5"); sec = {"mrope": (16, 24, 24), "mrope-interleaved": (24, 20, 20), "qwen3.5": (11, 11, 10)}[e]; h = sum(sec)
    c = basic("grid", e, base={"mrope": 1e6, "mrope-interleaved": 5e6, "qwen3.5": 1e7}[e], dim=2 * h); c.args += ["--dim", str(2 * h)]; interleave(c, sec)
    if e == "mrope": c.pax = np.repeat([0, 1, 2], sec); c.inter = False
    at, p = 0, []
    for _ in range(int(one(r, 1, 2, 3))):
        k = int(r.integers(3, 50)); p += [(at + i,) * 3 for i in range(k)]; at += k; T, H, W = int(one(r, 1, 1, 2, 4)), int(r.integers(4, 13)), int(r.integers(5, 17))
        p += [(at + a, at + b, at + d) for a in range(T) for b in range(H) for d in range(W)]; at += max(T, H, W)
    p += [(at + i,) * 3 for i in range(int(r.integers(5, 60)))]
    c.P = [q.astype(np.float64) for q in np.array(p).T]; c.files["ids.npy"] = np.array(p).T.astype(np.int64); c.args += ["--positions-file", "@ids.npy"]; c.where, c.fixed = "grid", True
    c.part = one(r, "cos", "sin"); c.rep = one(r, "once", "half-split"); c.args += ["--part", c.part]; return machine(c, r, recipes=("pow-reciprocal",))
def fourier(r, name=None, **kw):
    e = name or one(r, "fourier-features", "nerf-pytorch", "nerfstudio"); per = int(one(r, 6, 8, 10)); n = int(one(r, 65, 128, 200, 301)); c = basic("grid", e, dim=2 * per, layout="halves", num=np.arange(per, dtype=np.float64), per=per, pax=np.zeros(per, int), step=1, law="powers", base=2.0, den=1)
    c.args += ["--axes", "x", "--dim", str(2 * per), "--positions", f"0:{Fraction(n, 256)}:1/256"]; c.P, c.where, c.fixed = [np.arange(n) / 256.0], "grid", True
    if e == "fourier-features": c.unit = PI
    if e == "nerf-pytorch": c.raw, c.layout = "first", "interleaved"
    if e == "nerfstudio": c.raw, c.unit, c.law, c.base, c.den = "last", 2 * PI, "shift", 2.0 ** (1 - per), per - 1; c.args += ["--base", f"1/{2 ** (per - 1)}"]
    return machine(c, r, ("float32", "float32", "float64"), ("pow-reciprocal",), 64)
def alibi(r, part=None, form=None, heads=None, ranks=None, **kw):
    H = int(heads or one(r, 3, 4, 8, 10, 12, 14, 16, 24, 28, 32, 36, 40, 64, 71, 112)); c = basic("alibi", "alibi", heads=H, max_bias=8.0); c.args += ["--heads", str(H)]
    if ranks or not part and H % 4 == 0 and r.random() < 0.25: k = H // 4; j = int(r.integers(0, 4)); c.head_range = (j * k, j * k + k); c.args += ["--head-range", f"{j * k}:{j * k + k}"]
    c.part = part or ("slopes" if c.head_range or r.random() < 0.35 else "bias"); c.args += ["--part", "slopes"] if c.part == "slopes" else []
    if c.part == "slopes": c.P, c.where, c.fixed = [np.zeros(1)], "none", True
    else:
        c.form = form or one(r, "causal", "keys", "distance"); c.layout = one(r, "heads-first", "positions-first"); c.args += ["--form", c.form, "--layout", c.layout]; n = min(height(r, H), 3000); n += n == H
        if c.form == "causal" and r.random() < 0.35: c.P = [np.arange(n)[::-1].astype(np.float64)]; c.args += ["--positions", f"{n - 1}:-1:-1"]; c.where, c.fixed = "last query", True
        else: place(c, r, n, one(r, "zero", "zero", "first", "negative" if c.form == "distance" else "zero"))
    return machine(c, r, ("float32", "float32", "float32", "bfloat16", "float16", "float64"))
def kerple(r, **kw):
    H = int(one(r, 4, 6, 8, 12)); c = basic("alibi", "kerple", heads=H, part="bias", layout=one(r, "heads-first", "positions-first")); c.form = one(r, "log", "log", "power"); c.r1 = [round(float(x), 2) for x in r.uniform(0.05, 2, H)]; c.r2 = [round(float(x), 2) for x in r.uniform(0.05, 1, H)]
    c.args += (["--form", "power"] if c.form == "power" else []) + ["--r1", ",".join(map(txt, c.r1)), "--r2", ",".join(map(txt, c.r2)), "--layout", c.layout]; n = int(one(r, 100, 256, 700)); place(c, r, n, "zero"); return machine(c, r, ("float32", "float64"), bits=64)
def buckets(r, encoding=None, **kw):
    e = encoding or one(r, "t5", "t5", "shaw", "swin", "swin"); c = basic("index", e, part="index", P=[np.zeros(1)], where="none", fixed=True)
    if e == "swin":
        c.height, c.width = int(one(r, 5, 6, 7, 8)), int(one(r, 4, 7, 9, 12)); c.cls = r.random() < 0.3; c.args += ["--height", str(c.height), "--width", str(c.width)] + (["--class-token", "yes"] if c.cls else []); c.n_keys = c.height * c.width + bool(c.cls)
    else:
        c.n_keys = int(one(r, 120, 177, 256, 320)); n = int(one(r, c.n_keys, c.n_keys, c.n_keys - 50)); c.keys0 = int(one(r, 0, 0, 0, 64)); c.args += ["--keys", str(c.n_keys)] + (["--first-key", str(c.keys0)] if c.keys0 else [])
        c.P = [np.arange(n, dtype=np.float64)]
        if e == "shaw": c.max_distance = int(one(r, 8, 16, 20, 64)); c.args += ["--max-distance", str(c.max_distance)]
        else:
            c.both = bool(r.random() < 0.5); c.buckets, c.max_distance = one(r, (32, 128), (32, 128), (64, 128), (32, 256), (24, 100)); c.args += ["--bidirectional", "yes" if c.both else "no"] + (["--num-buckets", str(c.buckets), "--max-distance", str(c.max_distance)] if (c.buckets, c.max_distance) != (32, 128) else [])
    c.fmt = one(r, "int64", "int64", "int32"); return c
def window2(r, **kw):
    c = basic("swin-v2", "swin-v2", part="coordinates", height=int(one(r, 8, 12, 16)), width=int(one(r, 7, 8, 16)), where="none", fixed=True, P=[np.zeros(1)]); c.args += ["--height", str(c.height), "--width", str(c.width)]
    if r.random() < 0.4: c.pretrained = int(one(r, 6, 12, 24)); c.args += ["--pretrained-window", str(c.pretrained)]
    return machine(c, r, ("float32", "float64"))
def queries(r, **kw):
    c = basic("query", "query-scale", part="query-scale", form=one(r, None, None, "log-n"), L=int(one(r, 512, 2048, 8192, 16384)), origin=1); c.origin = 1 if c.form else int(one(r, 0, 1))
    c.args += (["--form", "log-n"] if c.form else []) + ["--original-context", str(c.L)] + (["--origin", "1"] if c.origin else []); n = int(one(r, 1500, 4000)); step = max(1, 12 * c.L // n); c.args += ["--positions", f"0:{n * step}:{step}"]
    c.P, c.where, c.fixed = [np.arange(n, dtype=np.float64) * step], "range", True; return machine(c, r, ("float32", "float32", "float64", "bfloat16"))
def resampled(r, mode=None, prefix=None, merge=None, square=None, shrink=None, factor=None, **kw):
    c = basic("resampled", "resampled", part="resampled", args=["--part", "resampled", "--input", "@pos.npy"], where="none", fixed=True, P=[np.zeros(1)]); c.mode = mode or one(r, "bicubic", "bicubic", "bicubic-antialias", "bilinear", "bilinear-antialias", "bilinear-align-corners")
    h = w = int(one(r, 7, 9, 12, 14)); c.have, ch = (h, w), int(one(r, 8, 12, 24)); H, W = int(one(r, 10, 16, 18, 20)), int(one(r, 8, 13, 22, 24))
    if shrink: H, W = int(one(r, 4, 5, 6)), int(one(r, 4, 5, 6))
    c.want = (2 * (H // 2), 2 * (W // 2)) if merge else (H, W); c.merge = 2 if merge else None; c.prefix = 1 if prefix or not merge and r.random() < 0.4 else 0
    c.args += ["--size", f"{c.want[0]}x{c.want[1]}", "--mode", c.mode] + (["--prefix", "1"] if c.prefix else []) + (["--merge", "2"] if merge else [])
    if factor: c.scale_factor = tuple((z + 0.1) / h for z in c.want); c.args += ["--scale-factor", ",".join(f"{z}.1/{h}" for z in c.want)]
    machine(c, r, ("float32", "float32", "float64")); c.x = cast(r.standard_normal((c.prefix + h * w, ch)) * 0.2, "float32"); c.files["pos.npy"] = c.x.astype(c.fmt); return c

# ------------------------------------------------------------------------------------------------ the mistakes
FREQUENCY = {"wrong-base", "exponent-halved", "exponent-denominator", "exponent-over-head", "exponent-by-column", "pair-index", "reciprocal-frequency", "uninitialised", "frequency-rounded", "frequency-spacing", "frequency-recurrence", "tf32-product"}
W = (sinusoid, sinusoid, timesteps, rope, rope)
def by(f, **kw): return lambda r, **more: f(r, **{**kw, **more})
def contextual(*kinds, **kw): return (by(rope, kinds=kinds, **kw),)
def vec(**kw): return (by(rope, part="rotated", **kw),)
def wav(c): return c.family in ("wave", "rotated") and c.encoding != "xpos"
def tab(c): return c.family == "wave" and c.part not in FREQ and c.encoding != "xpos" and not c.xpos
def moves(c): return wav(c) and c.part not in FREQ and not c.xpos
def flat(c): return c.part not in FREQ + ("slopes", "rotated", "index") and not (c.family == "alibi" and c.layout == "heads-first") and c.family != "resampled"
def lines(c): return flat(c) and c.family in ("wave", "alibi") and c.zero_row is None and len(c.P[0]) >= 20
def span(c): return max(float(np.abs(p).max()) for p in c.P)
def single(c): return tab(c) and c.bits == 32 and c.fmt == "float32"
def half(c): return c.fmt in ("float16", "bfloat16")
def has(*k): return lambda c: c.scaling and c.scaling["kind"] in k
def rotary(c): return c.kind == "rope" and c.encoding == "rope"
def planar(c): return c.family == "grid" and c.law == "d"
def nothing(c, r): return {}
def d_base(c, r):
    b = float(one(r, 10000, 10000, 10000, 500000, 1e6, 100, 1000, c.base * 10, c.base / 10, 250000, 8e6, 10000 ** 0.9)); return None if b == c.base or b < 20 else {"base": b}
def d_den(c, r):
    den = c.den + (int(one(r, -2, -2, -1, 2)) if c.law == "d" else 1 if c.den < c.h else int(one(r, -1, -1, 1))); return {"_den": float(den)} if den >= 5 else None
def d_head(c, r):
    h = c.dim if np.ndim(c.den) else c.width if c.width and c.width > c.dim else int(c.dim * one(r, 2, 4, 1.5)) if rotary(c) else 2 * c.den; return {"head": float(h)}
def d_params(c, r):
    s = dict(c.scaling); k = s["kind"]; key = one(r, *{"linear": ["factor"], "ntk": ["factor"], "ntk-mixed": ["factor"], "dynamic": ["factor", "seq_len", "L"], "yarn": ["factor", "L", "L", "beta_fast", "beta_slow"], "llama3": ["factor", "L", "high", "low"], "longrope": ["factor"], "proportional": ["partial"]}[k])
    s[key] = {"factor": lambda: float(one(r, 1.5, 2, 4, 8, 16, 32, 64)), "L": lambda: int(one(r, 2048, 4096, 8192, 16384, 32768, int(s["L"] * s["factor"]))), "seq_len": lambda: int(one(r, 8192, 40000, 131072)), "beta_fast": lambda: int(one(r, 32, 24, 64, 1)), "beta_slow": lambda: int(one(r, 1, 2, 3)),
              "high": lambda: float(one(r, 2, 4, 8, 3)), "low": lambda: float(one(r, 1, 2, 1.5)), "partial": lambda: one(r, 0.125, 0.5, 0.75)}[key]()
    if s[key] == c.scaling.get(key, {"beta_fast": 32, "beta_slow": 1}.get(key)) or s.get("high", 9) <= s.get("low", 0) or s.get("seq_len", 1e9) <= s.get("L", 0): return None
    return {{"L": "original_context", "high": "high_freq_factor", "low": "low_freq_factor"}.get(key, key): s[key], "_s": s}
def d_kind(c, r):
    s = c.scaling or {}; k = one(r, *{None: ("linear", "ntk"), "linear": ("ntk", "dynamic"), "ntk": ("linear",), "dynamic": ("linear", "ntk"), "yarn": ("linear", "ntk", "llama3"), "llama3": ("linear", "yarn", "ntk"), "longrope": ("linear", "yarn"), "ntk-mixed": ("ntk", "linear"), "proportional": (None,)}[s.get("kind")])
    if not k: return None
    f = s.get("factor", float(one(r, 2, 4, 8))); L = s.get("L", 4096); return {"kind": k, "_s": dict(kind=k, factor=f, L=L, seq_len=int(L * f), low=1.0, high=4.0)}
def d_amp(c, r):
    if c.encoding == "kerple": return dict(_log=one(r, "log2", "log10")) if c.form == "log" else None
    f = float(one(r, *((1 / c.amp, c.amp) if c.amp != 1 else (math.sqrt(c.dim), 1 / math.sqrt(c.dim), 2.0) if c.kind == "sinusoid" and r.random() < 0.5 else (1.2608, 0.5, 0.95, 1.4426950408889634, 1.05, 8.0, 0.125)))); return {"amplitude": [f, f * c.amp] if c.amp != 1 else f, "_f": f}
def d_restart(c, r):
    n = len(c.P[0])
    if c.where == "packed": return {"how": "continues", "_f": lambda p: np.arange(n) + p[0]}
    if c.where == "wrap": k = int(np.flatnonzero(c.P[0] >= 32768)[0]) if c.first < 32768 else int(65536 - c.first); return {"how": "overflow", "row": [k, k + c.first, k - 1], "_f": lambda p: np.where(p - c.first < k, p, p - 65536)}
    if n > 300 and c.first == 0 and r.random() < 0.4: return {"how": "uint8", "length": 256, "_f": lambda p: p % 256}
    k = int(r.integers(n // 5, 4 * n // 5))
    if r.random() < 0.5: return {"how": "window", "length": k, "_f": lambda p: p[0] + (p - p[0]) % k}
    return {"how": "chunk", "row": [k, k - 1, k + c.first], "_f": lambda p: np.where(np.arange(n) < k, p, p[0] + np.arange(n) - k)}
def d_rounded(c, r):
    s = c.scaling or {}
    if s.get("kind") == "linear" and r.random() < 0.7: return {"format": "integer", "_by": s["factor"]}
    if np.any(c.P[0] != np.floor(c.P[0])): return {"format": "integer"}
    return {"format": one(r, "bfloat16", "bfloat16", "float16")}
def d_half(c, r):
    if c.family == "alibi": return {"format": one(r, "bfloat16", "float16")} if c.part == "bias" and span(c) < 60000 else None
    f = c.fmt if half(c) else one(r, "bfloat16", "float16"); return {"format": f, "_native": bool(r.random() < 0.5 and (f == "bfloat16" or c.base <= 10000))} if f == "bfloat16" or span(c) < 60000 else None
def d_round(c, r): return {"format": one(r, "bfloat16", "bfloat16", "float16") if r.random() < 0.9 else "float8_e4m3fn"}
def d_narrow(c, r): return {"format": one(r, "bfloat16", "float16", "float16", "float8_e4m3fn")} if c.fmt in ("float32", "float64") else None
def d_columns(c, r):
    how = one(r, "reversed", "strided", "shuffled", "neighbours"); seed = int(r.integers(1 << 30))
    return {"how": how, "_f": lambda n: {"reversed": np.arange(n)[::-1], "strided": np.arange(n).reshape(-1, 4).T.ravel() if n % 4 == 0 else np.roll(np.arange(n), n // 3), "shuffled": np.random.default_rng(seed).permutation(n), "neighbours": np.arange(n) ^ 1 if n % 2 == 0 else np.roll(np.arange(n), 1)}[how]}
def d_rows(c, r):
    how = one(r, "lexicographic", "zigzag", "shuffled", "two ranks"); seed = int(r.integers(1 << 30))
    return {"how": how, "_f": lambda n: {"lexicographic": np.array(sorted(range(n), key=str)), "zigzag": np.concatenate([np.arange(n)[k * n // 4:(k + 1) * n // 4] for k in (0, 3, 1, 2)]), "shuffled": np.random.default_rng(seed).permutation(n), "two ranks": np.r_[0:n:2, 1:n:2]}[how]}
def d_zeros(c, r):
    n = len(c.P[0]); k = int(r.integers(1, max(2, n // 3))); a = one(r, n - k, n - k, 0, (n - k) // 2); return {"rows": k, "_ab": (a, a + k)}
def d_split(c, r):
    s = list(c.sections); k = int(one(r, 1, 2, 4)); t = [s[0] + 2 * k, s[1] - k, s[2] - k] if r.random() < 0.6 or s[0] < 2 * k else [s[0] - 2 * k, s[1] + k, s[2] + k]
    if r.random() < 0.3: t = [sum(s) - 2 * (sum(s) // 3), sum(s) // 3, sum(s) // 3]
    return None if t == s else {"_pax": np.repeat([0, 1, 2], t)}
def d_section(c, r):
    how = one(r, "order", "interleaving", "restart"); h = sum(c.sections); x = Claim()
    if how == "order": o = one(r, [1, 2, 0], [2, 0, 1], [2, 1, 0]); return {"how": how, "_pax": np.array(o)[c.pax] if c.inter else np.repeat(o, [c.sections[k] for k in o])}
    if how == "interleaving":
        if c.inter: return {"how": how, "_pax": np.repeat([0, 1, 2], c.sections)}
        interleave(x, c.sections); x.pax[3 * min(c.sections[1:]):] = 0; return {"how": how, "_pax": x.pax}
    if c.inter or np.ndim(c.den): return None
    c.restart, c.restart_den = np.concatenate([2.0 * np.arange(z) for z in c.sections]), np.repeat([2.0 * z for z in c.sections], c.sections); return {"how": how}
def d_drop(c, r):
    a = int(one(r, 1, 2)); b = one(r, 3 - a, 3 - a, 0 if c.sections and c.sections[0] else None, None); return {"axis": "thw"[a], "_ab": (a, b)}
def d_times(c, r):
    how = "floor" if c.encoding == "qwen3-omni" else one(r, "pixel frames", "groups of four")
    return {"how": how, "_f": {"floor": np.floor, "pixel frames": lambda t: 4 * t, "groups of four": lambda t: np.where(t > 0, 4 * t - 3, 0)}[how]} if c.encoding != "qwen3-omni" or c.secs % 1 else None
def d_unit(c, r):
    u = one(r, *[x for x in (1.0, PI / 2, PI, 2 * PI) if x != (c.unit or 1.0)]); return {"_f": u}
def d_raw(c, r): return {"how": one(r, "none", "last" if c.raw == "first" else "first")}
def d_window(c, r):
    if c.encoding == "swin": return {"how": one(r, "class rows", "class rows", "width") if c.cls else one(r, "width", "2W", "uncentred", "height stride" if c.height != c.width else "width")}
    return {"how": one(r, "natural", "undivided", "factor", "divisor", "pretrained" if c.pretrained else "divisor")}
def d_query(c, r): return {"how": one(r, "log2", "no maximum") if c.form else one(r, "no floor", "log2", "log10", "no 1 added", "parameters", "parameters"), **({"_L": float(one(r, c.L * 2, c.L / 2)), "_beta": one(r, 0.1, 0.2, 0.05)} if not c.form and r.random() < 0.4 else {})}
def d_xpos(c, r):
    x = c.xpos; return {"form": {"queries": "keys", "keys": "queries"}[x["form"]]} if r.random() < 0.25 else {"how": "missing"} if r.random() < 0.2 else {"gamma": one(r, 0.5, 0.3)} if r.random() < 0.3 else {"centre": int(x["centre"] + one(r, 1, -1, 32))} if r.random() < 0.5 else {"scale_base": int(one(r, 256, 1024, 128))}
def d_slopes(c, r): return None if c.head_range else {"how": one(r, "from 0", "16") if c.heads & (c.heads - 1) == 0 else one(r, "from 0", "plain", "next power", "odd ones")}
def d_buckets(c, r): return {"_k": c.max_distance + int(one(r, 1, -1, 8))} if c.encoding == "shaw" else {"_p": one(r, (c.buckets, c.max_distance * 2, c.both), (c.buckets, 64 if c.max_distance != 64 else 128, c.both), (c.buckets * 2, c.max_distance, c.both), (32, 128, c.both))}
def modes(**to): return lambda c, r: {"_mode": one(r, *to[c.mode.replace("-", "_")])} if c.mode.replace("-", "_") in to else None
def d_corrupt(c, r): k = int(one(r, 1, 1, 2, 3, 6)); return {"entries": k, "_at": [((i + float(r.random()) * 0.9) / k, one(r, "bit", "big", "other")) for i in range(k)]}
def d_nan(c, r): return {"_at": [(float(r.random()), float(one(r, "nan", "nan", "inf", "-inf"))) for _ in range(int(one(r, 1, 2, 5)))]}
# name, group, programs, where it applies, draw
FAULTS = [
    ("wrong-base", "F", W + (grid, rope), lambda c: wav(c) or planar(c), d_base), ("exponent-halved", "F", W + (grid,), lambda c: wav(c) or planar(c), nothing), ("exponent-denominator", "F", W, wav, d_den),
    ("exponent-over-head", "F", (rope, by(rope, part="rotated", width=2), by(grid, names=("flux", "wan", "hunyuan-video", "rope-vit", "cogvideox-1.5"))), lambda c: rotary(c) or planar(c), d_head),
    ("exponent-by-column", "F", (by(sinusoid, name="sinusoidal", layout="interleaved"),), lambda c: c.kind == "sinusoid" and c.layout == "interleaved" and c.law == "d", lambda c, r: {"_k": int(one(r, 1, 2))}), ("pair-index", "F", W, wav, lambda c, r: {"shift": int(one(r, 1, 1, 1, -1))}),
    ("reciprocal-frequency", "F", (by(rope, part="inv_freq"), by(rope, part="periods"), by(rope, part="divisors", kinds=("llama3", "longrope"))), lambda c: c.part in FREQ, lambda c, r: {"_part": {"inv_freq": "periods", "periods": "inv_freq", "divisors": "factors"}[c.part]}),
    ("reciprocal-frequency", "F", W, lambda c: tab(c) and c.bits == 64 and c.recipe != "exp-log" and c.recipe[:3] == "pow" and span(c) < 4000 and c.base <= 1e6, nothing),
    ("uninitialised", "F", W, wav, nothing), ("frequency-recurrence", "A", (by(sinusoid, name="sinusoidal"), by(rope, plain=True)), lambda c: c.law == "d" and not c.scaling and c.dim >= 64 and c.bits == 32 and c.fmt == "float32" and not half(c) and wav(c), lambda c, r: {"how": one(r, "product", "ratio", "product" if c.part in FREQ else "angle")}),
    ("wavelength", "S", contextual("yarn", "llama3"), has("yarn", "llama3"), nothing), ("scaling-missing", "S", (by(rope, kinds=("linear", "ntk", "dynamic", "yarn", "llama3", "longrope", "ntk-mixed", "proportional")),), lambda c: c.scaling, nothing),
    ("scaling-doubled", "S", contextual("linear", "ntk", "llama3", "dynamic", "yarn", "longrope"), lambda c: c.scaling, nothing), ("scaling-kind", "S", (rope,) + contextual("linear", "ntk", "yarn", "llama3", "longrope", "ntk-mixed"), lambda c: rotary(c) and not c.xpos, d_kind),
    ("scaling-parameters", "S", contextual("linear", "ntk", "dynamic", "yarn", "yarn", "llama3", "longrope", "ntk-mixed", "proportional"), lambda c: c.scaling, d_params), ("yarn-truncate", "S", contextual("yarn"), has("yarn"), nothing), ("yarn-clamp", "S", contextual("yarn"), has("yarn"), nothing),
    ("bands-swapped", "S", contextual("yarn", "llama3"), has("yarn", "llama3"), lambda c, r: {"how": one(r, "ends", "bands")}), ("blend", "S", contextual("llama3"), has("llama3"), lambda c, r: {"how": one(r, "weights", "wavelengths")}), ("longrope-list", "S", contextual("longrope"), has("longrope"), nothing),
    ("amplitude", "V", (sinusoid, by(rope, kinds=("yarn", "longrope")), by(rope, kinds=("yarn", "longrope")), alibi, kerple, rope), lambda c: c.part not in FREQ and not c.xpos and (wav(c) or c.family in ("alibi", "query")), d_amp),
    ("position-offset", "P", W + (grid, alibi, buckets), lambda c: moves(c) and c.where != "times" or planar(c) or c.family == "alibi" and c.part == "bias" or c.encoding in ("t5", "shaw"), lambda c, r: {"offset": int(one(r, 1, 1, 2, 2, -1, 10, 197, 512, -c.first if c.first else 3))}),
    ("position-scale", "P", W, moves, lambda c, r: {"scale": float(one(r, 2, 0.5, 0.1, 10, 1.5, 0.125, 0.25, 1 / 3, 1.01, 0.8))} if span(c) < 20000 else {"scale": float(one(r, 0.5, 0.25, 0.125, 0.9))}),
    ("position-restart", "P", (by(sinusoid, name="sinusoidal", where="wrap"), by(rope, where="wrap"), by(sinusoid, where="packed"), by(rope, where="packed"), rope, sinusoid), lambda c: moves(c) and (c.where in ("wrap", "packed") or c.run and c.first >= 0), d_restart),
    ("positions-mirrored", "P", (by(sinusoid, where="negative"), by(rope, where="negative")), lambda c: tab(c) and c.where == "negative", nothing), ("degrees", "P", W, lambda c: moves(c) and span(c) < 3000, lambda c, r: {"how": one(r, "to radians", "to radians", "to degrees")}),
    ("phase", "P", W, moves, lambda c, r: {"phase": float(one(r, 0.5, 1.0, PI / 4, PI / 3, -0.125, 0.01, 2.0))}), ("table-overrun", "P", W, lambda c: lines(c) and c.run and wav(c), lambda c, r: (lambda k: {"row": [k, k + 1, k + c.first], "_row": k})(int(len(c.P[0]) * r.uniform(0.3, 0.95)))),
    ("frequency-rounded", "A", W, wav, d_round), ("position-rounded", "A", W + contextual("linear") + (by(sinusoid, where="fractions"),), lambda c: tab(c), d_rounded), ("computed-in-half", "A", W + (alibi,), lambda c: tab(c) and not c.scaling and c.fmt != "float64" or c.family == "alibi" and c.encoding == "alibi" and c.part == "bias", d_half),
    ("tf32-product", "A", W, lambda c: tab(c) and c.bits == 32 and span(c) > 300, nothing), ("quarter-turn-cosine", "A", W, single, nothing), ("fast-trigonometry", "A", W, lambda c: tab(c) and c.bits == 32 and span(c) > 300, nothing),
    ("rotation-recurrence", "A", W, lambda c: single(c) and c.run, lambda c, r: {"how": one(r, "next", "blocks"), "_k": 16}), ("approximate-trigonometry", "A", W, tab, lambda c, r: {"_how": one(r, "nearest256", "nearest1024", "nearest4096", "linear256", "linear64", "cubic", "taylor5", "taylor9", "parabola")}),
    ("computed-in-single", "A", W + (resampled, alibi), lambda c: c.fmt == "float64" and (tab(c) or c.family in ("resampled",) or c.family == "alibi" and c.encoding == "alibi"), nothing), ("rounded-toward-zero", "Z", W, lambda c: tab(c) and half(c), nothing), ("flushed-to-zero", "Z", W, lambda c: tab(c) and c.fmt == "float16", nothing),
    ("stored-narrower", "Z", W + (alibi, resampled, grid), lambda c: c.part not in FREQ and c.family in ("wave", "alibi", "resampled", "grid") and c.encoding not in ("xpos", "kerple"), d_narrow), ("quantised", "Z", W, lambda c: tab(c) and c.fmt in ("float32", "float64"), lambda c, r: {"step": one(r, 1 / 127, 1 / 255, 2.0 ** -14, 2.0 ** -7, 2.0 ** -15, 1 / 511)}),
    ("rows-reversed", "R", W, lines, nothing), ("rows-missing", "R", (sinusoid, rope), lambda c: lines(c) and c.run and not c.fixed, lambda c, r: (lambda k: {"row": [k, k - 1, k + c.first], "count": int(one(r, 1, 1, 2, 5)), "_k": k})(int(r.integers(8, len(c.P[0]) - 10)))),
    ("repeated-row", "R", W, lambda c: lines(c) and c.run, lambda c, r: (lambda k: {"how": one(r, "overlap", "stuck"), "row": [k, k - 1, k + c.first], "_k": k})(int(r.integers(5, len(c.P[0]) - 5)))), ("rows-permuted", "R", W + (grid,), lambda c: flat(c) and c.zero_row is None and not c.prefix and c.family in ("wave", "grid"), d_rows),
    ("zero-row", "R", (by(sinusoid, name="fairseq"), by(sinusoid, name="speech2text")), lambda c: c.zero_row is not None, lambda c, r: one(r, {}, {"row": 0})), ("zeros", "R", W + (alibi,), lines, d_zeros),
    ("layout", "C", W + (rope,), lambda c: (tab(c) or c.family == "rotated" and not c.named) and c.part != "matrices" and c.rep != "once" or c.part in ("table", "pairs", "rotated") and tab(c), nothing), ("sin-cos-swapped", "V", W + (grid,), lambda c: tab(c) or planar(c), nothing),
    ("sign", "V", W + (grid, alibi, kerple, buckets, window2) + vec(), lambda c: c.part not in FREQ and c.family not in ("query", "resampled") and c.encoding != "xpos", lambda c, r: {"of": "matrix" if c.part == "matrices" else "the angle" if c.family == "rotated" else one(r, "sin", "sin", "cos", "all") if c.family in ("wave", "grid") else "all"}),
    ("columns-permuted", "C", W + (grid,), lambda c: tab(c) or planar(c), d_columns), ("columns-shifted", "C", (by(rope, part="cos", rep="once"), by(rope, part="sin", rep="once"), by(rope, part="table", where="zero")), lambda c: rotary(c) and c.rep == "once" and c.part in ("cos", "sin") or rotary(c) and c.part == "table" and c.where == "zero", lambda c, r: {"shift": int(one(r, 1, 2, 4))}),
    ("head-for-position", "O", vec(plain=True), lambda c: c.part == "rotated", nothing), ("pair-stride", "O", vec(width=2, last=False), lambda c: c.part == "rotated" and c.width > c.dim and not c.last and c.layout == "half-split", nothing), ("unrotated", "O", vec(), lambda c: c.part == "rotated", nothing),
    ("rotated-twice", "O", vec(), lambda c: c.part == "rotated", nothing), ("rotation-formula", "O", vec(), lambda c: c.part == "rotated", lambda c, r: {"how": one(r, "plus", "no sine", "in place", "minus", "cosines")}), ("rotated-channels", "O", vec(width=2), lambda c: c.part == "rotated" and c.width > c.dim, nothing),
    ("partial-missing", "O", vec(width=2, last=False, plain=True), lambda c: c.part == "rotated" and c.width > c.dim and not c.last and not c.scaling, nothing), ("partial-twice", "O", vec(plain=True, last=False), lambda c: c.part == "rotated" and not c.scaling and not c.last and c.dim % 8 == 0, lambda c, r: {"dim": c.dim // int(one(r, 2, 2, 4))}),
    ("first-only", "O", vec(), lambda c: c.part == "rotated", lambda c, r: {"axis": "batch" if c.x.shape[0] > 1 and r.random() < 0.5 else "head"}), ("bias-form", "O", (by(alibi, part="bias"),), lambda c: c.encoding == "alibi", lambda c, r: {"form": {"keys": one(r, "distance", "causal"), "causal": "keys", "distance": "keys"}[c.form]}),
    ("slopes", "O", (alibi, by(alibi, heads=12), by(alibi, heads=40)), lambda c: c.encoding == "alibi", d_slopes), ("local-heads", "O", (by(alibi, heads=32, ranks=True), by(alibi, heads=24, ranks=True), by(alibi, heads=16, part="slopes"), by(alibi, heads=40, part="bias")), lambda c: c.encoding == "alibi", lambda c, r: {"ranks": 4 if c.head_range else int(one(r, 2, 4, 8))}),
    ("buckets-uncapped", "O", (by(buckets, encoding="t5"),), lambda c: c.encoding == "t5", nothing), ("bucket-direction", "O", (by(buckets, encoding="t5"),), lambda c: c.encoding == "t5", nothing), ("bucket-parameters", "O", (by(buckets, encoding="t5"), by(buckets, encoding="shaw")), lambda c: c.encoding in ("t5", "shaw"), d_buckets),
    ("window-parameters", "O", (by(buckets, encoding="swin"), window2), lambda c: c.encoding in ("swin", "swin-v2"), d_window), ("query-scale", "O", (queries,), lambda c: c.family == "query", d_query), ("xpos-parameters", "O", (xpos, by(rope, part="cos", xpos=True, plain=True), by(rope, part="rotated", xpos=True, plain=True)), lambda c: c.xpos, d_xpos),
    ("axes-swapped", "G", (grid, window2), lambda c: planar(c) or c.encoding == "swin-v2", nothing), ("axis-dropped", "G", (grid, mrope), planar, d_drop), ("axis-split", "G", (mrope, by(grid, names=("flux", "wan", "cogvideox-1.5", "hunyuan-video"))), lambda c: c.sections and not c.inter and c.sections[0], d_split),
    ("section-order", "G", (mrope, mrope, by(grid, names=("flux", "cogvideox-1.5"))), lambda c: c.sections and c.sections[0], d_section), ("prefix-rows", "R", (by(grid, names=("mae",)),), lambda c: c.prefix and c.family == "grid", lambda c, r: {"how": one(r, "missing", "two", "not zero")}), ("token-times", "G", (by(grid, names=("qwen3-omni", "wan", "cogvideox-1.5")),), lambda c: c.encoding in ("qwen3-omni", "wan", "cogvideox-1.5"), d_times),
    ("merge-blocks", "G", (by(grid, names=("qwen2-vl-vision",)),), lambda c: c.encoding == "qwen2-vl-vision", lambda c, r: {"_f": (lambda o: lambda n: np.argsort(o))(np.arange(c.size[1] * c.size[2]).reshape(c.size[1] // 2, 2, c.size[2] // 2, 2).transpose(0, 2, 1, 3).ravel())}), ("merge-blocks", "G", (by(resampled, merge=True),), lambda c: c.merge and c.family == "resampled", lambda c, r: {"_b": 1}),
    ("angle-unit", "G", (fourier, by(grid, names=("perceiver", "dinov3"))), lambda c: c.unit or c.encoding == "nerf-pytorch", d_unit), ("frequency-spacing", "F", (fourier, by(grid, names=("perceiver",))), lambda c: c.law in ("linear", "powers") or c.encoding == "nerfstudio", nothing),
    ("coordinate-range", "G", (fourier, by(grid, names=("perceiver", "dinov3"))), lambda c: c.encoding in ("perceiver", "dinov3", "fourier-features", "nerf-pytorch"), lambda c, r: {"_f": (lambda p: (p + 1) / 2) if c.encoding in ("perceiver", "dinov3") else lambda p: 2 * p - 1}), ("raw-columns", "C", (by(fourier, name="nerf-pytorch"), by(fourier, name="nerfstudio"), by(grid, names=("perceiver",))), lambda c: c.raw, d_raw),
    ("align-corners", "O", (by(resampled, mode="bicubic"), by(resampled, mode="bilinear"), by(resampled, mode="bilinear-align-corners")), lambda c: c.mode, modes(bicubic=("bicubic-align-corners",), bilinear=("bilinear-align-corners",), bilinear_align_corners=("bilinear",))), ("half-pixel-missing", "O", (by(resampled, mode="bicubic"), by(resampled, mode="bilinear")), lambda c: c.mode in ("bicubic", "bilinear"), nothing),
    ("antialias", "O", (by(resampled, mode="bicubic", shrink=True), by(resampled, mode="bilinear", shrink=True), by(resampled, mode="bicubic-antialias"), by(resampled, mode="bilinear-antialias", shrink=True)), lambda c: c.mode, modes(bicubic=("bicubic-antialias",), bilinear=("bilinear-antialias",), bicubic_antialias=("bicubic",), bilinear_antialias=("bilinear",))),
    ("bicubic-coefficient", "O", (by(resampled, mode="bicubic"),), lambda c: c.mode, modes(bicubic=("bicubic-half",))), ("edge-weights", "O", (by(resampled, mode="bicubic"),), lambda c: c.mode, modes(bicubic=("bicubic-edges",))), ("interpolation-kernel", "O", (resampled,), lambda c: c.mode, modes(bicubic=("bilinear", "nearest"), bilinear=("bicubic", "nearest"), bicubic_antialias=("bilinear-antialias",))),
    ("grid-transposed", "O", (resampled,), lambda c: c.mode and not c.merge and c.want[0] != c.want[1], lambda c, r: {}), ("grid-flattened", "O", (by(resampled, prefix=False),), lambda c: c.mode and not c.merge, nothing), ("prefix-resampled", "O", (by(resampled, prefix=True),), lambda c: c.mode and c.prefix and not c.merge, nothing),
    ("resampling-scale", "O", (by(resampled, mode="bicubic"), by(resampled, mode="bicubic", factor=True)), lambda c: c.mode in ("bicubic", "bilinear"), lambda c, r: {"_s": (None, None) if c.scale_factor else tuple((z + 0.1) / k for z, k in zip(c.want, c.have))}), ("resampling-missing", "O", (resampled, by(resampled, shrink=True)), lambda c: c.mode and not c.merge, lambda c, r: {"how": one(r, "crop", "flat")}),
    ("resampled-in-half", "O", (resampled,), lambda c: c.mode and c.fmt == "float32", lambda c, r: {"format": one(r, "bfloat16", "float16")}), ("transposed", "X", W + (grid,), lambda c: flat(c) and (tab(c) or planar(c)) and c.zero_row is None and not c.prefix, nothing),
    ("byte-order", "X", W + (alibi,), lambda c: c.part not in FREQ + ("slopes",) and c.fmt in ("float16", "float32", "float64") and c.encoding != "xpos", nothing), ("corrupt-entry", "X", W + (grid, alibi, resampled) + vec(), lambda c: c.part not in FREQ + ("slopes", "index"), d_corrupt), ("not-finite", "X", W + (grid, resampled) + vec(), lambda c: c.part not in FREQ + ("slopes", "index"), d_nan)]
TINY = {"frequency-recurrence", "quarter-turn-cosine", "rotation-recurrence", "fast-trigonometry", "tf32-product", "computed-in-half", "position-rounded", "frequency-rounded", "approximate-trigonometry"}
FORMAT = {"stored-narrower", "quantised", "computed-in-single", "rounded-toward-zero", "flushed-to-zero", "resampled-in-half"}
PAIRS = {frozenset(p) for p in ("FV", "FC", "FR", "FX", "FZ", "SV", "SR", "SX", "SC", "SZ", "PV", "PC", "PX", "PZ", "FP", "AC", "AV", "AX", "VC", "VX", "VR", "CR", "CX", "RX", "RZ", "VZ", "OX", "GX", "GV", "GC", "GR", "GZ", "ZX", "OV", "OZ")}

def shown(c, names, have, want, bound):
    """Whether want has the mistakes and differs from have (without them) by more than roundings."""
    if names & {"transposed", "byte-order", "not-finite"} or have.shape != want.shape: return True
    x, y = have.astype(np.float64), want.astype(np.float64); d = np.abs(x - y); d = np.where(np.isfinite(d), d, 0)
    if c.fmt.startswith("int"): return np.count_nonzero(d) >= 4
    ulp = ULP[c.fmt] * np.maximum(np.abs(x), np.abs(y)) + (2.0 ** -24 if c.fmt == "float16" else 2.0 ** -130)
    if names <= FORMAT: return np.count_nonzero(d) >= (4 if "flushed-to-zero" in names else x.size // 20) and (names == {"rounded-toward-zero"} or bool((d > 4 * ulp).any()))
    if bound.shape != x.shape: bound = np.full(x.shape, bound.max())
    seen = d > (1 if names & TINY else 4) * bound + 4 * ulp
    if names & {"corrupt-entry"}: return np.count_nonzero(seen) == len(c.damage)
    return np.count_nonzero(seen) >= (3 if names & {"zero-row", "repeated-row"} or x.size < 300 else 8)
def summary(c, T):
    p, s, q = np.concatenate([np.ravel(x) for x in c.P]), c.scaling or {}, c.P[0]; sym = c.encoding == "swin-v2" or c.family != "grid" and len(q) > 1 and q[0] == -q[-1]
    return {"family": c.family, "encoding": c.encoding, "scaling": s.get("kind"), "part": c.part, "base": c.base, "dim": c.dim, "positions": [float(p.min()), float(p.max())], "rows": int(T.shape[0]) if T.ndim == 2 else len(q), "columns": int(T.shape[-1]), "keys": c.n_keys, "heads": c.heads, "form": c.form,
            "factor": s.get("factor"), "original_context": s.get("L"), "seq_len": s.get("seq_len"), "short": bool(np.abs(p).max() <= 2048), "square": bool(c.size and c.size[1] == c.size[2]), "symmetric": bool(sym), "layout": c.rep or c.layout, "order": c.order, "law": c.law, "format": c.fmt, "first": c.first,
            "scale": 1.0, "amplitude": c.amp, "zero_row": c.zero_row, "mode": c.mode, "enlarged": bool(c.want and min(c.want[0] - c.have[0], c.want[1] - c.have[1]) >= 0), "unit": c.unit}
def write(c, m, T, ident, out, r):
    if c.part in FREQ + ("slopes",): T = T.reshape(-1)
    if c.family == "query" and r.random() < 0.5: T = T.reshape(-1)
    b16 = c.fmt == "bfloat16"; raw = (np.ascontiguousarray(T, np.float32).view(np.uint32) >> 16).astype(np.uint16) if b16 else np.ascontiguousarray(T)
    if c.part == "pairs" and c.fmt == "float32" and raw.shape[1] % 2 == 0 and not set(m) & {"byte-order", "transposed"} and r.random() < 0.4: raw = raw.view(np.complex64)
    if c.part == "matrices" and r.random() < 0.5 and not set(m) & {"transposed"}: raw = raw.reshape(len(raw), -1, 2, 2)
    if "byte-order" in m: raw = raw.byteswap()
    kind = one(r, "npy", "npy", "npy", "npz", "safetensors", "fortran"); kind = "npy" if raw.dtype.kind in "ci" and kind == "safetensors" else kind; name = f"{ident}.{'npy' if kind == 'fortran' else kind}"; extra = []
    if kind == "safetensors":
        head = json.dumps({"table": {"dtype": "BF16" if b16 else "F" + str(raw.itemsize * 8), "shape": list(raw.shape), "data_offsets": [0, raw.nbytes]}}).encode(); head += b" " * (-len(head) % 8); (out / name).write_bytes(struct.pack("<Q", len(head)) + head + raw.tobytes())
    else:
        np.savez(out / name, table=raw) if kind == "npz" else np.save(out / name, np.asfortranarray(raw) if kind == "fortran" else raw); extra = ["--format", "bfloat16"] if b16 else []
    for k, x in c.files.items():
        (out / f"{ident}.{k}").write_text(x) if k.endswith(".json") else np.save(out / f"{ident}.{k}", x.astype(c.fmt) if k == "q.npy" else x)
    return name, [f"{ident}.{a[1:]}" if a.startswith("@") else a for a in c.args] + extra, list(raw.shape)
SOUND = (sinusoid, sinusoid, sinusoid, timesteps, rope, rope, rope, rope, rope, grid, grid, mrope) + 3 * (lambda r: one(r, fourier, alibi, alibi, kerple, buckets, window2, queries, xpos, resampled)(r),)
def plain(v): return [plain(x) for x in v] if isinstance(v, (list, tuple)) else v.item() if isinstance(v, np.generic) else v
def case(r, ident, out, count, name):
    m, groups = {}, ""
    if count == 0: c = one(r, *SOUND)(r)
    else:
        f = one(r, *[f for f in FAULTS if f[0] == name]); c = one(r, *f[2])(r); p = f[4](c, r) if f[3](c) else None
        if p is None: return None
        m[name] = p
        if count == 2:
            g = [g for g in FAULTS if g[0] != name and frozenset(f[1] + g[1]) in PAIRS and f[1] != g[1] and g[3](c) and (g[1] != "X" or r.random() < 0.4)]
            if not g: return None
            g = one(r, *g); p = g[4](c, r)
            if p is None: return None
            m[g[0]] = p
    c.damage = m.get("corrupt-entry", {}).get("_at", []); d = Claim(c)
    if "rows-missing" in m: d.P = [c.P[0][0] + np.arange(len(c.P[0]) + m["rows-missing"]["count"])]
    with np.errstate(all="ignore"):
        sound, full, bound = stored(c, {}), stored(d, m), stored(c, {}, True)
        if sound.size == 0 or not np.isfinite(sound.astype(np.float64)).all() or full.size < 12 or full.size > 1000000: return None
        if not set(m) & {"not-finite"} and not np.isfinite(full.astype(np.float64)).all(): return None
        if "transposed" in m and full.shape[0] == full.shape[1] or c.heads and c.part == "bias" and full.shape[0] == full.shape[1]: return None
        if "merge-blocks" in m and c.family == "grid" and c.size[2] <= 2: return None
        for k in m:
            if not shown(c, {k}, stored(c if k == "rows-missing" else d, {a: b for a, b in m.items() if a != k}), full, bound): return None
        if m and full.shape == sound.shape and np.array_equal(full, sound) and not set(m) & {"byte-order"}: return None
    if "zeros" in m and full.ndim == 2 and "transposed" not in m: k = int(np.count_nonzero((full == 0).all(1))); m["zeros"]["rows"] = k
    if "amplitude" in m and "_log" in m["amplitude"]: m["amplitude"]["amplitude"] = 1 / math.log(2 if m["amplitude"]["_log"] == "log2" else 10)
    truth = [{"fault": k, "parameters": {a: plain(b) for a, b in p.items() if a[0] != "_"}} for k, p in m.items()]
    file, args, shape = write(c, m, full, ident, out, r); note = " + ".join(f"{t['fault']} {t['parameters']} {[v for k, v in m[t['fault']].items() if k in ('_how', '_k', '_part', '_den')]}" for t in truth) or "sound"
    return {"id": ident, "file": file, "arguments": args, "truth": truth, "program": f"{c.recipe} {c.lib} {c.bits}", "format": c.fmt, "shape": shape, "note": f"{c.encoding} {c.part}: {note}", "claim": summary(c, sound)}
def main():
    a = argparse.ArgumentParser(description=__doc__); a.add_argument("--count", type=int, default=100); a.add_argument("--seed", type=int, default=1); a.add_argument("--out", type=pathlib.Path, required=True); o = a.parse_args(); o.out.mkdir(parents=True, exist_ok=True)
    g = np.random.default_rng([6, o.seed]); names = sorted({f[0] for f in FAULTS}); queue = []
    with open(o.out / "cases.jsonl", "w") as lines:
        for i in range(o.count):
            x = g.random(); count = 0 if x < 0.1 else 1 if x < 0.85 else 2
            for attempt in range(4000):
                if count and attempt % 400 == 0:
                    queue = queue or [names[k] for k in g.permutation(len(names))]; name = queue.pop()
                made = case(np.random.default_rng([6, o.seed, i, attempt]), f"s{i:04d}", o.out, count, name if count else None)
                if made: break
            else: raise SystemExit(f"case {i}: nothing drawn for {name}")
            lines.write(json.dumps(made) + "\n"); lines.flush()
if __name__ == "__main__": main()
