"""The published formulas in float64, by NumPy alone: what sound models must store."""

import math

import numpy as np


def plain(base, dim, over=None):
    """base^(-2i/d)."""
    return np.power(float(base), -2.0 * np.arange(dim // 2) / (over or dim))


def llama3(base, dim, factor, low, high, original):
    """Long wavelengths divided, short ones kept, frequencies between blended."""
    w = plain(base, dim)
    turns = original * w / (2 * math.pi)  # the original context in wavelengths
    kept = np.clip((turns - low) / (high - low), 0, 1)
    return kept * w + (1 - kept) * w / factor


def yarn(base, dim, factor, original, fast=32.0, slow=1.0, truncate=True):
    def pair(turns):
        return dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

    low, high = pair(fast), pair(slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    divided = np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)
    w = plain(base, dim)
    return (1 - divided) * w + divided * w / factor


def dynamic(base, dim, factor, context, length):
    """Dynamic NTK: another base for sequences of `length` beyond the context."""
    grown = factor * max(length, context) / context - (factor - 1)
    return plain(base * grown ** (dim / (dim - 2)), dim)


def angles(frequencies, positions):
    return np.multiply.outer(np.asarray(positions, np.float64), frequencies)


def halves(table):
    """[f | f], as in Transformers."""
    return np.concatenate([table, table], axis=-1)


def pairs(table):
    """Every column twice, side by side."""
    return np.repeat(table, 2, axis=-1)


def interleaved(first, second):
    return np.stack([first, second], axis=-1).reshape(*first.shape[:-1], -1)


def sinusoids(length, dim, shift=0, base=10000.0):
    """Sines and cosines of base^(-i/(d/2 - shift))."""
    half = dim // 2
    turned = angles(np.power(base, -np.arange(half) / (half - shift)), np.arange(length))
    return np.sin(turned), np.cos(turned)


def slopes(heads):
    """ALiBi: 2^(-8k/n); heads beyond a power of two have every other slope of the next one."""
    near = 2 ** int(math.log2(heads))

    def of(n):
        return [2.0 ** (-8.0 * k / n) for k in range(1, n + 1)]

    return np.array(of(near) + of(2 * near)[0::2][: heads - near])
