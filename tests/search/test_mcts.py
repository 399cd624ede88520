"""The search: what it proves is true, what it promises it keeps."""

import threading
import time
from dataclasses import replace

import pytest
from tests.search.exact import by_form, duel, exact_shares, finished_line, random_line

import quatrefoil
from quatrefoil.core.evaluate import Advice, Evaluator, evaluator_of
from quatrefoil.search import Config, Limit, Mcts
from quatrefoil.search.mcts.nodes import NODE_BYTES

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)
SMALL_BLINQ = quatrefoil.rules("blinq(size=3)")


def searched(line, limit, **changes):
    rules = line.position.rules
    return Mcts(rules, Config.best(rules, memory=64, **changes)).search(line, limit)


class TestProofs:
    @pytest.mark.parametrize("seed", range(by_form(12, 2)))
    def test_small_blinq_is_worth_what_trying_everything_says(self, seed):
        line = random_line(SMALL_BLINQ, seed, moves=by_form(8, 11))
        result = searched(line, Limit(nodes=300_000))
        assert result.proven
        assert result.values == tuple(map(float, exact_shares(line.position)))

    @pytest.mark.parametrize("seed", range(by_form(6, 2)))
    def test_proven_moves_are_worth_what_trying_everything_says(self, seed):
        line = random_line(SMALL_BLINQ, seed, moves=by_form(9, 11))
        known = {}
        for report in searched(line, Limit(nodes=by_form(3_000, 200))).moves:
            if report.proven:
                after = line.position.copy()
                after.push(report.move)
                assert report.value == exact_shares(after, known)[line.position.turn]

    @compiled_only
    def test_small_blinq_is_a_win_for_red(self):
        result = searched(quatrefoil.Line(SMALL_BLINQ.start()), Limit(nodes=3_000_000))
        assert result.proven
        assert result.values == (1, 0)

    @pytest.mark.parametrize(
        ("turns", "blue", "nodes"),
        [
            (1, "scissors", by_form(5_000, 1_000)),
            pytest.param(2, "scissors", 300_000, marks=compiled_only),
            pytest.param(2, "paper", 300_000, marks=compiled_only),
        ],
    )
    def test_dice_are_weighed_exactly(self, turns, blue, nodes):
        position = duel(turns, blue)
        searcher = Mcts(position.rules, Config(memory=64))
        result = searcher.search(quatrefoil.Line(position), Limit(nodes=nodes))
        assert result.proven
        assert result.values == pytest.approx([float(x) for x in exact_shares(position)], abs=1e-12)

    def test_a_proven_root_ends_the_search(self):
        line = random_line(SMALL_BLINQ, 3, moves=by_form(10, 11))
        assert searched(line, Limit(nodes=10**9)).nodes < 10**6


class TestPromises:
    def test_same_seed_and_nodes_give_the_same_result(self):
        line = random_line(quatrefoil.rules("blinq"), 1, moves=6)
        limit = Limit(nodes=by_form(400, 60))
        once, again = (searched(line, limit, seed=7) for _ in range(2))
        assert replace(once, seconds=0) == replace(again, seconds=0)
        assert once.moves != searched(line, limit, seed=8).moves

    @compiled_only
    @pytest.mark.parametrize("threads", [1, 2])
    def test_another_thread_can_stop_it(self, threads):
        rules = quatrefoil.rules("blinq")
        searcher = Mcts(rules, Config.best(rules, threads=threads))
        line = quatrefoil.Line(rules.start())
        timer = threading.Timer(0.1, searcher.stop)
        timer.start()
        started = time.monotonic()
        result = searcher.search(line, Limit(time=30))
        assert time.monotonic() - started < 2
        assert result.best in line.position.legal_moves()
        assert result.nodes > 0

    def test_a_search_that_was_halted_before_it_began_answers(self):
        rules = quatrefoil.rules("blinq")
        halt = threading.Event()
        halt.set()
        result = Mcts(rules).search(quatrefoil.Line(rules.start()), Limit(time=30), halt=halt)
        assert result.values == (0.5, 0.5)

    def test_memory_is_bounded_and_the_search_goes_on(self):
        rules = quatrefoil.rules("blinq")
        megabytes, nodes = by_form((0.5, 20_000), (0.07, 120))
        searcher = Mcts(rules, Config.best(rules, memory=megabytes))
        result = searcher.search(quatrefoil.Line(rules.start()), Limit(nodes=nodes))
        tree = searcher._trees[0]
        assert tree.used <= tree.capacity <= megabytes * 1_000_000 // NODE_BYTES
        assert result.nodes == nodes

    def test_a_single_legal_move_is_played_at_once(self):
        rules = quatrefoil.rules("triotrio(first=yellow)")
        line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(0)
        while line.position.turn < 0 or len(line.position.legal_moves()) > 1:
            line.push(line.position.random_move(rng))
        result = searched(line, Limit(time=60))
        assert result.nodes <= 1
        assert [result.best] == line.position.legal_moves()

    def test_two_threads_share_the_nodes(self):
        line = quatrefoil.Line(quatrefoil.rules("blinq").start())
        nodes = by_form(200, 60)
        result = searched(line, Limit(nodes=nodes), threads=2)
        assert result.nodes == nodes
        assert sum(report.visits for report in result.moves) >= nodes - 10

    def test_a_listener_hears_of_a_long_search(self):
        heard = []
        rules = quatrefoil.rules("blinq")
        line, search = quatrefoil.Line(rules.start()), Mcts(rules)

        def listen(result):
            heard.append(result)
            search.stop()

        search.search(line, Limit(time=60), listen)
        assert heard
        assert all(result.best in line.position.legal_moves() for result in heard)

    def test_a_finished_game_is_refused(self):
        line = finished_line(SMALL_BLINQ, 0)
        with pytest.raises(quatrefoil.IllegalMoveError, match="over"):
            searched(line, Limit(nodes=1))

    @pytest.mark.parametrize("wrong", [{}, {"time": -1}, {"nodes": 0}, {"depth": 0}])
    def test_wrong_limits_are_refused(self, wrong):
        with pytest.raises(ValueError, match=r"limit|from"):
            Limit(**wrong)

    def test_depth_limits_the_variation(self):
        line = quatrefoil.Line(quatrefoil.rules("blinq").start())
        result = searched(line, Limit(depth=1, nodes=by_form(500, 200)))
        assert len(result.principal_variation) == 1


class TestManyPlayers:
    @pytest.mark.parametrize("players", by_form([3, 4, 6], [3, 6]))
    def test_values_are_shares_of_all(self, players):
        rules = quatrefoil.rules(f"trickle(rings=3,players={players})")
        result = searched(quatrefoil.Line(rules.start()), Limit(nodes=by_form(300, 40)))
        assert len(result.values) == players
        assert sum(result.values) == pytest.approx(1)

    @staticmethod
    def searched_late(**advice):
        """Search a position where player 3, who is to move, cannot be first any more."""
        data = {
            "game": "trickle",
            "options": {"players": 3},
            "beads": dict.fromkeys(("k2", "k3", "k4", "k5", "h9", "f8"), 1),
            "turn": 3,
            "last": None,
            "off": [0, 0, 0],
        }
        line = quatrefoil.Line(quatrefoil.position(data))
        searcher = Mcts(line.position.rules, Config(Advice(scan=False, **advice)))
        return searcher.search(line, Limit(nodes=40))

    def mean_value(self, **advice):
        """Return the mean value of the moves, by visits."""
        moves = self.searched_late(**advice).moves
        return sum(each.value * each.visits for each in moves) / sum(each.visits for each in moves)

    def test_only_the_first_counts_unless_advice_says_that_points_do(self):
        assert self.mean_value() == 0
        assert 0 < self.mean_value(softness=1.0) < 0.2
        assert 0 < self.mean_value(softness=0.1) < self.mean_value(softness=1.0)

    def test_foresight_weighs_the_evaluation_against_the_playout(self):
        none, half, all_of_it = (self.mean_value(foresight=part) for part in (0.0, 0.5, 1.0))
        assert none == 0 < half < all_of_it
        assert all_of_it == pytest.approx(self.mean_value(playout_moves=0), abs=0.02)

    @pytest.mark.parametrize(
        "advice", [{}, {"softness": 1.0}, {"softness": 0.75, "foresight": 0.5}]
    )
    def test_what_is_expected_is_what_the_game_pays_out(self, advice):
        """Whatever helps to choose between moves: who cannot win any more expects nothing."""
        values = self.searched_late(**advice).values
        assert values[2] == 0
        assert sum(values) == pytest.approx(1)

    @pytest.mark.parametrize("seed", range(4))
    def test_the_last_move_of_a_game_is_the_best_for_its_player(self, seed):
        rules = quatrefoil.rules("trickle(rings=3,players=3)")
        line = finished_line(rules, seed)
        line.pop()
        mover = line.position.turn
        exact = max(exact_after(line.position, move)[mover] for move in line.position.legal_moves())
        result = searched(line, Limit(nodes=by_form(3_000, 300)))
        line.push(result.best)
        if line.position.is_over:
            assert line.position.outcome().shares[mover] >= exact


def exact_after(position, move):
    """Return the shares if a move ends the game; nothing for anybody if it does not."""
    after = position.copy()
    after.push(move)
    return after.outcome().shares if after.is_over else (0,) * position.rules.players


class TestReuse:
    def test_what_was_seen_of_a_move_is_kept_when_it_is_played(self):
        rules = quatrefoil.rules(by_form("blinq(size=4)", "blinq(size=3)"))
        searcher = Mcts(rules)
        line = quatrefoil.Line(rules.start())
        first = searcher.search(line, Limit(nodes=by_form(3_000, 400)))
        line.push(first.best)
        second = searcher.search(line, Limit(nodes=1))
        kept = sum(report.visits for report in second.moves)
        assert kept > 0.8 * first.moves[0].visits

    def test_another_position_starts_afresh(self):
        rules = quatrefoil.rules("blinq(size=4)")
        searcher = Mcts(rules)
        searcher.search(quatrefoil.Line(rules.start()), Limit(nodes=by_form(500, 60)))
        other = random_line(rules, 5, moves=12)
        result = searcher.search(other, Limit(nodes=10))
        assert sum(report.visits for report in result.moves) <= 10

    @pytest.mark.parametrize("seed", range(by_form(3, 1)))
    def test_a_whole_game_with_reuse_proves_nothing_false(self, seed):
        searcher = Mcts(SMALL_BLINQ, Config.best(SMALL_BLINQ, seed=seed, memory=8))
        line = random_line(SMALL_BLINQ, seed, moves=by_form(6, 9))
        known = {}
        while not line.position.is_over:
            result = searcher.search(line, Limit(nodes=by_form(300, 30)))
            if result.proven and len(line.moves) >= by_form(8, 11):
                assert result.values == tuple(map(float, exact_shares(line.position, known)))
            line.push(result.best)


class TestEvaluators:
    def test_a_game_without_one_gets_a_neutral_one(self):
        neutral = Evaluator(SMALL_BLINQ)
        assert neutral.values(SMALL_BLINQ.start()) == (0.5, 0.5)
        assert neutral.advice() == Advice()

    @pytest.mark.parametrize("name", quatrefoil.names())
    def test_values_are_shares(self, name):
        rules = quatrefoil.rules(name)
        evaluator = evaluator_of(rules)
        for seed in range(by_form(20, 8)):
            position = random_line(rules, seed, moves=seed).position
            if not position.is_over:
                values = evaluator.values(position)
                assert sum(values) == pytest.approx(1)
                assert all(0 <= value <= 1 for value in values)
