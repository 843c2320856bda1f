"""What is counted of judged cases: the document's figures."""

import collections

OUTCOMES = {"right": "named", "equal": "equal", "unexplained": "unexplained", "wrong": "wrong",
            "parameters": "wrong", "refused": "wrong", "passes": "passes", "invisible": "invisible"}
KEYS = ["invisible", "named", "equal", "unexplained", "wrong", "passes"]


def is_miss(row):
    if row["kind"] == "sound":
        return row["outcome"] != "passes" or bool(row["identified"])
    return row["outcome"] not in ("right", "equal", "invisible")


def miss(row):
    outcome = row["outcome"]
    if row["kind"] == "sound" and outcome == "passes":
        outcome = "accused with no encoding given: " + ", ".join(row["identified"])
    return {"truth": " + ".join(row["truth"]) or "sound", "outcome": outcome,
            "found": " + ".join(row["found"]) or row.get("error", "nothing"),
            "command": f"scripts/confusion --show {row['kind']}:{row['seed']}"}


def of_sound(rows):
    count = collections.Counter(row["outcome"] for row in rows)
    return {"tables": len(rows), "passed": count["passes"], "accused": count["accused"],
            "unexplained": count["unexplained"] + count["refused"],
            "guessed": sum(bool(row["identified"]) for row in rows)}


def of_faulty(rows):
    count = collections.Counter(OUTCOMES[row["outcome"]] for row in rows)
    return {"tables": len(rows)} | {key: count[key] for key in KEYS}


def confused(truth, with_another, rows):
    """A line of the matrix."""
    others = collections.Counter(" + ".join(row["found"]) for row in rows
                                 if OUTCOMES[row["outcome"]] == "wrong")
    return {"truth": truth, "with": "another" if with_another else "alone"} | of_faulty(rows) | {
        "mistaken_for": [{"name": name or "refused", "count": count}
                         for name, count in others.most_common()]}


def of(rows):
    """The document's figures."""
    faulty = [row for row in rows if row["kind"] != "sound"]
    lines = []
    for kind in ("one", "two"):
        mine = [row for row in faulty if row["kind"] == kind]
        for name in sorted({name for row in mine for name in row["truth"]}):
            lines.append(confused(name, kind == "two", [r for r in mine if name in r["truth"]]))
    return {"sound": of_sound([row for row in rows if row["kind"] == "sound"]),
            "faulty": of_faulty(faulty),
            "alone": of_faulty([row for row in faulty if row["kind"] == "one"]),
            "in_pairs": of_faulty([row for row in faulty if row["kind"] == "two"]),
            "matrix": lines,
            "misses": [miss(row) for row in rows if is_miss(row)]}
