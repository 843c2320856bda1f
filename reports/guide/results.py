"""Writes the counts of mutants.json, theorems.json and sweeps.json into reports/guide/results.md.

Example: results.py; results.py --check   (changes nothing; fails if the page differs)
"""

import argparse
import collections
import json
import pathlib
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "reports" / "results"
PAGE = ROOT / "reports" / "guide" / "results.md"
sys.path.insert(0, str(ROOT / "reports" / "benchmark"))

import readme  # noqa: E402

BEGIN = "<!-- from reports/results/{}.json, by reports/guide/results.py -->\n"


def conditions(document, command, more=()):
    parts = [f"`{command}`", document["date"][:10], f"commit {document['commit']}", *more]
    if "cpu" in document:
        parts.append(f"{document['cpu']}, {document['cores']} cores")
    return f"Conditions: {', '.join(parts)}."


def mutants(document):
    edits = [one for one in document["mutants"] if one["kind"] == "edit"]
    recipes = [one for one in document["mutants"] if one["kind"] == "fault"]
    seen = [one for one in document["mutants"] if one["killed_by"]]
    silent = [one for one in document["controls"] if not one["killed_by"]]
    return (f"{len(seen)} of {len(document['mutants'])} mutants made a test fail: {len(edits)} edits of the code, and "
            f"{len(recipes)} wrong recipes. {len(silent)} of {len(document['controls'])} harmless edits made no test fail, "
            "as they should. The edits are the list of properties/mutants; other mistakes are not counted. " + conditions(document, "scripts/mutants --keep-results"))


def theorems(document):
    outcomes = collections.Counter(one["outcome"] for one in document["theorems"])
    checked = sum(1 for one in document["theorems"] if one["check"] and one["check"]["confirmed"])
    return (f"{len(document['theorems'])} theorems were decided: {outcomes['holds']} hold, {outcomes['fails']} fail. "
            f"The independent checker confirmed {checked} of them; {len(document['theorems']) - checked} had no check. "
            + conditions(document, document["command"]))


def sweeps(document):
    entries = sum(one["entries"] for one in document["sweeps"])
    lines = [["recipe", "models", "largest error below 2^20, float32", "model", "position"], ["---"] * 5]
    for one in document["largest"]:
        if one["format"] == "float32":
            worst = one["worst"]
            lines.append([f"`{one['recipe']}`", str(one["models"]), f"{worst['value']:.3g}", one["model"],
                          worst["position"]])
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return table, (f"{len(document['sweeps']):,} sweeps measured {entries:,} entries: all of their ranges, no samples. "
                   + conditions(document, document["command"]) + " Each sweep keeps its command, commit and checksum "
                   "in `reports/results/sweeps.json`.")


def made(text):
    def kept(name):
        return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    table, words = sweeps(kept("sweeps"))
    blocks = {"mutants": readme.wrapped(mutants(kept("mutants"))), "theorems": readme.wrapped(theorems(kept("theorems"))),
              "sweeps": table + "\n\n" + readme.wrapped(words)}
    for name, block in blocks.items():
        text = readme.renewed(text, BEGIN.format(name), block)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    renewed = made(text)
    if not arguments.check:
        PAGE.write_text(renewed, encoding="utf-8")
    elif renewed != text:
        sys.exit("results: results.md does not match reports/results; run reports/guide/results.py")


if __name__ == "__main__":
    main()
