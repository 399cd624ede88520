"""`quatrefoil move-database`: everything of one database into another."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from quatrefoil.cli.common import Commands

#: Seconds between two lines about how far it is, where they cannot be written over one another.
_SELDOM = 10.0


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
    moved = asyncio.run(move(source, target, _Progress()))
    for table, rows, digest in moved:
        print(f"{table:12} {rows:>12,} rows  sha256 {digest[:16]}")
    print("Everything has arrived, and was read back and compared.")
    return 0


class _Progress:
    """Says how far it is: on one line of a terminal, or now and then."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def __call__(self, table: str, done: int, total: int) -> None:
        text = f"{table}: {done:,} of {total:,}"
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{text}", end=end, file=sys.stderr, flush=True)
        elif time.monotonic() - self._said > _SELDOM:
            self._said = time.monotonic()
            print(text, file=sys.stderr, flush=True)
