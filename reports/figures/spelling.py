"""Positions and errors as reports and people write them."""

import math


def power_of_two(text):
    """The logarithm of a position as reports write it: 4096, or 2^12."""
    return float(text[2:]) if text.startswith("2^") else math.log2(max(int(text), 1))


def short(value):
    """Two significant digits: 0.012, 3.1e-07."""
    return f"{value:.2g}"
