"""A position as a picture: the layers of the page's board, in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.sax.saxutils import escape

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import PictureError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import Outcome
from quatrefoil.core.position import Position
from quatrefoil.draw.arrows import arrow
from quatrefoil.draw.elements import Element, Writer, element, group, spelt
from quatrefoil.draw.look import Look
from quatrefoil.draw.styles import Styled, styler_of, written
from quatrefoil.view.data import Board, Change, Mark, Piece, Place, Scene, view_of
from quatrefoil.view.words import words_of


def draw(position: Position, look: Look = Look()) -> str:
    """Return a picture of a position as SVG."""
    canvas = Canvas(position.rules, look)
    world = canvas.world(position, look.last)
    inside = canvas.writer.write(world, canvas.frame(position), canvas.said)
    return canvas.finish(inside, describe(position, look.language))


def draw_line(line: Line, look: Look = Look()) -> str:
    """Return a picture of where a line stands, with its latest move marked."""
    return draw(line.position, look if look.last else replace(look, last=latest_places(line)))


def latest_places(line: Line) -> tuple[str, ...]:
    """Return the places of the latest move that changed something on the board."""
    view = view_of(line.position.rules)
    for number in reversed(range(len(line))):
        if places := touched(view.changes(line.before(number), line.moves[number])):
            return places
    return ()


def describe(position: Position, language: str) -> str:
    """Return a position in words, for those who do not see it."""
    words = words_of(position.rules.game.name, language)
    return " ".join(words.say(phrase) for phrase in view_of(position.rules).describe(position))


def touched(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the places that changes touch, to mark a move."""
    ends = (place for change in changes for place in (change.start, change.end))
    return tuple(dict.fromkeys(filter(None, ends)))


class Canvas:
    """Draws positions of one kind of game in one look."""

    def __init__(self, rules: Rules, look: Look) -> None:
        self.view = view_of(rules)
        self.board: Board = self.view.board(rules)
        self.look = look
        self._game = rules.game
        self._places = {place.id: place for place in self.board.places}
        self._styler = styler_of(rules.game.name, look.theme)
        self.writer = Writer(self._styler, (self.board.width / 2, self.board.height / 2))
        #: Attributes that the outermost element sets for the whole picture.
        self.said = {
            name: self._around("").attributes[name] for name in ("font-family", "text-anchor")
        }

    # ---- the whole ----------------------------------------------------------------------------

    def world(self, position: Position, last: str | Iterable[str]) -> Element:
        """Return all that is on the board, in layers; `last` is the move that is marked."""
        scene = self.view.scene(position)
        return group(
            "world",
            group("backdrop", *map(element, self.board.backdrop)),
            group("labels", *self._labels()),
            group("pieces", *self._pieces(scene)),
            group("marks", *self._last(last), *self._marks(scene)),
            group("targets", *self._highlights()),
            group("pointers", *self._arrows(), *self._notes()),
        )

    def frame(self, position: Position) -> Styled:
        """Return the look of what is around the board: it shows who is to move, or has won."""
        outcome = position.outcome()
        if outcome:
            return self._around(" ".join(["over", *(f"won-p{n}" for n in sole_winners(outcome))]))
        return self._around("turn-chance" if position.turn == CHANCE else f"turn-p{position.turn}")

    def finish(self, inside: str, words: str) -> str:
        """Return a whole document around what is in it."""
        width, height = self.board.width, self.board.height
        scale = self.look.size / max(width, height)
        attributes = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {written(width)} {written(height)}",
            "width": str(round(width * scale)),
            "height": str(round(height * scale)),
            "role": "img",
            "lang": self.look.language,
            **self.said,
        }
        title = words_of(self._game.name, self.look.language)("title")
        paper = Element("rect", {"class": "paper", "width": width, "height": height})
        return (
            f"<svg{spelt(attributes)}>"
            f"<title>{escape(title)}</title><desc>{escape(words)}</desc>"
            f"{self.writer.definitions()}"
            f"{self.writer.write(paper, self._around(''), self.said)}{inside}</svg>\n"
        )

    def _around(self, state: str) -> Styled:
        flipped = "flipped" if self.look.flipped else ""
        contrast = "contrast" if self.look.contrast else ""
        classes = ("board", f"game-{self._game.name}", state, flipped, contrast)
        return self._styler.frame(" ".join(filter(None, classes)))

    # ---- layers -------------------------------------------------------------------------------

    def _labels(self) -> Iterator[Element]:
        """Yield what is written on the board: names of places, and words that always show."""
        for shape in self.board.labels:
            classes = str(shape.attributes.get("class", "")).split()
            if self.look.coordinates or "label" not in classes:
                yield element(shape)

    def _pieces(self, scene: Scene) -> list[Element]:
        """Return the pieces, lower ones first, and nearer ones last."""
        return sorted(map(self._piece, scene.pieces), key=lambda piece: piece.order)

    def _piece(self, piece: Piece) -> Element:
        place = self._places[piece.place]
        owner = "" if piece.player is None else f"p{piece.player}"
        classes = f"piece sym-{as_class(piece.symbol)} {owner} level-{place.level}"
        shapes = [element(shape) for shape in self.board.symbols[piece.symbol]]
        if piece.text:
            shapes.append(Element("text", {"class": "piece-text"}, text=piece.text))
        turned = f" rotate({written(place.turn)})" if place.turn else ""
        moved = f"translate({written(place.x)} {written(place.y)}){turned}"
        standing = group("stand", group(classes, group("body", *shapes), transform=moved))
        nearness = -place.y if self.look.flipped else place.y
        return replace(standing, order=(place.level, nearness, place.x))

    def _last(self, last: str | Iterable[str]) -> Iterator[Element]:
        names = [last] if isinstance(last, str) else last
        for place in dict.fromkeys(place for name in names for place in self._named(name)):
            yield self._lit(place, "last")

    def _named(self, text: str) -> list[str]:
        """Return the places that a token names, in its order; a place names itself."""
        if text in self._places:
            return [text]
        longest_first = sorted(self._places, key=len, reverse=True)
        return re.findall("|".join(map(re.escape, longest_first)), text)

    def _marks(self, scene: Scene) -> Iterator[Element]:
        for mark in scene.marks:
            if self.look.details or not mark.on_demand:
                yield self._mark(mark)

    def _mark(self, mark: Mark) -> Element:
        owner = "" if mark.player is None else f"p{mark.player}"
        return group(
            f"mark mark-{mark.kind} {owner}",
            *(self._lit(name, "place") for name in mark.places),
            *(group("stand", element(shape)) for shape in mark.shapes),
        )

    def _highlights(self) -> Iterator[Element]:
        for name in self.look.highlights:
            yield self._lit(name, "hint")

    def _arrows(self) -> Iterator[Element]:
        side = max(self.board.width, self.board.height)
        for start, end in self.look.arrows:
            if start == end:
                raise PictureError(f"an arrow leads to another place, not from {start} to itself")
            yield arrow(self._place(start), self._place(end), side)

    def _notes(self) -> Iterator[Element]:
        for name, text in self.look.notes.items():
            place = self._place(name)
            yield Element("text", {"class": "note", "x": place.x, "y": place.y}, text=str(text))

    # ---- places -------------------------------------------------------------------------------

    def _lit(self, name: str, class_text: str) -> Element:
        """Return the shapes of a place, to light it up."""
        place = self._place(name)
        circle: dict[str, str | float] = {"cx": place.x, "cy": place.y, "r": 40}
        shapes = [element(shape) for shape in place.shapes] or [Element("circle", circle)]
        return group("stand", group(f"{class_text} level-{place.level}", *shapes))

    def _place(self, name: str) -> Place:
        found = self._places.get(name)
        if found is None:
            some = ", ".join(list(self._places)[:8])
            raise PictureError(
                f"{shortened(name)} is no place of this board; {len(self._places)} are: {some}, …"
            )
        return found


def sole_winners(outcome: Outcome) -> tuple[int, ...]:
    """Return who has won more than the others: nobody in a draw."""
    return outcome.winners if len(outcome.winners) < len(outcome.scores) else ()


def as_class(name: str) -> str:
    """Return a name as part of a class: what is no letter or digit is spelt by its code."""
    return re.sub(r"[^\w-]", lambda sign: str(ord(sign[0])), name, flags=re.ASCII)
