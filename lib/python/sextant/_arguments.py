"""Arguments of callers, as names and texts of the tool's options."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, Union

import numpy as np

from ._errors import Error
from ._library import Answer, Array, Options, ask
from ._memory_file import path_of

Number = Union[int, float, Fraction, Decimal, "np.integer[Any]", "np.floating[Any]"]
"""A number.  In a field of an encoding, a float means the decimal that Python prints for it; elsewhere
its exact value."""

Text = Union[str, bool, Number, "Sequence[Number]"]
"""The value of a field of an encoding; a list means its items with commas between."""

Path = Union[str, "os.PathLike[str]"]
"""A file or a folder."""

Positions = Union[str, range, Sequence[Any], "np.ndarray[Any, Any]", "os.PathLike[str]", Any]
"""``"A:B"`` or ``"A:B:STEP"``, a range, or the position of every row: in an array, a list, or a .npy
file, given by a pathlib.Path."""

Config = Union[Path, Mapping[str, Any], Any]
"""A model's config: the path of its JSON file, a dictionary, or an object with ``to_dict()``."""

_FORMATS = {
    "format": "there is no 'format' here: the number format of the result is dtype",
    "dtype": "there is no 'dtype' here: the number format of bit patterns is format",
}


def text_of(name: str, value: Any) -> str:
    """The exact text of a parameter's value: a float is the decimal that Python prints."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, str):
        return checked(name, value)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (Integral, Rational, np.floating)) or (
        isinstance(value, np.ndarray) and value.ndim == 0
    ):
        return exact_text(name, value)
    if isinstance(value, (Sequence, np.ndarray)):
        return ",".join(text_of(name, one) for one in value)
    raise Error(f"{name} takes a number, a text or a list, not {type(value).__name__}")


def checked(name: str, text: Any) -> str:
    """The text, if it is not empty and can be encoded; else raises Error."""
    if not isinstance(text, str):
        raise Error(f"{name} takes a text, not {shown(text)}")
    if not text:
        raise Error(f"{name} is an empty text")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Error(f"{name} is {text!r}, which is no text that can be written") from None
    return text


def path_text(name: str, path: Any) -> str:
    """A path as text.  Raises Error if it is not a path."""
    try:
        return checked(name, os.fspath(path))
    except TypeError as error:
        raise Error(f"{name}: {error}") from None


def exact_text(name: str, value: Any) -> str:
    """The exact value of a number as text, such as ``3``, ``1/3`` or a Decimal's digits; a list has commas."""
    if isinstance(value, str):
        return checked(name, value)
    if isinstance(value, Decimal):  # 1e999999999 as an integer would have a billion digits
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        raise Error(f"{name} takes a number, not {value}")
    if isinstance(value, (Sequence, np.ndarray)) and not np.ndim(value) == 0:
        return ",".join(exact_text(name, one) for one in value)
    try:
        ratio = Fraction(int(value)) if hasattr(value, "__index__") else Fraction(value)
        return f"{ratio.numerator}/{ratio.denominator}" if ratio.denominator != 1 else str(int(ratio))
    except (TypeError, ValueError, OverflowError):
        pass
    try:  # NumPy's other floats, and zero-dimensional arrays
        numerator, denominator = value.item().as_integer_ratio()
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise Error(f"{name} takes a number, not {shown(value)}") from None
    return f"{numerator}/{denominator}"


def shown(value: Any) -> str:
    """A value as an error line shows it."""
    try:
        text = repr(value)
    except ValueError:  # of an integer with thousands of digits
        return f"one {type(value).__name__} with too many digits to show"
    return text if len(text) <= 40 else text[:40] + "…"


class Call:
    """The options of one call; files in memory live as long as this context."""

    def __init__(self) -> None:
        self._held = ExitStack()
        self.options: Options = {}
        self.names: dict[str, str] = {}  # what messages call files, by path

    def __enter__(self) -> Call:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def ask(
        self,
        command: str,
        array: Array | None = None,
        other: Array | None = None,
        memory: np.ndarray[Any, Any] | None = None,
        model: Mapping[str, Any] | None = None,
        tensors: Sequence[Array] = (),
    ) -> Answer:
        """Runs a command; errors name parameters instead of options."""
        try:
            return ask(command, self.options, array, other, memory, model, tensors)
        except Error as error:
            raise Error.of(str(error), self.names) from None

    def option(self, name: str, value: Any, *, exact: bool = False) -> None:
        """Sets an option, unless its value is None."""
        if value is None:
            return
        text = exact_text(name, value) if exact else text_of(name, value)
        option = name.replace("_", "-")
        if option in self.options:
            raise Error(f"{name} is said twice")
        self.options[option] = text

    def path(self, name: str, value: Any) -> None:
        """Sets an option to a path, unless the path is None."""
        if value is not None:
            self.option(name, path_text(name, value))

    def file(self, name: str, value: bytes, shown: str) -> None:
        """Sets an option to the path of a file with this content, which messages call `shown`."""
        path = self._held.enter_context(path_of(value))
        self.names[path] = shown
        self.options[name] = path

    def encoding(
        self, encoding: str | None, model: str | None, config: Config | None, fields: Mapping[str, Any]
    ) -> None:
        """Sets the encoding and its fields.  `encoding` is a name, or a verdict's text: ``rope dim=128``."""
        words = checked("encoding", encoding).split() if encoding is not None else []
        self.option("encoding", words[0] if words else None)
        said: dict[str, Any] = {}
        for word in words[1:]:
            name, equals, text = word.partition("=")
            if not equals:
                raise Error(f"encoding: {word!r} is not FIELD=VALUE")
            said[name.replace("-", "_")] = text
        self.option("model", model)
        self._config(config)
        for name, value in {**said, **fields}.items():
            self._field(name, value)

    def _config(self, config: Config | None) -> None:
        if config is not None and hasattr(config, "to_dict"):
            config = config.to_dict()
        if isinstance(config, Mapping):
            try:
                self.file("config", json.dumps(dict(config)).encode(), "config")
            except (TypeError, ValueError) as error:
                raise Error(f"config: {error}") from None
        else:
            self.path("config", config)

    def _field(self, name: str, value: Any) -> None:
        if name in _FORMATS:
            raise Error(_FORMATS[name])
        self.option(name, value)

