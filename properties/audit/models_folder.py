"""Folders of Hugging Face's kind: config.json with frequencies that a checkpoint stores."""
import os

import numpy as np

import array_files as files
import formulas as f
from case import LLAMA31, YARN, config, folder, inv_freq, sound, weights, write_json, wrong

LAYERS = 4
NOTHING = ("nothing is stored", "nothing stored", "no stored", "stores no", "no table", "not stored", "none stored", "no positional tensor",
           "no frequencies", "no tensor", "holds no", "config only", "nothing to compare", "no weights")
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


def phi_v5(context=131072):
    """The same with the keys of transformers 5."""
    nested = {**LONGROPE, "rope_theta": 10000.0, "partial_rotary_factor": 0.75, "original_max_position_embeddings": 4096}
    return config("phi3", "Phi3ForCausalLM", 24, 8, 128, LAYERS, 10000.0, context, True, nested)


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


@sound("folder_gemma4", "Gemma 4: 256 frequencies in the global layer; 64 turn", ("layers.0.", "layers.5."))
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


@sound("folder_config_only", "a config and nothing stored", names=(), says=(NOTHING,))
def _(path):
    return [folder(path, config(scaling=LLAMA31))]


@sound("folder_mistral_params", "Mistral: config.json and params.json say the same, and pair other channels", says=(NOTHING,))
def _(path):
    write_json(f"{path}/params.json", {"dim": 4096, "n_layers": LAYERS, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32,
                                       "n_kv_heads": 8, "norm_eps": 1e-05, "vocab_size": 32000, "rope_theta": 1000000.0})
    return [folder(path, config("mistral", "MistralForCausalLM", 32, 8, 128, LAYERS, 1000000.0, 32768))]


@sound("folder_no_rope_tensor", "weights, but no frequencies among them", says=(NOTHING,))
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


SWIN_INDEX = "swin.encoder.layers.0.blocks.0.attention.self.relative_position_index"
BEIT_INDEX = "beit.encoder.layer.0.attention.attention.relative_position_bias.relative_position_index"


@sound("folder_swin", "Swin: the index of a window of 7 x 7, and its 169 biases", ("relative_position_index", "relative_position_bias_table"))
def _(path):
    return [folder(path, {"model_type": "swin", "window_size": 7, "depths": [2, 2, 6, 2], "num_heads": [3, 6, 12, 24]},
                   {SWIN_INDEX: f.window_index(7), SWIN_INDEX.replace("index", "bias_table"): np.zeros((169, 3), np.float32)})]


@sound("folder_beit", "BEiT: the index of 14 x 14 patches and the class token", ("relative_position_index",))
def _(path):
    return [folder(path, {"model_type": "beit", "image_size": 224, "patch_size": 16, "use_relative_position_bias": True},
                   {BEIT_INDEX: f.window_index(14, class_token=True)})]


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


@sound("folder_phi_long", "Phi with LongRoPE: the long factors, for the length that --seq-len gives", PER_LAYER)
def _(path):
    return [folder(path, phi(), inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_LONG))), "--seq-len", "131072"]


@sound("folder_phi_v5", "Phi with the keys of transformers 5", PER_LAYER)
def _(path):
    return [folder(path, phi_v5(), inv_freq(LAYERS, f.longrope(10000.0, 96, LONGROPE_SHORT)))]
