"""What all results have in common."""

from __future__ import annotations

import html
import json
from typing import Any

from ._library import Answer


class Result:
    """The result of a command that judges: true if it passes.

    ``str()`` is what the command prints."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._fields: dict[str, Any] = json.loads(answer.json)

    def __bool__(self) -> bool:
        return self.passes

    def __str__(self) -> str:
        return self._answer.words

    def _repr_html_(self) -> str:
        """The same text for notebooks, with a green or a red edge.  It is escaped, because names of
        tensors come from files."""
        edge = "#2a7" if self.passes else "#c33"
        words = html.escape(self._answer.words)
        return f'<pre style="border-left: 4px solid {edge}; padding-left: 8px">{words}</pre>'

    @property
    def passes(self) -> bool:
        """Whether nothing is wrong, and everything could be judged."""
        return self._answer.exit_status == 0

    def json(self) -> str:
        """The object that the command prints with ``--json``."""
        return self._answer.json

    def as_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        fields: dict[str, Any] = json.loads(self._answer.json)
        return fields
