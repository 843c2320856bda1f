"""How `pip install` builds the unpacked source archive (PEP 517)."""

import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any, Optional

import wheel

_SOURCE = pathlib.Path(__file__).resolve().parents[2]


def build_wheel(
    wheel_directory: str, config_settings: Optional[dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    """Compiles the package and packs it into a folder.  Returns the wheel's name."""
    with tempfile.TemporaryDirectory() as folder:
        for line in (
            ["cmake", "--preset", "release", "-S", str(_SOURCE), "-B", folder, "-Wno-dev", "-DBUILD_TESTING=OFF",
             "-DSEXTANT_MPI=OFF", "-DSEXTANT_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"],
            ["cmake", "--build", folder, "--target", "sextant-python", "--parallel",
             os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))],
        ):
            try:
                subprocess.run(line, check=True, cwd=_SOURCE, stdout=sys.stderr)
            except (OSError, subprocess.CalledProcessError) as error:
                raise SystemExit(f"packing: the build failed ({error}): scripts/setup installs what it needs "
                                 "on Debian 12") from None
        return wheel.pack(pathlib.Path(folder), pathlib.Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    """Source archives are made from a clone."""
    raise SystemExit("packing: scripts/package makes the source archive, from a clone")
