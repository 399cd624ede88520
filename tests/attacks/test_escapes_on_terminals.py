"""A stranger's record, in every command that reads one: nothing in it commands the terminal."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from attack_tools import note, scale

from quatrefoil.lab.server_process import COMMAND

#: Clears the screen and renames the window, in 7 and 8 bits; turns the direction of writing;
#: breaks the line in four ways.
ESCAPES = "\x1b[2J\x1b]0;pwned\x07\x9b2J\x90q\x9c\u202e\u2066\x85\u2028\u2029\x7f\r"


def hostile_record():
    tags = {"red": ESCAPES, f"site{ESCAPES}": "x", "event": "a\nb"}
    tags |= {
        "dice.match": ESCAPES,
        "dice.seed": "00" * 32,
        "dice.commitment": ESCAPES,
        "dice.shared": "[]",
        "dice.events": ESCAPES,
    }
    return {
        "format": "quatrefoil-record",
        "version": 1,
        "game": "blinq",
        "rules_version": 1,
        "options": {},
        "moves": ["1a1N"],
        "end": None,
        "result": None,
        "tags": tags,
    }


def hostile_tree():
    note = {"comment": f"a{ESCAPES}\nb", "marks": ["!"]}
    note["shapes"] = [{"kind": "ring", "cells": [ESCAPES], "colour": "red"}]
    tree = hostile_record() | {"format": "quatrefoil-tree", "start": None}
    for name in ("moves", "end", "result"):
        del tree[name]
    tree["lines"] = [{"moves": ["1a1N"]}, {"after": 0, "moves": ["1a1W"]}]
    return tree | {"notes": {"0": note, "1": note, "2": note}}


RECORDS = {
    "a tree": hostile_tree(),
    "a commitment": hostile_record()
    | {"tags": hostile_record()["tags"] | {"dice.events": ""}, "moves": []},
    "a value": hostile_record() | {"options": {"size": {ESCAPES: [ESCAPES]}}},
    "rolls": hostile_record(),
    "a move": hostile_record() | {"moves": [ESCAPES]},
    "a game": hostile_record() | {"game": ESCAPES},
    "an option": hostile_record() | {"options": {ESCAPES: {ESCAPES: ESCAPES}}},
    "an end": hostile_record() | {"end": {"how": ESCAPES}},
    "a result": hostile_record() | {"result": [ESCAPES]},
    "a key": hostile_record() | {ESCAPES: {ESCAPES: 1}},
    "a position": {"game": "blinq", "options": {}, "turn": {ESCAPES: ESCAPES}},
}
COMMANDS = ("replay", "replay --json", "verify-dice", "analyse --nodes 10", "show", "draw")


@pytest.fixture(params=COMMANDS)
def command(request):
    return request.param


def test_no_record_commands_a_terminal(tmp_path, command):
    named = os.environ.get(COMMAND)
    program = shlex.split(named) if named else [sys.executable, "-m", "quatrefoil"]
    path = tmp_path / f"{ESCAPES.translate({13: None, 47: None})}.json"
    commanding = 0
    for name, record in list(RECORDS.items())[: scale(3, None)]:
        path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        done = subprocess.run(
            [*program, *command.split(), str(path)], capture_output=True, timeout=60, cwd=tmp_path
        )
        said = (done.stdout + done.stderr).decode()
        assert "Traceback" not in said, (name, said)
        commanding += sum(not (char.isprintable() or char == "\n") for char in said)
    note(f"characters that command the terminal, by {command}", commanding)
    assert commanding == 0
