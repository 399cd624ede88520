"""Whole matches on this machine: by keys, by mouse, against the computer and on one screen."""

import random

import pytest
from terminal_tools import in_match, local, run

import quatrefoil
from quatrefoil.terminal.state import MatchState

#: Small enough for a whole match by hand, with every kind of click.
SMALL = {name: name for name in quatrefoil.names()} | {
    "trifoil": "trifoil(chain=3)",
    "trickle": "trickle(rings=3,bead_rings=1)",
    "blinq": "blinq(size=3,neutral=centre)",
    "triotrio": "triotrio(size=7,quiet_turns=2)",
}


async def play_on(player, make_a_choice, limit=400):
    """Make choices until the match is over."""
    for _ in range(limit):
        await player.idle()
        if player.match.phase == "over":
            return
        await make_a_choice(player)
    raise AssertionError("the match did not end")


def by_keys(rng):
    async def choose(player):
        if player.turn.picking.places:
            await player.press(rng.choice(["up", "down", "left", "right", "tab"]), "enter")
        elif player.turn.buttons:
            await player.press(str(rng.randrange(len(player.turn.buttons)) + 1))
        else:
            await player.press("c")

    return choose


def by_mouse(rng):
    async def choose(player):
        picking = player.turn.picking
        if picking.places:
            await player.click(rng.choice(sorted(picking.places)))
        elif player.turn.buttons:
            await player.pilot.click("Choices", offset=_middle_of_first_button(player))
            await player.until(lambda: not player.screen.busy)
        else:
            await player.press("c")

    return choose


def _middle_of_first_button(player):
    row = player.screen.query_one("Choices")
    text = str(row.content).split("\n")[0]
    start = max(0, (row.content_size.width - len(text)) // 2)
    return row.styles.padding.left + start + 2, 0


@pytest.mark.parametrize("rules", SMALL.values(), ids=SMALL)
@run
async def test_a_match_against_the_computer_by_keys_alone(rules):
    async with in_match(local(rules, level=1)) as player:
        await play_on(player, by_keys(random.Random(rules)))
        assert player.match.state["over"]["how"] == "rules"
        assert len(player.match.moves) == player.match.state["moves"]
        assert type(player.app.screen).__name__ == "Result"


@pytest.mark.parametrize("game", SMALL)
@run
async def test_a_match_against_the_computer_by_mouse_alone(game):
    async with in_match(local(SMALL[game], level=1), size=(120, 40)) as player:
        await play_on(player, by_mouse(random.Random(game)))
        assert player.match.state["over"]["how"] == "rules"


@run
async def test_a_bead_goes_where_it_is_sent_by_mouse():
    async with in_match(local("trickle")) as player:
        await player.click("f8")
        await player.click("f9")
        await player.until(lambda: len(player.match.moves) == 2)
        assert player.match.moves[0].token == "f8-f9"


def test_what_is_left_is_counted_from_when_it_was_said_however_late_it_is_heard():
    match = MatchState()
    match.take_time(1_000_000)
    match.state = {"clock": {"left": [60_000, 50_000], "running": 0, "now": 990_000}}
    assert 49_000 < match.time_left(0) <= 50_000
    assert match.time_left(1) == 50_000
    match.take_time(500_000)
    match.state = {"clock": {"left": [60_000, 50_000], "running": 0, "now": 500_000}}
    assert match.time_left(0) > 59_000
    match.state = {}
    assert match.time_left(0) is None
