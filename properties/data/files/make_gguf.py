"""Writes GGUF files by struct alone, as ggml's document of the format describes it.

Example: /usr/bin/python3 make_gguf.py   (beside itself)
"""
import pathlib
import struct

import numpy

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"F32": 0, "F16": 1, "Q4_K": 12, "I32": 26, "F64": 28, "BF16": 30}
VALUES = {"u8": (0, "B"), "i8": (1, "b"), "u16": (2, "H"), "i16": (3, "h"), "u32": (4, "I"), "i32": (5, "i"),
          "f32": (6, "f"), "bool": (7, "?"), "text": (8, ""), "array": (9, ""), "u64": (10, "Q"), "i64": (11, "q"),
          "f64": (12, "d")}


class Writer:
    def __init__(self, order, version):
        self.order, self.version = order, version

    def pack(self, letters, *numbers):
        return struct.pack(self.order + letters, *numbers)

    def text(self, text):
        return self.pack("Q", len(text.encode())) + text.encode()

    def value(self, kind, value):
        """Of an array, `value` is the kind of its elements and a list of them."""
        if kind == "text":
            return self.text(value)
        if kind == "array":
            inside, elements = value
            return self.pack("IQ", VALUES[inside][0], len(elements)) + b"".join(self.value(inside, e) for e in elements)
        return self.pack(VALUES[kind][1], value)

    def file(self, metadata, tensors):
        """metadata: {key: (kind, value)}; tensors: {name: (type, array or (shape, bytes))}."""
        alignment = metadata.get("general.alignment", (None, 32))[1]
        infos, data = b"", b""
        for name, (kind, numbers) in tensors.items():
            if isinstance(numbers, tuple):
                shape, raw = numbers
            else:
                shape = numbers.shape
                raw = numpy.ascontiguousarray(numbers).astype(numbers.dtype.newbyteorder(self.order)).tobytes()
            data += b"\0" * (-len(data) % alignment)
            infos += self.text(name) + self.pack("I", len(shape))
            infos += b"".join(self.pack("Q", n) for n in reversed(shape))  # the fastest axis comes first
            infos += self.pack("IQ", TYPES[kind], len(data))
            data += raw
        pairs = b"".join(self.text(key) + self.pack("I", VALUES[kind][0]) + self.value(kind, value)
                         for key, (kind, value) in metadata.items())
        head = b"GGUF" + self.pack("IQQ", self.version, len(tensors), len(metadata)) + pairs + infos
        return head + b"\0" * (-len(head) % alignment) + data


few = (numpy.arange(12).reshape(4, 3) - 5) / 8
bits = (few.astype("f4").view("u4") >> 16).astype("u2")
cos = numpy.load(HERE.parent / "llama3_cos_bf16_p8064.npy")
frequencies = numpy.load(HERE.parent / "llama3_inv_freq_f32.npy")
metadata = {
    "general.architecture": ("text", "llama"), "llama.rope.freq_base": ("f32", 500000.0),
    "a.u8": ("u8", 255), "a.i8": ("i8", -1), "a.u16": ("u16", 9), "a.i16": ("i16", -9), "a.i32": ("i32", -9),
    "a.bool": ("bool", True), "a.u64": ("u64", 2 ** 40), "a.i64": ("i64", -9), "a.f64": ("f64", 0.1),
    "tokenizer.ggml.tokens": ("array", ("text", ["<s>", "", "Größe"])),
    "tokenizer.ggml.scores": ("array", ("f32", [0.5, -1.0, 2.0])),
    "nested": ("array", ("array", [("u16", [1, 2, 3]), ("text", ["a"]), ("array", [("bool", [True])]), ("f64", [])])),
    "empty": ("array", ("u8", []))}
tensors = {
    "f32": ("F32", few.astype("f4")), "f16": ("F16", few.astype("f2")), "bf16": ("BF16", bits), "f64": ("F64", few),
    "ids": ("I32", numpy.arange(4, dtype="i4")), "blk.0.attn_q.weight": ("Q4_K", ((2, 256), bytes(288))),
    "rope.cos": ("BF16", cos), "rope_freqs.weight": ("F32", frequencies)}
(HERE / "few.gguf").write_bytes(Writer("<", 3).file(metadata, tensors))
(HERE / "few_v2.gguf").write_bytes(Writer("<", 2).file({"general.alignment": ("u32", 64)}, {
    "f32": tensors["f32"], "f64": tensors["f64"]}))
(HERE / "few_big.gguf").write_bytes(Writer(">", 3).file(metadata, {
    key: tensors[key] for key in ("f32", "f16", "bf16", "f64", "ids")}))
parts = [{"split.no": ("u16", k), "split.count": ("u16", 3), "split.tensors.count": ("i32", 3)} for k in range(3)]
for k, names in enumerate((["f32"], ["f16", "bf16"], [])):
    path = HERE / f"split-{k + 1:05}-of-00003.gguf"
    path.write_bytes(Writer("<", 3).file(parts[k], {name: tensors[name] for name in names}))
