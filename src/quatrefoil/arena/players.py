"""Who can play in an arena, by name.

random                    any legal move
greedy                    the move after which the evaluation is best
level3                    the computer player of a level, by its nodes alone
best:0.25s                the game's best search, with a quarter of a second a move, counted in
                          time of the processor, so that a busy machine does no one wrong
uct:1000n                 plain UCT with random playouts, 1000 of them a move
best:0.25s,rave=0         … with parts of the game's advice replaced
ugi:0.25s ./program -x    another program that speaks UGI; its seconds are those on the wall
"""

from __future__ import annotations

import dataclasses
import json
import queue
import re
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any, Protocol

from quatrefoil.core.errors import QuatrefoilError, shortened
from quatrefoil.core.evaluate import Advice, evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, Limit, player, searcher

_NAMED = re.compile(
    r"(?P<kind>random|greedy|level(?P<level>[1-8])|best|uct|ugi)"
    r"(:(?P<amount>[0-9]+(\.[0-9]+)?)(?P<unit>[sn]))?"
    r"(?P<changes>(,[a-z_]+=[^,\s]+)*)"
    r"( (?P<command>.+))?"
)

#: Seconds that another program may take for any answer, beside those of its search; and what a
#: search by nodes may take in all.
_GRACE, _ENDLESS = 5.0, 600.0

_JSON_WORDS = ("true", "false", "null")


class Contestant(Protocol):
    """Somebody who moves when it is their turn."""

    def choose(self, line: Line) -> int:
        """Return a legal move for the player whose turn it is."""

    def close(self) -> None:
        """Let go of whatever is held."""


def contestant(text: str, rules: Rules, seed: int) -> Contestant:
    """Return the contestant that a text names, new for one game."""
    match = _NAMED.fullmatch(text)
    if match is None:
        raise _refusal(text)
    kind, changes = match["kind"], _changes(match["changes"], text)
    plain = kind in ("random", "greedy") or match["level"] is not None
    if (plain and (match["amount"] or changes)) or (kind == "ugi") != bool(match["command"]):
        raise _refusal(text)
    if kind == "random":
        return RandomMover(seed)
    if kind == "greedy":
        return Greedy(rules, seed)
    if match["level"]:
        return LevelPlayer(rules, int(match["level"]), seed)
    limit = _limit(match["amount"], match["unit"], text)
    if kind == "ugi":
        return Outsider(match["command"], rules, limit)
    config = Config.best(rules, seed=seed) if kind == "best" else Config.uct(seed=seed)
    try:
        return Thinker(rules, _changed(config, changes), limit)
    except (TypeError, ValueError):
        raise _refusal(text) from None


def _limit(amount: str | None, unit: str | None, text: str) -> Limit:
    if amount is None:
        raise QuatrefoilError(f"{shortened(text)} needs a budget, such as :0.25s or :1000n")
    if unit == "s":
        return Limit(time=float(amount), processor=True)
    return Limit(nodes=max(1, int(float(amount))))


def _changes(text: str, whole: str) -> dict[str, Any]:
    try:
        return {
            name: value if value.isalpha() and value not in _JSON_WORDS else json.loads(value)
            for name, _, value in (part.partition("=") for part in text.split(",")[1:])
        }
    except ValueError:
        raise _refusal(whole) from None


def _changed(config: Config, changes: dict[str, Any]) -> Config:
    """Return the configuration with fields of its own or of its advice replaced."""
    of_advice = {field.name for field in dataclasses.fields(Advice)}
    advice = {name: value for name, value in changes.items() if name in of_advice}
    rest = {name: value for name, value in changes.items() if name not in of_advice}
    return dataclasses.replace(config, advice=dataclasses.replace(config.advice, **advice), **rest)


def _refusal(text: str) -> QuatrefoilError:
    return QuatrefoilError(
        "a contestant is random, greedy, level1 to level8, best:0.25s, uct:1000n"
        f" or 'ugi:0.25s PROGRAM', not {shortened(text)}"
    )


class RandomMover:
    """Plays any legal move."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, line: Line) -> int:
        return line.position.random_move(self._rng)

    def close(self) -> None:
        """Nothing is held."""


class Greedy:
    """Plays the move after which the game's own evaluation is best for it; a win before all."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._evaluator = evaluator_of(rules)
        self._rng = Rng(seed)

    def choose(self, line: Line) -> int:
        mover = line.position.turn
        best, best_value = [], -1.0
        for move in line.position.legal_moves():
            after = line.position.copy()
            after.push_unchecked(move)
            outcome = after.outcome()
            value = outcome.shares[mover] if outcome else self._evaluator.values(after)[mover]
            if value > best_value:
                best, best_value = [move], value
            elif value == best_value:
                best.append(move)
        return best[self._rng.draw(len(best))]

    def close(self) -> None:
        """Nothing is held."""


class LevelPlayer:
    """The computer player as people meet it, but for the clock: it has all its nodes."""

    def __init__(self, rules: Rules, level: int, seed: int) -> None:
        self._player = player(rules, level, seed, timed=False)

    def choose(self, line: Line) -> int:
        return self._player.choose(line)

    def close(self) -> None:
        """Nothing is held."""


class Thinker:
    """A search with a budget for each move."""

    def __init__(self, rules: Rules, config: Config, limit: Limit) -> None:
        self._search = searcher(rules, config)
        self._limit = limit

    def choose(self, line: Line) -> int:
        return self._search.search(line, self._limit).best

    def close(self) -> None:
        """Nothing is held."""


class ForfeitError(QuatrefoilError):
    """A contestant did not play: it is gone, too late, or made a move that is not legal."""


class Outsider:
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
        """Send a line; nobody may be there to read it."""
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
