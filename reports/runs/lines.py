"""Lists of commands, where one line stands for many."""

import itertools
import re


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


def read(path):
    """The lines of a list, without comments, each once."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        found += [one for one in expanded(line.partition("#")[0].strip()) if one]
    for line in found:
        if found.count(line) > 1:
            raise ValueError(f"{path}: '{line}' is there twice")
    return found
