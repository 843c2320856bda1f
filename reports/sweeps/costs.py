"""What a sweep costs: its time at two sizes, by one thread and by all, that of its records, and what
is lost where it is killed.  reports/guide/cost_of_a_sweep.py tells of it.

Example: costs.py; costs.py --keep
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "runs"))
from record import ROOT, TOOL, circumstances, write  # noqa: E402

FOLDER = ROOT / "build" / "sweeps" / ".costs"
RESULTS = ROOT / "build" / "sweeps" / "costs.json"
KEPT = ROOT / "reports" / "results" / "sweep_costs.json"
DIM = 128
# Where every row is another, and where 64 of float32's in turn are alike: of a recipe, from there on.
KINDS = (("exp-log", 0), ("exp-log", 30), ("float64-angle", 0))
SMALL, LARGE = 21, 24  # exponents of two: rows
MANY = 10  # of rows of a chunk, for many records
KILLS = 3


def words(recipe, rows, *more, first=0):
    positions = f"{first}:{first + 2 ** rows}" if first else f"0:2^{rows}"
    return ["sweep", "--dim", str(DIM), "--recipe", recipe, "--positions", positions, *more]


def run(arguments):
    """Seconds of a whole command; a folder that is there goes on."""
    begun = time.monotonic()
    subprocess.run([TOOL, *arguments, "-o", FOLDER], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return time.monotonic() - begun


def afresh(arguments):
    shutil.rmtree(FOLDER, ignore_errors=True)
    return run(arguments)


def kept():
    """How many records there are, and their bytes."""
    sizes = [one.stat().st_size for one in (FOLDER / "records").iterdir()]
    return {"records": len(sizes), "bytes": sum(sizes)}


def timed(kind, rows, threads, times):
    recipe, power = kind
    first = 2 ** power if power else 0
    arguments = words(recipe, rows, "--threads", str(threads), first=first)
    seconds = statistics.median(afresh(arguments) for _ in range(times))
    return {"command": " ".join(["sextant", *arguments]), "recipe": recipe, "first": first,
            "threads": threads, "entries": DIM << rows, "seconds": round(seconds, 3), **kept()}


def merged():
    """Seconds that reading the folder's records and writing them to another one takes."""
    other = FOLDER.with_name(".merged")
    shutil.rmtree(other, ignore_errors=True)
    begun = time.monotonic()
    subprocess.run([TOOL, "sweep", "merge", FOLDER, "-o", other], check=True,
                   stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - begun
    shutil.rmtree(other)
    return seconds


def chunks(recipe):
    """A small sweep in many chunks, against one in the usual ones: what a chunk costs by itself.  By
    one thread: several have less to share in short ones, which is no cost of theirs."""
    arguments = words(recipe, SMALL, "--threads", "1")
    several = [*arguments, "--chunk", f"2^{MANY}"]
    pairs = [(afresh(arguments), afresh(several)) for _ in range(3)]
    usual, many = (statistics.median(times) for times in zip(*pairs))
    return {"command": " ".join(["sextant", *several]), "seconds": round(many, 3),
            "usual_seconds": round(usual, 3), **kept(),
            "merge_seconds": round(statistics.median(merged() for _ in range(3)), 3)}


def killed(recipe, threads, whole):
    """Seconds beyond those of a whole sweep, where one is killed on the way and goes on."""
    arguments = words(recipe, LARGE, "--threads", str(threads))
    lost = []
    for k in range(1, KILLS + 1):
        shutil.rmtree(FOLDER, ignore_errors=True)
        begun = time.monotonic()
        with subprocess.Popen([TOOL, *arguments, "-o", FOLDER], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            time.sleep(whole * k / (KILLS + 1))
            process.kill()
        spent = time.monotonic() - begun
        lost.append(round(spent + run(arguments) - whole, 3))
    return {"command": " ".join(["sextant", *arguments]), "whole_seconds": whole, "lost_seconds": lost}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help=f"into {KEPT.relative_to(ROOT)}")
    options = parser.parse_args()
    if subprocess.run([ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return 2
    document = circumstances("sextant-sweep-costs", ["python3 reports/sweeps/costs.py",
                                                     *sys.argv[1:]])
    cores = os.cpu_count()
    runs = [timed(kind, rows, threads, 3 if rows == SMALL else 1)
            for kind in KINDS for threads in sorted({1, cores}) for rows in (SMALL, LARGE)]
    for one in runs:
        print(json.dumps(one), flush=True)
    recipe = KINDS[0][0]
    whole = next(one["seconds"] for one in runs if one["recipe"] == recipe and one["first"] == 0
                 and one["threads"] == cores and one["entries"] == DIM << LARGE)
    document |= {"chunks": chunks(recipe), "killed": killed(recipe, cores, whole), "runs": runs}
    shutil.rmtree(FOLDER)
    write(RESULTS, document, "runs")
    if options.keep:
        write(KEPT, document, "runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
