"""Long work ends when Python's signals say so."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import sextant


class Alarm(Exception):
    """Raised by a handler of a signal."""


def ring(*_):
    raise Alarm


@pytest.fixture(
    params=[
        lambda rows: sextant.table(range(1, rows), dim=64, amplitude="1/3", dtype="float64"),
        lambda rows: sextant.table(f"0:{rows}", dim=64, recipe="turns", dtype="float32"),
        lambda rows: sextant.verify(np.ones((rows >> 4, 64)), dim=64, amplitude="1/3"),
    ],
    ids=["a table by entries", "a recipe", "a verdict"],
)
def work(request):
    """A function of a number of rows; it takes minutes with 2^23 rows."""
    return request.param


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


def test_an_interrupt_of_the_keyboard_ends_it(work, capfd):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work(1 << 23)
    assert time.monotonic() - start < 10
    timer.join()
    assert capfd.readouterr().err == ""  # nothing was ignored on the way


@pytest.mark.parametrize("seconds", [0.5, 4, 9], ids=["in the drift", "in the statements", "later"])
def test_a_report_ends_and_leaves_nothing(seconds, tmp_path):
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        start = time.monotonic()
        with pytest.raises(Alarm):
            sextant.report(
                tmp_path / "report", encoding="rope", dim=64, recipes=["exp-log"], formats=["float32"], everything=True
            )
        assert time.monotonic() - start < seconds + 9
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not (tmp_path / "report").exists()


def test_other_threads_are_not_disturbed(work):
    """A signal's handler runs in the main thread alone, also while another thread works."""
    before = signal.signal(signal.SIGALRM, ring)
    done = []
    thread = threading.Thread(target=lambda: done.append(work(1 << 12)))
    try:
        thread.start()
        with pytest.raises(Alarm):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            time.sleep(5)
        thread.join()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(done) == 1
