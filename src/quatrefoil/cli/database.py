"""`quatrefoil move-database`: everything of one database into another."""

from __future__ import annotations

import argparse
import asyncio

from quatrefoil.cli.common import Commands
from quatrefoil.cli.progress import Progress


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    move = commands.add(
        "move-database",
        _move,
        "Copy all matches of a server into another, empty database: SQLite or PostgreSQL.",
        """
        quatrefoil move-database quatrefoil.db postgresql://quatrefoil@localhost/quatrefoil
        quatrefoil move-database postgresql://quatrefoil@localhost/quatrefoil quatrefoil.db
        """,
    )
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://…; it stays as it is")
    move.add_argument("target", metavar="TO", help="a file, or postgresql://…, without matches")


def _move(arguments: argparse.Namespace) -> int:
    from quatrefoil.server.store.moving import move
    from quatrefoil.server.store.opening import database_named

    source, target = database_named(arguments.source), database_named(arguments.target)
    with Progress("opening both") as progress:

        def tell(table: str, done: int, total: int) -> None:
            progress.show(f"{table}: {done:,} of {total:,}")

        moved = asyncio.run(move(source, target, tell))
    for table, rows, digest in moved:
        print(f"{table:12} {rows:>12,} rows  sha256 {digest[:16]}")
    print("Everything has arrived, and was read back and compared.")
    return 0
