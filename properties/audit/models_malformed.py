"""Files that are cut off, lie about sizes, or would run code: none may be judged, crash the reader, or cost memory."""
import os
import struct

import numpy as np

import array_files as files
import formulas as f
import onnx_writer as o
from case import LLAMA31, config, folder, write_json, wrong
from models_gguf import ROPE_FREQS, llama31
from gguf_writer import U32, Typed


def malformed(name, about, make, file="model.gguf", status=(2,), **more):
    """`make` returns the bytes of a file."""
    @wrong(name, about, (file,), (), status=status, memory=True, **more)
    def _(path):
        os.makedirs(path, exist_ok=True)
        with open(f"{path}/{file}", "wb") as out:
            out.write(make(path))
        return [f"{path}/{file}"]


def gguf(path, change=lambda made: made):
    change(made := llama31())
    with open(made.write(f"{path}/whole"), "rb") as file:
        data = file.read()
    os.remove(f"{path}/whole")
    return data


def patched(at, code, value):
    def change(path):
        data = bytearray(gguf(path))
        data[at:at + struct.calcsize(code)] = struct.pack(code, value)
        return bytes(data)
    return change


def tensor_patched(back, code, value):
    """Patches within the last tensor's entry: name, u32 number of sizes, u64 size, u32 type, u64 offset."""
    def change(path):
        data = bytearray(gguf(path))
        at = data.index(ROPE_FREQS.encode()) + len(ROPE_FREQS) + back
        data[at:at + struct.calcsize(code)] = struct.pack(code, value)
        return bytes(data)
    return change


def version_1(path):
    with open(llama31(version=1).write(f"{path}/whole"), "rb") as file:
        data = file.read()
    os.remove(f"{path}/whole")
    return data


def twice(data):
    """The key of the context's length becomes a second freq_base."""
    name, other = b"llama.context_length", b"llama.rope.freq_base"
    assert len(name) == len(other)
    return data.replace(name, other, 1)


def pair(key, kind, rest):
    name = key.encode()
    return struct.pack("<4sIQQQ", b"GGUF", 3, 0, 1, len(name)) + name + struct.pack("<I", kind) + rest


malformed("gguf_cut_in_header", "the first 100 bytes", lambda path: gguf(path)[:100])
malformed("gguf_cut_in_data", "the factors' last bytes are gone", lambda path: gguf(path)[:-200])
malformed("gguf_magic_alone", "four bytes", lambda path: b"GGUF")
malformed("gguf_tensor_count", "2^60 tensors", patched(8, "<Q", 2**60))
malformed("gguf_key_count", "2^60 keys", patched(16, "<Q", 2**60))
malformed("gguf_key_length", "a key of 2^62 bytes", patched(24, "<Q", 2**62))
malformed("gguf_version_99", "version 99", patched(4, "<I", 99))
malformed("gguf_sizes", "2^31 sizes", tensor_patched(0, "<I", 2**31))
malformed("gguf_size", "2^62 entries", tensor_patched(4, "<Q", 2**62))
malformed("gguf_offset", "an offset beyond the end", tensor_patched(16, "<Q", 2**40))
malformed("gguf_offset_wraps", "an offset that wraps around", tensor_patched(16, "<Q", 2**64 - 32))
malformed("gguf_type_99", "factors of an unknown type", tensor_patched(12, "<I", 99), status=(1, 2))
malformed("gguf_version_1", "version 1, with counts of 32 bits: read, or refused in one line", lambda path: version_1(path), status=(0, 2))
malformed("gguf_key_twice", "freq_base stands twice", lambda path: twice(gguf(path)), status=(1, 2))
malformed("gguf_alignment_0", "alignment 0", lambda path: gguf(path, lambda made: made.key("general.alignment", Typed(U32, 0))))
malformed("gguf_value_type", "a key of type 77", lambda path: pair("general.architecture", 77, bytes(64)))
malformed("gguf_array_length", "an array of 2^61 numbers", lambda path: pair("a.b", 9, struct.pack("<IQ", 4, 2**61) + bytes(64)))
malformed("gguf_array_nested", "arrays in arrays, 100,000 deep", lambda path: pair("a.b", 9, struct.pack("<IQ", 9, 1) * 100000))
malformed("gguf_string_length", "a value of 2^63 bytes", lambda path: pair("general.architecture", 8, struct.pack("<Q", 2**63) + b"llama"))
malformed("gguf_architecture_number", "the architecture is a number", lambda path: pair("general.architecture", 4, struct.pack("<I", 7)))

malformed("safetensors_header_length", "a header of 2^60 bytes", lambda path: struct.pack("<Q", 2**60) + b"{}", "model.safetensors")
malformed("safetensors_header_depth", "a header nested 100,000 deep", lambda path: struct.pack("<Q", 200000) + b"[" * 100000 + b"]" * 100000,
          "model.safetensors")
malformed("safetensors_offsets", "numbers beyond the end", lambda path: struct.pack("<Q", 88)
          + b'{"a.rotary_emb.inv_freq":{"dtype":"F32","shape":[64],"data_offsets":[0,25600000000]}}'.ljust(88) + bytes(256), "model.safetensors")
malformed("safetensors_empty", "an empty file", lambda path: b"", "model.safetensors")


def onnx_bytes(path, pieces):
    with open(o.write(f"{path}/whole", pieces), "rb") as file:
        data = file.read()
    os.remove(f"{path}/whole")
    return data


def small_onnx(**options):
    cos, sin = f.cos_sin(f.default(10000.0, 64), 256)
    return o.model(o.graph([o.rotary(0)], [o.tensor("cos_cache", cos, **options), o.tensor("sin_cache", sin, **options)]))


def external_at(location):
    def make(path):
        away = o.External(location)
        return onnx_bytes(path, small_onnx(external=away))
    return make


def nested_if(depth):
    inner = o.graph([o.constant("cos_cache", np.ones((4, 4), np.float32))], name="leaf")
    data = b"".join(inner)
    for _ in range(depth):
        data = b"".join(o.graph([o.node("If", ["c"], ["d"], then_branch=("graph", [data]))], name="n"))
    return o.model([data])


malformed("onnx_cut", "cut off in a cache", lambda path: onnx_bytes(path, small_onnx())[:-5000], "model.onnx")
malformed("onnx_varint", "a number without an end", lambda path: b"\x08" + b"\xff" * 40, "model.onnx")
malformed("onnx_length", "a graph of 2^62 bytes", lambda path: b"\x08\x0a\x3a" + o.varint(2**62) + b"\x0a\x02", "model.onnx")
malformed("onnx_group", "a wire type that is no more used", lambda path: b"\x0b" * 100, "model.onnx")
malformed("onnx_dims", "a cache of 2^40 rows", lambda path: onnx_bytes(path, o.model(o.graph([o.rotary(0)], [o.tensor(
          "cos_cache", bytes(64), o.FLOAT, (2**40, 2**40)), o.tensor("sin_cache", bytes(64), o.FLOAT, (2**40, 2**40))]))), "model.onnx")
malformed("onnx_dims_negative", "a cache of −1 rows", lambda path: onnx_bytes(path, o.model(o.graph([o.rotary(0)], [o.tensor(
          "cos_cache", bytes(64), o.FLOAT, (-1, 32)), o.tensor("sin_cache", bytes(64), o.FLOAT, (-1, 32))]))), "model.onnx")
malformed("onnx_external_missing", "external data that are not there", external_at("model.onnx.data"), "model.onnx", status=(1, 2))
malformed("onnx_external_outside", "external data outside the folder", external_at("../../../../etc/hostname"), "model.onnx")
malformed("onnx_external_absolute", "external data by an absolute path", external_at("/etc/hostname"), "model.onnx")
malformed("onnx_nested", "2,000 branches in one another", lambda path: onnx_bytes(path, nested_if(2000)), "model.onnx", status=(0, 1, 2))


def call(module, name, argument):
    return b"\x80\x02" + files.global_of(module, name) + b"(" + files.text(argument) + b"tR."


def pickle_case(name, about, payload, file="model.pt"):
    @wrong(name, about, (file,), (), status=(2,), must_not_exist="ran", memory=True)
    def _(path):
        os.makedirs(path, exist_ok=True)
        files.torch_zip(f"{path}/{file}", {"inv_freq": np.ones(4, np.float32)}, payload=payload(path))
        return [f"{path}/{file}"]


pickle_case("pickle_system", "a pickle that calls os.system", lambda path: call("os", "system", f"touch {path}/ran"))
pickle_case("pickle_eval", "a pickle that calls eval", lambda path: call("builtins", "eval", f"open('{path}/ran','w')"))
pickle_case("pickle_disguised", "a call hidden beside a sound tensor", lambda path: b"\x80\x02}(" + files.text("inv_freq")
            + files.pickled(np.ones(4, np.float32), "0") + files.text("x") + call("posix", "system", f"touch {path}/ran")[2:-1] + b"u.")
pickle_case("pickle_bomb", "lists that double 60 times", lambda path: b"\x80\x02]q\x00" + b"".join(
            b"](h" + bytes([i]) + b"h" + bytes([i]) + b"eq" + bytes([i + 1]) for i in range(60)) + b".")
pickle_case("pickle_deep", "500,000 tuples in one another", lambda path: b"\x80\x02)" + b"\x85" * 500000 + b".")
pickle_case("pickle_stack", "a pop from an empty stack", lambda path: b"\x80\x020000u.")
pickle_case("pickle_memo", "a memo that was never written", lambda path: b"\x80\x02j\xff\xff\xff\x7f.")
pickle_case("pickle_no_end", "no stop", lambda path: b"\x80\x02}")


@wrong("torch_storage_short", "a storage with fewer bytes than the tensor's shape", ("model.pt",), (), status=(2,), memory=True)
def _(path):
    os.makedirs(path, exist_ok=True)
    claimed = b"\x80\x02}(" + files.text("inv_freq") + files.pickled(np.ones(64, np.float32), "0") + b"u."
    return [files.torch_zip(f"{path}/model.pt", {"inv_freq": np.ones(4, np.float32)}, payload=claimed)]


@wrong("torch_strides_outside", "strides that lead beyond the storage", ("model.pt",), (), status=(2,), memory=True)
def _(path):
    os.makedirs(path, exist_ok=True)
    claimed = b"\x80\x02}(" + files.text("inv_freq") + files.pickled(np.ones(64, np.float32), "0", strides=[2**40]) + b"u."
    return [files.torch_zip(f"{path}/model.pt", {"inv_freq": np.ones(64, np.float32)}, payload=claimed)]


@wrong("torch_not_zip", "a zip's first bytes and nothing more", ("model.pt",), (), status=(2,))
def _(path):
    os.makedirs(path, exist_ok=True)
    with open(f"{path}/model.pt", "wb") as out:
        out.write(b"PK\x03\x04" + bytes(100))
    return [f"{path}/model.pt"]


@wrong("index_outside", "an index that names a file outside the folder", (("index", "passwd"),), (), status=(1, 2))
def _(path):
    folder(path, config(scaling=LLAMA31))
    write_json(f"{path}/model.safetensors.index.json",
               {"weight_map": {"model.layers.0.self_attn.rotary_emb.inv_freq": "../../../../etc/passwd"}})
    return [str(path)]
