"""Driving the terminal front end with Textual's pilot."""

import asyncio
from contextlib import asynccontextmanager
from functools import wraps

from textual.widgets import Static

import quatrefoil
from quatrefoil.terminal.app import TerminalApp
from quatrefoil.terminal.local import LocalMatch, setup_of
from quatrefoil.terminal.screens.match import MatchScreen

PATIENCE_SECONDS = 60


def local(rules, level=1, seat=0):
    return LocalMatch(setup_of(quatrefoil.rules(rules), level, seat))


@asynccontextmanager
async def in_match(client, size=(80, 24), language="en", theme="night"):
    """Open a match; yield a player who presses keys and looks."""
    app = TerminalApp(language, theme, client)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await player.until(lambda: isinstance(app.screen, MatchScreen))
        await pilot.pause()
        yield player


class Player:
    """Somebody at the keyboard, with a mouse."""

    def __init__(self, app, pilot):
        self.app = app
        self.pilot = pilot

    @property
    def screen(self):
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, MatchScreen))

    @property
    def match(self):
        return self.screen.client.match

    @property
    def turn(self):
        return self.screen.turn

    @property
    def status(self):
        return str(self.screen.query_one("#status", Static).content)

    async def until(self, condition):
        """Wait for something to come true."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                await asyncio.sleep(0.005)
        await self.pilot.pause()

    async def idle(self):
        """Wait until it is our turn, or nobody's."""
        await self.until(
            lambda: not self.screen.busy and (self.match.my_turn or self.match.phase == "over")
        )

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.until(lambda: not self.screen.busy)

    async def type(self, text):
        """Type a move; what comes in by keys one by one costs too much time."""
        await self.pilot.press("colon")
        self.screen.query_one("#typed").value = text
        await self.press("enter")

    async def click(self, place):
        """Click a place of the board with the mouse."""
        board = self.screen.query_one("BoardWidget")
        await self.pilot.click(board, offset=board.layout_now.spot_of(place))
        await self.until(lambda: not self.screen.busy)


def run(test):
    """Let a coroutine be a test."""

    @wraps(test)
    def wrapped(*given, **named):
        asyncio.run(test(*given, **named))

    return wrapped


def spoil(data, rng):
    """Change, remove or add something somewhere in plain data."""
    while True:
        key = rng.choice(list(data) if isinstance(data, dict) else range(len(data)))
        inside = data[key]
        if isinstance(inside, dict | list) and inside and rng.random() < 0.8:
            data = inside
            continue
        if rng.random() < 0.3 and isinstance(data, dict):
            del data[key]
        else:
            data[key] = rng.choice([None, -1, 10**9, "x", "", [], {}, [[]], {"x": 1}, True, 0.5])
        return
