"""View data as JSON text: the fast way writes what the plain way gives."""

import json

import pytest

import quatrefoil
from quatrefoil.view.data import Phrase, Piece, json_text, plain_data, view_of


@pytest.mark.parametrize("game", quatrefoil.names())
def test_both_ways_agree(game):
    rules = quatrefoil.rules(game)
    view = view_of(rules)
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(1)
    assert json.loads(json_text(view.board(rules))) == plain_data(view.board(rules))
    for _ in range(30):
        if line.position.is_over:
            break
        position, move = line.position, line.position.random_move(rng)
        for data in (
            view.scene(position),
            view.paths(position),
            view.changes(position, move),
            view.say(position, move),
            view.describe(position),
        ):
            expected = json.loads(json.dumps(plain_data(data)))
            assert json.loads(json_text(data)) == expected
            assert json.loads(json_text(data)) == expected, "what was kept differs"
        line.push(move)


def test_what_is_empty_is_left_out_and_zero_is_not():
    assert json_text(Piece("bead", "a1", 0)) == '{"symbol":"bead","place":"a1","player":0}'
    assert json_text(Phrase("k", {"x": 0, "y": '"'})) == '{"key":"k","values":{"x":0,"y":"\\""}}'


def test_a_kept_text_changes_nothing_else():
    one, other = Piece("bead", "a1"), Piece("bead", "a1")
    json_text(one)
    assert one == other
    assert hash(one) == hash(other)
