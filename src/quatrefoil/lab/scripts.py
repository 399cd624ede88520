"""Games made beforehand, for clients that play without thinking: any game without dice."""

from __future__ import annotations

from dataclasses import dataclass

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError
from quatrefoil.core.line import Line
from quatrefoil.core.registry import all_games, rules
from quatrefoil.core.rng import Rng

#: Random play often ends a game early, and a new match costs more than a move. In the first
#: `_MIN_TURNS`, a turn that ends the game is replaced by another, if `_TRIES` find one.
_MIN_TURNS = 100
_TRIES = 100


@dataclass(frozen=True)
class ScriptedTurn:
    """One turn of a game made beforehand, and the key of the position after it."""

    seat: int
    tokens: tuple[str, ...]
    key: str


Script = tuple[ScriptedTurn, ...]


def games_without_dice() -> tuple[str, ...]:
    """Return the games of two players that can be scripted."""
    found = [game.name for game in all_games()]
    return tuple(name for name in found if rules(name).players == 2 and not _has_dice(name))


def make_scripts(game: str, count: int) -> list[Script]:
    """Return random games of a game without dice, each turn with the key that follows."""
    if _has_dice(game):
        raise FormatError(f"{game} has dice, which only the server rolls: it can't be scripted")
    return [_make_script(game, seed) for seed in range(count)]


def _has_dice(game: str) -> bool:
    """Whether chance moves in a random game."""
    line, rng = Line(rules(game).start()), Rng(0)
    while not line.position.is_over and line.position.turn != CHANCE:
        line.push(line.position.random_move(rng))
    return line.position.turn == CHANCE


def _make_script(game: str, seed: int) -> Script:
    line, rng, turns = Line(rules(game).start()), Rng(seed), list[ScriptedTurn]()
    while not line.position.is_over:
        seat, before = line.position.turn, len(line)
        for _ in range(_TRIES if len(turns) < _MIN_TURNS else 1):
            while len(line) > before:
                line.pop()
            while line.position.turn == seat:
                line.push(line.position.random_move(rng))
            if not line.position.is_over:
                break
        turns.append(ScriptedTurn(seat, tuple(line.tokens[before:]), f"{line.position.key:016x}"))
    return tuple(turns)
