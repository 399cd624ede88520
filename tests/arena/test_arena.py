"""The arena: fair sides, honest counts, records that replay."""

import sys
import time

import pytest

import quatrefoil
from quatrefoil.arena import players as contestants
from quatrefoil.arena.contest import Pairing, contest, play
from quatrefoil.arena.players import contestant
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
    standing = contest(Pairing("uct:200n", "random", BLINQ), 10, cores=1)
    assert standing.tally.mean >= 0.8


def test_a_decided_test_ends_it(tmp_path):
    pairing = Pairing("best:200n", "random", BLINQ)
    standing = contest(pairing, 1000, sprt=Sprt(0.5, 0.6), cores=1, records=tmp_path)
    assert standing.verdict == 0.6
    assert standing.tally.games < 100
    records = sorted(tmp_path.iterdir())
    assert len(records) == standing.tally.games
    assert quatrefoil.Record.load(records[0]).outcome() is not None


def test_two_processes_play_as_many_games():
    assert contest(Pairing("random", "random", BLINQ), 6, cores=2).tally.games == 6


def test_seconds_are_those_of_the_processor():
    rules = quatrefoil.rules("blinq")
    thinker = contestant("best:0.1s", rules, 0)
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
    monkeypatch.setattr(contestants, "_GRACE", 2.0)
    program = tmp_path / "stranger.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    if line.startswith('go'): {does}\n"
        "    elif line.startswith('quit'): sys.exit()\n"
        "    else: print('ok', flush=True)\n"
    )
    pairing = Pairing(f"ugi:0.01s {sys.executable} {program}", "random", BLINQ)
    standing = contest(pairing, 2, cores=1, records=tmp_path / "games")
    assert (standing.tally.mean, standing.forfeits) == (0.0, 2)
    assert "2 forfeited, as" in str(standing)
    (record, _) = sorted((tmp_path / "games").iterdir())
    assert sys.executable in quatrefoil.Record.load(record).tags["forfeited"]


def test_a_program_that_does_not_is_reported():
    with pytest.raises(quatrefoil.QuatrefoilError, match="cannot start"):
        contestant("ugi:1s /no/such/program", quatrefoil.rules(BLINQ), 0)


@pytest.mark.parametrize(
    "text", ["", "level9", "best", "random:1s", "best:1x", "uct:5n,nonsense=1", "ugi:1s"]
)
def test_wrong_names_are_refused(text):
    with pytest.raises(quatrefoil.QuatrefoilError):
        contestant(text, quatrefoil.rules(BLINQ), 0)
