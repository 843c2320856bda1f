"""What cannot be judged is a sextant.Error of one line, and never a crash."""

import os
import pathlib
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest

import sextant

F = np.float32
BROADCAST = np.broadcast_to(F(1), (1 << 20, 1 << 20))
WINDOWS = np.lib.stride_tricks.as_strided(np.zeros(64, F), (1 << 30, 8), (0, 4))
STRUCTURED = np.zeros((4, 8), [("a", F), ("b", F)])
MASKED = np.ma.masked_array(np.zeros((4, 8), F), np.eye(4, 8))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.zeros((0, 8), F), "no numbers"),
        (np.zeros((8, 0), F), "no numbers"),
        (np.zeros(0, F), "no numbers"),
        (np.zeros((), F), "a single number"),
        (np.zeros((2, 3, 8), F), "shape"),
        (np.zeros((4, 7), F), "columns"),
        (np.zeros((4, 8), object), "Python objects"),
        (np.zeros((4, 8), complex), "columns"),
        (np.zeros((4, 8), "U3"), "text"),
        (np.zeros((4, 8), "M8[s]"), "times"),
        (np.zeros((4, 8), bool), "float32"),
        (np.zeros((4, 8), np.uint8), "float32"),
        (np.zeros((4, 8), np.int64), "float32"),
        (np.zeros((4, 8), np.longdouble), "float32"),
        (np.zeros((4, 8), np.uint16), 'format="bfloat16" or format="float16"'),
        (STRUCTURED, "structured"),
        (MASKED, "masked"),
        (BROADCAST, "more than once"),
        (WINDOWS, "more than once"),
        ([[1.0], [2.0, 3.0]], "no array"),
        (None, "is None, not an array"),
        (3, "float32"),
        (object(), "is of type object, which NumPy makes no numbers of"),
        ({"cos": np.zeros((4, 8), F)}, "is of type dict"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_an_array_that_is_no_table_is_refused(array, words):
    with pytest.raises(sextant.Error, match=words) as refused:
        sextant.verify(array, dim=8, name="mine")
    assert "mine" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert " --" not in str(refused.value)


@pytest.mark.quick
@pytest.mark.parametrize("made,dtype", [("complex64", "float32"), ("complex128", "float64")])
def test_complex_cosines_are_refused(made, dtype, tool, tmp_path):
    claim = {"encoding": "rope", "dim": 64}
    cos, sin = (sextant.table("0:8", part=part, dtype=dtype, **claim) for part in ("cos", "sin"))
    for part, array in (("cos", cos), ("sin", sin), ("table", cos)):
        words = f"holds complex numbers, and part {part} has real ones: part pairs judges cos"
        with pytest.raises(sextant.Error, match=f"^mine: {words}"):
            sextant.verify(array.astype(made), part=part, name="mine", **claim)
        with pytest.raises(sextant.Error, match=f"^reference: {words}"):
            sextant.compare(array, array.astype(made), part=part, **claim)
        np.save(tmp_path / "complex.npy", array.astype(made))
        with pytest.raises(sextant.Error, match=f"complex.npy'?: {words}"):
            sextant.verify(tmp_path / "complex.npy", part=part, **claim)
        ran = tool("verify", tmp_path / "complex.npy", "--part", part, "--encoding", "rope", "--dim", 64)
        assert ran.returncode == 2 and f"--part {part} has real ones: --part pairs judges" in ran.stderr
        if part != "table":
            assert sextant.verify(array.astype(made).real.copy(), part=part, **claim)
    assert sextant.verify((cos + 1j * sin).astype(made), part="pairs", **claim)


def test_what_is_no_number_is_no_error(judged_by_tool):
    for table in (np.full((4, 8), np.nan, F), np.full((4, 8), -np.inf)):
        verdict = sextant.verify(table, dim=8)
        assert not verdict
        assert verdict.non_finite == 32
        assert verdict.worst.absolute is None
        assert verdict.as_dict() == judged_by_tool(table, "--dim", 8)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"dim": 10**30}, "dim"),
        ({"dim": 2**31}, "dim"),
        ({"dim": -8}, "dim"),
        ({"dim": 0}, "dim"),
        ({"dim": float("nan")}, "dim"),
        ({"dim": float("inf")}, "dim"),
        ({"dim": 8.5}, "dim"),
        ({"dim": None}, "dim is missing"),
        ({"dim": 8, "base": ""}, "base is an empty text"),
        ({"dim": 8, "base": "ten"}, "base"),
        ({"dim": 8, "base": "1\n2"}, "base"),
        ({"dim": 8, "base": "\0"}, "base"),
        ({"dim": 8, "base": "\ud800"}, "base"),
        ({"dim": 8, "base": 10**5000}, "base"),
        ({"dim": 8, "base": object()}, "base takes a number"),
        ({"dim": 8, "base": {}}, "base takes a number"),
        ({"dim": 8, "bsae": 3}, "there is no 'bsae': did you mean base\\?"),
        ({"dim": 8, "help": 3}, "there is no 'help'"),
        ({"dim": 8, "base": np.array("x")}, "base takes a number"),
        ({"encoding": 3, "dim": 8}, "encoding takes a text"),
        ({"encoding": b"rope", "dim": 8}, "encoding takes a text"),
        ({"encoding": "ropes", "dim": 8}, "did you mean"),
        ({"encoding": "rope dim", "dim": 8}, "FIELD=VALUE"),
        ({"encoding": "rope", "model": "llama-3.1-8b"}, "exclude each other"),
        ({"model": "llama-99"}, "model"),
        ({"config": {"rope_theta": object()}}, "config"),
        ({"config": "/nowhere/config.json"}, "/nowhere/config.json"),
        ({"config": 3}, "config"),
        ({"dim": 8, "part": "sine"}, "part takes"),
        ({"encoding": "rope", "dim": 8, "part": "rotated"}, "vectors"),
    ],
)
def test_an_encoding_that_is_none_is_refused(fields, words):
    for ask in (lambda: sextant.value(0, 0, **fields), lambda: sextant.table("0:4", **fields)):
        with pytest.raises(sextant.Error, match=words) as refused:
            ask()
        assert "\n" not in str(refused.value)
        assert "--" not in str(refused.value)
        assert "/proc/" not in str(refused.value)


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ("0:0", "positions"), ("4:0", "positions"), ("zero", "positions"), ("0:4:0", "positions"),
        ("0:" + "9" * 30, "positions"), (range(0), "positions"), ([], "positions"), (3, "positions"),
        ([1, None], "positions"), (["a"], "positions"), ([float("nan")], "positions.*finite"),
        ([2**63 + 1], "positions.*beyond"), ([2**70], "positions"), ([1j], "positions"),
        (np.zeros((2, 3), int), "positions.*single row"), ("\ud800", "positions"),
        ([1e-30, 1e30], "positions"),
    ],
)
def test_positions_that_are_none_are_refused(positions, words):
    for ask in (
        lambda: sextant.table(positions, dim=8),
        lambda: sextant.verify(np.zeros((4, 8), F), dim=8, positions=positions),
    ):
        with pytest.raises(sextant.Error, match=words) as refused:
            ask()
        assert "\n" not in str(refused.value)
        assert "/proc/" not in str(refused.value)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sextant.value(2**63 + 1, 0, dim=8), "beyond"),
        (lambda: sextant.value(True, 0, dim=8), "position takes a number"),
        (lambda: sextant.value(Decimal("1e999999999"), 0, dim=8), "position"),
        (lambda: sextant.value(None, 0, dim=8), "position is missing"),
        (lambda: sextant.value(0, 8, dim=8), "^channel 8 is not one of 0 ... 7$"),
        (lambda: sextant.value(0, -1, dim=8), "channel"),
        (lambda: sextant.value(0, None, dim=8), "channel"),
        (lambda: sextant.value(0, 0, dim=8, digits=0), "digits"),
        (lambda: sextant.value(0, 0, dim=8, digits=10**6), "digits"),
        (lambda: sextant.value(0, 0, dim=8, digits=3, dtype="float32"), "exclude"),
        (lambda: sextant.value(0, 0, dim=8, dtype="float8"), "dtype takes"),
        (lambda: sextant.value(0, 0, dim=8, dtype=np.int32), "dtype takes"),
        (lambda: sextant.value(0, 0, dim=8, dtype=object()), "dtype"),
        (lambda: sextant.table(dim=8), "positions or rows"),
        (lambda: sextant.table("0:4", rows=4, dim=8), "rows exclude each other"),
        (lambda: sextant.table("0:4", first=4, dim=8), "first goes with rows"),
        (lambda: sextant.table(rows=0, dim=8), "rows"),
        (lambda: sextant.table(rows=2**60, dim=8), "no memory"),
        (lambda: sextant.table(rows=2**63, first=2**62, dim=8), "beyond"),
        (lambda: sextant.table("0:4", dim=8, dtype="int64"), "no integers"),
        (lambda: sextant.table("0:4", dim=8, framework="jax"), "framework"),
        (lambda: sextant.table("0:4", dim=8, recipe="by-hand"), "by-hand"),
        (lambda: sextant.table("0:4", dim=8, computed_in="float32"), "goes with recipe"),
        (lambda: sextant.table("0:4", encoding="mae", dim=64), "coordinates|height"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, require="perfect"), "grade"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, computed_in="float16"), "computed_in takes"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, format="float16"), "format says"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, first=2**63 - 1), "beyond"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, first=1, positions="0:4"), "exclude"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, positions="0:5"), "positions"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, name=3), "name takes a text"),
        (lambda: sextant.verify(np.zeros((4, 8), F), dim=8, name="\ud800"), "name"),
    ],
)
def test_a_question_that_means_nothing_is_refused(call, words):
    with pytest.raises(sextant.Error, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
    assert issubclass(sextant.Error, ValueError)
    assert sextant.Error.__module__ == "sextant"


@pytest.mark.quick
def test_a_library_that_is_missing_or_old_is_an_error_with_the_remedy(tmp_path):
    (tmp_path / "libempty.so").write_text("not a library")
    maps = pathlib.Path("/proc/self/maps").read_text()
    libc = next(line.split()[-1] for line in maps.splitlines() if "libc.so.6" in line)
    for path, words in ((tmp_path / "none.so", "cannot open"), (tmp_path / "libempty.so", "file too short"),
                        (libc, "is too old for this package: install both from one version")):
        code = "import sextant\ntry: sextant.value(0, 0, dim=8)\nexcept sextant.Error as error: print(error)"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                             env={**os.environ, "SEXTANT_LIBRARY": str(path)})
        assert words in ran.stdout and ran.stdout.count("\n") == 1, ran.stdout + ran.stderr
        assert path == libc or "set SEXTANT_LIBRARY to the path of libsextant_c.so.1" in ran.stdout


@pytest.mark.quick
def test_errors_are_the_lines_of_the_tool(judged_by_tool, tmp_path):
    table = np.zeros((4, 7), F)
    with pytest.raises(sextant.Error) as refused:
        sextant.verify(table, dim=8, name="t")
    line = judged_by_tool(table, "--dim", 8).strip()
    expected = line.replace("sextant: ", "").replace(f"{tmp_path}/t.npy", "t").replace("--", "")
    assert str(refused.value).replace("'", "") == expected.replace("'", "")


def test_nothing_is_left_open():
    def ask():
        sextant.table([1, 2, 3], dim=8)
        with pytest.raises(sextant.Error):
            sextant.verify(np.zeros((4, 8), F), config={"rope_theta": "high"}, part="cos")

    ask()
    before = sorted(os.listdir("/proc/self/fd"))
    for _ in range(5):
        ask()
    assert sorted(os.listdir("/proc/self/fd")) == before


def memory_in_use() -> int:
    """The memory of this process, in KiB."""
    with open("/proc/self/status", encoding="ascii") as lines:
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def test_a_hundred_thousand_calls_leak_nothing():
    table = sextant.table(encoding="sinusoidal", dim=8, positions="0:4")

    def two_calls():
        assert sextant.verify(table, encoding="sinusoidal", dim=8)
        with pytest.raises(sextant.Error):
            sextant.verify(table, encoding="sinusoidal", dim=-8)

    for _ in range(2000):
        two_calls()
    before = memory_in_use()
    for _ in range(50_000):
        two_calls()
    assert memory_in_use() - before < 2048  # 20 bytes a call
