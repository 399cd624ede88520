"""Trifoil for programs that learn.

Planes have a number for each place of the lattice, not all of which are Blinks: a column of the
plane is a column of the board, and a Blink and its neighbour across face SE have the same row. So
all Blinks have their six neighbours in the same places: above and below across N and S, left and
right across NW and SE, and obliquely across NE and SW. The default board:

    a1  b1  c1
    a2  b2  ·
    a3  ·   ·

An action is a face to place a link on, a face to push from, a spin, or the end of the turn.
"""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.encode import Encoder, turn_planes
from quatrefoil.core.position import Position
from quatrefoil.games.trifoil.board import FACE_NAMES
from quatrefoil.games.trifoil.position import TrifoilPosition

if not cython.compiled:  # else they are constants and functions of the .pxd files
    from quatrefoil.core.bits import lowest64
    from quatrefoil.games.trifoil.position import END, PUSH, SPIN
    from quatrefoil.games.trifoil.tables import WORDS

    BEFORE, BLINKS, LEFT, ACTED, TURN = 12, 24, 25, 26, 27


@cython.final
@cython.cclass
class Encoding(Encoder):
    """Links by face and colour, now and before the latest action, and how far the turn is."""

    def __init__(self, rules: Any) -> None:
        if not cython.compiled:
            self.at, self.blink_at = [0] * 256, [0] * 37
        cells = rules.board.cells
        left, top = min(q for q, _ in cells), min(r for _, r in cells)
        Encoder.__init__(
            self,
            rules,
            labels=_labels(rules),
            planes=_planes(),
            rows=max(r for _, r in cells) - top + 1,
            columns=max(q for q, _ in cells) - left + 1,
        )
        self.tables = rules.tables
        self.most_actions = max(rules.options["actions"], rules.options["first_actions"])
        self.blinks = len(cells)
        for blink, (q, r) in enumerate(cells):
            self.blink_at[blink] = (r - top) * self.columns + q - left
        for bit, (blink, face) in enumerate(rules.board.faces):
            self.at[bit] = face * self.area + self.blink_at[blink]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def action_of(self, position: Position, move: cython.longlong) -> cython.int:
        step: cython.int = cython.cast(cython.int, move)
        if step < PUSH:
            return step
        if step < SPIN:
            return self.tables.inner + step - PUSH
        if step < END:
            return 2 * self.tables.inner + step - SPIN
        return self.actions - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_board(
        self, position: Position, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show(cython.cast(TrifoilPosition, position), viewer, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show(
        self, position: TrifoilPosition, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        self.show_links(position.links, viewer, out, 0)
        if position.returnable:  # TF-9 forbids a return, where one is possible
            self.show_links(position.previous, viewer, out, BEFORE)
        blink: cython.int
        for blink in range(self.blinks):
            out[BLINKS * self.area + self.blink_at[blink]] = 1.0
        left: cython.float = position.actions_left
        self.flood(out, LEFT, left / self.most_actions)
        self.flood(out, ACTED, position.acted)
        self.show_turn(out, TURN, position.mover, viewer)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_links(
        self,
        links: cython.p_ulonglong,
        viewer: cython.int,
        out: cython.p_float,
        plane: cython.int,
    ) -> cython.void:
        """Write the links of both colours into twelve planes, the viewer's first."""
        player: cython.int
        word: cython.int
        for player in range(2):
            first: cython.int = (plane if player == viewer else plane + 6) * self.area
            for word in range(self.tables.words):
                bits: cython.ulonglong = links[WORDS * player + word]
                while bits:
                    out[first + self.at[64 * word + lowest64(bits)]] = 1.0
                    bits &= bits - 1


def _labels(rules: Any) -> list[str]:
    faces = range(rules.board.inner)
    return [
        *(rules.tokens[bit] for bit in faces),
        *(rules.tokens[PUSH + bit] for bit in faces),
        *(spin.token for spin in rules.board.spins),
        rules.tokens[END],
    ]


def _planes() -> list[str]:
    links = [
        f"{who} links on face {face}" for who in ("my", "the opponent's") for face in FACE_NAMES
    ]
    return [
        *links,
        *(f"{name} before the latest action, where a return is possible" for name in links),
        "Blinks",
        "actions left of the turn, of the most there can be",
        "an action of the turn was made",
        *turn_planes(2),
    ]
