"""A matrix of mutants and what killed them, in words."""


def failures(document):
    """Mutants that survived, and controls that did not."""
    return ([row["name"] for row in document["mutants"] if not row["killed_by"]] +
            [row["name"] for row in document["controls"] if row["killed_by"]])


def summary(document):
    def of(kind):
        rows = [row for row in document["mutants"] if row["kind"] == kind]
        return f"{sum(bool(row['killed_by']) for row in rows)} of {len(rows)}"

    controls = document["controls"]
    survive = sum(not row["killed_by"] for row in controls)
    text = (f"{of('edit')} edits and {of('fault')} faults were killed; "
            f"{survive} of {len(controls)} controls survive")
    failed = failures(document)
    return text + (f"; to be looked at: {', '.join(failed)}" if failed else "")


def cell(text):
    return " ".join(str(text).split()).replace("|", "\\|")


def markdown(document):
    lines = [f"{summary(document)}. {document['date'][:10]}, {document['commit']}.", "",
             "| mutant | kind | where | what is wrong | killed by | witness |",
             "|---|---|---|---|---|---|"]
    for row in document["mutants"] + document["controls"]:
        name = row["name"] + (" (control)" if row["control"] else "")
        killers = ", ".join(row["killed_by"]) or "**survives**"
        lines.append("| " + " | ".join(cell(text) for text in (
            name, row["kind"], row["file"] or row["edit"], row["why"], killers,
            row["witness"][:120])) + " |")
    return "\n".join(lines) + "\n"
