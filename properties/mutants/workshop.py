"""A copy of the tree in which mutants are made, built and tested."""

import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from edits import ROOT, ListError, changed

SLOW = "-*Full*:*Exhaustive*"
FULL = "*Full*:-*Exhaustive*"
FEW_CASES = "20"
LONGEST = 1800  # seconds of all quick tests of a layer
UNENDED = "not done after"
MOST_NAMES = 5


class Workshop:
    """The copy, with its build directory."""

    def __init__(self, folder, jobs):
        self.folder = pathlib.Path(folder).resolve()
        self.jobs = str(jobs)
        self.environment = dict(os.environ, LC_ALL="C")
        self.hashes, self.limits = {}, {}

    def prepare(self, layers):
        """The tree as it is, built for these layers; what their programs are without a mutant."""
        self.copy()
        # A build does not run what it built: a mutant may not even list its tests.
        configure = ["cmake", "--preset", "release", "-Wno-dev",
                     "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"]
        launcher = shutil.which("ccache")
        if launcher and not (self.folder / "build" / "build.ninja").is_file():
            configure.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")
        self.run(configure, check=True)
        built = self.build(layers)
        if built is not None:
            raise ListError(f"the tree itself cannot be built: {built}")
        self.hashes = {layer: self.hash_of(layer) for layer in layers}

    def copy(self):
        """Files that git knows or would take, as they are now; others of the copy go."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            check=True, capture_output=True).stdout.decode().split("\0")
        wanted = {name for name in listed if name and (ROOT / name).is_file()}
        for name in wanted:
            source, target = ROOT / name, self.folder / name
            if target.is_file() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
        for top in ("lib", "properties"):
            for path in (self.folder / top).rglob("*.?pp"):
                if path.relative_to(self.folder).as_posix() not in wanted:
                    path.unlink()

    def run(self, command, check=False, **options):
        return subprocess.run(command, cwd=self.folder, env=self.environment, check=check,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", **options)

    def build(self, layers):
        """None, or the first error."""
        targets = [f"{layer}_properties" for layer in layers]
        done = self.run(["ninja", "-C", "build", "-j", self.jobs, *targets])
        if done.returncode == 0:
            return None
        errors = [line for line in done.stdout.splitlines() if "error" in line]
        return (errors or done.stdout.splitlines()[-1:] or ["no word"])[0]

    def program(self, layer):
        return self.folder / "build" / "bin" / f"{layer}_properties"

    def hash_of(self, layer):
        """Of what a program loads: code and constants, without names and symbols."""
        image = self.folder / "build" / f"{layer}.image"
        self.run(["objcopy", "-O", "binary", "--remove-section=.note.gnu.build-id",
                  str(self.program(layer)), str(image)], check=True)
        digest = hashlib.sha256(image.read_bytes()).hexdigest()
        image.unlink()
        return digest

    def test(self, layer, tests, cases=None, fail_fast=True, limit=LONGEST):
        """What failed: names, and a line that says how; ([], '') if nothing did."""
        environment = dict(self.environment)
        if cases:
            environment["SEXTANT_CASES"] = cases
        command = [str(self.program(layer)), f"--gtest_filter={tests}", "--gtest_brief=0"]
        if fail_fast:
            command.append("--gtest_fail_fast")
        with subprocess.Popen(command, cwd=self.folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace", start_new_session=True,
                              preexec_fn=as_from_a_terminal) as running:
            try:
                text, _ = running.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                text, _ = running.communicate()
                return self.judged(text, f"{UNENDED} {limit:.0f} seconds")
            except BaseException:
                os.killpg(running.pid, signal.SIGKILL)
                raise
        if running.returncode == 0:
            if tests != FULL and re.search(r"^\[=+\] Running 0 tests", text, re.MULTILINE):
                raise ListError(f"no test of {layer}_properties is called '{tests}'")
            return [], ""
        ended = f"ended by signal {-running.returncode}" if running.returncode < 0 else ""
        return self.judged(text, ended)

    def judged(self, text, ended):
        failed = re.findall(r"^\[  FAILED  \] (\S+?),? ", text.replace("\n", " \n"), re.MULTILINE)
        names = list(dict.fromkeys(name for name in failed if "." in name))
        if ended:
            started = re.findall(r"^\[ RUN      \] (\S+)", text, re.MULTILINE)
            names = (started[-1:] or ["the program"]) if not names else names
        return names[:MOST_NAMES], self.without_paths(ended or witness(text))

    def without_paths(self, text):
        return text.replace(f"{self.folder}/", "")

    def try_out(self, edit):
        """(names, witness) of what killed it."""
        layer = edit["layer"]
        with Change(self, edit):
            error = self.build([layer])
            if error is not None:
                raise ListError(f"{edit['name']}: does not compile: {self.without_paths(error)}")
            if self.hash_of(layer) == self.hashes[layer]:
                raise ListError(f"{edit['name']}: equivalent, or not compiled into "
                                f"{layer}_properties: replace it")
            for cases, fail_fast in ((FEW_CASES, False), (None, True)):
                names, how = self.test(layer, quick(edit["tests"]), cases, fail_fast,
                                       self.limits[layer])
                if names:
                    return names, how
            for tests in (SLOW, FULL):
                names, how = self.test(layer, tests)
                if names:
                    break
        if names:
            # Where tests do not end, they must do so without the mutant: it may be the machine.
            self.must_pass(layer, tests if how.startswith(UNENDED) else ":".join(names))
        return names, how

    def pass_named(self, layer, tests):
        """All tests that edits name, without one.  A mutant may never end: it has a minute more
        than twice the time that they all took."""
        named = quick(":".join(dict.fromkeys(tests)))
        self.must_pass(layer, named, FEW_CASES)
        began = time.monotonic()
        self.must_pass(layer, named)
        self.limits[layer] = 60 + 2 * (time.monotonic() - began)

    def must_pass(self, layer, tests, cases=None):
        """Of the program without a mutant: a test that fails there kills nothing."""
        error = self.build([layer])
        names, how = self.test(layer, tests, cases)
        if error or names:
            raise ListError(f"{names} of {layer}_properties fails without a mutant: {error or how}")


class Change:
    """An edit as long as it is made.  Afterwards file and object are those from before, so that
    nothing is compiled twice: the object is put back under the time of the one that it replaces,
    which ninja knows, and the archive is made anew.  A header is in more objects than one, all of
    which are compiled again."""

    def __init__(self, workshop, edit):
        self.build = workshop.folder / "build"
        self.path = workshop.folder / edit["file"]
        self.text = changed(edit, workshop.folder)
        inside = pathlib.PurePosixPath(edit["file"]).relative_to("lib")
        self.object = self.build / "lib" / "CMakeFiles" / "sextant.dir" / f"{inside}.o"

    def __enter__(self):
        self.before, self.time = self.path.read_text(encoding="utf-8"), self.path.stat().st_mtime_ns
        self.compiled = self.object.read_bytes() if self.object.is_file() else None
        self.path.write_text(self.text, encoding="utf-8")

    def __exit__(self, *_):
        self.path.write_text(self.before, encoding="utf-8")
        if self.compiled is None or not self.object.is_file():
            return
        made = self.object.stat().st_mtime_ns
        self.object.write_bytes(self.compiled)
        os.utime(self.object, ns=(made, made))
        os.utime(self.path, ns=(self.time, self.time))
        (self.build / "lib" / "libsextant.a").unlink(missing_ok=True)


def as_from_a_terminal():
    """Tests send themselves signals, which the parent process may have ignored."""
    for one in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(one, signal.SIG_DFL)


def quick(tests):
    return tests if tests.startswith("-") else f"{tests}{SLOW}"


def witness(text):
    """The first failure, on one line."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if ": Failure" in line or line.startswith("Falsifiable after"):
            first = at + 1 if ": Failure" in line else at
            said = [one.strip() for one in lines[first:first + 14]
                    if one.strip() and not one.startswith("[") and "RC_PARAMS" not in one]
            return " ".join(said)[:300]
    return ""
