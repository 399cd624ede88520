"""Positions: copies, undo, keys, JSON, drawings, symmetries."""

import copy
import json
import pickle

import pytest
from tests.conformance.variants import sampled, snapshot, walk, walks

import quatrefoil
from quatrefoil import Line


def same_future(one, other):
    """Whether two lines go on alike: random games of both are equal, repetitions included."""
    for seed in range(2):
        ends = []
        for line in (one.copy(), other.copy()):
            length = line.random_playout(quatrefoil.Rng(seed), 200)
            ends.append((length, snapshot(line.position)))
        if ends[0] != ends[1]:
            return False
    return True


def played(rules, tokens):
    """Return the line of these tokens, played straight from the start."""
    line = Line(rules.start())
    for token in tokens:
        line.play(token)
    return line


def test_undo_restores_everything(rules):
    states = [snapshot(line.position) for line in walk(rules, seed=1)]
    *_, line = walk(rules, seed=1)
    tokens = list(line.tokens)
    while line.moves:
        assert snapshot(line.position) == states[len(line.moves)]
        assert len(line.tokens) == len(line.moves)
        line.pop()
    assert snapshot(line.position) == states[0]
    with pytest.raises(quatrefoil.IllegalMoveError, match="no move to take back"):
        line.pop()
    # What repetition remembers went back as well: the same game can be played again.
    for token, state in zip(tokens, states[1:], strict=True):
        line.play(token)
        assert snapshot(line.position) == state


def test_undo_and_another_way(rules):
    """Taking back at random never leaves a trace: the line is one that was played straight."""
    rng = quatrefoil.Rng(2)
    line = Line(rules.start())
    for _ in range(60):
        if line.position.is_over or (line.moves and rng.draw(3) == 0):
            line.pop()
        else:
            line.push(line.position.random_move(rng))
    straight = played(rules, line.tokens)
    assert straight.moves == line.moves
    assert snapshot(straight.position) == snapshot(line.position)
    assert same_future(straight, line)


def test_copies_are_independent(rules):
    for position in sampled(rules):
        twin = position.copy()
        before = snapshot(position)
        assert snapshot(twin) == before
        assert twin == position
        assert hash(twin) == hash(position)
        if not twin.is_over:
            twin.push(twin.legal_moves()[0])
            assert twin != position
            assert snapshot(position) == before
            twin.copy_from(position)
            assert snapshot(twin) == before


def test_positions_of_other_rules_cannot_be_copied(rules):
    other = next(game for game in quatrefoil.all_games() if game is not rules.game).rules()
    with pytest.raises(ValueError, match="only between equal rules"):
        rules.start().copy_from(other.start())


def test_the_key_is_what_the_written_position_has(rules):
    for position in sampled(rules, every=1):
        again = quatrefoil.position(position.to_json())
        assert 0 <= position.key < 2**64
        assert again.key == position.key


def test_json_comes_back_with_everything(rules):
    for position in sampled(rules):
        text = json.dumps(position.to_json())
        assert text.isascii()
        again = quatrefoil.position(text)
        assert snapshot(again) == snapshot(position)
        assert again == position
        assert again.rules is position.rules or again.rules == position.rules


def test_json_continues_alike(rules):
    """What is read back has the same future, not only the same looks."""
    for position in sampled(rules, every=29):
        one, other = Line(position), Line(quatrefoil.position(position.to_json()))
        rng = quatrefoil.Rng(3)
        for _ in range(50):
            if one.position.is_over:
                break
            one.push(one.position.random_move(rng))
            other.play(one.tokens[-1])
            assert snapshot(other.position) == snapshot(one.position)


def test_unknown_missing_and_foreign_keys_are_refused(rules):
    data = rules.start().to_json()
    with pytest.raises(quatrefoil.FormatError, match="odd"):
        quatrefoil.position(data | {"odd": 1})
    with pytest.raises(quatrefoil.FormatError, match="'game'"):
        quatrefoil.position({name: value for name, value in data.items() if name != "game"})
    with pytest.raises(quatrefoil.UnknownGameError, match="chess"):
        quatrefoil.position(data | {"game": "chess"})
    with pytest.raises(quatrefoil.OptionError, match="odd"):
        quatrefoil.position(data | {"options": {"odd": 1}})
    for name in data.keys() - {"game", "options"}:
        for value in ("\0", -1, 1e9, [[[]]], {"a": {"b": None}}):
            with pytest.raises(quatrefoil.QuatrefoilError):
                quatrefoil.position(data | {name: value})


def test_repr_comes_back(rules):
    for position in sampled(rules, every=50):
        again = eval(repr(position), {"quatrefoil": quatrefoil})
        assert snapshot(again) == snapshot(position)
    assert eval(repr(rules), {"quatrefoil": quatrefoil}) == rules
    assert quatrefoil.rules(str(rules)) == rules
    assert str(quatrefoil.rules(str(rules))) == str(rules)


def test_pickles_come_back(rules):
    for position in sampled(rules, every=50):
        assert snapshot(pickle.loads(pickle.dumps(position))) == snapshot(position)


def test_drawings_are_text_for_a_narrow_terminal(rules):
    for position in sampled(rules):
        lines = str(position).split("\n")
        assert len(lines) > 3
        for text in lines:
            assert len(text) <= 100
            assert text == text.rstrip()
            assert text.isprintable()
            assert text != "."  # ends a drawing in UGI


def test_drawings_name_who_is_to_move(rules):
    for position in sampled(rules):
        if position.turn >= 0:
            assert rules.player_names[position.turn] in str(position)


def test_symmetries(rules):
    assert rules.symmetries[0].players == tuple(range(rules.players))
    for position in sampled(rules, every=13):
        assert snapshot(position.image(0)) == snapshot(position)
        for number, symmetry in enumerate(rules.symmetries):
            image = position.image(number)
            assert image.turn == (
                symmetry.players[position.turn] if position.turn >= 0 else position.turn
            )
            assert sorted(symmetry.players) == list(range(rules.players))
            for player, score in enumerate(position.scores()):
                assert image.scores()[symmetry.players[player]] == score
            moves = {move: position.image_move(move, number) for move in position.legal_moves()}
            assert sorted(moves.values()) == sorted(image.legal_moves())
            assert quatrefoil.position(image.to_json()).key == image.key


def test_symmetries_hold_after_every_move(rules):
    for position in sampled(rules, every=37):
        for number in range(len(rules.symmetries)):
            image = position.image(number)
            for move in position.legal_moves()[::5]:
                moved, image_moved = position.copy(), image.copy()
                moved.push(move)
                image_moved.push(position.image_move(move, number))
                assert moved.image(number) == image_moved
                assert moved.image(number).key == image_moved.key


def test_a_line_forgets_nothing_when_copied(rules):
    """A copy of a line ends by repetition just when the line itself does."""
    for line in walks(rules):
        if len(line.moves) % 25 == 10 and not line.position.is_over:
            bare = line.copy()
            assert bare.moves == []
            for twin in (bare, copy.copy(line), copy.deepcopy(line)):
                assert twin == line or twin is bare
                assert same_future(twin, played(rules, line.tokens))


def test_a_line_forgets_nothing_when_pickled(rules):
    """What is read back ends by repetition just when the line itself does."""
    for seed in range(2):
        line, rng = Line(rules.start()), quatrefoil.Rng(seed)
        while not line.position.is_over and len(line.moves) < 120:
            line.push(line.position.random_move(rng))
            if len(line.moves) == 30:
                twin = pickle.loads(pickle.dumps(line))
                assert twin == line
            elif len(line.moves) > 30:
                twin.play(line.tokens[-1])
                assert twin.position.turn == line.position.turn
        again = pickle.loads(pickle.dumps(line))
        assert snapshot(again.position) == snapshot(line.position)
