"""The commands of reports/theorems/list.txt, one a theorem."""

import itertools
import pathlib
import re
from dataclasses import dataclass

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


def choices(braces):
    """What a pair of braces stands for: {a,2..6..2} are a, 2, 4 and 6."""
    found = []
    for part in braces.split(","):
        numbers = re.fullmatch(r"(\d+)\.\.(\d+)\.\.(\d+)", part)
        if numbers:
            first, last, step = map(int, numbers.groups())
            found += [str(n) for n in range(first, last + 1, step)]
        else:
            found.append(part)
    return found


def expanded(line):
    """Every line that the line stands for; the first braces change slowest."""
    parts = re.split(r"\{([^{}]*)\}", line)
    lists = [choices(part) if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(chosen) for chosen in itertools.product(*lists)]


def read(path=LIST):
    commands = []
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        slow = line.startswith(SLOW)
        for one in expanded(line.removeprefix(SLOW)):
            if one:
                commands.append(Command(tuple(one.split()), slow))
    texts = [command.text(False) for command in commands]
    for text in texts:
        if texts.count(text) > 1:
            raise ValueError(f"{path}: '{text}' is there twice")
    return commands
