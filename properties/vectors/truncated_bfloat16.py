"""The upper half of float32's patterns: a neighbour of the truth each, half of them not the nearest."""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_floats  # noqa: E402
from plain_floats import SUPPORTS  # noqa: E402, F401


def f(encoding, position, channel):
    bits = struct.pack("<f", plain_floats.f(encoding, position, channel))
    return struct.unpack("<f", b"\0\0" + bits[2:])[0]
