"""Two people edit one tree at the same time: what both did is there afterwards."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_tree import GAMES, any_edit, check, shape_of

import quatrefoil
from quatrefoil.core.errors import RecordError
from quatrefoil.core.merging import merge, merged_text
from quatrefoil.core.tree import LONGEST_COMMENT, ROOT, Note, Shape, Tree


def by_path(tree):
    """Return every node by the moves that lead to it."""
    found, waiting = {}, [(ROOT, ())]
    while waiting:
        number, path = waiting.pop()
        found[path] = tree.nodes[number]
        waiting += [
            (child, (*path, tree.nodes[child].token)) for child in tree.nodes[number].children
        ]
    return found


def edited(tree, rng, times):
    for _ in range(times):
        tree = any_edit(tree, rng)
        number = rng.choice(list(tree.nodes))
        if rng.random() < 0.3:
            words = " ".join(rng.choice(("north", "south", "why")) for _ in range(rng.randrange(4)))
            tree = tree.annotate(number, Note(words, tree.nodes[number].note.marks))
    return tree


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_nobodys_work_is_lost(name, seed):
    rng = random.Random(seed)
    base = edited(Tree(quatrefoil.rules(name)), rng, 8)
    mine, theirs = edited(base, rng, rng.randrange(6)), edited(base, rng, rng.randrange(6))
    merged = merge(base, mine, theirs)
    check(merged)
    was, now = by_path(base), by_path(merged)
    sides = [by_path(mine), by_path(theirs)]
    for side, other in (sides, sides[::-1]):
        for path, node in side.items():
            before = was.get(path)
            note = node.note
            if before is None:
                assert path in now, "what was added is there"
            elif note != before.note:
                assert path in now, "what was written about is there"
            elif path not in other and not touched_below(path, side, was):
                assert path not in now, "what was deleted, and nobody cared for, is gone"
            if path in now:
                old = before.note if before else Note()
                assert set(note.marks) - set(old.marks) <= set(now[path].note.marks)
                assert set(note.shapes) - set(old.shapes) <= set(now[path].note.shapes)
                if note.comment != old.comment and path not in other:
                    assert now[path].note.comment == note.comment
    assert all(path in sides[0] or path in sides[1] for path in now), "and nothing else is"


def touched_below(path, side, was):
    """Whether a side has something new or changed at a node or after it."""
    return any(
        found[: len(path)] == path and (found not in was or was[found].note != node.note)
        for found, node in side.items()
    )


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_who_did_nothing_changes_nothing(name, seed):
    rng = random.Random(seed)
    base = edited(Tree(quatrefoil.rules(name)), rng, 8)
    changed = edited(base, rng, 6)
    assert shape_of(merge(base, changed, base)) == shape_of(changed)
    assert merge(base, base, changed) == changed, "numbers too"
    assert shape_of(merge(base, changed, changed)) == shape_of(changed)
    # From no common past at all, both are there.
    empty = Tree(base.rules)
    both = by_path(merge(empty, base, changed))
    assert set(both) == set(by_path(base)) | set(by_path(changed))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_an_edit_that_is_sent_again_changes_nothing(name, seed):
    """Its answer was lost: who sent it cannot know that it is there."""
    rng = random.Random(seed)
    base = edited(Tree(quatrefoil.rules(name)), rng, 8)
    mine, theirs = edited(base, rng, 5), edited(base, rng, 5)
    once = merge(base, mine, theirs)
    again = merge(base, mine, once)
    assert shape_of(again) == shape_of(once)
    other_way = merge(base, theirs, mine)
    assert set(by_path(other_way)) == set(by_path(once)), "whoever came first"


def line_of(*tokens):
    return Tree(quatrefoil.rules("trickle")).add(ROOT, tokens)[0]


def moves(tree, number=ROOT):
    return [tree.nodes[child].token for child in tree.node(number).children]


def test_a_deleted_line_stays_where_somebody_plays_on():
    base = line_of("f8-f9", "f4-f3", "h6-i5")
    mine = base.delete(2)
    theirs = base.add(2, ["d4-c3"])[0]
    merged = merge(base, mine, theirs)
    assert moves(merged, 1) == ["f4-f3"]
    assert moves(merged, 2) == ["d4-c3"], "what nobody cared for is gone: h6-i5"
    noted = base.annotate(2, Note("good"))
    assert merge(base, mine, noted).nodes[2].note.comment == "good"
    assert merge(base, noted, mine).nodes[1].children


def test_the_order_of_moves():
    base = Tree(quatrefoil.rules("trickle"))
    for token in ("f8-f9", "f4-f3", "h6-i5"):
        base = base.add(ROOT, [token])[0]
    promoted = base.promote(3, to_main=True)
    added = base.add(ROOT, ["d4-c3"])[0]
    assert moves(merge(base, promoted, added)) == ["h6-i5", "f8-f9", "f4-f3", "d4-c3"]
    assert moves(merge(base, added, promoted)) == ["h6-i5", "f8-f9", "f4-f3", "d4-c3"]
    other = base.promote(2)
    assert moves(merge(base, promoted, other)) == ["f4-f3", "f8-f9", "h6-i5"], "both: theirs"


def test_notes_and_tags():
    base = line_of("f8-f9").annotate(1, Note("one two", ("!",))).tagged(event="a", site="b")
    ring, arrow = Shape("ring", ("a1",)), Shape("arrow", ("a1", "b2"))
    mine = base.annotate(1, Note("ONE two", ("?",), (ring,))).tagged(event="mine")
    theirs = base.annotate(1, Note("one two three", ("!", "□"), (arrow,))).tagged(
        event="theirs", site=""
    )
    merged = merge(base, mine, theirs)
    assert merged.nodes[1].note == Note("ONE two three", ("□", "?"), (arrow, ring))
    assert merged.tags == {"event": "mine"}


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("", "me", "you", "you\n\nme"),
        ("", "me", "me", "me"),
        ("a b", "a c", "a d", "a d\n\na c"),
        ("World", "World!", "Hello\n\nWorld", "Hello\n\nWorld!"),
        ("gone", "", "gone on", "gone on"),
        ("gone", "gone on", "", "gone on"),
        ("abc", "ab", "xabc", "xabc\n\nab"),
        ("a b c", "a b", "x a b c", "x a b"),
        ("A B C", "X A B C", "A B", "X A B"),
        ("A B C", "A B", "A B C D", "A B D"),
        ("b c", "X b c", "b Y c", "X b Y c"),
        ("A B C D", "A C D", "A B X D", "A X D"),
        ("b c", "b a c", "b X", "b a X"),
        ("a b", "a b c", "x a b", "x a b c"),
        (" a\n\nb ", " a\n\nb \n", "\t a\n\nb ", "\t a\n\nb \n"),
        ("w4;", "w4x;w4;", "w0;w4;w2;", "w4x;w0;w4;w2;"),
    ],
)
def test_texts(base, mine, theirs, merged):
    assert merged_text(base, mine, theirs) == merged
    assert merged_text(base, mine, merged) == merged, "and again"
    assert merged_text(base, theirs, merged) == merged


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_no_word_is_lost_among_words_that_are_alike(seed):
    """Six people write before and after what stands there, all at once."""
    rng = random.Random(seed)
    now, known, counts = "", [""], [0] * 6
    for _ in range(12):
        author, base = rng.randrange(6), rng.choice(known[-4:])
        word = f"w{author}x{counts[author]};"
        counts[author] += 1
        mine = base + word if rng.random() < 0.5 else word + base
        merged = merged_text(base, mine, now)
        for each in {*now.replace("\n", "").split(";"), word[:-1]}:
            assert each in merged, (base, mine, now)
        now = merged
        known.append(now)


WORDS = [f"word{number} " for number in range(8)]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_texts_of_two_people(data):
    """Each changes one part: what they wrote is there once, what they took away is not."""

    def changed(new):
        start = data.draw(st.integers(0, len(WORDS)))
        end = data.draw(st.integers(start, len(WORDS)))
        wrote = new[: data.draw(st.integers(0, len(new)))]
        return WORDS[:start] + wrote + WORDS[end:], start, end, wrote

    mine, start, end, wrote = changed(["I ", "think "])
    theirs, first, last, said = changed(["you ", "said "])
    base, merged = "".join(WORDS), merged_text(*map("".join, (WORDS, mine, theirs)))
    for word in wrote + said:
        assert merged.count(word) == 1
    if (end < first or last < start) and mine and theirs:
        there = [word for word in WORDS if word in mine and word in theirs]
        assert [word for word in WORDS if word in merged] == there
        assert len(merged.split()) == len(there) + len(wrote) + len(said), "each of them once"
    assert merged_text(base, "".join(mine), merged) == merged, "sent again"
    assert merged_text(base, "".join(theirs), merged) == merged


def test_what_cannot_be_merged_is_refused():
    base = line_of("f8-f9")
    with pytest.raises(RecordError, match="same rules"):
        merge(base, base, Tree(quatrefoil.rules("trickle(rings=3)")))
    with pytest.raises(RecordError, match="same start"):
        merge(base, base, Tree(base.rules, base.line_at(1).position))
    mine = base.annotate(1, Note("x" * LONGEST_COMMENT))
    with pytest.raises(RecordError, match=r"at most 4000|at most 4_000"):
        merge(base, mine, base.annotate(1, Note("y" * LONGEST_COMMENT)))
