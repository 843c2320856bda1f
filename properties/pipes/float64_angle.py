"""Answers the cases of a sinusoidal table in float32 as many programs compute it: in float64,
rounded once.

    sextant cases --dim 64 --format float32 | float64_angle.py 64 [BASE] | sextant judge ...
"""

import math
import signal
import struct
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the judge may close the pipe early
dim = int(sys.argv[1])
base = float(sys.argv[2]) if len(sys.argv) > 2 else 10000.0
for line in sys.stdin:
    if line.startswith("#"):
        continue
    position, channel = map(int, line.split())
    angle = position * base ** -((channel - channel % 2) / dim)
    value = math.cos(angle) if channel % 2 else math.sin(angle)
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    print(position, channel, f"0x{bits:08x}")
