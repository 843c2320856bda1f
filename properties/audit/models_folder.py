"""Folders of Hugging Face's kind: config.json with frequencies that a checkpoint stores."""
import json
import os

import numpy as np

import array_files as files
import formulas as f
from case import LLAMA31, YARN, config, folder, inv_freq, sound, weights, write_json, wrong

MILLION = ("1000000", "1e6", "1e+06", "1_000_000", "10^6")
TEN_THOUSAND = ("10000", "1e4", "1e+04", "10^4")
LAYERS = 4
PER_LAYER = tuple(f"layers.{i}." for i in range(LAYERS))
GEMMA3_TYPES = ["full_attention" if (i + 1) % 6 == 0 else "sliding_attention" for i in range(6)]
LONGROPE_SHORT = [1.0 + 0.02 * i for i in range(48)]
LONGROPE_LONG = [1.0 + 0.9 * i for i in range(48)]
LONGROPE = {"rope_type": "longrope", "short_factor": LONGROPE_SHORT, "long_factor": LONGROPE_LONG}


def phi(context=131072, scaling=None, **more):
    """Phi-3.5 and Phi-4-mini: 96 of 128 channels are rotated; the original context stands beside the scaling."""
    scaling = LONGROPE if scaling is None else scaling
    return config("phi3", "Phi3ForCausalLM", 24, 8, 128, LAYERS, 10000.0, context, scaling=scaling, partial_rotary_factor=0.75,
                  original_max_position_embeddings=4096, **more)


def gemma3(v5=False, **more):
    keys = {"sliding_window": 1024, "query_pre_attn_scalar": 256, **more}
    if v5:
        nested = {"full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1000000.0},
                  "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}
        made = config("gemma3_text", "Gemma3ForCausalLM", 8, 4, 256, 6, layer_types=GEMMA3_TYPES, rope_theta=..., **keys)
        made.pop("rope_scaling")
        return {**made, "rope_parameters": nested}
    return config("gemma3_text", "Gemma3ForCausalLM", 8, 4, 256, 6, 1000000.0, rope_local_base_freq=10000.0,
                  scaling={"rope_type": "linear", "factor": 8.0}, sliding_window_pattern=6, **keys)


def gemma3_values(local=None):
    wide = f.linear(1000000.0, 256, 8.0)
    local = f.default(10000.0, 256) if local is None else local
    return lambda layer: wide if GEMMA3_TYPES[layer] == "full_attention" else local


def gemma4():
    types = ["full_attention" if i == 5 else "sliding_attention" for i in range(6)]
    nested = {"full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1000000.0},
              "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}
    made = config("gemma4_text", "Gemma4ForCausalLM", 8, 4, 256, 6, layer_types=types, global_head_dim=512, sliding_window=1024)
    del made["rope_theta"], made["rope_scaling"]
    return {**made, "rope_parameters": nested}


def gemma4_values(wide):
    return lambda layer: wide if layer == 5 else f.default(10000.0, 256)


def llama(path, tensors, v5=False, scaling=LLAMA31, **more):
    return [folder(path, config(v5=v5, scaling=scaling, layers=LAYERS, **more), tensors)]


# Sound ones

for V5 in (False, True):
    @sound(f"folder_llama31_v{5 if V5 else 4}", "Llama 3.1, frequencies stored in each layer", PER_LAYER)
    def _(path, v5=V5):
        return llama(path, inv_freq(LAYERS, f.llama3(500000.0, 128)), v5)

    @sound(f"folder_gemma3_v{5 if V5 else 4}", "Gemma 3: local layers 10000, global ones 1e6 divided by 8", ("layers.0.", "layers.5."))
    def _(path, v5=V5):
        return [folder(path, gemma3(v5), inv_freq(6, gemma3_values()))]


@sound("folder_numpy_library", "frequencies by NumPy's own float32 power", PER_LAYER)
def _(path):
    return llama(path, inv_freq(LAYERS, f.llama3(500000.0, 128, library=f.Library("numpy"))))


@sound("folder_qwen25_yarn", "Qwen2.5 with YaRN", PER_LAYER)
def _(path):
    settings = config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, LAYERS, 1000000.0, 131072, scaling=YARN)
    return [folder(path, settings, inv_freq(LAYERS, f.yarn(1000000.0, 128, 4.0, 32768)))]


@sound("folder_gpt_oss", "gpt-oss: YaRN whose ramp isn't rounded", PER_LAYER)
def _(path):
    scaling = {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False,
               "original_max_position_embeddings": 4096}
    settings = config("gpt_oss", "GptOssForCausalLM", 64, 8, 64, LAYERS, 150000.0, 131072, scaling=scaling)
    return [folder(path, settings, inv_freq(LAYERS, f.yarn(150000.0, 64, 32.0, 4096, truncate=False)))]


@sound("folder_deepseek_v2", "DeepSeek-V2-Lite: 64 rotated channels of their own", PER_LAYER)
def _(path):
    scaling = {"type": "yarn", "factor": 40, "beta_fast": 32, "beta_slow": 1, "mscale": 0.707, "mscale_all_dim": 0.707,
               "original_max_position_embeddings": 4096}
    settings = config("deepseek_v2", "DeepseekV2ForCausalLM", 16, 16, 128, LAYERS, 10000, 163840, scaling=scaling,
                      qk_rope_head_dim=64, qk_nope_head_dim=128, v_head_dim=128, kv_lora_rank=512, head_dim=...)
    return [folder(path, settings, inv_freq(LAYERS, f.yarn(10000.0, 64, 40.0, 4096)))]


@sound("folder_phi_short", "Phi with LongRoPE: the short factors are stored", PER_LAYER)
def _(path):
    return [folder(path, phi(), inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_SHORT)))]


@sound("folder_gemma4", "Gemma 4: 256 frequencies in the global layer, 64 of which turn", ("layers.0.", "layers.5."))
def _(path):
    return [folder(path, gemma4(), inv_freq(6, gemma4_values(f.proportional(1000000.0, 512, 0.25))))]


@sound("folder_pythia", "Pythia: rotary_pct 0.25 of 64 channels", ("layers.0.",))
def _(path):
    settings = config("gpt_neox", "GPTNeoXForCausalLM", 8, ..., 64, LAYERS, ..., 2048, rotary_pct=0.25, rotary_emb_base=10000,
                      head_dim=..., scaling=...)
    return [folder(path, settings, inv_freq(LAYERS, f.default(10000.0, 16), "gpt_neox.layers.{}.attention.rotary_emb.inv_freq"))]


@sound("folder_sharded", "two shards and an index", PER_LAYER)
def _(path):
    made = inv_freq(LAYERS, f.llama3(500000.0, 128))
    return [sharded(path, made)]


def sharded(path, tensors, leave_out=()):
    os.makedirs(path, exist_ok=True)
    write_json(f"{path}/config.json", config(scaling=LLAMA31, layers=LAYERS))
    names, parts = list(tensors), {}
    for i, name in enumerate(names):
        parts.setdefault(f"model-{i * 2 // len(names) + 1:05d}-of-00002.safetensors", {})[name] = tensors[name]
    where = {name: file for file, held in parts.items() for name in held}
    for name, array in weights().items():
        where[name] = "model-00001-of-00002.safetensors"
        parts[where[name]][name] = array
    for file, held in parts.items():
        if file not in leave_out:
            files.safetensors(f"{path}/{file}", held, {"format": "pt"})
    write_json(f"{path}/model.safetensors.index.json", {"metadata": {"total_size": 1}, "weight_map": where})
    return str(path)


@sound("folder_config_only", "a config and nothing stored", names=(), says=(("nothing is stored", "nothing stored", "no stored",
       "stores no", "no table", "not stored", "no positional tensor", "no frequencies"),))
def _(path):
    return [folder(path, config(scaling=LLAMA31))]


@sound("folder_no_rope_tensor", "weights, but no frequencies among them", says=(("stored",),))
def _(path):
    return [folder(path, config(scaling=LLAMA31), {})]


@sound("folder_dynamic_length", "dynamic NTK for the length that --seq-len gives", PER_LAYER)
def _(path):
    scaling = {"rope_type": "dynamic", "factor": 2.0}
    settings = config(base=10000.0, context=4096, layers=LAYERS, scaling=scaling)
    return [folder(path, settings, inv_freq(LAYERS, f.dynamic(10000.0, 128, 2.0, 4096, 8192))), "--seq-len", "8192"]


@sound("folder_bloom_slopes", "BLOOM: ALiBi's slopes for 12 heads", ("alibi",))
def _(path):
    settings = {"architectures": ["BloomForCausalLM"], "model_type": "bloom", "hidden_size": 768, "n_head": 12, "n_layer": 2}
    return [folder(path, settings, {"transformer.alibi_slopes": f.alibi_slopes(12)})]


@sound("folder_whisper", "Whisper's encoder: 1500 sinusoids", ("embed_positions",))
def _(path):
    return [folder(path, whisper(), {"model.encoder.embed_positions.weight": f.sinusoid_whisper(1500, 384)})]


def whisper():
    return {"architectures": ["WhisperForConditionalGeneration"], "model_type": "whisper", "d_model": 384, "encoder_layers": 4,
            "encoder_attention_heads": 6, "decoder_layers": 4, "decoder_attention_heads": 6, "max_source_positions": 1500,
            "max_target_positions": 448}


@sound("folder_nested_text", "a model of images and text: the keys stand in text_config", PER_LAYER)
def _(path):
    inner = config("qwen2_5_vl_text", "Qwen2_5_VLModel", 28, 4, 128, LAYERS, 1000000.0,
                   scaling={"type": "mrope", "mrope_section": [16, 24, 24], "rope_type": "default"})
    settings = {"architectures": ["Qwen2_5_VLForConditionalGeneration"], "model_type": "qwen2_5_vl", "text_config": inner,
                "vision_config": {"hidden_size": 1280, "num_heads": 16, "depth": 32, "model_type": "qwen2_5_vl"}}
    return [folder(path, settings, inv_freq(LAYERS, f.default(1000000.0, 128),
                                            "model.language_model.layers.{}.self_attn.rotary_emb.inv_freq"))]


# One mistake each

def stored(name, about, values, says, source="", names=(("inv_freq", "layers."),), **options):
    """A Llama 3.1 folder whose stored frequencies are others."""
    @wrong(name, about, names, says, source)
    def _(path):
        made = values() if callable(values) else values
        return llama(path, inv_freq(LAYERS, made), **options)


stored("wrong_base_stored", "10000 is stored, the config says 500000", lambda: f.llama3(10000.0, 128), (("wrong-base", "base", "theta"),),
       "huggingface/transformers#35255")
stored("wrong_scaling_lost", "Llama 3.1 without its scaling", lambda: f.default(500000.0, 128), (("scaling",),), "ggml-org/llama.cpp#8676")
stored("wrong_factor_32", "factor 32 is stored, 8 is meant", lambda: f.llama3(500000.0, 128, 32.0), (("factor", "scaling"),),
       "TransformerLensOrg/TransformerLens#910")
stored("wrong_scaling_twice", "the scaling is applied twice", lambda: (f.llama3(500000.0, 128) / f.default(500000.0, 128)
       * f.llama3(500000.0, 128)).astype(np.float32), (("scaling", "factor"),))
stored("wrong_bfloat16", "frequencies stored in bfloat16", lambda: files.bfloat16(f.llama3(500000.0, 128)),
       (("bfloat16", "bf16", "BF16"),), "NVIDIA Automodel#2549")
stored("wrong_rounded_to_bfloat16", "frequencies rounded to bfloat16, stored in float32",
       lambda: files.widened(files.bfloat16(f.llama3(500000.0, 128))), (("bfloat16", "frequency-rounded", "rounded", "quantised"),))
stored("wrong_float16", "frequencies stored in float16", lambda: f.llama3(500000.0, 128).astype(np.float16), (("float16", "f16"),))
stored("wrong_float8", "frequencies stored in float8_e4m3fn", lambda: files.float8_e4m3fn(f.llama3(500000.0, 128)),
       (("float8", "f8", "e4m3"),), "numz/ComfyUI-SeedVR2#610")
stored("wrong_uninitialised", "memory that was never written", lambda: np.concatenate([[6.9e-18], np.full(63, 1e-41), ]).astype(np.float32),
       (("uninitialised", "uninitialized", "not initialised", "memory"),), "Synthyra/FastPLMs#47")
stored("wrong_uninitialised_large", "memory that was never written: −1.47e34", lambda: np.where(np.arange(64) % 3, -1.47e34, 2.5e-30).astype(np.float32),
       (("uninitialised", "uninitialized", "not initialised", "memory"),), "huggingface/transformers#45902")
stored("wrong_zeros", "zeros", lambda: np.zeros(64, np.float32), (("zero", "uninitialised"),))
stored("wrong_not_finite", "one number is not finite", lambda: np.where(np.arange(64) == 17, np.nan, f.llama3(500000.0, 128)).astype(np.float32),
       (("nan", "not-finite", "finite"),))
stored("wrong_one_entry", "one number is damaged", lambda: np.where(np.arange(64) == 40, 0.5, f.llama3(500000.0, 128)).astype(np.float32),
       (("corrupt", "entry", "pair", "40"),))
stored("wrong_exponent", "the exponent is divided by 126 where 128 channels turn", lambda: np.power(500000.0, -np.arange(64) / 63).astype(np.float32),
       (("exponent", "frequenc"),), scaling=None)
stored("wrong_periods", "periods are stored where frequencies are meant", lambda: (1 / f.llama3(500000.0, 128)).astype(np.float32),
       (("reciprocal", "period", "inverse"),))
stored("wrong_v5_theta", "the base in rope_parameters was not read: 10000 is stored", lambda: f.default(10000.0, 128),
       (("theta", "base"), TEN_THOUSAND), "deepspeedai/DeepSpeed#8341", v5=True, scaling=None, base=1000000.0)
stored("wrong_v5_partial", "rotary_dim was lost in the move to rope_parameters: 64 frequencies where 32 are meant",
       lambda: f.default(5000000.0, 128), (("32", "partial", "rotary_dim", "number"),), "huggingface/transformers#48241",
       scaling=None, base=5000000.0, rotary_dim=64, model_type="minimax_m2", architecture="MiniMaxM2ForCausalLM")


@wrong("wrong_one_layer", "layer 2 alone has another base", ("layers.2.",), (("base", "theta"),))
def _(path):
    return llama(path, inv_freq(LAYERS, lambda layer: f.llama3(10000.0 if layer == 2 else 500000.0, 128)))


@wrong("wrong_shard", "the wrong frequencies are in the second shard", ("layers.3.",), (("base", "theta"),))
def _(path):
    return [sharded(path, inv_freq(LAYERS, lambda layer: f.llama3(10000.0 if layer == 3 else 500000.0, 128)))]


@wrong("wrong_missing_shard", "a shard of the index is absent", ("model-00002-of-00002.safetensors",),
       (("missing", "absent", "not there", "no such", "cannot open", "does not exist", "not found"),), status=(1, 2))
def _(path):
    return [sharded(path, inv_freq(LAYERS, f.llama3(500000.0, 128)), ("model-00002-of-00002.safetensors",))]


@wrong("wrong_kimi_56", "Kimi-K2: 56 frequencies of the head's width where 32 are meant", (("inv_freq", "layers."),), ("56", "32"),
       "NVIDIA-NeMo Megatron-Bridge#1861")
def _(path):
    scaling = {"type": "yarn", "factor": 32.0, "beta_fast": 1.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0,
               "original_max_position_embeddings": 4096}
    settings = config("kimi_k2", "DeepseekV3ForCausalLM", 64, 64, 112, LAYERS, 50000.0, 131072, scaling=scaling, head_dim=...,
                      qk_rope_head_dim=64, qk_nope_head_dim=128, v_head_dim=128, kv_lora_rank=512)
    return [folder(path, settings, inv_freq(LAYERS, f.default(50000.0, 112)))]


@wrong("wrong_gemma4_64", "Gemma 4: 64 right numbers where 256 are meant, so that pairs are others", ("layers.5.",), ("64", "256"),
       "NVIDIA-NeMo Megatron-Bridge#4195")
def _(path):
    return [folder(path, gemma4(), inv_freq(6, gemma4_values(f.proportional(1000000.0, 512, 0.25)[:64])))]


@wrong("wrong_gemma3_local_scaled", "Gemma 3: the local layers are divided by 8, too", (("layers.0.", "layers 0"),),
       (("scaling", "factor", "linear", "position-scale"),), "ggml-org/llama.cpp#14367")
def _(path):
    return [folder(path, gemma3(), inv_freq(6, gemma3_values(f.linear(10000.0, 256, 8.0))))]


@wrong("wrong_gemma3_swapped", "Gemma 3: every layer has the global base", (("layers.0.", "layers 0"),), (("base", "theta", "scaling"),))
def _(path):
    return [folder(path, gemma3(True), inv_freq(6, gemma3_values(f.linear(1000000.0, 256, 8.0))))]


@wrong("wrong_partial_lost", "Pythia: 32 frequencies of the whole head where 8 are meant", (("inv_freq", "layers."),), ("32", "8"))
def _(path):
    settings = config("gpt_neox", "GPTNeoXForCausalLM", 8, ..., 64, LAYERS, ..., 2048, rotary_pct=0.25, rotary_emb_base=10000,
                      head_dim=..., scaling=...)
    return [folder(path, settings, inv_freq(LAYERS, f.default(10000.0, 64), "gpt_neox.layers.{}.attention.rotary_emb.inv_freq"))]


@wrong("wrong_yarn_truncate", "YaRN's ramp without rounding of its ends", (("inv_freq", "layers."),), (("truncate", "ramp"),))
def _(path):
    settings = config("qwen2", "Qwen2ForCausalLM", 28, 4, 128, LAYERS, 1000000.0, 131072, scaling=YARN)
    return [folder(path, settings, inv_freq(LAYERS, f.yarn(1000000.0, 128, 4.0, 32768, truncate=False)))]


@wrong("wrong_phi_long", "Phi: the long factors are stored with a context of 4096", (("inv_freq", "layers."),), (("longrope", "long", "factor"),),
       status=(0, 1))
def _(path):
    return [folder(path, phi(), inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_LONG))), "--seq-len", "4096"]


@wrong("wrong_phi_type_missing", "LongRoPE's factors without a type", (("rope_scaling",),), (("type",),), status=(1, 2))
def _(path):
    scaling = {key: value for key, value in LONGROPE.items() if key != "rope_type"}
    return [folder(path, phi(scaling=scaling), inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_SHORT)))]


@wrong("wrong_phi_list_length", "LongRoPE with 47 factors for 48 pairs", (("short_factor",),), ("47", "48"), status=(1, 2))
def _(path):
    return [folder(path, phi(scaling={**LONGROPE, "short_factor": LONGROPE_SHORT[:47]}),
                   inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_SHORT)))]


@wrong("wrong_slopes", "BLOOM: the slopes of the first 12 of 16 heads", ("alibi",), (("slopes", "heads"),))
def _(path):
    settings = {"architectures": ["BloomForCausalLM"], "model_type": "bloom", "hidden_size": 768, "n_head": 12, "n_layer": 2}
    return [folder(path, settings, {"transformer.alibi_slopes": f.alibi_slopes(16)[:12]})]


@wrong("wrong_whisper_interleaved", "Whisper's sinusoids in the tutorial's order", ("embed_positions",), (("layout", "exponent", "order", "unexplained"),))
def _(path):
    return [folder(path, whisper(), {"model.encoder.embed_positions.weight": f.sinusoid_tutorial(1500, 384)})]


@wrong("wrong_mistral_params", "params.json says base 10000, config.json 1000000", ("params.json", "config.json"), (("rope_theta", "base"), MILLION))
def _(path):
    settings = config("mistral", "MistralForCausalLM", 32, 8, 128, LAYERS, 1000000.0, 32768)
    write_json(f"{path}/params.json", {"dim": 4096, "n_layers": LAYERS, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32,
                                       "n_kv_heads": 8, "norm_eps": 1e-05, "vocab_size": 32000, "rope_theta": 10000.0})
    return [folder(path, settings, {})]


@wrong("wrong_two_thetas", "rope_theta stands twice, with two values", (("rope_theta",),), (("rope_parameters", "twice", "contradict", "disagree"),),
       status=(0, 1, 2))
def _(path):
    settings = config(v5=True, base=500000.0, rope_theta=10000.0)
    return [folder(path, settings, inv_freq(LAYERS, f.default(500000.0, 128)))]


@wrong("wrong_no_rope_inverted", "no_rope_layers of a copy has 0 for 1 and 1 for 0", (("no_rope_layers",),), (("layer",),),
       "huggingface/transformers#37344")
def _(path):
    rope = [1, 1, 1, 0] * 2
    made = {}
    for name, listed in (("copy", [1 - one for one in rope]), ("source", rope)):
        settings = config("smollm3", "SmolLM3ForCausalLM", 16, 4, 128, 8, 5000000.0, 65536, no_rope_layers=listed, no_rope_layer_interval=4)
        made[name] = folder(f"{path}/{name}", settings, {})
    return [made["copy"], "--against", made["source"]]


@wrong("wrong_against_base", "a fine-tuned copy's config has lost its base", (("rope_theta",),), (TEN_THOUSAND,))
def _(path):
    made = [folder(f"{path}/{name}", config(base=base, layers=LAYERS), {}) for name, base in (("copy", 10000.0), ("source", 500000.0))]
    return [made[0], "--against", made[1]]


@wrong("wrong_layers_disagree_config", "layer_types has one entry too few", (("layer_types",),), (), status=(1, 2))
def _(path):
    return [folder(path, {**gemma3(True), "layer_types": GEMMA3_TYPES[:-1]}, inv_freq(6, gemma3_values()))]


@wrong("not_judged_remote_code", "the encoding is in Python code beside the config", (), (("auto_map", "remote code", "model_type", "oddformer"),),
       status=(2,))
def _(path):
    settings = config("oddformer", "OddForCausalLM", auto_map={"AutoConfig": "configuration_odd.OddConfig",
                      "AutoModelForCausalLM": "modeling_odd.OddForCausalLM"}, odd_rope_kind="spiral", rope_theta=..., scaling=...)
    return [folder(path, settings, {})]


@wrong("not_judged_unknown_rope_type", "a scaling that no program documents", (), ("spiral",), status=(2,))
def _(path):
    return [folder(path, config(scaling={"rope_type": "spiral", "factor": 2.0}), inv_freq(LAYERS, f.default(500000.0, 128)))]


@wrong("not_judged_bad_json", "config.json is cut off", ("config.json",), (), status=(2,))
def _(path):
    folder(path, config(), {})
    with open(f"{path}/config.json", "w") as file:
        file.write(json.dumps(config())[:200])
    return [str(path)]


@wrong("not_judged_empty_folder", "an empty folder", (), (("config.json", "no model", "nothing"),), status=(2,))
def _(path):
    os.makedirs(path, exist_ok=True)
    return [str(path)]


@wrong("not_judged_no_path", "a path that is not there", (("nowhere",),), (), status=(2,))
def _(path):
    return [f"{path}/nowhere"]
