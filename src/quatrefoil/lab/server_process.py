"""A server in another process, on its own database: to measure it, to kill it, to attack it."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quatrefoil.server.store.contract import Database

#: Seconds for a server to start or to end: on a busy machine everything takes its time.
PATIENCE_SECONDS = 120.0
#: The command that serves; another version can be measured by naming its `quatrefoil`.
COMMAND = "QUATREFOIL_SERVER"


class ServerProcess:
    """A server that is started, asked, killed and started again.

    `options` are those of `quatrefoil serve`. What it logs goes to the file `log`, or to one beside
    its database; an address of PostgreSQL has nothing beside it. `command` is the `quatrefoil` of
    another version.
    """

    def __init__(
        self,
        database: Database,
        options: Sequence[str] = ("--unlimited",),
        log: Path | None = None,
        command: str = "",
    ) -> None:
        self.database = database
        self.command = command
        self.options = tuple(options)
        self.log = log or Path(database).with_suffix(".log")
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = PATIENCE_SECONDS) -> None:
        """Start it, and wait until it answers."""
        named = self.command or os.environ.get(COMMAND)
        command = shlex.split(named) if named else [sys.executable, "-m", "quatrefoil"]
        arguments = ("--port", str(self.port), "--database", str(self.database), *self.options)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "serve", *arguments], stdout=subprocess.DEVNULL, stderr=log
            )
        ends = time.monotonic() + seconds
        while time.monotonic() < ends and self.process.poll() is None:
            with suppress(OSError):
                self.ask("/healthz", raw=True)
                return
            time.sleep(0.01)
        self.kill()  # or it would start later, for nobody
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self.process
        return self.process.pid

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, such as SIGSTOP."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End it without a chance to do anything."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def ask(
        self,
        path: str,
        data: Any = None,
        secret: str = "",
        raw: bool = False,
        timeout: float = 30,
    ) -> Any:
        """Make one HTTP request: of JSON, to JSON, unless the answer is wanted raw."""
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.read() if raw else json.load(answer)

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used; Linux tells it."""
        if sys.platform == "win32":
            raise NotImplementedError("Windows does not tell it in /proc")
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return the memory that it holds; Linux tells it."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


def pause(pid: int) -> None:
    """Stop a process where it is."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows lacks the signal that stops a process")
    os.kill(pid, signal.SIGSTOP)


def resume(pid: int) -> None:
    """Let a process go on that was stopped."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows lacks the signal that resumes a process")
    os.kill(pid, signal.SIGCONT)


def free_port() -> int:
    """Return a port that nobody listens on.

    Systems give away those from 32768 on by themselves, to whoever connects: a server that was
    killed and comes back might find its own taken.
    """
    while True:
        port = 20_000 + secrets.randbelow(32_768 - 20_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def percentile(ordered: Sequence[float], part: float) -> float:
    """Return in milliseconds the percentile of times that are in order; `part` is from 0 to 1."""
    if not ordered:
        return 0.0
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]
