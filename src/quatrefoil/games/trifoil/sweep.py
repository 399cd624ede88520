"""The heaviest tree of bridges with a limit at every Blink (see chains.py), for certain.

Blinks are numbered line by line (`Board.sweep`), so they are passed like by a broom that goes from
one side of the board to the other:

        ○───○───●┄┄┄◌       ○ were passed, ◌ are to come; ● were passed, too, but have bridges to
         ╲   ╲               some that are to come: they are the *border*. ─ is in the forest that
          ○   ○───●┄┄┄◌      the Blinks so far were made into, ┄ is still open.

What is to come sees of a forest only which tree each Blink of the border is in, and how many links
are spare there for more bridges. Every Blink of the border has a slot. So a *forest* is a word with
the tree at each slot, a word with the spare links at each slot, a nibble each (there are 16 slots;
the border has at most 14 Blinks, and one more while it moves), and its length. Of forests that
differ in length alone only the longest is kept, and none that can't beat the best tree so far. The
slowest arrangement on 37 Blinks that a long search for slow ones found took less than 0.1 s.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import abort, free, malloc
    from cython.cimports.libc.string import memset
else:  # what sweep.pxd declares
    from types import SimpleNamespace as Sweep

    from quatrefoil.core.bits import lowest64, popcount64
    from quatrefoil.core.rng import MASK64

    FOREST, BRANCHES = 3, 9

_ONE = cython.declare(cython.ulonglong, 1)
#: A nibble with all bits set; also the name of a tree that was planted just now.
_NIBBLE = cython.declare(cython.ulonglong, 15)
#: Odd numbers for hashing.
_STIR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_STIR_MORE = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def heaviest_tree(
    near: cython.p_ulonglong,
    weight: cython.p_int,
    part: cython.ulonglong,
    limit: cython.int,
    best: cython.int,
    enough: cython.int,
) -> cython.int:
    """Return `best`, or the weight of the heaviest tree of `part` if it is more.

    A tree of at least `enough` ends the search. `near` are the bridges of each Blink, `limit` is
    how many of them a tree may use.
    """
    sweep: cython.pointer[Sweep] = _begin(near, weight, part, limit, best)
    while part and sweep.count and sweep.best < enough:
        blink: cython.int = lowest64(part)
        part &= part - 1
        _pass(sweep, blink, part)
    best = sweep.best
    _end(sweep)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass(
    sweep: cython.pointer[Sweep], blink: cython.int, to_come: cython.ulonglong
) -> cython.void:
    """Go on by one Blink: each forest leaves it out, or has it and some bridges back."""
    before: cython.ulonglong = sweep.near[blink] & sweep.border
    _move_border(sweep, blink, to_come)
    _make_room(sweep)
    slot: cython.int = sweep.slot[blink]
    number: cython.int
    for number in range(sweep.count):
        at: cython.int = FOREST * number
        trees: cython.ulonglong = sweep.forests[at]
        spare: cython.ulonglong = sweep.forests[at + 1]
        length: cython.int = cython.cast(cython.int, sweep.forests[at + 2])
        _settle(sweep, trees, spare, length)
        trees |= _NIBBLE << 4 * slot
        spare |= cython.cast(cython.ulonglong, sweep.limit) << 4 * slot
        _join(sweep, slot, before, trees, spare, length + sweep.weight[blink])
    _turn_over(sweep)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move_border(
    sweep: cython.pointer[Sweep], blink: cython.int, to_come: cython.ulonglong
) -> cython.void:
    """Give the Blink a slot and find out for how many neighbours each slot has to wait."""
    taken: cython.ulonglong = 0
    bits: cython.ulonglong = sweep.border
    while bits:
        taken |= _ONE << sweep.slot[lowest64(bits)]
        bits &= bits - 1
    sweep.slot[blink] = lowest64(~taken)
    sweep.width = max(sweep.width, sweep.slot[blink] + 1)
    sweep.to_come = popcount64(to_come)
    sweep.rest -= sweep.weight[blink]
    sweep.open = 0
    bits = sweep.border | (_ONE << blink)
    sweep.border = 0
    while bits:
        one: cython.int = lowest64(bits)
        bits &= bits - 1
        waiting: cython.ulonglong = popcount64(sweep.near[one] & to_come)
        sweep.open |= waiting << 4 * sweep.slot[one]
        if waiting:
            sweep.border |= _ONE << one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _join(
    sweep: cython.pointer[Sweep],
    slot: cython.int,
    before: cython.ulonglong,
    trees: cython.ulonglong,
    spare: cython.ulonglong,
    length: cython.int,
) -> cython.void:
    """Join the tree at a slot with those of the Blinks `before` it, in every possible way."""
    if before == 0:
        _settle(sweep, trees, spare, length)
        return
    other: cython.int = sweep.slot[lowest64(before)]
    before &= before - 1
    _join(sweep, slot, before, trees, spare, length)
    mine: cython.ulonglong = (trees >> 4 * slot) & _NIBBLE
    theirs: cython.ulonglong = (trees >> 4 * other) & _NIBBLE
    if theirs == 0 or theirs == mine or (spare >> 4 * slot) & _NIBBLE == 0:
        return
    spare -= (_ONE << 4 * slot) + (_ONE << 4 * other)
    at: cython.int
    for at in range(0, 4 * sweep.width, 4):
        if (trees >> at) & _NIBBLE == theirs:
            trees ^= (theirs ^ mine) << at
    _join(sweep, slot, before, trees, spare, length)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle(
    sweep: cython.pointer[Sweep],
    trees: cython.ulonglong,
    spare: cython.ulonglong,
    length: cython.int,
) -> cython.void:
    """Keep a forest, named in one way only, unless it is complete or hopeless."""
    if length + sweep.rest <= sweep.best:
        return
    all_trees: cython.int = 0
    open_trees: cython.int = 0
    count: cython.int = 0
    total: cython.int = 0
    names: cython.ulonglong = 0
    named: cython.ulonglong = 0
    spared: cython.ulonglong = 0
    at: cython.int
    for at in range(0, 4 * sweep.width, 4):
        tree: cython.int = cython.cast(cython.int, (trees >> at) & _NIBBLE)
        if tree == 0:
            continue
        all_trees |= 1 << tree
        free_links: cython.ulonglong = min((spare >> at) & _NIBBLE, (sweep.open >> at) & _NIBBLE)
        if free_links == 0:
            continue
        open_trees |= 1 << tree
        if (names >> 4 * tree) & _NIBBLE == 0:
            count += 1
            names |= cython.cast(cython.ulonglong, count) << 4 * tree
        named |= ((names >> 4 * tree) & _NIBBLE) << at
        spared |= free_links << at
        total += cython.cast(cython.int, free_links)
    if all_trees & (all_trees - 1) == 0:
        sweep.best = max(sweep.best, length)
    if open_trees != all_trees:
        return  # a tree that can't grow any more: complete if it is alone, else lost
    # Joining takes a spare link on both sides of every bridge.
    if total + (sweep.limit - 2) * sweep.to_come < 2 * (count - 1):
        return
    _store(sweep, named, spared, length)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _store(
    sweep: cython.pointer[Sweep],
    trees: cython.ulonglong,
    spare: cython.ulonglong,
    length: cython.int,
) -> cython.void:
    """Add a forest to the next ones, or its length to the one that is there."""
    mixed: cython.ulonglong = trees * _STIR + spare * _STIR_MORE
    if not cython.compiled:
        mixed &= MASK64
    place: cython.ulonglong = (mixed ^ (mixed >> 29)) & sweep.table_mask
    while sweep.table[place]:
        at: cython.int = FOREST * (sweep.table[place] - 1)
        if sweep.next[at] == trees and sweep.next[at + 1] == spare:
            if sweep.next[at + 2] < cython.cast(cython.ulonglong, length):
                sweep.next[at + 2] = length
            return
        place = (place + 1) & sweep.table_mask
    at = FOREST * sweep.next_count
    sweep.next[at] = trees
    sweep.next[at + 1] = spare
    sweep.next[at + 2] = length
    sweep.next_count += 1
    sweep.table[place] = sweep.next_count


# ---- its memory -------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    near: cython.p_ulonglong,
    weight: cython.p_int,
    part: cython.ulonglong,
    limit: cython.int,
    best: cython.int,
) -> cython.pointer[Sweep]:
    """Return a sweep before its first Blink: one forest, without trees."""
    if cython.compiled:
        sweep: cython.pointer[Sweep] = cython.cast(
            cython.pointer[Sweep], malloc(cython.sizeof(Sweep))
        )
        if sweep == cython.NULL:
            abort()
        sweep.forests = cython.cast(cython.p_ulonglong, malloc(FOREST * 8))
        if sweep.forests == cython.NULL:
            abort()
    else:
        sweep = Sweep(slot=[0] * 37)
        sweep.forests = [0] * FOREST
    sweep.near = near
    sweep.weight = weight
    sweep.limit = limit
    sweep.best = best
    sweep.border = 0
    sweep.width = 0
    sweep.rest = 0
    while part:
        sweep.rest += weight[lowest64(part)]
        part &= part - 1
    sweep.forests[0] = sweep.forests[1] = sweep.forests[2] = 0
    sweep.count = 1
    return sweep


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_room(sweep: cython.pointer[Sweep]) -> cython.void:
    """Make room for all that the forests can become, in a table that is at most half full."""
    room: cython.int = BRANCHES * sweep.count
    size: cython.ulonglong = 32
    while size < cython.cast(cython.ulonglong, 2 * room):
        size *= 2
    sweep.table_mask = size - 1
    sweep.next_count = 0
    if cython.compiled:
        sweep.next = cython.cast(cython.p_ulonglong, malloc(FOREST * room * 8))
        sweep.table = cython.cast(cython.p_int, malloc(size * cython.sizeof(cython.int)))
        if sweep.next == cython.NULL or sweep.table == cython.NULL:
            abort()  # a few MB were not to be had: no caller could go on
        memset(sweep.table, 0, size * cython.sizeof(cython.int))
    else:
        sweep.next = [0] * (FOREST * room)
        sweep.table = [0] * size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turn_over(sweep: cython.pointer[Sweep]) -> cython.void:
    """Let the next forests be the current ones."""
    if cython.compiled:
        free(sweep.forests)
        free(sweep.table)
    sweep.forests = sweep.next
    sweep.count = sweep.next_count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _end(sweep: cython.pointer[Sweep]) -> cython.void:
    if cython.compiled:
        free(sweep.forests)
        free(sweep)
