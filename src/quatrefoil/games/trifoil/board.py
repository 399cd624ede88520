r"""Blinks on the hexagonal lattice: names, faces, lines to push along, shapes that spin (TF-1…8).

A Blink stands at a place (column, y), y counted downwards in half Blinks. Its faces are numbered
clockwise from N. Blinks touch with opposite faces: below, face 2 of a1 and face 5 of b1.

         __0__
        /     \
     5 /       \ 1 __0__
       \  a1   /    /     \
      4 \_____/ 2  /5      \ 1
           3      \  b1   /
                 4 \__3__/ 2

Every face has a bit. The *inner* faces, those that touch another Blink, come first and in pairs:
bits 2e and 2e+1 are the two sides of edge e. So two touching links of a colour are a bit pair of
`links`, and the faces that can be placed on are the bits below `inner`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from quatrefoil.core.grids.hex import SYMMETRIES, Cell, HexSymmetry, neighbour
from quatrefoil.core.grids.names import cell_name

T = TypeVar("T", bound=Hashable)

#: (column, y): y goes down in half Blinks.
Place = tuple[int, int]
#: A Blink's number and a face of it.
Face = tuple[int, int]

FACE_NAMES = ("N", "NE", "SE", "S", "SW", "NW")


def cell_of(place: Place) -> Cell:
    """Return the axial coordinates of a place; places that touch give cells that do."""
    column, y = place
    return column, (y - column) // 2


def connected(cells: Sequence[Cell]) -> bool:
    """Whether one can walk from each cell to every other."""
    left = set(cells)
    walk = [left.pop()]
    while walk:
        cell = walk.pop()
        for direction in range(6):
            beyond = neighbour(cell, direction)
            if beyond in left:
                left.remove(beyond)
                walk.append(beyond)
    return not left


def permutation(cells: Sequence[Cell], symmetry: HexSymmetry) -> tuple[int, ...] | None:
    """Return which cell each becomes under a symmetry about their centroid.

    None if they are not mapped onto themselves. All is multiplied by the number of cells, so that
    the centroid is a whole number.
    """
    count = len(cells)
    centre = sum(q for q, _ in cells), sum(r for _, r in cells)
    around = [(q * count - centre[0], r * count - centre[1]) for q, r in cells]
    index = {cell: number for number, cell in enumerate(around)}
    images = [index.get(symmetry.cell(cell), -1) for cell in around]
    return None if -1 in images else tuple(images)


def rotations(cells: Sequence[Cell]) -> list[tuple[HexSymmetry, tuple[int, ...]]]:
    """Return the rotations, other than none, that map a shape onto itself (TF-4), and how."""
    images = [(turn, permutation(cells, turn)) for turn in SYMMETRIES[1:6]]
    return [(turn, image) for turn, image in images if image]


@dataclass(frozen=True)
class Shape:
    """Blinks that can be spun together."""

    name: str
    blinks: tuple[int, ...]


@dataclass(frozen=True)
class Spin:
    """A rotation of a shape; `to[bit]` is where a link on the face of that bit goes."""

    token: str
    shape: int
    sixths: int
    to: tuple[int, ...]


@dataclass(frozen=True)
class Automorphism:
    """A symmetry of the lattice that leaves the board and its shapes as they are."""

    name: str
    #: Where each face's bit and each spin goes.
    faces: tuple[int, ...]
    spins: tuple[int, ...]


class Board:
    """A connected set of Blinks with the shapes that can be spun. Blinks are in order of names."""

    def __init__(self, places: Iterable[Place], shapes: Mapping[str, Iterable[str]]) -> None:
        self.places = sorted(places)
        self.cells = [cell_of(place) for place in self.places]
        self.names = _names(self.places)
        self.blink = {name: number for number, name in enumerate(self.names)}
        number_of = {cell: number for number, cell in enumerate(self.cells)}
        #: The Blink across each face of each Blink, or None.
        self.across = [
            [number_of.get(neighbour(cell, face)) for face in range(6)] for cell in self.cells
        ]
        self.edges = [
            ((blink, face), (other, (face + 3) % 6))
            for blink, row in enumerate(self.across)
            for face, other in enumerate(row)
            if other is not None and blink < other
        ]
        self.faces = self._faces()
        self.bit = {face: bit for bit, face in enumerate(self.faces)}
        #: The names of all faces, Blink by Blink, and which of them each bit's is.
        self.face_names = [
            self.face_name((blink, face)) for blink in range(len(self.names)) for face in range(6)
        ]
        self.name_order = [6 * blink + face for blink, face in self.faces]
        self.shapes = [
            Shape(name, tuple(sorted(self.blink[blink] for blink in blinks)))
            for name, blinks in shapes.items()
        ]
        self.spins = [spin for number in range(len(self.shapes)) for spin in self._spins(number)]

    @property
    def inner(self) -> int:
        """How many faces touch another Blink."""
        return 2 * len(self.edges)

    def _faces(self) -> list[Face]:
        """Return the faces in the order of their bits: inner ones first, in pairs."""
        inner = [face for edge in self.edges for face in edge]
        outer = [
            (blink, face)
            for blink, row in enumerate(self.across)
            for face, other in enumerate(row)
            if other is None
        ]
        return inner + outer

    def face_name(self, face: Face) -> str:
        """Return the name of a face (TF-2), such as b1.SE."""
        return f"{self.names[face[0]]}.{FACE_NAMES[face[1]]}"

    def mask(self, blinks: Iterable[int]) -> int:
        """Return the bits of all faces of some Blinks."""
        return sum(1 << self.bit[blink, face] for blink in blinks for face in range(6))

    @cached_property
    def shape_masks(self) -> list[int]:
        """The bits of all faces of each shape."""
        return [self.mask(shape.blinks) for shape in self.shapes]

    @cached_property
    def rays(self) -> list[list[int]]:
        """The faces in a straight line from each inner face on, in order (TF-7)."""
        return [self._ray(bit) for bit in range(self.inner)]

    def _ray(self, bit: int) -> list[int]:
        blink, face = self.faces[bit]
        bits = [bit]
        beyond = self.across[blink][face]
        while beyond is not None:
            bits += [self.bit[beyond, (face + 3) % 6], self.bit[beyond, face]]
            beyond = self.across[beyond][face]
        return bits

    def _spins(self, number: int) -> list[Spin]:
        """Return the rotations of a shape with their tokens (TF-8)."""
        shape = self.shapes[number]
        cells = [self.cells[blink] for blink in shape.blinks]
        ways = rotations(cells)
        spins = []
        for step, (turn, images) in enumerate(ways, start=1):
            becomes = {
                blink: shape.blinks[to] for blink, to in zip(shape.blinks, images, strict=True)
            }
            token = shape.name + _suffix(step, len(ways) + 1)
            spins.append(Spin(token, number, turn.sixths, self._moved(becomes, turn)))
        return spins

    def _moved(self, becomes: Mapping[int, int], symmetry: HexSymmetry) -> tuple[int, ...]:
        """Return where the bit of each face goes; Blinks that are not in `becomes` stay."""
        return tuple(
            self.bit[becomes[blink], symmetry.direction(face)] if blink in becomes else bit
            for bit, (blink, face) in enumerate(self.faces)
        )

    @cached_property
    def automorphisms(self) -> tuple[Automorphism, ...]:
        """The symmetries of the board with its shapes, the identity first."""
        found = []
        for symmetry in SYMMETRIES:
            images = permutation(self.cells, symmetry)
            spins = images and self._spin_images(images, symmetry)
            if images and spins is not None:
                faces = self._moved(dict(enumerate(images)), symmetry)
                found.append(Automorphism(symmetry.name, faces, tuple(spins)))
        return tuple(found)

    def _spin_images(self, images: Sequence[int], symmetry: HexSymmetry) -> list[int] | None:
        """Return which spin each becomes, or None if some shape becomes none that is there.

        Two names may stand for the same Blinks: the first then becomes the first, and so on.
        """
        keys = _numbered(shape.blinks for shape in self.shapes)
        moved = _numbered(
            tuple(sorted(images[blink] for blink in shape.blinks)) for shape in self.shapes
        )
        if set(keys) != set(moved):
            return None
        number = {(spin.shape, spin.sixths): index for index, spin in enumerate(self.spins)}
        return [
            number[
                keys.index(moved[spin.shape]),
                6 - spin.sixths if symmetry.mirrored else spin.sixths,
            ]
            for spin in self.spins
        ]

    @cached_property
    def sweep(self) -> list[int]:
        """The Blinks, line by line, along the best of the lattice's three directions.

        Best is where few Blinks at a time have neighbours on both sides of the sweep. A Blink has
        at most 3 neighbours that come before it. And since three lines in different directions
        share at most three Blinks, 37 Blinks can't have lines of more than 13 in all three: the
        Blinks that wait for a neighbour are never more than 14.
        """
        blinks = range(len(self.cells))
        lines = [
            sorted(blinks, key=lambda blink: self.cells[blink]),
            sorted(blinks, key=lambda blink: self.cells[blink][::-1]),
            sorted(blinks, key=lambda blink: (sum(self.cells[blink]), self.cells[blink])),
        ]
        return min(lines, key=lambda order: sorted(self.widths(order), reverse=True))

    def widths(self, order: Sequence[int]) -> list[int]:
        """Return how many Blinks have neighbours still to come, after each Blink of an order."""
        when = {blink: time for time, blink in enumerate(order)}
        last = [
            max([when[blink]] + [when[other] for other in self.across[blink] if other is not None])
            for blink in order
        ]
        return [sum(leaving > time for leaving in last[: time + 1]) for time in range(len(order))]


def _names(places: Sequence[Place]) -> list[str]:
    """Name places that are in order: a letter for the column, a number within it (TF-1)."""
    leftmost = places[0][0]
    return [
        cell_name(column - leftmost, count) for column, count in _numbered(p[0] for p in places)
    ]


def _numbered(items: Iterable[T]) -> list[tuple[T, int]]:
    """Return each item with how many equal ones came before it."""
    seen: Counter[T] = Counter()
    numbered = []
    for item in items:
        numbered.append((item, seen[item]))
        seen[item] += 1
    return numbered


def _suffix(step: int, order: int) -> str:
    """Return how a rotation by some steps of a full turn is written (TF-8).

    + and − for one step each way, then +2, −2, …; a half turn has no direction.
    """
    backwards = 2 * step > order
    size = order - step if backwards else step
    return ("-" if backwards else "+") + (str(size) if size > 1 else "")
