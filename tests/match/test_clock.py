"""Clocks: pure functions of time."""

from hypothesis import given
from hypothesis import strategies as st
from match_tools import ADA, BOB, CY, Game, refused

from quatrefoil.match.clock import DAY, FLAG_DELAY, Clock, TimeControl
from quatrefoil.match.requests import Session

BLITZ = {"kind": "realtime", "base": 60, "increment": 2}


def timed(clock=BLITZ, **more):
    game = Game(clock=clock, **more)
    game.do(BOB, "join")
    return game


def test_thinking_takes_time_and_a_turn_gives_some_back():
    game = timed()
    game.now += 10_000
    game.play(ADA, "f8-f9")
    assert game.match.clock.left == (52_000, 60_000)
    game.now += 5_000
    assert game.match.clock.left_at(game.now) == (52_000, 55_000)


def test_time_that_is_used_up_loses():
    game = timed()
    game.now += 60_000
    with refused("over"):
        game.play(ADA, "f8-f9")
    assert (game.match.over.how, game.match.over.seat) == ("time", 0)
    assert game.match.over.winners == (1,)
    assert game.rebuilt().over == game.match.over


def test_of_three_whose_time_is_used_up_the_computer_takes_the_seat():
    game = timed(options={"players": 3}, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    game.do(CY, "join")
    game.now += 60_000 + FLAG_DELAY
    session = Session(game.match, game.now)
    assert session.end_if_flagged()
    assert game.match.seats[0].replaced
    assert game.match.clock.running is None


def test_days_are_given_anew_for_every_turn():
    game = timed({"kind": "correspondence", "days": 3})
    game.now += 2 * DAY
    game.play(ADA, "f8-f9")
    assert game.match.clock.left == (3 * DAY, 3 * DAY)
    assert game.match.deadline == game.now + 3 * DAY


def test_no_clock_runs_while_the_server_is_away():
    game = timed()
    game.now += 100_000
    session = Session(game.match, game.now)
    session.credit(95_000, game.now)
    assert game.match.clock.left_at(game.now) == (55_000, 60_000)


def test_a_roll_does_not_finish_a_turn():
    game = timed(game="triotrio", options={"first": "yellow"})
    game.now += 1_000
    game.play(ADA, "keep", "roll")
    assert game.match.clock.left == (59_000, 60_000)
    assert game.match.clock.running == 0


def test_the_computers_clock_never_runs():
    game = Game(clock=BLITZ, seats=[{"kind": "me"}, {"kind": "computer"}])
    game.play(ADA, "f8-f9")
    assert game.match.deadline is None


@given(
    base=st.integers(1, 10**6),
    increment=st.integers(0, 10**4),
    turns=st.lists(st.integers(0, 10**5), max_size=20),
)
def test_time_left_is_what_was_given_less_what_was_spent(base, increment, turns):
    clock = Clock.fresh(TimeControl("realtime", base, increment), 2)
    now, expected = 0, [base, base]
    for number, spent in enumerate(turns):
        seat = number % 2
        clock = clock.run_for(seat, now)
        now += spent
        assert clock.used_up(now) == (spent >= expected[seat])
        expected[seat] = max(0, expected[seat] - spent) + increment
        clock = clock.run_for(None, now).turn_finished(seat)
        assert clock.left == tuple(expected)


@given(st.builds(TimeControl, st.just("realtime"), st.integers(1, 900), st.integers(0, 60)))
def test_time_controls_round_trip(control):
    control = TimeControl("realtime", control.base * 1000, control.increment * 1000)
    assert TimeControl.from_json(control.to_json()) == control
