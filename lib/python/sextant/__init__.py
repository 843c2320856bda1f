"""The true values of positional encodings, and the errors of tables.

>>> import sextant
>>> sextant.value(1048577, 6, dim=512, digits=30)
'-0.616770822274592501271112011269'
>>> table = sextant.table("0:4096", encoding="rope", base=500000, dim=128, part="cos")
>>> verdict = sextant.verify(table, encoding="rope", base=500000, part="cos")
>>> verdict.grade, bool(verdict)
('correctly-rounded', True)

In a test, ``sextant.assert_conforms(table, model="llama-3.1-8b", part="cos")`` fails with the
diagnosis.

An encoding is given by the options of the command line with underscores for dashes: ``encoding``,
``model`` or ``config``, then its fields, such as ``dim``, ``base``, ``layout``, ``scaling``,
``original_context``.  ``sextant.list_encodings()`` lists the names; ``sextant verify --help-all``
explains every field.  Numbers are exact decimals or fractions: ``base=500000``, ``base="5e5"``,
``scale=Fraction(1, 3)``, and ``factor=0.1`` is one tenth.
"""

from typing import TYPE_CHECKING

from ._arguments import Config, Number, Path, Positions, Text
from ._check import Audit, check
from ._compare import Comparison, compare
from ._errors import Error
from ._inventory import (
    list_encodings,
    list_faults,
    list_formats,
    list_libraries,
    list_models,
    list_modes,
    list_recipes,
)
from ._library import version as _version
from ._report import report
from ._table import table
from ._tolerance import tolerance
from ._value import value
from ._verdict import Entry, Finding, Grant, Limit, Verdict, Where
from ._verify import assert_conforms, verify

__all__ = [
    "Audit",
    "Comparison",
    "Config",
    "Entry",
    "Error",
    "Finding",
    "Grant",
    "Limit",
    "Number",
    "Path",
    "Positions",
    "Text",
    "Verdict",
    "Where",
    "__version__",
    "assert_conforms",
    "check",
    "compare",
    "list_encodings",
    "list_faults",
    "list_formats",
    "list_libraries",
    "list_models",
    "list_modes",
    "list_recipes",
    "report",
    "table",
    "tolerance",
    "value",
    "verify",
]

__version__: str

if not TYPE_CHECKING:  # type checkers would take any attribute as defined

    def __getattr__(name):
        if name == "__version__":  # the version of the library, which is loaded on first use
            return _version()
        raise AttributeError(f"module 'sextant' has no attribute {name!r}")
