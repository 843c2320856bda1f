"""Llama and its scalings in Transformers 4.4x and 5, sound ones and ones with one fault each."""

import torch

import live_formulas as exact
import live_transformers as hf
from live_case import sound, wrong
from live_transformers import HEAD, LlamaRotaryEmbedding, RotaryEmbedding5, causal, config, config5, filled

BUFFER = "model.rotary_emb.inv_freq"
MODULE = "model.rotary_emb"
ROUNDED = ("bfloat16", "bf16", "frequency-rounded")
EMPTY = ("uninitialised", "never written", "zero")

LLAMA31 = {"rope_type": "llama3", "factor": 32.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
           "original_max_position_embeddings": 8192}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
LINEAR = {"rope_type": "linear", "factor": 4.0}
DYNAMIC = {"rope_type": "dynamic", "factor": 2.0}
LONGROPE = {"type": "longrope", "short_factor": hf.SHORT, "long_factor": hf.LONG}
LLAMA3 = exact.llama3(5e5, HEAD, 32, 1, 4, 8192)


def linear_config():
    return config(rope_theta=10000.0, rope_scaling=LINEAR, max_position_embeddings=8192)


def llama31(**rope):
    return config(rope_scaling={**LLAMA31, **rope}, max_position_embeddings=131072)


def qwen(**rope):
    return config("qwen2", rope_theta=1000000.0, rope_scaling={**YARN, **rope}, max_position_embeddings=32768)


def gpt_oss():
    rope = {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False,
            "original_max_position_embeddings": 4096}
    return config("gpt_oss", rope_theta=150000.0, rope_scaling=rope, max_position_embeddings=131072)


def dynamic_config():
    return config(rope_theta=10000.0, rope_scaling=DYNAMIC, max_position_embeddings=4096)


def phi():
    return config("phi3", rope_theta=10000.0, rope_scaling=LONGROPE, max_position_embeddings=131072,
                  original_max_position_embeddings=4096)


def stablelm():
    return config("stablelm", rope_theta=10000.0, partial_rotary_factor=0.25, max_position_embeddings=4096)


def with_rope(init, **changed):
    """The same function, which reads other keys of the scaling: a number of the configuration is lost."""
    return lambda config, rope, length=None: init(config, {**rope, **changed}, length)


# Llama, 4.4x

sound("llama", names=[MODULE], stores=lambda: {BUFFER: exact.plain(5e5, HEAD)})(lambda: causal(config()))


@sound("llama", "bfloat16-weights", names=[MODULE])
def _():
    """Weights in bfloat16, frequencies in float32, as `from_pretrained` leaves them."""
    model = causal(config())
    kept = model.model.rotary_emb.inv_freq
    model.to(torch.bfloat16)
    model.model.rotary_emb.inv_freq = kept
    return model


@sound("llama", "plain-attributes", names=[MODULE], stores=lambda: {BUFFER: exact.plain(5e5, HEAD)})
def _():
    """A configuration without to_dict()."""
    class Plain:
        pass

    model, plain = causal(config()), Plain()
    plain.__dict__.update(model.config.__dict__)
    model.config = model.model.config = model.model.rotary_emb.config = plain
    for layer in model.model.layers:
        layer.self_attn.config = plain
    return model


wrong("llama", "cast", BUFFER, ROUNDED, "NVIDIA-NeMo/Automodel#2549")(lambda: causal(config()).to(torch.bfloat16))
wrong("llama", "cast-to-half", BUFFER, ("float16", "f16", "frequency-rounded"), "EleutherAI/gpt-neox#1003")(
    lambda: causal(config()).half())
wrong("llama", "cast-and-back", BUFFER, ROUNDED, "tenstorrent/tt-metal#54516")(
    lambda: causal(config()).to(torch.bfloat16).float())
wrong("llama", "zeros", BUFFER, EMPTY, "pytorch/torchtitan#4783")(lambda: filled(causal(config()), BUFFER, 0.0))
wrong("llama", "first-frequency-lost", BUFFER, (), "Synthyra/FastPLMs#47")(
    lambda: filled(causal(config()), BUFFER, 6.9e-18, 0))
wrong("llama", "memory-of-others", BUFFER, (), "huggingface/transformers#45902")(
    lambda: filled(causal(config()), BUFFER, -1.47e34, slice(3, None)))
wrong("llama", "not-a-number", BUFFER, ("nan", "finite"), "Bacformer#33")(
    lambda: filled(causal(config()), BUFFER, float("nan")))
wrong("llama", "default-base", BUFFER, "base", "vllm-project/vllm#1096")(
    lambda: causal(config(), with_rope(hf.default, rope_theta=10000.0)))


def _forward(name, seen, says=(), **overrides):
    """Registers a Llama whose frequencies are right, and whose forward is not."""
    kind = type(f"{name.title().replace('-', '')}RotaryEmbedding", (LlamaRotaryEmbedding,), overrides)
    wrong("llama", name, MODULE, says, seen)(lambda: causal(config(), rotary=kind))


def _rounded_positions(self, x, position_ids):
    return LlamaRotaryEmbedding.angles(self, x, position_ids.to(torch.bfloat16))


def _rounded_product(self, x, position_ids):
    return (position_ids[..., None].to(torch.bfloat16) * self.inv_freq.to(torch.bfloat16)).float()


def _next_positions(self, x, position_ids):
    return LlamaRotaryEmbedding.angles(self, x, position_ids + 1)


def _side_by_side(self, angles):
    doubled = angles.repeat_interleave(2, dim=-1)
    return doubled.cos(), doubled.sin()


_forward("positions-rounded", "huggingface/candle#3520", "position", angles=_rounded_positions)
_forward("product-rounded", "Modalities/modalities#462", angles=_rounded_product)
_forward("positions-from-1", "huggingface/transformers#20761", ("position-offset", "offset", "shifted"), angles=_next_positions)
_forward("side-by-side", "warpfront/hipfire#241", ("layout", "interleaved"), tables=_side_by_side)


@wrong("llama", "positions-as-activations", MODULE, "position", "lucidrains/rotary-embedding-torch")
def _():
    """Positions are made in the dtype of the activations, which is the weights'."""
    class Rotary(LlamaRotaryEmbedding):
        def angles(self, x, position_ids):
            return super().angles(x, position_ids.to(x.dtype))

    model = causal(config(), rotary=Rotary)
    kept = model.model.rotary_emb.inv_freq
    model.to(torch.bfloat16)
    model.model.rotary_emb.inv_freq = kept
    return model


# Llama, 5

sound("llama5", names=[MODULE], stores=lambda: {
    BUFFER: exact.plain(5e5, HEAD), "model.rotary_emb.original_inv_freq": exact.plain(5e5, HEAD)})(
    lambda: causal(config5(), rotary=RotaryEmbedding5))
sound("llama5", "llama3", names=[MODULE], stores=lambda: {BUFFER: LLAMA3})(
    lambda: causal(config5(rope={"rope_theta": 500000.0, **LLAMA31}, max_position_embeddings=131072), rotary=RotaryEmbedding5))


def _theta_of_the_top_level(config, rope, length=None):
    return hf.default(config, {"rope_theta": getattr(config, "rope_theta", 10000.0)})


wrong("llama5", "theta-of-the-top-level", BUFFER, "base", "deepspeedai/DeepSpeed#8341")(
    lambda: causal(config5(), _theta_of_the_top_level, RotaryEmbedding5))
wrong("llama5", "scaling-of-the-top-level", BUFFER, "scaling", "ggml-org/llama.cpp#24820")(
    lambda: causal(config5(rope={"rope_theta": 500000.0, **LLAMA31}, max_position_embeddings=131072), hf.default, RotaryEmbedding5))
wrong("llama5", "not-initialised", BUFFER, EMPTY, "Bacformer#33")(
    lambda: filled(filled(causal(config5(), rotary=RotaryEmbedding5), BUFFER, 0.0), "model.rotary_emb.original_inv_freq", 0.0))

# Scalings, 4.4x

sound("linear", names=[MODULE], stores=lambda: {BUFFER: exact.plain(1e4, HEAD) / 4})(lambda: causal(linear_config()))
wrong("linear", "missing", BUFFER, "scal", "Blaizzy/mlx-vlm#1709")(lambda: causal(linear_config(), hf.default))
wrong("linear", "doubled", BUFFER, "scal", "vllm-project/vllm#33958")(
    lambda: causal(linear_config(), with_rope(hf.linear, factor=16.0)))
wrong("linear", "multiplied", BUFFER)(lambda: causal(linear_config(), with_rope(hf.linear, factor=0.25)))
wrong("linear", "cast", BUFFER, ROUNDED, "NVIDIA-NeMo/Automodel#2549")(lambda: causal(linear_config()).to(torch.bfloat16))

sound("llama3", names=[MODULE], stores=lambda: {BUFFER: LLAMA3})(lambda: causal(llama31()))
wrong("llama3", "missing", BUFFER, "scaling", "ggml-org/llama.cpp#8676")(lambda: causal(llama31(), hf.default))
wrong("llama3", "factor-of-another-model", BUFFER, ("scaling", "factor"), "TransformerLensOrg/TransformerLens#910")(
    lambda: causal(llama31(), with_rope(hf.llama3, factor=8.0)))
wrong("llama3", "original-context-of-another-model", BUFFER, ("scaling", "original"), "ggml-org/llama.cpp converter")(
    lambda: causal(llama31(original_max_position_embeddings=16384), with_rope(hf.llama3, original_max_position_embeddings=8192)))
wrong("llama3", "as-linear", BUFFER, "scal", "vllm-project/vllm#41236")(lambda: causal(llama31(), hf.linear))
wrong("llama3", "base-and-scaling", BUFFER)(lambda: causal(llama31(), with_rope(hf.default, rope_theta=10000.0)))
wrong("llama3", "cast-and-back", BUFFER, (), "tenstorrent/tt-metal#54516")(
    lambda: causal(llama31()).to(torch.bfloat16).float())

sound("yarn", names=[MODULE], stores=lambda: {BUFFER: exact.yarn(1e6, HEAD, 4, 32768)})(lambda: causal(qwen()))
sound("yarn", "not-truncated", names=[MODULE], stores=lambda: {
    BUFFER: exact.yarn(1.5e5, HEAD, 32, 4096, truncate=False)})(lambda: causal(gpt_oss()))


def _without_amplitude(init):
    return lambda config, rope, length=None: (init(config, rope, length)[0], 1.0)


def _amplitude_twice(init):
    def of(config, rope, length=None):
        frequencies, amplitude = init(config, rope, length)
        return frequencies, amplitude**2

    return of


AMPLITUDE = ("amplitude", "attention", "multiplied")
wrong("yarn", "amplitude-lost", MODULE, AMPLITUDE, "ml-explore/mlx-lm#1507")(lambda: causal(qwen(), _without_amplitude(hf.yarn)))
wrong("yarn", "amplitude-twice", MODULE, AMPLITUDE, "kekzl/imp#880")(lambda: causal(qwen(), _amplitude_twice(hf.yarn)))
wrong("yarn", "missing", BUFFER, "scaling")(lambda: causal(qwen(), hf.default))
wrong("yarn", "as-linear", BUFFER, "scal", "vllm-project/vllm#41236")(lambda: causal(qwen(), hf.linear))
wrong("yarn", "truncated", BUFFER, ("truncat", "ramp"), "vllm-project/vllm#27722")(
    lambda: causal(gpt_oss(), with_rope(hf.yarn, truncate=True)))

PHI = exact.plain(1e4, HEAD)
sound("longrope", names=[MODULE], stores=lambda: {BUFFER: PHI / hf.SHORT})(lambda: causal(phi()))


def _lists_exchanged(config, rope, length=None):
    return hf.longrope(config, {**rope, "short_factor": rope["long_factor"], "long_factor": rope["short_factor"]}, length)


def _times_factors(config, rope, length=None):
    frequencies, amplitude = hf.longrope(config, rope, length)
    return torch.tensor(rope["short_factor"]) ** 2 * frequencies, amplitude


wrong("longrope", "lists-exchanged", (BUFFER, MODULE), (), "ggml-org/llama.cpp#8995")(lambda: causal(phi(), _lists_exchanged))
wrong("longrope", "amplitude-lost", MODULE, AMPLITUDE, "ml-explore/mlx-lm#1507")(
    lambda: causal(phi(), _without_amplitude(hf.longrope)))
wrong("longrope", "multiplied", BUFFER)(lambda: causal(phi(), _times_factors))
wrong("longrope", "lists-ignored", BUFFER, "scaling", "ggml-org/llama.cpp#24820")(lambda: causal(phi(), hf.default))

sound("dynamic", names=[MODULE], stores=lambda: {BUFFER: exact.dynamic(1e4, HEAD, 2, 4096, 0)})(lambda: causal(dynamic_config()))
wrong("dynamic", "not-grown", MODULE, (), "huggingface/transformers#25104", options={"seq_len": 16384})(
    lambda: causal(dynamic_config(), lambda config, rope, length=None: hf.dynamic(config, rope)))
wrong("dynamic", "factor-of-another-model", MODULE, (), options={"seq_len": 16384})(
    lambda: causal(dynamic_config(), with_rope(hf.dynamic, factor=8.0)))
wrong("dynamic", "another-base", BUFFER, "base")(lambda: causal(dynamic_config(), with_rope(hf.dynamic, rope_theta=500000.0)))
wrong("dynamic", "original-not-initialised", "model.rotary_emb.original_inv_freq", (), "huggingface/transformers#34234")(
    lambda: filled(causal(dynamic_config(), rotary=RotaryEmbedding5), "model.rotary_emb.original_inv_freq", 0.0))

# A part of each head is rotated

sound("partial", names=[MODULE], stores=lambda: {BUFFER: exact.plain(1e4, HEAD // 4)})(lambda: causal(stablelm()))


def _partial(dim, over=None):
    return lambda config, rope, length=None: (1.0 / hf.powers(rope["rope_theta"], dim, over), 1.0)


wrong("partial", "whole-head", BUFFER, (), "huggingface/transformers#48241")(lambda: causal(stablelm(), _partial(HEAD)))
wrong("partial", "exponent-over-head", BUFFER, ("exponent", "base"), "pie-project/pie#602")(
    lambda: causal(stablelm(), _partial(HEAD // 4, HEAD)))
wrong("partial", "applied-twice", BUFFER, (), "vllm-project/vllm#41185")(lambda: causal(stablelm(), _partial(HEAD // 16)))
wrong("partial", "cast", BUFFER, ROUNDED, "NVIDIA-NeMo/Automodel#2549")(lambda: causal(stablelm()).to(torch.bfloat16))
