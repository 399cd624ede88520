"""Disks that can be filled and freed while a server writes to them: real ones, as far as we may.

A small tmpfs where we may mount one; else a limit on how large the files of the server may grow,
which the kernel enforces on the running process.
"""

import os
import resource
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

SIZE = 32 * 1024 * 1024


class SmallDisk:
    """A file system of its own."""

    kind = "tmpfs"

    def __init__(self, folder):
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, server):
        with self._filler.open("wb", buffering=0) as filler:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    continue

    def free(self, server):
        self._filler.unlink()


class SmallFiles:
    """No file of the server may grow: what it appends fails, as on a full disk."""

    kind = "RLIMIT_FSIZE"

    def __init__(self, folder):
        self.folder = folder

    def fill(self, server):
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

    def free(self, server):
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def small_disk(folder):
    """Have a disk that can be full."""
    place = Path(folder, "disk")
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    may = os.geteuid() == 0 and shutil.which("mount")
    if may and subprocess.run(mounting, capture_output=True, check=False).returncode == 0:
        try:
            yield SmallDisk(place)
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True)
    else:
        yield SmallFiles(place)
