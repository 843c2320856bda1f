"""Tests of what is said of tables; programs_test.py runs them."""

import unittest

import figures
import judge
import matrix
import orders
from sample import case


class Reproduced(unittest.TestCase):
    def test_are_faults_by_their_own_names_alone(self):
        drawn = case(rows=64, faults={"wrong-base": {"base": "500"}})
        self.assertTrue(judge.reproduced(drawn, {"wrong-base": {"base": "500"}}))
        self.assertFalse(judge.reproduced(drawn, {"wrong-base": {"base": "501"}}))
        self.assertFalse(judge.reproduced(drawn, {"sign": {}}))

    def test_are_faults_in_the_order_of_bytes_that_is_named(self):
        drawn = case(rows=64, faults={"wrong-base": {"base": "500"}, "byte-order": {}})
        again = {"wrong-base": {"base": "500.00000000000001"}}
        self.assertTrue(judge.reproduced(drawn, again | {"byte-order": {}}))
        self.assertFalse(judge.reproduced(drawn, again))
        self.assertFalse(judge.reproduced(drawn, {"wrong-base": {"base": "501"}, "byte-order": {}}))

    def test_are_no_faults_of_rounding_that_are_not_there(self):
        drawn = case(rows=64, store="float16", faults={"wrong-base": {"base": "500"}})
        cut = {"wrong-base": {"base": "500"}, "rounded-toward-zero": {}}
        self.assertFalse(judge.reproduced(drawn, cut))
        self.assertTrue(judge.reproduced(drawn | {"faults": cut}, drawn["faults"]))


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

    def test_are_likely_if_what_is_not_proved_is_right(self):
        drawn = case(rows=64, faults={"wrong-base": {"base": "500"}})
        for found, likely in [(("wrong-base", {"base": "500"}), True),
                              (("wrong-base", {"base": "501"}), False),
                              (("sign", {"of": "the angle"}), False)]:
            verdict = told("unexplained", found)
            verdict["findings"][0]["certainty"] = "likely"
            self.assertEqual(judge.outcome(drawn, verdict), "unexplained")
            self.assertEqual(judge.likely(drawn, verdict), likely)

    def test_compare_numbers_however_they_are_written(self):
        for name, ours, theirs, outcome in [
                ("position-scale", {"scale": "1/8"}, {"scale": "0.125"}, "right"),
                ("position-scale", {"scale": "1/8"}, {"scale": "1/7"}, "parameters"),
                ("position-scale", {"scale": "1/8"}, {"scale": "?"}, "parameters"),
                ("phase", {"phase": "0.5"}, {"phase": "0.50002"}, "right"),
                ("phase", {"phase": "0.5"}, {"phase": "0.51"}, "parameters"),
                ("rows-missing", {"position": 3, "rows": 2}, {"position": "3", "rows": 2}, "right"),
                ("rows-missing", {"position": 3, "rows": 2}, {"position": 3, "rows": 1},
                 "parameters")]:
            drawn = case(rows=64, faults={name: ours})
            self.assertEqual(judge.outcome(drawn, told("explained", (name, theirs))), outcome)

    def test_count_rows_and_columns_that_can_be_seen(self):
        order = [0, 5, 2, 3, 4, 1, 6, 7]
        rows = case(faults={"rows-permuted": orders.permuted("rows", order)})
        for count, outcome in ((2, "right"), (3, "parameters"), (1, "parameters")):
            verdict = told("explained", ("rows-permuted", {"rows": count, "places": []}))
            self.assertEqual(judge.outcome(rows, verdict), outcome)
        claim = {"encoding": "rope", "dim": 4, "layout": "half-split"}
        twice = case(claim=claim, part="cos", repeated=True, faults={  # columns 0 and 2 are equal
            "columns-permuted": orders.permuted("columns", [2, 3, 0, 1][::-1])})
        for count, outcome in ((4, "right"), (5, "parameters"), (3, "parameters")):
            verdict = told("explained", ("columns-permuted", {"columns": count}))
            self.assertEqual(judge.outcome(twice, verdict), outcome)
        hidden = twice | {"faults": {"columns-permuted": orders.permuted("columns", [2, 1, 3, 0])}}
        for count, outcome in ((3, "right"), (2, "right"), (1, "parameters")):
            verdict = told("explained", ("columns-permuted", {"columns": count}))
            self.assertEqual(judge.outcome(hidden, verdict), outcome)

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

    def test_of_a_scaling_whose_amplitude_is_applied_twice_are_two(self):
        verdict = told("explained", ("scaling-doubled", {"amplitude": "squared"}))
        self.assertEqual(judge.named(judge.proved(verdict)),
                         {"scaling-doubled": {}, "amplitude": {"amplitude": "squared"}})


class Readme(unittest.TestCase):
    def test_shows_the_figures_of_the_file(self):
        figures.main(["--check"])

    def test_says_of_what_part_is_named(self):
        part = {"tables": 210, "invisible": 10, "named": 195, "equal": 3, "unexplained": 1,
                "wrong": 1, "passes": 0}
        self.assertEqual(figures.of_faulty("one fault", part),
                         "210 tables with one fault were drawn. 10 of them lie within the error bounds of a sound recipe "
                         "and are not counted. Of the other 200, 99.00 % were named correctly: the named parameters give "
                         "the same table. Unexplained: 1. Called something else: 1. Passed: none.")

    def test_says_how_numpy_ran(self):
        self.assertIn("NumPy ran as it is", (figures.ROOT / "reports/guide/results.md").read_text(encoding="utf-8"))
