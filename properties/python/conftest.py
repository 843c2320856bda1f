"""What the properties of the Python package share."""

import json
import os
import pathlib
import subprocess
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest_plugins = ["pytester"]
_DATA = pathlib.Path(__file__).parent.parent / "data"

Told = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def tool() -> Told:
    """Runs the tool, without a shell."""

    def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
        line = [os.environ["SEXTANT_TOOL"], *map(str, arguments)]
        return subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    return run


@pytest.fixture
def judged_by_tool(tool: Told, tmp_path: pathlib.Path) -> Callable[..., Any]:
    """What `sextant verify --json` says of an array, saved: an object, whose file is not named, or
    the line of its error."""

    def run(array: "np.ndarray[Any, Any]", *options: object) -> Any:
        np.save(tmp_path / "t.npy", array)
        ran = tool("verify", tmp_path / "t.npy", "--json", *options)
        if ran.returncode == 2:
            return ran.stderr
        verdict = json.loads(ran.stdout)
        assert verdict["file"] == str(tmp_path / "t.npy")
        verdict["file"] = None
        return verdict

    return run


@pytest.fixture
def data() -> Callable[[str], "np.ndarray[Any, Any]"]:
    """A table of the data folder."""
    return lambda name: np.load(_DATA / name)
