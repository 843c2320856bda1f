"""Lays out the package as Python imports it.

Usage: lay_out.py SOURCES LIBRARY SITE VERSION   (LIBRARY is libsextant_c.so.1)
"""

import pathlib
import shutil
import sys

import metadata


def main(sources: str, library: str, site: str, version: str) -> None:
    package = pathlib.Path(site) / "sextant"
    package.mkdir(parents=True, exist_ok=True)
    wanted = {path.name for path in (pathlib.Path(sources) / "sextant").iterdir() if path.is_file()}
    for path in package.iterdir():  # of files that were renamed
        if path.is_file() and path.name not in wanted:
            path.unlink()
    shutil.copy(library, package)
    for name in wanted:
        shutil.copyfile(pathlib.Path(sources) / "sextant" / name, package / name)
    shutil.copy(pathlib.Path(sources) / metadata.PLUGIN, site)
    for old in pathlib.Path(site).glob("sextant-*.dist-info"):
        shutil.rmtree(old)
    metadata.write(pathlib.Path(site), version, "linux_x86_64")


if __name__ == "__main__":
    main(*sys.argv[1:])
