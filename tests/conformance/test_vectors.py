"""Counts and games that an independent program made of the same rules."""

import json
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil import Line, Record
from quatrefoil.core.outcome import plain

DATA = Path(__file__).parent.parent / "data"
#: The largest count that the uncompiled form is asked for.
SMALL = 50_000


def read(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


PERFTS = read("perft.jsonl")
GAMES = read("games.jsonl")


def rules_of(vector):
    return quatrefoil.rules(vector["game"], vector["options"])


def name_of(vector):
    """Return the game and its options, shortened: a custom board is long."""
    return f"{vector['game']} {json.dumps(vector['options'])}"[:50]


@pytest.mark.parametrize("vector", PERFTS, ids=name_of)
def test_perft(vector):
    line = Line(rules_of(vector).start())
    for depth, count in enumerate(vector["perft"], start=1):
        if count <= SMALL or quatrefoil.compiled():
            assert quatrefoil.perft(line, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("vector", GAMES, ids=name_of)
def test_game(vector):
    line = Line(rules_of(vector).start())
    for token, legal in zip(vector["tokens"], vector["legal"], strict=True):
        assert len(line.position.legal_moves()) == legal, line.tokens
        line.play(token)
    outcome = line.position.outcome()
    assert outcome, "the game goes on"
    assert plain(outcome.scores) == vector["result"]


@pytest.mark.parametrize("vector", GAMES, ids=name_of)
def test_game_as_a_record(vector):
    record = Record(rules_of(vector), tuple(vector["tokens"]))
    assert Record.loads(record.dumps()) == record
    assert record.to_json()["result"] == vector["result"]
