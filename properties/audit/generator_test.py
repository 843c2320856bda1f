#!/usr/bin/python3
"""Checks the writers and formulas of this folder: by published numbers, by reading GGUF again, and by torch and onnx if there."""
import json
import math
import os
import pathlib
import struct
import tempfile
import unittest

import numpy as np

import array_files as files
import formulas as f
import gguf_writer
import models
import models_test
import onnx_writer as o
from case import Case

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")


def read_gguf(path, order):
    """Reads a file of versions 2 and 3: (keys, tensors), as ggml's document says, without a look at the writer."""
    with open(path, "rb") as file:
        data = file.read()
    at = 4

    def take(code):
        nonlocal at
        value = struct.unpack_from(order + code, data, at)
        at += struct.calcsize(order + code)
        return value[0]

    def text():
        nonlocal at
        length = take("Q")
        at += length
        return data[at - length:at].decode()

    def value(kind):
        if kind == 8:
            return text()
        if kind == 9:
            of, count = take("I"), take("Q")
            return [value(of) for _ in range(count)]
        return take({0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}[kind])

    assert data[:4] == b"GGUF"
    version, tensor_count, key_count = take("I"), take("Q"), take("Q")
    keys = {}
    for _ in range(key_count):
        name = text()
        keys[name] = value(take("I"))
    listed = []
    for _ in range(tensor_count):
        name, sizes = text(), [0] * take("I")
        sizes = [take("Q") for _ in sizes]
        listed.append((name, sizes, take("I"), take("Q")))
    alignment = keys.get("general.alignment", 32)
    start = -(-at // alignment) * alignment
    tensors = {}
    for name, sizes, kind, offset in listed:
        assert offset % alignment == 0, name
        if kind == 0:
            tensors[name] = np.frombuffer(data, order + "f4", math.prod(sizes), start + offset).reshape(sizes[::-1])
    return version, keys, tensors


class Formulas(unittest.TestCase):
    def test_published_anchors(self):
        self.assertEqual(f.yarn_ends(1000000.0, 128, 32768), (23, 40))
        low, high = f.yarn_ends(150000.0, 64, 4096, truncate=False)
        self.assertAlmostEqual(low, 8.0928, 3)
        self.assertAlmostEqual(high, 17.3980, 3)
        low, high = f.yarn_ends(1000000.0, 128, 16384, truncate=False)
        self.assertAlmostEqual(low, 20.385, 3)
        self.assertAlmostEqual(high, 36.440, 3)
        self.assertAlmostEqual(f.longrope_mscale(32.0, 4096), 1.1902380714, 9)
        self.assertAlmostEqual(f.yarn_mscale(40.0, 0.707), 1.26080, 4)
        self.assertAlmostEqual(10000.0 * (2 * 8192 / 4096 - 1) ** (128 / 126), 30527.7367, 3)

    def test_llama3_bands(self):
        plain, scaled = f.default(500000.0, 128), f.llama3(500000.0, 128)
        self.assertEqual(int(np.sum(plain == scaled)), 29)
        self.assertEqual(int(np.sum(plain / np.float32(8) == scaled)), 29)

    def test_factors_divide(self):
        plain, scaled = f.default(500000.0, 128), f.llama3(500000.0, 128)
        self.assertLess(np.max(np.abs(plain / f.llama3_factors(500000.0, 128) / scaled - 1)), 4e-7)
        self.assertLess(np.max(np.abs(f.mlx_llama3_periods(500000.0, 128).astype(float) * scaled - 1)), 4e-7)

    def test_stored_llama3(self):
        stored = np.load(os.path.join(DATA, "llama3_inv_freq_f32.npy"))
        steps = np.abs(stored.view(np.int32) - f.default(500000.0, 128).view(np.int32))
        self.assertLessEqual(steps.max(), 1)

    def test_slopes(self):
        want = [2.0**-(k + 1) for k in range(8)] + [2.0**-(k + 0.5) for k in range(4)]
        np.testing.assert_allclose(f.alibi_slopes(12), want, rtol=1e-7)

    def test_float8(self):
        bits = files.float8_e4m3fn(f.default(10000.0, 42))
        self.assertEqual(int(np.sum(bits.data == 0)), 5)
        self.assertEqual(list(files.float8_e4m3fn([0.0009765, 0.0009766, 448.0, -1.0, 1.0625, 1.1875]).data), [0, 1, 0x7E, 0xB8, 0x38, 0x3A])

    def test_bfloat16(self):
        self.assertEqual(list(files.bfloat16(np.array([1.0, 1.00390625, 1.01171875], np.float32)).data), [0x3F80, 0x3F80, 0x3F82])


class Writers(unittest.TestCase):
    def test_gguf(self):
        rows = np.arange(12, dtype=np.float32).reshape(3, 4)
        with tempfile.TemporaryDirectory() as folder:
            for version in (2, 3):
                for big in (False, True):
                    for alignment in (None, 8, 128):
                        made = gguf_writer.Writer("llama", version, big, alignment, **{"rope.freq_base": 500000.0})
                        made.key("words", ["a", "bc"]).key("flags", [True, False]).key("minus", -5)
                        made.tensor("hole", kind="float16", shape=(5, 7)).tensor("rows", rows).tensor("rope_freqs.weight", rows.ravel())
                        path = made.write(f"{folder}/m.gguf")
                        seen, keys, tensors = read_gguf(path, ">" if big else "<")
                        self.assertEqual((seen, keys["words"], keys["flags"], keys["minus"]), (version, ["a", "bc"], [True, False], -5))
                        self.assertEqual(keys["llama.rope.freq_base"], 500000.0)
                        np.testing.assert_array_equal(tensors["rows"], rows)
                        np.testing.assert_array_equal(tensors["rope_freqs.weight"], rows.ravel())

    def test_safetensors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = files.safetensors(f"{folder}/a", {"x": np.ones((2, 3), np.float32), "b": files.bfloat16(np.ones(4))})
            with open(path, "rb") as file:
                data = file.read()
        size = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + size])
        self.assertEqual(header["b"], {"dtype": "BF16", "shape": [4], "data_offsets": [24, 32]})
        self.assertEqual(len(data), 8 + size + 32)

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch")
        rows = np.arange(12, dtype=np.float32).reshape(3, 4)
        with tempfile.TemporaryDirectory() as folder:
            path = files.torch_zip(f"{folder}/a.pt", {"a": rows, "b": files.bfloat16(rows), "c": rows.astype(np.complex64)}, parameters=("a",),
                                   nested="state_dict")
            read = torch.load(path)["state_dict"]
        self.assertTrue(np.array_equal(read["a"].detach().numpy(), rows) and np.array_equal(read["b"].float().numpy(), rows))
        self.assertTrue(np.array_equal(read["c"].numpy(), rows))
        for base, dim in ((10000.0, 96), (500000.0, 128), (1000000.0, 256)):
            theirs = (1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))).numpy()
            self.assertLessEqual(np.max(np.abs(theirs.view(np.int32) - f.default(base, dim).view(np.int32))), 2)

    def test_onnx(self):
        try:
            import onnx
            from onnx import numpy_helper
        except ImportError:
            self.skipTest("no onnx")
        rows = np.arange(12, dtype=np.float32).reshape(3, 4)
        with tempfile.TemporaryDirectory() as folder:
            away = o.External("m.onnx.data")
            leaf = o.graph([o.constant("k", rows)], name="leaf")
            nodes = [o.rotary(0, interleaved=1), o.group_query(1), o.node("If", ["c"], ["k"], then_branch=("graph", leaf), else_branch=("graph", leaf))]
            tensors = [o.tensor("raw", rows), o.tensor("half", rows.astype(np.float16), store="typed"), o.tensor("typed", rows, store="typed"),
                       o.tensor("away", rows, external=away)]
            away.write(folder)
            read = onnx.load(o.write(f"{folder}/m.onnx", o.model(o.graph(nodes, tensors, inputs=[o.value_info("q", o.FLOAT, ["b", 4])]))))
        for one in read.graph.initializer:
            np.testing.assert_array_equal(numpy_helper.to_array(one), rows)
        self.assertEqual([one.op_type for one in read.graph.node], ["RotaryEmbedding", "GroupQueryAttention", "If"])
        self.assertEqual((read.graph.node[0].attribute[0].name, read.graph.node[0].attribute[0].i), ("interleaved", 1))


class Models(unittest.TestCase):
    def test_names_are_unique(self):
        names = [one.name for one in models.all_models()]
        self.assertEqual(len(names), len(set(names)))

    def test_a_name_gives_the_same_bytes(self):
        def content(folder):
            return {str(one.relative_to(folder)): one.read_bytes() for one in pathlib.Path(folder).rglob("*") if one.is_file()}
        for name in ["random_3", "random_17", "gguf_llama31", "wrong_one_layer"]:
            made = []
            for _ in range(2):
                with tempfile.TemporaryDirectory() as folder:
                    models.named(name).build(f"{folder}/m")
                    made.append(content(folder))
            self.assertEqual(*made)

    def test_both_answers_are_drawn(self):
        passing = sum(models.named(f"random_{seed}").status == (0,) for seed in range(60))
        self.assertTrue(15 < passing < 45)


class Answers(unittest.TestCase):
    """The comparison itself: right answers are right, and each way to be wrong is seen."""

    def problems(self, case, status, answer, stderr=""):
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return models_test.problems(case, models_test.Run(status, text, stderr, 0.1, 0), "/nowhere", None)

    def test_a_sound_model(self):
        case = Case("a", "", None, (0,), stored=("inv_freq",))
        stored = [{"tensor": "x.inv_freq", "path": "p", "verdict": {"passes": True, "grade": "faithful"}}]
        self.assertEqual(self.problems(case, 0, {"passes": True, "disagreements": [], "stored": stored}), [])
        self.assertTrue(self.problems(case, 0, {"passes": True, "disagreements": [], "stored": []}))
        self.assertTrue(self.problems(case, 0, {"passes": False, "disagreements": [], "stored": stored}))
        self.assertTrue(self.problems(case, 0, {"passes": True, "disagreements": [{"what": "x"}], "stored": stored}))
        self.assertTrue(self.problems(case, 1, {"passes": False, "stored": stored}))
        self.assertTrue(self.problems(case, -11, ""))
        self.assertTrue(self.problems(case, None, ""))

    def test_a_mistake(self):
        case = Case("a", "", None, (1,), ("freq_base",), (("10000", "1e4"),))
        said = {"passes": False, "disagreements": [{"what": "rope.freq_base", "between": [{"value": 10000.0}, {"value": 1000000}]}]}
        self.assertEqual(self.problems(case, 1, said), [])
        self.assertTrue(self.problems(case, 1, {"passes": False, "disagreements": [{"what": "freq_base", "between": [{"value": 1000000}]}]}))
        read_only = {"passes": False, "encodings": [{"text": "freq_base 10000"}], "disagreements": [{"what": "something"}]}
        self.assertEqual(len(self.problems(case, 1, read_only)), 2)

    def test_not_judged(self):
        case = Case("a", "", None, (2,), ("model.gguf",))
        self.assertEqual(self.problems(case, 2, {"error": "cut off"}, "sextant: model.gguf: cut off at byte 100; download it again\n"), [])
        self.assertTrue(self.problems(case, 2, {"error": "cut off"}, "model.gguf\ntwo lines\n"))
        self.assertTrue(self.problems(case, 2, {"error": "cut off"}, "cut off\n"))


if __name__ == "__main__":
    unittest.main()
