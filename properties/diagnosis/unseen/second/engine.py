"""Programs that make tables: a recipe, a number format to compute in, and a library; and the laws of the encodings they make."""
import copy
import math
import pathlib
import tempfile
import subprocess
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(tempfile.gettempdir()) / "sextant-unseen-second"
BUILDS = {"glibc": ["-O2"], "fast": ["-O3", "-ffast-math", "-march=x86-64-v3"], "sleef": ["-O2", "-DSLEEF"]}
F32, F64 = np.float32, np.float64
EPS = {"float16": 2.0**-11, "bfloat16": 2.0**-8, "float32": 2.0**-24, "float64": 2.0**-53}     # bfloat16's half-ulp is 2^-9 of its top

def build():
    source = HERE / "calc.cpp"
    BUILD.mkdir(exist_ok=True)
    for name, flags in BUILDS.items():
        target = BUILD / f"calc-{name}"
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            libraries = {"glibc": [], "fast": ["-lmvec", "-lm"], "sleef": ["-lsleef"]}[name]
            subprocess.run(["nice", "-n", "19", "g++", *flags, "-o", target, source, *libraries], check=True)

def calc(library, mode, T, first, second, variant=0, extra=0.0):
    rows, pairs = (0, len(first)) if mode == "freq" else (len(first), len(second))
    head = f"{mode} {32 if T is F32 else 64} {rows} {pairs} {variant} {extra!r}\n".encode()
    program = [BUILD / f"calc-{library.rstrip('135')}"] + (["35"] if library == "sleef35" else [])
    data = head + b"".join(np.asarray(a, T).tobytes() for a in (first, second) if a is not None)
    out = np.frombuffer(subprocess.run(program, input=data, capture_output=True, check=True).stdout, T)
    return out.copy() if mode == "freq" else out.reshape(2, rows, pairs).copy()

def narrow(x, form):
    """Round to a narrower format, to nearest even, and come back."""
    x = np.asarray(x)
    if form == "bfloat16":
        u = np.asarray(x, F32).view(np.uint32)
        return ((u + 0x7fff + ((u >> 16) & 1)) & 0xffff0000).astype(np.uint32).view(F32).astype(x.dtype)
    with np.errstate(over="ignore"):
        return x.astype(form).astype(x.dtype)

class State:
    """What the program is about to do; faults change it at the stage where the mistake would be made."""
    def __init__(self, claim, program):
        c = copy.deepcopy(claim)
        self.claim, self.d, self.h = claim, c["dim"], c["dim"] // 2
        self.kind, self.part, self.layout, self.order = c["kind"], c["part"], c["layout"], c["order"]
        self.base, self.amplitude, self.zero_row, self.sc = c["base"], c["amplitude"], c["zero_row"], c["sc"]
        self.pos = np.array(c["pos"], F64)
        self.scale, self.phase, self.sin_sign = c["scale"], 0.0, 1.0
        i = np.arange(self.h, dtype=F64)
        self.over, self.first, self.second = (self.d, 2 * i, None) if c["law"] == "d" else (self.h - c["shift"], i, None)
        self.T, self.library, self.recipe = program["T"], program["library"], program["recipe"]
        self.format, self.mode, self.variant, self.extra = program["format"], "plain", 0, 0.0
        self.scalings, self.freq, self.table, self.store, self.file = 1, [], [], [], []
        self.round_angle, self.toward_zero, self.attention = None, False, None

    # -- frequencies
    def powers(self, numerators, base):
        T, recipe = self.T, self.recipe
        if recipe == "recurrence":
            ratio, out, w = T(base ** (-(numerators[1] - numerators[0]) / self.over)), [], T(base ** (-numerators[0] / self.over))
            for _ in numerators:
                out.append(w)
                w = T(w * ratio)
            return np.array(out, T)
        if recipe in ("exp", "log"):
            factor = -math.log(base) / self.over
            logs = numerators.astype(T) * T(factor) if recipe == "exp" else -(numerators.astype(T) / T(self.over)) * T(math.log(base))
            return np.exp(logs) if self.library == "numpy" else calc(self.library, "freq", T, logs, None, 3, 1.0)
        e = numerators.astype(T) / T(self.over)
        if self.library != "numpy":
            return calc(self.library, "freq", T, e, None, {"pow": 0, "recip": 1, "divide": 2}[recipe], float(base))
        b = T(base)
        return b ** -e if recipe == "pow" else T(1) / b**e if recipe == "recip" else b**e

    def context_base(self):
        s, base = self.sc, self.base
        for _ in range(self.scalings if s["kind"] in ("ntk", "dynamic") else 0):
            grow = s["factor"] if s["kind"] == "ntk" else \
                s["factor"] * s["seq"] / s["orig"] - (s["factor"] - 1) if s["seq"] > s["orig"] else 1
            base = base * grow ** (self.d / (self.d - 2))
        return base

    def scaled(self, w):
        s, T, f = self.sc, self.T, self.T(self.sc["factor"])
        kind, i, ln = s["kind"], np.arange(len(w), dtype=self.T), math.log
        if kind == "linear":
            return w / f
        if kind == "proportional":
            return np.where(i < int(s["partial"] * self.d / 2), w / f, T(0)).astype(T)
        if kind == "longrope":
            return w / np.array(s["long"] if s["seq"] > s["orig"] else s["short"], T)
        turn = 2 * math.pi * s.get("turn", 1.0)
        if kind == "llama3":
            wave, low, high = T(turn) / w, T(s["orig"] / s["low"]), T(s["orig"] / s["high"])
            span = s["high"] - s["low"]
            smooth = (T(s["orig"]) / wave - T(s["low"])) / T(span)
            out = np.where(wave > low, w / f, w)
            middle = ~(wave < high) & ~(wave > low)
            out = np.where(middle, (T(1) - smooth) * w / f + smooth * w, out).astype(T)
            return np.where(wave > low, w, np.where(wave < high, w / f, out)).astype(T) if s.get("mirror") else out
        if kind == "yarn":
            def corr(r):
                return self.d * ln(s["orig"] / (turn * r)) / (2 * ln(self.base))
            lo, hi = corr(s["fast"]), corr(s["slow"])
            if s["truncate"]:
                lo, hi = math.floor(lo), math.ceil(hi)
            lo, hi = max(lo, 0), min(hi, self.d - 1 if s["clamp"] == "channels" else self.h - 1)
            ramp = np.clip((i - T(lo)) / T(hi - lo if hi != lo else 0.001), 0, 1).astype(T)
            ramp = T(1) - ramp if s.get("mirror") else ramp
            return (w / f) * ramp + w * (T(1) - ramp)
        return w

    def attention_factor(self):
        s, ln = self.sc, math.log
        if self.attention is not None:
            return self.attention
        if s.get("att") is not None:
            return s["att"]
        if s["factor"] <= 1:
            return 1.0
        return 0.1 * ln(s["factor"]) + 1 if s["kind"] == "yarn" else math.sqrt(1 + ln(s["factor"]) / ln(s["orig"])) if s["kind"] == "longrope" else 1.0

    def frequencies(self, numerators):
        if self.recipe == "divide" and (self.sc["kind"] not in (None, "ntk", "dynamic") or self.freq or self.mode != "plain"):
            self.recipe = "recip"
        w = self.powers(numerators, self.context_base())
        for _ in range(self.scalings):
            w = self.scaled(w)
        for change in self.freq:
            w = np.asarray(change(w), self.T)
        return w

    # -- sines
    def waves(self, w):
        T, pos = self.T, (self.pos.astype(self.T) * self.T(self.scale)).astype(self.T)
        mode, library = ("divide" if self.recipe == "divide" else self.mode), self.library
        if self.round_angle:
            angle = narrow(pos[:, None] * w if mode != "divide" else pos[:, None] / w, self.round_angle)
            pos, w, mode = angle.ravel(), np.ones(1, T), "plain"
        if library == "numpy" and mode in ("plain", "divide", "quarter"):
            angle = (pos[:, None] / w if mode == "divide" else pos[:, None] * w) + (T(self.phase) if self.phase else T(0))
            s, c = np.sin(angle), np.sin(angle + T(math.pi / 2)) if mode == "quarter" else np.cos(angle)
        else:
            library = "glibc" if library == "numpy" or mode in ("hardware", "homemade") else library
            variant, extra = (-1, self.phase) if self.phase and mode in ("plain", "divide") else (self.variant, self.extra)
            s, c = calc(library, mode, T, pos, w, variant, float(extra))
        shape = (len(self.pos), -1)
        return s.reshape(shape) * T(self.sin_sign), c.reshape(shape)

    def values(self):
        w = self.frequencies(self.first)
        if self.part == "inv_freq":
            return w[None, :].copy()
        s, c = self.waves(w)
        s2, c2 = (s, c) if self.second is None else self.waves(self.frequencies(self.second))
        by_pair = {"cos": (c, c2), "sin": (s, s2)}[self.part] if self.kind == "rope" else (s, c2) if self.order == "sin-cos" else (c2, s)
        amplitude = self.T(self.amplitude * self.attention_factor())
        pair = [x * amplitude if amplitude != 1 else x for x in by_pair]
        return np.concatenate(pair, 1) if self.layout in ("halves", "half-split") else np.stack(pair, 2).reshape(len(self.pos), -1)

    def run(self):
        t = self.values()
        if self.zero_row is not None and self.zero_row in self.claim["pos"]:      # by its index, wherever positions went
            t[self.claim["pos"].index(self.zero_row)] = 0
        for change in self.table:
            t = np.asarray(change(t), self.T)
        return self.stored(t)

    def stored(self, t):
        if self.toward_zero:
            near = stored(t, self.format)
            value = opened(near, self.format)
            over = np.abs(value) > np.abs(t.astype(F64))
            out = near.view({2: np.uint16, 4: np.uint32, 8: np.uint64}[near.itemsize]).copy()
            out[over] -= 1                              # one pattern towards zero
            near = out.view(near.dtype)
        else:
            near = stored(t, self.format)
        for change in self.store:
            near = change(near)
        return near

def stored(t, form):
    if form == "bfloat16":
        with np.errstate(over="ignore"):
            return (narrow(t.astype(F32), "bfloat16").view(np.uint32) >> 16).astype(np.uint16)
    with np.errstate(over="ignore"):
        return t.astype(form)

def opened(bits, form):
    return (bits.astype(np.uint32) << 16).view(F32).astype(F64) if form == "bfloat16" else bits.astype(F64)

def make(claim, program, faults):
    s = State(claim, program)
    s.changes = [f.change for f in faults]
    for change in s.changes:
        change(s)
    return s.run()

def noise(claim, program, t, storage=True):
    """How far two sound programs of this kind may be apart, entry by entry, in columns of the claimed layout."""
    s = State(claim, dict(program, T=F64, library="numpy", recipe="recip", format="float64"))
    w = s.frequencies(s.first)
    half, step = 2.0**-24 if program["T"] is F32 else 2.0**-53, 0.0
    if storage:
        step = 2 * EPS[program["format"]] * np.abs(t) + (2.0**-25 if program["format"] == "float16" else 1e-30)
    if claim["part"] == "inv_freq":
        return 32 * half * np.abs(w)[None, :] + step
    angle = np.abs(s.pos[:, None] * s.scale * w) * np.where((w == 1) & (s.scale == 1), 0, 16 * half) * s.amplitude * s.attention_factor()
    spread = np.concatenate([angle, angle], 1) if s.layout in ("halves", "half-split") else np.repeat(angle, 2, 1)
    return spread + 8 * half * np.abs(t) + step
