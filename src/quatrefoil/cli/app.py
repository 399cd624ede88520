"""What every command has in common: arguments, exit codes, and how errors reach people."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence

import quatrefoil
from quatrefoil.cli import (
    analyse,
    arena,
    bench,
    catalogue,
    completion,
    database,
    draw,
    explore,
    measure,
    menu,
    openings,
    play,
    positions,
    printing,
    push,
    puzzles,
    serve,
    solve,
    strength,
    study,
    terminal,
    ugi,
)
from quatrefoil.cli.common import Commands
from quatrefoil.core.text import on_one_line
from quatrefoil.interrupts import INTERRUPTED, leave_on_interrupts, raise_interrupts

#: Exit codes. Wrong usage is argparse's 2; the last one and INTERRUPTED are what shells expect.
FINE, REFUSED, NOBODY_READS = 0, 1, 141
#: What a disk says that takes no more, or is broken: no fault of ours.
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_EPILOG = """\
examples:
  quatrefoil                                      on a terminal: asks what you would like to do
  quatrefoil serve --open                         play in the browser
  quatrefoil terminal                             play on the whole terminal, keys and mouse
  quatrefoil play                                 choose a game and play it line by line
  quatrefoil games                                what there is to play, with every option
  quatrefoil rules trickle                        how to play it
  quatrefoil show "trifoil(board=8)" --moves a1-b1
  quatrefoil perft "blinq(size=4)" 3

exit codes: 0 done, 1 the input was refused, 2 wrong usage, 130 ended by Ctrl-C
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _open_what_is_closed()
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except quatrefoil.QuatrefoilError as problem:
        return _refuse(problem)
    except ModuleNotFoundError as problem:
        if (problem.name or "quatrefoil").startswith("quatrefoil"):
            raise
        return _refuse(quatrefoil.MissingExtraError.of("", problem))
    except KeyboardInterrupt:
        # One that came out of an `exec`, as when a dataclass is made, is remembered by Python:
        # `python -m quatrefoil` would be killed at its end. The next `exec` makes it forget.
        exec("")
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _flush_nowhere()
        return NOBODY_READS
    except OSError as problem:
        if problem.filename is not None:
            # A file or folder that the command was told to use.
            return _refuse(quatrefoil.QuatrefoilError(f"{problem.filename}: {problem.strerror}"))
        if problem.errno not in _UNWRITABLE:
            raise
        _flush_nowhere()
        return _refuse(quatrefoil.QuatrefoilError(f"cannot write: {problem.strerror}"))


def _open_what_is_closed() -> None:
    """Have all three streams: who starts us may have closed some, as a shell does by `>&-`.

    Left alone, the next file that is opened, a database maybe, would get the number of one.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def _flush_nowhere() -> None:
    """Let what Python flushes once more at exit go nowhere instead of failing again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: list[str]) -> int:
    """Run a command, or the one that somebody chooses where none is given."""
    try:
        raise_interrupts()
        if not argv and menu.can_ask():
            chosen = menu.ask()
            if chosen is None:
                return FINE
            argv = chosen
        arguments, unknown = parser().parse_known_args(argv)
        if unknown:
            # With the usage of its command: by itself argparse shows that of the program.
            arguments.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        _survive_any_text()
        _say_if_slow()
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    finally:
        leave_on_interrupts()
    return code


def _refuse(problem: Exception) -> int:
    # A message may quote a file or a server; only its own line breaks are kept.
    lines = map(on_one_line, f"quatrefoil: {problem}".split("\n"))
    print("\n".join(lines), file=sys.stderr)
    return REFUSED


def _say_if_slow() -> None:
    if not quatrefoil.compiled():
        print(
            "quatrefoil: this is the uncompiled form, many times slower; to have it compiled,"
            " install a C compiler and Python's headers, then quatrefoil again",
            file=sys.stderr,
        )


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line: every command adds its own arguments."""
    parser = argparse.ArgumentParser(
        prog="quatrefoil",
        description="Play, study and research Trifoil, Trickle, Blinq and TrioTrio.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"quatrefoil {quatrefoil.__version__}"
    )
    commands = Commands(parser)
    for module in (
        *(serve, push, database, terminal, play, catalogue, positions, draw, printing),
        *(analyse, study, puzzles, explore, openings, measure, arena, strength, solve, bench, ugi),
        completion,
    ):
        module.add_commands(commands)
    return parser


def _survive_any_text() -> None:
    """Let a terminal that lacks a character show a stand-in, and odd bytes come in as such."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
