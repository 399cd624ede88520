"""A board's geometry and the rules' numbers as plain arrays, for the hot core.

A set of faces is WORDS words of 64 bits, of which small boards use the first or the first two
(`words`, `inner_words`). Flat arrays stand for rows of a fixed length: the set of faces of Blink
b, for instance, starts at `blink_mask[WORDS * b]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import cython

from quatrefoil.core.rng import zobrist
from quatrefoil.games.trifoil.board import Board
from quatrefoil.games.trifoil.layouts import MOST_BLINKS, MOST_SHAPES

if not cython.compiled:  # else they are constants and functions of tables.pxd
    from quatrefoil.core.bits import lowest64

    WORDS, SPIN_ROW, RAY_ROW, KEY_ROW, TURN_ROW = 4, 222, 73, 256, 16

#: 37 Blinks share at most 90 edges.
_MOST_EDGES = 90
_MOST_SPINS = 5 * MOST_SHAPES


@cython.final
@cython.cclass
class Tables:
    """The shared, constant arrays of one rules object."""

    def __init__(self, board: Board, options: dict[str, Any]) -> None:
        self.actions = options["actions"]
        self.chain = options["chain"]
        self.supply = options["links"]
        self.per_blink = options["per_blink"]
        self.full_blink = options["full_blink"]
        self.blinks = len(board.names)
        self.inner = board.inner
        self.spins = len(board.spins)
        self.words = (len(board.faces) + 63) // 64
        self.inner_words = (board.inner + 63) // 64
        self._fill_sets(board)
        self._fill_paths(board)
        self.link_key = zobrist(2 * KEY_ROW, 0x54F1)
        self.turn_key = zobrist(2 * TURN_ROW, 0x54F2)
        self._fill_images(board)

    def _fill_images(self, board: Board) -> None:
        """Fill the keys of links as each symmetry shows them, colours kept and then swapped."""
        keys: list[int] = []
        for swap in range(2):
            for symmetry in board.automorphisms:
                for player in range(2):
                    row = KEY_ROW * (player ^ swap)
                    keys += _padded([self.link_key[row + to] for to in symmetry.faces], KEY_ROW)
        self.plain_images = len(board.automorphisms)
        self.image_link_key = _padded(keys, 24 * 2 * KEY_ROW)

    def _fill_sets(self, board: Board) -> None:
        inner_edges = sum(1 << 2 * edge for edge in range(len(board.edges)))
        self.inner_mask = split((1 << board.inner) - 1)
        self.edge_mask = split(inner_edges)
        self.blink_mask = _rows([board.mask([blink]) for blink in board.sweep], MOST_BLINKS)
        self.ray_mask = _rows(
            [sum(1 << bit for bit in ray) for ray in board.rays],
            2 * _MOST_EDGES,
        )
        self.shape_mask = _rows(board.shape_masks, MOST_SHAPES)

    def _fill_paths(self, board: Board) -> None:
        rank = {blink: number for number, blink in enumerate(board.sweep)}
        ends = [rank[blink] for edge in board.edges for blink, _ in edge]
        rays = [_padded(ray, RAY_ROW) for ray in board.rays]
        spins = [_padded(spin.to, SPIN_ROW) for spin in board.spins]
        self.edge_blink = _padded(ends, 2 * _MOST_EDGES)
        self.ray = _padded(chain.from_iterable(rays), 2 * _MOST_EDGES * RAY_ROW)
        self.spin_to = _padded(chain.from_iterable(spins), _MOST_SPINS * SPIN_ROW)
        self.spin_shape = _padded([spin.shape for spin in board.spins], _MOST_SPINS)


def split(bits: int) -> list[int]:
    """Return a set of faces as words."""
    return [bits >> 64 * word & 0xFFFFFFFFFFFFFFFF for word in range(WORDS)]


def joined(words: Sequence[int]) -> int:
    """Return the set of faces that `split` took apart."""
    bits = 0
    for word in reversed(words):
        bits = bits << 64 | word
    return bits


def listed(faces: int) -> list[int]:
    """Return the bits of a set of faces, ascending."""
    found: list[int] = []
    for number, word in enumerate(split(faces)):
        bits: cython.ulonglong = word
        while bits:
            found.append(64 * number + lowest64(bits))
            bits &= bits - 1
    return found


def _rows(sets: Sequence[int], most: int) -> list[int]:
    """Return sets of faces one after the other, with room for the most that a board can have."""
    return _padded([word for bits in sets for word in split(bits)], most * WORDS)


def _padded(numbers: Iterable[int], length: int) -> list[int]:
    numbers = list(numbers)
    return numbers + [0] * (length - len(numbers))
