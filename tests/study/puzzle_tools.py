"""What the tests of puzzles share."""

from collections.abc import Iterator, Sequence
from itertools import islice

from quatrefoil.study.puzzles.puzzle import Puzzle


def sample(puzzles: Sequence[Puzzle], number: int) -> Iterator[Puzzle]:
    """Yield some of the puzzles, evenly from the easiest to the hardest."""
    return islice(puzzles, 0, None, max(1, len(puzzles) // max(1, number)))
