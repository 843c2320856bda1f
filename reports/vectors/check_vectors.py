#!/usr/bin/env python3
"""Runs a function against a conformance file, knowing nothing of the program that wrote it.

Usage: check_vectors.py FILE.json IMPLEMENTATION.py [--format F] [--computed-in F] [--schema S.json]

IMPLEMENTATION.py defines f(encoding, position, channel), which returns a float, or a Fraction or Decimal:
`encoding` is a group of the file (family, parameters, part, channels, definition), `position` an int, `channel`
a column from 0.  What it returns is rounded to the format that is tested (float64), so that a function of
float32 numbers is tested with --format float32.  Where the module defines SUPPORTS(encoding), groups for which that is false are left out.

Every answer is valid (the correctly rounded value), acceptable (a neighbour of the truth, or within the margin
of a sound program), or invalid; answers that a known fault makes are counted by the flag of the fault.

Exit status: 0 where none is invalid, 1 where some are, 2 where it could not be found out.
"""

import argparse
import collections
import importlib.util
import json
import math
import sys
from decimal import Decimal
from fractions import Fraction

# Significant bits, and the exponents of normal numbers: value < 2^(largest + 1).
FORMATS = {"float64": (53, -1022, 1023), "float32": (24, -126, 127),
           "bfloat16": (8, -126, 127), "float16": (11, -14, 15)}


def number(text):
    """C99 hexadecimal, exactly; float.fromhex would round it."""
    sign = -1 if text.startswith("-") else 1
    digits, exponent = text.lstrip("-").removeprefix("0x").split("p")
    whole, _, rest = digits.partition(".")
    return sign * Fraction(int(whole + rest, 16), 1 << 4 * len(rest)) * Fraction(2) ** int(exponent)


def rounded(value, form, mode="nearest"):
    """A rational in a format: to nearest even, down or up; None beyond its numbers."""
    precision, least, largest = FORMATS[form]
    if value == 0:
        return Fraction(0)
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, least) - precision + 1)
    # round() of a Fraction goes to nearest even.
    steps = {"nearest": round, "down": math.floor, "up": math.ceil}[mode](value / unit)
    result = steps * unit
    return result if abs(result) < Fraction(2) ** (largest + 1) else None


class Place:
    """A test, in one format."""

    def __init__(self, test, form, computed):
        self.test, self.form, self.computed = test, form, computed
        self.value = number(test["value"])
        self.valid = rounded(self.value, form)

    def within(self, value, margins, answer):
        """Whether something within a margin of a value rounds to the answer."""
        margin = margins.get(self.computed)
        if margin is None:
            return False
        ends = [rounded(value + side * number(margin), self.form) for side in (-1, 1)]
        return None not in ends and ends[0] <= answer <= ends[1]

    def acceptable(self, answer):
        neighbours = [rounded(self.value, self.form, mode) for mode in ("down", "up")]
        return answer in neighbours or self.within(self.value, self.test["margin"], answer)

    def causes(self, answer):
        """What makes that answer: of several, those with the least margin, which explain it best."""
        found = []
        for wrong in self.test["wrong"]:
            if self.form not in wrong.get("formats", FORMATS):
                continue
            value = number(wrong["value"])
            if rounded(value, self.form) == answer or self.within(value, wrong.get("margin", {}), answer):
                found.append((number(wrong.get("margin", {}).get(self.computed, "0x0p+0")), wrong))
        least = min((margin for margin, _ in found), default=0)
        return [wrong for margin, wrong in found if margin == least]

    def judge(self, answer):
        """valid, acceptable or invalid, and the flags of what may have made it."""
        if answer is not None and answer == self.valid:
            return "valid", []
        if answer is None:
            return "invalid", ["NotFinite"]
        good = self.acceptable(answer)
        result = "acceptable" if good else "invalid"
        return result, sorted({wrong["flag"] for wrong in self.causes(answer) if wrong["result"] == result})


def answer_of(function, group, test, form):
    """What the function says, in the format; None for what is no number there."""
    said = function(group, int(test["position"]), test["channel"])
    if not isinstance(said, (Fraction, Decimal)):
        said = float(said)
    return rounded(Fraction(said), form) if math.isfinite(said) else None


def run(document, module, form, computed):
    """How many tests have which result; which flags; and the first invalid tests."""
    results, flags, failed = collections.Counter(), collections.Counter(), []
    for group in document["testGroups"]:
        if not getattr(module, "SUPPORTS", lambda _: True)(group):
            results["left out"] += len(group["tests"])
            continue
        for test in group["tests"]:
            place = Place(test, form, computed)
            answer = answer_of(module.f, group, test, form)
            result, causes = place.judge(answer)
            results[result] += 1
            for flag in causes:
                flags[result, flag] += 1
            if result == "invalid":
                failed.append((group, test, answer, place.valid, causes))
    return results, flags, failed


def report(document, outcome):
    results, flags, failed = outcome
    tried = sum(count for result, count in results.items() if result != "left out")
    print(f"{tried} tests: " + ", ".join(f"{results[r]} {r}" for r in ("valid", "acceptable", "invalid")) +
          (f"; {results['left out']} left out" if results["left out"] else ""))
    for (result, flag), count in sorted(flags.items(), key=lambda item: (-item[1], item[0])):
        note = document["notes"].get(flag, {"mechanism": "the answer is no finite number of the format"})
        print(f"  {count:5} {result} as {flag} makes them: {note['mechanism']}")
    for group, test, answer, valid, causes in failed[:3]:
        got = "no number" if answer is None else f"{float(answer):.9g}"
        print(f"  tcId {test['tcId']} ({group['encoding']}, {group['part']}): position {test['position']}, "
              f"channel {test['channel']}: got {got}, valid is {float(valid):.9g}"
              + (f", as {' or '.join(causes)} makes it" if causes else ""))


def well_formed(document, schema):
    """Against the schema where jsonschema is there; the count always."""
    if document["numberOfTests"] != sum(len(g["tests"]) for g in document["testGroups"]):
        raise ValueError("numberOfTests is not the number of tests")
    if schema is None:
        return
    try:
        import jsonschema
    except ImportError:
        print("check_vectors: note: jsonschema is not installed, so the schema is not checked", file=sys.stderr)
        return
    with open(schema, encoding="utf-8") as file:
        jsonschema.validate(document, json.load(file))


def load(path):
    spec = importlib.util.spec_from_file_location("implementation", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("implementation")
    parser.add_argument("--format", choices=FORMATS, default="float64")
    parser.add_argument("--computed-in", choices=("float32", "float64"), dest="computed")
    parser.add_argument("--schema")
    asked = parser.parse_args()
    computed = asked.computed or ("float64" if asked.format == "float64" else "float32")
    try:
        with open(asked.file, encoding="utf-8") as file:
            document = json.load(file)
        well_formed(document, asked.schema)
        module = load(asked.implementation)
    except Exception as error:  # whatever a module or a file may do
        print(f"check_vectors: {type(error).__name__}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    outcome = run(document, module, asked.format, computed)
    report(document, outcome)
    return 1 if outcome[0]["invalid"] else 0


if __name__ == "__main__":
    sys.exit(main())
