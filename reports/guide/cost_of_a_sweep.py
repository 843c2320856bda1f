"""Writes reports/guide/cost_of_a_sweep.md from reports/results/sweep_costs.json.

Example: cost_of_a_sweep.py; cost_of_a_sweep.py --check   (changes nothing; fails if it differs)
"""

import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "results" / "sweep_costs.json"
PAGE = ROOT / "reports" / "guide" / "cost_of_a_sweep.md"

SIZES = range(12, 17)  # powers of ten: entries
MACHINES = (1, 64, 4096)  # cores
PRICE = 0.04  # dollars an hour of a core: not measured, and the reader's to change
HOUR, DAY, YEAR = 3600, 86400, 365.25 * 86400


def number(value):
    """Three digits, and no exponent where there are more before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def duration(seconds):
    for unit, size in (("years", YEAR), ("days", DAY), ("hours", HOUR), ("min", 60)):
        if seconds >= size:
            return f"{number(seconds / size)} {unit}"
    return f"{seconds:.3g} s"


def table(titles, rows):
    lines = [titles, ["---"] + ["---:"] * (len(titles) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def of(document, kind, threads):
    """The runs of a kind by so many threads, the smaller size first."""
    return sorted((one for one in document["runs"] if kind_of(one) == kind
                   and one["threads"] == threads), key=lambda one: one["entries"])


def nanoseconds(run):
    return run["seconds"] / run["entries"] * 1e9


def kind_of(run):
    """What decides how long an entry takes."""
    return run["recipe"], run["first"]


def kinds(document):
    return list(dict.fromkeys(kind_of(one) for one in document["runs"]))


def shown(kind):
    recipe, first = kind
    return f"`{recipe}`" + (f" from 2^{first.bit_length() - 1}" if first else "")


def checks(document):
    """The time of a large sweep, and what a small one of the same kind predicts."""
    rows = []
    for kind in kinds(document):
        for threads in sorted({one["threads"] for one in document["runs"]}):
            small, large = of(document, kind, threads)
            predicted = small["seconds"] * large["entries"] / small["entries"]
            rows.append([shown(kind), str(threads), f"{small['seconds']:.3g} s",
                         f"{nanoseconds(small):.3g}", f"{predicted:.3g} s",
                         f"{large['seconds']:.3g} s",
                         f"{(large['seconds'] / predicted - 1) * 100:+.1f} %"])
    return rows


def predictions(document, kind, cores):
    large = of(document, kind, cores)[-1]
    core_seconds = large["seconds"] * cores / large["entries"]
    rows = []
    for power in SIZES:
        seconds = core_seconds * 10.0 ** power
        rows.append([f"10^{power}", number(seconds / HOUR),
                     *[duration(seconds / machine) for machine in MACHINES],
                     f"${number(seconds / HOUR * PRICE)}"])
    return rows


def page(document):
    cores = document["cores"]
    first = kinds(document)[0]
    large = of(document, first, cores)[-1]
    chunks, killed = document["chunks"], document["killed"]
    of_one = (chunks["seconds"] - chunks["usual_seconds"]) / chunks["records"]
    each = chunks["merge_seconds"] / chunks["records"]
    one_thread = of(document, first, 1)[-1]
    alone = one_thread["seconds"] / one_thread["records"]
    work = large["seconds"] / large["records"]
    size = large["bytes"] / large["records"]
    speedups = ", ".join(
        f"{shown(kind)} {of(document, kind, 1)[-1]['seconds'] / of(document, kind, cores)[-1]['seconds']:.3g}"
        for kind in kinds(document))
    money = "\n\n".join(
        f"{shown(kind)}:\n\n" + table(
            ["entries", "core-hours", *[f"on {n:,} core{'s' * (n > 1)}" for n in MACHINES], "money"],
            predictions(document, kind, cores)) for kind in kinds(document))
    far = "".join(f", or {duration(of(document, kind, cores)[-1]['seconds'] * cores / of(document, kind, cores)[-1]['entries'] * 1e13 / 64)}"
                  f" at positions {shown(kind).split('` ')[1]} on" for kind in kinds(document)
                  if kind[0] == first[0] and kind[1])
    most = max(abs(float(row[-1].split()[0])) for row in checks(document))
    lost = ", ".join(f"{seconds:+.2f}" for seconds in killed["lost_seconds"])
    return f"""# What does a sweep cost?

10^13 entries take {duration(large['seconds'] * cores / large['entries'] * 1e13 / 64)} on 64 cores{far}: `{first[0]}`, extrapolated from {cores} cores.
For 128 channels these are 78 billion rows. A sweep of two million rows predicts the time of a larger one with the same recipe and
first position. The difference was at most {most:.2g} %.

## A small sweep predicts a large one

The time for an entry is the time of the recipe plus the time of measuring. From 2^24 on, neighbouring positions are the same number in
float32, and Sextant computes such rows only once. From 2^30 on, 64 or more rows are the same. Almost all the time is then measuring.

{table(["rows of", "threads", "small", "ns an entry", "predicted", "measured", "difference"], checks(document))}

The speed-up of {cores} threads over one: {speedups}.
The parts of a sweep (chunks) do not communicate. So the speed grows with the number of cores, also on several machines: use `--shard I/N`
or MPI.

## Time and money for large sweeps

The numbers are extrapolated from the larger runs on {cores} threads. Two assumptions: a core costs ${PRICE} an hour, and
every core is as fast as these. Most rows of a long sweep lie beyond 2^30. For them, recipes with
float32 positions have the faster rate.

{money}

## What limits it

* Records: each chunk writes a file of about {size / 1024:.0f} KiB, whatever its number of rows. {cores} threads write one every {work:.2g} s.
* Small chunks: chunks of {2 ** 10:,} rows take {of_one * 1e3:.2g} ms of extra time each. A usual chunk takes {alone:.2g} s on one thread, so this is {of_one / alone * 100:.2g} % of it.
* Merging: `sextant sweep merge` read, wrote and checked {chunks['records']} records in {chunks['merge_seconds']:.2g} s, {each * 1e3:.2g} ms each.
* Very long sweeps: a sweep has at most 2^24 chunks. For 10^16 entries, chunks of the usual size would give {number(large['records'] / large['entries'] * 1e10)} million records,
  or {number(large['records'] / large['entries'] * 1e16 * size / 1e9)} GB. With `--chunk 2^30` and 128 channels there are {1e16 / (128 << 30):,.0f} records, or {number(1e16 / (128 << 30) * size / 1e9)} GB.

## What a failure costs

A failure loses only the unfinished chunks. Three sweeps of {duration(killed['whole_seconds'])} were killed (`kill -9`) after a quarter, a half and three quarters
of their time, and then continued. They took {lost} s more than a sweep without a failure{", which is within the noise of the machine" if min(killed['lost_seconds']) < 0 else ""}.

Conditions: `python3 reports/sweeps/costs.py --keep`, {document['date'][:10]}, commit {document['commit']}, {document['cpu']}, {cores} cores; the file
`{KEPT.relative_to(ROOT)}`. `python3 reports/guide/cost_of_a_sweep.py` writes this page from it. An entry is one number of a table.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = page(json.loads(KEPT.read_text(encoding="utf-8")))
    if arguments.check:
        if PAGE.read_text(encoding="utf-8") != text:
            sys.exit(f"cost_of_a_sweep: {PAGE} does not match {KEPT}; run cost_of_a_sweep.py")
        return
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
