"""A PostgreSQL of our own, in another process: to measure on, to kill, to cut connections of.

It lives in a private folder on a free port of this machine and ends with a `with` block. Root may
not run it: then it runs as the user `postgres`, whom Debian's package makes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.lab.server_process import free_port

#: Names the folder of PostgreSQL's programs, where it is not one of the usual ones.
FOLDER = "QUATREFOIL_POSTGRESQL"
#: The settings as they come.
NOTHING: Mapping[str, str] = MappingProxyType({})
#: Whom root runs it as.
_USER = "postgres"
#: Why there is none on Windows.
_NO_SIGNALS = "PostgreSQL is stopped and killed by signals here, which Windows lacks"
#: Seconds for a start; after a kill the log is replayed first.
_START_SECONDS = 60


class NoPostgresError(QuatrefoilError):
    """There is no PostgreSQL on this machine, or nobody whom it can run as."""


def find_programs() -> Path:
    """Return the folder of `initdb`, `postgres` and `psql`, of the newest version there is."""
    if sys.platform == "win32":
        raise NoPostgresError(_NO_SIGNALS)
    if named := os.environ.get(FOLDER):
        return Path(named)
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    for folder in sorted(debian, key=lambda path: float(path.parent.name), reverse=True):
        if (folder / "initdb").exists():
            return folder
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    raise NoPostgresError(f"no PostgreSQL is here: install it, or let {FOLDER} name its folder")


class PostgresProcess:
    """A PostgreSQL that is started, asked, killed and started again.

    `settings` are those of postgresql.conf. Commits are on the disk when they are answered, as in
    real life, unless they say `{"fsync": "off"}`: then a kill of the process still loses nothing,
    only one of the machine does.
    """

    def __init__(self, settings: Mapping[str, str] = NOTHING, folder: Path | None = None) -> None:
        self.programs = find_programs()
        self._user = _user()
        #: Whoever made the folder deletes it.
        self._own = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="quatrefoil-postgresql-"))
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.port = free_port()
        self.settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "max_connections": "60",
            "shared_buffers": "64MB",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.make()
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ---- life ---------------------------------------------------------------------------------

    def make(self) -> None:
        """Make an empty cluster."""
        if self._user:
            shutil.chown(self.folder, self._user)
        self.run("initdb", "-D", str(self.data), "-U", _USER, "--auth=trust", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"--{name}={value}" for name, value in self.settings.items()]
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        ends = time.monotonic() + _START_SECONDS
        while time.monotonic() < ends:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [*command, *options], stdout=log, stderr=log, **self._as_user()
                )
            # After a kill the memory may still be in use for a moment: then it ends by itself.
            while self.process.poll() is None and time.monotonic() < ends:
                if self._answers():
                    return
                time.sleep(0.02)
            time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL did not start: {self.log.read_text()[-2000:]}")

    @property
    def pids(self) -> list[int]:
        """The numbers of all its processes, the first one's first."""
        assert self.process
        first = self.process.pid
        with suppress(OSError):
            children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            return [first, *map(int, children)]
        return [first]

    def signal(self, number: signal.Signals) -> None:
        """Send all its processes a signal, such as SIGSTOP."""
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """End it without a chance to do anything."""
        if sys.platform == "win32":
            raise NoPostgresError(_NO_SIGNALS)
        assert self.process
        self.signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it quickly and in order; who is connected is not waited for."""
        if sys.platform == "win32":
            raise NoPostgresError(_NO_SIGNALS)
        if self.process and self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self) -> None:
        """End it, and delete what it has."""
        self.stop()
        if self._own:
            shutil.rmtree(self.folder, ignore_errors=True)

    # ---- asking -------------------------------------------------------------------------------

    def address(self, database: str = "postgres") -> str:
        """Return the address of one of its databases, as `--database` takes it."""
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make an empty database; return its address."""
        self.sql(f'CREATE DATABASE "{database}"')
        return self.address(database)

    def sql(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """Run a statement; return the rows of its answer as texts."""
        answer = self.run("psql", "-XAtq", "-F", "\t", "-c", statement, self.address(database))
        return [line.split("\t") for line in answer.splitlines()]

    def cut(self, database: str) -> int:
        """Cut all connections to a database; return how many there were."""
        return len(
            self.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                f" WHERE datname = '{database}' AND pid <> pg_backend_pid()"
            )
        )

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs; return what it prints."""
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, **self._as_user()
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.strip() or done.stdout.strip()}")
        return str(done.stdout)

    def spawn(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of PostgreSQL's programs; whoever does ends it."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [str(self.programs / program), *arguments],
                stdout=log,
                stderr=log,
                **self._as_user(),
            )

    def _answers(self) -> bool:
        # Asked by its own socket: at the port somebody else may answer, while it was away.
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        ready += ["-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def _as_user(self) -> dict[str, Any]:
        """Return how a process is started as the user whom it may run as."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        more: dict[str, Any] = {"cwd": self.folder, "env": environment | {"LC_ALL": "C.UTF-8"}}
        if self._user:
            more |= {"user": self._user, "group": self._user, "extra_groups": ()}
        return more


def _user() -> str | None:
    """Return whom to run it as; nobody else where we are not root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd  # Windows has none

    try:
        pwd.getpwnam(_USER)
    except KeyError:
        raise NoPostgresError(f"root may not run PostgreSQL: there is no user {_USER}") from None
    return _USER
