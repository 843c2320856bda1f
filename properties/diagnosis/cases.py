"""Cases: a claim, a program, and the faults that it has, all of it by a kind and a seed."""

import numpy as np

import claims
import faults
import programs


def effective(case):
    """Whether every fault changes some bit of the table, whatever the others do."""
    table = programs.made(case)
    without = [{n: p for n, p in case["faults"].items() if n != name} for name in case["faults"]]
    return not any(np.array_equal(table, programs.made(case, rest)) for rest in without)


def drawn(kind, seed, count):
    """The case of a kind and a seed, with `count` faults, the first as often as any other."""
    draw = np.random.default_rng([count, seed])
    first = claims.one_of(draw, sorted(faults.STAGE))
    while True:
        case = claims.case(draw) | {"faults": {}, "seed": seed, "kind": kind}
        if count == 0:
            return case
        found = faults.drawn(draw, case, first, count)
        if found is not None and effective(case | {"faults": found}):
            return case | {"faults": found}
