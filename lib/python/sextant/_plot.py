"""Pictures of errors, drawn with matplotlib."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arguments import Positions
from ._arrays import to_numpy
from ._errors import Error
from ._positions import widened
from ._table import table
from ._tolerance import tolerance

if TYPE_CHECKING:
    from ._verdict import Verdict

    Numbers = np.ndarray[Any, np.dtype[np.float64]]
    Pairs = tuple[slice, slice]  # of each pair, the column of one function, and that of the other

_MOST = 1 << 26
"""The largest number of entries that are drawn."""


def plot(verdict: Verdict, array: Any, positions: Positions | None) -> Any:
    """The matplotlib.figure.Figure of the errors of an array, whose rows have these positions."""
    try:
        pyplot = importlib.import_module("matplotlib.pyplot")
    except ImportError:
        raise Error("plot needs matplotlib, which is not installed: install it with pip") from None
    if array is None:
        raise Error("plot needs the table in memory: keep the array that verify gets in a variable")
    got = _numbers(array, verdict.format)
    ascending = re.fullmatch(r"-?\d+:-?\d+(:-?\d+)?", verdict.positions)
    asked: dict[str, Any] = {
        "encoding": verdict.encoding,
        "part": verdict.part,
        "positions": verdict.positions if ascending else positions,
    }
    try:
        truth = table(dtype="float64", **asked)
    except Error as error:
        raise Error(f"plot cannot draw this table: {error}") from None
    columns = _columns(got, truth)
    truth = truth[:, columns]
    at = np.arange(len(got))
    if ascending:
        at = np.array(range(*map(int, verdict.positions.split(":"))))
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 4), constrained_layout=True)
    pyplot.close(figure)  # notebooks would show it twice
    _draw_map(figure, left, abs(got - truth), at)
    _draw_lines(right, got, truth, at, _bound(verdict, asked, columns))
    for axes, say in ((left, left.set_ylabel), (right, right.set_xlabel)):
        say("position" if ascending else "row")
    passes = "passes" if verdict else "does not pass"
    figure.suptitle(f"{verdict.grade} ({passes}), judged as {verdict.encoding}"[:120], parse_math=False)
    return figure


def _numbers(array: Any, format: str) -> Numbers:
    """The table as float64, [positions, channels]."""
    found, kind = to_numpy(array, "array")
    if found.size > _MOST:
        raise Error(f"plot draws at most {_MOST} entries: verify a part of the table")
    if format == "bfloat16":
        found = widened(found)
    elif format == "float16":
        found = found.view(np.float16)
    elif format not in ("float32", "float64"):
        raise Error(f"plot draws no table of {format}")
    if found.dtype.kind == "c":
        found = np.stack([found.real, found.imag], -1).reshape(*found.shape[:-1], -1)
    return found.reshape(-1, found.shape[-1]).astype(np.float64)


def _columns(got: Numbers, truth: Numbers) -> np.ndarray[Any, Any]:
    """For each column of `got`, the number of the column of the true table with the same values."""
    rows, width = truth.shape
    each = np.arange(width)
    if got.shape == (rows, width):
        return each
    if got.shape != (rows, 2 * width):
        raise Error(f"plot draws no table of shape {list(got.shape)}: the exact one is {list(truth.shape)}")
    twice = (np.tile(each, 2), np.repeat(each, 2))
    return min(twice, key=lambda columns: float(np.nanmedian(abs(got - truth[:, columns]))))


def _bound(
    verdict: Verdict, asked: dict[str, Any], columns: np.ndarray[Any, Any]
) -> tuple[Numbers, str] | None:
    """The bounds of the recipe that accepts the table, or else of a usual one, and its name.  None if there
    are no bounds."""
    grant = verdict.granted_by
    recipe = grant.recipe if grant else "pow-reciprocal"
    library = (grant.library if grant else "") or "glibc"
    computed_in = grant.computed_in if grant else None
    try:
        found = tolerance(
            recipe=recipe, library=library, computed_in=computed_in, dtype=verdict.format, **asked
        )
    except Error:  # no waves, or no bound there
        return None
    return found[:, columns], f"{recipe} ({library})"


def _draw_map(figure: Any, axes: Any, errors: Numbers, at: np.ndarray[Any, Any]) -> None:
    rows, columns = errors.shape
    step = -(-rows // 512)  # one line shows the largest errors of this number of rows
    lines = np.maximum.reduceat(errors, np.arange(0, rows, step))
    logs = np.log10(np.where((lines > 0) & (lines < np.inf), lines, np.nan))
    extent = (-0.5, columns - 0.5, at[-1] + 0.5, at[0] - 0.5)
    image = axes.imshow(logs, aspect="auto", interpolation="nearest", extent=extent)
    figure.colorbar(image, ax=axes, label="log10 of the largest error")
    axes.set_xlabel("channel")
    axes.set_title("error (white: none, or no number)")


def _draw_lines(
    axes: Any, got: Numbers, truth: Numbers, at: np.ndarray[Any, Any], made: tuple[Numbers, str] | None
) -> None:
    pairs = _pairs(truth)
    errors = _phases(got, truth, pairs) if pairs else abs(got - truth)
    what = "phase error, in radians" if pairs else "error"
    axes.plot(at, errors.max(1), ".", markersize=2, label="largest of the position")
    if made is not None:
        bound = _phase_bound(made[0], truth, pairs) if pairs else made[0]
        axes.plot(at, bound.max(1), linewidth=1, label=f"largest bound of {made[1]}")
    if any((line.get_ydata() > 0).any() for line in axes.get_lines()):
        axes.set_yscale("log", nonpositive="mask")
    axes.set_title(what)
    axes.legend(loc="best")


def _pairs(truth: Numbers) -> Pairs | None:
    """The columns of the pairs; None if the table does not have the sine and cosine of each angle."""
    half, odd = divmod(truth.shape[1], 2)
    halves = (slice(0, half), slice(half, None))
    for first, second in ((slice(0, None, 2), slice(1, None, 2)), halves):
        if odd:
            return None
        lengths = np.hypot(truth[:, first], truth[:, second])
        if lengths.max() > 0 and np.ptp(lengths) < 1e-12 * lengths.max():
            return first, second
    return None


def _phases(got: Numbers, truth: Numbers, pairs: Pairs) -> Numbers:
    a, b, c, d = (numbers[:, columns] for numbers in (got, truth) for columns in pairs)
    return np.asarray(abs(np.arctan2(a * d - b * c, a * c + b * d)))


def _phase_bound(bound: Numbers, truth: Numbers, pairs: Pairs) -> Numbers:
    """The largest phase error of each pair within the bounds of its entries: |sin φ| ≤ |error|/|pair|."""
    off, length = (np.hypot(*(numbers[:, columns] for columns in pairs)) for numbers in (bound, truth))
    return np.where(off < length, np.arcsin(np.minimum(off / length, 1)), np.pi)
