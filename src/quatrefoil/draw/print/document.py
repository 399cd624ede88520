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
from quatrefoil.draw.print.figures import Drawn, draw_figure, draw_rows
from quatrefoil.draw.print.paper import MARGIN, PAPERS, PARTS, Paper
from quatrefoil.draw.print.sheet import Figure, Leaf, PieceSet, sheet_of
from quatrefoil.draw.print.typeset import Begin, Document, begins, typeset
from quatrefoil.view.data import Phrase, view_of
from quatrefoil.view.words import LANGUAGES, Words, words_of

#: Sizes of type for the rules in points, the largest first: the first that fits a page is taken.
SIZES = (11, 10.75, 10.5, 10.25, 10, 9.75, 9.5, 9.25, 9, 8.75, 8.5)

#: Texts that `sheet.typ` puts on the pages.
_FRAME_WORDS = ("scale", "cut", "fold", "glue")

#: How wide the picture of a position is in the rules, in millimetres.
_PICTURE = 62.0


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
) -> Printed:
    """Return a game's boards, pieces and rules, or some of these, ready for the printer.

    With rules of a variant, its board is printed in place of the game's own ones.
    """
    _require("paper", paper, PAPERS)
    _require("language", language, LANGUAGES)
    for part in parts:
        _require("part", part, PARTS)
    return _Printing(game, PAPERS[paper], language, rules).run(parts)


def _require(name: str, value: str, known: Sequence[str] | dict[str, Any]) -> None:
    if value not in known:
        raise OptionError(
            f"the {name} to print is one of {', '.join(known)}, not {shortened(value)}"
        )


class _Printing:
    """What one PDF is made of."""

    def __init__(self, game: Game, paper: Paper, language: str, rules: Rules | None) -> None:
        self.game = game
        self.rules = rules
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
            data["size"] = self._size_that_fits()
        leaves = self.sheet.boards() if self.rules is None else ()
        if "boards" in parts:
            data["boards"] = [side for leaf in leaves for side in self._sides(leaf)]
            data["boards"] += [] if self.rules is None else [self._variant(self.rules)]
        if "pieces" in parts:
            data["pieces"] = [self._set(pieces) for pieces in self.sheet.pieces()]
        pdf = typeset(self.document)
        two_sided = any(len(leaf.sides) > 1 for leaf in leaves)
        return Printed(pdf, tuple(_parts(begins(self.document), two_sided)))

    def _say(self, key: str, **values: str | int) -> str:
        return self.own_words.say(Phrase(key, values))

    # ---- boards and pieces --------------------------------------------------------------------

    def _sides(self, leaf: Leaf) -> Iterator[dict[str, Any]]:
        for number, side in enumerate(leaf.sides):
            turn = ("side.front", "side.back")[number]
            title = self.words.say(side.title)
            yield {
                "title": title,
                "notes": [self.words.say(note) for note in side.notes],
                "turn": self._say(turn) if len(leaf.sides) > 1 else "",
                "across": not self.paper.fits_upright(side.figure.size[0]),
                "figure": self.document.add(draw_figure(self.game, side.figure), title),
            }

    def _variant(self, rules: Rules) -> dict[str, Any]:
        """Return the board of a variant: to the game's scale, or as large as the page allows."""
        board = view_of(rules).board(rules)
        across = not self.paper.fits_upright(board.width * self.sheet.UNIT)
        room = self.paper.inner_width, self.paper.set_height
        width, height = reversed(room) if across else room
        unit = min(self.sheet.UNIT, width / board.width, height / board.height)
        return {
            "title": self.words("title"),
            "notes": [self._option(name, value) for name, value in rules.changed.items()],
            "turn": "",
            "across": across,
            "figure": self.document.add(
                draw_figure(self.game, Figure.of_board(board, unit)), self.words("title")
            ),
        }

    def _option(self, name: str, value: Any) -> str:
        """Return an option and its value in words; what is drawn needs no value."""
        key = f"option.{name}"
        title = self.words(key) if key in self.words else name
        if isinstance(value, dict | list):
            return title
        text = self.words(f"{key}.{value}") if f"{key}.{value}" in self.words else shortened(value)
        return f"{title}: {text}"

    def _set(self, pieces: PieceSet) -> dict[str, Any]:
        rows = draw_rows(self.game, pieces, self.paper.inner_width)
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
        look = Look(theme=PRINT, arrows=block["arrows"], language=self.language)
        height = _PICTURE * board.height / board.width
        drawn = Drawn(draw(position, look), _PICTURE, height)
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
