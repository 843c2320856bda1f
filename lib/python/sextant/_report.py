"""Reports."""

from __future__ import annotations

import os
import pathlib
import warnings
from collections.abc import Sequence
from typing import Any

from ._arguments import Call, Config, Number, Path, Positions, Text, checked
from ._arrays import table_of
from ._formats import format_name
from ._positions import say_positions


def _names(names: str | Sequence[Any]) -> Sequence[Any]:
    """Names; a text has commas between them."""
    return names.split(",") if isinstance(names, str) else names


def report(
    output: Path,
    *,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    positions: Positions | None = None,
    first: Number | str | None = None,
    recipes: str | Sequence[str] = (),
    formats: str | Sequence[Any] = (),
    octaves: int | None = None,
    everything: bool = False,
    table: Any = None,
    format: Any = None,
    tensor: str | None = None,
    shape: str | None = None,
    name: str = "array",
    **fields: Text,
) -> pathlib.Path:
    """Measures every recipe of an encoding, and writes index.html, report.md, report.json and
    data/*.csv to the folder `output`.  Returns the path of index.html.

    figures/*.svg are missing: `sextant report` draws them with a program that is installed with the
    command, ``share/sextant/figures/draw.py``, which is no part of this package.
    ``draw.py FOLDER/report.json -o FOLDER/figures`` draws them later.

    With `recipes` or `formats`, lists or texts with commas, only these are measured.  `octaves` is
    the number of octaves of positions, from 1 on; by default 41, or those of the model.  `everything`
    adds what does not depend on the encoding.  `table`, an
    array or a path, is also judged: the page shows its verdict, and its errors by position and
    channel.  `first`, `format`, `tensor`, `shape` and `name` are those of `verify`.  A report takes a
    minute or more; Ctrl-C ends it at its next step.

    >>> page = sextant.report(folder / "report", encoding="rope", dim=8, octaves=3, recipes=["turns"],
    ...                       formats=["float32"])  # doctest: +SKIP
    """
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.path("output", output)
        call.option("part", part)
        say_positions(call, positions)
        call.option("first", first, exact=True)
        call.option("octaves", octaves)
        call.option("everything", everything)
        call.option("format", None if format is None else format_name(format))
        call.option("tensor", tensor)
        call.option("shape", shape)
        for option, names in (
            ("recipes", [checked("recipes", one) for one in _names(recipes)]),
            ("formats", [format_name(one) for one in _names(formats)]),
        ):
            if names:
                call.options[option] = names
        array = None if table is None else table_of(call, "table", table, name)
        answer = call.ask("report", array)
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=2)
    return pathlib.Path(os.fspath(output)) / "index.html"
