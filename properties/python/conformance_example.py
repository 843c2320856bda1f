"""How a program tests its own tables with pytest: this file is an example to copy."""

import numpy as np
import numpy.typing as npt
import pytest
import sextant


def rotary_tables(dim: int, base: float, first: int, rows: int) -> list[npt.NDArray[np.float32]]:
    """What is tested here: cos and sin, [rows, dim/2], all in float32."""
    exponents = np.arange(0, dim, 2, dtype=np.float32) / np.float32(dim)
    inv_freq = np.float32(1) / np.float32(base) ** exponents
    angles = np.arange(first, first + rows, dtype=np.float32)[:, None] * inv_freq
    return [np.cos(angles), np.sin(angles)]


@pytest.mark.parametrize("first", [0, 8064, 131_000])
def test_tables_are_what_float32_makes(first: int) -> None:
    for part, table in zip(("cos", "sin"), rotary_tables(128, 500000.0, first, 64)):
        sextant.assert_conforms(table, encoding="rope", base=500000, part=part, first=first)


def test_tables_are_as_good_as_the_model_needs() -> None:
    cos, _ = rotary_tables(128, 500000.0, 8064, 64)
    verdict = sextant.verify(cos, encoding="rope", base=500000, part="cos", first=8064)
    assert verdict, verdict
    assert verdict.worst is not None and verdict.worst.absolute is not None
    assert verdict.worst.absolute < 1e-3


def test_another_base_would_be_noticed() -> None:
    cos, _ = rotary_tables(128, 10000.0, 8064, 64)
    with pytest.raises(AssertionError, match="wrong-base"):
        sextant.assert_conforms(cos, encoding="rope", base=500000, part="cos", first=8064)
