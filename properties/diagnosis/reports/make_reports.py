#!/usr/bin/python3
"""Writes the 19 reports of properties/data/reports and four variants of each, with reports.json, into a folder.

    python3 make_reports.py --out FOLDER [--reports properties/data/reports]

Every variant is the mechanism of its report with other parameters. Frequencies are computed in long double; where
`single` stands, frequency, position and product are each rounded to float32, as programs do it; a table is rounded
once to its format. Nothing depends on the time or on an order of hashes: two runs write the same bytes.

reports.json is a list of
    {"name", "report", "wrong", "right", "arguments", "what",
     "answer": {"fault": NAME or null, "parameters": {name: number, or a list of numbers, one of them right} or null,
                "words": [strings]}}
The arguments name files of the folder: run the tool there. In addition to "fault" an answer may hold
    "or":   other names that are as good      "also": names that must be found as well (two faults)
    "only": true if no fault other than "fault" may be named
A word that is a number with a point in it stands for every number within 1 % of it; other words stand for themselves.
Where "fault" is null one of the words must be in the tool's text. Where it is not, they are what a good text says too.
"""
import argparse
import json
import os
import re
from pathlib import Path
from math import ceil, floor, log, pi, sqrt

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--out", required=True)
parser.add_argument("--reports", default=str(Path(__file__).resolve().parents[2] / "data" / "reports"))
options = parser.parse_args()
os.makedirs(options.out, exist_ok=True)
entries, general = [], {}
LIMIT = 64000  # bytes of a file


# Formats and files
def bfloat16(x):
    """The nearest bfloat16 of every number, ties to even, as float64."""
    m, e = np.frexp(np.asarray(x, np.float64))
    return np.ldexp(np.rint(m * 256) / 256, e)


def stored(x, form):
    """The numbers as they are stored, and their values as float64."""
    if form == "bfloat16":
        value = bfloat16(x)
        return (value.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16), value
    kept = np.ascontiguousarray(np.asarray(x), getattr(np, form))
    return kept, kept.astype(np.float64)


UNIT = {"bfloat16": 2.0 ** -8, "float16": 2.0 ** -11, "float32": 2.0 ** -24, "float64": 2.0 ** -53}
LETTERS = {"bfloat16": "BF16", "float16": "F16", "float32": "F32", "float64": "F64"}


def write(name, x, form, kind="npy"):
    """Writes name.npy or name.safetensors, and returns the file's name."""
    kept, _ = stored(x, form)
    path = os.path.join(options.out, name + "." + kind)
    if kind == "npy":
        np.save(path, kept)
    else:
        head = json.dumps({"x": {"dtype": LETTERS[form], "shape": list(kept.shape), "data_offsets": [0, kept.nbytes]}})
        head = head.encode() + b" " * (-len(head) % 8)
        with open(path, "wb") as f:
            f.write(len(head).to_bytes(8, "little") + head + kept.tobytes())
    assert os.path.getsize(path) <= LIMIT, (path, os.path.getsize(path))
    return os.path.basename(path)


def write_config(name, **keys):
    with open(os.path.join(options.out, name + ".json"), "w") as f:
        json.dump(keys, f, indent=1)
    return name + ".json"


def add(name, wrong, right, arguments, what, parameters=None, words=(), form="float32", kind="npy"):
    """Writes the two tables of a variant and notes it. `name` is the report's, a stroke, and what is other here."""
    w, r = stored(wrong, form)[1], stored(right, form)[1]
    assert w.shape == r.shape, name
    apart = np.abs(w - r) / np.maximum(np.maximum(np.abs(w), np.abs(r)), 1e-300)
    assert apart.max() > 0.02 and (apart > 8 * UNIT.get(form, 0)).mean() > 0.01, (name, apart.max())
    arguments = arguments.split()
    if form == "bfloat16" and kind == "npy":
        arguments += ["--format", "bfloat16"]
    kept = general[name.split("-")[0]]
    entries.append({"name": name, "report": kept["report"],
                    "wrong": write(name + "_wrong", wrong, form, kind), "right": write(name + "_right", right, form, kind), "arguments": arguments,
                    "answer": {"fault": kept["fault"], "parameters": parameters, "words": list(words), **kept["more"]}, "what": what})


def span(first, last):
    """How a text may name a range of rows, columns or pairs."""
    between = [" to ", "-", " - ", "\u2013", " \u2013 ", "..", "\u2026", " through ", ":", ", "]
    return [f"{first}{b}{last}" for b in between] + [f"{first}:{last + 1}", f"{first} and {last}", f"{first}, {first + 1}, "]


def seam(first, row):
    """How a text may name the row from which the table is another one."""
    return ([f"{first + row}"] if first else []) + [f"row {row}", f"rows {row}", f"from {row}", f"row index {row}"]


# Frequencies, tables, vectors
def inverse(dim, base=1e4):
    return np.longdouble(base) ** (-2 * np.arange(dim // 2, dtype=np.longdouble) / dim)


def yarn(dim, base, factor, context, fast=32, slow=1, truncate=True):
    w = inverse(dim, base)
    low, high = [dim * log(context / (2 * pi * turns)) / (2 * log(base)) for turns in (fast, slow)]
    if truncate:
        low, high = floor(low), ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    ramp = np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)
    return w / factor * ramp + w * (1 - ramp)


def attention(factor, m=1.0):
    return 0.1 * m * log(factor) + 1


def llama3(dim, base, factor, context, low=1, high=4, backwards=False):
    w = inverse(dim, base)
    turns = context * w / (2 * pi)
    s = np.clip((turns - low) / (high - low), 0, 1) if high > low else (turns >= low) * 1.0
    s = np.where((s > 0) & (s < 1) & backwards, 1 - s, s)
    return (1 - s) * w / factor + s * w


def dynamic(dim, base, factor, context, length):
    """The base of dynamic NTK for a sequence of that length."""
    return base * (factor * max(length, context) / context - (factor - 1)) ** (dim / (dim - 2))


def rows(first, n):
    return np.arange(first, first + n)


def rope(part, p, w, single=False):
    """cos or sin of position times frequency, a column a pair."""
    if single:
        p, w = np.float32(p), np.float32(w)
    angle = (p[:, None] if p.ndim == 1 else p) * w
    return np.cos(angle) if part == "cos" else np.sin(angle)


def twice(t):
    return np.concatenate([t, t], 1)


def doubled(t):
    return np.repeat(t, 2, 1)


def sinusoid(p, w, layout="interleaved"):
    sine, cosine = rope("sin", p, w), rope("cos", p, w)
    return np.concatenate([sine, cosine], 1) if layout == "halves" else np.stack([sine, cosine], 2).reshape(len(p), -1)


def turn(x, p, w, adjacent=False):
    """The vectors x turned by angles p w; p counts along the last axis but one, or has that axis itself."""
    angle, n, out = (p[:, None] if p.ndim == 1 else p) * w, len(w), np.array(x, np.float64)
    i, j = (slice(0, 2 * n, 2), slice(1, 2 * n, 2)) if adjacent else (slice(0, n), slice(n, 2 * n))
    u, v = out[..., i].copy(), out[..., j].copy()
    out[..., i], out[..., j] = u * np.cos(angle) - v * np.sin(angle), v * np.cos(angle) + u * np.sin(angle)
    return out


def vectors(name, seed, shape, form="float32", kind="npy"):
    """Random vectors to be turned: their values as they are stored, and the file that holds them."""
    x = np.random.RandomState(seed).standard_normal(shape)
    return stored(x, form)[1], write(name + "_input", x, form, kind)


def grid(*sizes):
    """The coordinates of the tokens of a grid, the last axis running fastest: one array an axis."""
    return [c.reshape(-1) for c in np.meshgrid(*[np.arange(n) for n in sizes], indexing="ij")]


# The reports themselves: README.md has their files, arguments and words; here are their answers
def amplitude(got, meant):
    """As a ratio to what is meant, or as the value that stands there."""
    return {"amplitude": [round(got / meant, 6), round(got, 6)]}


with open(os.path.join(options.reports, "README.md")) as f:
    sections = {part.split("\n")[0].strip(): part for part in f.read().split("\n## ")[1:]}
for name, answer in {
        "laguna_factor_ignored": ("amplitude", amplitude(attention(64), 1)),
        "laguna_log_twice": ("amplitude", amplitude(attention(64, 1.4158883083359672), 1.4158883083359672)),
        "yarn_grown": (None, None, seam(163712, 128)),
        "nomic_constant": (None, None, ["4096.0", f"{dynamic(64, 1000, 2, 2048, 4096):.1f}"]),
        "llama3_blend_reversed_inv_freq": (None, None, span(29, 34) + ["blend"]),
        "llama3_factor_8": ("scaling-parameters", {"factor": 8}),
        "exponent_by_column": ("exponent-by-column", None),
        "relative_sine_even": ("positions-mirrored", None),
        "funasr_half": ("computed-in-half", None),
        "packed_not_reset": (None, None, seam(0, 300)),
        "wan_split": ("axis-split", None, span(22, 43)),
        "second_half_dropped": ("axis-dropped", None, ["width"]),
        "all_zero_rows": ("zeros", None, span(0, 255) + ["all rows", "every row"], {"only": True}),
        "sine_from_padded": ("columns-shifted", {"columns": [32, -32]}),
        "alibi_local_heads": ("local-heads", {"heads": 8}, [], {"or": ["slopes"]}),
        "t5_no_cap": ("buckets-uncapped", None, ["distance 128"]),
        "rotated_by_head": ("head-for-position", None, ["head"]),
        "partial_of_rope_head": ("partial-twice", None, span(32, 63)),
        "pairing_and_scaling": ("layout", None, [], {"also": ["scaling-missing"]})}.items():
    (report, what), = re.findall(r"\* report: (\S+): (.*)", sections[name])
    (wrong, right), = re.findall(r"\* wrong: `(.*?)`, right: `(.*?)`", sections[name])
    arguments = re.search(r"\* arguments: `(.*?)`", sections[name])[1].split()
    if what.startswith("the same"):
        what = re.search(r"\* right answer: (.*)", sections[name])[1]
    fault, parameters, words, more = answer + ([], {})[len(answer) - 2:]
    general[name] = {"report": report, "fault": fault, "more": more}
    for f in [wrong, right] + [a for a in arguments if os.path.isfile(os.path.join(options.reports, a))]:
        with open(os.path.join(options.reports, f), "rb") as source, open(os.path.join(options.out, f), "wb") as target:
            target.write(source.read())
    entries.append({"name": name, "report": report, "wrong": wrong, "right": right, "arguments": arguments,
                    "answer": {"fault": fault, "parameters": parameters, "words": words, **more}, "what": what})

# 1. YaRN's attention_factor of the config is dropped, and the formula's stands there
gpt_oss = yarn(64, 150000, 32, 4096, truncate=False)
olmo = dict(model_type="olmo3", hidden_size=4096, head_dim=128, num_attention_heads=32, max_position_embeddings=65536, rope_theta=500000,
            layer_types=["sliding_attention", "full_attention"], num_hidden_layers=2)
eight = {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 8192, "beta_fast": 32.0, "beta_slow": 1.0}
n = "laguna_factor_ignored-sin_bfloat16"
c = write_config(n, model_type="gpt_oss", hidden_size=2880, head_dim=64, num_attention_heads=64, max_position_embeddings=131072, rope_theta=150000,
                 rope_scaling={"rope_type": "yarn", "factor": 32.0, "original_max_position_embeddings": 4096, "beta_fast": 32.0, "beta_slow": 1.0,
                               "truncate": False, "attention_factor": 1.0})
t = rope("sin", rows(2000, 240), gpt_oss, True)
add(n, attention(32) * t, t, f"--config {c} --part sin --first 2000", "gpt-oss's YaRN with attention_factor 1 dropped: sines of 1.3466 in bfloat16.",
    amplitude(attention(32), 1), form="bfloat16")
t = rope("cos", rows(40000, 300), yarn(128, 1e6, 4, 32768))
add("laguna_factor_ignored-options_float16", attention(4) * t, t,
    "--encoding rope --dim 128 --base 1e6 --scaling yarn --factor 4 --original-context 32768 --attention-factor 1 --part cos --first 40000",
    "The attention factor 1 is an option, 0.1 ln 4 + 1 stands there: cosines in float16.", amplitude(attention(4), 1), form="float16")
n = "laguna_factor_ignored-rotated_0.9"
x, q = vectors(n, 13, (1, 2, 60, 128))
c = write_config(n, **olmo, rope_scaling=dict(eight, attention_factor=0.9))
t = turn(x, rows(9000, 60), yarn(128, 5e5, 8, 8192))
add(n, attention(8) * t, 0.9 * t, f"--config {c} --layer-type full_attention --part rotated --input {q} --first 9000",
    "Turned vectors are 1.208 times as long as before, where the config says 0.9.", amplitude(attention(8), 0.9))
divisors, m = [1 + round(60 * (i / 47) ** 3, 3) for i in range(48)], sqrt(1 + log(32) / log(4096))
t = rope("cos", rows(5000, 160), inverse(96) / divisors)
add("laguna_factor_ignored-longrope", m * t, t, "--encoding rope --dim 96 --scaling longrope --factor 32 --original-context 4096 --seq-len 16384 "
    f"--short-factor {','.join(['1'] * 48)} --long-factor {','.join(map(str, divisors))} --attention-factor 1 --part cos --first 5000",
    "LongRoPE's attention factor 1 is dropped: sqrt(1 + ln 32 / ln 4096) stands there.", amplitude(m, 1), kind="safetensors")

# 2. The attention factor is taken for mscale, and goes through the logarithm once more
n, m = "laguna_log_twice-sin_bfloat16", 1.2079441541679836
c = write_config(n, **olmo, rope_scaling=dict(eight, attention_factor=m))
t = rope("sin", rows(8192, 240), yarn(128, 5e5, 8, 8192), True)
add(n, attention(8, m) * t, m * t, f"--config {c} --layer-type full_attention --part sin --first 8192", "OLMo 3's 1.2079 becomes 1.2512: sines in bfloat16.",
    amplitude(attention(8, m), m), form="bfloat16", kind="safetensors")
t = rope("cos", rows(8000, 300), yarn(64, 1e4, 40, 4096))
add("laguna_log_twice-0.8_float16", attention(40, 0.8) * t, 0.8 * t, "--encoding rope --dim 64 --scaling yarn --factor 40 --original-context 4096 "
    "--attention-factor 0.8 --part cos --first 8000", "0.8, which the option says, becomes 0.1 * 0.8 ln 40 + 1 = 1.295; float16.",
    amplitude(attention(40, 0.8), 0.8), form="float16")
n, m = "laguna_log_twice-rotated_interleaved", attention(32)
x, q = vectors(n, 23, (1, 3, 80, 64))
t = turn(x, rows(7000, 80), yarn(64, 5e4, 32, 4096, fast=8), True)
add(n, attention(32, m) * t, m * t, "--encoding rope --dim 64 --base 50000 --layout interleaved --scaling yarn --factor 32 --original-context 4096 "
    f"--beta-fast 8 --attention-factor {m!r} --part rotated --input {q} --first 7000", "Turned vectors of adjacent pairs: 1.3466 becomes 1.4667.",
    amplitude(attention(32, m), m))
n, m = "laguna_log_twice-layers_float64", attention(16)
c = write_config(n, model_type="laguna", hidden_size=2048, head_dim=64, num_attention_heads=32, max_position_embeddings=65536, rope_parameters={
    "full_attention": {"rope_theta": 1e6, "rope_type": "yarn", "factor": 16.0, "original_max_position_embeddings": 4096, "attention_factor": m},
    "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}})
t = twice(rope("cos", rows(100, 120), yarn(64, 1e6, 16, 4096)))
add(n, attention(16, m) * t, m * t, f"--config {c} --layer-type full_attention --part cos --first 100",
    "1.2773 becomes 1.3541: a float64 table as wide as the head.", amplitude(attention(16, m), m), form="float64")

# 3. A YaRN cache is made longer: the rows that are appended take the base for the factor, and lose the attention factor
for n, part, first, count, arguments, w, appended, m, row, form, shape in (
        ("sin_128", "sin", 131000, 120, "--encoding rope --dim 128 --base 1e6 --scaling yarn --factor 4 --original-context 32768",
         yarn(128, 1e6, 4, 32768), yarn(128, 1e6, 1e6, 32768), attention(4), 72, "float32", None),
        ("gpt_oss_bfloat16", "cos", 130990, 200, "--model gpt-oss-20b", gpt_oss, yarn(64, 150000, 150000, 4096, truncate=False), attention(32), 82, "bfloat16", None),
        ("early_float16", "cos", 16300, 250, "--encoding rope --dim 96 --base 500000 --scaling yarn --factor 8 --original-context 2048",
         yarn(96, 5e5, 8, 2048), yarn(96, 5e5, 5e5, 2048), attention(8), 84, "float16", twice),
        ("amplitude_1_float64", "sin", 131030, 110, "--encoding rope --dim 64 --base 50000 --layout interleaved --scaling yarn --factor 32 "
         "--original-context 4096 --beta-fast 1 --beta-slow 0.5 --mscale 1 --mscale-all-dim 1",
         yarn(64, 5e4, 32, 4096, 1, 0.5), yarn(64, 5e4, 5e4, 4096, 1, 0.5), 1, 42, "float64", doubled)):
    right = m * rope(part, rows(first, count), w, form == "float32")
    wrong = np.concatenate([right[:row], rope(part, rows(first, count), appended, form == "float32")[row:]])
    wrong, right = [shape(t) for t in (wrong, right)] if shape else (wrong, right)
    add("yarn_grown-" + n, wrong, right, f"{arguments} --part {part} --first {first}",
        f"From position {first + row} on, row {row}, the factor is the base and the attention factor 1.", words=seam(first, row), form=form)

# 4. Dynamic NTK, with the longest length there could be in place of the sequence's
for n, part, dim, base, factor, context, length, first, form in (
        ("short_float16", "cos", 128, 10000, 4, 4096, 6000, 3000, "float16"), ("long_bfloat16", "sin", 64, 500000, 2, 8192, 65536, 9000, "bfloat16"),
        ("unscaled", "cos", 96, 10000, 8, 2048, 2048, 1500, "float32"), ("config_rotated", "rotated", 64, 10000, 3, 4096, 20000, 5000, "float32")):
    longest, n = factor * context, "nomic_constant-" + n
    bases = [dynamic(dim, base, factor, context, L) for L in (longest, length)]
    if part == "rotated":
        x, q = vectors(n, 41, (1, 2, 120, dim))
        wrong, right = [turn(x, rows(first, 120), inverse(dim, b)) for b in bases]
        c = write_config(n, model_type="llama", hidden_size=2048, head_dim=dim, num_attention_heads=32, max_position_embeddings=context, rope_theta=base,
                         rope_scaling={"type": "dynamic", "factor": float(factor)})
        arguments = f"--config {c} --input {q}"
    else:
        wrong, right = [rope(part, rows(first, 240), inverse(dim, b)) for b in bases]
        arguments = f"--encoding rope --dim {dim} --base {base} --scaling dynamic --factor {factor} --original-context {context}"
    add(n, wrong, right, f"{arguments} --seq-len {length} --part {part} --first {first}", f"The base is that of a sequence of {longest}, and not of {length}.",
        words=[f"{longest}.0", f"{bases[0]:.1f}"], form=form)

# 5. Llama 3's blend between the bands runs the other way
for n, part, first, arguments, values, form, kind in (
        ("small", "inv_freq", None, "--model llama-3.2-1b", (64, 5e5, 32, 8192), "float32", "npy"),
        ("cos_float16", "cos", 6000, "--model llama-3.1-8b", (128, 5e5, 8, 8192), "float16", "npy"),
        ("high_8_float64", "inv_freq", None, "--encoding rope --dim 96 --base 1e6 --scaling llama3 --factor 16 --original-context 4096 --high-freq-factor 8",
         (96, 1e6, 16, 4096, 1, 8), "float64", "safetensors"),
        ("sin_low_2", "sin", 3000, "--encoding rope --dim 64 --base 500000 --scaling llama3 --factor 4 --original-context 16384 --low-freq-factor 2 "
         "--high-freq-factor 6", (64, 5e5, 4, 16384, 2, 6), "float32", "npy")):
    w, back = llama3(*values), llama3(*values, backwards=True)
    pairs = np.nonzero(np.abs(back / w - 1) > 0.01)[0]
    wrong, right = [v if part == "inv_freq" else rope(part, rows(first, 240), v, True) for v in (back, w)]
    add("llama3_blend_reversed_inv_freq-" + n, wrong, right, f"{arguments} --part {part}" + (f" --first {first}" if first else ""),
        f"In the blended band, pairs {pairs[0]} to {pairs[-1]}, the weights are exchanged.", words=span(pairs[0], pairs[-1]) + ["blend"], form=form, kind=kind)

# 6. The scaling's parameters are another model's
wrong, right = [rope("sin", rows(7000, 240), llama3(128, 5e5, f, 8192), True) for f in (32, 8)]
add("llama3_factor_8-32_bfloat16", wrong, right, "--model llama-3.1-8b --part sin --first 7000", "The factor is Llama 3.2's 32, where Llama 3.1's is 8.",
    {"factor": 32}, form="bfloat16")
n = "llama3_factor_8-scout_rotated"
x, q = vectors(n, 62, (1, 2, 60, 128))
wrong, right = [turn(x, rows(5000, 60), llama3(128, 5e5, f, 8192, 1, 1), True) for f in (8, 16)]
add(n, wrong, right, f"--model llama-4-scout --part rotated --input {q} --first 5000", "The factor is 8, where Llama 4 Scout's is 16: adjacent pairs.", {"factor": 8})
wrong, right = [rope("cos", rows(4000, 300), llama3(64, 5e5, 32, L)) for L in (4096, 8192)]
add("llama3_factor_8-context_4096", wrong, right, "--model llama-3.2-1b --part cos --first 4000", "The original context is 4096, where 8192 is meant; float16.",
    {"original-context": 4096}, form="float16")
n = "llama3_factor_8-yarn_inv_freq"
c = write_config(n, model_type="qwen2", hidden_size=3584, num_attention_heads=28, max_position_embeddings=131072, rope_theta=1000000.0,
                 rope_scaling={"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768})
add(n, yarn(128, 1e6, 16, 32768), yarn(128, 1e6, 4, 32768), f"--config {c} --part inv_freq", "YaRN's factor is 16, where 4 is meant: the frequencies.", {"factor": 16})

# 7. The exponent counts columns, and not pairs
for n, arguments, dim, base, first, form, kind in (
        ("96_float16", "--encoding sinusoidal --dim 96 --first 7", 96, 10000, 7, "float16", "npy"),
        ("base_5000_bfloat16", "--encoding opennmt --dim 32 --base 5000", 32, 5000, 0, "bfloat16", "npy"),
        ("cosines_first_float64", "--encoding sinusoidal --dim 64 --base 100000 --order cos-sin --first 30", 64, 100000, 30, "float64", "npy"),
        ("halves", "--encoding gpt-neox-sinusoidal --dim 80", 80, 10000, 0, "float32", "safetensors")):
    c = np.arange(dim)
    sine, pair = (c < dim // 2, c % (dim // 2)) if n == "halves" else ((c + n.startswith("cosines")) % 2 == 0, c // 2)
    wrong, right = [np.where(sine, rope("sin", rows(first, 120), w), rope("cos", rows(first, 120), w)) for w in (inverse(2 * dim, base * base)[c], inverse(dim, base)[pair])]
    add("exponent_by_column-" + n, wrong, right, arguments, "Column c has the exponent 2c/d, where both columns of pair i have 2i/d.", form=form, kind=kind)

# 8. Relative positions: rows of one side have the sines of the other, not negated
for n, p, sign, dim, base, layout, arguments, what, form, kind in (
        ("96_bfloat16", np.arange(69, -70, -1), 1, 96, 1e4, "interleaved", "--encoding espnet-relative --dim 96", "Negative positions have the sines of positive ones.", "bfloat16", "npy"),
        ("other_side_float16", np.arange(49, -50, -1), -1, 128, 500, "interleaved", "--encoding espnet-relative --dim 128 --base 500",
         "Here positive positions have the sines of negative ones; float16.", "float16", "safetensors"),
        ("halves", np.arange(60, -61, -1), 1, 64, 1e4, "halves", "--encoding gpt-neox-sinusoidal --dim 64 --positions 60:-61:-1",
         "Sines in the first half: negative positions have those of positive ones.", "float32", "npy"),
        ("rope_sin", np.arange(-90, 91), 1, 64, 1e5, None, "--encoding rope --dim 64 --base 1e5 --part sin --positions -90:91",
         "The sines of a rotary table from position -90 up: an even sine.", "float32", "npy")):
    wrong, right = [sinusoid(p_, inverse(dim, base), layout) if layout else rope("sin", p_, inverse(dim, base), True) for p_ in (sign * abs(p), p)]
    add("relative_sine_even-" + n, wrong, right, arguments, what, form=form, kind=kind)

# 9. Frequencies, angles and values are all computed in a 16-bit format
half = np.float16
w = np.exp(np.arange(64, dtype=half) * -half(np.log(half(1e4)) / half(63)))
a = rows(0, 240).astype(half)[:, None] * w
add("funasr_half-whisper", np.concatenate([np.sin(a), np.cos(a)], 1), sinusoid(rows(0, 240), 1e4 ** (-np.arange(64) / 63), "halves"), "--encoding whisper --dim 128",
    "Whisper's table from position 0, all in float16.", form="float16")
w = np.exp(np.arange(0, 64, 2, dtype=half) * half(-log(1e4) / 64))
a = rows(100, 300).astype(half)[:, None] * w
add("funasr_half-interleaved", np.stack([np.sin(a), np.cos(a)], 2).reshape(300, 64), sinusoid(rows(100, 300), inverse(64)),
    "--encoding sinusoidal --dim 64 --first 100", "Adjacent sines and cosines from position 100, all in float16.", form="float16", kind="safetensors")
w = half(1) / half(10000) ** (np.arange(0, 80, 2, dtype=half) / half(80))
add("funasr_half-rope_in_float32", np.cos(rows(0, 300).astype(half)[:, None] * w), rope("cos", rows(0, 300), inverse(80), True),
    "--encoding rope --dim 80 --part cos", "A rotary table computed in float16 throughout, and then stored as float32.")
w = bfloat16(1 / bfloat16(bfloat16(5e5) ** bfloat16(np.arange(0, 96, 2) / 96)))
add("funasr_half-bfloat16", np.sin(bfloat16(rows(0, 250)[:, None] * w)), rope("sin", rows(0, 250), inverse(96, 5e5)),
    "--encoding rope --dim 96 --base 500000 --part sin", "A rotary table's sines, with power, angle and value in bfloat16.", form="bfloat16")

# 10. Sequences are packed into one: positions run on across their borders
for n, arguments, first, lengths, dim, w, form in (
        ("sinusoidal_float16", "--encoding sinusoidal --dim 64", 0, (137, 103), 64, inverse(64), "float16"),
        ("four_bfloat16", "--encoding rope --dim 96 --base 500000 --part sin", 0, (61, 50, 70, 59), 96, inverse(96, 5e5), "bfloat16"),
        ("rotated", "--encoding rope --dim 64 --layout interleaved --part rotated", 0, (47, 63), 64, inverse(64), "float32"),
        ("from_500", "--model llama-3.2-1b --part cos", 500, (77, 140), 64, llama3(64, 5e5, 32, 8192), "float32")):
    n, row, ids = "packed_not_reset-" + n, lengths[0], np.concatenate([rows(first, lengths[0])] + [rows(0, k) for k in lengths[1:]])
    both, part = (rows(first, len(ids)), ids), arguments.split()[-1]
    if part == "rotated":
        x, q = vectors(n, 103, (1, 2, len(ids), 64))
        arguments += f" --input {q}"
        wrong, right = [turn(x, p, w, True) for p in both]
    else:
        wrong, right = [rope(part, p, w) if part in ("sin", "cos") else sinusoid(p, w) for p in both]
    ids_file = write(n + "_ids", ids, "int32" if part == "rotated" else "int64")
    add(n, wrong, right, f"{arguments} --positions-file {ids_file}", f"From row {row} on positions go on, where they should start again at 0.",
        words=seam(0, row), form=form)

# 11. Tables of three axes are cut at other columns than they were joined at
def cut(part, coordinates, w, edges):
    axis = np.searchsorted(edges, np.arange(len(w)), "right")
    return rope(part, np.stack(coordinates, 1)[:, axis], w)


for n, part, parts, sizes, base, other, form in (("40_float16", "sin", (8, 6, 6), (5, 6, 7), 200, (14, 27), "float16"),
                                                 ("112_bfloat16", "sin", (20, 18, 18), (4, 5, 6), 100, (38, 75), "bfloat16"),
                                                 ("flux_as_wan", "cos", (8, 28, 28), (5, 4, 6), 10000, (44, 86), "float32")):
    p, w = grid(*sizes), np.concatenate([np.repeat(inverse(2 * k, base), 2) for k in parts])
    edges = (2 * parts[0], 2 * parts[0] + 2 * parts[1])
    add("wan_split-" + n, cut(part, p, w, other), cut(part, p, w, edges),
        f"--encoding flux --dim {len(w)} --base {base} --sections {','.join(map(str, parts))} --frames {sizes[0]} --height {sizes[1]} --width {sizes[2]} --part {part}",
        f"Tables of {', '.join(str(2 * k) for k in parts)} columns are cut at {other[0]} and {other[1]}.",
        words=span(min(edges[0], other[0]), max(edges[1], other[1]) - 1), form=form)
p = [np.repeat(np.arange(6) * 3, 30), np.tile(np.repeat(np.arange(5), 6), 6) + 40, np.tile(np.arange(6), 30) + 90]
ids_file = write("wan_split-mrope_ids", np.stack(p), "int64")
add("wan_split-mrope", cut("cos", p, inverse(64, 1e6), (12, 22)), cut("cos", p, inverse(64, 1e6), (8, 20)),
    f"--encoding mrope --dim 64 --sections 8,12,12 --part cos --positions-file {ids_file}", "Sections of 8, 12 and 12 pairs are taken for 12, 10 and 10.", words=span(8, 21))

# 12. One half of the columns stands for both axes
y, x = grid(10, 14)
height, width = [doubled(rope("sin", c, inverse(32, 100))) for c in (y, x)]
add("second_half_dropped-rope_vit_float16", np.hstack([width, width]), np.hstack([width, height]), "--encoding rope-vit --dim 64 --height 10 --width 14 --part sin",
    "The width's half, which is the first, stands in the height's place too; float16.", words=["height"], form="float16")
y, x = grid(11, 13)
height, width = [doubled(rope("cos", c / n * 16, inverse(32))) for c, n in ((y, 11), (x, 13))]
add("second_half_dropped-eva_bfloat16", np.hstack([width, width]), np.hstack([height, width]), "--encoding eva --dim 64 --height 11 --width 13 --part cos",
    "The second half is read for both: the height is lost; bfloat16.", words=["height"], form="bfloat16")
height, width = [sinusoid(c, inverse(64), "halves") for c in grid(9, 12)]
add("second_half_dropped-mae", np.hstack([width, width]), np.hstack([width, height]), "--encoding mae --dim 128 --height 9 --width 12",
    "An additive table: the first half, the width's, stands in the height's place too.", words=["height"], kind="safetensors")
y, x = grid(8, 12)
height, width = [rope("sin", 2 * pi * (2 * (c + 0.5) / n - 1), inverse(32, 100)) for c, n in ((y, 8), (x, 12))]
add("second_half_dropped-dinov3", twice(np.hstack([height, height])), twice(np.hstack([height, width])),
    "--encoding dinov3 --dim 64 --height 8 --width 12 --part sin", "Coordinates of cells: the height's half stands in the width's place too.", words=["width"])

# 13. Rows of zeros
y, x = [sinusoid(c, inverse(32), "halves") for c in grid(10, 12)]
for n, t, first, last, arguments, form in (
        ("sinusoidal_float16", sinusoid(rows(0, 200), inverse(64)), 0, 199, "--encoding sinusoidal --dim 64", "float16"),
        ("block_in_the_middle", rope("sin", rows(4096, 200), inverse(128, 1e6), True), 64, 127, "--encoding rope --dim 128 --base 1e6 --part sin --first 4096", "float32"),
        ("end_bfloat16", rope("cos", rows(0, 200), inverse(64, 5e5)), 150, 199, "--encoding rope --dim 64 --base 500000 --part cos", "bfloat16"),
        ("mae_prefix", np.vstack([np.zeros(64), np.hstack([x, y])]), 1, 120, "--encoding mae --dim 64 --height 10 --width 12 --prefix 1", "float32")):
    wrong = np.where(((np.arange(len(t)) >= first) & (np.arange(len(t)) <= last))[:, None], 0, t)
    add("all_zero_rows-" + n, wrong, t, arguments, f"Rows {first} to {last} are zeros.", words=span(first, last), form=form)

# 14. The sines are read further on in rows of cosines and sines
for n, dim, base, first, count, form, kind in (("96_float16", 96, 10000, 0, 240, "float16", "npy"), ("160_bfloat16", 160, 1000000, 500, 200, "bfloat16", "npy"),
                                               ("80_float64", 80, 10000, 40, 180, "float64", "npy"), ("llama3_112", 112, 500000, 3000, 200, "float32", "safetensors")):
    h, llama = dim // 2, n.startswith("llama3")
    k = (1 << (h - 1).bit_length()) - h
    w = llama3(dim, base, 8, 8192) if llama else inverse(dim, base)
    cosine, sine = [rope(part, rows(first, count + 1), w, form == "float32") for part in ("cos", "sin")]
    add("sine_from_padded-" + n, np.hstack([sine[:-1, k:], cosine[1:, :k]]), sine[:-1], f"--encoding rope --dim {dim} --base {base} --part sin --first {first}"
        + (" --scaling llama3 --factor 8 --original-context 8192" if llama else ""),
        f"The sines are read {k} columns too far on: the last {k} are cosines of the next row.", {"columns": [k, -k]}, form=form, kind=kind)

# 15. Every rank makes the slopes of a model of its own heads only
def slopes(n):
    c = 1 << (n.bit_length() - 1)
    return np.array([2.0 ** (-8 * (k + 1) / c) for k in range(c)] + [2.0 ** (-4 * (2 * k + 1) / c) for k in range(n - c)])


for heads, local, part, form in ((16, 8, "slopes", "float32"), (12, 4, "slopes", "bfloat16"), (40, 5, "slopes", "float64"), (64, 8, "bias", "float32")):
    wrong, right, arguments = np.tile(slopes(local), heads // local), slopes(heads), f"--encoding alibi --heads {heads} --part {part}"
    if part == "bias":
        wrong, right = [-np.outer(rows(0, 200), s) for s in (wrong, right)]
        arguments += " --form distance --layout positions-first"
    add(f"alibi_local_heads-{heads}_of_{local}_{part}", wrong, right, arguments,
        f"{heads // local} ranks make the slopes of {local} heads each, where the model has {heads}.", {"heads": local}, form=form)

# 16. The bucket of far keys is not capped
def t5(relative, buckets, furthest, both, capped):
    start, n = 0 * relative, -relative
    if both:
        buckets //= 2
        start, n = np.where(relative > 0, buckets, 0), abs(relative)
    n, exact = np.maximum(n, 0), buckets // 2
    far = exact + np.floor(np.log(np.maximum(n, 1) / exact) / log(furthest / exact) * (buckets - exact) + 1e-9).astype(int)
    return start + np.where(n < exact, n, np.minimum(far, buckets - 1) if capped else far)


def deberta(d, buckets, furthest, _, capped):
    middle, n = buckets // 2, abs(d)
    far = np.ceil(np.log(np.maximum(n, 1) / middle) / log((furthest - 1) / middle) * (middle - 1) - 1e-9).astype(int) + middle
    index = np.where(n <= middle, d, np.sign(d) * far) + buckets
    return np.clip(index, 0, 2 * buckets - 1) if capped else index


for n, law, relative, buckets, furthest, both, arguments, form in (
        ("one_direction_int32", t5, np.arange(-300, 101), 32, 128, False, "--encoding t5 --bidirectional no --first -300", "int32"),
        ("64_buckets", t5, np.arange(-700, 701), 64, 256, True, "--encoding t5 --bidirectional yes --first -700", "int64"),
        ("matrix", t5, np.arange(120)[None, :] - np.arange(120)[:, None], 16, 48, False, "--encoding t5 --bidirectional no --keys 120", "int32"),
        ("deberta_index", deberta, np.arange(-400, 401), 96, 200, None, "--encoding deberta --part index --first -400", "int64")):
    wrong, right = [law(relative, buckets, furthest, both, capped) for capped in (False, True)]
    distance = abs(relative[wrong != right]).min()
    add("t5_no_cap-" + n, wrong, right, f"{arguments} --num-buckets {buckets} --max-distance {furthest}", f"From distance {distance} on buckets go beyond the last.",
        words=[f"distance {distance}"], form=form)

# 17. Vectors turn by the number of their head
for n, shape, arguments, w, adjacent, first, form, kind in (
        ("bfloat16", (1, 4, 60, 128), "--encoding rope --dim 128 --base 500000", inverse(128, 5e5), False, 0, "bfloat16", "safetensors"),
        ("interleaved_batches", (2, 6, 20, 64), "--encoding rope --dim 64 --layout interleaved", inverse(64), True, 0, "float32", "npy"),
        ("llama_float16", (1, 12, 40, 64), "--model llama-3.2-1b", llama3(64, 5e5, 32, 8192), False, 0, "float16", "npy"),
        ("from_300", (1, 5, 48, 64), "--encoding rope --dim 64 --first 300", inverse(64), False, 300, "float32", "npy")):
    n = "rotated_by_head-" + n
    x, q = vectors(n, 170 + len(n), shape, form, kind)
    add(n, turn(x, first + np.arange(shape[1])[:, None, None], w, adjacent), turn(x, rows(first, shape[2]), w, adjacent), f"{arguments} --part rotated --input {q}",
        "Every vector turns by the number of its head" + (f", counted from {first}." if first else "."), words=["head"], form=form, kind=kind)

# 18. The partial factor is applied twice
glm = dict(model_type="glm4", hidden_size=4096, num_attention_heads=32, head_dim=128, partial_rotary_factor=0.5, rope_theta=10000.0, max_position_embeddings=32768)
phi = dict(model_type="phi3", hidden_size=3072, num_attention_heads=24, partial_rotary_factor=0.75, rope_theta=10000.0, max_position_embeddings=4096)
for n, shape, arguments, config, base, meant, turned, adjacent, first, form in (
        ("glm4", (1, 1, 110, 128), "", glm, 1e4, 64, 32, True, 0, "float32"),
        ("half_split_plain", (1, 2, 110, 64), "--encoding rope --dim 64 --base 1e6 --first 900", None, 1e6, 64, 32, False, 900, "float32"),
        ("phi_bfloat16", (1, 2, 110, 128), "--first 50", phi, 1e4, 96, 72, False, 50, "bfloat16"),
        ("neox_float16", (1, 3, 100, 96), "--model gpt-neox-20b", None, 1e4, 24, 6, False, 0, "float16")):
    n, p = "partial_of_rope_head-" + n, rows(first, shape[2])
    x, q = vectors(n, 180 + len(n), shape, form)
    if config:
        arguments = f"--config {write_config(n, **config)} {arguments}"
    add(n, turn(x, p, inverse(turned, base), adjacent), turn(x, p, inverse(meant, base), adjacent), f"{arguments} --part rotated --input {q}",
        f"Only {turned} of {meant} channels are turned, as if there were no more.", words=span(turned, meant - 1), form=form)

# 19. Two faults: the other pairing, and no scaling
for n, shape, model, plain, scaled, m, adjacent, first, form in (
        ("llama_3_1", (1, 1, 110, 128), "llama-3.1-8b", inverse(128, 5e5), llama3(128, 5e5, 8, 8192), 1, False, 9000, "float32"),
        ("deepseek_bfloat16", (1, 2, 110, 64), "deepseek-v3", inverse(64), yarn(64, 1e4, 40, 4096), 1, True, 4000, "bfloat16"),
        ("linear_float16", (1, 2, 110, 128), "gemma-3-27b-global", inverse(128, 1e6), inverse(128, 1e6) / 8, 1, False, 1000, "float16"),
        ("gpt_oss", (1, 2, 110, 64), "gpt-oss-20b", inverse(64, 150000), gpt_oss, attention(32), False, 3000, "float32")):
    n, p = "pairing_and_scaling-" + n, rows(first, shape[2])
    x, q = vectors(n, 190 + len(n), shape, form)
    add(n, turn(x, p, plain, not adjacent), m * turn(x, p, scaled, adjacent), f"--model {model} --part rotated --input {q} --first {first}",
        ("Halves where adjacent pairs are meant" if adjacent else "Adjacent pairs where halves are meant")
        + (", no scaling, and so no attention factor." if m != 1 else ", and no scaling."), form=form)

assert len(entries) == 19 * 5 and len({e["name"] for e in entries}) == len(entries)
entries.sort(key=lambda e: list(general).index(e["name"].split("-")[0]))
with open(os.path.join(options.out, "reports.json"), "w") as f:
    json.dump(entries, f, indent=1)
print(len(entries), "entries")
