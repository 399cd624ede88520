"""Boards in characters: every game and preset, at every size, from its view and its style."""

import pytest

import quatrefoil
from quatrefoil.terminal.board_style import style_of
from quatrefoil.terminal.canvas import Canvas, Pointing
from quatrefoil.terminal.colours import ON_DARK, ON_LIGHT, ink_on, is_dark
from quatrefoil.terminal.layout import Layout, fitting, start_of, texts
from quatrefoil.terminal.shapes import outlines
from quatrefoil.view.data import Piece, Scene, view_of
from quatrefoil.view.words import words_of

GAMES = quatrefoil.names()
PRESETS = [
    pytest.param(str(game.preset(preset.name)), id=f"{game.name} {preset.name}")
    for game in quatrefoil.all_games()
    for preset in game.presets
]


def board_of(rules):
    return view_of(rules).board(rules)


def painted(rules, position, pointing=None, columns=80, rows=30, colours=ON_DARK):
    layout = fitting(board_of(rules), style_of(rules), columns, rows)
    canvas = Canvas(layout, words_of(rules.game.name, "en"), colours)
    return layout, canvas.draw(view_of(rules).scene(position), pointing or Pointing())


def text_of(lines):
    return "\n".join("".join(cell.text for cell in line).rstrip() for line in lines)


def first_clicks(rules, position):
    layout = Layout(board_of(rules), style_of(rules), style_of(rules).sizes[0])
    clicks = {path.clicks[0] for path in view_of(rules).paths(position)}
    return frozenset(clicks & layout.places.keys())


@pytest.mark.parametrize("text", PRESETS)
def test_every_place_that_can_be_picked_has_a_character_of_its_own(text):
    rules = quatrefoil.rules(text)
    offered = first_clicks(rules, rules.start())
    for size in style_of(rules).sizes:
        layout = Layout(board_of(rules), style_of(rules), size)
        spots = {place: layout.spot_of(place) for place in offered}
        assert len(set(spots.values())) == len(offered)
        for place, (column, row) in spots.items():
            assert 2 <= column < layout.columns - 2, "there is room for brackets"
            assert 0 <= row < layout.rows
            assert layout.nearest(column, row, offered) == place


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_where_the_view_says(game):
    rules = quatrefoil.rules(game)
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(seed=4)
    for _ in range(12):
        if not line.position.is_over:
            line.push(line.position.random_move(rng))
    layout, lines = painted(rules, line.position)
    scene = view_of(rules).scene(line.position)
    bare = Canvas(layout, words_of(rules.game.name, "en"), ON_DARK).draw(Scene(()), Pointing())
    for piece in scene.pieces:
        column, row = layout.spot_of(piece.place)
        assert lines[row][column] != bare[row][column], piece


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("colours", [ON_LIGHT, ON_DARK], ids=["light", "dark"])
def test_without_colours_players_still_differ(game, colours):
    """Two symbols that differ do so in their text, not in colour alone."""
    rules = quatrefoil.rules(game)
    board, style = board_of(rules), style_of(rules)
    layout = fitting(board, style, 80, 30)
    canvas = Canvas(layout, words_of(rules.game.name, "fi"), colours)
    place = board.places[0].id
    drawn = {
        symbol: text_of(canvas.draw(Scene((Piece(symbol, place),)), Pointing()))
        for symbol in style.symbols
    }
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_looks_like_what_is_pointed_out(game):
    """The brackets of the cursor, of what can be picked and of what was picked are theirs alone."""
    for writings in style_of(quatrefoil.rules(game)).symbols.values():
        assert not set("▸◂‹›«»○") & set("".join(writing.text for writing in writings))


@pytest.mark.parametrize("game", [g for g in GAMES if quatrefoil.game(g).has("terminal.json")])
def test_a_style_names_only_what_there_is(game):
    presets = [quatrefoil.rules(param.values[0]) for param in PRESETS if game in param.id.split()]
    style = style_of(presets[0])
    classes, names = set(), set()
    for rules in presets:
        board, scenes = board_of(rules), [view_of(rules).scene(rules.start())]
        shapes = [*board.backdrop, *board.labels, *sum(board.symbols.values(), ())]
        shapes += [shape for scene in scenes for mark in scene.marks for shape in mark.shapes]
        classes |= {str(shape.attributes.get("class", "")) for shape in shapes}
        names |= board.symbols.keys() | {place.id for place in board.places}
        for player in range(rules.players):
            assert f"p{player}" in style.colours
    marks = {"thread"}  # of marks that come at the end of a game
    for key in {*style.paint, *style.signs, *style.inks} - marks:
        assert any(set(found.split()) >= set(key.split()) for found in classes), key
    for colour in {*style.paint.values(), *style.inks.values()}:
        assert colour in style.colours, colour
    assert names >= style.symbols.keys() | (style.offered.keys() - {"beta+", "beta-"})
    assert any(True for _ in texts(board_of(presets[0])))


def test_what_is_pointed_out_shows_without_colour():
    rules = quatrefoil.rules("trickle(rings=3,bead_rings=1)")
    layout = fitting(board_of(rules), style_of(rules), 80, 20)
    pointing = Pointing(
        offered=frozenset({"d4", "c3", "b2"}), picked=("d3",), cursor="d5", latest=frozenset()
    )
    _, lines = painted(rules, rules.start(), pointing, rows=20)
    shown = text_of(lines)
    for sign in ("‹●›", "○", "«●»", "▸●◂"):
        assert sign in shown
    assert layout.rows == len(lines)


def test_the_largest_size_that_fits_is_taken():
    rules = quatrefoil.rules("trickle")
    board, style = board_of(rules), style_of(rules)
    layouts = [
        fitting(board, style, columns, rows) for columns, rows in ((20, 9), (60, 20), (99, 50))
    ]
    assert [layout.size for layout in layouts] == [style.sizes[0], style.sizes[0], style.sizes[1]]


def test_higher_blocks_hide_lower_ones_and_say_their_level():
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    line = quatrefoil.Line(rules.start())
    for token in ("1a1N", "1b1S", "1a2E", "1b2W", "2a1N"):
        line.play(token)
    _, lines = painted(rules, line.position)
    assert text_of(lines).count("2") >= 4, "four quarters of the second level"


def test_ink_can_be_read():
    assert ink_on("#ffffff") != ink_on("#000000")
    assert is_dark("#1f56a6")
    assert not is_dark("#f7c42a")


@pytest.mark.parametrize("text", ["trickle", "trickle(rings=3,bead_rings=1)", "trickle(rings=8)"])
def test_names_of_cells_lie_on_no_cell(text):
    """However long they are; only at the tips there is no room beside a cell."""
    rules = quatrefoil.rules(text)
    board, style = board_of(rules), style_of(rules)
    cells = [shape for shape in board.backdrop if "cell" in shape.attributes["class"].split()]
    middle_row = rules.board.rows[rules.board.rings]
    tips = {rules.board.names[cell] for cell in (middle_row[0], middle_row[-1])}
    for size in style.sizes:
        layout = Layout(board, style, size)
        halves = {spot for cell in cells for line in outlines(cell) for spot in layout.halves(line)}
        painted_on = {(column, half // 2) for column, half in halves}
        for shape in board.labels:
            column, row = start_of(shape.text, layout.spot_of_text(shape))
            letters = {(column + index, row) for index in range(len(shape.text))}
            assert shape.text in tips or not letters & painted_on, shape.text
