"""Gives damaged files of known tables to the tool, and sees what it says of each."""

import collections
import concurrent.futures
import functools
import pathlib
import random
import re
import resource
import shutil
import subprocess

import damage
import healthy

MEMORY = 4 << 30  # bytes of address space of the tool, threads' stacks among them
SECONDS = 30      # of one verdict
RIGHT = ("same", "fewer rows", "numpy refuses", "fails", "refused")  # all else is not


def right(row):
    """Whether that may become of a file; of a healthy one, only that it passes."""
    return row["outcome"] in (RIGHT if row["done"] else ("same",))


def drawn(job):
    """The file of a seed and a number, and what was done to it; of a negative number, nothing was."""
    seed, k = job
    draw = random.Random(f"{seed}:{k}")
    file = healthy.drawn(draw)
    return (file, file.data, []) if k < 0 else (file, *damage.damaged(draw, file))


def limited():
    """So that neither the tool nor a reader takes what a header says for memory that there is."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def passed(file, data):
    """What is to be said of a file that passes, and what NumPy said of it where it refused."""
    import readers
    why = ""
    if file.kind in healthy.OF_NUMPY:
        try:
            array = readers.by_numpy(file.kind, data, healthy.NAME)
            return readers.agreement(array, file.table) or "wrong", why
        except readers.Unreadable as error:
            why = str(error)
    try:
        agrees = readers.agreement(readers.by_format(file.kind, data, healthy.NAME), file.table)
    except readers.Unreadable as error:
        return "unread", f"{why}; {error}" if why else str(error)
    if agrees is None:
        return "wrong", why
    return (agrees, "") if file.kind not in healthy.OF_NUMPY else ("numpy refuses", why)


def outcome(file, data, status, err):
    """Of a file for which the tool ended so."""
    if status < 0:
        return "signal", str(-status)
    if status == 0:
        return passed(file, data)
    if status == 2 and "out of memory" in err:  # for a file of some kilobytes
        return "memory", err
    if status == 2:
        return ("refused", "") if err.count("\n") == 1 and err.endswith("\n") and len(err) > 1 else \
            ("not one line", err)
    return ("fails", "") if status == 1 else ("status", str(status))


def judged(tool, folder, kept, job):
    file, data, done = drawn(job)
    path = pathlib.Path(folder) / f"{'-'.join(map(str, job))}.{file.kind}"
    path.write_bytes(data)
    try:
        ran = subprocess.run([tool, "verify", str(path), *file.claim()], stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=SECONDS, check=False)
        what, why = outcome(file, data, ran.returncode, ran.stderr.decode("utf-8", "replace"))
    except subprocess.TimeoutExpired:
        what, why = "timeout", ""
    row = {"kind": file.kind, "done": done, "outcome": what, "why": why, "claim": file.claim()}
    if not right(row):
        row["file"] = path.name
        kept.mkdir(parents=True, exist_ok=True)
        shutil.move(path, kept / path.name)
    else:
        path.unlink()
    return row


def rows_of(tool, kept, folder, jobs):
    """The rows of all jobs; prints a line for each wrong one at once."""
    with concurrent.futures.ProcessPoolExecutor(initializer=limited) as pool:
        for row in pool.map(functools.partial(judged, tool, folder, kept), jobs, chunksize=4):
            if not right(row):
                print(f"fuzz: {row['outcome']}: {row['file']} ({', '.join(row['done']) or 'healthy'}), "
                      f"{' '.join(row['claim'])} {row['why']}".rstrip(), flush=True)
            yield row


def counted(rows):
    """How many became what: all, by kind of file, and by what was done to them alone."""
    def of(chosen):
        return dict(sorted(collections.Counter(row["outcome"] for row in chosen).items()))

    alone = [(f"{row['kind']}: {row['done'][0]}", row) for row in rows if len(row["done"]) == 1]
    # Without the names of members, because each is damaged differently.
    why = collections.Counter(re.sub(r"b?(['\"]).*?\1", "…", row["why"]) for row in rows
                              if row["outcome"] == "numpy refuses")
    return {"files": len(rows), "outcomes": of(rows),
            "by_kind": {kind: of(row for row in rows if row["kind"] == kind) for kind in healthy.KINDS},
            "by_damage": {name: of(row for told, row in alone if told == name)
                          for name in sorted({name for name, _ in alone})},
            "numpy_refuses": dict(why.most_common(20)),
            "not_right": [{key: row[key] for key in ("file", "outcome", "done", "claim", "why")}
                          for row in rows if not right(row)]}


def run(tool, folder, kept, seed, files):
    """Whether healthy files pass, and what becomes of damaged ones."""
    controls = [(seed, -k) for k in range(1, 1 + min(100, files))]
    well = list(rows_of(tool, kept, folder, controls))
    rows = list(rows_of(tool, kept, folder, [(seed, k) for k in range(files)]))
    return {"seed": seed, "healthy": len(well),
            "healthy_that_pass": sum(map(right, well))} | counted(rows)

