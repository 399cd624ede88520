"""Why a turn of Trickle was bad: points that were missed, given away, or left to somebody."""

from __future__ import annotations

from collections.abc import Iterator

from quatrefoil.core.claims import Case, Claim, Measure, Reaches, Sound, can_play
from quatrefoil.core.claims import spelled as said
from quatrefoil.core.position import Position


def claims(case: Case) -> Iterator[Claim]:
    """Yield claims, the most telling first."""
    mover, before = case.mover, case.before.position
    played, better = case.after(case.played), case.after(case.better)
    others = [player for player in range(before.rules.players) if player != mover]
    for other in others:
        given = _score(other)(played) - _score(other)(before)
        if given > 0:
            yield Claim(
                "facts.gives",
                (
                    Reaches((), _score(other), _score(other)(before)),
                    Reaches(case.played, _score(other), _score(other)(played)),
                ),
                {"player": f"@player.{other}", "count": int(given)},
            )
    own = _score(mover)
    missed = own(better) - own(played)
    if missed > 0:
        yield Claim(
            "facts.misses",
            (
                Reaches(case.better, own, own(better)),
                Reaches(case.played, own, own(played)),
            ),
            {"turn": said(case.better), "count": int(missed)},
        )
    yield from _left(case, played)


def _left(case: Case, played: Position) -> Iterator[Claim]:
    """Yield what the answer makes of it that the better turn would have prevented."""
    if not case.reply or case.reply == ("pass",):
        return
    other, (token, *_) = played.turn, case.reply
    prevented = (
        Reaches(case.played, can_play(token), 1),
        Reaches(case.better, can_play(token), 0),
        Sound(case.played, case.reply),
    )
    score, line = _score(other), case.played + case.reply
    gained = score(case.after(line)) - score(played)
    values = {"player": f"@player.{other}", "turn": said(case.reply), "better": said(case.better)}
    if gained > 0:
        reached = Reaches(line, score, score(played) + gained)
        yield Claim("facts.leaves", (*prevented, reached), {**values, "count": int(gained)})
    yield Claim("facts.allows", prevented, values)


def _score(player: int) -> Measure:
    def points(position: Position) -> float:
        return float(position.scores()[player])

    return points
