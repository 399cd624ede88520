"""The openings explorer and measuring a variant: by mouse, and by keyboard alone."""

from __future__ import annotations


def test_explore_by_mouse(visit):
    page = visit("/explore/trifoil")
    page.locator(".explore-table tbody tr").first.wait_for()
    assert "2 draw, 1 loses" in page.locator(".counts").inner_text()
    # A click plays the turn, and the explorer follows: of Blue's replies nearly all lose.
    page.locator(".proven-turns button").first.click()
    page.locator(".tree .move[aria-current=true]").wait_for()
    page.locator(".counts", has_text="284").wait_for()
    assert "lose" in page.locator(".counts").inner_text()
    bar = page.locator(".share-bar").first
    assert "Red wins" in bar.get_attribute("aria-label")
    page.get_by_role("combobox", name="Which games").select_option("matches")
    page.get_by_role("combobox", name="Whose turns").select_option("0")
    page.locator(".explorer .about", has_text="No match").wait_for()
    page.get_by_role("switch", name="Openings").click()
    assert page.locator(".explored").is_hidden()


def test_another_level_can_be_chosen(visit):
    page = visit('/explore/blinq#options={"size":3}')
    page.locator(".explore-table tbody tr").first.wait_for()
    level = page.get_by_role("combobox", name="Which level’s games")
    assert level.locator("option").count() == 2
    about = page.locator(".explorer .about").inner_text()
    level.select_option("4")
    page.wait_for_function(
        "(before) => document.querySelector('.explorer .about').textContent !== before", arg=about
    )
    assert level.input_value() == "4"


def test_explore_by_keyboard_alone(visit):
    page = visit("/analysis/trifoil")
    page.locator(".board svg").first.wait_for()
    page.keyboard.press("o")
    page.locator(".proven-turns button").first.wait_for()
    page.locator(".proven-turns button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".tree .move[aria-current=true]").wait_for()
    page.locator(".counts", has_text="284").wait_for()


def test_a_variant_is_measured(visit):
    page = visit('/measure/blinq#options={"size":3}')
    page.get_by_role("button", name="Measure it").click()
    page.locator(".measured tbody tr").first.wait_for(timeout=60_000)
    names = page.locator(".measured th[scope=row] span").all_inner_texts()
    assert "The first player gets" in names
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Measure it").wait_for()
    # Other rules begin anew.
    page.get_by_role("combobox", name="Variant").select_option(index=1)
    page.locator(".measured table").wait_for(state="detached")
