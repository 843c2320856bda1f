#!/usr/bin/env python3
"""Asks the tool for 40 digits at random places of several encodings, and mpmath for the same.

Usage: mpmath_check.py TOOL SEED CASES

Exit status: 0 where all digits agree, 1 where some do not (the first such line is printed), 77 where
mpmath is not installed.
"""

import json
import random
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

try:
    from mpmath import log, mp, mpf, cos, sin
except ImportError:
    print("mpmath is not installed: apt-get install python3-mpmath")
    sys.exit(77)

DIGITS = 40
mp.dps = 80 + 30  # 80 of the value where an angle has 30 before its point


def real(text):
    part = Fraction(text)
    return mpf(part.numerator) / part.denominator


def position(draw):
    """Integers of every size to 2^63, and negative ones."""
    size = draw.randint(0, 63)
    value = draw.randint(0, 1 << size)
    return -value if draw.random() < 0.2 else value


def number(draw):
    return f"{draw.randint(1, 999)}/{draw.choice((1, 3, 8, 10, 1000))}"


def sinusoidal(draw):
    """Arguments, and the function of position and channel, all of mpmath."""
    dim = 2 * draw.randint(2, 300)
    base = draw.choice(("10000", "500000", "1e6", "31.25", "10/3"))
    law = draw.choice(("d", "half-minus-shift"))
    layout = draw.choice(("interleaved", "halves"))
    origin, scale, amplitude = "-" + number(draw), number(draw), number(draw)
    arguments = ["--encoding", "sinusoidal", "--dim", str(dim), "--base", base, "--law", law, "--layout", layout]
    arguments += [f"--origin={origin}", "--scale", scale, "--amplitude", amplitude]

    def value(p, channel):
        half = dim // 2
        pair, odd = divmod(channel, 2) if layout == "interleaved" else (channel % half, channel // half)
        exponent = mpf(pair) / (half if law == "d" else half - 1)
        angle = real(scale) * (p + real(origin)) * real(base) ** -exponent
        return real(amplitude) * (cos(angle) if odd else sin(angle))

    return dim, arguments, value


def rotary(draw):
    dim = 2 * draw.randint(2, 128)
    base = draw.choice(("10000", "500000", "1000000"))
    scaling = draw.choice(("none", "linear", "ntk"))
    factor = number(draw)
    part = draw.choice(("cos", "sin"))
    arguments = ["--encoding", "rope", "--dim", str(dim), "--base", base, "--part", part, "--scaling", scaling]
    if scaling != "none":
        arguments += ["--factor", factor]

    def value(p, channel):
        b, angle = real(base), mpf(p)
        if scaling == "ntk":
            b *= real(factor) ** (mpf(dim) / (dim - 2))
        if scaling == "linear":
            angle /= real(factor)
        angle *= b ** (-mpf(2 * channel) / dim)
        return cos(angle) if part == "cos" else sin(angle)

    return dim // 2, arguments, value


def query_scale(draw):
    length, beta, origin = draw.choice(("8192", "16384", number(draw))), number(draw), number(draw)
    arguments = ["--encoding", "query-scale", "--original-context", length, "--beta", beta, "--origin", origin]

    def value(p, _):
        return 1 + real(beta) * log(1 + (p + Fraction(origin)) // Fraction(length))

    return 1, arguments, value


def check(tool, draw):
    """Nothing, or what is wrong."""
    make = draw.choice((sinusoidal, rotary, query_scale))
    channels, more, value = make(draw)
    p, channel = position(draw), draw.randrange(channels)
    if make is query_scale:
        p = abs(p)
    line = [tool, "value", *more, "--channel", str(channel)]
    line += [f"--position={p}", "--digits", str(DIGITS), "--json"]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    wanted = mp.nstr(value(p, channel), DIGITS, strip_zeros=False)
    if ran.returncode != 0:
        return f"{' '.join(line)}: {ran.stderr}"
    got = json.loads(ran.stdout)["decimal"]
    if Decimal(got) != Decimal(wanted):
        return f"{' '.join(line)}: {got}, and by mpmath {wanted}"
    return None


def main():
    tool, seed, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    draw = random.Random(seed)
    for _ in range(cases):
        wrong = check(tool, draw)
        if wrong:
            print(wrong)
            return 1
    print(f"{cases} places agree in {DIGITS} digits")
    return 0


sys.exit(main())
