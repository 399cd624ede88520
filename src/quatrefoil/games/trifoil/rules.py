"""Options and setup of Trifoil."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from quatrefoil.core.game import Notation, Preset, Rules, Symmetry
from quatrefoil.core.options import Choice, Whole, repetition_option
from quatrefoil.games.trifoil import notation
from quatrefoil.games.trifoil.board import Automorphism, Board
from quatrefoil.games.trifoil.layouts import MOST_LINKS, SHORTEST_CHAIN, BoardOption, layout_of
from quatrefoil.games.trifoil.position import END, PUSH, RED, SPIN, TrifoilPosition
from quatrefoil.games.trifoil.tables import Tables

OPTIONS = (
    BoardOption(
        name="board", default="6", help="The Blinks and the shapes that spin (TF-3, TF-4)."
    ),
    Whole(
        name="chain",
        default=lambda chosen: layout_of(chosen["board"]).chain,
        default_text="the board's",
        low=SHORTEST_CHAIN,
        high=MOST_LINKS,
        help="The length of a chain that wins (TF-11).",
    ),
    Whole(
        name="links",
        default=lambda chosen: layout_of(chosen["board"]).links,
        default_text="the board's",
        low=0,
        high=MOST_LINKS,
        help="Links for each player; the game ends when one has placed all (TF-11); 0 is no limit.",
    ),
    Whole(name="actions", default=2, low=1, high=4, help="Actions in a turn (TF-5)."),
    Whole(
        name="first_actions",
        default=1,
        low=1,
        high=4,
        help="Actions in the very first turn of the game (TF-5).",
    ),
    Whole(
        name="per_blink",
        default=2,
        low=2,
        high=6,
        help="Links that one Blink can contribute to a chain (TF-10); 6 is no limit.",
    ),
    Choice(
        name="full_blink",
        default=0,
        choices=(0, 5, 6),
        help="The game ends when a Blink holds this many links of any colour (TF-11); 0 is off.",
    ),
    repetition_option(3, "TF-13", "the game is a draw"),
)

PRESETS = (
    Preset("standard", {}, "The game as it is: six Blinks; a chain of five wins."),
    Preset("board-8", {"board": "8"}, "Eight Blinks and four triangles."),
    Preset("board-9", {"board": "9"}, "Nine Blinks; a chain of six wins."),
    Preset("board-10", {"board": "10"}, "A triangle of ten Blinks; a chain of six wins."),
    Preset("board-12", {"board": "12"}, "Twelve Blinks; a chain of seven wins."),
    Preset("three-moves", {"actions": 3, "chain": 6}, "Three actions a turn, a chain of six wins."),
    Preset(
        "full-blink-6",
        {"links": 0, "full_blink": 6},
        "No limit of links: when a Blink is full, the longest chain wins.",
    ),
    Preset(
        "full-blink-5",
        {"links": 0, "full_blink": 5},
        "No limit of links: when a Blink holds five, the longest chain wins.",
    ),
    Preset("no-limit", {"per_blink": 6}, "All links of a Blink count in a chain: more defensive."),
)


@dataclass(frozen=True)
class TrifoilSymmetry(Symmetry):
    """A symmetry with what becomes of each face and each move."""

    faces: tuple[int, ...]
    moves: Mapping[int, int]

    def links(self, links: tuple[int, int]) -> tuple[int, int]:
        """Return what Red's and Blue's links become."""
        images = [
            sum(1 << to for bit, to in enumerate(self.faces) if links[player] >> bit & 1)
            for player in self.players
        ]
        return images[0], images[1]


class TrifoilRules(Rules):
    """Trifoil with its options."""

    notation: ClassVar[Notation] = notation
    reasons = (
        "a chain of the winning length",
        "a player has placed all links",
        "a Blink is full",
        "no action is possible",
        "the same position occurred too often",
    )
    players = 2
    player_names = ("Red", "Blue")

    def prepare(self) -> None:
        options = self.options
        self.board: Board = layout_of(options["board"]).board()
        self.tables = Tables(self.board, dict(options))
        self.repetition = options["repetition"]
        #: A face is placed on or pushed from, not both; then all spins, and the end of the turn.
        self.max_moves = self.board.inner + len(self.board.spins) + 1
        #: Every move that can ever be legal, with its token.
        self.tokens = self._tokens()
        self.moves = {token: move for move, token in self.tokens.items()}
        self.face_bits = {self.board.face_name(face): bit for face, bit in self.board.bit.items()}
        self._find_symmetries()

    def start(self) -> TrifoilPosition:
        position = TrifoilPosition(self)
        position.arrange((0, 0), None, RED, self.options["first_actions"], False)  # TF-5
        return position

    def _tokens(self) -> dict[int, str]:
        board = self.board
        tokens = {END: "end"}
        for bit in range(board.inner):
            blink, face = board.faces[bit]
            other = board.across[blink][face]
            assert other is not None
            tokens[bit] = f"{board.names[blink]}-{board.names[other]}"
            tokens[PUSH + bit] = f"{board.names[blink]}>{board.names[other]}"
        for number, spin in enumerate(board.spins):
            tokens[SPIN + number] = spin.token
        return tokens

    def _find_symmetries(self) -> None:
        """List the symmetries of the board, then those with the players' colours swapped."""
        self.symmetries = tuple(
            TrifoilSymmetry(way.name + swap, players, way.faces, _move_images(way))
            for players, swap in (((0, 1), ""), ((1, 0), " with the colours swapped"))
            for way in self.board.automorphisms
        )


def _move_images(symmetry: Automorphism) -> dict[int, int]:
    """Return the move that each becomes."""
    images = {END: END}
    for bit, to in enumerate(symmetry.faces):
        images |= {bit: to, PUSH + bit: PUSH + to}
    for spin, to in enumerate(symmetry.spins):
        images[SPIN + spin] = SPIN + to
    return images
