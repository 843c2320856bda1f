"""The shared libraries that a wheel brings along."""

import pathlib
import re
import shutil
import subprocess

# Every system has these (PEP 600); the versions are those of manylinux_2_34.
_OF_SYSTEM = re.compile(r"(ld-linux-x86-64|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so\.\d+")
_LATEST = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (7, 0, 0)}


def _output_of(*line: object) -> str:
    """What a command prints."""
    return subprocess.run(list(map(str, line)), check=True, capture_output=True, text=True).stdout


def _needed(library: pathlib.Path) -> list[str]:
    """The names of the libraries that this one needs directly, without those of the system."""
    names = re.findall(r"^\s*NEEDED\s+(\S+)$", _output_of("objdump", "-p", library), re.MULTILINE)
    return [name for name in names if not _OF_SYSTEM.fullmatch(name)]


def _own_name(name: str) -> str:
    """Another name of the same length for a copy of a library.  A process loads only one library of each
    name, so that copies in other packages would replace ours, or ours replace theirs."""
    return "sxt" + name[3:]


def bring(library: pathlib.Path) -> None:
    """Strips the library, and copies the libraries that it needs into its folder, under names of our own.
    Exits with a message if one is not installed."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", _output_of("ldd", library), re.MULTILINE))
    names: list[str] = []
    missing = _needed(library)
    while missing:
        name = missing.pop()
        if name in names:
            continue
        if name not in found or not name.startswith("lib"):
            raise SystemExit(f"wheel: {library.name} needs {name}, which is not installed")
        names.append(name)
        missing += _needed(pathlib.Path(found[name]))
    subprocess.run(["strip", "--strip-unneeded", library], check=True)
    copies = [library]
    for name in names:
        copies.append(library.with_name(_own_name(name)))
        shutil.copyfile(found[name], copies[-1])
    for copy in copies:
        content = copy.read_bytes()
        for name in names:
            content = content.replace(f"\0{name}\0".encode(), f"\0{_own_name(name)}\0".encode())
        copy.write_bytes(content)


def platform(folder: pathlib.Path) -> str:
    """The platform tag of the oldest systems on which the libraries of a folder work.  Exits with a message
    if a library needs one that is not in the folder, or a system newer than manylinux_2_34."""
    glibc = 0
    for library in sorted(folder.glob("*.so.*")):
        for name in _needed(library):
            if not (folder / name).exists():
                raise SystemExit(f"wheel: {library.name} needs {name}, which is not in the wheel")
        for kind, text in re.findall(r"\b([A-Z]+)_(\d+(?:\.\d+)+)\b", _output_of("objdump", "-T", library)):
            version = tuple(map(int, text.split(".")))
            if kind in _LATEST and version > _LATEST[kind]:
                raise SystemExit(f"wheel: {library.name} needs {kind}_{text}, newer than manylinux_2_34 has")
            if kind == "GLIBC":
                glibc = max(glibc, version[1])
    return f"manylinux_2_{glibc}_x86_64"
