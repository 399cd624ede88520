"""Why a turn of TrioTrio was bad: pieces that could be taken, exact odds, turns on the Cow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quatrefoil.core.claims import Case, Claim, Measure, Reaches, Wins, won_by
from quatrefoil.core.claims import spelled as said
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.position import Position

#: How many faces a die has.
_FACES = 6


def claims(case: Case) -> Iterator[Claim]:
    """Yield claims, the most telling first."""
    mover, other = case.mover, 1 - case.mover
    played, better = case.after(case.played), case.after(case.better)
    values: dict[str, str | int | float] = {"turn": said(case.better), "better": said(case.better)}
    if won_by(mover)(better):
        yield Claim("facts.missed-win", (Wins(case.better, mover),), values)
    if _pieces(other)(better) < _pieces(other)(played):
        yield Claim("facts.missed-piece", _compared(case, _pieces(other)), values)
    yield from _risk(case, played, better, values)
    yield from _cow(case, played, better, values)


def _risk(
    case: Case, played: Position, better: Position, values: dict[str, str | int | float]
) -> Iterator[Claim]:
    """Yield with how many rolls something is lost, now and after the better turn."""
    other = 1 - case.mover
    measures = []
    if _is_change(played):
        measures.append(("facts.change", _fatal(case.mover)))
    if played.turn == better.turn == other:
        measures.append(("facts.prey", _takers(case.mover)))
    for key, measure in measures:
        count, less = int(measure(played)), int(measure(better))
        if count > less:
            named = {**values, "count": count, "less": less, "player": f"@player.{other}"}
            yield Claim(key, _compared(case, measure), named)


def _cow(
    case: Case, played: Position, better: Position, values: dict[str, str | int | float]
) -> Iterator[Claim]:
    """Yield how many turns on the Golden Cow are given up."""
    measure = _turns_on_cow(case.mover)
    gone, kept = measure(played), measure(better)
    if kept > gone:
        yield Claim("facts.cow", _compared(case, measure), {**values, "count": int(kept)})


def _compared(case: Case, measure: Measure) -> tuple[Reaches, Reaches]:
    """Return that a measure is what it is after either turn."""
    played, better = measure(case.after(case.played)), measure(case.after(case.better))
    return Reaches(case.played, measure, played), Reaches(case.better, measure, better)


def _is_change(position: Any) -> bool:
    return bool(position.turn == CHANCE and position.square >= 0)


def _pieces(player: int) -> Measure:
    def count(position: Any) -> float:
        return float(len(position.pieces(player)))

    return count


def _turns_on_cow(player: int) -> Measure:
    def turns(position: Any) -> float:
        found: list[int] = position.to_json()["cow"]
        return float(found[player])

    return turns


def _fatal(player: int) -> Measure:
    """Return with how many rolls a change costs its piece; none where nothing is changed."""

    def rolls(position: Any) -> float:
        if not _is_change(position):
            return 0.0
        return float(sum(_loses(position, move, player) for move in position.legal_moves()))

    return rolls


def _takers(player: int) -> Measure:
    """Return with how many rolls the opponent, who changes nothing, can take a piece."""

    def rolls(position: Any) -> float:
        ahead = position.copy()
        for token in ("keep", "roll"):
            if token not in ahead.legal_tokens():
                return 0.0
            ahead.push(ahead.parse(token))
        return float(sum(_taken_after(ahead, face, player) for face in range(1, _FACES + 1)))

    return rolls


def _taken_after(rolling: Any, face: int, player: int) -> bool:
    moving = rolling.copy()
    moving.push(moving.parse(f"!{face}"))
    return any(_loses(moving, move, player) for move in moving.legal_moves())


def _loses(position: Any, move: int, player: int) -> bool:
    """Whether a move costs a player a piece."""
    after = position.copy()
    after.push(move)
    return len(after.pieces(player)) < len(position.pieces(player))
