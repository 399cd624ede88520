"""Tables of endings: their bounds satisfy the rules' own equations, and players use them."""

import os
from itertools import islice

import pytest
from tests.search.exact import by_form

import quatrefoil
from quatrefoil.lab.tabling import build, check
from quatrefoil.search.endgame.domain import domains_of
from quatrefoil.search.endgame.table import SCALE, EndgameTable, read_table, tables_of, write_table
from quatrefoil.search.knowledge import Knowledge

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"


@pytest.fixture(scope="module")
def rules():
    return quatrefoil.rules("triotrio(quiet_turns=0)")


@pytest.fixture(scope="module")
def table(rules):
    (found,) = tables_of(rules)
    return found


def some_positions(table, step):
    last = by_form(None, 5_000)
    return islice(table.domain.positions(), 0, last, 1 if THOROUGH else step)


def test_bounds_satisfy_the_equations(table):
    gap = check(table, some_positions(table, 499))
    assert gap.positions > by_form(200, 5)


def test_a_wrong_table_is_refused(table):
    wrong = EndgameTable(table.domain, {}, table.low, table.low)
    with pytest.raises(quatrefoil.QuatrefoilError, match="the table says"):
        check(wrong, some_positions(table, 499))


def test_bounds_are_in_order_and_the_same_for_images(table, rules):
    for position in some_positions(table, 499):
        low, high = table.bounds(position)
        assert 0 <= low <= high <= 1
        for symmetry in range(len(rules.symmetries)):
            assert table.bounds(position.image(symmetry)) == (low, high)


def test_only_starts_of_turns_of_the_last_pieces_are_numbered(table, rules):
    assert table.domain.number_of(rules.start()) == -1
    position = next(table.domain.positions())
    position.play("keep")
    assert table.domain.holds(position)
    assert table.bounds(position) is None


def test_a_quiet_count_has_no_tables():
    assert domains_of(quatrefoil.rules("triotrio")) == []
    assert tables_of(quatrefoil.rules("triotrio")) == ()


def test_table_round_trips(table, tmp_path):
    write_table(table, tmp_path / "some.table")
    data = (tmp_path / "some.table").read_bytes()
    assert read_table(table.domain, data).high == table.high
    with pytest.raises(quatrefoil.FormatError):
        read_table(table.domain, data[:-20])


def test_knowledge_takes_a_capture_that_wins(rules):
    position = quatrefoil.position(
        {
            "game": "triotrio",
            "options": {"quiet_turns": 0},
            "yellow": {"a1": "rock"},
            "blue": {"c1": "scissors"},
            "turn": "yellow",
            "phase": "move",
            "square": None,
            "roll": 2,
            "cow": [0, 0],
            "must_leave": [False, False],
            "cow_at_start": False,
            "quiet": 0,
        }
    )
    known = Knowledge(rules)
    assert position.token(known.move(position).move) == "a1-c1"
    assert known.move(position).is_best
    assert known.bounds(position) == (1.0, 1.0)


@pytest.mark.skipif(not THOROUGH, reason="takes a minute")
def test_a_table_can_be_made_again():
    (domain,) = domains_of(quatrefoil.rules("triotrio(quiet_turns=0,size=7)"))
    table = build(domain, lambda what, share: None)
    assert check(table, domain.positions()).positions == table.facts["positions"]
    assert all(low <= high <= SCALE for low, high in zip(table.low, table.high, strict=True))
