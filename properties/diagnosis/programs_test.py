"""Tests of the programs that make tables: published anchors, faults that are there, outcomes.

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
import orders  # noqa: E402
import programs  # noqa: E402
from outcomes_test import Outcomes, Readme, Reproduced  # noqa: E402, F401
from sample import case  # noqa: E402


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

    def test_cut_off_what_is_narrower(self):
        above = np.array([1 + 2.0 ** -7 - 2.0 ** -20, -1 - 2.0 ** -10 + 2.0 ** -20, 2.0 ** -24.5])
        self.assertEqual(formats.truncated("bfloat16", above)[0], 0x3F80)
        self.assertEqual(formats.truncated("bfloat16", np.array([-1 - 2.0 ** -8])), 0xBF80)
        self.assertEqual(formats.truncated("float16", above).tolist(), [1.0068359375, -1, 0])
        self.assertTrue(np.isnan(formats.truncated("float16", np.array([np.nan]))[0]))

    def test_round_to_tf32_away_from_halves(self):
        numbers = np.array([2049, 2051, -2049, 2048.9, 3], np.float32)
        for conversion, wanted in (("to nearest", [2050, 2052, -2050, 2048, 3]),
                                   ("toward zero", [2048, 2050, -2048, 2048, 3])):
            self.assertEqual(formats.tf32(conversion, numbers).tolist(), wanted)


class Faults(unittest.TestCase):
    def test_are_drawn_all_of_them_and_change_the_table(self):
        """A fault that is never drawn, or changes nothing, tests nothing."""
        seen = {next(iter(cases.drawn("one", seed, 1)["faults"])) for seed in range(300)}
        self.assertEqual(sorted(set(faults.STAGE) - seen), [])
        idle = case(faults={"wrong-base": {"base": "10000"}})
        self.assertFalse(cases.effective(idle))

    def test_leave_rows_out_and_repeat_and_exchange_them(self):
        sound = programs.made(case(rows=12))

        order, columns = [0, 5, 2, 3, 4, 1, 6, 7], [1, 0, 2, 3, 5, 4]
        for name, given, wanted in [
                ("rows-missing", {"position": 3, "rows": 2}, sound[[0, 1, 2, 5, 6, 7, 8, 9]]),
                ("repeated-row", {"position": 2, "times": 3}, sound[[0, 1, 2, 2, 2, 2, 3, 4]]),
                ("rows-permuted", {"order": order}, sound[order]),
                ("columns-permuted", {"order": columns}, sound[:8, columns])]:
            np.testing.assert_array_equal(programs.made(case(faults={name: given})), wanted)
        self.assertEqual(orders.permuted("rows", order),
                         {"rows": 2, "places": [1, 5], "order": order})

    def test_leave_the_row_of_padding_at_its_position(self):
        missing = {"rows-missing": {"position": 1, "rows": 3}}
        for padding, rows in ((0, [0]), (4, [1]), (2, [])):
            table = programs.made(case(claim={"zero_row": padding}, faults=missing))
            self.assertEqual(np.flatnonzero(~table.any(axis=1)).tolist(), rows)

    def test_permute_rows_into_each_of_their_places(self):
        draw = np.random.default_rng(3)
        for change in (orders.exchanged, orders.rotated, orders.shuffled) * 20:
            order = change(draw, 9)
            self.assertEqual(sorted(order), list(range(9)))
            self.assertNotEqual(order, list(range(9)))

    def test_scale_positions_and_shift_angles(self):
        wide = programs.made(case(claim={"scale": 0.25}, faults={"position-scale": {"scale": "8"}}))
        np.testing.assert_allclose(wide, programs.made(case(claim={"scale": 2})), atol=1e-12)
        claim = {"encoding": "rope", "layout": "half-split", "order": "cos-sin"}
        angle, _ = programs.angles(case(), {}, np.float64)
        for of, by in (("all", (1, 1)), ("cosines", (1, 0)), ("sines", (0, 1))):
            table = programs.made(case(claim=claim, faults={"phase": {"phase": "0.5", "of": of}}))
            np.testing.assert_allclose(table[:, :3], np.cos(angle + 0.5 * by[0]), atol=1e-12)
            np.testing.assert_allclose(table[:, 3:], np.sin(angle + 0.5 * by[1]), atol=1e-12)

    def test_keep_the_phase_where_rows_are_made_of_rows(self):
        given = {"phase": {"phase": "0.5", "of": "cosines"}}
        table = programs.made(case(faults=given | {"rotation-recurrence": {}}))
        np.testing.assert_allclose(table, programs.made(case(faults=given)), atol=1e-12)

    def test_round_what_is_multiplied_or_the_product(self):
        def angle(first, **given):
            drawn = case(first=first, computed_in="float32", store="float32")
            return programs.angles(drawn, given, np.float32)[0][0, :2].astype(np.float64)

        third = np.float32(10000 ** (1 / 3))
        tf32 = {"tf32-product": {"conversion": "toward zero"}}
        self.assertEqual(angle(4099, **tf32).tolist(),
                         [4096, np.float32(4096 * formats.tf32("toward zero", 1 / third))])
        whole = {"computed-in-half": {"format": "bfloat16", "of": "the angle"}}
        self.assertEqual(angle(257, **whole)[0], 256)
        self.assertEqual(angle(513, **whole)[1], float(formats.bfloat16(np.float32(513) / third)))
        part = {"computed-in-half": {"format": "bfloat16", "of": "the product"}}
        short = float(formats.bfloat16(1 / third))
        self.assertEqual(angle(513, **part)[1], float(formats.bfloat16(512 * short)))

    def test_store_otherwise(self):
        small = {"claim": {"base": 10 ** 9}, "store": "float16"}
        flushed = programs.made(case(**small, faults={"flushed-to-zero": {}}))
        sound = programs.made(case(**small))
        tiny = np.abs(sound) < 2.0 ** -14
        self.assertGreater(np.count_nonzero(sound[tiny]), 0)
        self.assertEqual(np.count_nonzero(flushed[tiny]), 0)
        np.testing.assert_array_equal(flushed[~tiny], sound[~tiny])
        turned = programs.made(case(faults={"byte-order": {}}))
        self.assertEqual(turned.dtype, np.float64)
        self.assertEqual(turned.tobytes(), programs.made(case()).astype(">f8").tobytes())

    def test_are_invisible_where_neighbours_are_stored(self):
        cut = case(rows=64, store="float16", faults={"rounded-toward-zero": {}})
        self.assertTrue(cases.effective(cut))
        self.assertFalse(judge.visible(cut))
        self.assertTrue(judge.visible(cut | {"faults": {"position-scale": {"scale": "1.5"}}}))

    def test_overflow_no_float16(self):
        given = {"computed-in-half": {"format": "float16", "of": "the product"}}
        self.assertTrue(cases.within(case(first=50000, faults=given)))
        given["position-scale"] = {"scale": "2"}
        self.assertFalse(cases.within(case(first=50000, faults=given)))


if __name__ == "__main__":
    unittest.main()
