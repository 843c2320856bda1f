"""Writes the figures of reports/results/confusion.json into README.md, between two comments.

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
    said = (f"Of {sound['tables']:,} sound tables {count(sound['passed'])} pass, "
            f"{count(sound['accused'])} is accused and {count(sound['unexplained'])} "
            f"{'is' if sound['unexplained'] < 2 else 'are'} unexplained; with no encoding given "
            f"{count(sound['guessed'])} {'is' if sound['guessed'] < 2 else 'are'} accused.")
    return said


def of_faulty(words, part):
    seen, right = part["tables"] - part["invisible"], part["named"] + part["equal"]
    return (f"Of {seen:,} tables with {words} {100 * right / seen:.2f} % are named with parameters "
            f"that make them again, {count(part['unexplained'])} "
            f"{'is' if part['unexplained'] < 2 else 'are'} unexplained, {count(part['wrong'])} called "
            f"something else, and {count(part['passes'])} "
            f"{'passes' if part['passes'] < 2 else 'pass'}.")


def block(document):
    """For README: how often the diagnosis is right."""
    if document is None:
        return MISSING + "\n"
    hidden = document["faulty"]["invisible"]
    return readme.wrapped(
        f"`{document['command']}`, {document['date'][:10]}, commit {document['commit']}: "
        f"{of_sound(document['sound'])} {of_faulty('one fault', document['alone'])} "
        f"{of_faulty('two', document['in_pairs'])} Besides, {hidden:,} were drawn that a sound "
        "program might have made, fault or not.")


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(words)
    results, page = ROOT / "reports/results/confusion.json", ROOT / "README.md"
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
