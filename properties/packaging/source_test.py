"""Builds the wheel from the source archive as pip does, without network, and tries it.  Takes minutes.

Usage: source_test.py DIST
"""

import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*line, **options):
    """Runs a command, whose output is shown.  Ends the program if it fails."""
    print("+", *line, flush=True)
    if subprocess.run(list(map(str, line)), check=False, **options).returncode != 0:
        raise SystemExit(f"{line[0]} failed")


def main(dist):
    [source] = [path for path in dist.glob("sextant-*.tar.gz") if "linux" not in path.name]
    with tempfile.TemporaryDirectory() as folder:
        environment = pathlib.Path(folder) / "venv"
        run(sys.executable, "-m", "venv", "--system-site-packages", environment)
        python = environment / "bin" / "python"
        run("unshare", "--net", python, "-m", "pip", "--disable-pip-version-check", "install", "--no-index",
            "--no-deps", source)
        run("unshare", "--net", python, HERE / "tries" / "package.py", cwd=folder)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
