"""The .deb files.  `sextant` has the tool, the shared library, and copies of the libraries that these need.
`sextant-dev` has the files to build programs in C with it.  They install on every Debian and Ubuntu whose
C and C++ libraries are new enough."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

import libraries
import tree

# For each version GLIBCXX_3.4.n, by n: the release of GCC whose libstdc++ first had it.
_GCC_OF_GLIBCXX = {21: "5", 22: "6", 23: "7", 24: "7", 25: "8", 26: "9", 27: "9", 28: "9", 29: "11", 30: "12",
                   31: "13", 32: "13", 33: "14"}

_DESCRIPTION = """\
Description: {summary}
 Sextant computes the exact value of each entry of a positional encoding.
 It says how far a table is from these values, where, and why.
{more}
"""


def _depends(needed: libraries.Versions) -> str:
    glibc = ".".join(map(str, needed["GLIBC"]))
    gcc = _GCC_OF_GLIBCXX[needed["GLIBCXX"][2]]
    return f"libc6 (>= {glibc}), libgcc-s1, libstdc++6 (>= {gcc})"


def _build(root: pathlib.Path, control: str, to: pathlib.Path, epoch: int) -> None:
    """Builds a .deb file from the files under `root`.  Adds the installed size to `control`."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files)
    size = sum(-(-path.stat().st_size // 1024) for path in files)
    information = root / "DEBIAN"
    information.mkdir()
    (information / "control").write_text(control.replace("\nDescription:", f"\nInstalled-Size: {size}\nDescription:"))
    (information / "md5sums").write_text(sums)
    if list(root.glob("usr/lib/libsextant_c.so.?*")):
        (information / "triggers").write_text("activate-noawait ldconfig\n")
    tree.normalise(root, epoch, root / "usr" / "bin")
    # Level 2 takes a quarter of the time of the default level, and makes files a tenth larger.
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z2", "--threads-max=1", "--build", root, to],
        check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})


def _is_dev(path: pathlib.PurePath) -> bool:
    """Whether a path under the prefix belongs to sextant-dev."""
    return path.parts[0] == "include" or "cmake" in path.parts or "pkgconfig" in path.parts or path.suffix == ".so"


_COPYRIGHT = """\
Sextant itself: its source declares no licence.

The licences of the third-party libraries that are packed with it, and of what is compiled in, are in
/usr/share/doc/sextant/licences, with a list in README.txt.
"""


def pack(made: tree.Tree, to: pathlib.Path, epoch: int) -> list[pathlib.Path]:
    """Packs the two files into a folder.  Returns their paths."""
    paths = []
    common = f"Version: {made.version}\nArchitecture: amd64\nMaintainer: The Sextant project\nPriority: optional\n"
    for name, section, depends, summary, more in (
        ("sextant", "science", _depends(made.needed) + "\nSuggests: python3-matplotlib",
         "exact values of positional encodings",
         " This package has the command and the shared library of the interface in C."),
        ("sextant-dev", "libdevel", f"sextant (= {made.version})",
         "exact values of positional encodings - files for programs in C",
         " This package has the headers, the CMake package and the pkg-config file."),
    ):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / name
            for path in made.root.rglob("*"):
                inside = path.relative_to(made.root)
                if not path.is_dir() and _is_dev(inside) == (name == "sextant-dev"):
                    (root / "usr" / inside).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, root / "usr" / inside, follow_symlinks=False)
            doc = root / "usr" / "share" / "doc" / name
            doc.mkdir(parents=True, exist_ok=True)
            (doc / "copyright").write_text(_COPYRIGHT)
            control = (f"Package: {name}\n{common}Section: {section}\nDepends: {depends}\n"
                       + _DESCRIPTION.format(summary=summary, more=more))
            paths.append(to / f"{name}_{made.version}_amd64.deb")
            _build(root, control, paths[-1], epoch)
    return paths
