"""Programs that make tables, with the faults that they are given.

Written from the published formulas; nothing here is taken from the library that is tested.
"""

import copy
from fractions import Fraction

import numpy as np

import formats
import orders
import stores
from frequencies import amplitude, frequencies

QUARTER = np.pi / 2


def faulty_claim(claim, faults):
    """The claim with the parameters of a context that a fault says are other ones."""
    other = copy.deepcopy(claim)
    c = other.get("scaling", {})
    if "yarn-truncate" in faults:
        c["truncate"] = faults["yarn-truncate"]["truncate"] == "yes"
    if "yarn-clamp" in faults:
        c["clamp"] = faults["yarn-clamp"]["clamp"]
    if "wavelength" in faults:
        c["no_two_pi"] = True
    if "longrope-list" in faults:
        c["short"], c["long"] = c["long"], c["short"]
    swapped = faults.get("bands-swapped", {}).get("swapped")
    if swapped == "beta_fast and beta_slow":
        c["beta_fast"], c["beta_slow"] = c["beta_slow"], c["beta_fast"]
    elif swapped == "low_freq_factor and high_freq_factor":
        c["low"] = c["high"] = c[faults["bands-swapped"]["decides"].removesuffix("_freq_factor")]
    elif swapped == "the kept and the divided band":
        c["bands_swapped"] = True
    return other


def positions(case, faults):
    """What a program takes the rows' positions for: doubles, all of them exact."""
    p = case["first"] + orders.rows(case, faults).astype(np.float64)
    p = p + case["claim"].get("origin", 0)
    if "rows-reversed" in faults:
        p = p[::-1]
    if "position-offset" in faults:
        p = p + float(faults["position-offset"]["offset"])
    if "table-overrun" in faults:
        p = p[np.minimum(np.arange(len(p)), int(faults["table-overrun"]["rows"]) - 1)]
    if "position-rounded" in faults:
        p = formats.rounded(faults["position-rounded"]["format"], p)
    if "sign" in faults:
        p = -p
    return p


def scales(case, faults, real):
    """What positions are multiplied by."""
    said = [case["claim"].get("scale", 1), faults.get("position-scale", {}).get("scale", 1)]
    return [real(float(Fraction(scale))) for scale in said if Fraction(scale) != 1]


def scaled(case, faults, real):
    """Positions as frequencies meet them, a row each."""
    p = positions(case, faults).astype(real)[:, None]
    for scale in scales(case, faults, real):
        p = scale * p
    return p


def factors(faults, p, inv_freq):
    """Both sides of a product, rounded to what multiplies them."""
    if "tf32-product" in faults:
        conversion = faults["tf32-product"]["conversion"]
        return formats.tf32(conversion, p), formats.tf32(conversion, inv_freq)
    name = faults["computed-in-half"]["format"]
    return formats.rounded(name, p), formats.rounded(name, inv_freq)


def angles(case, faults, real):
    """Positions times frequencies, a row each."""
    claim = faulty_claim(case["claim"], faults)
    inv_freq, divide = frequencies(claim, faults, real, case["recipe"])
    if "frequency-rounded" in faults:
        given = faults["frequency-rounded"]
        if given.get("of") == "the divisor":
            divide = formats.rounded(given["format"],
                                     real(1) / inv_freq if divide is None else divide)
        else:
            inv_freq, divide = formats.rounded(given["format"], inv_freq), None
    p = scaled(case, faults, real)
    half = faults.get("computed-in-half", {})
    if "tf32-product" in faults or half.get("of") == "the product":
        p, inv_freq = factors(faults, p, inv_freq)
        divide = None
    if faults.get("frequency-recurrence", {}).get("recipe") == "angle-recurrence":
        found = climbing(p, inv_freq)
    else:
        found = p / divide if divide is not None else p * inv_freq
    if half.get("of") == "the product":
        found = formats.rounded(half["format"], found)
    if "degrees" in faults:
        wide = faults["degrees"]["direction"] == "angles times 180/pi"
        found = found * real(180 / np.pi) if wide else found * real(np.pi / 180)
    if half.get("of") == "the angle":
        found = formats.rounded(half["format"], found)
    return found, inv_freq if divide is None else real(1) / divide


def climbing(p, inv_freq):
    """Angles by multiplying on; the ratio is that of the first two frequencies."""
    columns, ratio = [p[:, 0] * inv_freq[0]], inv_freq[1] / inv_freq[0] if len(inv_freq) > 1 else 1
    while len(columns) < len(inv_freq):
        columns.append(columns[-1] * ratio)
    return np.stack(columns, axis=1)


def device(angle, noise):
    """Sine and cosine as graphics hardware reduces: one product with 1/2pi, cut off."""
    turns = formats.toward_zero(angle.astype(np.float64) * float(np.float32(1 / (2 * np.pi))))
    turns = turns.astype(np.float64)
    rest = 2 * np.pi * (turns - np.trunc(turns))
    blur = noise.uniform(-2.0 ** -22, 2.0 ** -22, (2, *rest.shape)) * (rest != 0) if noise else 0
    both = np.stack([np.sin(rest), np.cos(rest)]) + blur
    return both.astype(np.float32)


def turned(case, faults, inv_freq, real):
    """What the angles of a row are beyond those of the row before."""
    step = inv_freq
    for scale in scales(case, faults, real):
        step = step * scale
    if "degrees" in faults:
        wide = faults["degrees"]["direction"] == "angles times 180/pi"
        step = step * real(180 / np.pi) if wide else step * real(np.pi / 180)
    return -step if "sign" in faults else step


def rotating(angle, step):
    """Every row from the last by one rotation."""
    s, c = np.sin(angle[0]), np.cos(angle[0])
    s1, c1 = np.sin(step), np.cos(step)
    rows = [(s, c)]
    while len(rows) < len(angle):
        s, c = s * c1 + c * s1, c * c1 - s * s1
        rows.append((s, c))
    return np.stack([r[0] for r in rows]), np.stack([r[1] for r in rows])


def trigonometry(case, faults, angle, inv_freq, real):
    """Sines and cosines of angles."""
    if "fast-trigonometry" in faults:
        seed = faults["fast-trigonometry"].get("noise")
        sine, cosine = device(angle, seed and np.random.default_rng(seed))
        return sine.astype(real), cosine.astype(real)
    if "rotation-recurrence" in faults:
        return rotating(angle, turned(case, faults, inv_freq, real))
    if "quarter-turn-cosine" in faults:
        return np.sin(angle), np.sin(angle + real(QUARTER))
    return np.sin(angle), np.cos(angle)


def waves(case, faults, real):
    """Sines and cosines of every pair."""
    angle, inv_freq = angles(case, faults, real)
    sine, cosine = trigonometry(case, faults, angle, inv_freq, real)
    if "phase" in faults:
        of = faults["phase"].get("of", "all")
        later = angle + real(float(faults["phase"]["phase"]))
        other = trigonometry(case, faults, later, inv_freq, real)
        sine, cosine = (sine if of == "cosines" else other[0],
                        cosine if of == "sines" else other[1])
    size = amplitude(case["claim"])
    if "scaling-missing" in faults and "amplitude" not in faults["scaling-missing"]:
        size = 1.0
    if faults.get("wrong-base", {}).get("scaling") == "none":
        size = 1.0
    if "amplitude" in faults:
        size = size ** 2 if faults["amplitude"]["amplitude"] == "squared" else 1.0
    size *= case["claim"].get("amplitude", 1)
    return (sine, cosine) if size == 1 else (sine * real(size), cosine * real(size))


def laid_out(case, faults, sine, cosine):
    """Columns of a part, where the claim puts them or elsewhere."""
    return orders.columns(faults, in_layout(case, faults, sine, cosine))


def in_layout(case, faults, sine, cosine):
    """Columns of a part, in the layout and order claimed or in other ones."""
    claim, part = case["claim"], case["part"]
    layout, order = claim["layout"], claim.get("order", "cos-sin")
    if part == "table" and claim["encoding"] == "rope":
        layout = "halves"  # [cos | sin], whichever channels they turn
    for name in ("layout", "sin-cos-swapped"):
        layout = faults.get(name, {}).get("layout", layout)
        order = faults.get(name, {}).get("order", order)
    if part == "table":
        first, second = (cosine, sine) if order == "cos-sin" else (sine, cosine)
        if layout == "interleaved":
            table = np.stack([first, second], axis=2).reshape(len(sine), -1)
        else:
            table = np.concatenate([first, second], axis=1)
        width = claim["dim"]
        if table.shape[1] < width:
            table = np.concatenate([table, np.zeros_like(table[:, :1])], axis=1)
        return table
    one = cosine if (part == "cos") != ("sin-cos-swapped" in faults) else sine
    if not case["repeated"]:
        return one
    return np.repeat(one, 2, axis=1) if layout == "interleaved" else np.tile(one, 2)


def damaged(case, faults, table):
    """What happens to a table after it was computed."""
    row, at = case["claim"].get("zero_row"), orders.rows(case, faults)
    if "zero-row" in faults:  # where it stands in the file
        row, at = faults["zero-row"]["position"], np.arange(case["rows"])
    if row not in (None, "none"):
        table[at == int(row) - case["first"]] = 0
    for name in ("corrupt-entry", "not-finite"):
        for place in faults.get(name, {}).get("places", []):
            table[place["row"], place["channel"]] = float(place["got"])
    return table


def inverse(case, faults, real):
    claim = faulty_claim(case["claim"], faults)
    inv_freq, divide = frequencies(claim, faults, real, case["recipe"])
    return orders.columns(faults, (inv_freq if divide is None else real(1) / divide)[None, :])


def values(case, faults, real):
    """The table before it is stored."""
    if case["part"] == "inv_freq":
        return damaged(case, faults, inverse(case, faults, real))
    return damaged(case, faults, laid_out(case, faults, *waves(case, faults, real)))


def made(case, faults=None):
    """What the file holds."""
    faults = case["faults"] if faults is None else faults
    single = "computed-in-single" in faults
    real = formats.COMPUTING["float32" if single else case["computed_in"]]
    with np.errstate(all="ignore"):
        table = stores.stored(case, faults, values(case, faults, real))
    return np.ascontiguousarray(table.T) if "transposed" in faults else table
