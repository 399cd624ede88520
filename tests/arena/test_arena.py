"""The arena: fair sides, honest counts, records that replay."""

import sys
import time

import pytest

import quatrefoil
from quatrefoil.arena import ugi
from quatrefoil.arena.contest import Pairing, contest, play, play_all
from quatrefoil.arena.players import arena_player
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.arena.statistics import Sprt

BLINQ = "blinq(size=3)"


def test_the_sides_change_and_the_game_is_the_same_again():
    pairing = Pairing("random", "random", BLINQ, seed=3)
    first, second = play(pairing, 0), play(pairing, 1)
    assert (first.seats, second.seats) == ((0,), (1,))
    assert play(pairing, 0) == first


def test_what_one_side_gets_the_other_does_not():
    for number in range(4):
        there = play(Pairing("random", "greedy", BLINQ), number)
        assert 0 <= there.score <= 1


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
@pytest.mark.parametrize("name", ["trifoil", "trickle", "blinq"])
@pytest.mark.parametrize("level", [2, 3])
def test_low_levels_are_better_than_the_ones_below(name, level):
    """A score of 60% at budgets that play the same again; docs/strength.md has the whole test."""
    scores = [play(Pairing(f"level{level}", f"level{level - 1}", name), n).score for n in range(20)]
    assert sum(scores) >= 12


def test_search_beats_chance():
    standing = contest(Pairing("uct:200n", "random", BLINQ), 10, pool=ProcessPool(1))
    assert standing.tally.mean >= 0.8


def test_a_decided_test_ends_it(tmp_path):
    pairing = Pairing("best:200n", "random", BLINQ)
    standing = contest(pairing, 1000, sprt=Sprt(0.5, 0.6), pool=ProcessPool(1), records=tmp_path)
    assert standing.verdict == 0.6
    assert standing.tally.games < 100
    records = sorted(tmp_path.iterdir())
    assert len(records) == standing.tally.games
    assert quatrefoil.Record.load(records[0]).outcome() is not None


QUICK = [
    Pairing("level3", "level2", "trifoil(board=6)", seed=5),
    Pairing("level4", "best:300n", "blinq", seed=5),
    Pairing("level2", "uct:50n", "triotrio", seed=5),
    Pairing("best:100n", "greedy", "trickle(players=3)", seed=5, opening=3),
]


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
@pytest.mark.parametrize("pairing", QUICK, ids=str)
def test_a_seed_gives_the_same_games_whatever_came_before_them(pairing):
    """Nothing is left over from other games, and no clock decides anything."""
    games = [play(pairing, number) for number in range(3)]
    assert [play(pairing, number) for number in (2, 0, 1)] == [games[2], games[0], games[1]]
    assert list(play_all(pairing, range(3), pool=ProcessPool(2))) == games


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
def test_a_test_is_decided_after_the_same_game_on_any_number_of_cores():
    """Games come in their order, not as they finish."""
    pairing, sprt = Pairing("best:20n", "random", BLINQ, seed=1), Sprt(0.5, 0.6)
    one, two = (contest(pairing, 200, sprt=sprt, pool=ProcessPool(cores)) for cores in (1, 2))
    assert one == two
    assert one.verdict is not None


def test_two_processes_play_as_many_games():
    assert contest(Pairing("random", "random", BLINQ), 6, pool=ProcessPool(2)).tally.games == 6


def test_seconds_are_those_of_the_processor():
    rules = quatrefoil.rules("blinq")
    thinker = arena_player("best:0.1s", rules, 0)
    started = time.thread_time()
    thinker.choose(quatrefoil.Line(rules.start()))
    assert time.thread_time() - started == pytest.approx(0.1, abs=0.02)
    played = play(Pairing("uct:0.01s", "random", BLINQ), 0)
    assert played.seconds < 0.01 * len(played.moves) + 0.2


def test_a_program_that_speaks_ugi_can_play():
    command = f"ugi:50n {sys.executable} -m quatrefoil ugi"
    played = play(Pairing(command, "random", BLINQ), 0)
    assert played.moves


#: Programs that understand the question and do not answer as they should.
STRANGERS = {
    "silence": "pass",
    "a move that is not legal": "print('bestmove 9z9N', flush=True)",
    "no move": "print('bestmove', flush=True)",
    "an error": "print('error I do not know this game', flush=True)",
    "the end": "sys.exit()",
}


@pytest.mark.parametrize("does", STRANGERS.values(), ids=STRANGERS)
def test_a_program_that_does_not_play_forfeits_its_games(does, tmp_path, monkeypatch):
    monkeypatch.setattr(ugi, "_GRACE", 2.0)
    program = tmp_path / "stranger.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    if line.startswith('go'): {does}\n"
        "    elif line.startswith('quit'): sys.exit()\n"
        "    else: print('ok', flush=True)\n"
    )
    pairing = Pairing(f"ugi:0.01s {sys.executable} {program}", "random", BLINQ)
    standing = contest(pairing, 2, pool=ProcessPool(1), records=tmp_path / "games")
    assert (standing.tally.mean, standing.forfeits) == (0.0, 2)
    assert "2 forfeited, as" in str(standing)
    (record, _) = sorted((tmp_path / "games").iterdir())
    assert sys.executable in quatrefoil.Record.load(record).tags["forfeited"]


def test_a_program_that_does_not_is_reported():
    with pytest.raises(quatrefoil.QuatrefoilError, match="cannot start"):
        arena_player("ugi:1s /no/such/program", quatrefoil.rules(BLINQ), 0)


@pytest.mark.parametrize(
    "text", ["", "level9", "best", "random:1s", "best:1x", "uct:5n,nonsense=1", "ugi:1s"]
)
def test_wrong_names_are_refused(text):
    with pytest.raises(quatrefoil.QuatrefoilError):
        arena_player(text, quatrefoil.rules(BLINQ), 0)
