"""Interleaved columns for halves, and halves for interleaved ones: wrong."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_floats  # noqa: E402


def SUPPORTS(encoding):
    return encoding["family"] == "sinusoidal" and encoding["part"] == "table"


def column(encoding, channel):
    other = {"interleaved": "halves", "halves": "interleaved"}
    parameters = dict(encoding["parameters"])
    parameters["layout"] = other[parameters["layout"]]
    return plain_floats.column({**encoding, "parameters": parameters}, channel)


def f(encoding, position, channel):
    return plain_floats.f(encoding, position, channel, column=column)
