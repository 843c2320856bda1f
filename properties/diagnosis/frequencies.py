"""The frequencies of an encoding as programs form them, rightly or wrongly.

Written from the published formulas; nothing here is taken from the library that is tested.
"""

import math
from fractions import Fraction

import numpy as np


def pairs(claim):
    return claim["dim"] // 2


def exponents(claim, faults, real):
    """Numerators and divisor: the frequency of pair i is base ** -(numerator / divisor)."""
    d, h = claim["dim"], pairs(claim)
    law, shift = claim.get("law", "d"), claim.get("shift", 1)
    if "exponent-denominator" in faults:
        given = faults["exponent-denominator"]
        law, shift = given["law"], given.get("shift", 1)
    if law == "d":
        top, divisor = 2 * np.arange(h), d
    else:
        top, divisor = np.arange(h), h - shift
    if "exponent-halved" in faults:
        divisor *= 2
    if "exponent-over-head" in faults:
        divisor = int(faults["exponent-over-head"]["head"])
    return top.astype(real), divisor


def plain(claim, faults, real, recipe, base):
    """inv_freq, and its inverse where a program divides by that."""
    top, divisor = exponents(claim, faults, real)
    if recipe == "exp-log":
        return np.exp(top * real(-(math.log(base) / divisor))), None
    if recipe == "log-timescale":
        return np.exp(-top * real(math.log(base) / divisor)), None
    power = top / real(divisor)
    if recipe == "pow-multiply":
        return np.power(real(base), -power), None
    divide = np.power(real(base), power)
    return real(1) / divide, divide if recipe == "pow-divide" else None


def recurring(claim, faults, real, base):
    """Each from the one before, or powers of one ratio."""
    top, divisor = exponents(claim, faults, real)
    ratio = np.power(real(base), real(-(float(top[1]) / divisor) if len(top) > 1 else 0))
    if faults["frequency-recurrence"]["recipe"] == "pow-of-ratio":
        return np.power(ratio, np.arange(pairs(claim)).astype(real))
    found = [real(1)]
    while len(found) < pairs(claim):
        found.append(real(found[-1] * ratio))
    return np.array(found, real)


def scaled_base(claim, base):
    """The base of a context that changes it (NTK, dynamic)."""
    c, d = claim.get("scaling", {}), claim["dim"]
    if c.get("kind") == "ntk":
        return base * c["factor"] ** (d / (d - 2))
    if c.get("kind") == "dynamic":
        length = max(c["length"], c["original"])
        return base * (c["factor"] * length / c["original"] - (c["factor"] - 1)) ** (d / (d - 2))
    return base


def yarn(claim, inv_freq, base, real):
    c, d = claim["scaling"], claim["dim"]

    def corrected(rotations):
        return d * math.log(c["original"] / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low, high = corrected(c["beta_fast"]), corrected(c["beta_slow"])
    if c.get("truncate", True):
        low, high = math.floor(low), math.ceil(high)
    low = max(low, 0)
    high = min(high, (d if c.get("clamp", "channels") == "channels" else d // 2) - 1)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(d // 2).astype(real) - real(low)) / real(high - low), 0, 1)
    keep = real(1) - ramp
    return inv_freq / real(c["factor"]) * (real(1) - keep) + inv_freq * keep


def llama3(claim, inv_freq, real):
    c = claim["scaling"]
    wavelength = real(2 * math.pi if not c.get("no_two_pi") else 1) / inv_freq
    low, high = c["original"] / c["low"], c["original"] / c["high"]
    divided = np.where(wavelength > real(low), inv_freq / real(c["factor"]), inv_freq)
    if c.get("bands_swapped"):
        divided = np.where(wavelength > real(low), inv_freq, inv_freq / real(c["factor"]))
    if c["high"] == c["low"]:
        return divided
    smooth = (real(c["original"]) / wavelength - real(c["low"])) / real(c["high"] - c["low"])
    if c.get("bands_swapped"):
        smooth = real(1) - smooth
    blended = (real(1) - smooth) * inv_freq / real(c["factor"]) + smooth * inv_freq
    between = (wavelength <= real(low)) & (wavelength >= real(high))
    return np.where(between, blended, divided)


def in_context(claim, inv_freq, base, real):
    """What a context makes of the frequencies."""
    kind = claim.get("scaling", {}).get("kind")
    if kind == "linear":
        return inv_freq / real(claim["scaling"]["factor"])
    if kind == "yarn":
        return yarn(claim, inv_freq, base, real)
    if kind == "llama3":
        return llama3(claim, inv_freq, real)
    if kind == "longrope":
        c = claim["scaling"]
        long = c["length"] > c["original"]
        return inv_freq / np.array(c["long" if long else "short"]).astype(real)
    return inv_freq


def amplitude(claim):
    """What a context multiplies its tables by."""
    c = claim.get("scaling", {})
    factor = c.get("factor", 1)
    if c.get("kind") == "yarn":
        return 0.1 * math.log(factor) + 1 if factor > 1 else 1.0
    if c.get("kind") == "longrope":
        return math.sqrt(1 + math.log(factor) / math.log(c["original"])) if factor > 1 else 1.0
    return 1.0


def doubled(claim, inv_freq, base, real, how):
    """A context applied twice: its factors, or the function to its own result."""
    once = in_context(claim, inv_freq, base, real)
    if how == "again":
        return in_context(claim, once, base, real)
    return once * (once / inv_freq)


def frequencies(claim, faults, real, recipe):
    """(inv_freq, divisors or None) of a program."""
    base = float(Fraction(faults.get("wrong-base", {}).get("base", claim["base"])))
    with_scaling = not ("scaling-missing" in faults or
                        faults.get("wrong-base", {}).get("scaling") == "none")
    used = scaled_base(claim, base) if with_scaling else base
    if "frequency-recurrence" in faults:
        inv_freq, divide = recurring(claim, faults, real, used), None
    else:
        inv_freq, divide = plain(claim, faults, real, recipe, used)
    if claim.get("scaling") and with_scaling:
        divide = None
        if "scaling-doubled" in faults:
            inv_freq = doubled(claim, inv_freq, used, real, faults["scaling-doubled"].get("how"))
        else:
            inv_freq = in_context(claim, inv_freq, used, real)
    if "uninitialised" in faults:
        return np.full_like(inv_freq, real(faults["uninitialised"]["frequencies"])), None
    return inv_freq, divide
