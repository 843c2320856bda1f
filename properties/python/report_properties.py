"""Reports from Python."""

import json
import pathlib
import signal
import time

import numpy as np
import pytest

import sextant

SMALL = {"encoding": "rope", "dim": 8, "octaves": 3, "recipes": "turns,exp-log", "formats": "float32"}
OWN = {"created", "seconds", "command"}
"""The fields of a report that differ each time."""


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.suffix != ".svg"}


def test_a_report_is_that_of_the_tool(tool, tmp_path):
    table = sextant.table("0:64", encoding="rope", dim=8, base=500)
    np.save(tmp_path / "<b>.npy", table)
    page = sextant.report(tmp_path / "a b", table=table, name=f"'{tmp_path}/<b>.npy'", **SMALL)
    assert page == tmp_path / "a b" / "index.html"
    assert "<b>.npy" not in page.read_text()
    words = "--encoding rope --dim 8 --octaves 3 --recipes turns,exp-log --formats float32".split()
    ran = tool("report", *words, "--table", tmp_path / "<b>.npy", "-o", tmp_path / "tool")
    assert ran.returncode == 0, ran.stderr
    assert files(tmp_path / "tool") == files(tmp_path / "a b")
    made, expected = (json.loads((tmp_path / name / "report.json").read_text()) for name in ("a b", "tool"))
    assert made["command"].startswith("sextant report ") and "--recipes turns,exp-log" in made["command"]
    assert f"--output '{tmp_path}/a b'" in made["command"]
    assert made["table"]["verdict"]["grade"] == "explained"
    for report in (made, expected):
        report["table"]["verdict"]["file"] = None
        for name in OWN:
            del report[name]
    assert made == expected


def test_a_signal_ends_it_and_leaves_nothing(tmp_path):
    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 1)
        with pytest.raises(Alarm):
            sextant.report(tmp_path / "report", model="llama-3.1-8b")
        assert time.monotonic() - start < 10
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.quick
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"output": "/proc/none"}, "/proc"),
        ({"output": ""}, "output is an empty text"),
        ({"output": 3}, "output: "),
        ({"recipes": ["exp-lgo"]}, "recipes: .*did you mean exp-log"),
        ({"formats": ["float8"]}, "dtype takes"),
        ({"octaves": 63}, "octaves"),
        ({"encoding": "alibi"}, "waves"),
        ({"part": "cos"}, "whole tables"),
        ({"table": "-"}, "standard input"),
        ({"table": pathlib.Path("none.npy")}, "none.npy"),
        ({"table": np.zeros((4, 8), np.int64)}, "array: "),
        ({"table": np.zeros((4, 8)), "tensor": "cos"}, "tensor"),
        ({"shape": "4x8"}, "shape"),
    ],
)
def test_what_is_no_report_is_refused(tmp_path, change, words):
    question = {"output": tmp_path / "report", **SMALL, **change}
    if change == {"encoding": "alibi"}:
        del question["dim"]
    with pytest.raises(sextant.Error, match=words) as refused:
        sextant.report(**question)
    assert "\n" not in str(refused.value) and " --" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []
