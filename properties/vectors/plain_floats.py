"""As most programs have it, all in Python's floats: acceptable."""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from exact_waves import SUPPORTS, column  # noqa: E402, F401


def frequency(encoding, pair):
    p = encoding["parameters"]
    return float(p["base"]) ** (-2 * pair / int(p["dim"]))


def f(encoding, position, channel, frequency=frequency, column=column):
    if encoding["part"] == "inv_freq":
        return frequency(encoding, channel)
    pair, is_sine = column(encoding, channel)
    angle = position * frequency(encoding, pair)
    return math.sin(angle) if is_sine else math.cos(angle)
