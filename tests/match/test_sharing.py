"""How people share in the dice: nobody can choose them, nobody loses by it, nothing is stuck."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_tools import ADA, BOB, CY, Game, refused, value_of

from quatrefoil import FormatError
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.match.dice import SHARING_TIME, hash_of
from quatrefoil.match.match import Match
from quatrefoil.match.requests import Session
from quatrefoil.match.setup import rematch_of

REALTIME = {"kind": "realtime", "base": 60}
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


def sharing(**setup):
    """Return a match with dice in which nobody shares by themselves; Bob has joined."""
    game = Game(game="triotrio", sharing=False, **{"first": "roll", **setup})
    game.do(BOB, "join")
    return game


def kinds(game):
    return [event.type for event in game.log]


def reveal(game, holder):
    return game.do(holder, "reveal", value=game.value(holder))


# ---- the order of things ------------------------------------------------------------------------


def test_the_server_commits_first_then_all_people_then_they_reveal_then_it_rolls():
    game = sharing()
    assert kinds(game) == ["created", "joined", "sharing"]
    created, joined, shared = game.log
    assert created.data["scheme"] == 2
    assert created.data["hashes"] == [hash_of(value_of(ADA)), None]
    assert joined.data["hash"] == hash_of(value_of(BOB))
    assert shared.data["hashes"] == [created.data["hashes"][0], joined.data["hash"]]
    assert shared.data["commitment"] == created.data["commitment"]
    reveal(game, ADA)
    assert (game.match.phase, game.match.clock) == ("sharing", None)
    reveal(game, BOB)
    assert kinds(game)[3:] == ["revealed", "revealed", "begun"]
    assert game.match.phase == "playing"
    assert game.rebuilt().dice == game.match.dice


def test_nobody_reveals_before_all_have_committed():
    game = Game(game="triotrio", sharing=False)
    with refused("not-begun"):
        reveal(game, ADA)
    game.do(BOB, "join")
    reveal(game, ADA)


@pytest.mark.parametrize("given_hash", [None, "x" * 64, "A" * 64, "00" * 31, 7])
def test_without_a_hash_there_is_no_match_with_dice_and_no_seat_in_it(given_hash):
    with pytest.raises(FormatError, match="hash"):
        Game(game="triotrio", hash=given_hash)
    game = Game(game="triotrio", sharing=False)
    with pytest.raises(Exception, match="hash"):
        game.do(BOB, "join", hash=given_hash)
    assert game.match.open_seats == [1]


@pytest.mark.parametrize(
    ("setup", "rolls"),
    [
        ({}, False),
        ({"first": "roll"}, True),
        ({"first": "rps"}, False),
        ({"first": "rps", "seats": [{"kind": "me"}, {"kind": "computer"}]}, True),
        ({"game": "triotrio"}, True),
        ({"game": "triotrio", "seats": [{"kind": "me"}] * 2}, True),
    ],
)
def test_only_where_something_is_rolled_do_people_share(setup, rolls):
    game = Game(sharing=False, **setup)
    game.do(BOB, "join") if game.match.open_seats else None
    assert game.match.dice.shared == rolls
    assert ("sharing" in kinds(game)) == rolls
    if not rolls:
        with refused("not-allowed"):
            reveal(game, ADA)


def test_where_nothing_is_rolled_no_hash_is_needed():
    game = Game(hash=None)
    game.do(BOB, "join", hash=None)
    assert game.match.phase == "playing"


def test_one_holder_of_several_seats_reveals_once():
    game = Game(game="triotrio", seats=[{"kind": "me"}] * 2, sharing=False)
    (event, *_) = reveal(game, ADA)
    assert event.data["seats"] == [0, 1]
    assert game.match.phase == "playing"


def test_who_takes_a_second_seat_may_use_the_same_value_or_another():
    for number in (0, 5):
        game = Game(game="triotrio", sharing=False)
        game.do(ADA, "join", hash=hash_of(value_of(ADA, number)))
        reveal(game, ADA)
        if number:
            assert game.match.owing == [1]
            game.do(ADA, "reveal", value=value_of(ADA, number))
        assert game.match.phase == "playing"


def test_computers_alone_need_nobody():
    game = Game(game="triotrio", seats=[{"kind": "computer"}] * 2, hash=None)
    assert game.match.phase == "playing"


# ---- lies ---------------------------------------------------------------------------------------


def test_a_value_that_is_not_the_committed_one_is_refused():
    game = sharing()
    for lie in (value_of(BOB, 1), value_of(ADA), "00" * 32):
        with refused("not-allowed"):
            game.do(BOB, "reveal", value=lie)
    assert game.match.owing == [0, 1]


def test_the_last_to_reveal_has_chosen_before():
    """Bob knows Ada's value, and would like another of his own: he has none."""
    game = sharing()
    reveal(game, ADA)
    with refused("not-allowed"):
        game.do(BOB, "commit", hash=hash_of(value_of(BOB, 9)))
    with refused("not-allowed"):
        game.do(BOB, "reveal", value=value_of(BOB, 9))


def test_nobody_hides_behind_the_hash_of_another():
    """A copied hash could be revealed only after its owner did, by one who had no value."""
    game = Game(game="triotrio", sharing=False)
    with refused("not-allowed"):
        game.do(BOB, "join", hash=hash_of(value_of(ADA)))


def test_a_reveal_again_changes_nothing():
    game = sharing()
    reveal(game, ADA)
    for holder, code in ((ADA, "not-allowed"), (BOB, "not-allowed"), (CY, "not-your-seat")):
        with refused(code):
            game.do(holder, "reveal", value=value_of(ADA))
    assert game.match.owing == [1]


def test_after_the_match_has_begun_nothing_is_shared():
    game = sharing()
    reveal(game, ADA), reveal(game, BOB)
    for holder in (ADA, BOB):
        with refused("not-allowed"):
            reveal(game, holder)
        with refused("not-allowed"):
            game.do(holder, "commit", hash=hash_of(value_of(holder, 3)))
    game.do(ADA, "resign")
    with refused("over"):
        reveal(game, ADA)


# ---- seats that open again ----------------------------------------------------------------------


def test_who_leaves_and_joins_again_meets_other_dice():
    """What was revealed is void, the seed too, and Ada commits anew before she reveals again."""
    game = sharing()
    before = game.match.dice
    reveal(game, ADA)
    (left,) = game.do(BOB, "leave")
    after = game.match.dice
    assert left.data["commitment"] == after.commitment != before.commitment
    assert (after.hashes, after.values) == ((None, None), (None, None))
    assert game.match.phase == "waiting"
    game.do(BOB, "join")
    assert game.match.owing == [0]
    with refused("not-begun"):
        reveal(game, BOB)
    for used in (0, 0):
        with refused("not-allowed"):
            game.do(ADA, "commit", hash=hash_of(value_of(ADA, used)))
    game.do(ADA, "commit", hash=game.new_hash(ADA))
    reveal(game, ADA), reveal(game, BOB)
    assert game.match.phase == "playing"
    assert game.rebuilt().dice == game.match.dice


def test_an_old_hash_does_not_serve_again():
    game = sharing()
    game.do(BOB, "leave")
    with refused("not-allowed"):
        game.do(BOB, "join", hash=hash_of(value_of(BOB)))


def test_where_nothing_was_revealed_those_who_stay_keep_their_hashes():
    game = Game(game="trickle", options={"players": 3}, first="roll", seats=THREE, sharing=False)
    before = game.match.dice
    game.do(BOB, "join")
    game.do(BOB, "leave")
    assert game.match.dice == before


def test_the_maker_who_leaves_cancels_and_the_seed_is_revealed():
    game = sharing()
    reveal(game, ADA)
    (ended,) = game.do(ADA, "leave")
    assert ended.data["over"]["how"] == "cancelled"
    seed = bytes.fromhex(ended.data["seed"])
    assert hashlib.sha256(seed).hexdigest() == game.log[0].data["commitment"]


# ---- time ---------------------------------------------------------------------------------------


def pass_time(game, milliseconds):
    game.now += milliseconds
    session = Session(game.match, game.now)
    session.end_if_flagged()
    game.log += session.events
    return session.events


def test_under_a_clock_who_joined_and_is_silent_leaves_the_seat_open():
    game = sharing(clock=REALTIME)
    reveal(game, ADA)
    assert game.match.deadline == game.now + SHARING_TIME
    assert pass_time(game, SHARING_TIME + FLAG_DELAY - 1) == []
    (left,) = pass_time(game, 1)
    assert (left.type, left.data["seat"], left.data["why"]) == ("left", 1, "time")
    assert (game.match.phase, game.match.deadline) == ("waiting", None)
    game.sharing = True
    game.do(CY, "join")
    assert game.match.phase == "playing"
    assert game.match.clock.left[0] == 60_000


def test_a_value_that_comes_too_late_is_too_late():
    game = sharing(clock=REALTIME)
    reveal(game, ADA)
    game.now += SHARING_TIME
    with refused("not-your-seat"):
        reveal(game, BOB)
    assert game.match.open_seats == [1]
    assert game.log[-1].request == ""


def test_the_maker_never_loses_her_seat():
    game = sharing(clock=REALTIME)
    reveal(game, BOB)
    assert game.match.deadline is None
    assert pass_time(game, 10 * SHARING_TIME) == []
    reveal(game, ADA)
    assert game.match.phase == "playing"


@pytest.mark.parametrize("clock", [None, {"kind": "correspondence", "days": 1}])
def test_without_hurry_the_match_waits(clock):
    game = sharing(clock=clock)
    assert game.match.deadline is None
    assert pass_time(game, 10**9) == []


def test_who_waits_for_the_maker_has_time():
    """Once a seat opened again the maker commits anew; only then can others reveal."""
    game = sharing(clock=REALTIME)
    game.do(BOB, "leave")
    game.do(CY, "join")
    assert game.match.deadline is None
    game.now += 10**6
    game.do(ADA, "commit", hash=game.new_hash(ADA))
    assert game.match.deadline == game.now + SHARING_TIME


def test_of_three_all_who_are_silent_leave():
    game = Game(
        game="trickle",
        options={"players": 3},
        first="roll",
        seats=THREE,
        clock=REALTIME,
        sharing=False,
    )
    game.do(BOB, "join")
    game.do(CY, "join")
    reveal(game, ADA)
    events = pass_time(game, SHARING_TIME + FLAG_DELAY)
    assert [event.type for event in events] == ["left", "left"]
    assert game.match.open_seats == [1, 2]
    assert game.rebuilt().dice == game.match.dice


# ---- rematches ----------------------------------------------------------------------------------


def finished():
    game = Game(game="triotrio")
    game.do(BOB, "join")
    game.do(ADA, "resign")
    return game


def test_a_rematch_is_offered_and_accepted_with_hashes():
    game = finished()
    for holder in (ADA, BOB):
        with refused("bad-request"):
            game.do(holder, "rematch", hash=None)
        with refused("not-allowed"):
            game.do(holder, "rematch", hash=game.match.dice.hashes[0])
        game.do(holder, "rematch")
    again = Match(rematch_of(game.match).created("N" * 16, b"s" * 32, ADA, game.now))
    assert again.dice.hashes == tuple(hash_of(value_of(who, "rematch")) for who in (BOB, ADA))
    assert [seat.holder for seat in again.seats] == [BOB, ADA]


def test_two_cannot_offer_the_same_hash():
    game = finished()
    game.do(ADA, "rematch")
    with refused("not-allowed"):
        game.do(BOB, "rematch", hash=hash_of(value_of(ADA, "rematch")))


# ---- whatever happens in between ----------------------------------------------------------------


def rolls_after(before, between):
    """Return all rolls of a match in which other things happen before and between its turns."""
    game = sharing(options={"size": 7})
    for act in before:
        chatter(game, act)
    reveal(game, ADA), reveal(game, BOB)
    for number in range(12):
        if game.match.phase == "playing":
            chatter(game, between[number % len(between)] if between else 0)
            game.play_any(game.match.seats[game.match.turn].holder)
    return [event.data["tokens"] for event in game.log if event.type == "rolled"]


def chatter(game, act):
    who = (ADA, BOB)[act % 2]
    if act % 3 == 1:
        game.do(who, "name", name=f"number {act}")
    elif act % 3 == 2 and game.match.phase == "playing" and not game.match.offers:
        game.do(who, "offer-draw")
        game.do((BOB, ADA)[act % 2], "decline-draw")


@settings(max_examples=25)
@given(st.lists(st.integers(0, 11), max_size=5), st.lists(st.integers(0, 11), max_size=5))
def test_renames_and_offers_change_no_roll(before, between):
    assert rolls_after(before, between) == rolls_after([], [])


@settings(max_examples=100)
@given(st.data())
def test_values_are_known_only_once_all_hashes_are(data):
    """Of any course of joining, leaving and revealing: no value before its round's last hash."""
    game = Game(game="triotrio", sharing=False, clock=REALTIME)
    for _ in range(data.draw(st.integers(0, 25))):
        act = data.draw(st.sampled_from(["join", "leave", "commit", "reveal", "wait"]))
        who = data.draw(st.sampled_from([ADA, BOB, CY]))
        if act == "wait":
            pass_time(game, data.draw(st.integers(0, 2 * SHARING_TIME)))
            continue
        if who == ADA and act in ("join", "leave"):
            continue
        more = {"hash": game.new_hash(who)} if act in ("join", "commit") else {}
        if act == "reveal":
            more = {"value": value_of(who, data.draw(st.integers(0, 4)))}
        try:
            game.do(who, act, **more)
        except Exception:
            if act in ("join", "commit"):
                game.commits[who] -= 1
    check_order(game.log)
    assert game.rebuilt().dice == game.match.dice


def check_order(log):
    hashes, values, commitments = {}, {}, set()
    for event in log:
        data = event.data
        if event.type == "created":
            hashes = {seat: part for seat, part in enumerate(data["hashes"]) if part}
            commitments.add(data["commitment"])
        elif event.type == "joined":
            hashes[data["seat"]] = data["hash"]
        elif event.type == "committed":
            hashes |= dict.fromkeys(data["seats"], data["hash"])
        elif event.type == "revealed":
            assert len(hashes) == 2, "a value before all hashes"
            for seat in data["seats"]:
                assert hash_of(data["value"]) == hashes[seat]
                values[seat] = data["value"]
        elif event.type == "left":
            del hashes[data["seat"]]
            if "commitment" in data:
                assert data["commitment"] not in commitments
                commitments.add(data["commitment"])
                hashes, values = {}, {}
            assert not values, "a value survived a seat that opened again"
        elif event.type in ("begun", "rolled"):
            assert len(values) == 2, "a roll before all values"
