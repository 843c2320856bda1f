"""Positional encodings as tutorials and programs write them, each a module of PyTorch."""

import math

import torch
from torch import nn


class Sinusoidal(nn.Module):
    """As PyTorch's own tutorial has it: a buffer `pe` of all positions."""

    def __init__(self, dim, length):
        super().__init__()
        position = torch.arange(length).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
        pe = torch.zeros(length, dim)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(0)]


class Rotary(nn.Module):
    """As Llama's has it in Transformers: a buffer `inv_freq`, angles in float32, tables in the dtype
    of what they are for."""

    def __init__(self, dim, base=10000.0):
        super().__init__()
        inv_freq = 1.0 / (base ** (torch.arange(0, dim, 2, dtype=torch.int64).float() / dim))
        self.register_buffer("inv_freq", inv_freq, persistent=False)

    def forward(self, x, position_ids):
        freqs = (self.inv_freq[:, None].float() @ position_ids[None, :].float()).transpose(0, 1)
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


class CarelessRotary(Rotary):
    """The same without its two `.float()`: everything is of the dtype of the buffer."""

    def forward(self, x, position_ids):
        freqs = position_ids[:, None].to(self.inv_freq.dtype) * self.inv_freq[None, :]
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


class RoundedPositions(Rotary):
    """Positions made in the dtype of the activations, frequencies in float32."""

    def forward(self, x, position_ids):
        freqs = torch.outer(position_ids.to(torch.bfloat16).float(), self.inv_freq)
        emb = torch.cat((freqs, freqs), dim=-1)
        return emb.cos().to(x.dtype), emb.sin().to(x.dtype)


class Interleaved(nn.Module):
    """As GPT-J has it: each angle twice, side by side."""

    def __init__(self, dim):
        super().__init__()
        self.register_buffer("inv_freq", 1.0 / (10000 ** (torch.arange(0, dim, 2) / dim)))

    def forward(self, x, position_ids):
        angle = torch.einsum("i,j->ij", position_ids.float(), self.inv_freq)
        sin, cos = angle.sin(), angle.cos()
        return (
            torch.repeat_interleave(cos, 2, 1).to(x.dtype),
            torch.repeat_interleave(sin, 2, 1).to(x.dtype),
        )


def turned_half_split(x, cos, sin):
    """Vectors turned as Llama turns them."""
    low, high = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-high, low), dim=-1) * sin


def turned_interleaved(x, cos, sin):
    """Vectors turned as GPT-J turns them."""
    swapped = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2)
    return x * cos + swapped * sin
