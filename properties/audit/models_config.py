"""Configs whose keys have other names or places, with the frequencies that they mean stored beside them."""
import array_files
import formulas as f
from case import config, folder, inv_freq, sound, wrong
from models_folder import LAYERS, gemma3, gemma3_values
from models_table import vllm

RANDOM_BASE = 123457.0


def pair(name, about, settings, stem, right, other, says=(("base", "theta"),), source=""):
    """A folder that passes, and one whose stored frequencies are those of a program that does not read the key."""
    @sound(f"config_{name}", about, (stem.split("{}")[-1].lstrip("."),))
    def _(path):
        return [folder(path, settings, inv_freq(LAYERS, right(), stem))]

    @wrong(f"config_{name}_ignored", f"{about}: the key was not read", ("inv_freq",), says, source)
    def _(path):
        return [folder(path, settings, inv_freq(LAYERS, other(), stem))]


HF = "model.layers.{}.self_attn.rotary_emb.inv_freq"

pair("dbrx", "DBRX: rope_theta in attn_config", {"architectures": ["DbrxForCausalLM"], "model_type": "dbrx", "d_model": 6144, "n_heads": 48,
     "n_layers": LAYERS, "max_seq_len": 32768, "attn_config": {"model_type": "", "clip_qkv": 8, "kv_n_heads": 8, "rope_theta": 500000}},
     "transformer.blocks.{}.norm_attn_norm.attn.rotary_emb.inv_freq", lambda: f.default(500000.0, 128), lambda: f.default(10000.0, 128))

pair("phi3small", "Phi-3-small: rope_embedding_base", config("phi3small", "Phi3SmallForCausalLM", 32, 8, 128, LAYERS, ..., 8192, scaling=...,
     rope_embedding_base=1000000, rope_position_scale=1.0, head_dim=...), "model.layers.{}.self_attn.rotary_emb.inv_freq",
     lambda: f.default(1000000.0, 128), lambda: f.default(10000.0, 128))

pair("stablelm_epoch", "StableLM's own key: rope_pct", config("stablelm_epoch", "StableLMEpochForCausalLM", 32, 32, 80, LAYERS, 10000, 4096,
     scaling=..., rope_pct=0.25, head_dim=...), HF, lambda: f.default(10000.0, 20), lambda: f.default(10000.0, 80), (("20", "10", "40", "80"),))

pair("hunyuan_alpha", "Hunyuan: dynamic scaling by alpha", config("hunyuan_v1_dense", "HunYuanDenseV1ForCausalLM", 32, 8, 128, LAYERS, 10000.0, 32768,
     scaling={"type": "dynamic", "alpha": 1000.0, "factor": 1.0, "beta_fast": 32, "beta_slow": 1, "mscale": 1.0, "mscale_all_dim": 1.0}), HF,
     lambda: f.default(10000.0 * 1000.0 ** (128 / 126), 128), lambda: f.default(10000.0, 128), (("base", "theta", "alpha", "scaling"),))

pair("rotary_emb_base", "GPT-NeoX: rotary_emb_base", config("gpt_neox", "GPTNeoXForCausalLM", 8, ..., 64, LAYERS, ..., 2048, rotary_pct=0.25,
     rotary_emb_base=1000000, head_dim=..., scaling=...), "gpt_neox.layers.{}.attention.rotary_emb.inv_freq", lambda: f.default(1000000.0, 16),
     lambda: f.default(10000.0, 16))

pair("head_dim_null", "head_dim is null: hidden_size / heads", {**config(layers=LAYERS), "head_dim": None}, HF, lambda: f.default(500000.0, 128),
     lambda: f.default(500000.0, 64), (("64", "32", "128"),))

pair("type_word", "the old words: type, su", config("phi3", "Phi3ForCausalLM", 32, 32, 96, LAYERS, 10000.0, 131072, scaling={"type": "su",
     "short_factor": [1.05] * 48, "long_factor": [1.05 + i for i in range(48)]}, original_max_position_embeddings=4096, head_dim=...), HF,
     lambda: f.longrope(10000.0, 96, [1.05] * 48), lambda: f.default(10000.0, 96), (("scaling", "longrope", "factor"),))

pair("odd_base", "a base that no model has", config(base=RANDOM_BASE, layers=LAYERS), HF, lambda: f.default(RANDOM_BASE, 128),
     lambda: f.default(500000.0, 128))

pair("modernbert", "ModernBERT: global_rope_theta and local_rope_theta", {"architectures": ["ModernBertForMaskedLM"], "model_type": "modernbert",
     "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": LAYERS, "global_rope_theta": 160000.0, "local_rope_theta": 10000.0,
     "global_attn_every_n_layers": 3, "local_attention": 128, "max_position_embeddings": 8192}, "model.layers.{}.attn.rotary_emb.inv_freq",
     lambda: lambda layer: f.default(160000.0 if layer % 3 == 0 else 10000.0, 64), lambda: f.default(160000.0, 64))


@wrong("config_mscale", "DeepSeek: mscale without mscale_all_dim multiplies tables; vLLM's cache has none", ("cos_sin_cache",), (("amplitude",),))
def _(path):
    settings = config("deepseek_v3", "DeepseekV3ForCausalLM", 16, 16, 128, LAYERS, 10000.0, 163840, scaling={"type": "yarn", "factor": 40.0,
                      "original_max_position_embeddings": 4096, "mscale": 1.0, "mscale_all_dim": 0.5}, qk_rope_head_dim=64, head_dim=...)
    source = folder(f"{path}/source", settings)
    table = {"model.layers.0.self_attn.rotary_emb.cos_sin_cache": vllm(f.yarn(10000.0, 64, 40.0, 4096), 1.0)}
    return [array_files.safetensors(f"{path}/buffers.safetensors", table), "--against", source]


@sound("config_attention_factor", "YaRN with an attention_factor of its own", ("cos_sin_cache",))
def _(path):
    settings = config(base=500000.0, context=65536, layers=LAYERS, scaling={"rope_type": "yarn", "factor": 8.0, "attention_factor": 1.2079441541679836,
                      "original_max_position_embeddings": 8192})
    source = folder(f"{path}/source", settings)
    table = {"model.layers.0.self_attn.rotary_emb.cos_sin_cache": vllm(f.yarn(500000.0, 128, 8.0, 8192), 1.2079441541679836)}
    return [array_files.safetensors(f"{path}/buffers.safetensors", table), "--against", source]


@sound("config_integer_base", "rope_theta is an integer", ("inv_freq",))
def _(path):
    return [folder(path, {**config(layers=LAYERS), "rope_theta": 500000}, inv_freq(LAYERS, f.default(500000.0, 128)))]


@sound("config_beside_kinds", "a number beside the kinds of layers in rope_parameters", ("layers.0.", "layers.5."))
def _(path):
    settings = gemma3(True)
    settings["rope_parameters"]["original_max_position_embeddings"] = 8192
    return [folder(path, settings, inv_freq(6, gemma3_values()))]
