"""On a phone, upright and on its side: fingers hit what they mean, and what matters is in sight."""

from __future__ import annotations

import pytest
from driver import boxes, make_match
from phases import Duel
from test_people import ask

import quatrefoil
from quatrefoil.core.tree import ROOT, Tree

UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ON_ITS_SIDE = {**UPRIGHT, "viewport": {"width": 844, "height": 390}}
#: The lowest pixel of a phone on its side.
LOW = 390

#: What a finger misses: 19 pixels above or below its middle lies something else. The moves of a
#: list stand too close for that.
MISSED = """() => {
  const shown = [...document.querySelectorAll(
    'button:not(.token, .answer), a.button, .brand, .chip, select')];
  return shown.filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const hits = (away) => one.contains(
      document.elementFromPoint(x + width / 2, y + height / 2 + away));
    return !hits(-19) || !hits(19);
  }).map((one) => one.getAttribute('aria-label') || one.textContent);
}"""

#: Words that stand alone in the last line of what is written in several.
ALONE = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
  const nodes = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const words = [];
  while (nodes.nextNode())
    for (const { 0: word, index } of nodes.currentNode.textContent.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(nodes.currentNode, index);
      range.setEnd(nodes.currentNode, index + word.length);
      words.push([word, range.getBoundingClientRect().bottom]);
    }
  const [last, before] = words.reverse();
  return before && last[1] > before[1] + 2 ? [last[0]] : [];
})"""


@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on-its-side"])
def test_a_finger_hits_what_it_means(size, visit, server):
    page = visit(Duel(server.url, "trifoil").play(2).link, **size)
    page.locator(".moves .token").first.wait_for()
    assert page.evaluate(MISSED) == []
    for address in ("/", "/analysis/blinq", "/learn/trickle/1", "/edit/triotrio"):
        page.goto(server.url + address)
        page.wait_for_selector("main .board svg")
        assert page.evaluate(MISSED) == [], address


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
def test_no_word_is_left_alone_in_a_line(locale, visit, server):
    page = visit("/", locale=locale, **UPRIGHT)
    page.wait_for_selector(".hello p")
    assert page.evaluate(ALONE, ".hello p") == []
    for address, where in (
        ("/study/blinq", ".entries .soft"),
        ("/new/trickle", "legend"),
        ("/learn/triotrio/1", ".task p"),
        ("/rules/trickle", ".onto-study"),
    ):
        page.goto(server.url + address)
        page.locator(where).first.wait_for()
        assert page.evaluate(ALONE, where) == [], address


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
def test_on_its_side_one_can_play_without_scrolling(locale, visit, server):
    page = visit("/", locale=locale, **ON_ITS_SIDE)
    page.wait_for_selector(".card .board")
    (play,) = boxes(page, ".card .primary")
    assert play["y"] + play["height"] <= LOW
    page.goto(server.url + "/new/trickle?with=computer")
    page.wait_for_selector(".levels .preset")
    eighth, play = boxes(page, ".levels > :last-child", ".go .primary")
    assert eighth["y"] + eighth["height"] <= play["y"] + 1


@pytest.mark.parametrize("locale", ["en-GB", "fi"])
@pytest.mark.parametrize("game", ["trickle", "blinq"])
def test_on_its_side_players_are_in_sight(game, locale, visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = make_match(server.url, {"game": game, "seats": seats})
    page = visit(made["take_along"], locale=locale, **ON_ITS_SIDE)
    page.locator(".connection[data-state=connected]").wait_for()
    (facts,) = boxes(page, ".player .facts")
    assert facts["y"] + facts["height"] <= LOW
    uncut = "(one) => one.scrollWidth <= one.clientWidth"
    assert page.locator(".connection").evaluate(uncut)


def test_on_its_side_a_link_and_its_code_are_in_sight(visit, server):
    page = visit(Duel(server.url, "blinq").play(1).link, **ON_ITS_SIDE)
    page.get_by_role("button", name="Link").click()
    (code,) = boxes(page, "dialog .qr img")
    assert code["y"] + code["height"] <= LOW


@pytest.mark.parametrize("facts", ["24 blocks left", "4 links left · chain 3 of 5"])
def test_the_card_of_a_player_is_as_high_with_more_to_say(facts, visit, server):
    page = visit(Duel(server.url, "blinq").link, **UPRIGHT)
    page.wait_for_selector(".player .facts")
    (before,) = boxes(page, ".player")
    page.locator(".player .facts").first.evaluate(
        "(one, words) => (one.textContent = words)", facts
    )
    assert boxes(page, ".player") == [before]


def test_an_embedded_study_uses_the_room_of_a_phone(visit, server):
    tree, _ = Tree(quatrefoil.rules("trickle")).add(ROOT, ["e5-e3", "e7-d7"])
    made = ask(server.url, "/api/studies", {"tree": tree.to_json(), "title": "Two moves"})
    page = visit(f"/embed/s/{made['id']}", **ON_ITS_SIDE)
    page.locator(".tree .move").first.wait_for()
    board, moves = boxes(page, ".stage .board", ".tree")
    assert board["height"] >= 300
    assert board["y"] + board["height"] <= LOW
    assert moves["x"] >= board["x"] + board["width"]
    page.set_viewport_size(UPRIGHT["viewport"])
    most = page.locator(".tree").evaluate("(one) => parseFloat(getComputedStyle(one).maxHeight)")
    assert most > 300
