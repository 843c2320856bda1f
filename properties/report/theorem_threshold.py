"""Tests of reports/theorems: its list, and the thresholds that are made of its theorems.

Example: theorem_threshold.py   (fails, saying where, if one does)
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "reports" / "theorems"))

import commands  # noqa: E402
import lines  # noqa: E402
import theorem  # noqa: E402
import thresholds  # noqa: E402


def row(name, dim, outcome="holds", offset="1", base="10000"):
    return {"theorem": name, "outcome": outcome, "command": f"{name} {dim}",
            "about": {"dim": dim, "base": base, "positions": "0:8", "format": None},
            "offsets": [{"offset": offset, "distance": 1.0}]}


class Braces(unittest.TestCase):
    def test_stand_for_every_choice(self):
        self.assertEqual(lines.expanded("a {b,c} {2..6..2,9}"),
                         ["a b 2", "a b 4", "a b 6", "a b 9", "a c 2", "a c 4", "a c 6", "a c 9"])
        self.assertEqual(lines.expanded("a"), ["a"])


class Threshold(unittest.TestCase):
    def test_begins_after_the_last_width_that_fails(self):
        self.assertEqual(thresholds.threshold({2: False, 4: True, 6: False, 8: True, 10: True}),
                         {"from": 8, "to": 10, "fails": 6})

    def test_ends_where_a_width_was_not_asked(self):
        self.assertEqual(thresholds.threshold({2: False, 6: True, 8: True}),
                         {"from": 6, "to": 8, "fails": None})

    def test_is_none_where_the_widest_fails(self):
        self.assertIsNone(thresholds.threshold({8: True, 10: False}))
        self.assertIsNone(thresholds.threshold({}))


class Thresholds(unittest.TestCase):
    def test_take_both_theorems(self):
        rows = [row("neighbours", 2, "fails"), row("uniqueness", 4, offset="5"),
                row("uniqueness", 6), row("neighbours", 8), row("neighbours", 10, "open"),
                row("uniqueness", 2, base="3")]
        self.assertEqual(thresholds.thresholds(rows),
                         [{"base": "10000", "positions": "0:8", "from": 6, "to": 8, "fails": 4}])

    def test_refuse_a_contradiction(self):
        with self.assertRaises(thresholds.Contradiction):
            thresholds.thresholds([row("uniqueness", 2), row("neighbours", 2, "fails")])


class Run(unittest.TestCase):
    """Of a program in the tool's place."""

    command = commands.Command(("uniqueness", "--dim", "4"), False)

    def ran(self, script, limit=60):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            tool = pathlib.Path(folder) / "tool"
            tool.write_text("#!/bin/sh\n" + script, encoding="utf-8")
            tool.chmod(0o700)
            return theorem.run(tool, self.command, False, limit)

    proof = """echo '{"outcome":"holds","result":"r","statement":"s","method":"m","seconds":1}'
while [ "$1" != -o ]; do shift; done
echo '{"certificate":"uniqueness","minimum":{"offset":"7","distance":["0.25","0.5"]}}' > "$2"
"""

    def test_takes_what_is_said_and_what_the_certificate_has(self):
        found = self.ran(self.proof + """echo '{"confirmed":true,"what":"w","seconds":2}'""")
        self.assertEqual(found["outcome"], "holds")
        self.assertEqual(found["command"], "sextant prove uniqueness --dim 4 --check")
        self.assertEqual(found["about"]["dim"], 4)
        self.assertEqual(found["offsets"], [{"offset": "7", "distance": 0.5}])
        self.assertEqual(found["check"], {"confirmed": True, "what": "w", "seconds": 2})

    def test_records_what_is_refused(self):
        found = self.ran("echo 'sextant: no such width' >&2; exit 2")
        self.assertEqual((found["outcome"], found["result"]), ("refused", "no such width"))

    def test_records_a_check_that_ends_with_an_error(self):
        found = self.ran(self.proof + "echo 'sextant: too long' >&2; exit 2")
        self.assertEqual(found["outcome"], "holds")
        self.assertEqual(found["check"], {"confirmed": False, "what": "too long", "seconds": None})

    def test_records_what_is_not_finished(self):
        found = self.ran("exec sleep 9", limit=0.1)
        self.assertEqual((found["outcome"], found["result"]),
                         ("unfinished", "not finished within 0.1 s"))


if __name__ == "__main__":
    unittest.main()
