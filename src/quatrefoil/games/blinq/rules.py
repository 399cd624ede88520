"""Blinq's options, its places and its symmetries."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from quatrefoil.core.errors import OptionError, shortened
from quatrefoil.core.game import Notation, Preset, Rules, Symmetry
from quatrefoil.core.grids.names import cell_name, parse_cell
from quatrefoil.core.grids.square import SYMMETRIES, SquareSymmetry
from quatrefoil.core.options import Option, Whole
from quatrefoil.games.blinq import notation
from quatrefoil.games.blinq.board import Place, pyramid
from quatrefoil.games.blinq.position import BlinqPosition
from quatrefoil.games.blinq.tables import BLACK, NEUTRAL, RED, RED_QUARTERS, Tables

# ---- options ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class NeutralOption(Option):
    """`none`, `centre`, or the name of a cell; whether the board has it is the rules' to say."""

    @property
    def allowed(self) -> str:
        return "none, centre or a cell such as b2"

    @property
    def suggestions(self) -> tuple[str, ...]:
        return "none", "centre"

    def check(self, value: Any) -> str:
        if isinstance(value, str) and (value in self.suggestions or parse_cell(value)):
            return value
        raise self.refuse(value)


OPTIONS: tuple[Option, ...] = (
    Whole(
        name="size",
        default=5,
        low=3,
        high=8,
        help="Cells along a side of the board (BQ-1); 4 and 5 are the published ones.",
    ),
    NeutralOption(
        name="neutral",
        default=lambda chosen: "centre" if chosen["size"] % 2 else "none",
        default_text="centre on odd sizes, none on even ones",
        help="Where the neutral block starts (BQ-5): none, centre (of an odd size) or a cell.",
    ),
)

PRESETS = (
    Preset("advanced", {}, "The 5×5 board with the neutral block in the centre."),
    Preset("basic", {"size": 4}, "The 4×4 board without a neutral block: a good first game."),
    Preset("open", {"neutral": "none"}, "The 5×5 board without the neutral block."),
    Preset("corner", {"neutral": "a1"}, "5×5, the neutral block in a corner."),
    Preset("side", {"neutral": "c1"}, "5×5, the neutral block in the middle of the south side."),
    Preset("basic-neutral", {"size": 4, "neutral": "b2"}, "4×4 with a neutral block."),
    Preset("tiny", {"size": 3}, "3×3 with a neutral block: over in a few minutes."),
    Preset("large", {"size": 6}, "The 6×6 board."),
    Preset("huge", {"size": 7}, "The 7×7 board with the neutral block in the centre."),
    Preset("giant", {"size": 8}, "The 8×8 board: 204 blocks."),
)

# ---- symmetries -------------------------------------------------------------------------------


@dataclass(frozen=True)
class BlinqSymmetry(Symmetry):
    """A symmetry with what becomes of each place, kind of block and quarter of the board."""

    places: tuple[int, ...]
    kinds: tuple[int, ...]
    quarters: tuple[tuple[int, int], ...]


def _symmetry(symmetry: SquareSymmetry, size: int, places: tuple[Place, ...]) -> BlinqSymmetry:
    """Return a symmetry of the square as one of the game.

    An odd number of quarter turns takes red's sides to where black's were (BQ-2). Then players
    and colours change their parts: red halves become black ones, which lie opposite.
    """
    swaps = symmetry.quarters % 2
    number = {place: index for index, place in enumerate(places)}
    moved = ((level, *symmetry.cell((x, y), size - level + 1)) for level, x, y in places)
    return BlinqSymmetry(
        name=symmetry.name + (" with colours swapped" if swaps else ""),
        players=(BLACK, RED) if swaps else (RED, BLACK),
        places=tuple(number[Place(*place)] for place in moved),
        kinds=(*((symmetry.direction(side) + 2 * swaps) % 4 for side in range(4)), NEUTRAL),
        quarters=tuple(
            symmetry.cell((x, y), 2 * size) for y in range(2 * size) for x in range(2 * size)
        ),
    )


def _keeps_chequers(symmetry: SquareSymmetry) -> bool:
    """Whether a neutral block looks the same through a symmetry of the game (BQ-5)."""
    red = {(bit % 2, bit // 2) for bit in range(4) if RED_QUARTERS[NEUTRAL] >> bit & 1}
    moved = {symmetry.cell(quarter, 2) for quarter in red}
    return moved.isdisjoint(red) if symmetry.quarters % 2 else moved == red


# ---- the rules --------------------------------------------------------------------------------


class BlinqRules(Rules):
    """Blinq with its options."""

    notation: ClassVar[Notation] = notation
    reasons = (
        "red joins north and south",
        "black joins west and east",
        "no block is left",
    )
    players = 2
    player_names = ("Red", "Black")

    def prepare(self) -> None:
        self.size: int = self.options["size"]
        #: All places; a place's number is its index.
        self.places = pyramid(self.size)
        self.place_numbers = {place: index for index, place in enumerate(self.places)}
        self.place_names = tuple(place.name for place in self.places)
        #: The place of the neutral block, if there is one.
        self.neutral = self._neutral_place()
        if self.neutral is not None and self.neutral == self._centre():
            self._name_centre()
        # A stack has at most one available place, in four orientations.
        self.max_moves = 4 * self.size**2
        # Every move fills a place (BQ-9).
        self.longest = len(self.places) - (self.neutral is not None)
        self.symmetries = tuple(self._find_symmetries())
        self.tables = Tables(self.size, self.places, self.symmetries)

    def number_of(self, level: int, x: int, y: int) -> int | None:
        """Return the number of a place, or None where there is none."""
        return self.place_numbers.get(Place(level, x, y))

    def start(self) -> BlinqPosition:
        position = BlinqPosition(self)
        position.set_up({} if self.neutral is None else {self.neutral: NEUTRAL}, RED)
        return position

    def _neutral_place(self) -> int | None:
        """BQ-5: return the number of the neutral block's place, or None without such a block."""
        value = self.options["neutral"]
        if value == "none":
            return None
        cell = parse_cell(value)
        number = self.number_of(1, *cell) if cell else self._centre()
        if number is None:
            words = "none" if self._centre() is None else "none, centre"
            raise OptionError(
                f"option neutral on size {self.size} takes {words} or a cell from a1 to"
                f" {cell_name(self.size - 1, self.size - 1)}, not {shortened(value)}",
                "option",
                option="neutral",
            )
        return number

    def _centre(self) -> int | None:
        """Return the number of the centre cell, which only odd sizes have."""
        return self.number_of(1, self.size // 2, self.size // 2) if self.size % 2 else None

    def _name_centre(self) -> None:
        """Call the centre by its one name, which on an odd size is the default."""
        self.options = MappingProxyType({**self.options, "neutral": "centre"})
        self.changed = MappingProxyType(
            {name: value for name, value in self.changed.items() if name != "neutral"}
        )

    def _find_symmetries(self) -> list[BlinqSymmetry]:
        """Return the symmetries of the square that leave the neutral block as it is."""
        return [
            found
            for symmetry in SYMMETRIES
            for found in [_symmetry(symmetry, self.size, self.places)]
            if self.neutral is None
            or (found.places[self.neutral] == self.neutral and _keeps_chequers(symmetry))
        ]
