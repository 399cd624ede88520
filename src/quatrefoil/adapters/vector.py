"""Thousands of games at once, stepped by one call into NumPy arrays.

    batch = Batch("trickle", 4096, seed=1)
    while learning:
        actions = policy(batch.observations, batch.masks)      # one for each game
        rewards, done = batch.step(actions)

Every game that ends starts anew at once, so all arrays are always full. They are the batch's own
memory, written over by the next step: copy what is to be kept.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, SupportsIndex

import cython

from quatrefoil.core.arguments import whole
from quatrefoil.core.encode import Encoder, encoder_of
from quatrefoil.core.errors import IllegalMoveError, MissingExtraError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.rng import Rng, scramble

try:
    import numpy as np
except ImportError as error:
    raise MissingExtraError.of("research", error) from None

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from quatrefoil.core.constants import CHANCE, NO_MOVE, OVER
    from quatrefoil.search.shares import popcount, winners

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: More games would not fit into memory, and more threads than this no computer has.
MOST_GAMES = 100_000
MOST_THREADS = 1024


@cython.final
@cython.cclass
class Slot:
    """One game of a batch. It has its own dice, so it does not depend on the other games."""

    def __init__(self, first: Line, seed: int) -> None:
        self.line = first.copy()
        self.rng = Rng(seed)
        self.length = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def start(self, first: Line, rolls: cython.bint) -> cython.void:
        """Begin a game."""
        self.line.follow(first)
        self.length = 0
        if rolls:
            self.roll()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, move: cython.longlong, rolls: cython.bint) -> cython.bint:
        """Make a legal move, and chance's if it `rolls`; return whether the game is over."""
        self.line.advance(move)
        self.length += 1
        if rolls:
            self.roll()
        return self.line.position.turn == OVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def roll(self) -> cython.void:
        while self.line.position.turn == CHANCE:
            self.line.advance(self.line.position.sample_move(self.rng))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, encoder: Encoder, action: cython.int) -> cython.longlong:
        return encoder.find_move(self.line.position, action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self, encoder: Encoder) -> cython.int:
        """Return the action of a random move."""
        return encoder.number(self.line.position, self.line.position.sample_move(self.rng))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show(self, encoder: Encoder, planes: cython.p_float, mask: cython.p_uchar) -> cython.void:
        """Write what the player to move sees, and which actions are legal."""
        turn: cython.int = self.line.position.turn
        encoder.fill_planes(self.line, turn if turn >= 0 else 0, planes)
        encoder.fill_mask(self.line.position, mask)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reward(self, players: cython.int, out: cython.p_float) -> cython.void:
        """Write what a finished game was worth to each player: 1 to −1, in all 0."""
        won: cython.int = winners(self.line.position, players)
        share: cython.float = players
        share /= popcount(won)
        player: cython.int
        for player in range(players):
            out[player] = ((share if won >> player & 1 else 0) - 1) / (players - 1)


@cython.final
@cython.cclass
class Batch:
    """A number of games of the same rules, side by side.

    Arrays, with a row for each game:

    - `observations`, float32: the planes that the player to move sees
    - `masks`, bool: which actions are legal
    - `players`, int32: who is to move (−1 is chance, which only shows where it is not rolled)
    - `rewards`, float32: for each player, of the latest step; 0 unless a game ended
    - `done`, bool: whether a game ended in the latest step; the rest shows the one after it
    - `truncated`, bool: whether that was because it had gone on for `limit` moves

    `encoder` says what planes and actions mean. A seed gives the same games on any number of
    threads. Calls from several threads wait for each other. A pickled batch goes on where it was,
    with the same dice.
    """

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._slots)

    def __init__(
        self,
        rules: Rules | str,
        size: SupportsIndex,
        seed: SupportsIndex = 0,
        *,
        rolls: bool = True,
        limit: SupportsIndex = 0,
        threads: SupportsIndex = 1,
    ) -> None:
        if cython.compiled and self._lock is not None:
            # Its arrays and games are memory of C, which callers hold and threads write to.
            raise TypeError("a batch is made once: make another one")
        if not isinstance(rules, Rules | str):
            raise TypeError(f"a batch takes rules or their text, not {shortened(rules)}")
        self.rules = rules_of(rules) if isinstance(rules, str) else rules
        self.size = whole(size, "the size of a batch", 1, MOST_GAMES)
        self.rolls = rolls
        self.limit = whole(limit, "the limit of a batch", 0, 0x7FFFFFFF)
        parts = min(whole(threads, "the number of threads", 1, MOST_THREADS), self.size)
        self._players = self.rules.players
        self._first = Line(self.rules.start())
        # Encoders have scratch memory: each part needs its own, and so do callers.
        self._encoders = [encoder_of(self.rules) for _ in range(parts)]
        self.encoder = encoder_of(self.rules)
        self._make_arrays()
        self._make_slots(seed)
        self._take_over()  # nothing can be asked of a batch before
        self.reset()

    def _take_over(self) -> None:
        """Become a batch of this process: a fork copies neither threads nor who holds a lock."""
        parts = len(self._encoders)
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None
        self._process = os.getpid()
        self._lock: Any = Lock()

    def _alone(self) -> Any:
        """Return the lock of the one caller who may work with the batch."""
        if self._lock is None:
            raise TypeError("this batch was never made: call Batch")
        if self._process != os.getpid():
            self._take_over()
        return self._lock

    def _make_arrays(self) -> None:
        encoder: Encoder = self.encoder
        self.observations = np.zeros((self.size, *encoder.shape), np.float32)
        masks = np.zeros((self.size, encoder.actions), np.uint8)
        self.masks = masks.view(np.bool_)
        self.players = np.zeros(self.size, np.int32)
        self.rewards = np.zeros((self.size, self._players), np.float32)
        done, truncated = np.zeros((2, self.size), np.uint8)
        self.done, self.truncated = done.view(np.bool_), truncated.view(np.bool_)
        self._planes = self.observations.reshape(self.size, encoder.size)
        self._masks = masks
        self._turns = self.players
        self._rewards = self.rewards
        self._done = done
        self._truncated = truncated
        # Uncompiled, moves are Python's numbers: those of NumPy overflow.
        self._moves = np.zeros(self.size, np.int64) if cython.compiled else [0] * self.size

    def _make_slots(self, seed: SupportsIndex) -> None:
        base = scramble(seed)
        self._kept = [Slot(self._first, base + i) for i in range(self.size)]
        if not cython.compiled:
            self._slots = self._kept
            return
        self._slots = cython.cast(
            cython.pointer(cython.p_void), malloc(self.size * cython.sizeof(cython.p_void))
        )
        if self._slots == cython.NULL:
            raise MemoryError
        i: cython.int
        for i in range(self.size):
            self._slots[i] = cython.cast(cython.p_void, self._kept[i])

    # ---- playing ------------------------------------------------------------------------------

    def reset(self) -> None:
        """Begin all games anew; dice go on where they were."""
        with self._alone():
            self.rewards.fill(0)
            self.done.fill(False)
            self.truncated.fill(False)
            self._share(self._reset_part)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Make a move in every game; return `rewards` and `done`.

        Actions are integers, one for each game. If one of them is not legal, raise an
        IllegalMoveError and change nothing.
        """
        given = np.asarray(actions)
        wanted = self._as_actions(given)
        with self._alone():
            self._share(partial(self._find_part, actions=wanted))
            refused = np.flatnonzero(np.asarray(self._moves) == NO_MOVE)
            if len(refused):
                game = int(refused[0])
                raise IllegalMoveError(
                    f"action {given[game]} is not legal in game {game} of the batch;"
                    f" {self.masks[game].sum()} actions are, and its mask shows them"
                )
            self._share(self._step_part)
        return self.rewards, self.done

    def _as_actions(self, given: NDArray[Any]) -> NDArray[np.int32]:
        """Return actions as C reads them, or raise a TypeError or a ValueError."""
        if given.shape != (self.size,):
            raise ValueError(f"a step takes {self.size} actions, not an array of {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"a step takes actions that are integers, not {given.dtype}")
        if given.dtype != np.int32:
            # What 32 bits do not hold is no action, and must not become one on the way.
            given = np.where((given >= 0) & (given <= 0x7FFFFFFF), given, NO_MOVE)
        return np.require(given, np.int32, ["ALIGNED", "C_CONTIGUOUS", "WRITEABLE"])

    def random_actions(self) -> NDArray[np.int32]:
        """Return a random legal action for every game, as even moves are (chance's by its odds)."""
        actions = np.zeros(self.size, np.int32)
        with self._alone():
            self._share(partial(self._draw_part, out=actions))
        return actions

    def line(self, game: SupportsIndex) -> Line:
        """Return a copy of one game's line: where it is, and what repetition remembers."""
        number = whole(game, "a game of the batch", 0, self.size - 1)
        with self._alone():
            slot: Slot = self._kept[number]
            return slot.line.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle where every game and its dice are, and what the latest step gave."""
        with self._alone():
            games = [_state_of(slot) for slot in self._kept]
            latest = [each.copy() for each in (self.rewards, self.done, self.truncated)]
        options = {"rolls": self.rolls, "limit": self.limit, "threads": len(self._encoders)}
        return (_resumed, (self.rules, options, games, latest))

    def _resume(self, games: list[tuple[Line, Rng, int]], latest: list[NDArray[Any]]) -> None:
        """Become the batch that was pickled."""
        slot: Slot
        for slot, (line, rng, length) in zip(self._kept, games, strict=True):
            slot.line.copy_from(line)
            slot.rng = rng
            slot.length = length
        for array, values in zip((self.rewards, self.done, self.truncated), latest, strict=True):
            array[:] = values
        self._share(self._show_part)

    # ---- the same for a part of the games, on one thread -----------------------------------

    def _share(self, work: Callable[[Encoder, int, int], None]) -> None:
        """Do work for all games: each thread for its part of them, with its encoder."""
        parts = len(self._encoders)
        bounds = [self.size * part // parts for part in range(parts + 1)]
        if self._pool is None:
            work(self._encoders[0], 0, self.size)
        else:
            list(self._pool.map(work, self._encoders, bounds, bounds[1:]))

    def _reset_part(self, encoder: Encoder, first: cython.int, last: cython.int) -> None:
        i: cython.int
        with cython.nogil:
            for i in range(first, last):
                self._restart(i)
                self._show(i, encoder)

    def _show_part(self, encoder: Encoder, first: cython.int, last: cython.int) -> None:
        i: cython.int
        with cython.nogil:
            for i in range(first, last):
                self._show(i, encoder)

    def _find_part(
        self, encoder: Encoder, first: cython.int, last: cython.int, actions: cython.int[::1]
    ) -> None:
        i: cython.int
        with cython.nogil:
            for i in range(first, last):
                self._find(i, actions[i], encoder)

    def _step_part(self, encoder: Encoder, first: cython.int, last: cython.int) -> None:
        i: cython.int
        with cython.nogil:
            for i in range(first, last):
                self._step(i, encoder)

    def _draw_part(
        self, encoder: Encoder, first: cython.int, last: cython.int, out: cython.int[::1]
    ) -> None:
        i: cython.int
        with cython.nogil:
            for i in range(first, last):
                out[i] = cython.cast(Slot, self._slots[i]).draw(encoder)

    # ---- one game -----------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, i: cython.int, action: cython.int, encoder: Encoder) -> cython.void:
        self._moves[i] = cython.cast(Slot, self._slots[i]).find(encoder, action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self, i: cython.int, encoder: Encoder) -> cython.void:
        player: cython.int
        for player in range(self._players):
            self._rewards[i, player] = 0.0
        over: cython.bint = cython.cast(Slot, self._slots[i]).advance(self._moves[i], self.rolls)
        cut: cython.bint = not over and cython.cast(Slot, self._slots[i]).length == self.limit
        self._done[i] = over or cut
        self._truncated[i] = cut
        if over:
            if cython.compiled:
                cython.cast(Slot, self._slots[i]).reward(
                    self._players, cython.address(self._rewards[i, 0])
                )
            else:
                self._slots[i].reward(self._players, self._rewards[i])
        if over or cut:
            self._restart(i)
        self._show(i, encoder)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restart(self, i: cython.int) -> cython.void:
        cython.cast(Slot, self._slots[i]).start(self._first, self.rolls)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _show(self, i: cython.int, encoder: Encoder) -> cython.void:
        self._turns[i] = cython.cast(Slot, self._slots[i]).line.position.turn
        if cython.compiled:
            cython.cast(Slot, self._slots[i]).show(
                encoder, cython.address(self._planes[i, 0]), cython.address(self._masks[i, 0])
            )
        else:
            self._slots[i].show(encoder, self._planes[i], self._masks[i])


@cython.cfunc
def _state_of(slot: Slot) -> tuple[Line, Rng, int]:
    """Return copies of what a game consists of."""
    return (slot.line.copy(), copy.copy(slot.rng), slot.length)


def _resumed(
    rules: Rules,
    options: dict[str, Any],
    games: list[tuple[Line, Rng, int]],
    latest: list[NDArray[Any]],
) -> Batch:
    """Return the batch that was pickled."""
    batch: Batch = Batch(rules, len(games), **options)
    batch._resume(games, latest)
    return batch
