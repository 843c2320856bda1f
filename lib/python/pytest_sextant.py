"""The pytest plugin: fixtures that test rotary kernels and the functions that make their tables.

It imports neither NumPy nor sextant before a fixture is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sextant import Verdict


@pytest.fixture(scope="session")
def sextant_rope() -> Callable[..., tuple[Any, Any]]:
    """sextant_rope(model, positions, dtype, *, columns="half", **fields): correctly rounded cos and sin.

    The shape is [positions, dim/2] if columns is half, [positions, dim] if concatenated or interleaved.
    """
    from sextant._fixtures import rope

    return rope


@pytest.fixture(scope="session")
def sextant_conforms() -> Callable[..., tuple[Verdict, Verdict]]:
    """sextant_conforms(f, model, positions, *, framework="numpy", **question): judges f(positions).

    f returns (cos, sin).  Unless both are right, the test fails with the diagnosis.
    question: the other parameters of sextant.assert_conforms.
    """
    from sextant._fixtures import conforms

    return conforms
