"""Bounds as tolerances: sound programs stay below them, and small faults do not."""

import os
import warnings

import numpy as np
import pytest

import sextant

F = np.float32
DIM, ROWS = 128, 4096
ROPE = {"encoding": "rope", "dim": DIM, "base": 10000, "part": "cos"}
EXPONENTS = np.arange(0, DIM, 2)


def pow_divide(positions, base=10000):
    return positions.astype(F)[:, None] / F(base) ** (EXPONENTS.astype(F) / F(DIM))


def pow_reciprocal(positions, base=10000):
    return positions.astype(F)[:, None] * (F(1) / F(base) ** (EXPONENTS.astype(F) / F(DIM)))


def exp_log(positions, base=10000):
    return positions.astype(F)[:, None] * np.exp(EXPONENTS.astype(F) * F(-np.log(base) / DIM))


def float64_angle(positions, base=10000):
    return positions[:, None] * float(base) ** -(EXPONENTS / DIM)


PROGRAMS = {"pow-divide": pow_divide, "pow-reciprocal": pow_reciprocal, "exp-log": exp_log,
            "float64-angle": float64_angle}
POSITIONS = [np.arange(ROWS), np.arange(100_000, 100_128), np.arange(-64, 64)]


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize("recipe", PROGRAMS)
def test_tables_of_numpy_are_within_them_and_small_faults_are_not(recipe, dtype):
    program = PROGRAMS[recipe]
    for positions in POSITIONS:
        exact = sextant.table(positions, dtype="float64", **ROPE)
        limits = sextant.tolerance(recipe=recipe, library="numpy", dtype=dtype, positions=positions, **ROPE)
        assert limits.dtype == np.float64 and limits.shape == exact.shape

        def off(angles, limits=limits, exact=exact):
            errors = abs(np.cos(angles).astype(dtype).astype(np.float64) - exact)
            return bool((errors > limits).any()), bool(errors.max() > limits.max())

        assert off(program(positions)) == (False, False)
        if len(positions) == ROWS:
            assert limits.max() < 2**-8
            assert off(program(positions, 10001)) == (True, True)
            assert off(program(positions + 1)) == (True, True)
            swapped = program(positions)[:, np.arange(DIM // 2) ^ 1]
            assert off(swapped) == (True, True)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
def test_tables_of_pytorch_are_within_them(dtype):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for positions in POSITIONS:
        for part, function in (("cos", torch.cos), ("sin", torch.sin)):
            question = {**ROPE, "base": 500000, "part": part, "positions": positions}
            inv_freq = 1.0 / (500000.0 ** (torch.arange(0, DIM, 2, dtype=torch.int64).float() / DIM))
            angles = torch.from_numpy(positions).float()[:, None] * inv_freq
            made = function(angles).to(getattr(torch, dtype)).double().numpy()
            exact = sextant.table(dtype="float64", **question)
            limits = sextant.tolerance(recipe="pow-reciprocal", library="pytorch-cpu",
                                       dtype=getattr(torch, dtype), **question)
            assert (abs(made - exact) <= limits).all()


@pytest.mark.parametrize("library", ["correctly-rounded", "glibc", "numpy", "cuda"])
@pytest.mark.parametrize(
    "question",
    [
        {"encoding": "sinusoidal", "dim": 34, "positions": "1000:1130", "recipe": "exp-log"},
        {"model": "llama-3.1-8b", "part": "sin", "positions": "0:500:7", "recipe": "pow-reciprocal"},
        {"model": "llama-3.1-8b", "part": "inv_freq", "recipe": "pow-reciprocal"},
        {"encoding": "alibi", "heads": 12, "part": "bias", "layout": "heads-first", "positions": "0:9",
         "recipe": "slope-powers"},
        {"encoding": "mae", "dim": 64, "height": 5, "width": 7, "recipe": "float64-angle"},
    ],
    ids=lambda question: question.get("encoding", question.get("part")),
)
def test_they_are_those_of_the_tool(tool, tmp_path, question, library):
    words = [f"--{name}={value}" for name, value in question.items()]
    ran = tool("table", *words, "--bounds", "--library", library, "--format", "bfloat16", "-o", tmp_path / "t.npy")
    assert ran.returncode == 0, ran.stderr
    found = sextant.tolerance(library=library, dtype="bfloat16", **question)
    expected = np.load(tmp_path / "t.npy")
    assert found.dtype == expected.dtype == np.float64 and found.shape == expected.shape
    assert found.tobytes() == expected.tobytes()
    assert (found >= 0).all() and found.max() > 0


def drawn(random):
    """A table of some recipe: what computes it, and in which dtype."""
    question = dict(random.choice([
        {"encoding": "sinusoidal", "dim": 2 * int(random.integers(1, 40)), "amplitude": "3/2"},
        {"encoding": "fairseq", "dim": 2 * int(random.integers(2, 40))},
        {"encoding": "rope", "dim": 2 * int(random.integers(1, 40)), "base": int(random.integers(2, 10**7))},
        {"model": str(random.choice(["llama-3.1-8b", "deepseek-v3", "phi-3.5-mini", "gpt-j-6b"]))},
        {"encoding": "alibi", "heads": int(random.integers(1, 20)), "part": "bias"},
    ]))
    if "model" in question:
        question["part"] = str(random.choice(["table", "cos", "inv_freq", "pairs"]))
    if question.get("part") != "inv_freq":
        first, step = int(random.integers(-100, 10**int(random.integers(1, 7)))), int(random.integers(1, 50))
        question["positions"] = range(first, first + 30 * step, step)
    question["recipe"] = str(random.choice([recipe["name"] for recipe in sextant.list_recipes()]))
    return question, str(random.choice(["float16", "bfloat16", "float32", "float64"]))


@pytest.mark.filterwarnings("ignore:at position")
def test_recipes_drawn_at_random_are_within_them():
    random = np.random.default_rng(5)
    judged = set()
    while len(judged) < int(os.environ.get("SEXTANT_CASES", 100)):
        question, dtype = drawn(random)
        try:
            made = sextant.table(dtype=dtype, **question)
            limits = sextant.tolerance(library="glibc", dtype=dtype, **question)
        except sextant.Error:  # a recipe that does not make such a table, or has no bound there
            continue
        if dtype == "bfloat16":
            made = (made.astype(np.uint32) << 16).view(np.float32)
        recipe = question.pop("recipe")
        errors = abs(made.astype(np.float64) - sextant.table(dtype="float64", **question))
        assert (errors <= limits).all(), (recipe, question, dtype)
        judged.add((recipe, dtype, str(question)))
    assert len({recipe for recipe, _, _ in judged}) > 8


@pytest.mark.quick
def test_the_last_rounding_is_in_them():
    question = {**ROPE, "positions": "0:64", "recipe": "float64-angle", "library": "glibc"}
    for dtype, half in (("bfloat16", 2**-9), ("float16", 2**-12), ("float32", 2**-25)):
        assert half <= sextant.tolerance(dtype=dtype, **question).max() <= half * 1.001
    in_float64 = sextant.tolerance(dtype="float64", **question).max()
    assert 2**-53 < in_float64 < 64 * 3 * 2**-53  # power, product and rounding of the largest angle


@pytest.mark.quick
def test_what_has_no_bound_is_refused():
    question = {**ROPE, "positions": "0:8", "recipe": "pow-divide", "library": "glibc"}
    for name in ("recipe", "library"):
        with pytest.raises(TypeError, match=name):
            sextant.tolerance(**{word: value for word, value in question.items() if word != name})
    for change, words in (
        ({"recipe": "pow-devide"}, "did you mean pow-divide"),
        ({"library": "glib"}, "^library: "),
        ({"library": "cuda-fast-math"}, "no bound is known at position 7, channel 0 with this library"),
        ({"part": "bias"}, "part"),
        ({"dtype": "int64"}, "dtype takes"),
    ):
        with pytest.raises(sextant.Error, match=words):
            sextant.tolerance(**{**question, **change})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loose = sextant.tolerance(**{**question, "positions": "0:4000000:1000000"})
    assert loose.max() > 0.1
    assert [str(warning.message)[:19] for warning in caught] == ["at position 3000000"]
    assert caught[0].filename == __file__
