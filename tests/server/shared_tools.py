"""Several lobbies on one database in one process: what other processes do, but held in hand."""

import asyncio
import json
from contextlib import asynccontextmanager

from quatrefoil.server.lobby import Lobby
from quatrefoil.server.settings import UNLIMITED, Settings


@asynccontextmanager
async def lobbies(place, count=2):
    """Open lobbies on one PostgreSQL, or on one SQLite file in a folder.

    Those of a file believe that others write to it, as others do, and have no news of each other.
    """
    database = place if isinstance(place, str) else place / "shared.db"
    settings = Settings(database=database, limits=UNLIMITED)
    opened = []
    for _ in range(count):
        lobby = await Lobby.opened(settings)
        lobby.store.shared = True
        await lobby.open()
        opened.append(lobby)
    try:
        yield opened
    finally:
        for lobby in opened:
            await lobby.close()


class Ear:
    """A listener that remembers what it was told."""

    def __init__(self, holder=""):
        self.holder = holder
        self.looking = True
        self.told = []

    def send(self, message):
        self.told.append(json.loads(message))

    def let_go(self):
        self.told.append("gone")

    @property
    def numbers(self):
        """The numbers of the events that were told one by one."""
        return [text["event"] for text in self.told if "type" in text and "event" in text]


async def until(condition):
    """Wait for a condition, however busy the machine is."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)
