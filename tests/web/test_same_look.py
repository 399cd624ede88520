"""Pictures look as the page does: pixel for pixel, but for how words sit on a pixel.

The page works its style sheets out in the browser, pictures by `draw`; both draw the same
position here.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil import CHANCE, Line
from quatrefoil.draw.picture import latest_places, sole_winners
from quatrefoil.view.data import json_text, view_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIDE = 480

#: Put a board of the page's own alone on the page, in the size of the picture.
SHOW = """async ([game, data, showing, way, side]) => {
  const { makeBoard, loadStyle } = await import("/static/js/board/board.js");
  await loadStyle(game);
  const board = makeBoard(game, data, { move() {}, say() {} });
  const scale = side / Math.max(data.width, data.height);
  board.element.style.width = `${data.width * scale}px`;
  board.element.style.height = `${data.height * scale}px`;
  document.body.replaceChildren(board.element);
  board.show(showing);
  board.set(way);
}"""


def page_board(page: Page, line: Line, flipped: bool) -> Image.Image:
    """Return what the page shows."""
    position = line.position
    view = view_of(position.rules)
    showing = {
        "scene": json.loads(json_text(view.scene(position))),
        "last": latest_places(line),
        "turn": "chance" if position.turn == CHANCE else max(position.turn, 0),
        "over": position.is_over,
        "winners": sole_winners(position.outcome()) if position.is_over else (),
    }
    board = json.loads(json_text(view.board(position.rules)))
    way = {"flipped": flipped, "demand": flipped}
    page.evaluate(SHOW, [position.rules.game.name, board, showing, way, SIDE])
    page.wait_for_timeout(50)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def picture(page: Page, svg: str) -> Image.Image:
    """Return what a browser makes of a picture."""
    page.set_content(f'<body style="margin: 0">{svg}')
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_what_the_page_shows(theme: str, visit: Callable[..., Page]) -> None:
    browser = {"viewport": {"width": SIDE, "height": SIDE}, "color_scheme": theme}
    ours = visit("/", reduced_motion="reduce", **browser)
    blank = visit("about:blank", **browser)
    for game, (moves, flipped) in product(quatrefoil.names(), ((12, False), (400, True))):
        *_, line = walk(quatrefoil.rules(game), seed=3, moves=moves)
        shown = page_board(ours, line, flipped)
        way = {"flipped": flipped, "details": flipped}
        drawn = picture(blank, line.to_svg(theme=theme, size=SIDE, **way))
        # The page may go on below a board that is not square.
        board = view_of(line.position.rules).board(line.position.rules)
        box = (0, 0, SIDE, int(SIDE * min(1, board.height / board.width)))
        difference = ImageChops.difference(shown.crop(box), drawn.crop(box)).convert("L")
        # Numbers on beads and bands sit otherwise by a pixel: a shape that is missing is far more.
        apart = sum(difference.histogram()[48:])
        assert apart < 0.005 * box[2] * box[3], f"{apart} pixels of {game} differ"
