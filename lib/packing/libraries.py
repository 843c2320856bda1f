"""Copies the shared libraries that packed programs need, and finds on which systems all of them work."""

import pathlib
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence

# Every system has these (PEP 600).
_OF_SYSTEM = re.compile(r"(ld-linux-x86-64|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so\.\d+")

Versions = dict[str, tuple[int, ...]]
"""A version for each kind of symbol, such as {"GLIBC": (2, 34)}."""

# The newest versions of symbols that packed files may need.  They are limited only here.
# A wheel works on every system of manylinux_2_34.  The tool also needs libraries of Debian 12 that were
# built by g++ 12.
IN_WHEEL: Versions = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (7, 0, 0)}
IN_ARCHIVE: Versions = {**IN_WHEEL, "GLIBCXX": (3, 4, 30)}


def _output_of(*line: object) -> str:
    """What a command prints."""
    return subprocess.run(list(map(str, line)), check=True, capture_output=True, text=True).stdout


def _needed(binary: pathlib.Path) -> list[str]:
    """The names of the libraries that this one needs directly, without those of the system."""
    names = re.findall(r"^\s*NEEDED\s+(\S+)$", _output_of("objdump", "-p", binary), re.MULTILINE)
    return [name for name in names if not _OF_SYSTEM.fullmatch(name)]


def _own_name(name: str) -> str:
    """Another name of the same length for a copy of a library.  A process loads only one library of each
    name.  So under one name our copy and that of another package could replace each other."""
    return "sxt" + name[3:]


def bring(binaries: Sequence[pathlib.Path], folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """Strips the binaries, and copies the libraries that they need into the folder, under names of our
    own.  Returns the copies' names with the files that they are copies of.  Exits with a message if a
    library is not installed."""
    origins: dict[str, pathlib.Path] = {}
    for binary in binaries:
        found = dict(re.findall(r"^\s*(\S+) => (/\S+)", _output_of("ldd", binary), re.MULTILINE))
        missing = _needed(binary)
        while missing:
            name = missing.pop()
            if name in origins:
                continue
            if name not in found or not name.startswith("lib"):
                raise SystemExit(f"packing: {binary.name} needs {name}, which is not installed")
            origins[name] = pathlib.Path(found[name])
            missing += _needed(origins[name])
        subprocess.run(["strip", "--strip-unneeded", binary], check=True)
    folder.mkdir(exist_ok=True)
    copies = list(binaries)
    for name, origin in origins.items():
        copies.append(folder / _own_name(name))
        shutil.copyfile(origin, copies[-1])
    for copy in copies:
        content = copy.read_bytes()
        for name in origins:
            content = content.replace(f"\0{name}\0".encode(), f"\0{_own_name(name)}\0".encode())
        copy.write_bytes(content)
    return {_own_name(name): origin for name, origin in sorted(origins.items())}


def search_own_folder(folder: pathlib.Path, names: Iterable[str]) -> None:
    """Sets the search path of the named copies in a folder to this folder.  The loader finds what they need
    also without it, but a linker that builds a user's program does not."""
    for name in names:
        if _needed(folder / name):
            subprocess.run(["patchelf", "--force-rpath", "--set-rpath", "$ORIGIN", folder / name], check=True)


def versions(binaries: Iterable[pathlib.Path], folder: pathlib.Path, limits: Versions) -> Versions:
    """The newest version of each kind of symbol that the binaries need.  Exits with a message if one
    needs a library that is not in the folder, or a version above the limits."""
    newest: Versions = {"GLIBC": (2, 2)}
    for binary in binaries:
        for name in _needed(binary):
            if not (folder / name).exists():
                raise SystemExit(f"packing: {binary.name} needs {name}, which is not packed with it")
        for kind, text in re.findall(r"\b([A-Z]+)_(\d+(?:\.\d+)+)\b", _output_of("objdump", "-T", binary)):
            if kind not in limits:
                continue
            version = tuple(map(int, text.split(".")))
            if version > limits[kind]:
                limit = ".".join(map(str, limits[kind]))
                raise SystemExit(f"packing: {binary.name} needs {kind}_{text}; the limit is {kind}_{limit}")
            newest[kind] = max(newest.get(kind, version), version)
    return newest


def platform(needed: Versions) -> str:
    """The platform tag of the oldest systems that have these versions."""
    return f"manylinux_2_{needed['GLIBC'][1]}_x86_64"
