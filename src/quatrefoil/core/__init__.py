"""The contract that games fulfil and everything else relies on.

position      what is on the board and whose turn it is; a game subclasses it
line          a position with its past: undoes, decides repetition
game          a game, and its rules with their options chosen
options       kinds of options, their defaults and errors
manifest      which parts and resources a game has
registry      which games there are; games, rules and positions by name
outcome       how a game ended
record        a whole match: saves, loads, replays; `tags` are its short texts
tree          a record with variations, comments, marks and shapes; `merging` of two people's edits
written       how both are kept as text
documents     which of these, or a position, a file holds; `schemas` describe them to other programs
ruletext      rules as one word of text
grids         hexagonal and square grids
evaluate      the contract of evaluators: what a game knows, for search
claims        the contract of facts: why a turn was bad, as claims that can be checked
encode        the contract of encoders: actions and planes, for programs that learn
pictures      the picture methods of positions, lines and records, written in `draw`
constants     the integers of the contract; compiled code has them in `enums.pxd`
arguments     checks of what callers pass
fields        JSON that somebody else wrote, read with bounds
text          which texts of others are taken, and how they are shown
bits, rng     bits of 64-bit words; random numbers
errors        every error that is raised on purpose
"""

from quatrefoil.core.errors import NotCompiledError
from quatrefoil.core.position import COMPILED


def compiled() -> bool:
    """Whether the hot core runs in its compiled form."""
    return COMPILED


def require_compiled() -> None:
    """Raise unless the compiled form is running: for benchmarks and CI."""
    if not COMPILED:
        raise NotCompiledError("this needs the compiled core: run `make install`")
