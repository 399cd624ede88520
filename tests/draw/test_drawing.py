"""Pictures: every position of every game and preset, as SVG that needs nothing else."""

import re
import xml.etree.ElementTree as ET
from dataclasses import fields
from pathlib import Path

import pytest
from tests.conformance.variants import VARIANTS, walk

import quatrefoil
from quatrefoil.draw import Look
from quatrefoil.draw.picture import Canvas, latest_places, touched
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

SVG = "{http://www.w3.org/2000/svg}"
#: Some variants draw hundreds of pieces; this many positions of each are enough.
POSITIONS = 4


@pytest.fixture(params=VARIANTS, ids=str)
def rules(request):
    return request.param


@pytest.fixture(params=quatrefoil.names())
def line(request):
    """A line in the middle of a game."""
    *_, reached = walk(quatrefoil.rules(request.param), seed=5, moves=25)
    return reached


def some_lines(rules):
    """Yield a line at some positions, the first and the last among them."""
    lines = list(enumerate(walk(rules, seed=21, moves=120)))
    last = len(lines) - 1
    wanted = {round(last * step / (POSITIONS - 1)) for step in range(POSITIONS)}
    for number, line in enumerate(walk(rules, seed=21, moves=120)):
        if number in wanted:
            yield line


def elements(svg, tag):
    return list(ET.fromstring(svg).iter(SVG + tag))


# ---- what is in a picture ------------------------------------------------------------------------


def test_pictures_are_whole_and_stand_alone(rules):
    for line in some_lines(rules):
        svg = line.to_svg()
        root = ET.fromstring(svg)
        assert root.tag == SVG + "svg"
        # No style sheet, no class, no script: nothing that another document could change.
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert not tags & {"style", "script", "image", "use", "foreignObject"}
        assert "class=" not in svg
        assert "var(" not in svg
        assert "color-mix" not in svg
        ids = {element.get("id") for element in root.iter()} - {None}
        assert set(re.findall(r"url\(#([^)]*)\)", svg)) == ids
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg)


def test_every_piece_and_every_mark_is_drawn(rules):
    for line in some_lines(rules):
        canvas = Canvas(rules, Look(details=True))
        scene = canvas.view.scene(line.position)
        world = canvas.world(line.position, ())
        frame = canvas.writer.style(world, canvas.frame(line.position))
        layers = {layer.attributes["class"]: layer for layer in world.children}
        for name, wanted in (("pieces", scene.pieces), ("marks", scene.marks)):
            styled = canvas.writer.style(layers[name], frame)
            drawn = [
                canvas.writer.write(child, styled, canvas.said) for child in layers[name].children
            ]
            assert len(drawn) == len(wanted)
            assert all(drawn), f"something of {wanted} does not show"


def test_what_is_written_on_pieces_shows():
    position = quatrefoil.game("trickle").preset("random-values").start()
    scene = view_of(position.rules).scene(position)
    texts = [element.text for element in elements(position.to_svg(), "text")]
    for piece in scene.pieces:
        assert piece.text in texts


def test_the_same_position_is_the_same_picture(line):
    again = quatrefoil.position(line.position.to_json())
    assert line.position.to_svg() == again.to_svg()


def test_pieces_differ_by_more_than_colour(rules):
    """Whoever sees no colours can tell every piece from every other."""
    canvas = Canvas(rules, Look())
    outlines = {}
    for symbol, shapes in canvas.board.symbols.items():
        geometry = tuple(
            (shape.tag, *((k, v) for k, v in shape.attributes.items() if k != "class"))
            for shape in shapes
            if "wall" not in str(shape.attributes.get("class"))
        )
        assert geometry not in outlines, f"{symbol} has the outline of {outlines[geometry]}"
        outlines[geometry] = symbol


# ---- what can be chosen --------------------------------------------------------------------------


def test_themes_differ_in_colours_alone(line):
    light, dark = (line.to_svg(theme=theme) for theme in ("light", "dark"))
    assert light != dark
    colour = r"#[0-9a-f]{6}"
    assert re.findall(colour, light) != re.findall(colour, dark)
    without = [re.sub(rf'( \w+-opacity="[^"]*")|{colour}', "", svg) for svg in (light, dark)]
    assert without[0] == without[1]


def test_the_longer_side_has_the_size(rules):
    root = ET.fromstring(rules.start().to_svg(size=300))
    width, height = int(root.get("width")), int(root.get("height"))
    assert max(width, height) == 300
    board = view_of(rules).board(rules)
    assert width / height == pytest.approx(board.width / board.height, rel=0.01)


def test_coordinates_can_be_left_out(line):
    labels = {
        shape.text
        for shape in view_of(line.position.rules).board(line.position.rules).labels
        if "label" in shape.attributes["class"].split()
    }
    shown = {element.text for element in elements(line.to_svg(), "text")}
    left = {element.text for element in elements(line.to_svg(coordinates=False), "text")}
    assert labels <= shown
    # A number may stand on the board for another reason too.
    assert len(left & labels) < len(labels)


def test_the_latest_move_is_marked(line):
    marked, bare = line.to_svg(), line.position.to_svg()
    assert len(marked) > len(bare)
    places = latest_places(line)
    assert places
    assert line.position.to_svg(last=places) == marked


def test_a_roll_that_moves_nothing_leaves_the_move_before_it_marked():
    line = quatrefoil.Line(quatrefoil.rules("triotrio").start())
    scene = view_of(line.position.rules).scene
    rng, rolls = quatrefoil.Rng(4), 0
    while rolls < 5:
        before = latest_places(line)
        pieces = scene(line.position).pieces
        is_roll = line.position.turn == quatrefoil.CHANCE
        line.push(line.position.random_move(rng))
        if is_roll and before and scene(line.position).pieces == pieces:
            assert latest_places(line) == before
            rolls += 1


@pytest.mark.parametrize(
    ("game", "token", "places"),
    [
        ("trickle", "f8-f9", ["f8", "f9"]),
        ("trickle", "f1-f10-f11", ["f1", "f10", "f11"]),
        ("trickle", "pass", []),
        ("blinq", "1a1N", ["1a1"]),
        ("triotrio", "c1-c2", ["c1", "c2"]),
        ("trifoil", "a1-b1", ["a1", "b1"]),
    ],
)
def test_a_token_marks_the_places_that_it_names(game, token, places):
    start = quatrefoil.rules(game).start()
    assert start.to_svg(last=token) == start.to_svg(last=places)
    assert (start.to_svg(last=token) == start.to_svg()) == (not places)


def test_places_light_up(line):
    name = view_of(line.position.rules).board(line.position.rules).places[0].id
    assert 'fill="#8b2fc9"' in line.position.to_svg(highlights=[name])
    assert 'fill="#8b2fc9"' not in line.position.to_svg()


def test_notes_are_written_on_places(line):
    *_, place = view_of(line.position.rules).board(line.position.rules).places
    *_, note = elements(line.position.to_svg(notes={place.id: "<7%>"}), "text")
    assert note.text == "<7%>"
    assert float(note.get("x")) == pytest.approx(place.x, abs=0.01)
    assert float(note.get("y")) == pytest.approx(place.y, abs=0.01)


def test_an_arrow_ends_where_it_points(line):
    first, *_, last = view_of(line.position.rules).board(line.position.rules).places
    svg = line.position.to_svg(arrows=[(first.id, last.id)])
    arrow = elements(svg, "polygon")[-1]
    x, y, angle, scale = (
        float(found)
        for found in re.fullmatch(
            r"translate\((\S+) (\S+)\) rotate\((\S+)\) scale\((\S+)\)", arrow.get("transform")
        ).groups()
    )
    tip = max(float(point.split(",")[0]) for point in arrow.get("points").split())
    end = complex(x, y) + tip * scale * complex(*_unit(angle))
    assert abs(end - complex(last.x, last.y)) < 1


def _unit(degrees):
    from math import cos, radians, sin

    return cos(radians(degrees)), sin(radians(degrees))


def test_flipped_boards_turn_and_words_stay_upright(line):
    root = ET.fromstring(line.to_svg(flipped=True))
    (world,) = (child for child in root if child.tag == SVG + "g")
    assert world.get("transform").startswith("rotate(180 ")
    for text in root.iter(SVG + "text"):
        assert "rotate(180 " in text.get("transform")


def test_contrast_is_for_paper():
    for name in quatrefoil.names():
        line = quatrefoil.Line(quatrefoil.rules(name).start())
        assert line.to_svg(theme="print", contrast=True) != line.to_svg(theme="print")
    with pytest.raises(quatrefoil.PictureError, match="contrast goes with the theme print"):
        line.to_svg(contrast=True)


def test_details_show_what_waits_to_be_asked_for():
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    line.play("f8-f9")
    assert line.to_svg(details=True) != line.to_svg()


@pytest.mark.parametrize("language", ["en", "fi"])
def test_pictures_say_what_they_show(line, language):
    root = ET.fromstring(line.to_svg(language=language))
    words = words_of(line.position.rules.game.name, language)
    assert root.get("lang") == language
    assert root.find(SVG + "title").text == words("title")
    first = view_of(line.position.rules).describe(line.position)[0]
    assert root.find(SVG + "desc").text.startswith(words.say(first))
    assert "{" not in root.find(SVG + "desc").text


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"theme": "pink"}, "a picture's theme is light or dark.*, not 'pink'"),
        ({"language": "sv"}, "a picture's language is en or fi, not 'sv'"),
        ({"size": 3}, "from 16 to 8192 pixels, not 3"),
        ({"size": 1e9}, "from 16 to 8192 pixels"),
        ({"highlights": ["z9"]}, "'z9' is no place of this board; 91 are: a1, a2"),
        ({"arrows": [("a1", "z9")]}, "'z9' is no place"),
        ({"notes": {"z9": "!"}}, "'z9' is no place"),
        ({"notes": ["a1"]}, "notes are texts by their places"),
        ({"arrows": [("a1", "a1")]}, "not from a1 to itself"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wish, message):
    with pytest.raises(quatrefoil.PictureError, match=message):
        quatrefoil.rules("trickle").start().to_svg(**wish)


def test_an_unknown_wish_is_a_type_error():
    with pytest.raises(TypeError, match="colour"):
        quatrefoil.rules("trickle").start().to_svg(colour="red")


# ---- lines and records ---------------------------------------------------------------------------


def test_notebooks_show_positions_lines_and_records(line):
    record = quatrefoil.Record.of(line)
    assert line.position._repr_svg_() == line.position.to_svg()
    assert line._repr_svg_() == line.to_svg()
    assert record._repr_svg_() == record.to_svg() == line.to_svg()


def test_a_record_is_drawn_after_any_move(line):
    record = quatrefoil.Record.of(line)
    for number, replayed in enumerate(record.lines()):
        if number in (0, 1, 10):
            assert record.to_svg(at=number) == replayed.to_svg()
    for outside in (-1, len(record.moves) + 1):
        with pytest.raises(quatrefoil.RecordError, match=f"after move {outside} there is nothing"):
            record.to_svg(at=outside)


def test_a_line_knows_what_was_before_each_move(line):
    record = quatrefoil.Record.of(line)
    for number, earlier in enumerate(record.lines()):
        if number < len(line.moves):
            assert line.before(number) == earlier.position
    for outside in (-1, len(line.moves)):
        with pytest.raises(quatrefoil.IllegalMoveError):
            line.before(outside)


def test_touched_places_come_once_and_in_order():
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    changes = view_of(line.position.rules).changes(line.position, line.position.parse("f8-f9"))
    assert touched([*changes, *changes]) == ("f8", "f9")


# ---- documents -----------------------------------------------------------------------------------


def test_the_document_names_every_wish():
    document = Path(__file__).parents[2] / "docs/pictures.md"
    text = document.read_text(encoding="utf-8")
    for wish in fields(Look):
        assert f"| `{wish.name}` |" in text
