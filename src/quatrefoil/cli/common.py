"""Small things that several commands share: arguments, lines of moves, text for people."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import quatrefoil
from quatrefoil.core.documents import Document, document_from_json
from quatrefoil.core.fields import MAX_JSON, read_file, read_json
from quatrefoil.core.line import MOST_PERFT_DEPTH
from quatrefoil.core.outcome import plain
from quatrefoil.core.registry import BUILT_IN
from quatrefoil.core.tree import ROOT

#: Ours by name: looking for those that other packages add would slow down every command.
GAME_HELP = f"{', '.join(BUILT_IN)}, or a game that another package adds"
RULES_HELP = 'a game, a preset or options: trickle, blinq:basic, "trifoil(board=8,actions=3)"'

#: What a command works on.
SUBJECT_HELP = (
    "a file with a position, a record or a tree, - for standard input, or RULES: " + RULES_HELP
)

#: The deepest perft that is counted; what is asked for by mistake is refused at once.
DEEPEST = MOST_PERFT_DEPTH


class Commands:
    """The commands of the program, to which each module adds its own."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._parsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(
        self,
        name: str,
        run: Callable[[argparse.Namespace], int],
        about: str,
        examples: str = "",
    ) -> argparse.ArgumentParser:
        """Add a command whose help ends with examples; return its parser."""
        shown = textwrap.indent(textwrap.dedent(examples).strip(), "  ")
        parser = self._parsers.add_parser(
            name,
            help=(about[0].lower() + about[1:].removesuffix(".")).replace("%", "%%"),
            description=about,
            epilog=f"examples:\n{shown}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.set_defaults(run=run, parser=parser)
        return parser


def add_moves(parser: argparse.ArgumentParser) -> None:
    """Add the option for moves that come first."""
    parser.add_argument(
        "--moves", nargs="+", default=[], metavar="TOKEN", help="moves to make first"
    )


def line_after(position: quatrefoil.Position, moves: Iterable[str]) -> quatrefoil.Line:
    """Return a line from a position on; one argument may hold several tokens."""
    return _played_on(quatrefoil.Line(position), moves)


def _played_on(line: quatrefoil.Line, moves: Iterable[str]) -> quatrefoil.Line:
    for token in " ".join(moves).split():
        line.play(token)
    return line


def read_subject(text: str) -> Document:
    """Return what a command is to work on: one way to say it for all commands.

    `-` is standard input, the name of a file its content (a position, a record or a tree), and
    anything else is RULES, whose start is meant.
    """
    if text != "-" and not _is_path(text):
        return quatrefoil.rules(text).start()
    written = read_text(text)
    try:
        data = read_json(written)
    except quatrefoil.FormatError as problem:
        name = "standard input" if text == "-" else text
        raise quatrefoil.FormatError(f"{name}: {problem}") from None
    return _document(data)


def read_line(text: str, moves: Iterable[str]) -> quatrefoil.Line:
    """Return the line that a command looks at: to the end of what it works on, then some moves."""
    return _played_on(last_line(read_subject(text)), moves)


def last_line(found: Document) -> quatrefoil.Line:
    """Return the line to a position, or to the end of a record or of a tree's main line."""
    if isinstance(found, quatrefoil.Record):
        return found.replay()
    if isinstance(found, quatrefoil.Tree):
        return found.line_at([ROOT, *found.main_line()][-1])
    return quatrefoil.Line(found)


def record_or_position(found: Document) -> quatrefoil.Record | quatrefoil.Position:
    """Return a tree as the record of its main line, or as its end where it began in mid-game."""
    if not isinstance(found, quatrefoil.Tree):
        return found
    return found.record() if found.start is None else last_line(found).position


def _document(data: Any) -> Document:
    """Read a document; of what is no position say all that is wrong, not the first thing alone."""
    try:
        return document_from_json(data)
    except quatrefoil.ReasonedError as problem:
        if not isinstance(data, dict) or not _could_be_position(data):
            raise
        from quatrefoil.study.editing import examine  # seldom needed

        faults = examine(data).faults
        if len(faults) < 2:
            raise
        told = "; ".join(map(str, faults))
        raise quatrefoil.FormatError(f"this is no position: {told}") from problem


def _could_be_position(data: dict[str, Any]) -> bool:
    game = data.get("game")
    known = isinstance(game, str) and game in quatrefoil.names()
    return known and "format" not in data and quatrefoil.game(str(game)).has("edit")


def _is_path(text: str) -> bool:
    """Whether a text names a file; rules have neither folders nor endings outside brackets."""
    return Path(text).is_file() or any(mark in text.partition("(")[0] for mark in "./\\")


def read_text(source: str) -> str:
    """Return the text of a file, or of standard input for `-`, up to a bound."""
    return sys.stdin.read(MAX_JSON + 1) if source == "-" else read_file(source)


def write_file(path: str | Path, data: bytes) -> None:
    """Write a file, or say in a sentence why that cannot be."""
    try:
        Path(path).write_bytes(data)
    except OSError as problem:
        raise quatrefoil.PictureError(f"cannot write {path}: {problem.strerror}") from None


def width() -> int:
    """Return how wide text should be: the terminal's width, but never tiring to read."""
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 100))


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Return text broken into lines, at spaces only: tokens and rules stay whole."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def mover(position: quatrefoil.Position) -> str:
    """Return who is to move, by name."""
    if position.turn == quatrefoil.CHANCE:
        return "Chance"
    name: str = position.rules.player_names[position.turn]
    return name


def result_text(
    rules: quatrefoil.Rules, outcome: quatrefoil.Outcome, won: Iterable[int] | None = None
) -> str:
    """Return who won, by how much and why, in one sentence.

    Where the match decides who `won`, a seat whose person left is not among them.
    """
    best = outcome.winners if won is None else won
    winners = [rules.player_names[player] for player in best]
    if len(winners) == rules.players:
        verdict = "A draw"
    elif len(winners) == 1:
        verdict = f"{winners[0]} wins"
    else:
        verdict = f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    scores = " : ".join(str(score).replace("0.5", "½") for score in plain(outcome.scores))
    return f"{verdict}, {scores} ({outcome.reason})."


def shares(rules: quatrefoil.Rules, values: tuple[float, ...], proven: bool = False) -> str:
    """Return what each player can expect of the point, in words."""
    named = zip(rules.player_names, values, strict=True)
    text = ", ".join(f"{name} {min(1.0, max(0.0, value)):.0%}" for name, value in named)
    return f"{text} (proven)" if proven else text
