"""What a file holds of a table, with the faults of storing it."""

import numpy as np

import formats

LARGE = 60000.0    # near float16's end
TINY = 2.0 ** -14  # float16's smallest normal number


def narrower(case):
    """Whether a case's file holds fewer digits than were computed."""
    return formats.PRECISION[case["store"]] < formats.PRECISION[case["computed_in"]]


def flushed(values):
    """Zeros for what is no normal float16, with its sign."""
    return np.where(np.abs(values) < TINY, values * 0, values).astype(values.dtype)


def stored(case, faults, values):
    cut = "rounded-toward-zero" in faults
    table = (formats.truncated if cut else formats.stored)(case["store"], values)
    if "flushed-to-zero" in faults and case["store"] == "float16":
        table = flushed(table)
    return table.byteswap() if "byte-order" in faults else table


def meant(case, faults, table, bound):
    """What such a store makes of entries that are known within bounds."""
    if "flushed-to-zero" not in faults or case["store"] != "float16":
        return table, bound
    either = np.abs(np.abs(table) - TINY) <= bound
    return flushed(table), np.where(either, bound + TINY, bound)
