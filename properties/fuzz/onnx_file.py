"""ONNX models of known tables: makes them, makes them lie, and reads them as onnx.proto describes them."""

import math

TYPES = {"float32": (1, "f4"), "float16": (10, "f2"), "float64": (11, "f8"), "bfloat16": (16, "u2")}


def varint(value):
    data = b""
    while value >= 0x80:
        data, value = data + bytes([value & 0x7F | 0x80]), value >> 7
    return data + bytes([value])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def made(draw, table, name):
    """The table as an initializer or a constant, raw or typed, and sometimes another tensor."""
    kind = TYPES[table.format][0]
    size = len(table.numbers) // (table.rows * table.dim)
    numbers = field(9, table.numbers)
    if draw.random() < 0.4:
        numbers = field(4 if kind == 1 else 10, table.numbers) if size > 2 else field(5, b"".join(
            varint(int.from_bytes(table.numbers[at:at + 2], "little")) for at in range(0, len(table.numbers), 2)))
    constant = draw.random() < 0.3
    tensor = field(1, table.rows) + field(1, table.dim) + field(2, kind) + field(8, "" if constant else name) + numbers
    graph = field(5, tensor) if not constant else field(1, field(2, name) + field(4, "Constant") + field(
        5, field(1, "value") + field(5, tensor)))
    if draw.random() < 0.5:
        other = field(5, field(1, 3) + field(2, 7) + field(8, "other") + field(9, bytes(range(24))))
        graph = draw.choice((graph + other, other + graph))
    return field(1, 8) + field(2, "known") + field(7, graph)


class Walk:
    """Finds the tensor of a name; `small` are the places of the varints of one byte."""

    def __init__(self, data, name):
        self.data, self.name, self.small, self.found = data, name, [], []
        for number, value in self.fields(0, len(data)):
            for part, inside in self.fields(*value) if number == 7 else ():
                if part == 5:
                    self.tensor(inside, None)
                if part == 1:
                    self.node(list(self.fields(*inside)))
        if len(self.found) != 1:
            raise ValueError("no tensor of that name, or several")

    def varint(self, at, end):
        value = 0
        for k in range(10):
            if at + k >= end:
                raise ValueError("truncated")
            value |= (self.data[at + k] & 0x7F) << 7 * k
            if self.data[at + k] < 0x80:
                self.small += [at] if k == 0 else []
                return value, at + k + 1
        raise ValueError("a long number")

    def fields(self, at, end):
        """Number and value of each field; the value of a message or text is where it is."""
        while at < end:
            tag, at = self.varint(at, end)
            value, at = self.varint(at, end) if tag & 7 in (0, 2) else (None, at + {1: 8, 5: 4}[tag & 7])
            if tag & 7 == 2:
                value, at = (at, at + value), at + value
            if at > end:
                raise ValueError("truncated")
            yield tag >> 3, value

    def node(self, fields):
        texts = {number: self.data[value[0]:value[1]] for number, value in reversed(fields)
                 if isinstance(value, tuple)}
        for number, value in fields:
            if number == 5 and texts.get(4) == b"Constant":
                for part, inside in self.fields(*value):
                    if part == 5:
                        self.tensor(inside, texts.get(2, b""))

    def tensor(self, place, name):
        shape, kind, numbers = [], 0, []
        for number, value in self.fields(*place):
            if number == 1:
                shape.append(value)
            kind = value if number == 2 else kind
            name = self.data[value[0]:value[1]] if number == 8 and not name else name
            numbers += [(number, value)] if number in (4, 5, 9, 10) else []
        if name == self.name.encode():
            self.found.append((kind, shape, numbers))


def read(data, name):
    """The type of the numbers as NumPy calls it, the shape, and the numbers' bytes."""
    walk = Walk(data, name)
    (kind, shape, ((number, (begin, end)),)), = walk.found
    letters = dict(TYPES.values())[kind]
    if number not in (9, {1: 4, 11: 10}.get(kind, 5)):
        raise ValueError("numbers of another type")
    numbers = data[begin:end]
    if number == 5:
        numbers, at = b"", begin
        while at < end:
            value, at = walk.varint(at, end)
            numbers += value.to_bytes(2, "little")
    if len(numbers) != math.prod(shape) * int(letters[1]):
        raise ValueError("more or fewer numbers than the shape's")
    return "<" + letters, shape, numbers


def places(data, name):
    """Those of the small numbers before the numbers of the table."""
    walk = Walk(data, name)
    begin = walk.found[0][2][0][1][0]
    return [at for at in walk.small if at < begin], begin


def small_number(name):
    """Damage to one length, type or size."""
    def damaged(draw, data, _):
        at = draw.choice(places(data, name)[0])
        return data[:at] + bytes([draw.choice((data[at] ^ 1, data[at] + 1 & 0x7F, draw.randrange(128)))]) + data[at + 1:]
    return damaged
