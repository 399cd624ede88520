"""A record as an animated GIF: a frame for every position."""

from __future__ import annotations

import io
from collections.abc import Iterator
from math import isqrt

from quatrefoil.core.errors import MissingExtraError, PictureError
from quatrefoil.core.line import Line
from quatrefoil.draw import Look, draw_line
from quatrefoil.draw.captions import Captions
from quatrefoil.draw.film import Reel
from quatrefoil.draw.png import render

try:
    from PIL import Image
except ImportError as error:
    raise MissingExtraError.of("pictures", error) from None

#: As many as a GIF can have.
_COLOURS = 256
#: All frames together; they are in memory at once, at a byte a pixel.
_MOST_PIXELS = 200_000_000
#: How many frames are looked at to choose the colours.
_SAMPLES = 8


def animate(reel: Reel, look: Look = Look(), captions: Captions | None = None) -> bytes:
    """Return the positions of a record one after another, for ever; with captions if given."""
    for made in animating(reel, look, captions):
        if made is not None:
            return made
    raise AssertionError("the last piece is the picture")


def animating(
    reel: Reel, look: Look = Look(), captions: Captions | None = None
) -> Iterator[bytes | None]:
    """Make a GIF in pieces, as each frame takes a while: yields None, and at the end the picture.

    What is too large is refused before anything is drawn.
    """
    frames = len(reel.durations)
    if frames * look.size**2 > _MOST_PIXELS:
        raise PictureError(
            f"a GIF of {frames} positions is at most {isqrt(_MOST_PIXELS // frames)} pixels large,"
            f" not {look.size}: choose another size, or fewer moves"
        )
    samples: list[Image.Image] = []
    for number in _sampled(reel):
        samples.append(_picture(reel.record.line_at(number), look, captions))
        yield None
    palette = _palette(samples)
    drawn: list[Image.Image] = []
    for line in reel.lines():
        frame = _picture(line, look, captions).quantize(palette=palette, dither=Image.Dither.NONE)
        drawn.append(frame)
        yield None
    first, *rest = drawn
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
    yield file.getvalue()


def _sampled(reel: Reel) -> list[int]:
    """Return after how many moves the frames are that the colours are chosen by."""
    step = max(1, (reel.end - reel.start) // _SAMPLES)
    return sorted({*range(reel.start, reel.end, step), reel.end})


def _palette(looks: list[Image.Image]) -> Image.Image:
    """Return colours that suit all frames, by some of them.

    If each frame had its own, the board would flicker.
    """
    width, height = looks[0].size
    together = Image.new("RGB", (width, height * len(looks)))
    for number, picture in enumerate(looks):
        together.paste(picture, (0, number * height))
    return together.quantize(_COLOURS, dither=Image.Dither.NONE)


def _picture(line: Line, look: Look, captions: Captions | None) -> Image.Image:
    drawn = draw_line(line, look)
    if captions:
        drawn = captions.around(drawn, line)
    return Image.open(io.BytesIO(render(drawn))).convert("RGB")
