"""Claims: what a user says that a table is, as options of `sextant verify`, and the plan of a sound program for it."""
import dataclasses
import math

import numpy as np

from programs import file_array, rounded
from tables import SOUND_RECIPES, Plan, alibi_slope

# layout, order, law, whether odd dimensions end with a column of zeros, the row of zeros, the first position
DIALECTS = {
    "fairseq": ("halves", "sin-cos", 1, True, 1, 0), "speech2text": ("halves", "sin-cos", 1, True, 1, 0),
    "tensor2tensor": ("halves", "sin-cos", 1, True, None, 0), "ddpm": ("halves", "sin-cos", 1, True, None, 0),
    "diffusers": ("halves", "sin-cos", 1, True, None, 0), "whisper": ("halves", "sin-cos", 1, False, None, 0),
    "opennmt-concat": ("halves", "sin-cos", 1, False, None, 0), "opennmt-tf": ("halves", "sin-cos", 1, False, None, 1),
    "stable-diffusion": ("halves", "cos-sin", 0, True, None, 0), "adm": ("halves", "cos-sin", 0, True, None, 0),
    "roformer-table": ("halves", "sin-cos", "d", False, None, 0), "hf-marian": ("halves", "sin-cos", "d", False, None, 0),
    "xlm": ("interleaved", "sin-cos", "d", False, None, 0), "distilbert": ("interleaved", "sin-cos", "d", False, None, 0),
    "espnet-relative": ("interleaved", "sin-cos", "d", False, None, None), "transformer-xl": ("halves", "sin-cos", "d", False, None, None),
}
DEEPSEEK = {"kind": "yarn", "factor": 40, "original-context": 4096, "mscale": 1.0, "mscale-all-dim": 1.0}
MODELS = {  # dim, base, layout, scaling
    "llama-3.1-8b": (128, 5e5, "halves", {"kind": "llama3", "factor": 8, "original-context": 8192}),
    "llama-3.2-1b": (64, 5e5, "halves", {"kind": "llama3", "factor": 32, "original-context": 8192}),
    "gpt-oss-20b": (64, 1.5e5, "halves", {"kind": "yarn", "factor": 32, "original-context": 4096, "truncate": "no"}),
    "qwen2.5-7b-yarn": (128, 1e6, "halves", {"kind": "yarn", "factor": 4, "original-context": 32768}),
    "deepseek-v3": (64, 1e4, "interleaved", DEEPSEEK), "kimi-k2": (64, 5e4, "interleaved", DEEPSEEK | {"factor": 32, "beta-fast": 1}),
    "olmo-3-7b-global": (128, 5e5, "halves", {"kind": "yarn", "factor": 8, "original-context": 8192, "attention-factor": 1.2079441541679836}),
    "gemma-3-27b-global": (128, 1e6, "halves", {"kind": "linear", "factor": 8}),
    "gemma-4-31b-global": (512, 1e6, "halves", {"kind": "proportional", "partial": 0.25}),
    "llama-3-8b": (128, 5e5, "halves", None), "mistral-7b-v0.3": (128, 1e6, "halves", None),
}
BASES = [10000, 10000, 10000, 500000, 1000000, 100000, 150000, 8000000, 1000]
FIRSTS = [1, 2, 17, 100, 1000, 2048, 4000, 4096, 8064, 32768, 65536, 131072, 1000000, 1048576]

@dataclasses.dataclass
class Claim:
    encoding: str
    arguments: list
    plan: Plan
    form: str
    files: dict = dataclasses.field(default_factory=dict)   # what else is to be saved beside the table
    head: int = 0                                           # channels of a whole head

    def summary(self):
        """What the scorer must know to tell which faults give the same numbers."""
        p, grid = self.plan, [0, 1]
        if "--height" in self.arguments:
            grid = self.arguments[self.arguments.index("--height") + 1::2][:2]
        return {"encoding": self.encoding, "family": p.family, "part": p.part, "base": p.base, "dim": p.dim, "form": p.form, "heads": p.heads,
                "law": "d" if np.ndim(p.den) or p.den == p.dim else "half-minus-shift", "scaling": p.scaling and p.scaling["kind"],
                "factor": (p.scaling or {}).get("factor"),
                "keys": p.keys, "rows": len(p.coords), "square": grid[0] == grid[1], "short": bool(np.all(rounded(p.coords, "tf32") == p.coords)),
                "positions": [float(p.coords.min()), float(p.coords.max())], "symmetric": bool(np.allclose(p.coords, -p.coords[::-1]))}

def pick(rng, choices):
    return choices[rng.integers(len(choices))]

def fresh(plan):
    """A copy that can be edited."""
    lists = {f.name: list(getattr(plan, f.name)) for f in dataclasses.fields(plan) if isinstance(getattr(plan, f.name), list)}
    return dataclasses.replace(plan, scaling=dict(plan.scaling) if plan.scaling else None, **lists)

def formats(rng, plan):
    """A format of the file, what it was computed in, and a recipe."""
    form = pick(rng, ["float32"] * 5 + ["float64"] * 2 + ["bfloat16"] * 2 + ["float16"] * 2)
    plan.dtype = np.float64 if form == "float64" or (form == "float32" and rng.random() < 0.2) else np.float32
    plan.recipe = pick(rng, SOUND_RECIPES)
    return form

def size(rng, columns, most=None):
    """A number of rows: 8 to 8192, few of 2^16; small files mostly."""
    if most is None and columns <= 32 and rng.random() < 0.06:
        return 65536
    rows = int(2 ** rng.uniform(3, 13))
    return max(8, min(rows, most or 8192, (2 ** 21 if rng.random() < 0.1 else 2 ** 17) // columns))

def place(rng, plan, rows, files, start=0):
    """Positions for the rows, and the options that say them."""
    kind = rng.random()
    if kind < 0.05:
        step = pick(rng, [2, 4, 8, 16, 64])
        p, words = np.arange(rows) * step, ["--positions", f"0:{rows * step}:{step}"]
    elif kind < 0.10:
        first = -int(rng.integers(1, rows))
        p, words = np.arange(rows) + first, ["--first", str(first)]
    elif kind < 0.14:
        borders = sorted(rng.choice(np.arange(1, rows), min(3, rows - 1), replace=False))
        p = np.concatenate([np.arange(n) for n in np.diff([0, *borders, rows])])
        files["positions"], words = p.astype(np.int64), ["--positions-file", "{positions}"]
    elif kind < 0.55:
        first = pick(rng, FIRSTS) if rng.random() < 0.8 else int(2 ** rng.uniform(2, 20))
        p, words = np.arange(rows) + first, ["--first", str(first)]
    else:
        p, words = np.arange(rows) + start, []
    plan.coords = p.astype(np.float64)[:, None]
    return words

def option(name, value):
    if isinstance(value, (list, tuple)):
        return ["--" + name, ",".join(repr(v) for v in value)]
    return ["--" + name, value if isinstance(value, str) else repr(float(value)) if value != int(value) else str(int(value))]

def sinusoidal(rng):
    plan = Plan("wave", "table")
    form, files = formats(rng, plan), {}
    name = "sinusoidal" if rng.random() < 0.55 else pick(rng, list(DIALECTS))
    plan.dim, plan.base = int(rng.choice([16, 32, 64, 96, 128, 256])), float(pick(rng, BASES)) if rng.random() < 0.3 else 10000.0
    arguments = ["--encoding", name]
    if name == "sinusoidal":
        plan.layout, plan.order = pick(rng, ["interleaved", "interleaved", "halves"]), pick(rng, ["sin-cos", "sin-cos", "cos-sin"])
        law, odd, start = pick(rng, ["d", "d", 1, 0]), False, 0
        arguments = arguments if rng.random() < 0.5 else []
        arguments += ["--layout", plan.layout] * (plan.layout != "interleaved") + ["--order", plan.order] * (plan.order != "sin-cos")
        arguments += [] if law == "d" else ["--law", "half-minus-shift"] + ([] if law == 1 else ["--shift", "0"])
        if rng.random() < 0.15:
            plan.scale = float(pick(rng, [0.5, 2, 1000, 0.25]))
            arguments += option("scale", plan.scale)
        if rng.random() < 0.1:
            plan.amplitude = float(pick(rng, [2, 8, 0.5]))
            arguments += option("amplitude", plan.amplitude)
        if rng.random() < 0.1:
            plan.zero_row = int(rng.integers(0, 3))
            arguments += option("zero-row", plan.zero_row)
    else:
        plan.layout, plan.order, law, odd, plan.zero_row, start = DIALECTS[name]
        if odd and rng.random() < 0.15:
            plan.dim, plan.odd = plan.dim + 1, True
    half = plan.dim // 2
    plan.num, plan.den = (2.0 * np.arange(half), float(plan.dim)) if law == "d" else (1.0 * np.arange(half), float(half - law))
    arguments += ["--dim", str(plan.dim)] + (option("base", plan.base) if plan.base != 10000 else [])
    rows = size(rng, plan.dim)
    if start is None:               # the encoding says its positions: down from the last one
        rows -= (rows + 1) % 2 if name == "espnet-relative" else 0
        plan.coords = (np.arange(rows)[::-1] - (rows // 2 if name == "espnet-relative" else 0)).astype(np.float64)[:, None]
    else:
        arguments += place(rng, plan, rows, files, start)
    return Claim(name, arguments, plan, form, files)

def scaling(rng, dim, kinds):
    s = {"kind": pick(rng, kinds)}
    s["factor"] = float(pick(rng, [2, 4, 8, 16, 32, 40] if s["kind"] in ("yarn", "llama3") else [2, 4, 8]))
    if s["kind"] in ("dynamic", "yarn", "llama3", "longrope"):
        s["original-context"] = float(pick(rng, [2048, 4096, 8192, 32768]))
    if s["kind"] == "dynamic":
        s["seq-len"] = s["original-context"] * pick(rng, [1.5, 2, 4, 8])
    elif s["kind"] == "yarn":
        if rng.random() < 0.35:
            s["original-context"] = float(pick(rng, [131072, 262144]))
        for key, values in (("truncate", ["no"]), ("clamp", ["pairs"]), ("beta-fast", [16.0, 24.0]), ("attention-factor", [1.0, 1.25])):
            if rng.random() < 0.15:
                s[key] = pick(rng, values)
        if rng.random() < 0.15 and "attention-factor" not in s:
            s["mscale"], s["mscale-all-dim"] = 1.0, pick(rng, [1.0, 0.707])
    elif s["kind"] == "llama3" and rng.random() < 0.2:
        s["high-freq-factor"] = 8.0
    elif s["kind"] == "longrope":
        s["short-factor"] = [round(1 + 0.5 * x * rng.random(), 3) for x in np.linspace(0, 1, dim // 2)]
        s["long-factor"] = [round(1 + 2 * s["factor"] * x ** 1.5 * rng.uniform(0.8, 1), 3) for x in np.linspace(0.02, 1, dim // 2)]
        if rng.random() < 0.6:
            s["seq-len"] = s["original-context"] * pick(rng, [0.5, 2, 4])
    elif s["kind"] == "proportional":
        s.pop("factor")
        s["partial"] = pick(rng, [0.25, 0.5, 0.75])
    return s

def rotary(rng, plan, kinds, share):
    """Dimension, base, layout and scaling of a rotary encoding, and their options."""
    plan.rope, plan.layout = True, pick(rng, ["halves", "halves", "interleaved"])
    if rng.random() < 0.2 and plan.family == "wave":
        model = pick(rng, list(MODELS))
        plan.dim, plan.base, plan.layout, s = MODELS[model]
        name, arguments = "rope", ["--model", model]
        plan.scaling = dict(s) if s else None
    else:
        plan.dim, plan.base = int(rng.choice([16, 32, 64, 80, 96, 128, 256])), float(pick(rng, BASES))
        name = pick(rng, ["rope", "rope", "rotary"])
        arguments = ["--encoding", name, "--dim", str(plan.dim)] + (option("base", plan.base) if plan.base != 10000 else [])
        arguments += ["--layout", "interleaved"] if plan.layout == "interleaved" else []
        if rng.random() < share:
            plan.scaling = scaling(rng, plan.dim, kinds)
            arguments += ["--scaling", plan.scaling["kind"]]
            arguments += [w for k, v in plan.scaling.items() if k != "kind" for w in option(k, v)]
    plan.num, plan.den = 2.0 * np.arange(plan.dim // 2), float(plan.dim)
    return name, arguments

def rope(rng):
    plan = Plan("wave", pick(rng, ["cos"] * 5 + ["sin"] * 4 + ["table"] * 4 + ["inv_freq"] * 2))
    form, files = formats(rng, plan), {}
    name, arguments = rotary(rng, plan, ["linear", "ntk", "dynamic", "yarn", "yarn", "llama3", "llama3", "longrope", "longrope", "proportional"], 0.6)
    if plan.part == "table":
        plan.layout = "halves"
    plan.doubled = plan.part in ("cos", "sin") and rng.random() < 0.3
    arguments += ["--part", plan.part] if plan.part != "table" else []
    if plan.part == "inv_freq":
        plan.coords = np.arange(4.0)[:, None]
    else:
        arguments += place(rng, plan, size(rng, plan.dim // 2 if plan.part != "table" else plan.dim), files)
    return Claim(name, arguments, plan, form, files)

def vectors(rng):
    plan = Plan("rotated", "rotated")
    form, files = formats(rng, plan), {}
    name, arguments = rotary(rng, plan, ["linear", "yarn", "llama3", "proportional"], 0.4)
    whole = plan.scaling and plan.scaling["kind"] == "proportional"
    head = plan.dim * (1 if whole or rng.random() < 0.5 else 2)
    heads, rows = int(rng.choice([1, 2, 4, 8])), int(2 ** rng.uniform(3, 8))
    arguments += ["--part", "rotated", "--input", "{input}"] + place(rng, plan, rows, files)
    plan.vectors = rounded(rng.standard_normal((1, heads, rows, head)), form)
    files["input"] = file_array(plan.vectors, form)
    arguments += ["--input-format", form] if form == "bfloat16" else []
    return Claim(name, arguments, plan, form, files, head)

def grid(rng):
    name = pick(rng, ["rope-vit", "sam2", "qwen2-vl-vision", "pixtral", "flux", "mrope", "mrope-interleaved", "mae"])
    plan = Plan("grid", "table" if name == "mae" else pick(rng, ["cos", "sin"]), rope=name != "mae")
    form, files = formats(rng, plan), {}
    plan.dim = int(rng.choice([32, 64, 80, 128]))
    half, quarter = plan.dim // 2, plan.dim // 4
    k = np.arange(quarter)
    frames, high, wide = 1, int(rng.integers(4, 33)), int(rng.integers(4, 33))
    plan.axis, plan.den, arguments = np.repeat([0, 1], quarter), float(half), []
    if name in ("rope-vit", "sam2", "qwen2-vl-vision"):
        plan.base, plan.num = 100.0 if name == "rope-vit" else 10000.0, np.tile(2.0 * k, 2)
        arguments += ["--merge", "1"] if name == "qwen2-vl-vision" else []
    elif name == "pixtral":
        plan.num, plan.den = np.concatenate([4.0 * k, 4.0 * k + 2]), float(plan.dim)
    elif name == "mae":
        plan.num, plan.den, plan.blocks = np.tile(1.0 * k, 2), float(quarter), True
    else:
        other = half // 3
        sections = [half - 2 * other, other, other]
        plan.axis, arguments = np.repeat([0, 1, 2], sections), ["--sections", ",".join(map(str, sections))]
        if name == "flux":
            frames = int(rng.integers(1, 9))
            plan.num, plan.den = np.concatenate([2.0 * np.arange(n) for n in sections]), np.repeat(2.0 * np.array(sections), sections)
        else:
            plan.base, plan.num, plan.den = (1e6 if name == "mrope" else 5e6), 2.0 * np.arange(half), float(plan.dim)
            if name == "mrope-interleaved":
                plan.axis = np.zeros(half, int)
                plan.axis[1:3 * sections[1]:3], plan.axis[2:3 * sections[2]:3] = 1, 2
    y, x = (v.ravel() for v in np.indices((frames * high, wide)))
    t, y = y // high, y % high
    plan.coords = {"qwen2-vl-vision": [y, x], "pixtral": [y, x], "flux": [t, y, x]}.get(name, [x, y])
    if name.startswith("mrope"):    # text, an image, text
        before, after, far = int(rng.integers(1, 50)), int(rng.integers(1, 50)), max(high, wide)
        image = [before + t, before + y, before + x]
        plan.coords = [np.concatenate([np.arange(before), c, before + far + np.arange(after)]) for c in image]
        files["positions"] = np.array(plan.coords, np.int64)
        arguments += ["--positions-file", "{positions}"]
    else:
        arguments += ["--height", str(high), "--width", str(wide)] + (["--frames", str(frames)] if name == "flux" else [])
    plan.coords = np.array(plan.coords, np.float64).T
    arguments = ["--encoding", name, "--dim", str(plan.dim), *arguments, *option("base", plan.base)]
    return Claim(name, arguments + (["--part", plan.part] if plan.rope else []), plan, form, files)

def alibi(rng):
    plan = Plan("alibi", pick(rng, ["bias", "bias", "bias", "slopes"]), slopes=alibi_slope)
    form, files = formats(rng, plan), {}
    plan.heads, plan.form = int(rng.choice([4, 6, 8, 12, 16, 20, 32, 40, 64, 112])), pick(rng, ["distance", "distance", "keys", "causal"])
    arguments = ["--encoding", "alibi", "--heads", str(plan.heads), "--part", plan.part]
    if plan.part == "slopes":
        plan.coords = np.zeros((1, 1))
        return Claim("alibi", arguments, plan, form)
    rows = size(rng, plan.heads, 4096)
    first = int(pick(rng, [0, 0, 1 - rows, -(rows // 2)]))
    plan.coords, plan.heads_first = (np.arange(rows) + first).astype(np.float64)[:, None], rng.random() < 0.5
    arguments += ["--form", plan.form] if plan.form != "distance" else []
    arguments += ["--first", str(first)] if first else []
    return Claim("alibi", arguments + ["--layout", "heads-first" if plan.heads_first else "positions-first"], plan, form)

def t5_bucket(n, buckets, far, both, capped=True):
    """The bucket of n = key - query."""
    start = np.zeros_like(n)
    if both:
        buckets //= 2
        start, n = np.where(n > 0, buckets, 0), np.abs(n)
    else:
        n = np.maximum(-n, 0)
    exact = buckets // 2
    later = exact + (np.log(np.maximum(n, 1) / exact) / math.log(far / exact) * (buckets - exact) + 1e-9).astype(np.int64)
    return start + np.where(n < exact, n, np.minimum(later, buckets - 1) if capped else later)

def buckets(rng):
    plan = Plan("buckets", pick(rng, ["t5", "t5", "shaw"]))
    reach = int(2 ** rng.uniform(5, 9.5))
    plan.coords, arguments = np.arange(-reach, reach + 1, dtype=np.float64)[:, None], ["--first", str(-reach)]
    if rng.random() < 0.35:
        plan.keys = int(rng.integers(40, 400))
        plan.coords, arguments = np.arange(int(rng.integers(40, 400)), dtype=np.float64)[:, None], ["--keys", str(plan.keys)]
    if plan.part == "t5":
        plan.settings = pick(rng, [32, 32, 64]), pick(rng, [128, 128, 256]), rng.random() < 0.6
        arguments += [w for k, v in zip(("num-buckets", "max-distance"), plan.settings[:2]) for w in option(k, v)]
        arguments += ["--bidirectional", "yes" if plan.settings[2] else "no"]
        plan.buckets = lambda n: t5_bucket(n, *plan.settings)
    else:
        most = int(rng.choice([8, 16, 32, 64]))
        plan.settings, arguments = (most,), arguments + option("max-distance", most)
        plan.buckets = lambda n: np.clip(n, -most, most) + most
    return Claim(plan.part, ["--encoding", plan.part, "--part", "buckets" if plan.part == "t5" else "index", *arguments], plan, "int64")

def draw(rng):
    """A claim of any kind."""
    kinds = [sinusoidal] * 30 + [rope] * 38 + [vectors] * 9 + [grid] * 8 + [alibi] * 9 + [buckets] * 6
    return pick(rng, kinds)(rng)
