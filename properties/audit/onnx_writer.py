"""Writes the part of ONNX's ModelProto that models with rotary encodings need, as protobuf's wire format (onnx/onnx.proto).

Messages are lists of pieces; a hole in place of a tensor's bytes takes no room on most file systems."""
import struct

import numpy as np

FLOAT, UINT8, INT8, INT32, INT64, STRING, BOOL, FLOAT16, DOUBLE, COMPLEX64, BFLOAT16 = 1, 2, 3, 6, 7, 8, 9, 10, 11, 14, 16
KINDS = {"float32": FLOAT, "float16": FLOAT16, "float64": DOUBLE, "int64": INT64, "int32": INT32, "bool": BOOL,
         "complex64": COMPLEX64, "uint8": UINT8}
ATTRIBUTE_FLOAT, ATTRIBUTE_INT, ATTRIBUTE_STRING, ATTRIBUTE_TENSOR, ATTRIBUTE_GRAPH, ATTRIBUTE_INTS = 1, 2, 3, 4, 5, 7


class Hole:
    """Bytes that are not written; a reader finds zeros."""

    def __init__(self, size):
        self.size = size


def size_of(pieces):
    return sum(piece.size if isinstance(piece, Hole) else len(piece) for piece in pieces)


def varint(value):
    value &= 2**64 - 1
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def integer(field, value):
    return [varint(field << 3) + varint(value)]


def single(field, value):
    return [varint(field << 3 | 5) + struct.pack("<f", value)]


def block(field, pieces):
    """A field of bytes, of text, or of a message."""
    if isinstance(pieces, str):
        pieces = pieces.encode()
    if isinstance(pieces, (bytes, bytearray)):
        pieces = [bytes(pieces)]
    return [varint(field << 3 | 2) + varint(size_of(pieces)), *pieces]


class External:
    """A file of tensors' bytes beside the model; each starts at a multiple of `alignment`."""

    def __init__(self, name, alignment=4096):
        self.name, self.alignment, self.parts, self.size = name, alignment, [], 0

    def add(self, data):
        self.size += -self.size % self.alignment
        offset = self.size
        self.parts.append((offset, data))
        self.size += data.size if isinstance(data, Hole) else len(data)
        return offset

    def write(self, folder):
        with open(f"{folder}/{self.name}", "wb") as file:
            for offset, data in self.parts:
                if not isinstance(data, Hole):
                    file.seek(offset)
                    file.write(data)
            file.truncate(self.size)


def tensor(name, data=None, kind=None, dims=None, store="raw", external=None):
    """TensorProto. `kind` is needed where the array holds bits (bfloat16 as uint16). `store` is raw, or typed fields."""
    if isinstance(data, np.ndarray):
        kind = kind or KINDS[str(data.dtype)]
        dims = data.shape if dims is None else dims
    pieces = []
    for size in dims:
        pieces += integer(1, size)
    pieces += integer(2, kind)
    if name:
        pieces += block(8, name)
    content = data.tobytes() if isinstance(data, np.ndarray) else data
    if external is not None:
        offset = external.add(content)
        length = content.size if isinstance(content, Hole) else len(content)
        for key, value in (("location", external.name), ("offset", str(offset)), ("length", str(length))):
            pieces += block(13, block(1, key) + block(2, value))
        return pieces + integer(14, 1)
    if store == "typed":
        if kind in (FLOAT, COMPLEX64):
            return pieces + block(4, content)
        if kind == DOUBLE:
            return pieces + block(10, content)
        if kind == INT64:
            return pieces + block(7, b"".join(varint(int(one)) for one in data.ravel()))
        bits = data.view(np.uint16) if data.dtype.itemsize == 2 else data
        return pieces + block(5, b"".join(varint(int(one)) for one in bits.ravel()))
    return pieces + block(9, [content])


def attribute(name, value):
    """AttributeProto: an integer, a real, text, a tensor as ("tensor", pieces), or a graph as ("graph", pieces)."""
    pieces = block(1, name)
    if isinstance(value, tuple):
        field, kind = (5, ATTRIBUTE_TENSOR) if value[0] == "tensor" else (6, ATTRIBUTE_GRAPH)
        return pieces + block(field, value[1]) + integer(20, kind)
    if isinstance(value, list):
        for one in value:
            pieces += integer(8, one)
        return pieces + integer(20, ATTRIBUTE_INTS)
    if isinstance(value, float):
        return pieces + single(2, value) + integer(20, ATTRIBUTE_FLOAT)
    if isinstance(value, str):
        return pieces + block(4, value) + integer(20, ATTRIBUTE_STRING)
    return pieces + integer(3, int(value)) + integer(20, ATTRIBUTE_INT)


def node(operator, inputs, outputs, name="", domain="", **attributes):
    """NodeProto."""
    pieces = []
    for one in inputs:
        pieces += block(1, one)
    for one in outputs:
        pieces += block(2, one)
    pieces += block(3, name or f"/{operator}/{outputs[0]}") + block(4, operator)
    for key, value in attributes.items():
        pieces += block(5, attribute(key, value))
    return pieces + (block(7, domain) if domain else [])


def value_info(name, kind, shape):
    """ValueInfoProto of a tensor; a size that is text is a symbol."""
    dims = []
    for size in shape:
        dims += block(1, block(2, size) if isinstance(size, str) else integer(1, size))
    return block(1, name) + block(2, block(1, integer(1, kind) + block(2, dims)))


def graph(nodes, initialisers=(), name="main_graph", inputs=(), outputs=()):
    """GraphProto."""
    pieces = []
    for one in nodes:
        pieces += block(1, one)
    pieces += block(2, name)
    for one in initialisers:
        pieces += block(5, one)
    for one in inputs:
        pieces += block(11, one)
    for one in outputs:
        pieces += block(12, one)
    return pieces


def model(of, producer="onnxruntime-genai", metadata=None):
    """ModelProto: two sets of operators, ai.onnx 21 and com.microsoft 1."""
    pieces = integer(1, 10) + block(2, producer) + block(7, of)
    for domain, version in (("", 21), ("com.microsoft", 1)):
        pieces += block(8, (block(1, domain) if domain else []) + integer(2, version))
    for key, value in (metadata or {}).items():
        pieces += block(14, block(1, key) + block(2, value))
    return pieces


def write(path, pieces):
    """Writes a message's pieces to a file, with holes, and returns its path."""
    with open(path, "wb") as file:
        for piece in pieces:
            if isinstance(piece, Hole):
                file.seek(piece.size, 1)
            else:
                file.write(piece)
        file.truncate(file.tell())
    return str(path)


def constant(output, data, **options):
    """A Constant node whose value is an array."""
    return node("Constant", [], [output], value=("tensor", tensor(output, data, **options)))


def rotary(layer, what="q", cos="cos_cache", sin="sin_cache", interleaved=0, num_heads=0, rotary_embedding_dim=0):
    """com.microsoft's RotaryEmbedding of a layer's queries or keys."""
    stem = f"/model/layers.{layer}/attn/{what}_rotary/RotaryEmbedding"
    return node("RotaryEmbedding", [f"/model/layers.{layer}/attn/{what}_proj/output_0", "position_ids", cos, sin],
                [f"{stem}/output_0"], stem, "com.microsoft", interleaved=interleaved, num_heads=num_heads,
                rotary_embedding_dim=rotary_embedding_dim)


def group_query(layer, cos="cos_cache", sin="sin_cache", num_heads=32, kv_num_heads=8, do_rotary=1, rotary_interleaved=0,
                local_window_size=-1, **more):
    """com.microsoft's GroupQueryAttention, which rotates where do_rotary is 1; its inputs 7 and 8 are the caches."""
    stem = f"/model/layers.{layer}/attn/GroupQueryAttention"
    inputs = [f"/model/layers.{layer}/attn/{what}_proj/output_0" for what in "qkv"]
    inputs += [f"past_key_values.{layer}.key", f"past_key_values.{layer}.value", "seqlens_k", "total_seq_len", cos, sin]
    outputs = [f"{stem}/output_0", f"present.{layer}.key", f"present.{layer}.value"]
    return node("GroupQueryAttention", inputs, outputs, stem, "com.microsoft", num_heads=num_heads,
                kv_num_heads=kv_num_heads, scale=0.125, local_window_size=local_window_size, do_rotary=do_rotary,
                rotary_interleaved=rotary_interleaved, **more)
