"""A card for link previews: a board on one side, a few words on the other.

Sites show such pictures about twice as wide as high, so a board alone would be cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from quatrefoil.draw.elements import spelt
from quatrefoil.draw.look import Look
from quatrefoil.draw.styles import styler_of

WIDTH, HEIGHT = 1200, 630
#: The board is this far from the edges, and the words begin where it ends, and a gap.
_MARGIN, _GAP = 30, 56
#: The letters of a heading are this large, of the rest that large; a letter is about half as wide.
_LARGE, _SMALL = 58, 34
LETTER = 0.53

_SIZE = re.compile(r'<svg([^>]*) width="(\d+)" height="(\d+)"')


def card(board: str, game: str, heading: str, words: str, look: Look = Look()) -> str:
    """Return a card as SVG: a picture of a board (by `draw`), a heading, and more in small."""
    width, height = size_of(board)
    high = HEIGHT - 2 * _MARGIN
    wide = min(high * width / height, WIDTH / 2)
    inner = placed(board, _MARGIN, _MARGIN, round(wide), high)
    styled = styler_of(game, look.theme).frame(f"board game-{game}")
    ink, soft, paper = (colour(styled.variables[name], look) for name in _PAINTS)
    left = _MARGIN + wide + _GAP
    room = WIDTH - _MARGIN - left
    said = {"font-family": styled.attributes["font-family"]}
    texts = "".join(_texts(heading, words, left, room, ink, soft))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}"{spelt(said)}>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>{inner}{texts}</svg>\n'
    )


_PAINTS = ("--ink", "--soft", "--paper")


def size_of(picture: str) -> tuple[int, int]:
    """Return the width and height of one of our own pictures, in pixels."""
    size = _SIZE.match(picture)
    assert size is not None
    return int(size[2]), int(size[3])


def placed(picture: str, x: int, y: int, width: int, height: int) -> str:
    """Return one of our own pictures as a part of a larger one."""
    where = {"x": str(x), "y": str(y), "width": str(width), "height": str(height)}
    return _SIZE.sub(lambda found: f"<svg{found[1]}{spelt(where)}", picture, count=1)


def colour(value: str, look: Look) -> str:
    """Return a colour of the theme, in which each is said for light and for dark."""
    light, dark = re.findall(r"#[0-9a-fA-F]{6}", value)
    return str(dark if look.theme == "dark" else light)


def _texts(
    heading: str, words: str, left: float, room: float, ink: str, soft: str
) -> Iterator[str]:
    """Yield the lines, as a block in the middle of the height."""
    large = list(_lines(heading, room / (_LARGE * LETTER), most=4))
    small = list(_lines(words, room / (_SMALL * LETTER), most=5))
    lines = [(text, _LARGE, ink) for text in large] + [(text, _SMALL, soft) for text in small]
    step = 1.28
    y = (HEIGHT - sum(size * step for _, size, _ in lines) - _SMALL) / 2
    for number, (text, size, paint) in enumerate(lines):
        y += size * step + (_SMALL if number == len(large) else 0)
        weight = ' font-weight="600"' if paint == ink else ""
        yield (
            f'<text x="{left:.0f}" y="{y - size * 0.3:.0f}" font-size="{size}" fill="{paint}"'
            f"{weight}>{escape(text)}</text>"
        )


def _lines(text: str, letters: float, most: int) -> Iterator[str]:
    """Yield a text in lines of bounded length; what is too long ends with an ellipsis."""
    line, number = "", 1
    for word in text.split():
        longer = f"{line} {word}".strip()
        if len(longer) <= letters or not line:
            line = longer
        elif number == most:
            yield f"{line}…"
            return
        else:
            yield line
            line, number = word, number + 1
    if line:
        yield line if len(line) <= letters + 2 else f"{line[: int(letters)]}…"
