"""GGUF files beside the Hugging Face config that they were converted from, and files that no reader may believe."""
import os

import numpy as np

import formulas as f
from case import LLAMA31, MILLION, TEN_THOUSAND, YARN, config, folder, sound, wrong
from gguf_writer import F64, U64, Typed, Writer
from models_folder import LONGROPE_LONG, LONGROPE_SHORT, gemma3, gemma4, phi, phi_v5

ROPE_FREQS = "rope_freqs.weight"


def writer(architecture, heads=32, kv=8, head=128, layers=4, context=131072, base=500000.0, rotary=None, keys=None, **options):
    """The keys that each converter writes, in its order; `base` or `rotary` None leaves the key out."""
    made = {"block_count": layers, "context_length": context, "embedding_length": heads * head, "feed_forward_length": 4 * heads * head,
            "attention.head_count": heads, "attention.head_count_kv": kv}
    if base is not None:
        made["rope.freq_base"] = float(base)
    if rotary != "absent":
        made["rope.dimension_count"] = rotary or head
    made["attention.layer_norm_rms_epsilon"] = 1e-5
    made.update(keys or {})
    out = Writer(architecture, **options, **made)
    out.key("general.name", "audit").key("general.file_type", 1)
    out.key("tokenizer.ggml.model", "gpt2").key("tokenizer.ggml.tokens", [f"token {i}" for i in range(300)])
    out.key("tokenizer.ggml.scores", [0.5 * i for i in range(300)]).key("tokenizer.ggml.token_type", [1] * 300)
    out.tensor("token_embd.weight", kind="float16", shape=(300, heads * head))
    for layer in range(layers):
        out.tensor(f"blk.{layer}.attn_norm.weight", np.ones(heads * head, np.float32))
    return out


def joined(path, made, settings, name="model.gguf"):
    """check GGUF --against FOLDER."""
    source = folder(f"{path}/source", settings)
    return [made.write(f"{path}/{name}"), "--against", source]


def deepseek4(base=160000.0, ratios=(128, 0, 4, 0)):
    return writer("deepseek4", 8, 1, 512, base=10000.0, rotary=64, keys={
        "attention.key_length": 512, "attention.compress_ratios": list(ratios), "attention.compress_rope_freq_base": base,
        "rope.scaling.type": "yarn", "rope.scaling.factor": 16.0, "rope.scaling.original_context_length": 65536})


DEEPSEEK_V4 = {"model_type": "deepseek_v4", "hidden_size": 4096, "num_attention_heads": 8, "head_dim": 512, "qk_rope_head_dim": 64,
               "num_hidden_layers": 4, "max_position_embeddings": 131072, "rope_theta": 10000, "compress_rope_theta": 160000,
               "compress_ratios": [128, 0, 4, 0],
               "rope_scaling": {"type": "yarn", "factor": 16, "original_max_position_embeddings": 65536}}


@sound("gguf_deepseek4", "DeepSeek-V4: two kinds of layers, those that compress with YaRN", says=(("nothing is stored",),))
def _(path):
    return joined(path, deepseek4(), DEEPSEEK_V4)


@wrong("gguf_deepseek4_base", "DeepSeek-V4: layers that compress have the base of the others", (("compress_rope_freq_base", "compress_rope_theta"),), ("10000", "160000"))
def _(path):
    return joined(path, deepseek4(base=10000.0), DEEPSEEK_V4)


@wrong("gguf_deepseek4_layers", "DeepSeek-V4: another layer compresses", (("compress_ratios",),), ("main", "compress"))
def _(path):
    return joined(path, deepseek4(ratios=(0, 0, 4, 0)), DEEPSEEK_V4)


def llama31(values="right", **options):
    made = writer("llama", **options)
    if values is not None:
        made.tensor(ROPE_FREQS, f.llama3_factors(500000.0, 128) if isinstance(values, str) else values)
    return made


def llama_config(**scaling):
    return config(scaling={**LLAMA31, **scaling})


def phi_writer(short=LONGROPE_SHORT, long=LONGROPE_LONG, amplitude=True, kind=True):
    keys = {"rope.scaling.original_context_length": 4096}
    if amplitude:
        keys["rope.scaling.attn_factor"] = f.longrope_mscale(32.0, 4096)
    if kind:
        keys["rope.scaling.type"] = "longrope"
    made = writer("phi3", 24, 8, 128, base=10000.0, rotary=96, keys=keys)
    if long is not None:
        made.tensor("rope_factors_long.weight", np.array(long, np.float32))
        made.tensor("rope_factors_short.weight", np.array(short, np.float32))
    return made


def yarn_writer(factor=4.0, original=32768, kind="yarn"):
    keys = {}
    if kind:
        keys["rope.scaling.type"] = kind
    if factor:
        keys["rope.scaling.factor"] = factor
    if original:
        keys["rope.scaling.original_context_length"] = original
    return writer("qwen2", 28, 4, 128, base=1000000.0, keys=keys)


def yarn_config():
    return config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, 4, 1000000.0, 131072, scaling=YARN)


def gemma3_writer(**keys):
    made = {"rope.freq_base_swa": 10000.0, "rope.scaling.type": "linear", "rope.scaling.factor": 8.0,
            "attention.sliding_window": 1024, "attention.key_length": 256, "attention.value_length": 256, **keys}
    made = {key: value for key, value in made.items() if value is not None}
    return writer("gemma3", 8, 4, 256, 6, base=1000000.0, rotary="absent", keys=made)


def gemma4_writer(values):
    keys = {"rope.freq_base_swa": 10000.0, "rope.dimension_count_swa": 256, "attention.key_length": 512, "attention.key_length_swa": 256,
            "attention.sliding_window": 1024, "attention.sliding_window_pattern": [True] * 5 + [False]}
    made = writer("gemma4", 8, 4, 256, 6, base=1000000.0, rotary=512, keys=keys)
    return made if values is None else made.tensor(ROPE_FREQS, values)


GEMMA4 = np.where(np.arange(256) < 64, 1.0, 1e30).astype(np.float32)
STABLELM = config("stablelm", "StableLmForCausalLM", 32, 32, 80, 4, 10000.0, 4096, partial_rotary_factor=0.25, head_dim=...)
PHI2 = config("phi", "PhiForCausalLM", 32, 32, 80, 4, 10000.0, 2048, partial_rotary_factor=0.4, head_dim=...)
QWEN2_VL = config("qwen2_vl", "Qwen2VLForConditionalGeneration", 28, 4, 128, 4, 1000000.0, 32768,
                  scaling={"type": "mrope", "mrope_section": [16, 24, 24]})
QWEN2 = config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, 4, 1000000.0, 32768)
QWEN3 = config("qwen3", "Qwen3ForCausalLM", 16, 8, 128, 4, 1000000.0, 40960, hidden_size=1024)


def partly_rotated(path, base, smollm):
    """Models whose every fourth layer doesn't rotate: the GGUF says so by its architecture, or by windows."""
    if smollm:
        settings = config("smollm3", "SmolLM3ForCausalLM", 16, 4, 128, 8, 5000000.0, 65536, no_rope_layers=[1, 1, 1, 0] * 2,
                          no_rope_layer_interval=4)
        return joined(path, writer("smollm3", 16, 4, 128, 8, 65536, base), settings)
    settings = config("cohere2", "Cohere2ForCausalLM", 32, 8, 128, 8, 5000000.0, 131072, sliding_window=4096, sliding_window_pattern=4)
    return joined(path, writer("cohere2", 32, 8, 128, 8, 131072, base, keys={"attention.sliding_window": 4096}), settings)


for NAME in ("smollm3", "cohere2"):
    @sound(f"gguf_{NAME}", f"{NAME}: every fourth layer doesn't rotate")
    def _(path, smollm=NAME == "smollm3"):
        return partly_rotated(path, 5000000.0, smollm)

    @wrong(f"gguf_wrong_{NAME}", f"{NAME}: the layers that rotate have another base", ("freq_base", "rope_theta"), (TEN_THOUSAND,))
    def _(path, smollm=NAME == "smollm3"):
        return partly_rotated(path, 10000.0, smollm)


def good(name, about, make, settings=None, stored=()):
    @sound(name, about, stored)
    def _(path):
        os.makedirs(path, exist_ok=True)
        return joined(path, make(), settings) if settings else [make().write(f"{path}/model.gguf")]


def bad(name, about, make, settings, names, says, source="", status=(1,)):
    @wrong(name, about, names, says, source, status)
    def _(path):
        os.makedirs(path, exist_ok=True)
        return joined(path, make(), settings)


good("gguf_alone", "Llama 3.1 alone", llama31, None, (ROPE_FREQS,))
good("gguf_llama31", "Llama 3.1 against its config", llama31, llama_config(), (ROPE_FREQS,))
good("gguf_version_2", "version 2", lambda: llama31(version=2), llama_config(), (ROPE_FREQS,))
good("gguf_big_endian", "big-endian", lambda: llama31(big_endian=True), llama_config(), (ROPE_FREQS,))
good("gguf_version_2_big_endian", "version 2, big-endian", lambda: llama31(version=2, big_endian=True), llama_config(), (ROPE_FREQS,))
good("gguf_alignment_64", "general.alignment 64", lambda: llama31(alignment=64), llama_config(), (ROPE_FREQS,))
good("gguf_alignment_8", "general.alignment 8", lambda: llama31(alignment=8), llama_config(), (ROPE_FREQS,))
good("gguf_wide_types", "keys as float64 and uint64", lambda: llama31().key("llama.rope.freq_base", Typed(F64, 500000.0))
     .key("llama.context_length", Typed(U64, 131072)), llama_config(), (ROPE_FREQS,))
good("gguf_float64_factors", "factors in float64", lambda: llama31(f.llama3_factors(500000.0, 128).astype(np.float64)), llama_config())
good("gguf_later_types", "weights of types that a reader may not know", lambda: llama31().tensor("blk.0.ffn_up.weight", kind="mxfp4", shape=(64, 4096))
     .tensor("blk.0.ffn_down.weight", kind="later", shape=(64, 4096)).tensor("blk.1.ffn_up.weight", kind="q4_0", shape=(64, 4096)),
     llama_config(), (ROPE_FREQS,))
good("gguf_qwen2", "Qwen2 with base 1e6", lambda: writer("qwen2", 28, 4, context=32768, base=1000000.0), QWEN2)
good("gguf_qwen3", "Qwen3: the head is wider than the hidden size says",
     lambda: writer("qwen3", 16, 8, 64, context=40960, base=1000000.0, rotary="absent",
                    keys={"attention.key_length": 128, "attention.value_length": 128}), QWEN3)
good("gguf_yarn", "Qwen2.5 with YaRN", yarn_writer, yarn_config())
good("gguf_phi", "Phi with LongRoPE", phi_writer, phi(), ("rope_factors_long.weight", "rope_factors_short.weight"))
good("gguf_phi_before_2026", "Phi as written before 2026: no rope.scaling.type", lambda: phi_writer(kind=False), phi(),
     ("rope_factors_long.weight",))
good("gguf_phi_v5", "Phi against a config of transformers 5", phi_writer, phi_v5(), ("rope_factors_long.weight",))
good("gguf_gemma3", "Gemma 3", gemma3_writer, gemma3())
good("gguf_gemma3_v5", "Gemma 3 against a nested config", gemma3_writer, gemma3(True))
good("gguf_gemma4", "Gemma 4: 64 ones, then 1e30", lambda: gemma4_writer(GEMMA4), gemma4(), (ROPE_FREQS,))
good("gguf_stablelm", "a quarter of the head is rotated", lambda: writer("stablelm", 32, 32, 80, context=4096, base=10000.0, rotary=20), STABLELM)
good("gguf_phi2_without_base", "Phi-2: no freq_base, and 10000 is right", lambda: writer("phi2", 32, 32, 80, context=2048, base=None, rotary=32), PHI2)
good("gguf_qwen2vl", "Qwen2-VL: sections of pairs", lambda: writer("qwen2vl", 28, 4, context=32768, base=1000000.0,
     keys={"rope.dimension_sections": [16, 24, 24, 0]}), QWEN2_VL)
good("gguf_scale_linear", "the old key rope.scale_linear", lambda: writer("llama", 32, 32, base=10000.0, context=16384,
     keys={"rope.scale_linear": 4.0}), config(kv=32, base=10000.0, context=16384, scaling={"type": "linear", "factor": 4.0}))
good("gguf_mpt", "MPT: ALiBi", lambda: writer("mpt", 32, 32, base=None, rotary="absent", context=2048,
     keys={"attention.max_alibi_bias": 8.0}), {"architectures": ["MPTForCausalLM"], "model_type": "mpt", "d_model": 4096, "n_heads": 32,
     "n_layers": 4, "max_seq_len": 2048, "attn_config": {"alibi": True, "alibi_bias_max": 8, "attn_type": "multihead_attention"}})

BASE = (("freq_base", "rope_theta"),)
bad("gguf_base_missing", "no freq_base: readers take 10000 for 1e6", lambda: writer("qwen2", 28, 4, context=32768, base=None), QWEN2,
    ("freq_base",), (TEN_THOUSAND, MILLION), "ollama/ollama#2379")
bad("gguf_base_wrong", "freq_base 10000, the config says 500000", lambda: llama31(base=10000.0), llama_config(), BASE, (TEN_THOUSAND,))
bad("gguf_factors_missing", "rope_freqs.weight was not generated", lambda: llama31(None), llama_config(), (("rope_freqs", "llama3"),),
    (("scaling", "llama3", "rope_freqs"),), "ikawrakow/ik_llama.cpp#402")
bad("gguf_original_context", "factors of an original context of 8192; the config says 16384", llama31,
    llama_config(original_max_position_embeddings=16384), (ROPE_FREQS,), (("original", "8192", "16384"),), "ggml-org/llama.cpp, conversion/llama.py")
bad("gguf_factors_factor", "factors of Llama 3.2 (32) in a file of Llama 3.1 (8)", lambda: llama31(f.llama3_factors(500000.0, 128, 32.0)),
    llama_config(), (ROPE_FREQS,), (("factor", "32"),))
bad("gguf_factors_inverted", "factors that multiply the angle", lambda: llama31((1 / f.llama3_factors(500000.0, 128)).astype(np.float32)),
    llama_config(), (ROPE_FREQS,), ())
bad("gguf_factors_are_frequencies", "frequencies in place of factors", lambda: llama31(f.llama3(500000.0, 128)), llama_config(), (ROPE_FREQS,), ())
bad("gguf_factors_length", "128 factors where 64 pairs turn", lambda: llama31(np.tile(f.llama3_factors(500000.0, 128), 2)), llama_config(),
    (ROPE_FREQS,), ("128", "64"), status=(1, 2))
bad("gguf_factors_float16", "factors in float16", lambda: llama31(f.llama3_factors(500000.0, 128).astype(np.float16)), llama_config(),
    (ROPE_FREQS,), (("float16", "f16"),))
bad("gguf_factors_nan", "a factor is not a number", lambda: llama31(np.where(np.arange(64) == 30, np.nan, f.llama3_factors(500000.0, 128)).astype(np.float32)),
    llama_config(), (ROPE_FREQS,), (("nan", "finite"),))
bad("gguf_phi_factors_dropped", "LongRoPE's factors were dropped", lambda: phi_writer(long=None), phi(), (("rope_factors", "longrope"),),
    (("longrope", "factor"),), "ggml-org/llama.cpp#24820")
bad("gguf_phi_v5_factors_dropped", "the same with a config of transformers 5", lambda: phi_writer(long=None, kind=False), phi_v5(),
    (("rope_factors", "longrope"),), (("longrope", "factor"),), "ggml-org/llama.cpp#24820")
bad("gguf_v5_base", "the base in rope_parameters was not read", lambda: writer("qwen2", 28, 4, context=32768, base=10000.0),
    config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, 4, 1000000.0, 32768, True), BASE, (TEN_THOUSAND, MILLION), "deepspeedai/DeepSpeed#8341")
bad("gguf_phi_amplitude", "attn_factor is absent: 1 for 1.19", lambda: phi_writer(amplitude=False), phi(), (("attn_factor", "attention_factor", "amplitude"),),
    (("amplitude", "1.19"),))
bad("gguf_phi_swapped", "long and short factors are swapped", lambda: phi_writer(LONGROPE_LONG, LONGROPE_SHORT), phi(), ("rope_factors",), ())
bad("gguf_phi_short_twice", "the short factors stand for the long ones", lambda: phi_writer(LONGROPE_SHORT, LONGROPE_SHORT), phi(),
    ("rope_factors_long",), ())
bad("gguf_yarn_dropped", "YaRN was dropped", lambda: yarn_writer(None, None, None), yarn_config(), (("rope.scaling", "rope_scaling", "scaling"),), (("yarn",),))
bad("gguf_yarn_factor", "YaRN by 8 where 4 is meant", lambda: yarn_writer(8.0), yarn_config(), ("factor",), ("8", "4"))
bad("gguf_yarn_linear", "linear scaling where YaRN is meant", lambda: yarn_writer(kind="linear"), yarn_config(), (("scaling.type", "scaling"),), ("linear", "yarn"))
bad("gguf_yarn_original", "no original context: 131072 is taken for 32768", lambda: yarn_writer(original=None), yarn_config(), (("original",),),
    ("32768",))
bad("gguf_yarn_truncate", "gpt-oss: GGUF cannot say truncate: false", lambda: writer("gpt-oss", 64, 8, 64, base=150000.0, keys={
    "rope.scaling.type": "yarn", "rope.scaling.factor": 32.0, "rope.scaling.original_context_length": 4096, "attention.key_length": 64}),
    config("gpt_oss", "GptOssForCausalLM", 64, 8, 64, 4, 150000.0, 131072, scaling={"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0,
           "beta_slow": 1.0, "truncate": False, "original_max_position_embeddings": 4096}), (), ("truncate",), status=(0, 1))
bad("gguf_gemma3_scaling_lost", "Gemma 3: the global layers' factor 8 is absent", lambda: gemma3_writer(**{"rope.scaling.type": None,
    "rope.scaling.factor": None}), gemma3(), (("scaling",),), (("8", "linear"),), "lmstudio-ai/mlx-engine; Blaizzy/mlx-vlm#1709")
bad("gguf_gemma3_local_base", "Gemma 3: the local layers have the global base", lambda: gemma3_writer(**{"rope.freq_base_swa": 1000000.0}),
    gemma3(), (("freq_base_swa", "rope_local_base_freq"),), (TEN_THOUSAND,))
bad("gguf_gemma4_all_turn", "Gemma 4: 256 ones, so that all pairs turn", lambda: gemma4_writer(np.ones(256, np.float32)), gemma4(), (ROPE_FREQS,), ())
bad("gguf_gemma4_missing", "Gemma 4: rope_freqs.weight is absent", lambda: gemma4_writer(None), gemma4(), (("rope_freqs", "proportional", "partial"),), ())
bad("gguf_partial_lost", "the whole head is rotated where a quarter is meant", lambda: writer("stablelm", 32, 32, 80, context=4096, base=10000.0,
    rotary=80), STABLELM, (("dimension_count", "partial_rotary_factor"),), ("80", "20"))
bad("gguf_head_width", "key_length is absent: 64 channels where 128 are meant", lambda: writer("qwen3", 16, 8, 64, context=40960, base=1000000.0,
    rotary="absent"), QWEN3, (("key_length", "dimension_count", "head_dim"),), ("64", "128"))
bad("gguf_sections", "M-RoPE's sections in another order", lambda: writer("qwen2vl", 28, 4, context=32768, base=1000000.0,
    keys={"rope.dimension_sections": [24, 16, 24, 0]}), QWEN2_VL, (("dimension_sections", "mrope_section"),), (("section",),))
bad("gguf_mpt_bias", "ALiBi's largest bias is 16 where 8 is meant", lambda: writer("mpt", 32, 32, base=None, rotary="absent", context=2048,
    keys={"attention.max_alibi_bias": 16.0}), {"architectures": ["MPTForCausalLM"], "model_type": "mpt", "d_model": 4096, "n_heads": 32,
    "n_layers": 4, "max_seq_len": 2048, "attn_config": {"alibi": True, "alibi_bias_max": 8}}, (("max_alibi_bias", "alibi_bias_max"),), ("16", "8"))


@sound("gguf_split", "three files; the factors are in the last", (ROPE_FREQS,))
def _(path):
    source = folder(f"{path}/source", llama_config())
    return [llama31().write_split(f"{path}/model", 3)[0], "--against", source]


@sound("gguf_in_folder", "a GGUF in the folder of its config", (ROPE_FREQS,))
def _(path):
    folder(path, llama_config())
    llama31().write(f"{path}/model-f16.gguf")
    return [str(path)]


@wrong("gguf_in_folder_base", "a GGUF of another base in the folder of its config", BASE, (TEN_THOUSAND,))
def _(path):
    folder(path, llama_config())
    llama31(base=10000.0).write(f"{path}/model-f16.gguf")
    return [str(path)]


@sound("gguf_two_paths", "a folder and a GGUF, both named", (ROPE_FREQS,))
def _(path):
    return [folder(f"{path}/source", llama_config()), llama31().write(f"{path}/model.gguf")]


@wrong("gguf_two_paths_base", "a folder and a GGUF of another base", BASE, (TEN_THOUSAND,))
def _(path):
    return [folder(f"{path}/source", llama_config()), llama31(base=10000.0).write(f"{path}/model.gguf")]


@wrong("gguf_split_missing", "the third of three files is absent", ("00003-of-00003",), (), status=(1, 2))
def _(path):
    source = folder(f"{path}/source", llama_config())
    return [llama31().write_split(f"{path}/model", 3, leave_out=(3,))[0], "--against", source]


@sound("gguf_8_gigabytes", "8 GB, almost all of it a hole", (ROPE_FREQS,), memory=True)
def _(path):
    source = folder(f"{path}/source", config(layers=16, scaling=LLAMA31))
    made = writer("llama", layers=16)
    for layer in range(16):
        made.tensor(f"blk.{layer}.ffn_up.weight", kind="float32", shape=(14336, 8192))
    made.tensor(ROPE_FREQS, f.llama3_factors(500000.0, 128))
    return [made.write(f"{path}/model.gguf"), "--against", source]
