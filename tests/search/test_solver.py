"""What alpha-beta calls certain: wins, losses, draws and odds, against trying everything."""

import math

import pytest
from tests.search.exact import (
    bounds,
    by_form,
    exact_shares,
    expectation,
    late_line,
    random_line,
    skirmish,
)

import quatrefoil
from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.search import AlphaBeta, Config, Limit
from quatrefoil.search.alphabeta.plies import PlyStack
from quatrefoil.search.alphabeta.transpositions import TranspositionTable
from quatrefoil.search.endgame.table import tables_of

#: Where narrow windows lie, seen from the true value.
WINDOWS = (-0.1, -0.02, -0.002, -0.0005, 0.001, 0.02)
KINDS = ("rock", "paper", "scissors")


def searched(line, limit, **changes):
    rules = line.position.rules
    return AlphaBeta(rules, Config.best(rules, memory=16, **changes)).search(line, limit)


def random_skirmish(seed, yellow, blue, options):
    """Return a number of pieces on either side, anywhere."""
    rng = quatrefoil.Rng(seed)
    squares: list[str] = []
    while len(squares) < yellow + blue:
        square = f"{'abcdefghi'[rng.draw(9)]}{1 + rng.draw(9)}"
        if square not in squares:
            squares.append(square)
    placed = [(square, KINDS[rng.draw(3)]) for square in squares]
    return skirmish(dict(placed[:yellow]), dict(placed[yellow:]), options)


class TestLatePositions:
    """To the end of the game the search finds what trying everything finds, and says so."""

    @pytest.mark.parametrize("threads", [1, 2])
    def test_values_are_exact_and_proven(self, threads):
        rules = quatrefoil.rules("blinq(size=3)")
        for seed in range(by_form(16, 2)):
            line = random_line(rules, seed, moves=by_form(9, 11))
            result = searched(line, Limit(depth=60), threads=threads)
            assert result.proven
            assert result.values == tuple(map(float, exact_shares(line.position)))

    @pytest.mark.parametrize(
        ("text", "left", "depth"),
        by_form(
            [
                ("trickle", 1, 2),
                ("trickle(rings=3)", 2, 3),
                ("trickle(rings=3,repetition=2)", 3, 4),
                ("trifoil", 3, 3),
                ("trifoil(actions=1)", 3, 4),
            ],
            [("trickle(rings=3)", 2, 3), ("trifoil(actions=1)", 1, 2)],
        ),
    )
    def test_where_positions_can_repeat_lines_decide(self, text, left, depth):
        """All lines so deep bound the value: what is proven is within, and proven if they meet."""
        rules = quatrefoil.rules(text)
        decided = 0
        for seed in range(by_form(12, 3)):
            line = late_line(rules, seed, left)
            if len(line.position.legal_moves()) == 1:
                continue  # there is nothing to think about, so nothing gets proven
            low, high = bounds(line, depth, 0)
            result = searched(line, Limit(depth=60, nodes=by_form(200_000, 20_000)))
            if result.proven:
                assert low <= result.values[0] <= high
            assert result.proven or low < high
            decided += low == high
        assert decided > by_form(3, 0)

    def test_a_draw_of_trickle_is_proven(self):
        rules = quatrefoil.rules("trickle(rings=3)")
        for seed in range(200):
            line = late_line(rules, seed, 2)
            if bounds(line, 2, 0) == (0.5, 0.5):
                result = searched(line, Limit(depth=60, nodes=200_000))
                assert (result.proven, result.values) == (True, (0.5, 0.5))
                return
        raise AssertionError("no draw among 200 games")

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize(("yellow", "blue"), by_form([(1, 1), (2, 1)], [(1, 1)]))
    def test_dice_are_weighed_exactly(self, yellow, blue, threads):
        for seed in range(by_form(4, 1)):
            position = random_skirmish(seed, yellow, blue, {"quiet_turns": 1})
            result = searched(quatrefoil.Line(position), Limit(depth=60), threads=threads)
            exact = [float(share) for share in exact_shares(position)]
            assert result.proven
            assert result.values == pytest.approx(exact, abs=1e-8)

    def test_a_move_that_is_settled_is_worth_what_is_said(self):
        rules = quatrefoil.rules("blinq(size=3)")
        known = {}
        for seed in range(by_form(8, 2)):
            line = random_line(rules, seed, moves=by_form(9, 11))
            for report in searched(line, Limit(depth=3)).moves:
                if report.proven:
                    after = line.copy()
                    after.push(report.move)
                    assert report.value == exact_shares(after.position, known)[line.position.turn]


class TestPruning:
    @pytest.mark.parametrize("seed", range(by_form(12, 1)))
    def test_nothing_is_lost_at_the_dice(self, seed):
        """Star1 and Star2 give the value of plain expectimax, on random positions."""
        position = random_skirmish(seed, 1 + seed % 2, 1 + seed // 6, {"quiet_turns": 0})
        evaluator, depth = evaluator_of(position.rules), by_form(4, 2)
        for move in position.legal_moves():
            after = position.copy()
            after.push(move)
            plain = expectation(after, evaluator, depth - 1, 0)
            for low, high in [(0, 1)] + [(plain + at, plain + at + 0.001) for at in WINDOWS]:
                # A new table each time: nothing that an earlier window left there helps.
                stack = PlyStack(position.rules, evaluator, TranspositionTable(1_000_000), None)
                stack.begin(quatrefoil.Line(position), 10**9, math.inf)
                found = stack.value(move, depth, low, high)
                if found <= low:
                    assert plain <= found + 1e-7
                elif found >= high:
                    assert plain >= found - 1e-7
                else:
                    assert found == pytest.approx(plain, abs=1e-7)


@pytest.fixture(scope="module")
def table():
    return tables_of(quatrefoil.rules("triotrio(quiet_turns=0)"))[0]


class TestEndings:
    def test_values_stay_within_proven_bounds(self, table):
        for number in by_form(range(0, 128_160, 9_001), [5, 4_001]):
            position = nth_position(table, number)
            low, high = table.derived_bounds(position, 0)
            value = searched(quatrefoil.Line(position), Limit(depth=by_form(4, 2))).values[0]
            assert low - 2e-5 <= value <= high + 2e-5

    def test_where_bounds_meet_nothing_is_left_to_search(self, table):
        """A position that is lost, though not soon enough for the search to see it by itself."""
        position = next(each for each in table.domain.positions() if table.bounds(each)[1] < 2e-5)
        limit = Limit(depth=60, nodes=by_form(2_000, 300))
        assert not searched(quatrefoil.Line(position), limit, knows=False).proven
        result = searched(quatrefoil.Line(position), limit)
        assert result.proven
        assert result.values[position.turn] == pytest.approx(0, abs=2e-5)


def nth_position(table, number):
    """Return one of the positions of a table."""
    for at, position in enumerate(table.domain.positions()):
        if at == number:
            return position
    raise AssertionError(number)
