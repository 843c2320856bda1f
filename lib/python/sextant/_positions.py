"""The positions of rows, as options of the tool."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np

from ._arguments import Call, Positions
from ._arrays import to_numpy
from ._errors import Error


def say_positions(call: Call, positions: Positions | None) -> None:
    """Sets the option: a range, or the position of every row."""
    if positions is None:
        return
    if isinstance(positions, range):
        positions = f"{positions.start}:{positions.stop}:{positions.step}"
    if isinstance(positions, str):
        call.option("positions", positions)
        return
    if isinstance(positions, os.PathLike):
        call.path("positions_file", positions)
        return
    listed, kind = to_numpy(positions, "positions")
    if listed.ndim == 0:
        raise Error("positions takes 'A:B', a range or a list of them; of row 0 alone say first")
    if kind == "bfloat16":
        listed = widened(listed)
    if listed.dtype.kind not in "iuf":
        raise Error(f"positions holds no numbers that positions could be (dtype {listed.dtype})")
    file = io.BytesIO()
    np.save(file, listed, allow_pickle=False)
    call.file("positions-file", file.getvalue(), "positions")


def widened(patterns: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """bfloat16 as float32, exactly: its bits are the upper half."""
    return (patterns.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
