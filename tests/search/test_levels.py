"""The eight opponents."""

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import groupby, pairwise

import pytest
from tests.search.exact import by_form, finished_line, random_line

import quatrefoil
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.line import Line
from quatrefoil.search import LEVELS, Config, Level, Limit, Player, level, player, searcher
from quatrefoil.search.proof.wins import WinFinder

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"

every_game = pytest.mark.parametrize("rules", quatrefoil.names(), indirect=True)
compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)


@pytest.fixture
def rules(request):
    return quatrefoil.rules(request.param)


#: Every game as it comes, and where the number of players asks for another way to search.
SEARCHED = [*quatrefoil.names(), "trickle(players=3)", "trickle(players=6)"]


def test_there_are_eight_with_names():
    assert [each.number for each in LEVELS] == list(range(1, 9))
    assert len({each.name for each in LEVELS}) == 8


@pytest.mark.parametrize("rules", SEARCHED, indirect=True)
def test_budgets_are_at_least_four_times_apart_and_end_where_the_game_says(rules):
    advice = Config.best(rules).advice
    budgets = [each.nodes(advice) for each in LEVELS]
    assert (budgets[0], budgets[-1]) == (advice.first_nodes, advice.top_nodes)
    for low, high in pairwise(budgets):
        assert high >= 4 * low


@pytest.mark.parametrize("wrong", [0, 9, -1])
def test_other_levels_are_refused(wrong):
    with pytest.raises(ValueError, match="1 to 8"):
        level(wrong)


def wins_within_turn(line):
    """Return first moves of every way to win before anybody else moves, by trying all."""
    mover = line.position.turn

    def wins(position):
        if position.is_over:
            return position.outcome().winners == (mover,)
        if position.turn != mover:
            return False
        return any(wins(after(position, move)) for move in position.legal_moves())

    def after(position, move):
        twin = position.copy()
        twin.push(move)
        return twin

    return {m for m in line.position.legal_moves() if wins(after(line.position, m))}


def lines_with_wins(rules, count, seeds=400):
    """Yield lines of random games where the player to move can win within the turn."""
    for seed in range(seeds):
        line = finished_line(rules, seed)
        for _ in range(min(6, len(line.moves))):
            line.pop()
            if line.position.turn >= 0 and wins_within_turn(line):
                yield line
                count -= 1
                break
        if count == 0:
            return


@compiled_only
@every_game
@pytest.mark.parametrize("number", [2, 4])
def test_no_win_within_the_turn_is_missed(rules, number):
    tried = 0
    for line in lines_with_wins(rules, count=8):
        opponent, mover = player(rules, number), line.position.turn
        while line.position.turn == mover:
            line.push(opponent.choose(line))
        outcome = line.position.outcome()
        assert outcome is not None
        assert outcome.winners == (mover,)
        tried += 1
    assert tried


@compiled_only
@every_game
def test_the_scout_sees_wins_where_there_are_and_only_there(rules):
    scout = WinFinder(rules)
    for seed in range(10):
        line = random_line(rules, seed, moves=5 + 2 * seed)
        if line.position.turn >= 0:
            found = scout.winning_moves(line)
            assert bool(found) == bool(wins_within_turn(line))
            mover = line.position.turn
            for move in found:
                line.push(move)
            assert not found or line.position.outcome().winners == (mover,)


@compiled_only
def test_long_turns_on_a_large_board_are_looked_through_to_the_end():
    """Four actions on twelve Blinks: hundreds of thousands of ways to go on."""
    rules = quatrefoil.rules("trifoil(board=12,actions=4)")
    scout, found = WinFinder(rules), 0
    for seed in (3, 10, 14):
        line = random_line(rules, seed, moves=9)
        if line.position.turn >= 0 and scout.winning_moves(line, positions=10**9):
            found += 1
            for number in (2, 5):
                twin, opponent = line.copy(), player(rules, number, timed=False)
                while twin.position.turn == line.position.turn:
                    twin.push(opponent.choose(twin))
                assert twin.position.outcome().winners == (line.position.turn,)
    assert found == 3


@compiled_only
def test_a_long_look_lets_other_threads_go_on():
    """A server has one process: whoever makes a turn of millions of ways must not stop it."""
    rules = quatrefoil.rules("trifoil(board=12,actions=4)")
    line, scout = random_line(rules, 15, moves=9), WinFinder(rules)
    beats, done = [], threading.Event()

    def beat():
        while not done.wait(0.001):
            beats.append(time.monotonic())

    other = threading.Thread(target=beat)
    other.start()
    started = time.monotonic()
    assert not scout.winning_moves(line)
    ended = time.monotonic()
    done.set()
    other.join()
    assert sum(started < at < ended for at in beats) > 3


def turn_seconds(opponent, line, clock):
    """Let an opponent make a whole turn, also after its dice; return how long that took."""
    mover, started, dice = line.position.turn, clock(), quatrefoil.Rng(1)
    while line.position.turn in (mover, quatrefoil.CHANCE):
        if line.position.turn == mover:
            line.push(opponent.choose(line))
        else:
            line.push(line.position.random_move(dice))
    return clock() - started


def promised(number):
    """Return the seconds within which a level answers on an idle machine."""
    return 0.2 if number <= 6 else 1 if number == 7 else 2


@compiled_only
@every_game
@pytest.mark.parametrize("number", range(1, 9))
def test_a_turn_takes_no_more_than_was_promised(rules, number):
    """By the processor's clock, so that it holds however busy this machine is."""
    opponent = player(rules, number)
    line = line_for_a_person(rules)
    assert turn_seconds(opponent, line, time.thread_time) < promised(number)


def line_for_a_person(rules):
    """Return a line of a few moves after which somebody, not chance, is to move."""
    line, rng = random_line(rules, 1, moves=8), quatrefoil.Rng(1)
    while line.position.turn < 0:
        line.push(line.position.random_move(rng))
    return line


@compiled_only
@pytest.mark.skipif(not THOROUGH, reason="keeps the whole machine busy")
@every_game
def test_nobody_waits_longer_than_five_seconds_on_a_busy_machine(rules):
    others = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(8 * (os.cpu_count() or 1))
    ]
    try:
        opponent = player(rules, len(LEVELS))
        assert turn_seconds(opponent, line_for_a_person(rules), time.monotonic) < 5
    finally:
        for other in others:
            other.kill()
            other.wait()


@compiled_only
def test_the_moves_of_a_turn_share_its_time():
    rules = quatrefoil.rules("trifoil(actions=4,chain=9)")
    slow = Level(7, "Slow", seconds=0.3)
    line = random_line(rules, 1, moves=3)
    assert len(line.position.legal_moves()) > 1
    took = turn_seconds(Player(rules, slow), line, time.thread_time)
    assert took < 0.3 * 1.5


def parts_of_turns(rules, seed):
    """Yield into how many parts dice divide each turn of a random game."""
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(seed)
    movers = []
    while not line.position.is_over:
        movers.append(line.position.turn)
        line.push(line.position.random_move(rng))
    # Moves of one player without a roll between them are a part; parts of one player are a turn.
    parts = [mover for mover, _ in groupby(movers) if mover >= 0]
    for _, turn in groupby(parts):
        yield len(list(turn))


@pytest.mark.parametrize("rules", quatrefoil.names(), indirect=True)
def test_games_say_into_how_many_parts_dice_divide_a_turn(rules):
    """A level's time is shared among the parts: more of them would make a turn longer."""
    most = max(parts for seed in range(20) for parts in parts_of_turns(rules, seed))
    assert most == Config.best(rules).advice.turn_parts


@compiled_only
def test_the_parts_of_a_turn_share_its_time():
    """Three parts in TrioTrio: to change, to roll, to move. By the clock on the wall."""
    rules = quatrefoil.rules("triotrio(first=yellow)")
    slow = replace(level(8), seconds=0.6)
    line, spent = quatrefoil.Line(rules.start()), []
    for token in ("change:c1", "!1", "roll", "!3", "c1-c4"):
        if line.position.turn != quatrefoil.CHANCE:
            started = time.monotonic()
            Player(rules, slow).choose(line)  # made anew for each part, as a server does
            spent.append(time.monotonic() - started)
        line.play(token)
    assert len(spent) == 3
    assert sum(spent) < 2 * 0.6


def whole_game(rules, number, anew, nodes=400):
    """Return a game of a level with itself, with a player made anew for each part or kept."""
    line, dice, seats = quatrefoil.Line(rules.start()), quatrefoil.Rng(0), {}
    latest = None
    while not line.position.is_over and len(line.moves) < 40:
        turn = line.position.turn
        if turn < 0:
            line.push(line.position.random_move(dice))
        else:
            if turn not in seats or (anew and turn != latest):
                seats[turn] = Player(rules, level(number), 7 + turn, timed=False, most_nodes=nodes)
            line.push(seats[turn].choose(line))
        latest = turn
    return line.tokens


@compiled_only
@pytest.mark.parametrize("rules", SEARCHED, indirect=True)
@pytest.mark.parametrize("number", [3, 6])
def test_nothing_is_kept_between_turns(rules, number):
    """A server makes a player for each turn; what it plays is what the arena measures."""
    assert whole_game(rules, number, anew=True) == whole_game(rules, number, anew=False)


@pytest.mark.parametrize("rules", SEARCHED, indirect=True)
def test_a_searcher_that_forgets_is_like_a_new_one(rules):
    config, limit = Config.best(rules, seed=3, memory=4), Limit(nodes=by_form(400, 40))
    first, second = Line(rules.start()), random_line(rules, 5, moves=6)
    used = searcher(rules, config)
    used.search(first, limit)
    used.search(second, limit)
    used.forget()
    with pytest.raises(QuatrefoilError):
        used.search_on(limit)
    for line in (second, first):
        found, expected = used.search(line, limit), searcher(rules, config).search(line, limit)
        assert replace(found, seconds=0) == replace(expected, seconds=0)
        used.forget()


@compiled_only
def test_the_moves_of_a_part_share_what_was_found():
    """Alpha-beta looks the second action of a turn up: it was searched with the first."""
    rules = quatrefoil.rules("trifoil(actions=4,chain=9)")
    line = random_line(rules, 1, moves=3)
    kept, made_anew = (Player(rules, level(6), timed=False) for _ in range(2))
    mover = line.position.turn
    line.push(kept.choose(line))
    assert line.position.turn == mover
    first, second = kept.search(line), made_anew.search(line)
    assert first.nodes < second.nodes
    assert max(report.visits for report in first.moves) >= 2


@compiled_only
@pytest.mark.parametrize("rules", SEARCHED, indirect=True)
@pytest.mark.parametrize("number", range(1, 9))
def test_nodes_of_a_part_are_what_its_time_holds(rules, number):
    """Arenas count nodes and people seconds: both must allow the same."""
    advice, here = Config.best(rules).advice, level(number)
    assert here.part_nodes(advice) / advice.top_nodes == pytest.approx(
        here.part_seconds(advice) / level(8).part_seconds(advice), rel=0.01
    )
    assert here.part_nodes(advice) >= here.nodes(advice)


@compiled_only
@every_game
def test_a_level_plays_the_same_game_again(rules):
    moves = by_form(12, 2)

    def game(seed):
        line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(0)
        seats = [player(rules, 2, seed + seat, timed=False) for seat in range(rules.players)]
        while not line.position.is_over and len(line.moves) < moves:
            turn = line.position.turn
            line.push(line.position.random_move(rng) if turn < 0 else seats[turn].choose(line))
        return line.tokens

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(1, 9, 2)}) > 1


def test_the_lowest_level_looks_one_move_ahead():
    rules = quatrefoil.rules("trickle")
    result = player(rules, 1).search(quatrefoil.Line(rules.start()))
    assert max(report.visits for report in result.moves) == 1
    assert result.nodes < 2 * len(result.moves)
