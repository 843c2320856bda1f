"""reports/results/sweeps.json is of the list, and of what the tool measures.

Usage: kept_sweeps.py TOOL
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "reports" / "sweeps"), str(ROOT / "reports" / "runs")]
sys.dont_write_bytecode = True

import commands  # noqa: E402
import run  # noqa: E402

KEPT = json.loads((ROOT / "reports" / "results" / "sweeps.json").read_text(encoding="utf-8"))


def listed():
    """The slow ones all or none."""
    done = {one["command"] for one in KEPT["sweeps"]}
    every = commands.read(commands.models(TOOL))
    slow = any(one.slow and one.text() in done for one in every)
    return [one for one in every if slow or not one.slow]


class Kept(unittest.TestCase):
    def test_a_list_that_is_changed_needs_a_run(self):
        done = [one["command"] for one in KEPT["sweeps"] + KEPT["refused"]]
        self.assertEqual(sorted(done), sorted(one.text() for one in listed()))

    def test_what_is_the_same_sweep_has_the_same_result(self):
        found = {one["command"]: one["checksum"] for one in KEPT["sweeps"]}
        folders = {}
        for one in listed():
            folders.setdefault(one.folder(), set()).add(found.get(one.text()))
        self.assertEqual([some for some in folders.values() if len(some) > 1], [])
        self.assertGreater(len(folders), 900)

    def test_the_largest_are_those_of_the_sweeps(self):
        self.assertEqual(KEPT["largest"], run.largest(KEPT["sweeps"]))

    def test_one_that_is_short_comes_out_again(self):
        shortest = min(KEPT["sweeps"], key=lambda one: one["entries"])
        with tempfile.TemporaryDirectory() as folder:
            words = shortest["command"].split()[1:]
            subprocess.run([TOOL, *words, "-o", folder + "/s"], check=True,
                           stdout=subprocess.DEVNULL)
            again = json.loads(pathlib.Path(folder, "s/sweep.json").read_text(encoding="utf-8"))
        self.assertEqual(again["whole"]["entries"], shortest["entries"])
        if again["library"] == shortest["library"]:
            self.assertEqual(again["checksum"], shortest["checksum"])


if __name__ == "__main__":
    TOOL = sys.argv.pop()
    unittest.main()
