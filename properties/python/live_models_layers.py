"""Models of Transformers with tables in each layer or for each kind of layers: sound ones, and ones with a fault."""

import numpy as np
import torch

import live_formulas as exact
import live_transformers as hf
from live_case import sound, wrong
from live_models_scalings import BUFFER, MODULE, ROUNDED, with_rope
from live_transformers import HEAD, config

# Tables in each layer, 4.3x

LAYERS = tuple(f"model.layers.{i}.self_attn.rotary_emb" for i in (0, 1))
CODE = {"rope_theta": 1000000.0, "max_position_embeddings": 2048}


def _in_layers(name):
    return tuple(f"{layer}.{name}" for layer in LAYERS)


def _tables(frequencies, length=2048, divisor=1.0):
    turned = exact.angles(frequencies, np.arange(length) / divisor)
    made = {"inv_freq": frequencies, "cos_cached": exact.halves(np.cos(turned)), "sin_cached": exact.halves(np.sin(turned))}
    return {f"{layer}.{name}": table for layer in LAYERS for name, table in made.items()}


def code_llama(make=hf.CachedRotaryEmbedding, **arguments):
    return hf.cached(config(**CODE), make, **arguments)


def _in_each(model, change):
    for layer in model.model.layers:
        change(layer.self_attn.rotary_emb)
    return model


def _exchange(rotary):
    rotary.cos_cached, rotary.sin_cached = rotary.sin_cached, rotary.cos_cached


def _erase(rotary):
    rotary.cos_cached.zero_(), rotary.sin_cached.zero_()


class HalfCached(hf.CachedRotaryEmbedding):
    """Built while the default dtype was bfloat16: positions and frequencies are."""

    def _set_cos_sin_cache(self, length, dtype):
        kept, self.inv_freq = self.inv_freq, self.inv_freq.to(torch.bfloat16)
        super()._set_cos_sin_cache(length, torch.float32)
        self.inv_freq = kept


class FromOneCached(hf.CachedRotaryEmbedding):
    def positions(self, length):
        return super().positions(length) + 1


class OtherBaseCached(hf.CachedRotaryEmbedding):
    """The tables are made before the base is known."""

    def _set_cos_sin_cache(self, length, dtype):
        kept = self.inv_freq
        self.inv_freq = 1.0 / hf.powers(10000, self.dim)
        super()._set_cos_sin_cache(length, dtype)
        self.inv_freq = kept


sound("cached", names=LAYERS, stores=lambda: _tables(exact.plain(1e6, HEAD)))(code_llama)
sound("cached", "linear", answer="unblamed", names=LAYERS, stores=lambda: {
    path: table for path, table in _tables(exact.plain(1e4, HEAD), 2048, 4.0).items() if not path.endswith("inv_freq")})(
    lambda: hf.cached(config(rope_theta=10000.0, rope_scaling={"type": "linear", "factor": 4.0}, max_position_embeddings=2048),
                      scaling_factor=4.0))
wrong("cached", "default-base", LAYERS, "base", "vllm-project/vllm#1096")(lambda: code_llama(base=10000))
wrong("cached", "one-layer", (LAYERS[1],), "base", others=(LAYERS[0],))(
    lambda: hf.ForCausalLM(config(**CODE), per_layer=lambda i: hf.CachedRotaryEmbedding(HEAD, base=(1e6, 1e4)[i])))
wrong("cached", "tables-of-another-base", _in_layers("cos_cached") + _in_layers("sin_cached"), "base")(
    lambda: code_llama(OtherBaseCached))
wrong("cached", "cast", _in_layers("inv_freq"), ROUNDED, "huggingface/transformers#29496")(
    lambda: code_llama().to(torch.bfloat16))
wrong("cached", "computed-in-half", _in_layers("cos_cached") + _in_layers("sin_cached"), (), "EleutherAI/gpt-neox#1003")(
    lambda: code_llama(HalfCached))
wrong("cached", "exchanged", _in_layers("cos_cached") + _in_layers("sin_cached"), ("swapped", "sin", "cos"))(
    lambda: _in_each(code_llama(), _exchange))
wrong("cached", "positions-from-1", _in_layers("cos_cached") + _in_layers("sin_cached"), ("offset", "shifted"))(
    lambda: code_llama(FromOneCached))
wrong("cached", "not-initialised", _in_layers("cos_cached") + _in_layers("sin_cached"), (), "pytorch/torchtitan#4783")(
    lambda: _in_each(code_llama(), _erase))
wrong("cached", "linear-missing", _in_layers("cos_cached") + _in_layers("sin_cached"), "scal")(
    lambda: hf.cached(config(rope_theta=10000.0, rope_scaling={"type": "linear", "factor": 4.0}, max_position_embeddings=2048)))

# Gemma 3

FULL, SLIDING = (f"model.rotary_emb.{kind}_attention_inv_freq" for kind in ("full", "sliding"))
GLOBAL, LOCAL = exact.plain(1e6, 256) / 8, exact.plain(1e4, 256)
OTHER = {"full_attention": "sliding_attention", "sliding_attention": "full_attention"}
sound("gemma3", names=[MODULE], stores=lambda: {FULL: GLOBAL, SLIDING: LOCAL})(hf.gemma3)
wrong("gemma3", "exchanged", (FULL, SLIDING))(lambda: hf.gemma3(of=OTHER.get))
wrong("gemma3", "factor-in-local-layers", SLIDING, "scal", "ggml-org/llama.cpp#14367", others=(FULL,))(
    lambda: hf.gemma3(init={**hf.INIT, "default": with_rope(hf.linear, factor=8.0)}))
wrong("gemma3", "factor-missing", FULL, "scaling", "Blaizzy/mlx-vlm#1709", others=(SLIDING,))(
    lambda: hf.gemma3(init={**hf.INIT, "linear": hf.default}))
wrong("gemma3", "base-of-the-other-layers", SLIDING, "base", others=(FULL,))(
    lambda: hf.gemma3(init={**hf.INIT, "default": with_rope(hf.default, rope_theta=1000000.0)}))
wrong("gemma3", "cast", (FULL, SLIDING), ROUNDED, "NVIDIA-NeMo/Automodel#2549")(lambda: hf.gemma3().to(torch.bfloat16))


@wrong("gemma3", "kind-ignored", MODULE)
def _():
    """The buffers are right; forward always takes those of the full layers."""
    class Rotary(hf.Gemma3RotaryEmbedding):
        def forward(self, x, position_ids, layer_type=None):
            return super().forward(x, position_ids, "full_attention")

    made = hf.gemma3_config(5)
    return hf.ForCausalLM(made, Rotary(made))


LOCAL4 = "model.rotary_emb_local.inv_freq"
sound("gemma3-v4", names=[MODULE], stores=lambda: {BUFFER: GLOBAL, LOCAL4: LOCAL})(hf.gemma3_4)
wrong("gemma3-v4", "base-of-the-other-layers", LOCAL4, "base", others=(BUFFER,))(
    lambda: hf.gemma3_4(local_init=with_rope(hf.default, rope_theta=1000000.0)))
wrong("gemma3-v4", "factor-in-local-layers", LOCAL4, "scal", "ggml-org/llama.cpp#14367", others=(BUFFER,))(
    lambda: hf.gemma3_4(local_init=with_rope(hf.linear, factor=8.0)))
wrong("gemma3-v4", "factor-missing", BUFFER, "scaling", "Blaizzy/mlx-vlm#1709", others=(LOCAL4,))(
    lambda: hf.gemma3_4(init=hf.default))

# GPT-J, BERT

POSITIONS = tuple(f"transformer.h.{i}.attn.embed_positions" for i in (0, 1))


def _gptj():
    turned = exact.angles(exact.plain(1e4, 64), np.arange(2048))
    table = np.concatenate([np.sin(turned), np.cos(turned)], axis=1)
    return {path: table for path in POSITIONS}


sound("gptj", names=POSITIONS, stores=_gptj)(hf.GPTJ)
wrong("gptj", "exponent-over-head", POSITIONS, ("exponent", "base"), "pie-project/pie#602")(lambda: hf.GPTJ(over=256))
wrong("gptj", "computed-in-half", POSITIONS, (), "EleutherAI/gpt-neox#1003")(lambda: hf.GPTJ(dtype=torch.bfloat16))
wrong("gptj", "positions-from-1", POSITIONS, ("offset", "shifted"), "huggingface/transformers#20761")(lambda: hf.GPTJ(first=1))
wrong("gptj", "exchanged", POSITIONS, ("swapped", "cos"), "flashinfer-ai/flashinfer#3819")(lambda: hf.GPTJ(swapped=True))
sound("gptj", "codegen", names=POSITIONS, stores=_gptj)(lambda: hf.GPTJ(model_type="codegen"))
sound("gptj", "bfloat16", names=POSITIONS, stores=_gptj)(lambda: hf.GPTJ().to(torch.bfloat16))
wrong("gptj", "positions-from-2", POSITIONS, ("offset", "shifted"))(lambda: hf.GPTJ(first=2).to(torch.bfloat16))
wrong("gptj", "codegen-positions-from-1", POSITIONS, ("offset", "shifted"))(lambda: hf.GPTJ("codegen", first=1))
wrong("gptj", "exchanged-bfloat16", POSITIONS, ("swapped", "cos"))(lambda: hf.GPTJ(swapped=True).to(torch.bfloat16))
wrong("gptj", "codegen-exchanged", POSITIONS, ("swapped", "cos"))(lambda: hf.GPTJ("codegen", swapped=True))
sound("bert")(hf.Bert)
