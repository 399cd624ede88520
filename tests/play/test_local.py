"""A match on this machine, with a front end that writes everything down."""

import pytest
from play_tools import run

import quatrefoil
from quatrefoil.match import RefusedError
from quatrefoil.match.verify import verify_dice
from quatrefoil.play import present
from quatrefoil.play.local import LocalPlay, local_setup


class Written:
    """A front end."""

    def __init__(self):
        self.snapshots = []
        self.events = []

    def take_snapshot(self, snapshot):
        self.snapshots.append(snapshot)

    def take_event(self, event):
        self.events.append(event)

    @property
    def kinds(self):
        return [event["type"] for event in self.events]


async def opened(rules, people, seed=None):
    written = Written()
    local = LocalPlay(local_setup(quatrefoil.rules(rules), people, level=1), written, seed)
    await local.open()
    return local, written


async def play_on(local):
    """Play the first legal move of every turn to the end."""
    while not local.match.over:
        await local.host.computer.moved()
        if local.match.turn is not None:
            draft = [*local.match.draft, local_position(local).legal_tokens()[0]]
            answer = await local.ask("draft", tokens=draft)
            if answer["state"]["drafted"]["complete"]:
                await local.ask("play", tokens=draft, at=local.match.last)


def local_position(local):
    return local.match.line_with_draft(local.match.draft).position


@pytest.mark.parametrize("name", quatrefoil.names())
@run
async def test_a_seed_repeats_a_match_and_its_rematch(name):
    """Dice, the computer's moves and the ids are the same; without a seed they are not."""
    found = []
    for seed in (5, 5, None):
        local, _ = await opened(name, [0], seed)
        await play_on(local)
        first = present.record(local.match).to_json()
        await local.ask("rematch")
        found.append((first, local.match.id, local.match.dice.commitment))
        await local.close()
    assert found[0] == found[1]
    assert found[2][2] != found[0][2]


@run
async def test_the_front_end_is_told_what_a_server_would_tell():
    local, written = await opened("triotrio(first=yellow)", [0, 1], seed=1)
    (snapshot,) = written.snapshots
    assert (snapshot["id"], snapshot["mine"]) == (local.match.id, [0, 1])
    assert written.kinds == ["created", "sharing", "revealed", "begun"]
    assert written.events[-1]["state"]["paths"]
    await local.close()


@run
async def test_a_rematch_goes_on_with_other_seats():
    local, written = await opened("blinq(size=3)", [0])
    before = local.match.id
    await local.ask("resign")
    await local.ask("rematch")
    assert local.match.id != before
    assert [snapshot["mine"] for snapshot in written.snapshots] == [[0], [1]]
    await local.host.computer.moved()
    assert local.match.turn == 1
    assert written.kinds[-1] == "turn"
    await local.close()


@run
async def test_refusals_are_raised():
    local, _ = await opened("blinq(size=3)", [0, 1])
    with pytest.raises(RefusedError, match="not legal here") as refused:
        await local.ask("play", tokens=["3a1N"], at=local.match.last)
    assert refused.value.code == "illegal-move"
    await local.close()


@run
async def test_the_record_names_who_played_and_its_dice_can_be_checked():
    local, _ = await opened("triotrio(first=yellow)", [0], seed=1)
    await play_on(local)
    record = present.record(local.match)
    assert record.tags["blue"] == "computer, level 1"
    assert "yellow" not in record.tags, "who has no name is not called anything"
    assert record.tags["dice.commitment"] == local.match.dice.commitment
    assert "all as committed" in verify_dice(record, [local.match.dice.commitment])
    assert local.dice_hold
    await local.close()
