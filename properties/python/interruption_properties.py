"""Long work ends when Python's signals say so."""

import signal
import time

import numpy as np
import pytest

import sextant


class Alarm(Exception):
    """Raised by a handler of a signal."""


def ring(*_):
    raise Alarm


@pytest.mark.parametrize(
    "work",
    [
        lambda rows: sextant.table(range(1, rows), dim=64, amplitude="1/3", dtype="float64"),
        lambda rows: sextant.table(f"0:{rows}", dim=64, recipe="turns", dtype="float32"),
        lambda rows: sextant.verify(np.ones((rows >> 4, 64)), dim=64, amplitude="1/3"),
    ],
    ids=["a table by entries", "a recipe", "a verdict"],
)
def test_a_signals_handler_ends_it(work):
    before = signal.signal(signal.SIGALRM, ring)
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(Alarm):
            work(1 << 23)  # for minutes
        assert time.monotonic() - start < 10
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert sextant.value(0, 1, dim=8) == "1.0000000000000000000"  # and nothing is left behind
