"""Records as SVG that moves: at any time it shows what the picture of that position shows."""

import re
import xml.etree.ElementTree as ET

import pytest
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil.draw.film import LAST_SHOWS, MOST_FRAMES, Reel

SVG = "{http://www.w3.org/2000/svg}"
UNSEEN = {SVG + tag for tag in ("title", "desc", "defs", "animate")}


@pytest.fixture(params=quatrefoil.names())
def record(request):
    *_, line = walk(quatrefoil.rules(request.param), seed=6, moves=30)
    return quatrefoil.Record.of(line)


def shapes(element, time=None):
    """Return what an SVG draws, in order, each with what is around it; at a time, if it moves."""
    if element.tag in UNSEEN or (time is not None and not shows(element, time)):
        return []
    said = tuple(pair for pair in sorted(element.items()) if pair[0] != "visibility")
    if element.tag not in (SVG + "svg", SVG + "g"):
        return [(element.tag, said, element.text)]
    inside = [shape for child in element for shape in shapes(child, time)]
    return [(said, shape) for shape in inside] if said else inside


def shows(element, time):
    """Whether an element that may be animated shows at a time."""
    animation = element.find(SVG + "animate")
    if animation is None:
        return True
    total = float(animation.get("dur").removesuffix("s"))
    begins = [float(share) * total for share in animation.get("keyTimes").split(";")]
    values = zip(animation.get("values").split(";"), begins, strict=True)
    return [value for value, begin in values if begin <= time][-1] == "visible"


def test_each_moment_is_the_picture_of_a_position(record):
    seconds = 0.5
    moving = ET.fromstring(record.to_animated_svg(seconds=seconds))
    for number in {0, 1, 2, len(record.moves) // 2, len(record.moves)}:
        still = ET.fromstring(record.to_svg(at=number))
        assert shapes(moving, (number + 0.5) * seconds) == shapes(still)


def test_without_animation_it_is_the_final_position(record):
    moving = ET.fromstring(record.to_animated_svg())
    for element in list(moving.iter()):
        for child in list(element):
            if child.get("visibility") == "hidden":
                element.remove(child)
    assert shapes(moving) == shapes(ET.fromstring(record.to_svg()))


def test_what_stays_is_written_once(record):
    size = len(record.to_animated_svg())
    stills = sum(len(record.to_svg(at=number)) for number in range(len(record.moves) + 1))
    assert size < stills / 4


def test_a_part_of_a_record_can_be_shown(record):
    part = record.to_animated_svg(start=3, stop=5, seconds=2)
    total = 2 * (5 - 3) + 2 * LAST_SHOWS
    assert set(re.findall(r'dur="([^"]*)"', part)) == {f"{total}s"}
    assert shapes(ET.fromstring(part), 0) == shapes(ET.fromstring(record.to_svg(at=3)))


def test_one_position_does_not_move(record):
    assert "<animate" not in record.to_animated_svg(start=4, stop=4)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"start": 5, "stop": 3}, "the record has 20 moves: it cannot be shown from 5 to 3"),
        ({"start": -1}, "from -1 to null"),
        ({"stop": 21}, "from 0 to 21"),
        ({"seconds": 0}, "for 0.05 to 60 seconds, not 0"),
        ({"seconds": float("nan")}, "not NaN"),
    ],
)
def test_what_cannot_be_shown_is_refused(wish, message):
    *_, line = walk(quatrefoil.rules("trickle"), seed=6, moves=20)
    with pytest.raises(quatrefoil.PictureError, match=message):
        quatrefoil.Record.of(line).to_animated_svg(**wish)


def test_the_number_of_positions_is_bounded():
    record = quatrefoil.Record(quatrefoil.rules("trickle"), ("f8-f9",) * MOST_FRAMES)
    with pytest.raises(quatrefoil.PictureError, match="at most 400 positions, not 401"):
        Reel(record)
    assert Reel(record, start=1).end == MOST_FRAMES
