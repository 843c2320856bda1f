"""Packs the package into a wheel, with the libraries that it needs, and prints its path.

Usage: wheel.py BUILD TO
"""

import pathlib
import shutil
import sys
import tempfile
import zipfile

import failures
import libraries
import licences
import metadata

_EPOCH = (1980, 1, 1, 0, 0, 0)


def pack(build: pathlib.Path, to: pathlib.Path) -> pathlib.Path:
    """Packs the package of a build, which `sextant-python` laid out, into a folder.  Returns the wheel's
    path."""
    site = build / "python"
    [information] = site.glob("sextant-*.dist-info")
    version = information.name[len("sextant-") : -len(".dist-info")]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        package = root / "sextant"
        shutil.copytree(site / "sextant", package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(site / metadata.PLUGIN, root)
        [library] = package.glob("libsextant_c.so.*")
        brought = libraries.bring([library], package)
        binaries = [library, *(package / name for name in brought)]
        needed = libraries.versions(binaries, package, libraries.IN_WHEEL)
        platform = libraries.platform(needed)
        licences.write(root / metadata.directory(version) / "licenses", build, brought)
        names = metadata.write(root, version, platform)
        wheel = to / f"sextant-{version}-py3-none-{platform}.whl"
        wheel.parent.mkdir(parents=True, exist_ok=True)
        unfinished = wheel.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as packed:
            for name in names:
                packed.writestr(
                    zipfile.ZipInfo(name, _EPOCH), (root / name).read_bytes(), zipfile.ZIP_DEFLATED
                )
        unfinished.rename(wheel)
    return wheel


if __name__ == "__main__":
    with failures.in_one_line():
        print(pack(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
