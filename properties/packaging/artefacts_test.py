"""What scripts/package makes of a release build.

Usage: artefacts_test.py BUILD
"""

import csv
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKING = ROOT / "lib" / "packing"
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(PACKING))
sys.dont_write_bytecode = True

import libraries  # noqa: E402

VERSION = re.search(r"project\(sextant VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
CLAIM = ["--model", "llama-3-8b", "--part", "cos"]
OF_SYSTEM = re.compile(r"(linux-vdso|ld-linux-x86-64|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so\.\d+")


def run(*line, status=0, **options):
    """What a command prints; it must end with the status."""
    ran = subprocess.run(list(map(str, line)), capture_output=True, text=True, check=False, **options)
    assert ran.returncode == status, f"{line}: {ran.returncode}\n{ran.stdout}{ran.stderr}"
    return ran.stdout + ran.stderr


def pack(to, **environment):
    return run(sys.executable, "-B", PACKING / "package.py", BUILD, to, SCRATCH / "index.html",
               env={**os.environ, **environment})


def sums(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def setUpModule():
    global DIST, SCRATCH, TREE
    if not (ROOT / ".git").exists():
        print("packages are made from a git clone")
        sys.exit(0)
    SCRATCH = pathlib.Path(tempfile.mkdtemp())
    unittest.addModuleCleanup(shutil.rmtree, SCRATCH)
    DIST = SCRATCH / "dist"
    (SCRATCH / "index.html").write_text(f"<p>sextant {VERSION} in WebAssembly.")
    pack(DIST)
    TREE = unpacked(SCRATCH / "tree")


def one(pattern):
    [path] = DIST.glob(pattern)
    return path


def unpacked(folder):
    """Unpacks the archive into a new folder.  Returns the folder that it contains."""
    folder.mkdir()
    run("tar", "-xzf", one("*-linux-x86_64.tar.gz"), "-C", folder)
    [top] = folder.iterdir()
    return top


def binaries_of(tree):
    [library] = [path for path in tree.rglob("libsextant_c.so.*") if not path.is_symlink()]
    return [tree / "bin" / "sextant", library, *(library.parent / "sextant").iterdir()]


class Names(unittest.TestCase):
    def test_every_package_is_there_with_its_checksum(self):
        [wheel] = [path.name for path in DIST.glob("*.whl")]
        self.assertRegex(wheel, rf"^sextant-{re.escape(VERSION)}-py3-none-manylinux_2_\d+_x86_64\.whl$")
        self.assertEqual({path.name for path in DIST.iterdir()},
                         {wheel, "SHA256SUMS", f"sextant-{VERSION}-linux-x86_64.tar.gz", f"sextant-{VERSION}.tar.gz",
                          f"sextant-{VERSION}.html", f"sextant_{VERSION}_amd64.deb", f"sextant-dev_{VERSION}_amd64.deb"})
        self.assertEqual(run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=DIST).count(": OK\n"), 6)

    def test_the_changelog_has_the_version(self):
        changelog = (ROOT / "reports" / "guide" / "changelog.md").read_text()
        self.assertIn(f"\n## {VERSION}", changelog)
        self.assertEqual((TREE / "share/doc/sextant/changelog.md").read_text(), changelog)


    def test_pages_name_the_version(self):
        pages = [ROOT / "README.md", *(ROOT / "reports" / "guide").glob("*.md")]
        named = set()
        for page in pages:
            named |= set(re.findall(r"(?:sextant[-_]|@v|rev: v|git tag v)(\d+\.\d+\.\d+)", page.read_text()))
        self.assertEqual(named, {VERSION})


class Bytes(unittest.TestCase):
    def test_a_second_run_makes_the_same_bytes(self):
        # Another temporary folder, time zone, locale and umask.
        before = os.umask(0o077)
        try:
            with tempfile.TemporaryDirectory() as other:
                pack(pathlib.Path(other) / "again", TMPDIR=other, TZ="Asia/Kathmandu", LC_ALL="C")
                self.assertEqual(sums(pathlib.Path(other) / "again"), sums(DIST))
        finally:
            os.umask(before)

    def test_times_are_those_of_the_last_commit(self):
        given = os.environ.get("SOURCE_DATE_EPOCH")
        time = int(given or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
        for pattern in ("*-linux-x86_64.tar.gz", f"sextant-{VERSION}.tar.gz"):
            with tarfile.open(one(pattern)) as tar:
                members = tar.getmembers()
            self.assertEqual({(member.mtime, member.uid, member.gid, member.uname) for member in members},
                             {(time, 0, 0, "root")})
            self.assertEqual([member.name for member in members], sorted(member.name for member in members))


class Symbols(unittest.TestCase):
    def test_they_are_within_the_limits(self):
        needed = libraries.versions(binaries_of(TREE), TREE / "lib" / "sextant", libraries.IN_ARCHIVE)
        depends = run("dpkg-deb", "-f", one("sextant_*.deb"), "Depends")
        self.assertIn(f"libc6 (>= {needed['GLIBC'][0]}.{needed['GLIBC'][1]})", depends)

    def test_a_lower_limit_is_exceeded(self):
        for kind, limit in (("GLIBC", (2, 33)), ("GLIBCXX", (3, 4, 28))):
            with self.assertRaisesRegex(SystemExit, rf"^packing: \S+ needs {kind}_\S+; the limit is"):
                libraries.versions(binaries_of(TREE), TREE / "lib" / "sextant", {**libraries.IN_ARCHIVE, kind: limit})

    def test_a_missing_library_is_noticed(self):
        with self.assertRaisesRegex(SystemExit, "which is not packed with it"):
            libraries.versions(binaries_of(TREE), SCRATCH, libraries.IN_ARCHIVE)


class Libraries(unittest.TestCase):
    """A library is added to these lists on purpose only: one dependency may bring many."""

    WHEEL = {"fmt", "gmp", "hwy", "mpfi", "mpfr", "tbb", "z"}
    ARCHIVE = WHEEL | {"flint", "flint-arb", "fplll", "gf2x", "ntl"}

    def expect(self, names, wanted):
        self.assertEqual({re.fullmatch(r"sxt(.*)\.so\.[\d.]+", name)[1] for name in names}, wanted)

    def test_of_the_tarball(self):
        self.expect([path.name for path in (TREE / "lib" / "sextant").iterdir()], self.ARCHIVE)

    def test_of_the_deb(self):
        listed = run("dpkg-deb", "-c", one("sextant_*.deb"))
        self.expect(re.findall(r" \./usr/lib/sextant/([^/\s]+)$", listed, re.MULTILINE), self.ARCHIVE)

    def test_of_the_wheel(self):
        with zipfile.ZipFile(one("*.whl")) as wheel:
            names = [pathlib.PurePosixPath(name).name for name in wheel.namelist()]
        self.expect([name for name in names if name.startswith("sxt")], self.WHEEL)


class Licences(unittest.TestCase):
    def expect(self, folder, names):
        """Every library is listed, and its licence with all texts that it refers to is there."""
        listed = (folder / "README.txt").read_text()
        self.assertIn("declares no licence", listed)
        for name in names:
            found = re.search(rf"^{re.escape(name)}: a copy of \S+ of (\S+) \S+, source package \S+,", listed, re.MULTILINE)
            self.assertTrue(found, name)
            text = (folder / f"{found[1]}.txt").read_text()
            self.assertIn("opyright", text)
            for common in re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9+])", text):
                if pathlib.Path("/usr/share/common-licenses", common).is_file():
                    self.assertTrue((folder / "common" / common).is_file(), common)
        for header in ("libboost1.74-dev", "nlohmann-json3-dev", "libcli11-dev"):
            self.assertIn(f"compiled in: headers of {header} ", listed)
            self.assertTrue((folder / f"{header}.txt").is_file())

    def test_of_the_tarball(self):
        names = [path.name for path in (TREE / "lib" / "sextant").iterdir()]
        self.expect(TREE / "share/doc/sextant/licences", names)

    def test_of_the_deb(self):
        run("dpkg-deb", "-x", one("sextant_*.deb"), SCRATCH / "licences")
        doc = SCRATCH / "licences/usr/share/doc/sextant"
        self.expect(doc / "licences", [path.name for path in (SCRATCH / "licences/usr/lib/sextant").iterdir()])
        self.assertIn("/usr/share/doc/sextant/licences", (doc / "copyright").read_text())

    def test_of_the_wheel(self):
        with zipfile.ZipFile(one("*.whl")) as wheel:
            wheel.extractall(SCRATCH / "wheel")
        names = [path.name for path in (SCRATCH / "wheel/sextant").glob("sxt*")]
        self.expect(SCRATCH / f"wheel/sextant-{VERSION}.dist-info/licenses", names)

    def test_the_record_of_the_wheel_lists_every_file(self):
        with zipfile.ZipFile(one("*.whl")) as wheel:
            record = wheel.read(f"sextant-{VERSION}.dist-info/RECORD").decode()
            self.assertEqual({row[0] for row in csv.reader(io.StringIO(record))}, set(wheel.namelist()))


class Folders(unittest.TestCase):
    def test_the_tarball_works_anywhere(self):
        for place in ("one", "another place"):
            tree = unpacked(SCRATCH / place)
            tool = tree / "bin" / "sextant"
            clean = {"PATH": "/usr/bin:/bin"}
            self.assertEqual(run(tool, "--version", env=clean), f"sextant {VERSION}\n")
            run(tool, "example", "wrong-base", "-o", tree / "wrong.npy", env=clean)
            self.assertIn("wrong-base", run(tool, "verify", tree / "wrong.npy", *CLAIM, status=1, env=clean))
            for binary in binaries_of(tree)[:2]:
                for name, path in re.findall(r"^\s*(\S+) (?:=> )?(.*) \(0x", run("ldd", binary, env=clean), re.MULTILINE):
                    if not OF_SYSTEM.fullmatch(pathlib.Path(name).name):
                        self.assertTrue(pathlib.Path(path).resolve().is_relative_to(tree.resolve()), f"{name}: {path}")

    def test_no_path_of_the_build_is_kept(self):
        for path in TREE.rglob("*"):
            if path.suffix in (".cmake", ".pc"):
                self.assertNotIn(str(ROOT), path.read_text(), path)

    def test_pages_and_completions(self):
        for name in ("man/man1/sextant.1", "man/man1/sextant-verify.1", "bash-completion/completions/sextant",
                     "zsh/site-functions/_sextant", "fish/vendor_completions.d/sextant.fish",
                     "sextant/figures/draw.py"):
            self.assertTrue((TREE / "share" / name).is_file(), name)

    def test_a_program_in_c_by_pkg_config(self):
        flags = run("pkg-config", "--cflags", "--libs", "sextant",
                    env={"PATH": os.environ["PATH"], "PKG_CONFIG_LIBDIR": str(TREE / "lib/pkgconfig")}).split()
        source = SCRATCH / "version.c"
        source.write_text('#include <sextant.h>\n#include <stdio.h>\n'
                          'int main(void) { return puts(sextant_version()) < 0; }\n')
        run("cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", source, *flags, "-o", SCRATCH / "version")
        self.assertEqual(run(SCRATCH / "version", env={"LD_LIBRARY_PATH": str(TREE / "lib")}), f"{VERSION}\n")

    def test_a_project_in_c_by_cmake(self):
        project = SCRATCH / "project"
        project.mkdir()
        (project / "main.c").write_text('#include <sextant.h>\nint main(void) { return !sextant_version(); }\n')
        text = ("cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES C)\nenable_testing()\n"
                f"find_package(sextant {VERSION} REQUIRED{{}})\n"
                "add_executable(user main.c)\ntarget_link_libraries(user sextant::c)\n"
                'sextant_add_conformance_test(NAME none ENCODING "--dim 64" FORMAT float32 COMMAND ./nowhere)\n'
                "add_test(NAME user COMMAND user)\n")
        configure = ["cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={TREE}"]
        (project / "CMakeLists.txt").write_text(text.format(" COMPONENTS c tool"))
        run(*configure)
        run("cmake", "--build", project / "build")
        run("ctest", "--test-dir", project / "build", "-R", "user")
        said = run("ctest", "--test-dir", project / "build", "-R", "none", "--output-on-failure", status=8)
        self.assertIn("nowhere cannot be run", said)
        (project / "CMakeLists.txt").write_text(text.format(""))
        self.assertIn("ask for COMPONENTS c tool", " ".join(run(*configure, status=1).split()))


class Debian(unittest.TestCase):
    def test_both_together_are_the_tarball(self):
        for name in ("sextant", "sextant-dev"):
            run("dpkg-deb", "-x", one(f"{name}_*.deb"), SCRATCH / "both")
        def files(folder):
            return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        installed = files(SCRATCH / "both/usr")
        for name in ("sextant", "sextant-dev"):
            installed.pop(f"share/doc/{name}/copyright")
        self.assertEqual(installed.keys(), files(TREE).keys())
        self.assertEqual(installed, files(TREE))

    def test_files_belong_to_root(self):
        for name in ("sextant", "sextant-dev"):
            for line in run("dpkg-deb", "-c", one(f"{name}_*.deb")).splitlines():
                self.assertRegex(line, r"^(d|-|l)rw\S{7} root/root ")

    def test_the_development_files_need_the_library(self):
        self.assertEqual(run("dpkg-deb", "-f", one("sextant-dev_*.deb"), "Depends"), f"sextant (= {VERSION})\n")
        names = run("dpkg-deb", "-c", one("sextant-dev_*.deb"))
        self.assertIn(" ./usr/include/sextant.h\n", names)
        self.assertIn(" ./usr/lib/libsextant_c.so -> ", names)
        self.assertNotIn("/usr/bin/", names)


class Source(unittest.TestCase):
    def test_it_is_what_git_tracks(self):
        with tarfile.open(one(f"sextant-{VERSION}.tar.gz")) as tar:
            names = {member.name.partition("/")[2] for member in tar.getmembers()}
            information = tar.extractfile(f"sextant-{VERSION}/PKG-INFO").read().decode()
            project = tar.extractfile(f"sextant-{VERSION}/pyproject.toml").read().decode()
        tracked = {name for name in run("git", "-C", ROOT, "ls-files").splitlines() if (ROOT / name).is_file()}
        self.assertEqual(names ^ tracked, {"PKG-INFO", "pyproject.toml"})
        self.assertIn(f"\nVersion: {VERSION}\n", information)
        self.assertIn(f'version = "{VERSION}"', project)
        self.assertTrue("lib/packing/build_backend.py" in names)


class Refusals(unittest.TestCase):
    def test_a_failure_leaves_nothing(self):
        folder = SCRATCH / "failing"
        (folder / "dist").mkdir(parents=True)
        (folder / "dist" / "old").touch()
        (folder / "bin").mkdir()
        (folder / "bin" / "dpkg-deb").write_text("#!/bin/sh\nexit 9\n")
        (folder / "bin" / "dpkg-deb").chmod(0o755)
        said = run(sys.executable, "-B", PACKING / "package.py", BUILD, folder / "dist", status=1,
                   env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"})
        self.assertEqual(said, "packing: dpkg-deb failed with status 9\n")
        self.assertEqual({path.name for path in folder.iterdir()}, {"bin", "dist"})
        self.assertEqual({path.name for path in (folder / "dist").iterdir()}, {"old"})

    def test_a_signal_leaves_nothing(self):
        folder = SCRATCH / "ended"
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "dpkg-deb").write_text("#!/bin/sh\nkill -TERM $PPID\nsleep 1\n")
        (folder / "bin" / "dpkg-deb").chmod(0o755)
        run(sys.executable, "-B", PACKING / "package.py", BUILD, folder / "dist", status=143,
            env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"})
        self.assertEqual({path.name for path in folder.iterdir()}, {"bin"})

    def test_a_missing_program_is_named(self):
        folder = SCRATCH / "missing"
        folder.mkdir()
        said = run(sys.executable, "-B", PACKING / "package.py", BUILD, folder / "dist", status=1,
                   env={**os.environ, "PATH": str(folder), "SOURCE_DATE_EPOCH": "1"})
        self.assertEqual(said, "packing: cmake is missing: scripts/setup installs what packing needs\n")
        self.assertEqual(list(folder.iterdir()), [])

    def test_only_a_release_build_is_packed(self):
        folder = SCRATCH / "debug"
        folder.mkdir()
        (folder / "CMakeCache.txt").write_text("CMAKE_BUILD_TYPE:STRING=Debug\n")
        said = run(sys.executable, "-B", PACKING / "package.py", folder, folder / "dist", status=1)
        self.assertIn("is a build of type Debug: only a release build is packed\n", said)
        said = run(sys.executable, "-B", PACKING / "package.py", folder / "none", folder / "dist", status=1)
        self.assertIn("is no build folder", said)
        said = run(sys.executable, "-B", PACKING / "package.py", BUILD, folder / "dist", status=1,
                   env={**os.environ, "SOURCE_DATE_EPOCH": "today"})
        self.assertIn("SOURCE_DATE_EPOCH is 'today': it must be seconds since 1970\n", said)
        self.assertFalse((folder / "dist").exists())

    def test_a_clone_with_changes_is_refused(self):
        clone = SCRATCH / "clone"
        (clone / "scripts").mkdir(parents=True)
        shutil.copy(ROOT / "scripts" / "package", clone / "scripts")
        said = run(clone / "scripts" / "package", status=2, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(SCRATCH)})
        self.assertIn("package: this is no git clone", said)
        run("git", "init", "-q", clone)
        said = run(clone / "scripts" / "package", status=2)
        self.assertIn("package: changes are not committed, first: ?? scripts/; commit them, or pass --dirty\n", said)


if __name__ == "__main__":
    unittest.main()
