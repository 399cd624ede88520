"""Trickle's board and rules as numbers: what positions with the same rules share."""

from __future__ import annotations

from typing import Any

import cython

from quatrefoil.core.rng import zobrist

if not cython.compiled:  # else they are constants of tables.pxd
    NOWHERE, BEYOND, CELLS = 217, 218, 224


@cython.final
@cython.cclass
class Tables:
    """What positions with the same rules share: the board as numbers, and numbers for keys.

    By cell and direction (8 × cell + direction): `near` is the next cell, and `landing` has two
    entries for where a step and a jump end. By cell: its `ring`; `movers`, a bit for each player
    who may move a bead from it; its `owner`, or -1; and its `worth` as a goal. `rim` lists the rim.
    By symmetry and cell or player: what it becomes.
    """

    def __init__(self, rules: Any) -> None:
        if not cython.compiled:
            self.rim = [0] * 48
            self.ring, self.movers = [0] * CELLS, [0] * CELLS
            self.owner, self.worth = [0] * CELLS, [0] * CELLS
            self.near, self.landing = [0] * (8 * CELLS), [0] * (16 * CELLS)
            self.bead_keys = [0] * (6 * CELLS)
            self.first_keys, self.last_keys = [0] * CELLS, [0] * CELLS
            self.turn_keys, self.off_keys = [0] * 6, [0] * 6
            self.cell_images, self.player_images = [0] * (12 * CELLS), [0] * (12 * 6)
        board = rules.board
        self.players = rules.players
        self.bear_off = rules.options["bear_off"]
        self.chain_jumps = rules.options["chain_jumps"]
        #: Beads that reached this ring are done: the game ends when all are.
        self.goal_ring = board.rings + 1 if self.bear_off else board.rings
        self.rim_size = 0
        for cell in range(CELLS):
            self.movers[cell] = 0
            self.owner[cell] = -1
            self.worth[cell] = 0
            self.ring[cell] = board.rings + 1
            for direction in range(6):
                self._set_hop(cell, direction, NOWHERE, NOWHERE, NOWHERE)
        for cell in range(len(board.places)):
            self._set_cell(cell, rules)
        self._set_keys()
        self._set_images(rules)

    def _set_cell(self, cell: int, rules: Any) -> None:
        board = rules.board
        self.ring[cell] = board.ring[cell]
        self.movers[cell] = sum(1 << player for player in rules.movers(cell))
        for direction in range(6):
            near, far = board.neighbour(cell, direction), board.behind(cell, direction)
            self._set_hop(
                cell,
                direction,
                NOWHERE if near is None else near,
                near if near is not None and rules.may_end(cell, near) else NOWHERE,
                far if far is not None and rules.may_end(cell, far) else NOWHERE,
            )
        if board.is_rim(cell):
            self._set_rim_cell(cell, rules)

    def _set_rim_cell(self, cell: int, rules: Any) -> None:
        """Say what a bead on a rim cell is worth to whom, or over which edges it may leave."""
        self.rim[self.rim_size] = cell
        self.rim_size += 1
        self.worth[cell] = rules.worth(cell)
        if not self.bear_off:
            for player in rules.scorers(cell):
                self.owner[cell] = player
            return
        for edge in rules.board.edges_of[cell]:
            owner, beyond = rules.owners[edge], BEYOND + edge
            self.owner[beyond] = -1 if owner is None else owner
            direction = rules.board.direction_over(cell, edge)
            self._set_hop(cell, direction, beyond, beyond, NOWHERE)

    def _set_hop(self, cell: int, direction: int, near: int, step: int, jump: int) -> None:
        """Say which cell is next in a direction, and where a step and a jump end."""
        index = 8 * cell + direction
        self.near[index] = near
        self.landing[2 * index] = step
        self.landing[2 * index + 1] = jump

    def _set_keys(self) -> None:
        for index, key in enumerate(zobrist(6 * CELLS, salt=1)):
            self.bead_keys[index] = key
        for index, key in enumerate(zobrist(CELLS, salt=2)):
            self.first_keys[index] = key
        for index, key in enumerate(zobrist(CELLS, salt=3)):
            self.last_keys[index] = key
        for index, key in enumerate(zobrist(6, salt=4)):
            self.turn_keys[index] = key
        for index, key in enumerate(zobrist(6, salt=5)):
            self.off_keys[index] = key | 1

    def _set_images(self, rules: Any) -> None:
        """Say where every symmetry takes cells and players."""
        self.cells = len(rules.board.places)
        for number, symmetry in enumerate(rules.symmetries):
            for cell, image in enumerate(symmetry.cells):
                self.cell_images[number * CELLS + cell] = image
            for player, image in enumerate(symmetry.players):
                self.player_images[number * 6 + player] = image
