"""Fuzzes the readers, has damaged files judged and keeps the figures; see scripts/fuzz --help."""

import argparse
import datetime
import fcntl
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

import libfuzzer

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "reports" / "runs"))
from record import processor, said  # noqa: E402

TOOL = pathlib.Path(os.environ.get("SEXTANT_TOOL", ROOT / "build" / "bin" / "sextant"))
FOUND = ROOT / "build" / "fuzz"  # what crashes, and what is called what it is not
RESULTS = FOUND / "robustness.json"
KEPT = ROOT / "reports" / "results" / "robustness.json"


def refuse(text):
    print(f"fuzz: {text}; see scripts/fuzz --help", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(prog="fuzz", add_help=False, allow_abbrev=False)
    parser.error = refuse
    for name, default in (("--seconds", "60"), ("--files", "4000"), ("--seed", "1"),
                          ("-o", str(RESULTS))):
        parser.add_argument(name, default=default)
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    for name in ("seconds", "files", "seed"):
        text = getattr(options, name)
        if not re.fullmatch(r"[1-9]\d{0,6}", text):
            refuse(f"--{name} '{text}' is no number of them")
        setattr(options, name, int(text))
    return options


def circumstances():
    """As the run begins."""
    import numpy
    return {"schema": "sextant-robustness", "version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": " ".join(["scripts/fuzz", *sys.argv[1:]]),
            "commit": said("git", "describe", "--always", "--dirty") or None,
            "sextant": said(str(TOOL), "--version").removeprefix("sextant "),
            "compiler": said("clang++", "--version").partition("\n")[0],
            "cpu": processor(), "cores": os.cpu_count(), "load": list(os.getloadavg()),
            "python": platform.python_version(), "numpy": numpy.__version__}


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
    print(f"fuzz: {path}")


def built():
    """Whether the tool and the program are there; another build in their folder is waited for."""
    if "SEXTANT_TOOL" not in os.environ and subprocess.run(
            [ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return False
    libfuzzer.BUILD.mkdir(exist_ok=True)
    folder = os.open(libfuzzer.BUILD, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        return libfuzzer.build()
    finally:
        os.close(folder)


def main():
    options = arguments()
    if not built():
        return 2
    import figures
    import verdicts
    document = circumstances()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        document["readers"] = libfuzzer.run(folder, FOUND, options.seed, options.seconds)
        begun = time.monotonic()
        document["verdicts"] = verdicts.run(str(TOOL), folder, FOUND, options.seed, options.files)
        document["verdicts"]["seconds"] = round(time.monotonic() - begun, 1)
    write(pathlib.Path(options.o), document)
    if options.keep:
        write(KEPT, document)
    print("fuzz: " + " ".join(figures.sentences(document)))
    return 0 if figures.sound(document) else 1


if __name__ == "__main__":
    sys.exit(main())
