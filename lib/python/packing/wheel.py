"""Packs the package into a wheel, with the libraries that it needs, and prints its path.

Usage: wheel.py SITE TO
"""

import pathlib
import shutil
import sys
import tempfile
import zipfile

import libraries
import metadata

_EPOCH = (1980, 1, 1, 0, 0, 0)


def main(site: str, to: str) -> None:
    [information] = pathlib.Path(site).glob("sextant-*.dist-info")
    version = information.name[len("sextant-") : -len(".dist-info")]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        package = root / "sextant"
        shutil.copytree(
            pathlib.Path(site) / "sextant", package, ignore=shutil.ignore_patterns("__pycache__")
        )
        shutil.copy(pathlib.Path(site) / metadata.PLUGIN, root)
        [library] = package.glob("libsextant_c.so.*")
        libraries.bring(library)
        platform = libraries.platform(package)
        names = metadata.write(root, version, platform)
        wheel = pathlib.Path(to) / f"sextant-{version}-py3-none-{platform}.whl"
        wheel.parent.mkdir(parents=True, exist_ok=True)
        unfinished = wheel.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as packed:
            for name in names:
                packed.writestr(
                    zipfile.ZipInfo(name, _EPOCH), (root / name).read_bytes(), zipfile.ZIP_DEFLATED
                )
        unfinished.rename(wheel)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
