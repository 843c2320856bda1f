"""Draws the figures of a report as SVG.

Examples: draw.py build/report/report.json -o build/report/figures
          draw.py build/report/report.json --keep   (those of README.md and which_recipe.md)
          draw.py --check                           (whether those are of what is kept)
"""

import argparse
import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "results"
NAMES = ("drift", "safe")


def read(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"draw: {path}: {error}")


def draw(document, folder):
    """All that there is something to show in, and none half written."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        print("draw: no matplotlib: Debian's is python3-matplotlib", file=sys.stderr)
        sys.exit(3)
    import drift
    import look
    import safe
    folder.mkdir(parents=True, exist_ok=True)
    for name, module in zip(NAMES, (drift, safe)):
        figure = module.drawn(document)
        if figure is None:
            print(f"draw: nothing is stored in float32, so no {name}.svg", file=sys.stderr)
            continue
        part = folder / f".{name}.svg"
        look.save(figure, part)
        part.rename(folder / f"{name}.svg")


def differing(document):
    with tempfile.TemporaryDirectory() as folder:
        draw(document, pathlib.Path(folder))
        return [f"{name}.svg" for name in NAMES
                if (KEPT / f"{name}.svg").read_bytes() !=
                (pathlib.Path(folder) / f"{name}.svg").read_bytes()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", nargs="?", type=pathlib.Path, help="report.json")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--keep", action="store_true", help="draw the figures of README.md and which_recipe.md again")
    parser.add_argument("--check", action="store_true", help="draw nothing")
    arguments = parser.parse_args()
    if arguments.check:
        wrong = differing(read(KEPT / "drift.json"))
        if wrong:
            sys.exit(f"draw: {', '.join(wrong)} in {KEPT}: not of drift.json; draw.py --keep")
        return
    if arguments.report is None or not (arguments.keep or arguments.output):
        parser.error("a report is missing, or where to draw it: -o DIR or --keep")
    from picked import picked
    document = picked(read(arguments.report))
    if arguments.keep:
        (KEPT / "drift.json").write_text(
            json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draw(document, KEPT)
    if arguments.output:
        draw(document, arguments.output)


if __name__ == "__main__":
    main()
