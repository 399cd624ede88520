r"""A position of Trifoil, a game by Spencer Kee and Aaron Santiago.

The rules come from the designers' rulebook and repository; `rules.md` tells them in our words and
marks our readings of what they leave open. The ids (TF-7) in comments are those of that page.

      ___
     /a1 \___        Six hexagonal Blinks (the default board) with six faces each; a face holds no
     \___/b1 \___    link, a red or a blue one. A turn has up to two actions: place a link on a
     /a2 \___/c1 \   face that touches another Blink, push a link straight on with all that is
     \___/b2 \___/   in its way, or spin a triangle on which you have fewer links. A chain of
     /a3 \___/       five links wins.
     \___/

A move is a small number: a face's bit (see board.py) to place a link there, PUSH and the bit to
push the link that is there, SPIN and the number of a spin, or END.
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import Any, SupportsIndex

import cython

from quatrefoil.core.arguments import whole
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng
from quatrefoil.games.trifoil.tables import joined, split

if not cython.compiled:  # else they are constants and functions of position.pxd
    from quatrefoil.core.bits import lowest64, popcount64
    from quatrefoil.core.constants import NO_MOVE, OVER, UNSURE
    from quatrefoil.games.trifoil.chains import ENDLESS, has_chain, longest_chain
    from quatrefoil.games.trifoil.tables import KEY_ROW, RAY_ROW, SPIN_ROW, TURN_ROW, WORDS

    PUSH, SPIN, END = 256, 512, 1024
    RED, BLUE, NOBODY = 0, 1, 2
    CHAIN, ALL_PLACED, FULL_BLINK, NO_ACTION, REPETITION = range(5)

_LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_ONE = cython.declare(cython.ulonglong, 1)
#: How often `sample_move` draws before it lists.
_DRAWS = cython.declare(cython.int, 24)


@cython.final
@cython.cclass
class TrifoilPosition(Position):
    """Where the links are, where they were before the latest action, and whose turn it is.

    `mover` is the player on turn or, when the game is over, the one who was.
    """

    def __init__(self, rules: Any) -> None:
        Position.__init__(self, rules)
        self.tables = rules.tables
        if not cython.compiled:
            self.links, self.previous = ([0] * (2 * WORDS) for _ in range(2))
            self.placed = [0, 0]
        self.links_key = self.previous_key = 0
        self.has_previous = self.returnable = False
        self.mover, self.actions_left, self.acted, self.winner = RED, 0, False, NOBODY

    # ---- legality -----------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        if self.turn == OVER:
            return 0
        count: cython.int = 0
        mine: cython.int = WORDS * self.mover
        word: cython.int
        bits: cython.ulonglong
        for word in range(self.tables.inner_words):  # TF-6: any inner face that is empty
            bits = self.tables.inner_mask[word] & ~(self.links[word] | self.links[WORDS + word])
            while bits:
                out[count] = 64 * word + lowest64(bits)
                count += 1
                bits &= bits - 1
        for word in range(self.tables.inner_words):
            bits = self.tables.inner_mask[word] & self.links[mine + word]
            while bits:
                face: cython.int = 64 * word + lowest64(bits)
                bits &= bits - 1
                if self._can_push(face):
                    out[count] = PUSH + face
                    count += 1
        spin: cython.int
        for spin in range(self.tables.spins):
            if self._can_spin(spin):
                out[count] = SPIN + spin
                count += 1
        if self.acted:  # TF-5: not a turn without any action
            out[count] = END
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_move(self, rng: Rng) -> cython.longlong:
        """Draw from all that could be a move until one is; list them if that takes too long."""
        candidates: cython.int = self.tables.inner + self.tables.spins + 1
        draws: cython.int = _DRAWS
        while draws > 0:
            draws -= 1
            pick: cython.int = rng.below(candidates)
            if pick < self.tables.inner:
                if self._holds(self.mover, pick):
                    if self._can_push(pick):
                        return PUSH + pick
                elif not self._holds(1 - self.mover, pick):
                    return pick
            elif pick < candidates - 1:
                if self._can_spin(pick - self.tables.inner):
                    return SPIN + pick - self.tables.inner
            elif self.acted:
                return END
        return Position.sample_move(self, rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_act(self) -> cython.bint:
        """Whether the player on turn has any action; most often there is a face to place on."""
        word: cython.int
        for word in range(self.tables.inner_words):
            if self.tables.inner_mask[word] & ~(self.links[word] | self.links[WORDS + word]):
                return True
        face: cython.int
        for face in range(self.tables.inner):
            if self._holds(self.mover, face) and self._can_push(face):
                return True
        spin: cython.int = 0
        while spin < self.tables.spins and not self._can_spin(spin):
            spin += 1
        return spin < self.tables.spins

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _holds(self, player: cython.int, face: cython.int) -> cython.bint:
        """Whether a face holds a link of a player."""
        return (self.links[WORDS * player + (face >> 6)] >> (face & 63)) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_push(self, face: cython.int) -> cython.bint:
        """Whether the link on an inner face, the player's own, can be pushed (TF-7)."""
        # The run of links reaches the end of the line only if no face of the line is empty.
        room: cython.ulonglong = 0
        word: cython.int
        for word in range(self.tables.words):
            taken: cython.ulonglong = self.links[word] | self.links[WORDS + word]
            room |= self.tables.ray_mask[WORDS * face + word] & ~taken
        if room == 0:
            return False
        if not self.returnable:
            return True
        # TF-9. The push empties the face, so it returns to nothing where the face was not empty.
        word = face >> 6
        if ((self.previous[word] | self.previous[WORDS + word]) >> (face & 63)) & 1:
            return True
        after: cython.ulonglong[8]
        if not cython.compiled:
            after = [0] * (2 * WORDS)
        self._copy(self.links, after)
        self._push(after, face)
        return not self._same(after, self.previous)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_spin(self, spin: cython.int) -> cython.bint:
        """Whether the player has the minority on a shape, and spinning it changes the board."""
        lead: cython.int = self.reds_lead_on(self.tables.spin_shape[spin])
        if lead >= 0 if self.mover == RED else lead <= 0:  # TF-8: the minority rule
            return False
        after: cython.ulonglong[8]
        if not cython.compiled:
            after = [0] * (2 * WORDS)
        self._copy(self.links, after)
        self._spin(after, spin)
        if self._same(after, self.links):  # TF-9
            return False
        return not (self.returnable and self._same(after, self.previous))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reds_lead_on(self, shape: cython.int) -> cython.int:
        """Return how many more links Red has on a shape than Blue: who has fewer may spin it."""
        lead: cython.int = 0
        word: cython.int
        for word in range(self.tables.words):
            mask: cython.ulonglong = self.tables.shape_mask[WORDS * shape + word]
            lead += popcount64(self.links[word] & mask)
            lead -= popcount64(self.links[WORDS + word] & mask)
        return lead

    # ---- actions ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        self.fresh = move < PUSH
        if move == END:
            self._end_turn()
            return
        self._copy(self.links, self.previous)
        self.previous_key = self.links_key
        self.has_previous = True
        self.returnable = not self.fresh
        step: cython.int = cython.cast(cython.int, move)
        if step < PUSH:
            self.links[WORDS * self.mover + (step >> 6)] |= _ONE << (step & 63)
            self.placed[self.mover] += 1
        elif step < SPIN:
            self._push(self.links, step - PUSH)
        else:
            self._spin(self.links, step - SPIN)
        self.links_key ^= self._key_between(self.links, self.previous)
        self.actions_left -= 1
        self.acted = True
        self._test_end(self.mover)
        if self.turn != OVER and (self.actions_left == 0 or not self._can_act()):
            self._end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(self, links: cython.p_ulonglong, face: cython.int) -> cython.void:
        """Move the run of links that starts at a face on by one, in `links` (TF-7)."""
        at: cython.int = RAY_ROW * face
        player: cython.int
        carried: cython.int[2] = [0, 0]
        moving: cython.bint = True
        while moving:
            # Put down what the face before held, and take up what this one holds.
            word: cython.int = self.tables.ray[at] >> 6
            shift: cython.int = self.tables.ray[at] & 63
            moving = False
            for player in range(2):
                bits: cython.ulonglong = links[WORDS * player + word]
                held: cython.int = cython.cast(cython.int, (bits >> shift) & 1)
                put: cython.ulonglong = carried[player]
                links[WORDS * player + word] = (bits & ~(_ONE << shift)) | (put << shift)
                carried[player] = held
                moving = moving or held
            at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spin(self, links: cython.p_ulonglong, spin: cython.int) -> cython.void:
        """Rotate a shape with its links, in `links` (TF-8)."""
        shape: cython.int = WORDS * self.tables.spin_shape[spin]
        moved: cython.ulonglong[4]
        if not cython.compiled:
            moved = [0] * WORDS
        player: cython.int
        word: cython.int
        for player in range(2):
            at: cython.int = WORDS * player
            for word in range(self.tables.words):
                moved[word] = 0
            for word in range(self.tables.words):
                bits: cython.ulonglong = links[at + word] & self.tables.shape_mask[shape + word]
                links[at + word] ^= bits
                while bits:
                    face: cython.int = 64 * word + lowest64(bits)
                    bits &= bits - 1
                    face = self.tables.spin_to[SPIN_ROW * spin + face]
                    moved[face >> 6] |= _ONE << (face & 63)
            for word in range(self.tables.words):
                links[at + word] |= moved[word]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(self, source: cython.p_ulonglong, target: cython.p_ulonglong) -> cython.void:
        word: cython.int
        for word in range(self.tables.words):
            target[word] = source[word]
            target[WORDS + word] = source[WORDS + word]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _same(self, one: cython.p_ulonglong, other: cython.p_ulonglong) -> cython.bint:
        word: cython.int
        for word in range(self.tables.words):
            if one[word] != other[word] or one[WORDS + word] != other[WORDS + word]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def winning_move(self) -> cython.longlong:
        """Return an action that makes a chain of the winning length, NO_MOVE or UNSURE."""
        # The longest chain may win too where links run out or a Blink can be full (TF-11).
        last: cython.bint = self.placed[self.mover] + 1 >= self.tables.supply
        none: cython.longlong = UNSURE if last or self.tables.full_blink else NO_MOVE
        if self.placed[self.mover] + 1 < self.tables.chain:
            return none
        after: cython.ulonglong[8] = [0, 0, 0, 0, 0, 0, 0, 0]
        self._copy(self.links, after)
        mine: cython.int = WORDS * self.mover
        word: cython.int
        face: cython.int
        bits: cython.ulonglong
        for word in range(self.tables.inner_words):
            bits = self.tables.inner_mask[word] & ~(self.links[word] | self.links[WORDS + word])
            while bits:
                after[mine + word] |= bits & (~bits + 1)
                if has_chain(self.tables, after, mine):
                    return 64 * word + lowest64(bits)
                after[mine + word] = self.links[mine + word]
                bits &= bits - 1
        if self.placed[self.mover] < self.tables.chain:
            return none
        for word in range(self.tables.inner_words):
            bits = self.tables.inner_mask[word] & self.links[mine + word]
            while bits:
                face = 64 * word + lowest64(bits)
                bits &= bits - 1
                self._copy(self.links, after)
                if self._can_push(face):
                    self._push(after, face)
                    if has_chain(self.tables, after, mine):
                        return PUSH + face
        for face in range(self.tables.spins):
            self._copy(self.links, after)
            if self._can_spin(face):
                self._spin(after, face)
                if has_chain(self.tables, after, mine):
                    return SPIN + face
        return none

    # ---- the end (TF-11 … TF-13) --------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _test_end(self, actor: cython.int) -> cython.void:
        """End the game if an action of `actor` has ended it, in the order of TF-11."""
        supply: cython.int = self.tables.supply
        if has_chain(self.tables, self.links, WORDS * actor):
            self._end(actor, CHAIN)
        elif not self.fresh and has_chain(self.tables, self.links, WORDS - WORDS * actor):
            # A fresh link is the actor's: it can't have made a chain for the opponent.
            self._end(1 - actor, CHAIN)
        elif supply and (self.placed[RED] == supply or self.placed[BLUE] == supply):
            self._end_by_longest(ALL_PLACED)
        elif self.tables.full_blink and self._has_full_blink():
            self._end_by_longest(FULL_BLINK)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_full_blink(self) -> cython.bint:
        blink: cython.int
        word: cython.int
        for blink in range(self.tables.blinks):
            count: cython.int = 0
            for word in range(self.tables.words):
                count += popcount64(
                    (self.links[word] | self.links[WORDS + word])
                    & self.tables.blink_mask[WORDS * blink + word]
                )
            if count >= self.tables.full_blink:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end_turn(self) -> cython.void:
        self.mover = self.turn = 1 - self.mover
        self.actions_left = self.tables.actions
        self.acted = False
        if not self._can_act():
            self._end_by_longest(NO_ACTION)  # TF-12

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end_by_longest(self, reason: cython.int) -> cython.void:
        red: cython.int = longest_chain(self.tables, self.links, 0, 0, ENDLESS)
        blue: cython.int = longest_chain(self.tables, self.links, WORDS, 0, ENDLESS)
        self._end(NOBODY if red == blue else RED if red > blue else BLUE, reason)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end(self, winner: cython.int, reason: cython.int) -> cython.void:
        self.winner = winner
        self.reason = reason
        self.turn = OVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_by_repetition(self) -> cython.void:
        self._end(NOBODY, REPETITION)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        out[RED] = out[BLUE] = 0.5
        if self.winner != NOBODY:
            out[self.winner] = 1.0
            out[1 - self.winner] = 0.0

    # ---- keys ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _key_between(self, one: cython.p_ulonglong, other: cython.p_ulonglong) -> cython.ulonglong:
        """Return by what the keys of two arrangements of links differ."""
        key: cython.ulonglong = 0
        player: cython.int
        word: cython.int
        for player in range(2):
            for word in range(self.tables.words):
                changed: cython.ulonglong = one[WORDS * player + word]
                changed ^= other[WORDS * player + word]
                while changed:
                    face: cython.int = 64 * word + lowest64(changed)
                    changed &= changed - 1
                    key ^= self.tables.link_key[KEY_ROW * player + face]
        return key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        return self._key_of(self.links_key, self.previous_key, self.mover)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _key_of(
        self, links: cython.ulonglong, previous: cython.ulonglong, mover: cython.int
    ) -> cython.ulonglong:
        """Return the key of the position by those of its links, now and before."""
        links ^= self.tables.turn_key[TURN_ROW * mover + 2 * self.actions_left + self.acted]
        if self.returnable:  # else no action can lead back to the previous links
            links ^= (previous >> 32) | ((previous & _LOW) << 32)
        return links

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repetition_key(self) -> cython.ulonglong:
        if self.acted:  # TF-13 looks at the start of a turn only
            return 0
        key: cython.ulonglong = self.links_key ^ self.tables.turn_key[TURN_ROW * self.mover]
        return key if key else 1

    # ---- from and to plain data ---------------------------------------------------------------

    def arrange(
        self,
        links: tuple[int, int],
        previous: tuple[int, int] | None,
        mover: int,
        actions_left: int,
        acted: bool,
    ) -> None:
        """Set the position up; links are sets of bits for Red and Blue. Then test for its end."""
        self._set_links(links, previous)
        self.mover = self.turn = mover
        self.actions_left, self.acted, self.winner, self.fresh = actions_left, acted, NOBODY, False
        self._test_end(mover if acted else 1 - mover)
        self.fresh = True
        if self.turn != OVER and not self._can_act():
            if acted:
                self._end_turn()
            else:
                self._end_by_longest(NO_ACTION)

    def _set_links(self, links: tuple[int, int], previous: tuple[int, int] | None) -> None:
        empty: cython.ulonglong[8] = [0, 0, 0, 0, 0, 0, 0, 0]
        self.links = split(links[RED]) + split(links[BLUE])
        before = previous or (0, 0)
        self.previous = split(before[RED]) + split(before[BLUE])
        self.has_previous = previous is not None
        self.links_key = self._key_between(self.links, empty)
        self.previous_key = self._key_between(self.previous, empty)
        self.placed = [links[RED].bit_count(), links[BLUE].bit_count()]
        # No link ever leaves the board: only as many as there are now can come back (TF-9).
        same_counts = all(before[p].bit_count() == self.placed[p] for p in range(2))
        self.returnable = self.has_previous and same_counts

    def links_of(self, player: SupportsIndex) -> int:
        """Return the set of faces with links of a player."""
        first: cython.int = WORDS * whole(player, "a player", RED, BLUE)
        return joined([self.links[first + word] for word in range(WORDS)])

    def previous_of(self, player: SupportsIndex) -> int:
        """Return the same as it was before the latest action."""
        first: cython.int = WORDS * whole(player, "a player", RED, BLUE)
        return joined([self.previous[first + word] for word in range(WORDS)])

    def links_on_shapes(self) -> list[tuple[int, int]]:
        """Return how many links Red and Blue have on each shape."""
        red, blue = self.links_of(RED), self.links_of(BLUE)
        masks = self.rules.board.shape_masks
        return [((red & mask).bit_count(), (blue & mask).bit_count()) for mask in masks]

    def minorities(self) -> list[int | None]:
        """Return for each shape who has fewer links there and may spin it (TF-8), or None."""
        leads = [blue - red for red, blue in self.links_on_shapes()]
        return [None if lead == 0 else RED if lead > 0 else BLUE for lead in leads]

    def run_from(self, face: int) -> list[tuple[int, int]]:
        """Return where each link goes if the one on a face is pushed, the nearest first (TF-7)."""
        links = self.links_of(RED) | self.links_of(BLUE)
        return [*takewhile(lambda at: links >> at[0] & 1, pairwise(self.rules.board.rays[face]))]

    def longest_chain_of(self, player: SupportsIndex) -> int:
        """Return the length of a player's longest chain (TF-10)."""
        first: cython.int = WORDS * whole(player, "a player", RED, BLUE)
        return longest_chain(self.tables, self.links, first, 0, ENDLESS)

    def longest_chain_links_of(self, player: SupportsIndex) -> int:
        """Return the links of one of a player's longest chains, as a set of faces.

        Every link without which the longest chain is as long is left out, one after the other.
        What remains is one longest chain: any link beside it would have been left out.
        """
        first: cython.int = WORDS * whole(player, "a player", RED, BLUE)
        length: cython.int = longest_chain(self.tables, self.links, first, 0, ENDLESS)
        links: cython.ulonglong[8] = [0, 0, 0, 0, 0, 0, 0, 0]
        self._copy(self.links, links)
        word: cython.int
        for word in range(first, first + self.tables.words):
            bits: cython.ulonglong = links[word]
            while bits:
                link: cython.ulonglong = bits & ~(bits - 1)
                bits ^= link
                links[word] ^= link
                if longest_chain(self.tables, links, first, length - 1, length) < length:
                    links[word] ^= link
        return joined([links[first + word] for word in range(self.tables.words)])

    # ---- symmetry -----------------------------------------------------------------------------

    def make_image(self, symmetry: int) -> Position:
        way = self.rules.symmetries[symmetry]
        twin: TrifoilPosition = TrifoilPosition(self.rules)
        twin.assign(self)
        links = way.links((self.links_of(RED), self.links_of(BLUE)))
        previous = way.links((self.previous_of(RED), self.previous_of(BLUE)))
        twin._set_links(links, previous if self.has_previous else None)
        twin.mover = way.players[self.mover]
        if twin.turn != OVER:
            twin.turn = twin.mover
        if self.winner != NOBODY:
            twin.winner = way.players[self.winner]
        return twin

    def map_move(self, move: int, symmetry: int) -> int:
        return self.rules.symmetries[symmetry].moves[move]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def image_key(self, symmetry: cython.int) -> cython.ulonglong:
        mover: cython.int = self.mover
        if symmetry >= self.tables.plain_images:  # the colours are swapped
            mover = 1 - mover
        before: cython.ulonglong = 0
        if self.returnable:
            before = self._image_links_key(self.previous, symmetry)
        return self._key_of(self._image_links_key(self.links, symmetry), before, mover)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _image_links_key(self, links: cython.p_ulonglong, symmetry: cython.int) -> cython.ulonglong:
        key: cython.ulonglong = 0
        player: cython.int
        word: cython.int
        for player in range(2):
            row: cython.int = KEY_ROW * (2 * symmetry + player)
            for word in range(self.tables.words):
                bits: cython.ulonglong = links[WORDS * player + word]
                while bits:
                    key ^= self.tables.image_link_key[row + 64 * word + lowest64(bits)]
                    bits &= bits - 1
        return key
