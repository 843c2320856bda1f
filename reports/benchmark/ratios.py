"""Makes a table of ratios from files of Google Benchmark's JSON; fails if a benchmark did.

Example: ratios.py build/bench/tables.json build/bench/python.json --json build/bench/speed.json
"""

import argparse
import json
import sys
import textwrap

from comparisons import FASTER, FORMATS
from speed import document
from times import Times


def number(value):
    if value is None:
        return "not run"
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def stated(row, key):
    if row[key] is None:
        return ""
    text = number(row[key])
    return f"{text}× faster" if row["better"] == FASTER else f"at most {text}× its time"


def measured(row):
    if row["measured"] is None:
        return "not run"
    return f"{number(row['measured'])}×" + (" (missed)" if row["met"] is False else "")


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def wrapped(text):
    return textwrap.fill(text, 120, break_on_hyphens=False, break_long_words=False) + "\n"


def by_format(title, entries, key, shown):
    """A line for each text or maker, a column for each format."""
    lines = {}
    for entry in entries:
        lines.setdefault(entry[key], {})[entry["format"]] = shown(entry)
    return markdown([title, *FORMATS],
                    [[name, *(line.get(f, "") for f in FORMATS)] for name, line in lines.items()])


def ratios(speed):
    rows = [[r["text"], stated(r, "needed"), stated(r, "aim"), measured(r)]
            for r in speed["ratios"]]
    return markdown(["", "needed", "aim", "measured"], rows)


def once(speed):
    """Microseconds of whatever is not a large table."""
    def time(entry):
        return number(entry["microseconds"])

    single = [{"text": f"one value, {v['who']}", "format": v["format"],
               "microseconds": v["nanoseconds"] / 1e3} for v in speed["values"]]
    return by_format("microseconds", speed["setups"] + single, "text", time)


def circumstances(speed):
    load = ", ".join(map(number, speed["load"]))
    shown = [f"{key} {speed[key]}" for key in ("cpu", "target", "options", "compiler", "glibc",
                                               "date", "commit") if speed[key]]
    return "; ".join([*shown, f"load {load}"]) + f"\n\n    {speed['command']}\n"


def page(speed):
    return "\n".join([
        "# Ratios\n",
        circumstances(speed),
        ratios(speed),
        by_format("time of an element against d = 512, interleaved", speed["layouts"], "text",
                  measured),
        by_format("nanoseconds of CPU an element", speed["makers"], "who",
                  lambda maker: number(maker["nanoseconds"])),
        once(speed),
    ])


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        sys.exit(f"bench: {path}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--json", metavar="FILE", help="the same figures, for `sextant report`")
    parser.add_argument("--command", default="unknown", help="what repeats the run")
    parser.add_argument("--commit", help="what was measured")
    arguments = parser.parse_args()
    documents = [read(path) for path in arguments.files]
    times = Times(documents)
    context = documents[0].get("context", {})
    speed = document(times, context, arguments.command, arguments.commit or None)
    print(page(speed), end="")
    if times.faults:
        sys.exit("\n".join(f"bench: {fault}" for fault in dict.fromkeys(times.faults)))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            file.write(json.dumps(speed, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
