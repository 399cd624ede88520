"""What every searcher offers, whatever its method."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from quatrefoil.core.errors import IllegalMoveError
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
            return self._search(line.copy(), limit, listener, halt)

    @abstractmethod
    def _search(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        """Search a line that nobody else changes; `halt` may be set already."""

    @abstractmethod
    def stop(self) -> None:
        """End a search that runs in another thread: it answers with what it has."""
