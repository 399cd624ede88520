"""Playthroughs: one short game of each kind, written out so that a reader can follow it.

The first lines of tests/data/playthroughs/<game>.txt say which game it is:

    rules: trickle(rings=3)
    seed: 1

and the rest follows from them. After a change that is meant to change it:

    python -m tests.conformance.playthrough

writes all of them anew, and `git diff` shows what the change did. A new game needs a file with
those two lines.
"""

import json
import textwrap
from pathlib import Path

import quatrefoil
from quatrefoil import CHANCE, Line, Rng

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"


def files():
    """Return the files of all playthroughs."""
    return sorted(FOLDER.glob("*.txt"))


def generate(text):
    """Return the whole playthrough of which a text has at least the first lines."""
    header = dict(line.split(": ", 1) for line in text.splitlines()[:2])
    rules, seed = quatrefoil.rules(header["rules"]), int(header["seed"])
    return "\n".join([f"rules: {rules}", f"seed: {seed}", *_steps(Line(rules.start()), Rng(seed))])


def _steps(line, rng):
    while True:
        position = line.position
        yield from ("", str(position), f"json {json.dumps(position.to_json())}")
        yield f"key {position.key:016x}"
        if position.is_over:
            break
        tokens = position.legal_tokens()
        yield textwrap.fill(
            f"legal ({len(tokens)}): {' '.join(tokens)}",
            width=100,
            break_long_words=False,
            break_on_hyphens=False,
        )
        mover = _mover(position)
        line.push(position.random_move(rng))
        yield ""
        yield f"=== {len(line.moves)}. {mover}: {line.tokens[-1]}"
    outcome = position.outcome()
    yield f"scores {list(outcome.scores)}, winners {list(outcome.winners)}: {outcome.reason}"
    yield ""


def _mover(position):
    return "Chance" if position.turn == CHANCE else position.rules.player_names[position.turn]


if __name__ == "__main__":
    for file in files():
        file.write_text(generate(file.read_text(encoding="utf-8")), encoding="utf-8")
