"""The shared library of the interface in C (lib/c/sextant/c/ask.h), by ctypes."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from ._errors import Error

if TYPE_CHECKING:
    import numpy as np

Options = dict[str, Union[str, list[str]]]
"""Options of the tool by name without dashes, each with its text."""

_FILE = "libsextant_c.so.1"
_OK, _BAD_INPUT, _UNDECIDED, _NO_MEMORY = 0, 2, 4, 6


_Progress = ctypes.CFUNCTYPE(ctypes.c_int)  # its arguments are not declared: they are not used


class _NdArray(ctypes.Structure):
    _fields_ = (
        ("size", ctypes.c_size_t),
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_size_t),
        ("shape", ctypes.POINTER(ctypes.c_uint64)),
        ("axes", ctypes.c_size_t),
        ("type", ctypes.c_char_p),
        ("dtype", ctypes.c_char_p),
        ("big_endian", ctypes.c_int),
        ("column_major", ctypes.c_int),
        ("name", ctypes.c_char_p),
    )


class _Request(ctypes.Structure):
    _fields_ = (
        ("size", ctypes.c_size_t),
        ("json", ctypes.c_char_p),
        ("array", ctypes.POINTER(_NdArray)),
        ("other", ctypes.POINTER(_NdArray)),
        ("buffer", ctypes.c_void_p),
        ("buffer_bytes", ctypes.c_size_t),
        ("progress", _Progress),
        ("context", ctypes.c_void_p),
        ("tensors", ctypes.POINTER(ctypes.POINTER(_NdArray))),
        ("tensor_count", ctypes.c_size_t),
    )


class Array(NamedTuple):
    """A contiguous array that the library reads in place."""

    numbers: np.ndarray[Any, Any]  # kept alive by this; empty if the library does not know the type
    type: str  # as in .npy files, or bfloat16, float8_e4m3fn, float8_e5m2
    dtype: str
    shape: tuple[int, ...]
    big_endian: bool
    column_major: bool
    name: str


class Answer(NamedTuple):
    """The answer to a command."""

    exit_status: int  # 0 passes, 1 does not pass, 2 could not be judged
    json: str
    words: str
    warnings: list[str]


def _path() -> str:
    return os.environ.get("SEXTANT_LIBRARY") or str(pathlib.Path(__file__).with_name(_FILE))


@lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    """The library, loaded on first use."""
    path = _path()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise Error(
            f"the shared library cannot be loaded ({error}): install the package again, or set "
            f"SEXTANT_LIBRARY to the path of {_FILE}"
        ) from None
    if not hasattr(library, "sextant_ask"):
        raise Error(f"{path} is too old for this package: install both from one version")
    for name in ("sextant_message", "sextant_version"):
        getattr(library, name).restype = ctypes.c_char_p
    library.sextant_answer_free.restype = None
    return library


def version() -> str:
    """The version of the library."""
    return _text(_library().sextant_version())


def _text(text: bytes | None) -> str:
    return (text or b"").decode(errors="replace")


def _struct(array: Array) -> _NdArray:
    lengths = (ctypes.c_uint64 * len(array.shape))(*array.shape)
    return _NdArray(
        ctypes.sizeof(_NdArray),
        array.numbers.ctypes.data,
        array.numbers.nbytes,
        lengths,
        len(array.shape),
        array.type.encode(),
        array.dtype.encode(),
        array.big_endian,
        array.column_major,
        array.name.encode(),
    )


def _progress(raised: list[BaseException]) -> Iterator[int]:
    """Yields 0 until an exception is raised.  Adds the exception to the list, and then yields 1.

    Python runs signal handlers when the library's callback resumes this generator.  Here the
    exception of a handler can be caught; at the start of a function it could not."""
    while not raised:
        try:
            yield 0
        except GeneratorExit:
            return
        except BaseException as error:
            raised.append(error)
    while True:
        yield 1


def _refusal(status: int) -> Exception:
    """The exception for the status of a failed call, with its message."""
    message = _text(_library().sextant_message())
    if status in (_BAD_INPUT, _UNDECIDED):
        return Error(message)
    if status == _NO_MEMORY:
        return Error("out of memory")
    return RuntimeError(message)


def ask(
    command: str,
    options: Mapping[str, Union[str, list[str]]],
    array: Array | None = None,
    other: Array | None = None,
    memory: np.ndarray[Any, Any] | None = None,
    model: Mapping[str, Any] | None = None,
    tensors: Sequence[Array] = (),
) -> Answer:
    """Runs a command.  `memory` is contiguous, and has the size that `table` needs.  `model` is
    one in memory, with the numbers of its `tensors`.  Raises Error if the request is wrong, and
    what a signal handler raised meanwhile."""
    library = _library()
    raised: list[BaseException] = []
    watch = _progress(raised)
    next(watch)
    asked: dict[str, Any] = {"command": command, "options": options}
    if model is not None:
        asked["model"] = model
    structs = [_struct(tensor) for tensor in tensors]
    request = _Request(
        ctypes.sizeof(_Request),
        json.dumps(asked).encode(),
        None if array is None else ctypes.pointer(_struct(array)),
        None if other is None else ctypes.pointer(_struct(other)),
        None if memory is None else memory.ctypes.data,
        0 if memory is None else memory.nbytes,
        _Progress(watch.__next__),
        None,
        (ctypes.POINTER(_NdArray) * len(structs))(*[ctypes.pointer(one) for one in structs]),
        len(structs),
    )
    answer = ctypes.c_void_p()
    status = library.sextant_ask(ctypes.byref(request), ctypes.byref(answer))
    try:
        if raised:
            raise raised[0]
        if status != _OK:
            raise _refusal(status)
        return _read(library, answer)
    finally:
        library.sextant_answer_free(answer)


def _read(library: ctypes.CDLL, answer: ctypes.c_void_p) -> Answer:
    status = ctypes.c_int()
    library.sextant_answer_exit_status(answer, ctypes.byref(status))
    text = ctypes.c_char_p()
    texts = []
    for get in (library.sextant_answer_json, library.sextant_answer_words):
        get(answer, ctypes.byref(text))
        texts.append(_text(text.value))
    warnings: list[str] = []
    while library.sextant_answer_warning(answer, ctypes.c_size_t(len(warnings)), ctypes.byref(text)) == _OK:
        warnings.append(_text(text.value))
    return Answer(status.value, texts[0], texts[1], warnings)
