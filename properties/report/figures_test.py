"""Tests of reports/figures and reports/guide: pages show what is kept, and smaller reports are drawn too.

Example: figures_test.py   (fails, saying where, if one does)
"""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "reports" / "figures"), str(ROOT / "reports" / "guide")]

import cost_of_a_sweep  # noqa: E402
import draw  # noqa: E402
import faults  # noqa: E402
import results  # noqa: E402
import which_recipe  # noqa: E402
from picked import picked  # noqa: E402


def kept():
    return json.loads((draw.KEPT / "drift.json").read_text(encoding="utf-8"))


class Figures(unittest.TestCase):
    def test_of_readme_show_what_is_kept(self):
        self.assertEqual(draw.differing(kept()), [])

    def test_change_with_what_they_show(self):
        document = kept()
        first = {part: next(line for line in document[part] if line["format"] == "float32")
                 for part in ("drift", "safe_ranges")}
        first["drift"]["octaves"][5]["absolute"] *= 1.5
        self.assertEqual(draw.differing(document), ["drift.svg"])
        first["safe_ranges"]["first_violation"] = {"position": "3"}
        self.assertEqual(draw.differing(document), ["drift.svg", "safe.svg"])

    def test_are_drawn_where_there_is_something_to_show(self):
        document = kept()
        for part in ("drift", "safe_ranges"):
            document[part] = [line for line in document[part] if line["format"] != "float32"]
        with tempfile.TemporaryDirectory() as folder:
            draw.draw(document, pathlib.Path(folder))
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_have_titles_of_axes_and_names_of_recipes(self):
        for name, words in (("drift", ("position", "largest absolute error", "exp-log", "turns")),
                            ("safe", ("first position", "exp-log, float32", "none found below"))):
            text = (draw.KEPT / f"{name}.svg").read_text(encoding="utf-8")
            for one in words:
                self.assertIn(one, text)

    def test_take_the_recipes_that_have_a_colour(self):
        octave = {"from": "1", "absolute": {"value": 1e-8}, "bound": 1e-7}
        series = {"recipe": "turns", "computed_in": "float32", "format": "float32", "steps": False,
                  "octaves": [octave]}
        report = {"encoding": "e", "created": "2026", "commit": None, "command": "c",
                  "environment": {}, "safe_ranges": [],
                  "drift": [series, series | {"recipe": "fast-trigonometry"},
                            series | {"steps": True}, series | {"format": "bfloat16"}]}
        found = picked(report)["drift"]
        self.assertEqual([one["recipe"] for one in found], ["turns"])
        self.assertEqual(found[0]["octaves"], [{"from": "1", "absolute": 1e-8, "bound": 1e-7}])


class Pages(unittest.TestCase):
    def test_which_recipe_is_of_what_is_kept(self):
        self.assertEqual(which_recipe.PAGE.read_text(encoding="utf-8"), which_recipe.page(kept()))
        text = which_recipe.README.read_text(encoding="utf-8")
        self.assertEqual(which_recipe.renewed(text, kept()), text)

    def test_faults_are_those_of_the_table(self):
        found = faults.entries(faults.SOURCE.read_text(encoding="utf-8"))
        self.assertEqual(faults.PAGE.read_text(encoding="utf-8"), faults.page(found))

    def test_results_are_those_of_the_files(self):
        text = results.PAGE.read_text(encoding="utf-8")
        self.assertEqual(results.made(text), text)

    def test_cost_of_a_sweep_is_of_what_is_kept(self):
        costs = json.loads(cost_of_a_sweep.KEPT.read_text(encoding="utf-8"))
        self.assertEqual(cost_of_a_sweep.PAGE.read_text(encoding="utf-8"),
                         cost_of_a_sweep.page(costs))

    def test_costs_are_of_the_recipe_and_the_size(self):
        runs = [{"recipe": "a", "first": 0, "threads": 1, "entries": 10 ** 9, "seconds": 36},
                {"recipe": "a", "first": 0, "threads": 1, "entries": 10 ** 8, "seconds": 3}]
        document = {"runs": runs}
        self.assertEqual(cost_of_a_sweep.checks(document),
                         [["`a`", "1", "3 s", "30", "30 s", "36 s", "+20.0 %"]])
        self.assertEqual(cost_of_a_sweep.shown(("a", 2 ** 30)), "`a` from 2^30")
        self.assertEqual(cost_of_a_sweep.predictions(document, ("a", 0), 1)[0],
                         ["10^12", "10", "10 hours", "9.38 min", "8.79 s", "$0.4"])


if __name__ == "__main__":
    unittest.main()
