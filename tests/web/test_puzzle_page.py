"""Puzzles on the page: solved, refuted, by keyboard, from a position, without a server."""

from __future__ import annotations

import json
import random
from urllib.parse import quote

from driver import arrow_to, click_place, make_match, tab_to, wait_for_answer

import quatrefoil
from quatrefoil.study.puzzles.puzzle import puzzles_of
from quatrefoil.study.puzzles.tries import judge
from quatrefoil.view.data import view_of


def play(page, position, tokens):
    """Play moves by clicking; return the position after them."""
    position = position.copy()
    for token in tokens:
        page.wait_for_selector(".board.active")
        paths = view_of(position.rules).paths(position)
        for click in next(path.clicks for path in paths if path.token == token):
            click_place(page, click)
        position.play(token)
    return position


def a_refuted_move(puzzle):
    tokens = puzzle.start().legal_tokens()
    return next(token for token in tokens if judge(puzzle, [token]).answer)


def pieces(page):
    return page.locator(".board .pieces .piece").count()


def test_one_is_failed_refuted_tried_again_and_solved(visit):
    puzzle = next(each for each in puzzles_of("blinq") if each.goal == "win" and each.turns == 3)
    page = visit(f"/puzzles/blinq/{puzzle.id}")
    page.wait_for_selector(".board.active")
    before = pieces(page)
    verdict = page.locator(".verdict")
    facts = page.locator(".facts")
    assert facts.inner_text() == f"Grade {puzzle.grade}", "themes would say what to look for"
    play(page, puzzle.start(), [a_refuted_move(puzzle)])
    page.locator(".verdict[data-state=wrong]").wait_for()
    assert "this is the answer to it" in verdict.inner_text()
    assert pieces(page) == before + 2, "the turn and what refutes it are on the board"
    assert page.locator(".score").inner_text().endswith("0 in a row, best 0")
    page.get_by_role("button", name="Try again").click()
    right = judge(puzzle, puzzle.solution)
    assert right.verdict == "right"
    position = play(page, puzzle.start(), puzzle.solution)
    page.locator(".verdict", has_text="Right. Go on").wait_for()
    for token in right.answer:
        position.play(token)
    play(page, position, right.then)
    page.locator(".verdict[data-state=solved]").wait_for()
    assert facts.inner_text().count(" · ") == len(puzzle.themes)
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=puzzle.id)
    # The whole solution can be looked at, to its end.
    page.goto(page.url.rsplit("/", 1)[0] + f"/{puzzle.id}")
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector(".board.over")


def test_one_is_solved_by_keyboard_alone(visit):
    puzzle = next(each for each in puzzles_of("trickle") if each.goal == "gain")
    page = visit(f"/puzzles/trickle/{puzzle.id}")
    page.wait_for_selector(".board.active")
    live = page.locator("#live")
    live.get_by_text("to move:").wait_for(state="attached")
    page.keyboard.press("h")
    live.get_by_text("It begins here:").wait_for(state="attached")
    tab_to(page, ".board svg")
    rng = random.Random(1)
    for place in puzzle.solution[0].split("-"):
        arrow_to(page, place, rng)
        page.keyboard.press("Enter")
    live.get_by_text("Solved!").wait_for(state="attached")
    # The focus is on what comes next.
    assert page.evaluate("document.activeElement.textContent") == "Next puzzle"
    page.keyboard.press("Enter")
    page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=puzzle.id)
    live.get_by_text("to move:").wait_for(state="attached")


def here(position):
    return "/here#start=" + quote(json.dumps(position.to_json()))


def test_a_position_becomes_a_puzzle_or_the_page_says_why_not(visit):
    puzzle = next(each for each in puzzles_of("blinq") if each.turns == 1)
    start = puzzle.start()
    image = next(
        image
        for image in (start.image(number) for number in range(1, len(start.rules.symmetries)))
        if image != start
    )
    # From the analysis board, by its button.
    page = visit("/analysis/blinq#start=" + quote(json.dumps(image.to_json())))
    page.get_by_role("link", name="Puzzle from here").click()
    page.locator(".facts", has_text="Grade").wait_for(timeout=60_000)
    assert "/puzzles/blinq/here#start=" in page.url
    page.get_by_role("button", name="Copy the link").click()
    page.locator(".toast", has_text="Whoever opens the link").wait_for()
    # The link alone is enough.
    page.goto("about:blank")
    page.go_back()
    page.locator(".facts", has_text="Grade").wait_for(timeout=60_000)
    wins = [token for token in image.legal_tokens() if judge_own(image, token)]
    play(page, image, wins[:1])
    page.locator(".verdict[data-state=solved]").wait_for()

    page = visit("/puzzles/trickle" + here(quatrefoil.rules("trickle(players=3)").start()))
    page.locator(
        ".verdict", has_text="This isn't a puzzle. Puzzles are for two players."
    ).wait_for()
    assert page.get_by_role("link", name="Edit the position").get_attribute("href")
    page.get_by_role("button", name="Other puzzles").click()
    page.locator(".goal", has_text="to move:").wait_for()


def judge_own(position, token):
    after = position.copy()
    after.play(token)
    outcome = after.outcome()
    return outcome is not None and outcome.winners == (position.turn,)


_KEPT = """(id) => {
  const kept = JSON.parse(localStorage.getItem("quatrefoil.puzzles.kept.blinq") ?? "[]");
  return kept.includes(id) && kept.length > 1;
}"""


def test_what_was_loaded_is_solved_without_the_server(visit, own_server):
    puzzle = next(each for each in puzzles_of("blinq") if each.goal == "win" and each.turns == 3)
    page = visit(f"{own_server.url}/puzzles/blinq/{puzzle.id}", service_workers="allow")
    page.wait_for_selector(".board.active")
    wait_for_answer(page, _KEPT, puzzle.id)
    page.context.set_offline(True)
    own_server.kill()
    page.reload()
    page.locator(".goal", has_text="to move:").wait_for()
    page.locator(".strip", has_text="You are offline").wait_for()
    # Another turn cannot be judged, and does not count.
    play(page, puzzle.start(), [a_refuted_move(puzzle)])
    page.locator(".verdict", has_text="only the solution can be recognised").wait_for()
    position = play(page, puzzle.start(), puzzle.solution)
    page.locator(".verdict", has_text="Right. Go on").wait_for()
    right = judge(puzzle, puzzle.solution)
    for token in right.answer:
        position.play(token)
    play(page, position, right.then)
    page.locator(".verdict[data-state=solved]").wait_for()
    assert "1 in a row" in page.locator(".score").inner_text()
    # The next one was kept as well; today's was not, and the page says so.
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=puzzle.id)
    page.get_by_role("button", name="Puzzle of the day").click()
    page.locator(".verdict", has_text="The server can’t be reached").wait_for()


def test_ones_own_matches_have_puzzles_one_after_the_other(visit, server):
    """After five and after six moves of this match one turn wins, and no other does."""
    moves = ["1a2S", "1a3W", "1c1S", "1b3N", "2a2W", "1a1S", "1b1E", "1c2E"]
    wish = {"game": "blinq", "options": {"size": 3}, "seats": [{"kind": "me"}, {"kind": "me"}]}
    page = visit(make_match(server.url, wish)["take_along"])
    play(page, quatrefoil.rules("blinq(size=3)").start(), moves)
    page.wait_for_selector(".board.over")
    page.goto(f"{server.url}/puzzles/blinq")
    page.wait_for_selector(".board.active")
    # A neutral block lies in the middle from the start. Each is proven before it is shown.
    for blocks in (1 + 6, 1 + 5):
        page.get_by_role("button", name="From my matches").click()
        wait = "(count) => document.querySelectorAll('.board .pieces .piece').length === count"
        page.wait_for_function(wait, arg=blocks, timeout=60_000)
        page.locator(".goal", has_text="to move:").wait_for()
        page.wait_for_selector(".board.active")
    page.get_by_role("button", name="From my matches").click()
    page.locator(".verdict", has_text="That was the last one").wait_for(timeout=60_000)
