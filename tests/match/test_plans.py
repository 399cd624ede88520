"""Conditional moves: private, played in order when they fit, dropped when they do not."""

import random

import pytest
from match_tools import ADA, BOB, CY, Game, refused

from quatrefoil.match.messages import MAX_PLANNED
from quatrefoil.match.requests import Session


def plan(game, holder, *lines, **more):
    return game.do(holder, "plan", lines=[{"turns": list(line)} for line in lines], **more)


def types(events):
    return [event.type for event in events]


@pytest.fixture
def trickle():
    """Bob waits for Ada's first move."""
    game = Game(options={"rings": 3})
    game.do(BOB, "join", name="Bob")
    return game


def walk(game, length, seed=1):
    """Return turns that could follow, each with one token."""
    line, rng = game.match.line.copy(), random.Random(seed)
    for _ in range(length):
        line.push(rng.choice(line.position.legal_moves()))
    return line.tokens[-length:]


def test_an_answer_is_played_at_once_and_in_order(trickle):
    a1, b1, a2, b2 = turns = walk(trickle, 4)
    plan(trickle, BOB, turns)
    events = trickle.play(ADA, a1)
    assert [(one.type, one.data.get("tokens")) for one in events] == [
        ("turn", [a1]),
        ("turn", [b1]),
    ]
    assert trickle.match.turn == 0
    trickle.play(ADA, a2)
    assert trickle.match.line.tokens == [a1, b1, a2, b2]
    assert trickle.match.plans == {}
    assert trickle.rebuilt().line.tokens == trickle.match.line.tokens


def test_what_does_not_fit_is_dropped(trickle):
    a1, b1 = walk(trickle, 2)
    plan(trickle, BOB, [a1, b1])
    other = next(token for token in trickle.match.position.legal_tokens() if token != a1)
    assert types(trickle.play(ADA, other)) == ["turn"]
    assert trickle.match.plans == {}
    assert trickle.match.turn == 1


def test_a_tree_has_one_answer_to_each_turn(trickle):
    a1, b1, a2, b2 = walk(trickle, 4)
    other = next(token for token in trickle.match.position.legal_tokens() if token != a1)
    plan(trickle, BOB, [a1, b1, a2, b2], [a1, b1], [other, "pass"][:1] + walk_after(trickle, other))
    assert len(trickle.match.plans[1]) == 3
    different = next(token for token in tokens_after(trickle, a1) if token != b1)
    with refused("bad-request"):
        plan(trickle, BOB, [a1, b1], [a1, different])
    assert len(trickle.match.plans[1]) == 3  # the one before stands
    plan(trickle, BOB)
    assert trickle.match.plans == {}
    assert not plan(trickle, BOB)  # nothing to take away


def tokens_after(game, token):
    line = game.match.line.copy()
    line.play(token)
    return line.position.legal_tokens()


def walk_after(game, token):
    return [tokens_after(game, token)[0]]


def test_nobody_else_is_told_what_is_planned(trickle):
    a1, b1 = walk(trickle, 2)
    (event,) = plan(trickle, BOB, [a1, b1])
    assert event.public().keys() == {"event", "type", "time", "seat"}
    assert event.hidden["lines"] == [[a1, b1]]


def test_only_while_one_waits_and_with_whole_legal_turns(trickle):
    a1, b1 = walk(trickle, 2)
    with refused("not-allowed"):
        plan(trickle, ADA, [a1, b1])
    with refused("not-your-seat"):
        plan(trickle, CY, [a1, b1])
    for wrong in ([a1], [a1, "nonsense"], ["nonsense", b1], [a1, f"{b1} {b1}"], [], [a1, " "]):
        with pytest.raises(Exception, match=r"."):
            plan(trickle, BOB, wrong)
    assert trickle.match.plans == {}


def test_both_may_plan(trickle):
    a1, b1, a2, b2, a3 = walk(trickle, 5)
    plan(trickle, BOB, [a1, b1, a2, b2])
    trickle.play(ADA, a1)
    plan(trickle, BOB)
    trickle.play(ADA, a2)
    plan(trickle, ADA, [b2, a3])
    trickle.play(BOB, b2)
    assert trickle.match.line.tokens == [a1, b1, a2, b2, a3]


def test_a_turn_of_two_actions_fits_in_any_order():
    game = Game(game="trifoil")
    game.do(BOB, "join")
    line = game.match.line.copy()
    first = line.position.turn
    holders = {0: ADA, 1: BOB}
    opening = []
    while line.position.turn == first:
        opening.append(line.position.legal_tokens()[0])
        line.play(opening[-1])
    game.play(holders[first], *opening)
    mover = game.match.turn
    one, other = two_ways(game)
    answer = answer_to(game, one)
    plan(game, holders[1 - mover], [" ".join(one), " ".join(answer)])
    game.play(holders[mover], *other)
    assert game.match.turn == mover
    assert game.match.line.tokens[-len(answer) :] == answer


def two_ways(game):
    """Return the tokens of a turn in two orders that lead to the same position."""
    start = game.match.line
    for a in start.position.legal_tokens():
        line = start.copy()
        line.play(a)
        if line.position.turn != start.position.turn:
            continue
        for b in line.position.legal_tokens():
            ways = []
            for order in ([a, b], [b, a]):
                try:
                    way = start.copy()
                    for token in order:
                        way.play(token)
                except Exception:
                    break
                ways.append(way.position)
            if len(ways) == 2 and a != b and ways[0].key == ways[1].key and not ways[0].is_over:
                return [a, b], [b, a]
    raise AssertionError("no turn has two orders")


def answer_to(game, tokens):
    line = game.match.line.copy()
    for token in tokens:
        line.play(token)
    seat, found = line.position.turn, []
    while line.position.turn == seat:
        found.append(line.position.legal_tokens()[0])
        line.play(found[-1])
    return found


def test_no_plan_goes_past_a_roll():
    game = Game(game="triotrio")
    game.do(BOB, "join")
    while game.match.turn is None:
        Session(game.match, game.now).settle()
    waiting = BOB if game.match.turn == 0 else ADA
    line = game.match.line.copy()
    seat, tokens = line.position.turn, []
    while line.position.turn == seat:
        tokens.append(line.position.legal_tokens()[0])
        line.play(tokens[-1])
    with refused("not-allowed"):
        plan(game, waiting, [" ".join(tokens), "keep"])


def test_a_takeback_ends_all_plans(trickle):
    a1, b1 = walk(trickle, 2)
    trickle.play(ADA, a1)
    plan(trickle, ADA, [b1, tokens_of_third(trickle, b1)])
    trickle.do(ADA, "ask-takeback")
    trickle.do(BOB, "accept-takeback")
    assert trickle.match.plans == {}
    assert trickle.rebuilt().plans == {}


def tokens_of_third(game, token):
    return tokens_after(game, token)[0]


def test_a_plan_has_an_end(trickle):
    """Each planned move is played on the event loop, whenever the match is read."""
    turns = walk(trickle, 20)
    many = [turns] * (MAX_PLANNED // len(turns))
    plan(trickle, BOB, *many)
    with refused("not-allowed"):
        plan(trickle, BOB, *many, turns[:2])


def test_plans_have_an_end(trickle, monkeypatch):
    """The log is for ever: what one seat plans in a match is counted, after a restart too."""
    monkeypatch.setattr("quatrefoil.match.plans.MAX_PLANNED_IN_ALL", 10)
    four, two = walk(trickle, 4), walk(trickle, 2)
    plan(trickle, BOB, four)
    plan(trickle, BOB, four)
    assert trickle.rebuilt().planned == trickle.match.planned == {1: 8}
    with refused("not-allowed"):
        plan(trickle, BOB, four)
    plan(trickle, BOB, two)
    plan(trickle, BOB)
    with refused("not-allowed"):
        plan(trickle, BOB, two)
