"""The fixtures that pytest has if the package is installed."""

import subprocess
import sys

import numpy as np
import pytest

import sextant

CONFIG = {"head_dim": 64, "rope_theta": 10000.0}

_TESTS = """
import numpy as np

def tables(positions, base=500000.0):
    exponents = np.arange(0, 128, 2, dtype=np.float32) / np.float32(128)
    angles = positions[:, None].astype(np.float32) / np.float32(base) ** exponents
    return np.cos(angles), np.sin(angles)

def test_sound(sextant_conforms):
    cos, sin = sextant_conforms(tables, "llama-3-8b", range(4000, 4100))
    assert cos.part == "cos" and sin and sin.granted_by

def test_wrong(sextant_conforms):
    sextant_conforms(lambda positions: tables(positions, 10000.0), "llama-3-8b", range(4000, 4100))

def test_input(sextant_rope):
    cos, sin = sextant_rope("llama-3-8b", "0:16", "float32", columns="concatenated")
    assert cos.shape == sin.shape == (16, 128)
"""


@pytest.fixture
def run(pytester):
    """Runs tests in a process of their own, without the configuration of the tests in this folder."""

    def tests(text, *options):
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)

    return tests


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_wrong_function_fails_with_the_diagnosis(run, options):
    if options:
        pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    ran = run(_TESTS, *options)
    ran.assert_outcomes(passed=2, failed=1)
    ran.stdout.fnmatch_lines(["E * AssertionError: cos: explained (does not pass)", "E *wrong-base*"])
    ran.stdout.fnmatch_lines(["E *sin: explained (does not pass)"])
    ran.stdout.no_fnmatch_line("*_fixtures.py*")
    ran.stdout.no_fnmatch_line("*_verify.py*")
    ran.stdout.no_fnmatch_line("*def conforms*")


def test_an_error_shows_only_lines_of_the_test(run):
    ran = run("""
        import numpy as np
        import sextant

        def zeros(positions):
            return np.zeros((len(positions), 64)), np.zeros((len(positions), 64))

        def test_count(sextant_rope):
            sextant_rope("llama-3-8b", 16)

        def test_model(sextant_rope):
            sextant_rope("llama-9", "0:4")

        def test_keyword(sextant_rope):
            sextant_rope("llama-3-8b", "0:4", bass=3)

        def test_columns(sextant_rope):
            sextant_rope("llama-3-8b", "0:4", columns="all")

        def test_other_model(sextant_conforms):
            sextant_conforms(zeros, "llama-9", range(4))

        def test_other_keyword(sextant_conforms):
            sextant_conforms(zeros, "llama-3-8b", range(4), bass=3)

        def test_array():
            sextant.assert_conforms(None)
        """)
    ran.assert_outcomes(failed=7)
    ran.stdout.fnmatch_lines(["E *positions takes 'A:B', a range or a list, not 16; 16 rows are range(16)"])
    ran.stdout.fnmatch_lines(["E *there is no model 'llama-9'*", "E *there is no 'bass'*"])
    ran.stdout.no_fnmatch_line("*sextant/_*.py*")
    ran.stdout.no_fnmatch_line("*__tracebackhide__*")


def test_nothing_is_loaded_where_no_fixture_is_used(run):
    ran = run("""
        import sys
        def test_one():
            assert "pytest_sextant" in sys.modules
            assert not {"numpy", "sextant", "ctypes"} & set(sys.modules)
        """)
    ran.assert_outcomes(passed=1)
    code = (
        "import pytest, sys, time; start = time.perf_counter(); import pytest_sextant;"
        "print(time.perf_counter() - start, 'numpy' in sys.modules, 'sextant' in sys.modules)"
    )
    times = []
    for _ in range(5):
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        assert said[1:] == ["False", "False"]
        times.append(float(said[0]))
    assert min(times) < 0.03


def test_tables_for_kernels_are_correctly_rounded(sextant_rope):
    expected = [sextant.table("0:32", encoding="rope", dim=64, part=part, dtype="float16") for part in ("cos", "sin")]
    found = sextant_rope(CONFIG, "0:32", np.float16)
    for table, wanted in zip(found, expected):
        np.testing.assert_array_equal(table, wanted)
    for columns, widen in (("concatenated", lambda t: np.concatenate([t, t], 1)),
                           ("interleaved", lambda t: np.repeat(t, 2, 1))):
        for table, wanted in zip(sextant_rope(CONFIG, range(32), "float16", columns=columns), expected):
            np.testing.assert_array_equal(table, widen(wanted))
    cos, _ = sextant_rope(None, "0:4", "float64", encoding="rope", dim=8)
    assert cos.shape == (4, 4) and cos.dtype == np.float64
    with pytest.raises(sextant.Error, match="columns takes half"):
        sextant_rope(CONFIG, "0:4", columns="all")
    with pytest.raises(sextant.Error, match="there is no model"):
        sextant_rope("llama-8", "0:4")


def test_tables_may_be_tensors(sextant_rope, sextant_conforms):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    cos, sin = sextant_rope(CONFIG, "0:32", torch.bfloat16, columns="concatenated")
    assert cos.dtype == sin.dtype == torch.bfloat16 and cos.shape == (32, 64)
    bits = sextant.table("0:32", encoding="rope", dim=64, part="cos", dtype="bfloat16")
    np.testing.assert_array_equal(cos[:, :32].contiguous().view(torch.int16).numpy().view(np.uint16), bits)

    def tables(positions):
        assert positions.dtype == torch.int64
        angles = positions[:, None].float() / 10000 ** (torch.arange(0, 64, 2).float() / 64)
        return angles.repeat(1, 2).cos()[None], angles.repeat(1, 2).sin()[None]

    verdicts = sextant_conforms(tables, CONFIG, [0, 5, 7, 900], framework="torch", max_error=1e-3)
    assert all(verdicts)
    with pytest.raises(AssertionError, match="cos: .*beyond max-error"):
        sextant_conforms(tables, CONFIG, [0, 5, 7, 900], framework="torch", max_error=1e-9)


def test_a_function_that_changes_its_positions_is_judged_at_those_given(sextant_conforms):
    def tables(positions):
        positions += 1
        angles = positions[:, None] / 10000.0 ** (np.arange(0, 64, 2) / 64)
        return np.cos(angles), np.sin(angles)

    for positions in (range(9), np.arange(9)):
        with pytest.raises(AssertionError, match="position-offset"):
            sextant_conforms(tables, CONFIG, positions)


def test_what_is_no_function_of_positions_is_refused(sextant_conforms):
    for f, positions, words in (
        (lambda at: at, range(4), "returns ndarray, not the pair"),
        (lambda at: (at,), range(4), "returns tuple, not the pair"),
        (lambda at: (at, at), "0:4", "a range, or a list of integers"),
        (lambda at: (at, at), [0.5], "a range, or a list of integers"),
        (lambda at: (at, at), [], "a range, or a list of integers"),
        (lambda at: (np.zeros((3, 32)), np.zeros((3, 32))), range(4), "cos"),
    ):
        with pytest.raises(sextant.Error, match=words):
            sextant_conforms(f, CONFIG, positions)
    with pytest.raises(ZeroDivisionError):
        sextant_conforms(lambda at: 1 / 0, CONFIG, range(4))
