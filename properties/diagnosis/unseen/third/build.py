"""Sound claims: what a user says, and the parts that make the table."""
import math
from types import SimpleNamespace
import numpy as np
LD = np.longdouble

def logint(g, a, b):
    return int(round(math.exp(g.uniform(math.log(a), math.log(b)))))

def rows_of(g, cols, lo=1):
    t = g.random()
    r = logint(g, 64, 4096) if t < .68 else logint(g, 1, 63) if t < .85 else logint(g, 4096, 16384) if t < .96 else logint(g, 16384, 100000)
    return max(lo, min(r, max(8, 1_300_000 // cols)))

def dim_of(g, step=2, lo=2):
    t = g.random()
    d = int(g.choice([32, 48, 64, 64, 80, 96, 128, 128, 160, 192, 256])) if t < .75 else logint(g, 2, 32) if t < .88 else int(g.choice([320, 384, 512, 512, 24, 40, 72, 100, 200]))
    return max(lo, d // step * step)

def first_of(g):
    t = g.random()
    return 0 if t < .5 else logint(g, 1, 300) if t < .7 else logint(g, 300, 20000) if t < .85 else logint(g, 20000, 1000000) if t < .95 else int(g.choice([1, 2, 255, 2047, 4096, 8064, 65536, 131072, 999999, 1000000]))

def new(**k):
    c = SimpleNamespace(m={}, post=[], after=[], late=[], family="wave", scaling=None, scale=1.0, amplitude=1.0, zero_row=None, prefix=0,
                        part="table", layout=None, positions_file=None, input=None, form=None, heads=None, keys=None, square=None,
                        args=[], base=None, dim=None, order=None, symmetric=False, store="nearest", swap_bytes=False, transpose=False,
                        first=0, fmt=None, recipe=None, lib=None, law=None, container=None, x=None, config=None, rough=False)
    c.__dict__.update(k)
    return c

def sin_columns(c, layout=None, order=None):
    """pair and function of each column."""
    layout, order, d = layout or c.layout, order or c.order, c.dim
    h = d // 2
    a, b = (0, 1) if order == "sin-cos" else (1, 0)
    if layout == "halves":
        pair, fn = [*range(h), *range(h)], [a] * h + [b] * h
    else:
        pair, fn = [i // 2 for i in range(2 * h)], [a, b] * h
    if d % 2:
        if c.odd == "zero-column":
            pair.append(0); fn.append(2)
        else:                   # drop-last: sines of one pair more
            if layout == "halves":
                pair, fn = [*range(h + 1), *range(h)], [0] * (h + 1) + [1] * h
            else:
                pair.append(h); fn.append(a)
    c.pair, c.fn = np.array(pair), np.array(fn)

def sin_law(c, law=None, shift=None):
    law, shift = law or c.law, c.shift if shift is None else shift
    h = c.dim // 2
    n = h + (1 if c.dim % 2 and c.odd == "drop-last" else 0)
    i = np.arange(n, dtype=float)
    c.nums, c.dens = (2 * i, np.full(n, float(c.dim))) if law == "d" else (i, np.full(n, float(h - shift)))
    c.paxis = np.zeros(n, int)

NAMED = {  # encoding: layout, order, law, shift, odd, first, zero_row
    "adm": ("halves", "cos-sin", "h", 0, "zero-column"), "ddpm": ("halves", "sin-cos", "h", 1, "zero-column"), "diffusers": ("halves", "sin-cos", "h", 1, "zero-column"),
    "distilbert": ("interleaved", "sin-cos", "d", 0, None), "espnet": ("interleaved", "sin-cos", "d", 0, None), "fairseq": ("halves", "sin-cos", "h", 1, "zero-column"),
    "gpt-neox-sinusoidal": ("halves", "sin-cos", "d", 0, None), "hf-marian": ("halves", "sin-cos", "d", 0, None), "marian": ("halves", "sin-cos", "h", 1, None),
    "maxtext": ("halves", "sin-cos", "h", 1, None), "opennmt": ("interleaved", "sin-cos", "d", 0, None), "opennmt-concat": ("halves", "sin-cos", "h", 1, None),
    "opennmt-tf": ("halves", "sin-cos", "h", 1, None), "roformer-table": ("halves", "sin-cos", "d", 0, None), "speech2text": ("halves", "sin-cos", "h", 1, "zero-column"),
    "stable-diffusion": ("halves", "cos-sin", "h", 0, "zero-column"), "tensor2tensor": ("halves", "sin-cos", "h", 1, "zero-column"), "timesteps": ("halves", "sin-cos", "h", 1, "zero-column"),
    "transformer-xl": ("halves", "sin-cos", "d", 0, None), "espnet-relative": ("interleaved", "sin-cos", "d", 0, None), "whisper": ("halves", "sin-cos", "h", 1, None),
    "xlm": ("interleaved", "sin-cos", "d", 0, None)}

def set_positions(g, c, rows, first=None, signed=False):
    first = first_of(g) if first is None else first
    if signed:
        rows = max(rows, 5)
        first = -int(g.integers(1, rows)) if g.random() < .7 else -(rows - 1) // 2
        if first == -(rows - 1) // 2 and rows % 2: c.symmetric = True
    c.first = first
    if first != 0:
        c.args += ["--first", str(first)]
    c.pos = (first + np.arange(rows, dtype=float))[None, :]

def irregular(g, c, rows, kind=None):
    """positions from a file: packed, strided, gathered."""
    kind = kind or g.choice(["packed", "strided", "float"])
    if kind == "packed":
        cuts = sorted(g.choice(np.arange(1, rows), size=min(int(g.integers(1, 4)), rows - 1), replace=False).tolist()) if rows > 2 else []
        p = np.concatenate([np.arange(b - a) for a, b in zip([0, *cuts], [*cuts, rows])]).astype(float)
    elif kind == "strided":
        p = np.arange(rows) * float(g.integers(2, 17)) + int(g.integers(0, 50))
    else:
        p = np.arange(rows) / float(g.choice([2, 4, 8]))
    c.pos, c.positions_file, c.first = p[None, :], True, None
    c.irregular = kind

def b_sin(g, **o):
    name = o.get("name") or (str(g.choice(list(NAMED))) if g.random() < .5 and not o.get("plain") else "sinusoidal")
    d = dim_of(g, 2, 8 if o.get("wide") else 4)
    if o.get("layout") == "interleaved" and name != "sinusoidal": name = str(g.choice(["distilbert", "espnet", "opennmt", "xlm"]))
    c = new(enc=name, dim=d, base=10000.0, shift=1)
    c.args = ["--encoding", name]
    c.kernel = "wave"
    c.odd = None
    if name == "sinusoidal":
        c.layout = o.get("layout") or str(g.choice(["interleaved", "halves"])); c.order = str(g.choice(["sin-cos", "sin-cos", "cos-sin"]))
        c.law = "d" if g.random() < .7 else "h"; c.shift = int(g.choice([0, 1, 1]))
        if g.random() < .45: c.base = float(g.choice([100, 500, 1000, 20000, 100000, 1000000, 4096, 10007]))
        c.args += ["--dim", str(d), "--layout", c.layout, "--order", c.order]
        if c.law == "h": c.args += ["--law", "half-minus-shift", "--shift", str(c.shift)]
        if c.base != 10000: c.args += ["--base", f"{c.base:.0f}"]
        if g.random() < .1: c.scale = float(g.choice([2, .5, 100, .25, 3])); c.args += ["--scale", f"{c.scale:g}"]
        if g.random() < .1: c.amplitude = float(g.choice([.5, 2, .25])); c.args += ["--amplitude", f"{c.amplitude:g}"]
        if o.get("zero_row"): c.zero_row = int(g.choice([0, 1, 1, 2, 3]))
    else:
        c.layout, c.order, c.law, c.shift, c.odd = NAMED[name]
        odd_ok = {"distilbert": "drop-last", "hf-marian": "drop-last", "xlm": "drop-last", "roformer-table": "drop-last"}
        if name in ("fairseq", "speech2text", "ddpm", "diffusers", "timesteps", "adm", "tensor2tensor") and g.random() < .12 and not o.get("even"): c.dim = d = d + 1
        elif name in odd_ok and g.random() < .12 and not o.get("even"): c.dim = d = d + 1; c.odd = odd_ok[name]
        c.args += ["--dim", str(d)]
        if name == "maxtext" and g.random() < .5: c.base = float(g.choice([100000, 500000, 4096])); c.args += ["--base", f"{c.base:.0f}"]
        if name in ("diffusers", "timesteps") and g.random() < .4: c.order = "cos-sin"; c.args += ["--order", "cos-sin"]
        if name in ("diffusers", "timesteps") and g.random() < .3: c.shift = 0; c.args += ["--shift", "0"]
        if name in ("diffusers", "timesteps") and g.random() < .2: c.scale = 1000.0; c.args += ["--scale", "1000"]
        if name in ("fairseq", "speech2text"): c.zero_row = 1
    sin_law(c); sin_columns(c)
    rows = max(rows_of(g, c.dim), o.get("rows", 1))
    c.lib_hint = "f64" if name in ("xlm", "distilbert", "hf-marian", "roformer-table") and g.random() < .6 else None
    if name == "transformer-xl":
        c.pos, c.first = np.arange(rows - 1, -1, -1, dtype=float)[None], None
    elif name == "espnet-relative":
        T = max(rows // 2, 3); c.pos, c.first, c.symmetric = np.arange(T - 1, -T, -1, dtype=float)[None], None, True
    elif name == "opennmt-tf":
        c.pos, c.first = np.arange(1, rows + 1, dtype=float)[None], 1
    elif c.zero_row is not None:
        rows = max(rows, 6); c.first = 0; c.pos = np.arange(rows, dtype=float)[None]
        if name == "sinusoidal": c.args += ["--zero-row", str(c.zero_row)]
    elif o.get("signed"): set_positions(g, c, rows, signed=True)
    elif o.get("packed") or (g.random() < .08 and rows > 4 and not o.get("regular")): irregular(g, c, rows, "packed" if o.get("packed") else None)
    else: set_positions(g, c, rows, o.get("first"))
    return c

def rope_columns(c, layout=None):
    h = c.dim // 2
    layout = layout or c.layout
    c.pair = np.arange(c.dim) // 2 if layout == "interleaved" else np.concatenate([np.arange(h)] * 2)
    c.fn = np.full(c.dim, 1 if c.part == "cos" else 0)

def scaling_of(g, kind, d, base):
    f = float(g.choice([2, 4, 8, 16, 32, 40, 1.5, 3, 10]))
    if kind == "linear": s = {"factor": f}; a = ["--factor", f"{f:g}"]
    elif kind == "ntk": s = {"factor": f}; a = ["--factor", f"{f:g}"]
    elif kind == "dynamic":
        L0 = int(g.choice([512, 2048, 4096, 8192])); L = int(L0 * float(g.choice([1.5, 2, 4, 3.25, 8]))); f = float(g.choice([1, 2, 4, 8]))
        s = {"factor": f, "original_context": L0, "seq_len": L}; a = ["--factor", f"{f:g}", "--original-context", str(L0), "--seq-len", str(L)]
    elif kind == "yarn":
        L0 = int(g.choice([2048, 4096, 8192, 32768, 16384])); f = float(g.choice([2, 4, 8, 16, 32, 40]))
        s = {"factor": f, "original_context": L0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": True}; a = ["--factor", f"{f:g}", "--original-context", str(L0)]
        if g.random() < .2: s["beta_fast"], s["beta_slow"] = float(g.choice([16, 64, 24])), float(g.choice([1, 2])); a += ["--beta-fast", f"{s['beta_fast']:g}", "--beta-slow", f"{s['beta_slow']:g}"]
        if g.random() < .2: s["truncate"] = False; a += ["--truncate", "no"]
        t = g.random()
        if t < .15: s["attention_factor"] = float(g.choice([1, 1.25, 1.5])); a += ["--attention-factor", f"{s['attention_factor']:g}"]
        elif t < .35: s["mscale"], s["mscale_all_dim"] = (.707, 1.0) if g.random() < .5 else (1.0, 1.0); a += ["--mscale", f"{s['mscale']:g}", "--mscale-all-dim", f"{s['mscale_all_dim']:g}"]
    elif kind == "llama3":
        f = float(g.choice([8, 8, 32, 16, 4])); L0 = int(g.choice([8192, 8192, 4096, 16384])); lo, hi = (1.0, 4.0) if g.random() < .8 else (float(g.choice([1, 2])), float(g.choice([8, 6])))
        s = {"factor": f, "original_context": L0, "low": lo, "high": hi}; a = ["--factor", f"{f:g}", "--original-context", str(L0)]
        if (lo, hi) != (1, 4): a += ["--low-freq-factor", f"{lo:g}", "--high-freq-factor", f"{hi:g}"]
    elif kind == "longrope":
        L0 = int(g.choice([4096, 8192, 2048])); f = float(g.choice([32, 16, 8])); L = L0 * 4 if g.random() < .6 else L0
        h = d // 2
        sh = np.round(1 + np.sort(g.random(h)) * .8, 2); lg = np.round(1.05 + np.sort(g.random(h)) ** 2 * 60, 2)
        if g.random() < .3: sh = np.ones(h)
        s = {"factor": f, "original_context": L0, "seq_len": L, "short": sh.tolist(), "long": lg.tolist()}
        a = ["--factor", f"{f:g}", "--original-context", str(L0), "--seq-len", str(L), "--short-factor", ",".join(f"{v:g}" for v in sh), "--long-factor", ",".join(f"{v:g}" for v in lg)]
    elif kind == "proportional":
        s = {"factor": float(g.choice([1, 1, 8])), "partial": float(g.choice([.25, .5, .75]))}; a = ["--partial", f"{s['partial']:g}", "--factor", f"{s['factor']:g}"]
    s["kind"] = kind
    return s, ["--scaling", kind, *a]

KINDS = ["linear", "ntk", "dynamic", "yarn", "llama3", "longrope", "proportional"]

def rope_base(g, c, o):
    c.base = float(o["base"]) if "base" in o else float(g.choice([10000, 10000, 500000, 1000000, 100000, 150000, 160000, 50000, 5000000, 1000]))
    if c.base != 10000: c.args += ["--base", f"{c.base:.0f}"]

def b_rope(g, **o):
    d = o.get("dim") or dim_of(g, 2, 8)
    if o.get("scaling") == "longrope": d = min(d, 128)
    part = o.get("part") or str(g.choice(["cos", "sin", "cos", "sin", "inv_freq"] if o.get("freq") else ["cos", "sin"]))
    c = new(enc="rope", dim=d, part=part, kernel="wave")
    c.layout = o.get("layout") or str(g.choice(["half-split", "interleaved", "half-split"]))
    c.args = ["--encoding", "rope", "--part", part, "--dim", str(d)]
    if part != "inv_freq" : c.args += ["--layout", c.layout]
    rope_base(g, c, o)
    kind = o.get("scaling", "maybe")
    if kind == "maybe": kind = str(g.choice(KINDS)) if g.random() < .35 else None
    if isinstance(kind, (list, tuple)): kind = str(g.choice(kind))
    if kind:
        c.scaling, a = scaling_of(g, kind, d, c.base)
        for key in ("L0",):
            if key in o: c.scaling["original_context"] = o[key]; a[a.index("--original-context") + 1] = str(o[key])
        c.args += a
    if kind in ("linear", "yarn", "llama3") and g.random() < .2 and "L0" not in o:        # the same, said by a model's name or its config.json
        s = c.scaling; c.layout = "half-split"
        if kind == "llama3" and g.random() < .5:
            c.dim = d = 128; c.base = 500000.0; s.update(factor=8.0, low=1.0, high=4.0, original_context=8192); c.args = ["--model", "llama-3.1-8b", "--part", part]
        else:
            r = {"rope_type": kind, "factor": s["factor"]}
            for a, b in (("original_context", "original_max_position_embeddings"), ("low", "low_freq_factor"), ("high", "high_freq_factor"), ("beta_fast", "beta_fast"), ("beta_slow", "beta_slow"),
                         ("attention_factor", "attention_factor"), ("mscale", "mscale"), ("mscale_all_dim", "mscale_all_dim"), ("truncate", "truncate")):
                if a in s: r[b] = s[a]
            c.config = {"model_type": "llama", "hidden_size": d * 8, "num_attention_heads": 8, "num_key_value_heads": 8, "head_dim": d, "rope_theta": c.base,
                        "max_position_embeddings": int(s.get("original_context", 4096) * s["factor"]), "rope_scaling": r}
            c.args = ["--config", "@CONFIG", "--part", part]
    h = d // 2
    c.nums, c.dens, c.paxis, c.law = 2.0 * np.arange(h), np.full(h, float(d)), np.zeros(h, int), "d"
    rope_columns(c)
    rows = max(rows_of(g, d), o.get("rows", 1))
    if part == "inv_freq":
        c.pos, c.first = np.zeros((1, 1)), None
    elif o.get("packed") or (g.random() < .08 and rows > 4 and not o.get("regular")): irregular(g, c, rows, "packed" if o.get("packed") else None)
    elif o.get("signed"): set_positions(g, c, rows, signed=True)
    else: set_positions(g, c, rows, o.get("first"))
    return c

# ---- grids
def grid_plan(c, sections=None, order=None, layout=None, drop=None):
    """nums, dens, paxis, pair, fn of a grid's encoding. Axes are indices in c.axes."""
    d, e = c.dim, c.enc
    ax = {a: i for i, a in enumerate(c.axes)}
    layout = layout or c.layout
    if e in ("rope-vit", "sam2"):
        q = d // 4; k = np.arange(q)
        c.nums, c.dens = np.concatenate([4.0 * k] * 2), np.full(2 * q, float(d)); c.paxis = np.array([ax["w"]] * q + [ax["h"]] * q)
    elif e == "pixtral":
        k = np.arange(d // 4)
        c.nums, c.dens = np.concatenate([4.0 * k, 4.0 * k + 2]), np.full(d // 2, float(d)); c.paxis = np.array([ax["h"]] * (d // 4) + [ax["w"]] * (d // 4))
    elif e == "qwen2-vl-vision":
        k = np.arange(d // 4)
        c.nums, c.dens = np.concatenate([2.0 * k] * 2), np.full(d // 2, d / 2); c.paxis = np.array([ax["h"]] * (d // 4) + [ax["w"]] * (d // 4))
    elif e in ("mae", "timm-2d", "detr"):
        q = d // 4; k = np.arange(q)
        c.nums, c.dens = np.concatenate([1.0 * k] * 2), np.full(2 * q, float(q))
        f = "w" if e == "mae" else "h"; s = "h" if f == "w" else "w"
        c.paxis = np.array([ax[f]] * q + [ax[s]] * q)
        if e == "mae": c.pair, c.fn = np.concatenate([k, k, k + q, k + q]), np.array(([0] * q + [1] * q) * 2)
        elif e == "timm-2d": c.pair, c.fn = np.concatenate([k, k + q, k, k + q]), np.array([0] * 2 * q + [1] * 2 * q)
        else: c.pair, c.fn = np.repeat(np.arange(2 * q), 2), np.array([0, 1] * 2 * q)
    elif e == "flux":
        sec = sections or c.sections
        c.nums = np.concatenate([2.0 * np.arange(n) for n in sec]); c.dens = np.concatenate([np.full(n, 2.0 * n) for n in sec]); c.paxis = np.repeat(np.arange(3), sec)
    else:
        h = d // 2; c.nums, c.dens = 2.0 * np.arange(h), np.full(h, float(d))
        sec, order = sections or c.sections, order or [0, 1, 2]
        style = layout if layout in ("blocks", "rows") else ("blocks" if e == "mrope" else "rows")
        if style == "blocks": c.paxis = np.repeat(order, [sec[a] for a in order])
        else:
            c.paxis = np.full(h, order[0])
            for j in (1, 2):
                i = np.arange(j, min(3 * sec[order[j]], h), 3); c.paxis[i] = order[j]
    if c.part != "table":
        i = np.arange(d)
        inter = c.layout == "interleaved"
        if layout == "other": inter = not inter
        c.pair = i // 2 if inter else i % (d // 2)
        c.fn = np.full(d, 1 if c.part == "cos" else 0)

GRIDS = ["rope-vit", "sam2", "pixtral", "qwen2-vl-vision", "mae", "timm-2d", "detr", "flux", "mrope", "mrope-interleaved"]
def b_grid(g, **o):
    e = str(g.choice(o.get("names", GRIDS)))
    c = new(enc=e, family="grid", kernel="wave")
    c.part = "table" if e in ("mae", "timm-2d", "detr") else str(g.choice(["cos", "sin"]))
    c.base = {"rope-vit": 100.0, "mrope": 1e6, "mrope-interleaved": 5e6}.get(e, 10000.0)
    c.sections = None
    H, W = int(g.integers(2, 40)), int(g.integers(2, 40))
    if g.random() < .25: W = H
    if o.get("oblong"):
        while W == H: W = int(g.integers(2, 40))
    c.args = ["--encoding", e] + (["--part", c.part] if c.part != "table" else [])
    if e == "qwen2-vl-vision": H, W = H + H % 2, W + W % 2      # whole patches are merged, 2 x 2
    three = e in ("flux", "mrope", "mrope-interleaved")
    c.layout = "interleaved" if e in ("rope-vit", "sam2", "flux") else "halves"
    if three:
        c.axes = ["t", "h", "w"]
        c.dim, c.sections = 128, {"flux": [8, 28, 28], "mrope": [16, 24, 24], "mrope-interleaved": [24, 20, 20]}[e]
        if e == "flux" and g.random() < .3: c.dim, c.sections = 64, [4, 14, 14]; c.args += ["--sections", "4,14,14"]
        if e == "mrope" and g.random() < .3: c.dim, c.sections = 64, [8, 12, 12]; c.args += ["--sections", "8,12,12"]
        c.args += ["--dim", str(c.dim)]
        n1, n2 = int(g.integers(2, 40)), int(g.integers(0, 60))
        F = int(g.integers(1, 4)); H, W = int(g.integers(3, 22)), int(g.integers(3, 22))
        if H == W: W += 1
        t, y, x = np.meshgrid(np.arange(F), np.arange(H), np.arange(W), indexing="ij")
        vis = np.stack([t.ravel(), y.ravel(), x.ravel()])
        if e == "flux":
            txt = np.zeros((3, int(g.choice([0, 16, 77]))))
            p = np.concatenate([txt, vis], 1)
        else:                # text, image, text, as Qwen2-VL counts
            a = np.tile(np.arange(n1), (3, 1)); v = vis + n1; b = np.tile(v.max() + 1 + np.arange(n2), (3, 1))
            p = np.concatenate([a, v, b], 1) + int(g.choice([0, 0, 0, 500]))
        c.pos, c.positions_file = p.astype(float), True
        c.square = False
    else:
        c.axes = ["h", "w"]
        D = {"rope-vit": 64, "sam2": 256, "pixtral": 64, "qwen2-vl-vision": 80, "mae": 768, "timm-2d": 512, "detr": 256}[e]
        c.dim = int(g.choice([64, 128, 256, 384])) if e in ("mae", "timm-2d", "detr") else D if g.random() < .6 else int(g.choice([32, 64, 96, 128]))
        c.args += ["--dim", str(c.dim), "--height", str(H), "--width", str(W)]
        y, x = np.meshgrid(np.arange(H), np.arange(W), indexing="ij")
        if e == "qwen2-vl-vision":   # squares of 2 x 2 patches one after another
            y, x = (a.reshape(H // 2, 2, W // 2, 2).swapaxes(1, 2) for a in (y, x))
        y, x = y.ravel().astype(float), x.ravel().astype(float)
        c.pos = np.stack([y, x]); c.square = H == W; c.H, c.W = H, W
        if e == "detr":
            c.pos = np.stack([(y + 1) / (H + 1e-6) * 2 * np.pi, (x + 1) / (W + 1e-6) * 2 * np.pi]); c.detr = True
        if e == "mae" and g.random() < .4: c.prefix = 1; c.args += ["--prefix", "1"]
    grid_plan(c)
    return c

# ---- vectors
def b_rot(g, **o):
    d = int(g.choice([32, 64, 128, 96, 40, 256]))
    head = d
    if o.get("partial"): head = d * int(g.choice([2, 4, 4, 3])); head = min(head, 512); d = min(d, head // 2)
    c = new(enc="rope", family="rotated", kernel="rotated", dim=d, part="rotated", layout=str(g.choice(["half-split", "interleaved"])))
    if o.get("partial") == "half": c.layout = "half-split"
    c.args = ["--encoding", "rope", "--part", "rotated", "--layout", c.layout]
    c.base = 10000.0
    c.head = head
    if o.get("partial") and g.random() < .4:   # said by a config.json
        c.base = float(g.choice([10000, 1000000])); c.layout = "half-split"
        c.config = {"model_type": "stablelm" if g.random() < .5 else "phi", "hidden_size": head * 8, "num_attention_heads": 8, "head_dim": head, "rope_theta": c.base,
                    "partial_rotary_factor": d / head, "max_position_embeddings": 1048576}
        c.args = ["--config", "@CONFIG", "--part", "rotated"]
    else:
        c.args += ["--dim", str(d)]; rope_base(g, c, o)
        if not o.get("partial"):
            k = o.get("scaling", str(g.choice(KINDS[:5])) if g.random() < .25 else None)
            if k: c.scaling, a = scaling_of(g, k, d, c.base); c.args += a
    h = d // 2
    c.nums, c.dens, c.paxis, c.law = 2.0 * np.arange(h), np.full(h, float(d)), np.zeros(h, int), "d"
    rot_pairs(c)
    rows = max(min(rows_of(g, head), 2048), o.get("rows", 1))
    heads = o.get("heads", 0)
    if heads:
        H = int(g.choice([2, 4, 8])); rows = min(rows, 120_000 // (H * head) + 4)
        shape, c.xaxis = ((H, rows, head), 1) if g.random() < .5 else ((rows, H, head), 0)
        c.args += ["--axis", "-2" if c.xaxis == 1 else "-3"]
    else:
        shape, c.xaxis = (rows, head), 0
    set_positions(g, c, rows, o.get("first"))
    c.x = g.standard_normal(shape)
    c.input = True
    return c

def rot_pairs(c, d=None, stride=None, layout=None):
    d = d or c.dim
    h = d // 2; i = np.arange(h)
    if (layout or c.layout) == "interleaved": c.upair, c.vpair = 2 * i, 2 * i + 1
    else: c.upair, c.vpair = i, i + (stride or h)

# ---- biases, indices
def b_alibi(g, **o):
    n = int(g.choice(o.get("heads", [8, 12, 16, 32, 40, 4, 6, 20, 112, 2, 71, 64, 24])))
    c = new(enc="alibi", family="alibi", kernel="alibi", heads=n, part=o.get("part") or ("bias" if g.random() < .8 else "slopes"))
    c.max_bias = 8.0
    c.form = o.get("form") or str(g.choice(["distance", "keys", "causal"]))
    c.args = ["--encoding", "alibi", "--heads", str(n), "--part", c.part]
    if g.random() < .1: c.max_bias = float(g.choice([4, 16, 6])); c.args += ["--max-bias", f"{c.max_bias:g}"]
    if c.part == "slopes":
        c.pos = np.zeros((1, 1)); c.first = None
    else:
        c.layout = "heads-first" if g.random() < .3 and not o.get("rowwise") else "positions-first"
        c.args += ["--layout", c.layout, "--form", c.form]
        rows = max(rows_of(g, n, 2), o.get("rows", 2))
        if o.get("signed") or (g.random() < .2 and c.form != "causal"): set_positions(g, c, rows, signed=True)
        else: set_positions(g, c, rows, 0 if g.random() < .6 else None)
    return c

def b_kerple(g, **o):
    n = int(g.choice([4, 8, 12, 16]))
    c = new(enc="kerple", family="kerple", kernel="kerple", heads=n, part="bias", layout="positions-first", form=str(g.choice(["log", "power"])))
    c.r1 = np.round(.05 + g.random(n) * 1.9, 2).tolist(); c.r2 = np.round(.05 + g.random(n) * .9, 2).tolist()
    c.args = ["--encoding", "kerple", "--form", c.form, "--layout", c.layout, "--r1", ",".join(f"{v:g}" for v in c.r1), "--r2", ",".join(f"{v:g}" for v in c.r2)]
    set_positions(g, c, max(o.get("rows", 2), min(rows_of(g, n, 2), 8192)), 0 if g.random() < .7 else None)
    return c

def b_index(g, **o):
    e = o.get("enc") or str(g.choice(["t5", "t5", "shaw", "swin", "deberta"]))
    c = new(enc=e, family="index", kernel="index", part="table")
    c.args = ["--encoding", e]
    if e == "swin":
        c.height, c.width = int(g.integers(3, 13)), int(g.integers(3, 13))
        if g.random() < .4: c.height = c.width = int(g.choice([7, 8, 12]))
        c.args += ["--height", str(c.height), "--width", str(c.width)]; c.pos = np.arange(c.height * c.width, dtype=float)[None]; c.keys = c.height * c.width
        c.square = c.height == c.width
        return c
    c.keys = int(g.integers(8, 512)); c.args += ["--keys", str(c.keys)]
    if e == "t5":
        c.num_buckets, c.max_distance = ((32, 128) if g.random() < .6 else (int(g.choice([16, 64])), int(g.choice([64, 256])))); c.bidirectional = bool(g.random() < .5)
        c.args += ["--num-buckets", str(c.num_buckets), "--max-distance", str(c.max_distance), "--bidirectional", "yes" if c.bidirectional else "no"]
    elif e == "deberta":
        c.num_buckets, c.max_distance = (256, 512) if g.random() < .6 else (64, 256)
        c.part = "buckets"; c.args += ["--part", "buckets", "--num-buckets", str(c.num_buckets), "--max-distance", str(c.max_distance)]
    else:
        c.max_distance = int(g.choice([4, 16, 32, 64])); c.args += ["--max-distance", str(c.max_distance)]
    rows = max(o.get("rows", 2), c.keys if g.random() < .5 else int(g.integers(2, 400)))
    set_positions(g, c, rows, 0 if g.random() < .75 else int(g.integers(1, 300)))
    return c
