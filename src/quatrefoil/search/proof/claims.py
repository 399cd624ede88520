"""What a proof claims about positions near the start, whichever way round they lie."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.search.proof.strategy import solution_of
from quatrefoil.search.proof.turns import canonical

#: The share that a player gets, at least and at most.
Bounds = tuple[float, float]
#: What is known where nothing is.
ANYTHING: Bounds = (0.0, 1.0)


def claimed_bounds(position: Position, player: int) -> Bounds:
    """Return what a player gets in a position, as far as the proof of its rules says."""
    claims = _claims(position.rules)
    if not claims:
        return ANYTHING
    key, symmetry = canonical(position)
    low, high = claims.get(key, ANYTHING)
    if position.rules.symmetries[symmetry].players[player] == 1:
        return 1 - high, 1 - low
    return low, high


@lru_cache(maxsize=4)
def _claims(rules: Rules) -> dict[int, Bounds]:
    """Return what player 0 gets in the positions that a proof makes claims about, by their keys.

    Keys are canonical, and players those of that orientation.
    """
    solution = solution_of(rules)
    found: dict[int, Bounds] = {}
    if solution is None:
        return found
    for claim in solution.facts["claims"]:
        share = 0.5 if claim["draw"] else 1.0
        bounds = (share, 1.0) if claim["player"] == 0 else (0.0, 1 - share)
        _note(found, rules, claim["after"], bounds)
    first = rules.start().turn
    for turn in solution.facts.get("turns", ()):
        low, high = turn["low"], turn["high"]
        _note(found, rules, turn["turn"], (low, high) if first == 0 else (1 - high, 1 - low))
    return found


def _note(found: dict[int, Bounds], rules: Rules, tokens: Iterable[str], bounds: Bounds) -> None:
    position = rules.start()
    for token in tokens:
        position.play(token)
    key, symmetry = canonical(position)
    low, high = bounds
    if rules.symmetries[symmetry].players[0] == 1:
        low, high = 1 - high, 1 - low
    least, most = found.get(key, ANYTHING)
    found[key] = max(low, least), min(high, most)
