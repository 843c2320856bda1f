"""Writes reports/guide/cost_of_a_sweep.md, every measured number of which is of
reports/results/sweep_costs.json.

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
    """A large sweep's time as a small one of the same kind foretells it."""
    rows = []
    for kind in kinds(document):
        for threads in sorted({one["threads"] for one in document["runs"]}):
            small, large = of(document, kind, threads)
            foretold = small["seconds"] * large["entries"] / small["entries"]
            rows.append([shown(kind), str(threads), f"{small['seconds']:.3g} s",
                         f"{nanoseconds(small):.3g}", f"{foretold:.3g} s",
                         f"{large['seconds']:.3g} s",
                         f"{(large['seconds'] / foretold - 1) * 100:+.1f} %"])
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
    return f"""# What does a sweep cost?

Every measured number here is of `{KEPT.relative_to(ROOT)}`: {document['cpu']}, {cores} cores, {document['date'][:10]},
commit {document['commit']}.  `python3 reports/sweeps/costs.py --keep` measures them again, `python3 reports/guide/cost_of_a_sweep.py`
writes this page from them.  An entry is one number of a table: a row of d = 128 has 128.

## A small sweep foretells a large one

An entry costs the recipe's own time, and that of measuring it.  A row that becomes the same in float32 as the row before it is
made once: below 2^24 no two integers do, from 2^24 on two in turn, from 2^30 on 64 and more, and what is left is the
measuring.  So a sweep of two million rows foretells one of any number of its kind, within the noise of the machine.

{table(["rows of", "threads", "small", "ns an entry", "foretells", "took", "off by"], checks(document))}

On {cores} threads a sweep is faster than on one by: {speedups}.  Chunks have nothing to say to each other: other machines add what
their cores add, by `--shard I/N` or MPI.

## What it takes on paper

From the larger runs on {cores} threads.  Money is at ${PRICE} an hour of a core, an assumption: put your own there.
Time on many cores takes every one to be as fast as these, and all of them busy.

{money}

## What limits it

Computing, and nothing else.  A record is some {size / 1024:.0f} KiB, however long its chunk, and one is written
about every {work:.2g} s on {cores} threads.  By one thread, chunks of {2 ** 10:,} rows took {of_one * 1e3:.2g} ms each beyond their share of the
usual ones, their records and their beginnings together: {of_one / alone * 100:.2g} % of the {alone:.2g} s that a usual chunk takes it.
`sextant sweep merge` read {chunks['records']} records, wrote them and looked at them again in {chunks['merge_seconds']:.2g} s: {each * 1e3:.2g} ms each.

Records do add up where sweeps are very long: chunks of this size would leave {number(large['records'] / large['entries'] * 1e10)} million records of 10^16
entries, {number(large['records'] / large['entries'] * 1e16 * size / 1e9)} GB, where a sweep has 2^24, some 17 million, at most.  `--chunk` takes up to 2^30 rows: of d = 128 that leaves {1e16 / (128 << 30):,.0f} records, {number(1e16 / (128 << 30) * size / 1e9)} GB.

## What a failure costs

The chunk in work.  A sweep of {duration(killed['whole_seconds'])} that was killed (`kill -9`) after a quarter, a half and three quarters of
its time and then went on took {", ".join(f"{lost:+.2f}" for lost in killed['lost_seconds'])} s more in all than one that was left alone:
{"less than none, by the noise of the machine, which hides what was lost" if min(killed['lost_seconds']) < 0 else "what was lost, and the noise of the machine"}.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = page(json.loads(KEPT.read_text(encoding="utf-8")))
    if arguments.check:
        if PAGE.read_text(encoding="utf-8") != text:
            sys.exit(f"cost_of_a_sweep: {PAGE} is not of {KEPT}; cost_of_a_sweep.py writes it")
        return
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
