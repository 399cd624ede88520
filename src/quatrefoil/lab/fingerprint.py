"""Fingerprints of players: eight letters that show whether a result is of today's players.

A fingerprint is made of the moves that both sides choose in fixed positions, not of the source:
a search that is rewritten and plays the same keeps its fingerprint. Searches get few nodes here,
fixed ones also where a contest counts seconds, so that all fingerprints of the document take a few
seconds. What a level has in a contest is part of its fingerprint as a number.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache

from quatrefoil.arena.players import arena_player
from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, level

#: Nodes a move, as a part of the highest level's: about a hundredth of a second.
_NODES_SHARE = 1 / 200
#: Positions come from `_GAMES` random games, after these parts of their moves, where a player has
#: `_FEWEST_CHOICES` or more moves: one of two moves says little about who chose it.
_GAMES = 3
_PLACES = (0.1, 0.4, 0.7)
_FEWEST_CHOICES = 5
#: Letters of a fingerprint: enough to tell a few hundred rows apart.
_LETTERS = 8


@cache
def fingerprint(rules: str, first: str, second: str) -> str:
    """Return what tells these two players from others of the same names that choose otherwise."""
    choices = [_choices(rules, _without_budget(text)) for text in (first, second)]
    whole = json.dumps([rules, choices, [_budget(rules, text) for text in (first, second)]])
    return hashlib.sha256(whole.encode()).hexdigest()[:_LETTERS]


def _without_budget(player: str) -> str:
    """Return a player's name with one second for its budget: fixed nodes stand in for any."""
    return re.sub(r":[0-9.]+[sn]", ":1s", player)


def _budget(rules: str, player: str) -> list[object]:
    """Return what a player has for its moves, as far as its name does not say."""
    number = re.fullmatch("level([1-8])", player)
    if number is None:
        return []
    advice, found = Config.best(rules_of(rules)).advice, level(int(number[1]))
    return [found.nodes(advice), found.part_nodes(advice), found.depth]


@cache
def _choices(rules: str, player: str) -> list[str]:
    """Return the tokens that a player chooses in every position."""
    found = rules_of(rules)
    nodes = max(1, int(Config.best(found).advice.top_nodes * _NODES_SHARE))
    chosen = []
    for seed, line in enumerate(_lines(rules)):
        asked = arena_player(player, found, seed, most_nodes=nodes)
        chosen.append(line.position.token(asked.choose(line)))
        asked.close()
    return chosen


@cache
def _lines(rules: str) -> list[Line]:
    """Return lines of random games where somebody has a choice."""
    lines = []
    for seed in range(_GAMES):
        open_lines = [line for line in _random_game(rules, seed) if _has_choice(line)]
        lines += [open_lines[int(place * len(open_lines))] for place in _PLACES]
    return lines


def _random_game(rules: str, seed: int) -> Iterator[Line]:
    """Yield the lines of a random game, from its start on."""
    line, rng = Line(rules_of(rules).start()), Rng(seed)
    while not line.position.is_over:
        yield line.copy()
        line.push(line.position.random_move(rng))


def _has_choice(line: Line) -> bool:
    return line.position.turn >= 0 and len(line.position.legal_moves()) >= _FEWEST_CHOICES
