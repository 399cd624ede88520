"""Refusals: what a match does not let somebody do, as a code for programs and a sentence."""

from quatrefoil.core.errors import QuatrefoilError

#: Every code with what it means. Clients may rely on them.
CODES = {
    "bad-request": "the request is not of the form that the protocol asks for",
    "not-found": "there is no such match, game or page",
    "not-your-seat": "the secret does not hold that seat",
    "not-your-turn": "somebody else is to move",
    "illegal-move": "the rules forbid the move",
    "unfinished-turn": "the turn goes on after these tokens",
    "out-of-date": "the match has moved on since the event that the request names",
    "not-begun": "the match waits for players",
    "over": "the match is over",
    "no-offer": "there is no offer to answer",
    "not-allowed": "this is not possible in this match",
    "roll-stands": "what was played before a roll cannot be taken back",
    "nothing-to-take-back": "the seat has played no turn that could be taken back",
    "offered-already": "the same was proposed already, and is not answered yet",
    "too-many": "a limit was reached; `retry_after` says how many seconds to wait",
    "too-large": "the request is too large",
    "taken": "the seat is taken",
    "unavailable": "the server could not store it; try again",
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
