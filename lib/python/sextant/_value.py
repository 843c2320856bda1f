"""The true value of one entry."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from ._arguments import Call, Config, Number, Text
from ._formats import PATTERNS, format_name, numbers_of


@overload
def value(
    position: Number | str | Sequence[Number] | None,
    channel: int,
    *,
    encoding: str | None = ...,
    model: str | None = ...,
    config: Config | None = ...,
    part: str = ...,
    digits: int | None = ...,
    dtype: None = ...,
    **fields: Text,
) -> str: ...


@overload
def value(
    position: Number | str | Sequence[Number] | None,
    channel: int,
    *,
    encoding: str | None = ...,
    model: str | None = ...,
    config: Config | None = ...,
    part: str = ...,
    digits: None = ...,
    dtype: Any,
    **fields: Text,
) -> Any: ...


def value(
    position: Number | str | Sequence[Number] | None,
    channel: int,
    *,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    digits: int | None = None,
    dtype: Any = None,
    **fields: Text,
) -> Any:
    """The true value at a position and channel, rounded once.

    Without `dtype` the result is a text of `digits` significant decimal digits (20), or the integer
    for buckets and indices.  With `dtype` it is the nearest NumPy scalar; for bfloat16 its bit
    pattern as a uint16.

    A position is any exact number up to 2**63 (a float is taken as its exact value), or a sequence
    of coordinates; None for parts of one row, such as ``inv_freq``.

    >>> sextant.value(8064, 3, encoding="rope", dim=128, base=500000, part="cos")
    '0.28155523278118725010'
    >>> sextant.value(8064, 3, encoding="rope", dim=128, base=500000, part="cos", dtype="float32")
    0.28155524
    >>> sextant.value(None, 20, model="deepseek-v3", part="inv_freq", digits=30)
    '0.000790569415042094832999723386108'
    """
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        call.option("position", position, exact=True)
        call.option("channel", channel, exact=True)
        call.option("digits", digits, exact=True)
        name = None if dtype is None else format_name(dtype)
        call.option("format", name)
        answer = call.ask("value")
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=2)
    found = json.loads(answer.json)
    if name is None:
        return found["decimal"]
    bits = np.array([int(found["bits"], 16)], PATTERNS[name])
    return numbers_of(bits, name, dtype)[0]
