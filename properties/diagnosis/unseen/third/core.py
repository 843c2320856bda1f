"""Exact values, arithmetic of programs, storage."""
import atexit, math, os, pathlib, shutil, subprocess, json, tempfile
import numpy as np
LD = np.longdouble
HERE = pathlib.Path(__file__).resolve().parent
BUILT = pathlib.Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, BUILT)
FMT = {"float16": (11, -14, 15), "bfloat16": (8, -126, 127), "float32": (24, -126, 127), "float64": (53, -1022, 1023), "tf32": (11, -126, 127)}
U = {np.float32: 2.0 ** -24, np.float64: 2.0 ** -53}

def build():
    kinds = {"cpp": ["-O2"], "cppfast": ["-O2", "-ffast-math"], "sleef": ["-O2", "-DUSE_SLEEF", "-lsleef"]}
    found = {}
    for name, flags in kinds.items():
        exe = BUILT / f"kern_{name}"
        if subprocess.run(["g++", *[f for f in flags if not f.startswith("-l")], str(HERE / "kern.cpp"), "-o", str(exe),
                           *[f for f in flags if f.startswith("-l")]], capture_output=True).returncode:
            continue
        found[name] = str(exe)
    return found
EXE = {}

def rnd(x, fmt, mode="nearest"):
    """x rounded to a format, as numbers of x's own type (float64 or longdouble)."""
    p, emin, emax = FMT[fmt]
    x = np.asarray(x)
    if x.dtype == np.float32:
        x = x.astype(np.float64)
    with np.errstate(all="ignore"):
        _, e = np.frexp(np.where(np.isfinite(x), x, 0))
        q = np.ldexp(np.ones_like(x), np.maximum(e, emin + 1) - p)
        r = (np.trunc if mode == "zero" else np.rint)(x / q) * q
        if mode == "nearest":
            r = np.where(np.abs(r) >= LD(2) ** (emax + 1), np.sign(r) * np.inf, r) if fmt != "float64" else r
        r = np.where(np.isfinite(x), r, x)
    return r.astype(x.dtype)

def halfulp(x, fmt):
    p, emin, _ = FMT[fmt]
    _, e = np.frexp(np.where(np.isfinite(x), x, 0).astype(np.float64))
    return np.ldexp(1.0, np.maximum(e, emin + 1) - p - 1)

class Lib:
    """name: numpy | python | cpp | cppfast | sleef ; T: the type computed in."""
    def __init__(self, name, T):
        self.name, self.T = name, T
    def call(self, op, a, b=None):
        T = self.T
        a = np.asarray(a, T)
        if b is not None:
            a, b = np.broadcast_arrays(a, np.asarray(b, T))
        with np.errstate(all="ignore"):
            if T is LD or self.name == "numpy":
                one = T(1)
                return {"sin": lambda: np.sin(a), "cos": lambda: np.cos(a), "exp": lambda: np.exp(a), "log": lambda: np.log(a),
                        "pow": lambda: np.power(a, b), "rpow": lambda: one / np.power(a, b), "div": lambda: a / b}[op]()
        if self.name == "python":
            f = {"sin": math.sin, "cos": math.cos, "exp": math.exp, "log": math.log}.get(op)
            if f:
                return np.array([f(v) for v in a.ravel().tolist()], T).reshape(a.shape)
            if op == "div":
                return a / b
            v = np.array([x ** y for x, y in zip(a.ravel().tolist(), b.ravel().tolist())])
            return (v.astype(T) if op == "pow" else (T(1) / v.astype(T))).reshape(a.shape)
        if b is None:
            b = np.ones_like(a)
        a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
        done = subprocess.run([EXE[self.name], op, "f32" if T is np.float32 else "f64"],
                              input=np.int64(a.size).tobytes() + a.tobytes() + b.tobytes(), capture_output=True, check=True)
        return np.frombuffer(done.stdout, T).reshape(a.shape).copy()

EXACT = Lib("exact", LD)

# ---------------------------------------------------------------- context scalings
def yarn_amp(s):
    g = lambda m: 1.0 if s["factor"] <= 1 else 0.1 * m * math.log(s["factor"]) + 1
    if s.get("attention_factor") is not None:
        return s["attention_factor"]
    if s.get("mscale") and s.get("mscale_all_dim"):
        return g(s["mscale"]) / g(s["mscale_all_dim"])
    return g(1)

def attention(s, T=float):
    if not s:
        return 1.0
    if s["kind"] == "yarn":
        return yarn_amp(s)
    if s["kind"] == "longrope":
        if s.get("attention_factor") is not None:
            return s["attention_factor"]
        return 1.0 if s["factor"] <= 1 else math.sqrt(1 + math.log(s["factor"]) / math.log(s["original_context"]))
    return 1.0

def base_of(base, s, d, T=float):
    if s and s["kind"] == "ntk":
        return T(base) * T(s["factor"]) ** (T(d) / T(d - 2))
    if s and s["kind"] == "dynamic":
        L0 = T(s["original_context"]); L = max(T(s["seq_len"]), L0); f = T(s["factor"])
        return T(base) * (f * L / L0 - (f - 1)) ** (T(d) / T(d - 2))
    return T(base)

def scaled(w, s, d, base, T, div=None):
    """frequencies w (type T) by the rule s."""
    if not s or s["kind"] in ("ntk", "dynamic", "none"):
        return w
    h = len(w)
    k, f = s["kind"], T(s["factor"])
    if k == "linear":
        return w / f
    if k == "proportional":
        n = int(s["partial"] * d / 2)
        return np.where(np.arange(h) < n, w / f, T(0)).astype(T)
    if k == "llama3":
        lo, hi, L0 = T(s["low"]), T(s["high"]), T(s["original_context"])
        pi2 = T(1) if s.get("no_2pi") else (T(2) * (np.pi if T is not LD else LD("3.14159265358979323846264338327950288")))
        lam = pi2 / w
        with np.errstate(all="ignore"):
            sm = (L0 / lam - lo) / (hi - lo)
        if s.get("blend") == "exchanged":
            mid = sm * w / f + (1 - sm) * w
        elif s.get("blend") == "wavelengths":
            mid = 1 / ((1 - sm) * f / w + sm / w)
        else:
            mid = (1 - sm) * w / f + sm * w
        far, near = lam > L0 / lo, lam < L0 / hi
        if s.get("bands") == "swapped":
            return np.where(far, w, np.where(near, w / f, mid)).astype(T)
        return np.where(far, w / f, np.where(near, w, mid)).astype(T)
    if k == "yarn":
        F = LD if T is LD else np.float64
        pi2 = F(1) if s.get("no_2pi") else 2 * (LD("3.14159265358979323846264338327950288") if T is LD else np.pi)
        corr = lambda r: F(d) * np.log(F(s["original_context"]) / (F(r) * pi2)) / (2 * np.log(F(base)))
        lo, hi = corr(s["beta_fast"]), corr(s["beta_slow"])
        if s.get("truncate", True):
            lo, hi = np.floor(lo), np.ceil(hi)
        lo, hi = max(lo, F(0)), min(hi, F(d // 2 - 1 if s.get("clamp") == "pairs" else d - 1))
        if lo == hi:
            hi += F(0.001)
        r = np.clip((np.arange(h).astype(T) - T(lo)) / (T(hi) - T(lo)), 0, 1).astype(T)
        if s.get("blend") == "wavelengths":
            return (1 / (r * f / w + (1 - r) / w)).astype(T)
        if s.get("bands") == "swapped":
            return ((w / f) * (1 - r) + w * r).astype(T)
        return ((w / f) * r + w * (1 - r)).astype(T)
    if k == "longrope":
        lst = s["long"] if s["seq_len"] > s["original_context"] else s["short"]
        if s.get("wrong_list"):
            lst = s["short"] if s["seq_len"] > s["original_context"] else s["long"]
        return (w / np.array(lst, T)).astype(T)
    raise KeyError(k)

# ---------------------------------------------------------------- waves
def frequencies(c, lib, recipe, scalings=None):
    T, m = lib.T, c.m
    sc = c.scaling
    b = base_of(c.base, sc, c.dim, LD if T is LD else float)
    if m.get("ntk_twice"):
        b = base_of(b, sc, c.dim, LD if T is LD else float)
    n, d = c.nums.astype(T), c.dens.astype(T)
    base = T(b)
    if T is LD:
        w = np.power(base, -(n / d))
    elif m.get("recurrence"):
        k = (c.nums[1] / c.dens[1]) if len(n) > 1 else 0
        ratio, w = T(float(b) ** -k), np.empty(len(n), T)
        v = T(1)
        for i in range(len(n)):
            w[i] = v
            v = T(v * ratio)
    elif recipe in ("pow-reciprocal", "fast-trigonometry"):
        w = lib.call("rpow", base, n / d)
    elif recipe in ("pow-multiply", "turns", "float64-angle"):
        w = lib.call("pow", base, -(n / d))
    elif recipe == "pow-divide":
        w = lib.call("rpow", base, n / d)
    elif recipe in ("exp-log", "log-timescale"):
        mul = 1 if recipe == "exp-log" else 0.5
        step = (-(math.log(b)) / (c.dens * mul)).astype(T)
        w = lib.call("exp", (c.nums * mul).astype(T) * step)
    else:
        raise KeyError(recipe)
    if m.get("reciprocal"):
        w = T(1) / w
    for _ in range(2 if m.get("scaling_twice") else 1):
        w = scaled(w, sc, c.dim, b if sc and sc["kind"] == "yarn" else c.base, T)
    if m.get("zero_w"):
        w = np.zeros_like(w)
    if m.get("freq_fmt"):
        w = rnd(w, m["freq_fmt"]).astype(T)
    return w

def wave(c, lib, recipe, rows=None):
    """Values in lib's type, before storage; and with exact arithmetic, the unit of rounding of each entry (of type u)."""
    T, m = lib.T, c.m
    w = frequencies(c, lib, recipe)
    att = attention(c.scaling) * m.get("att_power_fix", 1.0)
    if T is LD and c.scaling and c.scaling["kind"] in ("yarn", "longrope"):
        att = LD(att)
    amp = c.amplitude * m.get("amp", 1.0) * (att if c.part != "inv_freq" else 1.0)
    if c.part == "inv_freq":
        return w[None, :] * T(m.get("amp", 1.0)), np.abs(w[None, :].astype(float))
    pos = c.pos if rows is None else c.pos[:, rows]
    p = pos.astype(T)
    if c.scale != 1 or "pos_scale" in m:
        p = (p * T(c.scale * m.get("pos_scale", 1.0))).astype(T)
    if m.get("pos_fmt"):
        p = rnd(p, m["pos_fmt"]).astype(T)
    P = p[c.paxis, :].T        # rows x pairs
    if recipe == "pow-divide" and T is not LD and not c.scaling and not ({"freq_fmt", "reciprocal", "zero_w", "recurrence"} & set(m)):
        den = lib.call("pow", T(c.base), c.nums.astype(T) / c.dens.astype(T))
        ang = lib.call("div", P, np.broadcast_to(den, P.shape))
    elif m.get("tf32"):
        ang = (rnd(P, "tf32").astype(T) * rnd(w, "tf32").astype(T)[None, :]).astype(T)
    else:
        ang = (P * w[None, :]).astype(T)
    if m.get("half"):
        ang = rnd(ang, m["half"]).astype(T)
    if m.get("degrees"):
        ang = (ang * T(m["degrees"])).astype(T)
    if m.get("phase"):
        ang = (ang + T(m["phase"])).astype(T)
    if recipe == "turns" and T is not LD:
        wl = frequencies(c, EXACT, recipe); pi2 = LD(2) * LD("3.14159265358979323846264338327950288")
        if not m:
            t = (pos.astype(LD) * LD(c.scale))[c.paxis, :].T * (wl / pi2)[None, :]
            t = np.rint((t - np.floor(t)) * LD(2) ** 63) / LD(2) ** 63
            t = t - np.rint(t)
            ang = (t * pi2).astype(T)
    if m.get("rotrec"):
        S, C = rotation_recurrence(c, T, w, ang, lib)
    elif m.get("fasttrig"):
        S, C = fast(ang, m["fasttrig"])
    else:
        S = lib.call("sin", ang)
        C = lib.call("sin", (ang + T(m["quarter"])).astype(T)) if m.get("quarter") else lib.call("cos", ang)
    if m.get("neg_sin"): S = -S
    if m.get("neg_cos"): C = -C
    out = gather(c, S, C)
    if amp != 1:
        out = (out * T(amp)).astype(T)
    unit = None
    if T is LD:
        exact_pair = (c.nums == 0) & (not c.scaling) & (c.scale == 1) & (not c.rough)   # rough: a fast division, which is not exact by 1
        a = np.abs(ang.astype(float)) * np.where(exact_pair, 0, 1)[None, :] + 1
        unit = gather(c, a, a) * abs(float(amp))
    if c.zero_row is not None and not m.get("zero_row_missing"):
        mask = (pos[0] == (m["zero_row_at"] if "zero_row_at" in m else c.zero_row))
        out[mask, :] = 0
    if c.prefix:
        out = np.concatenate([np.zeros((c.prefix, out.shape[1]), out.dtype), out])
        unit = None if unit is None else np.concatenate([np.ones((c.prefix, out.shape[1])), unit])
    return out, unit

def gather(c, S, C):
    out = np.zeros((S.shape[0], len(c.pair)), S.dtype)
    s, k = c.fn == 0, c.fn == 1
    out[:, s] = S[:, c.pair[s]]
    out[:, k] = C[:, c.pair[k]]
    return out

def fast(ang, how):
    a = ang.astype(np.float32)
    t = (a * np.float32(0.15915494309189535)).astype(np.float32).astype(np.float64)
    t = t - np.rint(t)
    S, C = np.sin(2 * np.pi * t), np.cos(2 * np.pi * t)
    if how == "fixed":      # the unit's table is of 22 bits after the point
        S, C = np.rint(S * 2 ** 22) / 2 ** 22, np.rint(C * 2 ** 22) / 2 ** 22
    return S.astype(ang.dtype), C.astype(ang.dtype)

def rotation_recurrence(c, T, w, ang, lib):
    S, C = np.empty_like(ang), np.empty_like(ang)
    s, k = lib.call("sin", ang[0]), lib.call("cos", ang[0])
    step = T(c.pos[0, 1] - c.pos[0, 0]) * T(c.scale)
    rs, rc = lib.call("sin", (w * step).astype(T)), lib.call("cos", (w * step).astype(T))
    for r in range(len(ang)):
        S[r], C[r] = s, k
        s, k = (s * rc + k * rs).astype(T), (k * rc - s * rs).astype(T)
    return S, C

def rotated(c, lib, recipe):
    """x turned; c.x is [rows, n] or [rows, heads, n] or [heads, rows, n] with c.xaxis the axis of positions."""
    T, m = lib.T, c.m
    w = frequencies(c, lib, recipe)
    p = c.pos[0].astype(T)
    if "pos_scale" in m: p = p * T(m["pos_scale"])
    x = np.moveaxis(c.x, c.xaxis, 0)                    # rows first
    if m.get("head_for_position"):
        q = (np.arange(x.shape[1]) + (c.pos[0, 0] if m["head_for_position"] == "first" else 0)).astype(T)
        ang = np.broadcast_to((q[:, None] * w[None, :]).astype(T)[None], (x.shape[0], x.shape[1], len(w)))
    else:
        ang = (p[:, None] * w[None, :]).astype(T)
        ang = ang.reshape(ang.shape[0], *[1] * (x.ndim - 2), ang.shape[1])
    if m.get("half"): ang = rnd(ang, m["half"]).astype(T)
    if m.get("fasttrig"): S, C = fast(ang, m["fasttrig"])
    else: S, C = lib.call("sin", ang), lib.call("cos", ang)
    if m.get("direction"): S = -S
    att = T(attention(c.scaling) * m.get("amp", 1.0)); S, C = (S * att).astype(T), (C * att).astype(T)
    y = x.astype(T).copy()
    unit = np.zeros(x.shape) + 1e-9
    times = m.get("turns_applied", 1)
    u_i, v_i = c.upair, c.vpair
    S0, C0 = S, C
    for _ in range(times):
        u, v = y[..., u_i].copy(), y[..., v_i].copy()
        y[..., u_i] = u * C - v * S
        y[..., v_i] = v * C + u * S
    if m.get("turned_only") is not None:
        keep = ~np.isin(np.arange(x.shape[1]), m["turned_only"])
        y[:, keep] = x[:, keep].astype(T)
    if T is LD:
        u, v = np.abs(x[..., u_i]).astype(float), np.abs(x[..., v_i]).astype(float)
        k = (u + v) * (np.abs(ang.astype(float)) + 2)
        unit[..., u_i] = k; unit[..., v_i] = k
    return np.moveaxis(y, 0, c.xaxis), (np.moveaxis(unit, 0, c.xaxis) if T is LD else None)

# ---------------------------------------------------------------- biases
def alibi_slopes(n, max_bias, lib, recipe, m):
    T = lib.T
    def powers(k, count):      # of k heads (a power of two)
        e = (np.arange(count) + 1 - m.get("slope_from", 0)).astype(T)
        if recipe == "slope-reciprocal":
            return lib.call("rpow", T(2), (e * (T(max_bias) / T(k))).astype(T))
        if recipe == "slope-powers" and T is not LD:
            s = 2.0 ** (-max_bias / k)
            return np.array([s * s ** (i - m.get("slope_from", 0)) for i in range(count)]).astype(T)
        if T is LD:
            return np.power(T(2), -(T(max_bias) * e / T(k)))
        start = T(2.0 ** (-max_bias / k))
        return lib.call("pow", start, e)
    if m.get("ranks"):
        mm = {k: v for k, v in m.items() if k != "ranks"}
        return np.tile(alibi_slopes(n // m["ranks"], max_bias, lib, recipe, mm), m["ranks"])
    if m.get("no_interpolation"):
        return powers(n, n)
    k = 1 << (n.bit_length() - 1)
    s = powers(k, k)
    if k < n:
        s = np.concatenate([s, powers(2 * k, 2 * k)[0::2][: n - k]])
    return s

def bias(c, lib, recipe):
    T, m = lib.T, c.m
    p = c.pos[0].astype(T)
    if "pos_scale" in m: p = p * T(m["pos_scale"])
    if m.get("pos_fmt"): p = rnd(p, m["pos_fmt"]).astype(T)
    if c.enc == "kerple":
        n = np.abs(p)[:, None]
        r1, r2 = np.array(c.r1).astype(T)[None, :], np.array(c.r2).astype(T)[None, :]
        if m.get("kerple_form", c.form) == "log":
            v = -(r1 * lib.call("log", (T(1) + r2 * n).astype(T)))
        else:
            v = -(r1 * lib.call("pow", n, np.broadcast_to(r2, (len(p), len(c.r1)))))
    else:
        s = alibi_slopes(c.heads, c.max_bias, lib, recipe, m)
        if m.get("freq_fmt"): s = rnd(s, m["freq_fmt"]).astype(T)
        if c.part == "slopes":
            v = s[None, :]
        else:
            form = m.get("form", c.form)
            b = {"distance": -np.abs(p), "keys": p, "causal": -p}[form]
            v = (b[:, None] * s[None, :]).astype(T)
            if m.get("half"): v = rnd(v, m["half"]).astype(T)
    v = (v * T(m.get("amp", 1.0))).astype(T)
    unit = np.abs(v.astype(float)) + 1e-300 if T is LD else None
    if c.enc == "kerple" and T is LD: unit = unit + np.abs(np.array(c.r1, float))[None, :]
    if c.layout == "heads-first" and c.part == "bias":
        v = v.T; unit = None if unit is None else unit.T
    return v, unit

def t5_bucket(n, nb, maxd, bi, capped=True):
    """n = k - q, exact."""
    r = np.zeros_like(n)
    if bi:
        nb //= 2
        r = np.where(n > 0, nb, 0)
        n = np.abs(n)
    else:
        n = np.maximum(-n, 0)
    e = nb // 2
    with np.errstate(all="ignore"):
        x = np.log(np.maximum(n, 1).astype(LD) / LD(e)) / np.log(LD(maxd) / LD(e)) * LD(nb - e)
    far = e + np.floor(x + LD(1e-15)).astype(np.int64)
    if capped: far = np.minimum(far, nb - 1)
    return r + np.where(n < e, n, far)

def deberta_bucket(r, nb, maxd):
    mid = nb // 2
    a = np.abs(r)
    x = np.log(np.maximum(a, 1).astype(LD) / LD(mid)) / np.log(LD(maxd - 1) / LD(mid)) * LD(mid - 1)
    far = np.ceil(x - LD(1e-15)).astype(np.int64) + mid
    return np.where(a <= mid, r, np.sign(r) * far)

def index(c, lib=None, recipe=None):
    m = c.m
    if c.enc == "swin":
        y, x = np.divmod(np.arange(c.height * c.width), c.width)
        if m.get("axes_swapped"):
            y, x = np.divmod(np.arange(c.height * c.width), c.width)
            sgn = -1 if m.get("direction") else 1
            v = (sgn * (x[:, None] - x[None]) + c.width - 1) * (2 * c.height - 1) + sgn * (y[:, None] - y[None]) + c.height - 1
        else:
            sgn = -1 if m.get("direction") else 1
            v = (sgn * (y[:, None] - y[None]) + c.height - 1) * (2 * c.width - 1) + sgn * (x[:, None] - x[None]) + c.width - 1
    else:
        n = np.arange(c.keys)[None, :] - c.pos[0].astype(np.int64)[:, None]
        if m.get("direction"): n = -n
        if c.enc == "t5":
            v = t5_bucket(n, c.num_buckets, c.max_distance, c.bidirectional != bool(m.get("flip")), not m.get("uncapped"))
        elif c.enc == "deberta":
            v = deberta_bucket(-n, c.num_buckets, c.max_distance)
        else:
            v = np.clip(n, -c.max_distance, c.max_distance) + c.max_distance
    v = v.astype(np.float64)
    return v, np.full(v.shape, 1e-9)

KERNELS = {"wave": wave, "grid": wave, "rotated": rotated, "alibi": bias, "kerple": bias, "index": index}
