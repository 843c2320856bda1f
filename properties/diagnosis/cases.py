"""Cases: a claim, a program, and the faults that it has, all of it by a kind and a seed."""

import numpy as np

import claims
import faults
import programs
import stores


def effective(case):
    """Whether every fault changes some bit of the table, whatever the others do."""
    table = programs.made(case)
    without = [{n: p for n, p in case["faults"].items() if n != name} for name in case["faults"]]
    return not any(np.array_equal(table, programs.made(case, rest), equal_nan=True)
                   for rest in without)


def within(case):
    """Whether a program in float16 has numbers for its positions and angles."""
    given = case["faults"].get("computed-in-half", {})
    if given.get("format") != "float16":
        return True
    rest = {n: p for n, p in case["faults"].items() if n != "computed-in-half"}
    of = programs.angles(case, rest, np.float64)[0], programs.scaled(case, rest, np.float64)
    return all(np.max(np.abs(numbers)) < stores.LARGE for numbers in of)


def drawn(kind, seed, count):
    """The case of a kind and a seed, with `count` faults, the first as often as any other."""
    draw = np.random.default_rng([count, seed])
    first = claims.one_of(draw, sorted(faults.STAGE))
    tries = 10000  # rare faults need hundreds
    for _ in range(tries):
        case = claims.case(draw) | {"faults": {}, "seed": seed, "kind": kind}
        if count == 0:
            return case
        found = faults.drawn(draw, case, first, count)
        if found is None:
            continue
        case |= {"faults": found}
        if within(case) and effective(case):
            return case
    raise RuntimeError(f"in {tries} draws no claim has the fault {first}: see possible() in faults.py")
