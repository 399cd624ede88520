"""A review teaches: turning points on the board, another try that is refuted or solved."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

from driver import boxes, make_match, overfull_buttons
from phases import Duel

import quatrefoil
from quatrefoil.search import Limit, searcher

RECORD = Path(__file__).parents[2] / "examples" / "match.json"


def _kept(server):
    """Keep a record of a short match on the server; return its id."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server.url}/api/records", RECORD.read_bytes(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["id"]


def _opened(visit, server, **options):
    """Open a record of a short match, and ask for its review by the keyboard."""
    page = visit(f"/m/{_kept(server)}", reduced_motion="reduce", **options)
    page.wait_for_selector(".board.over")
    page.get_by_role("button", name="Review").press("Enter")
    page.locator(".progress", has_text="How the match went").wait_for(timeout=60_000)
    return page


def _lay(page, token):
    """Lay a block on the board of a turning point."""
    page.locator(f'.studying .board [data-click="{token[:-1]}"]').first.click()
    page.locator(f'.studying .board [data-click="{token[-1]}"]').first.click()


def _wins_for(player, *moves):
    """Whether the first player to move after some moves of 3×3 wins, by search."""
    rules = quatrefoil.rules("blinq(size=3)")
    line = quatrefoil.Line(rules.start(), moves)
    found = searcher(rules).search(line, Limit(nodes=60_000))
    return found.proven and found.values[player] == 1


def test_from_the_review_to_a_mistake_that_is_mended(visit, server):
    page = _opened(visit, server)
    accuracies = page.locator(".accuracies .accuracy").all_inner_texts()
    assert len(accuracies) == 2
    assert all(text.endswith("%") for text in accuracies)
    assert "??" in page.locator(".moves").inner_text()
    page.locator(".point").first.click()
    page.locator(".turning", has_text="lowered the chance").wait_for()
    page.wait_for_selector(".overlay .ring.drawn.red")
    page.wait_for_selector(".overlay .ring.drawn.green")
    better = page.get_by_role("button", name="Better:").inner_text().split()[-1]
    assert _wins_for(0, better)
    page.get_by_role("button", name="Better:").click()
    page.wait_for_function(
        "() => document.querySelectorAll('.studying .board .pieces > *').length > 2"
    )
    link = page.get_by_role("link", name="Open in analysis").get_attribute("href")
    assert link.startswith("/analysis/blinq#")
    assert "ply=0" in link

    page.get_by_role("button", name="Try again", exact=True).click()
    page.locator(".turning", has_text="Find a better turn").wait_for()
    _lay(page, "1a1W")  # what was played
    page.locator(".turning", has_text="Not quite").wait_for(timeout=20_000)
    page.wait_for_function(
        "() => document.querySelectorAll('.studying .board .pieces > *').length > 2"
    )
    page.get_by_role("button", name="Try again", exact=True).click()
    page.locator(".turning", has_text="Find a better turn").wait_for()
    _lay(page, better)
    page.locator(".turning", has_text="Yes!").wait_for(timeout=20_000)
    page.get_by_role("button", name="Next mistake").click()
    page.locator(".turning", has_text="Black").wait_for()
    page.get_by_role("button", name="Back to the match").click()
    page.wait_for_selector(".stage:not(.studying) .board.over")


def _line_in_graph(page):
    """Where the graph says that the board is, as a share of the match."""
    return float(page.locator(".graph .place").get_attribute("x1")) / 400


def test_the_list_and_the_graph_say_where_the_board_is(visit, server):
    page = _opened(visit, server)
    marked = page.locator(".moves [aria-current=true]")
    last = marked.get_attribute("data-move")
    assert _line_in_graph(page) == 1
    page.locator(".moves button.move").nth(1).click()
    page.wait_for_selector(".moves [data-move='2'][aria-current=true]")
    assert _line_in_graph(page) == 2 / int(last)
    assert marked.get_attribute("data-move") == "2"

    page.locator(".point").first.click()  # the first move: the board is empty again
    page.locator(".turning", has_text="lowered the chance").wait_for()
    assert _line_in_graph(page) == 0
    assert marked.count() == 0
    assert page.locator(".moves").evaluate("(list) => list.scrollTop") == 0
    page.locator(".onward").get_by_role("button", name="Play on from here").click()
    page.locator("dialog[open]").get_by_role("button", name="Close").first.click()
    page.get_by_role("button", name="Back to the match").click()
    page.wait_for_selector(".stage:not(.studying) .board")
    assert marked.get_attribute("data-move") == "2", "as before the turning point"


def test_the_words_of_a_turning_point_are_in_sight_on_a_phone_on_its_side(visit, server):
    page = _opened(visit, server, viewport={"width": 844, "height": 390})
    page.locator(".point").last.click()
    page.locator(".turning", has_text="lowered the chance").wait_for()
    page.wait_for_function(
        "() => document.querySelector('.turning h2').getBoundingClientRect().top >= 0"
    )
    (board,) = boxes(page, ".studying .board")
    assert board["y"] >= 0


def test_without_turning_points_none_is_offered(visit, server):
    """A match that ends with its first turn has nothing to look into."""
    duel = Duel(server.url, "trickle").play(1).theirs(do="resign")
    page = visit(duel.link, reduced_motion="reduce")
    page.wait_for_selector(".board.over")
    page.get_by_role("button", name="Review").click()
    page.locator(".review .progress[data-done]").wait_for(timeout=60_000)
    page.locator(".review", has_text="No single move decided it.").wait_for()
    assert "turning point" not in page.locator(".review .progress").inner_text()


def test_two_turning_points_are_in_sight_on_a_laptop(visit, server):
    page = _opened(visit, server, viewport={"width": 1440, "height": 900})
    page.locator(".point").nth(1).wait_for()
    panel, second, retry = boxes(page, ".review", ".moments li:nth-child(2)", ".retry")
    assert second["y"] + second["height"] <= panel["y"] + panel["height"]
    assert retry["y"] + retry["height"] <= second["y"], "what there is to do is in sight as well"


def test_first_results_come_into_sight_on_a_phone(visit, server):
    made = _kept(server)
    page = visit(f"/m/{made}", viewport={"width": 390, "height": 844})
    page.wait_for_selector(".board.over")
    page.get_by_role("button", name="Review").press("Enter")
    page.wait_for_selector(".review .graph")
    top = page.evaluate("document.querySelector('.review').getBoundingClientRect().top")
    assert 0 <= top < 844 / 2
    page.evaluate("scrollTo(0, 0)")
    page.locator(".progress", has_text="How the match went").wait_for(timeout=60_000)
    assert page.evaluate("scrollY") == 0, "then the page is its reader's"


def test_a_mistake_is_mended_by_the_keyboard_alone_on_a_phone(visit, server):
    page = _opened(visit, server, viewport={"width": 390, "height": 844})
    assert overfull_buttons(page) == []
    page.get_by_role("button", name="Retry").press("Enter")
    page.locator(".turning", has_text="Find a better turn").wait_for()
    board = page.evaluate("document.querySelector('.studying .board').getBoundingClientRect().top")
    assert -1 <= board < 400, "the board is in sight"
    page.get_by_role("button", name="Show me").press("Enter")
    page.get_by_role("button", name="Better:").press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.wait_for_selector(".stage:not(.studying) .board.over")


def test_a_coach_speaks_up_before_a_turn_is_played(visit, server):
    """The first move of 3×3 that gives the win away is played only if one insists."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    wish = {"game": "blinq", "options": {"size": 3}, "seats": seats}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_label("A coach who looks").select_option("gentle")
    for insists in (False, True):
        page.locator('.board [data-click="1a1"]').first.click()
        page.locator('.board [data-click="W"]').first.click()
        warning = page.get_by_role("dialog")
        warning.get_by_text("lowers your chance").wait_for(timeout=20_000)
        assert page.locator(".moves .move").count() == 0
        page.keyboard.press("Tab" if insists else "Escape")
        if insists:
            warning.get_by_role("button", name="Play it anyway").click()
        else:
            page.wait_for_selector(".board.active")
    page.wait_for_selector(".moves .move")
