"""What the fixtures of pytest return (pytest_sextant.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Union

import numpy as np

from ._arguments import Config, Positions, Text
from ._errors import Error
from ._table import table, to_torch
from ._verdict import Verdict
from ._verify import verify

Model = Union[str, Config]
"""The name of a model (``sextant.list_models()``), or its config: a dictionary, an object with
``to_dict()``, or a pathlib.Path."""


def _of(model: Model) -> dict[str, Any]:
    return {"model" if isinstance(model, str) else "config": model}


_COLUMNS: dict[str, Callable[[int], Any]] = {
    "half": lambda pairs: np.arange(pairs),
    "concatenated": lambda pairs: np.tile(np.arange(pairs), 2),
    "interleaved": lambda pairs: np.repeat(np.arange(pairs), 2),
}


def rope(
    model: Model, positions: Positions, dtype: Any = None, *, columns: str = "half", **fields: Text
) -> tuple[Any, Any]:
    """The correctly rounded cosines and sines of a rotary encoding, [positions, columns].

    `columns` is their order.  ``half`` has one column for each pair: [c0, c1, ...], as for kernels of
    flash-attention and vLLM.  ``concatenated`` has all columns twice: [c0, c1, ..., c0, c1, ...], as
    for Llama in Transformers.  ``interleaved`` has each column twice: [c0, c0, c1, c1, ...], as for
    GPT-J.  A `dtype` of PyTorch gives tensors, any other gives arrays.  `positions`, `dtype` and the
    fields of an encoding are those of `sextant.table`.
    """
    __tracebackhide__ = True  # of pytest: the line that failed is the caller's
    if isinstance(positions, (int, float, np.number)):
        raise Error(f"positions takes 'A:B', a range or a list, not {positions}; 16 rows are range(16)")
    if columns not in _COLUMNS:
        raise Error(f"columns takes {', '.join(_COLUMNS)}, not {columns!r}")
    framework = "torch" if str(dtype).startswith("torch.") else "numpy"
    options = {**_of(model), **fields}
    try:
        cos, sin = [
            table(positions, part=part, dtype=dtype, framework=framework, **options)
            for part in ("cos", "sin")
        ]
    except Error as error:
        raise error.with_traceback(None) from None
    chosen = _COLUMNS[columns](cos.shape[1])
    return cos[:, chosen], sin[:, chosen]


def conforms(
    f: Callable[[Any], Any],
    model: Model,
    positions: Union[range, Sequence[int], np.ndarray[Any, Any]],
    *,
    framework: str = "numpy",
    **question: Any,
) -> tuple[Verdict, Verdict]:
    """Calls ``cos, sin = f(positions)``, and raises an AssertionError with the diagnosis unless both
    tables pass.  Returns their verdicts.

    `f` gets the positions as an int64 array, or with ``framework="torch"`` as a tensor.  Both its
    results are [positions, dim/2], or [positions, dim] with each column twice; all other axes have
    length 1.  `question` has the other parameters of `sextant.assert_conforms`.
    """
    __tracebackhide__ = True
    at = np.asarray(positions)
    if at.ndim != 1 or at.size == 0 or not np.can_cast(at.dtype, np.int64):
        raise Error("positions takes a range, or a list of integers")
    if framework not in ("numpy", "torch"):
        raise Error(f"framework takes numpy or torch, not {framework!r}")
    own = at.astype(np.int64)  # a copy, which f may change
    found = f(to_torch(own) if framework == "torch" else own)
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise Error(f"the function returns {type(found).__name__}, not the pair (cos, sin)")
    rows = positions if isinstance(positions, range) else at
    try:
        verdicts = [
            verify(array, part=part, positions=rows, name=part, **{**_of(model), **question})
            for part, array in zip(("cos", "sin"), found)
        ]
    except Error as error:
        raise error.with_traceback(None) from None
    wrong = [str(verdict).rstrip() for verdict in verdicts if not verdict]
    if wrong:
        raise AssertionError("\n".join(wrong))
    return verdicts[0], verdicts[1]
