"""Runs one command, and makes of it what reports/schema/report.schema.json calls a theorem."""

import json
import pathlib
import subprocess
import tempfile

NOTHING = {"statement": None, "method": None, "seconds": None, "check": None, "offsets": [],
           "collision": None}


def about(command):
    """What is in the command, for tables."""
    dim = command.option("--dim")
    return {"dim": dim and int(dim), "base": command.option("--base"),
            "positions": command.option("--positions"), "format": command.option("--format")}


def offsets(certificate):
    """The offsets that the theorem names, each with its distance: the enclosure's upper end."""
    if certificate["certificate"] == "uniqueness":
        near = [certificate["minimum"]]
    elif certificate["certificate"] == "neighbours":
        found = certificate["near"]["found"]
        near = [one for one in found if one["offset"] == "1"]
        near += [certificate["rival"]] if "rival" in certificate else []
    else:
        near = certificate.get("closest", [])
    return [{"offset": one["offset"], "distance": float(one["distance"][1])} for one in near]


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1].removeprefix("sextant: ") if lines else "said nothing"


def checked(lines, error):
    """What the other route says; where it ends with an error, that."""
    if len(lines) > 1:
        line = json.loads(lines[1])
        return {key: line[key] for key in ("confirmed", "what", "seconds")}
    return {"confirmed": False, "what": error, "seconds": None}


def proved(lines, error, certificate, check):
    line = json.loads(lines[0])
    rows = certificate.get("rows")
    return {**{key: line[key] for key in ("outcome", "result", "statement", "method", "seconds")},
            "check": checked(lines, error) if check else None,
            "offsets": offsets(certificate),
            "collision": rows["collision"] if isinstance(rows, dict) else None}


def ran(words, folder, limit):
    """The lines a program prints, and what it says on its standard error; ended by the limit."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode().splitlines(), f"not finished within {limit:g} s"
    return done.stdout.decode().splitlines(), last_line(done.stderr.decode())


def run(tool, command, slow, limit):
    """The theorem of a command.  What the tool refuses or does not finish is one too."""
    text = command.text(slow)
    head = {"command": text, "theorem": command.arguments[0], "about": about(command)}
    with tempfile.TemporaryDirectory(prefix="sextant-theorems-") as folder:
        file = pathlib.Path(folder) / "certificate.json"
        words = [str(tool), *text.split()[1:], "--json", "-o", str(file)]
        lines, error = ran(words, folder, limit)
        if not lines or not file.is_file():
            outcome = "unfinished" if error.startswith("not finished") else "refused"
            return {**head, **NOTHING, "outcome": outcome, "result": error}
        certificate = json.loads(file.read_text(encoding="utf-8"))
        return {**head, **proved(lines, error, certificate, text.endswith(" --check"))}
