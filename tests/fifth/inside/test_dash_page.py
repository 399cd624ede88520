"""Dash in a real browser: from the home page to the end of a match, with nothing broken."""

import random

import pytest
from tests.web.driver import play_to_the_end


@pytest.mark.parametrize("language", ["en-GB", "fi"])
def test_from_the_home_page_to_the_end_of_a_match(language, visit):
    page = visit("/", locale=language)
    card = page.locator(".card").filter(has_text="Dash")
    card.locator(".view svg .piece").first.wait_for()
    assert card.locator("a[href^='/learn']").count() == 0
    card.get_by_role("button").first.click()
    page.wait_for_selector(".match .board")
    assert play_to_the_end(page, random.Random(language))
    assert page.locator("a[href^='/rules']:visible").count() == 0


def test_a_new_match_of_three_with_its_option(visit):
    page = visit("/new/dash?with=computer")
    page.get_by_role("radio", name="Three players").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".match .board")
    assert page.locator(".board .piece").count() == 3


def test_pages_that_it_lacks_say_so(visit):
    page = visit("/rules/dash")
    page.wait_for_selector("h1")
    assert page.locator("a[href^='/learn']").count() == 0
    page = visit("/learn/dash")
    page.get_by_role("link", name="Back to the games").first.wait_for()
    assert page.locator(".problem").count() == 1
