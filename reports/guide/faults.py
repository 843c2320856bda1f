"""Writes reports/guide/faults.md from the table of faults, lib/sextant/verify/candidate/fault.cpp.

Example: faults.py; faults.py --check   (changes nothing; fails if the page differs)
         faults.py --check --tool build/bin/sextant   (also that the tool lists these faults)
"""

import argparse
import ast
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "lib/sextant/verify/candidate/fault.cpp"
PAGE = ROOT / "reports/guide/faults.md"
FIELDS = ("name", "mechanism", "effect", "reference", "remedy")  # as struct Fault has them

GROUPS = {
    "The base, the exponent, the frequencies": (
        "wrong-base", "exponent-halved", "exponent-denominator", "exponent-over-head", "exponent-by-column",
        "pair-index", "reciprocal-frequency", "wavelength", "uninitialised", "frequency-recurrence"),
    "The scaling of the context": (
        "scaling-missing", "scaling-doubled", "scaling-kind", "scaling-parameters", "amplitude", "yarn-truncate",
        "yarn-clamp", "bands-swapped", "blend", "longrope-list"),
    "Positions": (
        "position-offset", "position-scale", "position-restart", "positions-mirrored", "degrees", "phase",
        "head-for-position", "table-overrun"),
    "Formats and arithmetic": (
        "frequency-rounded", "position-rounded", "computed-in-half", "tf32-product", "quarter-turn-cosine",
        "rotation-recurrence", "fast-trigonometry", "approximate-trigonometry", "computed-in-single", "rounded-toward-zero", "flushed-to-zero",
        "stored-narrower", "quantised"),
    "Rows": ("rows-reversed", "rows-missing", "repeated-row", "rows-permuted", "zero-row", "zeros"),
    "Columns and signs": (
        "layout", "sin-cos-swapped", "sign", "columns-permuted", "columns-shifted", "pair-stride"),
    "Rotated vectors": ("unrotated", "rotated-twice", "rotation-formula", "rotated-channels", "partial-missing", "partial-twice", "first-only"),
    "Biases, buckets and query scales": (
        "bias-form", "slopes", "local-heads", "buckets-uncapped", "bucket-direction", "bucket-parameters",
        "window-parameters", "query-scale", "xpos-parameters"),
    "Images and several coordinates": ("axes-swapped", "axis-dropped", "axis-split", "section-order", "prefix-rows", "token-times"),
    "Fourier features": ("angle-unit", "frequency-spacing", "coordinate-range", "raw-columns"),
    "Resampled tables": (
        "align-corners", "half-pixel-missing", "antialias", "bicubic-coefficient", "edge-weights", "interpolation-kernel",
        "grid-transposed", "grid-flattened", "prefix-resampled", "merge-blocks", "resampling-scale", "resampling-missing", "resampled-in-half"),
    "The file": ("not-finite", "byte-order", "transposed", "corrupt-entry"),
}


def entries(source):
    """The faults of the C++ table, each a dictionary."""
    table = re.search(r"to_array<Fault>\(\{(.*?)\n\}\);", source, re.S)
    if table is None:
        sys.exit(f"faults: {SOURCE} has no to_array<Fault>")
    text = re.sub(r"^\s*//.*$", "", table[1], flags=re.M)
    found, fields, inside, joined = [], [], False, False
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[{},]', text):
        word = token[0]
        if word == "{":
            fields, inside, joined = [], True, False
        elif word == "}":
            found.append(dict(zip(FIELDS, fields, strict=True)))
            inside = False
        elif word == ",":
            joined = False
        elif inside:
            literal = ast.literal_eval(word)
            if joined:
                fields[-1] += literal
            else:
                fields.append(literal)
            joined = True
    return found


def sentence(text):
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def linked(reference):
    """The public thread, as a link if it is one."""
    match = re.match(r"([\w.-]+/[\w.-]+)#(\d+)(.*)", reference)
    if match is None:
        return reference
    return f"[{match[1]}#{match[2]}](https://github.com/{match[1]}/issues/{match[2]}){match[3]}"


def paragraph(fault):
    seen = "" if not fault["reference"] else f" *Seen in:* {linked(fault['reference'])}"
    return (f"**`{fault['name']}`** {sentence(fault['mechanism'])} *Effect:* {sentence(fault['effect'])} "
            f"*Remedy:* {sentence(fault['remedy'])}{seen}")


def page(faults):
    named = {fault["name"]: fault for fault in faults}
    grouped = [name for names in GROUPS.values() for name in names]
    if sorted(grouped) != sorted(named):
        sys.exit(f"faults: GROUPS and {SOURCE.name} differ: {sorted(set(grouped) ^ set(named))}")
    sections = "\n".join(f"## {title}\n\n" + "\n\n".join(paragraph(named[name]) for name in names) + "\n"
                         for title, names in GROUPS.items())
    source = SOURCE.relative_to(ROOT)
    return f"""# Faults: the {len(faults)} mistakes that Sextant names

A verdict names a fault if a computation with this mistake gives the numbers of the table ([verify](verify.md)). Each paragraph has the
mistake, its effect, the remedy, and a public report of it. `sextant list faults --json` lists the faults.

`reports/guide/faults.py` writes this page from `{source}`.

<!-- from {source}, by reports/guide/faults.py -->

{sections}
<!-- as far as here -->
"""


def listed_by(tool):
    ran = subprocess.run([tool, "list", "faults", "--json"], capture_output=True, text=True, check=True)
    return [(line["name"], line["summary"]) for line in json.loads(ran.stdout)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tool")
    arguments = parser.parse_args()
    faults = entries(SOURCE.read_text(encoding="utf-8"))
    text = page(faults)
    if arguments.tool and listed_by(arguments.tool) != [(f["name"], f["mechanism"]) for f in faults]:
        sys.exit("faults: the tool lists other faults than fault.cpp has")
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.exit("faults: faults.md does not match fault.cpp; run reports/guide/faults.py")


if __name__ == "__main__":
    main()
