"""What is kept of a run: its circumstances, in a file that is whole or not there."""

import datetime
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build" / "bin" / "sextant"


def said(*words):
    done = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, check=False)
    return done.stdout.strip()


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def circumstances(schema, words):
    """As the run of a command begins."""
    return {"schema": schema, "version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": " ".join(words),
            "commit": said("git", "describe", "--always", "--dirty") or None,
            "sextant": said(str(TOOL), "--version").removeprefix("sextant "),
            "cpu": processor(), "cores": os.cpu_count(), "load": list(os.getloadavg())}


def text_of(document, by_line):
    """With the items of one member a line each, if there is one."""
    text = json.dumps({key: value for key, value in document.items() if key != by_line}, indent=1,
                      ensure_ascii=False)
    if by_line is None:
        return text
    items = ",\n  ".join(json.dumps(one, ensure_ascii=False) for one in document[by_line])
    return text.removesuffix("\n}") + f',\n "{by_line}": [\n  {items}\n ]\n}}'


def write(path, document, by_line=None):
    """All of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(text_of(document, by_line) + "\n", encoding="utf-8")
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    print(f"{path.stem}: {path}")
