"""Tests of the programs that make tables: published anchors, and faults that are there.

Example: programs_test.py   (fails, saying where, if one does)
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed")
    sys.exit(0)

import cases  # noqa: E402
import claims  # noqa: E402
import faults  # noqa: E402
import formats  # noqa: E402
import frequencies  # noqa: E402
import judge  # noqa: E402
import matrix  # noqa: E402
import programs  # noqa: E402


def case(**changes):
    claim = {"encoding": "sinusoidal", "dim": 6, "base": 10000, "layout": "halves",
             "order": "sin-cos"}
    return {"claim": claim | changes.pop("claim", {}), "first": 0, "rows": 8, "part": "table",
            "repeated": False, "store": "float64", "computed_in": "float64",
            "recipe": "pow-divide", "faults": {}} | changes


class Programs(unittest.TestCase):
    def test_make_the_row_that_roformer_prints(self):
        row = programs.made(case())[1]
        np.testing.assert_allclose(row, [.8415, .0464, .0022, .5403, .9989, 1.0], atol=5e-5)

    def test_grow_the_base_as_the_anchors_say(self):
        rope = {"encoding": "rope", "dim": 128, "base": 10000}
        static = rope | {"scaling": {"kind": "ntk", "factor": 2}}
        self.assertAlmostEqual(frequencies.scaled_base(static, 10000), 20221.2614, places=3)
        dynamic = rope | {"scaling": {"kind": "dynamic", "factor": 2, "original": 4096,
                                      "length": 8192}}
        self.assertAlmostEqual(frequencies.scaled_base(dynamic, 10000), 30527.7367, places=3)

    def test_divide_as_many_frequencies_as_llama_does(self):
        claim = {"dim": 128, "scaling": {"kind": "llama3", "factor": 8, "low": 1, "high": 4,
                                         "original": 8192}}
        plain = 500000.0 ** (-np.arange(64) / 64)
        scaled = frequencies.in_context(claim, plain, 500000.0, np.float64)
        self.assertEqual(int(np.sum(scaled == plain)), 29)
        self.assertEqual(int(np.sum(scaled == plain / 8)), 29)

    def test_agree_whatever_the_recipe(self):
        tables = [programs.made(case(recipe=name, rows=64)) for name in claims.SOUND]
        for table in tables[1:]:
            np.testing.assert_allclose(table, tables[0], atol=1e-12)


class Formats(unittest.TestCase):
    def test_round_to_even(self):
        halfway = np.array([257.0, 259.0, 1 + 2.0 ** -8], np.float32)
        self.assertEqual(formats.bfloat16(halfway).tolist(), [256.0, 260.0, 1.0])
        self.assertEqual(formats.stored("bfloat16", np.float32([1.0])).tolist(), [0x3F80])
        self.assertEqual(formats.toward_zero(np.array([1 - 2.0 ** -30])).tolist(),
                         [1 - 2.0 ** -24])


class Faults(unittest.TestCase):
    def test_are_drawn_all_of_them_and_change_the_table(self):
        """A fault that is never drawn, or changes nothing, tests nothing."""
        seen = {next(iter(cases.drawn("one", seed, 1)["faults"])) for seed in range(300)}
        self.assertEqual(sorted(set(faults.STAGE) - seen), [])
        idle = case(faults={"wrong-base": {"base": "10000"}})
        self.assertFalse(cases.effective(idle))

    def test_are_reproduced_by_their_own_names_alone(self):
        drawn = case(rows=64, faults={"wrong-base": {"base": "500"}})
        self.assertTrue(judge.reproduced(drawn, {"wrong-base": {"base": "500"}}))
        self.assertFalse(judge.reproduced(drawn, {"wrong-base": {"base": "501"}}))
        self.assertFalse(judge.reproduced(drawn, {"sign": {}}))


def told(grade, *found):
    return {"grade": grade, "passes": grade == "rounding",
            "findings": [{"fault": name, "parameters": p} for name, p in found]}


class Outcomes(unittest.TestCase):
    def test_are_what_they_are(self):
        drawn = case(rows=64, faults={"wrong-base": {"base": "500"}})
        for verdict, outcome in [
                (told("explained", ("wrong-base", {"base": "500"})), "right"),
                (told("explained", ("wrong-base", {"base": "501"})), "parameters"),
                (told("explained", ("sign", {"of": "the angle"})), "wrong"),
                (told("unexplained"), "unexplained"), (told("rounding"), "passes")]:
            self.assertEqual(judge.outcome(drawn, verdict), outcome)
        hidden = case(rows=64, faults={"wrong-base": {"base": "10000"}})
        self.assertEqual(judge.outcome(hidden, told("rounding")), "invisible")

    def test_are_counted_once(self):
        rows = [{"kind": "two", "seed": 1, "truth": ["layout", "sign"], "found": ["sign"],
                 "outcome": "wrong"},
                {"kind": "sound", "seed": 2, "truth": [], "found": [], "outcome": "passes",
                 "identified": ["sign"]}]
        found = matrix.of(rows)
        self.assertEqual([line["wrong"] for line in found["matrix"]], [1, 1])
        self.assertEqual(found["faulty"]["wrong"], 1)
        self.assertEqual(found["sound"]["guessed"], 1)
        self.assertEqual(len(found["misses"]), 2)


if __name__ == "__main__":
    unittest.main()
