"""What eyes see: nothing is cut, nothing touches what it should not, and boards are large."""

from __future__ import annotations

import pytest
from driver import boxes, make_match, overfull_buttons
from phases import Duel

WIDE = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}

#: Names of cells that begin or end on the coloured band of an edge.
ON_A_BAND = """() => {
  const bands = [...document.querySelectorAll('.board .band')];
  const touches = ({ left, right, top, bottom }) =>
    [left, right].some((x) => bands.some((band) => band.isPointInFill(
      new DOMPoint(x, (top + bottom) / 2).matrixTransform(band.getScreenCTM().inverse()))));
  return [...document.querySelectorAll('.board .label')]
    .filter((label) => touches(label.getBoundingClientRect()))
    .map((label) => label.textContent);
}"""

#: How far the centres of the two nearest places are apart.
NEAREST = """() => {
  const centres = [...document.querySelectorAll('.board .target')]
    .map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  return Math.min(...centres.flatMap(([x, y], index) =>
    centres.slice(index + 1).map(([a, b]) => Math.hypot(x - a, y - b))));
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_names_of_cells_lie_off_the_coloured_edges(size, visit):
    page = visit("/edit/trickle", **size)
    page.wait_for_selector(".verdict strong")
    assert page.locator(".board .label").count() == 22
    assert page.evaluate(ON_A_BAND) == []


def test_buttons_hold_their_words_on_a_finnish_phone(visit, server):
    page = visit("/", locale="fi", **PHONE)
    for address in ("puzzles/triotrio", "edit/blinq", "rules/trickle", "learn/triotrio"):
        page.goto(f"{server.url}/{address}")
        page.wait_for_selector("main .board svg")
        assert overfull_buttons(page) == [], address


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
@pytest.mark.parametrize("game", ["trifoil", "triotrio"])
def test_buttons_below_the_board_of_a_phone_lie_below_it(game, locale, visit, server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = make_match(server.url, {"game": game, "seats": seats})
    page = visit(made["take_along"], locale=locale, **PHONE)
    page.wait_for_selector(".board.active")
    board, keep = boxes(page, ".match .board", ".bars .slot button")
    assert keep["y"] >= board["y"] + board["height"] - 1
    assert overfull_buttons(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
def test_buttons_stay_on_the_screen_whatever_is_beside_the_board(size, locale, visit, server):
    duel = Duel(server.url, "blinq").play(1).theirs(do="offer-draw")
    page = visit(duel.link, locale=locale, **size)
    page.locator(".notes .note").wait_for()
    page.locator(".plan:not([hidden])").wait_for()
    actions, moves = boxes(page, ".actions", ".moves")
    assert actions["y"] + actions["height"] <= size["viewport"]["height"]
    assert moves["height"] >= 20


#: Buttons of the page that cannot be hit where they are: cut, covered or off the screen.
_UNREACHED = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const inner = [[left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
  const isHit = ([x, y]) => one.contains(document.elementFromPoint(x, y));
  return one.checkVisibility({ visibilityProperty: true }) && !inner.every(isHit);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_who_plans_has_the_board_the_words_and_the_buttons_in_sight(size, visit, server):
    duel = Duel(server.url, "trickle", clock={"kind": "correspondence", "days": 3}).play(1)
    page = visit(duel.link, **size)
    page.get_by_role("button", name="Plan an answer").click()
    page.locator(".plan .next").get_by_text("Play what Bob might play").wait_for()
    board, words = boxes(page, ".match .board", ".plan .next")
    high = size["viewport"]["height"]
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= high
    assert words["y"] + words["height"] <= high
    assert page.evaluate(_UNREACHED, ".plan button") == []
    if size is PHONE:
        return
    (before,) = boxes(page, ".actions")
    duel.theirs(do="offer-draw")
    page.locator(".notes", has_text="offers a draw").wait_for()
    assert boxes(page, ".actions") == [before]  # and nothing has moved
    assert page.evaluate(_UNREACHED, ":is(.actions, .plan, .notes) button") == []


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
@pytest.mark.parametrize("clock", [None, {"kind": "correspondence", "days": 3}], ids=["", "clock"])
def test_what_is_said_of_players_fits_beside_the_board(clock, size, visit, server):
    army = {"yellow": {"d4": "rock", "e1": "paper"}, "blue": {"d6": "scissors", "a9": "rock"}}
    position = {"game": "triotrio", **army, "turn": "yellow", "phase": "move", "roll": 2}
    wish = {"game": "triotrio", "position": position, "clock": clock}
    seats = [{"kind": "me", "name": "Bartholomew"}, {"kind": "computer", "level": 1}]
    page = visit(make_match(server.url, {**wish, "seats": seats})["take_along"], **size)
    page.wait_for_selector(".player .facts")
    assert page.evaluate(_UNREACHED, ".actions button") == []
    rests = """() => [...document.querySelectorAll('.player')].filter((one) => {
      const clock = one.querySelector('.clock')?.getBoundingClientRect();
      return one.scrollWidth > one.clientWidth + 1 || [...one.querySelectorAll('.who > *')]
        .some((part) => clock && part.getBoundingClientRect().right > clock.left
          && part.getBoundingClientRect().bottom > clock.top);
    }).length"""
    assert page.evaluate(rests) == 0


@pytest.mark.parametrize("game", ["trickle", "triotrio"])
def test_a_finger_finds_every_cell_of_a_phone_on_its_side(game, visit, server):
    page = visit("/", **ON_ITS_SIDE)
    for address in ("learn", "puzzles", "analysis", "edit"):
        page.goto(f"{server.url}/{address}/{game}")
        page.wait_for_selector("main .board svg")
        (board,) = boxes(page, "main .board")
        assert board["y"] >= 0, address
        assert 370 <= board["height"] <= 390, address
        assert page.evaluate("document.documentElement.scrollWidth") <= 844, address
    page.wait_for_selector(".board .target")
    assert page.evaluate(NEAREST) >= 36


#: Rows of which the last ends before the others do: a card stands alone there.
RAGGED = """(selector) => [...document.querySelectorAll(selector)].flatMap((grid) => {
  const rows = new Map();
  for (const { top, right } of [...grid.children].map((one) => one.getBoundingClientRect()))
    rows.set(Math.round(top), Math.max(right, rows.get(Math.round(top)) ?? 0));
  const ends = [...rows.values()];
  return ends.filter((end) => end < Math.max(...ends) - 2);
})"""


@pytest.mark.parametrize("size", [WIDE, ON_ITS_SIDE, PHONE], ids=["wide", "on-its-side", "phone"])
def test_no_card_is_left_over_in_a_row(size, visit, server):
    page = visit("/", **size)
    page.locator(".ways .opponent").first.click()
    page.wait_for_selector("dialog .level-grid button")
    assert page.evaluate(RAGGED, ".level-grid") == []
    for game in ("trifoil", "trickle", "blinq", "triotrio"):
        page.goto(f"{server.url}/new/{game}")
        page.wait_for_selector(".presets .preset")
        assert page.evaluate(RAGGED, ".presets, .levels") == [], game
    for game in ("blinq", "triotrio"):
        page.goto(f"{server.url}/edit/{game}")
        page.wait_for_selector(".brushes .preset")
        assert page.evaluate(RAGGED, ".brushes") == [], game


@pytest.mark.parametrize("locale", ["en", "fi"])
def test_opponents_are_equally_wide_on_a_phone(locale, visit):
    page = visit("/new/trifoil", locale=locale, **PHONE)
    page.wait_for_selector(".segments .preset")
    opponents = page.locator(".segments").first.locator(".preset").all()
    found = [one.bounding_box() for one in opponents]
    assert len(found) == 3
    assert len({round(one["width"]) for one in found}) == 1
    assert len({round(one["y"]) for one in found}) == 1


@pytest.mark.parametrize("size", [WIDE, TABLET, ON_ITS_SIDE], ids=["wide", "tablet", "on-its-side"])
def test_the_rules_lead_on_in_one_row_that_is_in_sight(size, visit, server):
    page = visit("/rules/trickle", locale="fi", **size)
    page.wait_for_selector(".onto-study")
    tops = page.evaluate(
        "[...document.querySelectorAll('.head .row > *')].map((one) => one.offsetTop)"
    )
    assert len(tops) == 4
    assert len(set(tops)) == 1
    (study,) = boxes(page, ".onto-study")
    assert study["y"] + study["height"] <= 900 or size is not WIDE


@pytest.mark.parametrize("width", [360, 390])
def test_a_roll_and_all_faces_of_the_die_have_one_line(width, visit):
    narrow = {**PHONE, "viewport": {"width": width, "height": 844}}
    page = visit("/analysis/triotrio#moves=!yellow+keep+roll", locale="fi", **narrow)
    page.locator(".rolls .face").nth(5).wait_for()
    found = [one.bounding_box() for one in page.locator(".rolls > *").all()]
    assert len(found) == 7
    assert max(one["y"] for one in found) < min(one["y"] + one["height"] for one in found)
    assert all(one["x"] >= 0 and one["x"] + one["width"] <= width for one in found)


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
def test_the_latest_move_is_in_sight(size, visit, server):
    duel = Duel(server.url, "trickle").play(8)
    page = visit(duel.link, **size)
    page.locator(".howto .view svg").wait_for(state="attached")
    page.locator(".moves [aria-current=true]").wait_for()
    page.wait_for_function("""() => {
      const [list, current] = ['.moves', '.moves [aria-current=true]']
        .map((one) => document.querySelector(one).getBoundingClientRect());
      return list.top <= current.top + 1 && current.bottom <= list.bottom + 1;
    }""")


def test_nothing_empty_lies_below_an_analysis_on_its_side(visit):
    page = visit("/analysis/blinq", **ON_ITS_SIDE)
    page.wait_for_selector(".tree-box")
    (side,) = boxes(page, ".study-side")
    assert page.evaluate("document.documentElement.scrollHeight") - side["y"] - side["height"] < 40


def test_buttons_below_a_board_do_not_reach_into_it(visit, server):
    """Also where a button holds the longest words that it may ever have to."""
    page = visit(Duel(server.url, "triotrio").link, locale="fi", **PHONE)
    page.locator(".bars .slot").first.wait_for()
    (board,) = boxes(page, ".stage .board")
    for button in page.locator(".bars .slot").all():
        assert button.bounding_box()["y"] >= board["y"] + board["height"] - 1


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
def test_an_invitation_is_in_sight_on_a_phone_on_its_side(locale, visit, server):
    """Link, code and what is to know about them, without scrolling."""
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = visit(made["take_along"], locale=locale, **ON_ITS_SIDE)
    page.wait_for_selector(".curtain .qr img")
    page.locator(".curtain .soft", has_text="--lan").wait_for()
    assert page.locator(".curtain").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    card, code = boxes(page, ".curtain", ".curtain .qr img")
    assert code["x"] + code["width"] < card["x"] + card["width"]
    assert card["y"] + card["height"] <= ON_ITS_SIDE["viewport"]["height"]


def test_what_is_said_of_a_move_is_as_wide_as_the_moves(visit):
    """Also where seven marks have little room: Trickle's board is the widest."""
    page = visit("/analysis/trickle", **ON_ITS_SIDE)
    page.wait_for_selector(".tree-box")
    moves, note = boxes(page, ".tree-box", ".note-editor")
    for part in page.locator(".note-editor > *").all():
        box = part.bounding_box()
        assert box["x"] >= moves["x"] - 1
        assert box["x"] + box["width"] <= moves["x"] + moves["width"] + 1, part.inner_text()
    assert note["x"] + note["width"] <= moves["x"] + moves["width"] + 1


#: What is cut beside the board, and where the buttons below the list of moves are.
BESIDE = """() => {
  const [words, card] = ['.howto .text', '.howto'].map((one) => document.querySelector(one));
  const buttons = [...document.querySelectorAll('.walk button, .onward button, .actions button')];
  return {
    cut: words.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom,
    lowest: Math.max(...buttons.map((one) => one.getBoundingClientRect().bottom)),
    places: buttons.filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => [one.textContent || one.ariaLabel, Math.round(one.getBoundingClientRect().y)]),
  };
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
@pytest.mark.parametrize("clock", [None, {"kind": "realtime", "base": 300, "increment": 3}])
@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
def test_beside_a_friend_words_are_whole_and_buttons_stay(size, clock, locale, visit, server):
    """On one's own turn, and on the friend's, when an answer can be planned."""
    duel = Duel(server.url, "trickle", **({"clock": clock} if clock else {})).play(2)
    page = visit(duel.link, locale=locale, **size)
    page.wait_for_selector(".board.active")
    page.locator(".howto .text p").first.wait_for(state="attached")
    mine = page.evaluate(BESIDE)
    duel.play(1)
    page.locator(".plan button").wait_for()
    theirs = page.evaluate(BESIDE)
    assert not mine["cut"]
    assert not theirs["cut"]
    assert max(mine["lowest"], theirs["lowest"]) <= size["viewport"]["height"]
    assert mine["places"] == theirs["places"]


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
def test_all_four_games_are_on_the_first_screen_of_a_tablet(locale, visit):
    page = visit("/", locale=locale, **TABLET)
    page.wait_for_selector(".card .board svg")
    rows = page.locator(".ways .primary").all()
    assert len(rows) == 4
    for begin in rows:
        box = begin.bounding_box()
        assert box["y"] + box["height"] <= 768
    assert overfull_buttons(page) == []


def test_the_names_of_levels_fit_their_cards(visit):
    """The longest is Finnish."""
    page = visit("/", locale="fi", **WIDE)
    page.locator(".ways .opponent").first.click()
    page.wait_for_selector("dialog .level-grid")
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".level-grid button")]
          .filter((one) => {
            const name = document.createRange();
            name.selectNodeContents(one.querySelector("strong"));
            return name.getBoundingClientRect().width > one.clientWidth - 6;
          })
          .map((one) => one.textContent)"""
        )
        == []
    )


def test_rules_beside_a_match_leave_the_board_of_a_tablet_free(visit, server):
    made = make_match(server.url, {"game": "trifoil", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(made["take_along"], **TABLET)
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".drawer .glance svg")
    board, drawer = boxes(page, ".match .board", ".drawer")
    assert board["x"] + board["width"] <= drawer["x"]


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
@pytest.mark.parametrize("locale", ["en-GB", "fi"])
def test_no_line_about_a_player_begins_with_a_dot(locale, size, visit, server):
    made = make_match(server.url, {"game": "trifoil", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(made["take_along"], locale=locale, **size)
    page.wait_for_selector(".player .facts .whole")
    left, chain = page.locator(".player .facts").first.locator(".whole").all()
    assert left.inner_text().endswith("·")
    assert "·" not in chain.inner_text()


def test_what_is_done_with_a_position_has_one_row(visit):
    page = visit("/edit/trickle", **WIDE)
    page.wait_for_selector(".verdict strong")
    assert (
        len({box["y"] for box in boxes(page, *(f".edit-go > :nth-child({n})" for n in (1, 2, 3)))})
        == 1
    )
    label, choose = boxes(page, ".option:has(.chosen) > label", ".option .chosen")
    assert abs((label["y"] + label["height"] / 2) - (choose["y"] + choose["height"] / 2)) < 8


def test_an_analysis_of_a_roll_fits_the_screen(visit):
    """All faces of the die beside the board, and nothing below them moves out of sight."""
    page = visit("/analysis/triotrio#moves=%21yellow+keep+roll", **WIDE)
    page.locator("[role=switch]").first.click()
    page.locator(".lines .outcome").nth(5).wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 900


#: Lines of moves whose words are in sight, and not where the list fades.
_LINES = """(list) => {
  const { top, bottom } = list.getBoundingClientRect();
  const inSight = [...list.querySelectorAll("li .move")].map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect();
  });
  const whole = inSight.filter((box) => box.top >= top + 2 && box.bottom <= bottom);
  return new Set(whole.map((box) => box.top)).size;
}"""


def test_the_list_of_moves_fades_where_there_is_more_of_it(visit, server):
    """The current move does not, and two lines are in sight."""
    page = visit(Duel(server.url, "trickle").play(12).link, **TABLET)
    page.wait_for_selector(".moves [aria-current=true]")
    listed = page.locator(".moves")
    assert listed.evaluate("(one) => one.scrollHeight > one.clientHeight")
    faded = """(one) => ["--above", "--below"].map(
      (side) => getComputedStyle(one).getPropertyValue(side))"""
    assert listed.evaluate(faded) == ["12px", "0px"]
    assert listed.evaluate(_LINES) >= 2
    page.get_by_role("button", name="To the start").click()
    page.locator(".status", has_text="start").wait_for()
    assert listed.evaluate(faded) == ["0px", "12px"]
