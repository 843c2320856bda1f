"""What there is."""

from __future__ import annotations

import json
from typing import Any, cast

from . import _sextant


def _listed(what: str) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads(_sextant.inventory(what)))


def list_encodings() -> list[dict[str, Any]]:
    """The names that `encoding` takes, each a dictionary of its ``name`` and a ``summary``."""
    return _listed("encodings")


def list_models() -> list[dict[str, Any]]:
    """The names that `model` takes, each with its ``encoding`` and the source of its config."""
    return _listed("models")


def list_recipes() -> list[dict[str, Any]]:
    """How programs compute encodings: the names that `recipe` takes and verdicts give."""
    return _listed("recipes")


def list_formats() -> list[dict[str, Any]]:
    """Number formats, by the names that NumPy and PyTorch have for them."""
    return _listed("formats")


def list_libraries() -> list[dict[str, Any]]:
    """The names that `library` takes: how accurate the functions of a mathematical library are."""
    return _listed("libraries")


def list_faults() -> list[dict[str, Any]]:
    """The mistakes that a verdict can recognise."""
    return _listed("faults")
