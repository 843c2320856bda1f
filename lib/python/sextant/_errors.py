"""Errors of one line."""

from __future__ import annotations

import re
from collections.abc import Mapping

_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_FORMAT = re.compile(r"--format (b?float16)")


class Error(ValueError):
    """Invalid or unsupported input: one line that says what is wrong, and the remedy.

    >>> sextant.value(0, 8, dim=8)
    Traceback (most recent call last):
    sextant.Error: channel 8 is not one of 0 ... 7
    """

    @classmethod
    def of(cls, line: str, names: Mapping[str, str]) -> Error:
        """The tool's line, with parameters instead of options, and names instead of paths in memory."""
        line = line.partition("\n")[0]
        for path, name in names.items():
            line = line.replace(f"'{path}'", name).replace(path, name)
        line = line.replace("there is no option '", "there is no '")
        line = _FORMAT.sub(r'format="\1"', line)
        return cls(_OPTION.sub(lambda found: found[1].replace("-", "_"), line))


Error.__module__ = "sextant"
