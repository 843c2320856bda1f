#!/usr/bin/python3
"""Runs `TOOL verify` over the cases of a folder and says what it made of them."""
import argparse
import collections
import concurrent.futures
import json
import math
import pathlib
import statistics
import subprocess
import time
from fractions import Fraction

# Faults that give the same numbers: the second name is right where the first is true and the condition holds. The condition gets
# the claim c (see claims.py, summary) and the parameters p of the true fault. A name that has a parameter to fit (a base, a scale)
# answers for one that has none; the reverse needs the very numbers.
FREQ = ("inv_freq", "periods", "divisors")
MROPE = ("mrope", "mrope-interleaved", "qwen3.5", "qwen3-omni")
EXPONENTS = {"wrong-base", "exponent-halved", "exponent-denominator", "exponent-over-head", "reciprocal-frequency"}

def near(a, b):
    return a is not None and b is not None and abs(a - b) <= 1e-6 * abs(b)

def geometric(c, p):
    return c["family"] != "grid" and c["scaling"] in (None, "linear", "ntk", "dynamic")

def by_scaling(*kinds):
    return lambda c, p: c["scaling"] in kinds

def one_sided(c, p):
    return c["positions"][0] >= 0 or c["positions"][1] <= 0 or {p.get("form", "keys"), c["form"]} in ({"keys", "causal"}, {"keys"})

def turns_by(c, p, quarters):
    return abs((p.get("phase", 0.7) / (math.pi / 2) - quarters) % 4) < 1e-9

def other_function(c, p):
    """Whether a phase makes sines of a table's cosines, or cosines of its sines, and no other change."""
    return c["part"] == "cos" and turns_by(c, p, 3) or c["part"] == "sin" and turns_by(c, p, 1)

def always(c, p):
    return True

EQUAL = [   # true names, right names, condition, why
    (EXPONENTS, {"wrong-base", "exponent-denominator", "exponent-over-head"}, lambda c, p: c["scaling"] != "yarn" and c["encoding"] != "flux",
     "the exponents are multiplied by one number k, and base^(-k e) is (base^k)^(-e); YaRN's ramp and Flux' axes do not follow"),
    ({"wrong-base"}, {"exponent-halved"}, lambda c, p: near(p["base"] ** 2, c["base"]) and c["scaling"] != "yarn", "the base is the square root"),
    ({"exponent-over-head"}, {"exponent-halved"}, lambda c, p: p["head"] == 2 * c["dim"], "over a head twice as wide the exponents are halved"),
    (EXPONENTS, {"scaling-parameters"}, by_scaling("ntk", "dynamic"), "these scalings change nothing but the base"),
    ({"scaling-missing", "scaling-doubled", "scaling-parameters"}, {"wrong-base"}, by_scaling("ntk", "dynamic"), "the same"),
    ({"wrong-base"}, {"scaling-kind"}, by_scaling(None), "NTK scaling of a table that has none is another base"),
    ({"degrees"}, {"position-scale"}, always, "pi/180 times the angle is pi/180 times the position"),
    ({"scaling-missing", "scaling-doubled", "scaling-parameters"}, {"position-scale"}, by_scaling("linear"), "linear scaling divides positions"),
    ({"position-scale"}, {"scaling-parameters"}, by_scaling("linear"), "the same"),
    ({"position-scale"}, {"scaling-missing"}, lambda c, p: c["scaling"] == "linear" and near(p["scale"], c["factor"]), "the scale undoes the factor"),
    ({"position-scale"}, {"scaling-doubled"}, lambda c, p: c["scaling"] == "linear" and near(p["scale"] * c["factor"], 1), "it divides once more"),
    ({"position-scale"}, {"scaling-kind"}, by_scaling(None), "linear scaling of a table that has none"),
    ({"pair-index"}, {"position-scale"}, geometric, "the next frequency is this one times base^(-2/d)"),
    ({"scaling-missing"}, {"scaling-parameters", "scaling-kind"}, always, "no scaling is a factor of 1, or the kind none"),
    ({"scaling-parameters"}, {"scaling-missing"}, lambda c, p: p.get("factor") == 1 and "row" not in p, "a factor of 1 is no scaling"),
    ({"scaling-doubled"}, {"scaling-parameters"}, by_scaling("linear", "ntk", "dynamic"), "twice is the factor squared, or another length"),
    ({"scaling-parameters"}, {"scaling-doubled"}, lambda c, p: c["scaling"] in ("linear", "ntk") and near(p.get("factor"), c["factor"] ** 2)
     and "row" not in p, "the same"),
    ({"partial-missing"}, {"scaling-missing", "scaling-parameters"}, by_scaling("proportional"), "one that turns all pairs is not scaled"),
    ({"wavelength"}, {"scaling-parameters"}, always, "without 2 pi the ends stand where 2 pi times the original context puts them"),
    ({"bands-swapped"}, {"scaling-parameters"}, by_scaling("llama3", "yarn"), "low and high (or fast and slow) exchanged are other parameters"),
    ({"amplitude"}, {"scaling-parameters"}, by_scaling("yarn", "longrope"), "another attention factor is a parameter of the scaling"),
    ({"uninitialised"}, {"position-scale"}, always, "frequencies of zero are positions of zero"),
    ({"uninitialised"}, {"zeros"}, lambda c, p: c["part"] in ("sin", "inv_freq"), "sines of frequencies of zero are zeros"),
    ({"zeros"}, {"uninitialised"}, lambda c, p: c["part"] == "sin" and p["rows"] == c["rows"], "the same"),
    ({"zeros"}, {"amplitude"}, lambda c, p: p["rows"] == c["rows"], "all zeros is an amplitude of 0"),
    ({"zero-row"}, {"zeros"}, always, "one row of zeros"),
    ({"unrotated"}, {"uninitialised", "position-scale"}, lambda c, p: c["scaling"] != "yarn", "turned by nothing is turned by angles of zero"),
    ({"uninitialised"}, {"unrotated"}, lambda c, p: c["family"] == "rotated" and c["scaling"] != "yarn", "the same"),
    ({"rotated-twice"}, {"position-scale"}, lambda c, p: c["scaling"] != "yarn", "turned twice by an angle is turned by twice the angle"),
    ({"position-scale"}, {"rotated-twice"}, lambda c, p: c["family"] == "rotated" and c["scaling"] != "yarn" and p["scale"] == 2, "the same"),
    ({"sign"}, {"position-scale"}, lambda c, p: c["family"] in ("wave", "grid", "rotated"), "the other direction is a scale of -1"),
    ({"sign"}, {"amplitude"}, lambda c, p: c["family"] == "alibi" or c["part"] == "sin", "a sign of everything is an amplitude of -1"),
    ({"sign"}, {"phase"}, lambda c, p: c["part"] == "sin", "-sin x is sin (x + pi)"),
    ({"sign"}, {"rows-reversed"}, lambda c, p: c["symmetric"], "from -n to n, the other direction is the other order"),
    ({"rows-reversed"}, {"sign"}, lambda c, p: c["symmetric"], "the same"),
    ({"sign"}, {"transposed"}, lambda c, p: c["keys"] == c["rows"], "queries for keys, of as many"),
    ({"positions-mirrored"}, {"sign", "position-scale"}, lambda c, p: c["positions"][1] <= 0, "where no position is above 0, mirrored is negated"),
    ({"sign"}, {"positions-mirrored"}, lambda c, p: c["family"] == "wave" and c["positions"][1] <= 0, "the same"),
    ({"phase"}, {"amplitude", "sign"}, lambda c, p: turns_by(c, p, 2), "half a turn is an amplitude of -1"),
    ({"phase"}, {"sin-cos-swapped"}, other_function, "a quarter turn later a sine is a cosine, a quarter turn earlier a cosine a sine"),
    ({"sin-cos-swapped"}, {"phase"}, lambda c, p: c["part"] in ("cos", "sin"), "the same"),
    ({"bias-form"}, {"sign"}, one_sided, "on one side the forms differ by a sign, and keys and causal distances on both"),
    ({"sign"}, {"bias-form"}, lambda c, p: c["part"] == "bias" and (one_sided(c, p) or c["form"] == "causal"), "the same"),
    ({"slopes"}, {"amplitude"}, lambda c, p: c["heads"] & (c["heads"] - 1) == 0, "counted from 0, every slope is 2^(8/heads) times as large"),
    ({"axes-swapped"}, {"section-order"}, lambda c, p: c["encoding"].startswith("mrope"), "height and width exchanged is another order of sections"),
    ({"axes-swapped"}, {"columns-permuted"}, lambda c, p: c["encoding"] in ("rope-vit", "sam2", "qwen2-vl-vision", "mae"), "both have the same frequencies"),
    ({"axes-swapped"}, {"rows-permuted"}, lambda c, p: c["square"], "a square grid, scanned the other way"),
    ({"tf32-product"}, {"frequency-rounded"}, lambda c, p: c["short"], "positions of no more than 11 bits are exact in TF32"),
    ({"frequency-rounded"}, {"tf32-product"}, lambda c, p: c["short"] and p["format"] == "float16" and c["scaling"] is None and c["base"] <= 10000,
     "frequencies above 2^-14 have 11 bits in float16, as in TF32"),
    ({"computed-in-single"}, {"frequency-rounded"}, lambda c, p: c["part"] == "inv_freq", "the table is the frequencies"),
    ({"frequency-rounded"}, {"computed-in-single"}, lambda c, p: c["part"] == "inv_freq" and p["format"] == "float32", "the same"),
    ({"repeated-row"}, {"table-overrun"}, lambda c, p: p["row"] == c["rows"] - 1, "the last row, once more"),
    ({"table-overrun"}, {"repeated-row"}, always, "a row that stands more than once, to the end"),
    ({"sign"}, {"amplitude", "phase"}, lambda c, p: p.get("of") in ("all", c["part"]), "all entries have the other sign: half a turn, or an amplitude of -1"),
    ({"scaling-kind"}, {"position-scale"}, lambda c, p: c["scaling"] is None and p.get("kind") == "linear", "linear scaling divides positions"),
    ({"scaling-kind"}, {"wrong-base", "scaling-parameters"}, lambda c, p: c["scaling"] in (None, "ntk", "dynamic") and p.get("kind") in ("ntk", "dynamic"),
     "both change the base and nothing else"),
    ({"transposed"}, {"sign"}, lambda c, p: c["keys"] == c["rows"] and c["first"] == 0, "k - q becomes q - k"),
    ({"section-order"}, {"axes-swapped"}, lambda c, p: c["encoding"].startswith("mrope"), "sections of height and width that are equal"),
    ({"uninitialised"}, {"table-overrun", "repeated-row"}, lambda c, p: c["first"] == 0, "every row is that of position 0"),
    ({"local-heads"}, {"slopes"}, always, "a wider name: the slopes are not those of the heads"),
    ({"angle-unit"}, {"position-scale"}, lambda c, p: c["encoding"] == "dinov3", "another unit of the angle is a scale of the coordinates"),
    # Those of the sixth generator, as its author wrote them before its first run.
    ({"angle-unit"}, {"position-scale"}, lambda c, p: c["family"] == "grid", "another unit of the angle is a scale of the coordinates"),
    ({"angle-unit"}, {"pair-index"}, lambda c, p: c["encoding"] == "fourier-features", "frequencies 2^k: twice the unit, or half of it, is the next frequency"),
    ({"coordinate-range"}, {"position-offset", "position-scale"}, lambda c, p: c["encoding"] in ("fourier-features", "nerf-pytorch", "perceiver", "dinov3"), "the other range is a scale and an offset"),
    ({"frequency-rounded"}, {"stored-narrower"}, lambda c, p: c["part"] == "inv_freq", "the table is the frequencies"),
    ({"frequency-rounded"}, {"tf32-product"}, lambda c, p: p["format"] == "float16" and c["short"] and c["base"] <= 10000, "11 bits of a frequency that is normal in float16, also with a scaling that leaves it normal"),
    ({"computed-in-single"}, {"stored-narrower"}, always, "the last step of both is a rounding to float32"),
    ({"pair-index"}, {"amplitude", "columns-shifted"}, lambda c, p: c["part"] in ("inv_freq", "periods") and c["scaling"] in (None, "linear"), "the next frequency: one factor for all, or the next column"),
    ({"scaling-kind"}, {"amplitude"}, lambda c, p: c["part"] in FREQ and p.get("kind") == "linear" and c["scaling"] is None, "all frequencies are divided by one number"),
    ({"scaling-missing", "scaling-doubled", "scaling-parameters"}, {"amplitude"}, lambda c, p: c["part"] in FREQ and c["scaling"] == "linear", "the same"),
    ({"reciprocal-frequency"}, {"wrong-base"}, lambda c, p: c["scaling"] in (None, "ntk", "dynamic"), "base^(+2i/d) is (1/base)^(-2i/d)"),
    ({"scaling-parameters"}, {"scaling-doubled"}, lambda c, p: c["scaling"] == "ntk-mixed" and near(p.get("factor"), c["factor"] ** 2), "the same"),
    ({"scaling-missing"}, {"partial-missing"}, lambda c, p: c["scaling"] == "proportional", "all pairs turn"),
    ({"scaling-parameters"}, {"partial-missing", "partial-twice"}, lambda c, p: c["scaling"] == "proportional", "another part of the pairs turns"),
    ({"scaling-doubled"}, {"scaling-parameters"}, lambda c, p: c["scaling"] in ("longrope", "ntk-mixed"), "other divisors; for ntk-mixed the factor squared"),
    ({"yarn-clamp", "yarn-truncate"}, {"scaling-parameters"}, always, "other ends of the ramp: other betas, or another original context, where one number moves both ends so"),
    ({"bands-swapped"}, {"scaling-missing", "scaling-kind"}, lambda c, p: c["scaling"] == "llama3", "where no blended pair is left"),
    ({"position-rounded"}, {"token-times"}, lambda c, p: c["family"] == "grid", "times without their fractions"),
    ({"token-times"}, {"position-rounded", "position-scale"}, lambda c, p: c["family"] == "grid", "the same; every fourth frame is a scale of 4 along one axis"),
    ({"axis-dropped"}, {"axis-split", "section-order"}, lambda c, p: c["encoding"] in MROPE, "its columns turn by another axis' coordinate at their own frequencies, as if they belonged to that axis' section"),
    ({"axis-split"}, {"section-order"}, lambda c, p: c["encoding"] in MROPE, "sections of other sizes"),
    ({"section-order"}, {"axis-split", "axes-swapped"}, lambda c, p: c["family"] == "grid", "columns belong to other axes; two sections of equal size exchanged are axes exchanged"),
    ({"axes-swapped"}, {"section-order"}, lambda c, p: c["family"] == "grid", "exchanged axes are an order of the sections"),
    ({"axes-swapped"}, {"columns-permuted"}, lambda c, p: c["encoding"] in ("swin-v2", "timm-2d", "detr", "eva", "dinov3", "qwen2-vl-vision", "hunyuan-image", "diffusers-2d", "rope-vit", "sam2", "mae"), "both axes have the same frequencies"),
    ({"axes-swapped"}, {"rows-permuted", "transposed"}, lambda c, p: c["square"], "a square grid scanned the other way"),
    ({"merge-blocks"}, {"rows-permuted"}, always, "squares of tokens are an order of rows"),
    ({"grid-transposed"}, {"axes-swapped", "rows-permuted"}, always, "a mirror image at the diagonal"),
    ({"antialias"}, {"bicubic-coefficient"}, lambda c, p: c.get("mode") in ("bicubic", "bicubic-antialias") and c.get("enlarged"), "enlarged, the filter is as wide as the kernel: another coefficient, and other edges"),
    ({"antialias"}, {"edge-weights"}, lambda c, p: c.get("mode") in ("bicubic", "bicubic-antialias") and c.get("enlarged"), "the same"),
    ({"prefix-resampled"}, {"grid-flattened"}, always, "these tables: all rows, class token and patches, are one sequence, so both are true"),
    ({"window-parameters"}, {"amplitude", "position-scale"}, lambda c, p: c["encoding"] == "swin-v2", "a logarithm to another base is a factor"),
    ({"sign"}, {"rows-reversed", "amplitude"}, lambda c, p: c["encoding"] == "swin-v2", "coordinates of all offsets, negated"),
    ({"sign"}, {"transposed"}, lambda c, p: c["encoding"] == "swin", "queries for keys"),
    ({"window-parameters"}, {"transposed"}, lambda c, p: c["encoding"] == "swin", "the two rows of the class token exchanged are its part of the transposed index"),
    ({"xpos-parameters"}, {"position-offset", "position-scale", "sign", "positions-mirrored"}, lambda c, p: c["encoding"] == "xpos", "the scale alone: centre, scale base and inverse are those of a shifted, scaled or negated exponent"),
    ({"amplitude"}, {"slopes", "position-scale"}, lambda c, p: c["family"] == "alibi", "a bias is a product; 2^(8/heads) times as much is slopes counted from 0"),
    ({"sign"}, {"position-scale"}, lambda c, p: c["family"] == "alibi", "a bias is a product"),
    ({"computed-in-half"}, {"position-rounded", "frequency-rounded", "stored-narrower"}, lambda c, p: c["family"] == "alibi", "slopes that are powers of two only round the positions; a product of exact factors only its result"),
    ({"sin-cos-swapped"}, {"columns-permuted"}, lambda c, p: c["part"] in ("table", "pairs"), "sines in the columns of cosines are an order of columns"),
    ({"layout"}, {"columns-permuted"}, lambda c, p: c["family"] == "wave", "the same"),
    ({"columns-permuted"}, {"sin-cos-swapped", "layout"}, lambda c, p: p.get("how") in ("neighbours", "strided", "reversed"), "neighbours exchanged in rows of pairs, where the program's order is a layout"),
    ({"prefix-rows"}, {"zeros", "zero-row", "rows-missing", "repeated-row"}, always, "a row of zeros more or less; a class token with the first patch's row"),
    ({"first-only"}, {"unrotated"}, always, "the other heads or batches are not rotated (only_axis, only)"),
]
TOGETHER = [     # two findings that together give the numbers of one fault
    ("scaling-kind", {"scaling-missing", "wrong-base"}, lambda c, p: p["kind"] == "ntk", "the NTK scaling changes the base"),
    ("scaling-kind", {"scaling-missing", "position-scale"}, lambda c, p: p["kind"] == "linear", "the linear one divides positions"),
    ("phase", {"sin-cos-swapped", "sign"}, lambda c, p: turns_by(c, p, 1) or turns_by(c, p, 3), "sin (x + pi/2) is cos x, cos (x + pi/2) is -sin x"),
    ("antialias", {"bicubic-coefficient", "edge-weights"}, lambda c, p: c.get("mode") in ("bicubic", "bicubic-antialias") and c.get("enlarged"), "both make up the antialiased kernel of an enlarged grid"),
    ("coordinate-range", {"position-scale", "position-offset"}, always, "the other range is a scale and an offset"),
    ("scaling-kind", {"scaling-missing", "amplitude"}, lambda c, p: c["part"] in FREQ and p["kind"] == "linear", "frequencies divided by one number"),
    ("prefix-resampled", {"grid-flattened", "prefix-resampled"}, always, "one sequence of all rows"),
]
ALSO = {("zeros", "position-offset"), ("zero-row", "corrupt-entry")}    # says the rest of what that one mistake did
OUTCOMES = ["proved", "likely", "partly", "wrong-proved", "wrong-likely", "unexplained", "passes", "refused", "timeout"]

def same(true, found, case):
    """Whether the finding's name is right for the true fault."""
    name = true["fault"]
    return name == found or any(name in trues and found in rights and holds(case["claim"], true["parameters"])
                                for trues, rights, holds, _ in EQUAL)

def name_of(finding):
    return finding if isinstance(finding, str) else finding.get("name") or finding.get("fault")

def number(value):
    try:
        return float(Fraction(value)) if isinstance(value, str) and "/" in value else float(value)
    except (TypeError, ValueError):
        return None

def parameters_differ(true, findings):
    """Numbers of the same key that are more than 1 % apart; a list in the truth is several right answers. Several findings
    of the fault, one an axis say, share its damaged entries, and each has to have any other parameter right."""
    differ = []
    for key, value in true["parameters"].items():
        got = [number((f.get("parameters") or {}).get(key)) for f in findings if name_of(f) == true["fault"] and isinstance(f, dict)]
        got = [g for g in got if g is not None]
        got = [sum(got)] if key == "entries" and got else got
        wanted = [number(v) for v in (value if isinstance(value, list) else [value])]
        differ += [{"fault": true["fault"], "key": key, "truth": value, "got": g} for g in got
                   if None not in wanted and not any(abs(g - w) <= 0.01 * abs(w) for w in wanted)]
    return differ

def judge(case, status, answer):
    """The outcome of a case, and the parameters that are not those of the truth."""
    findings = (answer or {}).get("findings") or []
    if status not in (0, 1):
        return "refused", []
    if not case["truth"]:
        return ("passes" if status == 0 else "accused" if findings else "fails"), []
    if status == 0:
        return "passes", []
    if not findings:
        return "unexplained", []
    matched, extra = {}, []
    differ = [d for true in case["truth"] for d in parameters_differ(true, findings)]
    together = [(i, names) for i, true in enumerate(case["truth"]) for name, names, holds, _ in TOGETHER if name == true["fault"]
                and holds(case["claim"], true["parameters"]) and names <= {name_of(f) for f in findings}]
    for finding in findings:
        certain = finding.get("certainty", "proved") == "proved"
        names = [name_of(finding), *map(name_of, finding.get("equals") or [])]
        hits = [i for i, true in enumerate(case["truth"]) if any(same(true, name, case) for name in names)]
        hits += [i for i, pair in together if names[0] in pair]
        for i in hits:
            matched[i] = matched.get(i, False) or certain
        if not hits and not any((true["fault"], names[0]) in ALSO for true in case["truth"]):
            extra.append(certain)
    if any(extra):
        return "wrong-proved", differ
    if extra:
        return "wrong-likely", differ
    if len(matched) < len(case["truth"]):
        return ("partly" if matched else "unexplained"), differ
    return ("proved" if all(matched.values()) else "likely"), differ

def run(case, folder, tool):
    start = time.monotonic()
    try:
        done = subprocess.run([tool, "verify", case["file"], *case["arguments"], "--json"], cwd=folder, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return case, "timeout", [], time.monotonic() - start, []
    seconds = time.monotonic() - start
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {"error": done.stderr[-300:]}
    outcome, differ = judge(case, done.returncode, answer)
    findings = answer.get("findings") or ([answer["error"]] if "error" in answer else [])
    return case, outcome, differ, seconds, findings

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    cases = [json.loads(line) for line in open(options.folder / "cases.jsonl")]
    tool = str(options.tool.resolve())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda case: run(case, options.folder, tool), cases))
    sound = collections.Counter(outcome for case, outcome, *_ in results if not case["truth"])
    faulty = collections.Counter(outcome for case, outcome, *_ in results if case["truth"])
    kinds = collections.defaultdict(collections.Counter)
    for case, outcome, *_ in results:
        kinds[" + ".join(sorted(t["fault"] for t in case["truth"])) if len(case["truth"]) < 2 else "(two or more)"][outcome] += 1
    print(f"sound ({sum(sound.values())}):", ", ".join(f"{n} {o}" for o, n in sound.most_common()) or "none")
    print(f"faulty ({sum(faulty.values())}):")
    for outcome in OUTCOMES:
        print(f"  {outcome:14}{faulty[outcome]:6}")
    print("by fault:")
    for kind, counts in sorted(kinds.items()):
        print(f"  {kind or '(sound)':26}", ", ".join(f"{counts[o]} {o}" for o in [*OUTCOMES, "fails", "accused"] if counts[o]))
    differing = [(case["id"], d) for case, _, differ, *_ in results for d in differ]
    print(f"parameters differ: {len(differing)}")
    for identity, d in differing:
        print(f"  {identity} {d['fault']} {d['key']}: {d['got']:g}, truth {d['truth']}")
    seconds = [r[3] for r in results]
    if seconds:
        print(f"seconds: median {statistics.median(seconds):.2f}, max {max(seconds):.2f}")
    scores = [{"id": case["id"], "outcome": outcome, "truth": case["truth"], "findings": findings, "parameters_differ": differ,
               "seconds": round(spent, 3), "note": case["note"]} for case, outcome, differ, spent, findings in results]
    (options.folder / "scores.json").write_text(json.dumps({"sound": sound, "faulty": faulty, "cases": scores}, indent=1))

if __name__ == "__main__":
    main()
