"""What the tool says of a case, held against what was done to it."""

import json
import math
import subprocess
from fractions import Fraction

import numpy as np

import formats
import orders
import programs
import stores
from claims import words
from frequencies import amplitude

LIMIT = 0.2       # a tolerance beyond it compares nothing
# Faults of digits: what they lose no program means.
OF_DIGITS = {"computed-in-single", "quarter-turn-cosine", "rotation-recurrence",
             "frequency-recurrence", "fast-trigonometry"}
# Faults that round on the way: beside a tie, two programs that have them go two ways.
OF_ROUNDING = {"tf32-product", "computed-in-half"}


def roundings(case, anyhow=False):
    """A rounding of the compute format of a case, or, if `anyhow`, of the format that it may have been."""
    single = case["computed_in"] == "float32" or "computed-in-single" in case["faults"]
    if anyhow:
        single = single or case["store"] != "float64"
    return 2.0 ** -(24 if single else 53)


def erred(case, faults):
    """Roundings that a sound program's angle may have: where frequencies are exp(-x ln b), an ulp
    of ln b, that of x and of the product, all of them ln b times; and eight of what follows."""
    base = float(faults.get("wrong-base", {}).get("base", case["claim"]["base"]))
    return 4 * max(math.log(base), 0) + 8


def spacing(case, faults):
    """How far apart a number and what is stored for it may be, as a part of its binade."""
    cut = 2 if "rounded-toward-zero" in faults else 1
    return cut * 2.0 ** (1 - formats.PRECISION[case["store"]])


def tolerance(case, faults, angle, want, unit):
    """How far a sound program's entry may be from what it means, stored as a neighbour of that."""
    size = max(1.0, amplitude(case["claim"]) ** 2)
    binade = np.exp2(np.floor(np.log2(np.maximum(np.abs(want), 2.0 ** -14))))
    return size * (erred(case, faults) * np.abs(angle) + 8) * unit + binade * spacing(case, faults)


def meant(case, faults, anyhow=False):
    """What a program means, in doubles, and how far a sound one may be off, entry by entry: one
    that computes as the case does, or one that computes as the tool must allow for."""
    unit = roundings(case, anyhow)
    exact = dict(case, computed_in="float64", recipe="pow-reciprocal")
    kept = {n: p for n, p in faults.items() if n not in OF_DIGITS}
    with np.errstate(all="ignore"):
        table = programs.values(exact, kept, np.float64)
        if case["part"] == "inv_freq":
            bound = np.abs(table) * (erred(case, faults) * unit + spacing(case, faults))
        else:
            angle, _ = programs.angles(exact, kept, np.float64)
            laid = programs.laid_out(exact, kept, angle, angle)
            bound = tolerance(case, faults, laid, table, unit)
    table, bound = stores.meant(case, faults, table, bound)
    return (table.T, bound.T) if "transposed" in faults else (table, bound)


def visible(case, named=None):
    """Whether some entry is further from the claim, or from what was named of it, than a sound
    program's may be."""
    named = named or {}
    if {"transposed", "byte-order"} & (set(case["faults"]) - set(named)):
        return True
    case, named = in_order(case, named)
    want, bound = meant(case, named, anyhow=True)
    got = formats.read(case["store"], programs.made(case))
    return not bool(np.all(np.abs(got - want) <= bound))


def in_order(case, named):
    """A case and what was named of it without the order of bytes, if that is agreed upon."""
    if "byte-order" not in named or "byte-order" not in case["faults"]:
        return case, named
    own, theirs = ({n: p for n, p in faults.items() if n != "byte-order"}
                   for faults in (case["faults"], named))
    return case | {"faults": own}, theirs


def reproduced(case, named):
    """Whether a program with the faults that were named makes the table: True, False, or None where
    the numbers do not tell.  A fault of digits that is named and not there is one too many; of
    those that are there, nine tenths of what is decided is as meant, and all where there are none."""
    case, named = in_order(case, named)
    if "byte-order" in {*named, *case["faults"]}:
        return False
    table = programs.made(case)
    try:
        again = programs.made(case, named)
        want, bound = meant(case, named)
    except (KeyError, ValueError, IndexError, TypeError):
        return False
    if again.shape != table.shape:
        return False
    got = formats.read(case["store"], table)
    same = formats.read(case["store"], again)
    if np.all((got == same) | (np.isnan(got) & np.isnan(same))):
        return True
    digits = OF_DIGITS | OF_ROUNDING
    # TF32 keeps as much of a frequency as float16 does.
    ties = digits & set(named) or ("tf32-product" in case["faults"] and "frequency-rounded" in named)
    if (digits | {"rounded-toward-zero"}) & (set(named) - set(case["faults"])):
        return False
    decided = (bound <= LIMIT) & np.isfinite(want)
    if 4 * np.sum(decided) < decided.size:
        return None
    near = np.mean(np.abs(got - want)[decided] <= bound[decided])
    return bool(near >= 0.9 if ties else near == 1)


def displaced(case, name):
    """Rows or columns that are seen to hold what they should not, but for other faults."""
    case, _ = in_order(case, {"byte-order": {}})
    others = {n: p for n, p in case["faults"].items() if n != name}
    want, bound = meant(case, others, anyhow=True)
    off = np.abs(formats.read(case["store"], programs.made(case)) - want) > bound
    along = 1 if (name == "rows-permuted") != ("transposed" in case["faults"]) else 0
    return int(np.sum(np.any(off, axis=along)))


def completed(case, found):
    """What was found, with what the tool need not say: which entries, and which order.  The number
    of rows or columns may be less than the truth by those that hold what they should anyway."""
    truth = case["faults"]
    offset = int(truth.get("position-offset", {}).get("offset", 0))
    for name in {"rows-missing", "repeated-row"} & set(truth) & set(found):
        given = found[name].get("position")  # the row, or its position
        if isinstance(given, int) and given == truth[name]["position"] + offset:
            found[name]["position"] = truth[name]["position"]
    for name in {"not-finite", *orders.PERMUTED} & set(truth) & set(found):
        key = orders.PERMUTED.get(name)
        count = int(found[name].get(key, truth[name][key])) if key else 0
        if key is None or min(displaced(case, name), truth[name][key]) <= count <= truth[name][key]:
            found[name] = truth[name]
    return found


def run(tool, path, said):
    done = subprocess.run([tool, "verify", path, "--json", *said], capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 1):
        return {"grade": "refused", "passes": False, "findings": [], "error": done.stderr.strip()}
    return json.loads(done.stdout)


def proved(verdict):
    """The findings that are no mere likeness."""
    return [f for f in verdict["findings"] if f.get("certainty", "proved") == "proved"]


def named(findings):
    """Faults that were found, in the form in which a program is given them."""
    found = {}
    for finding in findings:
        parameters = dict(finding["parameters"])
        if finding["fault"] == "not-finite":
            parameters = {}
        if finding["fault"] == "scaling-doubled" and "amplitude" in parameters:
            found["amplitude"] = {"amplitude": parameters.pop("amplitude")}
        found[finding["fault"]] = parameters
    return found


def equal(key, ours, theirs):
    """Whether a parameter is what it should be: text, or a number however written."""
    if str(theirs) == str(ours):
        return True
    try:
        if key == "scale":
            return Fraction(theirs) == Fraction(ours)
        return key == "phase" and math.isclose(float(theirs), float(ours), rel_tol=1e-3)
    except (ValueError, TypeError, ZeroDivisionError):
        return False


def same(ours, theirs):
    """Whether parameters that both sides have are equal."""
    return all(equal(key, value, theirs[key]) for key, value in ours.items()
               if key in theirs and key not in ("places", "how", "noise"))


def outcome(case, verdict):
    """A word for what became of a faulty case."""
    truth, found = case["faults"], named(proved(verdict))
    if verdict["grade"] == "refused":
        return "refused"
    if verdict["passes"]:
        return "passes" if visible(case) else "invisible"
    if not found:
        return "unexplained"
    found = completed(case, found)
    if "uninitialised" in truth and "uninitialised" in found:
        return "right"
    if "uninitialised" in truth and case["part"] == "sin" and set(found) == {"zeros"}:
        return "right"  # sines of frequencies that are zeros are zeros
    if set(found) == set(truth):
        equal = all(same(truth[name], found[name]) for name in truth)
        return "right" if equal or reproduced(case, found) else "parameters"
    if verdict["grade"] == "unexplained":
        return "unexplained"
    own = set(found) < set(truth) and all(same(truth[name], found[name]) for name in found)
    hides = own and not visible(case, {name: truth[name] for name in found})
    return "equal" if hides or reproduced(case, found) else "wrong"


def likely(case, verdict):
    """Whether what is found, proved or likely, are the faults of a case and their parameters."""
    truth, found = case["faults"], completed(case, named(verdict["findings"]))
    return set(found) == set(truth) and (all(same(truth[name], found[name]) for name in truth)
                                         or reproduced(case, found))


def save(case, path):
    np.save(path, programs.made(case))


def judged(tool, case, path):
    """A case with what the tool says of it; `path` is where its table may lie."""
    save(case, path)
    verdict = run(tool, path, words(case))
    row = {"seed": case["seed"], "kind": case["kind"], "truth": sorted(case["faults"]),
           "found": [f["fault"] for f in proved(verdict)], "grade": verdict["grade"],
           "parameters": [f["parameters"] for f in proved(verdict)]}
    if "error" in verdict:
        row["error"] = verdict["error"]
    if case["kind"] != "sound":
        row["outcome"] = outcome(case, verdict)
        row["likely"] = row["outcome"] == "unexplained" and likely(case, verdict)
        return row
    row["outcome"] = "passes" if verdict["passes"] else "accused" if row["found"] else "refused" \
        if "error" in verdict else "unexplained"
    bits = ["--format", "bfloat16"] if case["store"] == "bfloat16" else []
    guess = run(tool, path, bits + ["--first", str(case["first"])] * (case["part"] != "inv_freq"))
    row["identified"] = [f["fault"] for f in guess["findings"]]
    return row
