"""The lanes of Dash as data for every front end."""

from __future__ import annotations

from dash.lanes import LAST, ROUNDS
from dash.position import DashPosition
from dash.rules import DashRules
from quatrefoil.core.constants import CHANCE, OVER
from quatrefoil.view.data import Board, Change, Fact, Path, Phrase, Piece, Place, Scene, Shape

_CELL, _MARGIN, _LANES_HEIGHT = 100, 60, 600
_LANES = "abc"

#: A different outline for each player.
_RUNNERS = (
    Shape("circle", {"class": "p0", "r": 34}),
    Shape("rect", {"class": "p1", "x": -30, "y": -30, "width": 60, "height": 60}),
    Shape("polygon", {"class": "p2", "points": "0,-36 34,28 -34,28"}),
)


def board(rules: DashRules) -> Board:
    """Return a lane for each player, all of them together about as high as wide."""
    width, height = _CELL * (LAST + 1) + 2 * _MARGIN, _LANES_HEIGHT + 2 * _MARGIN
    places = tuple(
        _place(rules, lane, cell) for lane in range(rules.players) for cell in range(LAST + 1)
    )
    ground = Shape("rect", {"class": "ground", "width": width, "height": height})
    numbers = tuple(
        Shape("text", {"class": "label", "x": _middle(cell), "y": 30}, str(cell))
        for cell in range(LAST + 1)
    )
    return Board(
        width=width,
        height=height,
        backdrop=(ground, *(shape for place in places for shape in place.shapes)),
        places=places,
        labels=numbers,
        symbols={f"runner{player}": (_RUNNERS[player],) for player in range(rules.players)},
        buttons=("roll",),
        bar=(("roll",),),
    )


def scene(position: DashPosition) -> Scene:
    """Return the runners, and how many turns are left."""
    players = range(position.players)
    runners = tuple(Piece(f"runner{p}", _name(p, position.cell(p)), p) for p in players)
    left = ROUNDS * position.players - position.made
    return Scene(runners, facts=(Fact(Phrase("fact.left", {"count": left})),))


def paths(position: DashPosition) -> list[Path]:
    """Return the walk as a click on the next cell, and the roll as a button."""
    if position.turn in (CHANCE, OVER):
        return []
    ahead = _name(position.turn, position.cell(position.turn) + 1)
    return [Path("walk", (ahead,)), Path("roll", ("roll",))]


def changes(before: DashPosition, move: int) -> list[Change]:
    """Return how the runner goes on, if it does."""
    after = before.copy()
    after.push(move)
    mover = before.made % before.players
    start, end = before.cell(mover), after.cell(mover)
    return [Change("slides", _name(mover, start), _name(mover, end))] if start != end else []


def say(position: DashPosition, move: int) -> Phrase:
    """Return a move in words."""
    player = f"@player.{position.made % position.players}"
    token = position.token(move)
    if position.turn == CHANCE:
        return Phrase("say.rolled", {"player": player, "count": int(token.removeprefix("!"))})
    return Phrase(f"say.{token}", {"player": player})


def describe(position: DashPosition) -> list[Phrase]:
    """Return where everybody is."""
    return [
        Phrase("describe.at", {"player": f"@player.{player}", "cell": position.cell(player)})
        for player in range(position.players)
    ]


def explain(position: DashPosition, place: str) -> list[Phrase]:
    """Return nothing: there is nothing in this game that is not plain."""
    return []


def _place(rules: DashRules, lane: int, cell: int) -> Place:
    high = _LANES_HEIGHT // rules.players
    x, y = _middle(cell), _MARGIN + high // 2 + high * lane
    field = {"class": "cell", "x": x - 46, "y": y - high // 2 + 4, "width": 92, "height": high - 8}
    return Place(_name(lane, cell), x, y, (Shape("rect", field),))


def _name(lane: int, cell: int) -> str:
    return f"{_LANES[lane]}{cell}"


def _middle(number: int) -> int:
    return _MARGIN + _CELL // 2 + _CELL * number
