"""The requests of those who explore: openings, what is proven, how good a variant is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.match import RefusedError
from quatrefoil.play.crew import Job
from quatrefoil.server import blocking
from quatrefoil.server.answers import Json
from quatrefoil.server.api import Api, counted, while_wanted
from quatrefoil.server.forms import EXPLORE, MEASURE, MEASURE_SECONDS, TABLEBASE
from quatrefoil.server.limits import Gate
from quatrefoil.study.books import Book, book_of
from quatrefoil.study.explorer import (
    Names,
    agreed,
    describe,
    describe_found,
    describe_tablebase,
    names_of,
)
from quatrefoil.study.measure import MeasuredGame, Sums
from quatrefoil.study.measured import measured_presets
from quatrefoil.study.openings import Found, look_up
from quatrefoil.study.tablebase import Tablebase, has_tablebase, prove_on, tablebase

#: How many variants are measured, and positions proven, at the same time: each keeps a search with
#: its memory from one piece of its work to the next, some 40 MB.
MOST_AT_ONCE = 6
#: Seconds of thinking after which a game that is not over is given up: the board is too large.
_LONGEST_GAME = 20.0


class ExploreApi:
    """The requests."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.lobby = api.lobby
        limits = api.lobby.settings.limits
        self._exploring = Gate("looks", limits.explores_a_minute / 60, limits.explores_at_once)
        self._measuring = Gate("games", limits.measures_a_minute / 60, limits.measures_at_once)
        self._under_way = 0

    async def explore(self, request: Request) -> Response:
        """Say what was played in a position, and what is proven about it."""
        client = counted(request)
        self._exploring.enter(client)
        body = await self.api.body(request)
        asked = await self.api.work(request, lambda: _looked_up(body))
        line = asked.line
        ours = await self.lobby.openings.found(line, asked.by, client)
        answer = describe(line, asked.book, asked.found, asked.solved)
        answer["matches"] = describe_found(line, agreed(line, ours, asked.names))
        answer["provable"] = has_tablebase(line.position.rules)
        return Json(answer)

    async def tablebase(self, request: Request) -> Response:
        """Prove what a game's own proof leaves open about a position."""
        self._measuring.enter(counted(request))
        body = await self.api.body(request)
        line, seconds = await self.api.work(request, lambda: _to_prove(body))
        with self._one_more():
            proving = self.lobby.thinkers.study(_Proof(line, seconds), counted(request))
            found = await while_wanted(request, proving)
        return Json(describe_tablebase(found))

    async def measure(self, request: Request) -> Response:
        """Play a variant for a second, and say what the games so far add up to."""
        self._measuring.enter(counted(request))
        body = await self.api.body(request)
        rules, sums = await self.api.work(request, lambda: _variant(body))
        with self._one_more():
            playing = self.lobby.thinkers.study(_Games(rules, sums), counted(request))
            sums = await while_wanted(request, playing)
        figures = [figure.to_json() for figure in sums.figures()]
        return Json(
            {
                "rules": str(rules),
                "games": sums.games,
                "figures": figures,
                "so_far": sums.to_json(),
            }
        )

    async def measured(self, request: Request) -> Response:
        """Show the figures of a game's presets."""
        name = request.path_params["game"]
        return await self.api.answer(request, lambda: _presets(name))

    @contextmanager
    def _one_more(self) -> Iterator[None]:
        if self._under_way >= MOST_AT_ONCE:
            raise RefusedError("too-many", "the computer is busy with other people's variants", 2)
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1


# ---- in a worker's thread ---------------------------------------------------------------------


class _Explored(NamedTuple):
    """What files say about a position, and whose turns are asked for."""

    line: Line
    by: list[int]
    book: Book | None
    found: Found
    solved: Tablebase | None
    names: Names


def _looked_up(body: bytes) -> _Explored:
    given = EXPLORE.read(blocking.read_body(body))
    line = Line(position_from_json(given["position"]), given["past"])
    by = [int(level) for level in given["by"] if level.isascii() and level.isdecimal()]
    if len(by) < len(given["by"]):
        raise RefusedError("bad-request", "'by' lists levels, and 0 for people")
    book = book_of(line.position.rules, given["level"])
    solved = tablebase(line)
    names = names_of(line, solved)
    found = agreed(line, look_up(line, book or {}), names)
    return _Explored(line, by, book, found, solved, names)


def _to_prove(body: bytes) -> tuple[Line, int]:
    given = TABLEBASE.read(blocking.read_body(body))
    line = Line(position_from_json(given["position"]), given["past"])
    if line.position.turn < 0 or not has_tablebase(line.position.rules):
        raise RefusedError("not-allowed", "nothing is proven about this position")
    return line, given["seconds"]


def _variant(body: bytes) -> tuple[Rules, Sums]:
    given = MEASURE.read(blocking.read_body(body))
    rules = rules_of(game_of(given["game"]).name, given["options"])
    so_far = given["so_far"]
    return rules, Sums(given["seed"]) if so_far is None else Sums.from_json(so_far)


def _presets(name: str) -> dict[str, Any]:
    return {"presets": [each.to_json() for each in measured_presets(game_of(name))]}


# ---- in a thinker's thread, piece by piece ----------------------------------------------------


class _Proof:
    """Proves turns; a piece is one question to a prover."""

    def __init__(self, line: Line, seconds: int) -> None:
        self._line = line
        self._seconds = seconds
        self._spent = 0.0
        self._proving: Iterator[Tablebase] | None = None
        self._latest: Tablebase | None = None

    def __call__(self, job: Job[Tablebase]) -> Tablebase | None:
        started = time.monotonic()
        if self._proving is None:
            known = tablebase(self._line)
            if known is not None and not known.open:
                return known
            self._proving = prove_on(self._line.position, float("inf"))
        found = next(self._proving, None)
        self._latest = found or self._latest
        self._spent += time.monotonic() - started
        is_done = found is None or not found.open or self._spent >= self._seconds
        return self._latest if is_done or job.halt.is_set() else None


class _Games:
    """Plays games of a variant; a piece is one move."""

    def __init__(self, rules: Rules, sums: Sums) -> None:
        self._rules = rules
        self._sums = sums
        self._spent = 0.0
        self._game: MeasuredGame | None = None
        self._begun = 0.0

    def __call__(self, job: Job[Sums]) -> Sums | None:
        started = time.monotonic()
        if self._game is None:
            planned = next(self._sums.planned())
            self._game = MeasuredGame(self._rules, planned, self._sums.seed)
            self._begun = self._spent
            job.running = self._game
        found = self._game.step()
        self._spent += time.monotonic() - started
        if found is not None:
            self._sums.add(found)
            self._game = None
            return self._sums if self._spent >= MEASURE_SECONDS else None
        if self._spent - self._begun > _LONGEST_GAME:
            raise RefusedError(
                "not-allowed",
                "a game of this variant takes the computer too long here:"
                " `quatrefoil measure` has all the time you give it",
            )
        return None
