"""Tables of true values."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np

from . import _sextant
from ._arguments import Config, Number, Positions, Text, said
from ._errors import Error
from ._formats import PATTERNS, format_name, numbers_of
from ._positions import say_positions

_NAMES = _sextant.table_names()


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
    with said(_NAMES) as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        say_positions(call, positions)
        call.option("rows", rows, exact=True)
        call.option("first", first, exact=True)
        call.option("format", None if dtype is None else format_name(dtype, ("int64",)))
        call.option("recipe", recipe)
        call.option("computed_in", computed_in)
        plan = _sextant.Plan(call.arguments)
        made = _made(plan, dtype)
    for warning in plan.warnings:
        warnings.warn(warning, stacklevel=2)
    return made if framework == "numpy" else _tensor(made, plan.format)


def _made(plan: _sextant.Plan, dtype: Any) -> np.ndarray[Any, Any]:
    patterns = _memory(plan.rows, plan.columns, plan.format)
    for number, columns in enumerate(plan.blocks):
        if not columns:
            plan.fill(number, patterns)
            continue
        block = _memory(plan.rows, len(columns), plan.format)
        plan.fill(number, block)
        patterns[:, columns] = block
    if plan.integers:
        numbers = patterns.view(np.float64).astype(np.int64)
    else:
        numbers = numbers_of(patterns, plan.format, dtype)
    return np.ascontiguousarray(numbers.T) if plan.turned else numbers


def _memory(rows: int, columns: int, format: str) -> np.ndarray[Any, Any]:
    try:
        return np.empty((rows, columns), PATTERNS[format])
    except (MemoryError, ValueError):
        raise Error(f"there is no memory for {rows} rows of {columns} {format} numbers") from None


def _tensor(made: np.ndarray[Any, Any], format: str) -> Any:
    try:
        torch = importlib.import_module("torch")  # so that type checkers do not read it
    except ImportError:
        raise Error("framework='torch' needs PyTorch, which is not installed") from None
    if format == "bfloat16":
        return torch.from_numpy(made.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(made)
