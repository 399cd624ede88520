"""Questions about a match, and the draft: what makes no event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from orjson import Fragment

from quatrefoil.core.fields import Fields
from quatrefoil.match.messages import MESSAGES, Verb
from quatrefoil.match.plans import PlannedLine
from quatrefoil.match.requests import Session, set_draft
from quatrefoil.match.seats import seats_of
from quatrefoil.play import present
from quatrefoil.play.asked import Asked
from quatrefoil.play.present import encode

if TYPE_CHECKING:
    from quatrefoil.play.host import Host


class Questions:
    """Answers what is asked about the match of a host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        #: By seat, the plan that was last asked for, and its answer.
        self._planned: dict[int, tuple[tuple[PlannedLine, ...], Fragment]] = {}

    def draft(self, asked: Asked, fields: Fields) -> None:
        """Keep what the player to move has drafted, and say what it leads to."""
        host = self._host
        match, holder = host.match, asked.holder
        session = Session(match, host.services.now(), holder)
        seat = session.seat(fields)
        tokens = MESSAGES[Verb.DRAFT].take(fields)["tokens"]
        set_draft(session, seat, tokens)
        message, whole = self.drafted(seat, tokens)
        answer = {"ok": True, "event": match.last, "state": whole}
        answer |= present.last_draft_step(match, tokens)
        host.commit_draft(asked, tokens, answer, message)

    def drafted(self, seat: int, tokens: Sequence[str]) -> tuple[bytes, dict[str, Any]]:
        """Return what the player of a draft is told of it, and the state in that."""
        match = self._host.match
        whole = present.state(match, self._host.services.now()) | present.own_state(match)
        told = {"type": "draft", "seat": seat, "tokens": tokens, "state": whole}
        return encode(told), whole

    def describe(self, asked: Asked, fields: Fields) -> None:
        """Put a position into words."""
        match = self._host.match
        moves = MESSAGES[Verb.DESCRIBE].take(fields)["moves"]
        own = match.turn in seats_of(match.seats, asked.holder)
        self._host.answer(asked, {"ok": True, "words": present.words(match, own, moves)})

    def plans(self, asked: Asked, fields: Fields) -> None:
        """Tell what somebody has planned, to them alone."""
        match = self._host.match
        session = Session(match, self._host.services.now(), asked.holder)
        seat = session.seat(fields)
        fields.finish()
        plan = match.plans.get(seat, ())
        found = self._planned.get(seat)
        if not found or found[0] is not plan:
            # Put into words once: whoever asks again and again takes nobody's time.
            found = plan, Fragment(encode(present.planned(match, seat)))
            self._planned[seat] = found
        self._host.answer(asked, {"ok": True, "lines": found[1]})

    def snapshot(self, asked: Asked, fields: Fields) -> None:
        """Show the whole match."""
        fields.finish()
        self._host.answer(asked, {"ok": True, "snapshot": self._host.snapshot(asked.holder)})

    def ping(self, asked: Asked, fields: Fields) -> None:
        """Tell the time."""
        fields.finish()
        asked.reply({"ok": True, "now": self._host.services.now()})

    def hint(self, asked: Asked, fields: Fields) -> None:
        """Let the computer think of a move."""
        self._host.computer.hint(asked.holder, fields, asked.reply)


QUESTIONS: dict[str, Callable[[Questions, Asked, Fields], None]] = {
    "draft": Questions.draft,
    "describe": Questions.describe,
    "snapshot": Questions.snapshot,
    "plans": Questions.plans,
    "ping": Questions.ping,
    "hint": Questions.hint,
}
