"""Measures the sweeps of the list; see scripts/sweeps --help."""

import argparse
import json
import re
import subprocess
import sys
import time

import commands
from record import ROOT, TOOL, circumstances, write

FOLDERS = ROOT / "build" / "sweeps"
RESULTS = FOLDERS / "sweeps.json"
KEPT = ROOT / "reports" / "results" / "sweeps.json"
WORST = ("absolute", "ulps", "phase")


def refuse(text):
    print(f"sweeps: {text}; see scripts/sweeps --help", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(prog="sweeps", add_help=False)
    parser.error = refuse
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    if options.keep and (options.only or options.list):
        refuse("--keep is for a whole run")
    return options


def chosen(options):
    try:
        wanted = re.compile(options.only)
    except re.error as error:
        refuse(f"--only '{options.only}': {error}")
    some = [one for one in commands.read(commands.models())
            if wanted.search(one.text()) and (options.slow or not one.slow)]
    return some or refuse(f"no command matches '{options.only}'")


def place(found, *also):
    return found and {key: found[key] for key in (*also, "position", "channel")}


def summary(document):
    """The largest errors, the first places beyond limits, and what they are checked by."""
    whole = document["whole"]
    counts = ("entries", "misrounded", "unfaithful", "undecided", "non_finite")
    return {"encoding": document["job"]["encoding"], **{key: whole[key] for key in counts},
            "worst": {key: place(whole["worst"][key], "value") for key in WORST},
            "beyond": {key: found and found["position"] for key, found in whole["beyond"].items()},
            "library": document["library"], "checksum": document["checksum"]}


def measured(command):
    """What a sweep's folder says once it is whole; a folder that is there goes on."""
    folder = FOLDERS / command.folder()
    fresh, begun = not folder.exists(), time.monotonic()
    done = subprocess.run([TOOL, "sweep", *command.arguments, "-o", folder], check=False, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        return {"command": command.text(), "refused": done.stderr.strip().rpartition("\n")[2]}
    document = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    seconds = round(time.monotonic() - begun, 3) if fresh else None
    return {"command": command.text(), **summary(document), "seconds": seconds}


def line(sweep):
    if "refused" in sweep:
        return f"{sweep['command']}: {sweep['refused']}"
    worst = sweep["worst"]["absolute"]
    return (f"{sweep['command']}: {sweep['misrounded']} of {sweep['entries']} not correctly "
            f"rounded, at most {worst['value']:.4g} off at position {worst['position']}")


def main():
    options = arguments()
    if subprocess.run([ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return 2
    some = chosen(options)
    if options.list:
        print("\n".join(one.text() for one in some))
        return 0
    document = circumstances("sextant-sweeps", ["scripts/sweeps", *sys.argv[1:]])
    sweeps, refused = [], 0
    for one in some:
        found = measured(one)
        sweeps.append(found)
        print(line(found), flush=True)
        refused += "refused" in found
    document["sweeps"] = sweeps
    if not options.only:
        write(RESULTS, document, "sweeps")
    if options.keep:
        write(KEPT, document, "sweeps")
    if refused:
        print(f"sweeps: {refused} could not be measured", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
