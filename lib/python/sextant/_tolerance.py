"""Tolerances for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import Call, Config, Number, Positions, Text
from ._formats import format_name
from ._positions import say_positions
from ._table import filled


def tolerance(
    encoding: str | None = None,
    *,
    recipe: str,
    library: str,
    dtype: Any = None,
    positions: Positions | None = None,
    rows: int | None = None,
    first: Number | str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    computed_in: str | None = None,
    **fields: Text,
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How far each entry of a program's table may be from the true value: float64, [positions, channels].

    The program computes by `recipe` (``sextant.list_recipes()``).  It calls the sines, cosines,
    exponentials, logarithms and powers of `library` (``sextant.list_libraries()``).  It rounds each
    entry once, to nearest, to `dtype`, which is float32 by default.  The bound is derived, not
    measured.  It includes that last rounding, of half an ulp of `dtype`, and half an ulp of float64.
    So in float64, an entry differs from that of ``sextant.table(..., dtype="float64")`` by at most
    its bound.  ``.max()`` is one tolerance for all entries.

    The other parameters are those of `table`.  Bounds grow with the position.  Warns if they prove
    nothing at the largest position.  Raises sextant.Error if there is no bound with this library.

    >>> question = dict(encoding="rope", dim=128, base=500000, part="cos", positions="0:4096")
    >>> made = sextant.table(recipe="pow-reciprocal", **question)
    >>> exact = sextant.table(dtype="float64", **question)
    >>> limits = sextant.tolerance(recipe="pow-reciprocal", library="glibc", **question)
    >>> bool((abs(made - exact) <= limits).all()), float(limits.max()) < 1e-3
    (True, True)
    """
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        say_positions(call, positions)
        call.option("rows", rows, exact=True)
        call.option("first", first, exact=True)
        call.option("format", None if dtype is None else format_name(dtype))
        call.option("recipe", recipe)
        call.option("library", library)
        call.option("computed_in", computed_in)
        call.option("bounds", True)
        return filled(call)[0].view(np.float64)
