"""README's programs, and what it says they print.

readme.py write README DIRECTORY   the first fenced block after each `<!-- run: NAME -->` to
                                   DIRECTORY/NAME, and the console block after that, without the
                                   lines of commands, to DIRECTORY/NAME.out
readme.py run SHOWN PROGRAM        fails unless PROGRAM prints what the file SHOWN has, in which a
                                   line `…` stands for any lines
"""

import pathlib
import re
import subprocess
import sys


def write(readme, directory):
    text = pathlib.Path(readme).read_text(encoding="utf-8")
    fenced = r"<!-- run: (\S+) -->\n+```\w+\n(.*?)```.*?```console\n(.*?)```"
    found = re.findall(fenced, text, re.S)
    if not found or len(found) != text.count("<!-- run: "):
        sys.exit("a program of README has no output after it")
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
        sys.exit(f"{program} printed\n{ran.stdout}and README says\n{want}")


{"write": write, "run": run}[sys.argv[1]](*sys.argv[2:])
