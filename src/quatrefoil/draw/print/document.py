"""A game as a PDF: its boards, its pieces, its rules on one page.

This puts together what is printed; `sheet.typ` lays it out, and Typst sets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quatrefoil.core.errors import FormatError, OptionError, shortened
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.registry import position_from_json
from quatrefoil.draw import Look, describe, draw
from quatrefoil.draw.look import PRINT
from quatrefoil.draw.print import markdown
from quatrefoil.draw.print.figures import Drawn, draw_figure, draw_rows, draw_tiles
from quatrefoil.draw.print.paper import MARGIN, PAPERS, PARTS, Paper
from quatrefoil.draw.print.sheet import (
    EDITIONS,
    STANDARD,
    Edition,
    Figure,
    Leaf,
    PieceSet,
    Side,
    sheet_of,
)
from quatrefoil.draw.print.typeset import Begin, Document, begins, typeset
from quatrefoil.view.data import Phrase, view_of
from quatrefoil.view.words import LANGUAGES, Words, words_of

#: Sizes of type for the rules in points, the largest first: the first that fits a page is taken.
SIZES = (11, 10.75, 10.5, 10.25, 10, 9.75, 9.5, 9.25, 9, 8.75, 8.5)

#: The size for who sees little; it takes as many pages as it takes.
LARGE = 18

#: Texts that `sheet.typ` puts on the pages.
_FRAME_WORDS = ("scale", "cut", "fold", "glue")

#: The height of the words below a tile, and of large ones; of those around a board and its pieces
#: on one page, and of the title of a set there; in millimetres.
_TILE_WORDS, _LARGE_TILE_WORDS, _ONE_PAGE_WORDS, _SET_TITLE = 18.0, 28.0, 34.0, 6.0

#: What is said of a tile by where others are glued over it: at its right, at its lower edge.
_GLUED = {(True, True): "tile.both", (True, False): "tile.right", (False, True): "tile.below"}

#: How wide the picture of a position is in the rules, in millimetres.
_PICTURE, _LARGE_PICTURE = 62.0, 110.0


@dataclass(frozen=True)
class Part:
    """Pages of one kind, from the first to the last."""

    name: str
    first: int
    last: int
    two_sided: bool = False


@dataclass(frozen=True)
class Printed:
    """A PDF, and what is on which of its pages."""

    pdf: bytes
    parts: tuple[Part, ...]

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self.parts[-1].last


def print_game(
    game: Game,
    paper: str = "a4",
    language: str = "en",
    parts: Sequence[str] = PARTS,
    rules: Rules | None = None,
    edition: str = STANDARD.name,
    boards: Sequence[str] = (),
) -> Printed:
    """Return a game's boards, pieces and rules, or some of these, ready for the printer.

    With rules of a variant, its board is printed in place of the game's own ones, with the pieces
    that it needs. `boards` chooses some of the game's own by their names, `edition` how it is done.
    """
    _require("paper", paper, PAPERS)
    _require("language", language, LANGUAGES)
    _require("edition", edition, EDITIONS)
    for part in parts:
        _require("part", part, PARTS)
    return _Printing(game, PAPERS[paper], language, rules, EDITIONS[edition], boards).run(parts)


def _require(name: str, value: str, known: Sequence[str] | dict[str, Any]) -> None:
    if value not in known:
        raise OptionError(
            f"the {name} to print is one of {', '.join(known)}, not {shortened(value)}"
        )


class _Printing:
    """What one PDF is made of."""

    def __init__(
        self,
        game: Game,
        paper: Paper,
        language: str,
        rules: Rules | None,
        edition: Edition,
        boards: Sequence[str],
    ) -> None:
        self.game = game
        self.rules = rules
        self.edition = edition
        self.boards = boards
        #: A class for the style sheets.
        self.look = "contrast" if edition.raised else ""
        self.paper = paper
        self.language = language
        self.sheet = sheet_of(game)
        self.words = words_of(game.name, language)
        self.own_words = Words("quatrefoil.draw.print", language)
        self.document = Document(
            {
                "paper": paper.typst,
                "margin": MARGIN,
                "language": language,
                "title": game.title,
                "edition": "" if edition is STANDARD else self._say(f"edition.{edition.name}"),
                "large": edition.raised,
                "sheet": None,
                "authors": self.words("authors"),
                "goal": self.words("goal"),
                "words": {word: self._say(word) for word in _FRAME_WORDS}
                | {
                    "by": self.words("print.by"),
                    "page": self._say("page", page="{page}", pages="{pages}"),
                },
                "size": SIZES[0],
                **{part: [] for part in PARTS},
            }
        )

    def run(self, parts: Sequence[str]) -> Printed:
        """Put the parts together, set them, and say where they are."""
        data = self.document.data
        if "rules" in parts:
            data["rules"] = [self._block(block) for block in self._rules()]
            data["size"] = LARGE if self.edition.raised else self._size_that_fits()
        leaves = self._leaves()
        sets = self.sheet.pieces(self._rules_of(leaves), self.edition)
        if self.edition.one_page and not {"boards", "pieces"}.isdisjoint(parts):
            data["sheet"] = self._one_page(leaves[0].sides[0], sets)
            return Printed(typeset(self.document), tuple(_parts(begins(self.document), False)))
        if "boards" in parts:
            data["boards"] = [side for leaf in leaves for side in self._sides(leaf)]
        if "pieces" in parts:
            # Pieces are as much smaller as the board is that they lie on.
            scale = self.edition.scale * min(map(self._shrunk, leaves))
            data["pieces"] = [self._set(pieces.scaled(scale)) for pieces in sets]
        pdf = typeset(self.document)
        two_sided = any(len(leaf.sides) > 1 for leaf in leaves) and self._is_to_scale(leaves)
        return Printed(pdf, tuple(_parts(begins(self.document), two_sided)))

    def _say(self, key: str, **values: str | int) -> str:
        return self.own_words.say(Phrase(key, values))

    # ---- which boards, for which rules --------------------------------------------------------

    def _leaves(self) -> tuple[Leaf, ...]:
        """Return the leaves to print: of the variant, or of the game those asked for."""
        if self.rules is not None:
            return (Leaf((self.sheet.board(self.rules, self.edition),)),)
        leaves = self.sheet.boards(self.edition)
        if not self.boards:
            return leaves
        sides = {side.name: side for leaf in leaves for side in leaf.sides}
        for name in self.boards:
            _require("board", name, sides)
        return tuple(Leaf((sides[name],)) for name in dict.fromkeys(self.boards))

    def _rules_of(self, leaves: tuple[Leaf, ...]) -> Rules | None:
        """Return the rules whose pieces are printed; None means enough for all of these boards."""
        if self.rules is None and not self.boards and not self.edition.one_page:
            return None
        sides = [side for leaf in leaves for side in leaf.sides]
        return sides[0].rules if len(sides) == 1 or self.edition.one_page else None

    # ---- boards and pieces --------------------------------------------------------------------

    def _sides(self, leaf: Leaf) -> Iterator[dict[str, Any]]:
        for number, side in enumerate(leaf.sides):
            figure = self._figure(side)
            title = self.words.say(side.title)
            page = {
                "title": title,
                "notes": [*(self.words.say(note) for note in side.notes), *self._changes()],
                "turn": "",
                "tile": "",
                "across": not self.paper.fits_upright(figure.size[0]),
            }
            if self._fits(figure):
                if len(leaf.sides) > 1:
                    page["turn"] = self._say(("side.front", "side.back")[number])
                drawn = draw_figure(self.game, figure, self.look)
                yield page | {"figure": self.document.add(drawn, title)}
            else:
                yield from self._tiles(figure, page)

    def _figure(self, side: Side) -> Figure:
        """Return a board to scale; of a variant that is too large for a page, one that fits."""
        return side.figure.scaled(self.edition.scale * self._shrunk(Leaf((side,))))

    def _shrunk(self, leaf: Leaf) -> float:
        """Return by how much the boards of a leaf are smaller than the game's own are."""
        if self.rules is None or self.edition.scale > 1:
            return 1.0
        width, height = leaf.sides[0].figure.size
        across = not self.paper.fits_upright(width)
        room = self.paper.inner_width, self.paper.set_height
        most = reversed(room) if across else room
        return min(1.0, *(space / size for space, size in zip(most, (width, height), strict=True)))

    def _fits(self, figure: Figure) -> bool:
        """Whether a board fits a page, upright or across."""
        inner = self.paper.inner_width, self.paper.height - 2 * MARGIN
        return any(
            figure.size[0] <= width and figure.size[1] <= height
            for width, height in (inner, inner[::-1])
        )

    def _is_to_scale(self, leaves: tuple[Leaf, ...]) -> bool:
        return all(self._fits(self._figure(side)) for leaf in leaves for side in leaf.sides)

    def _tiles(self, figure: Figure, page: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield a board that is larger than a page, in tiles: upright or across, in fewer pages."""
        below = _LARGE_TILE_WORDS if self.edition.raised else _TILE_WORDS
        inner = self.paper.inner_width, self.paper.height - 2 * MARGIN - below
        turned = self.paper.height - 2 * MARGIN, self.paper.inner_width - below
        upright, across = (
            draw_tiles(self.game, figure, room, self.look) for room in (inner, turned)
        )
        best = across if len(across) < len(upright) else upright
        for number, tile in enumerate(best, 1):
            words = [self._say("tile", number=number, count=len(best))]
            if glued := _GLUED.get((tile.right, tile.below)):
                words.append(self._say(glued))
            if number == len(best):
                words += page["notes"]
            yield page | {
                "across": best is across,
                "tile": " ".join(words),
                "figure": self.document.add(tile.drawn, f"{page['title']}: {number}"),
            }

    def _one_page(self, side: Side, sets: Sequence[PieceSet]) -> dict[str, Any]:
        """Return a board and its pieces on one page, as large as that allows."""
        room = self.paper.height - 2 * MARGIN - _ONE_PAGE_WORDS
        for percent in range(100, 20, -2):
            figure = side.figure.scaled(percent / 100)
            if figure.size[0] > self.paper.inner_width:
                continue
            smaller = [pieces.scaled(percent / 100) for pieces in sets]
            rows = [draw_rows(self.game, each, self.paper.inner_width) for each in smaller]
            taken = figure.size[1] + sum(row.height for each in rows for row in each)
            if taken + _SET_TITLE * len(rows) <= room:
                break
        else:
            raise FormatError(f"the board of {self.game.name} and its pieces fit no single page")
        title = self.words.say(side.title)
        return {
            "title": title,
            "notes": [*(self.words.say(note) for note in side.notes), *self._changes()],
            "figure": self.document.add(draw_figure(self.game, figure), title),
            "sets": [
                {
                    "title": self.words.say(each.title),
                    "rows": [self.document.add(row, self.words.say(each.title)) for row in drawn],
                }
                for each, drawn in zip(smaller, rows, strict=True)
            ],
        }

    def _changes(self) -> list[str]:
        """Return what differs from the usual rules, in words; a board of one's own is drawn."""
        changed = self.rules.changed if self.rules is not None else {}
        said = {name: v for name, v in changed.items() if not isinstance(v, dict | list)}
        return [self._option(name, value) for name, value in said.items()]

    def _option(self, name: str, value: Any) -> str:
        """Return an option and its value in words."""
        key = f"option.{name}"
        title = self.words(key) if key in self.words else name
        text = self.words(f"{key}.{value}") if f"{key}.{value}" in self.words else shortened(value)
        return f"{title}: {text}"

    def _set(self, pieces: PieceSet) -> dict[str, Any]:
        rows = draw_rows(self.game, pieces, self.paper.inner_width, self.look)
        title = self.words.say(pieces.title)
        return {
            "title": title,
            "notes": [self.words.say(note) for note in pieces.notes],
            "rows": [self.document.add(row, title) for row in rows],
            "together": sum(row.height for row in rows) <= self.paper.set_height,
            "folds": pieces.has_folds,
        }

    # ---- rules --------------------------------------------------------------------------------

    def _rules(self) -> list[markdown.Block]:
        name = self.game.manifest.localized("sheet.md", self.language)
        return markdown.parse(self.game.resource(name).read_text(encoding="utf-8"))

    def _block(self, block: markdown.Block) -> markdown.Block:
        """Return a block with its position drawn, if it has one."""
        if block["kind"] != "position":
            return block
        position = position_from_json(block["position"])
        board = view_of(position.rules).board(position.rules)
        look = Look(
            theme=PRINT,
            arrows=block["arrows"],
            contrast=self.edition.raised,
            language=self.language,
        )
        width = _LARGE_PICTURE if self.edition.raised else _PICTURE
        drawn = Drawn(draw(position, look), width, width * board.height / board.width)
        picture = self.document.add(drawn, describe(position, self.language))
        return {"kind": "position", "runs": block["runs"], **picture}

    def _size_that_fits(self) -> float:
        """Return the largest size of type in which the rules take one page."""
        for size in SIZES:
            self.document.data["size"] = size
            if begins(self.document)[0].pages == 1:
                return size
        raise FormatError(
            f"the print sheet of {self.game.name} in {self.language!r} is too long for one page"
            f" of {self.paper.typst} even at {SIZES[-1]} points: make it shorter"
        )


def _parts(marks: list[Begin], two_sided: bool) -> Iterator[Part]:
    """Yield the parts with their pages: each goes on until the next begins."""
    ends = [mark.page - 1 for mark in marks[1:]] + [marks[-1].pages]
    for mark, last in zip(marks, ends, strict=True):
        yield Part(mark.part, mark.page, last, two_sided and mark.part == "boards")
