"""Tables of true values in memory."""

import numpy as np
import pytest

import sextant


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize(
    "options",
    [
        {"encoding": "sinusoidal", "dim": 34, "positions": "1000000:1000130"},
        {"encoding": "rope", "dim": 40, "part": "cos", "base": 500000, "positions": "-5:100:3"},
        {"model": "llama-3.1-8b", "part": "inv_freq"},
        {"encoding": "transformer-xl", "dim": 16, "rows": 33},
        {"encoding": "alibi", "heads": 12, "part": "bias", "positions": "0:9"},
        {"encoding": "alibi", "heads": 12, "part": "bias", "layout": "heads-first", "positions": "0:9"},
        {"encoding": "mae", "dim": 64, "height": 5, "width": 7, "prefix": 1},
        {"encoding": "rope", "dim": 8, "part": "cos", "positions": "0:50", "recipe": "turns"},
    ],
    ids=lambda options: options.get("encoding", options.get("model")),
)
def test_a_table_is_that_of_the_tool(tool, tmp_path, options, dtype):
    if options.get("recipe") and dtype == "float64":
        options = {**options, "computed_in": "float64"}
    words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}={value}",)]
    ran = tool("table", *words, "--format", dtype, "-o", tmp_path / "t.npy")
    assert ran.returncode == 0, ran.stderr
    expected = np.load(tmp_path / "t.npy")
    made = sextant.table(**options, dtype=dtype)
    assert made.dtype == expected.dtype
    assert made.shape == expected.shape
    assert made.tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    "options", [{"encoding": "t5", "bidirectional": "no", "positions": "-40:1"},
                {"encoding": "swin", "height": 3, "width": 4, "positions": "0:12"}],
    ids=["t5", "swin"],
)
def test_indices_are_int64(tool, tmp_path, options):
    words = [f"--{name}={value}" for name, value in options.items()]
    assert tool("table", *words, "-o", tmp_path / "t.npy").returncode == 0
    made = sextant.table(**options)
    assert made.dtype == np.int64
    np.testing.assert_array_equal(made, np.load(tmp_path / "t.npy"))


@pytest.mark.quick
def test_rows_may_be_said_in_any_way():
    by_text = sextant.table("7:19:3", dim=8)
    for positions in (range(7, 19, 3), [7, 10, 13, 16], np.array([7, 10, 13, 16], np.int16),
                      np.array([7.0, 10, 13, 16], ">f4")):
        np.testing.assert_array_equal(sextant.table(positions, dim=8), by_text)
    np.testing.assert_array_equal(sextant.table(rows=4, first=7, dim=8), sextant.table("7:11", dim=8))
    halves = sextant.table("0:2:1/2", dim=8)
    np.testing.assert_array_equal(sextant.table([0, 0.5, 1, 1.5], dim=8), halves)


def test_coordinates_may_be_an_array(tool, tmp_path):
    ids = np.random.default_rng(1).integers(0, 90, (3, 17))
    np.save(tmp_path / "ids.npy", ids)
    ran = tool("table", "--model", "qwen2-vl-7b", "--part", "cos", "--positions-file",
               tmp_path / "ids.npy", "-o", tmp_path / "t.npy")
    assert ran.returncode == 0, ran.stderr
    made = sextant.table(ids, model="qwen2-vl-7b", part="cos")
    np.testing.assert_array_equal(made, np.load(tmp_path / "t.npy"))


def test_every_entry_is_the_value_there():
    made = sextant.table("123456789:123456792", dim=10, dtype="float64")
    for row in range(3):
        for channel in range(10):
            assert made[row, channel] == sextant.value(123456789 + row, channel, dim=10, dtype="float64")


def test_the_ml_dtypes_of_others_are_taken():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    made = sextant.table("0:4", dim=8, dtype=ml_dtypes.bfloat16)
    assert made.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(made.view(np.uint16), sextant.table("0:4", dim=8, dtype="bfloat16"))


@pytest.mark.quick
def test_a_table_passes_its_own_judgement():
    made = sextant.table("8064:8200", encoding="rope", dim=128, base=500000, part="cos")
    verdict = sextant.verify(made, encoding="rope", base=500000, part="cos", first=8064)
    assert verdict.grade == "correctly-rounded"
    assert verdict.misrounded == 0
