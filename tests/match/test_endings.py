"""Resigning, draws, leaving, rematches."""

import pytest
from match_tools import ADA, BOB, CY, SEED, Game, refused

from quatrefoil import Outcome, Record
from quatrefoil.match import Match
from quatrefoil.match.match import outcome_of
from quatrefoil.match.requests import Session, expire, rematch_is_agreed
from quatrefoil.match.setup import rematch_of


def test_who_resigns_loses(duel):
    (event,) = duel.do(ADA, "resign")
    over = event.data["over"]
    assert (over["how"], over["scores"], over["winners"], over["seat"]) == (
        "resignation",
        [0, 1],
        [1],
        0,
    )
    assert event.data["seed"] == duel.match.dice.seed.hex()
    with refused("over"):
        duel.play(ADA, "f8-f9")


def test_a_record_says_how_it_ended(duel):
    duel.play(ADA, "f8-f9")
    duel.do(BOB, "resign")
    record = duel.match.record()
    assert Record.from_json(record.to_json()) == record
    assert record.to_json()["end"] == {"how": "resignation", "player": 1}


def test_a_draw_needs_both(duel):
    duel.do(ADA, "offer-draw")
    with refused("offered-already"):
        duel.do(ADA, "offer-draw")
    events = duel.do(BOB, "accept-draw")
    assert [event.type for event in events] == ["agreed", "ended"]
    assert duel.match.over.scores == (0.5, 0.5)


def test_a_draw_offer_ends_with_the_others_turn(duel):
    duel.do(ADA, "offer-draw")
    duel.play(ADA, "f8-f9")
    assert "draw" in duel.match.offers
    duel.play_any(BOB)
    with refused("no-offer"):
        duel.do(BOB, "accept-draw")


def test_the_computer_takes_no_draw():
    game = Game(seats=[{"kind": "me"}, {"kind": "computer"}])
    assert [event.type for event in game.do(ADA, "offer-draw")] == ["offered", "declined"]


def test_a_draw_among_three_needs_all(three):
    three.do(ADA, "offer-draw")
    assert [event.type for event in three.do(BOB, "accept-draw")] == ["agreed"]
    assert [event.type for event in three.do(CY, "accept-draw")] == ["agreed", "ended"]


def test_leaving_a_duel_loses_it(duel):
    duel.do(BOB, "leave")
    assert duel.match.over.how == "abandonment"
    assert duel.match.over.winners == (0,)


@pytest.mark.parametrize("verb", ["leave", "resign"])
def test_of_three_who_leave_the_computer_takes_the_seat(three, verb):
    (event,) = three.do(BOB, verb)
    seat = three.match.seats[1]
    assert (event.type, seat.kind, seat.name) == ("replaced", "computer", "Bob")
    assert seat.replaced
    assert three.match.contenders == [0, 2]
    with refused("not-your-seat"):
        three.do(BOB, "name", name="Back")
    three.do(CY, "leave")
    assert three.match.over.winners == (0,)


def test_a_seat_that_was_left_cannot_win(three):
    three.do(BOB, "leave")
    over = outcome_of(three.match, Outcome((5.0, 9.0, 5.0), "end"))
    assert over.winners == (0, 2)
    assert over.scores == (5.0, 9.0, 5.0)


def test_before_it_begins_a_guest_can_leave_and_the_maker_cancel():
    game = Game(options={"players": 3}, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    game.do(BOB, "join", name="Bob")
    game.do(BOB, "leave")
    assert game.match.open_seats == [1, 2]
    game.do(ADA, "leave")
    assert game.match.over.how == "cancelled"
    with refused("not-allowed"):
        game.do(ADA, "rematch")


def test_a_match_that_was_left_behind_expires_without_a_result(duel):
    duel.play(ADA, "f8-f9")
    session = Session(duel.match, duel.now)
    expire(session, duel.match.last - 1)  # something has happened since
    assert not session.events
    expire(session, duel.match.last)
    (event,) = session.events
    duel.log.append(event)
    over = duel.match.over
    assert (event.type, over.how, over.winners, over.seat) == ("ended", "expired", (), None)
    assert event.data["seed"] == SEED.hex()
    assert duel.match.record().ending is None
    assert duel.rebuilt().over == over
    with refused("not-allowed"):
        duel.do(ADA, "rematch")
    expire(session, duel.match.last)
    assert len(session.events) == 1


def test_a_seat_is_taken_once(duel):
    with refused("taken"):
        duel.do(CY, "join", name="Cy")


def test_a_rematch_swaps_sides(duel):
    with refused("not-allowed"):
        duel.do(ADA, "rematch")
    duel.do(ADA, "resign")
    duel.do(ADA, "rematch")
    assert not rematch_is_agreed(duel.match)
    duel.do(BOB, "rematch")
    assert rematch_is_agreed(duel.match)
    again = Match(rematch_of(duel.match).created("N" * 16, b"s" * 32, ADA, duel.now))
    assert [seat.name for seat in again.seats] == ["Bob", "Ada"]
    assert [seat.holder for seat in again.seats] == [BOB, ADA]


def test_names_are_cleaned(duel):
    duel.do(ADA, "name", name="  A\u202ed\na  " + "x" * 50)
    assert duel.match.seats[0].name == "A d a xxxxxxxxxxxxxxxxxx"


def test_practice_starts_anywhere_and_has_no_record(duel):
    duel.play(ADA, "f8-f9")
    game = Game(position=duel.match.position.to_json(), seats=[{"kind": "me"}] * 2)
    assert game.match.practice
    assert game.match.turn == 1
    with refused("not-allowed"):
        game.match.record()


def test_a_match_without_an_end_is_nobodys(duel, monkeypatch):
    """Some rules let a game go on for ever; its log and its snapshots must not."""
    monkeypatch.setattr("quatrefoil.match.requests.MAX_MOVES", 2)
    duel.play(ADA, "f8-f9")
    assert duel.match.over is None
    duel.play(BOB, duel.match.position.legal_tokens()[0])
    assert (duel.match.over.how, duel.match.over.scores) == ("unfinished", (0.5, 0.5))
    assert duel.match.record().outcome() is None
