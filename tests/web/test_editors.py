"""The editors: positions and boards are put together, explained, analysed and played on."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

import quatrefoil

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _edited(page) -> dict:
    """The position that the address carries."""
    return json.loads(parse_qs(urlsplit(page.url).fragment)["start"][0])


def _click(page, place: str) -> None:
    """Click on a place, where nothing lies over it."""
    page.locator(f'.targets [data-click="{place}"]').last.click()


def _says(page, words: str) -> None:
    page.locator(".verdict").get_by_text(words).first.wait_for()


def test_a_position_is_put_together_and_analysed(visit):
    page = visit("/edit/trifoil")
    _says(page, "can be played")
    _click(page, "a1.S")
    page.get_by_text("Blue link").click()
    _click(page, "b1.NW")
    page.get_by_label("To move").select_option("Blue")
    page.get_by_label("Actions left").fill("2")
    page.get_by_label("Actions left").press("Enter")
    page.wait_for_function("() => location.hash.includes('actions_left%22%3A2')")
    found = _edited(page)
    assert (found["red"], found["blue"], found["turn"]) == (["a1.S"], ["b1.NW"], "blue")
    quatrefoil.position(found)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => location.hash.includes('actions_left%22%3A1')")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_function("() => location.hash.includes('actions_left%22%3A2')")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("main:not(.edit) .board.active")
    assert page.locator(".board .piece").count() == 2
    page.go_back()
    _says(page, "Blue to move")
    assert _edited(page) == found


def test_what_is_impossible_is_explained_and_still_shown(visit):
    page = visit("/edit/blinq", locale="fi-FI")
    page.get_by_text("Taso").wait_for()
    page.locator(".segments").get_by_text("2", exact=True).click()
    _click(page, "2a1")
    _says(page, "leijuu ilmassa: sen alta puuttuu 1a1")
    assert page.locator(".verdict li").count() == 4
    assert page.locator(".board .piece").count() == 2
    analyse = page.get_by_role("link", name="Analysoi")
    assert page.locator("a", has_text="Analysoi").get_attribute("aria-disabled") == "true"
    assert analyse.count() == 0  # without an address it leads nowhere
    page.reload()
    _says(page, "leijuu ilmassa")
    page.get_by_text("Tekstinä").click()
    page.get_by_role("textbox", name="Tekstinä").fill('{"blocks": ["1c3*", "zz"], "turn": "red"}')
    page.get_by_role("button", name="Käytä tätä tekstiä").click()
    _says(page, "'zz' ei ole sellainen")


def test_play_from_here(visit):
    page = visit("/edit/triotrio", **PHONE)
    _says(page, "can be played")
    page.get_by_label("What comes next").select_option("Move as many steps as rolled")
    page.get_by_label("Rolled").select_option("3")
    _says(page, "Yellow")
    page.get_by_role("link", name="Play from here").click()
    page.get_by_text("From this position").wait_for()
    page.get_by_text("Someone at this screen").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".board.active")
    assert "/m/" in page.url


def test_a_position_by_keyboard_alone(visit):
    """From the door of the editor to a bead that lies elsewhere, told by voice."""
    page = visit("/edit/trickle")
    _says(page, "can be played")
    page.locator(".board svg").focus()
    page.keyboard.press("0")  # take away
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('live').textContent.includes('empty')")
    _says(page, "1 bead is missing")
    page.keyboard.press("1")
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('live').textContent.includes('Bead')")
    page.wait_for_function("() => !document.querySelector('.verdict li')")
    beads = _edited(page)["beads"]
    assert len(beads) == 19
    page.keyboard.press("Control+z")
    _says(page, "1 bead is missing")


def test_a_board_is_designed_and_played_on(visit):
    page = visit("/design/trifoil")
    page.get_by_role("button", name="Draw the board").click()
    _says(page, "6 Blinks")
    _click(page, "5:7")
    _says(page, "one connected group; these don't")
    _click(page, "5:5")
    _says(page, "8 Blinks")
    page.get_by_role("button", name="New shape").click()
    for place in ("5:5", "5:7"):
        _click(page, place)
    _says(page, "8 Blinks")
    page.wait_for_function("() => decodeURIComponent(location.hash).includes('beta')")
    page.get_by_label("Name of your variant").fill("Tailed")
    page.get_by_role("button", name="Keep in this browser").click()
    page.get_by_role("button", name="Tailed", exact=True).wait_for()
    board = json.loads(parse_qs(urlsplit(page.url).fragment)["options"][0])["board"]
    assert board["spins"]["beta"] == ["d1", "d2"]
    page.reload()
    page.wait_for_selector(".board.active")
    assert page.get_by_label("Name of your variant").input_value() == "Tailed"
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".board.active")
    assert page.locator(".board.active .backdrop .blink").count() == 8


def test_options_show_their_board_at_once_or_say_why_not(visit):
    page = visit("/design/trickle")
    page.wait_for_selector(".board.active")
    cells = page.locator(".board .piece").count()
    page.locator("#option-rings").fill("3")
    page.locator("#option-rings").press("Enter")
    page.wait_for_function(
        "(before) => document.querySelectorAll('.board .piece').length < before", arg=cells
    )
    page.locator("#option-bead_rings").fill("3")
    page.locator("#option-bead_rings").press("Enter")
    _says(page, "at most 1 of them")


def test_the_board_is_in_sight_of_the_last_option(visit):
    page = visit("/design/trickle")
    last = page.locator("details .option :is(select, input)").last
    last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 200
    board = page.locator(".study-stage .board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 900


@pytest.mark.parametrize("address", ["/edit/triotrio", "/design/trifoil"])
def test_no_barriers(visit, axe, address):
    page = visit(address, color_scheme="dark")
    page.wait_for_selector(".verdict strong")
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("game", quatrefoil.names())
def test_names_on_the_board_can_be_read_on_a_phone(visit, game):
    page = visit(f"/edit/{game}", **PHONE)
    page.wait_for_selector(".verdict strong")
    size = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.board svg .label')].map((label) =>
          parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a))"""
    )
    assert size >= 10


@pytest.mark.parametrize("allowed", [True, False], ids=["allowed", "forbidden"])
def test_only_what_was_copied_is_called_copied(visit, allowed):
    """In a home network there is no https, and so no clipboard but the old one."""
    page = visit("/design/blinq")
    page.evaluate(
        """(allowed) => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          const copy = document.execCommand.bind(document);
          document.execCommand = (...what) => allowed && copy(...what);
          document.addEventListener("copy", () => {
            window.copied = document.activeElement.value;
          });
        }""",
        allowed,
    )
    page.get_by_role("button", name="Copy link").click()
    said = "Link copied" if allowed else "This browser does not allow copying here."
    page.locator(".toast").get_by_text(said).wait_for()
    assert page.evaluate("window.copied ?? null") == (page.url if allowed else None)
