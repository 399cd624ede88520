"""Grids: their symmetries are groups, and names come back as the cells they name."""

from itertools import product

import pytest

from quatrefoil.core.grids import hex as hexes
from quatrefoil.core.grids import names, square

DISC = hexes.disc(3)
SQUARES = [(x, y) for x in range(5) for y in range(5)]


def hex_map(symmetry):
    return tuple(symmetry.cell(cell) for cell in DISC)


def square_map(symmetry):
    return tuple(symmetry.cell(cell, 5) for cell in SQUARES)


@pytest.mark.parametrize("radius", range(6))
def test_a_disc_has_the_cells_within_its_radius(radius):
    cells = hexes.disc(radius)
    assert len(cells) == len(set(cells)) == 1 + 3 * radius * (radius + 1)
    assert {hexes.distance(cell) for cell in cells} == set(range(radius + 1))


def test_opposite_hex_directions_cancel():
    for direction in range(6):
        assert hexes.neighbour(hexes.neighbour((2, -1), direction), direction + 3) == (2, -1)


def test_hex_neighbours_are_the_cells_at_distance_one():
    around = {hexes.neighbour((0, 0), direction) for direction in range(6)}
    assert around == {cell for cell in DISC if hexes.distance(cell) == 1}


def test_hex_directions_go_clockwise():
    """The angle of each step on screen, pointy-top, falls by 60° from one to the next."""
    for direction in range(6):
        q, r = hexes.DIRECTIONS[direction]
        turned = hexes.HexSymmetry(1).cell((q, r))
        assert turned == hexes.DIRECTIONS[(direction + 1) % 6]


@pytest.mark.parametrize("symmetry", hexes.SYMMETRIES, ids=lambda s: s.name)
def test_hex_symmetries_keep_neighbours_and_map_directions(symmetry):
    assert sorted(hex_map(symmetry)) == sorted(DISC)
    for cell, direction in product(DISC, range(6)):
        image = hexes.neighbour(symmetry.cell(cell), symmetry.direction(direction))
        assert image == symmetry.cell(hexes.neighbour(cell, direction))


@pytest.mark.parametrize("symmetry", square.SYMMETRIES, ids=lambda s: s.name)
def test_square_symmetries_keep_neighbours_and_map_directions(symmetry):
    assert sorted(square_map(symmetry)) == SQUARES
    for (x, y), direction in product(SQUARES, range(4)):
        dx, dy = square.ORTHOGONAL[direction]
        ex, ey = square.ORTHOGONAL[symmetry.direction(direction)]
        u, v = symmetry.cell((x, y), 5)
        assert symmetry.cell((x + dx, y + dy), 5) == (u + ex, v + ey)


@pytest.mark.parametrize(
    ("symmetries", "mapped", "cells", "size"),
    [(hexes.SYMMETRIES, hex_map, DISC, 12), (square.SYMMETRIES, square_map, SQUARES, 8)],
    ids=["hex", "square"],
)
def test_symmetries_are_a_group(symmetries, mapped, cells, size):
    maps = {mapped(symmetry) for symmetry in symmetries}
    assert len(maps) == size
    assert mapped(symmetries[0]) == tuple(cells)
    for first, second in product(maps, maps):
        after = dict(zip(cells, second, strict=True))
        assert tuple(after[cell] for cell in first) in maps


def test_symmetries_have_different_names():
    assert len({symmetry.name for symmetry in hexes.SYMMETRIES}) == 12
    assert len({symmetry.name for symmetry in square.SYMMETRIES}) == 8
    assert hexes.SYMMETRIES[0].name == square.SYMMETRIES[0].name == "as it is"
    assert hexes.SYMMETRIES[8].name == "mirrored and turned 120°"


def test_square_diagonals_go_clockwise_between_the_sides():
    sides = [*square.ORTHOGONAL, square.ORTHOGONAL[0]]
    for index, (x, y) in enumerate(square.DIAGONAL):
        (ax, ay), (bx, by) = sides[index], sides[index + 1]
        assert (x, y) == (ax + bx, ay + by)


def test_letters_go_on_after_z():
    assert [names.letters(index) for index in (0, 25, 26, 51, 52, 701)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
    ]


def test_names_come_back():
    for column, place in product(range(702), (0, 8, 98)):
        assert names.parse_cell(names.cell_name(column, place)) == (column, place)


@pytest.mark.parametrize(
    "text", ["", "a", "1", "a0", "a01", "A1", "a1 ", "aaa1", "a100", "é1", "a١", "a-1", "a1b"]
)
def test_what_names_no_cell(text):
    assert names.parse_cell(text) is None
