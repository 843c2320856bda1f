"""Proves the theorems of the list; see scripts/theorems --help."""

import argparse
import re
import subprocess
import sys

import commands
from record import ROOT, TOOL, circumstances, write
from theorem import run
from thresholds import thresholds

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


def main():
    options = arguments()
    some = chosen(options)
    if options.list:
        print("\n".join(one.text(options.slow) for one in some))
        return 0
    if subprocess.run([ROOT / "scripts" / "build", "sextant-tool"], check=False).returncode:
        return 2
    document = circumstances("sextant-theorems", ["scripts/theorems", *sys.argv[1:]])
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
