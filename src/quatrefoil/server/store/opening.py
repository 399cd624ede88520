"""From the name of a database to its store."""

from __future__ import annotations

from pathlib import Path

from quatrefoil.server.store.contract import Database, Store
from quatrefoil.server.store.sqlite import SqliteStore


async def open_store(database: Database, patience: float = 30.0) -> Store:
    """Open a database, made or brought up to date if need be."""
    return SqliteStore(Path(database), patience)
