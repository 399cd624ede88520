"""`quatrefoil push-keys`: keys for a server that tells people of their turns."""

from __future__ import annotations

import argparse
from pathlib import Path

from quatrefoil.cli.common import Commands


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    keys = commands.add(
        "push-keys",
        _make,
        "Make keys for Web Push, by which a server tells people that it is their turn.",
        """
        quatrefoil push-keys push.pem
        quatrefoil serve --push-keys push.pem --push-contact mailto:you@example.org
        """,
    )
    keys.add_argument(
        "file", type=Path, metavar="FILE", help="a new file; only its owner can read it"
    )


def _make(arguments: argparse.Namespace) -> int:
    from quatrefoil.server.push.keys import make_keys

    public = make_keys(arguments.file)
    print(f"{arguments.file}: keys for Web Push; keep them: with others every device asks anew")
    print(f"public key: {public}")
    return 0
