"""The lists of the library."""

from __future__ import annotations

import json
from typing import Any, cast

from ._library import ask


def _listed(what: str) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads(ask("list", {"WHAT": what}).json))


def list_encodings() -> list[dict[str, Any]]:
    """The names that `encoding` takes, each a dictionary of its ``name`` and a ``summary``."""
    return _listed("encodings")


def list_models() -> list[dict[str, Any]]:
    """The names that `model` takes, each with its ``encoding`` and the source of its config."""
    return _listed("models")


def list_recipes() -> list[dict[str, Any]]:
    """How programs compute encodings: the names that `recipe` takes and verdicts contain."""
    return _listed("recipes")


def list_formats() -> list[dict[str, Any]]:
    """Number formats, with the names of NumPy and PyTorch."""
    return _listed("formats")


def list_libraries() -> list[dict[str, Any]]:
    """The names that `library` takes, with the accuracy of each mathematical library."""
    return _listed("libraries")


def list_modes() -> list[dict[str, Any]]:
    """The names that `mode` takes: how tables are resampled to another grid, and by which programs."""
    return _listed("modes")


def list_faults() -> list[dict[str, Any]]:
    """The faults that a verdict can name."""
    return _listed("faults")
