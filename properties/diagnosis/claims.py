"""Encodings that tables are said to be, drawn at random, and the words that say them to the tool."""

import numpy as np

BASES = [10000, 500000, 1000000, 100000, 1000, 100, 150000, 50000, 5000000]
FIRSTS = [0, 0, 0, 1, 17, 255, 1000, 2048, 4000, 8064, 32768, 65536, 100000, 131072, 1000000,
          2 ** 20, 2 ** 24 - 64, 2 ** 24]
SOUND = ["pow-divide", "pow-multiply", "exp-log", "log-timescale", "pow-reciprocal"]
KINDS = ["linear", "ntk", "dynamic", "yarn", "llama3", "longrope"]


def one_of(draw, values):
    return values[int(draw.integers(len(values)))]


def chance(draw, of):
    return draw.integers(of) == 0


def dim(draw):
    """Widths in use, and any other."""
    if chance(draw, 3):
        return 2 * int(draw.integers(2, 257))
    return one_of(draw, [4, 8, 16, 32, 64, 64, 96, 128, 128, 256, 512])


def base(draw):
    return int(draw.integers(20, 2000)) * 100 if chance(draw, 4) else one_of(draw, BASES)


def sinusoidal(draw):
    claim = {"encoding": "sinusoidal", "dim": dim(draw), "base": base(draw),
             "layout": one_of(draw, ["interleaved", "halves"]),
             "order": one_of(draw, ["sin-cos", "sin-cos", "cos-sin"])}
    if chance(draw, 2) and claim["dim"] >= 6:
        claim |= {"law": "half-minus-shift", "shift": one_of(draw, [0, 1, 1])}
    if chance(draw, 8):
        claim["origin"] = one_of(draw, [1, 2])
    if chance(draw, 12):
        claim["scale"] = one_of(draw, [1000, 0.25])
    if chance(draw, 8):
        claim["zero_row"] = one_of(draw, [0, 1])
    return claim


def scaling(draw, width):
    kind = one_of(draw, KINDS)
    original, factor = one_of(draw, [2048, 4096, 8192, 32768]), one_of(draw, [2, 4, 8, 16, 32])
    c = {"kind": kind, "factor": factor, "original": original}
    if kind == "dynamic":
        c |= {"factor": one_of(draw, [2, 4]), "length": original * one_of(draw, [1, 2, 4])}
    if kind == "yarn":
        c["original"] = one_of(draw, [4096, 8192, 32768, 131072])  # the last one's ramp is clamped
        c |= {"beta_fast": 32, "beta_slow": 1, "truncate": bool(chance(draw, 2))}
    if kind == "llama3":
        c |= {"low": 1, "high": 4}
    if kind == "longrope":
        steps = np.sort(draw.uniform(1, 2, width // 2)).round(4)
        c |= {"short": [1 + i / 100 for i in range(width // 2)], "long": (factor * steps).tolist(),
              "length": one_of(draw, [original, 4 * original])}
    return c


def rotary(draw):
    claim = {"encoding": "rope", "dim": dim(draw), "base": base(draw),
             "layout": one_of(draw, ["half-split", "half-split", "interleaved"])}
    if chance(draw, 3) and claim["dim"] >= 8:
        claim["base"] = max(claim["base"], 10000)
        claim["scaling"] = scaling(draw, claim["dim"])
    return claim


def case(draw):
    """A claim, a part, and a sound program."""
    rope = not chance(draw, 3)
    claim = rotary(draw) if rope else sinusoidal(draw)
    wide = chance(draw, 3)
    store = one_of(draw, ["float32", "float32", "bfloat16", "float16", "float64"])
    found = {"claim": claim, "first": one_of(draw, FIRSTS), "rows": one_of(draw, [16, 64, 64, 128]),
             "part": "table", "repeated": False, "store": store,
             "computed_in": "float64" if wide or store == "float64" else "float32",
             "recipe": one_of(draw, SOUND)}
    if rope:
        found["part"] = one_of(draw, ["cos", "cos", "sin", "sin", "table", "inv_freq"])
        found["repeated"] = found["part"] in ("cos", "sin") and bool(chance(draw, 2))
        if claim.get("scaling"):
            found["recipe"] = "pow-reciprocal"
    if found["part"] == "inv_freq":
        found |= {"first": 0, "rows": 1, "store": one_of(draw, ["float32", "float64"])}
        found["computed_in"] = "float64" if found["store"] == "float64" else "float32"
    return found


def scaling_words(c):
    words = ["--scaling", c["kind"], "--factor", str(c["factor"])]
    if c["kind"] not in ("linear", "ntk"):
        words += ["--original-context", str(c["original"])]
    for key, option in (("length", "--seq-len"), ("beta_fast", "--beta-fast"),
                        ("beta_slow", "--beta-slow"), ("low", "--low-freq-factor"),
                        ("high", "--high-freq-factor")):
        words += [option, str(c[key])] if key in c else []
    if "truncate" in c:
        words += ["--truncate", "yes" if c["truncate"] else "no"]
    for key in ("short", "long"):
        words += [f"--{key}-factor", ",".join(repr(x) for x in c[key])] if key in c else []
    return words


def words(found):
    """The options of `sextant verify` that say what a case is claimed to be."""
    claim = found["claim"]
    said = ["--encoding", claim["encoding"], "--dim", str(claim["dim"]), "--base",
            str(claim["base"])]
    for key in ("layout", "order", "law", "shift", "origin", "scale"):
        said += [f"--{key}", str(claim[key])] if key in claim else []
    if "zero_row" in claim:
        said += ["--zero-row", str(claim["zero_row"])]
    if "scaling" in claim:
        said += scaling_words(claim["scaling"])
    if found["part"] != "table":
        said += ["--part", found["part"]]
    if found["part"] != "inv_freq":
        said += ["--first", str(found["first"])]
    return said + (["--format", "bfloat16"] if found["store"] == "bfloat16" else [])
