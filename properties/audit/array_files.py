"""Writes arrays as safetensors, as NumPy's .npy, and as PyTorch's zip of a pickle, without these packages."""
import json
import struct
import zipfile

import numpy as np

SAFETENSORS = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "int32": "I32", "uint8": "U8",
               "complex64": "C64"}
STORAGES = {"float64": "DoubleStorage", "float32": "FloatStorage", "float16": "HalfStorage", "int64": "LongStorage",
            "complex64": "ComplexFloatStorage", "bfloat16": "BFloat16Storage", "int32": "IntStorage"}


class Bits:
    """An array of bits of a type that NumPy lacks: BF16, F8_E4M3, F8_E5M2."""

    def __init__(self, kind, data):
        self.kind, self.data = kind, data
        self.shape = data.shape


class HoleOf:
    """A tensor of a size with no bytes written."""

    def __init__(self, kind, shape, size):
        self.kind, self.shape, self.size = kind, shape, size


def bfloat16(values):
    """The nearest bfloat16 of float32 numbers, ties to even, as bits."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    return Bits("BF16", ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16))


def float8_e4m3fn(values):
    """The nearest float8_e4m3fn, ties to even, as bits; below half the smallest one, zero."""
    grid = np.array([(m / 8) * 2.0**-6 if e == 0 else (1 + m / 8) * 2.0**(e - 7) for e in range(16) for m in range(8)][:127])
    values = np.asarray(values, np.float64)
    size = np.abs(values)
    above = np.clip(np.searchsorted(grid, size), 1, len(grid) - 1)
    low, high = size - grid[above - 1], grid[above] - size
    code = np.where((low < high) | ((low == high) & ((above - 1) % 2 == 0)), above - 1, above)
    return Bits("F8_E4M3", (code | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8))


def widened(bits):
    """The float32 numbers of bfloat16 bits."""
    return (bits.data.astype(np.uint32) << 16).view(np.float32)


def safetensors(path, tensors, metadata=None):
    """Writes a safetensors file: eight bytes of length, a JSON header, the numbers. Returns its path."""
    header, offset = {} if metadata is None else {"__metadata__": metadata}, 0
    for name, array in tensors.items():
        if isinstance(array, HoleOf):
            kind, size = array.kind, array.size
        elif isinstance(array, Bits):
            kind, size = array.kind, array.data.nbytes
        else:
            kind, size = SAFETENSORS[str(array.dtype)], array.nbytes
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in tensors.values():
            if isinstance(array, HoleOf):
                file.seek(array.size, 1)
            else:
                file.write(np.ascontiguousarray(array.data if isinstance(array, Bits) else array).tobytes())
        file.truncate(file.tell())
    return str(path)


def text(value):
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def number(value):
    if 0 <= value < 256:
        return b"K" + bytes([value])
    if -2**31 <= value < 2**31:
        return b"J" + struct.pack("<i", value)
    data = value.to_bytes((value.bit_length() + 8) // 8, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def global_of(module, name):
    return f"c{module}\n{name}\n".encode()


def numbers(values):
    return b"(" + b"".join(number(int(one)) for one in values) + b"t"


def pickled(array, key, parameter=False, first=0, strides=None):
    """The pickle of one tensor over the storage `key`: _rebuild_tensor_v2 of a persistent id."""
    kind = "bfloat16" if isinstance(array, Bits) else str(array.dtype)
    data = array.data if isinstance(array, Bits) else array
    count = int(data.size)
    strides = strides or [one // data.itemsize for one in np.empty(data.shape, data.dtype).strides]
    storage = b"(" + text("storage") + global_of("torch", STORAGES[kind]) + text(key) + text("cpu") + number(count + first) + b"tQ"
    ordered = global_of("collections", "OrderedDict") + b")R"
    made = global_of("torch._utils", "_rebuild_tensor_v2") + b"(" + storage + number(first)
    made += numbers(data.shape) + numbers(strides) + b"\x89" + ordered + b"tR"
    if parameter:
        return global_of("torch._utils", "_rebuild_parameter") + b"(" + made + b"\x89" + ordered + b"tR"
    return made


def torch_zip(path, tensors, stem="archive", parameters=(), nested=None, payload=None, compression=zipfile.ZIP_STORED):
    """Writes what torch.save(dictionary) writes: STEM/data.pkl, STEM/data/N, STEM/version. Returns its path.

    `nested` puts the tensors into a dictionary under that key; `payload` is a pickle's bytes in place of the tensors'."""
    items = b"".join(text(name) + pickled(array, str(i), name in parameters) for i, (name, array) in enumerate(tensors.items()))
    ordered = global_of("collections", "OrderedDict") + b")R(" + items + b"u"
    if nested:
        ordered = b"}(" + text("epoch") + number(3) + text(nested) + ordered + b"u"
    entries = [(f"{stem}/data.pkl", payload or b"\x80\x02" + ordered + b"."), (f"{stem}/byteorder", b"little")]
    for i, array in enumerate(tensors.values()):
        data = array.data if isinstance(array, Bits) else array
        entries.append((f"{stem}/data/{i}", np.ascontiguousarray(data).tobytes()))
    entries.append((f"{stem}/version", b"3\n"))
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = compression
            start = archive.fp.tell() + 30 + len(name)
            pad = -(start + 4) % 64
            info.extra = b"FB" + struct.pack("<H", pad) + b"Z" * pad
            archive.writestr(info, data)
    return str(path)
