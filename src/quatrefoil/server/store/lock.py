"""One database is for one server: a lock beside the file, and the file for nobody else to read."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from quatrefoil.core.errors import QuatrefoilError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: Only whoever runs the server reads and writes these files.
_PRIVATE = 0o600
#: The files of a database: SQLite makes the others beside the first.
_SUFFIXES = ("", "-wal", "-shm", "-lock")


class InUseError(QuatrefoilError):
    """Another process serves the same file."""


#: The locks that this process holds, and how often: it may ask again for what it has.
_held: dict[Path, tuple[int, int]] = {}


class DatabaseLock:
    """A lock on a database for this process. It ends with the process, however that ends.

    The file is named by where it really is, so that links and other ways to it meet.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.resolve()
        descriptor, times = _held.get(self._path, (-1, 0))
        if not times:
            descriptor = _locked(self._path)
        _held[self._path] = descriptor, times + 1

    def release(self) -> None:
        """Let go of it."""
        descriptor, times = _held.pop(self._path)
        if times > 1:
            _held[self._path] = descriptor, times - 1
        else:
            os.close(descriptor)

    def __enter__(self) -> DatabaseLock:
        return self

    def __exit__(self, *problem: object) -> None:
        self.release()


def _locked(database: Path) -> int:
    """Return the descriptor of a locked file beside the database, or refuse."""
    database.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(f"{database}-lock", os.O_RDWR | os.O_CREAT, _PRIVATE)
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise InUseError(
            f"another process serves {database}: one file is for one server;"
            " --database chooses another file"
        ) from None
    return descriptor


def make_private(database: Path) -> None:
    """Let nobody else read the files of a database, whatever the umask says.

    Files that SQLite makes later beside the database get its permissions.
    """
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, _PRIVATE))
    real = database.resolve()
    for suffix in _SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{real}{suffix}").chmod(_PRIVATE)
