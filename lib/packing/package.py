"""Packs a release build: an archive of the tool and the library in C, .deb files, a wheel, a source
archive, the page that runs in a browser if its path is given, and SHA256SUMS.  Prints their paths and
sizes.

Usage: package.py BUILD TO [PAGE]

The folder TO is replaced as a whole, when everything is packed.  Two runs over one build make the same
bytes: all files have the time SOURCE_DATE_EPOCH, or that of the last commit.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import archive
import deb
import failures
import sdist
import tree
import wheel

_SOURCE = pathlib.Path(__file__).resolve().parents[2]


def epoch() -> int:
    """The time of all packed files, in seconds since 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        if not given.isdecimal():
            raise SystemExit(f"packing: SOURCE_DATE_EPOCH is '{given}': it must be seconds since 1970")
        return int(given)
    line = ["git", "-C", str(_SOURCE), "log", "-1", "--format=%ct"]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"packing: {_SOURCE} is no git clone: packages are made from a clone")
    return int(ran.stdout)


def _pack_archive(made: tree.Tree, to: pathlib.Path, time: int) -> pathlib.Path:
    top = f"sextant-{made.version}-linux-x86_64"
    members = [(f"{top}/{path.relative_to(made.root)}", path) for path in made.root.rglob("*")
               if path.is_symlink() or path.is_file()]
    archive.write(to / f"{top}.tar.gz", members, time)
    return to / f"{top}.tar.gz"


def _pack_page(page: str, version: str, to: pathlib.Path) -> pathlib.Path:
    if f"<p>sextant {version} in WebAssembly." not in pathlib.Path(page).read_text():
        raise SystemExit(f"packing: {page} is not of version {version}: run scripts/build --preset web")
    return pathlib.Path(shutil.copyfile(page, to / f"sextant-{version}.html"))


def pack(build: pathlib.Path, to: pathlib.Path, page: str) -> list[pathlib.Path]:
    """Packs a build, and a page unless its path is empty, into an existing folder.  Returns the paths in
    the order of their names, SHA256SUMS first."""
    time = epoch()
    with tempfile.TemporaryDirectory() as folder:
        made = tree.make(build, pathlib.Path(folder) / "tree")
        tree.normalise(made.root, time, made.root / "bin")
        paths = [_pack_archive(made, to, time), *deb.pack(made, to, time)]
    paths += [wheel.pack(build, to), sdist.pack(_SOURCE, made.version, to, time)]
    paths += [_pack_page(page, made.version, to)] if page else []
    paths.sort()
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    (to / "SHA256SUMS").write_text("".join(lines))
    return [to / "SHA256SUMS", *paths]


def main(build: str, to: str, page: str = "") -> None:
    folder = pathlib.Path(to)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=folder.parent) as unfinished:
        made = pathlib.Path(unfinished) / folder.name
        made.mkdir()
        names = [path.name for path in pack(pathlib.Path(build), made, page)]
        if folder.exists():
            folder.rename(pathlib.Path(unfinished) / "old")
        made.rename(folder)
    for name in names:
        print(f"{(folder / name).stat().st_size / 2**20:8.2f} MiB  {folder / name}")


if __name__ == "__main__":
    with failures.in_one_line():
        main(*sys.argv[1:])
