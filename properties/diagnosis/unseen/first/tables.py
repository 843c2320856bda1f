"""A plan is what a program does to make a table, step by step; faults edit plans."""
import dataclasses
import math
from typing import Any, Callable

import numpy as np

import programs
from programs import rounded

SOUND_RECIPES = ["pow-divide", "pow-multiply", "exp-log", "log-timescale", "pow-reciprocal"]

@dataclasses.dataclass
class Plan:
    family: str                     # wave | grid | rotated | alibi | buckets
    part: str                       # table | cos | sin | inv_freq | rotated | bias | slopes | buckets
    dtype: Any = np.float32         # what it is computed in
    recipe: str = "pow-reciprocal"
    dim: int = 0
    base: float = 10000.0
    num: Any = None                 # pair i has the frequency base^(-num[i] / den[i])
    num_cos: Any = None             # the same of the cosines, where they differ
    den: Any = None
    scaling: Any = None             # the options of --scaling by name, and "kind"
    times: int = 1                  # how often the scaling is applied
    coords: Any = None              # the position of every row, or several coordinates
    axis: Any = None                # which coordinate a pair turns by
    origin: float = 0.0
    scale: float = 1.0
    amplitude: float = 1.0
    attention: Callable = lambda factor: factor   # what becomes of the scaling's attention factor
    rope: bool = False
    layout: str = "halves"          # interleaved | halves
    order: str = "sin-cos"
    blocks: bool = False            # sines and cosines of every axis apart
    doubled: bool = False           # cosines stand twice, as Transformers has them
    odd: bool = False               # a column of zeros at the end
    zero_row: Any = None
    frequency_steps: list = dataclasses.field(default_factory=list)
    angle_steps: list = dataclasses.field(default_factory=list)
    wave_steps: list = dataclasses.field(default_factory=list)      # (sines, cosines) -> the same
    table_steps: list = dataclasses.field(default_factory=list)     # (when, function), early ones first
    later: Any = None               # (row, edit): from that row on another program made the table
    round_frequency: Any = None     # formats in between
    round_position: Any = None
    round_angle: Any = None
    round_value: Any = None
    trig: Any = None                # None | quarter | (hardware, kind) | (approximate, kind, size)
    turn_on: bool = False
    store: Callable = rounded       # (values, format) -> values
    swapped: bool = False           # the bytes of every stored number
    # rotated vectors: [batch, heads, rows, channels]
    vectors: Any = None
    stride: Any = None              # channels between the partners of a pair
    turns: int = 1
    by_head: bool = False
    only: Any = None                # how many heads are turned
    # biases
    heads: int = 0
    slopes: Any = None              # h, heads -> slope
    max_bias: float = 8.0
    form: str = "distance"
    sign: int = 1
    heads_first: bool = False
    buckets: Any = None             # function of k - q
    keys: Any = None                # several columns of keys
    settings: Any = None            # of the buckets: number, farthest distance, both directions
    local: int = 1                  # number of ranks, each with its own slopes

def base_of(plan):
    """The base of the frequencies, which some scalings change."""
    s, base = plan.scaling or {"kind": None}, plan.base
    stretch = plan.dim / (plan.dim - 2) if plan.dim > 2 else 1
    for _ in range(plan.times):
        if s["kind"] == "ntk":
            base *= s["factor"] ** stretch
        elif s["kind"] == "dynamic":
            length, trained = max(s.get("seq-len", 0), s["original-context"]), s["original-context"]
            base *= (s["factor"] * length / trained - (s["factor"] - 1)) ** stretch
    return base

def yarn_ramp(s, dim, base, dtype):
    def channel(turns):
        return dim * math.log(s["original-context"] / (turns * s.get("two-pi", 2 * math.pi))) / (2 * math.log(base))
    low, high = channel(s.get("beta-fast", 32)), channel(s.get("beta-slow", 1))
    if s.get("bands") == "ends":
        low, high = high, low
    if s.get("truncate", "yes") == "yes":
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, dim - 1 if s.get("clamp", "channels") == "channels" else dim // 2 - 1)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(dim // 2, dtype=dtype) - dtype(low)) / dtype(high - low), dtype(0), dtype(1))
    return 1 - ramp if s.get("bands") == "exchanged" else ramp

def llama3(w, s, dtype):
    low, high, trained = s.get("low-freq-factor", 1), s.get("high-freq-factor", 4), s["original-context"]
    if s.get("bands") == "ends":
        low, high = high, low
    length = dtype(s.get("two-pi", 2 * math.pi)) / w
    divided, kept = w / dtype(s["factor"]), w
    if s.get("bands") == "exchanged":
        divided, kept = kept, divided
    smooth = (dtype(trained) / length - dtype(low)) / dtype(high - low or 1)
    if s.get("bands") == "blend":
        smooth = 1 - smooth
    between = ~(length < trained / high) & ~(length > trained / low)
    return np.where(between, (1 - smooth) * divided + smooth * kept, np.where(length > trained / low, divided, kept))

def scaled(plan, w):
    s, dtype = plan.scaling or {"kind": None}, plan.dtype
    for _ in range(plan.times):
        if s["kind"] == "linear":
            w = w / dtype(s["factor"])
        elif s["kind"] == "yarn":
            ramp = yarn_ramp(s, plan.dim, plan.base, dtype)
            w = w / dtype(s["factor"]) * ramp + w * (1 - ramp)
        elif s["kind"] == "llama3":
            w = llama3(w, s, dtype)
        elif s["kind"] == "longrope":
            long = s.get("seq-len", s["original-context"]) > s["original-context"]
            w = w / np.array(s["long-factor" if long != s.get("flip", False) else "short-factor"], dtype)
        elif s["kind"] == "proportional":
            w = np.where(np.arange(w.size) < int(s["partial"] * w.size), w / dtype(s.get("factor", 1)), dtype(0))
    return w

def attention(s):
    """The attention factor of a scaling."""
    s = s or {"kind": None}
    def g(m):
        return 0.1 * m * math.log(s["factor"]) + 1 if s["factor"] > 1 else 1.0
    if "attention-factor" in s:
        return s["attention-factor"]
    if s["kind"] == "yarn":
        return g(s["mscale"]) / g(s["mscale-all-dim"]) if "mscale" in s else g(1)
    if s["kind"] == "longrope" and s["factor"] > 1:
        return math.sqrt(1 + math.log(s["factor"]) / math.log(s["original-context"]))
    return 1.0

def frequencies(plan, lib, num):
    dtype, base = plan.dtype, base_of(plan)
    den = np.broadcast_to(np.asarray(plan.den, np.float64), num.shape)
    exponent = num.astype(dtype) / den.astype(dtype)
    if plan.recipe == "exp-log":
        w = lib.exp(num.astype(dtype) * (-math.log(base) / den).astype(dtype))
    elif plan.recipe == "log-timescale":
        w = lib.exp(-(num / 2).astype(dtype) * (lib.log(np.full(1, base, dtype)) / (den / 2).astype(dtype)))
    elif plan.recipe == "pow-multiply":
        w = lib.power(np.full(1, base, dtype), -exponent)
    elif plan.recipe in ("frequency-recurrence", "angle-recurrence"):
        w = np.empty(num.size, dtype)
        w[0], ratio = 1, lib.power(np.full(1, base, dtype), np.full(1, -num[1] / den[1], dtype))[0]
        for i in range(1, num.size):
            w[i] = w[i - 1] * ratio
    else:
        w = lib.divide(np.ones(num.size, dtype), lib.power(np.full(1, base, dtype), exponent))
    w = scaled(plan, w).astype(dtype)
    for step in plan.frequency_steps:
        w = step(w).astype(dtype)
    return rounded(w, plan.round_frequency) if plan.round_frequency else w

def angles(plan, lib, num):
    dtype = plan.dtype
    p = plan.coords
    p = (p + plan.origin if plan.origin else p).astype(dtype) * dtype(plan.scale)
    if plan.round_position:
        p = rounded(p, plan.round_position)
    p = p[:, plan.axis] if plan.axis is not None else p
    if plan.recipe == "pow-divide" and plan.scaling is None and not plan.frequency_steps and not plan.round_frequency:
        den = np.broadcast_to(np.asarray(plan.den, np.float64), num.shape)
        a = lib.divide(p, lib.power(np.full(1, plan.base, dtype), num.astype(dtype) / den.astype(dtype)))
    elif plan.recipe == "angle-recurrence":
        w = frequencies(plan, lib, num)
        a = np.repeat(p[:, :1], num.size, 1)
        for i in range(1, num.size):
            a[:, i] = a[:, i - 1] * w[1]
    else:
        a = p * frequencies(plan, lib, num)
    a = rounded(a, plan.round_angle) if plan.round_angle else a
    for step in plan.angle_steps:
        a = step(a).astype(dtype)
    return a

def sine(plan, lib, a, quarter):
    """The sine of angles, or their cosine: the sine a quarter turn on."""
    trig = plan.trig or ("library",)
    if trig[0] == "hardware":
        return programs.hardware(a, trig[1], quarter).astype(plan.dtype)
    if trig[0] == "approximate":
        return programs.approximate(a, trig[1], trig[2], quarter).astype(plan.dtype)
    if trig[0] == "quarter" and quarter:
        return lib.sin(a + plan.dtype(math.pi / 2))
    return (lib.cos if quarter else lib.sin)(a)

def waves(plan, lib):
    """Sines and cosines, rows by pairs, with their amplitudes."""
    a = angles(plan, lib, plan.num)
    other = a if plan.num_cos is None else angles(plan, lib, plan.num_cos)
    if plan.turn_on:
        w = frequencies(plan, lib, plan.num) * plan.dtype((plan.coords[1, 0] - plan.coords[0, 0]) * plan.scale)
        c, s = np.empty(a.shape, plan.dtype), np.empty(a.shape, plan.dtype)
        c[0], s[0] = lib.cos(a[:1])[0], lib.sin(a[:1])[0]
        c, s = programs.turned_on(c, s, lib.cos(w), lib.sin(w))
    else:
        s, c = sine(plan, lib, a, 0), sine(plan, lib, other, 1)
    factor = plan.dtype(plan.amplitude * plan.attention(attention(plan.scaling)))
    s, c = s * factor, c * factor
    for step in plan.wave_steps:
        s, c = step(s, c)
    if plan.round_value:
        s, c = rounded(s, plan.round_value), rounded(c, plan.round_value)
    return s, c

def woven(first, second):
    return np.stack([first, second], -1).reshape(first.shape[0], -1)

def assembled(plan, s, c):
    """The columns of a table."""
    if plan.part in ("cos", "sin"):
        one = c if plan.part == "cos" else s
        return one if not plan.doubled else np.concatenate([one, one], 1) if plan.layout == "halves" else woven(one, one)
    first, second = (c, s) if plan.order == "cos-sin" or plan.rope else (s, c)
    if plan.blocks:
        return np.concatenate([x[:, plan.axis == k] for k in range(plan.axis.max() + 1) for x in (first, second)], 1)
    table = woven(first, second) if plan.layout == "interleaved" else np.concatenate([first, second], 1)
    return np.concatenate([table, np.zeros((len(table), 1), table.dtype)], 1) if plan.odd else table

def partners(plan):
    """The channels of every pair of a vector."""
    i = np.arange(plan.num.size)
    if plan.layout == "interleaved":
        return 2 * i, 2 * i + 1
    return i, i + (plan.stride or plan.num.size)

def turned(plan, s, c):
    """Vectors after the rotation; c and s are rows by pairs, or heads by pairs."""
    x = plan.vectors.astype(plan.dtype)
    a, b = partners(plan)
    s, c = (t[:, None, :] if plan.by_head else t for t in (s, c))
    y = x.copy()
    for _ in range(plan.turns):
        u, v = y[..., a].copy(), y[..., b].copy()
        y[..., a], y[..., b] = u * c - v * s, v * c + u * s
    if plan.only is not None:
        y[:, plan.only:] = x[:, plan.only:]
    return y

def alibi_slope(h, heads, max_bias=8.0):
    """ALiBi's slope of a head, interpolated where heads is no power of two."""
    power = 2 ** int(math.log2(heads))
    return 2.0 ** (-max_bias * (h + 1) / power) if h < power else 2.0 ** (-max_bias * (2 * (h - power) + 1) / (2 * power))

def bias(plan):
    dtype = plan.dtype
    count = plan.heads // plan.local
    slopes = np.array([plan.slopes(h % count, count) for h in range(plan.heads)]).astype(dtype)
    if plan.part == "slopes":
        return plan.sign * slopes
    n = plan.coords[:, :1].astype(dtype)
    n = -np.abs(n) if plan.form == "distance" else n if plan.form == "keys" else -n
    if plan.round_value:
        slopes, n = rounded(slopes, plan.round_value), rounded(n, plan.round_value)
        table = rounded(plan.sign * slopes * n, plan.round_value)
    else:
        table = plan.sign * slopes * n
    return np.ascontiguousarray(table.T) if plan.heads_first else table

def whole(plan, lib):
    if plan.family == "alibi":
        return bias(plan)
    if plan.family == "buckets":
        n = plan.coords[:, :1].astype(np.int64)
        return plan.buckets(plan.sign * (np.arange(plan.keys)[None, :] - n if plan.keys else n))
    if plan.part == "inv_freq":
        return frequencies(plan, lib, plan.num)
    s, c = waves(plan, lib)
    if plan.family == "rotated":
        return turned(plan, s, c)
    table = assembled(plan, s, c)
    if plan.zero_row is not None:
        table[plan.coords[:, 0] == plan.zero_row] = 0
    return table

def build(plan, lib, form):
    """What a reader finds in the file that a plan makes, in float64."""
    return programs.file_values(file_of(plan, lib, form), form)

def file_of(plan, lib, form):
    """The array that a plan stores."""
    with np.errstate(all="ignore"):
        edit = plan.later
        table = whole(plan, lib)
        if edit:
            other = dataclasses.replace(plan, later=None, scaling=dict(plan.scaling) if plan.scaling else None)
            edit[1](other)
            table[edit[0]:] = whole(other, lib)[edit[0]:]
        for _, step in sorted((s for s in plan.table_steps if s[0] < 90), key=lambda s: s[0]):
            table = step(table)
        table = np.asarray(table)
        if table.dtype.kind == "f":
            table = plan.store(table, form)
        table = table.astype(np.float64)
        for _, step in sorted((s for s in plan.table_steps if s[0] >= 90), key=lambda s: s[0]):
            table = step(table)      # damage to what is stored
        array = programs.file_array(table, form)
        return array.byteswap() if plan.swapped else array

def tolerance(plan, form, steps=2):
    """How far two sound tables of the claim may lie apart at every entry, generously; an array like the table.
    With half a step of the format it is how far one of them may lie from the truth."""
    step = lambda value: steps * programs.quantum(value, form)
    if plan.family in ("alibi", "buckets"):
        size = np.abs(build(plan, programs.Numpy, "float64"))
        return 8 * float(np.finfo(plan.dtype).eps) * size + (step(size) if plan.family == "alibi" else 0)
    eps = float(np.finfo(plan.dtype).eps)
    make = lambda recipe: frequencies(dataclasses.replace(plan, recipe=recipe), programs.Numpy, plan.num).astype(np.float64)
    with np.errstate(all="ignore"):
        tries = np.array([make(recipe) for recipe in SOUND_RECIPES])
        w = np.median(tries, 0)
        few_bits = np.all(tries == w, 0) & (rounded(w, "float16") == w)       # such a frequency is exact
        spread = np.where(few_bits, 0, 2 * np.max(np.abs(tries - w), 0) + 2 * eps * w)
        if plan.part == "inv_freq":
            return spread + step(w)
        p = (plan.coords + plan.origin) * plan.scale
        p = p[:, plan.axis] if plan.axis is not None else p
        a = p * w
        exact = few_bits & (a.astype(plan.dtype).astype(np.float64) == a)
        noise = np.abs(p) * spread + np.where(exact, 0, np.abs(a) * eps)
        s, c = waves(dataclasses.replace(plan, dtype=np.float64), programs.Numpy)
        size = plan.amplitude * plan.attention(attention(plan.scaling))
        near = lambda value, slope: noise * np.abs(slope) + size * noise ** 2 / 2 + 6 * eps * np.abs(value) + step(value)
        if plan.family == "rotated":
            first, second = partners(plan)
            length = np.hypot(plan.vectors[..., first], plan.vectors[..., second])
            t = np.zeros(plan.vectors.shape)
            t[..., first] = t[..., second] = size * length * (noise + 8 * eps) + step(length * size)
            return t
        t = assembled(plan, near(s, c), near(c, s))
        if plan.zero_row is not None:
            t[plan.coords[:, 0] == plan.zero_row] = 0
        return t
