"""Why a turn of Blinq was bad: sides that are joined, and places that are left to the other."""

from __future__ import annotations

from collections.abc import Iterator

from quatrefoil.core.claims import Case, Claim, Nowhere, Reaches, Sound, Wins, can_play, won_by
from quatrefoil.core.claims import spelled as said


def claims(case: Case) -> Iterator[Claim]:
    """Yield claims, the most telling first."""
    mover, other = case.mover, 1 - case.mover
    better, them = said(case.better), f"@player.{other}"
    played = case.after(case.played)
    if won_by(mover)(case.after(case.better)):
        sides = f"@sides.{mover}"
        yield Claim("facts.missed", (Wins(case.better, mover),), {"turn": better, "sides": sides})
    if won_by(other)(played):
        yield Claim("facts.gives-win", (Wins(case.played, other),), {"player": them})
    if not case.reply:
        return
    line, (token, *_) = case.played + case.reply, case.reply
    values = {"player": them, "turn": token, "better": better, "sides": f"@sides.{other}"}
    if won_by(other)(case.after(line)):
        statements = (Wins(line, other), Nowhere(case.better, won_by(other), 1))
        yield Claim("facts.lets-win", statements, values)
    yield Claim(
        "facts.leaves",
        (
            Reaches(case.played, can_play(token), 1),
            Reaches(case.better, can_play(token), 0),
            Sound(case.played, case.reply),
        ),
        {**values, "place": token[:-1]},
    )
