"""The Markdown of rules sheets, what they say, and the lines of nets."""

from importlib import resources

import pytest

import quatrefoil
from quatrefoil.draw.print.markdown import parse, runs
from quatrefoil.draw.print.nets import cut, fold, rectangle, tab
from quatrefoil.view.words import LANGUAGES, words_of


def plain(block):
    return "".join(run["text"] for run in block["runs"])


def test_blocks_come_in_their_order():
    blocks = parse("# Title\n\nA line\nand more.\n\n## Head\n- one\n  goes on\n- two\n\nEnd.\n")
    assert [(block["kind"], plain(block)) for block in blocks] == [
        ("title", "Title"),
        ("text", "A line and more."),
        ("heading", "Head"),
        ("item", "one goes on"),
        ("item", "two"),
        ("text", "End."),
    ]


def test_runs_have_one_style_each():
    assert runs("a **b** *c* `d`") == [
        {"style": "plain", "text": "a "},
        {"style": "bold", "text": "b"},
        {"style": "plain", "text": " "},
        {"style": "italic", "text": "c"},
        {"style": "plain", "text": " "},
        {"style": "code", "text": "d"},
    ]


def test_the_inner_style_counts_and_a_line_break_is_a_space():
    assert runs("**a `b`**\n[c](/d)") == [
        {"style": "bold", "text": "a "},
        {"style": "code", "text": "b"},
        {"style": "plain", "text": " c"},
    ]


def test_numbers_from_to_stay_on_one_line():
    assert runs("5–15 a–b")[0]["text"] == "5–\N{WORD JOINER}15 a–b"


def test_tables_lose_the_line_below_their_head():
    (table,) = parse("| a | b |\n|---|:-:|\n| 1 | 2 |\n")
    cells = [["".join(run["text"] for run in cell) for cell in row] for row in table["rows"]]
    assert cells == [["a", "b"], ["1", "2"]]


def test_a_table_ends_where_text_goes_on():
    assert [block["kind"] for block in parse("| a |\n|---|\n| 1 |\n\nText.")] == ["table", "text"]


def test_a_position_has_a_caption_and_may_have_arrows():
    text = (
        'Before.\n\n```position\n{"game": "x", "arrows": [["a", "b"]]}\nSee *here*.\n```\n\nAfter.'
    )
    before, position, after = parse(text)
    assert (plain(before), plain(after)) == ("Before.", "After.")
    assert position["position"] == {"game": "x"}
    assert position["arrows"] == (("a", "b"),)
    assert plain(position) == "See here."


@pytest.mark.parametrize(
    ("start", "end", "outwards"),
    [((0, 0), (10, 0), "0,-4"), ((10, 0), (10, 10), "14,"), ((0, 10), (0, 0), "-4,")],
)
def test_tabs_stand_out_of_an_outline_whose_corners_come_clockwise(start, end, outwards):
    filled, line, base = tab(start, end, 4)
    corners = filled.attributes["d"].strip("MZ").split("L")
    assert corners[0] == f"{start[0]},{start[1]}"
    assert corners[3] == f"{end[0]},{end[1]}"
    if outwards == "0,-4":
        assert corners[1:3] == ["2,-4", "8,-4"]
    else:
        assert all(corner.startswith(outwards) for corner in corners[1:3])
    assert line.attributes["class"] == "cut"
    assert base == fold(start, end)


def test_cuts_can_be_closed():
    assert cut(rectangle(0, 0, 2, 1), closed=True).attributes["d"] == "M0,0L2,0L2,1L0,1Z"


# ---- what the sheets say is what the rules say --------------------------------------------------


def sheet(game, language):
    name = {"en": "sheet.md", "fi": "sheet.fi.md"}[language]
    return resources.files(f"quatrefoil.games.{game}").joinpath(name).read_text(encoding="utf-8")


def table(game, language):
    (found,) = (block for block in parse(sheet(game, language)) if block["kind"] == "table")
    return [["".join(run["text"] for run in cell) for cell in row] for row in found["rows"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_trifoil_boards(language):
    (_, *names), (_, *chains), (_, *links) = table("trifoil", language)
    options = [quatrefoil.rules("trifoil", {"board": name}).options for name in names]
    assert [int(chain) for chain in chains] == [each["chain"] for each in options]
    assert [int(link) for link in links] == [each["links"] for each in options]


@pytest.mark.parametrize(("language", "nobody"), [("en", "nobody"), ("fi", "ei kukaan")])
def test_trickle_owners(language, nobody):
    for players, edges in table("trickle", language)[1:]:
        owners = quatrefoil.rules("trickle", {"players": int(players)}).owners
        colour = words_of("trickle", language)
        names = [nobody if owner is None else colour(f"player.{owner}") for owner in owners]
        assert edges.split(", ") == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_blinq_blocks_for_each_player(language):
    for size in (5, 4):
        rules = quatrefoil.rules("blinq", {"size": size})
        blocks = len(rules.places) - (rules.neutral is not None)
        assert f" {blocks // 2}" in sheet("blinq", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_trickle_beads(language):
    beads = len(quatrefoil.rules("trickle").first_beads)
    assert f" {beads} " in sheet("trickle", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_triotrio_quiet_turns(language):
    quiet = quatrefoil.rules("triotrio").options["quiet_turns"]
    assert f" {quiet} " in sheet("triotrio", language)


@pytest.mark.parametrize("game", [g.name for g in quatrefoil.all_games() if g.has("sheet.fi.md")])
def test_both_languages_show_the_same_positions(game):
    english, finnish = (
        [
            (block["position"], block["arrows"])
            for block in parse(sheet(game, language))
            if block["kind"] == "position"
        ]
        for language in LANGUAGES
    )
    assert english == finnish
    assert english
