"""Putting a turn together: clicks become moves, moves a draft, and a draft is sent off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import hypot

from quatrefoil.match.beginning import SIGNS
from quatrefoil.terminal.canvas import Pointing
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.layout import Layout
from quatrefoil.terminal.picking import Picking
from quatrefoil.view.data import Board, Piece

#: How a turn is sent, as `Board.turns` has it.
_AT_ONCE, _IN_PARTS = "", "parts"


class Turn:
    """One's own part in a match: what can be picked, the cursor, and what was picked so far."""

    def __init__(self, client: MatchClient, board: Board) -> None:
        self.client = client
        self.board = board
        self.picking = Picking(board)
        self._places = {place.id: place for place in board.places}
        self._picking_for: object = None
        #: The place under the cursor, and the button where no place can be picked.
        self.cursor = ""
        self._choice = 0
        #: Asked before a turn is sent off: whether it is to be played.
        self.approve: Callable[[list[str]], Awaitable[bool]] = _always

    # ---- what can be done ---------------------------------------------------------------------

    @property
    def buttons(self) -> list[str]:
        """The buttons that can be pressed now."""
        if self.client.match.phase == "throwing" and self.client.match.mine:
            return list(SIGNS)
        return self.picking.buttons

    @property
    def choice(self) -> str:
        """The button under the cursor, where no place can be picked."""
        if self.picking.places or not self.buttons:
            return ""
        return self.buttons[self._choice % len(self.buttons)]

    def pointing(self, latest: frozenset[str]) -> Pointing:
        """Return what the board is to point out."""
        offered = self.picking.places
        return Pointing(
            offered=offered,
            picked=tuple(click for click in self.picking.picked if click in self._places),
            latest=frozenset() if self.client.match.draft else latest,
            cursor=self.cursor if offered else "",
            ghost=self._ghost(),
        )

    def _ghost(self) -> Piece | None:
        """Return the piece that the button under the cursor would put on the picked place."""
        picked = self.picking.picked
        if picked and picked[-1] in self._places and self.choice in self.board.symbols:
            return Piece(self.choice, picked[-1])
        return None

    def renew(self) -> None:
        """Begin to pick anew if the match has moved on."""
        match = self.client.match
        now = (match.id, match.last, match.turn, match.draft)
        if now != self._picking_for:
            self._picking_for = now
            self.picking = Picking(self.board, match.paths)
            self._settle_cursor(self.cursor)

    # ---- the cursor ---------------------------------------------------------------------------

    def steer(self, layout: Layout, dx: int, dy: int) -> None:
        """Move the cursor in a direction: among places, or among buttons."""
        if self.picking.places:
            self.cursor = layout.beside(self.cursor, dx, dy, sorted(self.picking.places))
        else:
            self._choice += dx + dy

    def cycle(self, by: int) -> None:
        """Move the cursor to the next place or button in reading order."""
        places = sorted(self.picking.places, key=self._reading_order)
        if places:
            here = places.index(self.cursor) if self.cursor in places else -1
            self.cursor = places[(here + by) % len(places)]
        else:
            self._choice += by

    def _settle_cursor(self, near: str) -> None:
        """Put the cursor on what can be picked, as near as possible to a place."""
        self._choice = 0
        places = self.picking.places
        if near not in places and places:
            home = self._places.get(near)
            self.cursor = min(
                sorted(places, key=self._reading_order),
                key=lambda name: self._distance(name, home.x, home.y) if home else 0,
            )

    def _distance(self, name: str, x: float, y: float) -> float:
        return hypot(self._places[name].x - x, self._places[name].y - y)

    def _reading_order(self, name: str) -> tuple[float, float]:
        return self._places[name].y, self._places[name].x

    # ---- making moves -------------------------------------------------------------------------

    async def pick(self) -> None:
        """Pick what is under the cursor; a whole turn is confirmed."""
        if self.picking.places:
            await self.click(self.cursor)
        elif self.choice:
            await self.click(self.choice)
        else:
            await self.confirm()

    async def click(self, click: str) -> None:
        """Click a place or a button; play the move once it is made."""
        if self.client.match.phase == "throwing":
            await self.client.ask("throw", sign=click)
            return
        token = self.picking.click(click)
        if token is None:
            self._settle_cursor(click)
        else:
            self.cursor = click if click in self._places else self.cursor
            await self._add(token)

    def cancel(self) -> None:
        """Forget what was picked."""
        picked = self.picking.picked
        self.picking.cancel()
        self._settle_cursor(picked[0] if picked else self.cursor)

    async def confirm(self) -> None:
        """Stop where more could follow, or send a whole turn off."""
        if self.picking.picked and self.picking.complete:
            await self.click(self.picking.picked[-1])
        elif self.client.match.drafted_all:
            await self._send(self.client.match.draft)

    async def undo(self) -> bool:
        """Take back the last click or the last part of the draft; return whether there was one."""
        if self.picking.picked:
            self.cancel()
        elif draft := self.client.match.draft:
            await self.client.ask("draft", tokens=draft[:-1])
        else:
            return False
        return True

    async def type(self, tokens: list[str]) -> None:
        """Play tokens that somebody typed."""
        self.picking.cancel()
        if self.board.turns == _AT_ONCE:
            await self._send(tokens)
        else:
            await self._draft([*self.client.match.draft, *tokens], self.board.turns == _IN_PARTS)

    async def _add(self, token: str) -> None:
        if self.board.turns == _AT_ONCE:
            await self._send([token])
            return
        # A button that ends the turn is as clear as a confirmation.
        button = any(p.token == token and len(p.clicks) == 1 for p in self.picking.paths)
        sure = button or self.board.turns == _IN_PARTS
        await self._draft([*self.client.match.draft, token], sure)

    async def _draft(self, tokens: list[str], sure: bool) -> None:
        """Store a part of a turn; send it off if it is all of one and needs no more asking."""
        await self.client.ask("draft", tokens=tokens)
        if sure and self.client.match.drafted_all:
            await self._send(tokens)

    async def _send(self, tokens: list[str]) -> None:
        if await self.approve(tokens):
            await self.client.ask("play", tokens=tokens, at=self.client.match.last)


async def _always(tokens: list[str]) -> bool:
    return True
