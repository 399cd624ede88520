"""The exact value of every turn, where a game is solved."""

from itertools import islice

import pytest

import quatrefoil
from quatrefoil.search.endgame.table import tables_of
from quatrefoil.study.tablebase import has_tablebase, tablebase


def at(text, moves=""):
    return quatrefoil.Line(quatrefoil.rules(text).start(), moves.split())


def test_790_of_796_replies_lose():
    """What docs/solved.md says of Trifoil, turn by turn."""
    first = tablebase(at("trifoil"))
    assert (first.low, first.high) == (0.5, 0.5)
    assert [turn.low for turn in first.turns] == [0.5, 0.5, 0.0]
    lost = total = 0
    for turn in first.turns:
        found = tablebase(at("trifoil", " ".join(turn.tokens)))
        assert not found.open
        # What is good for one is bad for the other.
        assert found.high == 1 - turn.low
        lost += found.counts["lose"]
        total += len(found.turns)
    assert (lost, total) == (790, 796)


def test_every_reply_is_known_from_any_side():
    """An image of a position has the same values, with the players swapped if need be."""
    line = at("trifoil", "b1-a1")
    plain = tablebase(line)
    symmetries = line.position.rules.symmetries
    for number, way in enumerate(symmetries):
        image = quatrefoil.Line(line.position.image(number))
        found = tablebase(image)
        assert found.player == way.players[plain.player]
        assert found.counts == plain.counts


def test_within_a_turn_the_rest_is_worth_what_the_whole_is():
    whole = tablebase(at("trifoil", "b1-a1"))
    holding = whole.turns[0]
    assert (holding.low, holding.high) == (0.5, 0.5)
    rest = tablebase(at("trifoil", f"b1-a1 {holding.tokens[0]}"))
    assert rest.low == 0.5
    assert rest.turns[0].tokens == holding.tokens[1:]


def test_a_prover_settles_what_the_files_leave_open():
    line = at("blinq(size=3)", "1a1N 1b1N 1c1S 1a3N 1b3E")
    files = tablebase(line)
    proven = tablebase(line, seconds=20)
    assert files.open >= proven.open == 0
    by_tokens = {turn.tokens: turn for turn in proven.turns}
    for turn in files.turns:
        exact = by_tokens[turn.tokens]
        assert turn.low <= exact.low
        assert exact.high <= turn.high


def test_exact_values_agree_with_a_whole_search():
    """Two moves before the end of a tiny game every value can be counted by hand."""
    rng = quatrefoil.Rng(4)
    line = at("blinq(size=3)")
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    for _ in range(3):
        line.pop()

    def worth(position, player):
        outcome = position.outcome()
        if outcome:
            return outcome.shares[player]
        values = []
        for move in position.legal_moves():
            after = position.copy()
            after.push(move)
            values.append(worth(after, player))
        return max(values) if position.turn == player else min(values)

    found = tablebase(line, seconds=20)
    for turn in found.turns:
        after = line.position.copy()
        for token in turn.tokens:
            after.play(token)
        assert (turn.low, turn.high) == (worth(after, found.player),) * 2


def test_endgame_tables_give_bounds_on_every_part():
    rules = quatrefoil.rules("triotrio(quiet_turns=0)")
    assert has_tablebase(rules)
    assert tablebase(quatrefoil.Line(rules.start())) is None  # a roll decides who begins
    (table,) = tables_of(rules)
    position = next(islice(table.domain.positions(), 500, None))
    found = tablebase(quatrefoil.Line(position))
    assert found.turns
    assert all(0 <= turn.low <= turn.high <= 1 for turn in found.turns)
    low, high = table.derived_bounds(position, position.turn, look_up=False)
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize("text", ["trickle", "blinq", "trifoil(board=8)"])
def test_where_nothing_is_proven_there_is_none(text):
    line = at(text)
    assert not has_tablebase(line.position.rules)
    assert tablebase(line) is None
