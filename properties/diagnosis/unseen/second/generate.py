#!/usr/bin/python3
"""Wrong and sound tables of plain positional encodings, with the mistakes that are in them: generate.py --count N --seed S --out DIR"""
import argparse
import collections
import json
import math
import pathlib
import warnings
import numpy as np
import engine
from engine import F32, F64, State, make, noise, opened
from faults import FAULTS, pick

NAMED = {   # name -> what differs from the sinusoidal's defaults, as --help and the list of encodings say
    "fairseq": dict(layout="halves", law="shift", shift=1, zero_row=1), "speech2text": dict(layout="halves", law="shift", shift=1, zero_row=1),
    "whisper": dict(layout="halves", law="shift", shift=1), "tensor2tensor": dict(layout="halves", law="shift", shift=1),
    "adm": dict(layout="halves", order="cos-sin", law="shift", shift=0), "ddpm": dict(layout="halves", law="shift", shift=1),
    "stable-diffusion": dict(layout="halves", order="cos-sin", law="shift", shift=0), "marian": dict(layout="halves", law="shift", shift=1),
    "maxtext": dict(layout="halves", law="shift", shift=1), "opennmt-concat": dict(layout="halves", law="shift", shift=1),
    "gpt-neox-sinusoidal": dict(layout="halves"), "hf-marian": dict(layout="halves"), "xlm": {}, "espnet": {}, "opennmt": {},
    "transformer-xl": dict(layout="halves"), "espnet-relative": {}, "opennmt-tf": dict(layout="halves", law="shift", shift=1),
    "retnet": dict(kind="rope", layout="interleaved", law="shift", shift=1)}
PAIRED = {"freq", "position", "value", "columns", "precision"}
LONELY = {"rounded-toward-zero", "flushed-to-zero", "uninitialised"}
CONFUSED = [{"phase", "sin-cos-swapped"}, {"phase", "sign"}, {"phase", "amplitude"}, {"zeros", "zero-row"}, {"sin-cos-swapped", "sign"}]
Fault = collections.namedtuple("Fault", "name parameters change")

NEEDS = {"yarn-truncate": ["yarn"], "yarn-clamp": ["yarn"], "bands-swapped": ["yarn", "llama3"], "wavelength": ["yarn", "llama3"],
         "longrope-list": ["longrope"], "partial-missing": ["proportional"], "partial-twice": ["proportional"]}

def scaling_claim(rng, c, a, want):
    """A scaling of the context, and what the command line says of it."""
    kind = pick(rng, ["linear", "ntk", "dynamic", "yarn", "yarn", "llama3", "llama3", "longrope", "proportional"])
    kind = pick(rng, NEEDS[want]) if want in NEEDS else kind
    f, orig, h = float(pick(rng, [2, 4, 8, 16, 32, 2.5])), pick(rng, [2048, 4096, 8192, 32768] + [131072] * (1 if want != "yarn-clamp" else 20)), c["dim"] // 2
    s = dict(kind=kind, factor=f, orig=orig, seq=None, fast=32, slow=1, truncate=True, clamp="channels", low=1, high=4, att=None, partial=None)
    a += ["--scaling", kind, "--factor", f"{f:g}"] + (["--original-context", str(orig)] if kind in ("dynamic", "yarn", "llama3", "longrope") else [])
    if kind == "dynamic" or kind == "longrope":
        s["seq"] = orig * pick(rng, [2, 4, 8]) if kind == "dynamic" or rng.random() < 0.5 else orig
        a += ["--seq-len", str(s["seq"])]
    if kind == "yarn":
        if rng.random() < 0.4:
            s["truncate"], a[len(a):] = False, ["--truncate", "no"]
        if rng.random() < 0.25:
            s["clamp"], a[len(a):] = "pairs", ["--clamp", "pairs"]
        if rng.random() < 0.2:
            s["att"], a[len(a):] = 1.25, ["--attention-factor", "1.25"]
        if rng.random() < 0.2:
            s["fast"], s["slow"], a[len(a):] = 24, 2, ["--beta-fast", "24", "--beta-slow", "2"]
    if kind == "llama3" and rng.random() < 0.3:
        s["low"], s["high"], a[len(a):] = 2, 6, ["--low-freq-factor", "2", "--high-freq-factor", "6"]
    if kind == "longrope":
        for key, top in (("short", 3), ("long", 2 * f)):
            s[key] = [round(float(x), 2) for x in np.sort(1 + (top - 1) * rng.random(h) ** 2)]
            a += [f"--{key}-factor", ",".join(f"{x:g}" for x in s[key])]
    if kind == "proportional":
        s["partial"] = pick(rng, [0.25, 0.5, 0.75])
        a += ["--partial", str(s["partial"])]
    return s

def draw_claim(rng, want):
    c = dict(kind="sinusoidal", layout="interleaved", order="sin-cos", law="d", shift=0, base=10000, scale=1.0, amplitude=1.0, zero_row=None, part="table",
             dim=pick(rng, [16, 32, 48, 64, 64, 80, 96, 128, 128, 192, 256]))
    c["sc"] = dict(kind=None, factor=1.0, orig=None, seq=None, fast=32, slow=1, truncate=True, clamp="channels", low=1, high=4, att=None, partial=None)
    n = min(int(2 ** rng.uniform(3, 14)), 500000 // c["dim"])
    n = n // 8 * 8 if rng.random() < 0.7 else n
    n = c["dim"] if want == "transposed" else n
    a, kind = [], pick(rng, ["plain", "named", "rope", "rope", "scaled", "scaled", "scaled"])
    kind = "scaled" if want in NEEDS else kind
    c["encoding"] = {"plain": "sinusoidal", "named": pick(rng, sorted(NAMED))}.get(kind, "rope")
    if kind == "plain":
        if rng.random() < 0.4:
            c["layout"], a[len(a):] = "halves", ["--layout", "halves"]
        if rng.random() < 0.25:
            c["order"], a[len(a):] = "cos-sin", ["--order", "cos-sin"]
        if rng.random() < 0.3:
            c["law"], c["shift"] = "shift", pick(rng, [0, 1])
            a += ["--law", "half-minus-shift", "--shift", str(c["shift"])]
        if rng.random() < 0.12:
            c["scale"], a[len(a):] = 1000.0, ["--scale", "1000"]
        if rng.random() < 0.1:
            c["amplitude"], a[len(a):] = 8.0, ["--amplitude", "8"]
        if rng.random() < 0.1:
            c["zero_row"], a[len(a):] = 0, ["--zero-row", "0"]
    elif kind == "named":
        c.update(NAMED[c["encoding"]])
    else:
        c["kind"], c["layout"] = "rope", "half-split"
        if rng.random() < 0.4:
            c["layout"], a[len(a):] = "interleaved", ["--layout", "interleaved"]
    if kind not in ("named",) and rng.random() < 0.6:
        c["base"] = pick(rng, [500000, 1000000, 100000, 150000, 20000, 10000000])
        a += ["--base", str(c["base"])]
    if kind == "scaled":
        c["sc"] = scaling_claim(rng, c, a, want)
    if c["kind"] == "rope":
        c["part"] = pick(rng, ["cos", "cos", "sin"] if c["encoding"] == "retnet" else ["cos"] * 5 + ["sin"] * 4 + ["inv_freq"])
        a += ["--part", c["part"]]
    form = pick(rng, ["float32"] * 8 + ["float64"] * 3 + ["bfloat16"] * 5 + ["float16"] * 4)
    T = F64 if form == "float64" or rng.random() < 0.25 else F32
    where = rng.random()
    first = 0 if where < 0.6 else 1 if where < 0.63 else 4096 * int(rng.integers(1, 32)) if where < 0.8 else int(rng.integers(2, 131072)) if where < 0.9 \
        else -(n // 2) if where < 0.94 else 1000000 if where < 0.97 or T is F32 else 2**24 + 1
    first, step = -(n // 2) if want == "positions-mirrored" else first, 1
    if c["encoding"] == "espnet-relative":
        n = n // 2 * 2 + 1
        c["pos"] = list(range(n // 2, -(n // 2) - 1, -1))
    elif c["encoding"] == "transformer-xl":
        c["pos"] = list(range(n - 1, -1, -1))
    elif c["encoding"] == "opennmt-tf":
        c["pos"] = list(range(1, n + 1))
    elif c["part"] == "inv_freq":
        c["pos"] = [0]
    else:
        step = pick(rng, [2, 3, 16]) if rng.random() < 0.06 else 1
        c["pos"] = list(range(first, first + n * step, step))
        a += ["--positions", f"{first}:{first + n * step}:{step}"] if step > 1 else ["--first", str(first)] if first or rng.random() < 0.2 else []
    a = ["--encoding", c["encoding"], "--dim", str(c["dim"])] + a
    a += ["--computed-in", "float64"] if T is F64 and form != "float64" and rng.random() < 0.4 else []
    library = pick(rng, ["numpy", "numpy", "glibc", "fast", "sleef", "sleef35"])
    return c, dict(T=T, format=form, library=library, recipe=pick(rng, ["pow", "recip", "recip", "divide", "exp", "log"])), a

def apart(a, b, limit, least):
    with np.errstate(invalid="ignore"):
        different = ~(np.abs(a - b) <= 2 * limit) & ~((a == b) | np.isnan(a) & np.isnan(b))
    return np.count_nonzero(different) >= least

def told_apart(c, p, faults):
    """Whether each of the mistakes shows, alone and beside the others. Returns the stored table, or None."""
    sets = [[], faults] + [[f] for f in faults if len(faults) > 1]
    bits = [make(c, p, s) for s in sets]
    tables = [opened(b, p["format"]) for b in bits]
    names, t = {f.name for f in faults}, tables[0]
    if names & {"rounded-toward-zero", "flushed-to-zero"}:
        sharp = noise(c, p, t, False) < 0.3 * engine.EPS[p["format"]] * np.abs(t)
        return bits[1] if np.count_nonzero((tables[1] != t) & sharp) >= max(4, t.size // (20 if "rounded-toward-zero" in names else 10**6)) else None
    if names == {"corrupt-entry"} or names & {"byte-order", "transposed", "not-finite"}:
        return bits[1] if apart(tables[1], t, 0, 1) else None
    if tables[1].shape != t.shape or not np.isfinite(tables[1]).all():
        return None
    limit = noise(c, p, t)
    exact = opened(make(c, dict(T=F64, library="numpy", recipe="recip", format="float64"), []), "float64")
    if not all(apart(x, exact, limit, 3) for x in tables[1:]):      # else another sound program might have made it
        return None
    ok = all(apart(x, y, limit, max(3, t.size // 2000) if "zero-row" not in names and "repeated-row" not in names else 3)
             for i, x in enumerate(tables) for y in tables[:i])
    return bits[1] if ok else None

def draw_case(rng, want, number):
    """want: names of faults, none for a sound table; the claim is drawn until they can be made and seen."""
    focus = next((w for w in want if w in NEEDS or w in ("transposed", "positions-mirrored")), None)
    for attempt in range(400):
        c, p, a = draw_claim(rng, focus)
        faults = []
        for name in want:
            made = FAULTS[name][1](c, p, rng) if c["part"] != "inv_freq" or FAULTS[name][0] not in ("position", "value", "damage") else None
            if made is None:
                break
            faults.append(Fault(name, *made))
        if len(faults) < len(want):
            continue
        visible = [f for f in faults if f.name != "corrupt-entry"] or faults
        bits = told_apart(c, p, visible) if faults else make(c, p, [])
        if bits is None:
            continue
        return c, p, a, faults, make(c, p, faults)
    return None

def write(folder, number, bits, form, rng, arguments):
    container = pick(rng, ["npy"] * 5 + ["bin"] * 3 + ["safetensors"] * 2)
    name = f"{number:04d}.{container}"
    if container == "npy":
        np.save(folder / name, bits)
        arguments += ["--format", form] if form == "bfloat16" else []
    elif container == "bin":
        bits.tofile(folder / name)
        arguments += ["--format", form, "--shape", "x".join(map(str, bits.shape))]
    else:
        kind = {"float32": "F32", "float64": "F64", "float16": "F16", "bfloat16": "BF16"}[form]
        head = json.dumps({"pe": {"dtype": kind, "shape": bits.shape, "data_offsets": [0, bits.nbytes]}}).encode()
        head += b" " * (-len(head) % 8)
        (folder / name).write_bytes(len(head).to_bytes(8, "little") + head + bits.tobytes())
        arguments += ["--tensor", "pe"] if rng.random() < 0.5 else []
    return name

def summary(c):
    """The fields that score.py's table of equal faults asks for."""
    pos, s = c["pos"], c["sc"]
    return dict(family="wave", encoding=c["encoding"], part=c["part"], scaling=s["kind"], factor=s["factor"], base=c["base"], dim=c["dim"], rows=len(pos),
                positions=[min(pos), max(pos)], symmetric=min(pos) == -max(pos) and len(pos) > 1, short=max(map(abs, pos)) <= 2048, form=None, keys=None,
                heads=0, square=False)

def wishes(rng, count):
    names = sorted(set(FAULTS) - {"corrupt-entry"})
    order = []
    for _ in range(count):
        r = rng.random()
        if r < 0.12:
            order.append([])
            continue
        deck = order_deck(rng, names)
        want = [next(deck)]
        if r < 0.27:
            pool = [n for n in names if FAULTS[n][0] in PAIRED and n not in LONELY]
            while not (FAULTS[want[0]][0] in PAIRED and want[0] not in LONELY):
                want = [pick(rng, pool)]
            mates = [n for n in pool if FAULTS[n][0] != FAULTS[want[0]][0] and not any({n, want[0]} <= x for x in CONFUSED)]
            want.append(pick(rng, mates))
        elif r < 0.29:
            want = ["corrupt-entry"]
        if r > 0.97 and FAULTS[want[0]][0] not in ("file", "damage"):
            want.append("corrupt-entry")
        order.append(want)
    return order

DECK = []
def order_deck(rng, names):
    """Names in turn, shuffled anew each time all have been dealt."""
    while True:
        if not DECK:
            DECK.extend(names[i] for i in rng.permutation(len(names)))
        yield DECK.pop()

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    engine.build()
    options.out.mkdir(parents=True, exist_ok=True)
    rng, given_up = np.random.default_rng(options.seed), []
    with open(options.out / "cases.jsonl", "w") as listing:
        for number, want in enumerate(wishes(rng, options.count)):
            drawn = draw_case(rng, want, number)
            while drawn is None:
                given_up.append(" + ".join(want))
                want = [pick(rng, sorted(FAULTS))]
                drawn = draw_case(rng, want, number)
            c, p, a, faults, bits = drawn
            file = write(options.out, number, bits, p["format"], rng, a)
            note = f"{p['recipe']} in {p['T'].__name__}, {p['library']}"
            case = dict(id=f"gen2-{options.seed}-{number:04d}", file=file, arguments=a, truth=[{"fault": f.name, "parameters": f.parameters} for f in faults],
                        program=note, format=p["format"], shape=list(bits.shape), note=note, claim=summary(c))
            listing.write(json.dumps(case, default=float) + "\n")
    if given_up:
        print("could not be made and seen:", "; ".join(given_up))

if __name__ == "__main__":
    main()
