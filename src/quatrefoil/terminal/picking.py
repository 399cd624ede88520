"""Making a move by walking along paths of clicks: the only place that knows what a click does."""

from __future__ import annotations

from collections.abc import Sequence

from quatrefoil.view.data import Board, Path


class Picking:
    """The legal moves as paths of clicks, and the clicks so far."""

    def __init__(self, board: Board, paths: Sequence[Path] = ()) -> None:
        self._places = frozenset(place.id for place in board.places)
        self._buttons = board.buttons
        self.paths = tuple(paths)
        self.picked: tuple[str, ...] = ()

    @property
    def next_clicks(self) -> frozenset[str]:
        """What can be clicked to go on."""
        return self._after(self.picked)

    @property
    def places(self) -> frozenset[str]:
        """The places that can be clicked to go on."""
        return self.next_clicks & self._places

    @property
    def buttons(self) -> list[str]:
        """The buttons that can be clicked to go on, in the board's order."""
        offered = self.next_clicks
        return [button for button in self._buttons if button in offered]

    @property
    def complete(self) -> str | None:
        """The move that the clicks so far make, if they make one and more could follow."""
        return next((path.token for path in self.paths if path.clicks == self.picked), None)

    def click(self, click: str) -> str | None:
        """Click something: go on, stop here, or start again; return the move once it is made."""
        if click in self.next_clicks:
            return self._advance(click)
        if self.picked and click == self.picked[-1]:
            token = self.complete
            self.cancel()
            return token
        self.cancel()
        return self._advance(click) if click in self.next_clicks else None

    def cancel(self) -> None:
        """Forget the clicks so far."""
        self.picked = ()

    def _advance(self, click: str) -> str | None:
        self.picked = (*self.picked, click)
        if self.next_clicks:
            return None
        token = self.complete
        self.cancel()
        return token

    def _after(self, clicks: tuple[str, ...]) -> frozenset[str]:
        count = len(clicks)
        return frozenset(
            path.clicks[count]
            for path in self.paths
            if len(path.clicks) > count and path.clicks[:count] == clicks
        )
