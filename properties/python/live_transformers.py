"""Small modules with the classes, buffers and signatures of Transformers 4.3x, 4.4x and 5."""

import copy
import math

import torch
from torch import nn

from live_case import Config

HEAD = 64
LONG = [1.0 + 0.9 * i for i in range(HEAD // 2)]
SHORT = [1.0 + 0.02 * i for i in range(HEAD // 2)]


def config(model_type="llama", **keys):
    """The keys of a config.json of Transformers 4."""
    made = {
        "architectures": [model_type.capitalize() + "ForCausalLM"], "model_type": model_type, "vocab_size": 32,
        "hidden_size": 4 * HEAD, "intermediate_size": 512, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "head_dim": HEAD, "hidden_act": "silu", "max_position_embeddings": 8192,
        "rms_norm_eps": 1e-5, "rope_theta": 500000.0, "rope_scaling": None, "attention_bias": False,
        "torch_dtype": "bfloat16", "tie_word_embeddings": False, "transformers_version": "4.46.0",
    }
    return Config(**{**made, **keys})


def config5(model_type="llama", rope=None, **keys):
    """The same of Transformers 5: all about positions is in `rope_parameters`."""
    made = config(model_type, transformers_version="5.1.0", **keys)
    del made.rope_theta, made.rope_scaling
    made.dtype = made.__dict__.pop("torch_dtype")
    made.rope_parameters = rope or {"rope_type": "default", "rope_theta": 500000.0}
    return made


# Frequencies and amplitude of each rope_type.


def rope_of(config, layer_type=None):
    """The keys of the scaling, wherever this version has them."""
    found = getattr(config, "rope_parameters", None) or {}
    if layer_type:
        return found[layer_type]
    return found or {"rope_theta": config.rope_theta, **(config.rope_scaling or {})}


def kind(rope):
    return rope.get("rope_type", rope.get("type", "default"))


def powers(base, dim, over=None):
    exponent = torch.arange(0, dim, 2, dtype=torch.int64).float() / (over or dim)
    return base**exponent


def width(config):
    return int(config.head_dim * getattr(config, "partial_rotary_factor", 1.0))


def default(config, rope, length=None):
    return 1.0 / powers(rope["rope_theta"], width(config)), 1.0


def linear(config, rope, length=None):
    frequencies, amplitude = default(config, rope)
    return frequencies / rope["factor"], amplitude


def dynamic(config, rope, length=None):
    dim, context, factor = width(config), config.max_position_embeddings, rope["factor"]
    length = max(length or 0, context)
    base = rope["rope_theta"] * (factor * length / context - (factor - 1)) ** (dim / (dim - 2))
    return 1.0 / powers(base, dim), 1.0


def llama3(config, rope, length=None):
    frequencies, _ = default(config, rope)
    low, high = rope["low_freq_factor"], rope["high_freq_factor"]
    original = rope["original_max_position_embeddings"]
    wavelength = 2 * math.pi / frequencies
    divided = torch.where(wavelength > original / low, frequencies / rope["factor"], frequencies)
    smooth = (original / wavelength - low) / (high - low)
    blend = (1 - smooth) * frequencies / rope["factor"] + smooth * frequencies
    between = (wavelength >= original / high) & (wavelength <= original / low)
    return torch.where(between, blend, divided), 1.0


def yarn(config, rope, length=None):
    dim, base, factor = width(config), rope["rope_theta"], rope["factor"]

    def pair(turns):
        context = rope["original_max_position_embeddings"]
        return dim * math.log(context / (turns * 2 * math.pi)) / (2 * math.log(base))

    low, high = pair(rope.get("beta_fast") or 32), pair(rope.get("beta_slow") or 1)
    if rope.get("truncate", True):
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    ramp = ((torch.arange(dim // 2).float() - low) / (high - low)).clamp(0, 1)
    kept = 1.0 / powers(base, dim)
    amplitude = rope.get("attention_factor") or 0.1 * math.log(factor) + 1.0
    return kept / factor * ramp + kept * (1 - ramp), amplitude


def longrope(config, rope, length=None):
    original = config.original_max_position_embeddings
    factors = rope["long_factor"] if length and length > original else rope["short_factor"]
    scale = config.max_position_embeddings / original
    amplitude = math.sqrt(1 + math.log(scale) / math.log(original))
    return 1.0 / (torch.tensor(factors) * powers(rope["rope_theta"], width(config))), amplitude


INIT = {
    "default": default, "linear": linear, "dynamic": dynamic, "llama3": llama3, "yarn": yarn, "longrope": longrope,
}


class LlamaRotaryEmbedding(nn.Module):
    """4.4x: one for the model, tables computed at each call.  `init` takes the place of the function of the type."""

    def __init__(self, config, init=None):
        super().__init__()
        self.config = config
        self.rope_type = kind(rope_of(config))
        self.max_seq_len_cached = self.original_max_seq_len = config.max_position_embeddings
        self.rope_init_fn = init or INIT[self.rope_type]
        inv_freq, self.attention_scaling = self.rope_init_fn(config, rope_of(config))
        self.register_buffer("inv_freq", inv_freq, persistent=False)
        self._keep(inv_freq)

    def _keep(self, inv_freq):
        self.original_inv_freq = self.inv_freq  # the same tensor

    def _update(self, position_ids):
        """Replaces the frequencies, if those of this length are others."""
        length = int(position_ids.max()) + 1
        inv_freq, _ = self.rope_init_fn(self.config, rope_of(self.config), length)
        if self.rope_type == "longrope":
            self.register_buffer("inv_freq", inv_freq, persistent=False)
        elif length > self.max_seq_len_cached:
            self.register_buffer("inv_freq", inv_freq, persistent=False)
            self.max_seq_len_cached = length
        elif length < self.original_max_seq_len < self.max_seq_len_cached:
            self.register_buffer("inv_freq", self.original_inv_freq, persistent=False)
            self.max_seq_len_cached = self.original_max_seq_len

    def angles(self, x, position_ids):
        """Angles [batch, positions, pairs]."""
        column = self.inv_freq[None, :, None].float().expand(position_ids.shape[0], -1, 1).to(x.device)
        return (column @ position_ids[:, None, :].float()).transpose(1, 2)

    def tables(self, angles):
        doubled = torch.cat((angles, angles), dim=-1)
        return doubled.cos() * self.attention_scaling, doubled.sin() * self.attention_scaling

    @torch.no_grad()
    def forward(self, x, position_ids):
        if self.rope_type in ("dynamic", "longrope"):
            self._update(position_ids)
        with torch.autocast(device_type=x.device.type, enabled=False):
            cos, sin = self.tables(self.angles(x, position_ids))
        return cos.to(dtype=x.dtype), sin.to(dtype=x.dtype)


class RotaryEmbedding5(LlamaRotaryEmbedding):
    """5: the original frequencies are a buffer of their own."""

    def _keep(self, inv_freq):
        self.register_buffer("original_inv_freq", inv_freq.clone(), persistent=False)


class CachedRotaryEmbedding(nn.Module):
    """4.3x: one in each layer, with tables of cosines and sines."""

    def __init__(self, dim, max_position_embeddings=2048, base=10000, scaling_factor=1.0):
        super().__init__()
        self.dim = dim
        self.max_position_embeddings = max_position_embeddings
        self.base = base
        self.scaling_factor = scaling_factor
        self.register_buffer("inv_freq", 1.0 / powers(base, dim), persistent=False)
        self._set_cos_sin_cache(max_position_embeddings, torch.get_default_dtype())

    def positions(self, length):
        return torch.arange(length, dtype=self.inv_freq.dtype) / self.scaling_factor

    def _set_cos_sin_cache(self, length, dtype):
        self.max_seq_len_cached = length
        angles = torch.outer(self.positions(length), self.inv_freq)
        doubled = torch.cat((angles, angles), dim=-1)
        self.register_buffer("cos_cached", doubled.cos().to(dtype), persistent=False)
        self.register_buffer("sin_cached", doubled.sin().to(dtype), persistent=False)

    def forward(self, x, seq_len=None):
        if seq_len > self.max_seq_len_cached:
            self._set_cos_sin_cache(seq_len, x.dtype)
        return self.cos_cached[:seq_len].to(dtype=x.dtype), self.sin_cached[:seq_len].to(dtype=x.dtype)


class Gemma3RotaryEmbedding(nn.Module):
    """5: buffers and amplitudes of each kind of layers.  `of` exchanges kinds."""

    def __init__(self, config, of=lambda layer_type: layer_type, init=INIT):
        super().__init__()
        self.max_seq_len_cached = self.original_max_seq_len = config.max_position_embeddings
        self.config = config
        self.layer_types = list(set(config.layer_types))
        self.rope_type = {}
        for layer_type in self.layer_types:
            rope = rope_of(config, of(layer_type))
            self.rope_type[layer_type] = kind(rope)
            inv_freq, amplitude = init[kind(rope)](config, rope)
            self.register_buffer(f"{layer_type}_inv_freq", inv_freq, persistent=False)
            self.register_buffer(f"{layer_type}_original_inv_freq", inv_freq.clone(), persistent=False)
            setattr(self, f"{layer_type}_attention_scaling", amplitude)

    @torch.no_grad()
    def forward(self, x, position_ids, layer_type=None):
        inv_freq = getattr(self, f"{layer_type}_inv_freq")
        amplitude = getattr(self, f"{layer_type}_attention_scaling")
        column = inv_freq[None, :, None].float().expand(position_ids.shape[0], -1, 1).to(x.device)
        with torch.autocast(device_type=x.device.type, enabled=False):
            angles = (column @ position_ids[:, None, :].float()).transpose(1, 2)
            doubled = torch.cat((angles, angles), dim=-1)
            cos, sin = doubled.cos() * amplitude, doubled.sin() * amplitude
        return cos.to(dtype=x.dtype), sin.to(dtype=x.dtype)


# Models about them.


class Attention(nn.Module):
    def __init__(self, config, layer_idx, rotary_emb=None):
        super().__init__()
        self.config = config
        self.layer_idx = layer_idx
        self.head_dim = config.head_dim
        inner = config.num_attention_heads * config.head_dim
        self.q_proj = nn.Linear(config.hidden_size, inner, bias=False)
        self.o_proj = nn.Linear(inner, config.hidden_size, bias=False)
        if rotary_emb is not None:
            self.rotary_emb = rotary_emb


class DecoderLayer(nn.Module):
    def __init__(self, config, layer_idx, rotary_emb=None):
        super().__init__()
        self.self_attn = Attention(config, layer_idx, rotary_emb)
        self.input_layernorm = nn.LayerNorm(config.hidden_size)


class Model(nn.Module):
    """As LlamaModel: `rotary_emb` at its level, or one that `per_layer(i)` makes."""

    def __init__(self, config, rotary_emb=None, per_layer=lambda i: None, **rotaries):
        super().__init__()
        self.config = config
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList(DecoderLayer(config, i, per_layer(i)) for i in range(config.num_hidden_layers))
        self.norm = nn.LayerNorm(config.hidden_size)
        for name, rotary in {"rotary_emb": rotary_emb, **rotaries}.items():
            if rotary is not None:
                setattr(self, name, rotary)


class ForCausalLM(nn.Module):
    """As LlamaForCausalLM."""

    def __init__(self, config, *arguments, **rotaries):
        super().__init__()
        self.config = config
        self.model = Model(config, *arguments, **rotaries)
        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size, bias=False)


def causal(config, init=None, rotary=LlamaRotaryEmbedding):
    """A model whose rotary module stands at its level."""
    return ForCausalLM(config, rotary(config, init))


def cached(config, make=CachedRotaryEmbedding, **arguments):
    """A model with tables in each layer."""
    given = {"max_position_embeddings": config.max_position_embeddings, "base": config.rope_theta, **arguments}
    return ForCausalLM(config, per_layer=lambda i: make(config.head_dim, **given))


KINDS = ["sliding_attention"] * 5 + ["full_attention"]


def gemma3_config(version):
    keys = dict(head_dim=256, hidden_size=1024, num_hidden_layers=6, layer_types=KINDS, sliding_window=512,
                query_pre_attn_scalar=256, max_position_embeddings=32768)
    scaling = {"rope_type": "linear", "factor": 8.0}
    if version == 4:
        return config("gemma3_text", rope_theta=1000000.0, rope_local_base_freq=10000.0, rope_scaling=scaling, **keys)
    rope = {"full_attention": {"rope_theta": 1000000.0, **scaling},
            "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}
    return config5("gemma3_text", rope, **keys)


def gemma3(**arguments):
    made = gemma3_config(5)
    return ForCausalLM(made, Gemma3RotaryEmbedding(made, **arguments))


def gemma3_4(init=None, local_init=None):
    """Gemma 3 of 4.5x: two modules; the configuration of the local one is a changed copy."""
    made = gemma3_config(4)
    local = copy.deepcopy(made)
    local.rope_theta, local.rope_scaling = made.rope_local_base_freq, {"rope_type": "default"}
    return ForCausalLM(made, LlamaRotaryEmbedding(made, init), rotary_emb_local=LlamaRotaryEmbedding(local, local_init))


class GPTJAttention(nn.Module):
    """Sines, then cosines, of the rotated channels, in a tensor that is no buffer of the checkpoint."""

    def __init__(self, config, over=None, first=0, dtype=torch.float32, swapped=False):
        super().__init__()
        self.config = config
        self.rotary_dim = config.rotary_dim
        inv_freq = (1.0 / powers(10000, config.rotary_dim, over)).to(dtype)
        angles = torch.outer(torch.arange(first, first + config.n_positions).to(dtype), inv_freq).float()
        both = (angles.cos(), angles.sin()) if swapped else (angles.sin(), angles.cos())
        self.register_buffer("embed_positions", torch.cat(both, dim=1), persistent=False)
        self.q_proj = nn.Linear(config.n_embd, config.n_embd, bias=False)


class GPTJ(nn.Module):
    """GPT-J, and CodeGen, whose tables are the same."""

    def __init__(self, model_type="gptj", **arguments):
        super().__init__()
        architecture = {"gptj": "GPTJForCausalLM", "codegen": "CodeGenForCausalLM"}[model_type]
        self.config = Config(architectures=[architecture], model_type=model_type, n_embd=512, n_head=2, n_layer=2,
                             n_positions=2048, rotary=True, rotary_dim=64, vocab_size=32, torch_dtype="float32")
        self.transformer = nn.Module()
        self.transformer.h = nn.ModuleList()
        for _ in range(self.config.n_layer):
            block = nn.Module()
            block.attn = GPTJAttention(self.config, **arguments)
            self.transformer.h.append(block)


class Bert(nn.Module):
    """Positions are learned: nothing follows from a formula."""

    def __init__(self):
        super().__init__()
        self.config = Config(architectures=["BertModel"], model_type="bert", hidden_size=64, num_attention_heads=4,
                             num_hidden_layers=1, max_position_embeddings=512, vocab_size=32, type_vocab_size=2,
                             position_embedding_type="absolute", pad_token_id=0)
        self.embeddings = nn.Module()
        self.embeddings.word_embeddings = nn.Embedding(32, 64, padding_idx=0)
        self.embeddings.position_embeddings = nn.Embedding(512, 64)
        self.embeddings.token_type_embeddings = nn.Embedding(2, 64)
        self.embeddings.register_buffer("position_ids", torch.arange(512).expand((1, -1)), persistent=False)
        self.embeddings.register_buffer("token_type_ids", torch.zeros(1, 512, dtype=torch.long), persistent=False)


def filled(model, path, number, place=slice(None)):
    """The model, with numbers of a tensor replaced as if its memory had never been written."""
    with torch.no_grad():
        at(model, path)[place] = number
    return model


def at(model, path):
    """The tensor or module of a dotted path."""
    for name in path.split("."):
        model = model[int(name)] if name.isdigit() else getattr(model, name)
    return model
