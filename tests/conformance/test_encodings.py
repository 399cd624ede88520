"""Actions and planes: what programs that learn see of every game."""

import itertools
from array import array

import pytest
from tests.conformance.variants import sampled, walks

import quatrefoil
from quatrefoil import CHANCE, IllegalMoveError, Line
from quatrefoil.core.encode import encoder_of


@pytest.fixture
def encoder(rules):
    if not rules.game.has("encode"):
        pytest.skip("it has no encoder")
    return encoder_of(rules)


def mask(encoder, position):
    out = array("B", bytes(encoder.actions))
    encoder.write_mask(position, out)
    return list(out)


def planes(encoder, line, viewer=None):
    """Return the planes as bytes, seen by the player to move (0 where nobody is)."""
    out = array("f", bytes(4 * encoder.size))
    encoder.write_planes(line, max(line.position.turn, 0) if viewer is None else viewer, out)
    return out


def after(position, move):
    moved = position.copy()
    moved.push(move)
    return moved


def test_every_legal_move_has_an_action_of_its_own(encoder, rules):
    """Moves share an action only where they make no difference, such as chains of jumps."""
    for position in sampled(rules):
        found = {}
        for move in position.legal_moves():
            action = encoder.action(position, move)
            limit = encoder.chances if position.turn == CHANCE else encoder.actions
            assert 0 <= action < limit
            first = found.setdefault(action, move)
            if first != move:
                assert after(position, first) == after(position, move)
            assert encoder.move(position, action) == first
        assert encoder.legal_actions(position) == sorted(found)


def test_labels_are_tokens_or_speak_of_the_same_cells(encoder, rules):
    assert len(set(encoder.labels)) == len(encoder.labels) == encoder.actions
    for position in sampled(rules, every=11):
        if position.turn != CHANCE:
            for move in position.legal_moves():
                label = encoder.labels[encoder.action(position, move)]
                token = position.token(move)
                assert (
                    label == token or label.split("-")[-1] == token.split("-")[-1] or ":" in token
                )


def test_the_mask_shows_the_legal_actions(encoder, rules):
    for position in sampled(rules):
        shown = mask(encoder, position)
        assert [i for i, bit in enumerate(shown) if bit] == encoder.legal_actions(position)
        assert set(shown) <= {0, 1}


def test_illegal_actions_are_refused(encoder, rules):
    for position in sampled(rules, every=19):
        line, before = Line(position), position.to_json()
        legal = set(encoder.legal_actions(position))
        for action in {-1, 0, 1, encoder.actions - 1, encoder.actions, 10**6} - legal:
            with pytest.raises(IllegalMoveError, match=f"action {action} is not legal"):
                encoder.play(line, action)
        assert line.position.to_json() == before


def test_playing_actions_is_playing_their_moves(encoder, rules):
    """And repetition ends the game just as it does on any line."""
    for seed in range(2):
        played, rng = Line(rules.start()), quatrefoil.Rng(seed)
        acted = Line(rules.start())
        for _ in range(400):
            if played.position.is_over:
                break
            action = encoder.action(played.position, played.position.random_move(rng))
            played.push(encoder.move(played.position, action))
            encoder.play(acted, action)
            assert acted.position.key == played.position.key
            assert acted.position.turn == played.position.turn
        assert acted.position.to_json() == played.position.to_json()


def test_planes_are_numbers_from_0_to_1(encoder, rules):
    count, rows, columns = encoder.shape
    assert count == len(encoder.planes) == len(set(encoder.planes))
    assert encoder.size == count * rows * columns
    for line in walks(rules):
        if len(line.moves) % 5 == 0:
            for viewer in range(rules.players):
                assert all(0 <= number <= 1 for number in planes(encoder, line, viewer))


def mixed(rules):
    """Yield positions that differ from those of random games in one thing, taken from another."""
    written = [position.to_json() for position in sampled(rules, every=9)]
    for number, data in enumerate(written):
        for other in written[number % 3 :: len(written) // 8 + 1]:
            for name in data.keys() - {"game", "options"}:
                try:
                    yield quatrefoil.position(data | {name: other[name]})
                except quatrefoil.FormatError:
                    continue


def test_positions_that_look_alike_have_the_same_future(encoder, rules):
    """Whatever the rules need to go on, planes must show to each player."""
    seen = {}
    for position in itertools.chain(sampled(rules), mixed(rules)):
        if not position.is_over:
            look = (position.turn, planes(encoder, Line(position)).tobytes())
            assert seen.setdefault(look, position.key) == position.key


def test_children_of_one_position_look_different(encoder, rules):
    for position in sampled(rules, every=13):
        seen = {}
        for move in position.legal_moves()[:60]:
            child = after(position, move)
            look = planes(encoder, Line(child), viewer=0).tobytes()
            if not child.is_over:
                assert seen.setdefault(look, child.key) == child.key


def test_every_viewer_sees_whose_turn_it_is(encoder, rules):
    for position in sampled(rules, every=29):
        looks = {
            planes(encoder, Line(position), viewer).tobytes() for viewer in range(rules.players)
        }
        assert len(looks) == rules.players


def test_a_wrong_viewer_and_too_little_room_are_refused(encoder, rules):
    line = Line(rules.start())
    for viewer in (-1, rules.players):
        with pytest.raises(ValueError, match="viewer"):
            planes(encoder, line, viewer)
    with pytest.raises(ValueError, match="room"):
        encoder.write_planes(line, 0, array("f", bytes(4)))
    with pytest.raises(ValueError, match="room"):
        encoder.write_mask(line.position, array("B", bytes(1)))


def test_chance_is_rolled_until_a_player_moves(encoder, rules):
    line = Line(rules.start())
    encoder.roll(line, quatrefoil.Rng(1))
    assert line.position.turn >= 0
