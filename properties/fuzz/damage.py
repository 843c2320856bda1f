"""Makes a file of healthy.py lie about what it holds: its header and its sizes, never its numbers."""

import json
import math
import re
import struct

import archive_damage
import gguf
import healthy
import onnx_file
import torch_file


def lying(draw, value, size):
    """Another number for one of `size` bytes."""
    top = 256 ** size - 1
    near = value + draw.choice((-1, 1)) * draw.choice((1, 2, 4, 8, 16, 64, draw.randint(1, 512)))
    return draw.choice((near, near, value ^ 1 << draw.randrange(8 * size), 0, top, top // 2 + 1,
                        int.from_bytes(value.to_bytes(size, "little"), "big"))) & top


def truncated(draw, data):
    return data[:-draw.choice((1, 2, 4, 8, draw.randint(1, len(data))))]


def lengthened(draw, data):
    more = draw.choice((b"\0", data[-4:], data[-16:], draw.randbytes(draw.randint(1, 64)), data))
    return data + more


def in_place(draw, data, begin, end):
    """One byte between `begin` and `end` is another."""
    at = draw.randrange(begin, end)
    return data[:at] + bytes([data[at] ^ draw.randint(1, 255)]) + data[at + 1:]


def fitted(data, at, size):
    """With `size` bytes from `at` on: numbers left out at the end, or repeated."""
    if not 0 < size < 2 ** 20 or at >= len(data):
        return data
    numbers = data[at:]
    return data[:at] + (numbers * (size // len(numbers) + 1))[:size]


def pushed(draw, data, at):
    """Bytes put in or left out where the numbers begin; the length may stay what it was."""
    by = draw.choice((1, 2, 4, 8, 16))
    made = data[:at] + draw.randbytes(by) + data[at:] if draw.random() < 0.5 else \
        data[:at] + data[at + by:]
    return fitted(made, at, len(data) - at) if draw.random() < 0.5 else made


def shapes(draw, rows, dim):
    """What else a shape could say."""
    n = rows * dim
    return draw.choice(([dim, rows], [n], [n, 1], [1, n], [rows, dim, 1], [1, rows, dim], [],
                        *3 * ([rows - 1, dim], [rows + 1, dim]), [rows, dim - 1], [rows, dim + 1],
                        [rows, dim // 2], [2 * rows, dim // 2], [rows // 2, dim * 2], [0, dim],
                        [rows, 0], [-rows, -dim], [-1, dim], [rows, 2, dim // 2],
                        [rows + 2 ** 62, dim], [2 ** 32, 2 ** 32], [2 ** 63, dim], [2 ** 64, dim],
                        [2 ** 61 - 1], [rows, dim, 0], [rows, dim, 2 ** 63], [n * 10 ** 6, dim]))


# A .npy file.

def npy_parts(data):
    start = 10 if data[6] == 1 else 12
    end = start + int.from_bytes(data[8:start], "little")
    return start, end


def npy_text(draw, data, pattern, by):
    """With what `pattern` finds in the header replaced; its length said rightly, more often than not."""
    start, end = npy_parts(data)
    text = re.sub(pattern, lambda _: by, data[start:end].decode("latin-1"), count=1)
    if draw.random() < 0.5:
        text = text.rstrip() + " " * draw.choice((0, 1, 7, 40)) + "\n"
    length = len(text) if draw.random() < 0.9 else end - start
    return data[:8] + length.to_bytes(start - 8, "little") + text.encode("latin-1") + data[end:]


def npy_length(draw, data, _):
    start, end = npy_parts(data)
    length = lying(draw, end - start, start - 8)
    made = data[:8] + length.to_bytes(start - 8, "little") + data[start:]
    return fitted(made, start + length, len(data) - end) if draw.random() < 0.5 else made


def npy_version(draw, data, _):
    return data[:6] + bytes([draw.choice((0, 1, 2, 3, 4, 255)), draw.choice((0, 0, 1))]) + data[8:]


def npy_shape(draw, data, table):
    shape = shapes(draw, table.rows, table.dim)
    inside = ", ".join(map(str, shape))
    size = (len(data) - npy_parts(data)[1]) // (table.rows * table.dim)
    if draw.random() < 0.5:
        made = npy_text(draw, data, r"\([^)]*\)", f"({inside},)")
        return fitted(made, npy_parts(made)[1], math.prod(shape) * size)
    odd = draw.choice((f"({inside},)", f"({inside},)", f"({inside})", f"[{inside}]",
                       f"({table.rows}.0, {table.dim})", f"({table.rows}L, {table.dim}L)",
                       f"(0x{table.rows:x}, {table.dim})", f"({table.rows}, True)",
                       f"({table.rows}_0, {table.dim})", f"(0{table.rows}, {table.dim})"))
    return npy_text(draw, data, r"\([^)]*\)", odd)


def npy_dtype(draw, data, _):
    if draw.random() < 0.3:  # the order of bytes alone
        start, end = npy_parts(data)
        return data[:start] + data[start:end].translate(bytes.maketrans(b"<>", b"><")) + data[end:]
    dtype = draw.choice("<>=|!") * draw.randint(0, 1) + draw.choice(
        ("f2", "f4", "f8", "f16", "u2", "i2", "V2", "u4", "i4", "i8", "u8", "c8", "O", "S4", "U1",
         "M8[s]", "b1", "e", "f", "d", "float32", "f4,f4", "(2,)f4", "", "f04", "f-4"))
    return npy_text(draw, data, r"'[<>][a-z]\d'", f"'{dtype}'")


def npy_order(draw, data, _):
    word = draw.choice(("True", "False") * 4 + ("0", "1", "None", "true", "'False'"))
    return npy_text(draw, data, r"(True|False)", word)


def npy_key(draw, data, _):
    key = draw.choice(("'descr'", "'fortran_order'", "'shape'"))
    by = draw.choice((key.upper(), "'x': 1, " + key, key[:-1] + " '", "b" + key, "u" + key, "''",
                      f"{key}: (7, 7), {key}", key.replace("'", '"'), "# " + key))
    return npy_text(draw, data, key, by)


def npy_byte(draw, data, _):
    return in_place(draw, data, 0, npy_parts(data)[1])


def npy_pushed(draw, data, _):
    return pushed(draw, data, npy_parts(data)[1])


# A .safetensors file.

def tensors_of(data):
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), end


def with_field(draw, data, field, value):
    """The table's own, or another's; its header is written anew."""
    header, end = tensors_of(data)
    header[healthy.NAME][field] = value
    return healthy.safetensors_bytes(header, data[end:])


def tensor_length(draw, data, _):
    length = int.from_bytes(data[:8], "little")
    return struct.pack("<Q", lying(draw, length, draw.choice((2, 4, 8)))) + data[8:]


def tensor_shape(draw, data, table):
    if draw.random() < 0.5:  # and the bytes that it needs
        shape, (header, end) = shapes(draw, table.rows, table.dim), tensors_of(data)
        begin, stop = header[healthy.NAME]["data_offsets"]
        stop = begin + (stop - begin) // (table.rows * table.dim) * math.prod(shape)
        header[healthy.NAME] |= {"shape": shape, "data_offsets": [begin, stop]}
        numbers = fitted(data[end:], 0, stop) if draw.random() < 0.8 else data[end:]
        return healthy.safetensors_bytes(header, numbers)
    odd = [float(table.rows), table.dim], [str(table.rows), table.dim], [[table.rows], table.dim], None
    return with_field(draw, data, "shape", draw.choice(odd) if draw.random() < 0.2 else
                      shapes(draw, table.rows, table.dim))


def tensor_dtype(draw, data, _):
    return with_field(draw, data, "dtype", draw.choice(
        ("F16", "F32", "F64", "BF16", "U16", "I16", "I32", "I64", "F8_E4M3", "F4", "BOOL", "C64",
         "f32", "", "F032", 4, None)))


def tensor_offsets(draw, data, _):
    header, _ = tensors_of(data)
    begin, end = header[healthy.NAME]["data_offsets"]
    by = draw.choice((1, 2, 4, 8, 24, 2 ** 32, 2 ** 62, 2 ** 63))
    return with_field(draw, data, "data_offsets", draw.choice((
        [end, begin], [begin + by, end + by], [begin - by, end - by], [begin, end + by],
        [begin, end - by], [begin + by, end], [begin - by, end], [begin], [begin, end, end], [0, end],
        [float(begin), end], [begin + 2 ** 64, end + 2 ** 64], [0, 0], end - begin, None)))


def tensor_key(draw, data, _):
    header, end = tensors_of(data)
    field = draw.choice(("dtype", "shape", "data_offsets"))
    text = json.dumps(header, separators=(",", ":"))
    text = draw.choice((
        text.replace(f'"{field}"', f'"{field.upper()}"'), text.replace('"dtype"', '"x":1,"dtype"'),
        text.replace('"dtype"', '"dtype":"F16","dtype"'), text.replace('"shape"', '"shape":[7,7],"shape"'),
        text[:-1] + ',"table":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}', text.replace(":", ": "),
        text[:-1] + ",}", text + "}", " " + text, text + "\0", text + "\n", "[" + text + "]",
        text.replace('"table"', '"\\u0074able"'), text.replace('"table"', '"tabl\\u0000"')))
    return struct.pack("<Q", len(text)) + text.encode() + data[end:]


def tensor_byte(draw, data, _):
    return in_place(draw, data, 0, tensors_of(data)[1])


def tensor_pushed(draw, data, _):
    return pushed(draw, data, tensors_of(data)[1])


# What can be done to a file of each kind.
ENDS = {"truncated": lambda draw, data, _: truncated(draw, data),
        "lengthened": lambda draw, data, _: lengthened(draw, data)}
NPY = ENDS | {"header length": npy_length, "version": npy_version, "shape": npy_shape,
              "dtype": npy_dtype, "order": npy_order, "key": npy_key, "header byte": npy_byte,
              "bytes before the numbers": npy_pushed}
SAFETENSORS = ENDS | {"header length": tensor_length, "shape": tensor_shape, "dtype": tensor_dtype,
                      "offsets": tensor_offsets, "key": tensor_key, "header byte": tensor_byte,
                      "bytes before the numbers": tensor_pushed}


def header_byte(beginning):
    return lambda draw, data, _: in_place(draw, data, 0, beginning(data))


def before_the_numbers(beginning):
    return lambda draw, data, _: pushed(draw, data, beginning(data))


GGUF = ENDS | {"field": gguf.field(lying), "header byte": header_byte(gguf.beginning),
               "bytes before the numbers": before_the_numbers(gguf.beginning)}


def of_archive(damage):
    return lambda draw, data, _: damage(lying, draw, data)


def within(name):
    """Damage to the .npy file in an archive that is well."""
    def damaged(draw, data, table):
        members = healthy.members(data)
        key = healthy.NAME + ".npy"
        members[key] = NPY[name](draw, members[key], table)
        return healthy.archive(members, draw.choice((0, 8)), draw.random() < 0.5)
    return damaged


NPZ = (ENDS | {name: of_archive(damage) for name, damage in archive_damage.DAMAGES.items()}
       | {"member: " + name: within(name) for name in NPY})


def onnx_beginning(data):
    return onnx_file.places(data, healthy.NAME)[1]


ONNX = ENDS | {"small number": onnx_file.small_number(healthy.NAME), "header byte": header_byte(onnx_beginning),
               "bytes before the numbers": before_the_numbers(onnx_beginning)}


def pickle_number(draw, data):
    """Another number in place of one of the pickle."""
    places = [at + 1 for at in range(len(data) - 4) if data[at:at + 1] == b"J"]
    at = draw.choice(places)
    number = int.from_bytes(data[at:at + 4], "little")
    return data[:at] + lying(draw, number, 4).to_bytes(4, "little") + data[at + 4:]


def in_pickle(change):
    return torch_file.in_pickle(healthy.members, healthy.archive, change)


TORCH = (ENDS | {name: of_archive(damage) for name, damage in archive_damage.DAMAGES.items()}
         | {"pickle number": in_pickle(pickle_number),
            "pickle byte": in_pickle(lambda draw, data: in_place(draw, data, 0, len(data))),
            "pickle truncated": in_pickle(truncated)})
KINDS = {"npy": NPY, "npz": NPZ, "safetensors": SAFETENSORS, "gguf": GGUF, "pt": TORCH, "onnx": ONNX}


def damaged(draw, file):
    """A file made worse in one to three ways, and what those are called."""
    kinds = KINDS[file.kind]
    data, done = file.data, []
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        for _ in range(20):
            name = draw.choice(sorted(kinds))
            try:
                made = kinds[name](draw, data, file.table)
            except Exception:  # what is damaged already may be past this damage, for any reason
                continue
            if made not in (data, file.data):
                data, done = made, done + [name]
                break
    return data, done
