"""Tables as programs keep them: torch's files, vLLM's, TensorRT-LLM's, Flux's and MLX's layouts, dumped beside a config."""
import os
import struct

import numpy as np

import array_files as files
import formulas as f
from case import LLAMA31, config, folder, inv_freq, sound, weights, write_json, wrong
from models_folder import LAYERS, PER_LAYER, phi, LONGROPE_SHORT, LONGROPE_LONG

LLAMA = config(scaling=LLAMA31, layers=LAYERS)
LLAMA2 = config(kv=32, base=10000.0, context=4096, layers=LAYERS)
ROWS = 1024


def beside(path, tensors, settings, file="buffers.safetensors", metadata=None):
    """check FILE --against FOLDER."""
    source = folder(f"{path}/source", settings)
    if file.endswith(".safetensors"):
        made = files.safetensors(f"{path}/{file}", tensors, metadata)
    else:
        made = files.torch_zip(f"{path}/{file}", tensors)
    return [made, "--against", source]


def pair(name, about, tensors, stored, says, changed=None, settings=LLAMA, file="buffers.safetensors", metadata=None, source="", names=None):
    """A sound file and one with a mistake: `tensors(w)` for the right frequencies, `changed` the wrong ones' tensors."""
    @sound(f"{name}", about, stored)
    def _(path):
        os.makedirs(path, exist_ok=True)
        return beside(path, tensors(), settings, file, metadata)

    if changed:
        @wrong(f"{name}_wrong", f"{about}: {says[0] if isinstance(says[0], str) else says[0][0]}", names or stored, says, source)
        def _(path):
            os.makedirs(path, exist_ok=True)
            return beside(path, changed(), settings, file, metadata)


RIGHT, OTHER = (lambda: f.llama3(500000.0, 128)), (lambda: f.default(10000.0, 128))


def vllm(w, amplitude=1.0, kind="float32", rows=ROWS):
    table = np.concatenate(f.cos_sin(w, rows, amplitude), axis=1)
    return files.bfloat16(table) if kind == "bfloat16" else table.astype(kind)


def float2(w, rows=ROWS):
    """TensorRT-LLM: [1, positions * dim] of (cos, sin)."""
    return np.stack(f.cos_sin(w, rows), axis=-1).reshape(1, -1)


def matrices(w, rows=256, sign=-1):
    """Flux: [[cos, -sin], [sin, cos]] for each position and pair."""
    cos, sin = f.cos_sin(w, rows)
    return np.stack([cos, np.float32(sign) * sin, np.float32(-sign) * sin, cos], axis=-1).reshape(1, rows, len(w), 2, 2)


VLLM = "model.layers.0.self_attn.rotary_emb.cos_sin_cache"
pair("vllm_float32", "vLLM's cos_sin_cache", lambda: {VLLM: vllm(RIGHT())}, (VLLM,), (("base", "theta", "scaling"),), lambda: {VLLM: vllm(OTHER())})
pair("vllm_bfloat16", "vLLM's cos_sin_cache in the model's bfloat16", lambda: {VLLM: vllm(RIGHT(), kind="bfloat16")}, (VLLM,), ("scaling",),
     lambda: {VLLM: vllm(f.default(500000.0, 128), kind="bfloat16", rows=8192)})
pair("vllm_yarn", "vLLM's YaRN with its amplitude", lambda: {VLLM: vllm(f.yarn(1000000.0, 128, 4.0, 32768), f.yarn_mscale(4.0))}, (VLLM,),
     ("amplitude",), lambda: {VLLM: vllm(f.yarn(1000000.0, 128, 4.0, 32768))}, config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, LAYERS,
     1000000.0, 131072, scaling={"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}))
TENSORRT = "transformer.embed_positions_for_gpt_attention"
pair("tensorrt_float2", "TensorRT-LLM's pairs of cosine and sine", lambda: {TENSORRT: float2(RIGHT())}, ("embed_positions_for_gpt_attention",),
     (("base", "theta", "scaling"),), lambda: {TENSORRT: float2(OTHER())})
pair("tensorrt_inv_freq", "TensorRT-LLM's rotary_inv_freq", lambda: {"transformer.rotary_inv_freq": RIGHT()}, ("rotary_inv_freq",),
     (("base", "theta", "scaling"),), lambda: {"transformer.rotary_inv_freq": OTHER()})
pair("flux_matrices", "Flux's 2 by 2 matrices", lambda: {"pe_embedder.rope": matrices(f.default(10000.0, 128))}, ("pe_embedder.rope",),
     (("sign", "transposed", "direction"),), lambda: {"pe_embedder.rope": matrices(f.default(10000.0, 128), sign=1)}, LLAMA2)
MLX = "model.layers.0.self_attn.rope._freqs"
pair("mlx_periods", "MLX's periods", lambda: {MLX: f.mlx_llama3_periods(500000.0, 128)}, (MLX,), (("scaling", "factor"),),
     lambda: {MLX: f.mlx_llama3_periods(500000.0, 128, 32.0)}, metadata={"format": "mlx"})
pair("complex64", "Meta's freqs_cis", lambda: {"freqs_cis": f.complex_table(RIGHT(), ROWS)}, ("freqs_cis",), (("base", "theta", "scaling"),),
     lambda: {"freqs_cis": f.complex_table(OTHER(), ROWS)}, file="buffers.pt")
pair("complex64_conjugate", "Meta's freqs_cis in safetensors", lambda: {"freqs_cis": f.complex_table(RIGHT(), ROWS)}, ("freqs_cis",), (("sign", "conjugate"),),
     lambda: {"freqs_cis": f.complex_table(RIGHT(), ROWS).conj()})
pair("cos_cached", "old Hugging Face: cos_cached and sin_cached, columns twice", lambda: {f"model.layers.0.self_attn.rotary_emb.{name}_cached": f.doubled(
     table)[None, None] for name, table in zip(("cos", "sin"), f.cos_sin(f.default(10000.0, 128), ROWS))}, ("cos_cached", "sin_cached"),
     ("base",), lambda: {f"model.layers.0.self_attn.rotary_emb.{name}_cached": f.doubled(table)[None, None] for name, table in zip(("cos", "sin"),
     f.cos_sin(f.default(1000000.0, 128), ROWS))}, LLAMA2, names=(("cos_cached", "sin_cached"),))


@sound("torch_folder", "pytorch_model.bin in a folder", PER_LAYER)
def _(path):
    source = folder(path, LLAMA)
    made = {**weights(), **inv_freq(LAYERS, RIGHT())}
    files.torch_zip(f"{path}/pytorch_model.bin", made, "pytorch_model")
    return [source]


@sound("torch_sharded", "two .bin files and an index", PER_LAYER)
def _(path):
    source, where = folder(path, LLAMA), {}
    for part in (1, 2):
        name = f"pytorch_model-0000{part}-of-00002.bin"
        held = {key: value for layer, (key, value) in enumerate(inv_freq(LAYERS, RIGHT()).items()) if layer // 2 + 1 == part}
        files.torch_zip(f"{path}/{name}", held)
        where.update({key: name for key in held})
    write_json(f"{path}/pytorch_model.bin.index.json", {"metadata": {}, "weight_map": where})
    return [source]


@wrong("torch_folder_base", "pytorch_model.bin with another base", (("inv_freq", "layers."),), (("base", "theta", "scaling"),))
def _(path):
    source = folder(path, LLAMA)
    files.torch_zip(f"{path}/pytorch_model.bin", {**weights(), **inv_freq(LAYERS, OTHER())})
    return [source]


@wrong("torch_bfloat16", "pytorch_model.bin with frequencies in bfloat16", (("inv_freq", "layers."),), (("bfloat16", "bf16"),))
def _(path):
    source = folder(path, LLAMA)
    files.torch_zip(f"{path}/pytorch_model.bin", {**weights(), **inv_freq(LAYERS, files.bfloat16(RIGHT()))})
    return [source]


@sound("torch_parameter", "frequencies that are a Parameter, within state_dict", ("rotary_emb.inv_freq",))
def _(path):
    source = folder(f"{path}/source", LLAMA)
    name = "model.rotary_emb.inv_freq"
    return [files.torch_zip(f"{path}/checkpoint.pt", {name: RIGHT()}, parameters=(name,), nested="state_dict"), "--against", source]


def alone(name, about, file, tensors, stored, **options):
    @sound(name, about, stored)
    def _(path):
        os.makedirs(path, exist_ok=True)
        return [files.torch_zip(f"{path}/{file}", tensors(), **options)]


alone("torch_pe", "a tutorial's pe, alone", "transformer.pt", lambda: {"encoder.pos_encoder.pe": f.sinusoid_tutorial(500, 64)[:, None, :]},
      ("pos_encoder.pe",))
alone("torch_rope_freqs", "lucidrains' rope.freqs, alone", "model.ckpt", lambda: {"rope.freqs": f.default(10000.0, 64)}, ("rope.freqs",))
alone("torch_whisper", "OpenAI's Whisper: dims beside model_state_dict", "tiny.pt", lambda: {"encoder.positional_embedding": f.sinusoid_whisper(1500, 384)},
      ("encoder.positional_embedding",), nested="model_state_dict")


@wrong("torch_float8_rope", "SeedVR2: rope.freqs in float8_e4m3fn, 5 of 21 are zero", ("rope.freqs",), (("float8", "f8", "e4m3"),), "numz/ComfyUI-SeedVR2#610")
def _(path):
    os.makedirs(path, exist_ok=True)
    return [files.safetensors(f"{path}/seedvr2_fp8.safetensors", {"blocks.0.attn.rope.freqs": files.float8_e4m3fn(f.default(10000.0, 42))})]


@wrong("torch_rope_freqs_zero", "rope.freqs was never written", ("rope.freqs",), (("zero", "uninitialised"),), status=(1, 2))
def _(path):
    os.makedirs(path, exist_ok=True)
    return [files.torch_zip(f"{path}/model.pt", {"rope.freqs": np.zeros(32, np.float32)})]


@wrong("torch_pe_wrong", "a tutorial's pe whose exponent counts channels, beside no config", ("pos_encoder.pe",), (), status=(1, 2))
def _(path):
    os.makedirs(path, exist_ok=True)
    j = np.arange(64)
    turned = np.arange(500)[:, None] / 10000.0 ** (2 * j / 64)
    table = np.where(j % 2 == 0, np.sin(turned), np.cos(turned)).astype(np.float32)
    table[100:200] = table[300:400]
    return [files.torch_zip(f"{path}/transformer.pt", {"encoder.pos_encoder.pe": table})]


@sound("vllm_longrope", "vLLM's long and short caches one after the other", ("long_short_cos_sin_cache",))
def _(path):
    source = folder(f"{path}/source", phi(16384))
    amplitude = f.longrope_mscale(4.0, 4096)
    table = np.concatenate([vllm(f.longrope(10000.0, 96, LONGROPE_SHORT), amplitude, rows=4096),
                            vllm(f.longrope(10000.0, 96, LONGROPE_LONG), amplitude, rows=16384)])
    return [files.safetensors(f"{path}/buffers.safetensors", {"model.layers.0.self_attn.rotary_emb.long_short_cos_sin_cache": table}),
            "--against", source]


@sound("safetensors_20_gigabytes", "20 GB, almost all of it a hole", ("inv_freq",), memory=True)
def _(path):
    made = {"model.embed_tokens.weight": files.HoleOf("F16", (1000000, 10000), 20_000_000_000), **inv_freq(LAYERS, RIGHT())}
    return [folder(path, LLAMA, made)]


@sound("npy_cache", "a table of cosines in .npy against a config", ("cos",))
def _(path):
    source = folder(f"{path}/source", LLAMA2)
    np.save(f"{path}/cos.npy", f.cos_sin(f.default(10000.0, 128), ROWS)[0])
    return [f"{path}/cos.npy", "--against", source]


@sound("npz_periods", "MLX's periods in .npz", ("_freqs",))
def _(path):
    source = folder(f"{path}/source", LLAMA)
    np.savez(f"{path}/weights.npz", **{MLX: f.mlx_llama3_periods(500000.0, 128)})
    return [f"{path}/weights.npz", "--against", source]


def whisper_bin(path, table):
    """whisper.cpp's file: magic, 11 numbers, mel filters, tokens, tensors with their sizes reversed."""
    with open(path, "wb") as file:
        file.write(struct.pack("<I11i", 0x67676D6C, 4, 1500, 384, 6, 4, 448, 384, 6, 4, 80, 1))
        file.write(struct.pack("<2i", 80, 201) + bytes(4 * 80 * 201) + struct.pack("<i", 4))
        for token in (b"a", b"b", b"c", b"d"):
            file.write(struct.pack("<i", len(token)) + token)
        for name, array in (("decoder.positional_embedding", np.zeros((448, 384), np.float32)), ("encoder.positional_embedding", table)):
            file.write(struct.pack("<3i", array.ndim, len(name), 0) + struct.pack("<2i", *array.shape[::-1]) + name.encode() + array.tobytes())
    return str(path)


@wrong("whisper_cpp", "whisper.cpp's file: read, or refused in one line", (), (), status=(0, 2))
def _(path):
    os.makedirs(path, exist_ok=True)
    return [whisper_bin(f"{path}/ggml-tiny.bin", f.sinusoid_whisper(1500, 384))]
