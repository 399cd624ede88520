"""Why a turn of Trifoil was bad: chains that grow or do not, and triangles that can be spun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quatrefoil.core.claims import Case, Claim, Measure, Nowhere, Reaches, Sound, Wins, won_by
from quatrefoil.core.claims import spelled as said


def claims(case: Case) -> Iterator[Claim]:
    """Yield claims, the most telling first."""
    mover, other = case.mover, 1 - case.mover
    needed = case.before.position.rules.options["chain"]
    better, reply = said(case.better), said(case.reply)
    them = f"@player.{other}"
    won: Any = case.after(case.better)
    if won.is_over and won.longest_chain_of(mover) >= needed:
        values = {"turn": better, "count": needed}
        yield Claim("facts.missed", (Wins(case.better, mover),), values)
    if not case.reply:
        return
    line = case.played + case.reply
    after: Any = case.after(line)
    length = after.longest_chain_of(other)
    if after.is_over and length >= needed:
        yield Claim(
            "facts.lets-win",
            (Wins(line, other), Nowhere(case.better, won_by(other), 1)),
            {"player": them, "count": needed, "turn": reply},
        )
    elif length >= needed - 1:
        yield Claim(
            "facts.lets-grow",
            (
                Reaches(line, _chain(other), length),
                Nowhere(case.better, _chain(other), length),
                Sound(case.played, case.reply),
            ),
            {"player": them, "count": length, "turn": reply, "better": better},
        )
    yield from _spins(case, them)
    yield from _own_chain(case)


def _spins(case: Case, them: str) -> Iterator[Claim]:
    """Yield which triangle the answer spins that it could not have spun after the better turn."""
    board: Any = case.before.position.rules
    for number, shape in enumerate(board.board.shapes):
        spins = [spin.token for spin in board.board.spins if spin.shape == number]
        if set(spins) & set(case.reply):
            measure = _may_spin(number, 1 - case.mover)
            yield Claim(
                "facts.lets-spin",
                (
                    Reaches(case.played, measure, 1),
                    Reaches(case.better, measure, 0),
                    Sound(case.played, case.reply),
                ),
                {
                    "player": them,
                    "shape": f"@shape.{shape.name}",
                    "turn": said(case.reply),
                    "better": said(case.better),
                },
            )


def _own_chain(case: Case) -> Iterator[Claim]:
    """Yield how long the own chain would have become."""
    chain = _chain(case.mover)
    mine, wanted = chain(case.after(case.played)), chain(case.after(case.better))
    if wanted > mine:
        yield Claim(
            "facts.shorter",
            (Reaches(case.better, chain, wanted), Reaches(case.played, chain, mine)),
            {"turn": said(case.better), "count": int(wanted), "less": int(mine)},
            minor=True,
        )


def _chain(player: int) -> Measure:
    def longest(position: Any) -> float:
        return float(position.longest_chain_of(player))

    return longest


def _may_spin(shape: int, player: int) -> Measure:
    def may(position: Any) -> float:
        return float(position.minorities()[shape] == player)

    return may
