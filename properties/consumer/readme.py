"""The programs of README.md and reports/guide, and what these pages say they print.

readme.py write DIRECTORY PAGE...  the first fenced block after each `<!-- run: NAME -->` to
                                   DIRECTORY/NAME, and the console block after that, without the
                                   lines of commands, to DIRECTORY/NAME.out
readme.py run SHOWN PROGRAM        fails unless PROGRAM prints what the file SHOWN has, in which a
                                   line `…` stands for any lines
"""

import pathlib
import re
import subprocess
import sys


def programs(page):
    """The name, the text and the output of each program of a page."""
    text = pathlib.Path(page).read_text(encoding="utf-8")
    fenced = r"<!-- run: (\S+) -->\n+```\w+\n(.*?)```.*?```console\n(.*?)```"
    found = re.findall(fenced, text, re.S)
    if len(found) != len(re.findall(r"^<!-- run: ", text, re.M)):
        sys.exit(f"a program of {page} has no output after it")
    return found


def write(directory, *pages):
    found = [one for page in pages for one in programs(page)]
    names = [name for name, _, _ in found]
    if not found or len(set(names)) != len(names):
        sys.exit(f"the pages have no programs, or two of one name: {' '.join(names)}")
    folder = pathlib.Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    for name, program, output in found:
        (folder / name).write_text(program, encoding="utf-8")
        lines = [line for line in output.splitlines(True) if not line.startswith("$ ")]
        (folder / (name + ".out")).write_text("".join(lines), encoding="utf-8")


def run(shown, program):
    want = pathlib.Path(shown).read_text(encoding="utf-8")
    ran = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         encoding="utf-8", check=False)
    pattern = ".*".join(re.escape(piece) for piece in re.split("^…\n", want, flags=re.M))
    if not re.fullmatch(pattern, ran.stdout, re.S):
        sys.exit(f"{program} printed\n{ran.stdout}and the page says\n{want}")


{"write": write, "run": run}[sys.argv[1]](*sys.argv[2:])
