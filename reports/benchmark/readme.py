"""Writes the figures of speed.json and files.json into reports/guide/results.md, each between two comments.

Example: readme.py; readme.py --check   (changes nothing; fails if the figures differ)
"""

import argparse
import json
import pathlib
import sys

import readme_files
from comparisons import FORMATS, SMALL
from ratios import markdown, number, wrapped

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEGIN = "<!-- from reports/results/{}.json, by reports/benchmark/readme.py -->\n"
END = "<!-- as far as here -->\n"
MAKERS = (
    ("a non-temporal fill of the same memory: the limit", "fill"),
    ("**Sextant, correctly rounded**", "sextant"),
    ("SLEEF u10, AVX-512", "sleef-avx512"),
    ("SLEEF u10, AVX2", "sleef"),
    ("glibc, sin and cos in a loop", "glibc"),
)


def only(entries, key, **wanted):
    """What the entry that is as wanted has for the key; None without such an entry."""
    found = [e[key] for e in entries if all(e[k] == v for k, v in wanted.items())]
    return found[0] if found else None


def makers(speed):
    def cell(who, f):
        text = number(only(speed["makers"], "nanoseconds", who=who, format=f))
        return f"**{text}**" if who == "sextant" else text

    return markdown(["", *FORMATS], [[text, *(cell(who, f) for f in FORMATS)]
                                     for text, who in MAKERS])


def circumstances(speed):
    load = number(speed["load"][0]) if speed["load"] else "unknown"
    options = "" if speed["options"] == "none" else f", options {speed['options']}"
    return (f"Nanoseconds for one element on one thread; dim 512, 131072 positions from 10⁶ on. Conditions: "
            f"`{speed['command']}`, {speed['date'][:10]}, {speed['cpu']}, vector target {speed['target']}{options}, "
            f"{speed['compiler']}, glibc {speed['glibc']}, load average {load} at the start.")


def sentences(speed):
    def ratio(who, **wanted):
        return number(only(speed["ratios"], "measured", format="float32", who=who, **wanted))

    def milliseconds(text):
        time = only(speed["setups"], "microseconds", text=f"{text}, {SMALL}", format="float32")
        return number(time and time / 1e3)

    def value(who, f):
        return number(only(speed["values"], "nanoseconds", who=who, format=f))

    def threads(f):
        return number(only(speed["ratios"], "measured", text=f"two threads against one, {f}"))

    said = (
        f"A float32 table is {ratio('glibc', size='131072x512')} times as fast as the glibc loop.",
        f"It takes {ratio('fill', better='at most')} times as long as writing the bytes.",
        f"Set-up included, a table of 4096 × 512 takes {milliseconds('from nothing')} ms; the "
        f"glibc loop takes {milliseconds('glibc from nothing')} ms.",
        f"One float32 value takes {value('sextant', 'float32')} ns, one float64 value "
        f"{value('sextant', 'float64')} ns.",
        f"glibc's double sine of the same angle takes {value('glibc', 'float64')} ns below position "
        f"2²⁰, and {value('glibc-far', 'float64')} ns below 2⁶³.",
        f"Two threads make float32 tables {threads('float32')} times as fast as one, and float64 "
        f"tables {threads('float64')} times.",
    )
    return " ".join(sentence for sentence in said if number(None) not in sentence)


def block(speed):
    return "\n".join([wrapped(circumstances(speed)), makers(speed), wrapped(sentences(speed))])


def renewed(text, begin, figures):
    """The text with these figures after the comment `begin`."""
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(END)
    if not (found and ended):
        sys.exit(f"readme: no place for the figures: {begin.strip()} and {END.strip()}")
    return before + begin + "\n" + figures + "\n" + END + after


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--speed", type=pathlib.Path, default=ROOT / "reports/results/speed.json")
    parser.add_argument("--files", type=pathlib.Path, default=ROOT / "reports/results/files.json")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "reports/guide/results.md")
    arguments = parser.parse_args()
    text = arguments.readme.read_text(encoding="utf-8")
    made = renewed(text, BEGIN.format("speed"), block(json.loads(arguments.speed.read_text(encoding="utf-8"))))
    files = arguments.files
    document = json.loads(files.read_text(encoding="utf-8")) if files.exists() else None
    made = renewed(made, BEGIN.format("files"), readme_files.block(document))
    if not arguments.check:
        arguments.readme.write_text(made, encoding="utf-8")
    elif made != text:
        sys.exit("readme: other figures than reports/results has: run reports/benchmark/readme.py")


if __name__ == "__main__":
    main()
