"""Faults, each as programs make it. A fault looks at a claim and gives back an edit of its plan and the parameters
that a person would name, or None where the claim has no place for it; where a simpler mistake could look the same, also its edit."""
import dataclasses
import math

import numpy as np

import programs
from claims import pick, t5_bucket
from programs import flushed, rounded
from tables import alibi_slope, attention

FAULTS = {}     # name -> list of Fault

@dataclasses.dataclass
class Fault:
    name: str
    factor: str         # two faults of one table have different factors
    families: tuple
    draw: object
    entries: int        # in how many entries it must show

def fault(name, factor, families, entries=8):
    def add(function):
        FAULTS.setdefault(name, []).append(Fault(name, factor, tuple(families.split()), function, entries))
        return function
    return add

def setting(**values):
    """An edit that sets fields of the plan."""
    def edit(plan):
        for key, value in values.items():
            setattr(plan, key, value)
    return edit

def appending(field, step):
    return lambda plan: getattr(plan, field).append(step)

def rescaling(**values):
    """An edit of the scaling's options; - stands for _ in their names."""
    return lambda plan: plan.scaling.update({k.replace("_", "-"): v for k, v in values.items()})

WAVES = "wave grid rotated"
TABLES = ("table", "cos", "sin")

def kind(c):
    return c.plan.scaling["kind"] if c.plan.scaling else None

def rows_of(c):
    return len(c.plan.coords)

def ratio(rng):
    return float(pick(rng, [0.5, 2, 4, 0.25, 0.125, 8, 1.5, 10, 0.1, 1000, 0.001]))

# --- frequencies ---

@fault("wrong-base", "frequency", WAVES)
def _(c, rng):
    b = pick(rng, [1e4, 1e4, 5e5, 1e6, 1e5, 1.5e5, 100.0, 1e7, c.plan.base * 10, c.plan.base / 10, c.plan.base * 2, c.plan.base * 1.01])
    return b != c.plan.base and (setting(base=b), {"base": b})

fault("exponent-halved", "frequency", WAVES)(lambda c, rng: (setting(num=c.plan.num / 2), {"base": math.sqrt(c.plan.base)}))

@fault("exponent-denominator", "frequency", "wave grid")
def _(c, rng):
    den = c.plan.den + pick(rng, [-2, -1, 1, 2]) if c.summary()["law"] == "d" else c.plan.den + pick(rng, [-1, 1, 2])
    return np.all(den > 0) and (setting(den=den), {} if np.ndim(den) else {"denominator": float(den)})

@fault("exponent-over-head", "frequency", "wave rotated")
def _(c, rng):
    head = c.plan.dim * pick(rng, [2, 4]) if c.plan.rope else 0
    return c.plan.rope and kind(c) in (None, "linear") and (setting(den=float(head)), {"head": head})

@fault("pair-index", "frequency", "wave rotated")
def _(c, rng):
    by = pick(rng, [1, 1, -1, 2])
    return setting(num=c.plan.num + by * (c.plan.num[1] - c.plan.num[0])), {"pairs": by}

@fault("exponent-by-column", "frequency", "wave")
def _(c, rng):
    p, half = c.plan, c.plan.num.size
    columns = np.arange(2 * half) * (p.num[1] - p.num[0])
    both = (columns[::2], columns[1::2]) if p.layout == "interleaved" else (columns[:half], columns[half:])
    both = both if p.order == "sin-cos" else both[::-1]
    return not p.rope and (setting(num=both[0], num_cos=both[1]), {})

@fault("reciprocal-frequency", "frequency", WAVES)
def _(c, rng):
    safe = kind(c) in (None, "linear", "ntk", "dynamic")
    return safe and (appending("frequency_steps", lambda w: 1 / w), {})

fault("uninitialised", "frequency", WAVES)(lambda c, rng: (appending("frequency_steps", lambda w: 0 * w), {"frequencies": 0}))

# --- scalings of the context ---

@fault("scaling-missing", "scaling", "wave rotated")
def _(c, rng):
    return kind(c) not in (None, "proportional") and (setting(scaling=None), {})

fault("scaling-doubled", "scaling", "wave rotated")(lambda c, rng:
    kind(c) in ("linear", "ntk", "dynamic", "yarn", "llama3", "longrope") and (setting(times=2), {}))

@fault("scaling-parameters", "scaling", "wave rotated")
def _(c, rng):
    s = c.plan.scaling or {"kind": None}
    keys = {"linear": ["factor"], "ntk": ["factor"], "dynamic": ["factor", "seq-len", "original-context"], "llama3": ["factor", "original-context",
            "high-freq-factor"], "yarn": ["factor", "original-context", "beta-fast"]}.get(s["kind"])
    if not keys:
        return None
    key = pick(rng, keys)
    value = s.get(key, {"beta-fast": 32.0, "high-freq-factor": 4.0}.get(key)) * pick(rng, [0.5, 2, 4, 0.25])
    if value < (1 if key == "factor" else 0):
        return None
    later = rows_of(c) > 16 and c.plan.part in TABLES and rng.random() < 0.2
    if later:       # a table that was made longer with other parameters
        row = int(rng.integers(4, rows_of(c) - 4))
        return setting(later=(row, lambda plan: plan.scaling.update({key: value}))), {key: value, "row": row}
    return rescaling(**{key: value}), {key: value}

@fault("scaling-kind", "scaling", "wave rotated")
def _(c, rng):
    s = c.plan.scaling or {"kind": None}
    other = pick(rng, ["linear", "ntk", "yarn", "llama3"])
    new = {"kind": other, "factor": s.get("factor", 1), "original-context": s.get("original-context", 8192.0)}
    return "factor" in s and other != s["kind"] and {other, s["kind"]} != {"ntk", "dynamic"} and (setting(scaling=new), {"kind": other})

fault("yarn-truncate", "scaling", "wave rotated")(lambda c, rng:
    kind(c) == "yarn" and (rescaling(truncate="no" if c.plan.scaling.get("truncate", "yes") == "yes" else "yes"), {}))

@fault("yarn-clamp", "scaling", "wave rotated")
def _(c, rng):
    other = "pairs" if kind(c) == "yarn" and c.plan.scaling.get("clamp") != "pairs" else "channels"
    return kind(c) == "yarn" and (rescaling(clamp=other), {})

fault("bands-swapped", "scaling", "wave rotated")(lambda c, rng:
    kind(c) in ("yarn", "llama3") and (rescaling(bands=pick(rng, ["ends", "exchanged"] + ["blend"] * (kind(c) == "llama3"))), {}))
fault("wavelength", "scaling", "wave rotated")(lambda c, rng: kind(c) in ("yarn", "llama3") and (rescaling(two_pi=1.0), {}))

@fault("longrope-list", "scaling", "wave")
def _(c, rng):
    if kind(c) != "longrope":
        return None
    if c.plan.part in TABLES and rows_of(c) > 16 and rng.random() < 0.3:    # rows that were appended take the other list
        row = int(rng.integers(4, rows_of(c) - 4))
        return setting(later=(row, lambda plan: plan.scaling.update(flip=True))), {"row": row}
    return rescaling(flip=True), {}

@fault("partial-missing", "scaling", "wave rotated")
def _(c, rng):
    if kind(c) == "proportional":
        return setting(scaling=None), {}
    if c.plan.family == "rotated" and c.head > c.plan.dim:
        return setting(num=2.0 * np.arange(c.head // 2), den=float(c.head), dim=c.head), {"dim": c.head}, [setting(den=float(c.head))]
    return None

# --- positions and angles ---

@fault("position-offset", "position", "wave grid rotated alibi buckets")
def _(c, rng):
    by = float(pick(rng, [1, 1, -1, 2, -2, 3, 128, 4096, -64] + [0.5] * (c.plan.family in ("wave", "grid"))))
    return c.plan.part not in ("slopes", "inv_freq") and (setting(coords=c.plan.coords + by), {"offset": by})

@fault("position-scale", "position", "wave grid rotated")
def _(c, rng):
    by = 1.0 / rows_of(c) if rng.random() < 0.15 else ratio(rng)
    return c.plan.part != "inv_freq" and (setting(scale=c.plan.scale * by), {"scale": by})

@fault("position-restart", "position", "wave rotated")
def _(c, rng):
    p, rows = c.plan.coords[:, 0], rows_of(c)
    if c.plan.part == "inv_freq" or rows < 16 or np.any(np.diff(p) != 1):
        return None
    row = int(rng.integers(4, rows - 4))
    r = np.arange(rows)
    restarted = r % row if p[0] == 0 and rng.random() < 0.5 else np.where(r < row, p, r - row)
    return setting(coords=restarted[:, None].astype(float)), {"row": row}

# the reverse: packed sequences whose positions run on
fault("position-restart", "position", "wave")(lambda c, rng:
    "positions" in c.files and (setting(coords=np.arange(rows_of(c), dtype=float)[:, None]),
                                {"row": int(np.argmax(np.diff(c.plan.coords[:, 0]) != 1)) + 1}))
fault("positions-mirrored", "position", "wave")(lambda c, rng: c.plan.coords.min() < 0 and (setting(coords=np.abs(c.plan.coords)), {}))

@fault("degrees", "position", WAVES)
def _(c, rng):
    by = pick(rng, [math.pi / 180, 180 / math.pi])
    return c.plan.part != "inv_freq" and (appending("angle_steps", lambda a: a * a.dtype.type(by)), {"scale": by})

@fault("phase", "phase", WAVES)
def _(c, rng):
    by = pick(rng, [math.pi / 4, math.pi / 2, math.pi, -math.pi / 2, 0.5, 1.0, 0.1])
    return c.plan.part != "inv_freq" and (appending("angle_steps", lambda a: a + a.dtype.type(by)), {"phase": by})

# --- rows ---

def reordered(name, entries=8):
    """A fault that takes other rows of the table; the function gives their numbers and the parameters."""
    def add(function):
        @fault(name, "rows", "wave grid alibi buckets", entries)
        def _(c, rng):
            if c.plan.part in ("inv_freq", "slopes") or c.plan.keys or rows_of(c) < 16:
                return None
            order, parameters = function(rows_of(c), rng)
            axis = int(c.plan.heads_first)
            return appending("table_steps", (30, lambda t: np.take(t, order, axis))), parameters
        return function
    return add

@reordered("rows-reversed")
def _(rows, rng):
    return np.arange(rows)[::-1], {}

@fault("rows-missing", "rows", "wave")
def _(c, rng):
    if c.plan.part == "inv_freq" or rows_of(c) < 16 or np.any(np.diff(c.plan.coords[:, 0]) != 1):
        return None
    row, skipped = int(rng.integers(3, rows_of(c) - 4)), pick(rng, [1, 1, 2, 5, 64, 512])
    return setting(coords=c.plan.coords + skipped * (np.arange(rows_of(c)) >= row)[:, None]), {"row": row, "rows": skipped}

@reordered("repeated-row", 1)
def _(rows, rng):
    row, order = int(rng.integers(1, rows - 4)), np.arange(rows)
    if rng.random() < 0.5:          # in the place of the next one
        order[row + 1] = row
    else:                           # before the others, which move on
        order[row + 1:] -= 1
    return order, {"row": row + 1}

@reordered("table-overrun")
def _(rows, rng):
    row = int(rng.integers(3, rows - 2))
    return np.minimum(np.arange(rows), row - 1), {"row": row}

@reordered("rows-permuted")
def _(rows, rng):
    order, which = np.arange(rows), rng.integers(5)
    if which == 0:                  # two blocks exchanged
        return np.roll(order, -(rows // 2)), {}
    if which == 1:                  # even rows, then odd ones
        return np.concatenate([order[::2], order[1::2]]), {}
    if which == 2 and rows % 4 == 0:    # context parallel: chunk r and chunk 3 - r of two ranks
        return order.reshape(4, -1)[[0, 3, 1, 2]].ravel(), {}
    if which == 3:                  # two rows exchanged
        a, b = rng.choice(rows, 2, replace=False)
        order[[a, b]] = b, a
        return order, {}
    return rng.permutation(rows), {}

@fault("zero-row", "rows", "wave", 1)
def _(c, rng):
    if c.plan.part == "inv_freq":
        return None
    if c.plan.zero_row is not None and rng.random() < 0.5:
        return setting(zero_row=None), {"row": int(np.argmax(c.plan.coords[:, 0] == c.plan.zero_row))}
    row = int(rng.integers(0, 3))
    def clear(t):
        t = t.copy()
        t[row] = 0
        return t
    return appending("table_steps", (20, clear)), {"row": row}

@fault("zeros", "rows", "wave grid")
def _(c, rng):
    rows = rows_of(c)
    if c.plan.part == "inv_freq" or rows < 16:
        return None
    n, where = int(rng.integers(2, rows // 2)), rng.integers(3)
    def clear(t):
        if where == 0:              # rows of zeros before the others, which move on
            return np.concatenate([np.zeros_like(t[:n]), t[:-n]])
        t = t.copy()
        t[slice(rows - n, rows) if where == 1 else slice(None)] = 0     # the end was never filled, or nothing
        return t
    return appending("table_steps", (35, clear)), {"rows": rows if where == 2 else n}

# --- columns ---

@fault("layout", "layout", "wave rotated")
def _(c, rng):
    p = c.plan
    seen = p.family == "rotated" or p.part == "table" or p.doubled
    return seen and not p.odd and (setting(layout="interleaved" if p.layout == "halves" else "halves"), {})

fault("sin-cos-swapped", "layout", "wave grid")(lambda c, rng: c.plan.part in TABLES and (appending("wave_steps", lambda s, c: (c, s)), {}))

@fault("columns-permuted", "layout", "wave grid")
def _(c, rng):
    p = c.plan
    if p.part == "inv_freq" or p.odd or p.doubled:
        return None
    columns = p.num.size * (2 if p.part == "table" else 1)
    which, order = rng.integers(4), np.arange(columns)
    if which == 0 and p.part == "table" and p.layout == "interleaved":      # frequencies run the other way
        order = order.reshape(-1, 2)[::-1].ravel()
    elif which == 0:
        order = order.reshape(2 if p.part == "table" else 1, -1)[:, ::-1].ravel()
    elif which == 1:                # heads and channels exchanged
        order = order.reshape(4, -1).T.ravel()
    elif which == 2:                # two columns exchanged
        a, b = rng.choice(columns, 2, replace=False)
        order[[a, b]] = b, a
    else:
        order = rng.permutation(columns)
    return appending("table_steps", (25, lambda t: t[:, order])), {}

@fault("columns-shifted", "layout", "wave")
def _(c, rng):
    p, half = c.plan, c.plan.num.size
    if p.part not in TABLES or p.odd or p.doubled or p.zero_row is not None:
        return None
    by = int(rng.choice([1, 2, 4, half // 2]))
    if p.rope and p.part == "sin" and rng.random() < 0.6:   # sines read from the wrong column of rows [cos | sin]
        def shifted(s, c):
            flat = np.concatenate([np.concatenate([c, s], 1).ravel(), np.zeros(by, s.dtype)])
            return flat[by:].reshape(len(s), -1)[:, half:], c
        return appending("wave_steps", shifted), {"columns": by}
    def further(t):                 # the whole table read `by` numbers too far on
        return np.concatenate([t.ravel()[by:], np.zeros(by, t.dtype)]).reshape(t.shape)
    return appending("table_steps", (25, further)), {"columns": by}

fault("transposed", "file", "wave grid")(lambda c, rng:
    c.plan.part != "inv_freq" and (appending("table_steps", (80, lambda t: np.ascontiguousarray(t.T))), {}))

@fault("axes-swapped", "axes", "grid")
def _(c, rng):
    last = c.plan.coords.shape[1] - 1
    order = [*range(last - 1), last, last - 1]
    return setting(coords=c.plan.coords[:, order]), {}

@fault("axis-dropped", "axes", "grid")
def _(c, rng):
    order = list(range(c.plan.coords.shape[1]))
    lost, kept = rng.choice(order, 2, replace=False)
    order[lost] = kept
    return setting(coords=c.plan.coords[:, order]), {}

@fault("axis-split", "axes", "grid")
def _(c, rng):
    if c.encoding not in ("flux", "mrope"):
        return None
    counts = np.bincount(c.plan.axis)
    counts = counts + pick(rng, [[-1, 1, 0], [1, -1, 0], [-2, 1, 1], [0, 1, -1], [2, 0, -2]])
    return counts.min() > 0 and (setting(axis=np.repeat([0, 1, 2], counts)), {})

@fault("section-order", "axes", "grid")
def _(c, rng):
    counts = np.bincount(c.plan.axis)
    if c.encoding == "mrope" and rng.random() < 0.5:        # interleaved for one after the other
        axis = np.zeros(c.plan.num.size, int)
        axis[1:3 * counts[1]:3], axis[2:3 * counts[2]:3] = 1, 2
    elif c.encoding == "mrope-interleaved" and rng.random() < 0.5:
        axis = np.repeat([0, 1, 2], counts)
    else:
        axis = np.array(pick(rng, [[1, 0, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]]))[c.plan.axis]
    return c.encoding in ("mrope", "mrope-interleaved") and (setting(axis=axis), {})

# --- amplitudes and signs ---

@fault("amplitude", "amplitude", WAVES)
def _(c, rng):
    p, factor = c.plan, attention(c.plan.scaling)
    if p.part == "inv_freq":
        return None
    if factor != 1 and rng.random() < 0.7:      # the attention factor is missing, applied twice, or goes through the logarithm again
        new = pick(rng, [1.0, factor ** 2] + [0.1 * factor * math.log(p.scaling["factor"]) + 1] * ("factor" in p.scaling))
        return setting(attention=lambda factor: new), {"amplitude": [new, new / factor]}
    by = float(pick(rng, [math.sqrt(p.dim), 0.5, 2, 1.2079441541679836, 0.1 * math.log(32) + 1, 1 / math.sqrt(p.dim), 1.01]))
    return setting(amplitude=p.amplitude * by), {"amplitude": [by, by * p.amplitude * factor]}

fault("sign", "sign", "wave grid rotated")(lambda c, rng: c.plan.part != "inv_freq" and (appending("wave_steps", lambda s, c: (-s, c)), {}))
fault("sign", "sign", "alibi buckets")(lambda c, rng: (setting(sign=-1), {}))

# --- precision ---

def half(c, rng):
    return pick(rng, ["float16", "bfloat16"] if np.abs(c.plan.coords).max() < 60000 else ["bfloat16"])

@fault("frequency-rounded", "precision", WAVES)
def _(c, rng):
    form = "float32" if c.plan.dtype == np.float64 and c.form == "float64" and rng.random() < 0.4 else pick(rng, ["float16", "bfloat16"])
    return setting(round_frequency=form), {"format": form}

@fault("position-rounded", "precision", WAVES)
def _(c, rng):
    form = half(c, rng)
    return c.plan.part != "inv_freq" and (setting(round_position=form), {"format": form})

@fault("computed-in-half", "precision", WAVES)
def _(c, rng):
    form = half(c, rng)
    if c.plan.part == "inv_freq" or c.plan.dtype == np.float64:
        return None
    if rng.random() < 0.5:
        return setting(round_angle=form), {"format": form}
    return setting(round_frequency=form, round_position=form, round_angle=form, round_value=form), {"format": form}

@fault("computed-in-half", "precision", "alibi")
def _(c, rng):
    form = pick(rng, ["bfloat16", "float16"])
    return c.plan.part == "bias" and (setting(round_value=form), {"format": form})

fault("tf32-product", "precision", WAVES)(lambda c, rng:
    c.plan.part != "inv_freq" and c.plan.dtype == np.float32 and (setting(round_frequency="tf32", round_position="tf32"), {}))

@fault("frequency-recurrence", "precision", "wave rotated", 3)
def _(c, rng):
    recipe = pick(rng, ["frequency-recurrence", "angle-recurrence"]) if c.plan.part != "inv_freq" else "frequency-recurrence"
    return c.plan.num[0] == 0 and kind(c) is None and (setting(recipe=recipe), {})

fault("quarter-turn-cosine", "precision", "wave grid", 3)(lambda c, rng: c.plan.part in ("cos", "table") and (setting(trig=("quarter",)), {}))
fault("rotation-recurrence", "precision", "wave")(lambda c, rng:
    c.plan.part in TABLES and rows_of(c) > 64 and np.ptp(np.diff(c.plan.coords[:, 0])) == 0 and (setting(turn_on=True), {}))
fault("fast-trigonometry", "precision", WAVES)(lambda c, rng:
    c.plan.part != "inv_freq" and c.plan.dtype == np.float32 and (setting(trig=("hardware", int(rng.integers(3)))), {}))

@fault("approximate-trigonometry", "precision", WAVES)
def _(c, rng):
    which = int(rng.integers(5))
    number = int({2: rng.integers(3, 6), 3: pick(rng, [256, 1024, 4096]), 4: pick(rng, [64, 256, 1024])}.get(which, 0))
    x = np.linspace(-math.pi, math.pi, 20001)
    error = float(np.max(np.abs(programs.approximate(x, which, number, 0) - np.sin(x))))
    return c.plan.part != "inv_freq" and (setting(trig=("approximate", which, number)), {"error": error})

# all in float64 and then cut off: it stays within one ulp, and fails only where correct rounding is demanded (see generate.py)
fault("rounded-toward-zero", "storage", WAVES)(lambda c, rng:
    c.form != "float64" and (setting(dtype=np.float64, store=lambda t, form: rounded(t, form, cut=True)), {}))
fault("flushed-to-zero", "storage", WAVES, 1)(lambda c, rng:
    c.form == "float16" and (setting(store=lambda t, form: flushed(rounded(t, form), form)), {}))
fault("computed-in-single", "precision", WAVES, 3)(lambda c, rng: c.form == "float64" and (setting(dtype=np.float32), {}))

@fault("quantised", "storage", WAVES)
def _(c, rng):
    bits = int(pick(rng, [4, 6, 8, 8, 10]))
    def store(t, form):
        step = np.max(np.abs(t)) / (2 ** (bits - 1) - 1)
        return rounded((np.rint(t / step) * step).astype(t.dtype), form)
    return c.plan.part != "inv_freq" and (setting(store=store), {"bits": bits})

# --- vectors ---

fault("unrotated", "turn", "rotated")(lambda c, rng: (setting(turns=0), {}))
fault("rotated-twice", "turn", "rotated")(lambda c, rng: (setting(turns=2), {}))
fault("first-only", "turn", "rotated")(lambda c, rng: c.plan.vectors.shape[1] > 1 and (setting(only=1), {"heads": 1}))

@fault("head-for-position", "position", "rotated")
def _(c, rng):
    heads = c.plan.vectors.shape[1]
    return heads > 1 and (setting(by_head=True, coords=np.arange(heads, dtype=float)[:, None]), {})

fault("pair-stride", "layout", "rotated")(lambda c, rng:
    c.head > c.plan.dim and c.plan.layout == "halves" and (setting(stride=c.head // 2), {"stride": c.head // 2}))

@fault("partial-twice", "scaling", "rotated")
def _(c, rng):
    n = c.plan.dim // 2
    edit = setting(num=2.0 * np.arange(n // 2), den=float(n), dim=n)
    return n >= 8 and kind(c) != "proportional" and (edit, {"dim": n}, [setting(den=float(n))])

# --- biases and buckets ---

@fault("bias-form", "form", "alibi")
def _(c, rng):
    other = pick(rng, [f for f in ("distance", "keys", "causal") if f != c.plan.form])
    return c.plan.part == "bias" and (setting(form=other), {"form": other})

@fault("slopes", "slopes", "alibi")
def _(c, rng):
    power = c.plan.heads & (c.plan.heads - 1) == 0
    start = lambda h, heads: alibi_slope(h - 1, heads)                          # counted from 0
    flat = lambda h, heads: 2.0 ** (-8 * (h + 1) / heads)                       # not interpolated
    closest = lambda h, heads: 2.0 ** (-8 * (h + 1) / 2 ** int(math.log2(heads)))   # of the power of two below, on and on
    return setting(slopes=start if power or rng.random() < 0.3 else pick(rng, [flat, closest])), {}

@fault("local-heads", "slopes", "alibi")
def _(c, rng):
    ranks = pick(rng, [2, 4, 8])
    return c.plan.heads % ranks == 0 and c.plan.heads > ranks and (setting(local=ranks), {"heads": c.plan.heads // ranks})

@fault("bucket-direction", "buckets", "buckets")
def _(c, rng):
    if c.plan.part != "t5":
        return None
    number, far, both = c.plan.settings
    return setting(buckets=lambda n: t5_bucket(n, number, far, not both)), {}

@fault("buckets-uncapped", "buckets", "buckets")
def _(c, rng):
    if c.plan.part == "t5":
        return setting(buckets=lambda n: t5_bucket(n, *c.plan.settings, capped=False)), {"distance": c.plan.settings[1]}
    return setting(buckets=lambda n: np.maximum(n, -c.plan.settings[0]) + c.plan.settings[0]), {"distance": c.plan.settings[0]}

# --- damage, to what is stored ---

fault("byte-order", "file", "wave grid rotated alibi")(lambda c, rng: (setting(swapped=True), {}))

def damaged(rng, count, damage, name="entries"):
    """Changes count entries of the stored table; the seed makes it the same each time."""
    seed = int(rng.integers(2 ** 31))
    def step(t):
        flat, own = t.copy().ravel(), np.random.default_rng(seed)
        places = own.choice(flat.size, min(count, flat.size), replace=False)
        flat[places] = damage(flat[places], own)
        return flat.reshape(t.shape)
    return appending("table_steps", (95, step)), {name: count}

def entries(c):
    return c.plan.vectors.size if c.plan.family == "rotated" else c.plan.heads * rows_of(c) if c.plan.family == "alibi" else \
        c.plan.num.size if c.plan.part == "inv_freq" else rows_of(c) * (c.plan.dim if c.plan.part == "table" else c.plan.num.size)

@fault("not-finite", "damage", "wave grid rotated alibi", 1)
def _(c, rng):
    value = float(pick(rng, [np.nan, np.inf, -np.inf]))
    return damaged(rng, int(rng.integers(1, 1 + max(1, entries(c) // 50))), lambda x, own: np.full(x.shape, value))

def corrupt(c, rng, share=0.004):
    """Entries that were overwritten: other signs, zeros, noise, numbers that belong elsewhere."""
    how, top = rng.integers(4), max(1.0, abs(c.plan.amplitude))
    def damage(x, own):
        changed = [-x, 0 * x, x + top * own.uniform(0.05, 1, x.shape) * own.choice([-1, 1], x.shape), own.uniform(-1, 1, x.shape) * top][how]
        changed = np.where(np.abs(changed - x) < 0.02 * top, x + 0.3 * top, changed)
        return rounded(changed, c.form)
    return damaged(rng, int(rng.integers(1, 1 + max(1, int(share * entries(c))))), damage)

fault("corrupt-entry", "damage", "wave grid rotated alibi", 1)(lambda c, rng: corrupt(c, rng))
