"""The module and the tool answer alike about tables drawn at random."""

import os

import numpy as np

import sextant

_CASES = int(os.environ.get("SEXTANT_CASES", 100))


def drawn(random):
    """A table and a question about it: sound, wrong in some way, or noise."""
    pairs = int(random.integers(1, 20))
    rows = int(random.integers(1, 40))
    first = int(random.choice([0, 1, 255, 4096, 1_000_000])) + int(random.integers(0, 9))
    rope = bool(random.integers(0, 2))
    options = {"encoding": "rope", "part": "cos"} if rope else {"encoding": "sinusoidal"}
    options["base"] = str(random.choice(["10000", "500000", "1e6"]))
    options["dim"] = str(2 * pairs)
    dtype = str(random.choice(["float16", "bfloat16", "float32", "float64"]))
    made = dict(options)
    kind = int(random.integers(0, 5))
    if kind == 1:
        made["base"] = "10001"
    if kind == 2 and dtype != "float64":
        made["recipe"] = "exp-log"
    table = sextant.table(rows=rows, first=first + (kind == 3), dtype=dtype, **made)
    if kind == 4:
        table.reshape(-1)[int(random.integers(0, table.size))] = random.integers(0, 3)
    return table, dtype, {**options, "first": str(first)}


def expect_agreement(seed, cases, judged_by_tool):
    random = np.random.default_rng(seed)
    grades = set()
    for case in range(cases):
        table, dtype, options = drawn(random)
        words = [f"--{name}={value}" for name, value in options.items()]
        if dtype == "bfloat16":
            words.append("--format=bfloat16")
            options["format"] = "bfloat16"
        told = judged_by_tool(table, *words)
        try:
            answer = sextant.verify(table, **options).as_dict()
            grades.add(answer["grade"])
        except sextant.Error:
            answer = None
            assert isinstance(told, str), (case, told, options)
        assert answer is None or answer == told, (case, options)
    return grades


def test_a_few_tables_are_judged_alike(judged_by_tool):
    assert len(expect_agreement(1, 8, judged_by_tool)) > 1


def test_tables_are_judged_alike(judged_by_tool):
    assert len(expect_agreement(2, _CASES, judged_by_tool)) > 3
