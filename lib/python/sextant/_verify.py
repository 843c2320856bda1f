"""Verification of tables."""

from __future__ import annotations

from typing import Any

from ._arguments import Call, Config, Number, Positions, Text
from ._arrays import table_of
from ._errors import Error
from ._formats import format_name
from ._positions import say_positions
from ._verdict import Verdict


def verify(
    array: Any,
    *,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    positions: Positions | None = None,
    first: Number | str | None = None,
    computed_in: str | None = None,
    require: str = "rounding",
    max_error: Number | None = None,
    max_phase: Number | None = None,
    strict: bool = False,
    library: str | None = None,
    time_limit: Number | None = None,
    format: Any = None,
    input: Any = None,
    input_format: Any = None,
    axis: int | None = None,
    tensor: str | None = None,
    shape: str | None = None,
    name: str = "array",
    **fields: Text,
) -> Verdict:
    """The verdict on a table: its grade, its errors, their places and their causes.

    `array` is a NumPy array, a PyTorch tensor (on any device), an object that NumPy converts to an
    array, or the path of a file that the command `sextant verify` reads.  `tensor` names a tensor of
    the file; a file without a header needs `shape` (``"4096x128"``) and `format`.  The numbers are
    float16, bfloat16, float32, float64, float8_e4m3fn or float8_e5m2.  A complex number is two numbers
    of its row.  The shape is [positions, channels]; axes of length 1 are ignored.  C and Fortran order,
    and both byte orders, are read in place; other views are copied.  16-bit patterns (uint16, int16,
    V2) need ``format="bfloat16"`` or ``"float16"``; int32 and int64 are for buckets and indices.

    Rows have `positions` (``"A:B"``, a range, an array), or count up from `first`, by default 0.
    `part` is ``table``, ``cos``, ``sin``, ``inv_freq``, ``bias``, …; with ``"rotated"`` the array is
    [..., positions, channels], and `input`, also an array or a path, holds the vectors before the
    rotation; with ``"resampled"`` it is the table before it was interpolated, and `size`, `mode` and
    other options of `sextant verify` say how.  `axis` is the axis of positions, such as -3 for [..., positions, heads, channels]; by
    default it is detected.

    `require` is the worst grade that passes: ``correctly-rounded``, ``faithful``, ``rounding`` or
    ``explained``.  `max_error` is the largest absolute error that passes with any grade,
    `max_phase` the largest phase error in radians; with `strict` a table with a warning fails.
    `library` is the math library whose bounds are used (``sextant.list_libraries()``), by default
    the strictest that accepts the table.  `time_limit`, in seconds, ends the search for a fault,
    and never changes what passes.  `computed_in` (float32 or float64) is the compute format of a
    sound table.  `name` is the array's name in messages.  Without an encoding, the table is
    identified first: a guess, not a check.

    Raises sextant.Error if the arguments do not fit the array.

    >>> print(sextant.verify(cos, model="llama-3.1-8b", part="cos", first=8064))  # doctest: +SKIP
    """
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        say_positions(call, positions)
        call.option("first", first, exact=True)
        call.option("computed_in", computed_in)
        call.option("require", require)
        for limit, most in (("max_error", max_error), ("max_phase", max_phase)):
            call.option(limit, most, exact=True)
        call.option("strict", strict or None)
        call.option("library", library)
        call.option("time_limit", time_limit, exact=True)
        call.option("axis", axis)
        call.option("tensor", tensor)
        call.option("shape", shape)
        for option, given in (("format", format), ("input_format", input_format)):
            call.option(option, None if given is None else format_name(given))
        table = table_of(call, "FILE", array, name, vectors=part in ("rotated", "resampled"))
        before = None if input is None else table_of(call, "input", input, "input", vectors=True)
        return Verdict(call.ask("verify", table, before), array, positions)


def assert_conforms(
    array: Any,
    *,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    positions: Positions | None = None,
    first: Number | str | None = None,
    computed_in: str | None = None,
    require: str = "rounding",
    max_error: Number | None = None,
    max_phase: Number | None = None,
    strict: bool = False,
    library: str | None = None,
    time_limit: Number | None = None,
    format: Any = None,
    input: Any = None,
    input_format: Any = None,
    axis: int | None = None,
    tensor: str | None = None,
    shape: str | None = None,
    name: str = "array",
    **fields: Text,
) -> Verdict:
    """Returns the verdict if the table passes; else raises an AssertionError with the reason.

    It takes the same arguments as `verify`.

    >>> sextant.assert_conforms(table + 1e-3, dim=96)
    Traceback (most recent call last):
    AssertionError: array: unexplained (does not pass)
      judged as sinusoidal dim=96, positions 0:128, float32
      ...
    """
    question = {**locals(), **fields}
    del question["fields"]
    __tracebackhide__ = True  # of pytest: the line that failed is the caller's
    try:
        verdict = verify(**question)
    except Error as error:
        raise error.with_traceback(None) from None
    if not verdict:
        raise AssertionError(str(verdict).rstrip())
    return verdict
