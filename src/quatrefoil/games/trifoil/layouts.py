"""The five boards of the designers (TF-3), and boards that somebody makes up (TF-4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from quatrefoil.core.errors import OptionError, shortened
from quatrefoil.core.fields import Fields, is_whole
from quatrefoil.core.options import Option
from quatrefoil.games.trifoil.board import Board, Place, cell_of, connected, rotations

FEWEST_BLINKS, MOST_BLINKS = 2, 37
SHORTEST_CHAIN, MOST_LINKS = 2, 6 * MOST_BLINKS
#: The rules set no limit; the tables of a board need one.
MOST_SHAPES = 60

_SHAPE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Layout:
    """A board before anything is worked out: what TF-3 lists, or a custom board gives."""

    places: tuple[Place, ...]
    chain: int
    links: int
    spins: Mapping[str, tuple[str, ...]]

    def board(self) -> Board:
        """Return the board with its geometry."""
        return Board(self.places, self.spins)

    def to_json(self) -> dict[str, Any]:
        """Return the layout as a custom board of the option `board`."""
        return {
            "blinks": [list(place) for place in self.places],
            "chain": self.chain,
            "links": self.links,
            "spins": {name: list(blinks) for name, blinks in self.spins.items()},
        }


def _named(columns: str, chain: int, links: int, **spins: str) -> Layout:
    """Write a layout as the table of TF-3 does: the y values of column a, of b and so on."""
    places = [(column, int(y)) for column, ys in enumerate(columns.split("|")) for y in ys.split()]
    shapes = {name: tuple(blinks.split()) for name, blinks in spins.items()}
    return Layout(tuple(places), chain, links, shapes)


BOARDS = {
    "6": _named("0 2 4 | 1 3 | 2", 5, 9, delta="a1 a2 b1", omega="a2 a3 b2", theta="b1 b2 c1"),
    "8": _named(
        "0 2 4 | 1 3 | 0 2 4",
        5,
        11,
        delta="a1 a2 b1",
        omega="a2 a3 b2",
        theta="b1 c1 c2",
        beta="b2 c2 c3",
    ),
    "9": _named(
        "0 2 4 | 1 3 5 | 2 4 | 3", 6, 12, delta="a1 a2 b1", omega="a3 b2 b3", theta="c1 c2 d1"
    ),
    "10": _named(
        "0 2 4 6 | 1 3 5 | 2 4 | 3", 6, 13, delta="a1 a2 b1", omega="a3 a4 b3", theta="c1 c2 d1"
    ),
    "12": _named(
        "1 3 5 | 0 2 4 6 | 1 3 5 | 2 4",
        7,
        15,
        delta="a1 b1 b2",
        omega="a3 b3 b4",
        theta="c2 d1 d2",
    ),
}


class BoardOption(Option):
    """The name of one of the five boards, or a custom board."""

    @property
    def allowed(self) -> str:
        return f"{', '.join(BOARDS)} or a custom board (a JSON object with blinks, chain and links)"

    @property
    def suggestions(self) -> tuple[str, ...]:
        return tuple(BOARDS)

    def check(self, value: Any) -> str | dict[str, Any]:
        if isinstance(value, Mapping):
            return _checked_layout(value).to_json()
        name = str(value) if is_whole(value, 1, MOST_BLINKS) else value
        if not isinstance(name, str) or name not in BOARDS:
            raise self.refuse(value)
        return name


def layout_of(value: str | Mapping[str, Any]) -> Layout:
    """Return the layout that a checked value of the option names or gives."""
    return BOARDS[value] if isinstance(value, str) else read_layout(value)


def _checked_layout(data: Mapping[str, Any]) -> Layout:
    """Read a custom board; what is wrong with its fields has a reason too, for other languages."""
    try:
        return read_layout(data)
    except OptionError as problem:
        if problem.reason:
            raise
        raise OptionError(str(problem), "board") from None


def read_layout(data: Mapping[str, Any]) -> Layout:
    """Read a custom board (TF-4) into its one canonical form, or raise an OptionError.

    Canonical: the leftmost column and the highest Blink are at 0, and all is in order.
    """
    fields = Fields(data, "a custom board", OptionError)
    places = read_places(fields.array("blinks", MOST_BLINKS))
    chain = fields.whole("chain", SHORTEST_CHAIN, MOST_LINKS)
    links = fields.whole("links", 0, MOST_LINKS)
    spins = fields.mapping("spins", default={})
    fields.finish()
    return Layout(places, chain, links, _read_spins(spins, Board(places, {})))


def read_places(blinks: list[Any]) -> tuple[Place, ...]:
    """Check the Blinks' places and return them in order, shifted to the top left."""
    if len(blinks) < FEWEST_BLINKS:
        raise OptionError(
            f"a custom board has {FEWEST_BLINKS} to {MOST_BLINKS} Blinks, not {len(blinks)}",
            "board-size",
            fewest=FEWEST_BLINKS,
            most=MOST_BLINKS,
        )
    given = sorted(_read_place(blink) for blink in blinks)
    for place, next_place in pairwise(given):
        if place == next_place:
            where = shortened(list(place))
            message = f"two Blinks of the custom board are at {where}"
            raise OptionError(message, "board-twice", place=where)
        if (sum(place) - sum(next_place)) % 2:
            one, other = shortened(list(place)), shortened(list(next_place))
            raise OptionError(
                f"no lattice has Blinks at {one} and {other}:"
                " column + y of all Blinks is even, or of all odd",
                "board-lattice",
                one=one,
                other=other,
            )
    if not connected([cell_of(place) for place in given]):
        message = "the Blinks of a custom board must form one connected group; these do not"
        raise OptionError(message, "board-apart")
    left, top = given[0][0], min(y for _, y in given)
    return tuple((column - left, y - top) for column, y in given)


def _read_place(blink: Any) -> Place:
    pair = isinstance(blink, list | tuple) and len(blink) == 2
    if not pair or not all(type(number) is int for number in blink):
        raise OptionError(
            "a Blink of a custom board is [column, y] with two whole numbers,"
            f" not {shortened(blink)}",
            "board-blink",
            blink=shortened(blink),
        )
    return blink[0], blink[1]


def _read_spins(spins: dict[str, Any], board: Board) -> dict[str, tuple[str, ...]]:
    """Check the named shapes of a custom board and return them in order."""
    if len(spins) > MOST_SHAPES:
        message = f"a custom board has at most {MOST_SHAPES} spins, not {len(spins)}"
        raise OptionError(message, "board-spins", most=MOST_SHAPES)
    return {name: read_shape(name, spins[name], board) for name in sorted(spins)}


def read_shape(name: str, blinks: Any, board: Board) -> tuple[str, ...]:
    """Check a named shape of a custom board and return its Blinks in order."""
    spin = shortened(name)

    def refuse(reason: str, problem: str, **values: str) -> OptionError:
        return OptionError(f"the spin {spin} {problem}", reason, spin=spin, **values)

    if not _SHAPE_NAME.fullmatch(name):
        raise refuse("spin-name", "is not named by a letter, then letters, digits or _")
    if not isinstance(blinks, list | tuple):
        raise refuse("spin-blinks", f"is a list of Blinks, not {shortened(blinks)}")
    for blink in blinks:
        if not isinstance(blink, str) or blink not in board.blink:
            stray = shortened(blink)
            problem = f"has no Blink {stray}: it is not on the board"
            raise refuse("spin-stray", problem, blink=stray)
    if len(blinks) < 2 or len(set(blinks)) < len(blinks):
        raise refuse("spin-blinks", f"has two or more Blinks, each once, not {shortened(blinks)}")
    numbers = sorted(board.blink[blink] for blink in blinks)
    if not rotations([board.cells[number] for number in numbers]):
        problem = "cannot be spun: no rotation about its centre maps it onto itself"
        raise refuse("spin-fixed", problem)
    return tuple(board.names[number] for number in numbers)
