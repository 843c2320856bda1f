"""Mistakes, each made where a programmer makes it. A fault is asked with the claim, the program and a random generator, and answers
(parameters, change of the State) or None where the mistake cannot be made."""
import math
import numpy as np
from engine import State, narrow, F32, F64, opened

FAULTS = {}      # name -> (factor, function)

def fault(name, factor):
    def register(function):
        FAULTS[name] = (factor, function)
        return function
    return register

def sets(**what):
    def change(s):
        for key, value in what.items():
            setattr(s, key, value)
    return change

def rows(function):
    return lambda s: s.table.append(function)

def reindex(index):
    """Rows of the finished table taken by an index."""
    return rows(lambda t: t[index])

def pick(rng, items):
    return items[int(rng.integers(len(items)))]

def tabular(c):
    return c["part"] != "inv_freq"

# -- frequencies
@fault("wrong-base", "freq")
def _(c, p, rng):
    b = pick(rng, [x for x in (10000, 500000, 1000000, 100, 1000, 100000, 8000000, c["base"] * 10, c["base"] + 1000) if x != c["base"]])
    return {"base": b}, sets(base=b)

@fault("exponent-halved", "freq")
def _(c, p, rng):            # arange(d/2)/d where arange(0, d, 2)/d was meant
    def change(s): s.first = s.first / 2
    return {}, change

@fault("exponent-denominator", "freq")
def _(c, p, rng):
    n = State(c, p).over
    over = pick(rng, [n - 2, n + 2, n - 1, n + 1] if c["law"] == "d" else [n - 1, n + 1, n + 2])
    return {"denominator": over}, sets(over=over)

@fault("exponent-over-head", "freq")
def _(c, p, rng):
    if c["kind"] != "rope" or c["law"] != "d":
        return None
    head = pick(rng, [2 * c["dim"], 4 * c["dim"], c["dim"] + 64, c["dim"] * 5 // 2])
    return {"head": head}, sets(over=head)

@fault("exponent-by-column", "freq")
def _(c, p, rng):            # the exponent counts columns: j/d (or 2j/d, as the copied Keras snippets have it) of column j
    if c["law"] != "d" or not tabular(c):
        return None
    twice, halves = rng.random() < 0.5, c["layout"] in ("halves", "half-split")
    def change(s):
        j = np.arange(s.d, dtype=F64) * (2 if twice else 1)
        s.first, s.second = (j[:s.h], j[s.h:]) if halves else (j[0::2], j[1::2])
    return {}, change

@fault("reciprocal-frequency", "freq")
def _(c, p, rng):            # the timescale multiplies: the minus of the exponent is forgotten
    if c["base"] * max(map(abs, c["pos"])) * c["scale"] > (1e12 if p["T"] is F64 else 2e7):
        return None
    def change(s): s.first = -s.first
    return {}, change

@fault("pair-index", "freq")
def _(c, p, rng):            # loops from 1 to d/2, or an index that was decremented
    by = pick(rng, [1, 1, -1])
    def change(s): s.first = s.first + by * (s.first[1] - s.first[0])
    return {"shift": by}, change

@fault("uninitialised", "freq")
def _(c, p, rng):
    return {}, lambda s: s.freq.append(np.zeros_like)

@fault("frequency-recurrence", "precision")
def _(c, p, rng):
    if p["T"] is not F32 or p["format"] == "float64":
        return None
    if rng.random() < 0.5 or c["sc"]["kind"] not in (None, "linear", "ntk") or not tabular(c):
        return {}, sets(recipe="recurrence")
    def change(s):           # llama.cpp's loop over angles
        s.recipe, s.mode, s.extra = "pow", "onward", s.context_base() ** (-(s.first[1] - s.first[0]) / s.over)
    return {}, change

@fault("frequency-rounded", "precision")
def _(c, p, rng):
    form = pick(rng, ["bfloat16", "float16"] + (["float32"] if p["T"] is F64 and p["format"] == "float64" else []))
    return {"format": form}, lambda s: s.freq.append(lambda w: narrow(w, form))

@fault("tf32-product", "precision")
def _(c, p, rng):
    return ({}, sets(mode="tf32", recipe="recip")) if p["T"] is F32 and tabular(c) else None

# -- scalings
def scaling(name):
    return fault(name, "freq")

@scaling("scaling-missing")
def _(c, p, rng):
    def change(s):
        s.sc, s.attention = dict(s.sc, kind=None), 1.0
    return ({}, change) if c["sc"]["kind"] not in (None, "proportional") else None

@scaling("scaling-doubled")
def _(c, p, rng):
    return ({}, sets(scalings=2)) if c["sc"]["kind"] not in (None, "proportional") else None

@scaling("scaling-kind")
def _(c, p, rng):
    kind = {"linear": ["ntk", "yarn"], "ntk": ["linear", "yarn"], "dynamic": ["linear", "ntk", "yarn"], "yarn": ["linear", "ntk", "llama3"],
            "llama3": ["linear", "ntk", "yarn"], "longrope": ["linear", "ntk", "yarn"]}.get(c["sc"]["kind"])
    if not kind:
        return None
    kind = pick(rng, kind)
    def change(s):
        s.sc = dict(s.sc, kind=kind, att=None, orig=s.sc["orig"] or 8192)
    return {"kind": kind}, change

@scaling("scaling-parameters")
def _(c, p, rng):
    k = c["sc"]
    can = {"linear": ["factor"], "ntk": ["factor"], "dynamic": ["factor", "orig", "seq"], "yarn": ["factor", "orig", "fast", "slow"],
           "llama3": ["factor", "orig", "low", "high"], "longrope": ["factor"] if k.get("att") is None else []}.get(k["kind"])
    if not can:
        return None
    key = pick(rng, can)
    value = {"factor": pick(rng, [k["factor"] * 2, k["factor"] / 2, k["factor"] + 1]), "orig": pick(rng, [k["orig"] * 2, k["orig"] // 2, k["orig"] * 4]) if k["orig"] else 0,
             "seq": pick(rng, [k["seq"] * 2, k["seq"] + 4096]) if k["seq"] else 0, "fast": pick(rng, [16, 64, 8]), "slow": pick(rng, [2, 4]),
             "low": pick(rng, [2, 1.5]), "high": pick(rng, [8, 6, 3])}[key]
    if value == k[key] or value < 1 or key == "orig" and k["kind"] == "dynamic" and value >= k["seq"]:
        return None
    names = {"orig": "original-context", "seq": "seq-len", "fast": "beta-fast", "slow": "beta-slow", "low": "low-freq-factor", "high": "high-freq-factor"}
    given, change = {names.get(key, key): value}, lambda s: s.sc.update({key: value})
    if k["kind"] == "dynamic" and key == "seq" and tabular(c) and len(c["pos"]) >= 32 and rng.random() < 0.6:
        return later(c, p, rng, given, change)
    return given, change

def later(c, p, rng, given, change):
    """The mistake is in the rows that were appended when the sequence grew."""
    row = int(rng.integers(len(c["pos"]) // 4, len(c["pos"]) * 3 // 4))
    def both(s):
        def patch(t):
            other = State(c, p)
            for f in [*s.changes, change]:
                if f is not both:
                    f(other)
            return np.concatenate([t[:row], other.values()[row:]])
        s.table.insert(0, patch)
    return dict(given, row=row), both

@scaling("longrope-list")
def _(c, p, rng):
    if c["sc"]["kind"] != "longrope":
        return None
    def change(s): s.sc["short"], s.sc["long"] = s.sc["long"], s.sc["short"]
    return later(c, p, rng, {}, change) if tabular(c) and len(c["pos"]) >= 32 and rng.random() < 0.4 else ({}, change)

@scaling("yarn-truncate")
def _(c, p, rng):
    return ({}, lambda s: s.sc.update(truncate=not s.sc["truncate"])) if c["sc"]["kind"] == "yarn" else None

@scaling("yarn-clamp")
def _(c, p, rng):
    return ({}, lambda s: s.sc.update(clamp="pairs" if s.sc["clamp"] == "channels" else "channels")) if c["sc"]["kind"] == "yarn" else None

@scaling("bands-swapped")
def _(c, p, rng):
    if c["sc"]["kind"] not in ("yarn", "llama3"):
        return None
    def change(s):
        if mirrored:
            s.sc["mirror"] = True
        else:
            s.sc["low"], s.sc["high"], s.sc["fast"], s.sc["slow"] = s.sc["high"], s.sc["low"], s.sc["slow"], s.sc["fast"]
    mirrored = rng.random() < 0.5
    return {}, change

@scaling("wavelength")
def _(c, p, rng):
    return ({}, lambda s: s.sc.update(turn=1 / (2 * math.pi))) if c["sc"]["kind"] in ("yarn", "llama3") else None

@scaling("partial-missing")
def _(c, p, rng):
    return ({}, lambda s: s.sc.update(partial=1.0)) if c["sc"]["kind"] == "proportional" else None

@scaling("partial-twice")
def _(c, p, rng):
    return ({}, lambda s: s.sc.update(partial=s.sc["partial"] ** 2)) if c["sc"]["kind"] == "proportional" and c["sc"]["partial"] ** 2 * c["dim"] >= 4 else None

# -- positions
def positional(change_positions):
    def change(s): s.pos = np.asarray(change_positions(s.pos), F64)
    return change

@fault("position-offset", "position")
def _(c, p, rng):
    by = pick(rng, [1, 1, -1, 2, -2, 3, 7, 64, 128, 1000])
    return {"offset": by}, positional(lambda x: x + by)

@fault("position-scale", "position")
def _(c, p, rng):
    n = len(c["pos"])
    k = pick(rng, [2, 0.5, 0.25, 1.1, 0.9, 1 / n, n / (n - 1), 2 * math.pi, 0.1, 1000])
    if p["T"] is F32 and max(map(abs, c["pos"])) * k * c["scale"] > 2**24:
        return None
    return {"scale": [k, k * c["scale"]]}, positional(lambda x: x * k)

@fault("degrees", "position")
def _(c, p, rng):
    return {}, positional(np.rad2deg if rng.random() < 0.3 and max(map(abs, c["pos"])) * c["scale"] < 30000 else np.deg2rad)

@fault("sign", "position")
def _(c, p, rng):            # the rotation's inverse: the sines are negated
    return ({}, sets(sin_sign=-1.0)) if c["part"] != "cos" else None

@fault("positions-mirrored", "position")
def _(c, p, rng):
    return ({}, positional(np.abs)) if min(c["pos"]) < 0 else None

@fault("position-restart", "position")
def _(c, p, rng):
    n = len(c["pos"])
    if n < 24:
        return None
    at = sorted({int(x) for x in rng.integers(4, n - 3, pick(rng, [1, 1, 2, 4]))}) if rng.random() < 0.5 else list(range(n // 3, n, n // 3))
    def change(x):
        x = x.copy()
        for a, b in zip(at, at[1:] + [n]):
            x[a:b] = np.arange(b - a)
        return x
    return {"row": at[0]}, positional(change)

@fault("position-rounded", "precision")
def _(c, p, rng):
    top = max(map(abs, c["pos"]))
    forms = [f for f, exact, limit in (("bfloat16", 256, 1e30), ("float16", 2048, 65000), ("float32", 2**24, 1e30)) if exact < top < limit
             and (f != "float32" or p["T"] is F64)]
    if not forms:
        return None
    form = pick(rng, forms)
    return {"format": form}, positional(lambda x: narrow(x, form))

@fault("rows-reversed", "position")
def _(c, p, rng):
    return {}, reindex(slice(None, None, -1))

@fault("rows-missing", "position")
def _(c, p, rng):
    n, k = len(c["pos"]), pick(rng, [1, 1, 2, 5, 16])
    if n < 16 or len(set(np.diff(c["pos"]))) != 1:
        return None
    at = int(rng.integers(2, n - 4))
    step = c["pos"][1] - c["pos"][0]
    return {"row": at, "missing": k}, positional(lambda x: np.where(np.arange(n) >= at, x + k * step, x))

@fault("repeated-row", "position")
def _(c, p, rng):
    n = len(c["pos"])
    if n < 12:
        return None
    at, more = int(rng.integers(1, n - 4)), pick(rng, [1, 1, 2, 3])
    index = np.arange(n)
    if rng.random() < 0.5:   # written once more, and the rest moves down
        index = np.where(index > at, np.maximum(index - more, at), index)
    else:                    # in place of its successors
        index[at:at + 1 + more] = at
    return {"row": at}, reindex(index)

@fault("table-overrun", "position")
def _(c, p, rng):
    n = len(c["pos"])
    last = int(rng.integers(n // 2, n - 2))
    return {"row": last}, reindex(np.minimum(np.arange(n), last))

@fault("rows-permuted", "position")
def _(c, p, rng):
    n, how = len(c["pos"]), int(rng.integers(4))
    if n % 8 or n < 16:
        return None
    i = np.arange(n)
    index = [lambda: rng.permutation(n), lambda: i.reshape(4, -1).T.ravel(), lambda: i.reshape(-1, 4).T.ravel(),     # shuffled; by workers
             lambda: np.concatenate([i.reshape(8, -1)[[r, 7 - r]].ravel() for r in range(4)])][how]()                # context parallelism
    return {}, reindex(index)

# -- values
@fault("amplitude", "value")
def _(c, p, rng):
    own = c["amplitude"] * State(c, p).attention_factor()
    k = pick(rng, [1 / own, own] if own != 1 else [math.sqrt(c["dim"]), 1 / math.sqrt(c["dim"]), 0.5, 2, 0.1 * math.log(4) + 1, 1.19024, 0.9])
    def change(s): s.amplitude *= k
    return ({"amplitude": [k, k * own]}, change) if tabular(c) else None

@fault("phase", "value")
def _(c, p, rng):
    x = pick(rng, [0.5, 1.0, math.pi / 4, math.pi, 0.1, math.pi / 2, -1.0, math.pi / 3])
    return ({"phase": x}, sets(phase=x)) if tabular(c) else None

@fault("zeros", "value")
def _(c, p, rng):
    n = len(c["pos"])
    k = n if rng.random() < 0.1 else int(rng.integers(2, max(3, n // 2)))
    at = slice(0, k) if rng.random() < 0.3 else slice(n - k, n)
    def change(t):
        t = t.copy()
        t[at] = 0
        return t
    return ({"rows": k}, rows(change)) if n > 8 and tabular(c) else None

@fault("zero-row", "value")
def _(c, p, rng):
    if c["kind"] == "rope":
        return None
    if c["zero_row"] is not None and rng.random() < 0.5:
        return {}, sets(zero_row=None)
    if c["zero_row"] is None:
        row = pick(rng, [c["pos"][0], c["pos"][1]])
        return {"row": c["pos"].index(row)}, sets(zero_row=row)
    return {}, sets(zero_row=0)

# -- columns
@fault("sin-cos-swapped", "columns")
def _(c, p, rng):
    def change(s):
        s.part = {"cos": "sin", "sin": "cos"}.get(s.part, s.part)
        s.order = "cos-sin" if s.order == "sin-cos" else "sin-cos"
    return {}, change

@fault("layout", "columns")
def _(c, p, rng):
    return {}, sets(layout="interleaved" if c["layout"] in ("halves", "half-split") else "halves")

@fault("columns-shifted", "columns")
def _(c, p, rng):
    k, wrap = pick(rng, [1, 1, -1, 2, 4]), rng.random() < 0.7
    def change(t):
        out = np.roll(t, k, 1)
        if not wrap:         # written k columns further on in one buffer: what falls off a row begins the next
            out = np.roll(t.ravel(), k).reshape(t.shape)
        return out
    return {"shift": k}, rows(change)

@fault("columns-permuted", "columns")
def _(c, p, rng):
    d, how = c["dim"], int(rng.integers(4))
    i = np.arange(d)
    index = [lambda: rng.permutation(d), lambda: i[::-1], lambda: i.reshape(4, -1).T.ravel(),
             lambda: np.concatenate([i[d // 4:d // 2], i[:d // 4], i[d // 2:]])][how]()
    return ({}, rows(lambda t: t[:, index])) if d % 8 == 0 and tabular(c) else None

# -- arithmetic
@fault("computed-in-half", "precision")
def _(c, p, rng):
    form = "bfloat16" if max(map(abs, c["pos"])) * c["scale"] > 60000 else pick(rng, ["bfloat16", "float16"])
    return {"format": form}, sets(round_angle=form)

@fault("quarter-turn-cosine", "precision")
def _(c, p, rng):
    return ({}, sets(mode="quarter", recipe="recip")) if c["part"] in ("cos", "table") else None

@fault("rotation-recurrence", "precision")
def _(c, p, rng):
    return ({}, sets(mode="rotate", recipe="recip")) if len(set(np.diff(c["pos"]))) == 1 else None

@fault("fast-trigonometry", "precision")
def _(c, p, rng):
    return ({}, sets(mode="hardware", recipe="recip")) if p["T"] is F32 else None

@fault("approximate-trigonometry", "precision")
def _(c, p, rng):
    return {}, sets(mode="homemade", recipe="recip", variant=pick(rng, [0, 1, 5, 7, 256, 257, 360, 1024, 1025, 4096]))

@fault("quantised", "precision")
def _(c, p, rng):
    bits = pick(rng, [4, 6, 8, 8, 10])
    if p["format"] == "bfloat16" and bits > 6:
        return None
    top = 2 ** (bits - 1) - 1
    def change(t):
        most = np.abs(t).max() or 1
        return np.rint(t / most * top) / top * most
    return {"bits": bits}, rows(change)

@fault("rounded-toward-zero", "precision")
def _(c, p, rng):
    return ({}, sets(toward_zero=True)) if p["format"] != "float64" and (p["T"] is F64 or p["format"] != "float32") else None

@fault("flushed-to-zero", "precision")
def _(c, p, rng):
    def change(bits):
        out = bits.copy()
        out[np.abs(out) < np.float16(2.0**-14)] = 0
        return out
    return ({}, lambda s: s.store.append(change)) if p["format"] == "float16" else None

@fault("computed-in-single", "precision")
def _(c, p, rng):
    return ({}, sets(T=F32)) if p["format"] == "float64" else None

# -- files and damage
@fault("byte-order", "file")
def _(c, p, rng):
    return {}, lambda s: s.store.append(lambda bits: bits.byteswap())

@fault("transposed", "file")
def _(c, p, rng):
    return ({}, lambda s: s.store.append(lambda bits: np.ascontiguousarray(bits.T))) if len(c["pos"]) == c["dim"] and tabular(c) else None

@fault("not-finite", "file")
def _(c, p, rng):
    n, value = len(c["pos"]), pick(rng, [0x7fc0, 0x7f80, 0xff80])        # NaN, infinities
    at = (int(rng.integers(n)),) if rng.random() < 0.5 else tuple(rng.integers(0, n, 3))
    columns = slice(None) if rng.random() < 0.5 else int(rng.integers(c["dim"] // 2))
    def change(bits):
        out = bits.copy()
        out[list(at), columns] = value if bits.dtype == np.uint16 else {0x7fc0: np.nan, 0x7f80: np.inf, 0xff80: -np.inf}[value]
        return out
    return ({}, lambda s: s.store.append(change)) if tabular(c) else None

@fault("corrupt-entry", "damage")
def _(c, p, rng):
    shape = (len(c["pos"]), c["dim"])
    if not tabular(c) or shape[0] * shape[1] < 2000:
        return None
    k = int(rng.integers(1, 1 + min(12, shape[0] * shape[1] // 500)))
    flat = np.sort(rng.choice(shape[0] * shape[1], k, replace=False))
    flips = rng.random() < 0.5
    def change(bits):
        out = bits.copy().reshape(-1)
        values = opened(bits, p["format"]).reshape(-1)
        u = out.view({2: np.uint16, 4: np.uint32, 8: np.uint64}[out.itemsize])
        top = {"float16": 15, "bfloat16": 15, "float32": 31, "float64": 63}[p["format"]]
        for n, f in enumerate(flat):
            u[f] = u[(f * 7 + 1001) % u.size] if not flips else u[f] ^ u.dtype.type(1 << top if n % 2 else 3 << (top - 5))
            if abs(opened(out[f:f + 1], p["format"])[0] - values[f]) < 0.05:
                u[f] = u.dtype.type({"float16": 0x3a00, "bfloat16": 0x3f40, "float32": 0x3f400000, "float64": 0x3fe8000000000000}[p["format"]])
        return u.view(bits.dtype).reshape(bits.shape)
    return {"entries": k}, lambda s: s.store.append(change)
