"""Other programs as players: a client of the Universal Game Interface."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress

from quatrefoil.core.errors import QuatrefoilError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search import Limit

#: Seconds that another program may take for any answer, beside those of its search; and what a
#: search by nodes may take in all.
_GRACE, _ENDLESS = 5.0, 600.0


class ForfeitError(QuatrefoilError):
    """A player did not move: it is gone, too late, or made a move that is not legal."""


class UgiPlayer:
    """Another program, asked in UGI. It forfeits the game if it does not answer as it should."""

    def __init__(self, command: str, rules: Rules, limit: Limit) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as problem:
            raise QuatrefoilError(f"cannot start {shortened(command)}: {problem}") from None
        #: Its lines, as they come; None after the last.
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        milliseconds = max(1, round((limit.time or 0) * 1000))
        self._go = f"go nodes {limit.nodes}" if limit.nodes else f"go movetime {milliseconds}"
        self._patience = _GRACE + (limit.time or _ENDLESS)
        try:
            self._ask(f"new {rules.game.name} {json.dumps(dict(rules.changed))}", "ok", _GRACE)
        except QuatrefoilError:
            self.close()
            raise

    def choose(self, line: Line) -> int:
        self._ask(f"position startpos moves {' '.join(line.tokens)}".strip(), "ok", _GRACE)
        answer = self._ask(self._go, "bestmove", self._patience)
        try:
            return line.position.parse(" ".join(answer.split()[1:]))
        except QuatrefoilError as problem:
            raise ForfeitError(f"{shortened(self._command)} made no move: {problem}") from None

    def close(self) -> None:
        if self._process.poll() is None:
            self._tell("quit")
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def _tell(self, text: str) -> None:
        """Send a line; the program may have ended already."""
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.write(text + "\n")
            self._process.stdin.flush()

    def _ask(self, text: str, expected: str, seconds: float) -> str:
        """Send a line and return the first answer that begins as expected; infos are skipped."""
        self._tell(text)
        deadline = time.monotonic() + seconds
        asked = f"{shortened(self._command)} asked {shortened(text)}"
        while True:
            try:
                answer = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise ForfeitError(f"{asked} was silent for {seconds:g} s") from None
            if answer is None:
                self._lines.put(None)
                raise ForfeitError(f"{asked} ended without an answer")
            if answer.split()[:1] == [expected]:
                return answer
            if answer.startswith("error"):
                raise ForfeitError(f"{asked} answered {shortened(answer.strip())}")
