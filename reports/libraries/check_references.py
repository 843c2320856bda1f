"""Checks the true values that cuda_functions.cu works with against mpmath, at 400 bits.

Reads the lines of `cuda_functions --references N`, and the arguments of the maxima in a JSON
document of that program; prints how far the references are off, relatively, by function.

Example: cuda_functions --references 100000 >refs; check_references.py refs cuda_h100.json
"""

import json
import multiprocessing
import sys

import mpmath

mpmath.mp.prec = 400
FUNCTIONS = {
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "exp": mpmath.exp,
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "log": mpmath.log,
    "log2": lambda x: mpmath.log(x) / mpmath.log(2),
    "pow": mpmath.power,
    "quotient": lambda x, y: x / y,
    "reciprocal": lambda x: 1 / x,
}
MEASURED = {
    "sinf": "sin", "cosf": "cos", "sincosf, sine": "sin", "sincosf, cosine": "cos",
    "__sinf": "sin", "__cosf": "cos", "__sincosf, sine": "sin", "__sincosf, cosine": "cos",
    "expf": "exp", "__expf": "exp", "exp2f": "exp2", "ex2.approx.f32": "exp2", "logf": "log",
    "__logf": "log", "log2f": "log2", "__log2f": "log2", "1/x": "reciprocal",
    "__fdividef(1, x)": "reciprocal", "x/y": "quotient", "__fdividef": "quotient", "powf": "pow",
    "__powf": "pow", "sincos, sine": "sin", "sincos, cosine": "cos",
}  # fmt: skip


def number(text):
    return mpmath.mpf(float.fromhex(text))


def difference(task):
    """(function, |reference/truth − 1|); where the truth is 0, the reference."""
    name, arguments, parts = task
    truth = FUNCTIONS[name](*[number(x) for x in arguments])
    reference = sum(number(x) for x in parts)
    return name, float(abs(reference - truth) / abs(truth) if truth != 0 else abs(reference))


def listed(path):
    for line in open(path):
        name, x, y, *parts = line.split()
        yield name, (x, y) if name == "pow" else (x,), parts


def maxima(path):
    for function in json.load(open(path))["functions"]:
        name = MEASURED.get(function["name"], function["name"])
        for entry in function["slices"] + function.get("binades", []):
            for key in ("max_ulp", "max_absolute", "max_steps"):
                if key in entry:
                    yield name, tuple(entry[key]["at"]), entry[key]["truth"]


def largest(tasks):
    result = {}
    with multiprocessing.Pool() as pool:
        for name, off in pool.imap_unordered(difference, tasks, chunksize=500):
            count, most = result.get(name, (0, 0.0))
            result[name] = count + 1, max(most, off)
    return {n: {"count": c, "largest_relative": f"{m:.3g}"} for n, (c, m) in sorted(result.items())}


def main():
    references, *documents = sys.argv[1:]
    found = {"references": largest(listed(references))}
    for path in documents:
        found[path.rsplit("/", 1)[-1]] = largest(maxima(path))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
