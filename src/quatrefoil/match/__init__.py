"""The authority over one match: seats, turns, offers, clocks, dice; no I/O.

A `Match` is what its event log says: requests are decided by `requests`, every decision is an
`Event`, and applying the events of a log to nothing gives the same match again. Times are
milliseconds since 1970 and always come from outside, as do ids, seeds and secrets.

    match        one match: what its events say
    events       what happened, numbered
    requests     what people and the computer may do: events, or a refusal
    messages     every request about a match, declared once, with `schema`
    phases       from waiting to over
    setup        new matches; `beginning` decides who begins
    seats        who plays
    clock        time, as pure functions
    dice         dice that nobody can choose; `dice_tags` tell of them, `verify` checks them
    sharing      how people take part in the dice
    talk         what people say to each other
    plans        conditional moves, in secret
    errors       refusals and their codes
"""

from quatrefoil.match.errors import RefusedError
from quatrefoil.match.events import Event
from quatrefoil.match.match import Match

__all__ = ["Event", "Match", "RefusedError"]
