"""One process: how long it took, what memory it had at most, and how often it told how far it was."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Ran:
    seconds: float
    cpu: float  # seconds of all cores, without those of `cat`
    peak: int  # bytes of memory
    status: int
    out: str
    told: list = field(default_factory=list)  # seconds since it began, a time a progress line
    err: str = ""

    def silence(self):
        """The longest time in which nothing was told."""
        times = [0.0, *self.told, self.seconds]
        return max(later - sooner for sooner, later in zip(times, times[1:]))


class Terminal:
    """What a process takes for its user's terminal, and what it tells there when."""

    def __init__(self):
        self._ours, self.theirs = os.openpty()
        self._begun = time.monotonic()
        self.told, self._text = [], b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        with contextlib.suppress(OSError):  # EIO, once nobody can write any more
            while piece := os.read(self._ours, 1 << 12):
                self._text += piece
                if b" %" in piece:
                    self.told.append(time.monotonic() - self._begun)

    def handed_over(self):
        os.close(self.theirs)
        self.theirs = None

    def text(self):
        """What it told last, when it has ended."""
        self._reader.join()
        lines = self._text.decode(errors="replace").replace("\r", "\n").splitlines()
        return ([line for line in lines if line.strip("\x1b[K ")] or [""])[-1]

    def close(self):
        if self.theirs is not None:
            self.handed_over()
        self._reader.join()
        os.close(self._ours)


@contextlib.contextmanager
def undisturbed():
    """What would end this process waits until the block is left."""
    told = []
    before = {number: signal.signal(number, lambda number, _: told.append(number))
              for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in told:
            signal.raise_signal(number)


@contextlib.contextmanager
def started(words, **more):
    """A process that is over, whatever happens, when it is left."""
    process = subprocess.Popen(words, **more)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            process.wait()


def run(words, folder, source=None, piped=False, nowhere=False):
    """Runs `words` in a folder, its standard input being `source`, through `cat` if `piped`.

    The peak is ru_maxrss, the greatest resident set that the kernel saw (VmHWM of the process as it
    ends, less what a file's own cache takes that is read and not mapped); of a process started from
    this one it is at least as much as this one had then.
    """
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(tempfile.TemporaryFile(dir=folder))
        terminal = Terminal()
        stack.callback(terminal.close)
        fed = subprocess.DEVNULL if source is None else stack.enter_context(open(source, "rb"))
        begun = time.monotonic()
        with undisturbed():  # a process that nobody knows yet would be ended by nobody
            if piped:
                cat = stack.enter_context(started(["cat"], stdin=fed, stdout=subprocess.PIPE))
                fed = stack.enter_context(cat.stdout)
            process = stack.enter_context(started(
                words, cwd=folder, stdin=fed, stdout=subprocess.DEVNULL if nowhere else out,
                stderr=terminal.theirs, env=os.environ | {"TMPDIR": str(folder)}))
        terminal.handed_over()
        if piped:
            fed.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begun
        err = terminal.text()
        out.seek(0)
        return Ran(seconds, usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss,
                   process.returncode, out.read().decode(errors="replace"), terminal.told, err)
