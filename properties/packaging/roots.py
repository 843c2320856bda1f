#!/usr/bin/python3
"""Installs each package of scripts/package in fresh roots of Debian, and tries it there.  A root is a folder
that holds a whole minimal system.

Usage: roots.py DIST WORK

DIST has the packages.  WORK keeps each root as an archive, so that it is made only once; remove WORK to
make them anew.  A root has no compiler, and no libraries of ours.  For each pair of a root and a
package, the root is unpacked again, and the package is installed and tried in it without a network.  The
wheel is also tried in a virtual environment of each other Python that is found on this machine.

Prints a table of roots and packages.  It says which roots and Pythons are not available; these are not
counted.

Exit status: 0 everything that could be tried works, 1 something does not, 2 usage.
77: no root was available, so that nothing was tried.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
SUITES = ("bookworm", "trixie")
IN_ROOT = ("python3", "python3-numpy", "python3-venv")
SECONDS = 600  # of making a root, or of trying a package in it



class Package(NamedTuple):
    """A kind of file, and the commands that prepare a root for it and install it."""

    pattern: str
    prepare: str
    install: str


PACKAGES = {
    "tarball": Package("sextant-*-linux-x86_64.tar.gz", "mkdir /opt/there && PATH=/opt/there/bin:$PATH",
                       "tar -xzf /given/{name} -C /opt/there --strip-components=1 --no-same-owner"),
    ".deb": Package("sextant_*.deb", "true", "dpkg -i /given/{name} /given/{dev} >/dev/null"),
    "wheel": Package("sextant-*.whl", "python3 -m venv --system-site-packages /opt/venv && PATH=/opt/venv/bin:$PATH",
                     "pip install -q --disable-pip-version-check --no-index --no-deps /given/{name}"),
}


class Tried(NamedTuple):
    """The result of trying a package in a root."""

    works: bool
    seconds: float  # of installing
    said: str


def ran(line, **options):
    """Runs a command with its output in one text, for at most SECONDS."""
    return subprocess.run(list(map(str, line)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=SECONDS, check=False, **options)


def mirror():
    """The address from which apt has Debian's packages; empty if it has none."""
    line = ["apt-get", "indextargets", "--format", "$(ORIGIN)\t$(COMPONENT)\t$(SITE)", "Created-By: Packages"]
    try:
        listed = ran(line).stdout
    except OSError:
        return ""
    found = re.findall(r"^Debian\tmain\t(\S+)$", listed, re.MULTILINE)
    return found[0] if found else ""


def root_archive(suite, work):
    """The archive of a root; or None, and why there is none."""
    path = work / f"{suite}.tar"
    if path.is_file():
        return path, ""
    if os.geteuid() != 0:
        return None, "only root can make one"
    if not shutil.which("mmdebstrap"):
        return None, "mmdebstrap is not installed"
    address = mirror()
    if not address:
        return None, "apt knows no mirror of Debian"
    unfinished = path.with_suffix(".unfinished.tar")
    made = ran(["mmdebstrap", "--mode=root", "--variant=apt", f"--include={','.join(IN_ROOT)}", suite,
                unfinished, address])
    if made.returncode != 0:
        unfinished.unlink(missing_ok=True)
        return None, made.stdout.strip().splitlines()[-1]
    unfinished.rename(path)
    return path, ""


IN_NAMESPACE = """
set -e
mount --bind "$DIST" "$ROOT/given"
mount --bind "$HERE/tries" "$ROOT/tries"
mount -t proc proc "$ROOT/proc"
exec chroot "$ROOT" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 bash -c "$PROGRAM"
"""


def try_in_root(archive, package, dist, work):
    """Installs a package in a fresh copy of a root, and tries it."""
    pattern, prepare, install = PACKAGES[package]
    [path] = dist.glob(pattern)
    [dev] = dist.glob("sextant-dev_*.deb")
    tries = "python3 /tries/package.py" if package == "wheel" else "bash /tries/tool.sh"
    program = "\n".join((
        "set -e", "for name in cc gcc g++ clang ld make cmake; do",
        '  ! command -v $name || { echo "the root has $name"; exit 1; }', "done",
        "! (echo > /dev/udp/192.0.2.1/9) 2>/dev/null || { echo 'there is a network'; exit 1; }",
        prepare, "begin=$(date +%s.%N)", install.format(name=path.name, dev=dev.name),
        'echo "installed in $(date +%s.%N) from $begin"', tries))
    with tempfile.TemporaryDirectory(dir=work) as folder:
        ran(["tar", "-xpf", archive, "-C", folder, "--numeric-owner"])
        for name in ("given", "tries"):
            (pathlib.Path(folder) / name).mkdir()
        done = ran(["unshare", "--mount", "--net", "--pid", "--fork", "bash", "-c", IN_NAMESPACE],
                   env={**os.environ, "DIST": str(dist), "ROOT": folder, "HERE": str(HERE), "PROGRAM": program})
    times = re.search(r"^installed in (\S+) from (\S+)$", done.stdout, re.MULTILINE)
    seconds = float(times[1]) - float(times[2]) if times else 0.0
    return Tried(done.returncode == 0 and "everything works" in done.stdout, seconds, done.stdout)


def other_pythons():
    """The other Pythons of this machine from 3.9 on, by version."""
    places = os.environ.get("PATH", "").split(":") + sorted(
        map(str, pathlib.Path.home().glob(".pyenv/versions/*/bin")))
    found = {}
    for place in places:
        for path in sorted(pathlib.Path(place).glob("python3.*")):
            if not re.fullmatch(r"python3\.\d+", path.name) or "shims" in path.parts:
                continue
            shown = ran([path, "-c", "import platform as p; print(p.python_implementation(), p.python_version())"])
            if shown.returncode == 0:
                found.setdefault(shown.stdout.strip(), path)
    return {name: path for name, path in found.items() if int(name.split(".")[1]) >= 9}


def try_in_python(python, dist):
    """Installs the wheel in a virtual environment, and tries it.  None with a reason if NumPy is missing."""
    [wheel] = dist.glob(PACKAGES["wheel"].pattern)
    with tempfile.TemporaryDirectory() as folder:
        environment = pathlib.Path(folder) / "venv"
        made = ran([python, "-m", "venv", "--system-site-packages", environment])
        if made.returncode != 0:
            return None, "it has no venv"
        own = environment / "bin" / "python"
        pip = [own, "-m", "pip", "-q", "--disable-pip-version-check", "install"]
        if ran([own, "-c", "import numpy"]).returncode != 0 and ran([*pip, "numpy"]).returncode != 0:
            return None, "there is no NumPy for it"
        begin = time.monotonic()
        done = ran(["unshare", "--net", *pip, "--no-index", "--no-deps", wheel])
        seconds = time.monotonic() - begin
        said = done.stdout
        if done.returncode == 0:
            clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
            done = ran(["unshare", "--net", own, HERE / "tries" / "package.py"], cwd=folder, env=clean)
            said += done.stdout
        return Tried(done.returncode == 0 and "everything works" in done.stdout, seconds, said), ""


def main(dist, work):
    work.mkdir(parents=True, exist_ok=True)
    rows = []
    failed = tried = 0
    for suite in SUITES:
        archive, why = root_archive(suite, work)
        if archive is None:
            rows.append((suite, [f"not tried: {why}"]))
            continue
        cells = []
        for package in PACKAGES:
            result = try_in_root(archive, package, dist, work)
            tried += 1
            cells.append(cell(result))
            print(f"{package} in {suite}: {cells[-1]}{noted(result)}", flush=True)
            if not result.works:
                failed += 1
                print(result.said, flush=True)
        rows.append((suite, cells))
    for name, python in sorted(other_pythons().items()):
        result, why = try_in_python(python, dist)
        if result is None:
            rows.append((name, ["", "", f"not tried: {why}"]))
            continue
        tried += 1
        rows.append((name, ["", "", cell(result)]))
        print(f"wheel in {name}: {cell(result)}{noted(result)}", flush=True)
        if not result.works:
            failed += 1
            print(result.said, flush=True)
    for row in (("root", list(PACKAGES)), *rows):
        print(f"{row[0]:<18}" + "".join(f"{text:<18}" for text in row[1]))
    if not tried:
        print("nothing was tried")
        return 77
    return 1 if failed else 0


def noted(result):
    """What the trial of the wheel printed about versions and times."""
    return "".join(f"; {line}" for line in result.said.splitlines() if "import sextant takes" in line)


def cell(result):
    return f"works, {result.seconds:.1f} s" if result.works else "FAILS"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
