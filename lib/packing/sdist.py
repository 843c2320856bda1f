"""The source archive that `pip install` builds: the files that git tracks, with PKG-INFO and
pyproject.toml, which Python's tools read.  The build needs the Debian packages of scripts/setup."""

import pathlib
import subprocess
import tempfile

import archive
import metadata

_PROJECT = """\
[build-system]
requires = []
build-backend = "build_backend"
backend-path = ["lib/packing"]

[project]
name = "sextant"
version = "{version}"
description = "{summary}"
requires-python = ">=3.9"
dependencies = ["numpy"]
"""


def _tracked(source: pathlib.Path) -> list[str]:
    """The tracked files that exist."""
    line = ["git", "-C", str(source), "ls-files", "-z"]
    names = subprocess.run(line, check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (source / name).is_file()]


def pack(source: pathlib.Path, version: str, to: pathlib.Path, epoch: int) -> pathlib.Path:
    """Packs the tracked files of a clone into a folder.  Returns the archive's path."""
    top = f"sextant-{version}"
    path = to / f"{top}.tar.gz"
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        (made / "PKG-INFO").write_text(metadata.described(version))
        (made / "pyproject.toml").write_text(_PROJECT.format(version=version, summary=metadata.SUMMARY))
        members = [(f"{top}/{name}", source / name) for name in _tracked(source)]
        members += [(f"{top}/{name}", made / name) for name in ("PKG-INFO", "pyproject.toml")]
        archive.write(path, members, epoch)
    return path
