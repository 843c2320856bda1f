"""Sinusoidal and rotary encodings to 60 digits by the decimal module, for check_vectors.py: right."""

from decimal import Decimal, getcontext
from fractions import Fraction
from functools import lru_cache

getcontext().prec = 90

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651")


def SUPPORTS(encoding):
    return encoding["family"] in ("sinusoidal", "rope") and "scaling" not in encoding["parameters"]


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def number(parameters, field, otherwise):
    return Fraction(parameters.get(field, otherwise))


@lru_cache(maxsize=None)
def power(base, exponent):
    return (decimal(base).ln() * decimal(exponent)).exp()


def frequency(encoding, pair):
    p = encoding["parameters"]
    dim, base = int(p["dim"]), number(p, "base", "10000")
    if p.get("law", "d") == "d":
        return power(base, Fraction(-2 * pair, dim))
    return power(base, -Fraction(pair) / (dim // 2 - number(p, "shift", "1")))


def sine_cosine(angle):
    """Taylor's series of the angle modulo a turn, over 2^8, doubled eight times."""
    turn = 2 * PI
    x = (angle - (angle / turn).to_integral_value() * turn) / 256
    sine = term = x
    for k in range(1, 40):
        term *= -x * x / ((2 * k) * (2 * k + 1))
        sine += term
    half = sine  # 1 - cos is 2 sin^2 of half the angle: doubled with it, it loses nothing
    versine = 1 - (1 - half * half).sqrt()
    for _ in range(8):
        sine, versine = 2 * sine * (1 - versine), 2 * sine * sine
    return sine, 1 - versine


def column(encoding, channel):
    """Which pair a channel is of, and whether it holds the sine."""
    p, part, half = encoding["parameters"], encoding["part"], int(encoding["parameters"]["dim"]) // 2
    if part in ("cos", "sin"):
        return channel, part == "sin"
    if encoding["family"] == "rope":
        return channel % half, channel >= half
    interleaved = p.get("layout", "interleaved") == "interleaved"
    pair, second = (channel // 2, channel % 2) if interleaved else (channel % half, channel // half)
    return pair, (p.get("order", "sin-cos") == "sin-cos") == (second == 0)


def wave(angle, is_sine):
    sine, cosine = sine_cosine(angle)
    return sine if is_sine else cosine


def f(encoding, position, channel, frequency=frequency, column=column):
    if encoding["part"] == "inv_freq":
        return frequency(encoding, channel)
    p = encoding["parameters"]
    pair, is_sine = column(encoding, channel)
    place = number(p, "scale", "1") * (position + number(p, "origin", "0"))
    return number(p, "amplitude", "1") * Fraction(wave(decimal(place) * frequency(encoding, pair), is_sine))
