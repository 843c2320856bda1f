"""Tests of reports/benchmark: processes that are timed, and what is made of their times.

Example: files_test.py   (fails, saying where, if one does)
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "reports" / "benchmark"))

import file_rows  # noqa: E402
import file_runs  # noqa: E402
import process  # noqa: E402
import readme_files  # noqa: E402

BENCH = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "bench"
SUBJECT = file_runs.SUBJECTS[0]
MB = 10**6


def ran(seconds, peak=50 * MB, out='{"grade": "correctly-rounded"}', told=(), status=0):
    return process.Ran(seconds, seconds, peak, status, out, list(told))


def rows(judging, little=None):
    """Of a table that took 4 s to make and 2 s to read, judged as these runs say."""
    all_runs = {run.text: run for run in file_runs.runs(SUBJECT, 2e6, numpy=False)}
    wanted = {file_runs.MAKE: [ran(9), ran(4), ran(1)], file_runs.READ: [ran(2)],
              file_runs.VERIFY: judging}
    found = {all_runs[text]: runs for text, runs in wanted.items()}
    parts = {run: [little or ran(0.1)] for run in found}
    return {row["what"]: row for row in file_rows.of(SUBJECT, 2e6, found, parts, 10 * MB)}


class Rows(unittest.TestCase):
    def test_are_medians_and_ratios(self):
        judged = rows([ran(3), ran(7), ran(1)])[file_runs.VERIFY]
        self.assertEqual((judged["seconds"], judged["all_seconds"]), (3, [3, 7, 1]))
        self.assertEqual((judged["to_making"], judged["to_reading"]), (0.75, 1.5))
        self.assertEqual(judged["bytes"], 976 * 512 * 4)
        self.assertEqual(judged["grade"], "correctly-rounded")

    def test_meet_what_is_asked_up_to_the_limit(self):
        judged = rows([ran(8, told=[4])])
        self.assertEqual(judged[file_runs.VERIFY]["met"],
                         {"speed": True, "memory": True, "progress": True})
        self.assertEqual(list(file_rows.missed(judged.values())), [])

    def test_say_what_is_missed(self):
        judged = rows([ran(8.1, peak=63 * MB, told=[1, 2.9])]).values()
        name = "float32, verify, correctly rounded: "
        self.assertEqual(list(file_rows.missed(judged)), [
            name + "2.02 times as long as making it, 2 are allowed",
            name + "63 MB, and of a part of the file 50 MB",
            name + "not a word for 5.2 s"])

    def test_allow_a_recipe_its_bounds(self):
        grown = {"grade": "rounding", "what": "", "peak_bytes": 128 * MB, "silence": 0,
                 "peak_bytes_of_part": 30 * MB, "to_making": 9}
        self.assertTrue(file_rows.met(grown)["memory"])
        self.assertFalse(file_rows.met(grown | {"peak_bytes": 129 * MB})["memory"])
        self.assertFalse(file_rows.met(grown | {"grade": "correctly-rounded"})["memory"])

    def test_know_no_memory_below_that_of_who_measures(self):
        judged = rows([ran(3, peak=10 * MB)])[file_runs.VERIFY]
        self.assertIsNone(judged["peak_bytes"])
        self.assertTrue(judged["met"]["memory"])


class Runs(unittest.TestCase):
    def test_are_commands_that_can_be_typed(self):
        lines = {run.text: run.command() for run in file_runs.runs(SUBJECT, 2e6, numpy=True)}
        self.assertEqual(lines[file_runs.MAKE], "sextant table --dim 512 --positions "
                                                "1000000:1000976 --format float32 -o made.npy")
        judge = " --dim 512 --first 1000000 --json"
        self.assertEqual(lines["verify - < FILE"], f"sextant verify -{judge} < exact.npy")
        self.assertEqual(lines["cat FILE | verify -"], f"cat exact.npy | sextant verify -{judge}")
        self.assertTrue(lines["make, > /dev/null"].endswith("-o - > /dev/null"))

    def test_are_no_measurement_where_they_fail(self):
        judging = {r.text: r for r in file_runs.runs(SUBJECT, 2e6, False)}[file_runs.VERIFY]
        self.assertIsNone(file_runs.wrong(judging, ran(1)))
        for out, status, words in (('{"grade": "rounding"}', 0, "rounding, not correctly rounded"),
                                   ('{"grade": "explained"}', 1, "the table is explained"),
                                   ("", 2, "exit status 2")):
            self.assertIn(words, file_runs.wrong(judging, ran(1, out=out, status=status)))


class Process(unittest.TestCase):
    def run_shell(self, script, **more):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "in").write_text("12345", encoding="utf-8")
            return process.run(["sh", "-c", script], folder, pathlib.Path(folder) / "in", **more)

    def test_reads_its_file_or_a_pipe(self):
        whole = "test -f /proc/self/fd/0 && echo file; cat"
        self.assertEqual(self.run_shell(whole).out, "file\n12345")
        self.assertEqual(self.run_shell("test -p /proc/self/fd/0 && cat", piped=True).out, "12345")

    def test_is_over_though_it_reads_nothing(self):
        self.assertEqual(self.run_shell("exit 3", piped=True).status, 3)

    def test_has_a_terminal_to_tell(self):
        done = self.run_shell(r"test -t 2 && printf '\r1 %%, 9 s left' >&2; sleep 0.3; exec 2>&-")
        self.assertEqual((done.status, len(done.told)), (0, 1))
        self.assertTrue(0.2 < done.silence() <= done.seconds)
        self.assertIn("9 s left", done.err)

    def test_takes_memory(self):
        self.assertGreater(self.run_shell("exec /usr/bin/python3 -c 'bytearray(90000000)'").peak,
                           90 * MB)


class Script(unittest.TestCase):
    def test_refuses_in_one_line(self):
        for words, complaint in ((["--bearing"], "unknown argument '--bearing'"),
                                 (["--bytes", "1e15"], "GB are needed: say --folder DIR"),
                                 (["--bytes", "2.5"], "--bytes '2.5' is no whole number"),
                                 (["--filter", "float33"], "--filter 'float33' matches none"),
                                 (["--filter", "rope", "--keep"], "--keep is for a whole run")):
            done = subprocess.run([BENCH, "--files", *words], text=True, capture_output=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "^bench: .*; see scripts/bench --help\n$")
            self.assertIn(complaint, done.stderr)

    def test_leaves_nothing_when_it_is_ended(self):
        with tempfile.TemporaryDirectory() as name:
            tool, folder = pathlib.Path(name) / "tool", pathlib.Path(name) / "folder"
            folder.mkdir()
            tool.write_text("#!/bin/sh\n[ $1 = --version ] || exec sleep 30\n", encoding="utf-8")
            tool.chmod(0o700)
            bench = subprocess.Popen(
                [BENCH, "--files", "--bytes", "1e6", "--folder", folder, "-o", folder / "out"],
                env=os.environ | {"SEXTANT_TOOL": str(tool)}, stdout=subprocess.DEVNULL)
            for _ in range(500):
                if any(folder.iterdir()):
                    break
                time.sleep(0.02)
            self.assertTrue(any(folder.iterdir()))
            bench.terminate()
            self.assertEqual(bench.wait(20), 143)
            self.assertEqual(list(folder.iterdir()), [])


class Readme(unittest.TestCase):
    def test_has_the_figures_or_says_that_there_are_none(self):
        self.assertIn("--files --keep", readme_files.block(None))
        text = readme_files.block({"bytes": 2e9, "repetitions": 3, "date": "2000-01-02T03:04:05",
                                   "cpu": "abacus", "cores": 2, "filesystem": "ext4", "part": 10,
                                   "load": [0.5], "command": "c",
                                   "rows": list(rows([ran(3)]).values())})
        for words in ("for 2 GB", "2000-01-02 on abacus", "| make FILE | 4 |", "load average 0.5",
                      "| verify, correctly rounded | **3 (0.75, 1.5)** |", "50 MB at most"):
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
