"""What a puzzle claims. Everything here is said about whole turns, and can be proven.

Let `forces(position, player, share, turns)` mean: from this position on the player can make the
game end with at least this share of the point within that many turns (everybody's are counted),
whatever the others do. A game counts as ended once its own `decided` says that nothing can change
the shares any more (a lead that no bead left can make up for), where it has one.

A puzzle of the player to move, M, against the opponent, O, with a horizon of H turns claims about
its solution S, and about every other turn T:

    goal    settled   after S                            after T
    win     no        forces(M, 1, H − 1)                not forces(M, 1, H − 1)
    win     yes       forces(M, 1, H − 1)                forces(O, ½, H − 1)
    hold    no        not forces(O, 1, H − 1)            forces(O, 1, H − 1)
    hold    yes       forces(M, ½, H − 1)                forces(O, 1, H − 1)

Other puzzles ask for the best that can be had, where the game says how a position stands for each
player (`standing` of its `themes`: a share of pieces or points) and which difference is clear
(`CLEAR`; `compared` says a difference in words). V is what M has after H turns, or when the game
ends before: M chooses what is best for M, O what is worst, and dice count by their odds, without
sampling. The puzzle says V of S, and V of every T is at least `CLEAR` below it. The goal is called
`gain` where nothing is rolled, and `odds` where dice are: what is chosen then is *part* of a turn,
the moves up to the next roll.

A puzzle has *key moves*: moves of S without which no turn does it. T is every turn that lacks one
of them. Where turns are single moves the key is the solution; where they are several, order does
not matter, nor what else is done as long as it does no harm. A turn that leads to the same position
as S, or to one that a symmetry of the rules makes the same, counts as S.
"""

from __future__ import annotations

from collections.abc import Sequence

WIN, HOLD, GAIN, ODDS = "win", "hold", "gain", "odds"
GOALS = (WIN, HOLD, GAIN, ODDS)

#: How far a value that is written down may be from the true one.
ROUNDING = 0.0001


def common_moves(turn: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a turn that are in the other too, each as often."""
    left = list(other)
    common = []
    for token in turn:
        if token in left:
            left.remove(token)
            common.append(token)
    return tuple(common)


def has_all_moves(turn: Sequence[str], key: Sequence[str]) -> bool:
    """Whether a turn has all key moves."""
    return len(common_moves(key, turn)) == len(key)
