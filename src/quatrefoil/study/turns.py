"""The moves of a record in whole turns: what each player did before the next one did something.

Rolls are part of the turn that they happen in: of the player who moved before, and where nobody
did, of the player who moves next. Two players share a number, as both have a turn in each round;
of three and more each turn has its own. The page's list groups and numbers alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record


@dataclass(frozen=True)
class Turn:
    """The moves of one player, with the rolls between and after them."""

    #: Who moved: a player, or CHANCE where nothing but rolls has happened so far.
    player: int
    #: The number of the turn in the list, from 1.
    number: int
    #: How many moves there were before it.
    start: int
    tokens: tuple[str, ...]

    @property
    def stop(self) -> int:
        """How many moves there were after it."""
        return self.start + len(self.tokens)


def turns(moves: Iterable[tuple[int, str]], players: int) -> list[Turn]:
    """Return the turns that moves make up, each given as who moved (or CHANCE) and its token."""
    each = 2 if players == 2 else 1
    found: list[Turn] = []
    for start, (mover, token) in enumerate(moves):
        latest = found[-1] if found else None
        if latest and (mover == CHANCE or latest.player in (CHANCE, mover)):
            player = mover if latest.player == CHANCE else latest.player
            found[-1] = replace(latest, player=player, tokens=(*latest.tokens, token))
        else:
            found.append(Turn(mover, len(found) // each + 1, start, (token,)))
    return found


def turns_of_record(record: Record) -> list[Turn]:
    """Return the turns of a record; raise a RecordError at the first illegal move."""
    movers = [line.position.turn for line in record.lines()]
    return turns(zip(movers, record.moves, strict=False), record.rules.players)


def turns_of_line(line: Line) -> list[Turn]:
    """Return the turns of the moves that a line can take back."""
    movers = (line.before(number).turn for number in range(len(line)))
    return turns(zip(movers, line.tokens, strict=True), line.position.rules.players)
