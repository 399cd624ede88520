"""Looking back: the match at an earlier move."""

from __future__ import annotations

from quatrefoil.terminal.client import STEPS, MatchClient
from quatrefoil.terminal.state import Message, scene_from, touched
from quatrefoil.view.data import Scene


class Past:
    """Which move is looked at; the present if none is."""

    def __init__(self, client: MatchClient) -> None:
        self._client = client
        self._steps: dict[int, Message] = {}
        self._known: tuple[str, ...] = ()
        #: After how many moves; None is now.
        self.at: int | None = None

    @property
    def scene(self) -> Scene:
        """What was on the board."""
        assert self.at is not None
        return scene_from(self._steps[self.at]["scene"])

    @property
    def latest(self) -> frozenset[str]:
        """The places that the move touched."""
        assert self.at is not None
        return touched(self._steps[self.at].get("changes", ()))

    def renew(self) -> None:
        """Forget what a takeback has made untrue."""
        tokens = tuple(said.token for said in self._client.match.moves)
        if tokens[: len(self._known)] != self._known:
            self._steps.clear()
            self.at = None
        self._known = tokens

    async def step(self, by: int) -> None:
        """Go some moves back or on."""
        total = len(self._client.match.moves)
        await self.go_to((total if self.at is None else self.at) + by)

    async def go_to(self, moves: int) -> None:
        """Look at the match after this number of moves; after the last move it is the present."""
        total = len(self._client.match.moves)
        moves = max(moves, 0)
        if moves >= total:
            self.at = None
            return
        if moves not in self._steps:
            first = max(0, moves - STEPS // 2)
            for step in await self._client.steps(first, min(first + STEPS - 1, total)):
                self._steps[step["moves"]] = step
        self.at = moves
