"""The licences of what is packed: of Debian's libraries, of headers that are compiled in, and of the
report's JavaScript.  They come from the copyright files of the installed Debian packages, and from the
JavaScript packages themselves."""

import pathlib
import re
import subprocess
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_DOC = pathlib.Path("/usr/share/doc")
_COMMON = pathlib.Path("/usr/share/common-licenses")

# The C and C++ standard libraries: every system has them, and their headers may be compiled into
# programs of any licence.
_COMPILERS = re.compile(r"libc6-dev|libstdc\+\+-\d+-dev|libgcc-\d+-dev|linux-libc-dev|libcrypt-dev")

_HEAD = """\
Sextant itself: its source declares no licence.

It is packed together with parts of other projects.  Their licences are in this folder: one file for each
Debian package{page}, and in {common} the texts that these files refer to.

"""


class Package(NamedTuple):
    """An installed Debian package."""

    name: str
    version: str
    source: str  # name of the source package


def _output_of(*line: object) -> str:
    return subprocess.run(list(map(str, line)), check=True, capture_output=True, text=True).stdout


def _owners(paths: Iterable[pathlib.Path]) -> dict[pathlib.Path, str]:
    """The Debian package of each file.  Exits with a message if a file belongs to none."""
    wanted = {path: path.resolve() for path in paths}
    # On a system with merged /usr a package may list /lib/... for a file of /usr/lib.
    spelled = {str(real): real for real in wanted.values()}
    spelled |= {str(real).removeprefix("/usr"): real for real in wanted.values()}
    ran = subprocess.run(["dpkg-query", "-S", *spelled], capture_output=True, text=True, check=False)
    found = {}
    for packages, path in re.findall(r"^(\S+): (/.*)$", ran.stdout, re.MULTILINE):
        if path in spelled:
            found[spelled[path]] = packages.partition(":")[0]
    for path, real in wanted.items():
        if real not in found:
            raise SystemExit(f"packing: {path} belongs to no Debian package, so that its licence is unknown")
    return {path: found[real] for path, real in wanted.items()}


def _package(name: str) -> Package:
    shown = _output_of("dpkg-query", "-W", "-f=${Version}\t${source:Package}\n", name).splitlines()[0]
    version, source = shown.split("\t")
    return Package(name, version, source)


def _compiled_headers(build: pathlib.Path, proofs: bool) -> set[pathlib.Path]:
    """The headers under /usr/include from which the objects of lib were compiled, as Ninja noted them;
    without those of theorems and certificates if there are no `proofs`."""
    headers = set()
    ours = False
    for line in _output_of("ninja", "-C", build, "-t", "deps").splitlines():
        if line and not line.startswith(" "):
            ours = line.startswith("lib/") and not line.startswith(("lib/mpi/", "lib/gmock/"))
            ours = ours and (proofs or not re.search(r"/sextant(_proof|_certificate|-tool)\.dir/", line))
        elif ours and line.startswith("    /usr/include/"):
            headers.add(pathlib.Path(line.strip()))
    if not headers:
        raise SystemExit(f"packing: {build} has no record of the compiled headers: build it first")
    return {path for path in headers if path.exists()}


def _copyright(package: Package) -> pathlib.Path:
    path = _DOC / package.name / "copyright"
    if not path.is_file():
        raise SystemExit(f"packing: {path} is missing: reinstall {package.name} with its documentation")
    return path


def _page_licences(build: pathlib.Path) -> str:
    """The licences of the JavaScript that the program contains; empty if it was built without it."""
    if "SEXTANT_HAS_FIGURES" not in (build / "build.ninja").read_text(encoding="utf-8"):
        return ""
    source = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    assert source
    modules = pathlib.Path(source[1]) / "reports" / "page" / "node_modules"
    texts = []
    for path in sorted(modules.glob("**/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*")):
        if path.is_file():
            name = path.parent.relative_to(modules)
            texts.append(f"==== {name}\n\n{path.read_text(encoding='utf-8').strip()}\n")
    if not texts:
        raise SystemExit(f"packing: no licences in {modules}: run scripts/setup and build again")
    return "\n".join(texts)


def _licence_names(package: Package) -> str:
    """The names of licences in the fields of a copyright file, in order; a hint for readers."""
    text = _copyright(package).read_text(encoding="utf-8", errors="replace")
    names = re.findall(r"^License:[ \t]*(\S.*)$", text, re.MULTILINE)
    return ", ".join(dict.fromkeys(name.strip() for name in names)) or "see there"


def write(folder: pathlib.Path, build: pathlib.Path, libraries: Mapping[str, pathlib.Path]) -> None:
    """Writes the licences of some libraries (names in the archive with the installed files), of compiled
    headers and of the page's JavaScript into a new folder, with a list of all in README.txt."""
    headers = _compiled_headers(build, proofs=any("flint" in name for name in libraries))
    owners = _owners([*libraries.values(), *headers])
    lines = []
    packages = set()
    for name, path in libraries.items():
        package = _package(owners[path])
        packages.add(package)
        lines.append(f"{name}: a copy of {path.resolve().name} of {package.name} {package.version}, "
                     f"source package {package.source}, with names of libraries changed; "
                     f"its files name the licences {_licence_names(package)}")
    for name in sorted({owners[path] for path in headers}):
        if not _COMPILERS.fullmatch(name):
            package = _package(name)
            packages.add(package)
            lines.append(f"compiled in: headers of {package.name} {package.version}, "
                         f"source package {package.source}")
    folder.mkdir(parents=True)
    common = set()
    for package in packages:
        text = _copyright(package).read_bytes()
        (folder / f"{package.name}.txt").write_bytes(text)
        common |= set(re.findall(rb"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9+])", text))
    (folder / "common").mkdir()
    for name in sorted(one.decode() for one in common):
        if (_COMMON / name).is_file():
            (folder / "common" / name).write_bytes((_COMMON / name).read_bytes())
    page = _page_licences(build)
    if page:
        (folder / "page.txt").write_text(page, encoding="utf-8")
        lines.append("in reports: JavaScript packages, page.txt")
    head = _HEAD.format(page=", page.txt for the JavaScript of reports" if page else "", common="common/")
    (folder / "README.txt").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
