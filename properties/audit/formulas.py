"""Frequencies and tables as programs compute them: each step in the format in which that program takes it.

`Library` stands for the functions of a program's math library. "rounded" gives the float32 number nearest to the exact
result (glibc's float functions are within 0.56 units of it); "numpy" calls NumPy's own float32 functions (at most 4 units)."""
import math

import numpy as np

F = np.float32


class Library:
    def __init__(self, name="rounded"):
        self.name = name

    def power(self, base, exponents):
        if self.name == "numpy":
            return np.power(F(base), np.asarray(exponents, F))
        return np.power(np.float64(F(base)), np.asarray(exponents, np.float64)).astype(F)

    def cos(self, angles):
        return np.cos(angles) if self.name == "numpy" else np.cos(angles.astype(np.float64)).astype(F)

    def sin(self, angles):
        return np.sin(angles) if self.name == "numpy" else np.sin(angles.astype(np.float64)).astype(F)


ROUNDED = Library()


def even(dim):
    """arange(0, dim, 2) / dim in float32."""
    return np.arange(0, dim, 2).astype(F) / F(dim)


def default(base, dim, library=ROUNDED):
    """Hugging Face: 1 / base**(arange(0, dim, 2) / dim)."""
    return (F(1) / library.power(base, even(dim))).astype(F)


def linear(base, dim, factor, library=ROUNDED):
    return (default(base, dim, library) / F(factor)).astype(F)


def dynamic(base, dim, factor, context, length, library=ROUNDED):
    """Dynamic NTK: the base is a Python double."""
    length = max(length, context)
    return default(base * (factor * length / context - (factor - 1)) ** (dim / (dim - 2)), dim, library)


def llama3(base, dim, factor=8.0, low=1.0, high=4.0, context=8192, library=ROUNDED):
    """Hugging Face's llama3: long wavelengths divided, short ones kept, a blend between."""
    w = default(base, dim, library)
    wavelength = (F(2 * math.pi) / w).astype(F)
    divided = np.where(wavelength > context / low, w / F(factor), w).astype(F)
    smooth = ((F(context) / wavelength - F(low)) / F(high - low)).astype(F)
    blend = ((F(1) - smooth) * divided / F(factor) + smooth * divided).astype(F)
    between = ~(wavelength < context / high) & ~(wavelength > context / low)
    return np.where(between, blend, divided).astype(F)


def yarn_ends(base, dim, context, fast=32.0, slow=1.0, truncate=True):
    """The two pairs between which YaRN's ramp lies, in doubles."""
    low, high = (dim * math.log(context / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (fast, slow))
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0), min(high, dim - 1)


def yarn(base, dim, factor, context, fast=32.0, slow=1.0, truncate=True, library=ROUNDED):
    powers = library.power(base, even(dim))
    kept, divided = F(1) / powers, F(1) / (F(factor) * powers)
    low, high = yarn_ends(base, dim, context, fast, slow, truncate)
    high += 0.001 if low == high else 0
    ramp = np.clip((np.arange(dim // 2, dtype=F) - F(low)) / F(high - low), F(0), F(1))
    mask = F(1) - ramp
    return (divided * (F(1) - mask) + kept * mask).astype(F)


def yarn_mscale(factor, mscale=1.0):
    return 1.0 if factor <= 1 else 0.1 * mscale * math.log(factor) + 1.0


def longrope(base, dim, factors, library=ROUNDED):
    return (F(1) / (np.asarray(factors, F) * library.power(base, even(dim)))).astype(F)


def longrope_mscale(scale, context):
    return 1.0 if scale <= 1 else math.sqrt(1 + math.log(scale) / math.log(context))


def proportional(base, head, partial, library=ROUNDED):
    """Gemma 4's full layers: the first pairs have the head's frequencies, the rest stand still."""
    pairs = int(partial * head // 2)
    w = np.zeros(head // 2, F)
    w[:pairs] = F(1) / library.power(base, np.arange(0, 2 * pairs, 2).astype(F) / F(head))
    return w


def angles(w, positions):
    """Positions times frequencies, one rounding to float32."""
    return np.asarray(positions).astype(F)[:, None] * np.asarray(w, F)[None, :]


def cos_sin(w, positions, amplitude=1.0, library=ROUNDED):
    """Tables [positions, pairs] in float32, times an amplitude that is a Python double."""
    if isinstance(positions, int):
        positions = np.arange(positions)
    turned = angles(w, positions)
    cos, sin = library.cos(turned), library.sin(turned)
    if amplitude != 1.0:
        cos, sin = (cos * F(amplitude)).astype(F), (sin * F(amplitude)).astype(F)
    return cos, sin


def complex_table(w, length, library=ROUNDED):
    """Meta's freqs_cis: polar(1, outer(t, freqs)) in complex64."""
    cos, sin = cos_sin(w, length, library=library)
    return (cos + 1j * sin).astype(np.complex64)


def llama3_factors(base, dim, factor=8.0, low=1.0, high=4.0, context=8192, library=ROUNDED):
    """llama.cpp's converter: what angles are divided by, in torch's float32."""
    w = default(base, dim, library)
    wavelength = (F(2 * math.pi) / w).astype(F)
    smooth = ((F(context) / wavelength - F(low)) / F(high - low)).astype(F)
    blend = (F(1) / ((F(1) - smooth) / F(factor) + smooth)).astype(F)
    return np.where(wavelength < context / high, F(1), np.where(wavelength > context / low, F(factor), blend)).astype(F)


def mlx_llama3_periods(base, dim, factor=8.0, low=1.0, high=4.0, context=8192, library=ROUNDED):
    """MLX: 1/frequency without 2 pi; the unrotated would be infinite."""
    p = library.power(base, even(dim))
    wavelength = (F(2 * math.pi) * p).astype(F)
    divided = np.where(wavelength > context / low, p * F(factor), p).astype(F)
    smooth = ((F(context) / wavelength - F(low)) / F(high - low)).astype(F)
    blend = (divided / ((F(1) - smooth) / F(factor) + smooth)).astype(F)
    between = (wavelength > context / high) & (wavelength < context / low)
    return np.where(between, blend, divided).astype(F)


def sinusoid_tutorial(length, dim, library=ROUNDED):
    """PyTorch's tutorial: exp(2i * (-ln 10000 / d)) in float32, sines and cosines interleaved."""
    w = np.exp((np.arange(0, dim, 2).astype(F) * F(-math.log(10000.0) / dim)).astype(np.float64)).astype(F)
    turned = angles(w, np.arange(length))
    table = np.empty((length, dim), F)
    table[:, 0::2], table[:, 1::2] = library.sin(turned), library.cos(turned)
    return table


def sinusoid_whisper(length, channels, library=ROUNDED):
    """OpenAI's Whisper: exp(-ln(10000) / (d/2 - 1) * i), sines then cosines."""
    step = math.log(10000.0) / (channels // 2 - 1)
    w = np.exp((F(-step) * np.arange(channels // 2).astype(F)).astype(np.float64)).astype(F)
    turned = angles(w, np.arange(length))
    return np.concatenate([library.sin(turned), library.cos(turned)], axis=1)


def window_index(side, class_token=False):
    """Swin's index of token q against token k; with a class token, BEiT's."""
    y, x = (c.ravel() for c in np.indices((side, side)))
    index = (y[:, None] - y[None, :] + side - 1) * (2 * side - 1) + x[:, None] - x[None, :] + side - 1
    if not class_token:
        return index.astype(np.int64)
    offsets = (2 * side - 1) ** 2
    whole = np.empty((side * side + 1,) * 2, np.int64)
    whole[1:, 1:], whole[0, :], whole[:, 0], whole[0, 0] = index, offsets, offsets + 1, offsets + 2
    return whole


def alibi_slopes(heads):
    """ALiBi's slopes; heads that are no power of two take every other slope of twice as many."""
    def of_power(n):
        start = 2.0 ** (-8.0 / n)
        return [start ** (k + 1) for k in range(n)]
    near = 2 ** int(math.floor(math.log2(heads)))
    return np.array(of_power(near) + of_power(2 * near)[0::2][: heads - near], F)


def doubled(table):
    """[f | f], as Hugging Face's cos and sin are."""
    return np.concatenate([table, table], axis=-1)
