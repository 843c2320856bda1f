"""Writes GGUF files as the format's document describes them (ggml, docs/gguf.md), versions 1 to 3, in either byte order.

A tensor's numbers may be left out: the file then has a hole of that size, which takes no room on most file systems."""
import struct

import numpy as np

U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)
PACKED = {U8: "B", I8: "b", U16: "H", I16: "h", U32: "I", I32: "i", F32: "f", BOOL: "B", U64: "Q", I64: "q", F64: "d"}
TYPES = {"float32": 0, "float16": 1, "q4_0": 2, "q8_0": 8, "int8": 24, "int16": 25, "int32": 26, "int64": 27,
         "float64": 28, "bfloat16": 30, "mxfp4": 39, "later": 200}
BYTES = {"float32": 4, "float16": 2, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "float64": 8, "bfloat16": 2}


def kind_of(value):
    """The type under which a converter would write a Python value."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return U32 if 0 <= value < 2**32 else I64
    if isinstance(value, float):
        return F32
    if isinstance(value, str):
        return STRING
    if isinstance(value, list):
        return ARRAY
    raise TypeError(f"no GGUF type for {value!r}")


class Typed:
    """A value with the type that the file shall give it."""

    def __init__(self, kind, value, of=None):
        self.kind, self.value, self.of = kind, value, of


class Tensor:
    """A tensor: an array of NumPy's order of axes, or bits of a named type, or `shape` alone for a hole."""

    def __init__(self, name, data=None, kind=None, shape=None):
        self.name, self.data = name, None if data is None else np.ascontiguousarray(data)
        self.kind = kind or str(self.data.dtype)
        self.shape = tuple(shape if shape is not None else self.data.shape)

    def bytes(self):
        count = int(np.prod(self.shape, dtype=object)) if self.shape else 1
        if self.kind == "q4_0":
            return count // 32 * 18
        if self.kind in ("q8_0", "mxfp4"):
            return count // 32 * (34 if self.kind == "q8_0" else 17)
        if self.kind == "later":
            return count // 256 * 100
        return count * BYTES[self.kind]


class Writer:
    """Collects keys and tensors, and writes them to one file or to several."""

    def __init__(self, architecture=None, version=3, big_endian=False, alignment=None, **keys):
        self.version, self.order = version, ">" if big_endian else "<"
        self.alignment = alignment or 32
        self.keys, self.tensors = {}, []
        if architecture:
            self.keys["general.architecture"] = architecture
        if alignment:
            self.keys["general.alignment"] = Typed(U32, alignment)
        for key, value in keys.items():
            self.keys[f"{architecture}.{key}"] = value

    def key(self, name, value):
        self.keys[name] = value
        return self

    def tensor(self, name, data=None, kind=None, shape=None):
        self.tensors.append(Tensor(name, data, kind, shape))
        return self

    def pack(self, code, value):
        return struct.pack(self.order + code, value)

    def count(self, value):
        return self.pack("I" if self.version == 1 else "Q", value)

    def text(self, value):
        data = value if isinstance(value, bytes) else value.encode()
        return self.count(len(data)) + data

    def value(self, kind, value, of=None):
        if kind == STRING:
            return self.text(value)
        if kind == ARRAY:
            of = of if of is not None else kind_of(value[0]) if value else U32
            if of == U32 and any(one < 0 for one in value):
                of = I32
            return self.pack("I", of) + self.count(len(value)) + b"".join(self.value(of, one) for one in value)
        return self.pack(PACKED[kind], value)

    def pair(self, name, value):
        typed = value if isinstance(value, Typed) else Typed(kind_of(value), value)
        return self.text(name) + self.pack("I", typed.kind) + self.value(typed.kind, typed.value, typed.of)

    def aligned(self, offset):
        return offset + (self.alignment - offset % self.alignment) % self.alignment

    def header(self, keys, tensors):
        head = b"GGUF" + self.pack("I", self.version) + self.count(len(tensors)) + self.count(len(keys))
        head += b"".join(self.pair(name, value) for name, value in keys.items())
        offset = 0
        for tensor in tensors:
            head += self.text(tensor.name) + self.pack("I", len(tensor.shape))
            head += b"".join(self.count(size) for size in reversed(tensor.shape))
            head += self.pack("I", TYPES[tensor.kind]) + self.pack("Q", offset)
            offset = self.aligned(offset + tensor.bytes())
        return head + bytes(self.aligned(len(head)) - len(head))

    def write(self, path, keys=None, tensors=None):
        """Writes one file and returns its path."""
        keys = self.keys if keys is None else keys
        tensors = self.tensors if tensors is None else tensors
        with open(path, "wb") as file:
            file.write(self.header(keys, tensors))
            for tensor in tensors:
                end = self.aligned(file.tell() + tensor.bytes())
                if tensor.data is not None:
                    data = tensor.data
                    file.write(data.astype(data.dtype.newbyteorder(self.order)).tobytes())
                file.seek(end)
            file.truncate(max(file.tell(), 0))
        return path

    def write_split(self, stem, parts, leave_out=()):
        """Writes STEM-00001-of-00003.gguf and so on; the first has all keys, the others their own three."""
        paths = []
        share = -(-len(self.tensors) // parts)
        for part in range(parts):
            split = {"split.no": Typed(U16, part), "split.count": Typed(U16, parts),
                     "split.tensors.count": Typed(I32, len(self.tensors))}
            keys = {**self.keys, **split} if part == 0 else split
            path = f"{stem}-{part + 1:05d}-of-{parts:05d}.gguf"
            if part + 1 not in leave_out:
                self.write(path, keys, self.tensors[part * share:(part + 1) * share])
            paths.append(path)
        return paths
