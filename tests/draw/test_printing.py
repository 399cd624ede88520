"""What comes out of the press, measured on the pages of the PDF."""

from functools import cache
from importlib import resources
from itertools import pairwise

import pytest
from tests.draw.pdf_tools import pages_of

import quatrefoil
from quatrefoil.draw.print import document as printing
from quatrefoil.draw.print.document import print_game
from quatrefoil.draw.print.figures import draw_rows
from quatrefoil.draw.print.paper import MARGIN, PAPERS, PARTS
from quatrefoil.draw.print.sheet import sheet_of
from quatrefoil.view.words import LANGUAGES, words_of

SIZE = {"a4": (210, 297), "letter": (215.9, 279.4)}
#: Both papers and both languages, at half the price of all that could be combined.
EDITIONS = (("a4", "en"), ("letter", "fi"))
#: Headings that every rules sheet has.
HEADINGS = {
    "en": ("Setting up", "Your turn", "Credits"),
    "fi": ("Alkuasetelma", "Vuorosi", "Tekijät"),
}


@cache
def printed(game, paper, language, parts=PARTS):
    made = print_game(quatrefoil.game(game), paper, language, parts)
    return made, pages_of(made.pdf)


@pytest.fixture(params=[game.name for game in quatrefoil.all_games() if game.has("sheet")])
def game(request):
    return quatrefoil.game(request.param)


@pytest.fixture(params=EDITIONS, ids="-".join)
def edition(request):
    return request.param


def pages_with(part, made, pages):
    (found,) = (each for each in made.parts if each.name == part)
    return pages[found.first - 1 : found.last]


# ---- the whole -----------------------------------------------------------------------------------


def test_pages_have_the_size_of_the_paper(game, edition):
    _, pages = printed(game.name, *edition)
    for page in pages:
        assert sorted((page.width, page.height)) == pytest.approx(SIZE[edition[0]], abs=0.1)


def test_parts_follow_each_other_and_cover_all_pages(game, edition):
    made, pages = printed(game.name, *edition)
    assert tuple(part.name for part in made.parts) == PARTS
    assert made.parts[0].first == 1
    assert all(after.first == before.last + 1 for before, after in pairwise(made.parts))
    assert made.pages == len(pages)


def test_nothing_is_drawn_where_printers_cannot_print(game, edition):
    _, pages = printed(game.name, *edition)
    for page in pages:
        xs, ys = zip(*page.points, strict=True)
        # What is drawn may be cut off by its frame, so a point may lie a little outside.
        assert min(xs) > MARGIN - 0.5
        assert min(ys) > MARGIN - 0.5
        assert max(xs) < page.width - MARGIN + 0.5
        assert max(ys) < page.height - MARGIN + 0.5


def test_every_page_says_its_number_and_whose_game_it_is(game, edition):
    _, pages = printed(game.name, *edition)
    word = {"en": "page {} of {}", "fi": "sivu {} / {}"}[edition[1]]
    by = words_of(game.name, edition[1])("print.by")
    for number, page in enumerate(pages, 1):
        text = " ".join(page.text.split())
        assert word.format(number, len(pages)) in text
        assert by in text


def test_the_same_order_makes_the_same_file(game):
    order = (game, "a4", "fi", ("boards", "pieces"))
    assert print_game(*order).pdf == print_game(*order).pdf


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"paper": "a3"}, "the paper to print is one of a4, letter, not 'a3'"),
        ({"language": "sv"}, "the language to print is one of en, fi, not 'sv'"),
        ({"parts": ("dice",)}, "the part to print is one of boards, pieces, rules, not 'dice'"),
    ],
)
def test_what_cannot_be_printed_is_refused(order, message):
    with pytest.raises(quatrefoil.OptionError) as problem:
        print_game(quatrefoil.game("blinq"), **order)
    assert str(problem.value) == message


def test_the_press_knows_no_game():
    for file in resources.files("quatrefoil.draw.print").iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8").lower()
            assert not any(name in text for name in quatrefoil.names()), file.name


# ---- scale ---------------------------------------------------------------------------------------


def test_boards_and_pieces_have_a_line_of_fifty_millimetres(game, edition):
    made, pages = printed(game.name, *edition)
    for page in pages_with("boards", made, pages) + pages_with("pieces", made, pages):
        assert any(length == pytest.approx(50, abs=0.01) for length in page.lengths())


def test_boards_are_as_large_as_they_say(game, edition):
    made, pages = printed(game.name, *edition)
    sides = [side for leaf in sheet_of(game).boards() for side in leaf.sides]
    for side, page in zip(sides, pages_with("boards", made, pages), strict=True):
        left, bottom, right, top = page.frames[0]
        assert (right - left, top - bottom) == pytest.approx(side.figure.size, abs=0.05)


def test_cuts_are_as_far_apart_as_pieces_are_wide(game, edition):
    made, pages = printed(game.name, *edition)
    (first, *_) = pages_with("pieces", made, pages)
    for pieces in sheet_of(game).pieces():
        if not pieces.gap:
            width, _ = pieces.cutouts[0].figure.size
            rows = draw_rows(game, pieces, PAPERS[edition[0]].inner_width)
            columns = cuts_down(first, {row.height for row in rows})
            apart = [after - before for before, after in pairwise(columns)]
            assert apart
            assert apart == pytest.approx([width] * len(apart), abs=0.02)


def cuts_down(page, heights):
    """Return where lines go down that are as long as a row is high, from left to right."""
    return sorted(
        {
            round(x, 2)
            for (x, top), (end, bottom) in page.lines
            if x == end and any(abs(top - bottom) == pytest.approx(high) for high in heights)
        }
    )


# ---- two sides -----------------------------------------------------------------------------------


def test_both_sides_of_a_leaf_meet(game, edition):
    made, pages = printed(game.name, *edition)
    boards = pages_with("boards", made, pages)
    leaves = sheet_of(game).boards()
    assert made.parts[0].two_sided == any(len(leaf.sides) == 2 for leaf in leaves)
    at = 0
    for leaf in leaves:
        if len(leaf.sides) == 2:
            assert at % 2 == 0, "a front is on an odd page"
            assert boards[at].width == boards[at + 1].width
        at += len(leaf.sides)
    for page in boards:
        left, bottom, right, top = page.frames[0]
        assert ((left + right) / 2, (bottom + top) / 2) == pytest.approx(
            (page.width / 2, page.height / 2), abs=0.01
        )


# ---- the rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_are_one_page(game, paper, language):
    made, pages = printed(game.name, paper, language, ("rules",))
    assert len(pages) == made.pages == 1
    text = " ".join(pages[0].text.split())
    for each in LANGUAGES:
        assert all((heading in text) == (each == language) for heading in HEADINGS[each])


def test_rules_that_are_too_long_are_refused(monkeypatch):
    monkeypatch.setattr(printing, "SIZES", (2 * printing.SIZES[0],))
    with pytest.raises(quatrefoil.FormatError, match="too long for one page of a4"):
        print_game(quatrefoil.game("triotrio"), parts=("rules",))


def test_a_board_of_ones_own_is_drawn_and_not_named_among_the_changes():
    blinks = [[0, 0], [0, 2], [1, 1], [1, 3], [2, 0], [2, 2], [3, 1]]
    board = {"blinks": blinks, "chain": 4, "links": 8}
    rules = quatrefoil.game("trifoil").rules({"board": board, "actions": 3})
    made = print_game(rules.game, parts=("boards",), rules=rules)
    lines = pages_of(made.pdf)[0].text.splitlines()
    actions = words_of("trifoil", "en")("option.actions")
    assert f"{actions}: 3" in lines, lines
    assert not [line for line in lines if line.strip() == "Board"]
