"""The commands of reports/sweeps/list.txt, one a sweep."""

import json
import pathlib
import re
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "runs"))
import lines
from record import TOOL, said

LIST = pathlib.Path(__file__).resolve().parent / "list.txt"
SLOW = "slow "


@dataclass(frozen=True)
class Command:
    """What `sextant sweep` is asked, and whether for --slow alone."""
    arguments: tuple
    slow: bool

    def text(self):
        return "sextant sweep " + " ".join(self.arguments)

    def model(self):
        """The preset that it names; None where it names none."""
        words = self.arguments
        return words[words.index("--model") + 1] if "--model" in words else None

    def folder(self):
        """A name for its folder, another one for every command."""
        return re.sub(r"[^A-Za-z0-9.^-]+", "_", " ".join(self.arguments).replace("--", ""))


def models():
    """The presets' names, with the positions that each was made for."""
    return {one["name"]: one["positions"] for one in json.loads(said(str(TOOL), "list", "models",
                                                                    "--json"))}


def of_models(line, presets):
    if "MODEL" not in line:
        return [line]
    return [line.replace("MODEL", name).replace("CONTEXT", str(positions))
            for name, positions in presets.items()]


def read(presets, path=LIST):
    found = []
    for line in lines.read(path):
        for one in of_models(line.removeprefix(SLOW), presets):
            command = Command(tuple(one.split()), line.startswith(SLOW))
            if command not in found:
                found.append(command)
    return found
