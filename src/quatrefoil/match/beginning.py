"""Who begins: as the rules say, by a roll, or by rock-paper-scissors.

Where an option decides who begins (`Rules.options_to_begin`), it is set to the winner; else the
seats change places until the winner has the seat that begins.
"""

from __future__ import annotations

from typing import Any

from quatrefoil.core.game import Rules
from quatrefoil.core.registry import rules as rules_of

SIGNS = ("rock", "paper", "scissors")


def winner_of(signs: tuple[str, str]) -> int | None:
    """Return who won a round: the sign before one's own in the list loses; None is a tie."""
    lead = (SIGNS.index(signs[0]) - SIGNS.index(signs[1])) % len(SIGNS)
    return None if lead == 0 else lead - 1


def beginning_with(rules: Rules, winner: int) -> dict[str, Any]:
    """Return what the `begun` event says so that the winner's is the first turn."""
    changes = rules.options_to_begin(winner)
    if changes is not None:
        return {"rules": str(rules_of(rules.game.name, {**rules.options, **changes}))}
    begins = rules.start().turn
    shift = winner - begins
    order = [(seat + shift) % rules.players for seat in range(rules.players)]
    return {"rules": str(rules)} | ({"order": order} if shift else {})
