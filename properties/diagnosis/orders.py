"""Rows and columns that stand elsewhere than they should: which, and how they are drawn."""

import numpy as np

from claims import chance, one_of

# The axis along which a table is permuted.
PERMUTED = {"rows-permuted": "rows", "columns-permuted": "columns"}


def rows(case, faults):
    """Which row of a sound table, counted on beyond its end, stands in every row."""
    at = np.arange(case["rows"])
    if "rows-missing" in faults:
        given = faults["rows-missing"]
        at = at + int(given["rows"]) * (at >= int(given["position"]) - case["first"])
    if "repeated-row" in faults:
        given = faults["repeated-row"]
        row = int(given["position"]) - case["first"]
        at = np.where(at > row, np.maximum(at - int(given["times"]), row), at)
    if "rows-permuted" in faults:
        at = at[faults["rows-permuted"]["order"]]
    return at


def columns(faults, table):
    """A table's columns in the order that a fault puts them in."""
    if "columns-permuted" not in faults:
        return table
    return table[:, faults["columns-permuted"]["order"]]


def permuted(axis, order):
    """A fault's parameters: what lies at i is what belongs at order[i]."""
    moved = [i for i, from_ in enumerate(order) if i != from_]
    return {axis: len(moved), "places": moved, "order": order}


def exchanged(draw, count):
    order = list(range(count))
    i, j = (int(k) for k in draw.choice(count, 2, replace=False))
    order[i], order[j] = j, i
    return order


def rotated(draw, count):
    """A block of three and more, turned by some."""
    size = int(draw.integers(3, count + 1))
    begin = int(draw.integers(count - size + 1))
    by = int(draw.integers(1, size))
    block = list(range(begin, begin + size))
    return [*range(begin), *block[by:], *block[:by], *range(begin + size, count)]


def shuffled(draw, count):
    return [int(i) for i in draw.permutation(count)]


def other_rows(draw, case):
    return permuted("rows", one_of(draw, [exchanged, rotated, shuffled])(draw, case["rows"]))


def other_columns(draw, width):
    return permuted("columns", one_of(draw, [exchanged, shuffled])(draw, width))


def missing(draw, case):
    row = int(draw.integers(1, case["rows"]))
    return {"position": case["first"] + row,
            "rows": 100 if chance(draw, 6) else int(draw.integers(1, 6))}


def repeated(draw, case):
    """Rows follow the repeated one: else it would be a table that ends."""
    times = int(draw.integers(1, 4))
    return {"position": case["first"] + int(draw.integers(1, case["rows"] - times - 1)),
            "times": times}
