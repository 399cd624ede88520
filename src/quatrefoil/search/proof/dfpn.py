"""Proof-number search over whole turns, to find out whether a player can force a win or a draw.

A position's *proof number* says how many positions must at least still be proven to prove it, its
*disproof number* the same for disproving. The search goes down to the most promising position
(depth first, with limits on both numbers: df-pn), and keeps numbers in a table.

A position that nothing is known about gets its numbers from a look one turn ahead: who can leave
only few positions in which the other does not win at once is close to losing. Where several lines
lead to the same position, sums of numbers count it several times; so a sum is replaced by the
largest number and one for each other position.

What this proves is a strategy for `strategy.py` to write down and `verify.py` to check: a position
counts as proven only after those that it rests on. What it *disproves* is not certain where
positions can repeat, and is never passed off as a result.
"""

from __future__ import annotations

import time

import cython

from quatrefoil.core.errors import IllegalMoveError, QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng
from quatrefoil.search.limits import MOST
from quatrefoil.search.proof.table import ProofTable
from quatrefoil.search.proof.turns import Turns
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.usage import OneThread, check_rules

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.memory import resized
    from cython.cimports.quatrefoil.search.proof.turns import canonical_key
    from cython.cimports.quatrefoil.search.shares import winners
else:
    from quatrefoil.core.constants import OVER
    from quatrefoil.search.proof.turns import canonical_key
    from quatrefoil.search.shares import winners

#: A proof or disproof number that cannot be reached.
INFINITE = 1_000_000_000
_INFINITE = cython.declare(cython.uint, INFINITE)
#: Tells a question about the opponent's turn from one about the seeker's: images swap players.
_THEIRS = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)
#: Turns that are tried at random to see whether a player is in trouble, and how many of them that
#: do not lose at once show that there is none.
_TRIES = cython.declare(cython.uint, 24)
_SAFE = cython.declare(cython.uint, 5)
#: The mobility of a player who is not in trouble.
_FREE = cython.declare(cython.uint, 400)
#: A turn of more positions is not listed whole.
LONGEST_LIST = 2_000_000
_LONGEST_LIST = cython.declare(cython.int, LONGEST_LIST)


def check_solvable(rules: Rules) -> None:
    """Raise where proof-number search does not apply: it takes two players and no dice."""
    if rules.players != 2 or rules.has_dice:
        raise QuatrefoilError(f"{rules} cannot be solved: it takes two players and no dice")


@cython.final
@cython.cclass
class Frame(Turns):
    """A position on the path that is searched, with its turns and their numbers."""

    def __cinit__(self) -> None:
        self.reserved = 0
        if cython.compiled:
            self.proofs = self.disproofs = cython.NULL
            self.known = cython.NULL

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.proofs)
            free(self.disproofs)
            free(self.known)

    def __init__(self, rules: Rules) -> None:
        Turns.__init__(self, rules)
        self.position = rules.start()
        self.key = 0
        self.reserved = 0
        if not cython.compiled:
            self.proofs, self.disproofs, self.known = [], [], []

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def reserve(self) -> cython.int:
        """Make room for the numbers of all ends."""
        if self.ends > self.reserved:
            if cython.compiled:
                size: cython.Py_ssize_t = 2 * self.ends * cython.sizeof(cython.uint)
                self.proofs = cython.cast(cython.p_uint, resized(self.proofs, size))
                self.disproofs = cython.cast(cython.p_uint, resized(self.disproofs, size))
                self.known = cython.cast(
                    cython.pointer(cython.bint),
                    resized(self.known, 2 * self.ends * cython.sizeof(cython.bint)),
                )
            else:
                more = [0] * (2 * self.ends - self.reserved)
                for column in (self.proofs, self.disproofs, self.known):
                    column.extend(more)
            self.reserved = 2 * self.ends
        return 0


@cython.final
@cython.cclass
class Prover:
    """Tries to prove that `seeker` reaches a goal: to win or, with `draw_suffices`, not to lose."""

    def __init__(
        self, rules: Rules, seeker: int, draw_suffices: bool = False, megabytes: float = 512
    ) -> None:
        check_solvable(rules)
        if seeker not in (0, 1):
            raise ValueError(f"seeker is player 0 or 1, not {seeker!r}")
        self.rules = rules
        self.seeker = seeker
        self.draw_suffices = draw_suffices
        self.evaluated = self.expanded = 0
        self.deepest = 0
        self._players = rules.players
        self._symmetries = len(rules.symmetries)
        self._table = ProofTable(megabytes)
        self._wins = WinFinder(rules)
        self._turns = Turns(rules)
        self._rng = Rng(1)
        self._sample = rules.start()
        self._frames: list[Frame] = []
        self._one_thread = OneThread("prover")
        self._deadline = 0.0
        self._last = 0
        self.stopped = False
        self.proof = self.disproof = 1

    def prove(
        self, position: Position, evaluations: int = 10**15, deadline: float = 1e18
    ) -> bool | None:
        """Say whether the goal is reached from the start of a turn; None if that is not settled.

        False is certain only where no position can repeat. What was found out is kept for later.
        """
        check_rules(self.rules, position)
        if position.turn < 0:
            raise IllegalMoveError("there is nothing to prove: nobody is to move")
        with self._one_thread:
            return self._prove(position, evaluations, deadline)

    def _prove(self, position: Position, evaluations: int, deadline: float) -> bool | None:
        self._deadline = deadline
        self._last = min(MOST, self.evaluated + evaluations)
        self.stopped = False
        if not self._frames:
            self._frames.append(Frame(self.rules))
        frame: Frame = self._frames[0]
        frame.position.assign(position)
        frame.key = self.key_of(position)
        if self._table.probe(frame.key):
            self.proof = self._table.proof
            self.disproof = self._table.disproof
        else:
            self._evaluate(position, frame.key)
        if self.proof > 0 and self.disproof > 0:
            self._search(0, _INFINITE - 1, _INFINITE - 1)
        if self.proof == 0:
            return True
        return False if self.disproof == 0 else None

    def proof_numbers(self) -> tuple[int, int]:
        """Return proof and disproof number of the latest position asked about."""
        return self.proof, self.disproof

    @cython.cfunc
    @cython.exceptval(check=False)
    def distance(self, position: Position) -> cython.uint:
        """Return within how many turns a position reaches the goal, infinite if not proven."""
        if self._table.probe(self.key_of(position)) and self._table.proof == 0:
            return self._table.disproof - _INFINITE
        return _INFINITE

    @cython.cfunc
    @cython.exceptval(check=False)
    def key_of(self, position: Position) -> cython.ulonglong:
        """Return the table's key for a position."""
        return self._key_for(canonical_key(position, self._symmetries), position.turn)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _key_for(self, key: cython.ulonglong, mover: cython.int) -> cython.ulonglong:
        return key if mover == self.seeker else key ^ _THEIRS

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_good(self, over: Position) -> cython.bint:
        """Whether a game ended as the seeker wants."""
        mask: cython.int = winners(over, self._players)
        if self.draw_suffices:
            return (mask >> self.seeker) & 1
        return mask == 1 << self.seeker

    @cython.cfunc
    @cython.exceptval(check=False)
    def _set_decided(self, good: cython.bint, turns: cython.uint) -> cython.int:
        """Set the numbers of a position that is decided within a number of turns.

        Turns are added to infinity, so a player who follows falling numbers reaches the end.
        """
        self.proof = 0 if good else _INFINITE + turns
        self.disproof = _INFINITE + turns if good else 0
        return 0

    # ---- a position that nothing is known about -----------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _evaluate(self, position: Position, key: cython.ulonglong) -> cython.int:
        """Set the numbers of a position from a look one turn ahead, and store them."""
        self.evaluated += 1
        mover: cython.int = position.turn
        mobility: cython.uint
        if self._wins.find(position):
            self._set_decided(mover == self.seeker, 1)
        else:
            mobility = self._mobility(position)
            if mobility == _INFINITE:
                self._set_decided(mover == self.seeker, 1)
            elif mobility == 0:
                self._set_decided(mover != self.seeker, 1 + self._longest)
            else:
                # The mover needs one good turn; against the mover all must be bad.
                self.proof = 1 if mover == self.seeker else mobility
                self.disproof = mobility if mover == self.seeker else 1
        self._table.store(key, self.proof, self.disproof)
        return 0

    @cython.cfunc
    @cython.exceptval(4294967295, check=False)
    def _mobility(self, position: Position) -> cython.uint:
        """Return about how many turns do not lose at once; 0 and infinite are certain."""
        mover: cython.int = position.turn
        safe: cython.uint = 0
        tried: cython.uint = 0
        self._wins.forget()
        while tried < _TRIES:
            tried += 1
            self._sample.assign(position)
            while self._sample.turn == mover:
                self._sample.apply(self._sample.sample_move(self._rng))
            if self._sample.turn != OVER and not self._wins.find_again(self._sample):
                safe += 1
                if safe == _SAFE:
                    break
        if safe > 1:
            return _FREE * safe // tried
        return self._count_replies(position)

    @cython.cfunc
    @cython.exceptval(4294967295, check=False)
    def _count_replies(self, position: Position) -> cython.uint:
        """Return how many turns do not lose at once, infinite if one reaches the mover's goal."""
        mover: cython.int = position.turn
        if not self._turns.fill(position, _LONGEST_LIST):
            return 1
        safe: cython.uint = 0
        self._longest = 1
        end: cython.int
        key: cython.ulonglong
        for end in range(self._turns.ends):
            self._turns.load_end(end, self._sample)
            if self._sample.turn == OVER:
                if self.is_good(self._sample) == (mover == self.seeker):
                    return _INFINITE
                continue
            key = self._key_for(self._turns.end_keys[end], self._sample.turn)
            if self._table.probe(key):
                if (self._table.disproof if mover == self.seeker else self._table.proof) > 0:
                    safe += 1
                else:
                    self._longest = max(
                        self._longest, self._table.proof + self._table.disproof - _INFINITE
                    )
            elif not self._wins.find_again(self._sample):
                safe += 1
            elif mover == self.seeker:
                self._table.store(key, _INFINITE + 1, 0)
            else:
                self._table.store(key, 0, _INFINITE + 1)
        return safe

    # ---- search -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _search(
        self, depth: cython.int, most_proof: cython.uint, most_disproof: cython.uint
    ) -> cython.int:
        """Search the frame at `depth` until one of its numbers is settled or above its limit."""
        if len(self._frames) == depth + 1:
            self._frames.append(Frame(self.rules))
        frame: Frame = self._frames[depth]
        below: Frame = self._frames[depth + 1]
        self._check_limits()
        self._expand(frame, depth)
        self.deepest = max(self.deepest, depth)
        seeking: cython.bint = frame.position.turn == self.seeker
        # The mover wants one of the numbers on their side to fall to 0: the least one matters.
        # On the other side all numbers would have to, so they are summed up (see above).
        if seeking:
            own: cython.p_uint = frame.proofs
            other: cython.p_uint = frame.disproofs
        else:
            own = frame.disproofs
            other = frame.proofs
        most_own: cython.uint = most_proof if seeking else most_disproof
        most_other: cython.uint = most_disproof if seeking else most_proof
        i: cython.int
        best: cython.int
        least: cython.uint
        second: cython.uint
        largest: cython.uint
        left: cython.uint
        total: cython.uint
        while True:
            best = 0
            least = second = 2 * _INFINITE
            largest = left = 0
            for i in range(frame.ends):
                if other[i] > 0:
                    left += 1
                    largest = max(largest, other[i])
                if own[i] < least:
                    second = least
                    least = own[i]
                    best = i
                elif own[i] < second:
                    second = own[i]
            total = min(_INFINITE, largest + left - 1) if left else 0
            if least == 0:
                total = _INFINITE
            if least == 0 or total == 0 or least > most_own or total > most_other or self.stopped:
                break
            frame.load_end(best, below.position)
            below.key = self._key_for(frame.end_keys[best], below.position.turn)
            if frame.known[best]:
                rest: cython.uint = most_other - (left - 1) if most_other >= left else 1
                limit: cython.uint = min(most_own, 3 * second + 10)
                if seeking:
                    self._search(depth + 1, limit, rest)
                else:
                    self._search(depth + 1, rest, limit)
            else:
                self._evaluate(below.position, below.key)
                frame.known[best] = True
            frame.proofs[best] = self.proof
            frame.disproofs[best] = self.disproof
        if least == 0 or total == 0:
            self._set_decided(seeking == (least == 0), self._distance(frame, own, other))
        else:
            self.proof = least if seeking else total
            self.disproof = total if seeking else least
        self._table.store(frame.key, self.proof, self.disproof)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _distance(self, frame: Frame, own: cython.p_uint, other: cython.p_uint) -> cython.uint:
        """Return in how many turns a frame is decided: the mover's quickest way, or the longest."""
        shortest: cython.uint = _INFINITE
        longest: cython.uint = 0
        end: cython.int
        for end in range(frame.ends):
            if own[end] == 0:
                shortest = min(shortest, other[end] - _INFINITE)
            else:
                longest = max(longest, own[end] - _INFINITE)
        return 1 + (shortest if shortest < _INFINITE else longest)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _expand(self, frame: Frame, depth: cython.int) -> cython.int:
        """List the turns of a frame with what is known about them."""
        self.expanded += 1
        frame.fill(frame.position, _LONGEST_LIST)
        frame.reserve()
        end: cython.int
        key: cython.ulonglong
        good: cython.bint
        for end in range(frame.ends):
            frame.load_end(end, self._sample)
            frame.known[end] = True
            frame.proofs[end] = frame.disproofs[end] = 1
            key = self._key_for(frame.end_keys[end], self._sample.turn)
            if self._sample.turn == OVER or self._is_on_path(key, depth):
                # A position that comes back decides nothing: good enough if draws do.
                good = self.draw_suffices
                if self._sample.turn == OVER:
                    good = self.is_good(self._sample)
                frame.proofs[end] = 0 if good else _INFINITE
                frame.disproofs[end] = _INFINITE if good else 0
            elif self._table.probe(key):
                frame.proofs[end] = self._table.proof
                frame.disproofs[end] = self._table.disproof
            else:
                frame.known[end] = False
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_on_path(self, key: cython.ulonglong, depth: cython.int) -> cython.bint:
        i: cython.int
        for i in range(depth):
            frame: Frame = self._frames[i]
            if frame.key == key:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _check_limits(self) -> cython.int:
        """Notice Ctrl-C and the limits."""
        if cython.compiled:
            PyErr_CheckSignals()
        if self.evaluated >= self._last or time.monotonic() > self._deadline:
            self.stopped = True
        return 0
