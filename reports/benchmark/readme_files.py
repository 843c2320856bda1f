"""The text of reports/guide/results.md on tables in files, from files.json."""

import file_runs
from ratios import markdown, number, wrapped

MISSING = "Not measured yet: `scripts/bench --files --keep` does."


def circumstances(document):
    return wrapped(
        f"Seconds by the clock for whole processes, for {number(document['bytes'] / 1e9)} GB in the page cache; "
        f"dim 512 (rope 128), positions from 10⁶ on. In brackets: the ratio to the time of making FILE, and to "
        f"the time of reading it. Medians of {document['repetitions']} runs in random order. Conditions: "
        f"`{document['command']}`, {document['date'][:10]} on {document['cpu']}, {document['cores']} cores, "
        f"{document['filesystem']}, load average {number(document['load'][0])} at the start.")


def cell(row):
    if row is None:
        return ""
    text = number(row["seconds"])
    if row["kind"] != file_runs.VERIFYING:
        return text
    text += f" ({number(row['to_making'])}, {number(row['to_reading'])})"
    return f"**{text}**" if row["what"] == file_runs.VERIFY else text


def line_of(row):
    """Tables made by recipes are one line, whichever the recipe."""
    return "verify, by a recipe" if row["what"].startswith("verify, by ") else row["what"]


def seconds(document):
    subjects, lines = {}, {}
    for row in document["rows"]:
        subjects[row["of"]] = None
        lines.setdefault(line_of(row), {})[row["of"]] = row
    return markdown(["", *subjects], [[text.replace("|", "\\|"), *(cell(line.get(s))
                                                                  for s in subjects)]
                                      for text, line in lines.items()])


def memory(document):
    judged = [r for r in document["rows"] if r["kind"] == file_runs.VERIFYING and r["peak_bytes"]]
    if not judged:
        return ""
    most = max(judged, key=lambda row: row["peak_bytes"])
    grown = max(judged, key=lambda row: row["peak_bytes"] / (row["peak_bytes_of_part"] or 1e15))
    silent = max((r for r in document["rows"] if r["kind"] == file_runs.VERIFYING),
                 key=lambda row: row["silence"])

    def megabytes(size):
        return "unknown" if size is None else number(size / 1e6)

    return wrapped(
        f"Memory is {megabytes(most['peak_bytes'])} MB at most ({most['of']}, `{most['what']}`; "
        f"ru_maxrss). It grew most in {grown['of']}, `{grown['what']}`: "
        f"{megabytes(grown['peak_bytes'])} MB, against {megabytes(grown['peak_bytes_of_part'])} MB for 1/{document['part']} of "
        f"the file. The longest gap between progress updates was {number(silent['silence'])} s "
        f"({silent['of']}, `{silent['what']}`).")


def block(document):
    if document is None:
        return MISSING + "\n"
    return "\n".join(part for part in (circumstances(document), seconds(document),
                                       memory(document)) if part)
