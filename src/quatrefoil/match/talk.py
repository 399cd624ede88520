"""What people say to each other: phrases of a fixed list, and free text where everybody wants it.

A phrase travels as its name, and each reader sees it in their own language. Free text is for those
who have all switched it on; whoever switches it off ends it for everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from quatrefoil.core.text import on_one_line
from quatrefoil.match.errors import RefusedError
from quatrefoil.match.messages import MAX_TEXT, MESSAGES, Verb
from quatrefoil.match.seats import seats_of

if TYPE_CHECKING:
    from quatrefoil.core.fields import Fields
    from quatrefoil.match.match import Match
    from quatrefoil.match.requests import Session

#: How much one seat may say in a match: the log is for ever.
MAX_SAID = 300
#: How much of what was said those are shown who come later.
KEPT = 30


class Said(NamedTuple):
    """Something that somebody said: a phrase or a text."""

    event: int
    time: int
    seat: int
    phrase: str | None
    text: str | None

    def public(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {key: value for key, value in self._asdict().items() if value is not None}


def clean_text(text: str) -> str:
    """Return a text without what cannot be seen or breaks a line, cut to its length."""
    return " ".join(on_one_line(text, instead=" ").split())[:MAX_TEXT].strip()


def chat_is_on(match: Match) -> bool:
    """Whether everybody who sits here wants free text."""
    return len(match.persons) > 1 and set(match.persons) <= match.chat


def do_say(session: Session, seat: int, fields: Fields) -> None:
    """Say a phrase, or free text."""
    given = MESSAGES[Verb.SAY].take(fields)
    match = session.match
    session.must_have_begun()
    phrase, text = given["phrase"], clean_text(given["text"] or "")
    if (phrase is None) == (not text):
        raise RefusedError("bad-request", "say either a 'phrase' or a 'text'")
    if text and not chat_is_on(match):
        raise RefusedError("not-allowed", "free text is for those who have all switched it on")
    if match.spoken.get(seat, 0) >= MAX_SAID:
        raise RefusedError("not-allowed", f"that was said {MAX_SAID} times: enough for one match")
    session.emit("said", seat=seat, **({"text": text} if text else {"phrase": phrase}))


def do_chat(session: Session, seat: int, fields: Fields) -> None:
    """Switch free text on or off, for all of one's seats."""
    wanted = bool(MESSAGES[Verb.CHAT].take(fields)["on"])
    session.must_have_begun()
    held = seats_of(session.match.seats, session.holder)
    if wanted != (set(held) <= session.match.chat):
        session.emit("chat", seat=seat, seats=held, on=wanted)
