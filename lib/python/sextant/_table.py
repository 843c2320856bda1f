"""Tables of true values."""

from __future__ import annotations

import importlib
import json
import warnings
from typing import Any

import numpy as np

from ._arguments import Call, Config, Number, Positions, Text
from ._errors import Error
from ._formats import PATTERNS, format_name, numbers_of
from ._positions import say_positions


def table(
    positions: Positions | None = None,
    *,
    rows: int | None = None,
    first: Number | str | None = None,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    dtype: Any = None,
    framework: str = "numpy",
    recipe: str | None = None,
    computed_in: str | None = None,
    **fields: Text,
) -> Any:
    """A table whose entries are the numbers of `dtype` nearest to the true values.

    Its shape is [positions, channels]; of biases with ``layout="heads-first"`` [heads, positions].
    Rows are those of `positions` (``"0:4096"``, a range, an array), or `rows` rows from `first`
    on, by default those of the encoding's program.  Images have the rows of their grid
    (`height`, `width`).

    `dtype` is float32 by default, or int64 for buckets and indices.  NumPy has no bfloat16: the
    array then holds uint16 bit patterns, or ml_dtypes' numbers if `dtype` is
    ``ml_dtypes.bfloat16``.  ``framework="torch"`` returns a tensor, also of torch.bfloat16.

    With `recipe` the entries are those that this recipe computes (`computed_in` float32 or
    float64), instead of the true values.

    >>> sextant.table("0:4096", encoding="rope", dim=128, base=500000, part="cos").shape
    (4096, 64)
    >>> sextant.table(rows=384, encoding="transformer-xl", dim=512, dtype="bfloat16").dtype
    dtype('uint16')
    """
    if framework not in ("numpy", "torch"):
        raise Error(f"framework takes numpy or torch, not {framework!r}")
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        say_positions(call, positions)
        call.option("rows", rows, exact=True)
        call.option("first", first, exact=True)
        call.option("format", None if dtype is None else format_name(dtype, ("int64",)))
        call.option("recipe", recipe)
        call.option("computed_in", computed_in)
        made, format = filled(call)
    if framework == "torch":
        if format == "bfloat16":
            tensor = to_torch(made.view(np.int16))
            return tensor.view(importlib.import_module("torch").bfloat16)
        return to_torch(made.view(format))
    return numbers_of(made, format, dtype)


def filled(call: Call) -> tuple[np.ndarray[Any, Any], str]:
    """The bit patterns of the table of a call, and their format.  Warnings name the line of the program
    that calls the public function."""
    plan = call.ask("table")
    found = json.loads(plan.json)
    made = _memory(found["shape"], found["format"])
    call.ask("table", memory=made)
    for warning in plan.warnings:
        warnings.warn(warning, stacklevel=3)
    return made, found["format"]


def _memory(shape: list[int], format: str) -> np.ndarray[Any, Any]:
    try:
        return np.empty(shape, PATTERNS[format])
    except (MemoryError, ValueError):
        raise Error(f"there is no memory for {shape[0]} x {shape[1]} {format} numbers") from None


def to_torch(array: np.ndarray[Any, Any]) -> Any:
    """A tensor on the same memory.  Raises Error without PyTorch."""
    try:
        torch = importlib.import_module("torch")  # so that type checkers do not read it
    except ImportError:
        raise Error("framework='torch' needs PyTorch, which is not installed") from None
    return torch.from_numpy(array)
