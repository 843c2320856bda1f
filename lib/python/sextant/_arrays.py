"""Arrays of NumPy, PyTorch and similar packages, read in place."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from ._arguments import Call, checked, path_text
from ._errors import Error
from ._library import Array

# NumPy has no such numbers of its own; ml_dtypes and PyTorch have them.
_OTHER_NUMBERS = ("bfloat16", "float8_e4m3fn", "float8_e5m2")
_NUMBERS = {"f2", "f4", "f8", "i2", "u2", "V2", "i4", "i8", "u1", "i1", "V1", "c8", "c16"} | {
    *_OTHER_NUMBERS
}


def from_torch(array: Any, name: str) -> tuple[Any, str]:
    """A tensor as an array, on the same memory if it is on the CPU.  The text is the number format if
    the array has only bit patterns, else empty.  Returns anything but a tensor unchanged.  PyTorch is
    not imported here: a program that has a tensor has imported it."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(array, getattr(torch, "Tensor", ())):
        return array, ""
    dtype = str(array.dtype).removeprefix("torch.")
    patterns = dtype if dtype in _OTHER_NUMBERS else ""
    whole = torch.int16 if patterns == "bfloat16" else torch.uint8
    try:
        tensor = array.detach().cpu()
        if hasattr(tensor, "resolve_neg"):
            tensor = tensor.resolve_conj().resolve_neg()
        return (tensor.view(whole) if patterns else tensor).numpy(), patterns
    except (TypeError, RuntimeError) as error:  # sparse, quantized, without memory …
        raise Error(f"{name}: PyTorch makes no array of it: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]


def to_numpy(array: Any, name: str) -> tuple[np.ndarray[Any, Any], str]:
    """A NumPy array, on the same memory if possible, and its type as in .npy files, or bfloat16,
    float8_e4m3fn or float8_e5m2."""
    if array is None:
        raise Error(f"{name}: is None, not an array")
    given = array
    array, patterns = from_torch(array, name)
    if isinstance(array, np.ma.MaskedArray) and np.any(array.mask):
        raise Error(f"{name}: has masked entries; give it the numbers: array.filled()")
    try:
        found = np.asarray(array)
    except (TypeError, ValueError, RuntimeError) as error:
        remedy = "; if it is on a GPU, give it array.cpu()" if hasattr(array, "__dlpack__") else ""
        raise Error(f"{name}: NumPy makes no array of it: {_first_line(error)}{remedy}") from None
    if found.dtype == object and found.ndim == 0:
        raise Error(f"{name}: is of type {type(given).__name__}, which NumPy makes no numbers of")
    if found.dtype == object:
        raise Error(f"{name}: holds Python objects, not numbers; give it array.astype(np.float32)")
    if patterns or found.dtype.name in _OTHER_NUMBERS:  # the latter of ml_dtypes
        return found, patterns or found.dtype.name
    if found.dtype.names is not None:
        raise Error(f"{name}: has a structured dtype; give it one field: array['FIELD']")
    return found, f"{found.dtype.kind}{found.dtype.itemsize}"


def _in_one_piece(array: np.ndarray[Any, Any], name: str, rows_first: bool) -> np.ndarray[Any, Any]:
    """The same array if its memory is contiguous, else a copy."""
    flags = array.flags
    if flags.c_contiguous or (flags.f_contiguous and not rows_first):
        return array
    spread = sum((n - 1) * abs(step) for n, step in zip(array.shape, array.strides))
    if array.nbytes > spread + array.itemsize:
        raise Error(
            f"{name}: is a view that shows the same memory more than once (strides "
            f"{array.strides}); give it np.ascontiguousarray(array)"
        )
    return np.ascontiguousarray(array)


def table_of(
    call: Call, option: str, table: Any, name: str, *, vectors: bool = False
) -> Array | None:
    """The array of a table.  If `table` is the path of a file, sets the option to it and returns None."""
    if not isinstance(table, (str, os.PathLike)):
        return array_of(table, checked("name", name), vectors=vectors)
    call.options[option] = path_text(name, table)
    return None


def array_of(array: Any, name: str, *, vectors: bool = False) -> Array:
    """The array in the form that the library reads; `vectors` have any number of axes, in C order."""
    found, kind = to_numpy(array, name)
    memory = np.empty(0, np.uint8)
    column_major = False
    if kind in _NUMBERS:
        found = _in_one_piece(found, name, vectors and found.ndim > 2)
        column_major = bool(found.flags.f_contiguous and not found.flags.c_contiguous)
        memory = found.reshape(-1, order="F" if column_major else "C").view(np.uint8)
    big = found.dtype.byteorder == ">" or (
        found.dtype.byteorder == "=" and sys.byteorder == "big"
    )
    dtype = kind if kind in _OTHER_NUMBERS else str(found.dtype)
    return Array(memory, kind, dtype, found.shape, big, column_major, name)
