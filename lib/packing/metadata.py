"""The files that tell Python's tools what is installed."""

import base64
import hashlib
import pathlib

SUMMARY = "The true value of positional encodings, and how far a table is from it"

PLUGIN = "pytest_sextant.py"
"""The pytest plugin, a module beside the package: pytest imports it before any test."""


def directory(version: str) -> str:
    """The name of the folder of these files, beside the package."""
    return f"sextant-{version}.dist-info"


def described(version: str) -> str:
    """The text of METADATA, and of a source archive's PKG-INFO."""
    return (
        f"Metadata-Version: 2.1\nName: sextant\nVersion: {version}\nSummary: {SUMMARY}\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\n"
    )


def _hashed(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return "sha256=" + digest.decode().rstrip("=")


def write(site: pathlib.Path, version: str, platform: str) -> list[str]:
    """Writes these files beside the package in `site`.  Returns the paths that RECORD lists."""
    info = site / directory(version)
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(described(version))
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: sextant\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
    )
    (info / "entry_points.txt").write_text("[pytest11]\nsextant = pytest_sextant\n")
    (info / "INSTALLER").write_text("cmake\n")
    files = sorted(path for path in (site / "sextant").iterdir() if path.is_file())
    files.append(site / PLUGIN)
    files += sorted(path for path in info.rglob("*") if path.is_file() and path.name != "RECORD")
    lines = []
    for path in files:
        content = path.read_bytes()
        lines.append(f"{path.relative_to(site)},{_hashed(content)},{len(content)}\n")
    lines.append(f"{directory(version)}/RECORD,,\n")
    (info / "RECORD").write_text("".join(lines))
    return [line.partition(",")[0] for line in lines]
