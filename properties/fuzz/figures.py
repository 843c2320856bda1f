"""Writes the figures of reports/results/robustness.json into README.md, between two comments.

Example: figures.py; figures.py --check   (changes nothing; fails if the figures differ)
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "reports" / "benchmark"))

import readme  # noqa: E402

BEGIN = "<!-- from reports/results/robustness.json, by properties/fuzz/figures.py -->\n"
FINDS = (("crashes", "crash", "crashes"), ("leaks", "leak", "leaks"), ("timeouts", "timeout", "timeouts"),
         ("ooms", "allocation beyond the limit", "allocations beyond the limit"))


def count(number, one, many):
    return f"{number or 'no'} {many if number > 1 else one}"


def amiss(found):
    """How many files are not judged right, healthy ones among them."""
    return len(found["not_right"]) + found["healthy"] - found["healthy_that_pass"]


def sound(document):
    readers = document["readers"]
    return not readers["failed"] and not any(readers[key] for key, *_ in FINDS) and \
        amiss(document["verdicts"]) == 0


def of_readers(readers):
    found = ", ".join(count(readers[key], one, many) for key, one, many in FINDS)
    said = [f"libFuzzer, under address and undefined-behaviour sanitizers, gave the readers "
            f"{readers['inputs']:,} inputs in {readers['seconds']:.0f} s: {found} "
            f"(no more than {readers['malloc_limit_mb']} MB at once, {readers['timeout']} s an input), "
            f"{readers['edges']:,} of {readers['edges_there_are']:,} edges reached "
            f"(those are counted that libraries' headers bring along), "
            f"{readers['peak_rss_mb']} MB at most."]
    corpus = readers["corpus"]
    if corpus:
        said.append(f"Of the {corpus['inputs']:,} inputs of the corpus that it ended with "
                    f"{corpus['tables']:,} are read as tables, {corpus['numbers_alone']:,} as the numbers "
                    f"alone that `--shape` says, and {corpus['refused']:,} refused in one line.")
    return said


def of_verdicts(found):
    outcomes = found["outcomes"]

    def those(name):
        return outcomes.get(name, 0)

    passing = those("same") + those("fewer rows") + those("numpy refuses")
    wrong = those("wrong") + those("unread")
    ended = len(found["not_right"]) - wrong
    said = [f"Of {found['files']:,} files of known tables whose headers or sizes were damaged "
            f"{passing:,} pass, {those('fails'):,} do not and {those('refused'):,} are refused in one line; "
            f"{count(wrong, 'verdict is', 'verdicts are')} wrong, "
            f"{count(ended, 'run', 'runs')} ended otherwise (a signal, no time or memory, more than a line)."]
    if passing:
        more = [f"{those(name):,} {words}" for name, words in
                (("fewer rows", "its first rows alone, header and bytes agreeing"),
                 ("numpy refuses", "are of headers that NumPy refuses, and hold them as a plain reader "
                  "reads the format"))
                if those(name)]
        said.append(f"Of those that pass, {those('same'):,} hold the table's very numbers as another reader "
                    "reads them" + "".join(", " + words for words in more) + ".")
    return said


def sentences(document):
    return of_readers(document["readers"]) + of_verdicts(document["verdicts"])


def block(document):
    """For README: what was found, and the least that tells what that means."""
    found = document["verdicts"]
    readers, files = of_readers(document["readers"])[0], of_verdicts(found)[0]
    refused = found["outcomes"].get("numpy refuses", 0)
    return readme.wrapped(
        f"`{document['command']}`, {document['date'][:10]} on {document['cpu']}: {readers} {files} "
        "Right to pass are those whose numbers are the table's as NumPy reads them, or as a plain "
        f"reader does: of `.safetensors`, and where NumPy refuses ({refused:,}).")


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(words)
    results, page = ROOT / "reports/results/robustness.json", ROOT / "README.md"
    text = page.read_text(encoding="utf-8")
    renewed = readme.renewed(text, BEGIN, block(json.loads(results.read_text(encoding="utf-8"))))
    if not arguments.check:
        page.write_text(renewed, encoding="utf-8")
    elif renewed != text:
        sys.exit("readme: other figures than reports/results/robustness.json has: run "
                 "properties/fuzz/figures.py")


if __name__ == "__main__":
    main()
