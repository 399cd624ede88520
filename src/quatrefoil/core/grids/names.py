"""Names of cells: letters for columns (or rows), numbers from 1 along them; and of symmetries."""

from __future__ import annotations

import re

from quatrefoil.core.errors import shortened

#: How many names there are of one letter or two.
_NAMES = 26 + 26 * 26
_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_TURNED = re.compile(r"\bturned ([0-9]{1,3})°")


def letters(index: int) -> str:
    """Return the letters of a number: a for 0, z for 25, then aa, ab and so on up to zz."""
    if not 0 <= index < _NAMES:
        raise ValueError(f"letters name a number from 0 to {_NAMES - 1}, not {shortened(index)}")
    if index < 26:
        return chr(ord("a") + index)
    return letters(index // 26 - 1) + letters(index % 26)


def cell_name(column: int, place: int) -> str:
    """Return the name of the cell at a column and a place in it, both from 0."""
    if not 0 <= place < 99:
        raise ValueError(f"a place in a column is from 0 to 98, not {shortened(place)}")
    return f"{letters(column)}{place + 1}"


def parse_cell(name: str) -> tuple[int, int] | None:
    """Return the column and the place that `cell_name` made a name of, or None."""
    match = _NAME.fullmatch(name)
    if not match:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(match[2]) - 1


def symmetry_name(mirrored: bool, degrees: int) -> str:
    """Return in words what a symmetry does: it mirrors or not, then turns clockwise."""
    parts = ["mirrored" if mirrored else "", f"turned {degrees}°" if degrees else ""]
    return " and ".join(filter(None, parts)) or "as it is"


def parse_symmetry(name: str) -> tuple[bool, int]:
    """Return what `symmetry_name` was given; a game may have added words of its own at the end."""
    turned = _TURNED.search(name)
    return name.startswith("mirrored"), int(turned[1]) if turned else 0
