"""One client's part in the dice of a match: its value, what it saw, and what is to be sent when.

For front ends in Python; the page does the same (web/js/match/sharing.js). A client makes a value
of 32 random bytes and sends its hash when it makes or joins a match. Before it reveals the value it
keeps what the match shows by then: the server's commitment and everybody's hash. At the end these
must be what the dice were rolled from.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from quatrefoil.match import phases
from quatrefoil.match.dice import hash_of

Message = dict[str, Any]


def new_value() -> str:
    """Return 32 random bytes in hex."""
    return secrets.token_hex(32)


class Share:
    """What one client shares in one match."""

    def __init__(self, value: str = "") -> None:
        self.value = value or new_value()
        #: The server's commitment to which the value belongs. When the server commits anew, all
        #: values are void; one that came from elsewhere has served already.
        self._round = "" if value else None
        #: The commitments by which the value was revealed: the server's, and by seat everybody's.
        self.seen: tuple[str, list[str | None]] | None = None
        #: What was sent last, so that it is not sent again with every news.
        self._sent: Message | None = None

    @property
    def hash(self) -> str:
        """What is sent before anybody reveals."""
        return hash_of(self.value)

    def due(self, state: Message, mine: Sequence[int]) -> Message | None:
        """Return what is to be asked now (a verb and its keys), if anything is."""
        message = self._due(state, mine)
        if message == self._sent:
            return None
        self._sent = message
        return message

    def again(self) -> None:
        """Let what is due be sent again: it was not answered."""
        self._sent = None

    def _due(self, state: Message, mine: Sequence[int]) -> Message | None:
        dice = state.get("dice")
        if not dice or not mine or state["phase"] not in (phases.WAITING, phases.SHARING):
            return None
        hashes, values = dice["hashes"], dice["values"]
        if any(hashes[seat] is None for seat in mine):
            if self._round not in (None, dice["commitment"]):
                self.value, self.seen = new_value(), None
            self._round = dice["commitment"]
            return {"do": "commit", "hash": self.hash}
        if self.hash in hashes:
            self._round = dice["commitment"]
        else:
            self.seen = None  # another device of ours has committed anew, and will reveal
        seats = enumerate(state["seats"])
        missing = [seat for seat, one in seats if one["kind"] != "computer" and not hashes[seat]]
        owed = [seat for seat in mine if hashes[seat] == self.hash and values[seat] is None]
        if state["phase"] != phases.SHARING or missing or not owed:
            return None
        shown = dice["commitment"], list(hashes)
        if self.seen is None:
            self.seen = shown
        # A value that is out goes out again only to those who know it already.
        return {"do": "reveal", "value": self.value} if self.seen == shown else None

    def holds(self, state: Message) -> bool:
        """Whether the dice of a match that is over are those that this client saw."""
        dice, over = state.get("dice"), state.get("over")
        if self.seen is None or not over:
            return True
        if not dice or dice["seed"] is None:
            return False
        commitment, hashes = self.seen
        values = [value if value is None else hash_of(value) for value in dice["values"]]
        if None in [value for value, part in zip(values, hashes, strict=True) if part]:
            # Somebody did not reveal: then nothing was rolled, and nobody won.
            return not over["winners"] and not state["moves"]
        seed = hashlib.sha256(bytes.fromhex(dice["seed"])).hexdigest()
        return bool((seed, values, dice["hashes"]) == (commitment, hashes, hashes))
