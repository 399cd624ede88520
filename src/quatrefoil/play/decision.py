"""What was decided in a match, and how everybody is told of it once it is stored."""

from __future__ import annotations

from typing import NamedTuple

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.match import Match
from quatrefoil.match.requests import Session
from quatrefoil.play.present import Narrator, with_own_state


class Decision:
    """A decision that changed the match in memory; clients have not been told yet."""

    __slots__ = ("events", "problem", "session", "told")

    def __init__(self, match: Match, now: int, holder: str = "", request: str = "") -> None:
        narrator = Narrator(match)
        self.session = Session(match, now, holder, request, narrator)
        self.events = self.session.events
        self.told = narrator.told
        #: Why it was refused. There may be events all the same: time that was used up.
        self.problem: QuatrefoilError | None = None


class News(NamedTuple):
    """Events that are stored: number and text of each, in order; there is at least one."""

    told: list[tuple[int, bytes]]
    #: Who holds the seat to move after the last event, if anybody does and listens.
    mover: str
    #: What is for the mover alone, as JSON: legal moves and the draft.
    own: bytes

    def texts(self, holder: str) -> list[bytes]:
        """Return the texts as a holder may read them."""
        texts = [text for _, text in self.told]
        if self.own and holder == self.mover:
            texts[-1] = with_own_state(texts[-1], self.own)
        return texts
