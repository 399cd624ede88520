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
3. The heaviest tree is found for certain by `heaviest_tree`: see sweep.py.
"""

from __future__ import annotations

import cython

from quatrefoil.games.trifoil.tables import Tables

if not cython.compiled:  # what chains.pxd declares
    from quatrefoil.core.bits import lowest64, popcount64
    from quatrefoil.games.trifoil.sweep import heaviest_tree
    from quatrefoil.games.trifoil.tables import WORDS

    ENDLESS = 223

_ONE = cython.declare(cython.ulonglong, 1)


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
    left: cython.ulonglong = (_ONE << tables.blinks) - 1
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
            near[one] |= _ONE << other
            near[other] |= _ONE << one


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
    part: cython.ulonglong = _ONE << blink
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
    return heaviest_tree(near, weight, part, limit, best, enough)


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
    left[0] &= ~(_ONE << blink)
    length: cython.int = weight[blink]
    while branches > 0 and near[blink] & left[0]:
        length += _grow(near, weight, left, lowest64(near[blink] & left[0]), limit - 1, limit)
        branches -= 1
    return length
