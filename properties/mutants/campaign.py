"""Tries every mutant out; see scripts/mutants --help."""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import table
from edits import LAYERS, ROOT, ListError, check, read
from workshop import Workshop

RESULTS = ROOT / "build" / "mutants" / "matrix.json"
KEPT = ROOT / "reports" / "results" / "mutants.json"


def arguments():
    parser = argparse.ArgumentParser(prog="mutants", add_help=False)
    parser.error = lambda text: (print(f"mutants: {text}; see scripts/mutants --help",
                                       file=sys.stderr), sys.exit(2))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--layer", action="append", default=[], choices=LAYERS)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--keep-results", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        parser.error(f"unknown argument '{unknown[0]}'")
    if options.keep_results and (options.only or options.layer or options.faults):
        parser.error("--keep-results is for a whole run")
    return options


def commit():
    return subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, text=True,
                          capture_output=True, check=False).stdout.strip()


def digest(edit):
    return hashlib.sha256(json.dumps(edit, sort_keys=True).encode()).hexdigest()[:16]


def key(row):
    return row["kind"], row["name"]


class Matrix:
    """What is known so far: written after every mutant, so that a run can be taken up again.  A row
    holds as long as its edit and the test program without it are those that it is of."""

    def __init__(self, edits, again):
        self.rows, self.commit = {}, commit()
        listed = {digest(edit) for edit in edits} | {""}  # faults have none
        if not again and RESULTS.is_file():
            old = json.loads(RESULTS.read_text(encoding="utf-8"))
            self.rows = {key(row): row for row in old["mutants"] + old["controls"]
                         if row["digest"] in listed}

    def forget(self, programs):
        """Rows of the layers of these programs that are of others."""
        self.rows = {at: row for at, row in self.rows.items()
                     if row.get("program") == programs.get(row["layer"], row.get("program"))}

    def has(self, edit):
        return self.rows.get(("edit", edit["name"]), {}).get("digest") == digest(edit)

    def put(self, row, program):
        self.rows[key(row)] = dict(row, program=program)
        self.write()

    def document(self):
        rows = sorted(self.rows.values(), key=lambda row: (row["kind"], row["layer"], row["name"]))
        return {"schema": "sextant-mutants", "version": 1,
                "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                "commit": self.commit,
                "mutants": [row for row in rows if not row["control"]],
                "controls": [row for row in rows if row["control"]]}

    def write(self):
        document = self.document()
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        for path, text in ((RESULTS, json.dumps(document, indent=1, ensure_ascii=False) + "\n"),
                           (RESULTS.with_suffix(".md"), table.markdown(document))):
            unfinished = path.with_name(path.name + ".unfinished")
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(path)


def try_edits(workshop, edits, matrix):
    for layer in sorted({edit["layer"] for edit in edits}, key=LAYERS.index):
        workshop.pass_named(layer, [edit["tests"] for edit in edits if edit["layer"] == layer])
    complaints = []
    for edit in edits:
        began = time.monotonic()
        try:
            names, how = workshop.try_out(edit)
        except ListError as error:
            print(f"  {error}", flush=True)
            complaints.append(str(error))
            continue
        matrix.put({"name": edit["name"], "kind": "edit", "layer": edit["layer"],
                    "file": edit["file"], "edit": f"{edit['replace']} → {edit['with']}",
                    "why": edit["why"], "control": edit["control"], "killed_by": names,
                    "witness": how, "seconds": round(time.monotonic() - began, 1),
                    "digest": digest(edit)}, workshop.hashes[edit["layer"]])
        print(f"  {edit['name']}: " + (", ".join(names) or "survives"), flush=True)
    if complaints:
        raise ListError("\nmutants: ".join(complaints))


def try_faults(workshop, matrix):
    """The wrong recipes that the tests of recipes have in them."""
    path = workshop.folder / "build" / "faults.json"
    workshop.environment["SEXTANT_MUTANTS"] = str(path)
    began = time.monotonic()
    names, how = workshop.test("recipe", "Mutants.AreAllRefutedAndTheirControlsAreNotFull")
    del workshop.environment["SEXTANT_MUTANTS"]
    if not path.is_file():
        raise ListError(f"the wrong recipes could not be tried: {names} {how}")
    found = json.loads(path.read_text(encoding="utf-8"))
    seconds = round((time.monotonic() - began) / max(len(found), 1), 1)
    for row in found:
        by = row["killed_by"]
        matrix.put({"name": row["name"], "kind": "fault", "layer": "recipe", "file": "",
                    "edit": row["claims"], "why": row["why"], "control": row["control"],
                    "killed_by": by, "witness": workshop.without_paths(row["witnesses"][by[0]]) if by else "",
                    "seconds": seconds, "digest": ""}, workshop.hashes["recipe"])


def chosen(options):
    edits = read()
    complaints = check(edits)
    if complaints:
        raise ListError("\nmutants: ".join(complaints))
    unknown = set(options.only) - {edit["name"] for edit in edits}
    if unknown:
        raise ListError(f"no mutant is called '{min(unknown)}'; see scripts/mutants --list")
    if options.faults:
        return []
    return [edit for edit in edits if (not options.only or edit["name"] in options.only) and
            (not options.layer or edit["layer"] in options.layer)]


def campaign(options):
    edits = chosen(options)
    if options.list:
        for edit in edits:
            print(f"{edit['layer']:9}{edit['name']:44}{edit['why']}")
        return 0
    matrix = Matrix(read(), options.again)
    faults = options.faults or not (options.only or options.layer)
    layers = {edit["layer"] for edit in edits} | ({"recipe"} if faults else set())
    subprocess.run([ROOT / "scripts" / "setup"], check=True)
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="sextant-mutants."))
    try:
        workshop = Workshop(folder, options.j)
        workshop.prepare(sorted(layers, key=LAYERS.index))
        matrix.forget(workshop.hashes)
        if faults and not any(row["kind"] == "fault" for row in matrix.rows.values()):
            try_faults(workshop, matrix)
        try_edits(workshop, [edit for edit in edits if not matrix.has(edit)], matrix)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    matrix.write()
    document = matrix.document()
    print(table.summary(document))
    if options.keep_results:
        shutil.copyfile(RESULTS, KEPT)
    return 1 if table.failures(document) else 0


def main():
    try:
        return campaign(arguments())
    except (ListError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
