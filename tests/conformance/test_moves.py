"""Legal moves: one source, one order, and nothing else is accepted."""

import sys
from collections import Counter

import pytest
from tests.conformance.variants import sampled, snapshot, walk, walks

import quatrefoil
from quatrefoil import CHANCE, OVER, IllegalMoveError, MoveError, Rng


def test_there_is_a_move_until_the_end_and_none_after_it(rules):
    for line in walks(rules):
        count = len(line.position.legal_moves())
        assert count <= rules.max_moves
        assert (count == 0) == line.position.is_over
        assert line.position.turn in (CHANCE, OVER, *range(rules.players))


def test_tokens_are_unique_in_ascii_order_and_without_spaces(rules):
    for position in sampled(rules):
        tokens = position.legal_tokens()
        assert tokens == sorted(set(tokens))
        assert len(tokens) == len(position.legal_moves())
        assert all(token.isascii() and token.isprintable() and " " not in token for token in tokens)


def test_every_token_comes_back_as_its_move(rules):
    for position in sampled(rules):
        for move in position.legal_moves():
            assert position.parse(position.token(move)) == move


def test_play_is_push_of_what_the_token_names(rules):
    for position in sampled(rules, every=23):
        for move in position.legal_moves()[::7]:
            pushed, played = position.copy(), position.copy()
            pushed.push(move)
            played.play(position.token(move))
            assert snapshot(pushed) == snapshot(played)


def test_play_accepts_exactly_the_legal_tokens(rules):
    """Tokens that are legal somewhere else are the likeliest to be taken by mistake."""
    positions = list(sampled(rules, every=17))
    elsewhere = sorted({token for position in positions for token in position.legal_tokens()})
    for position in positions:
        before = snapshot(position)
        legal = set(position.legal_tokens())
        for token in elsewhere[:: len(elsewhere) // 50 + 1]:
            if token not in legal:
                with pytest.raises(MoveError):
                    position.play(token)
        assert snapshot(position) == before


@pytest.mark.parametrize(
    "token",
    ["", " ", "x", "-", "!", "!0", "!7", "a1", "a1-", "a1-a1", "pass ", "é", "a1\n", "0" * 99],
)
def test_what_is_no_token_is_refused_in_one_line(rules, token):
    position = rules.start()
    before = snapshot(position)
    with pytest.raises(MoveError) as problem:
        position.play(token)
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 400
    assert snapshot(position) == before


def test_the_sampler_draws_legal_moves(rules):
    rng = Rng(11)
    for line in walks(rules):
        position = line.position
        if not position.is_over:
            legal = set(position.legal_moves())
            assert {position.random_move(rng) for _ in range(8)} <= legal


def test_the_sampler_reaches_every_move_of_a_small_set(rules):
    """With 64 draws a move, one of n even moves is missed once in some 10²⁷ trials."""
    rng = Rng(12)
    for position in sampled(rules, every=31):
        legal = position.legal_moves()
        if 0 < len(legal) <= 100:
            drawn = {position.random_move(rng) for _ in range(64 * len(legal))}
            assert drawn == set(legal)


def test_chance_is_exact(rules):
    for line in walks(rules):
        outcomes = line.position.chance_outcomes()
        if line.position.turn == CHANCE:
            assert [move for move, _ in outcomes] == line.position.legal_moves()
            assert sum(odds for _, odds in outcomes) == 1
            assert all(odds > 0 for _, odds in outcomes)
        else:
            assert outcomes == []


def test_chance_is_drawn_by_its_odds(rules):
    """Whatever samples keeps to `chance_outcomes`: here within five standard deviations."""
    rng, draws = Rng(17), 6000 if quatrefoil.compiled() else 1000
    for line in walk(rules, seed=17, moves=12):
        position = line.position
        drawn = Counter(position.random_move(rng) for _ in range(draws)) if rolls(position) else {}
        for move, odds in position.chance_outcomes():
            spread = float(draws * odds * (1 - odds)) ** 0.5
            assert abs(drawn[move] - draws * odds) <= 5 * spread, position.token(move)


def rolls(position):
    return position.turn == CHANCE


def test_nothing_can_be_played_when_the_game_is_over(rules):
    *_, line = walk(rules, seed=5, moves=100_000)
    position = line.position
    assert position.is_over
    before = snapshot(position)
    with pytest.raises(IllegalMoveError, match="over"):
        position.random_move(Rng(0))
    for token in {line.tokens[-1], line.tokens[0]}:
        with pytest.raises(MoveError):
            position.play(token)
    assert snapshot(position) == before


def test_the_outcome_comes_with_the_end(rules):
    for line in walk(rules, seed=6, moves=100_000):
        position = line.position
        assert (position.outcome() is None) == (not position.is_over)
        assert len(position.scores()) == rules.players
    outcome = position.outcome()
    assert outcome.scores == position.scores()
    assert outcome.reason in rules.reasons
    assert outcome.winners
    assert sum(outcome.shares) == pytest.approx(1)


def test_a_playout_is_the_game_that_tokens_play(rules):
    for seed in range(3):
        line = quatrefoil.Line(rules.start())
        length = line.random_playout(Rng(seed), 3000)
        *_, followed = walk(rules, seed, 3000)
        assert length == len(followed.moves)
        assert snapshot(line.position) == snapshot(followed.position)
        assert line.tokens == []


def test_a_position_takes_less_than_a_kilobyte(rules):
    if quatrefoil.compiled():
        assert sys.getsizeof(rules.start()) < 1024
