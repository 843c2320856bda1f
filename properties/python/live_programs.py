"""Small modules with the classes, tensors and signatures of programs other than Transformers."""

import dataclasses
import math
import types

import torch
from torch import nn

from live_transformers import powers


class RotaryEmbedding(nn.Module):
    """vLLM: one row of cosines and sines for each position.  `_base` is what the cache is computed from."""

    def __init__(self, head_size, rotary_dim, max_position_embeddings, base, is_neox_style, dtype):
        super().__init__()
        self.head_size = head_size
        self.rotary_dim = rotary_dim
        self.max_position_embeddings = max_position_embeddings
        self.base = base
        self.is_neox_style = is_neox_style
        self.dtype = dtype
        self.register_buffer("cos_sin_cache", self._compute_cos_sin_cache().to(dtype), persistent=False)

    def _compute_inv_freq(self, base):
        return 1.0 / powers(base, self.rotary_dim)

    def _positions(self):
        return torch.arange(self.max_position_embeddings, dtype=torch.float)

    def _compute_cos_sin_cache(self):
        angles = torch.outer(self._positions(), self._compute_inv_freq(self.base)).float()
        return torch.cat((angles.cos(), angles.sin()), dim=-1)

    def forward(self, positions, query, key=None):
        cos, sin = self.cos_sin_cache.index_select(0, positions.flatten()).chunk(2, dim=-1)

        def turned(x):
            x = x.view(positions.numel(), -1, self.head_size)
            part, rest = x[..., : self.rotary_dim], x[..., self.rotary_dim :]
            first, second = part.chunk(2, dim=-1) if self.is_neox_style else (part[..., ::2], part[..., 1::2])
            c, s = cos[:, None].to(x.dtype), sin[:, None].to(x.dtype)
            made = (first * c - second * s, second * c + first * s)
            part = torch.cat(made, -1) if self.is_neox_style else torch.stack(made, -1).flatten(-2)
            return torch.cat((part, rest), dim=-1)

        return turned(query).reshape(query.shape), None if key is None else turned(key).reshape(key.shape)


class VllmModel(nn.Module):
    """All layers have the same rotary module, as `get_rope` returns it."""

    def __init__(self, config, rotary_emb):
        super().__init__()
        self.config = config
        self.model = nn.Module()
        self.model.layers = nn.ModuleList()
        for _ in range(config.num_hidden_layers):
            layer = nn.Module()
            layer.self_attn = nn.Module()
            layer.self_attn.qkv_proj = nn.Linear(config.hidden_size, 2 * config.hidden_size, bias=False)
            layer.self_attn.rotary_emb = rotary_emb
            self.model.layers.append(layer)


@dataclasses.dataclass
class ModelArgs:
    """Meta's parameters."""

    dim: int = 256
    n_layers: int = 2
    n_heads: int = 4
    n_kv_heads: int = 2
    vocab_size: int = 32
    multiple_of: int = 256
    norm_eps: float = 1e-5
    rope_theta: float = 500000.0
    use_scaled_rope: bool = False
    max_batch_size: int = 1
    max_seq_len: int = 1024


def scaled(freqs, factor=8):
    """Llama 3.1, and 3.2 with 32: the numbers stand in the program."""
    wavelength = 2 * math.pi / freqs
    smooth = (8192 / wavelength - 1) / (4 - 1)
    blend = (1 - smooth) * freqs / factor + smooth * freqs
    return torch.where(wavelength < 8192 / 4, freqs, torch.where(wavelength > 8192, freqs / factor, blend))


def precompute_freqs_cis(dim, end, theta=10000.0, use_scaled=False, dtype=torch.float32, scale=scaled):
    freqs = (1.0 / powers(theta, dim)).to(dtype).float()
    turned = torch.outer(torch.arange(end).float(), scale(freqs) if use_scaled else freqs)
    return torch.polar(torch.ones_like(turned), turned)


class Transformer(nn.Module):
    """Meta's Llama: `freqs_cis` is a plain attribute, or a buffer as in programs that copy it."""

    def __init__(self, params, freqs_cis=None, buffer=False):
        super().__init__()
        self.params = params
        self.n_layers = params.n_layers
        self.tok_embeddings = nn.Embedding(params.vocab_size, params.dim)
        self.output = nn.Linear(params.dim, params.vocab_size, bias=False)
        if freqs_cis is None:
            freqs_cis = precompute_freqs_cis(
                params.dim // params.n_heads, params.max_seq_len * 2, params.rope_theta, params.use_scaled_rope
            )
        if buffer:
            self.register_buffer("freqs_cis", freqs_cis, persistent=False)
        else:
            self.freqs_cis = freqs_cis


def get_1d_rotary_pos_embed(dim, positions, theta=10000.0, dtype=torch.float64):
    """diffusers: cosines and sines, every column twice, side by side."""
    freqs = 1.0 / theta ** (torch.arange(0, dim, 2, dtype=dtype) / dim)
    turned = torch.outer(positions.to(dtype), freqs)
    return turned.cos().repeat_interleave(2, dim=1).float(), turned.sin().repeat_interleave(2, dim=1).float()


class WanRotaryPosEmbed(nn.Module):
    """diffusers: columns of time, height and width beside each other, all for positions 0, 1, 2, …"""

    def __init__(self, attention_head_dim, patch_size, max_seq_len, theta=10000.0, split=None, dtype=torch.float64):
        super().__init__()
        self.attention_head_dim = attention_head_dim
        self.patch_size = patch_size
        self.max_seq_len = max_seq_len
        h_dim = w_dim = 2 * (attention_head_dim // 6)
        made = [
            get_1d_rotary_pos_embed(dim, torch.arange(max_seq_len), theta, dtype)
            for dim in split or (attention_head_dim - h_dim - w_dim, h_dim, w_dim)
        ]
        self.register_buffer("freqs_cos", torch.cat([cos for cos, _ in made], dim=1), persistent=False)
        self.register_buffer("freqs_sin", torch.cat([sin for _, sin in made], dim=1), persistent=False)

    def forward(self, hidden_states):
        frames, height, width = (n // p for n, p in zip(hidden_states.shape[2:], self.patch_size))
        third = self.attention_head_dim // 3
        sizes = [self.attention_head_dim - 2 * third, third, third]
        shapes = [(frames, 1, 1, -1), (1, height, 1, -1), (1, 1, width, -1)]

        def grid(table):
            parts = [part[:n].view(shape).expand(frames, height, width, -1)
                     for part, n, shape in zip(table.split(sizes, dim=1), (frames, height, width), shapes)]
            return torch.cat(parts, dim=-1).reshape(1, frames * height * width, 1, -1)

        return grid(self.freqs_cos), grid(self.freqs_sin)


class WanComplexPosEmbed(nn.Module):
    """diffusers before 0.35: complex numbers in a plain attribute."""

    def __init__(self, attention_head_dim, patch_size, max_seq_len, theta=10000.0):
        super().__init__()
        self.attention_head_dim = attention_head_dim
        self.patch_size = patch_size
        self.max_seq_len = max_seq_len
        h_dim = w_dim = 2 * (attention_head_dim // 6)
        parts = []
        for dim in (attention_head_dim - h_dim - w_dim, h_dim, w_dim):
            freqs = 1.0 / theta ** (torch.arange(0, dim, 2, dtype=torch.float64) / dim)
            turned = torch.outer(torch.arange(max_seq_len).double(), freqs)
            parts.append(torch.polar(torch.ones_like(turned), turned))
        self.freqs = torch.cat(parts, dim=1)


class FluxPosEmbed(nn.Module):
    """diffusers: nothing is stored; `ids` are [tokens, axes]."""

    def __init__(self, theta, axes_dim):
        super().__init__()
        self.theta = theta
        self.axes_dim = axes_dim

    def positions(self, ids):
        return ids.float()

    def axis(self, dim, positions):
        return get_1d_rotary_pos_embed(dim, positions, self.theta)

    def forward(self, ids):
        pos = self.positions(ids)
        made = [self.axis(dim, pos[:, i]) for i, dim in enumerate(self.axes_dim)]
        return torch.cat([cos for cos, _ in made], dim=-1), torch.cat([sin for _, sin in made], dim=-1)


class DiffusionModel(nn.Module):
    """A transformer of diffusers, whose `config` is a dictionary with attributes."""

    def __init__(self, keys, **modules):
        super().__init__()
        self.config = types.SimpleNamespace(**keys)
        self.proj_out = nn.Linear(16, 16)
        for name, module in modules.items():
            setattr(self, name, module)


class XRotaryEmbedding(nn.Module):
    """x-transformers: persistent `inv_freq`; `scale` is None without xPos; forward returns angles."""

    def __init__(self, dim, base=10000.0, interpolation_factor=1.0):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / powers(base, dim))
        self.interpolation_factor = interpolation_factor
        self.register_buffer("scale", None)

    def forward_from_seq_len(self, seq_len):
        return self.forward(torch.arange(seq_len))

    def forward(self, t):
        freqs = torch.einsum("...i,j->...ij", t.type_as(self.inv_freq), self.inv_freq) / self.interpolation_factor
        return torch.stack((freqs, freqs), dim=-1).flatten(-2), 1.0


XRotaryEmbedding.__name__ = XRotaryEmbedding.__qualname__ = "RotaryEmbedding"


class RotaryPositionalEmbeddings(nn.Module):
    """torchtune: `theta` are frequencies, `cache` is [positions, pairs, 2]."""

    def __init__(self, dim, max_seq_len=4096, base=10_000):
        super().__init__()
        self.dim = dim
        self.base = base
        self.max_seq_len = max_seq_len
        self.rope_init()

    def rope_init(self):
        self.register_buffer("theta", 1.0 / powers(self.base, self.dim), persistent=False)
        self.build_rope_cache(self.max_seq_len)

    def build_rope_cache(self, max_seq_len=4096):
        positions = torch.arange(max_seq_len, dtype=self.theta.dtype, device=self.theta.device)
        turned = torch.einsum("i,j->ij", positions, self.theta).float()
        self.register_buffer("cache", torch.stack([turned.cos(), turned.sin()], dim=-1), persistent=False)

    def forward(self, x, *, input_pos=None):
        table = self.cache[: x.size(1)] if input_pos is None else self.cache[input_pos]
        pairs = x.float().reshape(*x.shape[:-1], -1, 2)
        c, s = table.view(-1, pairs.size(1), 1, pairs.size(3), 2).unbind(-1)
        u, v = pairs.unbind(-1)
        return torch.stack([u * c - v * s, v * c + u * s], -1).flatten(3).type_as(x)


class TransformerDecoder(nn.Module):
    """torchtune: layers share one rotary module."""

    def __init__(self, pos_embeddings, layers=2):
        super().__init__()
        self.max_seq_len = pos_embeddings.max_seq_len
        self.layers = nn.ModuleList()
        for _ in range(layers):
            layer = nn.Module()
            layer.attn = nn.Module()
            layer.attn.q_proj = nn.Linear(8, 8, bias=False)
            layer.attn.pos_embeddings = pos_embeddings
            self.layers.append(layer)


class RotaryMixer(nn.Module):
    """Rotates in a way that nothing outside says: names, arguments and results are its own."""

    def __init__(self, width=32):
        super().__init__()
        self.register_buffer("u", torch.linspace(0.1, 1.0, width))

    def forward(self, state, clock, gate):
        return torch.tanh(state * torch.outer(clock, self.u)) * gate


class Block(nn.Module):
    def __init__(self, **modules):
        super().__init__()
        for name, module in modules.items():
            setattr(self, name, module)
