"""Writes .tar.gz archives that have the same bytes if their files are the same."""

import gzip
import io
import pathlib
import tarfile
from collections.abc import Iterable


def _normalised(member: tarfile.TarInfo, epoch: int) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mtime = epoch
    member.pax_headers = {}
    return member


def write(to: pathlib.Path, members: Iterable[tuple[str, pathlib.Path]], epoch: int) -> None:
    """Packs files and symbolic links under the given names, in the order of the names.  Root owns all files.
    They have the given time, and mode 755 if their owner may run them, else 644."""
    unpacked = io.BytesIO()
    with tarfile.open(fileobj=unpacked, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(members):
            member = _normalised(tar.gettarinfo(path, name), epoch)
            if path.is_symlink():
                tar.addfile(member)
            elif path.is_file():
                content = path.read_bytes()
                member.type = tarfile.REGTYPE  # hard links are packed as whole files too
                member.linkname = ""
                member.size = len(content)
                member.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                tar.addfile(member, io.BytesIO(content))
    with to.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=epoch) as packed:
        packed.write(unpacked.getbuffer())
