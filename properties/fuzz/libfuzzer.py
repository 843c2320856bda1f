"""Builds the program that libFuzzer drives, runs it and reads what it says of itself."""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import time

import healthy

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-fuzz"
PROGRAM = BUILD / "bin" / "fuzz_table_file"
LIMITS = {"max_len": 40960, "timeout": 10, "rss_limit_mb": 512, "malloc_limit_mb": 64}
FINDS = {"crash": "crashes", "leak": "leaks", "timeout": "timeouts", "oom": "ooms"}
MOST = 20  # finds, after which it is enough

# Memory that was given back is kept from use for a while; by default so much that it hides the rest.
ENVIRONMENT = os.environ | {"ASAN_OPTIONS": "quarantine_size_mb=16", "UBSAN_OPTIONS": "print_stacktrace=1"}


def build():
    """Whether the program is there: its layers alone, by clang++."""
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))
    configure = ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-Wno-dev", "-D", "SEXTANT_FUZZ=ON",
                 "-D", "CMAKE_CXX_COMPILER=clang++", "-D", "CMAKE_BUILD_TYPE=Release",
                 "-D", "CMAKE_CXX_FLAGS_RELEASE=-O1 -g1", "-D", "SEXTANT_LAYERS=encoding|number",
                 "-D", "SEXTANT_PYTHON=OFF", "-D", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]
    steps = ([ROOT / "scripts" / "setup", "--check-tools"], configure,
             ["cmake", "--build", BUILD, "--parallel", jobs, "--target", PROGRAM.name])
    return all(subprocess.run(step, check=False).returncode == 0 for step in steps)


def plant(folder, seed):
    """The seeds: those of the tree, and small ones of every kind; how many."""
    folder.mkdir()
    for path in (ROOT / "properties" / "data" / "files").iterdir():
        if path.suffix != ".py" and path.is_file():
            shutil.copy(path, folder)
    draw = random.Random(f"{seed}:seeds")
    for kind in healthy.KINDS:
        for k in range(30):
            (folder / f"{k}.{kind}").write_bytes(healthy.drawn(draw, kind, most=4).data)
    return len(list(folder.iterdir()))


def told(text):
    """What a run says: inputs tried, edges reached of those there are, memory."""
    def last(pattern):
        found = re.findall(pattern, text)
        return int(found[-1]) if found else 0

    pulses = last(r"(?m)^#(\d+)\t")
    return {"inputs": last(r"stat::number_of_executed_units: +(\d+)") or pulses,
            "edges": last(r" cov: (\d+) "), "edges_there_are": last(r"\((\d+) inline 8-bit counters\)"),
            "peak_rss_mb": last(r"stat::peak_rss_mb: +(\d+)") or last(r" rss: (\d+)Mb")}


def together(runs):
    """Of several: inputs add up, and the rest is the most."""
    return {key: (sum if key == "inputs" else max)(run[key] for run in runs) for key in runs[0]}


def once(corpus, found, seed, seconds):
    options = LIMITS | {"seed": seed, "max_total_time": seconds, "print_final_stats": 1,
                        "artifact_prefix": f"{found}/"}
    ran = subprocess.run([PROGRAM, *(f"-{key}={value}" for key, value in options.items()), corpus],
                         env=ENVIRONMENT, capture_output=True, check=False)
    return ran.returncode, ran.stderr.decode("utf-8", "replace")


def taken(found, kept):
    """The finds, which are moved to where they are kept: how many of each kind, and their names."""
    names = sorted(path.name for path in found.iterdir() if path.name.partition("-")[0] in FINDS)
    kinds = collections.Counter(name.partition("-")[0] for name in names)
    for name in names:
        shutil.move(found / name, kept / name)
    return {plural: kinds[kind] for kind, plural in FINDS.items()}, names


def read_or_refused(corpus, folder):
    """What each input of a corpus is, in as many calls as the length of a command asks for."""
    inputs, total = sorted(corpus.iterdir()), collections.Counter()
    for at in range(0, len(inputs), 500):
        counts = folder / "counts.json"
        # Where leaks are looked for, some inputs are tried twice.
        subprocess.run([PROGRAM, "-detect_leaks=0", *inputs[at:at + 500]], capture_output=True, check=True,
                       env=ENVIRONMENT | {"SEXTANT_FUZZ_COUNTS": str(counts)})
        total += collections.Counter(json.loads(counts.read_text(encoding="utf-8")))
    return {"inputs": len(inputs)} | {key: total[key] for key in ("tables", "numbers_alone", "refused")}


def run(folder, kept, seed, seconds):
    """Fuzzes so long, and begins again after a find."""
    corpus, found = folder / "corpus", folder / "found"
    for path in (kept, found):
        path.mkdir(parents=True, exist_ok=True)
    seeds, runs, begun = plant(corpus, seed), [], time.monotonic()
    while len(runs) < MOST:
        left = round(seconds - (time.monotonic() - begun))
        if runs and left < 1:
            break
        status, text = once(corpus, found, seed + len(runs), max(left, 1))
        runs.append(told(text))
        if status == 0:
            break
        print("fuzz: " + "; ".join(re.findall(r"(?m)^.*(?:ERROR|runtime error|SUMMARY).*$", text)[:3]
                                   or text.splitlines()[-3:]), flush=True)
    took = round(time.monotonic() - begun, 1)
    counts, files = taken(found, kept)
    ended = status != 0 and not files  # it never began, or was ended from without
    return {"seed": seed, "seconds": took, "seeds": seeds} | LIMITS | together(runs) | counts | {
        "files": files, "failed": ended,
        "corpus": None if files or ended else read_or_refused(corpus, folder)}
