"""A client's part in the dice: what it sends when, what it keeps, what it notices."""

import hashlib

import pytest

from quatrefoil.match.dice import hash_of
from quatrefoil.play.sharing import Share

SEED = bytes(range(32))
COMMITMENT = hashlib.sha256(SEED).hexdigest()
OTHERS = "0b" * 32
SEATS = [{"kind": "person"}, {"kind": "person"}]


def state(phase, hashes, values=(None, None), commitment=COMMITMENT, **more):
    dice = {"commitment": commitment, "hashes": list(hashes), "values": list(values), "seed": None}
    return {"phase": phase, "seats": SEATS, "dice": dice, "over": None, **more}


def over(share, **changes):
    dice = {
        "commitment": COMMITMENT,
        "hashes": [share.hash, hash_of(OTHERS)],
        "values": [share.value, OTHERS],
        "seed": SEED.hex(),
    }
    ended = {"how": "rules", "winners": [0]}
    return {"phase": "over", "over": ended, "moves": 9, "dice": dice | changes}


@pytest.fixture
def shared():
    """A client that has revealed."""
    share = Share()
    assert share.due(state("waiting", [share.hash, None]), [0]) is None
    sharing = state("sharing", [share.hash, hash_of(OTHERS)])
    assert share.due(sharing, [0]) == {"do": "reveal", "value": share.value}
    return share


def test_every_value_is_another():
    assert len({Share().value for _ in range(100)}) == 100


def test_a_value_is_revealed_once_all_hashes_are_there_and_asked_once(shared):
    assert shared.seen == (COMMITMENT, [shared.hash, hash_of(OTHERS)])
    sharing = state("sharing", [shared.hash, hash_of(OTHERS)])
    assert shared.due(sharing, [0]) is None
    shared.again()
    assert shared.due(sharing, [0])["do"] == "reveal"


def test_a_guest_shares_nothing():
    share = Share()
    assert share.due(state("sharing", [share.hash, hash_of(OTHERS)]), []) is None


def test_nothing_is_revealed_while_a_hash_is_missing():
    share = Share()
    assert share.due(state("sharing", [share.hash, None]), [0]) is None
    assert share.seen is None


def test_a_computers_hash_is_not_waited_for():
    share = Share()
    shown = state("sharing", [share.hash, None]) | {
        "seats": [{"kind": "person"}, {"kind": "computer"}]
    }
    assert share.due(shown, [0])["do"] == "reveal"


def test_when_all_is_void_it_commits_to_another_value(shared):
    old = shared.value
    asked = shared.due(state("waiting", [None, None], commitment="another"), [0])
    assert asked == {"do": "commit", "hash": shared.hash}
    assert shared.value != old
    value = shared.value
    late = state("waiting", [None, hash_of(OTHERS)], commitment="another")
    assert shared.due(late, [0]) is None, "news from before the server heard of it"
    assert shared.value == value


def test_a_value_from_a_link_does_not_serve_where_all_is_void():
    share = Share("0a" * 32)
    share.due(state("waiting", [None, None]), [0])
    assert share.value != "0a" * 32


def test_a_value_that_is_out_is_not_revealed_to_others(shared):
    """A server that shows other hashes afterwards gets nothing more, and is found out."""
    shared.again()
    assert shared.due(state("sharing", [shared.hash, hash_of("0c" * 32)]), [0]) is None
    shown = over(shared, hashes=[shared.hash, hash_of("0c" * 32)], values=[shared.value, "0c" * 32])
    assert not shared.holds(shown)


def test_honest_dice_hold(shared):
    assert shared.holds(over(shared))
    assert Share().holds(over(shared)), "who revealed nothing cannot know"


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "00" * 32},
        {"seed": None},
        {"hashes": [None, None]},
        {"values": [None, None]},
        {"values": ["00" * 32, OTHERS]},
    ],
)
def test_other_dice_do_not(shared, changes):
    assert not shared.holds(over(shared, **changes))


def test_of_a_match_that_did_not_begin_nothing_was_rolled(shared):
    """Somebody left before all had revealed; or a seat opened again while we were away."""
    ended = {"moves": 0, "over": {"how": "cancelled", "winners": []}}
    assert shared.holds({**over(shared, values=[shared.value, None]), **ended})
    void = over(shared, hashes=[None, None], values=[None, None], seed="00" * 32)
    assert shared.holds({**void, **ended})
    assert not shared.holds({**over(shared, values=[shared.value, None]), **ended, "moves": 1})


def test_another_device_may_have_committed(shared):
    theirs = state("sharing", ["0d" * 32, hash_of(OTHERS)], commitment="another")
    assert shared.due(theirs, [0]) is None
    assert shared.seen is None
