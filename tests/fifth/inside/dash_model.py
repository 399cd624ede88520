"""Dash by its rules alone, in plain Python: what positions are worth, by trying everything."""

from fractions import Fraction
from functools import cache

LAST, TURNS = 6, 8
#: The loaded die, and an honest one with the same faces: cells and odds.
LOADED = ((0, Fraction(3, 6)), (1, Fraction(2, 6)), (4, Fraction(1, 6)))
HONEST = tuple((cells, Fraction(1, 3)) for cells, _ in LOADED)


def after(cells, made, steps):
    """Return the race after a turn of the player whose turn it is."""
    mover = made % 2
    there = min(LAST, cells[mover] + steps)
    return (there, cells[1]) if mover == 0 else (cells[0], there), made + 1


def is_over(cells, made):
    return LAST in cells or made == TURNS


@cache
def share(cells, made, die=LOADED, draw=Fraction(1, 2)):
    """Return what Red can expect of the point at the start of a turn; a draw is worth so much."""
    if is_over(cells, made):
        return Fraction(1) if cells[0] > cells[1] else draw if cells[0] == cells[1] else Fraction(0)
    walked = share(*after(cells, made, 1), die, draw)
    rolled = rolled_share(cells, made, die, draw)
    return (max if made % 2 == 0 else min)(walked, rolled)


def rolled_share(cells, made, die=LOADED, draw=Fraction(1, 2)):
    """Return what Red can expect while the die rolls."""
    return sum(odds * share(*after(cells, made, steps), die, draw) for steps, odds in die)


def turns():
    """Yield every race at the start of a turn that is not over."""
    for made in range(TURNS):
        for red in range(LAST):
            for blue in range(LAST):
                if red <= 4 * -(-made // 2) and blue <= 4 * (made // 2):
                    yield (red, blue), made
