"""The folders that an archive and the .deb files have in common:

    bin/sextant, and bin/sextant-prove, which `sextant prove` runs
    include/sextant.h, include/sextant/c/     the interface in C
    lib/libsextant_c.so.ABI
    lib/sextant/                              copies of the libraries that these two need
    lib/cmake/sextant/, lib/pkgconfig/
    share/doc/sextant/                        changelog.md, and licences/ with a list of what is packed
    share/man/, share/sextant/, and completions for bash, zsh and fish
"""

import os
import pathlib
import re
import shutil
import subprocess
from typing import NamedTuple

import libraries
import licences


class Tree(NamedTuple):
    """The folders, and the versions of symbols that their programs need."""

    root: pathlib.Path
    version: str
    needed: libraries.Versions


def setting(build: pathlib.Path, name: str) -> str:
    """A setting of a build folder; empty if there is none of this name."""
    cache = build / "CMakeCache.txt"
    if not cache.is_file():
        raise SystemExit(f"packing: {build} is no build folder: scripts/build makes one")
    found = re.search(rf"^{name}:\w+=(.*)$", cache.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def version(build: pathlib.Path) -> str:
    """The version of the project, as CMakeLists.txt has it."""
    return setting(build, "CMAKE_PROJECT_VERSION")


def _require_release(build: pathlib.Path) -> None:
    kind = setting(build, "CMAKE_BUILD_TYPE")
    if kind != "Release" or "-fsanitize" in setting(build, "CMAKE_CXX_FLAGS"):
        raise SystemExit(f"packing: {build} is a build of type {kind or 'none'}: only a release build is packed")


def _only_shared(description: pathlib.Path) -> None:
    """Removes from a pkg-config file what only static libraries need: no static library is packed."""
    lines = description.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("Requires.private:", "Libs.private:"))]
    description.write_text("".join(kept), encoding="utf-8")


def make(build: pathlib.Path, root: pathlib.Path) -> Tree:
    """Installs a release build into a new folder, with the libraries that it needs and the licences."""
    _require_release(build)
    for component in ("tool", "c"):
        subprocess.run(
            ["cmake", "--install", build, "--prefix", root, "--component", component],
            check=True, stdout=subprocess.DEVNULL)
    programs = [root / "bin" / name for name in ("sextant", "sextant-prove")]
    [library] = [path for path in root.rglob("libsextant_c.so.*") if not path.is_symlink()]
    folder = library.parent / "sextant"
    brought = libraries.bring([*programs, library], folder)
    libraries.search_own_folder(folder, brought)
    binaries = [*programs, library, *(folder / name for name in brought)]
    needed = libraries.versions(binaries, folder, libraries.IN_ARCHIVE)
    for description in root.rglob("sextant.pc"):
        _only_shared(description)
    doc = root / "share" / "doc" / "sextant"
    licences.write(doc / "licences", build, brought)
    changelog = pathlib.Path(__file__).resolve().parents[2] / "reports" / "guide" / "changelog.md"
    shutil.copyfile(changelog, doc / "changelog.md")
    return Tree(root, version(build), needed)


def normalise(root: pathlib.Path, epoch: int, programs: pathlib.Path) -> None:
    """Gives every file of a tree the same modes and times on every machine.  Files of the folder
    `programs` can be run."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or path.parent == programs
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)
