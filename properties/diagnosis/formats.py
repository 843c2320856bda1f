"""Number formats, as NumPy has them and as it has not."""

import numpy as np

COMPUTING = {"float32": np.float32, "float64": np.float64}
STORED = {"float16": np.float16, "float32": np.float32, "float64": np.float64}
PRECISION = {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}


def bfloat16(values):
    """The nearest bfloat16 numbers, ties to even, as float32."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    even = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    rounded = (even & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isfinite(values), rounded, np.asarray(values, np.float32))


def rounded(name, values):
    """Numbers of one format among those of another."""
    if name == "bfloat16":
        return bfloat16(values).astype(np.asarray(values).dtype)
    with np.errstate(over="ignore"):
        narrow = {"float16": np.float16, "float32": np.float32}[name]
        return np.asarray(values).astype(narrow).astype(np.asarray(values).dtype)


def toward_zero(values, narrow=np.float32):
    """Numbers of another format, cut off."""
    with np.errstate(over="ignore"):
        near = values.astype(narrow)
    far = np.abs(near.astype(np.float64)) > np.abs(values)
    return np.where(far, np.nextafter(near, narrow(0)), near)


def tf32(conversion, values):
    """Numbers of 11 digits: the nearest, of two the larger, or cut off."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    if conversion == "to nearest":
        bits = bits + np.uint32(0x1000)
    elif conversion != "toward zero":
        raise ValueError(conversion)
    return (bits & np.uint32(0xFFFFE000)).view(np.float32).astype(np.asarray(values).dtype)


def stored(name, values):
    """What a file holds of some values: 16-bit patterns of bfloat16, else numbers."""
    if name == "bfloat16":
        return (bfloat16(values).view(np.uint32) >> np.uint32(16)).astype(np.uint16)
    with np.errstate(over="ignore"):
        return values.astype(STORED[name])


def truncated(name, values):
    """The same, cut off."""
    if name == "bfloat16":
        return (toward_zero(values).view(np.uint32) >> np.uint32(16)).astype(np.uint16)
    return toward_zero(values, STORED[name])


def read(name, stored_values):
    """The doubles that a file's numbers are."""
    if name == "bfloat16":
        return (stored_values.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    return stored_values.astype(np.float64)
