"""What positions are really worth, by trying everything: slow, plain, and never wrong."""

from fractions import Fraction

import quatrefoil


def by_form(compiled, uncompiled):
    """Return what a test asks of the compiled form, or the little it asks of the slow one."""
    return compiled if quatrefoil.compiled() else uncompiled


def exact_shares(position, known=None):
    """Return each player's share with best play, for games whose positions never repeat."""
    known = {} if known is None else known
    if position.is_over:
        return tuple(Fraction(share) for share in position.outcome().shares)
    if position.key not in known:
        known[position.key] = _best(position, known)
    return known[position.key]


def _best(position, known):
    if position.turn == quatrefoil.CHANCE:
        results = [
            (odds, exact_shares(_after(position, move), known))
            for move, odds in position.chance_outcomes()
        ]
        return tuple(
            sum(odds * shares[player] for odds, shares in results)
            for player in range(position.rules.players)
        )
    results = [exact_shares(_after(position, move), known) for move in position.legal_moves()]
    return max(results, key=lambda shares: shares[position.turn])


def _after(position, move):
    after = position.copy()
    after.push(move)
    return after


def bounds(line, depth, player):
    """Return what a player gets at least and at most, by trying all moves so deep, as lines."""
    outcome = line.position.outcome()
    if outcome:
        return (outcome.shares[player],) * 2
    if depth == 0:
        return 0, 1
    found = []
    for move in line.position.legal_moves():
        line.push(move)
        found.append(bounds(line, depth - 1, player))
        line.pop()
    choose = max if line.position.turn == player else min
    return choose(low for low, _ in found), choose(high for _, high in found)


def expectation(position, evaluator, depth, player):
    """Return a player's value by plain expectimax: all moves, all dice, nothing left out."""
    outcome = position.outcome()
    if outcome:
        return outcome.shares[player]
    if position.turn == quatrefoil.CHANCE:
        return sum(
            float(odds) * expectation(_after(position, move), evaluator, depth, player)
            for move, odds in position.chance_outcomes()
        )
    if depth == 0:
        return evaluator.values(position)[player]
    values = [
        expectation(_after(position, move), evaluator, depth - 1, player)
        for move in position.legal_moves()
    ]
    return max(values) if position.turn == player else min(values)


def late_line(rules, seed, left):
    """Return the line of a random game, a number of moves before its end."""
    line = finished_line(rules, seed)
    for _ in range(left):
        line.pop()
    return line.copy()


def random_line(rules, seed, moves):
    """Return a line that is not over, after a number of random moves."""
    rng = quatrefoil.Rng(seed)
    while True:
        line = _random_game(rules, rng, moves)
        if not line.position.is_over:
            return line


def finished_line(rules, seed):
    """Return the line of a random game."""
    return _random_game(rules, quatrefoil.Rng(seed), 100_000)


def _random_game(rules, rng, moves):
    line = quatrefoil.Line(rules.start())
    while len(line.moves) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return line


def duel(turns, blue):
    """Return a piece against another, with so few quiet turns that all can be tried."""
    return skirmish({"e3": "rock"}, {"e6": blue}, {"quiet_turns": turns, "restrictors": "off"})


def skirmish(yellow, blue, options):
    """Return a few pieces against others, with Yellow at the start of a turn."""
    head = {"game": "triotrio", "options": options}
    pieces = {"yellow": yellow, "blue": blue, "turn": "yellow"}
    phase = {"phase": "change", "square": None, "roll": None, "cow_at_start": False, "quiet": 0}
    cow = {"cow": [0, 0], "must_leave": [False, False]}
    return quatrefoil.position(head | pieces | phase | cow)
