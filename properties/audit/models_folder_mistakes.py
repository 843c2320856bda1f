"""Folders of Hugging Face's kind with one mistake each, and folders that can't be judged."""
import json
import os

import numpy as np

import array_files as files
import formulas as f
from case import LLAMA31, MILLION, TEN_THOUSAND, YARN, config, folder, inv_freq, write_json, wrong
from models_folder import (GEMMA3_TYPES, LAYERS, LONGROPE, LONGROPE_LONG, LONGROPE_SHORT, SWIN_INDEX, gemma3, gemma3_values, gemma4, gemma4_values,
                           llama, phi, sharded, whisper)


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


@wrong("wrong_one_layer", "layer 2 alone has another base", ("layers.2.",), (("base", "theta"),), forbid=("layers.0.", "layers.1.", "layers.3."))
def _(path):
    return llama(path, inv_freq(LAYERS, lambda layer: f.llama3(10000.0 if layer == 2 else 500000.0, 128)))


@wrong("wrong_shard", "the wrong frequencies are in the second shard", ("layers.3.",), (("base", "theta"),), forbid=("layers.0.", "layers.1."))
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
    settings = config("deepseek_v3", "DeepseekV3ForCausalLM", 64, 64, 112, LAYERS, 50000.0, 131072, scaling=scaling, head_dim=...,
                      qk_rope_head_dim=64, qk_nope_head_dim=128, v_head_dim=128, kv_lora_rank=512)
    return [folder(path, settings, inv_freq(LAYERS, f.default(50000.0, 112)))]


@wrong("wrong_gemma4_64", "Gemma 4: 64 right numbers where 256 are meant, so that pairs are others", ("layers.5.",), ("64", "256"),
       "NVIDIA-NeMo Megatron-Bridge#4195")
def _(path):
    return [folder(path, gemma4(), inv_freq(6, gemma4_values(f.proportional(1000000.0, 512, 0.25)[:64])))]


@wrong("wrong_gemma3_local_scaled", "Gemma 3: the local layers are divided by 8, too", (("layers.0.", "layers 0"),),
       (("scaling", "factor", "linear", "position-scale", "0.125 times what is meant"),), "ggml-org/llama.cpp#14367")
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


@wrong("wrong_swin_window", "Swin: a window of 8 x 8 where the config says 7", ("relative_position_index",), ("49", "64"))
def _(path):
    return [folder(path, {"model_type": "swin", "window_size": 7}, {SWIN_INDEX: f.window_index(8)})]


@wrong("wrong_swin_transposed", "Swin: the offsets k - q", ("relative_position_index",), (("sign", "relative-direction"),))
def _(path):
    return [folder(path, {"model_type": "swin", "window_size": 7}, {SWIN_INDEX: np.ascontiguousarray(f.window_index(7).T)})]


@wrong("wrong_swin_biases", "Swin: 225 biases for a window of 7", ("relative_position_bias_table",), ("169",))
def _(path):
    return [folder(path, {"model_type": "swin", "window_size": 7},
                   {SWIN_INDEX.replace("index", "bias_table"): np.zeros((225, 3), np.float32)})]


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


@wrong("wrong_yarn_no_factor", "YaRN without a factor", (("factor",),), (), status=(2,))
def _(path):
    return [folder(path, config(scaling={"rope_type": "yarn"}), inv_freq(LAYERS, f.default(500000.0, 128)))]


@wrong("unknown_positional_key", "an unknown positional key must be reported", ("rope_wobble",), (), status=(0, 1, 2))
def _(path):
    return [folder(path, config(rope_wobble=3, scaling=LLAMA31), inv_freq(LAYERS, f.llama3(500000.0, 128)))]


@wrong("wrong_llama2_rope_freqs", "Meta's folder: params.json, and rope.freqs in bfloat16", ("rope.freqs",), (("bfloat16", "bf16"),))
def _(path):
    os.makedirs(path, exist_ok=True)
    write_json(f"{path}/params.json", {"dim": 4096, "multiple_of": 256, "n_heads": 32, "n_layers": 32, "norm_eps": 1e-05, "vocab_size": -1})
    files.torch_zip(f"{path}/consolidated.00.pth", {"rope.freqs": files.bfloat16(f.default(10000.0, 128))}, "consolidated")
    return [str(path)]
