"""Writes reports/guide/which_recipe.md and a table of README.md from reports/results/drift.json.

Example: which_recipe.py; which_recipe.py --check   (changes nothing; fails if one differs)
"""

import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "results" / "drift.json"
PAGE = ROOT / "reports" / "guide" / "which_recipe.md"
README = ROOT / "README.md"
BEGIN = "<!-- from reports/results/drift.json, by reports/guide/which_recipe.py -->\n"
END = "<!-- as far as here -->\n"
sys.path.insert(0, str(ROOT / "reports" / "figures"))

from spelling import power_of_two, short  # noqa: E402

CONTEXTS = (12, 15, 17, 20, 24)  # exponents of two: 4096 … 16,777,216 positions
HALF_BFLOAT16_ULP = 2.0 ** -9
SWEPT = 0.959  # the largest error of exp-log below 2^24, every position (results.md)

STEPS = {
    "pow-divide": "p / pow(base, 2i/d)",
    "pow-multiply": "p · pow(base, −2i/d)",
    "pow-reciprocal": "p · (1 / pow(base, 2i/d)): Llama in Transformers",
    "pow-of-ratio": "p · pow(pow(base, −2/d), i): llama.cpp's CUDA kernels",
    "exp-log": "p · exp(2i · (−ln(base)/d)): PyTorch's tutorial",
    "log-timescale": "p · exp(−i · (ln(base)/(d/2))): tensor2tensor",
    "frequency-recurrence": "each frequency is the one before times pow(base, −2/d)",
    "quarter-turn-cosine": "the cosine is the sine of the angle + π/2",
    "float64-angle": "all in float64, rounded once to float32",
    "turns": "the phase is a 64-bit fraction of a turn",
}


def largest(series, context):
    """The largest error found at positions below 2^context."""
    return max(line["absolute"] or 0 for line in series["octaves"]
               if power_of_two(line["from"]) < context)


def table(series):
    head = ["recipe", "angle", *[f"below 2^{context}" for context in CONTEXTS]]
    lines = [head, ["---", "---", *["---:"] * len(CONTEXTS)]]
    for one in sorted(series, key=lambda one: (largest(one, 17), one["recipe"])):
        lines.append([f"`{one['recipe']}`", STEPS[one["recipe"]],
                      *[short(largest(one, context)) for context in CONTEXTS]])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def reach(series):
    """The largest context, as an exponent, at which a recipe is nearer than half an ulp."""
    inside = [context for context in range(1, 42) if largest(series, context) <= HALF_BFLOAT16_ULP]
    return max(inside, default=0)


def first_failures(document):
    """The recipes with float32 angles, each with the first position at which it exceeds the limit."""
    found = [(int(one["first_violation"]["position"]), one["recipe"]) for one in document["safe_ranges"]
             if one["format"] == "float32" and one["criterion"] == "half-bfloat16-ulp"
             and one["first_violation"] is not None]
    return sorted(found)


def careful(document):
    """The recipes that never exceed half an ulp of bfloat16."""
    series = [one for one in document["drift"] if one["format"] == "float32" and reach(one) == 41]
    return sorted(series, key=lambda one: one["recipe"])


def names(series):
    return " or ".join(f"`{one['recipe']}`" for one in series)


def block(document):
    """For README: three rows."""
    failures = first_failures(document)
    (first, worst), (last, best) = failures[0], failures[-1]
    safe = 1 << (first.bit_length() - 1)
    return f"""| your context | use | because |
|---|---|---|
| up to {safe:,} positions | any recipe of the picture: angles in float32 are accurate enough (this is not the storage format) | every error is below {HALF_BFLOAT16_ULP:.5f}, half an ulp of bfloat16 |
| more positions | {names(careful(document))} | with float32 angles the first larger error is at position {first:,} (`{worst}`, the worst recipe) to {last:,} (`{best}`, the best) |
| any | float32 or wider for frequencies, positions and angles | in bfloat16 or float16 they are wrong within some hundred positions; only the finished table may have such a format |

Conditions: {document['encoding']}, base 10000, stored in float32, every position below 2^20; measured {document['date'][:10]}.
For another width, base or model: [`sextant sweep`](reports/guide/sweep.md).
"""


def page(document):
    series = [one for one in document["drift"] if one["format"] == "float32"]
    own = {one["recipe"]: one for one in series}
    failures = first_failures(document)
    (first, worst), (last, best) = failures[0], failures[-1]
    kept = careful(document)
    safe = 1 << (first.bit_length() - 1)
    return f"""# Which recipe should I use?

**Up to {safe:,} positions** every recipe of the table below is accurate enough. Its error is below half an ulp of bfloat16
({HALF_BFLOAT16_ULP:.5f}). Storing or multiplying in bfloat16 has an error of that size anyway.

**Beyond that**, use {names(kept)}. With float32 angles, the worst recipe exceeds the limit first at position {first:,}
(`{worst}`), and the best one at position {last:,} (`{best}`). Two roundings to float32 are the cause,
that of the frequency and that of the angle, so a better cosine does not help. In [2^19, 2^20) each of them alone moves an angle by up to
2^-5 = 0.03125: the angle by half its ulp, 2^-5; the frequency by half its ulp, 2^-25, times 2^20. Both together make errors of up to
0.062 there (`sextant sweep --dim 128 --recipe pow-reciprocal --positions 2^19:2^20`).
Below 2^24 the errors of {' and '.join(f"`{one['recipe']}`" for one in kept)} are at most {' and '.join(short(largest(one, 24)) for one in kept)}.

**Two programs that must agree** to the last bits need the same recipe, with the operations in the same order. Below 2^12
the largest errors found of `exp-log` and `pow-reciprocal` are {short(largest(own['exp-log'], 12))} and {short(largest(own['pow-reciprocal'], 12))}, at different entries.
`sextant compare` shows whether two tables differ by more than their bounds allow.

**Never** round frequencies to bfloat16 or float16, and never compute angles in these formats. In tables of sines
and cosines `sextant verify` names both mistakes (`frequency-rounded`, `computed-in-half`), and says from which position a phase is
off by more than 0.1 rad. A table of frequencies in bfloat16 passes with a warning; `--strict` fails it.

**Accurate enough is not the same as passing.** `sextant list recipes` marks some recipes *unsound*: they lose accuracy without need, and no
table passes by their bounds. Here these are `frequency-recurrence`, `pow-of-ratio` and `quarter-turn-cosine`. `sextant verify` may
report a fault in their tables.

## A limit for your context

`--max-phase` limits the phase error: the angle between a stored pair and the exact one. It needs sines and cosines together (`--part table`,
the default). Here float64 angles pass in bfloat16, and float32 angles do not:

```console
$ sextant table --model llama-3.1-8b --recipe float64-angle --format bfloat16 --positions 0:131072 -o - | sextant verify - --format bfloat16 --model llama-3.1-8b --max-phase 1e-2
standard input: correctly-rounded (passes)
…
$ echo $?
0
$ sextant table --model llama-3.1-8b --recipe pow-reciprocal --format bfloat16 --positions 0:131072 -o - | sextant verify - --format bfloat16 --model llama-3.1-8b --max-phase 1e-2
standard input: rounding (does not pass: beyond max-phase)
  limit     max-phase 0.01: the largest phase error is 0.0112, which is 1.12 times as much
…
$ echo $?
1
```

`sextant sweep --beyond X` is another limit: that of the absolute error of each entry.

## Largest error found, by context length

![Largest error of each recipe by octave of position, with its derived bound](../results/drift.svg)

All tables are *stored* in float32. The column *angle* says how each angle is *computed*: `float64-angle` in float64, `turns` as a 64-bit
integer, all others in float32. Storing in bfloat16 adds an error of up to 0.00195.

{table(series)}

Conditions: {document['encoding']}, base 10000, tables stored in float32. The first positions above
the limit are exact: every position below 2^20 was tried for them. The table has the largest errors found: every position
below 1024, and a sample of each later octave. A sweep of every position finds larger ones: with
`exp-log` below 2^24 it finds {SWEPT}, and the sample {short(largest(own['exp-log'], 24))} ([results](results.md)). The report also has the derived bound of each error. For another width, base or context, use
`sextant sweep` or `sextant report`.

Every number is from `{KEPT.relative_to(ROOT)}`: `{document['command']}`, {document['date'][:10]}, commit {document['commit']}.
`python3 reports/guide/which_recipe.py` writes this page, and the table in README.md, from that file.
"""


def renewed(readme, document):
    """README's text with these rows between its two comments."""
    before, begun, rest = readme.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not (begun and ended):
        sys.exit(f"which_recipe: README.md has no place between {BEGIN.strip()} and {END.strip()}")
    return before + begun + "\n" + block(document) + "\n" + ended + after


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    document = json.loads(KEPT.read_text(encoding="utf-8"))
    made = {PAGE: page(document), README: renewed(README.read_text(encoding="utf-8"), document)}
    for path, text in made.items():
        if not arguments.check:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"which_recipe: {path} does not match {KEPT}; run which_recipe.py")


if __name__ == "__main__":
    main()
