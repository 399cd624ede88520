"""The study room by keyboard alone: a lesson, a study that is kept, a measured variant, a board.

Other journeys by keyboard are tested where the same is done by mouse.
"""

from __future__ import annotations

import json
import random

from driver import arrow_to, tab_to

import quatrefoil


def test_a_lesson_is_solved(visit):
    text = quatrefoil.game("trickle").resource("learn.json").read_text(encoding="utf-8")
    ((token,), *_) = json.loads(text)["lessons"][1]["accept"]
    page = visit("/learn/trickle/2")
    page.wait_for_selector(".board.active")
    tab_to(page, ".board svg")
    rng = random.Random(1)
    for place in token.split("-"):
        arrow_to(page, place, rng)
        page.keyboard.press("Enter")
    page.wait_for_selector(".note.good")
    tab_to(page, "a, button", "Next")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/trickle/3")


def test_a_study_is_kept_and_shared(visit):
    page = visit("/analysis/trickle#moves=f8-f9")
    page.wait_for_selector(".tree .move")
    tab_to(page, "button", "Save as study")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("textbox", name="Title").wait_for()
    tab_to(page, "dialog input")
    page.keyboard.type("By hand")
    page.keyboard.press("Enter")
    page.wait_for_url("**/s/*")
    page.wait_for_selector(".kept")
    tab_to(page, "button", "Share")
    page.keyboard.press("Enter")
    page.locator("dialog input.link").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def test_a_variant_is_measured(visit):
    page = visit('/measure/blinq#options={"size":3}')
    page.get_by_role("button", name="Measure it").wait_for()
    tab_to(page, "button", "Measure it")
    page.keyboard.press("Enter")
    page.locator(".measured tbody tr").first.wait_for(timeout=60_000)
    tab_to(page, "button", "Stop")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Measure it").wait_for()
    # What was found is told by voice.
    assert "The first player gets:" in page.locator("#live").text_content()


def test_a_board_is_designed(visit):
    page = visit("/design/trifoil")
    page.wait_for_selector(".board.active")
    tab_to(page, "button", "Draw the board")
    page.keyboard.press("Enter")
    verdict = page.locator(".verdict")
    verdict.get_by_text("6 Blinks").first.wait_for()
    tab_to(page, ".board svg")
    before = verdict.inner_text()
    for arrow in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        if verdict.inner_text() != before:
            break
    assert verdict.inner_text() != before
    assert page.locator("#live").text_content()
