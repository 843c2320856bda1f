"""Files in memory that have a path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def path_of(content: bytes) -> Iterator[str]:
    """A path to read `content` from."""
    descriptor = os.memfd_create("sextant")
    try:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(content)
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
