"""The computer at work for people: in time, and with the same verdicts as the command."""

import asyncio
import json
import time
from contextlib import suppress

import pytest

import quatrefoil
from quatrefoil.play.reviews import ReviewTeller
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.search import level
from quatrefoil.study.review import Review

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)


@pytest.fixture
def thinkers():
    found = Thinkers(1)
    yield found
    found.close()


def wait_for_turn(thinkers, line, number):
    """Let a level make a whole turn, also after its dice; return how long a person waits."""
    mover, dice, seconds = line.position.turn, quatrefoil.Rng(2), 0.0
    while line.position.turn in (mover, quatrefoil.CHANCE):
        if line.position.turn == mover:
            started = time.monotonic()
            tokens = asyncio.run(thinkers.turn(line, number))
            seconds += time.monotonic() - started
            for token in tokens:
                line.play(token)
        else:
            line.push(line.position.random_move(dice))
    return seconds


@compiled_only
@pytest.mark.parametrize("text", ["triotrio(first=yellow)", "trifoil"])
def test_a_turn_takes_no_longer_than_its_level(thinkers, text):
    """The second turn of a game: in TrioTrio with dice within, which begin no new time."""
    line = quatrefoil.Line(quatrefoil.rules(text).start())
    wait_for_turn(thinkers, line, 7)
    # Other programs may keep one turn waiting, but not three.
    waits = (wait_for_turn(thinkers, line, 7) for _ in range(3))
    assert any(wait < 1.5 * level(7).seconds for wait in waits)


@compiled_only
@pytest.mark.parametrize("name", quatrefoil.names())
def test_reviews_are_those_of_the_command(thinkers, name):
    rules = quatrefoil.rules(name)
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(5)
    while not line.position.is_over and len(line.moves) < 3:
        line.push(line.position.random_move(rng))
    record = quatrefoil.Record.of(line)
    lines = []
    asyncio.run(thinkers.review(record, "", lines.append))
    assert lines == [line for line in ReviewTeller(record, Review(record)) if line]
    told = [json.loads(line) for line in lines]
    assert [told[0]["type"], told[-1]["type"]] == ["begin", "end"]
    turns = {line["index"]: line for line in told if line["type"] == "turn"}
    assert [token for turn in turns.values() for token in turn["tokens"]] == line.tokens


@compiled_only
def test_a_long_review_does_not_hold_up_the_end():
    line, rng = quatrefoil.Line(quatrefoil.rules("trickle").start()), quatrefoil.Rng(5)
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    thinkers, record, lines = Thinkers(1), quatrefoil.Record.of(line), []

    async def close_while_it_runs():
        task = asyncio.create_task(thinkers.review(record, "", lines.append))
        while len(lines) < 3:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(thinkers.close)
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(close_while_it_runs())
    assert len(lines) < len(line)
