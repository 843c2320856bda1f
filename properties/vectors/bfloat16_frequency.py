"""Frequencies that went through bfloat16: wrong."""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_floats  # noqa: E402
from plain_floats import SUPPORTS  # noqa: E402, F401


def frequency(encoding, pair):
    bits = struct.unpack("<I", struct.pack("<f", plain_floats.frequency(encoding, pair)))[0]
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def f(encoding, position, channel):
    return plain_floats.f(encoding, position, channel, frequency=frequency)
