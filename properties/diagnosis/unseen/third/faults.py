"""Each mistake: where it may happen (builders) and what it does. A function takes the claim's parts (a copy), changes them and gives the true parameters, or None."""
import math
import numpy as np
import build as B
from core import rnd, FMT, attention

def wave_any(g, **o):
    t = g.random()
    return B.b_sin(g, **o) if t < .45 else B.b_rope(g, **o) if t < .85 else B.b_grid(g)
def wave_1d(g, **o):
    return B.b_sin(g, **o) if g.random() < .5 else B.b_rope(g, **o)
def wave_noscale(g, **o):
    return B.b_sin(g, **o) if g.random() < .5 else B.b_rope(g, **{"scaling": None, **o})
def anything(g, **o):
    t = g.random()
    return wave_any(g, **o) if t < .75 else B.b_alibi(g, rowwise=True, part="bias", **o) if t < .88 else B.b_index(g, **o) if t < .95 else B.b_kerple(g, **o)
def freq(g, **o):
    return B.b_rope(g, part="inv_freq", **o) if g.random() < .15 else B.b_rot(g, **{k: v for k, v in o.items() if k == "rows"}) if g.random() < .12 else wave_1d(g, **o)

R = {}          # fault: (builder, function, group)
def fault(name, group, builder, **opts):
    def deco(f):
        R[name] = (lambda g: builder(g, **opts), f, group, opts)
        return f
    return deco

def is_wave(c): return c.family in ("wave", "grid")
def table(c): return c.part not in ("inv_freq", "slopes", "rotated") 
def one_axis(c): return c.family != "grid"
def nrows(c): return c.pos.shape[1]
def rowwise(c): return table(c) and c.layout != "heads-first" and c.enc != "swin"

def with_vectors(share, builder):
    return lambda g, **o: B.b_rot(g, rows=max(8, o.get("rows", 8))) if g.random() < share else builder(g, **o)

# -------- what becomes of the numbers
@fault("not-finite", "damage", anything)
def _(c, g):
    kind = g.choice(["nan", "inf", "-inf"])
    def f(v, u):
        n = int(g.choice([1, 2, 5, 20, 200])); n = min(n, max(1, v.size // 8))
        if g.random() < .3 and v.shape[0] > 2:      # a row, 0 / 0
            n = v.shape[1]; i = int(g.integers(v.shape[0])) * v.shape[1] + np.arange(n)
        else: i = g.choice(v.size, n, replace=False)
        v.ravel()[i] = float(kind); c.p["entries"] = n
        return v
    c.late.append(f); return {}

@fault("byte-order", "file", anything)
def _(c, g):
    c.swap_bytes = True; return {}

@fault("transposed", "file", anything)
def _(c, g):
    if not table(c) or c.enc == "swin" or nrows(c) < 3: return None
    c.transpose = True; return {}

@fault("corrupt-entry", "damage", anything)
def _(c, g):
    n = int(g.choice([1, 1, 2, 3, 5]))
    how = g.choice(["bit", "zero", "other", "sign", "big"])
    def f(v, u):
        flat = v.ravel(); m = np.nanmax(np.abs(flat)) or 1.0
        done, tries = 0, 0
        while done < n and tries < 400:
            tries += 1; i = int(g.integers(v.size)); old = flat[i]
            new = {"bit": old * 2.0 ** int(g.choice([1, -2, 4, -4])) if old else m, "zero": 0.0, "other": flat[int(g.integers(v.size))], "sign": -old,
                   "big": float(rnd(np.float64(m * g.uniform(1.5, 30)), c.fmt))}[how]
            if c.family == "index": new = float(np.rint(new))
            new = float(rnd(np.float64(new), c.fmt))
            if abs(new - old) > .05 * max(abs(old), m * .05) and abs(new - old) > 50 * u.ravel()[i] and np.isfinite(new):
                flat[i] = new; done += 1
        c.p["entries"] = done
        return v if done == n else None
    c.late.append(f); return {}

@fault("zeros", "rowdamage", anything, rows=8)
def _(c, g):
    if not rowwise(c) or nrows(c) < 4: return None
    n = nrows(c); k = int(g.integers(1, max(2, n // 2)))
    if g.random() < .1: k = n
    s = g.choice(["end", "begin", "middle"]); a = n - k if s == "end" else 0 if s == "begin" else int(g.integers(0, n - k + 1))
    def f(v, u):
        if np.any(~np.any(v[a:a + k] != 0, axis=1)): return None      # rows that are zeros anyway
        v[a:a + k] = 0; return v
    c.after.append(f); return {"rows": k}

@fault("amplitude", "value", with_vectors(.12, anything))
def _(c, g):
    if c.family == "index": return None
    att = attention(c.scaling)
    if c.scaling and att != 1 and c.part != "inv_freq" and g.random() < .7:
        r = 1 / att if g.random() < .5 else att
        c.m["amp"] = r; return {"amplitude": [r, r * att]}
    r = float(g.choice([math.sqrt(c.dim or 64), .5, 2, 1 / math.sqrt(2), .1, 1.1, 3, .9, 1.27726, -1 if c.part in ("bias",) and g.random() < 0 else 1.05, 1 / math.sqrt(c.dim or 64)]))
    c.m["amp"] = r; return {"amplitude": [r, r * c.amplitude * att]}

@fault("quantised", "value", wave_any)
def _(c, g):
    if not is_wave(c) or not table(c): return None
    bits = int(g.choice([8, 8, 4, 16, 7, 10, 12])); full = 2.0 ** (bits - 1) if g.random() < .4 else 2.0 ** (bits - 1) - 1
    peak = abs(c.amplitude * attention(c.scaling)); step = peak / full
    if bits > {"float16": 8, "bfloat16": 6, "float32": 16, "float64": 16}[c.fmt]: return None
    c.post.append(lambda v: np.rint(v.astype(float) / step) * step)
    return {"step": step}

@fault("rounded-toward-zero", "store", wave_any)
def _(c, g):
    if c.fmt == "float64" or c.store == "flush": return None
    c.store = "zero"; c.need = "many"
    if c.fmt == "float32": c.force_T = np.float64; c.claim_double = True
    return {}

@fault("flushed-to-zero", "store", wave_any)
def _(c, g):
    c.fmt = "float16"; c.store = "flush"; c.need = "subnormal"
    return {}

@fault("computed-in-single", "store", freq, freq=True)
def _(c, g):
    if c.family == "rotated": return None
    c.fmt = "float64"
    if g.random() < .35: c.force_T = np.float64; c.post.append(lambda v: rnd(v, "float32"))      # .float() at the end
    else: c.force_T = np.float32; c.need = "single"
    return {}

# -------- positions and rows
@fault("position-offset", "pos", with_vectors(.2, anything))
def _(c, g):
    if c.part in ("inv_freq", "slopes") or c.enc == "swin" or c.zero_row is not None or getattr(c, "detr", False): return None
    if nrows(c) < 3: return None
    k = int(g.choice([1, -1, 1, 2, c.first or 5, -(c.first or 3), 256, 1024, 7, 100, 4096]))
    if k == 0 or (c.family == "index" and abs(k) > 50): return None
    if c.family == "grid":
        if c.axes[0] == "h" and abs(k) > 2: return None
    c.pos = c.pos + k; return {"offset": k}

@fault("rows-reversed", "rows", anything, rows=4)
def _(c, g):
    if not rowwise(c) or nrows(c) < 3 or c.prefix: return None
    c.pos = c.pos[:, ::-1].copy(); return {}

@fault("rows-missing", "rows", anything, rows=8)
def _(c, g):
    if not rowwise(c) or nrows(c) < 8 or c.positions_file or not one_axis(c) or c.family == "index" and False: return None
    n = nrows(c); k = int(g.integers(1, n - 2)); m = int(g.choice([1, 1, 2, 8, 64, 100, 512]))
    step = c.pos[0, 1] - c.pos[0, 0]
    c.pos = c.pos + step * m * (np.arange(n) >= k)[None]
    return {"row": k, "missing": m}

@fault("repeated-row", "rows", anything, rows=8)
def _(c, g):
    if not rowwise(c) or nrows(c) < 8 or c.prefix: return None
    n = nrows(c); k = int(g.integers(1, n - 1)); i = np.arange(n)
    if g.random() < .5 and not c.positions_file and one_axis(c):      # before the others: a frame twice
        m = int(g.choice([1, 1, 2, 3])); i = np.where(i >= k, np.maximum(i - m, k - 1), i)
    else:
        m = int(g.integers(1, max(2, min(n // 3, n - k - 1)) )); i = np.where((i >= k) & (i < k + m), k - 1, i)
        if k + m >= n: return None
    c.pos = c.pos[:, i]; return {"row": k}

@fault("table-overrun", "rows", anything, rows=16)
def _(c, g):
    if not rowwise(c) or nrows(c) < 12 or c.prefix: return None
    n = nrows(c); k = int(g.integers(n // 3, n - 2))
    if n > 1200 and g.random() < .5: k = 2 ** int(math.log2(n - 3))
    c.pos = c.pos[:, np.minimum(np.arange(n), k - 1)]; return {"row": k}

@fault("rows-permuted", "rows", anything, rows=16)
def _(c, g):
    if not rowwise(c) or nrows(c) < 16 or c.prefix: return None
    n = nrows(c); t = g.random(); i = np.arange(n)
    if t < .3:                      # context parallel, zigzag
        cp = int(g.choice([2, 4])); k = n // (2 * cp)
        i = np.concatenate([*[np.r_[r * k:(r + 1) * k, (2 * cp - 1 - r) * k:(2 * cp - r) * k] for r in range(cp)], np.arange(2 * cp * k, n)])
    elif t < .55:                   # striped ranks
        cp = int(g.choice([2, 4, 8])); i = np.concatenate([np.arange(r, n, cp) for r in range(cp)])
    elif t < .75: i = g.permutation(n)
    else:                           # two blocks changed about
        k = n // 4; i = np.r_[0:k, 2 * k:3 * k, k:2 * k, 3 * k:n]
    c.pos = c.pos[:, i]; return {}

@fault("position-restart", "rows", with_vectors(.15, wave_1d), rows=32)
def _(c, g):
    if c.part == "inv_freq" or c.zero_row is not None or nrows(c) < 32: return None
    n = nrows(c); i = np.arange(n)
    if c.positions_file:
        if c.irregular != "packed": return None
        back = np.diff(c.pos[0]) <= 0
        if not back.any(): return None
        r = int(np.argmax(back)) + 1
        c.pos = np.arange(n, dtype=float)[None]; return {"row": r}
    if c.first is None: return None
    r = int(g.choice([n // 2, n // 4, int(g.integers(8, n - 8))])); start = c.first if g.random() < .6 else 0
    p = c.pos[0].copy(); every = g.random() < .4
    p = np.where(i >= r, start + ((i - r) % r if every else i - r), p)
    c.pos = p[None]; return {"row": r}

def mirrored(g, **o):
    t = g.random()
    return B.b_sin(g, name="espnet-relative") if t < .2 else B.b_sin(g, **o) if t < .6 else B.b_rope(g, part="sin", **o)
@fault("positions-mirrored", "pos", mirrored, signed=True, rows=8, regular=True, plain=True)
def _(c, g):
    if c.part in ("inv_freq", "cos", "rotated") or c.pos.min() >= 0 : return None
    c.pos = np.abs(c.pos) if g.random() < .6 or c.pos.max() <= 0 else -np.abs(c.pos); return {}

@fault("zero-row", "rowdamage", lambda g, **o: B.b_sin(g, **{**o, **({"name": str(g.choice(["fairseq", "speech2text"]))} if g.random() < .6 else {"name": "sinusoidal", "zero_row": True})}))
def _(c, g):
    if c.zero_row is None: return None
    if g.random() < .5: c.m["zero_row_missing"] = True
    else:
        at = int(g.choice([k for k in (0, 1, 2, nrows(c) - 1) if k != c.zero_row])); c.m["zero_row_at"] = at
    return {}

@fault("head-for-position", "rot", B.b_rot, heads=1, rows=8)
def _(c, g):
    c.m["head_for_position"] = "index"; return {}

@fault("first-only", "rot", B.b_rot, heads=1, rows=4)
def _(c, g):
    H = c.x.shape[1 - c.xaxis]; k = 1 if g.random() < .6 else int(g.integers(1, H))
    c.m["turned_only"] = list(range(k)); return {}

@fault("unrotated", "rot", B.b_rot)
def _(c, g):
    c.m["turns_applied"] = 0; c.m["amp"] = 1.0; return {}

@fault("rotated-twice", "rot", B.b_rot)
def _(c, g):
    if attention(c.scaling) != 1: return None
    c.m["turns_applied"] = 2; return {}

@fault("pair-stride", "rot", B.b_rot, partial="half")
def _(c, g):
    if c.head <= c.dim or c.layout == "interleaved": return None
    c.upair = np.arange(c.dim // 2); c.vpair = c.upair + c.head // 2; return {}

def partial_any(g, **o):
    if g.random() < .5: return B.b_rot(g, partial=True)
    return B.b_rope(g, scaling="proportional", freq=True, **o)

@fault("partial-missing", "scal", partial_any)
def _(c, g):
    if c.family == "rotated":
        h = c.head // 2; c.nums, c.dens, c.paxis = 2.0 * np.arange(h), np.full(h, float(c.head)), np.zeros(h, int)
        B.rot_pairs(c, d=c.head)
        return {}
    c.scaling = {**c.scaling, "partial": 1.0}; return {}

@fault("partial-twice", "scal", partial_any)
def _(c, g):
    if c.family == "rotated":
        d2 = int(c.dim * c.dim / c.head) // 2 * 2
        if d2 < 4: return None
        h = d2 // 2
        if g.random() < .4:      # the law is of the right part, and pairs beyond are left out
            c.nums, c.dens, c.paxis, c.upair, c.vpair = c.nums[:h], c.dens[:h], c.paxis[:h], c.upair[:h], c.vpair[:h]; return {}
        c.nums, c.dens, c.paxis = 2.0 * np.arange(h), np.full(h, float(d2)), np.zeros(h, int); B.rot_pairs(c, d=d2); return {}
    c.scaling = {**c.scaling, "partial": c.scaling["partial"] ** 2}; return {}

# -------- signs and biases
def sign_any(g, **o):
    t = g.random()
    return wave_any(g) if t < .4 else B.b_rot(g) if t < .55 else B.b_alibi(g, part="bias") if t < .8 else B.b_index(g)

@fault("sign", "sign", sign_any)
def _(c, g):
    if c.family == "rotated":
        c.m["direction"] = True; return {}
    if c.family == "alibi":
        if c.part != "bias": return None
        c.m["amp"] = -1.0; return {}
    if c.family == "index": c.m["direction"] = True; return {}
    if c.part == "inv_freq" or c.part == "cos" or c.enc == "kerple" or c.enc == "detr": return None
    if c.part == "sin": c.m["neg_sin"] = True; return {}
    k = g.choice(["sines", "cosines", "all"])
    if k != "cosines": c.m["neg_sin"] = True
    if k != "sines": c.m["neg_cos"] = True
    return {}

@fault("bias-form", "bias", B.b_alibi, part="bias")
def _(c, g):
    f = str(g.choice([x for x in ("distance", "keys", "causal") if x != c.form])); c.m["form"] = f; return {"form": f}

@fault("slopes", "bias", B.b_alibi)
def _(c, g):
    n = c.heads
    if n & (n - 1) and g.random() < .6: c.m["no_interpolation"] = True
    else: c.m["slope_from"] = 1
    return {}

@fault("local-heads", "bias", B.b_alibi, heads=[8, 16, 32, 40, 64, 112, 12, 24])
def _(c, g):
    ks = [k for k in (2, 4, 8) if c.heads % k == 0 and c.heads // k >= 2]
    c.m["ranks"] = int(g.choice(ks)); return {"ranks": c.m["ranks"]}

@fault("buckets-uncapped", "index", B.b_index, enc="t5")
def _(c, g):
    c.m["uncapped"] = True; return {}

@fault("bucket-direction", "index", B.b_index, enc="t5")
def _(c, g):
    c.m["flip"] = True; return {}

# -------- axes
G2 = ["rope-vit", "sam2", "pixtral", "qwen2-vl-vision", "mae", "timm-2d", "detr"]
@fault("axes-swapped", "axes", B.b_grid)
def _(c, g):
    a = c.axes
    c.pos = c.pos[[1, 0]] if len(a) == 2 else c.pos[[0, 2, 1]]; return {}

@fault("axis-dropped", "axes", B.b_grid)
def _(c, g):
    n = len(c.axes); i = int(g.integers(n)); j = int(g.choice([k for k in range(n) if k != i]))
    c.pos = c.pos.copy(); c.pos[i] = c.pos[j]; return {"axis": c.axes[i]}

@fault("axis-split", "axes", B.b_grid, names=["flux", "mrope", "mrope-interleaved"])
def _(c, g):
    h = c.dim // 2
    opts = [[16, 24, 24], [24, 20, 20], [22, 21, 21], [8, 28, 28], [32, 16, 16]] if h == 64 else [[8, 12, 12], [10, 11, 11], [4, 14, 14], [12, 10, 10], [16, 8, 8]]
    s = opts[int(g.integers(len(opts)))]
    if s == c.sections: return None
    B.grid_plan(c, sections=s); return {}

@fault("section-order", "axes", B.b_grid, names=["mrope", "mrope-interleaved"])
def _(c, g):
    t = g.random()
    if t < .5: B.grid_plan(c, layout="rows" if c.enc == "mrope" else "blocks")
    else: B.grid_plan(c, order=[[1, 2, 0], [2, 1, 0], [1, 0, 2], [2, 0, 1]][int(g.integers(4))])
    return {}

# -------- columns
@fault("columns-permuted", "columns", wave_any)
def _(c, g):
    if not table(c) or len(c.pair) < 8: return None
    n = len(c.pair); t = g.random()
    if t < .35: i = g.permutation(n)
    elif t < .55: i = np.arange(n)[::-1]
    elif t < .75:
        k = 4 if n % 4 == 0 and n >= 16 else 2; i = np.arange(n).reshape(-1, k).T.ravel() if n % k == 0 else g.permutation(n)      # a wrong reshape
        if k == 2 and n % 2 == 0: i = np.arange(n).reshape(-1, 2)[:, ::-1].ravel()[::-1]
    else:
        k = n // 4; i = np.r_[0:k, 2 * k:3 * k, k:2 * k, 3 * k:n]
    c.pair, c.fn = c.pair[i], c.fn[i]; return {}

@fault("columns-shifted", "columns", wave_any)
def _(c, g):
    if not table(c) or len(c.pair) < 12 or c.enc == "nope": return None
    n = len(c.pair); k = int(g.choice([1, 3, 5, n // 4 + 1, 7])) if c.layout != "halves" and c.layout != "half-split" else int(g.choice([2, 3, 4, n // 4, n // 8 + 1]))
    if k < 1 or k >= n // 2: return None
    i = (np.arange(n) + k) % n
    if g.random() < .3: a = int(g.integers(1, n // 2)); i = np.where(np.arange(n) < a, np.arange(n), (np.arange(n) + k - a) % (n - a) + a)
    c.pair, c.fn = c.pair[i], c.fn[i]; return {"columns": k}

@fault("sin-cos-swapped", "swap", wave_any)
def _(c, g):
    if not table(c): return None
    c.fn = np.where(c.fn == 2, 2, 1 - c.fn)
    if c.enc == "sinusoidal" or c.part == "table": pass
    return {} if not (c.dim % 2 and c.odd) else None

@fault("layout", "columns", lambda g, **o: wave_any(g, **o) if g.random() < .75 else B.b_rot(g))
def _(c, g):
    if c.family == "rotated": B.rot_pairs(c, layout="interleaved" if c.layout == "half-split" else "half-split"); return {}
    if not table(c) or c.dim < 6: return None
    if c.family == "grid":
        if c.part == "table": return None
        i = np.arange(c.dim); c.pair = i % (c.dim // 2) if c.layout == "interleaved" else i // 2; return {}
    if c.enc == "rope": B.rope_columns(c, "interleaved" if c.layout == "half-split" else "half-split"); return {}
    if c.dim % 2: return None
    B.sin_columns(c, "interleaved" if c.layout == "halves" else "halves"); return {}

# -------- frequencies
@fault("pair-index", "freq", freq, wide=True)
def _(c, g):
    s = int(g.choice([1, 1, -1])); step = c.nums[1] - c.nums[0]
    c.nums = c.nums + s * step; return {"shift": s}

@fault("reciprocal-frequency", "freq", freq, scaling=None)
def _(c, g):
    if c.scaling and c.scaling["kind"] not in ("linear",): return None
    c.nums = -c.nums; return {}

@fault("exponent-by-column", "freq", wave_noscale, layout="interleaved")
def _(c, g):
    if c.layout != "interleaved" or c.part == "inv_freq" or c.dim % 2 or c.law != "d": return None
    n = c.dim; k = 1.0 if g.random() < .5 else 2.0
    c.nums, c.dens, c.paxis, c.pair = k * np.arange(n), np.full(n, float(c.dim)), np.zeros(n, int), np.arange(n); return {}

@fault("exponent-over-head", "freq", lambda g, **o: B.b_rot(g, partial=True) if g.random() < .35 else B.b_rope(g, freq=True))
def _(c, g):
    if c.law != "d" or c.enc != "rope" or c.scaling and c.scaling["kind"] in ("yarn", "proportional"): return None
    H = int(c.dim * float(g.choice([2, 4, 4, 1.5, 3]))) ; 
    if c.family == "rotated" and c.x.shape[-1] != c.dim: H = c.x.shape[-1]
    c.dens = c.dens * 0 + float(H); return {"head": H}

@fault("exponent-halved", "freq", freq)
def _(c, g):
    if c.law != "d" or c.scaling and c.scaling["kind"] in ("yarn", "ntk", "dynamic"): return None
    c.nums = c.nums / 2; return {}

@fault("exponent-denominator", "freq", freq)
def _(c, g):
    if c.scaling: return None
    d0 = c.dens[0]
    if c.law == "d": D = d0 + float(g.choice([-2, -1, 1, 2])) if g.random() < .8 else float(g.choice([d0 + 8, d0 - 4]))
    else: D = d0 + float(g.choice([1, -1, 2, .5]))
    if D <= 1: return None
    c.dens = c.dens * 0 + D; return {"denominator": [D, D / 2] if c.law == "d" else [D, 2 * D]}

@fault("wrong-base", "freq", freq)
def _(c, g):
    b = float(g.choice([x for x in (10000, 500000, 1000000, 100000, 1000, 5000000, 10007, 20000, 25000, 12000, 9999, 4096, 8e6, 100) if x != c.base]))
    if c.scaling and c.scaling["kind"] == "yarn": return None
    c.base = b; return {"base": b}

@fault("frequency-recurrence", "prec", wave_noscale, wide=True)
def _(c, g):
    if len(c.nums) < 12 or c.part == "inv_freq" and False: return None
    c.m["recurrence"] = True; c.force_T = np.float32 if c.fmt != "float64" else np.float64; return {}

@fault("frequency-rounded", "prec", freq, freq=True)
def _(c, g):
    if c.part == "inv_freq" and c.fmt == "float64": f = str(g.choice(["bfloat16", "float16"]))
    else: f = str(g.choice(["bfloat16", "bfloat16", "float16"] + (["float32"] if c.fmt == "float64" else [])))
    if c.part == "inv_freq" and FMT[c.fmt][0] <= FMT[f][0]: return None
    c.m["freq_fmt"] = f; return {"format": f}

@fault("uninitialised", "freq", freq, freq=True)
def _(c, g):
    c.m["zero_w"] = True; return {}

# -------- angles
@fault("position-rounded", "prec", wave_1d, rows=300)
def _(c, g):
    if c.part == "inv_freq": return None
    f = str(g.choice(["bfloat16", "bfloat16", "float16"]))
    if f == "float16" and np.abs(c.pos * c.scale).max() > 65000: return None
    c.m["pos_fmt"] = f; return {"format": f}

@fault("computed-in-half", "prec", lambda g, **o: wave_any(g, **o) if g.random() < .75 else B.b_alibi(g, part="bias", heads=[12, 20, 40, 71, 112, 6, 24, 16]))
def _(c, g):
    if not table(c): return None
    f = str(g.choice(["float16", "bfloat16"]))
    if f == "float16" and np.abs(c.pos * c.scale).max() > 60000: return None
    if c.family == "alibi":
        f = "bfloat16"
        if c.fmt in ("bfloat16", "float16"): return None
    c.m["half"] = f; return {"format": f}

@fault("tf32-product", "prec", wave_any)
def _(c, g):
    if not table(c) or c.fmt == "float64" and g.random() < .7: return None
    c.m["tf32"] = True; return {}

@fault("degrees", "angle", wave_1d)
def _(c, g):
    if not table(c) or nrows(c) < 3: return None
    c.m["degrees"] = math.pi / 180 if g.random() < .6 else 180 / math.pi; return {}

@fault("position-scale", "pos2", freq)
def _(c, g):
    if c.part == "inv_freq" or c.family in ("alibi", "kerple") or c.zero_row is not None or nrows(c) < 3: return None
    s = float(g.choice([2, .5, .25, .125, 1 / 3, 1.01, 1000, .001, 4, 2 * math.pi, .9, 1 / (max(nrows(c) - 1, 1))]))
    c.m["pos_scale"] = s; return {"scale": s}

@fault("phase", "angle", wave_any)
def _(c, g):
    if not table(c): return None
    p = float(g.choice([math.pi / 2, -math.pi / 2, math.pi / 4, math.pi, .1, .01, 1, -.3, .5, 1e-3, 2.5]))
    c.m["phase"] = p; return {"phase": p}

@fault("quarter-turn-cosine", "prec", wave_1d, rows=16)
def _(c, g):
    if not table(c) or c.part == "sin" or c.phase_bad: return None
    T = c.force_T or (np.float64 if c.fmt == "float64" else np.float32); c.force_T = T
    c.m["quarter"] = float(g.choice([math.pi / 2, math.pi / 2, float(np.float32(math.pi / 2)), 1.5708])) if T is np.float32 or g.random() < .5 else float(np.float32(math.pi / 2))
    return {}

@fault("rotation-recurrence", "prec", wave_1d, rows=400, regular=True)
def _(c, g):
    if not table(c) or c.positions_file or nrows(c) < 100 or nrows(c) > 20000 or c.zero_row is not None: return None
    c.m["rotrec"] = True; c.force_T = np.float32 if c.fmt != "float64" else np.float64; return {}

@fault("fast-trigonometry", "prec", wave_any, rows=64)
def _(c, g):
    if not table(c) or c.fmt == "float64": return None
    c.m["fasttrig"] = str(g.choice(["plain", "plain", "fixed"])); c.force_T = np.float32; return {}

# -------- context scalings
def scal(*kinds):
    def f(g, **o):
        k = str(g.choice(kinds))
        return B.b_rope(g, scaling=k, freq=True, **o) if g.random() < .85 or k in ("longrope", "proportional") else B.b_rot(g, scaling=k)
    return f

@fault("scaling-missing", "scal", scal("linear", "ntk", "dynamic", "yarn", "llama3", "longrope"))
def _(c, g):
    if c.scaling["kind"] == "dynamic" and c.scaling["factor"] == 0: return None
    c.scaling = None; return {}

@fault("scaling-doubled", "scal", scal("linear", "ntk", "llama3", "dynamic"))
def _(c, g):
    k = c.scaling["kind"]
    if k in ("ntk", "dynamic"): c.m["ntk_twice"] = True
    else: c.m["scaling_twice"] = True
    return {}

@fault("scaling-parameters", "scal", scal("linear", "ntk", "yarn", "llama3", "dynamic"))
def _(c, g):
    s = dict(c.scaling); k = s["kind"]; t = g.random()
    if k in ("linear", "ntk") or t < .45:
        f = float(g.choice([x for x in (2, 4, 8, 16, 32, 40, 64, 3, 6, 12) if x != s["factor"]])); s["factor"] = f; p = {"factor": f}
    elif k == "dynamic":
        s["seq_len"] = int(s["seq_len"] * float(g.choice([2, 4, 1.5]))); p = {"seq_len": s["seq_len"]}
    elif t < .8 or k == "yarn":
        L = int(s["original_context"] * float(g.choice([.5, 2, 4, .25]))); s["original_context"] = L; p = {"original_context": L}
    else:
        s["high"] = float(g.choice([8, 6, 3])) if s["high"] == 4 else 4.0; p = {"high_freq_factor": s["high"]}
    if k == "yarn" and "factor" in p and g.random() < .5 and attention(s) != attention(c.scaling): pass
    c.scaling = s; return p

@fault("scaling-kind", "scal", lambda g, **o: B.b_rope(g, scaling=str(g.choice(["linear", "ntk", "yarn", "llama3", "dynamic"])), freq=True))
def _(c, g):
    s = dict(c.scaling); k = str(g.choice([x for x in ("linear", "ntk", "llama3", "yarn") if x != s["kind"]]))
    if {k, s["kind"]} == {"ntk", "dynamic"}: return None
    if k in ("yarn", "llama3") and "original_context" not in s: return None
    n = {"kind": k, "factor": s["factor"], "original_context": s.get("original_context"), "beta_fast": 32.0, "beta_slow": 1.0, "truncate": True, "low": 1.0, "high": 4.0}
    if k == "yarn" and n["factor"] <= 1 or n["factor"] <= 1: return None
    c.scaling = n; return {"kind": k}

@fault("longrope-list", "scal", scal("longrope"))
def _(c, g):
    c.scaling = {**c.scaling, "wrong_list": True}; return {}

@fault("blend", "scal", scal("llama3", "llama3", "yarn"))
def _(c, g):
    c.scaling = {**c.scaling, "blend": "wavelengths" if c.scaling["kind"] == "yarn" or g.random() < .5 else "exchanged"}; return {}

@fault("wavelength", "scal", scal("llama3", "yarn"))
def _(c, g):
    c.scaling = {**c.scaling, "no_2pi": True}; return {}

@fault("bands-swapped", "scal", scal("llama3", "yarn"))
def _(c, g):
    s = dict(c.scaling)
    if s["kind"] == "llama3" and g.random() < .5: s["low"], s["high"] = s["high"], s["low"]
    elif s["kind"] == "yarn" and g.random() < .5: s["beta_fast"], s["beta_slow"] = s["beta_slow"], s["beta_fast"]
    else: s["bands"] = "swapped"
    c.scaling = s; return {}

@fault("yarn-truncate", "scal", scal("yarn"))
def _(c, g):
    c.scaling = {**c.scaling, "truncate": not c.scaling["truncate"]}; return {}

@fault("yarn-clamp", "scal", lambda g, **o: B.b_rope(g, scaling="yarn", freq=True, base=g.choice([10000, 5000, 1000]), L0=int(g.choice([131072, 65536, 262144]))))
def _(c, g):
    c.scaling = {**c.scaling, "clamp": "pairs"}; return {}
