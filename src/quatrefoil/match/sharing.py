"""Everybody's part of the dice: hashes with making, joining and rematches, then the values.

Values are revealed only when all hashes are known, and clocks and rolls begin only when all values
are: whoever reveals last had chosen before. When a seat opens again in between, somebody has seen
values that others have not, so all of them are void and everybody commits anew, the server too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from quatrefoil.core.fields import Fields
from quatrefoil.core.game import Rules
from quatrefoil.match import phases
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.match.dice import hash_of
from quatrefoil.match.errors import RefusedError
from quatrefoil.match.match import Match
from quatrefoil.match.messages import MESSAGES, Verb
from quatrefoil.match.seats import COMPUTER, Seat, seats_of

if TYPE_CHECKING:
    from quatrefoil.match.requests import Session

#: What somebody is told who sent no hash.
HOW_TO_COMMIT = (
    "something is rolled in this match: send 'hash', SHA-256 in hex of 32 random bytes of your own,"
    " and reveal these bytes once all seats are taken"
)


def will_roll(rules: Rules, first: str, seats: tuple[Seat, ...]) -> bool:
    """Whether something will be rolled in a match; the computer's sign is a roll."""
    computer = any(seat.kind == COMPUTER for seat in seats)
    return rules.has_dice or first == "roll" or (first == "rps" and computer)


def fresh_hash(match: Match, given: str | None, own: Collection[int] = ()) -> str:
    """Return the hash that somebody sent, or refuse it; the seats that are their `own` may share.

    A hash serves once: whoever sends that of another, or an old one, has no value of their own.
    """
    if given is None:
        raise RefusedError("bad-request", HOW_TO_COMMIT)
    if given in match.hashes and given not in [match.dice.hashes[seat] for seat in own]:
        raise RefusedError("not-allowed", "this hash was used before: make another value")
    return given


def open_silent_seats(session: Session) -> None:
    """Take the seats of those who joined and did not share in time; the maker keeps hers.

    As with clocks, whatever else they sent came before what they send now; for all others it takes
    a little longer.
    """
    match = session.match
    if match.phase != phases.SHARING or match.deadline is None:
        return
    silent = [seat for seat in match.owing if match.seats[seat].holder != match.maker]
    delay = 0 if set(silent) & set(session.held) else FLAG_DELAY
    if session.came < match.deadline + delay:
        return
    request, session.request = session.request, ""  # whatever was asked, this is not its doing
    for seat in silent:
        leave(session, seat, why="time")
    session.request = request
    session.held = seats_of(match.seats, session.holder)


def leave(session: Session, seat: int, **more: str) -> None:
    """Let a seat be open again; values that were revealed are void then, and so is the seed."""
    match = session.match
    data: dict[str, Any] = {"seat": seat, "name": match.seats[seat].name, **more}
    if match.phase == phases.SHARING:
        data["commitment"] = match.dice.renewed().commitment
    session.emit("left", None, **data)


def do_commit(session: Session, fields: Fields) -> None:
    """Commit anew, after a seat opened again."""
    given = MESSAGES[Verb.COMMIT].take(fields)["hash"]
    match = session.match
    _must_share(match)
    missing = [seat for seat in session.held if match.dice.hashes[seat] is None]
    if not missing:
        raise RefusedError("not-allowed", "you have committed: one cannot choose again")
    session.emit("committed", seats=missing, hash=fresh_hash(match, given))


def do_reveal(session: Session, fields: Fields) -> None:
    """Reveal a value, once everybody has committed."""
    value = MESSAGES[Verb.REVEAL].take(fields)["value"]
    match = session.match
    _must_share(match)
    if match.phase != phases.SHARING or not match.all_committed:
        raise RefusedError("not-begun", "values are revealed once everybody has sent a hash")
    found = hash_of(value)
    fitting = [seat for seat in session.held if match.dice.hashes[seat] == found]
    if not fitting:
        raise RefusedError("not-allowed", "this is not the value of which you sent the hash")
    if not set(fitting) & set(match.owing):
        raise RefusedError("not-allowed", "you have revealed this value")
    session.emit("revealed", seats=fitting, value=value)
    session.settle()


def _must_share(match: Match) -> None:
    if match.phase == phases.OVER:
        raise RefusedError("over", "the match is over")
    if match.phase not in (phases.WAITING, phases.SHARING):
        raise RefusedError("not-allowed", "nobody shares anything for the dice now")
    if not match.dice.shared:
        raise RefusedError("not-allowed", "nothing is rolled in this match")
