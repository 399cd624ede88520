"""Dice that can be checked, and who begins."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_tools import ADA, BOB, Game, refused

from quatrefoil import RecordError
from quatrefoil.match.beginning import SIGNS, winner_of
from quatrefoil.match.dice import Dice
from quatrefoil.match.verify import dice_tags, verify_dice


def test_the_commitment_is_the_seeds_sha256():
    assert Dice("m", b"").commitment == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


def test_a_roll_is_fixed_by_seed_match_event_and_shares():
    dice = Dice("m", b"seed")
    rolls = [dice.draw(event, 6) for event in range(50)]
    assert rolls == [dice.draw(event, 6) for event in range(50)]
    for other in (Dice("n", b"seed"), Dice("m", b"sead"), dice.with_share(0, "x")):
        assert rolls != [other.draw(event, 6) for event in range(50)]


def test_a_roll_can_be_computed_elsewhere():
    """Any program can check a roll: HMAC-SHA-256 over compact JSON, modulo the number of faces."""
    dice = Dice("AAAAAAAAAAAAAAAA", bytes(32), {1: "hello"})
    message = b'["AAAAAAAAAAAAAAAA",7,[[1,"hello"]],0]'
    number = int(hmac.new(bytes(32), message, hashlib.sha256).hexdigest(), 16)
    assert dice.draw(7, 6) == number % 6


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10))
def test_rolls_stay_in_range(seed, count):
    dice = Dice("m", seed)
    assert all(0 <= dice.draw(event, count) < count for event in range(20))


def test_faces_come_about_equally_often():
    dice = Dice("m", b"fair")
    counts = Counter(dice.draw(event, 6) for event in range(6000))
    # Chi-squared with five degrees of freedom: 20.5 is exceeded once in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_odds_are_kept():
    dice = Dice("m", b"odds")
    outcomes = [(7, Fraction(1, 2)), (8, Fraction(1, 3)), (9, Fraction(1, 6))]
    counts = Counter(dice.roll(event, outcomes) for event in range(6000))
    assert abs(counts[7] - 3000) < 150
    assert abs(counts[8] - 2000) < 150
    assert abs(counts[9] - 1000) < 120


def played(seats=None, **setup):
    """Return a finished match of a game with dice."""
    game = Game(game="triotrio", seats=seats or [{"kind": "me"}] * 2, **setup)
    while game.match.phase == "playing" and len(game.match.line.tokens) < 60:
        game.play_any(ADA)
    if game.match.phase == "playing":
        game.do(ADA, "resign")
    return game


def record_of(game):
    record = game.match.record()
    return replace(record, tags={**record.tags, **dice_tags(game.match)})


def test_a_record_proves_its_dice():
    game = played(first="roll")
    record = record_of(game)
    assert "all as committed" in verify_dice(record)
    assert game.match.dice.commitment in verify_dice(record)


def test_before_the_end_nothing_is_revealed():
    game = Game(game="triotrio", seats=[{"kind": "me"}] * 2)
    assert dice_tags(game.match) == {}
    assert "seed" not in game.log[0].data


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("dice.seed", "00" * 32),
        ("dice.commitment", "00" * 32),
        ("dice.match", "another"),
        ("dice.events", "1 2 3"),
        ("dice.events", "x"),
        ("dice.shared", "[1]"),
        ("dice.first", "2 2 7"),
        ("dice.first", "2"),
    ],
)
def test_a_forged_record_does_not_pass(tag, value):
    record = record_of(played(first="roll"))
    with pytest.raises(RecordError):
        verify_dice(replace(record, tags={**record.tags, tag: value}))


def test_a_record_without_dice_is_refused(duel):
    with pytest.raises(RecordError, match=r"dice\.seed"):
        verify_dice(duel.match.record())


def test_shares_come_before_the_first_roll():
    game = Game(game="triotrio")
    game.do(ADA, "seed", text="mine")
    game.do(BOB, "join")
    assert game.match.dice.shared == {0: "mine"}
    with refused("not-allowed"):
        game.do(BOB, "seed", text="too late")


# ---- who begins -------------------------------------------------------------------------------


def test_rock_beats_scissors_beats_paper_beats_rock():
    assert winner_of(("rock", "scissors")) == 0
    assert winner_of(("scissors", "paper")) == 0
    assert winner_of(("paper", "rock")) == 0
    for sign in SIGNS:
        assert winner_of((sign, sign)) is None


@given(st.sampled_from(SIGNS), st.sampled_from(SIGNS))
def test_who_wins_does_not_depend_on_the_seat(one, other):
    won, swapped = winner_of((one, other)), winner_of((other, one))
    assert swapped == (None if won is None else 1 - won)


def thrown(game, ada, bob):
    game.do(ADA, "throw", sign=ada)
    return game.do(BOB, "throw", sign=bob)


def test_signs_stay_secret_until_both_have_thrown():
    game = Game(first="rps")
    game.do(BOB, "join", name="Bob")
    assert game.match.phase == "throwing"
    (event,) = game.do(ADA, "throw", sign="rock")
    assert event.public() == {"event": event.number, "type": "thrown", "time": game.now, "seat": 0}
    with refused("not-allowed"):
        game.do(ADA, "throw", sign="paper")
    with refused("not-begun"):
        game.play(ADA, "f8-f9")
    events = game.do(BOB, "throw", sign="rock")
    assert events[-1].type == "tied"
    events = thrown(game, "rock", "paper")
    assert events[-1].data["signs"] == ["rock", "paper"]


def test_the_winner_takes_the_seat_that_begins():
    game = Game(first="rps")
    game.do(BOB, "join", name="Bob")
    events = thrown(game, "rock", "paper")
    assert events[-1].data["order"] == [1, 0]
    assert [seat.name for seat in game.match.seats] == ["Bob", "Ada"]
    game.play(BOB, "f8-f9")
    assert game.rebuilt().seats == game.match.seats


def test_where_the_rules_can_say_who_begins_they_do():
    game = Game(game="triotrio", first="rps")
    game.do(BOB, "join", name="Bob")
    thrown(game, "rock", "paper")
    assert game.match.rules.options["first"] == "blue"
    assert game.match.turn == 1
    assert [seat.name for seat in game.match.seats] == ["Ada", "Bob"]


def test_the_computer_throws_too():
    game = Game(first="rps", seats=[{"kind": "me"}, {"kind": "computer"}])
    for _ in range(50):
        if game.match.phase == "throwing":
            game.do(ADA, "throw", sign="rock")
    assert game.match.phase == "playing"


def test_a_roll_can_decide_who_begins():
    winners = set()
    for number in range(20):
        game = Game(f"{number:016}", first="roll", seats=[{"kind": "me"}] * 2)
        assert game.match.phase == "playing"
        winners.add(game.log[1].data["winner"])
    assert winners == {0, 1}
