"""What the games give to be printed: enough of everything, and it fits the paper."""

import re
from itertools import chain
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.draw.print.figures import draw_rows
from quatrefoil.draw.print.paper import MARGIN, PAPERS
from quatrefoil.draw.print.sheet import EDITIONS, STANDARD, sheet_of
from quatrefoil.view.data import Phrase, view_of
from quatrefoil.view.words import LANGUAGES, Words, words_of

PRINTED = [game.name for game in quatrefoil.all_games() if game.has("sheet")]


@pytest.fixture(params=PRINTED)
def game(request):
    return quatrefoil.game(request.param)


def counts(name, rules=None, edition=STANDARD):
    """Return how often each thing is printed."""
    sets = sheet_of(quatrefoil.game(name)).pieces(rules, edition)
    return {cutout.name: cutout.count for pieces in sets for cutout in pieces.cutouts}


def supplies(rules):
    """Return what each player has left at the start, as the view tells it."""
    facts = view_of(rules).scene(rules.start()).facts
    return [fact.words.values["count"] for fact in facts if fact.words.key == "fact.left"]


# ---- enough of everything ------------------------------------------------------------------------


def test_blinq_has_the_blocks_of_both_players_and_the_neutral_one():
    rules = quatrefoil.rules("blinq")
    start = view_of(rules).scene(rules.start()).pieces
    assert counts("blinq") == {"block": sum(supplies(rules)), "neutral": len(start)}


def test_blinq_says_on_every_mat_how_many_blocks_it_takes():
    for leaf in sheet_of(quatrefoil.game("blinq")).boards():
        for side in leaf.sides:
            size = side.title.values["size"]
            assert side.notes[0].values["count"] == sum(
                supplies(quatrefoil.rules("blinq", {"size": size}))
            )


def test_blinq_has_the_published_mats_and_others_by_their_rules():
    sheet = sheet_of(quatrefoil.game("blinq"))
    assert [[side.name for side in leaf.sides] for leaf in sheet.boards()] == [["5", "4"]]
    for size, blocks in ((3, 13), (6, 91), (7, 139), (8, 204)):
        rules = quatrefoil.rules("blinq", {"size": size})
        assert sheet.board(rules).title.values["size"] == size
        assert counts("blinq", rules)["block"] == blocks == sum(supplies(rules))


def test_a_variant_of_blinq_shows_where_its_neutral_block_starts():
    sheet = sheet_of(quatrefoil.game("blinq"))
    starts = {}
    for text in ("blinq", "blinq:corner", "blinq:open"):
        side = sheet.board(quatrefoil.rules(text))
        marks = [s.attributes for s in side.figure.shapes if "start" in s.attributes["class"]]
        starts[text] = (len(marks), marks and (marks[0]["x"], marks[0]["y"]))
    assert starts["blinq"][0] == starts["blinq:corner"][0] == 4
    assert starts["blinq"][1] != starts["blinq:corner"][1]
    assert starts["blinq:open"] == (0, [])
    assert "neutral" not in counts("blinq", quatrefoil.rules("blinq:open"))


def test_variants_keep_their_own_numbers_of_pieces():
    assert counts("trifoil", quatrefoil.rules("trifoil(board=8,links=4)")) == {
        "red": 4,
        "blue": 4,
        "blink": 8,
    }
    beads = quatrefoil.rules("trickle(rings=3)")
    assert counts("trickle", beads) == {"bead": len(beads.start().to_json()["beads"])}
    valued = counts("trickle", quatrefoil.rules("trickle:symmetric-values"))
    assert "bead" not in valued
    assert sum(valued.values()) == 19
    # Without a limit there are as many links as could lie on the board.
    unlimited = quatrefoil.rules("trifoil(links=0,full_blink=6)")
    assert counts("trifoil", unlimited)["red"] == unlimited.board.inner


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_every_preset_has_a_board_and_pieces_in_every_edition(game, edition):
    sheet = sheet_of(game)
    for preset in game.presets:
        rules = game.preset(preset.name)
        assert sheet.board(rules, edition).rules == rules
        sets = sheet.pieces(rules, edition)
        assert all(cutout.count > 0 for pieces in sets for cutout in pieces.cutouts)


def test_what_fingers_feel_tells_players_and_kinds_apart(game):
    """No two things to cut out of a set have the same marks, and some place has marks."""
    sheet, touch = sheet_of(game), EDITIONS["touch"]
    cutouts = sheet.pieces(None, touch)[0].cutouts
    felt = [raised(cutout.figure) for cutout in cutouts]
    assert len({*felt}) == len(felt)
    boards = [side.figure for leaf in sheet.boards(touch) for side in leaf.sides]
    assert any(felt) or any(map(raised, boards))


def raised(figure):
    """Return where the marks of a figure are."""
    marks = (s.attributes for s in figure.shapes if s.attributes.get("class") == "raised")
    return tuple((mark["cx"], mark["cy"]) for mark in marks)


def test_trifoil_has_links_and_blinks_for_the_largest_board():
    boards = [quatrefoil.rules("trifoil", {"board": n}) for n in ("6", "8", "9", "10", "12")]
    most = max(max(supplies(rules)) for rules in boards)
    blinks = max(len(rules.board.names) for rules in boards)
    assert counts("trifoil") == {"red": most, "blue": most, "blink": blinks}
    sides = [leaf.sides[0] for leaf in sheet_of(quatrefoil.game("trifoil")).boards()]
    assert [side.notes[1].values["count"] for side in sides] == [
        supplies(rules)[0] for rules in boards
    ]


def test_trickle_has_the_beads_of_the_start_with_and_without_values():
    found = counts("trickle")
    assert found["bead"] == len(quatrefoil.rules("trickle").start().to_json()["beads"])
    valued = quatrefoil.rules("trickle(bead_values=symmetric)").start().to_json()["beads"]
    assert {name: count for name, count in found.items() if name != "bead"} == {
        f"bead {value}": list(valued.values()).count(value) for value in set(valued.values())
    }


def test_trickle_has_a_board_for_every_number_of_players():
    leaves = sheet_of(quatrefoil.game("trickle")).boards()
    players = [[side.title.values["count"] for side in leaf.sides] for leaf in leaves]
    assert players[0] == [2, 3]
    (option,) = (one for one in quatrefoil.game("trickle").options if one.name == "players")
    assert sorted(chain.from_iterable(players)) == list(option.choices)


def test_triotrio_has_as_many_of_each_kind_as_a_player_can_have():
    position = quatrefoil.rules("triotrio(first=yellow)").start()
    found = counts("triotrio")
    for player in ("yellow", "blue"):
        pieces = position.to_json()[player]
        for kind in pieces.values():
            assert found.pop(f"{player}-{kind}") == len(pieces)
    assert found == {"cow yellow": 1, "cow blue": 1, "die": 1}


def test_the_die_has_every_face_once_and_opposite_faces_add_up_to_seven():
    sets = sheet_of(quatrefoil.game("triotrio")).pieces()
    (die,) = (cutout.figure for pieces in sets for cutout in pieces.cutouts if cutout.name == "die")
    middles = {(-100, 0), (0, 0), (100, 0), (200, 0), (0, -100), (0, 100)}
    pips = dict.fromkeys(middles, 0)
    for shape in die.shapes:
        if shape.attributes["class"] == "pip":
            x, y = shape.attributes["cx"], shape.attributes["cy"]
            pips[min(middles, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)] += 1
    assert sorted(pips.values()) == [1, 2, 3, 4, 5, 6]
    # Every other face of the strip is opposite, and so are the two beside it.
    for one, other in (((-100, 0), (100, 0)), ((0, 0), (200, 0)), ((0, -100), (0, 100))):
        assert pips[one] + pips[other] == 7


# ---- as it is drawn ------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_all_of_a_set_is_drawn(game, paper):
    for pieces in sheet_of(game).pieces():
        rows = draw_rows(game, pieces, paper.inner_width)
        drawn = sum(len(re.findall(r'<g transform="translate\([^"]*\)"><g ', r.svg)) for r in rows)
        assert drawn == sum(cutout.count for cutout in pieces.cutouts)
        assert all(row.width <= paper.inner_width for row in rows)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_boards_fit_the_paper_upright_or_across(game, paper):
    inner = paper.inner_width, paper.height - 2 * MARGIN
    for leaf in sheet_of(game).boards():
        for side in leaf.sides:
            width, height = side.figure.size
            across = not paper.fits_upright(width)
            wide, high = reversed(inner) if across else inner
            assert width <= wide
            assert height <= high


def test_things_of_a_set_have_one_size(game):
    for pieces in sheet_of(game).pieces():
        assert len({cutout.figure.size for cutout in pieces.cutouts}) == 1


def test_the_print_theme_is_white_paper_without_shadows(game):
    picture = game.rules().start().to_svg(theme="print")
    paper = re.search(r"<rect[^>]*/>", picture)[0]
    assert 'fill="#ffffff"' in paper
    assert "filter" not in picture


def test_links_lie_on_neighbouring_faces_without_overlap():
    """Two cards whose middles are 36 units from a Blink's middle meet at 30° to either."""
    (links, _) = sheet_of(quatrefoil.game("trifoil")).pieces()
    width, height = links.cutouts[0].figure.size
    inner_edge = 36 * 0.46 - height / 2
    assert width / 2 <= inner_edge * 3**-0.5


# ---- words ---------------------------------------------------------------------------------------


def phrases(game):
    sheet = sheet_of(game)
    for leaf in sheet.boards():
        for side in leaf.sides:
            yield from (side.title, *side.notes)
    for edition in EDITIONS.values():
        for rules in (None, game.rules()):
            for pieces in sheet.pieces(rules, edition):
                yield from (pieces.title, *pieces.notes)
        yield from sheet.board(game.rules(), edition).notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(game, language):
    words = words_of(game.name, language)
    for phrase in (*phrases(game), Phrase("print.by")):
        said = words.say(phrase)
        assert said != phrase.key
        assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_names_all_authors(game, language):
    credit = words_of(game.name, language)("print.by")
    for name in re.split(r",| and ", re.sub(r"\(.*?\)", "", game.authors)):
        assert name.strip() in credit


def test_print_sheets_speak_finnish():
    assert Words("quatrefoil.draw.print", "fi")("cut") == "leikkaa"


def test_the_page_about_printing_tells_sizes_and_numbers_as_they_are():
    page = Path(__file__).parents[2].joinpath("docs", "print.md").read_text(encoding="utf-8")
    for name in PRINTED:
        game = quatrefoil.game(name)
        (row,) = re.findall(rf"^\| {game.title} \|(.*)$", page, re.MULTILINE)
        # A cell is 100 units of the view.
        unit = sheet_of(game).boards()[0].sides[0].figure.unit
        assert f"{100 * unit:g} mm" in row
        for count in counts(name).values():
            if count > 3 and name != "trickle":
                assert str(count) in row
