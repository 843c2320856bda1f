"""Number formats, given by names, dtypes or types."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import Error

FORMATS = ("float16", "bfloat16", "float32", "float64")
PATTERNS = {"float16": np.uint16, "bfloat16": np.uint16, "float32": np.uint32, "float64": np.uint64,
            "int64": np.int64}
"""The NumPy type that holds a bit pattern of each format; int64 holds integers."""
_SHORT = {"half": "float16", "fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "float": "float32",
          "fp64": "float64", "double": "float64"}


def format_name(dtype: Any, also: tuple[str, ...] = ()) -> str:
    """The name of a format, given by a name or by a dtype of NumPy, ml_dtypes or PyTorch."""
    name = str(dtype)
    if not isinstance(dtype, str) and not name.startswith("torch."):
        try:
            name = np.dtype(dtype).name
        except TypeError:
            raise Error(f"dtype is no dtype: {name[:40]!r}") from None
    name = name[6:] if name.startswith("torch.") else name
    name = _SHORT.get(name, name)
    if name in FORMATS + also:
        return name
    raise Error(f"dtype takes {', '.join(FORMATS + also)}, not {name[:40]!r}")


def numbers_of(patterns: np.ndarray[Any, Any], name: str, dtype: Any) -> np.ndarray[Any, Any]:
    """Bit patterns as NumPy numbers; bfloat16 patterns are returned unchanged, unless `dtype` is a
    bfloat16 of another package."""
    if name != "bfloat16":
        return patterns.view(np.dtype(name))
    if isinstance(dtype, str) or str(dtype).startswith("torch."):
        return patterns
    return patterns.view(np.dtype(dtype))
