"""One request under way: who asks for what, and how often it was decided."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from quatrefoil.core.fields import Fields
from quatrefoil.match import Event
from quatrefoil.match.events import request_key
from quatrefoil.match.messages import ID
from quatrefoil.play.answers import naming
from quatrefoil.play.contracts import Admit, Reply

#: How often one request is decided. Each time somebody else was faster; to be slower this often in
#: a row takes more than bad luck.
MOST_TRIES = 12


class Asked:
    """A request. Where the log was not what a decision believed, it is decided again.

    Every request has a key, given by the client or by us: if the log has it, it was done.
    """

    __slots__ = (
        "admit",
        "arrived",
        "attempt",
        "holder",
        "key",
        "message",
        "rematch",
        "reply",
        "tries",
    )

    def __init__(
        self,
        attempt: Callable[[Asked], None],
        holder: str,
        message: Any,
        reply: Reply,
        arrived: int | None = None,
        admit: Admit | None = None,
    ) -> None:
        #: What decides it.
        self.attempt = attempt
        self.holder = holder
        self.message = message
        self.reply = reply
        self.arrived = arrived
        #: Asked once, before the first decision.
        self.admit = admit
        self.key = ""
        self.tries = 0
        #: The first event of the match that follows this one, where it has been made already.
        self.rematch: Event | None = None

    def fields(self, what: str = "a message") -> Fields:
        """Return what is asked for, to be taken apart: without its id, which is noted."""
        fields = Fields(self.message, what)
        number = ID.take(fields)
        if number is not None and not self.key:
            self.key = request_key(self.holder, number)
            self.reply = naming(self.reply, number)
        return fields

    def named(self) -> str:
        """Return the key of a request that is to be stored."""
        if not self.key:
            # A client's id comes after a colon: it is none of ours.
            self.key = f"{self.holder[:12]}!{token_urlsafe(9)}"
        return self.key
