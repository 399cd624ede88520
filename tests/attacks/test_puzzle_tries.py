"""Puzzles at their worst, from a few addresses, beside people who play.

Every try is another one, so that none is remembered; puzzles of one's own are on the largest board
that there is, and claim the most turns; positions are asked about that take longest to look at;
and some do not wait for their answer. All of it is Python that shares the interpreter with whoever
answers the bystanders.
"""

import itertools
import json
import time

from attack_tools import Stranger, bystanders, keep_doing, note, scale, serving
from large_board import large_board

import quatrefoil
from quatrefoil.study.puzzles.puzzle import puzzles_of


def tries():
    """Yield an address and a body for every turn of one move, of the puzzles that take longest."""
    for game in ("trickle", "triotrio", "blinq"):
        for puzzle in reversed(puzzles_of(game)):
            for token in puzzle.start().legal_tokens():
                yield f"/api/puzzles/{game}/{puzzle.id}", {"tokens": [token]}


def made_up():
    """Return tries in puzzles that somebody made up, and positions that are heavy to look at."""
    large = quatrefoil.rules("trifoil", large_board()).start()
    blinq = quatrefoil.rules("blinq(size=8)").start()
    middle = puzzles_of("blinq")[-1].start()
    return [
        *(
            (f"/api/puzzles/{position.rules.game.name}/own", _tried(position))
            for position in (large, blinq, middle)
        ),
        ("/api/puzzles/trifoil/here", {"position": large.to_json()}),
        ("/api/puzzles/blinq/here", {"position": blinq.to_json()}),
        ("/api/puzzles/trifoil/here", {"position": _busy("trifoil", 6)}),
        ("/api/puzzles/trickle/here", {"position": _busy("trickle", 12)}),
        ("/api/puzzles/triotrio/here", {"position": _busy("triotrio", 30)}),
    ]


def _tried(position):
    """Return a try that claims as much as can be: a win in nine turns."""
    after, tokens = position.copy(), []
    while after.turn == position.turn:
        tokens.append(after.legal_tokens()[0])
        after.play(tokens[-1])
    claim = {"position": position.to_json(), "key": tokens, "goal": "win", "turns": 9}
    return {"tokens": tokens, "puzzle": {**claim, "grade": 0, "themes": []}}


def _busy(game, moves):
    """Return a position in the middle of a game, as JSON."""
    position, rng = quatrefoil.rules(game).start(), quatrefoil.Rng(5)
    for _ in range(moves):
        position.push(position.random_move(rng))
    while position.turn < 0:
        position.push(position.random_move(rng))
    return position.to_json()


def test_puzzles_at_their_worst_beside_a_match(tmp_path):
    with serving(tmp_path) as server:
        strangers = [Stranger(server, f"127.0.0.{number}") for number in range(2, scale(4, 9))]
        endless = itertools.cycle(list(itertools.islice(tries(), 3_000)))
        worst = made_up()

        def tried(stranger):
            def ask():
                status, answer = stranger.ask(*next(endless))
                return "ok" if status == 200 else json.loads(answer)["code"]

            return ask

        def made(stranger, path, body):
            def ask():
                status, answer = stranger.ask(path, body)
                return "ok" if status == 200 else json.loads(answer)["code"]

            return ask

        def left(stranger, path, body):
            def ask():
                stranger.abandon(path, body)
                return "left"

            return ask

        deeds = [tried(stranger) for stranger in strangers]
        deeds += [made(stranger, *each) for stranger in strangers for each in worst]
        deeds += [left(stranger, *each) for stranger in strangers for each in worst]
        with bystanders(server) as others, keep_doing(*deeds) as told:
            time.sleep(scale(2, 20))
    note("puzzles at their worst, what strangers were told", dict(told))
    note("puzzles at their worst: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert told["ok"]
    assert set(told) <= {"ok", "too-many", "left", "not-allowed", "bad-request"}
    assert others.waited_little()
