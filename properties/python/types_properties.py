"""What mypy makes of the package, of programs that use it, and of those that use it wrongly."""

import pathlib
import subprocess
import sys

import pytest

import sextant

pytest.importorskip("mypy", reason="mypy is not installed")
_HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Runs it on files; what it finds out about NumPy it finds out once."""
    cache = tmp_path_factory.mktemp("cache")

    def run(*files):
        line = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}", *map(str, files)]
        return subprocess.run(line, capture_output=True, text=True, cwd=_HERE)

    return run


def test_the_example_is_typed(mypy):
    ran = mypy(_HERE / "conformance_example.py")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("version", ["3.9", f"{sys.version_info.major}.{sys.version_info.minor}"])
def test_the_package_is_typed(mypy, version):
    package = pathlib.Path(sextant.__file__).parent
    ran = mypy(f"--python-version={version}", package, package.parent / "pytest_sextant.py")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_is_wrong_is_noticed(mypy, tmp_path):
    (tmp_path / "wrong.py").write_text(
        "import sextant\n"
        "number: float = sextant.value(0, 0, dim=8)\n"
        "sextant.verify([], dim=8).grade = 'faithful'\n"
        "print(sextant.verify([], dim=8).grate)\n"
        "sextant.verify([], encoding=3)\n"
        "print(sextant.verify([], dim=8).worst.ulps)\n"
    )
    ran = mypy(tmp_path / "wrong.py")
    lines = [int(line.split(":")[1]) for line in ran.stdout.splitlines() if ": error:" in line]
    assert lines == [2, 3, 4, 5, 6], ran.stdout
