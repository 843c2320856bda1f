#!/usr/bin/python3
"""Sound and wrong tables of positional encodings, with what is wrong with them: generate.py --count N --seed S --out DIR"""
import os, sys
try:
    import numpy as np
except ImportError:              # pyenv's Python has no NumPy here
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
import argparse, collections, copy, json, math, pathlib, struct
import core, build as B, faults as F
from core import Lib, LD, EXACT, rnd, halfulp, U, KERNELS, attention

def choose_arithmetic(c, g):
    """format, type computed in, recipe, library: of the sound program."""
    if c.family == "index":
        c.fmt = str(g.choice(["float32", "float32", "float64", "float16"])); c.T, c.recipe, c.lib = np.float64, "integers", "numpy"
        return
    c.fmt = c.fmt or str(g.choice(["float32", "float32", "float32", "float64", "float16", "bfloat16", "bfloat16"]))
    c.force_T = c.__dict__.get("force_T")

def settle(c, g):
    if c.family == "index":
        return
    T = c.force_T or (np.float64 if c.fmt == "float64" else np.float32 if c.fmt in ("float16", "bfloat16") or g.random() < .75 else np.float64)
    if c.__dict__.get("need") == "single":
        T = np.float64                    # of the sound table
    if c.family in ("alibi",): rec = ["slope-powers", "slope-pow", "slope-reciprocal"]
    elif c.family == "kerple": rec = ["kerple"]
    else:
        rec = ["pow-reciprocal", "pow-reciprocal", "pow-multiply", "exp-log", "log-timescale"]
        if c.family in ("wave", "grid") and c.part != "inv_freq": rec += ["pow-divide"] + (["turns"] if not c.scaling else [])
        if c.fmt in ("float16", "bfloat16", "float32"): rec += ["float64-angle"]
    c.recipe = str(g.choice(rec))
    if getattr(c, "lib_hint", None) and c.fmt != "float64" and not c.force_T: c.recipe = "float64-angle"
    if c.recipe == "turns" and c.m: c.recipe = "pow-multiply"
    if c.m and c.recipe == "float64-angle" and ({"tf32", "fasttrig", "recurrence", "rotrec"} & set(c.m)): c.recipe = "pow-reciprocal"
    if c.recipe == "float64-angle": T = np.float64
    if c.m.get("tf32") or c.m.get("half") or c.m.get("fasttrig"):
        T = np.float32 if c.fmt != "float64" else T
        if c.recipe == "float64-angle": c.recipe = "pow-reciprocal"
    c.T = T
    libs = ["numpy", "numpy", "cpp", *[n for n in ("cppfast", "sleef") if n in core.EXE]]
    if c.pos.shape[1] * len(getattr(c, "nums", [1] * 8)) < 60_000: libs.append("python")
    c.lib = str(g.choice(libs))
    c.rough = c.lib == "cppfast" and c.T is np.float32 and c.recipe in ("pow-divide", "pow-reciprocal")
    if c.T is np.float64 and c.fmt != "float64" and (c.__dict__.get("claim_double") or g.random() < .3):
        c.claim_double = True

def unsound_units(c):
    return 40.0 + 12 * math.log(max(c.base or 2, 2)) if c.family in ("wave", "grid", "rotated") else 60.0

def make(c, T=None):
    """value before storage, by the program of c."""
    v = KERNELS[c.kernel](c, Lib(c.lib, T or c.T), c.recipe) if c.family != "index" else KERNELS["index"](c)
    return v[0]

def store(c, v):
    for f in c.post: v = f(v)
    v = np.asarray(v).astype(np.float64) if np.asarray(v).dtype != LD else v
    if c.store == "zero": return rnd(v, c.fmt, "zero").astype(np.float64)
    s = rnd(v, c.fmt).astype(np.float64)
    if c.store == "flush": s = np.where(np.abs(s) < 2.0 ** core.FMT[c.fmt][1], 0.0, s)
    return s

def sound_of(c):
    """the stored sound table, the exact one, and each entry's unit of rounding."""
    s = store(c, make(c))
    e, k = KERNELS[c.kernel](c, EXACT, "exact") if c.family != "index" else KERNELS["index"](c)
    u = 2.0 ** -53 if c.T is np.float64 else 2.0 ** -24
    return s, e, k * u, halfulp(e, c.fmt)

def visible(c, S, Fv, E, unit, half):
    if Fv.shape != S.shape: return True
    with np.errstate(all="ignore"):
        d = np.abs(Fv - S); d = np.where(np.isfinite(Fv), d, np.inf)
        err = np.abs(S.astype(LD) - E).astype(float)
    rounding = np.maximum(unit + half, 1e-300)
    need = c.__dict__.get("need")
    if need == "many":           # cut off: more than half a unit in the last place where the angle is good to less than that
        fine = unit * 6 < half * .5
        e2 = np.abs(Fv.astype(LD) - E).astype(float)
        return int((fine & (e2 > half * 1.3)).sum()) >= max(20, .05 * S.size)
    if need == "subnormal":
        return int(((Fv == 0) & (S != 0) & (np.abs(E.astype(float)) > 8 * (unit + half))).sum()) >= 3
    K = max(float(np.max(err / rounding)), 2.5)
    return int((d > 4 * K * rounding).sum()) >= min(3, S.size)

def native(v, fmt):
    with np.errstate(all="ignore"):
        if fmt == "bfloat16":
            return (np.ascontiguousarray(v.astype(np.float32)).view(np.uint32) >> 16).astype(np.uint16)
        return v.astype(fmt)

def write(c, folder, name, v, g):
    """the file, the arguments that it needs, and its name."""
    a = native(v, c.fmt)
    if c.part in ("inv_freq", "slopes"): a = a.reshape(-1)
    if c.transpose: a = np.ascontiguousarray(a.T)
    if c.swap_bytes: a = a.byteswap()
    args, bf = [], c.fmt == "bfloat16"
    t = g.random()
    two = a.ndim == 2
    if two and t < .12 and c.part != 'rotated':
        path = f"{name}.bin"; (folder / path).write_bytes(a.tobytes()); args = ["--format", c.fmt, "--shape", f"{a.shape[0]}x{a.shape[1]}"]
    elif t < .20 and not c.swap_bytes:
        path = f"{name}.safetensors"
        head = json.dumps({"table": {"dtype": {"bfloat16": "BF16", "float16": "F16", "float32": "F32", "float64": "F64"}[c.fmt], "shape": list(a.shape), "data_offsets": [0, a.nbytes]}}).encode()
        head += b" " * (-len(head) % 8); (folder / path).write_bytes(struct.pack("<Q", len(head)) + head + a.tobytes())
    elif t < .25 and not bf:
        path = f"{name}.npz"; np.savez(folder / path, table=a)
    else:
        path = f"{name}.npy"; np.save(folder / path, a); args = ["--format", "bfloat16"] if bf else []
    return path, args

def claim(c):
    pos = c.pos_claim
    s = c.scaling_claim
    shape = c.table_shape
    return {"family": c.family, "encoding": c.enc, "scaling": s["kind"] if s else None, "part": c.part, "base": c.base_claim, "dim": c.dim, "positions": [float(pos.min()), float(pos.max())],
            "rows": len(pos[0]) + c.prefix if c.part not in ("inv_freq", "slopes") else 1, "columns": shape[-1], "keys": c.keys, "heads": c.heads, "form": c.form, "factor": s.get("factor") if s else None, "original_context": s.get("original_context") if s else None,
            "seq_len": s.get("seq_len") if s else None, "short": bool(np.all(pos == np.rint(pos)) and np.abs(pos).max() <= 2048), "square": bool(c.square), "symmetric": bool(c.symmetric), "layout": c.layout, "order": c.order,
            "law": c.law, "format": c.fmt, "first": c.first, "scale": c.scale, "amplitude": c.amplitude, "zero_row": c.zero_row}

NO_PAIR = {"byte-order", "not-finite", "computed-in-single", "flushed-to-zero", "rounded-toward-zero", "uninitialised", "unrotated", "quarter-turn-cosine", "frequency-recurrence", "rotation-recurrence",
           "fast-trigonometry", "tf32-product", "reciprocal-frequency", "zero-row", "bias-form", "rows-permuted", "columns-permuted", "positions-mirrored", "exponent-by-column", "degrees", "rotated-twice",
           "columns-shifted", "head-for-position", "first-only"}
CLASH = [{"scal", "sign"}, {"angle", "sign"}, {"angle", "swap"}, {"angle", "prec"}, {"angle", "scal"}, {"angle", "value"}, {"file", "value"}, {"pos", "rows"}, {"freq", "scal"}, {"pos", "pos2"}, {"freq", "prec"}, {"freq", "pos2"}, {"scal", "pos2"}, {"pos2", "angle"}, {"columns", "swap"}, {"sign", "bias"}, {"sign", "swap"}, {"sign", "value"},
         {"rows", "rowdamage"}, {"value", "store"}, {"sign", "pos2"}, {"axes", "columns"}, {"axes", "pos"}, {"axes", "rows"}, {"rot", "pos"}, {"sign", "rows"}, {"sign", "pos"}, {"rot", "freq"}, {"pos", "rowdamage"},
         {"bias", "value"}, {"sign", "rot"}, {"rowdamage", "pos2"}, {"scal", "value"}, {"rows", "prec"}, {"pos2", "prec"}, {"sign", "index"}, {"index", "bias"}]

def attempt(names, g):
    """one case with these faults (none: sound), or None."""
    if names: c = F.R[names[0]][0](g)
    else:
        t = g.random()
        c = B.b_sin(g) if t < .3 else B.b_rope(g, freq=True) if t < .55 else B.b_grid(g) if t < .68 else B.b_rot(g, **({"partial": True} if g.random() < .2 else {})) if t < .78 else B.b_alibi(g) if t < .88 else B.b_kerple(g) if t < .91 else B.b_index(g)
    choose_arithmetic(c, g)
    c.force_T = None; c.phase_bad = False
    if not hasattr(c, "odd"): c.odd = None
    sound = copy.deepcopy(c)
    truth, parts = [], []
    for n in names:
        c.p = {}
        p = F.R[n][1](c, g)
        if p is None: return None
        c.p.update(p); truth.append({"fault": n, "parameters": c.p})
        parts.append(n)
    if c.family == "index" and c.fmt in ("bfloat16", "float16") and np.abs(c.pos).max() > 100: c.fmt = "float32"
    if c.part not in ("inv_freq", "slopes") and sound.pos.shape[1] < 3 and any(F.R[n][2] not in ("damage", "store", "file") for n in names):
        return None               # one row's positions, scales and frequencies cannot be distinguished
    settle(c, g)
    sound.fmt, sound.recipe, sound.lib, sound.T, sound.rough = c.fmt, c.recipe, c.lib, c.T, c.rough
    if getattr(c, 'claim_double', False): sound.args = sound.args + ['--computed-in', 'float64']
    if c.x is not None:
        x = rnd(c.x, c.fmt); c.x = sound.x = x
    c.scaling_claim, c.base_claim, c.pos_claim = sound.scaling, sound.base, sound.pos
    S, E, unit, half = sound_of(sound)
    loose = 2.0 ** 29 if c.T is np.float64 and c.fmt != 'float64' and not getattr(c, 'claim_double', False) and c.family != 'index' else 1.0     # what the claim allows
    if not np.all(np.isfinite(S)): return None
    err = np.abs(S.astype(LD) - E).astype(float)
    ratio = float(np.max(err / np.maximum(half + unit * unsound_units(sound), 1e-300)))
    if ratio > 1.0001:
        STATS["unsound-sound"] += 1
        BAD.append((sound.enc, sound.part, sound.recipe, sound.lib, sound.fmt, sound.T.__name__, ratio, sound.scaling and sound.scaling["kind"], names))
        return None
    c.ratio = float(np.max(err / np.maximum(half + unit, 1e-300)))
    unit = unit * loose
    if names:
        T = np.float32 if c.__dict__.get("need") == "single" else c.T
        Fv = store(c, make(c, T))
        marks = []
        for f in c.after:
            Fv = f(Fv, unit + half)
            if Fv is None: return None
        before = Fv.copy()
        for f in c.late:
            Fv = f(Fv.copy(), unit + half)
            if Fv is None: return None
        if c.late and len(names) == 1: pass
        if not (c.swap_bytes or c.transpose) or len(names) > 1:
            if not visible(c, S, Fv, E, unit, half): return None
        # without not-finite, a wrong table is of finite numbers
        if "not-finite" not in names and not np.all(np.isfinite(Fv)): return None
        if c.swap_bytes or c.transpose:
            if Fv.size < 3 or not np.any(Fv): return None
            if c.transpose and Fv.shape[0] == Fv.shape[1] and not visible(c, S, Fv.T, E, unit, half): return None
        c.F = Fv
    else: c.F = S
    c.S, c.unit, c.half = S, unit, half
    c.table_shape = S.shape
    c.sound_parts = sound
    return c, truth

def compatible(a, b):
    ga, gb = F.R[a][2], F.R[b][2]
    if a == b or ga == gb or {ga, gb} in CLASH: return False
    return True

def try_two(a, b, g):
    """b is applied to a's table as well; both must show: replayed from one state with one of them left out."""
    seed = int(g.integers(2 ** 62))
    def run(names, lead):
        return attempt_from(names, lead, seed)
    both = run([a, b], a)
    if both is None: return None
    one, two = run([a], a), run([b], a)
    if one is None or two is None: return None
    c = both[0]
    if c.transpose: return both
    for o in (one[0], two[0]):
        if o.F.shape == c.F.shape:
            d = np.abs(np.where(np.isfinite(c.F), c.F, 1e30) - np.where(np.isfinite(o.F), o.F, 1e30))
            K = max(c.ratio, 2.5)
            few = 1 if b in ("corrupt-entry",) else 3
            if int((d > 4 * K * (c.unit + c.half)).sum()) < min(few, d.size): return None
    return both

def attempt_from(names, lead, seed):
    """as attempt, but the claim is drawn by the lead's builder, and every fault has a stream of its own."""
    base = np.random.default_rng([seed % 2 ** 32, 1])
    c0 = F.R[lead][0](base)
    saved = {n: F.R[n] for n in names}
    first = names[0]
    class Stream:            # the fault's own stream
        pass
    def wrap(n, f):
        return lambda c, g: f(c, np.random.default_rng([seed % 2 ** 32, sum(map(ord, n))]))
    old = F.R[first]
    try:
        for n in names: F.R[n] = (F.R[n][0], wrap(n, saved[n][1]), *F.R[n][2:])
        F.R[first] = (lambda g: copy.deepcopy(c0), *F.R[first][1:])
        return attempt(names, np.random.default_rng([seed % 2 ** 32, 3]))
    finally:
        F.R.update(saved)

STATS, BAD, RATIOS = collections.Counter(), [], collections.defaultdict(list)

def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--count", type=int, default=150); ap.add_argument("--seed", type=int, default=1); ap.add_argument("--out", type=pathlib.Path, required=True)
    ap.add_argument("--only", help="one fault's name, or sound")
    ap.add_argument("--verbose", action="store_true")
    o = ap.parse_args()
    core.EXE.update(core.build())
    g = np.random.default_rng(o.seed)
    o.out.mkdir(parents=True, exist_ok=True)
    names = sorted(F.R)
    used = collections.Counter()
    def rarest(these, k=1):
        these = list(these); order = g.permutation(len(these))
        return sorted((these[i] for i in order), key=lambda n: used[n])[:k]
    cases = []
    sound = round(.12 * o.count); wrong = o.count - sound; two, damaged = round(.2 * wrong), round(.05 * wrong)
    kinds = g.permutation(["sound"] * sound + ["two"] * two + ["damaged"] * damaged + ["one"] * (wrong - two - damaged)).tolist()
    while len(cases) < o.count:
        kind = kinds[len(cases)]
        if o.only: plan = [] if o.only == "sound" else [o.only]
        else: plan = [] if kind == "sound" else rarest(names) if kind == "one" else [kind]
        got = None
        if plan in (["two"], ["damaged"]):
            for a in rarest([n for n in names if n not in NO_PAIR and n != "corrupt-entry"], 8):
                bs = ["corrupt-entry"] * 6 if plan == ["damaged"] else rarest([n for n in names if n not in NO_PAIR and n != "corrupt-entry" and compatible(a, n)], 14)
                for b in [x for x in bs for _ in range(4)]:
                    try: got = try_two(a, b, g)
                    except (IndexError, KeyError, AttributeError, TypeError, ValueError, OverflowError, ZeroDivisionError) as e: got = None; STATS["draw-error " + repr(e)[:60]] += 1
                    if got: break
                if got: break
        else:
            for _ in range(300):
                got = attempt(plan, g)
                if got: break
        if not got:
            print("gave up:", plan, file=sys.stderr); continue
        c, truth = got
        used.update(t['fault'] for t in truth); RATIOS[(c.recipe, c.lib, np.dtype(c.T).name)].append(c.ratio)
        i = len(cases); name = f"t{i:04d}"
        path, args = write(c, o.out, name, c.F, g)
        args = [*args, *c.sound_parts.args]
        if c.config:
            (o.out / f"{name}.json").write_text(json.dumps(c.config)); args = [f"{name}.json" if a == "@CONFIG" else a for a in args]
        if c.positions_file:
            p = c.pos_claim if c.family == "grid" else c.pos_claim[0]
            np.save(o.out / f"{name}.pos.npy", p.astype(np.int64) if np.all(p == np.rint(p)) else p); args += ["--positions-file", f"{name}.pos.npy"]
        if c.input:
            np.save(o.out / f"{name}.in.npy", native(c.x, c.fmt)); args += ["--input", f"{name}.in.npy"]
            if c.fmt == "bfloat16": args += ["--input-format", "bfloat16"]
        for t in truth: t["parameters"] = {k: v for k, v in t["parameters"].items()}
        program = {"numpy": "numpy", "python": "python math", "cpp": "g++ -O2", "cppfast": "g++ -O2 -ffast-math", "sleef": "g++ -O2, SLEEF"}[c.lib]
        shape = list(c.F.T.shape if c.transpose else c.F.shape)
        T = "float32" if c.__dict__.get("need") == "single" else np.dtype(c.T).name
        cases.append({"id": name, "file": path, "arguments": args, "truth": truth, "program": f"{c.recipe} in {T}, {program}", "format": c.fmt, "shape": shape,
                      "note": f"{c.enc} {c.part}: " + (", ".join(f"{t['fault']} {({k: v for k, v in c.m.items()})}" for t in truth) or "sound"), "claim": claim(c)})
        if o.verbose: print(name, cases[-1]["note"], cases[-1]["program"], c.fmt, shape, flush=True)
    def plain(x): return x.item() if hasattr(x, "item") else str(x)
    with open(o.out / "cases.jsonl", "w") as f:
        for c in cases: f.write(json.dumps(c, default=plain) + "\n")
    n = collections.Counter(t["fault"] for c in cases for t in c["truth"])
    print("sound", sum(not c["truth"] for c in cases), "two or more", sum(len(c["truth"]) > 1 for c in cases))
    print(dict(n)); print(dict(STATS))
    print("never:", [x for x in names if x not in n])
    print("largest error of sound tables, in units of (|angle| + 1) u + half an ulp stored:", max(max(r) for r in RATIOS.values()))
    if o.verbose:
        for k, r in sorted(RATIOS.items()): print("  ", *k, len(r), f"{max(r):.2f}")
    for b in BAD[:20]: print("unsound sound:", b)

if __name__ == "__main__":
    main()
