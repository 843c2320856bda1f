"""What scripts/sweeps makes of its list, and of a sweep's result."""

import json
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "reports" / "sweeps"), str(ROOT / "reports" / "runs")]
sys.dont_write_bytecode = True

import commands  # noqa: E402
import record  # noqa: E402
import run  # noqa: E402

WITNESS = {"row": 3, "position": "3", "channel": 1, "value": 0.5, "got": 1, "want": 0.5}
JOB = {"encoding": "rope dim=8", "recipe": "turns", "format": "float32", "positions": "0:3"}
RESULT = {"job": JOB, "library": "0f", "checksum": "aa",
          "whole": {"entries": 9, "misrounded": 2, "unfaithful": 1, "undecided": 0, "non_finite": 0,
                    "worst": {"absolute": WITNESS, "ulps": WITNESS, "phase": None},
                    "beyond": {"faithful": {"row": 3, "position": "3", "channel": 1}, "1e-3": None}}}


PRESETS = {"one": (64, "rope dim=8"), "two": (2048, "rope dim=8"), "three": (64, "rope dim=4")}


def listed(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "list.txt"
        path.write_text(text, encoding="utf-8")
        return commands.read(PRESETS, path)


class Lists(unittest.TestCase):
    def test_models_have_lines_of_their_own(self):
        found = [one.text() for one in listed("--model MODEL --positions 0:{CONTEXT,2^20}  # all")]
        self.assertEqual(found, ["sextant sweep --model one --positions 0:64",
                                 "sextant sweep --model two --positions 0:2048",
                                 "sextant sweep --model three --positions 0:64",
                                 "sextant sweep --model one --positions 0:2^20",
                                 "sextant sweep --model two --positions 0:2^20",
                                 "sextant sweep --model three --positions 0:2^20"])

    def test_slow_lines_are_told(self):
        fast, slow = listed("--dim 8 --positions 0:8\nslow --dim 8 --positions 0:9")
        self.assertEqual((fast.slow, slow.slow), (False, True))
        self.assertEqual(slow.text(), "sextant sweep --dim 8 --positions 0:9")

    def test_commands_of_one_result_have_one_folder(self):
        line = "--model MODEL --recipe {a,b} --positions 0:{64,2^6,2^60}"
        folders = {}
        for one in listed(line):
            folders.setdefault(one.folder(), set()).add(one.text().removeprefix("sextant sweep "))
        self.assertEqual(len(folders), 8)
        shared = {f"--model {name} --recipe a --positions 0:{end}"
                  for name in ("one", "two") for end in ("64", "2^6")}
        self.assertIn(shared, folders.values())

    def test_other_commands_have_folders_of_their_own(self):
        text = commands.LIST.read_text(encoding="utf-8")
        names = re.search(r"^models (.*)$", text, re.MULTILINE)[1].split()
        found = commands.read({name: (64, name * 1000) for name in names})
        self.assertEqual(len({one.folder() for one in found}), len(found))
        for one in found:
            self.assertRegex(one.folder(), r"^[A-Za-z0-9._-]{1,200}$")


    def test_an_unknown_model_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "no preset is called"):
            commands.read({"one": (64, "x")})


class Summaries(unittest.TestCase):
    def test_places_are_kept(self):
        found = run.summary(RESULT)
        self.assertEqual(found["worst"]["ulps"], {"value": 0.5, "position": "3", "channel": 1})
        self.assertIsNone(found["worst"]["phase"])
        self.assertEqual(found["beyond"], {"faithful": "3", "1e-3": None})

    def test_defects_are_kept_where_there_are_some(self):
        self.assertIsNone(run.summary(RESULT)["defects"])
        whole = {**RESULT["whole"], "defects": {"norm": WITNESS, "shift": None, "rotation": None}}
        self.assertEqual(run.summary({**RESULT, "whole": whole})["defects"],
                         {"norm": {"value": 0.5, "position": "3", "channel": 1}, "shift": None,
                          "rotation": None})

    def test_what_is_kept_stays_with_its_commit(self):
        kept = {"commit": "aa", "sweeps": [{"command": "one"}, {"command": "two", "commit": "bb"}]}
        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch.object(run, "KEPT", pathlib.Path(folder) / "sweeps.json"):
            self.assertEqual(run.kept(), {})
            run.KEPT.write_text(json.dumps(kept), encoding="utf-8")
            found = run.kept()
        self.assertEqual({name: one["commit"] for name, one in found.items()},
                         {"one": "aa", "two": "bb"})
        self.assertIsNone(found["one"]["defects"])

    def test_the_largest_error_has_its_model(self):
        def sweep(model, positions, value, format_="float32"):
            worst = {"absolute": {"value": value, "position": "3", "channel": 1}}
            return {"recipe": "turns", "format": format_, "positions": positions, "model": model,
                    "worst": worst}
        found = run.largest([sweep("a", "0:1048576", 0.5), sweep("b", "0:1048576", 0.75),
                             sweep("b", "0:2048", 4), sweep(None, "0:1048576", 4),
                             sweep("a", "0:1048576", "inf", "float16"),
                             sweep("b", "0:1048576", 9, "float16")])
        self.assertEqual([(one["format"], one["models"], one["model"], one["worst"]["value"])
                          for one in found],
                         [("float32", 2, "b", 0.75), ("float16", 2, "a", "inf")])

    def test_a_command_names_its_model(self):
        named, other = listed("--model x --dim 8\n--dim 8")
        self.assertEqual((named.model(), other.model()), ("x", None))

    def test_a_line_is_a_sweep(self):
        document = {"schema": "s", "sweeps": [{"a": 1}, {"b": [2]}]}
        text = record.text_of(document, "sweeps")
        self.assertEqual(json.loads(text), document)
        self.assertIn('\n  {"b": [2]}\n', text)
        self.assertEqual(json.loads(record.text_of(document, None)), document)


if __name__ == "__main__":
    unittest.main()
