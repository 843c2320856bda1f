"""Formats, by whatever says them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import Error

FORMATS = ("float16", "bfloat16", "float32", "float64")
PATTERNS = {"float16": np.uint16, "bfloat16": np.uint16, "float32": np.uint32, "float64": np.uint64}
"""What a bit pattern of each is stored in."""


def format_name(dtype: Any, also: tuple[str, ...] = ()) -> str:
    """Of a name, a dtype of NumPy's, ml_dtypes' or PyTorch's."""
    name = str(dtype)
    if not isinstance(dtype, str) and not name.startswith("torch."):
        try:
            name = np.dtype(dtype).name
        except TypeError:
            raise Error(f"dtype is no dtype: {name[:40]!r}") from None
    name = name[6:] if name.startswith("torch.") else name
    if name in FORMATS + also:
        return name
    raise Error(f"dtype takes {', '.join(FORMATS + also)}, not {name[:40]!r}")


def numbers_of(patterns: np.ndarray[Any, Any], name: str, dtype: Any) -> np.ndarray[Any, Any]:
    """Bit patterns as NumPy's numbers; of bfloat16, which it has not, as they are, unless `dtype`
    is one that another package gave it."""
    if name != "bfloat16":
        return patterns.view(np.dtype(name))
    if isinstance(dtype, str) or str(dtype).startswith("torch."):
        return patterns
    return patterns.view(np.dtype(dtype))
