"""Comparisons of two tables."""

from __future__ import annotations

from typing import Any

from ._arguments import Call, Config, Number, Positions, Text
from ._arrays import table_of
from ._formats import format_name
from ._positions import say_positions
from ._result import Result


class Comparison(Result):
    """The comparison of two tables: which is wrong, and why, or whether they only differ by rounding.

    True if both pass."""

    def __repr__(self) -> str:
        return f"<sextant.Comparison {self.outcome}>"

    @property
    def outcome(self) -> str:
        """``alike``, ``both-sound``, ``reference-wrong``, ``mine-wrong``, ``both-wrong`` or
        ``undetermined``."""
        return str(self._fields["outcome"])


def compare(
    mine: Any,
    reference: Any,
    *,
    encoding: str | None = None,
    model: str | None = None,
    config: Config | None = None,
    part: str = "table",
    positions: Positions | None = None,
    first: Number | str | None = None,
    library: str | None = None,
    time_limit: Number | None = None,
    format: Any = None,
    mine_format: Any = None,
    reference_format: Any = None,
    **fields: Text,
) -> Comparison:
    """Compares two tables that differ, arrays or files; both are judged against the true values.

    The parameters are those of `verify`.  `format` is the format of bit patterns in both
    tables, `mine_format` and `reference_format` that in one.  Without an encoding, neither table is
    called wrong.

    >>> comparison = sextant.compare(table + 1e-3, table, dim=96)
    >>> comparison.outcome, bool(comparison)
    ('mine-wrong', False)
    """
    with Call() as call:
        call.encoding(encoding, model, config, fields)
        call.option("part", part)
        say_positions(call, positions)
        call.option("first", first, exact=True)
        call.option("library", library)
        call.option("time_limit", time_limit, exact=True)
        for option, given in (
            ("format", format), ("mine_format", mine_format), ("reference_format", reference_format)
        ):
            call.option(option, None if given is None else format_name(given))
        array = table_of(call, "MINE", mine, "mine")
        other = table_of(call, "REFERENCE", reference, "reference")
        return Comparison(call.ask("compare", array, other))
