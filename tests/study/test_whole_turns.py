"""Moves in whole turns, numbered as in the page's list."""

import itertools

import pytest

import quatrefoil
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.rng import Rng
from quatrefoil.study.turns import Turn, turns, turns_of_line, turns_of_record

RULES = ["trifoil", "trickle", "trickle(players=3)", "blinq", "triotrio"]


def played(rules, moves, seed):
    line, rng = quatrefoil.Line(rules.start()), Rng(seed)
    while len(line) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return line


def test_two_players_share_a_number():
    found = turns([(0, "a"), (1, "b"), (0, "c"), (0, "d"), (1, "e")], 2)
    assert [(turn.player, turn.number, turn.tokens) for turn in found] == [
        (0, 1, ("a",)),
        (1, 1, ("b",)),
        (0, 2, ("c", "d")),
        (1, 2, ("e",)),
    ]
    assert [(turn.start, turn.stop) for turn in found] == [(0, 1), (1, 2), (2, 4), (4, 5)]


def test_of_three_players_each_turn_has_its_own_number():
    found = turns([(0, "a"), (1, "b"), (2, "c"), (0, "d")], 3)
    assert [turn.number for turn in found] == [1, 2, 3, 4]


def test_a_roll_belongs_to_who_moved_before_it():
    found = turns([(0, "roll"), (CHANCE, "!5"), (0, "e1-e4"), (CHANCE, "!2"), (1, "keep")], 2)
    assert [(turn.player, turn.tokens) for turn in found] == [
        (0, ("roll", "!5", "e1-e4", "!2")),
        (1, ("keep",)),
    ]


def test_a_roll_before_everything_belongs_to_who_moves_next():
    found = turns([(CHANCE, "!1"), (CHANCE, "!2"), (1, "a"), (0, "b")], 2)
    assert [(turn.player, turn.start, turn.tokens) for turn in found] == [
        (1, 0, ("!1", "!2", "a")),
        (0, 3, ("b",)),
    ]
    assert turns([(CHANCE, "!1")], 2) == [Turn(CHANCE, 1, 0, ("!1",))]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_turns_are_the_whole_record_and_change_hands(name, seed):
    rules = quatrefoil.rules(name)
    line = played(rules, 60, seed)
    found = turns_of_line(line)
    assert found == turns_of_record(quatrefoil.Record.of(line))
    assert [token for turn in found for token in turn.tokens] == line.tokens
    assert all(one.player != other.player for one, other in itertools.pairwise(found))
    for turn in found:
        movers = {line.before(number).turn for number in range(turn.start, turn.stop)}
        assert movers - {CHANCE} == {turn.player}
