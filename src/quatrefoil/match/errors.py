"""Refusals: what a match does not allow, as a code for programs and a sentence."""

from typing import NamedTuple

from quatrefoil.core.errors import QuatrefoilError


class Code(NamedTuple):
    """What a refusal's code means, and the HTTP status that comes with it."""

    status: int
    meaning: str


#: Every code. Clients may rely on them.
CODES = {
    "bad-request": Code(400, "the request is not of the form that the protocol asks for"),
    "not-found": Code(404, "there is no such match, study, game or page"),
    "not-your-seat": Code(403, "the secret does not hold that seat"),
    "not-your-turn": Code(409, "somebody else is to move"),
    "illegal-move": Code(422, "the rules forbid the move"),
    "unfinished-turn": Code(422, "the turn goes on after these tokens"),
    "out-of-date": Code(409, "the position has changed since the event that the request names"),
    "not-begun": Code(409, "the match waits for players"),
    "over": Code(409, "the match is over"),
    "no-offer": Code(409, "there is no offer to answer"),
    "not-allowed": Code(403, "this is not possible here, or not for you"),
    "roll-stands": Code(403, "what was played before a roll cannot be taken back"),
    "nothing-to-take-back": Code(403, "the seat has played no turn that could be taken back"),
    "offered-already": Code(403, "the same was proposed already, and is not answered yet"),
    "too-many": Code(429, "a limit was reached; `retry_after` says how many seconds to wait"),
    "too-large": Code(413, "the request is too large"),
    "bad-type": Code(415, "the body is not said to be JSON: `Content-Type: application/json`"),
    "taken": Code(409, "the seat is taken"),
    "unreadable": Code(
        409, "the log of the match is damaged: what is whole of it can be seen; or a study is"
    ),
    "unavailable": Code(503, "the server could not store it; try again"),
}


class RefusedError(QuatrefoilError):
    """A request that was refused and changed nothing."""

    def __init__(self, code: str, message: str, retry_after: int | None = None) -> None:
        if code not in CODES:
            raise ValueError(f"{code!r} is no code of a refusal")
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after
