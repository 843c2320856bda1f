"""Small modules that add positions: sinusoids and ALiBi, as programs other than Transformers have them."""

import math
import types

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    """fairseq: `weights` is no buffer; the row of the padding is zero."""

    def __init__(self, embedding_dim, padding_idx, init_size=1024, dtype=torch.float32):
        super().__init__()
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        self.weights = self.get_embedding(init_size, embedding_dim, padding_idx, dtype)
        self.onnx_trace = False
        self.register_buffer("_float_tensor", torch.FloatTensor(1))
        self.max_positions = int(1e5)

    @staticmethod
    def get_embedding(num_embeddings, embedding_dim, padding_idx, dtype=torch.float32):
        half = embedding_dim // 2
        freqs = torch.exp(torch.arange(half, dtype=torch.float) * -(math.log(10000) / (half - 1)))
        turned = torch.arange(num_embeddings).to(dtype)[:, None] * freqs.to(dtype)[None]
        table = torch.cat([turned.sin(), turned.cos()], dim=1).float()
        table[padding_idx] = 0
        return table

    def forward(self, input):
        filled = input.ne(self.padding_idx)
        positions = (torch.cumsum(filled, dim=1) * filled).long() + self.padding_idx
        return self.weights.index_select(0, positions.view(-1)).view(*input.shape, -1).detach()


class FSMTSinusoidalPositionalEmbedding(nn.Embedding):
    """Transformers' FSMT: the same table as a weight that is not trained."""

    def __init__(self, num_positions, embedding_dim, padding_idx):
        super().__init__(num_positions, embedding_dim, padding_idx)
        table = SinusoidalPositionalEmbedding.get_embedding(num_positions, embedding_dim, padding_idx)
        self.weight = nn.Parameter(table, requires_grad=False)


FSMTSinusoidalPositionalEmbedding.__name__ = "SinusoidalPositionalEmbedding"


class PositionalEncoding(nn.Module):
    """PyTorch's tutorial [positions, 1, channels], and the Annotated Transformer's [1, positions, channels]."""

    def __init__(self, d_model, dropout=0.1, max_len=5000, batch_first=True, dtype=torch.float32, pairs=True):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        divisor = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        even = torch.arange(max_len).to(dtype)[:, None] * divisor.to(dtype)
        odd = even
        if not pairs:  # each column has a frequency of its own
            every = torch.exp(torch.arange(d_model).float() * (-math.log(10000.0) / d_model))
            even, odd = (torch.arange(max_len)[:, None] * every[i::2] for i in (0, 1))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2], pe[:, 1::2] = even.sin().float(), odd.cos().float()
        self.register_buffer("pe", pe[None] if batch_first else pe[:, None])

    def forward(self, x):
        return self.dropout(x + (self.pe[:, : x.size(1)] if self.pe.size(0) == 1 else self.pe[: x.size(0)]))


class TimingSignal(nn.Module):
    """tensor2tensor's get_timing_signal_1d, in a buffer [1, positions, channels]."""

    def __init__(self, length, channels, min_timescale=1.0, max_timescale=1.0e4, dtype=torch.float32):
        super().__init__()
        count = channels // 2
        step = math.log(max_timescale / min_timescale) / (count - 1)
        inv_timescales = min_timescale * torch.exp(torch.arange(count).float() * -step)
        scaled_time = torch.arange(length).to(dtype)[:, None] * inv_timescales.to(dtype)[None]
        self.register_buffer("signal", torch.cat([scaled_time.sin(), scaled_time.cos()], dim=1).float()[None])

    def forward(self, x):
        return x + self.signal[:, : x.size(1)]


class AudioEncoder(nn.Module):
    """OpenAI's Whisper: sinusoids in a buffer."""

    def __init__(self, n_ctx, n_state, dtype=torch.float32):
        super().__init__()
        self.conv1 = nn.Conv1d(8, n_state, kernel_size=3, padding=1)
        step = math.log(10000) / (n_state // 2 - 1)
        turned = torch.arange(n_ctx)[:, None].to(dtype) * torch.exp(-step * torch.arange(n_state // 2)).to(dtype)[None]
        turned = turned.float() if dtype == torch.float16 else turned  # a CPU has no sines of it
        self.register_buffer("positional_embedding", torch.cat([turned.sin(), turned.cos()], dim=1).float())


class TextDecoder(nn.Module):
    """OpenAI's Whisper: a learned table of the same name."""

    def __init__(self, n_ctx, n_state):
        super().__init__()
        self.token_embedding = nn.Embedding(32, n_state)
        self.positional_embedding = nn.Parameter(torch.randn(n_ctx, n_state) * 0.01)


class Whisper(nn.Module):
    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.dims = types.SimpleNamespace(n_mels=8, n_audio_ctx=1500, n_audio_state=64, n_audio_head=2, n_audio_layer=1,
                                          n_vocab=32, n_text_ctx=448, n_text_state=64, n_text_head=2, n_text_layer=1)
        self.encoder = AudioEncoder(self.dims.n_audio_ctx, self.dims.n_audio_state, dtype)
        self.decoder = TextDecoder(self.dims.n_text_ctx, self.dims.n_text_state)


class AlibiPositionalBias(nn.Module):
    """x-transformers: slopes [heads, 1, 1]; `slopes` may be given."""

    def __init__(self, heads, slopes):
        super().__init__()
        self.heads = self.total_heads = heads
        self.register_buffer("slopes", torch.tensor(slopes, dtype=torch.float32)[:, None, None], persistent=False)

    def forward(self, i, j):
        return -(torch.arange(j)[None, None] - torch.arange(j - i, j)[None, :, None]).abs() * self.slopes


class AlibiModel(nn.Module):
    def __init__(self, config, heads, slopes):
        super().__init__()
        self.config = config
        self.attn_layers = nn.Module()
        self.attn_layers.rel_pos = AlibiPositionalBias(heads, slopes)


def slopes(n):
    """2^(-8k/n), k = 1 … n."""
    return [2.0 ** (-8.0 * k / n) for k in range(1, n + 1)]


def interpolated(heads):
    near = 2 ** int(math.log2(heads))
    return slopes(near) + slopes(2 * near)[0::2][: heads - near]
