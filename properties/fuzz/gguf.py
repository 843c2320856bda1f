"""GGUF files of known tables: makes them, makes them lie, and reads them as ggml's document describes them."""

import math
import struct

TYPES = {"float32": (0, "f4"), "float16": (1, "f2"), "float64": (28, "f8"), "bfloat16": (30, "u2")}
VALUES = (1, 1, 2, 2, 4, 4, 4, 1, None, None, 8, 8, 8)  # bytes of metadata values; 8: text, 9: list


def made(draw, table, name):
    """The table, and sometimes another tensor, some metadata and another alignment."""
    order = draw.choice("<<<>")
    pack = lambda letters, *numbers: struct.pack(order + letters, *numbers)  # noqa: E731
    text = lambda word: pack("Q", len(word)) + word.encode()  # noqa: E731
    alignment = draw.choice((32, 32, 8, 64))
    values = [text("general.alignment") + pack("II", 4, alignment)] if alignment != 32 else []
    if draw.random() < 0.5:
        values += [text("general.architecture") + pack("I", 8) + text("llama"),
                   text("tokens") + pack("IIQ", 9, 8, 2) + text("<s>") + text(""),
                   text("nested") + pack("IIQIQ", 9, 9, 1, 4, 2) + pack("II", 7, 7)]
    size = len(table.numbers) // (table.rows * table.dim)
    numbers = table.numbers if order == "<" else b"".join(
        table.numbers[at:at + size][::-1] for at in range(0, len(table.numbers), size))
    tensors = [(name, TYPES[table.format][0], (table.dim, table.rows), numbers)]
    if draw.random() < 0.5:
        tensors.insert(draw.randrange(2), ("other", 26, (3,), bytes(range(12))))
    infos, data = b"", b""
    for named, kind, axes, inside in tensors:
        data += b"\0" * (-len(data) % alignment)
        infos += text(named) + pack(f"I{len(axes)}QIQ", len(axes), *axes, kind, len(data))
        data += inside
    head = b"GGUF" + pack("IQQ", draw.choice((2, 3)), len(tensors), len(values)) + b"".join(values) + infos
    return head + b"\0" * (-len(head) % alignment) + data


class Walk:
    """Reads one field after another; `fields` are the places and sizes of the numbers."""

    def __init__(self, data):
        self.data, self.at, self.fields, self.order = data, 4, [], "little"
        if data[:4] != b"GGUF":
            raise ValueError("no GGUF")
        if data[4:6] == b"\0\0":
            self.order = "big"
        self.version, count, values = self.number(4), self.number(8), self.number(8)
        if self.version not in (2, 3):
            raise ValueError("another version")
        self.alignment, self.tensors = 32, {}
        for _ in range(values):
            key, kind = self.text(), self.number(4)
            value = self.value(kind)
            if key == b"general.alignment":
                self.alignment = value
        for _ in range(count):
            named = self.text()
            axes = [self.number(8) for _ in range(self.number(4))]
            self.tensors[named.decode("latin-1")] = (self.number(4), axes[::-1], self.number(8))
        self.start = self.at + -self.at % self.alignment

    def number(self, size):
        if self.at + size > len(self.data):
            raise ValueError("truncated")
        self.fields.append((self.at, size))
        self.at += size
        return int.from_bytes(self.data[self.at - size:self.at], self.order)

    def text(self):
        length = self.number(8)
        if length > len(self.data) - self.at:
            raise ValueError("truncated")
        self.at += length
        return self.data[self.at - length:self.at]

    def value(self, kind):
        if kind == 8:
            return self.text()
        if kind == 9:
            inside = self.number(4)
            return [self.value(inside) for _ in range(self.number(8))]
        return self.number(VALUES[kind])


def read(data, name):
    """The type of the numbers as NumPy calls it, the shape, and the numbers' bytes."""
    walk = Walk(data)
    kind, shape, offset = walk.tensors[name]
    letters = {number: numpy for number, numpy in TYPES.values()}[kind]
    begin, size = walk.start + offset, math.prod(shape) * int(letters[1])
    if begin + size > len(data):
        raise ValueError("a tensor that is not all there")
    return ("<" if walk.order == "little" else ">") + letters, shape, data[begin:begin + size]


def field(lying):
    """Damage to one number of the header, of any use."""
    def damaged(draw, data, _):
        walk = Walk(data)
        at, size = draw.choice(walk.fields)
        number = int.from_bytes(data[at:at + size], walk.order)
        return data[:at] + lying(draw, number, size).to_bytes(size, walk.order) + data[at + size:]
    return damaged


def beginning(data):
    """Where the numbers begin."""
    return Walk(data).start
