"""A record as an animated GIF: a frame for every position."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from quatrefoil.core.drawing import Look, draw_line
from quatrefoil.core.drawing.film import Reel
from quatrefoil.core.line import Line
from quatrefoil.press.png import render

#: As many as a GIF can have.
_COLOURS = 256
#: How many frames are looked at to choose the colours.
_SAMPLES = 8


def animate(reel: Reel, look: Look = Look()) -> bytes:
    """Return the positions of a record one after another, for ever."""
    palette = _palette(reel, look)
    first, *rest = _frames(reel, look, palette)
    file = io.BytesIO()
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[round(1000 * seconds) for seconds in reel.durations],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _frames(reel: Reel, look: Look, palette: Image.Image) -> Iterator[Image.Image]:
    for line in reel.lines():
        yield _picture(line, look).quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(reel: Reel, look: Look) -> Image.Image:
    """Return colours that suit all frames, by a look at some of them.

    If each frame had its own, the board would flicker.
    """
    step = max(1, (reel.end - reel.start) // _SAMPLES)
    wanted = sorted({*range(reel.start, reel.end, step), reel.end})
    looks = [_picture(reel.record.line_at(number), look) for number in wanted]
    width, height = looks[0].size
    together = Image.new("RGB", (width, height * len(looks)))
    for number, picture in enumerate(looks):
        together.paste(picture, (0, number * height))
    return together.quantize(_COLOURS, dither=Image.Dither.NONE)


def _picture(line: Line, look: Look) -> Image.Image:
    return Image.open(io.BytesIO(render(draw_line(line, look)))).convert("RGB")
