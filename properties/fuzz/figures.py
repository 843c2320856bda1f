"""Writes the figures of reports/results/robustness.json into reports/guide/results.md, between two comments.

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
    said = [f"libFuzzer gave the readers {readers['inputs']:,} inputs in {readers['seconds']:.0f} s, under "
            f"address and undefined-behaviour sanitizers: {found}. "
            f"The limits were {readers['malloc_limit_mb']} MB an allocation and {readers['timeout']} s an input. "
            f"The most memory used was {readers['peak_rss_mb']} MB. "
            f"{readers['edges']:,} of {readers['edges_there_are']:,} edges (jumps in the code) were reached; those in "
            f"headers of other libraries are counted too."]
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
    said = [f"{found['files']:,} files of known tables had a damaged header or size. Of these, "
            f"{passing:,} pass, {those('fails'):,} do not pass and {those('refused'):,} are refused in one line. "
            f"{count(wrong, 'verdict is', 'verdicts are').capitalize()} wrong; {count(ended, 'run', 'runs')} ended "
            f"otherwise (signal, time, memory, a longer message)."]
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
    """For the page of results: what was found, and what counts as right."""
    found = document["verdicts"]
    readers, files = of_readers(document["readers"])[0], of_verdicts(found)[0]
    refused = found["outcomes"].get("numpy refuses", 0)
    return "\n".join(readme.wrapped(text) for text in (
        readers, files,
        "A damaged file may pass only if it still has the numbers of the table. To check this, NumPy reads the file. A "
        f"simple second reader is used for types that NumPy does not read, and if NumPy refuses the file ({refused:,} files).",
        f"Conditions: `{document['command']}`, {document['date'][:10]}, commit {document['commit']}, "
        f"{document['cpu']}, {document['compiler']}, NumPy {document['numpy']}."))


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(words)
    results, page = ROOT / "reports/results/robustness.json", ROOT / "reports/guide/results.md"
    text = page.read_text(encoding="utf-8")
    renewed = readme.renewed(text, BEGIN, block(json.loads(results.read_text(encoding="utf-8"))))
    if not arguments.check:
        page.write_text(renewed, encoding="utf-8")
    elif renewed != text:
        sys.exit("readme: other figures than reports/results/robustness.json has: run "
                 "properties/fuzz/figures.py")


if __name__ == "__main__":
    main()
