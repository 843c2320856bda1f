"""Prints the directory under a prefix from which this Python imports without PYTHONPATH, such as
/usr/local/lib/python3.11/dist-packages under /usr/local on Debian.  If there is none, prints the
directory that a virtual environment of that prefix would have.

Usage: site_under.py PREFIX
"""

import pathlib
import site
import sys


def directory(prefix: str) -> pathlib.Path:
    root = pathlib.Path(prefix).resolve()
    for known in [*site.getsitepackages(), site.getusersitepackages()]:
        path = pathlib.Path(known)
        if path.is_relative_to(root) and path.relative_to(root).parts[0] == "lib":
            return path
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return root / "lib" / version / "site-packages"


if __name__ == "__main__":
    print(directory(sys.argv[1]))
