"""Lessons: every one can be solved as it says, and the page notices."""

from __future__ import annotations

import json

import pytest

import quatrefoil
from quatrefoil.core.registry import position_from_json
from quatrefoil.view.data import view_of

GAMES = [game.name for game in quatrefoil.all_games() if game.has("learn.json")]


def _learn(game: str) -> dict:
    return json.loads(quatrefoil.game(game).resource("learn.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_five_lessons_and_a_showcase(game):
    found = _learn(game)
    assert len(found["lessons"]) == 5
    showcase = position_from_json(found["showcase"])
    assert view_of(showcase.rules).scene(showcase).pieces
    assert len(found["line"]) > 5
    for token in found["line"]:
        showcase.play(token)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(5))
def test_a_lesson_can_be_solved_and_missed(game, number):
    lesson = _learn(game)["lessons"][number]
    position = position_from_json(lesson["position"])
    assert position.legal_tokens()
    if lesson["accept"] == "win":
        assert _winning_turn(position)
        return
    for tokens in lesson["accept"]:
        after = position.copy()
        for token in tokens:
            after.play(token)
    first = {tokens[0] for tokens in lesson["accept"]}
    assert first != set(position.legal_tokens()), "a lesson that cannot be missed teaches nothing"


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
                _click(page, click)
        position.play(token)
    page.wait_for_selector(".note.good")


def _click(page, click: str) -> None:
    """Click a place or a button by its id, as soon as it is offered."""
    found = page.wait_for_function(_FIND, arg=click).json_value()
    page.mouse.click(*found)


_FIND = """(id) => {
  const name = CSS.escape(id);
  const element = document.querySelector(
    `.choices:not([hidden]) [data-click="${name}"], .target[data-click="${name}"],`
    + ` .picked[data-click="${name}"], .bar [data-click="${name}"]`);
  const box = element?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""


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
