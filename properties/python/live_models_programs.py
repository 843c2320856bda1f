"""Models of programs other than Transformers, sound ones and ones with one fault each."""

import numpy as np
import torch
from torch import nn

import live_formulas as exact
import live_programs as made
from live_additive import PositionalEncoding
from live_case import sound, wrong
from live_models_scalings import LLAMA31, ROUNDED
from live_transformers import HEAD, config, filled, powers

# vLLM

CACHE = tuple(f"model.layers.{i}.self_attn.rotary_emb.cos_sin_cache" for i in (0, 1))
THETA = {"rope_theta": 1000000.0, "max_position_embeddings": 2048}


def vllm(rotary=made.RotaryEmbedding, base=None, dtype=torch.bfloat16, rotary_dim=HEAD, **keys):
    found = config(**{**THETA, **keys})
    return made.VllmModel(found, rotary(HEAD, rotary_dim, 2048, base or found.rope_theta, True, dtype))


def _cos_sin(frequencies, length=2048):
    turned = exact.angles(frequencies, np.arange(length))
    return {CACHE[0]: np.concatenate([np.cos(turned), np.sin(turned)], axis=1)}


class HalfFrequencies(made.RotaryEmbedding):
    def _compute_inv_freq(self, base):
        return super()._compute_inv_freq(base).half().float()


class HalfPositions(made.RotaryEmbedding):
    def _positions(self):
        return super()._positions().to(torch.bfloat16).float()


class FromOne(made.RotaryEmbedding):
    def _positions(self):
        return super()._positions() + 1


class SinCos(made.RotaryEmbedding):
    def _compute_cos_sin_cache(self):
        return super()._compute_cos_sin_cache().roll(self.rotary_dim // 2, dims=1)


class OverHead(made.RotaryEmbedding):
    def _compute_inv_freq(self, base):
        return 1.0 / powers(base, self.rotary_dim, self.head_size)


sound("vllm", names=CACHE, stores=lambda: _cos_sin(exact.plain(1e6, HEAD)))(vllm)
sound("vllm", "float32", names=CACHE, stores=lambda: _cos_sin(exact.plain(1e6, HEAD)))(lambda: vllm(dtype=torch.float32))
sound("vllm", "cast-to-half", names=CACHE, stores=lambda: _cos_sin(exact.plain(1e6, HEAD)))(
    lambda: vllm(dtype=torch.float32).half())
sound("vllm", "partial", names=CACHE, stores=lambda: _cos_sin(exact.plain(1e6, HEAD // 4)))(
    lambda: vllm(rotary_dim=HEAD // 4, model_type="stablelm", partial_rotary_factor=0.25))
wrong("vllm", "default-base", CACHE, "base", "vllm-project/vllm#1096")(lambda: vllm(base=10000))
wrong("vllm", "frequencies-in-half", CACHE, ("frequency-rounded", "float16", "rounded"), "vllm-project/vllm#1004")(
    lambda: vllm(HalfFrequencies))
wrong("vllm", "positions-in-half", CACHE, "position", "huggingface/candle#3520")(lambda: vllm(HalfPositions))
wrong("vllm", "positions-from-1", CACHE, ("offset", "shifted"))(lambda: vllm(FromOne))
wrong("vllm", "exchanged", CACHE, ("swapped", "sine"), "flashinfer-ai/flashinfer#3819")(lambda: vllm(SinCos))
wrong("vllm", "scaling-missing", CACHE, "scaling", "ggml-org/llama.cpp#8676")(
    lambda: vllm(rope_scaling=LLAMA31, max_position_embeddings=131072))
wrong("vllm", "partial-missing", CACHE, (), "huggingface/transformers#48241")(
    lambda: vllm(model_type="stablelm", partial_rotary_factor=0.25))
wrong("vllm", "exponent-over-head", CACHE, ("exponent", "base"), "pie-project/pie#602")(
    lambda: vllm(OverHead, rotary_dim=HEAD // 4, model_type="stablelm", partial_rotary_factor=0.25))

# Meta

CIS = "freqs_cis"


def _cis(frequencies):
    return {CIS: np.exp(1j * exact.angles(frequencies, np.arange(2048)))}


def _computed(**arguments):
    found = made.ModelArgs()
    return made.precompute_freqs_cis(found.dim // found.n_heads, 2 * found.max_seq_len, **{"theta": 5e5, **arguments})


def _scaled_by(factor):
    return _computed(use_scaled=True, scale=lambda freqs: made.scaled(freqs, factor))


def _wide():
    return made.ModelArgs(dim=512, use_scaled_rope=True)


sound("meta", names=[CIS], stores=lambda: _cis(exact.plain(5e5, HEAD)))(lambda: made.Transformer(made.ModelArgs()))
sound("meta", "scaled", names=[CIS], stores=lambda: _cis(exact.llama3(5e5, HEAD, 8, 1, 4, 8192)))(
    lambda: made.Transformer(made.ModelArgs(use_scaled_rope=True)))
sound("meta", "buffer", names=[CIS], stores=lambda: _cis(exact.plain(5e5, HEAD)))(
    lambda: made.Transformer(made.ModelArgs(), buffer=True))
sound("meta", "scaled-by-32", names=[CIS], stores=lambda: _cis(exact.llama3(5e5, HEAD, 32, 1, 4, 8192)))(
    lambda: made.Transformer(made.ModelArgs(use_scaled_rope=True), _scaled_by(32)))
sound("meta", "scaled-wide", names=[CIS], stores=lambda: _cis(exact.llama3(5e5, 128, 8, 1, 4, 8192)))(
    lambda: made.Transformer(_wide(), buffer=True))
sound("meta", "scaled-by-16", names=[CIS], answer="unblamed", stores=lambda: _cis(exact.llama3(5e5, HEAD, 16, 1, 4, 8192)))(
    lambda: made.Transformer(made.ModelArgs(use_scaled_rope=True), _scaled_by(16)))  # no program is known to have this
wrong("meta", "default-theta", CIS, "base", "karpathy/llama2.c#356")(
    lambda: made.Transformer(made.ModelArgs(), _computed(theta=10000.0)))
wrong("meta", "scaling-missing", CIS, "scaling", "ggml-org/llama.cpp#8676")(
    lambda: made.Transformer(made.ModelArgs(use_scaled_rope=True), _computed()))
wrong("meta", "scaling-missing-wide", CIS, "scaling", "ggml-org/llama.cpp#8676")(
    lambda: made.Transformer(_wide(), made.precompute_freqs_cis(128, 2048, 500000.0), buffer=True))
wrong("meta", "all-divided", CIS)(
    lambda: made.Transformer(made.ModelArgs(use_scaled_rope=True), _computed(use_scaled=True, scale=lambda freqs: freqs / 8)))
wrong("meta", "frequencies-rounded", CIS, ROUNDED, "NVIDIA-NeMo/Automodel#2549")(
    lambda: made.Transformer(made.ModelArgs(), _computed(dtype=torch.bfloat16)))
wrong("meta", "conjugate", CIS, "sign")(lambda: made.Transformer(made.ModelArgs(), _computed().conj().resolve_conj()))
wrong("meta", "whole-width", CIS)(
    lambda: made.Transformer(made.ModelArgs(), made.precompute_freqs_cis(256, 2048, 500000.0)))
wrong("meta", "real-part", CIS)(lambda: made.Transformer(made.ModelArgs(), buffer=True).to(torch.bfloat16))

# torchtune

TUNE = tuple(f"layers.{i}.attn.pos_embeddings" for i in (0, 1))


def torchtune(change=lambda rotary: None):
    rotary = made.RotaryPositionalEmbeddings(HEAD, 2048, 500_000)
    change(rotary)
    return made.TransformerDecoder(rotary)


def _tune():
    turned = exact.angles(exact.plain(5e5, HEAD), np.arange(2048))
    return {f"{TUNE[0]}.cache": np.stack([np.cos(turned), np.sin(turned)], axis=-1), f"{TUNE[0]}.theta": exact.plain(5e5, HEAD)}


def _stale(rotary):
    rotary.base = 10_000


def _built_in_half(rotary):
    rotary.to(torch.bfloat16)
    rotary.build_rope_cache(2048)


def _theta_alone(rotary):
    rotary.theta = 1.0 / powers(10_000, HEAD)


def _swapped(rotary):
    rotary.cache = rotary.cache.flip(-1)


def _erased(rotary):
    rotary.cache.zero_(), rotary.theta.zero_()


sound("torchtune", names=TUNE, stores=_tune)(torchtune)
wrong("torchtune", "base-changed-later", TUNE, "base")(lambda: torchtune(_stale))
wrong("torchtune", "theta-of-another-base", tuple(f"{path}.theta" for path in TUNE), "base")(lambda: torchtune(_theta_alone))
wrong("torchtune", "built-in-half", TUNE, (), "pytorch/pytorch#137774")(lambda: torchtune(_built_in_half))
wrong("torchtune", "not-initialised", TUNE, (), "pytorch/torchtitan#4783")(lambda: torchtune(_erased))
wrong("torchtune", "exchanged", tuple(f"{path}.cache" for path in TUNE))(lambda: torchtune(_swapped))

# x-transformers: no configuration, no base

XROTARY = "attn_layers.rotary_pos_emb"
XFREQ = f"{XROTARY}.inv_freq"


def x_transformers(**arguments):
    return made.Block(attn_layers=made.Block(rotary_pos_emb=made.XRotaryEmbedding(32, **arguments)))


sound("x-transformers", answer="identified", names=[XFREQ], stores=lambda: {XFREQ: exact.plain(1e4, 32)})(x_transformers)
wrong("x-transformers", "cast", XFREQ, ROUNDED, "NVIDIA-NeMo/Automodel#2549")(lambda: x_transformers().to(torch.bfloat16))
wrong("x-transformers", "zeros", XFREQ, (), "pytorch/torchtitan#4783")(lambda: filled(x_transformers(), XFREQ, 0.0))
wrong("x-transformers", "first-frequency-lost", XFREQ, (), "Synthyra/FastPLMs#47")(
    lambda: filled(x_transformers(), XFREQ, 6.9e-18, 0))
wrong("x-transformers", "damaged", XFREQ, (), "huggingface/transformers#45902")(
    lambda: filled(x_transformers(), XFREQ, 1.47e34, 7))

# diffusers

WAN = {"_class_name": "WanTransformer3DModel", "attention_head_dim": 128, "num_attention_heads": 2,
       "patch_size": (1, 2, 2), "rope_max_seq_len": 256}
WIDTHS = (44, 42, 42)


def wan(rotary=made.WanRotaryPosEmbed, **arguments):
    return made.DiffusionModel(WAN, rope=rotary(128, (1, 2, 2), 256, **arguments))


def _wan():
    turned = np.concatenate([exact.angles(exact.plain(1e4, dim), np.arange(256)) for dim in WIDTHS], axis=1)
    return {"rope.freqs_cos": exact.pairs(np.cos(turned)), "rope.freqs_sin": exact.pairs(np.sin(turned)),
            "rope.freqs": np.exp(1j * turned)}


def _only(tables, *paths):
    return {path: tables[path] for path in paths}


class HalfWan(made.WanRotaryPosEmbed):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.freqs_cos = torch.cat([self._half(dim).cos() for dim in WIDTHS], dim=1)
        self.freqs_sin = torch.cat([self._half(dim).sin() for dim in WIDTHS], dim=1)

    def _half(self, dim):
        turned = torch.outer(torch.arange(self.max_seq_len).float(), 1.0 / powers(10000.0, dim))
        return turned.to(torch.bfloat16).float().repeat_interleave(2, dim=1)


def _halves(model):
    rope = model.rope
    for name in ("freqs_cos", "freqs_sin"):
        parts = [torch.cat((part[:, ::2], part[:, ::2]), dim=1) for part in getattr(rope, name).split(WIDTHS, dim=1)]
        setattr(rope, name, torch.cat(parts, dim=1))
    return model


sound("wan", answer="unblamed", names=["rope"], stores=lambda: _only(_wan(), "rope.freqs_cos", "rope.freqs_sin"))(wan)
sound("wan", "complex", answer="unblamed", names=["rope"], stores=lambda: _only(_wan(), "rope.freqs"))(
    lambda: wan(made.WanComplexPosEmbed))
wrong("wan", "theta-of-another-model", "rope")(lambda: wan(theta=256.0))
wrong("wan", "axes-in-another-order", "rope", (), "huggingface/diffusers#12538")(lambda: wan(split=(42, 42, 44)))
wrong("wan", "one-axis", "rope")(lambda: wan(split=(128,)))
wrong("wan", "angles-in-half", "rope", (), "Comfy-Org/ComfyUI#9441")(lambda: wan(HalfWan))
wrong("wan", "halves", "rope")(lambda: _halves(wan()))
wrong("wan", "not-initialised", "rope", (), "pytorch/torchtitan#4783")(
    lambda: filled(filled(wan(), "rope.freqs_cos", 0.0), "rope.freqs_sin", 0.0))

FLUX = {"_class_name": "FluxTransformer2DModel", "attention_head_dim": 128, "num_attention_heads": 2, "axes_dims_rope": (16, 56, 56)}
FLUX2 = {"_class_name": "Flux2Transformer2DModel", "attention_head_dim": 128, "num_attention_heads": 2,
         "axes_dims_rope": (32, 32, 32, 32), "rope_theta": 2000}


class FluxIdsInHalf(made.FluxPosEmbed):
    def positions(self, ids):
        return ids.to(torch.bfloat16).float()


class FluxThetaIgnored(made.FluxPosEmbed):
    def axis(self, dim, positions):
        return made.get_1d_rotary_pos_embed(dim, positions)


class FluxHalves(made.FluxPosEmbed):
    def axis(self, dim, positions):
        return tuple(torch.cat((table[:, ::2], table[:, ::2]), dim=1) for table in super().axis(dim, positions))


sound("flux", answer="unblamed", names=["pos_embed"])(
    lambda: made.DiffusionModel(FLUX, pos_embed=made.FluxPosEmbed(10000, (16, 56, 56))))
sound("flux", "flux2", answer="unblamed", names=["pos_embed"])(
    lambda: made.DiffusionModel(FLUX2, pos_embed=made.FluxPosEmbed(2000, (32, 32, 32, 32))))
wrong("flux", "theta-ignored", "pos_embed")(
    lambda: made.DiffusionModel(FLUX2, pos_embed=FluxThetaIgnored(2000, (32, 32, 32, 32))))
wrong("flux", "ids-in-half", "pos_embed", (), "Comfy-Org/ComfyUI#9441")(
    lambda: made.DiffusionModel(FLUX, pos_embed=FluxIdsInHalf(10000, (16, 56, 56))))
wrong("flux", "halves", "pos_embed")(lambda: made.DiffusionModel(FLUX, pos_embed=FluxHalves(10000, (16, 56, 56))))

# Nothing recognisable

wrong("unknown", "class-name", "mixer")(lambda: made.Block(mixer=made.RotaryMixer(), out=nn.Linear(8, 8)))
wrong("unknown", "attribute-name", "attn.rotary_emb")(
    lambda: made.Block(attn=made.Block(rotary_emb=type("Mixer", (made.RotaryMixer,), {})())))
wrong("unknown", "beside-a-sound-one", "vision.rope")(
    lambda: made.Block(pos_encoder=PositionalEncoding(64, max_len=100), vision=made.Block(rope=made.RotaryMixer())))
