"""Records made to keep `verify-dice` busy, or to break it: each gets its answer, soon and small.

Measured in the process that people run, with its memory limited.
"""

import json
import random
import resource
import subprocess
import sys
import time

import pytest
from attack_tools import note, scale

import quatrefoil
from quatrefoil import Line, Record
from quatrefoil.match.dice import CHANCE_MOVE, Dice, Draw, hash_of
from quatrefoil.match.dice_tags import DiceTags

#: What the command may take at most.
SECONDS, MEGABYTES = 60, 600
HASH, VALUE = "ab" * 32, "cd" * 32

TAGS = {
    "dice.match": "m" * 16,
    "dice.commitment": HASH,
    "dice.seed": HASH,
}
OLDER = TAGS | {"dice.shared": "[]"}
SHARED = TAGS | {"dice.scheme": "2", "dice.hashes": f"{HASH} -", "dice.values": f"{HASH} -"}

HOSTILE = {
    "ten megabytes in a tag": SHARED | {"dice.values": HASH * 160_000},
    "a hundred thousand tags": {f"dice.events.{number}": "1" for number in range(100_000)},
    "immense numbers": OLDER | {"dice.events": "9" * 900, "dice.first": "9" * 900},
    "far events": OLDER | {f"dice.events.{number}": "999999999 " * 99 for number in range(2, 28)},
    "deep nesting": OLDER | {"dice.shared": "[" * 1000},
    "infinite seats": OLDER | {"dice.shared": '[[1e999,"x"],[NaN,"x"]]'},
    "odd digits": SHARED | {"dice.first": "٣ ٣", "dice.throws": "rр", "dice.throwers": "²"},
    "lone surrogates": SHARED | {"dice.match": "\ud800", "dice.hashes": "\udfff -"},
    "many rounds": SHARED | {"dice.throws": "rr " * 330, "dice.throwers": "0 1 " * 240},
    "another scheme": SHARED | {"dice.scheme": "\x1b[2J3"},
}


def verify(record, seen=HASH):
    """Run the command on a record; return its exit status, what it said and how long it took."""
    started = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-m", "quatrefoil", "verify-dice", "-", "--seen", seen],
        input=record,
        capture_output=True,
        timeout=SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20,) * 2),
    )
    return ran.returncode, (ran.stdout + ran.stderr).decode(), time.monotonic() - started


@pytest.mark.parametrize("name", scale(list(HOSTILE)[::3], list(HOSTILE)))
def test_tags_that_nobody_wrote(name):
    data = Record(quatrefoil.rules("triotrio")).to_json()
    status, said, seconds = verify(json.dumps(data | {"tags": HOSTILE[name]}).encode())
    note(f"{name}: seconds until it was refused", round(seconds, 1))
    assert status == 1
    assert "Traceback" not in said
    assert said.startswith("quatrefoil: ") or "error" in said.lower(), said[:200]
    assert "\x1b" not in said
    assert len(said) < 2000


def test_a_very_long_match():
    """As many rolls as a record can have, all of them right."""
    record, rolls = long_record(scale(1_000, 99_000))
    status, said, seconds = verify(record.dumps().encode(), hash_of(VALUE))
    note(f"seconds for {rolls} rolls in {len(record.moves)} moves", round(seconds, 1))
    assert status == 0, said[:300]
    assert f"{rolls} rolls: all as committed" in said


def long_record(moves):
    """Return the record of players who roll, and walk so that nobody loses a piece."""
    seed, hashes = bytes(32), (hash_of(VALUE), None)
    dice = Dice("m" * 16, seed, hashes, (VALUE, None))
    line, rng, rolls = (
        Line(quatrefoil.rules("triotrio(quiet_turns=0)").start()),
        random.Random(1),
        0,
    )
    while len(line) < moves:
        position = line.position
        if position.is_over:  # go back a little, and play on otherwise
            for _ in range(min(len(line), 60)):
                rolls -= line.tokens[-1].startswith("!")
                line.pop()
        elif position.turn == quatrefoil.CHANCE:
            line.push(dice.roll(Draw(CHANCE_MOVE, rolls), position.chance_outcomes()))
            rolls += 1
        else:
            line.push(quiet_move(position, rng))
    told = DiceTags(dice.match, dice.commitment, seed, dice.hashes, dice.values)
    return Record.of(line, **told.to_tags()), rolls


def quiet_move(position, rng):
    """Return a move, any of them, after which everybody has the pieces that they had."""
    before, moves = pieces(position), position.legal_moves()
    if "roll" in position.legal_tokens():
        return position.parse("roll")
    for move in rng.sample(moves, len(moves)):
        after = position.copy()
        after.push(move)
        if pieces(after) == before and not after.is_over:
            return move
    return moves[0]


def pieces(position):
    shown = position.to_json()
    return len(shown["yellow"]), len(shown["blue"])
