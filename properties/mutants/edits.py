"""The edits of properties/mutants/*.json, and whether they can be made.

Example: edits.py   (fails if one does not apply, or a name is there twice)
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("number", "encoding", "tensor", "config", "exact", "recipe", "measure", "resample", "verify", "audit",
          "sweep", "conformance", "vectors", "theorem", "certificate", "report")
NEEDED = {"name", "file", "replace", "with", "why", "tests"}


class ListError(Exception):
    """An edit that cannot be made, or means nothing."""


def read(root=ROOT):
    """All edits, each with its layer: that of the test program which should see it."""
    edits = []
    for layer in LAYERS:
        path = root / "properties" / "mutants" / f"{layer}.json"
        for edit in json.loads(path.read_text(encoding="utf-8")):
            unknown = set(edit) - NEEDED - {"control"}
            missing = NEEDED - set(edit)
            if unknown or missing:
                raise ListError(f"{path}: '{edit.get('name')}' has the keys {sorted(unknown)} too "
                                f"many and lacks {sorted(missing)}")
            edits.append({**edit, "layer": layer, "control": edit.get("control", False)})
    return edits


def changed(edit, root=ROOT):
    """The text of the file with the edit made."""
    path = root / edit["file"]
    if not path.is_file():
        raise ListError(f"{edit['name']}: there is no file {edit['file']}")
    text = path.read_text(encoding="utf-8")
    found = text.count(edit["replace"])
    if found != 1:
        raise ListError(f"{edit['name']}: what it replaces is in {edit['file']} {found} times, "
                        "not once: adapt the edit to the file")
    return text.replace(edit["replace"], edit["with"])


def check(edits, root=ROOT):
    """Every complaint about a list."""
    complaints, names = [], set()
    for edit in edits:
        if edit["name"] in names:
            complaints.append(f"{edit['name']}: the name is there twice")
        names.add(edit["name"])
        if edit["replace"] == edit["with"]:
            complaints.append(f"{edit['name']}: replaces a text by itself")
        try:
            changed(edit, root)
        except ListError as error:
            complaints.append(str(error))
    return complaints


def main():
    try:
        edits = read()
    except (ListError, OSError, ValueError) as error:
        sys.exit(f"mutants: {error}")
    complaints = check(edits)
    for complaint in complaints:
        print(f"mutants: {complaint}", file=sys.stderr)
    print(f"{len(edits)} edits, {len(complaints)} of which cannot be made")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
