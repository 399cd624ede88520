"""Lessons: the page notices when one is solved. What they say is checked in tests/conformance."""

from __future__ import annotations

import json

import pytest
from driver import click_place

import quatrefoil
from quatrefoil.core.registry import position_from_json
from quatrefoil.study.puzzles.puzzle import puzzles_of
from quatrefoil.view.data import view_of

GAMES = [game.name for game in quatrefoil.all_games() if game.has("learn.json")]


def _learn(game: str) -> dict:
    return json.loads(quatrefoil.game(game).resource("learn.json").read_text(encoding="utf-8"))


def _lessons_to_play() -> list[tuple[str, int]]:
    """The first lesson of every game, and all in which dice fall."""
    rolled = [
        (game, number)
        for game in GAMES
        for number, lesson in enumerate(_learn(game)["lessons"], 1)
        if number > 1 and "!" in str(lesson["accept"])
    ]
    return [(game, 1) for game in GAMES] + rolled


@pytest.mark.parametrize(("game", "number"), _lessons_to_play())
def test_the_page_notices(game, number, request):
    page = request.getfixturevalue("visit")(f"/learn/{game}/{number}")
    lesson = _learn(game)["lessons"][number - 1]
    position = position_from_json(lesson["position"])
    solved = lesson["accept"]
    for token in _winning_turn(position) if solved == "win" else solved[0]:
        if not token.startswith("!"):  # dice fall by themselves
            page.wait_for_selector(".board.active")
            paths = view_of(position.rules).paths(position)
            for click in next(path.clicks for path in paths if path.token == token):
                click_place(page, click)
        position.play(token)
    page.wait_for_selector(".note.good")


def test_the_board_is_the_hero(visit):
    page = visit("/learn/trifoil/8", viewport={"width": 1440, "height": 900})
    box = page.locator(".board svg").first.bounding_box()
    assert box["height"] > 0.7 * 900


def test_a_course_goes_on_where_it_was_left(visit):
    page = visit("/learn/blinq")
    assert page.locator(".course a[aria-current]").inner_text() == "1"
    page.evaluate("localStorage.setItem('quatrefoil.lessons', '{\"blinq\": [1, 2, 4]}')")
    page.goto(page.url)
    page.wait_for_selector(".course a[aria-current]")
    assert page.locator(".course a[aria-current]").inner_text() == "3"
    assert page.locator(".course a.done").count() == 3
    assert page.get_by_role("link", name="4.").get_attribute("aria-label").endswith("solved")
    assert page.locator(".course h2").all_inner_texts() == [
        "First moves",
        "First tricks",
        "Seeing further",
    ]


def test_chapters_end_with_exercises(visit):
    page = visit("/learn/blinq/5")
    page.wait_for_selector(".board.active")
    bridges = page.get_by_role("link", name="Bridge, 0 of 5")
    assert page.locator(".course .exercises a").count() == 5
    bridges.click()
    page.locator(".puzzles .series", has_text="Exercises: Bridge. 0 of 5 solved.").wait_for()
    shown = page.url
    assert "exercises=bridge" in shown
    # What is solved is kept, here and in the course; the next one is another of the theme.
    found = next(each for each in puzzles_of("blinq") if f"/{each.id}?" in shown)
    assert "bridge" in found.themes
    noted = json.dumps({"solved": [found.id], "failed": []})
    page.evaluate("(book) => localStorage.setItem('quatrefoil.puzzles.blinq', book)", noted)
    page.get_by_role("button", name="Another one").click()
    page.locator(".puzzles .series", has_text="1 of 5 solved").wait_for()
    assert found.id not in page.url
    page.get_by_role("link", name="Back to the lessons").click()
    page.get_by_role("link", name="Bridge, 1 of 5").wait_for()


def _winning_turn(position, depth: int = 3) -> list[str] | None:
    """Return the tokens of a shortest turn that wins, or None."""
    for longest in range(1, depth + 1):
        if found := _search(position, position.turn, longest):
            return found
    return None


def _search(position, player: int, depth: int) -> list[str] | None:
    for move in position.legal_moves():
        after = position.copy()
        after.push(move)
        token = position.token(move)
        outcome = after.outcome()
        if outcome and outcome.winners == (player,):
            return [token]
        if depth > 1 and after.turn == player and (rest := _search(after, player, depth - 1)):
            return [token, *rest]
    return None
