"""ONNX models of onnxruntime-genai's and optimum's kind beside the config that they were exported from."""
import os

import numpy as np

import array_files as files
import formulas as f
import onnx_writer as o
from case import LLAMA31, config, folder, sound, write_json, wrong
from models_folder import LONGROPE_LONG, LONGROPE_SHORT, gemma3, phi

CACHES = ("cos_cache", "sin_cache")
ROWS = 2048


def cast(table, kind):
    """A float32 cache in the model's type, and how a TensorProto names it."""
    if kind == "bfloat16":
        return files.bfloat16(table).data, o.BFLOAT16
    return table.astype(kind), o.KINDS[kind]


def caches(w, rows=ROWS, amplitude=1.0, kind="float32", suffix="", external=None, store="raw", change=None):
    """The initialisers cos_cache and sin_cache."""
    made = []
    for name, table in zip(CACHES, f.cos_sin(w, rows, amplitude)):
        data, number = cast(table if change is None else change(name, table), kind)
        made.append(o.tensor(name + suffix, data, number, store=store, external=external))
    return made


def weight(layer, width=256):
    return o.tensor(f"model.layers.{layer}.input_layernorm.weight", np.ones(width, np.float32))


def decoder(initialisers, layers=4, suffix=lambda layer: "", extra=(), query=False, **attributes):
    """A graph in which each layer's queries and keys are rotated by RotaryEmbedding, or within GroupQueryAttention."""
    nodes = list(extra)
    for layer in range(layers):
        names = {"cos": "cos_cache" + suffix(layer), "sin": "sin_cache" + suffix(layer)}
        if query:
            nodes.append(o.group_query(layer, **names, **attributes))
        else:
            nodes += [o.rotary(layer, what, **names, **attributes) for what in "qk"]
    inputs = [o.value_info("position_ids", o.INT64, ["batch_size", "sequence_length"])]
    outputs = [o.value_info("logits", o.FLOAT, ["batch_size", "sequence_length", 32000])]
    return o.model(o.graph(nodes, [weight(layer) for layer in range(layers)] + list(initialisers), inputs=inputs, outputs=outputs))


def exported(path, model, settings, external=None):
    """check model.onnx --against FOLDER, with genai_config.json beside the model."""
    os.makedirs(f"{path}/onnx", exist_ok=True)
    if external:
        external.write(f"{path}/onnx")
    inner = settings.get("text_config", settings)
    write_json(f"{path}/onnx/genai_config.json", {"model": {"type": inner.get("model_type", "llama"), "context_length": inner.get(
        "max_position_embeddings", 4096), "decoder": {"filename": "model.onnx", "head_size": inner.get("head_dim", 128),
        "num_attention_heads": inner.get("num_attention_heads", 32), "num_hidden_layers": inner.get("num_hidden_layers", 4)}}})
    source = folder(f"{path}/source", settings)
    return [o.write(f"{path}/onnx/model.onnx", model), "--against", source]


LLAMA2 = config(kv=32, base=10000.0, context=4096)
LLAMA3 = config(scaling=LLAMA31)
MINISTRAL = config("ministral3", "Ministral3ForCausalLM", 32, 8, 128, 4, v5=True, base=1000000.0, context=262144, scaling={
    "rope_type": "yarn", "factor": 16.0, "beta_fast": 32.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0,
    "original_max_position_embeddings": 16384})
QWEN_YARN = config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, 4, 1000000.0, 131072, scaling={
    "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768})
GPT_OSS = config("gpt_oss", "GptOssForCausalLM", 64, 8, 64, 4, 150000.0, 131072, scaling={
    "rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False, "original_max_position_embeddings": 4096})
PHI2 = config("phi", "PhiForCausalLM", 32, 32, 80, 4, 10000.0, 2048, partial_rotary_factor=0.4, head_dim=...)
COHERE = config("cohere", "CohereForCausalLM", 64, 64, 128, 4, 8000000.0, 8192)


def good(name, about, make, settings, stored=CACHES):
    @sound(name, about, stored)
    def _(path):
        return exported(path, make(), settings)


def bad(name, about, make, settings, says, source="", names=(("cos_cache", "sin_cache"),), status=(1,)):
    @wrong(name, about, names, says, source, status)
    def _(path):
        return exported(path, make(), settings)


def llama2(**options):
    return decoder(caches(f.default(10000.0, 128), **options))


for KIND in ("float32", "float16", "bfloat16"):
    good(f"onnx_{KIND}", f"Llama 2, caches in {KIND}", lambda kind=KIND: llama2(kind=kind), LLAMA2)
good("onnx_numpy", "caches by NumPy's float32 cosine, as graph fusion writes them", lambda: decoder([o.tensor(name, table) for name, table in zip(
     CACHES, f.cos_sin(f.default(10000.0, 128), ROWS, library=f.Library("numpy")))]), LLAMA2)
good("onnx_typed_fields", "numbers in float_data", lambda: llama2(store="typed", rows=512), LLAMA2)
good("onnx_typed_float16", "float16 in int32_data", lambda: llama2(store="typed", rows=512, kind="float16"), LLAMA2)
good("onnx_typed_bfloat16", "bfloat16 in int32_data", lambda: llama2(store="typed", rows=512, kind="bfloat16"), LLAMA2)
good("onnx_constants", "the caches are Constant nodes", lambda: decoder([], extra=[o.constant(name, table) for name, table in zip(
     CACHES, f.cos_sin(f.default(10000.0, 128), ROWS))]), LLAMA2)
good("onnx_llama31", "Llama 3.1", lambda: decoder(caches(f.llama3(500000.0, 128), kind="float16")), LLAMA3)
good("onnx_query_attention", "rotation within GroupQueryAttention", lambda: decoder(caches(f.llama3(500000.0, 128)), query=True), LLAMA3)
good("onnx_yarn", "Qwen2.5's YaRN with its amplitude", lambda: decoder(caches(f.yarn(1000000.0, 128, 4.0, 32768),
     amplitude=f.yarn_mscale(4.0))), QWEN_YARN)
good("onnx_ministral", "Ministral 3 with the ramp's ends rounded; mscale over mscale_all_dim is 1", lambda: decoder(caches(
     f.yarn(1000000.0, 128, 16.0, 16384))), MINISTRAL)
good("onnx_gpt_oss", "gpt-oss: no rounding of the ramp's ends, as its config says", lambda: decoder(caches(
     f.yarn(150000.0, 64, 32.0, 4096, truncate=False), amplitude=f.yarn_mscale(32.0))), GPT_OSS)
good("onnx_partial", "Phi-2: 32 of 80 channels", lambda: decoder(caches(f.default(10000.0, 32)), num_heads=32, rotary_embedding_dim=32), PHI2)
good("onnx_interleaved", "Cohere: adjacent pairs, interleaved 1", lambda: decoder(caches(f.default(8000000.0, 128)), interleaved=1), COHERE)


def gemma3_model(local, rows=1024):
    return decoder(caches(f.linear(1000000.0, 256, 8.0), rows, suffix="_global") + caches(local, rows, suffix="_local"), 6,
                   suffix=lambda layer: "_global" if layer == 5 else "_local")


good("onnx_gemma3", "Gemma 3: two pairs of caches", lambda: gemma3_model(f.default(10000.0, 256)), gemma3(),
     ("cos_cache_global", "sin_cache_global", "cos_cache_local", "sin_cache_local"))

SCALE = 4
SHORT_PHI = phi(4096 * SCALE)
AMPLITUDE = f.longrope_mscale(float(SCALE), 4096)


def longrope_if(large=LONGROPE_LONG, small=LONGROPE_SHORT, amplitude=AMPLITUDE, swapped=False, large_base=10000.0):
    """If the sequence is longer than the original context the large caches, else the small ones, as Constants of the branches."""
    branches = []
    for name, factors, rows, base in (("large", large, 4096 * SCALE, large_base), ("small", small, 4096, 10000.0)):
        tables = f.cos_sin(f.longrope(base, 96, factors), rows, amplitude)
        nodes = [o.constant(f"{cache}_{name}", table.astype(np.float16)) for cache, table in zip(CACHES, tables)]
        outputs = [o.value_info(f"{cache}_{name}", o.FLOAT16, [rows, 48]) for cache in CACHES]
        branches.append(("graph", o.graph(nodes, name=f"{name}_rotemb_caches_graph", outputs=outputs)))
    then_branch, else_branch = branches[::-1] if swapped else branches
    extra = [o.constant("/original_length", np.array(4096, np.int64)),
             o.node("Greater", ["/sequence_length", "/original_length"], ["/longer"]),
             o.node("If", ["/longer"], list(CACHES), "/model/rotemb_caches_subgraph/If", then_branch=then_branch, else_branch=else_branch)]
    return decoder([], extra=extra, num_heads=24, rotary_embedding_dim=96)


def longrope_one_table(swapped=False):
    """For DirectML: short rows, then long ones from the original context on."""
    first, then = (LONGROPE_LONG, LONGROPE_SHORT) if swapped else (LONGROPE_SHORT, LONGROPE_LONG)
    made = []
    for i, name in enumerate(CACHES):
        low = f.cos_sin(f.longrope(10000.0, 96, first), np.arange(4096), AMPLITUDE)[i]
        high = f.cos_sin(f.longrope(10000.0, 96, then), np.arange(4096, 4096 * SCALE), AMPLITUDE)[i]
        made.append(o.tensor(name, np.concatenate([low, high]).astype(np.float16)))
    return decoder(made, num_heads=24, rotary_embedding_dim=96)


good("onnx_longrope_if", "Phi: an If with a large and a small cache", longrope_if, SHORT_PHI, ("cos_cache_large", "cos_cache_small"))
good("onnx_longrope_table", "Phi for DirectML: short rows, then long ones", longrope_one_table, SHORT_PHI)


@sound("onnx_external", "caches in model.onnx.data", CACHES)
def _(path):
    away = o.External("model.onnx.data")
    return exported(path, decoder(caches(f.llama3(500000.0, 128), external=away)), LLAMA3, away)


@sound("onnx_folder", "a folder of genai_config.json and the model alone", CACHES)
def _(path):
    exported(path, llama2(), LLAMA2)
    return [f"{path}/onnx"]


@sound("onnx_inv_freq_constant", "optimum: inv_freq is a constant before MatMul, Cos and Sin", (("inv_freq"),))
def _(path):
    w = f.llama3(500000.0, 128)
    nodes = [o.node("MatMul", ["/model/rotary_emb/inv_freq", "/positions"], ["/angles"]), o.node("Cos", ["/angles"], ["/cos"]),
             o.node("Sin", ["/angles"], ["/sin"])]
    return exported(path, o.model(o.graph(nodes, [o.tensor("/model/rotary_emb/inv_freq", w.reshape(1, 64, 1))]), "pytorch"), LLAMA3)


@sound("onnx_2_gigabytes", "2 GB, almost all of it a hole", CACHES, memory=True)
def _(path):
    hole = o.tensor("model.embed_tokens.weight", o.Hole(2_000_000_000), o.FLOAT16, (100000, 10000))
    return exported(path, decoder([hole] + caches(f.default(10000.0, 128), 256)), LLAMA2)


@sound("onnx_external_12_gigabytes", "external data of 12 GB, almost all of it a hole", CACHES, memory=True)
def _(path):
    away = o.External("model.onnx.data")
    hole = o.tensor("model.embed_tokens.weight", o.Hole(12_000_000_000), o.FLOAT16, (600000, 10000), external=away)
    return exported(path, decoder([hole] + caches(f.default(10000.0, 128), 256, external=away)), LLAMA2, away)


bad("onnx_wrong_base", "base 500000 in the caches, 10000 in the config", lambda: decoder(caches(f.default(500000.0, 128))), LLAMA2,
    (("wrong-base", "base", "theta"),))
bad("onnx_scaling_lost", "Llama 3.1 without its scaling", lambda: decoder(caches(f.default(500000.0, 128), 8192)), LLAMA3, (("scaling",),))
bad("onnx_yarn_truncate", "Ministral 3: the ramp's ends aren't rounded", lambda: decoder(caches(f.yarn(1000000.0, 128, 16.0, 16384,
    truncate=False))), MINISTRAL, (("truncate", "ramp"),), "microsoft/onnxruntime-genai#2076; builders/base.py")
bad("onnx_qwen_yarn_truncate", "Qwen2.5: the ramp's ends aren't rounded", lambda: decoder(caches(f.yarn(1000000.0, 128, 4.0, 32768,
    truncate=False), 4096, f.yarn_mscale(4.0))), QWEN_YARN, (("truncate", "ramp"),))
bad("onnx_yarn_amplitude", "YaRN's amplitude is lost", lambda: decoder(caches(f.yarn(1000000.0, 128, 4.0, 32768))), QWEN_YARN, (("amplitude",),))
bad("onnx_gemma3_local_8", "Gemma 3: the local caches are divided by 8, too", lambda: gemma3_model(f.linear(10000.0, 256, 8.0)), gemma3(),
    (("scaling", "factor", "position-scale", "linear"),), "microsoft/onnxruntime-genai, make_rotary_embedding_multi_cache", ("cos_cache_local",))
bad("onnx_gemma3_swapped", "Gemma 3: local and global caches are swapped", lambda: decoder(caches(f.linear(1000000.0, 256, 8.0), 1024,
    suffix="_local") + caches(f.default(10000.0, 256), 1024, suffix="_global"), 6, suffix=lambda layer: "_global" if layer == 5 else "_local"),
    gemma3(), (), names=(("cos_cache_local", "cos_cache_global"),))
bad("onnx_interleaved_wrong", "interleaved is 1 where halves are meant", lambda: decoder(caches(f.default(10000.0, 128)), interleaved=1), LLAMA2,
    (("interleaved",),), names=())
bad("onnx_query_interleaved", "rotary_interleaved is 1 where halves are meant", lambda: decoder(caches(f.llama3(500000.0, 128)), query=True,
    rotary_interleaved=1), LLAMA3, (("interleaved",),), names=())
bad("onnx_partial_lost", "caches of the whole head where 32 of 80 channels are meant", lambda: decoder(caches(f.default(10000.0, 80))), PHI2,
    (("32", "80", "partial", "40", "16"),))
bad("onnx_rotary_dim", "rotary_embedding_dim 64 with caches of 16 pairs", lambda: decoder(caches(f.default(10000.0, 32)), num_heads=32,
    rotary_embedding_dim=64), PHI2, (("rotary_embedding_dim",),), names=())
bad("onnx_longrope_branches", "the If's branches are swapped", lambda: longrope_if(swapped=True), SHORT_PHI, (("branch", "longrope", "long", "short"),),
    names=(("cos_cache_large", "cos_cache_small"),))
bad("onnx_longrope_short_twice", "the large cache has the short factors", lambda: longrope_if(large=LONGROPE_SHORT), SHORT_PHI,
    (("longrope", "factor"),), names=("cos_cache_large",))
bad("onnx_longrope_amplitude", "LongRoPE's amplitude is lost", lambda: longrope_if(amplitude=1.0), SHORT_PHI, (("amplitude",),),
    names=(("cos_cache_large", "cos_cache_small"),))
bad("onnx_longrope_table_swapped", "DirectML's table: long rows first", lambda: longrope_one_table(True), SHORT_PHI, (("longrope", "row", "factor"),))
bad("onnx_sine_for_cosine", "cos_cache and sin_cache are swapped", lambda: decoder([o.tensor(name, table) for name, table in zip(
    CACHES, f.cos_sin(f.default(10000.0, 128), ROWS)[::-1])]), LLAMA2, (("swapped",),))
bad("onnx_positions_from_1", "row 0 is position 1", lambda: decoder([o.tensor(name, table) for name, table in zip(
    CACHES, f.cos_sin(f.default(10000.0, 128), np.arange(1, ROWS + 1)))]), LLAMA2, (("position-offset", "offset"),))
bad("onnx_zero_rows", "the last 100 rows are zeros", lambda: llama2(change=lambda name, table: np.where(
    np.arange(ROWS)[:, None] < ROWS - 100, table, np.float32(0))), LLAMA2, (("zero",),))
bad("onnx_corrupt", "one cosine is 1.5", lambda: llama2(change=lambda name, table: np.where(
    (np.arange(ROWS)[:, None] == 700) & (np.arange(64) == 9) & (name == "cos_cache"), np.float32(1.5), table)), LLAMA2, (("700",),))
bad("onnx_bfloat16_frequencies", "caches of frequencies that were rounded to bfloat16", lambda: decoder(caches(files.widened(
    files.bfloat16(f.default(10000.0, 128))))), LLAMA2, (("frequency-rounded", "bfloat16"),))
bad("onnx_constant_wrong", "one branch's cache has another base", lambda: longrope_if(large_base=1000000.0), SHORT_PHI, (), names=("cos_cache_large",))
