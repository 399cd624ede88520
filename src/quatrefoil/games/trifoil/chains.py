"""The longest chain (TF-10), exactly, on any board and with any limit per Blink.

Call an edge with links of the colour on both of its sides a *bridge*. Links of one Blink are all
joined, so a chain is some Blinks held together by bridges. Each bridge that is needed for that
takes one link of the `per_blink` that a Blink may contribute; what is left of them can be any of
its links. So the longest chain is the heaviest tree of bridges that has no more than `per_blink`
bridges at any Blink, where a Blink weighs as many of its links as may count:

       1 ── 2 ── 2          per_blink 2: the heaviest tree is a path, here of 1 + 2 + 2 = 5 links;
            │               with per_blink 3 it is all four Blinks, and the one with three
            1               bridges weighs 3

That is a hard problem in general, but boards are small and flat. Three steps, each taken only
where those before it leave the question open:

1. What hangs together weighs no more than is asked for: no.
2. A tree that grows greedily from some Blink is heavy enough: yes.
3. Go over the Blinks line by line (`Board.sweep`) with every forest that the Blinks so far can be
   made into, as far as the rest can tell them apart.
"""

from __future__ import annotations

import cython

from quatrefoil.games.trifoil.tables import Tables

if cython.compiled:
    from cython.cimports.libc.stdlib import abort, free, malloc
    from cython.cimports.libc.string import memset
else:  # what chains.pxd declares
    from types import SimpleNamespace as Sweep

    from quatrefoil.core.bits import lowest64, popcount64
    from quatrefoil.core.rng import MASK64
    from quatrefoil.games.trifoil.tables import WORDS

    FOREST, BRANCHES = 3, 9

ONE = cython.declare(cython.ulonglong, 1)
#: A nibble with all bits set; and the name of a tree that was planted just now.
NIBBLE = cython.declare(cython.ulonglong, 15)
#: Odd numbers for hashing.
STIR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
STIR_MORE = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_chain(tables: Tables, links: cython.p_ulonglong, first: cython.int) -> cython.bint:
    """Whether a colour has a chain of the winning length; its faces start at links[first]."""
    # A chain over n Blinks has n − 1 bridges and at most n · per_blink links: mostly this says no.
    reach: cython.int = tables.per_blink
    word: cython.int
    for word in range(tables.inner_words):
        bits: cython.ulonglong = links[first + word]
        bits &= (bits >> 1) & tables.edge_mask[word]
        while bits and reach < tables.chain:
            bits &= bits - 1
            reach += tables.per_blink
    if reach < tables.chain:
        return False
    return longest_chain(tables, links, first, tables.chain - 1, tables.chain) >= tables.chain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def longest_chain(
    tables: Tables,
    links: cython.p_ulonglong,
    first: cython.int,
    floor: cython.int,
    enough: cython.int,
) -> cython.int:
    """Return the length of a colour's longest chain, or `floor` if no chain is longer.

    A chain of at least `enough` ends the search. The colour's faces start at links[first].
    """
    near: cython.ulonglong[37]
    weight: cython.int[37]
    if not cython.compiled:
        near, weight = [0] * 37, [0] * 37
    _find_bridges(tables, links, first, near)
    _weigh(tables, links, first, weight)
    best: cython.int = floor
    left: cython.ulonglong = (ONE << tables.blinks) - 1
    while left and best < enough:
        part: cython.ulonglong = _part_of(near, lowest64(left))
        left &= ~part
        best = _longest_within(near, weight, part, tables.per_blink, best, enough)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_bridges(
    tables: Tables,
    links: cython.p_ulonglong,
    first: cython.int,
    near: cython.p_ulonglong,
) -> cython.void:
    """Write to `near`, for each Blink, the set of Blinks that a bridge leads to."""
    blink: cython.int
    for blink in range(tables.blinks):
        near[blink] = 0
    word: cython.int
    for word in range(tables.inner_words):
        bits: cython.ulonglong = links[first + word]
        bits &= (bits >> 1) & tables.edge_mask[word]
        while bits:
            face: cython.int = 64 * word + lowest64(bits)
            bits &= bits - 1
            one: cython.int = tables.edge_blink[face]
            other: cython.int = tables.edge_blink[face + 1]
            near[one] |= ONE << other
            near[other] |= ONE << one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(
    tables: Tables, links: cython.p_ulonglong, first: cython.int, weight: cython.p_int
) -> cython.void:
    """Write to `weight` how many links of each Blink may count."""
    blink: cython.int
    word: cython.int
    for blink in range(tables.blinks):
        weight[blink] = 0
        for word in range(tables.words):
            weight[blink] += popcount64(
                links[first + word] & tables.blink_mask[WORDS * blink + word]
            )
        weight[blink] = min(weight[blink], tables.per_blink)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _part_of(near: cython.p_ulonglong, blink: cython.int) -> cython.ulonglong:
    """Return the Blinks that hang together with one."""
    part: cython.ulonglong = ONE << blink
    ahead: cython.ulonglong = part
    while ahead:
        new: cython.ulonglong = near[lowest64(ahead)] & ~part
        part |= new
        ahead = (ahead & (ahead - 1)) | new
    return part


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _longest_within(
    near: cython.p_ulonglong,
    weight: cython.p_int,
    part: cython.ulonglong,
    limit: cython.int,
    best: cython.int,
    enough: cython.int,
) -> cython.int:
    """Return `best`, or the length of a longer chain in a part that hangs together."""
    whole: cython.int = 0
    bits: cython.ulonglong = part
    while bits:
        whole += weight[lowest64(bits)]
        bits &= bits - 1
    bits = part
    while bits and best < whole and best < enough:
        left: cython.ulonglong[1]
        if not cython.compiled:
            left = [0]
        left[0] = part
        best = max(best, _grow(near, weight, left, lowest64(bits), limit, limit))
        bits &= bits - 1
    if best >= whole or best >= enough:
        return best
    return _sweep(near, weight, part, limit, best, enough)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    near: cython.p_ulonglong,
    weight: cython.p_int,
    left: cython.p_ulonglong,
    blink: cython.int,
    branches: cython.int,
    limit: cython.int,
) -> cython.int:
    """Grow a tree from a Blink over what is left, depth first, and return its length."""
    left[0] &= ~(ONE << blink)
    length: cython.int = weight[blink]
    while branches > 0 and near[blink] & left[0]:
        length += _grow(near, weight, left, lowest64(near[blink] & left[0]), limit - 1, limit)
        branches -= 1
    return length


# ---- the sweep --------------------------------------------------------------------------------
#
# The *border* are the Blinks that were passed and have a bridge to one that is still to come; each
# has a slot. A *forest* is told by the tree at each slot and the links that are still spare there,
# a nibble each, and by its length. Of forests that differ in length alone, the longest is kept.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sweep(
    near: cython.p_ulonglong,
    weight: cython.p_int,
    part: cython.ulonglong,
    limit: cython.int,
    best: cython.int,
    enough: cython.int,
) -> cython.int:
    """Do what `_longest_within` promises, whatever it takes."""
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
        trees |= NIBBLE << 4 * slot
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
        taken |= ONE << sweep.slot[lowest64(bits)]
        bits &= bits - 1
    sweep.slot[blink] = lowest64(~taken)
    sweep.width = max(sweep.width, sweep.slot[blink] + 1)
    sweep.to_come = popcount64(to_come)
    sweep.rest -= sweep.weight[blink]
    sweep.open = 0
    bits = sweep.border | (ONE << blink)
    sweep.border = 0
    while bits:
        one: cython.int = lowest64(bits)
        bits &= bits - 1
        waiting: cython.ulonglong = popcount64(sweep.near[one] & to_come)
        sweep.open |= waiting << 4 * sweep.slot[one]
        if waiting:
            sweep.border |= ONE << one


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
    mine: cython.ulonglong = (trees >> 4 * slot) & NIBBLE
    theirs: cython.ulonglong = (trees >> 4 * other) & NIBBLE
    if theirs == 0 or theirs == mine or (spare >> 4 * slot) & NIBBLE == 0:
        return
    spare -= (ONE << 4 * slot) + (ONE << 4 * other)
    at: cython.int
    for at in range(0, 4 * sweep.width, 4):
        if (trees >> at) & NIBBLE == theirs:
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
        tree: cython.int = cython.cast(cython.int, (trees >> at) & NIBBLE)
        if tree == 0:
            continue
        all_trees |= 1 << tree
        free_links: cython.ulonglong = min((spare >> at) & NIBBLE, (sweep.open >> at) & NIBBLE)
        if free_links == 0:
            continue
        open_trees |= 1 << tree
        if (names >> 4 * tree) & NIBBLE == 0:
            count += 1
            names |= cython.cast(cython.ulonglong, count) << 4 * tree
        named |= ((names >> 4 * tree) & NIBBLE) << at
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
    mixed: cython.ulonglong = trees * STIR + spare * STIR_MORE
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
