"""Lines and perft: what they refuse, and the ends of their ranges."""

import pytest

import quatrefoil
from quatrefoil import IllegalMoveError, Line, MoveError, Rng


@pytest.fixture(params=quatrefoil.names())
def line(request):
    return Line(quatrefoil.rules(request.param).start())


def test_a_line_has_its_own_position(line):
    first = line.position.rules.start()
    other = Line(first)
    other.push(other.position.legal_moves()[0])
    assert first == line.position


def test_moves_and_tokens_go_together(line):
    rng = Rng(1)
    for number in range(1, 6):
        move = line.position.random_move(rng)
        token = line.position.token(move)
        line.push(move)
        assert (line.moves[-1], line.tokens[-1]) == (move, token)
        assert len(line.moves) == len(line.tokens) == number
    assert line.pop() == move
    assert len(line.moves) == 4


def test_a_refused_token_changes_nothing(line):
    line.push(line.position.legal_moves()[0])
    before = line.position.copy()
    with pytest.raises(MoveError):
        line.play("nonsense")
    assert line.position == before
    assert len(line.moves) == 1


def test_a_line_is_copied_as_it_was(line):
    """With what may recur, as if all later moves were taken back."""
    copies, rng = [line.copy()], Rng(2)
    while len(copies) < 60 and not line.position.is_over:
        line.push(line.position.random_move(rng))
        copies.append(line.copy())
    for number, then in enumerate(copies[:-1]):
        assert line.copy_before(number) == then
    with pytest.raises(IllegalMoveError):
        line.copy_before(len(line))


def test_a_playout_leaves_nothing_to_take_back(line):
    line.push(line.position.legal_moves()[0])
    with pytest.raises(ValueError, match="play out a copy"):
        line.random_playout(Rng(1))
    assert line.copy().random_playout(Rng(1), 5) == 5
    line.pop()
    assert line.random_playout(Rng(1)) > 5
    assert line.position.is_over
    assert line.random_playout(Rng(1)) == 0
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        line.pop()


def test_a_line_becomes_a_copy_of_another(line):
    start, rng = line.copy(), Rng(1)
    for _ in range(4):
        line.push(line.position.random_move(rng))
    other = start.copy()
    other.push(other.position.legal_moves()[-1])
    other.copy_from(line)
    assert other.position == line.position
    assert other.moves == other.tokens == []
    assert other.random_playout(Rng(2)) == line.copy().random_playout(Rng(2))
    other.copy_from(start)
    assert other.position == start.position
    stranger = next(
        game for game in quatrefoil.all_games() if game is not start.position.rules.game
    )
    with pytest.raises(ValueError, match="only between equal rules"):
        other.copy_from(Line(stranger.rules().start()))


def test_perft_counts_from_nothing_on(line):
    moves = len(line.position.legal_moves())
    assert quatrefoil.perft(line, 0) == 1
    assert quatrefoil.perft(line, 1) == moves
    with pytest.raises(ValueError, match="an integer from 0 to 100, not -1"):
        quatrefoil.perft(line, -1)
    assert line.moves == []


def test_perft_does_not_count_games_that_are_over(line):
    line.random_playout(Rng(2))
    assert quatrefoil.perft(line, 0) == 1
    assert quatrefoil.perft(line, 1) == quatrefoil.perft(line, 3) == 0


def test_a_line_that_forgets_cannot_go_back_but_goes_on():
    line = Line(quatrefoil.rules("trickle(rings=3)").start())
    line.push(line.position.legal_moves()[0])
    before = line.position.to_json()
    line.forget()
    assert (line.moves, line.tokens) == ([], [])
    with pytest.raises(quatrefoil.IllegalMoveError, match="no move to take back"):
        line.pop()
    assert line.position.to_json() == before
    line.push(line.position.legal_moves()[0])
    line.pop()
    assert line.position.to_json() == before
