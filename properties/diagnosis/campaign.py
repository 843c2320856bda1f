"""Draws tables, has them judged and counts what they were called; see scripts/confusion --help."""

import argparse
import concurrent.futures
import datetime
import functools
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "reports" / "runs"))
from record import processor, said  # noqa: E402

TOOL = pathlib.Path(os.environ.get("SEXTANT_TOOL", ROOT / "build" / "bin" / "sextant"))
RESULTS = ROOT / "build" / "confusion" / "confusion.json"
KEPT = ROOT / "reports" / "results" / "confusion.json"
KINDS = {"sound": 0, "one": 1, "two": 2}  # and how many faults each has
WANTED = 0.99  # of the visibly faulty, named

# NumPy has functions of its own for these processors, which err more than glibc's.
SIMD = ("AVX2", "FMA3", "AVX512F", "AVX512_SKX")


def refuse(text):
    print(f"confusion: {text}; see scripts/confusion --help", file=sys.stderr)
    sys.exit(2)


def counts(text, kinds):
    """How many tables of each kind: one number for all, or one for each."""
    numbers = text.split(",")
    if not all(re.fullmatch(r"[1-9]\d{0,8}", number) for number in numbers):
        refuse(f"--count '{text}' is no number to draw by")
    if len(numbers) not in (1, len(kinds)):
        refuse(f"--count '{text}': one number, or one for each of {', '.join(kinds)}")
    numbers = numbers * len(kinds) if len(numbers) == 1 else numbers
    return {kind: int(number) for kind, number in zip(kinds, numbers)}


def arguments():
    parser = argparse.ArgumentParser(prog="confusion", add_help=False)
    parser.error = refuse
    for name, default in (("--count", "300"), ("--seed", "0"), ("--kinds", "sound,one,two"),
                          ("--show", ""), ("-o", str(RESULTS))):
        parser.add_argument(name, default=default)
    parser.add_argument("--wanted", type=float, default=WANTED)
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    if not re.fullmatch(r"\d{1,9}", options.seed):
        refuse(f"--seed '{options.seed}' is no number to draw by")
    options.seed = int(options.seed)
    options.kinds = options.kinds.split(",")
    for kind in options.kinds:
        if kind not in KINDS:
            refuse(f"--kinds: no '{kind}' among sound, one and two")
    options.counts = counts(options.count, options.kinds)
    if options.show and not re.fullmatch(r"(sound|one|two):\d{1,9}", options.show):
        refuse(f"--show '{options.show}' is no KIND:SEED")
    if options.keep and len(options.kinds) < len(KINDS):
        refuse("--keep is for all kinds")
    return options


def numpy_simd():
    """The instruction sets that NumPy uses here, of SIMD."""
    from numpy.core._multiarray_umath import __cpu_features__
    return [name for name in SIMD if __cpu_features__.get(name)]


def numpy_there():
    try:
        import numpy
    except ImportError:
        refuse("NumPy is missing: scripts/setup --bench-tools installs it")
    return numpy


def drawn(kind, seed):
    """The case of a kind and a seed."""
    import cases
    return cases.drawn(kind, seed, KINDS[kind])


def judged(folder, job):
    import judge
    path = f"{folder}/{job[0]}-{job[1]}.npy"
    begun = time.monotonic()
    row = judge.judged(str(TOOL), drawn(*job), path)
    os.unlink(path)
    return row | {"seconds": time.monotonic() - begun}


def show(text):
    import claims
    import judge
    kind, seed = text.split(":")
    case = drawn(kind, int(seed))
    path = ROOT / "build" / "confusion" / f"{kind}-{seed}.npy"
    path.parent.mkdir(parents=True, exist_ok=True)
    judge.save(case, path)
    print(json.dumps(case["faults"]))
    print(" ".join([f"{case['recipe']} in {case['computed_in']}, stored as {case['store']};",
                    f"{case['rows']} rows"]))
    print(" ".join(["build/bin/sextant verify", str(path.relative_to(ROOT)), *claims.words(case)]))


def circumstances(options):
    """As the run begins."""
    return {"schema": "sextant-confusion", "version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": " ".join(["scripts/confusion", *sys.argv[1:]]),
            "commit": said("git", "describe", "--always", "--dirty") or None,
            "sextant": said(str(TOOL), "--version").removeprefix("sextant "),
            "cpu": processor(), "cores": os.cpu_count(), "python": platform.python_version(),
            "numpy": numpy_there().__version__, "numpy_simd": numpy_simd(), "seed": options.seed,
            "count": max(options.counts.values()), "counts": options.counts}


def write(path, document):
    """All of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n",
                        encoding="utf-8")
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    print(f"confusion: {path}")


def run(options):
    """Judges every case; prints a line for each miss at once."""
    import matrix
    most = max(options.counts.values())
    jobs = [(kind, options.seed + k) for k in range(most) for kind in options.kinds
            if k < options.counts[kind]]
    rows = []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ProcessPoolExecutor() as pool:
        for row in pool.map(functools.partial(judged, folder), jobs, chunksize=4):
            rows.append(row)
            if matrix.is_miss(row):
                miss = matrix.miss(row)
                print(f"{miss['outcome']}: {miss['truth']} called {miss['found']}; "
                      f"{miss['command']}", flush=True)
    return rows


def seen_and_named(part):
    return part["tables"] - part["invisible"], part["named"] + part["equal"]


def verdict(document, likely, wanted):
    """Whether a run is what was hoped for, `likely` faults rightly named without proof; what it says
    in three lines."""
    sound, faulty = document["sound"], document["faulty"]
    for words, part in (("with one fault", document["alone"]), ("with two", document["in_pairs"])):
        seen, right = seen_and_named(part)
        print(f"confusion: {words}, {right} of {seen} are named "
              f"({100 * right / max(seen, 1):.2f} %), {part['wrong']} wrongly")
    seen, right = seen_and_named(faulty)
    print(f"confusion: of {sound['tables']} sound tables {sound['passed']} pass, "
          f"{sound['accused']} are accused, {sound['guessed']} with no encoding given; of "
          f"{seen} visibly faulty ones {right} are named ({100 * right / max(seen, 1):.2f} %), "
          f"{faulty['unexplained']} unexplained, {likely} of them rightly named as likely "
          f"({100 * (right + likely) / max(seen, 1):.2f} % together), {faulty['wrong']} wrong, {faulty['passes']} pass")
    return (sound["accused"] == sound["guessed"] == faulty["passes"] == faulty["wrong"] == 0
            and right + likely >= wanted * seen)


def main():
    options = arguments()
    numpy_there()
    warnings.simplefilter("ignore")  # NumPy's, of programs that overflow
    if options.show:
        show(options.show)
        return 0
    if "SEXTANT_TOOL" not in os.environ and subprocess.run(
            [ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return 2
    import matrix
    document, begun = circumstances(options), time.monotonic()
    rows = run(options)
    document |= {"seconds": round(time.monotonic() - begun, 1)} | matrix.of(rows)
    write(pathlib.Path(options.o), document)
    if options.keep:
        write(KEPT, document)
    likely = sum(row.get("likely", False) for row in rows)
    return 0 if verdict(document, likely, options.wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
