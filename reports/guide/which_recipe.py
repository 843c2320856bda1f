"""Writes reports/guide/which_recipe.md, every number of which is of reports/results/drift.json.

Example: which_recipe.py; which_recipe.py --check   (changes nothing; fails if the page differs)
"""

import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "results" / "drift.json"
PAGE = ROOT / "reports" / "guide" / "which_recipe.md"
sys.path.insert(0, str(ROOT / "reports" / "figures"))

from spelling import power_of_two, short  # noqa: E402

CONTEXTS = (12, 15, 17, 20, 24)  # exponents of two: 4096 … 16,777,216 positions
HALF_BFLOAT16_ULP = 2.0 ** -9

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


def page(document):
    series = [one for one in document["drift"] if one["format"] == "float32"]
    own = {one["recipe"]: one for one in series}
    plain = [one for one in series if reach(one) < 41]
    careful = sorted((one for one in series if reach(one) == 41), key=lambda one: one["recipe"])
    reached = [reach(one) for one in plain]
    best = min(plain, key=lambda one: largest(one, 17))
    worst = max(plain, key=lambda one: largest(one, 17))
    return f"""# Which recipe should I use?

Every number here is of `{KEPT.relative_to(ROOT)}`: {document['encoding']}, of a run at
{document['date'][:10]}, commit {document['commit']}.  `python3 reports/guide/which_recipe.py` writes this page from it.
Errors are the largest found, of tables stored in float32; a derived bound above each is in the report.

{table(series)}

**Up to 2^{min(reached)} = {2 ** min(reached):,} positions** it hardly matters: every recipe here is nearer to the truth than
half an ulp of bfloat16 ({HALF_BFLOAT16_ULP:.5f}), which storing or multiplying in bfloat16 costs anyway.

**From 2^{max(reached) + 1} = {2 ** (max(reached) + 1):,} positions on** no recipe that forms its angle in float32 is: the angle itself is
rounded, and no cosine mends that.  Below 2^17 the best of them, `{best['recipe']}`, is off by up to {short(largest(best, 17))}, the
worst, `{worst['recipe']}`, by {short(largest(worst, 17))}.  Use {" or ".join(f"`{one['recipe']}`" for one in careful)} there: below 2^24 they are off by
{" and ".join(short(largest(one, 24)) for one in careful)}.

**Between two programs that must agree** to the last bits, use the same recipe, in the same order of operations:
below 2^12 `exp-log` and `pow-reciprocal` are off by up to {short(largest(own['exp-log'], 12))} and {short(largest(own['pow-reciprocal'], 12))}, each in its own way.
`sextant compare` says whether two tables differ by more than that.

**Never** round frequencies to bfloat16 or float16, nor form angles there: `sextant verify` names both
(`frequency-rounded`, `computed-in-half`), and says from which position they show.

For another base, width or context than these: `sextant report --dim D --base B --positions 0:N`, or `--model NAME`.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = page(json.loads(KEPT.read_text(encoding="utf-8")))
    if arguments.check:
        if PAGE.read_text(encoding="utf-8") != text:
            sys.exit(f"which_recipe: {PAGE} is not of {KEPT}; which_recipe.py writes it")
        return
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
