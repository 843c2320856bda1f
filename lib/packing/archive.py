"""Archives of type .tar.gz that have the same bytes for the same files."""

import gzip
import io
import pathlib
import tarfile
from collections.abc import Iterable


def _settled(member: tarfile.TarInfo, epoch: int) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mtime = epoch
    member.pax_headers = {}
    return member


def write(to: pathlib.Path, members: Iterable[tuple[str, pathlib.Path]], epoch: int) -> None:
    """Packs files and symbolic links under the given names, in the order of the names.  Files are owned by
    root, are of the given time, and of mode 755 if their owner may run them, else 644."""
    unpacked = io.BytesIO()
    with tarfile.open(fileobj=unpacked, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(members):
            member = _settled(tar.gettarinfo(path, name), epoch)
            if path.is_symlink():
                tar.addfile(member)
            elif path.is_file():
                content = path.read_bytes()
                member.type = tarfile.REGTYPE  # hard links too are whole files
                member.linkname = ""
                member.size = len(content)
                member.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                tar.addfile(member, io.BytesIO(content))
    with to.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=epoch) as packed:
        packed.write(unpacked.getbuffer())
