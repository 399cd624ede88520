"""TrioTrio: its options and presets, its board, and how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quatrefoil.core.game import Notation, Preset, Rules, Symmetry
from quatrefoil.core.grids.names import cell_name, parse_cell
from quatrefoil.core.grids.square import SYMMETRIES, Cell
from quatrefoil.core.options import Choice, Whole
from quatrefoil.games.triotrio import notation
from quatrefoil.games.triotrio.position import TrioTrioPosition
from quatrefoil.games.triotrio.tables import PAPER, ROCK, SCISSORS, Tables

OPTIONS = (
    Choice(
        name="size",
        default=9,
        choices=(7, 9, 11),
        help="Squares on each side of the board (TT-1).",
    ),
    Choice(
        name="restrictors",
        default="centre",
        choices=("centre", "off"),
        help="Whether a permanent Paper and a permanent Scissors flank the Golden Cow (TT-3).",
    ),
    Choice(
        name="first",
        default="roll",
        choices=("roll", "yellow", "blue"),
        help="Who begins: a roll at even odds decides, or it is decided already (TT-6).",
    ),
    Whole(
        name="quiet_turns",
        default=200,
        low=0,
        high=100_000,
        help="A draw after this many turns with no piece removed or reclaimed (TT-16); 0 is off.",
    ),
)

PRESETS = (
    Preset("standard", {}, "The game as it is: 9×9 squares, a roll decides who begins."),
    Preset("small", {"size": 7}, "7×7 squares: the pieces meet at once."),
    Preset("large", {"size": 11}, "11×11 squares: more room to run."),
    Preset("open", {"restrictors": "off"}, "No permanent Paper and Scissors in the middle."),
    Preset("yellow-first", {"first": "yellow"}, "The standard game; Yellow begins."),
    Preset("blue-first", {"first": "blue"}, "The standard game; Blue begins."),
    Preset("endless", {"quiet_turns": 0}, "No draw after many quiet turns."),
)


@dataclass(frozen=True)
class TrioTrioSymmetry(Symmetry):
    """A symmetry with what becomes of each square."""

    squares: tuple[int, ...]


class TrioTrioRules(Rules):
    """TrioTrio with its options. Squares are numbered row by row from a1."""

    notation: ClassVar[Notation] = notation
    reasons = ("a player has no piece left", "too many turns without a piece removed or reclaimed")

    players = 2
    has_dice = True
    player_names = ("Yellow", "Blue")

    def prepare(self) -> None:
        self.size: int = self.options["size"]
        middle, last = self.size // 2, self.size - 1
        #: The Golden Cow, and each player's centre start.
        self.cow = self.square((middle, middle))
        self.centre = (self.square((middle, 0)), self.square((middle, last)))
        #: The squares of the permanent pieces, by kind (TT-3).
        self.permanent: dict[int, int] = {}
        if self.options["restrictors"] == "centre":
            self.permanent = {PAPER: self.cow - 2, SCISSORS: self.cow + 2}
        self.tables = Tables(
            self.size, self.options["quiet_turns"], self.cow, self.centre, self.permanent
        )
        # At most three pieces move, each to any square but its own.
        self.max_moves = 3 * (self.size**2 - 1)
        self._find_symmetries()

    def options_to_begin(self, player: int) -> Mapping[str, Any]:
        return {"first": self.player_names[player].lower()}

    def start(self) -> TrioTrioPosition:
        yellow, blue = self.centre
        position = TrioTrioPosition(self)
        position.set_up(
            # Rock, Paper, Scissors: left to right as the player sees them (TT-2).
            [
                {yellow - 2: ROCK, yellow: PAPER, yellow + 2: SCISSORS},
                {blue + 2: ROCK, blue: PAPER, blue - 2: SCISSORS},
            ],
            mover=1 if self.options["first"] == "blue" else 0,
            phase="first" if self.options["first"] == "roll" else "change",
        )
        return position

    def square(self, cell: Cell) -> int:
        """Return the number of the square in a column and a row, both from 0."""
        column, row = cell
        return row * self.size + column

    def square_name(self, square: int) -> str:
        """Return the name of a square: `a1` is the first."""
        row, column = divmod(square, self.size)
        return cell_name(column, row)

    def find_square(self, name: str) -> int | None:
        """Return the square of that name, or None if the board has none."""
        cell = parse_cell(name)
        if cell is None or max(cell) >= self.size:
            return None
        return self.square(cell)

    @property
    def last_name(self) -> str:
        """The name of the last square."""
        return self.square_name(self.size**2 - 1)

    def _find_symmetries(self) -> None:
        """Keep the mirrorings and turns, players swapped or not, that the board allows.

        The permanent pieces must fall on their like, and each centre start on that of the player
        who takes the part; that leaves the Cow where it is.
        """
        found = []
        for grid in SYMMETRIES:
            image = tuple(
                self.square(grid.cell((x, y), self.size))
                for y in range(self.size)
                for x in range(self.size)
            )
            for players, words in (((0, 1), ""), ((1, 0), ", players swapped")):
                centres_fit = all(image[self.centre[p]] == self.centre[players[p]] for p in (0, 1))
                permanents_fit = all(image[s] == s for s in self.permanent.values())
                if centres_fit and permanents_fit:
                    found.append(TrioTrioSymmetry(grid.name + words, players, image))
        self.symmetries = tuple(found)
