"""Rows that belong to the position before: wrong."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_floats  # noqa: E402
from plain_floats import SUPPORTS  # noqa: E402, F401


def f(encoding, position, channel):
    return plain_floats.f(encoding, position - 1, channel)
