"""Reviews: whole turns, what they gave away, the dice; in stages that say the same each time."""

import itertools
import random

import pytest

import quatrefoil
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.record import Ending, Record
from quatrefoil.search import Limit, MoveReport, SearchResult, player
from quatrefoil.study import review as reviewing
from quatrefoil.study.accuracy import BAD_MARKS
from quatrefoil.study.review import DEEP, QUICK, ReviewedTurn, Summary, review
from quatrefoil.study.turns import turns_of_record
from quatrefoil.study.worth import Appraiser, best_searcher

MOVES = ("1a1N", "1e5N", "1a3N", "1e2N", "1b4N")
LIMIT = Limit(nodes=400)

compiled_only = pytest.mark.skipif(not quatrefoil.compiled(), reason="slow uncompiled")


class Optimist:
    """Finds every position even, but a tenth better for whoever is to move.

    Of the moves it likes the first best; `blunder` leads to a position that is lost.
    """

    def __init__(self, blunder: str = "") -> None:
        self.blunder = blunder
        self.lost = None

    def search(self, line, limit, listener=None, halt=None):
        mover = line.position.turn
        if list(line.tokens[-1:]) == [self.blunder]:
            self.lost = line.position.key
        mine = 0.9 if line.position.key == self.lost else 0.5
        values = [1 - mine - 0.1] * 2
        values[mover] = mine + 0.1
        best = line.position.legal_moves()[0]
        reports = (MoveReport(best, 1, values[mover], False),)
        return SearchResult(best, tuple(values), reports, (best,), False, 1, 0.0)


class Gravity:
    """Finds that every move costs the first player three hundredths, whatever it is."""

    def search(self, line, limit, listener=None, halt=None):
        mine = 0.9 - 0.03 * len(line.position.to_json()["blocks"])
        best = line.position.legal_moves()[0]
        value = mine if line.position.turn == 0 else 1 - mine
        reports = (MoveReport(best, 1, value, False),)
        return SearchResult(best, (mine, 1 - mine), reports, (best,), False, 1, 0.0)


def final(record, **how):
    """Return the turns as they were judged last, and the last summary."""
    turns, summary = {}, None
    for update in review(record, **how):
        if isinstance(update, ReviewedTurn):
            turns[update.index] = update
        elif isinstance(update, Summary):
            summary = update
    return [turns[index] for index in sorted(turns)], summary


def judged_by(searcher, record, monkeypatch):
    monkeypatch.setattr(reviewing, "best_searcher", lambda *_: searcher)
    return final(record, limit=Limit(nodes=8))


def played(name, seed, most=200, **options):
    """Return the record of a match at random, with some thought."""
    rules = quatrefoil.rules(name, options)
    line, rng, computer = Line(rules.start()), quatrefoil.Rng(seed), player(rules, 2, timed=False)
    moods = random.Random(seed)
    while not line.position.is_over and len(line) < most:
        thinks = line.position.turn >= 0 and moods.randrange(3)
        line.push(computer.choose(line) if thinks else line.position.random_move(rng))
    return Record.of(line)


@pytest.fixture
def record():
    return Record.of(Line(quatrefoil.rules("blinq", {"size": 5}).start(), MOVES))


def test_a_search_that_favours_the_mover_sees_no_turning_points(record, monkeypatch):
    found, summary = judged_by(Optimist(), record, monkeypatch)
    assert [each.turn.tokens for each in found] == [(token,) for token in MOVES]
    assert all(each.loss == pytest.approx(0) for each in found)
    assert all(each.mark == "" for each in found)
    assert summary.accuracies == pytest.approx((100, 100), abs=0.01)


def test_what_a_position_is_worth_does_not_zigzag(record, monkeypatch):
    found, _ = judged_by(Optimist(), record, monkeypatch)
    assert all(each.after == pytest.approx((0.5, 0.5)) for each in found)


def test_a_turn_that_loses_is_marked(record, monkeypatch):
    found, summary = judged_by(Optimist(blunder="1b4N"), record, monkeypatch)
    assert [each.mark for each in found] == ["", "", "", "", "??"]
    blunder = found[-1]
    assert blunder.loss == pytest.approx(0.4)
    assert blunder.worst.best != blunder.worst.tokens == ("1b4N",)
    assert summary.accuracies[0] < summary.accuracies[1]


@compiled_only
@pytest.mark.parametrize("name", ["trifoil", "trickle(rings=3)", "blinq(size=3)", "triotrio"])
@pytest.mark.parametrize("seed", [1, 2])
def test_luck_and_choices_add_up(name, seed):
    """Values go from turn to turn without a gap; luck and choices lead from start to result."""
    record = played(name, seed, 60)
    found, summary = final(record, limit=LIMIT)
    account = summary.account
    assert [each.turn for each in found] == turns_of_record(record)
    steps = [(part.before, part.after) for each in found for part in each.parts]
    assert steps[0][0] == pytest.approx(account.start)
    for (_, after), (before, _) in itertools.pairwise(steps):
        assert after == pytest.approx(before)
    outcome = record.outcome()
    last = outcome.shares if outcome else steps[-1][1]
    for seat in range(record.rules.players):
        own, others = account.choices[seat][seat], account.of_others(seat)
        total = account.start[seat] + account.rolls[seat] + own + others + account.end[seat]
        assert total == pytest.approx(last[seat])
    assert summary.rolled == (name == "triotrio")


@compiled_only
def test_over_all_that_could_be_rolled_luck_is_nothing():
    record = played("triotrio", 3, 30)
    number = next(
        number
        for number, line in enumerate(record.lines())
        if line.position.turn == CHANCE and number > 6
    )
    before = record.line_at(number)
    mean = [0.0, 0.0]
    for move, odds in before.position.chance_outcomes():
        line = record.line_at(number)
        line.push(move)
        found, _ = final(Record.of(line), limit=LIMIT)
        roll = found[-1].parts[-1]
        assert roll.mover == CHANCE
        for seat in (0, 1):
            mean[seat] += float(odds) * (roll.after[seat] - roll.before[seat])
    # Searches remember what earlier ones found, so that an outcome is seen a little differently.
    assert mean == pytest.approx([0, 0], abs=0.02)


@compiled_only
def test_who_resigns_in_a_good_position_gives_it_away_at_the_end():
    line = Line(quatrefoil.rules("trickle").start(), ["f8-f9"])
    record = Record.of(line, Ending("resignation", (0.0, 1.0), 0))
    _, summary = final(record, limit=LIMIT)
    assert summary.account.end[0] < -0.2
    assert summary.account.result == pytest.approx((0, 1))


@compiled_only
def test_the_same_record_gets_the_same_review():
    record = played("blinq(size=4)", 4)
    assert list(review(record, limit=LIMIT)) == list(review(record, limit=LIMIT))


@compiled_only
def test_stages_come_in_order_and_turning_points_are_looked_into():
    record = played("trifoil", 5)
    updates = [update for update in review(record, limit=LIMIT) if update]
    summaries = [update.stage for update in updates if isinstance(update, Summary)]
    assert summaries == [0, 1, 2]
    quick = [each for each in updates if isinstance(each, ReviewedTurn) and each.stage == QUICK]
    assert [each.index for each in quick] == list(range(len(quick)))
    found, _ = final(record, limit=LIMIT)
    bad = [each for each in found if each.mark in BAD_MARKS]
    assert bad
    worst = sorted(bad, key=lambda each: -each.loss)[:3]
    assert all(each.stage == DEEP for each in worst)
    for each in bad:
        part = each.worst
        line = record.line_at(part.start)
        for token in (*part.best, *part.improvement):
            line.play(token)
        line = record.line_at(part.stop)
        for token in part.refutation:
            line.play(token)


@compiled_only
def test_a_turn_that_alone_holds_is_praised():
    """Whatever else is played there loses: looked at one by one."""
    record = played("blinq(size=3)", 2)
    found, _ = final(record, limit=LIMIT)
    only = [each for each in found if each.mark in ("!", "□")]
    assert only
    for each in only:
        line = record.line_at(each.turn.start)
        appraiser = Appraiser(best_searcher(record.rules, LIMIT))
        worth = {}
        for token in line.position.legal_tokens():
            after = line.copy()
            after.play(token)
            worth[token] = appraiser.after(after, Limit(nodes=3000))[each.turn.player]
        (played_token,) = each.turn.tokens
        others = [value for token, value in worth.items() if token != played_token]
        assert worth[played_token] > max(others) + 0.1


@compiled_only
def test_orders_of_the_same_actions_are_the_same_turn():
    line = Line(quatrefoil.rules("trifoil").start(), ["b2-b1", "c1-b2", "c1-b1"])
    found, _ = final(Record.of(line))
    assert found[1].loss == 0


def test_nothing_is_said_of_nothing():
    assert list(review(Record(quatrefoil.rules("blinq")))) == []


@compiled_only
def test_what_is_proven_to_lose_is_a_blunder():
    line = Line(quatrefoil.rules("trifoil").start(), ["a1-b1", "b1-a1", "a1-a2"])
    (first, second), _ = final(Record.of(line), limit=LIMIT)
    assert (first.mark, first.before, first.after) == ("??", (0.5, 0.5), (0.0, 1.0))
    assert second.mark not in BAD_MARKS
    assert second.proven


def test_a_match_that_slips_away_has_a_slide_and_no_bad_turn(monkeypatch):
    line, rng = Line(quatrefoil.rules("blinq").start()), quatrefoil.Rng(1)
    for _ in range(18):
        line.push(line.position.random_move(rng))
    turns, summary = judged_by(Gravity(), Record.of(line), monkeypatch)
    assert not any(turn.mark in BAD_MARKS for turn in turns)
    slide, other = summary.slides
    assert slide.cost == pytest.approx(0.18), "six turns"
    assert (turns[slide.first].turn.player, turns[slide.last].turn.player) == (0, 0)
    assert slide.last - slide.first == 10
    assert other is None, "who gains loses nothing"
