"""A record as one moving picture: an SVG that shows its positions one after another.

Most of what is drawn stays from one position to the next, so that it is written once, with the
times when it shows. Programs that know no animation see the final position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from quatrefoil.core.errors import PictureError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.draw.elements import Element
from quatrefoil.draw.look import Look
from quatrefoil.draw.picture import Canvas, describe, latest_places
from quatrefoil.draw.styles import written

#: The most positions in one film; browsers still show that many smoothly.
MOST_FRAMES = 400
#: The shortest and the longest time that a position shows, in seconds.
SHORTEST, LONGEST = 0.05, 60.0
#: The last position shows this many times as long.
LAST_SHOWS = 3


class Moving(Protocol):
    """Moves one after another, from the start of the game or from elsewhere: a record is that."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, as tokens."""

    def lines(self) -> Iterator[Line]:
        """Yield one line before the first move and again after every move, always the same one."""

    def line_at(self, number: int) -> Line:
        """Return the line after a number of moves."""


@dataclass(frozen=True)
class Reel:
    """The part of a record to show: from which move to which, and seconds for each position."""

    record: Moving
    start: int = 0
    stop: int | None = None
    seconds: float = 1.0

    def __post_init__(self) -> None:
        moves = len(self.record.moves)
        if not 0 <= self.start <= self.end <= moves:
            raise PictureError(
                f"the record has {moves} moves: it cannot be shown"
                f" from {shortened(self.start)} to {shortened(self.stop)}"
            )
        if self.end - self.start >= MOST_FRAMES:
            raise PictureError(
                f"a moving picture shows at most {MOST_FRAMES} positions, not"
                f" {self.end - self.start + 1}: say from which move to which"
            )
        if not SHORTEST <= self.seconds <= LONGEST:
            raise PictureError(
                f"a position shows for {SHORTEST:g} to {LONGEST:g} seconds,"
                f" not {shortened(self.seconds)}"
            )

    @property
    def end(self) -> int:
        """After how many moves it stops."""
        return len(self.record.moves) if self.stop is None else self.stop

    @property
    def durations(self) -> list[float]:
        """How long each position shows, in seconds."""
        return [self.seconds] * (self.end - self.start) + [self.seconds * LAST_SHOWS]

    def lines(self) -> Iterator[Line]:
        """Yield the line at every position that is shown; always the same one."""
        for number, line in enumerate(self.record.lines()):
            if number > self.end:
                return
            if number >= self.start:
                yield line


#: Where something is drawn: its layer, and its place in the order there.
_Order = tuple[int, tuple[float, ...]]


def film(reel: Reel, look: Look = Look()) -> str:
    """Return a record as an SVG that moves."""
    canvas = Canvas(reel.record.rules, look)
    frames: dict[tuple[_Order, str], list[int]] = {}
    for number, line in enumerate(reel.lines()):
        world = canvas.world(line.position, look.last or latest_places(line))
        for drawn in _drawn(canvas, world, line):
            frames.setdefault(drawn, []).append(number)
    timing = _Timing(reel.durations)
    inside = "".join(
        timing.shown(text, frames[order, text])
        for order, text in sorted(frames, key=lambda drawn: drawn[0])
    )
    around = canvas.frame(line.position)
    bare = replace(world, children=())
    inside = canvas.writer.enclose(bare, canvas.writer.style(bare, around), canvas.said, inside)
    return canvas.finish(inside, describe(line.position, look.language))


def _drawn(canvas: Canvas, world: Element, line: Line) -> Iterator[tuple[_Order, str]]:
    """Yield each thing that a position shows, with its place in the order of drawing."""
    around = canvas.writer.style(world, canvas.frame(line.position))
    for layer, drawn in enumerate(world.children):
        styled = canvas.writer.style(drawn, around)
        for number, child in enumerate(drawn.children):
            text = canvas.writer.write(child, styled, canvas.said)
            if text:
                yield (layer, child.order or (number,)), text


class _Timing:
    """Says when something shows, by the share of the whole time that has passed."""

    def __init__(self, durations: list[float]) -> None:
        self._total = sum(durations)
        begins = [0.0]
        for duration in durations:
            begins.append(begins[-1] + duration)
        self._begins = [begin / self._total for begin in begins]
        self._frames = len(durations)

    def shown(self, text: str, frames: list[int]) -> str:
        """Return something that shows in some frames."""
        if len(frames) == self._frames:
            return text
        seen = set(frames)
        at = [n for n in range(self._frames) if n == 0 or (n in seen) != (n - 1 in seen)]
        values = ";".join("visible" if n in seen else "hidden" for n in at)
        times = ";".join(f"{self._begins[n]:.5f}".rstrip("0").rstrip(".") for n in at)
        finally_seen = "visible" if self._frames - 1 in seen else "hidden"
        return (
            f'<g visibility="{finally_seen}"><animate attributeName="visibility"'
            f' calcMode="discrete" dur="{written(self._total)}s" repeatCount="indefinite"'
            f' values="{values}" keyTimes="{times}"/>{text}</g>'
        )
