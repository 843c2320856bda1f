"""Lays out the package as Python imports it.

Usage: lay_out.py SOURCES SITE VERSION   (SITE/sextant has the compiled module already)
"""

import pathlib
import shutil
import sys

import metadata


def main(sources: str, site: str, version: str) -> None:
    package = pathlib.Path(site) / "sextant"
    wanted = {path.name for path in (pathlib.Path(sources) / "sextant").iterdir() if path.is_file()}
    for path in package.iterdir():  # of files that were renamed
        if path.is_file() and path.suffix != ".so" and path.name not in wanted:
            path.unlink()
    for name in wanted:
        shutil.copyfile(pathlib.Path(sources) / "sextant" / name, package / name)
    for old in pathlib.Path(site).glob("sextant-*.dist-info"):
        shutil.rmtree(old)
    metadata.write(pathlib.Path(site), version)


if __name__ == "__main__":
    main(*sys.argv[1:])
