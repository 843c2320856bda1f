"""Proves the theorems of the list; see scripts/theorems --help."""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import commands
from theorem import run
from thresholds import thresholds

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build" / "bin" / "sextant"
RESULTS = ROOT / "build" / "theorems" / "theorems.json"
KEPT = ROOT / "reports" / "results" / "theorems.json"


def refuse(text):
    print(f"theorems: {text}; see scripts/theorems --help", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(prog="theorems", add_help=False)
    parser.error = refuse
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--limit", default="900")
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    if options.keep and (options.only or options.list):
        refuse("--keep is for a whole run")
    if not re.fullmatch(r"[1-9]\d{0,5}", options.limit):
        refuse(f"--limit '{options.limit}' is no number of seconds")
    return options


def chosen(options):
    try:
        wanted = re.compile(options.only)
    except re.error as error:
        refuse(f"--only '{options.only}': {error}")
    some = [one for one in commands.read() if wanted.search(one.text(options.slow))]
    return some or refuse(f"no command matches '{options.only}'")


def said(*words):
    done = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, check=False)
    return done.stdout.strip()


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def circumstances():
    """As the run begins."""
    words = ["scripts/theorems", *sys.argv[1:]]
    return {"schema": "sextant-theorems", "version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": " ".join(words),
            "commit": said("git", "describe", "--always", "--dirty") or None,
            "sextant": said(str(TOOL), "--version").removeprefix("sextant "),
            "cpu": processor(), "cores": os.cpu_count(), "load": list(os.getloadavg())}


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
    print(f"theorems: {path}")


def main():
    options = arguments()
    some = chosen(options)
    if options.list:
        print("\n".join(one.text(options.slow) for one in some))
        return 0
    if subprocess.run([ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return 2
    document = circumstances()
    theorems, doubted = [], 0
    for one in some:
        found = run(TOOL, one, options.slow, int(options.limit))
        theorems.append(found)
        check = found["check"]
        print(f"{found['outcome']}: {found['command']}: {found['result']}"
              f"{'; confirmed' if check and check['confirmed'] else ''}", flush=True)
        doubted += check is not None and not check["confirmed"]
    document |= {"thresholds": thresholds(theorems), "theorems": theorems}
    if not options.only:
        write(RESULTS, document)
    if options.keep:
        write(KEPT, document)
    if doubted:
        print(f"theorems: {doubted} not confirmed by the other route", file=sys.stderr)
    return 1 if doubted else 0


if __name__ == "__main__":
    sys.exit(main())
