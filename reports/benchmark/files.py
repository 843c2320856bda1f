"""Times tables in files, made, read and judged, each by a process; see scripts/bench --help."""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import file_rows
import file_runs
import process
import readme_files
from ratios import number

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "reports" / "runs"))
from record import processor, said  # noqa: E402

RESULTS = ROOT / "build" / "bench" / "files.json"
KEPT = ROOT / "reports" / "results" / "files.json"
PART = 10  # the memory of a file is compared with that of one of so many times fewer bytes


def refuse(text):
    print(f"bench: {text}; see scripts/bench --help", file=sys.stderr)
    sys.exit(2)


def count(option, text, least):
    try:
        value = float(text)
        if least <= value <= 1e15 and value == int(value):
            return int(value)
    except ValueError:
        pass
    refuse(f"{option} '{text}' is no whole number from {least} on")


def arguments():
    parser = argparse.ArgumentParser(prog="bench", add_help=False, allow_abbrev=False)
    parser.error = refuse
    for name, default in (("--bytes", "2e9"), ("--repetitions", "5"), ("--filter", "."),
                          ("--folder", None), ("-o", str(RESULTS))):
        parser.add_argument(name, default=default)
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    options.bytes = count("--bytes", options.bytes, 10**5)
    options.repetitions = count("--repetitions", options.repetitions, 1)
    try:
        options.subjects = [s for s in file_runs.SUBJECTS if re.search(options.filter, s.text)]
    except re.error as error:
        refuse(f"--filter '{options.filter}': {error}")
    if not options.subjects:
        refuse(f"--filter '{options.filter}' matches none of "
               f"{'; '.join(s.text for s in file_runs.SUBJECTS)}")
    if options.keep and options.filter != ".":
        refuse("--keep is for a whole run, without --filter")
    options.folder = pathlib.Path(options.folder or tempfile.gettempdir())
    if not options.folder.is_dir():
        refuse(f"--folder '{options.folder}' is no folder")
    return options


def expect_room(options):
    """Of one subject's files at a time."""
    wanted = max(s.files() for s in options.subjects) * options.bytes
    free = shutil.disk_usage(options.folder).free
    if free < 1.05 * wanted:
        refuse(f"{options.folder} has {free / 1e9:.1f} GB free, and {1.05 * wanted / 1e9:.1f} GB "
               "are needed: say --folder DIR, or fewer --bytes")


def tool():
    if "SEXTANT_TOOL" in os.environ:
        return pathlib.Path(os.environ["SEXTANT_TOOL"]).resolve()
    if subprocess.run([ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        sys.exit(2)
    return ROOT / "build" / "bin" / "sextant"


def ran(program, run, folder):
    """A run, and what it left behind taken away."""
    words = [str(program) if word == "sextant" else word for word in run.words]
    source = folder / run.source if run.source else None
    done = process.run(words, folder, source, run.piped, run.nowhere)
    if run.made:
        (folder / run.made).unlink(missing_ok=True)
    if fault := file_runs.wrong(run, done):
        sys.exit(f"bench: {fault}")
    if run.own_clock:
        done.seconds = float(done.out)
    return done


def measured(program, subject, size, repetitions, folder):
    """Every run of a subject, and what became of it each time, in random order."""
    for words in file_runs.prepared(subject, size):
        ran(program, file_runs.Run("", file_runs.MAKING, words), folder)
    os.sync()  # nobody waits for what another has written
    found = {run: [] for run in file_runs.runs(subject, size,
                                               importlib.util.find_spec("numpy") is not None)}
    for _ in range(repetitions):
        for run in random.sample(list(found), len(found)):
            found[run].append(ran(program, run, folder))
    for file in folder.iterdir():
        file.unlink()
    return found


def circumstances(options, program):
    """As the run begins."""
    return {"schema": "sextant-files", "version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": shlex.join(["scripts/bench", "--files", *sys.argv[1:]]),
            "commit": said("git", "describe", "--always", "--dirty") or None,
            "sextant": said(str(program), "--version").removeprefix("sextant "),
            "cpu": processor(), "cores": os.cpu_count(), "load": list(os.getloadavg()),
            "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "filesystem": said("stat", "-f", "-c", "%T", str(options.folder)),
            "bytes": options.bytes, "repetitions": options.repetitions, "part": PART}


def all_rows(options, program):
    # What a process started from this one has in memory at least.     process.py
    floor = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rows = []
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="sextant-") as name:
        folder = pathlib.Path(name)
        for subject in options.subjects:
            # Of the smaller file first: that warms up, too.
            little = measured(program, subject, options.bytes // PART, 1, folder)
            found = measured(program, subject, options.bytes, options.repetitions, folder)
            rows += file_rows.of(subject, options.bytes, found, little, floor)
            for row in rows[-len(found):]:
                print(f"{row['of']}: {row['what']}: {number(row['seconds'])} s", flush=True)
    return rows


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
    print(f"bench: {path}")


def main():
    options = arguments()
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    expect_room(options)
    program = tool()
    document = circumstances(options, program)
    document["rows"] = all_rows(options, program)
    print("\n" + readme_files.block(document))
    write(pathlib.Path(options.o), document)
    if options.keep:
        write(KEPT, document)
        subprocess.run([sys.executable, ROOT / "reports" / "benchmark" / "readme.py"], check=True)
    missed = list(file_rows.missed(document["rows"]))
    for text in missed:
        print(f"bench: {text}")
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
