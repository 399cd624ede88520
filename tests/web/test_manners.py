"""What the page does to get noticed, and how to stop it: motion, sound, notifications."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from driver import make_match
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil.view.data import view_of

ALONE = [{"kind": "me"}, {"kind": "me"}]


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


#: Counts the pieces that are set in motion.
_COUNT_MOTION = """
window.motions = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.motions += 1;
  return animate.apply(this, how);
};
"""


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_pieces_move_only_for_those_who_like_it(wish, visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": ALONE})
    page = visit("/", reduced_motion=wish)
    page.add_init_script(_COUNT_MOTION)
    page.goto(made["take_along"])
    page.wait_for_selector(".board.active")
    _type(page, "1a1N")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    assert (page.evaluate("window.motions") > 0) == (wish == "no-preference")
    # A list that fades where it is scrolled does so only as somebody scrolls it.
    running = """document.getAnimations().filter((one) =>
      !(one instanceof CSSTransition) && !(one.timeline instanceof ScrollTimeline)).length"""
    if wish == "reduce":
        assert page.evaluate(running) == 0


#: Listens to what goes to the loudspeaker: how loud it was at most, and how many notes began.
_LISTEN = """
window.peak = 0;
window.notes = 0;
const { connect } = AudioNode.prototype;
AudioNode.prototype.connect = function (to, ...more) {
  if (to === this.context.destination) {
    const ear = this.context.createAnalyser();
    const heard = new Float32Array(ear.fftSize);
    connect.call(this, ear);
    window.notes += 1;
    setInterval(() => {
      ear.getFloatTimeDomainData(heard);
      window.peak = Math.max(window.peak, ...heard.map(Math.abs));
    }, 5);
  }
  return connect.call(this, to, ...more);
};
"""


#: Nothing was heard since it was asked last.
_FADED = "() => { const quiet = window.peak < 0.001; window.peak = 0; return quiet; }"


def test_a_move_is_heard_unless_sound_is_off(visit, server):
    page = visit("/")
    page.add_init_script(_LISTEN)
    page.goto(make_match(server.url, {"game": "blinq", "seats": ALONE})["take_along"])
    page.wait_for_selector(".board.active")
    _type(page, "1a1N")
    page.wait_for_function("() => window.peak > 0.02")
    page.get_by_role("button", name="Sound is on").click()
    page.wait_for_function(_FADED, polling=150)
    page.evaluate("window.peak = window.notes = 0")
    _type(page, "1b1N")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 2")
    page.wait_for_timeout(200)
    assert page.evaluate("[window.notes, window.peak < 0.001]") == [0, True]


def test_every_sound_that_is_played_exists():
    scripts = Path(quatrefoil.__file__).parent / "web" / "js"
    played = {
        name
        for script in scripts.rglob("*.js")
        for call in re.findall(r"playSound\((.+)\)", script.read_text(encoding="utf-8"))
        for name in re.findall(r'"(\w+)"', call)
    }
    sounds = (scripts / "sound.js").read_text(encoding="utf-8").split("SOUNDS =")[1]
    known = set(re.findall(r"^  (\w+): \[", sounds.split("});")[0], re.M))
    accents = {"capture", "chain", "connect"}
    assert played | accents == known


def test_sound_is_turned_off_and_stays_off(visit):
    page = visit("/")
    page.get_by_role("button", name="Sound is on").click()
    page.get_by_role("button", name="Sound is off").wait_for()
    page.reload()
    page.get_by_role("button", name="Sound is off").wait_for()


#: Keeps what a phone was told to do in the hand, and how many notes it was told to play.
_FEEL = (
    _LISTEN
    + """
window.felt = [];
navigator.vibrate = (pulses) => window.felt.push(pulses.join(" "));
"""
)
_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_PLACED, _TAKEN, _CHAINED, _JOINED = "8", "18 30 18", "12 24 12", "14 30 14 30 40"
#: Milliseconds after which a tap is no longer the second of a double one.
_DOUBLE_TAP = 600
_WON = "30 60 30 60 80"


def _on_a_phone(visit, server, wish, **options):
    page = visit("/", **_PHONE, **options)
    page.add_init_script(_FEEL)
    page.goto(make_match(server.url, {**wish, "seats": ALONE})["take_along"])
    page.wait_for_selector(".board.active")
    return page


def _made(page, count: int) -> None:
    page.wait_for_function(
        "(count) => document.querySelectorAll('.moves .move').length === count", arg=count
    )


def test_a_move_is_felt_on_a_phone_unless_that_is_off(visit, server):
    page = _on_a_phone(visit, server, {"game": "blinq"})
    _type(page, "1a1N")
    _made(page, 1)
    assert page.evaluate("window.felt") == [_PLACED]
    assert page.evaluate("window.notes") > 0
    # Without sound it is still felt; and then neither.
    for button, felt in (("Sound is on", [_PLACED]), ("Vibration only", [])):
        page.wait_for_timeout(_DOUBLE_TAP)
        page.get_by_role("button", name=button).tap()
        page.evaluate("window.felt = []; window.notes = 0")
        before = page.locator(".moves .move").count()
        _type(page, ("1b1N", "1d1N")[before - 1])
        _made(page, before + 1)
        assert page.evaluate("[window.felt, window.notes]") == [felt, 0]
    page.reload()
    page.get_by_role("button", name="Sound is off").wait_for()


def test_nothing_is_felt_where_there_is_a_mouse(visit, server):
    page = visit("/")
    page.add_init_script(_FEEL)
    page.goto(make_match(server.url, {"game": "blinq", "seats": ALONE})["take_along"])
    page.wait_for_selector(".board.active")
    _type(page, "1a1N")
    _made(page, 1)
    assert page.evaluate("window.felt") == []


def _takes(view, before, move, after) -> bool:
    return any(change.how == "vanishes" for change in view.changes(before, move))


def _grows_a_chain(view, before, move, after) -> bool:
    was, now = (
        max(
            (len(mark.shapes) for mark in view.scene(each).marks if mark.kind == "chain"), default=0
        )
        for each in (before, after)
    )
    return now > was


def _joins(view, before, move, after) -> bool:
    return any(mark.kind == "winning" for mark in view.scene(after).marks)


def _moves_until(rules, happens) -> list[str]:
    """Return the moves of a random game up to the first that begins a turn and does something."""
    view = view_of(rules)
    for seed in range(200):
        movers, before = [None], None
        for line in walk(rules, seed, 80):
            begins = before is not None and movers[-1] >= 0 and movers[-1] != movers[-2]
            if begins and happens(view, before, line.moves[-1], line.position):
                return list(line.tokens)
            before = line.position.copy()
            movers.append(before.turn)
    raise AssertionError(f"two hundred games of {rules} have none")


@pytest.mark.parametrize(
    ("rules", "happens", "felt"),
    [
        ("triotrio", _takes, [_TAKEN]),
        ("trifoil", _grows_a_chain, [_CHAINED]),
        ("blinq(size=3)", _joins, [_JOINED, _WON]),
    ],
)
def test_what_a_move_does_is_heard_and_felt(rules, happens, felt, visit, server):
    found = quatrefoil.rules(rules)
    *before, last = _moves_until(found, happens)
    wish = {"game": found.game.name, "options": dict(found.options), "moves": before}
    page = _on_a_phone(visit, server, wish)
    page.evaluate("window.felt = []; window.notes = 0")
    _type(page, last)
    page.wait_for_function(
        "(felt) => felt.every((one) => window.felt.includes(one))", arg=[*felt, _PLACED]
    )
    assert page.evaluate("window.notes") > 2


#: Keeps what the browser has really shown. A tab of a headless browser is never hidden by itself.
_KEEP_NOTIFICATIONS = """
window.shown = [];
window.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    this.addEventListener('show', () => window.shown.push(options.body));
  }
};
window.away = false;
Object.defineProperty(document, 'hidden', { get: () => window.away });
"""


@pytest.mark.whole_browser
def test_a_turn_is_notified_where_it_is_wanted(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    theirs = visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine = visit("/", permissions=["notifications"])
    mine.add_init_script(_KEEP_NOTIFICATIONS)
    mine.goto(made["take_along"])
    mine.wait_for_selector(".board.active")
    switch = mine.get_by_role("button", name="Notify me")
    switch.click()
    mine.wait_for_selector("button[aria-pressed=true] >> text=Notify me")

    _exchange(mine, theirs, "1a1N", "1e5N")
    assert mine.evaluate("window.shown") == []  # who looks at the board needs no notice
    mine.evaluate("window.away = true")
    _exchange(mine, theirs, "1b1N", "1d5N")
    mine.wait_for_function("() => window.shown.length > 0")
    assert mine.evaluate("window.shown") == ["Your turn: you are Red"]

    switch.click()
    mine.wait_for_selector("button[aria-pressed=false] >> text=Notify me")
    _exchange(mine, theirs, "1c1N", "1c5N")
    mine.wait_for_timeout(100)
    assert mine.evaluate("window.shown.length") == 1


def _exchange(mine, theirs, move: str, reply: str) -> None:
    for page, token in ((mine, move), (theirs, reply)):
        page.wait_for_selector(".board.active")
        _type(page, token)
    mine.wait_for_selector(".board.active")


def test_an_invitation_can_be_withdrawn(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = visit(made["take_along"])
    page.get_by_role("button", name="Leave").click()
    page.locator(".status").get_by_text("The match was cancelled before it began").wait_for()


_PICTURES = "[...document.querySelectorAll('.card .pieces')].map((one) => one.innerHTML).join()"


def _watch_pictures(page) -> None:
    page.locator(".card .board .piece").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(f"window.before = {_PICTURES}")


def test_a_picture_plays_on_while_one_points_at_it(visit):
    page = visit("/")
    _watch_pictures(page)
    page.locator("article.card").last.hover()
    first = "document.querySelectorAll('.card .pieces')[3].innerHTML"
    page.evaluate(f"window.before = {first}")
    page.wait_for_function(f"() => {first} !== window.before")


def test_pictures_in_sight_play_on_without_a_pointer(visit):
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    _watch_pictures(page)
    page.wait_for_function(f"() => {_PICTURES} !== window.before")


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_pictures_can_be_stopped(wish, visit):
    page = visit("/", reduced_motion=wish)
    if wish == "no-preference":
        page.get_by_role("button", name="Stop the animations").click()
    page.wait_for_timeout(300)  # the last move has been made
    _watch_pictures(page)
    page.wait_for_timeout(2500)
    assert page.evaluate(f"{_PICTURES} === window.before")
    assert page.get_by_role("button", name="Play the animations").count() == (wish != "reduce")
