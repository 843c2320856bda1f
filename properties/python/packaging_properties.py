"""The package as it is installed, and as a wheel."""

import os
import pathlib
import subprocess
import sys
import venv

import pytest

import sextant

_ROOT = pathlib.Path(__file__).parent.parent.parent
_BUILD = pathlib.Path(os.environ["SEXTANT_BUILD"])
_ASKS = (
    "import sextant, importlib.metadata as m;"
    "print(sextant.__file__, m.version('sextant'), sextant.value(1, 0, dim=8, digits=5))"
)


def run(*line, **environment):
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(list(map(str, line)), capture_output=True, text=True, env={**kept, **environment})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def expect_installed(said, under):
    file, version, value = said.split()
    assert pathlib.Path(file).is_relative_to(under)
    assert version == sextant.__version__
    assert value == "0.84147"


@pytest.fixture
def environment(tmp_path):
    """A virtual environment that sees the system's packages."""
    try:
        venv.create(tmp_path / "venv", system_site_packages=True, with_pip=True)
    except subprocess.CalledProcessError:
        pytest.skip("python3-venv is not installed")
    return tmp_path / "venv"


def test_an_installed_package_is_imported_at_once(environment):
    run("cmake", "--install", _BUILD, "--prefix", environment, "--component", "python")
    python = environment / "bin" / "python3"
    expect_installed(run(python, "-c", _ASKS), environment)
    listed = run(python, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check")
    assert f"sextant=={sextant.__version__}" in listed.splitlines()


def test_another_prefix_is_imported_by_pythonpath(tmp_path):
    run("cmake", "--install", _BUILD, "--prefix", tmp_path / "there", "--component", "python")
    [site] = (tmp_path / "there" / "lib").glob("python3*/site-packages")
    said = run(sys.executable, "-c", _ASKS, PYTHONPATH=str(site))
    expect_installed(said, tmp_path / "there")


def test_what_is_installed_goes_where_debian_imports_it(tmp_path):
    for prefix, site in (("/usr/local", "local/lib/python3.*/dist-packages"), ("/usr", "lib/python3/dist-packages")):
        to = tmp_path / prefix.replace("/", "_")
        run("cmake", "--install", _BUILD, "--prefix", prefix, "--component", "python", DESTDIR=str(to))
        [package] = to.glob(f"usr/{site}/sextant")
        assert (package / "py.typed").exists()
        assert f"/{package.parent.relative_to(to)}" in sys.path


def test_a_wheel_installs(environment, tmp_path):
    packing = _ROOT / "lib" / "python" / "packing" / "wheel.py"
    wheel = run(sys.executable, "-B", packing, _BUILD / "python", tmp_path).strip()
    pip = [environment / "bin" / "python3", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    expect_installed(run(environment / "bin" / "python3", "-c", _ASKS), environment)
    run(*pip, "uninstall", "-y", "sextant")
    left = list((environment / "lib").glob("python3*/site-packages/sextant*"))
    assert left == []


def test_a_folder_without_a_module_is_none(tmp_path):
    """CMake makes the folders of targets when it configures: build/python is none of them."""
    rules = (_BUILD / "build.ninja").read_text() if (_BUILD / "build.ninja").exists() else ""
    if not rules:
        pytest.skip("not built by ninja")
    assert "build python/sextant/_sextant" not in rules
