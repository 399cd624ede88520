"""Who does long work: the options `--cores` and `--ray` of all commands that have it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from quatrefoil.cli.arguments import count

if TYPE_CHECKING:
    from quatrefoil.arena.pool import Pool


def add_workers(parser: argparse.ArgumentParser, cores: int = 0) -> None:
    """Add the options; without them, work is done on this number of cores, 0 being all."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--cores", type=count, default=cores, metavar="N", help=f"default: {cores or 'all'}"
    )
    either.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="work on a cluster of Ray instead: auto, host:6379 or ray://host:10001",
    )


def workers(arguments: argparse.Namespace) -> Pool:
    """Return the workers that were asked for."""
    if arguments.ray is not None:
        from quatrefoil.arena.cluster import RayPool

        return RayPool(arguments.ray)
    from quatrefoil.arena.processes import ProcessPool

    return ProcessPool(arguments.cores)


def say_losses(pool: Pool) -> None:
    """Say whether something had to be done twice."""
    if pool.losses:
        times = "once" if pool.losses == 1 else f"{pool.losses} times"
        print(f"A worker was lost {times}; what it did was done again.", file=sys.stderr)
