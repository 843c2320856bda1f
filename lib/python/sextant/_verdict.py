"""The result of `verify`."""

from __future__ import annotations

import contextlib
import dataclasses
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from ._library import Answer
from ._result import Result

_Record = TypeVar("_Record")


@dataclass(frozen=True)
class Entry:
    """An entry of a table, with its true value.

    `got` and `want` are dictionaries of the texts ``bits``, ``hex`` and ``decimal``; `want` is the
    nearest number of the format.  Errors are None if `got` is not finite; `phase` and
    `positions_off` are also None without a pair of sine and cosine.
    """

    position: int | str
    channel: int
    got: dict[str, str]
    want: dict[str, str]
    ulps: float | None
    steps: int | None
    absolute: float | None
    phase: float | None
    positions_off: float | None
    indices: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Finding:
    """A fault that produces this table or a part of it.

    `match` is the fraction of the entries that it reproduces bit for bit.  `drift` has the position
    from which on some phase is far off; None if unknown.  `remedy` says what to change in the
    program.  `certainty` is ``proved`` or ``likely``.  For a likely fault `residual` is the
    remaining error, and `accounts_for` the fraction of the entries that the fault explains."""

    fault: str
    mechanism: str
    effect: str
    reference: str
    match: float
    parameters: dict[str, Any]
    remedy: str = ""
    drift: dict[str, Any] | None = None
    certainty: str = "proved"
    residual: dict[str, Any] | None = None
    accounts_for: float | None = None


@dataclass(frozen=True)
class Where:
    """Where a table that does not pass is wrong.  `rows`, `columns` and `heads` have the first and the
    last number of each range.  `fraction` is the fraction of all entries that are wrong, and `what`
    says the same in words."""

    rows: list[list[int]]
    columns: list[list[int]]
    heads: list[list[int]] | None
    fraction: float
    what: str


@dataclass(frozen=True)
class Grant:
    """The sound recipe whose bound no entry exceeds, with the hypothesis and the `library` of the
    bound, and the largest `fraction` of the bound that an entry reaches."""

    recipe: str
    hypothesis: str
    fraction: float
    computed_in: str
    bound: float
    library: str = ""


@dataclass(frozen=True)
class Limit:
    """A limit that the table exceeds: ``max-error``, ``max-phase`` or ``strict``.  `allowed` is the
    limit, `found` the table's value (None if not finite); for ``strict``, the number of warnings."""

    limit: str
    allowed: float
    found: float | None


def _known(kind: type[_Record], fields: dict[str, Any]) -> _Record:
    """A record of its known fields: later versions of the library may print more."""
    names = {field.name for field in dataclasses.fields(cast(Any, kind))}
    return kind(**{name: value for name, value in fields.items() if name in names})


def _entry(fields: dict[str, Any] | None) -> Entry | None:
    if fields is None:
        return None
    known: dict[str, Any] = dict(fields)
    known["indices"] = tuple(known["indices"]) if "indices" in known else None
    return _known(Entry, known)


class Verdict(Result):
    """The verdict on a table: its grade, its errors, and the faults that explain them.

    True if the table passes; ``str(verdict)`` is what `sextant verify` prints.

    >>> verdict = sextant.verify(table, dim=96)
    >>> assert verdict, verdict
    >>> verdict.grade, verdict.misrounded, verdict.worst.position
    ('rounding', 7420, 124)
    """

    def __init__(self, answer: Answer, table: Any = None, positions: Any = None) -> None:
        super().__init__(answer)
        self._positions = positions
        self._table: Callable[[], Any] = lambda: None
        with contextlib.suppress(TypeError):  # lists and paths have no weak references
            self._table = weakref.ref(table)  # a verdict does not keep a table in memory

    def __reduce__(self) -> tuple[Any, ...]:
        return Verdict, (self._answer,)

    def __repr__(self) -> str:
        faults = "".join(f", {finding.fault}" for finding in self.findings)
        passes = "passes" if self.passes else "does not pass"
        return f"<sextant.Verdict {self.grade}{faults} ({passes}): {self.entries} entries>"

    def plot(self) -> Any:
        """Draws the error of each position and channel.  Beside it, draws the largest phase error of
        each position; or the largest error, if there are no pairs of sine and cosine.  Also draws its
        bound: that of the recipe that accepts the table, else of ``pow-reciprocal`` with glibc.

        Returns a matplotlib.figure.Figure.  The table must still be in memory, as an array in a
        variable.  Raises sextant.Error if it is not, for tables of integers or of several
        coordinates, and without matplotlib.

        >>> sextant.verify(table, dim=96).plot().savefig("errors.png")  # doctest: +SKIP
        """
        from ._plot import plot  # here, because it imports modules that import this one

        return plot(self, self._table(), self._positions)

    @property
    def grade(self) -> str:
        """``correctly-rounded``, ``faithful``, ``rounding``, ``explained`` or ``unexplained``."""
        return str(self._fields["grade"])

    @property
    def required(self) -> str:
        """The worst grade that passes."""
        return str(self._fields["required"])

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The limits that the table exceeds."""
        return tuple(_known(Limit, fields) for fields in self._fields["limits"])

    @property
    def ended_early(self) -> bool:
        """Whether the search for a fault ended at its time limit."""
        return bool(self._fields["ended_early"])

    @property
    def entries(self) -> int:
        """The number of entries."""
        return int(self._fields["entries"])

    @property
    def misrounded(self) -> int:
        """The number of entries that are not correctly rounded."""
        return int(self._fields["misrounded"])

    @property
    def undecided(self) -> int:
        """The number of entries whose nearest number could not be decided."""
        return int(self._fields["undecided"])

    @property
    def non_finite(self) -> int:
        """The number of entries that are NaN or infinite."""
        return int(self._fields["non_finite"])

    @property
    def worst(self) -> Entry | None:
        """The entry with the largest absolute error; None if there is none."""
        return _entry(self._fields["worst"])

    @property
    def worst_by(self) -> dict[str, Entry | None]:
        """The entries with the largest errors in ``ulps``, ``steps`` and ``phase``; None if there is none."""
        return {name: _entry(fields) for name, fields in self._fields["worst_by"].items()}

    @property
    def first_difference(self) -> Entry | None:
        """For integers, the first wrong entry."""
        return _entry(self._fields["first_difference"])

    @property
    def nearest_difference(self) -> int | None:
        """For buckets and indices, the smallest distance from query to key with a wrong entry."""
        distance: int | None = self._fields.get("nearest_difference")
        return distance

    @property
    def recipe(self) -> str | None:
        """The recipe that reproduces every bit of the table."""
        recipe: str | None = self._fields["recipe"]
        return recipe

    @property
    def granted_by(self) -> Grant | None:
        """The sound recipe whose bound no entry exceeds."""
        fields = self._fields["granted_by"]
        return None if fields is None else _known(Grant, fields)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The faults that explain the table; for an unexplained table, the closest ones."""
        return tuple(_known(Finding, fields) for fields in self._fields["findings"])

    @property
    def closest(self) -> Finding | None:
        """The likely fault that comes closest to an unexplained table."""
        fields = self._fields["closest"]
        return None if fields is None else _known(Finding, fields)

    @property
    def where(self) -> Where | None:
        """Where a table that does not pass is wrong."""
        fields = self._fields["where"]
        return None if fields is None else _known(Where, fields)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings: what the verdict depends on, or does not show."""
        return tuple(self._fields["warnings"])

    @property
    def encoding(self) -> str:
        """The encoding that the table was compared with: ``encoding=`` takes this text."""
        return str(self._fields["encoding"])

    @property
    def identified(self) -> bool:
        """Whether the encoding was not given, and was guessed."""
        return bool(self._fields["identified"])

    @property
    def part(self) -> str:
        """The part of the encoding that the table was compared with."""
        return str(self._fields["part"])

    @property
    def positions(self) -> str:
        """The positions of the rows, as a text."""
        return str(self._fields["positions"])

    @property
    def format(self) -> str:
        """The number format of the table."""
        return str(self._fields["format"])
