"""What every searcher offers, whatever its method."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence

from quatrefoil.core.errors import IllegalMoveError, QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.limits import Limit
from quatrefoil.search.results import Listener, SearchResult
from quatrefoil.search.usage import OneThread, check_rules


class Searcher(ABC):
    """A way to search one game.

    One thread searches at a time, a second one gets a QuatrefoilError; any thread may `stop` it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._one_thread = OneThread("searcher")
        self._latest: Line | None = None

    def search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Search a line that is not over; chance may be to move.

        Where another thread may call `stop` before this has begun, it sets `halt` first.
        """
        check_rules(self.rules, line.position)
        if line.position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to search")
        with self._one_thread:
            # A copy: the caller may go on with the line while this runs.
            self._latest = line.copy()
            return self._search(self._latest, limit, listener, halt)

    def search_on(
        self,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Go on with the latest search where it stopped: `limit` says how much longer.

        Nodes and seconds of the result are those of the whole search.
        """
        with self._one_thread:
            return self._search_on(self._searched(), limit, listener, halt)

    def explore(
        self, moves: Sequence[int], limit: Limit, halt: threading.Event | None = None
    ) -> SearchResult:
        """Say what is known after some moves of the latest search's line, which can still go on.

        That is as much as the search found out; where it keeps too little, it searches that line
        as deep as it searched, within the `limit`.
        """
        with self._one_thread:
            line = self._searched().copy()
            for move in moves:
                line.push(move)
            if line.position.is_over:
                raise IllegalMoveError("the game is over there: there is nothing to explore")
            return self._explore(line, limit, halt)

    def expect(self, moves: Sequence[int]) -> tuple[int, ...]:
        """Return what is likely to follow some moves of the latest search's line."""
        with self._one_thread:
            line = self._searched().copy()
            for move in moves:
                line.push(move)
            return self._expect(line)

    def forget(self) -> None:
        """Become like one that was just made, and has searched nothing."""
        with self._one_thread:
            self._latest = None
            self._forget()

    def _searched(self) -> Line:
        if self._latest is None:
            raise QuatrefoilError("nothing was searched yet that could go on")
        return self._latest

    @abstractmethod
    def _search(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        """Search a line that nobody else changes; `halt` may be set already."""

    @abstractmethod
    def _search_on(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        """Go on with the latest search, which was of this line."""

    @abstractmethod
    def _explore(self, line: Line, limit: Limit, halt: threading.Event | None) -> SearchResult:
        """Say what is known of a line whose moves since the latest search it can take back."""

    @abstractmethod
    def _expect(self, line: Line) -> tuple[int, ...]:
        """Return what is likely to follow such a line."""

    @abstractmethod
    def _forget(self) -> None:
        """Keep nothing of what was searched."""

    @abstractmethod
    def stop(self) -> None:
        """End a search that runs in another thread: it answers with what it has."""
