"""Captions of moving pictures: who plays, how they stand, and the latest move in words.

    ▸ Ada            ★ Grace 1        above the board, two players a row: a name, ▸ for whose turn
      Score: 3         Score: 5       it is, at the end ★ and what everybody scored; facts below
    ┌──────────────────────────┐
    │                          │
    └──────────────────────────┘
    12. f8-f9                         below it: the number of the move, its token, its words
    Ada moves from f8 to f9

All frames of one film are of the same size, whatever they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from xml.sax.saxutils import escape

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import Outcome, plain
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.core.tags import player_names
from quatrefoil.draw.card import LETTER, colour, placed, size_of
from quatrefoil.draw.elements import spelt
from quatrefoil.draw.film import Moving
from quatrefoil.draw.look import Look
from quatrefoil.draw.picture import sole_winners
from quatrefoil.draw.styles import styler_of
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

#: The size of the letters, as a share of the picture's longer side, and never too small to read.
_SHARE, _SMALLEST = 1 / 27, 11
#: Heights in sizes of the letters: of a player (name and facts), of the moves, of a gap.
_PLAYER, _MOVES, _GAP = 2.7, 2.9, 0.7
_SMALL = 0.82

#: Signs before a name, drawn about (0, 0), half as high as a letter.
_TURN = "M-0.28,-0.42L0.42,0L-0.28,0.42Z"
_STAR = (
    "M0,-0.5L0.13,-0.16L0.48,-0.15L0.2,0.06L0.3,0.4L0,0.2"
    "L-0.3,0.4L-0.2,0.06L-0.48,-0.15L-0.13,-0.16Z"
)


def captions_of(record: Moving, look: Look) -> Captions:
    """Return the captions of a record, with the names that it has."""
    tags = record.tags if isinstance(record, Record) else {}
    return Captions(record.rules, look, player_names(record.rules, tags))


class Captions:
    """Puts words around the pictures of one record; `names` may be empty, or "" for some."""

    def __init__(self, rules: Rules, look: Look, names: Sequence[str] = ()) -> None:
        self._view = view_of(rules)
        self._words = words_of(rules.game.name, look.language)
        styled = styler_of(rules.game.name, look.theme).frame(f"board game-{rules.game.name}")
        self._ink, self._soft, self._paper = (
            colour(styled.variables[name], look) for name in ("--ink", "--soft", "--paper")
        )
        self._paints = [colour(styled.variables[f"--p{n}"], look) for n in range(rules.players)]
        self._font = {"font-family": styled.attributes["font-family"]}
        sides = [self._words(f"player.{player}") for player in range(rules.players)]
        given = [*names, *[""] * rules.players]
        self._names = [
            f"{name} ({side})" if name and name != side else side
            for name, side in zip(given, sides, strict=False)
        ]
        self._size = max(_SMALLEST, look.size * _SHARE)

    def around(self, board: str, line: Line) -> str:
        """Return a picture of a line with its words."""
        width, height = size_of(board)
        rows = ceil(len(self._names) / 2)
        top = round(self._size * (_PLAYER * rows + _GAP))
        whole = top + height + round(self._size * _MOVES)
        inside = placed(board, 0, top, width, height)
        texts = [*self._players(line.position, width), *self._moves(line, width, top + height)]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {whole}"'
            f' width="{width}" height="{whole}"{spelt(self._font)}>'
            f'<rect width="{width}" height="{whole}" fill="{self._paper}"/>'
            f"{inside}{''.join(texts)}</svg>\n"
        )

    def _players(self, position: Position, width: int) -> Iterator[str]:
        """Yield everybody's name, sign and facts."""
        outcome = position.outcome()
        facts = self._view.scene(position).facts
        column = width / 2
        for player, name in enumerate(self._names):
            left = self._size * 0.8 + column * (player % 2)
            y = self._size * (_GAP + 0.75 + _PLAYER * (player // 2))
            room = column - self._size * 2.6
            yield self._disc(left, y, player)
            yield from self._sign(left + self._size * 1.15, y, player, position, outcome)
            told = f"{name}{_score(outcome, player)}"
            begin = left + self._size * 1.8
            yield self._text(told, begin, y, room, self._ink, 1, ' font-weight="600"')
            said = " · ".join(
                self._words.say(fact.words) for fact in facts if fact.player == player
            )
            yield self._text(said, begin, y + self._size * 1.15, room, self._soft, _SMALL)

    def _moves(self, line: Line, width: int, top: int) -> Iterator[str]:
        """Yield the latest move: its number and token, and its words."""
        left, room = self._size * 0.8, width - self._size * 1.6
        y = top + self._size * 1.25
        if not len(line):
            yield self._text(self._words("title"), left, y, room, self._ink, 1)
            return
        before, move = line.before(len(line) - 1), line.moves[-1]
        said = self._words.say(self._view.say(before, move))
        told = f"{len(line)}. {before.token(move)}"
        yield self._text(told, left, y, room, self._ink, 1, ' font-weight="600"')
        yield self._text(said, left, y + self._size * 1.15, room, self._soft, _SMALL)

    def _disc(self, x: float, y: float, player: int) -> str:
        radius = self._size * 0.36
        return (
            f'<circle cx="{x:.1f}" cy="{y - radius:.1f}" r="{radius:.1f}"'
            f' fill="{self._paints[player]}" stroke="{self._soft}" stroke-width="1"/>'
        )

    def _sign(
        self, x: float, y: float, player: int, position: Position, outcome: Outcome | None
    ) -> Iterator[str]:
        """Yield what tells whose turn it is, or who has won."""
        if outcome and player in sole_winners(outcome):
            shape = _STAR
        elif outcome is None and position.turn == player:
            shape = _TURN
        else:
            return
        scale = self._size * 0.8
        moved = f"translate({x:.1f} {y - self._size * 0.36:.1f}) scale({scale:.2f})"
        yield f'<path d="{shape}" fill="{self._ink}" transform="{moved}"/>'

    def _text(
        self, text: str, x: float, y: float, room: float, paint: str, share: float, more: str = ""
    ) -> str:
        """Return a line of text; what is too long ends with an ellipsis."""
        size = self._size * share
        # Bold letters are broader.
        letters = max(1, int(room / (size * LETTER * (1.13 if more else 1))))
        shown = text if len(text) <= letters else f"{text[: letters - 1]}…"
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{paint}"{more}>'
            f"{escape(shown)}</text>"
        )


def _score(outcome: Outcome | None, player: int) -> str:
    if outcome is None:
        return ""
    return f"  {plain(outcome.scores)[player]}".replace("0.5", "½")
