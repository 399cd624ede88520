"""What the suite runs on: every game and preset, and random games of it."""

import contextlib
import itertools
import os

import quatrefoil
from quatrefoil import Line, OptionError, Rng
from quatrefoil.core.constants import MAX_PLAYERS

#: The default rules of every game first, then each preset that differs.
VARIANTS = list(
    dict.fromkeys(
        rules
        for game in quatrefoil.all_games()
        for rules in [game.rules(), *(game.preset(preset.name) for preset in game.presets)]
    )
)


def _each_number_of_players():
    for game in quatrefoil.all_games():
        for players in range(1, MAX_PLAYERS + 1):
            with contextlib.suppress(OptionError):
                yield game.rules({"players": players})


#: Rules for each number of players that a game can have.
PLAYER_COUNTS = list(
    {
        (rules.game.name, rules.players): rules for rules in [*VARIANTS, *_each_number_of_players()]
    }.values()
)

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: How many random games a check looks at, and how many moves of each.
GAMES = 10 if THOROUGH else 3 if quatrefoil.compiled() else 1
MOVES = 400 if quatrefoil.compiled() else 40


def walk(rules, seed=0, moves=MOVES):
    """Yield one line before the first move and after each one of a random game, the same line."""
    line, rng = Line(rules.start()), Rng(seed)
    yield line
    while not line.position.is_over and len(line.moves) < moves:
        line.push(line.position.random_move(rng))
        yield line


def walks(rules):
    """Yield the lines of some random games, one after another."""
    return itertools.chain.from_iterable(walk(rules, seed) for seed in range(GAMES))


def sampled(rules, every=7):
    """Yield copies of some positions of random games, the first and the last ones among them.

    They were reached by bare moves, so that none has ended by a repetition: what is written down
    about a position cannot tell that.
    """
    for seed in range(GAMES):
        position, rng = rules.start(), Rng(seed)
        for number in range(MOVES):
            if position.is_over:
                break
            if number % every == 0:
                yield position.copy()
            position.push(position.random_move(rng))
        yield position


def snapshot(position):
    """Return everything that anyone can see of a position."""
    return (
        position.to_json(),
        position.key,
        position.turn,
        position.legal_tokens(),
        position.scores(),
        position.outcome(),
        str(position),
    )
