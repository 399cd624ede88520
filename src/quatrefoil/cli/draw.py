"""Pictures of positions and records: `quatrefoil draw`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import quatrefoil
from quatrefoil.cli.common import (
    SUBJECT_HELP,
    Commands,
    add_moves,
    line_after,
    read_subject,
    record_or_position,
    write_file,
)
from quatrefoil.cli.progress import Progress
from quatrefoil.draw import Look, draw_line
from quatrefoil.draw.film import Reel, film
from quatrefoil.draw.look import THEMES
from quatrefoil.view.words import LANGUAGES

KINDS = ("svg", "png", "gif")


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    parser = commands.add(
        "draw",
        _draw,
        "Make a picture of a position, or of a record: SVG, PNG, or an animated GIF.",
        """
        quatrefoil draw trickle -o start.svg
        quatrefoil draw "blinq(size=4)" --moves 1a1N 1a2E -o board.png --theme dark
        quatrefoil draw game.json -o end.png --size 1200
        quatrefoil draw game.json --at 12 --arrow f4 f3 --highlight c3 > move-12.svg
        quatrefoil draw game.json -o game.gif --seconds 0.5
        quatrefoil draw game.json -o game.svg --animate --from 10 --to 20
        quatrefoil draw - < position.json
        """,
    )
    _add_subject(parser)
    _add_output(parser)
    _add_look(parser)
    _add_animation(parser)


def _add_subject(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("subject", metavar="INPUT", help=SUBJECT_HELP)
    add_moves(parser)
    parser.add_argument(
        "--at", type=int, metavar="N", help="a record after N moves, not at its end"
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="where to: a file that ends in .svg, .png or .gif, or - for standard output",
    )
    parser.add_argument("--format", choices=KINDS, help="what to make, if not by the file's name")


def _add_look(parser: argparse.ArgumentParser) -> None:
    plain = Look()
    look = parser.add_argument_group("look")
    look.add_argument("--theme", choices=THEMES, default=plain.theme)
    look.add_argument(
        "--size", type=int, default=plain.size, metavar="PIXELS", help="of the longer side"
    )
    look.add_argument("--flip", action="store_true", help="see the board from the other side")
    look.add_argument("--no-coordinates", action="store_true", help="leave the names of cells out")
    look.add_argument("--details", action="store_true", help="show what the page shows on demand")
    look.add_argument(
        "--last", nargs="+", default=[], metavar="PLACE", help="mark these as the latest move"
    )
    look.add_argument(
        "--highlight", nargs="+", default=[], metavar="PLACE", help="light these places up"
    )
    look.add_argument(
        "--arrow",
        nargs=2,
        action="append",
        default=[],
        metavar=("FROM", "TO"),
        help="an arrow; may be given several times",
    )
    look.add_argument(
        "--language",
        choices=LANGUAGES,
        default=plain.language,
        help="of the words for those who do not see the picture",
    )


def _add_animation(parser: argparse.ArgumentParser) -> None:
    moving = parser.add_argument_group("moving pictures of a record")
    moving.add_argument("--animate", action="store_true", help="an SVG that moves; GIFs always do")
    moving.add_argument("--from", dest="start", type=int, default=0, metavar="N", help="first move")
    moving.add_argument("--to", dest="stop", type=int, metavar="N", help="last move")
    moving.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="how long a position shows"
    )
    moving.add_argument(
        "--no-captions", action="store_true", help="a GIF without names, scores and moves"
    )


def _draw(arguments: argparse.Namespace) -> int:
    kind = _kind(arguments)
    subject = _subject(arguments)
    look = Look(
        theme=arguments.theme,
        size=arguments.size,
        coordinates=not arguments.no_coordinates,
        last=arguments.last,
        highlights=arguments.highlight,
        arrows=[(start, end) for start, end in arguments.arrow],
        flipped=arguments.flip,
        details=arguments.details,
        language=arguments.language,
    )
    if kind == "gif" or arguments.animate:
        picture = _moving(kind, _reel(subject, arguments), look, not arguments.no_captions)
    else:
        picture = _still(kind, draw_line(_line(subject, arguments), look))
    _write(picture, kind, arguments.output)
    return 0


def _kind(arguments: argparse.Namespace) -> str:
    """Return what is to be made, by what was said or by the name of the file."""
    if arguments.format:
        kind: str = arguments.format
        return kind
    if arguments.output == "-":
        return "svg"
    suffix = Path(arguments.output).suffix.lower().removeprefix(".")
    if suffix not in KINDS:
        raise quatrefoil.PictureError(
            f"a picture's name ends in .svg, .png or .gif, and {arguments.output!r} does not;"
            " --format says it as well"
        )
    return suffix


def _subject(arguments: argparse.Namespace) -> quatrefoil.Position | quatrefoil.Record:
    """Return what is drawn: a record, or a position that moves may follow."""
    found = record_or_position(read_subject(arguments.subject))
    if isinstance(found, quatrefoil.Record) and arguments.moves:
        raise quatrefoil.PictureError("--moves go with a position; a record has its own")
    return found


def _line(
    subject: quatrefoil.Position | quatrefoil.Record, arguments: argparse.Namespace
) -> quatrefoil.Line:
    """Return the line whose position is drawn."""
    if isinstance(subject, quatrefoil.Record):
        return subject.line_at(arguments.at)
    if arguments.at is not None:
        raise quatrefoil.PictureError("--at is for a record: a position has no moves to go back to")
    return line_after(subject, arguments.moves)


def _reel(subject: quatrefoil.Position | quatrefoil.Record, arguments: argparse.Namespace) -> Reel:
    """Return what a moving picture shows: a record, or moves from the start of a game."""
    if not isinstance(subject, quatrefoil.Record):
        if subject != subject.rules.start():
            raise quatrefoil.PictureError("a moving picture shows a record, not a single position")
        subject = quatrefoil.Record.of(line_after(subject, arguments.moves))
    return Reel(subject, arguments.start, arguments.stop, arguments.seconds)


def _still(kind: str, svg: str) -> bytes:
    return svg.encode() if kind == "svg" else _render(svg)


def _moving(kind: str, reel: Reel, look: Look, captions: bool) -> bytes:
    if kind == "png":
        raise quatrefoil.PictureError("a PNG does not move: choose .svg or .gif, or no --animate")
    return film(reel, look).encode() if kind == "svg" else _animate(reel, look, captions)


def _render(svg: str) -> bytes:
    from quatrefoil.draw.png import render

    return render(svg)


def _animate(reel: Reel, look: Look, with_captions: bool) -> bytes:
    from quatrefoil.draw.captions import captions_of
    from quatrefoil.draw.gif import animating

    captions = captions_of(reel.record, look) if with_captions else None
    made = b""
    with Progress("drawing") as progress:
        for frame, piece in enumerate(animating(reel, look, captions)):
            made = piece or b""
            progress.show(f"picture {frame}")
    return made


def _write(picture: bytes, kind: str, output: str) -> None:
    if output != "-":
        write_file(output, picture)
        return
    if kind != "svg" and sys.stdout.isatty():
        raise quatrefoil.PictureError(f"a terminal cannot show a {kind.upper()}: say -o FILE")
    sys.stdout.buffer.write(picture)
