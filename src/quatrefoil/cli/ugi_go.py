"""`go` and `stop` of `quatrefoil ugi`: a search that runs while lines go on being answered."""

from __future__ import annotations

import threading
from collections.abc import Callable

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError, IllegalMoveError, QuatrefoilError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.search import (
    LEVELS,
    Config,
    Limit,
    Player,
    Searcher,
    SearchResult,
    player,
    searcher,
)
from quatrefoil.search.config import MEMORY

#: Where the lines of an answer go, from whatever thread.
Say = Callable[[list[str]], None]

#: The largest number that each kind of budget takes.
_BUDGETS = {
    "movetime": 86_400_000,
    "nodes": 10**12,
    "depth": 512,
    "level": len(LEVELS),
}


class Engine:
    """One search at a time. It keeps the searcher while the rules stay the same."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._thread: threading.Thread | None = None
        self._searcher: Searcher | Player | None = None
        self._made_for: tuple[Rules, int, int, int] | None = None
        self._halt = threading.Event()
        self._threads = 1
        self._memory = MEMORY

    def set_option(self, name: str, value: int) -> None:
        """Set the number of threads or megabytes for the next searches."""
        if name == "Threads":
            self._threads = value
        else:
            self._memory = value

    def go(self, line: Line, text: str) -> None:
        """Begin a search with the budget that a text names: `movetime 500` or `level 3`."""
        kind, number = _budget(text)
        if self._halt.is_set():
            self.finish()
        if self.running:
            raise QuatrefoilError("a search is running already: stop it first")
        if line.position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to search")
        if line.position.turn == CHANCE:
            raise IllegalMoveError("it is chance's turn: play one of its tokens first")
        self._halt = threading.Event()
        self._prepare(line.position.rules, number if kind == "level" else 0)
        self._thread = threading.Thread(target=self._run, args=(line.copy(), kind, number))
        self._thread.start()

    def stop(self) -> None:
        """End the running search: its `bestmove` follows."""
        if not self.running or self._searcher is None:
            raise QuatrefoilError("no search is running")
        self._halt.set()
        self._searcher.stop()

    def finish(self) -> None:
        """Wait for a running search to end."""
        if self._thread:
            self._thread.join()

    @property
    def running(self) -> bool:
        """Whether a search has begun and not ended."""
        return self._thread is not None and self._thread.is_alive()

    def _prepare(self, rules: Rules, level: int) -> None:
        wanted = (rules, level, self._threads, self._memory)
        if self._made_for != wanted:
            if level:
                self._searcher = player(rules, level, threads=self._threads)
            else:
                config = Config.best(rules, threads=self._threads, memory=self._memory)
                self._searcher = searcher(rules, config)
            self._made_for = wanted

    def _run(self, line: Line, kind: str, number: int) -> None:
        if isinstance(self._searcher, Player):
            move = self._searcher.choose(line, self._halt)
        else:
            assert self._searcher is not None
            limit = _limit(kind, number)
            result = self._searcher.search(line, limit, self._tell(line), self._halt)
            self._say([info(line, result)])
            move = result.best
        self._say([f"bestmove {line.position.token(move)}"])

    def _tell(self, line: Line) -> Callable[[SearchResult], None]:
        return lambda result: self._say([info(line, result)])


def info(line: Line, result: SearchResult) -> str:
    """Return what a search found as one `info` line; `value` has a number for each player."""
    values = " ".join(f"{value:.4f}" for value in result.values)
    return (
        f"info value {values}{' proven' if result.proven else ''} nodes {result.nodes}"
        f" nps {result.nodes_per_second:.0f} time {result.seconds * 1000:.0f}"
        f" pv {' '.join(tokens_of(line.position, result.principal_variation))}"
    )


def _budget(text: str) -> tuple[str, int]:
    words = text.split()
    if len(words) == 2 and words[0] in _BUDGETS and words[1].isascii() and words[1].isdecimal():
        kind, number = words[0], int(words[1][:16])
        if 1 <= number <= _BUDGETS[kind]:
            return kind, number
    ranges = ", ".join(f"{kind} 1…{most}" for kind, most in _BUDGETS.items())
    raise FormatError(f"go takes exactly one of {ranges}, not {shortened(text)}")


def _limit(kind: str, number: int) -> Limit:
    if kind == "movetime":
        return Limit(time=number / 1000)
    return Limit(nodes=number) if kind == "nodes" else Limit(depth=number)
