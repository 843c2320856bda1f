"""The commands of reports/sweeps/list.txt, one a sweep."""

import hashlib
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
MODELS = "models "


@dataclass(frozen=True)
class Command:
    """What `sextant sweep` is asked, and whether for --slow alone."""
    arguments: tuple
    slow: bool
    encoding: str = None  # that of the preset it names

    def text(self):
        return "sextant sweep " + " ".join(self.arguments)

    def model(self):
        """The preset that it names; None where it names none."""
        words = self.arguments
        return words[words.index("--model") + 1] if "--model" in words else None

    def folder(self):
        """A name for its folder: that of every command of the same encoding, recipe, format and
        positions, so that what several presets share is measured once."""
        text = " ".join(self.arguments)
        if self.encoding:
            text = text.replace("--model " + self.model(), self.encoding)
        text = re.sub(r"\b2\^(\d+)", lambda power: str(2 ** int(power[1])), text).replace("--", "")
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        return re.sub(r"[^A-Za-z0-9.-]+", "_", text)[:100] + "-" + digest


def models(tool=TOOL):
    """The presets' names, with the positions that each was made for, and its encoding."""
    return {one["name"]: (one["positions"], one["encoding"])
            for one in json.loads(said(str(tool), "list", "models", "--json"))}


def of_models(line, presets):
    """Each with its encoding."""
    if "MODEL" not in line:
        return [(line, None)]
    return [(line.replace("MODEL", name).replace("CONTEXT", str(positions)), encoding)
            for name, (positions, encoding) in presets.items()]


def read(presets, path=LIST):
    """The commands.  A line `models NAME ...` says for which presets MODEL stands in later lines; without it, for all."""
    found = []
    for line in lines.read(path):
        if line.startswith(MODELS):
            names = line.removeprefix(MODELS).split()
            if unknown := [name for name in names if name not in presets]:
                raise ValueError(f"{path}: no preset is called {unknown[0]}: see sextant list models")
            presets = {name: presets[name] for name in names}
            continue
        for one, encoding in of_models(line.removeprefix(SLOW), presets):
            command = Command(tuple(one.split()), line.startswith(SLOW), encoding)
            if command not in found:
                found.append(command)
    return found
