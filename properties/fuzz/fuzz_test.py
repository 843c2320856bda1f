"""Tests of what damages files, reads them by other means and counts; no program is run.

Example: fuzz_test.py   (fails, saying where, if one does)
"""

import collections
import pathlib
import random
import struct
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed")
    sys.exit(0)

import damage  # noqa: E402
import figures  # noqa: E402
import healthy  # noqa: E402
import libfuzzer  # noqa: E402
import readers  # noqa: E402
import verdicts  # noqa: E402


def read(file, data):
    """What both readers say of a file; NumPy reads no other types."""
    both = (readers.by_format,) if file.kind not in healthy.OF_NUMPY else (readers.by_numpy, readers.by_format)
    for reader in both:
        try:
            yield readers.agreement(reader(file.kind, data, healthy.NAME), file.table) or "other numbers"
        except readers.Unreadable:
            yield "unreadable"


class Healthy(unittest.TestCase):
    def test_hold_the_row_that_roformer_prints(self):
        made = healthy.table("float32", 2, 6)
        row = struct.unpack("<6f", made.numbers[24:])
        np.testing.assert_allclose(row, [.8415, .5403, .0464, .9989, .0022, 1.0], atol=5e-5)

    def test_round_to_the_nearest_bfloat16(self):
        for number, pattern in ((1, 0x3F80), (1 + 2 ** -8, 0x3F80), (1 + 3 * 2 ** -8, 0x3F82), (-1, 0xBF80)):
            self.assertEqual(healthy.bfloat16(number), pattern)

    def test_are_read_by_either_reader(self):
        for k in range(200):
            file = healthy.drawn(random.Random(k))
            self.assertEqual(set(read(file, file.data)), {"same"}, file)

    def test_are_of_every_kind(self):
        drawn = [healthy.drawn(random.Random(k)) for k in range(200)]
        self.assertEqual({file.kind for file in drawn}, set(healthy.KINDS))
        self.assertEqual({file.table.format for file in drawn}, set(healthy.FORMATS))


class Damage(unittest.TestCase):
    def test_is_done_in_every_way_and_again_the_same(self):
        done, said = collections.Counter(), collections.Counter()
        for k in range(3000):
            file, data, names = verdicts.drawn((5, k))
            self.assertNotEqual(data, file.data)
            self.assertEqual(verdicts.drawn((5, k))[1], data)
            done.update((file.kind, name) for name in names)
            said.update(read(file, data))
        self.assertEqual(set(done), {(kind, name) for kind, ways in damage.KINDS.items() for name in ways})
        for what in ("same", "fewer rows", "other numbers", "unreadable"):
            self.assertGreater(said[what], 0, said)

    def test_takes_every_healthy_file(self):
        """What a damage raises is caught, since it may be about damage before it."""
        for k in range(200):
            draw = random.Random(k)
            file = healthy.drawn(draw)
            for name, worse in damage.KINDS[file.kind].items():
                self.assertIsInstance(worse(draw, file.data, file.table), bytes, name)

    def test_leaves_the_numbers_as_they_are(self):
        """Where only the header's text changes, what follows is what followed."""
        for k in range(300):
            draw = random.Random(k)
            file = healthy.drawn(draw, "npy")
            end = damage.npy_parts(file.data)[1]
            for name in ("version", "dtype", "order", "key", "header byte"):
                data = damage.NPY[name](draw, file.data, file.table)
                self.assertTrue(data.endswith(file.data[end:]), name)


class Outcomes(unittest.TestCase):
    def test_are_what_they_are(self):
        draw = random.Random(3)
        made = healthy.table("float32", 5, 4)
        file = healthy.File("npy", made, healthy.npy(draw, made))
        text = "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 4), }"
        other = healthy.preamble(1, text) + made.numbers[:-4] + b"\0\0\0\0"
        fewer = healthy.preamble(1, text.replace("5", "4")) + made.numbers[:64]
        whole = healthy.preamble(1, text) + made.numbers
        odd = healthy.preamble(1, text + "#" * 12000) + made.numbers
        for data, status, err, wanted in [
                (whole, 0, "", "same"), (other, 0, "", "wrong"), (fewer, 0, "", "fewer rows"),
                (odd, 0, "", "numpy refuses"), (b"PK", 0, "", "unread"), (other, 1, "", "fails"),
                (other, 2, "sextant: no\n", "refused"), (other, 2, "two\nlines\n", "not one line"),
                (other, 2, "\n", "not one line"), (other, 2, "sextant: out of memory\n", "memory"),
                (other, -11, "", "signal"), (other, 3, "", "status")]:
            self.assertEqual(verdicts.outcome(file, data, status, err)[0], wanted)

    def test_of_a_table_of_another_type_are_wrong(self):
        made = healthy.table("float32", 5, 4)
        for array in (np.frombuffer(made.numbers, "<i4").reshape(5, 4),
                      np.frombuffer(made.numbers, "<f4").reshape(4, 5),
                      np.frombuffer(made.numbers, ">f4").reshape(5, 4)):
            self.assertIsNone(readers.agreement(array, made))
        big = np.frombuffer(made.numbers, "<f4").astype(">f4").reshape(1, 5, 4)
        self.assertEqual(readers.agreement(big, made), "same")

    def test_are_counted_and_said(self):
        rows = [{"kind": "npy", "done": ["shape"], "outcome": "same", "why": "", "claim": []},
                {"kind": "npz", "done": ["order", "key"], "outcome": "wrong", "why": "", "claim": [],
                 "file": "f"}]
        found = verdicts.counted(rows) | {"healthy": 3, "healthy_that_pass": 3}
        self.assertEqual(found["outcomes"], {"same": 1, "wrong": 1})
        self.assertEqual(found["by_damage"], {"npy: shape": {"same": 1}})
        self.assertEqual(figures.amiss(found), 1)
        self.assertIn("1 verdict is wrong; no run ended", " ".join(figures.of_verdicts(found)))
        self.assertEqual(figures.amiss(found | {"healthy_that_pass": 1}), 3)


class Sentences(unittest.TestCase):
    def test_count_in_words(self):
        self.assertEqual([figures.count(n, "leak", "leaks") for n in (0, 1, 2)],
                         ["no leak", "1 leak", "2 leaks"])

    def test_of_a_find_are_not_sound(self):
        readers = {"crashes": 0, "leaks": 0, "timeouts": 0, "ooms": 0, "failed": False}
        found = {"healthy": 1, "healthy_that_pass": 1, "not_right": []}
        self.assertTrue(figures.sound({"readers": readers, "verdicts": found}))
        for amiss in ({"ooms": 1}, {"crashes": 2}, {"failed": True}):
            self.assertFalse(figures.sound({"readers": readers | amiss, "verdicts": found}))
        found["not_right"].append({})
        self.assertFalse(figures.sound({"readers": readers, "verdicts": found}))


class LibFuzzer(unittest.TestCase):
    def test_is_understood(self):
        text = ("INFO: Loaded 1 modules   (5 inline 8-bit counters): 5 [0x1, 0x2),\n"
                "#2\tINITED cov: 3 ft: 4 corp: 1/1b exec/s: 0 rss: 31Mb\n"
                "#40\tNEW    cov: 4 ft: 9 corp: 2/2b exec/s: 0 rss: 33Mb\n")
        begun = {"inputs": 40, "edges": 4, "edges_there_are": 5, "peak_rss_mb": 33}
        self.assertEqual(libfuzzer.told(text), begun)
        ended = libfuzzer.told(text + "stat::number_of_executed_units: 90\nstat::peak_rss_mb:    37\n")
        self.assertEqual((ended["inputs"], ended["peak_rss_mb"]), (90, 37))
        self.assertEqual(libfuzzer.together([begun, ended])["inputs"], 130)
        self.assertEqual(libfuzzer.together([begun, ended])["peak_rss_mb"], 37)


class Readme(unittest.TestCase):
    def test_shows_the_figures_of_the_file(self):
        figures.main(["--check"])


if __name__ == "__main__":
    unittest.main()
