"""Trickle's options, and what follows from them before the first move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quatrefoil.core.errors import OptionError
from quatrefoil.core.game import Notation, Preset, Rules, Symmetry
from quatrefoil.core.grids.hex import DIRECTIONS, SYMMETRIES
from quatrefoil.core.options import Choice, Flag, Whole, repetition_option
from quatrefoil.core.rng import Rng
from quatrefoil.games.trickle import notation
from quatrefoil.games.trickle.board import OWNERS, Board, edge_image, player_image, spiral
from quatrefoil.games.trickle.position import TricklePosition
from quatrefoil.games.trickle.tables import Tables

#: What players are called: the colours of their edges.
COLOURS = ("Orange", "Blue", "Green", "Pink", "Yellow", "Violet")

OPTIONS = (
    Choice(name="players", default=2, choices=(2, 3, 4, 6), help="How many play (TK-4)."),
    Whole(name="rings", default=5, low=3, high=8, help="Rings round the centre (TK-1)."),
    Whole(
        name="bead_rings",
        default=lambda chosen: 1 if chosen["rings"] == 3 else 2,
        default_text="2, with rings=3 it is 1",
        low=1,
        high=6,
        help="Rings full of beads at the start, besides the centre; at most rings - 2 (TK-2).",
    ),
    repetition_option(3, "TK-11", "the game ends with the current points"),
    Flag(name="corner_moves", help="Beads on corners may still move along the rim (TK-12)."),
    Flag(name="own_edge_moves", help="Players may move beads along their own edges (TK-13)."),
    Flag(name="bear_off", help="Beads leave the board over its edges to score (TK-14)."),
    Flag(name="chain_jumps", help="A bead may jump several times in one turn (TK-15)."),
    Choice(
        name="bead_values",
        default="plain",
        choices=("plain", "symmetric", "random"),
        help="What beads count: 1 each, or 1 to 5 in a fixed or shuffled layout (TK-16).",
    ),
    Whole(
        name="seed",
        default=0,
        low=-(2**63),
        high=2**63 - 1,
        help="Which shuffle bead_values=random is (TK-16).",
    ),
    Choice(
        name="goal_values",
        default="flat",
        choices=("flat", "middle", "outer"),
        help="Which cells of an edge count threefold (TK-17).",
    ),
)

PRESETS = (
    Preset("two", {}, "Two players, who own every other edge: the game as it was published."),
    Preset("three", {"players": 3}, "Three players, who own opposite edges."),
    Preset("four", {"players": 4}, "Four players; two of the edges belong to nobody."),
    Preset("six", {"players": 6}, "Six players with an edge each."),
    Preset("small", {"rings": 3}, "Seven beads on a board of 37 cells: a quick one."),
    Preset("corner-moves", {"corner_moves": True}, "No bead has to rest on a corner."),
    Preset("own-edge-moves", {"own_edge_moves": True}, "Rearrange the beads on your own edges."),
    Preset("bear-off", {"bear_off": True}, "Beads score when they leave the board."),
    Preset("chain-jumps", {"chain_jumps": True}, "One bead may jump on and on in a turn."),
    Preset("symmetric-values", {"bead_values": "symmetric"}, "Beads in the middle count more."),
    Preset("random-values", {"bead_values": "random"}, "Beads of different value, shuffled."),
    Preset("middle-goals", {"goal_values": "middle"}, "The middle of an edge counts threefold."),
    Preset("outer-goals", {"goal_values": "outer"}, "The ends of an edge count threefold."),
)

#: What the 19 beads of TK-16 count: the centre, ring 1 and ring 2, each ring clockwise from its
#: cell up and to the right.
SYMMETRIC_VALUES = (5, *(3, 2) * 3, *(2, 1, 1, 1) * 3)


@dataclass(frozen=True)
class TrickleSymmetry(Symmetry):
    """A symmetry with what becomes of each cell, direction and edge."""

    cells: tuple[int, ...]
    directions: tuple[int, ...]
    edges: tuple[int, ...]


class TrickleRules(Rules):
    """Trickle with its options chosen."""

    notation: ClassVar[Notation] = notation
    reasons: ClassVar[tuple[str, ...]] = (
        "every bead is on the rim",
        "every bead has left the board",
        "the same position came up too often",
    )

    def prepare(self) -> None:
        self._check()
        options = self.options
        self.players = options["players"]
        self.player_names = COLOURS[: self.players]
        self.repetition = options["repetition"]
        self.board = Board(options["rings"])
        self.owners = OWNERS[self.players]
        self._find_symmetries()
        #: The beads at the start: cell → value.
        self.first_beads = dict(zip(self._first_cells(), self._first_values(), strict=True))
        self.max_moves = most_moves(len(self.first_beads), options["chain_jumps"])
        self.tables = Tables(self)

    def start(self) -> TricklePosition:
        position = TricklePosition(self)
        position.set_up(self.first_beads, to_move=0)
        return position

    # ---- where beads may go, whatever lies on the board ---------------------------------------

    def movers(self, cell: int) -> tuple[int, ...]:
        """Return the players who may move a bead that is on a cell."""
        everybody = tuple(range(self.players))
        if not self.board.is_rim(cell) or self.options["bear_off"]:
            return everybody
        if self.board.is_corner(cell):
            return everybody if self.options["corner_moves"] else ()  # TK-12
        owner = self.owners[self.board.edges_of[cell][0]]
        if owner is None or not self.options["own_edge_moves"]:
            return ()  # TK-7
        return (owner,)  # TK-13

    def may_end(self, start: int, end: int) -> bool:
        """Whether a hop may end on a cell, if there is a hop that leads there."""
        board = self.board
        if board.ring[end] < board.ring[start]:
            return False  # TK-6
        if board.is_rim(start) and not board.is_corner(start) and not self.options["bear_off"]:
            return board.edges_of[end] == board.edges_of[start]  # TK-13
        return True

    def can_lead(self, start: int, end: int) -> bool:
        """Whether a move may lead from one cell to another on a board that suits it."""
        if start == end or not self.may_end(start, end):
            return False
        if self.board.direction(start, end) is not None:
            return True
        rests = self.board.is_rim(start) and not self.options["bear_off"]
        return self.options["chain_jumps"] and not rests and self.board.even_apart(start, end)

    def is_goal(self, cell: int) -> bool:
        """Whether a bead scores that ends on a cell (TK-10), or leaves the board there (TK-14)."""
        on_corner = self.board.is_corner(cell) and not self.options["bear_off"]
        return self.board.is_rim(cell) and not on_corner

    def scorers(self, cell: int) -> tuple[int, ...]:
        """Return the players for whom a bead scores on a cell, or when it leaves from there."""
        owners = [self.owners[edge] for edge in self.board.edges_of[cell] if self.is_goal(cell)]
        return tuple(owner for owner in owners if owner is not None)

    def worth(self, cell: int) -> int:
        """Return how many times a bead on a rim cell counts (TK-17)."""
        goals = self.options["goal_values"]
        if goals == "flat":
            return 1
        return 3 if self.board.is_middle(cell) == (goals == "middle") else 1

    # ---- preparation --------------------------------------------------------------------------

    def _check(self) -> None:
        """Refuse options that exclude each other."""
        options = self.options
        rings, bead_rings = options["rings"], options["bead_rings"]
        if bead_rings > rings - 2:
            raise OptionError(
                f"option bead_rings takes a whole number from 1 to {rings - 2}"
                f" with rings={rings}, not {bead_rings}",
                "bead-rings",
                most=rings - 2,
                rings=rings,
            )
        beads, rim = 1 + 3 * bead_rings * (bead_rings + 1), 6 * rings
        if beads > rim and not options["bear_off"]:
            raise OptionError(
                f"bead_rings={bead_rings} means {beads} beads, but rings={rings} has only {rim}"
                f" rim cells: play it with bear_off",
                "rim",
                beads=beads,
                cells=rim,
            )
        for other in ("corner_moves", "own_edge_moves"):
            if options["bear_off"] and options[other]:
                raise OptionError(
                    f"bear_off and {other} exclude each other: choose one",
                    "exclude",
                    one="@option.bear_off",
                    other=f"@option.{other}",
                )
        if options["chain_jumps"] and bead_rings > 2:
            raise OptionError(
                f"chain_jumps takes bead_rings of 1 or 2, not {bead_rings}", "chain-jumps"
            )
        if options["bead_values"] != "plain" and bead_rings != 2:
            raise OptionError(
                f"bead_values={options['bead_values']} takes bead_rings=2, not {bead_rings}",
                "bead-values",
            )

    def _find_symmetries(self) -> None:
        """Keep the symmetries of the board that give every edge to a player in the same order."""
        board = self.board
        self.symmetries = tuple(
            TrickleSymmetry(
                name=symmetry.name,
                players=players,
                cells=tuple(board.image(cell, symmetry) for cell in range(len(board.places))),
                directions=tuple(map(symmetry.direction, range(len(DIRECTIONS)))),
                edges=tuple(edge_image(edge, symmetry) for edge in range(len(self.owners))),
            )
            for symmetry in SYMMETRIES
            if (players := player_image(self.owners, symmetry)) is not None
        )

    def _first_cells(self) -> list[int]:
        return [self.board.numbers[place] for place in spiral(self.options["bead_rings"])]

    def _first_values(self) -> list[int]:
        if self.options["bead_values"] == "plain":
            return [1] * len(self._first_cells())
        values = list(SYMMETRIC_VALUES)
        if self.options["bead_values"] == "random":
            shuffle(values, Rng(self.options["seed"]))
        return values


def shuffle(values: list[int], rng: Rng) -> None:
    """Put values into random order (Fisher and Yates)."""
    for last in range(len(values) - 1, 0, -1):
        other = rng.draw(last + 1)
        values[last], values[other] = values[other], values[last]


def most_moves(beads: int, chain_jumps: bool) -> int:
    """Return a number of moves that no position with this number of beads exceeds."""
    return beads * (6 + most_chains(beads - 1) if chain_jumps else 6)


def most_chains(others: int) -> int:
    """Return a number of chains of jumps that one bead among others cannot exceed.

    The cells where a bead can land and the beads between them are the vertices and edges of a
    graph (see `position.MOST_HOPS`), and a chain is a path without a repeated vertex. If d edges
    meet where the bead is, it stays there or uses one and can never use the other d - 1.
    """
    paths = [1]
    for edges in range(1, others + 1):
        degrees = range(1, min(6, edges) + 1)
        paths.append(max(1 + degree * paths[edges - degree] for degree in degrees))
    return paths[others] - 1
