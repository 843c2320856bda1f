"""The package as it is installed, and as a wheel."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv
import zipfile

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


def test_the_tool_alone_is_installed(tmp_path):
    """As the guide says after `scripts/build sextant-tool`: no file of another target is needed."""
    run("cmake", "--install", _BUILD, "--prefix", tmp_path, "--component", "tool")
    assert run(tmp_path / "bin" / "sextant", "--version").split() == ["sextant", sextant.__version__]
    assert (tmp_path / "share" / "man" / "man1" / "sextant-verify.1").exists()
    assert not list(tmp_path.rglob("libsextant*"))


def test_the_guide_installs_what_its_commands_build():
    """`cmake --install` without a component needs every target."""
    lines = [line for page in (_ROOT / "reports" / "guide").glob("*.md") for line in page.read_text().splitlines()
             if "cmake --install" in line]
    assert len(lines) >= 4
    for line in lines:
        whole = "scripts/build &&" in line or "`cmake --install`" in line
        assert whole or "--component" in line, line


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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    packing = _ROOT / "lib" / "packing" / "wheel.py"
    return run(sys.executable, "-B", packing, _BUILD, tmp_path_factory.mktemp("wheel")).strip()


def test_a_wheel_installs(environment, wheel):
    pip = [environment / "bin" / "python3", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    expect_installed(run(environment / "bin" / "python3", "-c", _ASKS), environment)
    assert "sextant_rope" in run(environment / "bin" / "python3", "-m", "pytest", "--fixtures", environment / "bin")
    run(*pip, "uninstall", "-y", "sextant")
    left = list((environment / "lib").glob("python3*/site-packages/*sextant*"))
    assert left == []


_MAPPED = """
import sextant
before = set(open("/proc/self/maps"))
sextant.value(1, 0, dim=8)
print(*{line.split()[-1] for line in open("/proc/self/maps") if ".so" in line and line not in before})
"""


def test_a_wheel_has_what_it_needs(wheel, tmp_path):
    tag = re.fullmatch(r"sextant-[\d.]+-py3-none-manylinux_2_(\d+)_x86_64.whl", pathlib.Path(wheel).name)
    assert tag and int(tag[1]) <= 34
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    of_system = re.compile(r".*/(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|ld-linux-x86-64)\.so\.[\d.]+")
    for path in run(sys.executable, "-c", _MAPPED, PYTHONPATH=str(tmp_path)).split():
        assert pathlib.Path(path).is_relative_to(tmp_path) or of_system.fullmatch(path), path


def test_a_wheel_that_lacks_a_library_is_none(tmp_path):
    library = tmp_path / "libsextant_c.so.1"
    shutil.copy(_BUILD / "python" / "sextant" / "libsextant_c.so.1", library)
    code = ("import libraries, pathlib, sys; path = pathlib.Path(sys.argv[1]);"
            "print(libraries.versions([path], path.parent, libraries.IN_WHEEL))")
    packing = {"PYTHONPATH": str(_ROOT / "lib" / "packing")}
    ran = subprocess.run([sys.executable, "-B", "-c", code, library], capture_output=True, text=True,
                         env={**os.environ, **packing})
    assert ran.returncode == 1
    assert re.fullmatch(r"packing: libsextant_c.so.1 needs lib\S+, which is not packed with it\n", ran.stderr)
