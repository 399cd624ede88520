"""Dice that can be checked, and who begins. How people share in them: test_sharing.py."""

import hashlib
import hmac
import json
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_tools import ADA, BOB, Game, refused, value_of

from quatrefoil import Record, RecordError
from quatrefoil.match import Event, Match
from quatrefoil.match.beginning import SIGNS, winner_of
from quatrefoil.match.dice import CHANCE_MOVE, Dice, Draw, EventDice, hash_of
from quatrefoil.match.verify import dice_tags, verify_dice

#: A match of the version before there were schemes: its log, and its record as it was then.
OLDER = json.loads((Path(__file__).parents[1] / "data" / "dice-scheme-1.json").read_text())


def rolls_of(dice, count=50):
    return [dice.number(Draw(CHANCE_MOVE, index), 6) for index in range(count)]


def test_the_commitment_is_the_seeds_sha256():
    assert Dice("m", b"").commitment == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


def test_a_roll_is_fixed_by_seed_match_purpose_index_and_values():
    dice = Dice("m", b"seed", ("", ""), ("aa", None))
    assert rolls_of(dice) == rolls_of(dice)
    others = [
        replace(dice, match="n"),
        replace(dice, seed=b"sead"),
        replace(dice, values=("ab", None)),
        replace(dice, values=(None, "aa")),
        dice.renewed(),
    ]
    assert all(rolls_of(dice) != rolls_of(other) for other in others)
    other_purpose = [dice.number(Draw("first", index), 6) for index in range(50)]
    assert rolls_of(dice) != other_purpose


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_number_of_the_event_does_not_matter(one, other):
    dice = Dice("m", b"seed", ("",), ("aa",))
    assert dice.number(Draw("chance", 3, one), 6) == dice.number(Draw("chance", 3, other), 6)


def test_a_roll_can_be_computed_elsewhere():
    """Any program can check a roll: HMAC-SHA-256 over compact JSON, modulo the number of faces."""
    value = "ab" * 32
    dice = Dice("AAAAAAAAAAAAAAAA", bytes(32), ("", None), (value, None))
    message = f'["AAAAAAAAAAAAAAAA","chance",7,["{value}",null],0]'.encode()
    number = int(hmac.new(bytes(32), message, hashlib.sha256).hexdigest(), 16)
    assert dice.number(Draw("chance", 7), 6) == number % 6


TEXT = st.text(max_size=8)


@given(st.lists(st.tuples(TEXT, TEXT, st.integers(0, 99), st.lists(TEXT, max_size=3)), min_size=2))
def test_no_two_rolls_share_a_message(rolls):
    """However odd its parts, a message is of one roll alone."""
    messages = {}
    for match, purpose, index, values in rolls:
        dice = Dice(match, b"", (), tuple(values))
        message = json.dumps(dice._message(Draw(purpose, index), 0), separators=(",", ":"))
        assert messages.setdefault(message, (match, purpose, index, values)) == (
            match,
            purpose,
            index,
            values,
        )


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10))
def test_rolls_stay_in_range(seed, count):
    dice = Dice("m", seed)
    assert all(0 <= dice.number(Draw("chance", index), count) < count for index in range(20))


def test_faces_come_about_equally_often():
    counts = Counter(rolls_of(Dice("m", b"fair"), 6000))
    # Chi-squared with five degrees of freedom: 20.5 is exceeded once in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_odds_are_kept():
    dice = Dice("m", b"odds")
    outcomes = [(7, Fraction(1, 2)), (8, Fraction(1, 3)), (9, Fraction(1, 6))]
    counts = Counter(dice.roll(Draw("chance", index), outcomes) for index in range(6000))
    assert abs(counts[7] - 3000) < 150
    assert abs(counts[8] - 2000) < 150
    assert abs(counts[9] - 1000) < 120


# ---- checking -----------------------------------------------------------------------------------


def played(seats=None, moves=60, **setup):
    """Return a finished match of a game with dice."""
    game = Game(game="triotrio", seats=seats or [{"kind": "me"}] * 2, **setup)
    while game.match.phase == "playing" and len(game.match.line.tokens) < moves:
        game.play_any(ADA)
    if game.match.phase == "playing":
        game.do(ADA, "resign")
    return game


def record_of(match):
    record = match.record()
    return replace(record, tags={**record.tags, **dice_tags(match)})


def duel():
    """Return a finished match of two people that began by a roll."""
    game = Game(game="triotrio", first="roll")
    game.do(BOB, "join")
    while len(game.match.line.tokens) < 30:
        game.play_any(game.match.seats[game.match.turn].holder)
    game.do(BOB, "resign")
    return game


def test_a_record_proves_its_dice():
    game = duel()
    said = verify_dice(record_of(game.match))
    assert "and the one for the first turn: all as committed" in said
    assert "2 values of people" in said
    for part in (game.match.dice.commitment, hash_of(value_of(ADA)), hash_of(value_of(BOB))):
        assert part in said


def test_what_somebody_saw_is_compared():
    game = duel()
    record, dice = record_of(game.match), game.match.dice
    assert "1 of the 3 hashes" in verify_dice(record, [hash_of(value_of(BOB))])
    assert "All of them were seen" in verify_dice(record, [dice.commitment, *dice.hashes])
    with pytest.raises(RecordError, match="somebody saw '00"):
        verify_dice(record, ["00" * 32])


def test_a_server_that_changes_its_seed_later_is_found_out():
    """It can make a record that is right in itself, but not with what people saw."""
    game = duel()
    seen = game.match.dice.commitment
    forged = next(
        verified
        for number in range(10**6)
        if (verified := consistent_with(game.match, hashlib.sha256(b"%d" % number).digest()))
    )
    assert "all as committed" in verify_dice(forged)
    with pytest.raises(RecordError, match="somebody saw"):
        verify_dice(forged, [seen])


def consistent_with(match, seed):
    """Return a record of the match's first roll alone with another seed, if that gives the same."""
    dice = replace(match.dice, seed=seed)
    tags = dice_tags(match) | {"dice.seed": seed.hex(), "dice.commitment": dice.commitment}
    record = Record(match.rules, tuple(match.line.tokens[:3]), tags=tags)
    try:
        verify_dice(record)
    except RecordError:
        return None
    return record


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
        ("dice.scheme", "1"),
        ("dice.values", "00" * 32 + " " + "00" * 32),
        ("dice.values", "- -"),
        ("dice.hashes", "- -"),
        ("dice.hashes", "-"),
        ("dice.first", "2 7"),
        ("dice.first", "2"),
        ("dice.first", "3 1"),
        ("dice.throws", "rp"),
        ("dice.throwers", "9"),
    ],
)
def test_a_forged_record_does_not_pass(tag, value):
    record = record_of(duel().match)
    verify_dice(record)
    more = {"dice.throws": "rr", "dice.throwers": "0"} if "throw" in tag else {}
    with pytest.raises(RecordError):
        verify_dice(replace(record, tags={**record.tags, **more, tag: value}))


def test_every_bit_of_a_record_counts():
    """Whatever single digit of the dice's tags is changed, something is wrong."""
    record = record_of(duel().match)
    for tag in ("dice.seed", "dice.commitment", "dice.hashes", "dice.values"):
        text = record.tags[tag]
        for place in range(0, len(text), 7):
            other = "0" if text[place] != "0" else "1"
            changed = text[:place] + other + text[place + 1 :]
            with pytest.raises(RecordError):
                verify_dice(replace(record, tags={**record.tags, tag: changed}))


def test_a_changed_roll_does_not_pass():
    record = record_of(played(moves=4, options={"first": "yellow"}).match)
    place = next(number for number, token in enumerate(record.moves) if token.startswith("!"))
    for token in (f"!{face}" for face in range(1, 7)):
        moves = (*record.moves[:place], token)
        changed = replace(record, moves=moves, ending=None)
        if token == record.moves[place]:
            assert "1 rolls" in verify_dice(changed)
        else:
            with pytest.raises(RecordError, match="roll 1 is"):
                verify_dice(changed)


def test_a_record_without_dice_is_refused(duel):
    with pytest.raises(RecordError, match=r"dice\.seed"):
        verify_dice(duel.match.record())


@given(
    st.dictionaries(
        st.sampled_from(
            [
                *("dice.scheme", "dice.match", "dice.commitment", "dice.seed", "dice.hashes"),
                *("dice.values", "dice.first", "dice.throws", "dice.throwers", "dice.shared"),
                *("dice.events", "dice.events.2"),
            ]
        ),
        st.text(max_size=60)
        | st.text('0123456789 -abcdef[]"rps,', max_size=900)
        | st.sampled_from(["2", "1", "[]", "999999999 " * 90, "9 " * 450, "[" * 900, "00" * 400]),
    )
)
def test_tags_that_anybody_wrote_are_refused_soon(tags):
    """Whatever the tags are, an answer comes within bounds: of what is wrong, or right."""
    base = record_of(played(moves=12).match)
    started = time.perf_counter()
    with suppress(RecordError):
        verify_dice(replace(base, tags={**base.tags, **tags}))
    assert time.perf_counter() - started < 5


# ---- matches from before there were schemes -----------------------------------------------------


def older_log():
    return [Event(**event) for event in OLDER["events"]]


def test_an_older_record_still_verifies():
    record = Record.from_json(OLDER["record"])
    commitment = record.tags["dice.commitment"]
    assert "10 rolls and the one for the first turn" in verify_dice(record, [commitment])
    tags = {**record.tags, "dice.events": "1 2 3"}
    with pytest.raises(RecordError):
        verify_dice(replace(record, tags=tags))


def test_an_older_log_still_gives_its_match_and_the_same_record():
    match = Match.from_events(older_log())
    assert isinstance(match.dice, EventDice)
    assert record_of(match) == Record.from_json(OLDER["record"])


def test_an_older_match_plays_on_with_the_same_dice():
    """It began under scheme 1 and ends under it: every roll is what the older version rolled."""
    log = older_log()
    game = Game(game="triotrio")
    game.log = log[: OLDER["half"]]
    game.match = Match.from_events(game.log)
    for event in log[OLDER["half"] :]:
        if event.type == "turn":
            game.play(game.match.seats[event.data["seat"]].holder, *event.data["tokens"])
    assert game.match.line.tokens == Match.from_events(log).line.tokens
    assert [event.data for event in game.log if event.type == "rolled"] == [
        event.data for event in log if event.type == "rolled"
    ]


def test_an_older_match_that_waits_takes_whoever_joins():
    game = Game(game="triotrio")
    created = older_log()[0]
    game.log, game.match = [created], Match(created)
    game.do(BOB, "join", hash=None)
    assert game.match.phase == "playing"
    with refused("not-allowed"):
        game.do(BOB, "reveal", value=value_of(BOB))


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
    signs = [event for event in game.log if event.type == "thrown" and event.data["seat"] == 1]
    game.do(ADA, "resign")
    said = verify_dice(record_of(game.match))
    assert f"and {len(signs)} signs of the computer: all as committed" in said


def test_two_computers_throw_until_one_has_won():
    """They need nobody: a tie is thrown again at once."""
    for number in range(12):
        seats = [{"kind": "computer"}, {"kind": "computer"}]
        game = Game(f"{number:016}", first="rps", seats=seats)
        assert game.match.phase == "playing"
        assert game.rebuilt().throwers == (0, 1)


def test_a_roll_can_decide_who_begins():
    winners = set()
    for number in range(20):
        game = Game(f"{number:016}", first="roll", seats=[{"kind": "me"}] * 2)
        assert game.match.phase == "playing"
        winners.add(game.match.rolled_first[1])
    assert winners == {0, 1}
