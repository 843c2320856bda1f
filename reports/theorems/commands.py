"""The commands of reports/theorems/list.txt, one a theorem."""

import itertools
import pathlib
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "runs"))
import lines

LIST = pathlib.Path(__file__).resolve().parent / "list.txt"
SLOW = "slow-check "


@dataclass(frozen=True)
class Command:
    """What `sextant prove` is asked, and whether its check is for --slow alone."""
    arguments: tuple
    slow: bool

    def text(self, slow):
        check = " --check" if slow or not self.slow else ""
        return "sextant prove " + " ".join(self.arguments) + check

    def option(self, name):
        for option, value in itertools.pairwise(self.arguments):
            if option == name:
                return value
        return None


def read(path=LIST):
    return [Command(tuple(line.removeprefix(SLOW).split()), line.startswith(SLOW))
            for line in lines.read(path)]
