"""What the tool says of a case, held against what was done to it."""

import json
import subprocess

import numpy as np

import formats
import programs
from claims import words
from frequencies import amplitude

ERRED = 20        # roundings that a sound program's angle may have, at most
LIMIT = 0.2       # a tolerance beyond it compares nothing
# Faults of digits: what they lose no program means.
OF_DIGITS = {"computed-in-single", "quarter-turn-cosine", "rotation-recurrence",
             "frequency-recurrence", "fast-trigonometry"}


def roundings(case):
    single = case["computed_in"] == "float32" or "computed-in-single" in case["faults"]
    return 2.0 ** -(24 if single else 53)


def tolerance(case, angle, want):
    """How far a sound program's entry may be from what it means, stored as a neighbour of that."""
    size = max(1.0, amplitude(case["claim"]) ** 2)
    unit = roundings(case)
    binade = np.exp2(np.floor(np.log2(np.maximum(np.abs(want), 2.0 ** -14))))
    return (size * (ERRED * np.abs(angle) + 8) * unit +
            binade * 2.0 ** (1 - formats.PRECISION[case["store"]]))


def meant(case, faults):
    """What a program means, in doubles, and how far a sound one may be off, entry by entry."""
    exact = dict(case, computed_in="float64", recipe="pow-reciprocal")
    kept = {n: p for n, p in faults.items() if n not in OF_DIGITS}
    with np.errstate(all="ignore"):
        table = programs.values(exact, kept, np.float64)
        if case["part"] == "inv_freq":
            bound = np.abs(table) * ((ERRED + 8) * roundings(case) +
                                     2.0 ** (1 - formats.PRECISION[case["store"]]))
        else:
            angle, _ = programs.angles(exact, kept, np.float64)
            bound = tolerance(case, programs.laid_out(exact, kept, angle, angle), table)
    return (table.T, bound.T) if "transposed" in faults else (table, bound)


def visible(case):
    """Whether some entry is further from the claim than a sound program's may be."""
    want, bound = meant(case, {})
    got = formats.read(case["store"], programs.made(case))
    if "transposed" in case["faults"]:
        return True
    return not bool(np.all(np.abs(got - want) <= bound))


def reproduced(case, named):
    """Whether a program with the faults that were named makes the table: True, False, or None where
    the numbers do not tell.  A fault of digits that is named and not there is one too many; of
    those that are there, nine tenths of what is decided is as meant, and all where there are none."""
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
    if OF_DIGITS & (set(named) - set(case["faults"])):
        return False
    decided = (bound <= LIMIT) & np.isfinite(want)
    if 4 * np.sum(decided) < decided.size:
        return None
    near = np.mean(np.abs(got - want)[decided] <= bound[decided])
    return bool(near >= 0.9 if OF_DIGITS & set(named) else near == 1)


def run(tool, path, said):
    done = subprocess.run([tool, "verify", path, "--json", *said], capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 1):
        return {"grade": "refused", "passes": False, "findings": [], "error": done.stderr.strip()}
    return json.loads(done.stdout)


def named(verdict):
    """The faults that were found, as a program is told to have them."""
    found = {}
    for finding in verdict["findings"]:
        parameters = dict(finding["parameters"])
        if finding["fault"] == "not-finite":
            parameters = {}
        found[finding["fault"]] = parameters
    return found


def same(ours, theirs):
    """Whether parameters that both sides have are equal."""
    return all(str(theirs[key]) == str(value) for key, value in ours.items()
               if key in theirs and key not in ("places", "how", "noise"))


def outcome(case, verdict):
    """A word for what became of a faulty case."""
    truth, found = case["faults"], named(verdict)
    if verdict["grade"] == "refused":
        return "refused"
    if verdict["passes"]:
        return "passes" if visible(case) else "invisible"
    if not found:
        return "unexplained"
    if "not-finite" in truth and "not-finite" in found:
        found["not-finite"] = truth["not-finite"]
    if "uninitialised" in truth and "uninitialised" in found:
        return "right"
    if set(found) == set(truth):
        equal = all(same(truth[name], found[name]) for name in truth)
        return "right" if equal or reproduced(case, found) else "parameters"
    if verdict["grade"] == "unexplained":
        return "unexplained"
    return "equal" if reproduced(case, found) else "wrong"


def save(case, path):
    np.save(path, programs.made(case))


def judged(tool, case, path):
    """A case with what the tool says of it; `path` is where its table may lie."""
    save(case, path)
    verdict = run(tool, path, words(case))
    row = {"seed": case["seed"], "kind": case["kind"], "truth": sorted(case["faults"]),
           "found": [f["fault"] for f in verdict["findings"]], "grade": verdict["grade"],
           "parameters": [f["parameters"] for f in verdict["findings"]]}
    if "error" in verdict:
        row["error"] = verdict["error"]
    if case["kind"] != "sound":
        row["outcome"] = outcome(case, verdict)
        return row
    row["outcome"] = "passes" if verdict["passes"] else "accused" if row["found"] else "refused" \
        if "error" in verdict else "unexplained"
    bits = ["--format", "bfloat16"] if case["store"] == "bfloat16" else []
    guess = run(tool, path, bits + ["--first", str(case["first"])] * (case["part"] != "inv_freq"))
    row["identified"] = [f["fault"] for f in guess["findings"]]
    return row
