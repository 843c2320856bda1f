"""What notebooks show: results as HTML, and pictures of errors."""

import copy
import html
import pickle
import re

import numpy as np
import pytest

import sextant

ROPE = {"encoding": "rope", "base": 500000, "part": "cos", "first": 4000}
FAULTY = "fault_frequency_rounded_bf16_cos_p4000.npy"


def shown(result):
    """The text of a result's HTML, whose only element is one pre."""
    found = re.fullmatch(r'<pre style="([^"<>]*)">([^<>]*)</pre>', result._repr_html_())
    assert found
    return found[1], html.unescape(found[2])


@pytest.mark.quick
def test_results_are_html(data):
    table = data("exp_log_f32_d96_p0.npy")
    for result in (
        sextant.verify(table, dim=96),
        sextant.verify(table + 1, dim=96),
        sextant.compare(table + 1, table, dim=96),
        sextant.verify(table, dim=96, name='<script>alert("1")</script>&amp;'),
    ):
        style, text = shown(result)
        assert text == str(result)
        assert ("#2a7" in style) == bool(result)


def test_what_files_say_is_escaped(tmp_path):
    name = "<img src=x onerror=alert(1)>.inv_freq"
    np.savez(tmp_path / "model.npz", **{name: np.zeros(64, np.float32)})
    (tmp_path / "config.json").write_text('{"head_dim": 128, "rope_theta": 10000.0, "model_type": "<b>llama"}')
    audit = sextant.check(tmp_path)
    assert "<img" in str(audit)
    assert shown(audit)[1] == str(audit)


@pytest.fixture
def pyplot(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    return pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")


@pytest.mark.filterwarnings("ignore:::matplotlib")
def test_a_picture_shows_errors_phases_and_their_bound(pyplot, tmp_path, data):
    table = data("exp_log_f32_d96_p4096.npy")
    verdict = sextant.verify(table, dim=96, first=4096)
    figure = verdict.plot()
    assert pyplot.get_fignums() == []
    picture, lines = figure.axes[0], figure.axes[1]
    assert picture.get_xlabel() == "channel" and picture.get_ylabel() == "position"
    errors = abs(table - sextant.table("4096:4224", dim=96, dtype="float64"))
    drawn = picture.images[0].get_array()
    np.testing.assert_allclose(10.0 ** drawn.filled(-np.inf), errors, rtol=1e-12)
    assert lines.get_title() == "phase error, in radians"
    found, bound = (line.get_ydata() for line in lines.get_lines())
    assert abs(found.max() - abs(verdict.worst_by["phase"].phase)) < 1e-12
    assert (found < bound).all() and bound.max() < 2**-8
    assert verdict.granted_by.recipe in lines.get_legend_handles_labels()[1][1]
    np.testing.assert_array_equal(lines.get_lines()[0].get_xdata(), np.arange(4096, 4224))
    figure.savefig(tmp_path / "errors.png")
    assert (tmp_path / "errors.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.filterwarnings("ignore:::matplotlib")
def test_a_fault_is_above_the_bound(pyplot, data):
    table = data(FAULTY)  # each column twice
    lines = sextant.verify(table, **ROPE).plot().axes[1]
    assert lines.get_title() == "error"
    found, bound = (line.get_ydata() for line in lines.get_lines())
    assert (found > bound).any()
    assert lines.get_legend_handles_labels()[1][1] == "largest bound of pow-reciprocal (glibc)"


@pytest.mark.filterwarnings("ignore:::matplotlib")
@pytest.mark.parametrize(
    ("made", "question"),
    [
        ({"rows": 9, "dtype": "bfloat16"}, {"encoding": "transformer-xl", "dim": 16, "format": "bfloat16"}),
        ({"rows": 9, "dtype": "float16"}, {"encoding": "rope", "dim": 16, "base": 1000}),
        ({"positions": [3, 9, 1, 77]}, {"encoding": "rope", "dim": 16, "positions": [3, 9, 1, 77]}),
        ({"positions": "0:5"}, {"encoding": "alibi", "heads": 8, "part": "bias"}),
        ({}, {"model": "llama-3.1-8b", "part": "inv_freq"}),
        ({"positions": "0:700", "dtype": "float64"}, {"model": "gpt-j-6b", "part": "sin"}),
    ],
)
def test_other_tables_are_drawn(pyplot, tmp_path, made, question):
    encoding = {name: value for name, value in question.items() if name not in ("format", "positions")}
    table = sextant.table(**made, **encoding)
    figure = sextant.verify(table, **question).plot()
    figure.savefig(tmp_path / "errors.png")
    errors = figure.axes[0].images[0].get_array()
    assert errors.max() is np.ma.masked or errors.max() <= -2  # of correctly rounded numbers


@pytest.mark.filterwarnings("ignore:::matplotlib")
def test_damaged_numbers_are_drawn(pyplot, tmp_path):
    table = sextant.table("0:9", dim=8)
    table[3, 3], table[4, 4] = np.nan, np.inf
    sextant.verify(table, dim=8).plot().savefig(tmp_path / "errors.png")


def test_what_cannot_be_drawn_is_refused(pyplot, monkeypatch, tmp_path):
    table = sextant.table("0:9", dim=8)
    np.save(tmp_path / "t.npy", table)
    temporary = sextant.verify(table.copy(), dim=8)
    listed = sextant.verify(table.tolist(), dim=8)
    for verdict in (temporary, listed, sextant.verify(tmp_path / "t.npy", dim=8)):
        with pytest.raises(sextant.Error, match="keep the array that verify gets in a variable"):
            verdict.plot()
    buckets = sextant.table("-9:1", encoding="t5")
    with pytest.raises(sextant.Error, match="plot draws no table of int64"):
        sextant.verify(buckets, encoding="t5", first=-9).plot()
    transposed = np.asfortranarray(table.T)
    with pytest.raises(sextant.Error, match="plot draws no table of shape"):
        sextant.verify(transposed, dim=8).plot()
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    with pytest.raises(sextant.Error, match="plot needs matplotlib"):
        sextant.verify(table, dim=8).plot()


@pytest.mark.quick
def test_a_verdict_is_copied_without_its_table():
    table = sextant.table("0:9", dim=8)
    verdict = sextant.verify(table, dim=8)
    for same in (copy.deepcopy(verdict), pickle.loads(pickle.dumps(verdict))):
        assert same.as_dict() == verdict.as_dict() and str(same) == str(verdict)
