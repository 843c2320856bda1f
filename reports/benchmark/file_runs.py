"""What is measured of tables in files: what they hold, and the processes that make, read and judge them."""

import json
import sys
from dataclasses import dataclass

FIRST = 10**6
BYTES = {"float32": 4, "float64": 8, "bfloat16": 2, "float16": 2}
MAKING, READING, VERIFYING = "making", "reading", "verifying"
MAKE, READ = "make FILE", "read(), blocks of 1 MiB"
VERIFY = "verify, correctly rounded"

# Its own clock, so that no interpreter's start is taken for reading.
MAPPED = """import sys, time
import numpy
begun = time.monotonic()
bytes = numpy.memmap(sys.argv[1], numpy.uint8, "r")
bytes[: bytes.size // 8 * 8].view(numpy.uint64).sum()
print(time.monotonic() - begun)
"""


@dataclass(frozen=True)
class Subject:
    """What a table holds, in the words of the tool."""

    text: str
    format: str
    options: str
    columns: int
    recipe: str
    thorough: bool = False  # through standard input, and in the other kind of file, too

    def rows(self, size):
        return max(2, int(size) // (self.columns * BYTES[self.format]))

    def files(self):
        """Those there are at once: the two tables, one that is being made, and one of the other kind."""
        return 4 if self.thorough else 3


SUBJECTS = (
    Subject("float32", "float32", "--dim 512", 512, "exp-log", True),
    Subject("float64", "float64", "--dim 512", 512, "exp-log"),
    Subject("bfloat16", "bfloat16", "--dim 512", 512, "exp-log"),
    Subject("float16", "float16", "--dim 512", 512, "exp-log"),
    Subject("rope cos, bfloat16", "bfloat16",
            "--encoding rope --dim 128 --base 500000 --part cos", 64, "pow-reciprocal"),
)


@dataclass(frozen=True)
class Run:
    text: str
    kind: str
    words: tuple
    source: str | None = None  # the file that is its standard input
    piped: bool = False
    nowhere: bool = False  # its standard output
    made: str | None = None  # the file that it leaves
    own_clock: bool = False

    def command(self):
        """As a reader types it."""
        words = ["python3" if word == sys.executable else word for word in self.words]
        line = " ".join("'…'" if "\n" in word else word for word in words)
        if self.piped:
            line = f"cat {self.source} | {line}"
        elif self.source:
            line += f" < {self.source}"
        return line + (" > /dev/null" if self.nowhere else "")


def table(subject, size, output, recipe=None):
    words = f"sextant table {subject.options} --positions {FIRST}:{FIRST + subject.rows(size)}"
    made = f" --recipe {recipe}" if recipe else ""
    return tuple(f"{words} --format {subject.format}{made} -o {output}".split())


def judged(subject, file):
    patterns = f" --format {subject.format}" if BYTES[subject.format] == 2 else ""
    return tuple(f"sextant verify {file} {subject.options} --first {FIRST}{patterns} --json".split())


def prepared(subject, size):
    """What makes the files that are read and judged."""
    yield table(subject, size, "exact.npy")
    yield table(subject, size, "recipe.npy", subject.recipe)
    if subject.thorough:
        yield table(subject, size, "exact.safetensors")


def runs(subject, size, numpy):
    """Every process that is measured."""
    yield Run(MAKE, MAKING, table(subject, size, "made.npy"), made="made.npy")
    yield Run("make, > /dev/null", MAKING, table(subject, size, "-"), nowhere=True)
    yield Run(READ, READING, tuple("dd if=exact.npy of=/dev/null bs=1M status=none".split()))
    if subject.thorough:
        yield Run("cat", READING, ("cat", "exact.npy"), nowhere=True)
    if subject.thorough and numpy:
        yield Run("mmap, a sum by NumPy", READING, (sys.executable, "-c", MAPPED, "exact.npy"),
                  own_clock=True)
    yield Run(VERIFY, VERIFYING, judged(subject, "exact.npy"))
    yield Run(f"verify, by {subject.recipe}", VERIFYING, judged(subject, "recipe.npy"))
    if subject.thorough:
        yield Run("verify - < FILE", VERIFYING, judged(subject, "-"), "exact.npy")
        yield Run("cat FILE | verify -", VERIFYING, judged(subject, "-"), "exact.npy", piped=True)
        yield Run("verify, .safetensors", VERIFYING, judged(subject, "exact.safetensors"))


def wrong(run, ran):
    """Why what a process did is no measurement; nothing if it is one."""
    if ran.status != 0:
        grade = grade_of(run, ran)
        return f"{run.command()}: " + (f"the table is {grade}" if grade else
                                       f"exit status {ran.status}: {ran.err or ran.out[:200]}")
    if run.text == VERIFY and grade_of(run, ran) != "correctly-rounded":
        return f"{run.command()}: the table is {grade_of(run, ran)}, not correctly rounded"
    return None


def grade_of(run, ran):
    if run.kind != VERIFYING:
        return None
    try:
        return json.loads(ran.out)["grade"]
    except (ValueError, KeyError, TypeError):
        return None
