"""A game that goes on for ever, as some rules allow: it comes round, again and again."""

from functools import cache

import quatrefoil

RULES = "trickle(repetition=0)"


@cache
def _beginning_and_round():
    """Return the tokens up to a position, and those that lead from it to it again."""
    line, rng = quatrefoil.Line(quatrefoil.rules(RULES).start()), quatrefoil.Rng(3)
    seen = {}
    while line.position.key not in seen:
        seen[line.position.key] = len(line)
        line.push(_quiet_move(line, rng))
    first = seen[line.position.key]
    return tuple(line.tokens[:first]), tuple(line.tokens[first:])


def _quiet_move(line, rng):
    """Return a random move that does not end the game."""
    while True:
        move = line.position.random_move(rng)
        after = line.position.copy()
        after.push(move)
        if not after.is_over:
            return move


def endless_tokens(moves):
    beginning, again = _beginning_and_round()
    rounds = moves // len(again) + 1
    return [*beginning, *again * rounds][:moves]


def endless_record(moves):
    """Return a record with so many moves, as JSON."""
    return {
        "format": "quatrefoil-record",
        "version": 1,
        "game": "trickle",
        "rules_version": 1,
        "options": {"repetition": 0},
        "moves": endless_tokens(moves),
        "end": None,
        "result": None,
        "tags": {},
    }
