"""Writes the figures of reports/results/confusion.json into reports/guide/results.md, between two comments.

Example: figures.py; figures.py --check   (changes nothing; fails if the figures differ)
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "reports" / "benchmark"))

import readme  # noqa: E402

MISSING = "Not measured yet: `scripts/confusion --count 10000,10000,1000 --keep` does."
BEGIN = "<!-- from reports/results/confusion.json, by properties/diagnosis/figures.py -->\n"


def count(number):
    return f"{number:,}" if number else "none"


def of_sound(sound):
    return (f"Of {sound['tables']:,} correct tables, {count(sound['passed'])} passed. Faults reported in them: "
            f"{count(sound['accused'])}. Unexplained: {count(sound['unexplained'])}. Without an encoding, "
            f"faults were reported in {count(sound['guessed'])} of them.")


def of_faulty(words, part):
    seen, right = part["tables"] - part["invisible"], part["named"] + part["equal"]
    hidden = (f"{part['tables']:,} tables with {words} were drawn. {part['invisible']:,} of them lie within the error bounds of "
              "a sound recipe and are not counted. " if part["invisible"] else "")
    of = f"the other {seen:,}" if hidden else f"{seen:,} tables with {words}"
    return (f"{hidden}Of {of}, {100 * right / seen:.2f} % were named correctly: the named "
            f"parameters give the same table. Unexplained: {count(part['unexplained'])}. Called something else: "
            f"{count(part['wrong'])}. Passed: {count(part['passes'])}.")


def conditions(document):
    """Everything that was chosen for the campaign."""
    return (f"Conditions: {document['command']}, {document['date'][:10]}, commit {document['commit']}, "
            f"{document['cpu']}, Python {document['python']}, NumPy {document['numpy']}. NumPy ran as it is "
            f"installed, with its SIMD code for {', '.join(document['numpy_simd'])}. The tables are only sinusoidal and rotary. The claim was always right: it named what each table "
            "should be. The same project wrote the programs and the verdict.")


def block(document):
    """For the page of results: how often the diagnosis is right."""
    if document is None:
        return MISSING + "\n"
    text = [f"{of_sound(document['sound'])}", of_faulty("one fault", document["alone"]),
            of_faulty("two faults", document["in_pairs"])]
    command = document["command"]
    return "\n".join(readme.wrapped(part) for part in [*text, conditions(document | {"command": f"`{command}`"})])


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(words)
    results, page = ROOT / "reports/results/confusion.json", ROOT / "reports/guide/results.md"
    text = page.read_text(encoding="utf-8")
    document = json.loads(results.read_text(encoding="utf-8")) if results.exists() else None
    renewed = readme.renewed(text, BEGIN, block(document))
    if not arguments.check:
        page.write_text(renewed, encoding="utf-8")
    elif renewed != text:
        sys.exit("readme: other figures than reports/results/confusion.json has: run "
                 "properties/diagnosis/figures.py")


if __name__ == "__main__":
    main()
