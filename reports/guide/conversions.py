"""Writes reports/guide/conversions.md: pairs of ways to read one config, and how far they differ.

Example: conversions.py; conversions.py --check --tool build/bin/sextant   (fails if the page differs)
"""

import argparse
import math
import pathlib
import struct
import subprocess
import sys
from dataclasses import dataclass

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "reports" / "guide" / "conversions.md"
POSITIONS = (1000, 4096, 16384, 131072)


@dataclass(frozen=True)
class Case:
    name: str
    config: str  # what the config says
    other: str  # what the other way computes
    meant: str  # options of the tool
    made: str


MINISTRAL = "--base 1e6 --scaling yarn --factor 16 --original-context 16384"
QWEN = "--base 1e6 --scaling yarn --factor 4 --original-context 32768"
GPT_OSS = "--base 150000 --scaling yarn --factor 32 --original-context 4096"
LLAMA = "--base 500000 --scaling llama3 --factor 8 --original-context"
CASES = (
    Case("Llama 3 scaling", "L₀ = 16384", "L₀ = 8192, the usual value",
         f"--dim 128 {LLAMA} 16384", f"--dim 128 {LLAMA} 8192"),
    Case("Ministral 3", "ends of the ramp rounded to pairs", "ends not rounded",
         f"--dim 128 {MINISTRAL}", f"--dim 128 {MINISTRAL} --truncate no"),
    Case("Qwen2.5 with YaRN", "ends of the ramp rounded to pairs", "ends not rounded",
         f"--dim 128 {QWEN}", f"--dim 128 {QWEN} --truncate no"),
    Case("gpt-oss", "ends not rounded (`truncate: false`)", "ends rounded to pairs",
         f"--dim 64 {GPT_OSS} --truncate no", f"--dim 64 {GPT_OSS}"),
    Case("Gemma 3, local layers", "no scaling", "divided by 8, as in global layers",
         "--dim 128", "--dim 128 --scaling linear --factor 8"),
    Case("DeepSeek-V4, main layers", "no scaling (one reading)", "YaRN, as in compressed layers",
         "--dim 64", "--dim 64 --scaling yarn --factor 16 --original-context 65536"),
)


def frequencies(tool, options):
    """Correctly rounded to float64, in the order of pairs."""
    words = [tool, "table", "--encoding", "rope", *options.split(), "--part", "inv_freq",
             "--format", "float64", "-o", "-"]
    data = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    start = 10 + struct.unpack("<H", data[8:10])[0]  # a .npy file, version 1
    return struct.unpack(f"<{(len(data) - start) // 8}d", data[start:])


def largest(values):
    """The largest number, and its index."""
    index = max(range(len(values)), key=values.__getitem__)
    return values[index], index


def radians(value):
    """Three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def percent(ratio):
    """How much faster or slower than meant."""
    change = f"{abs(ratio - 1) * 100:.3g} %"
    return f"{change} too {'fast' if ratio > 1 else 'slow'}"


def differences(tool, case):
    """The cells of a case's row, after its name and the two ways."""
    meant, made = frequencies(tool, case.meant), frequencies(tool, case.made)
    _, pair = largest([abs(math.log(b / a)) for a, b in zip(meant, made, strict=True)])
    cells = [f"pair {pair}: {percent(made[pair] / meant[pair])}"]
    for position in POSITIONS:
        value, at = largest([position * abs(b - a) for a, b in zip(meant, made, strict=True)])
        cells.append(f"{radians(value)} (pair {at})")
    cosine, _ = largest([abs(math.cos(p * b) - math.cos(p * a))
                         for p in POSITIONS for a, b in zip(meant, made, strict=True)])
    return [*cells, f"{cosine:.2f}"]


def table(titles, rows):
    lines = [titles, ["---"] * 3 + ["---:"] * (len(titles) - 3), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# HunYuan-VL: 64 pairs in sections of 16, one for each of four positions. Cosines have 128 columns:
# pair i is in columns i and i + 64.
SECTION, AXES = 16, ("P", "W", "H", "T")
IMAGE_TOKEN = {"P": 1000, "W": 12, "H": 34, "T": 0}
HUNYUAN = "--dim 128 --scaling ntk --factor 1000"


def axes_of(column, doubled):
    """The position that turns a column: sections of 16 listed twice, or of 32 listed once."""
    return AXES[column // (2 * SECTION)] if doubled else AXES[column // SECTION % len(AXES)]


def sections(tool):
    """How far the two readings of the sections are from each other."""
    turn = frequencies(tool, HUNYUAN)
    columns = range(2 * len(turn))

    def angle(column, doubled):
        return IMAGE_TOKEN[axes_of(column, doubled)] * turn[column % len(turn)]

    other = sum(axes_of(c, True) != axes_of(c, False) for c in columns)
    torn = sum(axes_of(i, True) != axes_of(i + len(turn), True) for i in range(len(turn)))
    phase, at = largest([abs(angle(c, True) - angle(c, False)) for c in columns])
    cosine, column = largest([abs(math.cos(angle(c, True)) - math.cos(angle(c, False)))
                              for c in columns])
    return {"other": other, "columns": len(columns), "torn": torn, "pairs": len(turn),
            "phase": radians(phase), "at": at, "cosine": f"{cosine:.2f}", "column": column}


def ends(base, dim, original):
    """The two ends of YaRN's ramp, not rounded: the pairs that turn 32 times and once."""
    return [dim * math.log(original / (2 * math.pi * turns)) / (2 * math.log(base))
            for turns in (32, 1)]


def pair_17(tool):
    """How much faster than meant pair 17 of gpt-oss turns."""
    gpt = next(case for case in CASES if case.name == "gpt-oss")
    return percent(frequencies(tool, gpt.made)[17] / frequencies(tool, gpt.meant)[17])


def page(tool):
    rows = [[case.name, case.config, case.other, *differences(tool, case)] for case in CASES]
    titles = ["model", "its config", "the other way", "frequency",
              *[f"at {position}" for position in POSITIONS], "cosine"]
    hunyuan = sections(tool)
    low, high = ends(1e6, 128, 16384)
    low_gpt, high_gpt = ends(150000, 64, 4096)
    return f"""# Where conversions differ

**One config, two tables.** A config leaves some things to the program that reads it. When a model is converted for another program, both may
compute different frequencies, and no error is printed. This page shows six such cases, and one of images. At position 16384 at least one pair of each is off
by more than 2 rad. `sextant verify` says of each of these tables that it does not pass, and where.

{table(titles, rows)}

* *frequency*: the pair whose frequency differs most, and by how much.
* *at p*: the largest phase difference at position p, in radians, and its pair. A whole turn is 6.28.
* *cosine*: the largest difference of two cosines at these positions. More than 2 is impossible. Attention factors are not included.

## Llama 3: which original context?

The formula needs the original context L₀ ([formulas](formulas.md#llama-3)). It is in `rope_scaling`, or in `rope_parameters`. A converter that looks
for it elsewhere does not find it, and may take 8192. Models with 8192 are then right, and all others wrong. The first row is an example with 16384,
128 channels, base 500000 and factor 8.

```console
$ sextant table --encoding rope --dim 128 --base 500000 --scaling llama3 --factor 8 --original-context 8192 --part inv_freq -o converted.npy
$ sextant verify converted.npy --encoding rope --dim 128 --base 500000 --scaling llama3 --factor 8 --original-context 16384 --part inv_freq
'converted.npy': explained (does not pass)
…
  fault     scaling-parameters {{"claimed":"original-context 16384","original-context":"8192","pairs":"29-38"}}: the context scaling has other numbers than the config
…
```

## YaRN: are the ends of the ramp whole pairs?

YaRN leaves fast pairs as they are, divides slow pairs by the factor, and blends those between two ends ([formulas](formulas.md#yarn)). The published
program rounds the lower end down and the upper end up. A config can forbid this with `truncate: false`, as gpt-oss does. A program that does not read
`truncate` is right for one kind of config only.

* Ministral 3: the ends are {low:.3f} and {high:.3f}. Rounded, they are {math.floor(low)} and {math.ceil(high)}.
* gpt-oss: the ends are {low_gpt:.3f} and {high_gpt:.3f}. If they are rounded to {math.floor(low_gpt)} and {math.ceil(high_gpt)}, pair 17 turns {pair_17(tool)}.

```console
$ sextant table --model gpt-oss-20b --truncate yes --part cos --positions 0:8192 -o converted.npy
$ sextant verify converted.npy --model gpt-oss-20b --part cos
'converted.npy': explained (does not pass)
…
  fault     yarn-truncate {{"pairs":"9-17","truncate":"yes"}}: …
…
```

A test that compares two programs finds this only if the second one does what the config says.

## Two encodings in one model

Some layers of Gemma 3 and of DeepSeek-V4 have another base and no scaling. A converter that changes the base of these layers must also leave out the
scaling.

* Gemma 3: only global layers divide by 8. If local layers do so, every distance looks eight times shorter.
* DeepSeek-V4: the main layers, with `compress_ratios` 0, have base 10000. Programs differ in whether YaRN applies to them, and the config does
  not say. In the table *its config* is the reading without YaRN, that of the config's class in Transformers.

```console
$ sextant table --model gemma-3-27b-local --scaling linear --factor 8 --part cos --positions 0:8192 -o converted.npy
$ sextant verify converted.npy --model gemma-3-27b-local --part cos
'converted.npy': explained (does not pass)
…
  fault     position-scale {{"scale":"0.125"}}: positions are multiplied by a constant
…
```

## Sections: listed twice, or twice as wide?

HunYuan-VL has four positions for each token (P, W, H, T), in sections of {SECTION} pairs. The table of cosines has {hunyuan['columns']} columns: pair i is in columns i and i + {hunyuan['pairs']}.
So the list of sections must be used twice, {SECTION} columns each. Sections of {2 * SECTION} columns, used once, also add up to {hunyuan['columns']}.

For text all four positions are the same, and so are the two readings. For an image token at P = {IMAGE_TOKEN['P']}, W = {IMAGE_TOKEN['W']}, H = {IMAGE_TOKEN['H']}, T = {IMAGE_TOKEN['T']}:

* {hunyuan['other']} of {hunyuan['columns']} columns have another position than meant.
* In all {hunyuan['torn']} pairs the two columns have different positions. Such a pair is not rotated: its length changes.
* The largest phase difference is {hunyuan['phase']} rad (column {hunyuan['at']}), the largest difference of two cosines {hunyuan['cosine']} (column {hunyuan['column']}).

## How to check a converted file

1. Save a table from both programs: frequencies suffice, except for sections ([files and layouts](files_and_layouts.md)).
2. Judge each with the config: `sextant verify FILE --config config.json --part inv_freq`.
3. If only one passes, the other one does not do what the config says.

Conditions: frequencies correctly rounded to float64, angles in float64. `python3 reports/guide/conversions.py` computes every number and writes this page.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tool", default=str(ROOT / "build" / "bin" / "sextant"))
    arguments = parser.parse_args()
    text = page(arguments.tool)
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"conversions: {PAGE} differs; run conversions.py")


if __name__ == "__main__":
    main()
