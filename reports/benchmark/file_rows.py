"""Makes of runs what files.json has: medians, ratios and memory."""

import statistics

import file_runs

SLOWEST = 2  # times as long as making it a correctly rounded table may take to be judged
GROWTH = 1.25  # times as much memory the whole file may take as a part of it,
CEILING = 128e6  # or, where a recipe's bounds are kept for its blocks, so many bytes of any file
SILENCE = 5  # seconds without a word on how far it is


def time(runs):
    return statistics.median(ran.seconds for ran in runs)


def peak(runs, floor):
    """Nothing where this process was greater than those that it started."""
    most = max(ran.peak for ran in runs)
    return most if most > floor else None


def row(subject, size, run, runs, little, floor):
    seconds = time(runs)
    bytes_there = subject.rows(size) * subject.columns * file_runs.BYTES[subject.format]
    return {
        "of": subject.text,
        "format": subject.format,
        "what": run.text,
        "kind": run.kind,
        "command": run.command(),
        "grade": file_runs.grade_of(run, runs[0]),
        "bytes": bytes_there,
        "seconds": seconds,
        "all_seconds": [ran.seconds for ran in runs],
        "cpu_seconds": statistics.median(ran.cpu for ran in runs),
        "bytes_per_second": bytes_there / seconds,
        "peak_bytes": peak(runs, floor),
        "peak_bytes_of_part": peak(little, floor),
        "told": max(len(ran.told) for ran in runs),
        "silence": max(ran.silence() for ran in runs),
    }


def of(subject, size, found, little, floor):
    """A row for each run, with its time in those of making the table and of reading it."""
    parts = {run.text: runs for run, runs in little.items()}
    rows = [row(subject, size, run, runs, parts[run.text], floor) for run, runs in found.items()]
    seconds = {r["what"]: r["seconds"] for r in rows}
    for r in rows:
        r["to_making"] = r["seconds"] / seconds[file_runs.MAKE]
        r["to_reading"] = r["seconds"] / seconds[file_runs.READ]
        if r["kind"] == file_runs.VERIFYING:
            r["met"] = met(r)
    return rows


def met(r):
    """What is asked of a row, each thing by itself."""
    quick = r["to_making"] <= SLOWEST if r["what"] == file_runs.VERIFY else None
    most = r["peak_bytes"] or 0
    allowed = GROWTH * (r["peak_bytes_of_part"] or most)
    if r["grade"] != "correctly-rounded":
        allowed = max(allowed, CEILING)
    return {"speed": quick,
            "memory": most <= allowed,
            "progress": r["silence"] <= SILENCE}


def missed(rows):
    """A line for each thing that is not as it is asked."""
    for r in rows:
        name = f"{r['of']}, {r['what']}"
        asked = r.get("met", {})
        if asked.get("speed") is False:
            yield f"{name}: {r['to_making']:.3g} times as long as making it, {SLOWEST} are allowed"
        if asked.get("memory") is False:
            yield (f"{name}: {r['peak_bytes'] / 1e6:.0f} MB, and of a part of the file "
                   f"{r['peak_bytes_of_part'] / 1e6:.0f} MB")
        if asked.get("progress") is False:
            yield f"{name}: not a word for {r['silence']:.3g} s"
