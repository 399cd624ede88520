"""The requests about puzzles: lists, one of them, a turn that is tried, and new ones from a record.

Judging and finding take up to some tenths of a second of Python: they have a thread to themselves,
so that nobody else waits behind them, and one client may have only few under way. What was judged
once is remembered. Whether any position is a puzzle takes longer, and is found out piece by piece;
its grade is the thinkers' work, as it is searching.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import MAX_MOVES
from quatrefoil.play.crew import Job
from quatrefoil.play.present import drawn, encode
from quatrefoil.server.answers import Json
from quatrefoil.server.api import Api, counted, read_query, while_wanted
from quatrefoil.server.forms import FIND, HERE, MAX_TRIED, PUZZLES, TRY
from quatrefoil.server.limits import Gate
from quatrefoil.server.workers import Workers
from quatrefoil.study.puzzles.find import Effort, Finder
from quatrefoil.study.puzzles.grade import Grading
from quatrefoil.study.puzzles.here import MEMORY, Examined, examine
from quatrefoil.study.puzzles.mine import is_proven
from quatrefoil.study.puzzles.prover import TooLongError, check_length
from quatrefoil.study.puzzles.puzzle import Puzzle, puzzle_from_json, puzzles_by_id, puzzles_of
from quatrefoil.study.puzzles.themes import themes_of
from quatrefoil.study.puzzles.tries import Verdict, judge

T = TypeVar("T")

DAILY = "daily"
#: The id of a puzzle that came from `find`: the request carries it.
OWN = "own"
#: How many verdicts are remembered, and how many tries of one client, and of all, may wait.
_REMEMBERED, _PER_CLIENT, _IN_ALL = 2_000, 2, 40
#: How many positions it is remembered of whether they are puzzles: links to them are shared.
_EXAMINED = 500
#: What looking for a puzzle in one position may take: about a quarter of a second.
_EFFORT = Effort(
    positions=10_000,
    win_turns=(1, 3),
    hold_turns=(2,),
    odds_positions=60_000,
    gain_positions=30_000,
)


class PuzzleApi:
    """The requests."""

    def __init__(self, api: Api) -> None:
        self.api = api
        limits = api.lobby.settings.limits
        self._trying = Gate("tries", limits.tries_a_minute / 60, limits.tries_at_once)
        self._workers = Workers(_PER_CLIENT, _IN_ALL, "puzzles")
        self._examined: OrderedDict[bytes, Examined] = OrderedDict()

    async def puzzles(self, request: Request) -> Response:
        """List the puzzles of a game."""
        game = request.path_params["game"]
        asked = read_query(request, PUZZLES)
        return await self.api.answer(request, lambda: _listed(game, asked["theme"], asked["grade"]))

    async def puzzle(self, request: Request) -> Response:
        """Show a puzzle."""
        game, wanted = request.path_params["game"], request.path_params["puzzle"]
        return await self.api.answer(request, lambda: shown(_named(game, wanted)))

    async def try_puzzle(self, request: Request) -> Response:
        """Judge a turn that is tried in a puzzle."""
        self._trying.enter(counted(request))
        game, wanted = request.path_params["game"], request.path_params["puzzle"]
        given = TRY.read(await self.api.message(request))

        def judged() -> Verdict:
            tokens = tuple(given["tokens"])
            if wanted == OWN:
                return judge(_own(game, given["puzzle"]), tokens)
            return _judged(game, _named(game, wanted).id, tokens)

        verdict = await self._work(request, judged)
        return Json(
            {
                "verdict": verdict.verdict,
                "answer": verdict.answer,
                "then": verdict.then,
                "value": verdict.value,
                "worth": verdict.worth and drawn(verdict.worth),
            }
        )

    async def find_puzzle(self, request: Request) -> Response:
        """Look for a puzzle in a position of a record."""
        self._trying.enter(counted(request))
        given = FIND.read(await self.api.message(request))
        found = await self._work(request, lambda: _found(given["record"], given["ply"]))
        return Json({"puzzle": shown(found) if found else None})

    async def puzzle_here(self, request: Request) -> Response:
        """Say whether a position is a puzzle, with its grade and themes, or why it is none."""
        client = counted(request)
        self.api.analysing.enter(client)
        game = request.path_params["game"]
        given = HERE.read(await self.api.message(request))
        found = await while_wanted(request, self._examine(client, game, given["position"]))
        puzzle = shown(found.puzzle) if found.puzzle else None
        return Json({"puzzle": puzzle, "why": found.why, "message": found.reason})

    async def _examine(self, client: str, game: str, data: dict[str, Any]) -> Examined:
        position = await self._workers.run(client, lambda: _position_of(game, data))
        name = encode(position.to_json())  # not its key: anybody finds two that have the same
        found = self._examined.get(name)
        if found is None:
            found = await self._workers.in_pieces(client, lambda: examine(position))
            if found.puzzle and not found.puzzle.grade:
                grade = await self._graded(client, found.puzzle)
                found = Examined(replace(found.puzzle, grade=grade))
            self._examined[name] = found
            while len(self._examined) > _EXAMINED:
                self._examined.popitem(last=False)
        return found

    async def _graded(self, client: str, puzzle: Puzzle) -> int:
        """Let one level after the other try it; others have their turn between them."""
        steps: list[Iterator[int | None]] = []

        def work(job: Job[int]) -> int | None:
            if not steps:
                job.running = grading = Grading(puzzle, job.halt)
                steps.append(grading.steps())
            return next(steps[0])

        return await self.api.lobby.thinkers.study(work, client)

    async def _work(self, request: Request, work: Callable[[], T]) -> T:
        return await while_wanted(request, self._workers.run(counted(request), work))


def _listed(name: str, theme: str, grade: int) -> dict[str, Any]:
    game = game_of(name).name
    return {
        "puzzles": [
            {"id": puzzle.id, "grade": puzzle.grade, "themes": puzzle.themes}
            for puzzle in puzzles_of(game)
            if (not theme or theme in puzzle.themes) and grade in (0, puzzle.grade)
        ],
        "today": datetime.now(UTC).date().isoformat(),
    }


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as the page gets it."""
    return {
        "id": puzzle.id,
        "position": puzzle.position_json(),
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "settled": puzzle.settled,
        "solution": puzzle.solution,
        "key": puzzle.key,
        "grade": puzzle.grade,
        "themes": puzzle.themes,
        "value": puzzle.value,
    }


def _named(name: str, wanted: str) -> Puzzle:
    game = game_of(name).name
    if wanted == DAILY:
        return daily(game, datetime.now(UTC))
    found = puzzles_by_id(game).get(wanted)
    if found is None:
        raise RefusedError("not-found", "there is no such puzzle")
    return found


def daily(game: str, day: datetime) -> Puzzle:
    """Return the puzzle of a day: the same for everybody, another one each day."""
    puzzles = puzzles_of(game)
    if not puzzles:
        raise RefusedError("not-found", f"{game} has no puzzles")
    # A prime step takes neighbours in the list, which are alike, far apart.
    return puzzles[day.toordinal() * 7919 % len(puzzles)]


@lru_cache(maxsize=_REMEMBERED)
def _judged(game: str, wanted: str, tokens: tuple[str, ...]) -> Verdict:
    return judge(puzzles_by_id(game)[wanted], tokens)


def _position_of(name: str, data: dict[str, Any]) -> Position:
    """Return a position that a client asks about."""
    position: Position = position_from_json(data)
    if position.rules.game is not game_of(name):
        raise RefusedError("bad-request", f"this is a position of {position.rules.game.name}")
    return position


def _own(name: str, data: Any) -> Puzzle:
    """Return a puzzle that the client sends along, as it was found in a match of theirs."""
    if data is None:
        raise RefusedError("bad-request", "a puzzle of one's own is sent along with the try")
    position, key = data.get("position"), data.get("key")
    if not isinstance(position, dict) or not isinstance(key, list):
        raise RefusedError("bad-request", "a puzzle has a position and key moves")
    fields = {name: value for name, value in position.items() if name not in ("game", "options")}
    tokens = " ".join(map(str, key[:MAX_TRIED]))
    puzzle = puzzle_from_json(
        game_of(name).name,
        {
            **data,
            "position": fields,
            "options": position.get("options", {}),
            "solution": tokens,
            "key": tokens,
        },
    )
    if puzzle.turns > max(_EFFORT.settled_turns):
        raise RefusedError("bad-request", "no puzzle has so many turns")
    return puzzle


def _found(data: Any, ply: int) -> Puzzle | None:
    """Return the puzzle after some moves of a record, proven, if somebody begins a turn there."""
    record = Record.from_json(data, MAX_MOVES)
    line = record.replay()
    if ply >= len(line):
        return None
    position = line.before(ply)
    if position.turn < 0 or (ply and line.before(ply - 1).turn == position.turn):
        return None
    try:
        check_length(position)
    except TooLongError:
        return None
    puzzle = Finder(position.rules, _EFFORT, MEMORY).find(position)
    if puzzle is None or not is_proven(puzzle):
        return None
    # It has no grade: that would take long.
    return replace(puzzle, themes=themes_of(puzzle))
