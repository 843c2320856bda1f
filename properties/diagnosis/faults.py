"""Faults that programs can be given: which of them a case can have, and how they are drawn.

Names and parameters are those of `sextant list faults` and of its findings.
"""

import numpy as np

import orders
import stores
from claims import BASES, chance, one_of
from frequencies import amplitude

# What a fault belongs to: two of one stage are not drawn together.
STAGE = {
    "position-offset": "position", "rows-reversed": "order", "sign": "sign",
    "position-rounded": "position", "table-overrun": "damage",
    "sin-cos-swapped": "column", "layout": "column", "transposed": "turned",
    "exponent-halved": "ladder", "exponent-denominator": "ladder", "exponent-over-head": "ladder",
    "wrong-base": "base", "scaling-missing": "context", "scaling-doubled": "context",
    "amplitude": "amplitude", "yarn-truncate": "context", "yarn-clamp": "context",
    "bands-swapped": "context", "wavelength": "context", "longrope-list": "context",
    "uninitialised": "frequency", "degrees": "scale", "frequency-rounded": "frequency",
    "frequency-recurrence": "frequency", "quarter-turn-cosine": "wave",
    "fast-trigonometry": "wave", "rotation-recurrence": "wave", "computed-in-single": "format",
    "corrupt-entry": "damage", "not-finite": "damage", "zero-row": "row",
    "position-scale": "scale", "phase": "phase", "tf32-product": "frequency",
    "computed-in-half": "frequency", "rounded-toward-zero": "store", "flushed-to-zero": "store",
    "byte-order": "turned", "rows-missing": "order", "repeated-row": "order",
    "rows-permuted": "order", "columns-permuted": "column"}

# Pairs in which one fault hides the other, or that make no sense.
SEEN_BESIDE_NOTHING = {"uninitialised", "corrupt-entry", "not-finite", "transposed"}
NOT_WITH = {
    "uninitialised": [other for other in STAGE if other not in SEEN_BESIDE_NOTHING],
    "frequency-recurrence": ["frequency-rounded"],
    "rotation-recurrence": ["rows-reversed", "position-rounded", "table-overrun", "rows-missing",
                            "repeated-row", "rows-permuted", "tf32-product", "computed-in-half"],
    "table-overrun": ["rows-missing", "repeated-row", "rows-permuted"],
    "wrong-base": ["exponent-halved", "exponent-over-head", "exponent-denominator"],
    "position-rounded": ["tf32-product", "computed-in-half"],
    "sign": ["position-scale", "phase"], "degrees": ["position-scale", "tf32-product"],
    "phase": ["sin-cos-swapped", "rows-reversed", "quarter-turn-cosine"],
    "computed-in-half": ["fast-trigonometry"], "byte-order": ["not-finite", "corrupt-entry"]}
APART = [{name, other} for name, others in NOT_WITH.items() for other in others]


def shift(draw, case):
    far = int(draw.integers(3, 10000))
    return {"offset": one_of(draw, [1, -1, 2, -2, far, -far])}


def other_base(draw, case):
    base = case["claim"]["base"]
    while base == case["claim"]["base"]:
        base = int(draw.integers(10, 9999)) * 10 if chance(draw, 3) else one_of(draw, BASES)
    found = {"base": str(base), "claimed": str(case["claim"]["base"])}
    if case["claim"].get("scaling"):
        found["base"] = str(one_of(draw, [b for b in (10000, 500000, 1000000, 150000)
                                          if b != case["claim"]["base"]]))
    return found


def other_columns(draw, case, relayout):
    claim, part = case["claim"], case["part"]
    if part in ("cos", "sin"):
        if not relayout:
            return {}
        return {"layout": "interleaved" if claim["layout"] == "half-split" else "half-split"}
    order = claim.get("order", "cos-sin")
    layout = "halves" if claim["layout"] in ("halves", "half-split") else "interleaved"
    if case["claim"]["encoding"] == "rope":
        layout = "halves"  # the table is [cos | sin]
    if relayout:
        layout = "interleaved" if layout == "halves" else "halves"
    if not relayout or chance(draw, 3):
        order = "sin-cos" if order == "cos-sin" else "cos-sin"
    return {"layout": layout, "order": order}


def denominator(draw, case):
    half = case["claim"]["dim"] // 2
    law, shifted = case["claim"].get("law", "d"), case["claim"].get("shift", 0)
    choices = [{"law": "half-minus-shift", "shift": s} for s in (1, -1)
               if half - s > 0 and (law == "d" or s != shifted)]
    if law != "d" and shifted != 0:
        choices.append({"law": "d"})
    return one_of(draw, choices)


def rounded_position(draw, case):
    last = abs(case["first"]) + case["rows"]
    choices = ["bfloat16"] + (["float16"] if last < 65504 else [])
    if case["computed_in"] == "float64":
        choices.append("float32")
    return {"format": one_of(draw, choices)}


def rounded_frequency(draw, case):
    found = {"format": one_of(draw, ["bfloat16", "bfloat16", "float16"])}
    return found | ({"of": "the divisor"} if chance(draw, 4) else {})


def phase(draw, case):
    near = ["-0.0007963267948966", "-0.00159265"]  # a quarter turn as 1.57, and twice that
    far = ["0.1", "-0.25", "1", "0.5", "0.7853981633974483"]
    if case["part"] == "sin" or chance(draw, 2):
        return {"phase": one_of(draw, far), "of": "all"}
    return {"phase": one_of(draw, near), "of": "all" if case["part"] == "cos" else "cosines"}


def computed_in_half(draw, case):
    last = abs(case["first"]) + case["rows"] + 2
    reached = last * case["claim"].get("scale", 1)
    return {"format": one_of(draw, ["bfloat16"] + ["float16"] * (reached < stores.LARGE)),
            "of": one_of(draw, ["the angle", "the product"])}


def width_of(case):
    half = case["part"] == "inv_freq" or case["part"] in ("cos", "sin") and not case["repeated"]
    return case["claim"]["dim"] // 2 if half else case["claim"]["dim"]


def places(draw, case, bad):
    width = width_of(case)
    count = 1 if case["rows"] * width < 64 else int(draw.integers(1, 4))
    found = []
    for _ in range(count):
        got = one_of(draw, ["nan", "inf", "-inf"]) if bad else str(float(draw.choice(
            [0.25, -0.75, 7, 0.5, -1.5])))
        found.append({"row": int(draw.integers(case["rows"])),
                      "channel": int(draw.integers(width)), "got": got})
    return {"places": found}


def zero_row(draw, case):
    claimed, first = case["claim"].get("zero_row"), case["first"]
    inside = claimed is not None and first <= claimed < first + case["rows"]
    if inside and chance(draw, 2):
        return {"position": "none", "claimed": str(claimed)}
    row = first + int(draw.integers(min(3, case["rows"])))
    return {"position": str(row + (row == claimed)), "claimed": str(claimed)}


def head(draw, case):
    d = case["claim"]["dim"]
    return {"head": str(one_of(draw, [int(f * d) for f in (4, 4 / 3, 8 / 3, 2.5)
                                      if abs(f * d - round(f * d)) < 1e-9]))}


def swapped_bands(draw, case):
    if case["claim"]["scaling"]["kind"] == "yarn":
        return {"swapped": "beta_fast and beta_slow"}
    return {"swapped": "the kept and the divided band"}


def recurrence(draw, case):
    """Angles climb by one ratio: where a context has its own for each pair, they would leave it."""
    how = one_of(draw, ["frequency-recurrence", "angle-recurrence", "pow-of-ratio"])
    own = case["claim"].get("scaling", {}).get("kind") in ("yarn", "llama3", "longrope")
    return {"recipe": "frequency-recurrence" if own and how == "angle-recurrence" else how}


DRAWN = {
    "position-offset": shift, "wrong-base": other_base,
    "layout": lambda draw, case: other_columns(draw, case, True),
    "sin-cos-swapped": lambda draw, case: other_columns(draw, case, False),
    "exponent-denominator": denominator, "position-rounded": rounded_position,
    "frequency-rounded": rounded_frequency, "zero-row": zero_row, "exponent-over-head": head,
    "corrupt-entry": lambda draw, case: places(draw, case, False),
    "not-finite": lambda draw, case: places(draw, case, True),
    "position-scale": lambda draw, case: {"scale": one_of(
        draw, ["2", "1/2", "1/4", "1/8", "8", "1/1000", "1000", "0.1", "10", "1/3", "1.5"])},
    "phase": phase, "computed-in-half": computed_in_half,
    "tf32-product": lambda draw, case: {"conversion": one_of(draw, ["to nearest", "toward zero"])},
    "rows-missing": orders.missing, "repeated-row": orders.repeated,
    "rows-permuted": orders.other_rows,
    "columns-permuted": lambda draw, case: orders.other_columns(draw, width_of(case)),
    "exponent-halved": lambda draw, case: {"factor": "1/2"},
    "sign": lambda draw, case: {"of": "the angle"},
    "degrees": lambda draw, case: {"direction": one_of(
        draw, ["angles times pi/180", "angles times 180/pi"])},
    "frequency-recurrence": recurrence,
    "fast-trigonometry": lambda draw, case: {"noise": int(draw.integers(2) * draw.integers(1e6))},
    "table-overrun": lambda draw, case: {"rows": int(draw.integers(2, case["rows"] - 1))},
    "uninitialised": lambda draw, case: {"frequencies": "0"},
    "amplitude": lambda draw, case: {"amplitude": one_of(draw, ["missing", "squared"])},
    "scaling-doubled": lambda draw, case: {"how": one_of(draw, ["factors", "again"])},
    "scaling-missing": lambda draw, case: (
        {"amplitude": "kept"} if amplitude(case["claim"]) != 1 and chance(draw, 2) else {}),
    "yarn-truncate": lambda draw, case: {
        "truncate": "no" if case["claim"]["scaling"]["truncate"] else "yes"},
    "yarn-clamp": lambda draw, case: {"clamp": "pairs"},
    "bands-swapped": swapped_bands,
    "wavelength": lambda draw, case: {"wavelength": "1/frequency"}}


def possible(name, case):
    """Whether a case can have a fault."""
    claim, part = case["claim"], case["part"]
    c = claim.get("scaling", {})
    kind, waves = c.get("kind"), part != "inv_freq"
    plain = {"wrong-base": True, "exponent-halved": kind is None, "degrees": True,
             "exponent-denominator": kind is None and claim["dim"] >= 6,
             "exponent-over-head": claim["encoding"] == "rope" and kind is None,
             "uninitialised": claim["encoding"] == "rope", "frequency-recurrence": True,
             # One wrong entry of a few is no damage.
             "corrupt-entry": case["rows"] * width_of(case) >= 8, "not-finite": True,
             "scaling-missing": kind is not None, "scaling-doubled": kind in (
                 "linear", "yarn", "llama3", "longrope"),
             "yarn-truncate": kind == "yarn", "yarn-clamp": kind == "yarn",
             "bands-swapped": kind in ("yarn", "llama3"), "wavelength": kind == "llama3",
             "longrope-list": kind == "longrope", "byte-order": True,
             "columns-permuted": width_of(case) >= 8,
             "rounded-toward-zero": stores.narrower(case),
             "flushed-to-zero": case["store"] == "float16",
             "computed-in-single": case["store"] == "float64"}
    if name in plain:
        return plain[name] and not (name == "degrees" and not waves)
    if not waves:
        return False
    tables = {"sign": part != "cos", "quarter-turn-cosine": part != "sin",
              "layout": case["repeated"] or part == "table",
              "amplitude": amplitude(claim) != 1, "zero-row": claim["encoding"] == "sinusoidal",
              "fast-trigonometry": case["computed_in"] == "float32",
              "position-rounded": claim.get("origin", 0) == 0, "position-scale": kind != "linear",
              "tf32-product": case["computed_in"] == "float32",
              "transposed": case["rows"] not in (claim["dim"], claim["dim"] // 2)}
    return tables.get(name, STAGE[name] != "order" or case["rows"] >= 8)


def drawn(draw, case, first, count):
    """A fault and as many others, of different stages; None if a case cannot have them."""
    able = [name for name in STAGE if possible(name, case) and name != first]
    if not possible(first, case):
        return None
    for _ in range(20):
        names = [first, *(str(n) for n in draw.permutation(able)[:count - 1])]
        stages = {STAGE[n] for n in names}
        if len(stages) == count and set(names) not in APART:
            return {n: DRAWN.get(n, lambda *_: {})(draw, case) for n in sorted(names)}
    return None
