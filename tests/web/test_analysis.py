"""The analysis board: by mouse, by keyboard alone, on a phone; and the ways there."""

from __future__ import annotations

import json
import re

import pytest
from driver import make_match

import quatrefoil
from quatrefoil.core.tree import Tree
from quatrefoil.view.data import view_of

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

#: The middle of a place as it is drawn, once it can be clicked.
_SPOT = """id => {
  const found = document.querySelector(`.board [data-click="${CSS.escape(id)}"]`);
  const box = found?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def play(page, position, token, tap=False) -> None:
    """Make a move by its clicks, on the page and on the position."""
    paths = view_of(position.rules).paths(position)
    page.wait_for_selector(".board.active")
    for click in next(path.clicks for path in paths if path.token == token):
        x, y = page.wait_for_function(_SPOT, arg=click).json_value()
        if tap:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
    position.play(token)
    page.locator(f".tree .move[aria-current=true]:has-text('{token}')").wait_for()


def moves(page) -> list[str]:
    """The moves as the list has them, from the top to the bottom."""
    return page.locator(".tree .move > span:first-child").all_inner_texts()


def test_by_mouse(visit):
    page = visit('/analysis/trickle#options={"players":3}')
    rules = quatrefoil.rules("trickle", {"players": 3})
    position = rules.start()
    first, second, other = position.legal_tokens()[:3]
    play(page, position, first)
    play(page, position, reply := position.legal_tokens()[0])
    page.get_by_role("button", name="To the start").click()
    play(page, rules.start(), second)
    page.get_by_role("button", name="To the start").click()
    play(page, rules.start(), other)
    assert moves(page) == [first, second, other, reply], "variations stand beside the first move"
    page.get_by_role("button", name="Main line").click()
    assert moves(page) == [other, first, reply, second]
    page.get_by_role("button", name="Blunder").click()
    page.get_by_role("textbox", name="Comment on this move").fill("Too slow.")
    # The right button draws: an arrow from place to place, and a ring where it stays.
    box = page.locator(".board svg").bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.mouse.move(*middle)
    page.mouse.down(button="right")
    page.mouse.move(middle[0] + box["width"] / 4, middle[1])
    page.mouse.up(button="right")
    page.mouse.click(*middle, button="right")
    assert page.locator(".overlay .arrow.drawn").count() == 1
    assert page.locator(".overlay .ring").count() == 1
    for _ in range(2):
        page.get_by_role("button", name="Undo the last edit").click()
    assert page.locator(".overlay .ring").count() == 0
    page.get_by_role("button", name="Redo").click()
    assert page.locator(".overlay .arrow.drawn").count() == 1

    # What is saved is what Python reads.
    page.get_by_role("button", name="Save or share").click()
    with page.expect_download() as loading:
        page.get_by_role("dialog").get_by_role("link", name="Save as a file").first.click()
    saved = json.loads(loading.value.path().read_text(encoding="utf-8"))
    tree = Tree.from_json(saved)
    (node,) = (one for one in tree.nodes.values() if one.note)
    assert (node.token, node.note.comment, node.note.marks) == (other, "Too slow.", ("??",))
    assert [shape.kind for shape in node.note.shapes] == ["arrow"]
    page.keyboard.press("Escape")

    # The page that is loaded again goes on with all of it; the address alone has the line.
    page.wait_for_url(re.compile(f"moves={other}$"))
    address = page.url
    page.reload()
    page.get_by_text("Too slow.").first.wait_for()
    assert moves(page) == [other, first, reply, second]
    elsewhere = visit(address)
    elsewhere.locator(".tree .move[aria-current=true]").wait_for()
    assert moves(elsewhere) == [other]

    # A saved tree is opened, and what is none is refused in words.
    elsewhere.get_by_role("button", name="Open", exact=True).click()
    dialog = elsewhere.get_by_role("dialog")
    dialog.get_by_role("textbox").fill('{"game": "trickle", "moves": []}')
    dialog.get_by_role("button", name="Open").click()
    dialog.get_by_role("alert").get_by_text("can't be opened").wait_for()
    dialog.get_by_role("textbox").fill(json.dumps(saved))
    dialog.get_by_role("button", name="Open").click()
    elsewhere.get_by_text("Too slow.").first.wait_for()
    assert moves(elsewhere) == [other, first, reply, second]


def test_by_keyboard_alone(visit):
    page = visit("/analysis/trifoil")
    page.wait_for_selector(".board.active")
    live = page.locator("#live")

    def to_the_board() -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.matches('.board svg')"):
                return
        pytest.fail("the keyboard does not get to the board")

    def move_by_keys(*arrows: str) -> None:
        """Go somewhere and press Enter until a move is made."""
        before = moves(page)
        for arrow in arrows:
            page.keyboard.press(arrow)
        for _ in range(6):
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
            if moves(page) != before:
                return
            page.keyboard.press("ArrowDown")
        pytest.fail("no move was made")

    to_the_board()
    move_by_keys("ArrowRight")
    to_leave = lambda: page.keyboard.press("Tab")
    to_leave()
    page.keyboard.press("2")
    page.keyboard.press("c")
    page.keyboard.type("By hand.")
    page.keyboard.press("Shift+Tab")
    assert page.locator(".tree .mark-sign").inner_text() == "!"
    page.keyboard.press("Home")
    page.locator(".tree .move[aria-current=true]").wait_for(state="detached")
    to_the_board()
    move_by_keys("ArrowLeft", "ArrowUp")
    page.keyboard.press("x")
    live.get_by_text("Drawing from").wait_for(state="attached")
    page.keyboard.press("x")
    live.get_by_text("Ring around").wait_for(state="attached")
    assert page.locator(".overlay .ring").count() == 1
    to_leave()
    one, other = moves(page)
    page.keyboard.press("ArrowUp")
    page.locator(".tree .move[aria-current=true]", has_text=one).wait_for()
    page.keyboard.press("ArrowDown")
    page.locator(".tree .move[aria-current=true]", has_text=other).wait_for()
    page.keyboard.press("Shift+P")
    live.get_by_text("main line now").wait_for(state="attached")
    assert moves(page) == [other, one]
    page.keyboard.press("Delete")
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 1")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 2")
    page.keyboard.press("Control+y")
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 1")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Flip the board").wait_for()


def test_on_a_phone_dice_are_chosen_or_rolled(visit):
    page = visit("/analysis/triotrio", **PHONE)
    page.get_by_role("button", name="Blue begins").tap()
    page.locator(".tree .move", has_text="!blue").wait_for()
    position = quatrefoil.rules("triotrio").start()
    position.play("!blue")
    changes = next(token for token in position.legal_tokens() if token.startswith("change:"))
    play(page, position, changes, tap=True)
    page.get_by_role("button", name="Roll", exact=True).tap()
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 3")
    rolled = moves(page)[-1]
    assert rolled in [f"!{face}" for face in range(1, 7)]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing hangs over the edge"
    page.get_by_role("button", name="Draw", exact=True).tap()
    page.wait_for_function(
        "() => document.querySelector('.board svg').getBoundingClientRect().top >= 0"
    )
    box = page.locator(".board svg").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".overlay .ring")


def test_a_link_that_leads_nowhere_says_so_and_shows_the_start(visit):
    page = visit("/analysis/blinq#moves=1a1W+9z9N")
    page.locator(".toast").get_by_text("doesn't lead to a position").wait_for()
    page.wait_for_selector(".board.active")
    assert moves(page) == []


def test_from_a_match_to_its_analysis(visit, server):
    """Not while a person plays; then from the move that is shown, and from the study room."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_match(server.url, {"game": "blinq", "options": {"size": 4}, "seats": seats})
    mine = visit(made["take_along"])
    theirs = visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine.wait_for_selector(".board.active")
    analyse = mine.get_by_role("button", name="Analyse")
    assert analyse.is_disabled()
    assert "Fair play" in analyse.get_attribute("title")
    position = quatrefoil.rules("blinq", {"size": 4}).start()
    token = position.legal_tokens()[0]
    paths = view_of(position.rules).paths(position)
    for click in next(path.clicks for path in paths if path.token == token):
        mine.mouse.click(*mine.wait_for_function(_SPOT, arg=click).json_value())
    theirs.wait_for_selector(".board.active")
    theirs.get_by_role("button", name="Resign").click()
    theirs.get_by_role("dialog").get_by_role("button", name="Resign").click()
    mine.locator(".status.over").wait_for()
    analyse.click()
    mine.locator(".tree .move[aria-current=true]", has_text=token).wait_for()
    assert mine.url.endswith(f"moves={token}")
    mine.get_by_role("link", name="More to study").click()
    mine.get_by_role("heading", name="Study Blinq").wait_for()
    mine.get_by_role("link", name="Analysis board").click()
    mine.get_by_role("button", name="Continue").click()
    mine.locator(".tree .move", has_text=token).wait_for()


def test_the_computer_says_live_what_it_thinks(visit):
    """What is proven says so; lines are previewed and played; nobody thinks for who looks away."""
    page = visit("/analysis/trifoil#moves=b2-a2+c1-b2+b2-a3")
    closed: list[str] = []
    opened: list[str] = []

    def note(socket) -> None:
        opened.append(socket.url)
        socket.on("close", lambda _: closed.append(socket.url))

    page.on("websocket", note)
    page.get_by_role("switch", name="Computer").click()
    page.locator(".verdict.proven", has_text="Proven: Red wins").wait_for()
    assert "proven" in page.locator(".values-bar").get_attribute("class")
    best = page.locator(".lines li").first
    assert best.locator(".value.proven").inner_text() == "100% ✓"
    assert page.locator(".overlay .label-disc").count() > 0
    turn = best.locator(".line.first")
    tokens = turn.inner_text().split()
    turn.hover()
    page.wait_for_selector(".frame.previewing")
    turn.click()
    page.locator(".tree .move[aria-current=true]", has_text=tokens[-1]).wait_for()
    assert moves(page)[-len(tokens) :] == tokens
    page.mouse.move(5, 5)
    page.locator(".frame:not(.previewing)").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Heat").click()
    page.wait_for_selector(".overlay .heat")
    letters = page.locator(".overlay .heat text").all_text_contents()
    assert letters
    assert set(letters) <= set("ABCDE")
    page.keyboard.press("v")
    page.locator("#live").get_by_text(re.compile("Proven|Estimate|Thinking")).wait_for(
        state="attached"
    )
    # Whoever looks elsewhere needs no thinking; whoever comes back gets it again.
    hide = """hidden => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.wait_for_timeout(200)
    assert len(closed) == len(opened) == 1
    page.evaluate(hide, False)
    page.wait_for_selector(".lines li")
    assert len(opened) == 2
    page.get_by_role("switch", name="Computer").click()
    assert page.locator(".overlay .label-disc, .overlay .heat").count() == 0


def test_a_person_far_from_the_end_gets_estimates_that_look_like_it(visit):
    page = visit("/analysis/trickle")
    page.get_by_role("switch", name="Computer").click()
    page.locator(".verdict", has_text="Estimate: Orange").wait_for()
    assert "proven" not in page.locator(".values-bar").get_attribute("class")
    page.locator(".lines li").nth(2).wait_for()
    assert page.locator(".overlay .arrow.best").count() >= 3
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Look deeper").click()
    page.get_by_role("button", name="Stop").wait_for()
    page.keyboard.press("Tab")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 1")


def test_the_computer_comes_back_after_the_server(visit, own_server):
    page = visit(f"{own_server.url}/analysis/trickle")
    heard: list[int] = []

    def note(socket) -> None:
        number = len(heard)
        heard.append(0)

        def count(_) -> None:
            heard[number] += 1

        socket.on("framereceived", count)

    page.on("websocket", note)
    page.get_by_role("switch", name="Computer").click()
    page.locator(".verdict", has_text="Estimate: Orange").wait_for()
    own_server.kill()
    lost = page.get_by_text("The server can't be reached. Trying again")
    lost.wait_for()
    own_server.start()
    lost.wait_for(state="detached", timeout=30_000)
    for _ in range(100):
        if heard[-1]:
            break
        page.wait_for_timeout(100)
    assert len(heard) > 1
    assert heard[-1], "the new line tells what it thinks"
    # It is about what is looked at, here and after the next move.
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 1")
    page.locator(".verdict", has_text="Estimate").wait_for()


def test_from_the_analysis_to_a_match_and_to_the_editor(visit):
    page = visit("/analysis/blinq#moves=1c1N+1c2N")
    page.wait_for_selector(".board.active")
    page.get_by_role("link", name="Play from here").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    board = page.locator(".from-here .board").bounding_box()
    assert board["width"] <= 320, "what is to be chosen is in sight below it"
    page.go_back()
    page.get_by_role("link", name="Position editor").click()
    page.locator(".verdict", has_text="can be played").wait_for()
    assert page.locator(".board .pieces .piece").count() == 3
