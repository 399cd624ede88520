"""PNG and GIF: the same pictures in pixels."""

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil.draw import Look
from quatrefoil.draw.film import LAST_SHOWS, Reel
from quatrefoil.draw.gif import animate
from quatrefoil.draw.png import render


@pytest.fixture(params=quatrefoil.names())
def line(request):
    *_, reached = walk(quatrefoil.rules(request.param), seed=7, moves=20)
    return reached


def opened(png):
    return Image.open(io.BytesIO(png)).convert("RGB")


def differ(one, other):
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_png_has_the_size_and_shows_the_board(line, theme):
    svg = line.to_svg(size=240, theme=theme)
    picture = opened(render(svg))
    assert max(picture.size) == 240
    assert f'width="{picture.width}" height="{picture.height}"' in svg
    # Far more than a ground: pieces with their lights and shadows.
    assert len(picture.getcolors(240 * 240)) > 200


def test_the_board_fills_the_png(line):
    """No white edge from a page that is larger than the picture: the paper goes to the corners."""
    picture = opened(render(line.to_svg(size=240, theme="dark")))
    paper = (0x14, 0x17, 0x1B)
    corners = [(0, 0), (picture.width - 1, picture.height - 1)]
    assert all(max(map(abs, map(int.__sub__, picture.getpixel(at), paper))) < 60 for at in corners)


def test_another_position_is_another_png(line):
    start = line.position.rules.start()
    assert differ(*(opened(render(shown.to_svg(size=240))) for shown in (line.position, start)))


def test_words_are_in_the_png():
    start = quatrefoil.rules("blinq").start()
    with_words, without = (
        opened(render(start.to_svg(coordinates=shown))) for shown in (True, False)
    )
    assert differ(with_words, without)


def test_what_is_no_picture_of_ours_is_refused():
    with pytest.raises(quatrefoil.PictureError, match="width and height"):
        render("<svg/>")


def test_a_gif_has_a_frame_for_every_position(line):
    record = quatrefoil.Record.of(line)
    reel = Reel(record, start=2, stop=8, seconds=0.5)
    gif = Image.open(io.BytesIO(animate(reel, Look(size=120))))
    assert max(gif.size) == 120
    durations, frames = [], []
    for number in range(gif.n_frames):
        gif.seek(number)
        durations.append(gif.info["duration"])
        frames.append(gif.convert("RGB"))
    # Where a move changes nothing that is seen, two positions are one frame that shows longer.
    assert sum(durations) == 500 * (8 - 2) + 500 * LAST_SHOWS
    seen = [opened(render(record.to_svg(at=number, size=120))) for number in range(2, 9)]
    assert gif.n_frames == 1 + sum(differ(one, other) for one, other in pairwise(seen))
    for frame, still in ((frames[0], seen[0]), (frames[-1], seen[-1])):
        assert typical_difference(frame, still) < 6


def test_a_gif_is_bounded():
    *_, line = walk(quatrefoil.rules("trickle"), seed=7, moves=20)
    reel = Reel(quatrefoil.Record.of(line))
    with pytest.raises(quatrefoil.PictureError, match="21 positions is at most 3086 pixels large"):
        animate(reel, Look(size=3087))


def typical_difference(one, other):
    """Return how far two pictures are apart, on average over all pixels, of 255."""
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)
