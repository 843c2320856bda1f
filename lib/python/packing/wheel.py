"""Packs the package into a wheel, and prints its path.

Usage: wheel.py SITE TO
"""

import pathlib
import sys
import zipfile

import metadata

_EPOCH = (1980, 1, 1, 0, 0, 0)


def main(site: str, to: str) -> None:
    root = pathlib.Path(site)
    [information] = root.glob("sextant-*.dist-info")
    version = information.name[len("sextant-") : -len(".dist-info")]
    wheel = pathlib.Path(to) / f"sextant-{version}-{metadata.tag()}.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    unfinished = wheel.with_suffix(".unfinished")
    record = (information / "RECORD").read_text().splitlines()
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in [line.partition(",")[0] for line in record]:
            packed.writestr(
                zipfile.ZipInfo(name, _EPOCH), (root / name).read_bytes(), zipfile.ZIP_DEFLATED
            )
    unfinished.rename(wheel)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
