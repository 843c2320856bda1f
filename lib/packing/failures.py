"""Reports failures of packing in one line."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def in_one_line() -> Iterator[None]:
    """Ends this program with a message if a program or file is missing, or if a called program fails.
    Unfinished files are also removed if SIGTERM ends it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    except FileNotFoundError as error:
        raise SystemExit(f"packing: {error.filename} is missing: scripts/setup installs what packing needs") from None
    except subprocess.CalledProcessError as error:
        lines = [line for line in (error.stderr or "").splitlines() if line.strip()]
        reason = f": {lines[-1].strip()}" if lines else f" with status {error.returncode}"
        raise SystemExit(f"packing: {error.cmd[0]} failed{reason}") from None
    except KeyboardInterrupt:
        raise SystemExit("packing: interrupted; nothing is kept") from None
