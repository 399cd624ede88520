"""A match on this machine: `quatrefoil.play` hosts it as a server does."""

from __future__ import annotations

from typing import Any

import orjson

from quatrefoil.core.game import Rules
from quatrefoil.core.record import Record
from quatrefoil.match.setup import Setup
from quatrefoil.play import present
from quatrefoil.play.local import LocalPlay, local_setup
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.state import Message


def setup_of(rules: Rules, level: int | None, seat: int = 0, name: str = "") -> Setup:
    """Return a match against the computer of a level, or with none, of people at this screen."""
    if level is None:
        return local_setup(rules, range(rules.players), 1)
    return local_setup(rules, [seat], level, {seat: name})


class LocalMatch(MatchClient):
    """A match between people at this screen and the computer."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._play = LocalPlay(setup, self)

    async def open(self) -> None:
        """Begin."""
        await self._play.open()

    async def ask(self, do: str, **fields: Any) -> Message:
        """Do what is asked for, or raise a RefusedError."""
        return await self._play.ask(do, **fields)

    async def steps(self, first: int, last: int) -> list[Message]:
        """Return the match move by move."""
        return await self._play.steps(first, last)

    async def record(self) -> Record:
        """Return the record of the match up to now."""
        return present.record(self._play.match)

    async def review(self) -> list[Message]:
        """Return what a review tells."""
        lines: list[bytes] = []
        await self._play.thinkers.review(self._play.match.record(), "", lines.append)
        return [orjson.loads(line) for line in lines]

    async def close(self) -> None:
        """Stop thinking."""
        await self._play.close()

    # ---- what the host tells ------------------------------------------------------------------

    def take_snapshot(self, snapshot: Message) -> None:
        """Show a new match."""
        self.match.take_snapshot(snapshot)
        self.dice_hold = True
        self.changed()

    def take_event(self, event: Message) -> None:
        """Show what happened."""
        self.match.take_event(event)
        if event["type"] == "ended":
            self.dice_hold = self._play.dice_hold
        self.changed()
