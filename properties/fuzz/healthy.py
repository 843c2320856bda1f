"""Files of small tables whose numbers are known, by struct, json and zipfile alone; gguf.py, onnx_file.py and torch_file.py have other kinds."""

import dataclasses
import io
import json
import math
import struct
import zipfile

import gguf
import onnx_file
import torch_file

#: of a format: struct's letter, NumPy's type, that of .safetensors
FORMATS = {"float16": ("e", "f2", "F16"), "float32": ("f", "f4", "F32"),
           "float64": ("d", "f8", "F64"), "bfloat16": ("H", "u2", "BF16")}
KINDS = ("npy", "npz", "safetensors", "gguf", "pt", "onnx")
OF_NUMPY = ("npy", "npz")  # what NumPy reads
NAME = "table"  # of the tensor, where it has one


@dataclasses.dataclass(frozen=True)
class Table:
    format: str
    rows: int
    dim: int
    numbers: bytes  # row by row, little-endian


@dataclasses.dataclass(frozen=True)
class File:
    kind: str
    table: Table
    data: bytes

    def claim(self):
        """The arguments of `sextant verify`, without the file."""
        words = ["--encoding", "sinusoidal", "--dim", str(self.table.dim)]
        if self.kind != "npy":
            words += ["--tensor", NAME]
        if self.table.format == "bfloat16" and self.kind in OF_NUMPY:
            words += ["--format", "bfloat16"]
        return words


def bfloat16(number):
    """The pattern of the nearest one."""
    bits = struct.unpack("<I", struct.pack("<f", number))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def table(name, rows, dim):
    """A sinusoidal one, base 10000, interleaved, from position 0."""
    numbers = [wave(p * 10000 ** (-2 * k / dim))
               for p in range(rows) for k in range(dim // 2) for wave in (math.sin, math.cos)]
    if name == "bfloat16":
        numbers = [bfloat16(number) for number in numbers]
    return Table(name, rows, dim, struct.pack(f"<{rows * dim}{FORMATS[name][0]}", *numbers))


def turned(numbers, size):
    """In the other order of bytes."""
    return b"".join(numbers[at:at + size][::-1] for at in range(0, len(numbers), size))


def by_columns(made):
    size = len(made.numbers) // (made.rows * made.dim)
    return b"".join(made.numbers[(r * made.dim + c) * size:(r * made.dim + c + 1) * size]
                    for c in range(made.dim) for r in range(made.rows))


def preamble(version, text):
    """What is before the numbers of a .npy file."""
    start = 10 if version == 1 else 12
    text += " " * (-(start + len(text) + 1) % 64) + "\n"
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode()


def npy(draw, made):
    kind = FORMATS[made.format][1]
    order, columns = draw.choice("<<<>"), draw.random() < 0.25
    numbers = by_columns(made) if columns else made.numbers
    numbers = turned(numbers, int(kind[1])) if order == ">" else numbers
    return preamble(draw.choice((1, 1, 2, 3)), f"{{'descr': '{order}{kind}', 'fortran_order': "
                    f"{columns}, 'shape': ({made.rows}, {made.dim}), }}") + numbers


def archive(members, method, zip64):
    """A zip archive of {name: bytes}; with `zip64` as NumPy writes it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with written.open(info, "w", force_zip64=zip64) as member:
                member.write(data)
    return file.getvalue()


def members(data):
    """What is in one."""
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        return {name: read.read(name) for name in read.namelist()}


def npz(draw, made):
    members = {NAME + ".npy": npy(draw, made)}
    if draw.random() < 0.5:
        members["other.npy"] = npy(draw, table("float32", 2, 2))
    method = draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    return archive(members, method, draw.random() < 0.5)


def safetensors_bytes(header, numbers):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + numbers


def safetensors(draw, made):
    tensors = [(NAME, FORMATS[made.format][2], [made.rows, made.dim], made.numbers)]
    if draw.random() < 0.5:
        tensors.insert(draw.randrange(2), ("other", "I64", [3], bytes(range(24))))
    header = {"__metadata__": {"format": "pt"}} if draw.random() < 0.3 else {}
    data = b""
    for name, dtype, shape, numbers in tensors:
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    return safetensors_bytes(header, data)


MAKERS = {"npy": npy, "npz": npz, "safetensors": safetensors,
          "gguf": lambda draw, made: gguf.made(draw, made, NAME),
          "onnx": lambda draw, made: onnx_file.made(draw, made, NAME),
          "pt": lambda draw, made: archive(torch_file.made(draw, made, NAME), zipfile.ZIP_STORED, False)}


def drawn(draw, kind=None, most=40):
    """One of them."""
    kind = kind or draw.choice(KINDS)
    made = table(draw.choice(sorted(FORMATS)), draw.randint(3, most), 2 * draw.randint(2, 8))
    return File(kind, made, MAKERS[kind](draw, made))
