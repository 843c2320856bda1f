"""Runs the blocks that README.md and the pages of reports/guide show.

Usage: pages.py [--build DIR] [--renew] PAGE...

With --renew the lines after a command become what it prints, unless they contain "…".

Each PAGE has a scratch folder of its own, with links to what is in the repository.  Its blocks run
there in order, so that a block finds the files of those before it:

  console   each line after "$ " is run by bash, and must print the lines after it.  A line "…"
            stands for any lines, and "…" within a line for any characters.
  sh        one script; it must end with exit status 0.
  python    a program; it must end with exit status 0.
  pycon     a session, as doctest runs it; all sessions of a page share their names.
  c, cpp    programs: `<!-- run: NAME -->` is needed.  The test `consumer` builds and runs them, and
            compares the next console block with what they print.

Options of `sextant SUBCOMMAND` must exist, also in text and in blocks that are not run.

Comments before a block change this:

  <!-- not run: REASON -->   the block is not run
  <!-- before: COMMAND -->   bash runs COMMAND first, which readers do not see
  <!-- file: NAME -->        the block is written to the file NAME, and not run
  <!-- exit: N -->           the exit status of a script is N

Exit status: 0 every block does as shown, 1 one does not, 2 usage.
"""

import argparse
import contextlib
import doctest
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ("console", "sh", "python", "pycon", "c", "cpp")
SHOWN = ("text", "cmake", "yaml", "json")  # not commands
KNOWN = {}  # the options of subcommands, as they are asked
DIRECTIVES = ("not run", "before", "file", "exit", "run")
SECONDS = 300  # of one command: several times what the slowest block takes on two cores


class Block(typing.NamedTuple):
    line: int  # of the page, from 1: that of the fence
    language: str
    text: str
    directives: list[tuple[str, str]]

    def values(self, name):
        return [value for key, value in self.directives if key == name]


class Failure(Exception):
    """A block that does not do as shown."""


def blocks(text):
    """The fenced blocks of a page, with the comments right before each."""
    found, directives, inside = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        if inside is not None:
            if line == "```":
                found.append(Block(inside[0], inside[1], "".join(inside[2]), directives))
                inside, directives = None, []
            else:
                inside[2].append(line + "\n")
        elif line.startswith("```"):
            inside = (number, line[3:].strip(), [])
        elif match := re.fullmatch(r"<!-- ([a-z ]+): (.*) -->", line):
            if match[1] in DIRECTIVES:
                directives = directives + [(match[1], match[2])]
        elif line:
            directives = []
    if inside is not None:
        raise Failure(f"line {inside[0]}: a block does not end")
    return found


def pattern_of(shown):
    """A regular expression for what was printed."""
    whole = (".*".join(re.escape(piece) for piece in line.split("…")) + "\n" if line != "…" else None
             for line in shown.splitlines())
    return "".join(r"(?:.*\n)*?" if line is None else line for line in whole)


def commands(text):
    """The commands of a console block, each with what it is to print."""
    found = []
    for line in text.splitlines(True):
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif not found:
            raise Failure("output stands before the first command")
        elif not found[-1][1] and found[-1][0].endswith("\\\n"):
            found[-1][0] += line
        else:
            found[-1][1] += line
    return found


def options_of(words, build):
    """The options of a subcommand, from its help; None if there is no such subcommand."""
    if words not in KNOWN:
        ran = subprocess.run([build / "bin" / "sextant", *words, "--help-all"], text=True, encoding="utf-8",
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=SECONDS)
        KNOWN[words] = set(re.findall(r"--[a-z][a-z-]*", ran.stdout)) if ran.returncode == 0 else None
    return KNOWN[words]


def calls(text, page):
    """The subcommands that a page calls, each with the text after it: in code spans and in commands."""
    commands_of = [line[2:] if block.language == "console" else line
                   for block in page if block.language in ("console", "sh", "yaml")
                   for line in block.text.splitlines() if block.language != "console" or line.startswith("$ ")]
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
    for line in commands_of + spans:
        for call in re.finditer(r"\bsextant ((?:sweep merge|report diff|[a-z]+))\b([^|`&;#]*)", line):
            yield tuple(call[1].split()), call[2]


def unknown_options(text, page, build):
    """What the page calls and the tool does not have."""
    found = set()
    for words, rest in calls(text, page):
        options = options_of(words, build)
        if options is None:
            found.add(f"there is no 'sextant {' '.join(words)}'")
            continue
        found |= {f"'sextant {' '.join(words)}' has no {option}"
                  for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", rest) if option not in options}
    return sorted(found)


class Page:
    """A page's blocks, in a scratch folder."""

    def __init__(self, path, build, folder, renew=False):
        self.path, self.folder = path, folder
        self.renew, self.renewed = renew, []  # texts of the page, and what they become
        self.names = {}
        self.status = 0
        self.module = next((build / "python" / "sextant").glob("libsextant_c.so.*"), None)
        environment = dict(os.environ)
        environment["PATH"] = f"{build}/bin:/usr/bin:/bin:{environment.get('PATH', '')}"
        environment["PYTHONPATH"] = str(build / "python")
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        environment["LC_ALL"] = "C.UTF-8"
        self.environment = environment
        for entry in ROOT.iterdir():
            if not entry.name.startswith("."):
                (folder / entry.name).symlink_to(entry)

    def bash(self, script):
        return subprocess.run(["bash", "-c", script], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", check=False, timeout=SECONDS)

    def console(self, block):
        for command, shown in commands(block.text):
            ran = self.bash(f"(exit {self.status})\n{command}")
            self.status = ran.returncode
            if re.fullmatch(pattern_of(shown), ran.stdout):
                continue
            if self.renew and "…" not in shown:
                self.renewed.append((f"$ {command}{shown}", f"$ {command}{ran.stdout}"))
            else:
                raise Failure(f"$ {command}prints\n{ran.stdout}and the page shows\n{shown}")

    def script(self, block, text):
        wanted = int((block.values("exit") or ["0"])[0])
        ran = self.bash(text)
        if ran.returncode != wanted:
            raise Failure(f"{block.text}ends with exit status {ran.returncode}, not {wanted}:\n{ran.stdout}")

    def session(self, block):
        test = doctest.DocTestParser().get_doctest(block.text, self.names, str(self.path), None, 0)
        said = io.StringIO()
        flags = doctest.REPORT_NDIFF | doctest.ELLIPSIS
        with contextlib.redirect_stdout(said):
            result = doctest.DocTestRunner(optionflags=flags).run(test, out=said.write, clear_globs=False)
        self.names = test.globs
        if result.failed or not result.attempted:
            raise Failure(said.getvalue() or "the session has no line after >>>")

    def run(self, block):
        """Whether the block was run; throws Failure unless it does as shown."""
        for command in block.values("before"):
            if (ran := self.bash(f"set -e\n{command}")).returncode != 0:
                raise Failure(f"the hidden command {command} fails:\n{ran.stdout}")
        for name in block.values("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")
            return True
        if block.values("not run") or block.language in SHOWN:
            return False
        if block.language in ("c", "cpp"):
            if not block.values("run"):
                raise Failure(f"a block of {block.language} has no <!-- run: NAME --> before it")
            return False
        if block.language not in RUN:
            raise Failure(f"'{block.language}' is no language of a block: {', '.join(RUN + SHOWN)}")
        of_module = "sextant" in block.text and block.language in ("python", "pycon")
        if self.module is None and (of_module or "pytest" in block.text):
            print(f"{self.path}:{block.line}: not run: the Python package is not built")
            return False
        if block.language == "console":
            self.console(block)
        elif block.language == "sh":
            self.script(block, "set -eo pipefail\n" + block.text)
        elif block.language == "python":
            (self.folder / ".block.py").write_text(block.text, encoding="utf-8")
            self.script(block, "exec /usr/bin/python3 .block.py")
        else:
            self.session(block)
        return True


def of_programs(page):
    """The console blocks that show what programs of C and C++ print: the test `consumer` has them."""
    after, found = False, set()
    for block in page:
        if block.values("run"):
            after = True
        elif after and block.language == "console":
            found.add(block.line)
            after = False
    return found


def failures(path, build, renew=False):
    """What the page shows and is not so: one text a block.  With `renew` the page is corrected."""
    text, here, ran = path.read_text(encoding="utf-8"), pathlib.Path.cwd(), 0
    try:
        page = blocks(text)
    except Failure as failure:
        return [f"{path}: {failure}"]
    found = [f"{path}: {one}" for one in unknown_options(text, page, build)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        runner = Page(path, build, folder, renew)
        elsewhere = of_programs(page)
        os.chdir(folder)
        try:
            for block in page:
                if block.line in elsewhere:
                    continue
                try:
                    ran += runner.run(block)
                except (Failure, subprocess.TimeoutExpired) as failure:
                    found.append(f"{path}:{block.line}: {failure}")
        finally:
            os.chdir(here)
    if runner.renewed:
        for before, after in runner.renewed:
            text = text.replace(before + ("$ " if before + "$ " in text else "```"),
                                after + ("$ " if before + "$ " in text else "```"), 1)
        path.write_text(text, encoding="utf-8")
    print(f"{path}: {len(page)} blocks, {ran} run, {len(found)} not as shown")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("pages", nargs="+", type=pathlib.Path, metavar="PAGE")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    if (build / "python").is_dir():
        sys.path.insert(0, str(build / "python"))
    sys.dont_write_bytecode = True
    found = [one for page in arguments.pages for one in failures(page.resolve(), build, arguments.renew)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
