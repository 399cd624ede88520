"""What people say to each other: what is to be seen of it, and what is new."""

from __future__ import annotations

from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.state import Remark


class Talk:
    """The talk of one match, with the others heard or hidden."""

    def __init__(self, client: MatchClient) -> None:
        self._client = client
        #: Whether what others say is hidden.
        self.muted = False
        self._heard = client.match.last

    @property
    def has_company(self) -> bool:
        """Whether one sits here with people who are elsewhere."""
        match = self._client.match
        people = {n for n, seat in enumerate(match.state["seats"]) if seat["kind"] == "person"}
        return bool(match.mine) and not people <= set(match.mine)

    @property
    def remarks(self) -> list[Remark]:
        """What is to be seen, the latest last."""
        match = self._client.match
        return [one for one in match.remarks if not self.muted or one.seat in match.mine]

    def take_news(self) -> list[Remark]:
        """Return what others said since this was asked last."""
        match = self._client.match
        heard, self._heard = self._heard, match.last
        return [one for one in self.remarks if one.event > heard and one.seat not in match.mine]
