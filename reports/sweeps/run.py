"""Measures the sweeps of the list; see scripts/sweeps --help."""

import argparse
import json
import math
import re
import subprocess
import sys

import commands
from record import ROOT, TOOL, circumstances, write

FOLDERS = ROOT / "build" / "sweeps"
RESULTS = FOLDERS / "sweeps.json"
KEPT = ROOT / "reports" / "results" / "sweeps.json"
WORST = ("absolute", "ulps", "phase")
DEFECTS = ("norm", "shift", "rotation")


def refuse(text):
    print(f"sweeps: {text}; see scripts/sweeps --help", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(prog="sweeps", add_help=False)
    parser.error = refuse
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--new", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        refuse(f"unknown argument '{unknown[0]}'")
    if options.keep and (options.only or options.list):
        refuse("--keep is for a whole run")
    try:
        re.compile(options.only)
    except re.error as error:
        refuse(f"--only '{options.only}': {error}")
    return options


def chosen(options, before):
    """Slow ones also where they are kept already, and stay."""
    wanted = re.compile(options.only)
    some = [one for one in commands.read(commands.models())
            if wanted.search(one.text()) and (options.slow or not one.slow or one.text() in before)]
    return some or refuse(f"no command matches '{options.only}'")


def place(found, *also):
    return found and {key: found[key] for key in (*also, "position", "channel")}


def summary(document):
    """The largest errors, the first places beyond limits, and what they are checked by."""
    whole, job = document["whole"], document["job"]
    counts = ("entries", "misrounded", "unfaithful", "undecided", "non_finite")
    of = ("encoding", "recipe", "format", "positions")
    return {**{key: job[key] for key in of}, **{key: whole[key] for key in counts},
            "worst": {key: place(whole["worst"][key], "value") for key in WORST},
            "beyond": {key: found and found["position"] for key, found in whole["beyond"].items()},
            "defects": {key: place(whole["defects"][key], "value") for key in DEFECTS}
                       if whole.get("defects") else None,
            "library": document["library"], "checksum": document["checksum"]}


def kept():
    """What is kept already, by its commands, each with the commit of the run that kept it first."""
    if not KEPT.exists():
        return {}
    document = json.loads(KEPT.read_text(encoding="utf-8"))
    return {one["command"]: {"commit": document["commit"], "defects": None, **one}
            for one in document["sweeps"]}


def measured(command, commit):
    """What a sweep's folder says once it is whole; a folder that is there goes on."""
    folder = FOLDERS / command.folder()
    done = subprocess.run([TOOL, "sweep", *command.arguments, "-o", folder], check=False, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        return {"command": command.text(), "why": done.stderr.strip().rpartition("\n")[2]}
    document = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    return {"command": command.text(), "model": command.model(), "commit": commit,
            **summary(document)}


def error_of(sweep):
    """For comparing; what is not finite is beyond every number."""
    value = sweep["worst"]["absolute"]["value"]
    return math.inf if isinstance(value, str) else value


def largest(sweeps):
    """The largest error of any model's table below 2^20, by recipe and format."""
    groups = {}
    for one in sweeps:
        if one["model"] and one["positions"] == f"0:{2**20}" and one["worst"]["absolute"]:
            groups.setdefault((one["recipe"], one["format"]), []).append(one)
    found = []
    for (recipe, format_), some in groups.items():
        worst = max(some, key=error_of)
        found.append({"recipe": recipe, "format": format_, "positions": worst["positions"],
                      "models": len({one["model"] for one in some}), "model": worst["model"],
                      "worst": worst["worst"]["absolute"]})
    return found


def line(sweep):
    if "why" in sweep:
        return f"{sweep['command']}: {sweep['why']}"
    worst = sweep["worst"]["absolute"]
    return (f"{sweep['command']}: {sweep['misrounded']} of {sweep['entries']} not correctly "
            f"rounded, at most {worst['value']:.4g} off at position {worst['position']}")


def main():
    options = arguments()
    built = options.list and TOOL.exists()  # what only lists needs no newer one
    if not built and subprocess.run([ROOT / "scripts" / "build", "sextant-tool"],
                                    check=False).returncode:
        return 2
    before = kept() if options.new else {}
    some = chosen(options, before)
    if options.list:
        print("\n".join(one.text() for one in some))
        return 0
    document = circumstances("sextant-sweeps", ["scripts/sweeps", *sys.argv[1:]])
    sweeps, refused = [], []
    for one in some:
        found = before.get(one.text()) or measured(one, document["commit"])
        (refused if "why" in found else sweeps).append(found)
        print(line(found), flush=True)
    document.update(largest=largest(sweeps), refused=refused, sweeps=sweeps)
    if not options.only:
        write(RESULTS, document, "sweeps")
    if options.keep:
        write(KEPT, document, "sweeps")
    if refused:
        print(f"sweeps: {len(refused)} could not be measured", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
