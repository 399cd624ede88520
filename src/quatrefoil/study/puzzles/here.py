"""Whether any position is a puzzle: the same proofs as for mined ones, or a reason why not.

It is done in pieces, for many people may ask at once: looking for the turn that does it and proving
that it does is Python; grading is searching, and left to whoever searches (`grade.Grading`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quatrefoil.core.position import Position
from quatrefoil.study.puzzles.find import Effort, Finder, Why
from quatrefoil.study.puzzles.mine import is_proven
from quatrefoil.study.puzzles.puzzle import Puzzle, id_of, puzzles_by_id
from quatrefoil.study.puzzles.themes import themes_of

#: What one position may take: some seconds of Python at most, for somebody who waits for it.
HERE = Effort(positions=40_000, settled_turns=(3, 5, 7), odds_positions=250_000)

#: Megabytes of its searches: making a larger table would keep everybody else waiting.
MEMORY = 4

#: Why a position is no puzzle, in a sentence.
REASONS = {
    Why.OVER: "The game is over here.",
    Why.ROLL: "Something is to be rolled here: a puzzle asks for a choice.",
    Why.PLAYERS: "Puzzles are for two players.",
    Why.LARGE: "A turn has too many ways here to look at them all.",
    Why.FEW: "There are fewer than three turns to choose from here.",
    Why.SEVERAL: "Several turns do it here, so none of them is the solution.",
    Why.SLOWER: "One turn wins soonest, but another seems to win as well.",
    Why.CLOSE: "The best turn is not clearly better than the next best.",
    Why.UNSURE: "One turn looks best at first, but a longer look would choose another.",
    Why.LONG: "Nothing could be proven here in the time there is.",
    Why.NOTHING: "No single turn wins here, holds alone, or is clearly best.",
}


@dataclass(frozen=True)
class Examined:
    """A puzzle, which has no grade yet unless it comes with the game; or why there is none."""

    puzzle: Puzzle | None
    why: Why | None = None

    @property
    def reason(self) -> str:
        """Why there is none, in a sentence."""
        return REASONS[self.why] if self.why else ""


def examine(position: Position, effort: Effort = HERE) -> Iterator[Examined | None]:
    """Yield None after every piece of the work, and at the end what was found."""
    finder = Finder(position.rules, effort, MEMORY)
    unfit = finder.unfit(position)
    if unfit:
        yield Examined(None, unfit)
        return
    known = _packaged(position)
    if known:
        yield Examined(known)
        return
    reasons = []
    for found in finder.steps(position):
        if isinstance(found, Puzzle):
            yield None
            if is_proven(found):
                yield Examined(replace(found, themes=themes_of(found)))
                return
            found = Why.LONG
        reasons.append(found)
        yield None
    yield Examined(None, min(reasons, key=list(Why).index))


def _packaged(position: Position) -> Puzzle | None:
    """Return the puzzle that comes with the game and has this very position."""
    found = puzzles_by_id(position.rules.game.name).get(id_of(position))
    return found if found and found.start() == position else None
