"""Alpha-beta: true values, kept promises."""

import threading
import time
from dataclasses import replace

import pytest
from tests.search.exact import by_form, duel, exact_shares, finished_line, random_line

import quatrefoil
from quatrefoil.search import AlphaBeta, Config, Limit, searcher
from quatrefoil.search.alphabeta.root import RootMoves
from quatrefoil.search.knowledge import Knowledge

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)
SMALL_BLINQ = quatrefoil.rules("blinq(size=3)")


#: A second thread goes backwards through what dice may bring, and tells the first what it finds.
one_thread_and_two = pytest.mark.parametrize("threads", [1, 2])


#: Red can hold a draw here, and only just.
HOLDS_A_DRAW = ("a2-b1", "a1-a2", "a1-b1", "a2-a3", "a3-a2", "a2-a1", "a1>a2", "a1-a2")


def played(text, tokens):
    line = quatrefoil.Line(quatrefoil.rules(text).start())
    for token in tokens:
        line.play(token)
    return line


def searched(line, limit, seed=0, threads=1):
    rules = line.position.rules
    config = Config.best(rules, memory=16, seed=seed, threads=threads)
    return AlphaBeta(rules, config).search(line, limit)


class TestValues:
    @one_thread_and_two
    @pytest.mark.parametrize("seed", range(by_form(12, 2)))
    def test_to_the_end_it_finds_what_trying_everything_finds(self, seed, threads):
        line = random_line(SMALL_BLINQ, seed, moves=by_form(9, 11))
        result = searched(line, Limit(depth=14), threads=threads)
        assert result.values == tuple(map(float, exact_shares(line.position)))

    @pytest.mark.parametrize("seed", range(by_form(8, 2)))
    def test_what_it_calls_proven_is_true(self, seed):
        line = random_line(SMALL_BLINQ, seed, moves=by_form(8, 11))
        for depth in range(1, 6):
            result = searched(line, Limit(depth=depth))
            if result.proven:
                assert result.values == tuple(map(float, exact_shares(line.position)))

    @pytest.mark.parametrize("nodes", by_form([1_000, 23_111, 200_000, 1_000_000], [1_000]))
    def test_a_move_that_is_lost_proves_nothing_of_others(self, nodes):
        """The window of the others once began below 0 and turned round: all were called lost."""
        line = played("trifoil", HOLDS_A_DRAW)
        result = searched(line, Limit(nodes=nodes))
        assert not result.proven
        assert result.moves[0].move == result.best
        assert not (result.moves[0].proven and result.moves[0].value == 0)

    @pytest.mark.parametrize("seed", by_form(range(12), [2]))
    def test_what_it_calls_proven_is_what_strategies_show(self, seed):
        rules = quatrefoil.rules("trifoil")
        known = Knowledge(rules)
        search, rng = AlphaBeta(rules, Config.best(rules, memory=16)), quatrefoil.Rng(seed)
        line, told = played("trifoil", HOLDS_A_DRAW[: 2 * (seed % 5)]), 0
        while not line.position.is_over:
            mover, bounds = line.position.turn, known.bounds(line.position)
            result = search.search(line, Limit(nodes=by_form(10_000, 60)))
            if bounds and result.proven:
                low, high = bounds
                assert low <= result.values[mover] <= high, line.tokens
                told += 1
            line.push(result.best if rng.draw(3) else line.position.random_move(rng))
        assert told

    def test_windows_that_hold_no_value_are_refused(self):
        stack = AlphaBeta(SMALL_BLINQ)._stacks[0]
        line = quatrefoil.Line(SMALL_BLINQ.start())
        stack.begin(line, 100, 1e9)
        for low, high in ((-0.1, 0.0), (1.0, 1.1), (0.5, 0.5)):
            with pytest.raises(ValueError, match="no value between"):
                stack.value(line.position.legal_moves()[0], 1, low, high)

    @pytest.mark.parametrize("seed", range(by_form(6, 1)))
    def test_of_the_best_lines_the_values_are_known_and_others_are_no_better(self, seed):
        line = random_line(quatrefoil.rules("trifoil"), seed, moves=6)
        config, depth = Config.best(line.position.rules, memory=16, lines=3), by_form(4, 2)
        result = AlphaBeta(line.position.rules, config).search(line, Limit(depth=depth))
        assert {report.move for report in result.moves} == set(line.position.legal_moves())
        best, others = result.moves[:3], result.moves[3:]
        values = [report.value for report in best]
        assert values == sorted(values, reverse=True)
        for report in best:
            alone = line.copy()
            alone.push(report.move)
            found = searched(alone, Limit(depth=depth - 1))
            assert report.value == pytest.approx(found.values[line.position.turn], abs=1e-6)
            assert not report.at_most
        # No two seeds like the same moves equally well: up to a hundredth.
        assert all(report.value <= values[2] + 0.01 for report in others)
        assert any(report.at_most for report in others)

    def test_a_value_that_is_only_not_exceeded_is_not_known(self):
        """Whatever was known of the move less deeply."""
        root = RootMoves(quatrefoil.Line(SMALL_BLINQ.start()), seed=0)
        move = root.moves[0]
        root.update(move, 0.6, low=-1.0, high=1.0, proven=False)
        assert root.is_known(move)
        assert not root.is_known(root.moves[1])
        root.update(move, 0.4, low=0.5, high=0.6, proven=False)
        assert not root.is_known(move)
        root.update(move, 0.0, low=0.5, high=0.6, proven=True)
        assert root.is_known(move)

    @pytest.mark.parametrize("seed", range(by_form(6, 1)))
    def test_lines_have_values_whenever_time_is_up(self, seed):
        line = random_line(quatrefoil.rules("trifoil"), seed, moves=4)
        config = Config.best(line.position.rules, memory=16, lines=3)
        for nodes in by_form((2_000, 5_000, 11_000, 23_000, 47_000), (2_000,)):
            result = AlphaBeta(line.position.rules, config).search(line, Limit(nodes=nodes))
            best = result.moves[:3]
            assert not any(report.at_most for report in best)
            # The best may be best by its bonus, or be the next one after one that is lost.
            others = [report.value for report in best[1:]]
            assert others == sorted(others, reverse=True)

    @pytest.mark.parametrize("seed", range(by_form(6, 2)))
    def test_a_turn_of_several_moves_stays_with_its_player(self, seed):
        """The same wins and losses as Monte-Carlo search proves, where turns are two actions."""
        rules = quatrefoil.rules("trifoil(chain=4)")
        line = random_line(rules, seed, moves=6)
        proof = searcher(rules, _by_playouts(rules)).search(line, Limit(nodes=by_form(30_000, 100)))
        result = searched(line, Limit(depth=6, nodes=by_form(2_000_000, 1_500)))
        if proof.proven and result.proven:
            assert result.values == proof.values

    @one_thread_and_two
    @pytest.mark.parametrize("blue", ["scissors", "paper"])
    def test_dice_are_weighed_exactly(self, blue, threads):
        """Two quiet turns of one piece against one: three decisions each, whatever the dice."""
        position = duel(by_form(2, 1), blue)
        result = searched(quatrefoil.Line(position), Limit(depth=8), threads=threads)
        exact = [float(share) for share in exact_shares(position)]
        assert result.values == pytest.approx(exact, abs=1e-6)

    def test_where_chance_moves_the_value_is_the_mean(self):
        line = quatrefoil.Line(duel(1, "scissors"))
        line.play("keep")
        line.play("roll")
        result = searched(line, Limit(depth=4))
        exact = [float(share) for share in exact_shares(line.position)]
        assert result.values == pytest.approx(exact, abs=1e-6)


def _by_playouts(rules):
    config = Config.best(rules, memory=64)
    return replace(config, advice=replace(config.advice, method="mcts"))


class TestPromises:
    def test_same_seed_and_nodes_give_the_same_result(self):
        line = random_line(quatrefoil.rules("trickle"), 1, moves=6)
        once, again = (searched(line, Limit(nodes=by_form(2_000, 500)), seed=7) for _ in range(2))
        assert replace(once, seconds=0) == replace(again, seconds=0)

    @compiled_only
    def test_another_thread_can_stop_it(self):
        rules = quatrefoil.rules("trickle")
        search = AlphaBeta(rules)
        line = quatrefoil.Line(rules.start())
        threading.Timer(0.1, search.stop).start()
        started = time.monotonic()
        result = search.search(line, Limit(time=30))
        assert time.monotonic() - started < 2
        assert result.best in line.position.legal_moves()

    def test_nodes_are_a_limit(self):
        line = quatrefoil.Line(quatrefoil.rules("trickle").start())
        assert searched(line, Limit(nodes=500)).nodes <= 502

    def test_more_than_two_players_are_refused(self):
        with pytest.raises(ValueError, match="two players"):
            AlphaBeta(quatrefoil.rules("trickle(players=3)"))

    def test_a_finished_game_is_refused(self):
        with pytest.raises(quatrefoil.IllegalMoveError, match="over"):
            searched(finished_line(SMALL_BLINQ, 0), Limit(nodes=1))

    def test_the_variation_can_be_played(self):
        line = quatrefoil.Line(quatrefoil.rules("trifoil").start())
        for move in searched(line, Limit(depth=4)).principal_variation:
            assert move in line.position.legal_moves()
            line.push(move)
