"""A server in a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from quatrefoil.lab.server_process import PATIENCE_SECONDS, free_port


class Server:
    """A server that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "matches.db"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        #: What its environment has besides ours, and what its command line ends with.
        self.environment: dict[str, str] = {}
        self.options: list[str] = []

    def start(self) -> None:
        command = [sys.executable, "-m", "quatrefoil", "serve", "--port", str(self.port)]
        command += ["--database", str(self.database), "--log-level", "error", *self.options]
        around = {**os.environ, **self.environment}
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=around)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        self.kill()
        raise TimeoutError(f"the server did not start within {PATIENCE_SECONDS:.0f} s")

    def pause(self) -> None:
        """Let the server hang: connections stay open and say nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        if self._process:
            self._process.send_signal(signal.SIGCONT)

    def kill(self, how: int = signal.SIGKILL) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(PATIENCE_SECONDS)
        self._process = None
