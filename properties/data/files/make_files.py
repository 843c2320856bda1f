"""Writes tables of the folder above into other kinds of file: .safetensors by json and struct alone, .npz by NumPy.

Example: /usr/bin/python3 make_files.py   (beside itself)
"""
import json
import pathlib
import struct

import numpy

HERE = pathlib.Path(__file__).resolve().parent


def npy(name):
    return numpy.load(HERE.parent / (name + ".npy"))


def safetensors(name, tensors, metadata=None):
    """tensors: {name: (dtype, array)}, written in that order, as the format's README describes it."""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for key, (dtype, array) in tensors.items():
        raw = numpy.ascontiguousarray(array).tobytes()
        header[key] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (HERE / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


few = (numpy.arange(12).reshape(4, 3) - 5) / 8
bits = npy("llama3_cos_bf16_p8064")
frequencies = npy("llama3_inv_freq_f32")
safetensors("cache.safetensors",
            {"rotary.cos": ("BF16", bits), "rotary.inv_freq": ("F32", frequencies),
             "ids": ("I64", numpy.arange(4)), "empty": ("F32", numpy.zeros((0, 4), "f4")),
             "step": ("F32", numpy.float32(3)), "Größe": ("U8", numpy.arange(3, dtype="u1"))},
            {"format": "pt"})
safetensors("few.safetensors", {"f64": ("F64", few), "f32": ("F32", few.astype("f4")), "f16": ("F16", few.astype("f2")),
                                "bf16": ("BF16", (few.astype("f4").view("u4") >> 16).astype("u2")),
                                "patterns": ("U16", few.astype("f2").view("u2"))})
safetensors("alone.safetensors", {"weight": ("F32", few.astype("f4")), "count": ("I64", numpy.arange(1))})
arrays = {"cos": bits, "inv_freq": frequencies, "few": few, "big": few.astype(">f4"),
          "fortran": numpy.asfortranarray(few), "ids": numpy.arange(4), "objects": numpy.array([None])}
numpy.savez(HERE / "stored.npz", **arrays)
numpy.savez_compressed(HERE / "deflated.npz", **arrays)
numpy.savez_compressed(HERE / "alone.npz", few)
numpy.savez(HERE / "few.npz", few=few, f32=few.astype("f4"))
