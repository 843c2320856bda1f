"""Models that add sinusoids or biases, sound ones and ones with one fault each."""

import types

import numpy as np
import torch
from torch import nn

import live_additive as made
import live_formulas as exact
from live_case import sound, wrong
from live_programs import Block
from live_transformers import at, filled

def _fairseq(padding=1, name="weights"):
    table = np.concatenate(exact.sinusoids(1024, 64, shift=1), axis=1)
    table[padding] = 0
    return {f"encoder.embed_positions.{name}": table}


def fairseq(padding=1, **arguments):
    return Block(encoder=Block(embed_positions=made.SinusoidalPositionalEmbedding(64, padding, **arguments)))


def fsmt():
    rows = made.FSMTSinusoidalPositionalEmbedding(1024, 64, 1)
    return Block(encoder=Block(embed_positions=rows, layer=nn.Linear(64, 64)))


def _erased(model, *rows):
    for row in rows:
        model.encoder.embed_positions.weights[row] = 0
    return model


def _without_padding(model):
    del model.encoder.embed_positions.padding_idx
    return model


def _next_zero_row():
    model = fairseq()
    model.encoder.embed_positions.weights = made.SinusoidalPositionalEmbedding.get_embedding(1024, 64, 2)
    return model


WEIGHTS = "encoder.embed_positions.weights"


def _other_zero_row():
    model = fairseq()
    whole = made.SinusoidalPositionalEmbedding.get_embedding(1024, 64, 0)
    model.encoder.embed_positions.weights = whole
    return model


def _last_row_repeated(model, path, first):
    rows = at(model, path).squeeze()
    rows[first:] = rows[first - 1].clone()
    return model


sound("fairseq", names=[WEIGHTS], stores=_fairseq)(fairseq)
sound("fairseq", "padding-0", names=[WEIGHTS], stores=lambda: _fairseq(0))(lambda: fairseq(0))
sound("fairseq", "weight", names=["encoder.embed_positions.weight"], stores=lambda: _fairseq(name="weight"))(fsmt)
sound("fairseq", "padding-not-said", names=[WEIGHTS], answer="unblamed", stores=_fairseq)(lambda: _without_padding(fairseq()))
wrong("fairseq", "row-lost", WEIGHTS, ("zero", "row"))(lambda: _erased(fairseq(), 700))
wrong("fairseq", "next-row-is-zero", WEIGHTS, ("zero", "row"), "facebookresearch/fairseq#1177")(_next_zero_row)
wrong("fairseq", "another-row-is-zero", WEIGHTS, ("zero", "row"), "facebookresearch/fairseq#1177")(_other_zero_row)
wrong("fairseq", "computed-in-half", WEIGHTS, (), "pytorch/pytorch#137774")(lambda: fairseq(dtype=torch.bfloat16))
wrong("fairseq", "zeros", WEIGHTS, "zero", "hustvl/ControlAR#18")(lambda: filled(fairseq(), WEIGHTS, 0.0))
wrong("fairseq", "end-repeated", WEIGHTS, (), "karpathy/nanochat#520")(lambda: _last_row_repeated(fairseq(), WEIGHTS, 512))

PE = "pos_encoder.pe"
ROWS = np.arange(512)


def tutorial(**arguments):
    return Block(pos_encoder=made.PositionalEncoding(64, max_len=1000, **arguments), out=nn.Linear(64, 8))


def _pe(axis):
    return {PE: np.expand_dims(exact.interleaved(*exact.sinusoids(1000, 64)), axis)}


def _cast_pe(dtype):
    return lambda: tutorial().to(dtype)


sound("tutorial", "batch-first", answer="identified", names=[PE], stores=lambda: _pe(0))(tutorial)
sound("tutorial", "sequence-first", answer="identified", names=[PE], stores=lambda: _pe(1))(lambda: tutorial(batch_first=False))
sound("tutorial", "bfloat16", answer="identified", names=[PE], stores=lambda: _pe(0))(_cast_pe(torch.bfloat16))
@wrong("tutorial", "not-finite", PE, "finite")
def _():
    model = tutorial()
    model.pos_encoder.pe[0, 500, 3] = float("nan")
    return model


def _other(rows):
    """Tables of programs that mean something else."""
    model = tutorial()
    model.pos_encoder.pe = torch.as_tensor(rows, dtype=torch.float32)[None]
    return lambda: model


def _rows(positions=ROWS, dim=64):
    turned = exact.angles(exact.plain(1e4, dim), positions)
    return exact.interleaved(np.sin(turned), np.cos(turned))


for name, rows in {
    "transposed": _rows().T,
    "special-first-row": np.concatenate([np.zeros((1, 64)), _rows()]),
    "special-last-row": np.concatenate([_rows(), np.ones((1, 64))]),
    "clipped-positions": _rows(np.minimum(ROWS, 127)),
    "descending-positions": _rows(255 - ROWS),
    "half-learned": np.concatenate([_rows(dim=32), np.random.default_rng(1).normal(size=(512, 32))], axis=1),
    "scaled": 8 * _rows(),
}.items():
    sound("other", name, names=[PE], answer="unblamed")(_other(rows))

wrong("tutorial", "computed-in-half", PE, (), "pytorch/pytorch#137774")(lambda: tutorial(dtype=torch.bfloat16))
wrong("tutorial", "zeros", PE, "zero", "hustvl/ControlAR#18")(lambda: filled(tutorial(), PE, 0.0))
wrong("tutorial", "a-frequency-for-each-column", PE, (), "Kyubyong/transformer#38")(lambda: tutorial(pairs=False))
wrong("tutorial", "end-repeated", PE, (), "karpathy/nanochat#520")(lambda: _last_row_repeated(tutorial(), PE, 600))

SIGNAL = "encoder.timing.signal"


def t2t(**arguments):
    return Block(encoder=Block(timing=made.TimingSignal(1024, 64, **arguments)), out=nn.Linear(64, 8))


sound("t2t", answer="identified", names=[SIGNAL], stores=lambda: {
    SIGNAL: np.concatenate(exact.sinusoids(1024, 64, shift=1), axis=1)[None]})(t2t)
wrong("t2t", "computed-in-half", SIGNAL, "computed-in-half")(lambda: t2t(dtype=torch.bfloat16))
wrong("t2t", "zeros", SIGNAL, "zero")(lambda: filled(t2t(), SIGNAL, 0.0))
wrong("t2t", "end-repeated", SIGNAL, "table-overrun")(lambda: _last_row_repeated(t2t(), SIGNAL, 512))

AUDIO = "encoder.positional_embedding"


def _end_lost(model):
    model.encoder.positional_embedding[1024:] = 0
    return model


def _learned_buffer():
    """A trained table that a conversion made a buffer of."""
    model = made.TextDecoder(77, 64)
    numbers = model._parameters.pop("positional_embedding").detach()
    model.register_buffer("positional_embedding", numbers)
    return model


sound("whisper", names=[AUDIO], answer="unblamed", stores=lambda: {
    AUDIO: np.concatenate(exact.sinusoids(1500, 64, shift=1), axis=1)})(made.Whisper)
wrong("whisper", "computed-in-half", AUDIO, (), "pytorch/pytorch#137774")(lambda: made.Whisper(torch.bfloat16))
sound("whisper", "frozen", names=[AUDIO], answer="unblamed")(lambda: made.Whisper().requires_grad_(False))
wrong("whisper", "computed-in-float16", AUDIO, ())(lambda: made.Whisper(torch.float16))
wrong("whisper", "end-lost", AUDIO, ())(lambda: _end_lost(made.Whisper()))
wrong("whisper", "zeros", AUDIO, "zero", "hustvl/ControlAR#18")(lambda: filled(made.Whisper(), AUDIO, 0.0))
wrong("whisper", "end-repeated", AUDIO, (), "karpathy/nanochat#520")(lambda: _last_row_repeated(made.Whisper(), AUDIO, 1024))
sound("learned", "buffer", names=["positional_embedding"], answer="unblamed")(_learned_buffer)
sound("learned", "frozen-buffer", answer="unblamed")(lambda: _learned_buffer().requires_grad_(False))
sound("learned", answer="unblamed")(lambda: made.TextDecoder(77, 64))

# ALiBi

SLOPES = "attn_layers.rel_pos.slopes"


def alibi(heads, numbers):
    found = types.SimpleNamespace(model_type="bloom", architectures=["BloomForCausalLM"], hidden_size=64 * heads, n_head=heads,
                                  n_layer=2, vocab_size=32, seq_length=2048)
    return made.AlibiModel(found, len(numbers), numbers)


def _slopes(heads):
    return lambda: {SLOPES: exact.slopes(heads)[:, None, None]}


sound("alibi", "8-heads", names=[SLOPES], stores=_slopes(8))(lambda: alibi(8, made.slopes(8)))
sound("alibi", "12-heads", names=[SLOPES], stores=_slopes(12))(lambda: alibi(12, made.interpolated(12)))
wrong("alibi", "from-1", SLOPES, "slope", "paiml/aprender#2143")(lambda: alibi(8, [1.0, *made.slopes(8)[:-1]]))
wrong("alibi", "not-interpolated", SLOPES, "slope", "ml-explore/mlx#3071")(lambda: alibi(12, made.slopes(12)))
wrong("alibi", "in-order", SLOPES)(lambda: alibi(12, sorted(made.interpolated(12), reverse=True)))
wrong("alibi", "of-one-rank", SLOPES, (), "flashinfer-ai/flashinfer#1606")(lambda: alibi(32, made.slopes(8)))
wrong("alibi", "zeros", SLOPES, (), "pytorch/torchtitan#4783")(lambda: filled(alibi(8, made.slopes(8)), SLOPES, 0.0))
