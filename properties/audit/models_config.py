"""Configs whose keys have other names or places, with the frequencies that they mean stored beside them."""
import array_files
import formulas as f
from case import config, folder, inv_freq, sound, write_json, wrong
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


def of_class(name, **keys):
    """The config.json of a transformer of diffusers."""
    return {"_class_name": name, "_diffusers_version": "0.36.0", **keys}


NOTHING = (("nothing is stored",),)
FLUX = of_class("FluxTransformer2DModel", attention_head_dim=128, num_attention_heads=24, num_layers=19, guidance_embeds=True)
HUNYUAN = of_class("HunyuanVideoTransformer3DModel", attention_head_dim=128, rope_axes_dim=[16, 56, 56], rope_theta=256.0)


@sound("diffusers_pipeline", "a pipeline of diffusers: the config is in the folder of its transformer", says=(*NOTHING, ("flux",)))
def _(path):
    write_json(f"{path}/model_index.json", {"_class_name": "FluxPipeline", "transformer": ["diffusers", "FluxTransformer2DModel"]})
    folder(f"{path}/transformer", FLUX)
    return [path]


@sound("diffusers_default", "a key of diffusers that has its default, written or not")
def _(path):
    source = folder(f"{path}/source", {**FLUX, "axes_dims_rope": [16, 56, 56]})
    return [folder(f"{path}/model", FLUX), "--against", source]


def diffusers_differ(name, about, right, changed, key):
    """Two configs of a class with another value of a key."""
    @wrong(f"diffusers_{name}", about, ((key,),), (("encoding",),))
    def _(path):
        source = folder(f"{path}/source", right)
        return [folder(f"{path}/model", {**right, **changed}), "--against", source]


diffusers_differ("base", "HunyuanVideo with the base of Flux", HUNYUAN, {"rope_theta": 10000.0}, "rope_theta")
diffusers_differ("axes", "Flux with the axes of Z-Image", FLUX, {"axes_dims_rope": [32, 48, 48]}, "axes_dims_rope")
diffusers_differ("scale", "Cosmos with rope_scale in another order", of_class("CosmosTransformer3DModel", rope_scale=[2.0, 1.0, 1.0]),
                 {"rope_scale": [1.0, 1.0, 2.0]}, "rope_scale")
diffusers_differ("samples", "CogVideoX with samples of another size", of_class("CogVideoXTransformer3DModel", sample_width=90, sample_height=60,
                 use_rotary_positional_embeddings=True), {"sample_width": 170}, "sample_width")


def diffusers_refused(name, about, settings, names, says):
    @wrong(f"diffusers_{name}", about, (names,), says, status=(2,))
    def _(path):
        return [folder(path, settings)]


diffusers_refused("sum", "axes that do not add up to a head", {**FLUX, "axes_dims_rope": [16, 56, 54]}, ("axes_dims_rope",), (("126",), ("128",)))
diffusers_refused("odd", "an axis of 15 channels", {**HUNYUAN, "rope_axes_dim": [15, 57, 56]}, ("rope_axes_dim",), (("15",), ("pairs",)))
diffusers_refused("negative", "a base below 0", {**HUNYUAN, "rope_theta": -256.0}, ("rope_theta",), (("positive",),))
diffusers_refused("class", "a class that is not known", of_class("UNet2DConditionModel"), ("_class_name",), (("not known",),))


@sound("config_deepseek4_drafts", "DeepSeek-V4: the layer that drafts follows its own ratio", says=NOTHING, forbid=("draft",))
def _(path):
    settings = config("deepseek_v4", "DeepseekV4ForCausalLM", 8, 1, 512, 6, 10000.0, scaling={"type": "yarn", "factor": 16.0,
                      "original_max_position_embeddings": 65536}, qk_rope_head_dim=64, compress_rope_theta=160000.0,
                      compress_ratios=[0, 0, 4, 128, 4, 128, 0], num_nextn_predict_layers=1)
    return [folder(path, settings)]
