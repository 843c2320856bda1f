"""Reads a table's file by other means: NumPy, and plain readers as the formats are described."""

import ast
import io
import json
import math
import struct
import warnings
import zlib

import numpy as np

import gguf
import onnx_file
import torch_file

TENSORS = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "BF16": "<u2", "U16": "<u2", "I16": "<i2"}


class Unreadable(Exception):
    """No table, and why not."""


def reading(read):
    """Whatever goes wrong in a reader, the file is unreadable by it."""
    def tried(*given):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return read(*given)
        except Unreadable:
            raise
        except Exception as error:  # zipfile's, zlib's, ast's, NumPy's: all that can be raised
            raise Unreadable(f"{type(error).__name__}: {error}".splitlines()[0]) from error
    return tried


@reading
def by_numpy(kind, data, name):
    loaded = np.load(io.BytesIO(data), allow_pickle=False)
    if (kind == "npz") != isinstance(loaded, np.lib.npyio.NpzFile):
        raise Unreadable("of another kind")
    array = loaded[name] if kind == "npz" else loaded
    if not isinstance(array, np.ndarray):
        raise Unreadable("no array")
    return array


def plain_npy(data):
    """As numpy.lib.format describes it, and nothing beyond the numbers."""
    if data[:6] != b"\x93NUMPY" or data[6] not in (1, 2, 3):
        raise Unreadable("no .npy")
    start = 10 if data[6] == 1 else 12
    end = start + int.from_bytes(data[8:start], "little")
    text = data[start:end].decode("utf-8" if data[6] == 3 else "latin-1").strip()
    header = ast.literal_eval(text.replace("L,", ",").replace("L)", ")"))
    count = math.prod(header["shape"])
    dtype = np.dtype(header["descr"])
    if len(data) - end != count * dtype.itemsize:
        raise Unreadable("more or fewer bytes than the shape's")
    array = np.frombuffer(data, dtype, count, end)
    return array.reshape(header["shape"], order="F" if header["fortran_order"] else "C")


def wide(extra, sizes):
    """Sizes and place of an entry, where they are of eight bytes in its extra field."""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        eights = iter(struct.unpack_from(f"<{length // 8}Q", extra, 4))
        if kind == 1:
            return [next(eights) if size == 0xFFFFFFFF else size for size in sizes]
        extra = extra[4 + length:]
    return sizes


def unpacked(data, wanted):
    """A member of a zip archive, as the list at its end says; its sum must be right."""
    end = data.rindex(b"PK\5\6")
    count, _, at = struct.unpack_from("<HII", data, end + 10)
    for _ in range(count):
        if data[at:at + 4] != b"PK\1\2":
            raise Unreadable("no entry")
        method = struct.unpack_from("<H", data, at + 10)[0]
        total, packed, size, name, extra, comment = struct.unpack_from("<IIIHHH", data, at + 16)
        named = data[at + 46:at + 46 + name]
        fields = data[at + 46 + name:at + 46 + name + extra]
        size, packed, place = wide(fields, [size, packed, struct.unpack_from("<I", data, at + 42)[0]])
        at += 46 + name + extra + comment
        if named != wanted.encode():
            continue
        begin = place + 30 + sum(struct.unpack_from("<HH", data, place + 26))
        inside = data[begin:begin + packed]
        inside = zlib.decompress(inside, -15) if method == 8 else inside
        if method not in (0, 8) or len(inside) != size or zlib.crc32(inside) != total:
            raise Unreadable("a member is not what the archive says")
        return inside
    raise Unreadable("no such member")


def plain_safetensors(data, name):
    """As the format's README describes it."""
    end = 8 + int.from_bytes(data[:8], "little")
    tensor = json.loads(data[8:end].decode("utf-8"))[name]
    begin, stop = tensor["data_offsets"]
    dtype = np.dtype(TENSORS[tensor["dtype"]])
    size = math.prod(tensor["shape"]) * dtype.itemsize
    if not 0 <= begin <= stop <= len(data) - end or stop - begin != size:
        raise Unreadable("a tensor that does not fit")
    return np.frombuffer(data[end + begin:end + stop], dtype).reshape(tensor["shape"])


def plain_torch(data, name):
    def member(wanted):
        try:
            return unpacked(data, wanted)
        except Unreadable as error:
            if str(error) == "no such member":
                return None
            raise
    return torch_file.read(member, name)


OTHERS = {"gguf": gguf.read, "onnx": onnx_file.read, "pt": plain_torch}


@reading
def by_format(kind, data, name):
    if kind == "safetensors":
        return plain_safetensors(data, name)
    if kind in OTHERS:
        dtype, shape, numbers = OTHERS[kind](data, name)
        return np.frombuffer(numbers, dtype).reshape(shape)
    return plain_npy(unpacked(data, name + ".npy") if kind == "npz" else data)


def numbers(array, format):
    """Row by row and little-endian, with the shape without its ones; None if of another type."""
    wanted = {"float16": ("f", 2), "float32": ("f", 4), "float64": ("f", 8)}.get(format, ("uiV", 2))
    if array.dtype.kind not in wanted[0] or array.dtype.itemsize != wanted[1] or array.dtype.names:
        return None
    little = array.astype(array.dtype.newbyteorder("<"))
    return tuple(n for n in array.shape if n != 1), little.tobytes("C")


def agreement(array, table):
    """Whether an array is the table, or the beginning of it; None where it is something else."""
    found = numbers(array, table.format)
    if found is None:
        return None
    shape, data = found
    if shape == (table.rows, table.dim) and data == table.numbers:
        return "same"
    whole = len(shape) == 2 and shape[1] == table.dim or shape == (table.dim,)
    if whole and table.numbers.startswith(data) and data:
        return "fewer rows"
    return None
