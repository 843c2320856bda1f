"""Members of .pt files of known tables: makes them, makes their pickle lie, and reads them by Python's own unpickler."""

import collections
import io
import math
import pickle
import struct

FOLDER = "archive/"
TYPES = {"float32": ("FloatStorage", "f4"), "float16": ("HalfStorage", "f2"), "float64": ("DoubleStorage", "f8"),
         "bfloat16": ("BFloat16Storage", "u2")}


def number(value):
    return b"J" + struct.pack("<i", value)


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def numbers(*values):
    return b"(" + b"".join(number(value) for value in values) + b"t"


def tensor(storage, count, first, shape, strides):
    """The opcodes that push a tensor of storage 0."""
    identity = b"(" + text("storage") + f"ctorch\n{storage}\n".encode() + text("0") + text("cpu") + number(count) + b"t"
    return (b"ctorch._utils\n_rebuild_tensor_v2\n(" + identity + b"Q" + number(first) + numbers(*shape) +
            numbers(*strides) + b"\x89ccollections\nOrderedDict\n)Rt" + b"R")


def made(draw, table, name):
    """{member: bytes} of a dictionary with the table: in line, transposed, or within a wider one."""
    storage = TYPES[table.format][0]
    rows, dim, size = table.rows, table.dim, len(table.numbers) // (table.rows * table.dim)
    entries = [table.numbers[at:at + size] for at in range(0, len(table.numbers), size)]
    first, strides = 0, (dim, 1)
    way = draw.choice(("in line", "in line", "transposed", "within"))
    if way == "transposed":
        entries, strides = [entries[r * dim + c] for c in range(dim) for r in range(rows)], (1, rows)
    if way == "within":
        first, strides = 3, (dim + 1, 1)
        entries = [b"\0" * size] * 3 + [e for r in range(rows) for e in entries[r * dim:(r + 1) * dim] + [b"\1" * size]]
    members = {}
    if draw.random() < 0.3:
        order = draw.choice(("big", "little"))
        members[FOLDER + "byteorder"] = order.encode()
        entries = [entry[::-1] for entry in entries] if order == "big" else entries
    opcodes = b"\x80\x02}(" + text(name) + tensor(storage, len(entries), first, (rows, dim), strides)
    if draw.random() < 0.5:
        opcodes += text("epoch") + number(3) + text("nested") + b"}" + number(1) + tensor(
            storage, len(entries), 0, (2, 2), (2, 1)) + b"s"
    return {FOLDER + "data.pkl": opcodes + b"u."} | members | {FOLDER + "data/0": b"".join(entries)}


class Unpickler(pickle.Unpickler):
    def persistent_load(self, pid):
        return pid

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda *given: given
        if module == "torch":
            return {storage: numpy for storage, numpy in TYPES.values()}[name]
        raise pickle.UnpicklingError("another class")


def read(member, name):
    """The type of the numbers as NumPy calls it, the shape, and the numbers' bytes; member(name) is one of the archive, or None."""
    identity, first, shape, strides = Unpickler(io.BytesIO(member(FOLDER + "data.pkl"))).load()[name][:4]
    _, letters, key, _, count = identity
    order = ">" if member(FOLDER + "byteorder") == b"big" else "<"
    data, size = member(FOLDER + "data/" + key), int(letters[1])
    if len(data) != count * size or len(shape) != len(strides) or min((first, *shape, *strides)) < 0:
        raise ValueError("a storage of another size")
    if math.prod(shape) > 2 ** 22 or first + sum((n - 1) * s for n, s in zip(shape, strides)) >= count:
        raise ValueError("a view beyond the storage")
    places = [first]
    for n, step in zip(shape, strides):
        places = [place + i * step for place in places for i in range(n)]
    return order + letters, shape, b"".join(data[place * size:(place + 1) * size] for place in places)


def in_pickle(members, archive, change):
    """Damage to the pickle of an archive that is well."""
    def damaged(draw, data, _):
        inside = members(data)
        inside[FOLDER + "data.pkl"] = change(draw, inside[FOLDER + "data.pkl"])
        return archive(inside, 0, False)
    return damaged
