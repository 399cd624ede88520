"""Sentences of reviews are true: checked again, with more nodes and by other means."""

import os

import pytest

import quatrefoil
from quatrefoil.core.claims import Case, Nowhere, Reaches, Sound, Wins
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.search import Limit, player
from quatrefoil.study.accuracy import BAD_MARKS, weighed
from quatrefoil.study.coach import Judge
from quatrefoil.study.review import STANDARD, ReviewedTurn, review, stage_limit
from quatrefoil.study.sentences import Sentence, case_of, claims_of, holds, next_turn
from quatrefoil.study.worth import Appraiser, best_searcher
from quatrefoil.view.data import Phrase
from quatrefoil.view.words import shared_words, words_of

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
compiled_only = pytest.mark.skipif(not quatrefoil.compiled(), reason="slow uncompiled")

RULES = ["trifoil", "trickle(rings=3)", "blinq(size=4)", "triotrio"]
#: Sentences of each game that are checked, and nodes of the standard stage that found them: as in
#: any review, or fewer where there is no time.
WANTED = 250 if THOROUGH else 8
FEW = {"trifoil": 4_000, "trickle(rings=3)": 300, "blinq(size=4)": 300, "triotrio": 1_000}
#: How many times as many nodes the check has as the deepest search of the review.
DEEPER = 8
#: A turn that is called sound, as a deeper search sees it, is no mistake.
TOLERANCE = 0.16


def reviewed(rules, seed, limit):
    """Yield the bad turns of a match between weak players, with the record."""
    line, rng, weak = Line(rules.start()), quatrefoil.Rng(seed), player(rules, 2, seed, timed=False)
    while not line.position.is_over and len(line) < 80:
        thinks = line.position.turn >= 0 and (len(line) + seed) % 3
        line.push(weak.choose(line) if thinks else line.position.random_move(rng))
    record = Record.of(line)
    last = {}
    for update in review(record, limit=limit):
        if isinstance(update, ReviewedTurn):
            last[update.index] = update
    for each in last.values():
        if each.why and each.mark in BAD_MARKS:
            yield record, each


def claim_of(before, found):
    """Return the claim behind a sentence, with its statements."""
    part = found.worst
    case = case_of(before, part.tokens, part.best, part.refutation)
    named = [
        claim
        for claim, own in claims_of(case)
        if (claim.key, own) == (found.why.key, found.why.own)
    ]
    return next(claim for claim in named if dict(claim.values) == dict(found.why.values))


def still_true(before, statement, limit):
    """Whether a statement is true by playing out every turn, or by a deeper search."""
    line = before.copy()
    for token in statement.moves:
        line.play(token)
    appraiser = Appraiser(best_searcher(before.position.rules, limit))
    match statement:
        case Reaches():
            return statement.measure(line.position) == statement.value
        case Nowhere():
            return all(statement.measure(after) < statement.value for after in whole_turns(line))
        case Wins():
            return is_won(line, statement.player, limit, 2)
        case Sound():
            mover = line.position.turn
            answered = Line(line.position, statement.reply)
            best = appraiser.worth(line, limit).after_best[mover]
            loss = best - appraiser.after(answered, limit)[mover]
            return weighed(loss, line.position.rules.players) <= TOLERANCE


def is_won(line, player, limit, depth):
    """Whether a win is proven by a new search here, or after the moves that follow."""
    if line.position.is_over:
        return line.position.outcome().winners == (player,)
    rules = line.position.rules
    found = best_searcher(rules, limit).search(line, limit)
    if found.proven or not depth:
        return found.proven and found.values[player] == 1
    wanted = any if line.position.turn == player else all
    return wanted(is_won(after(line, each.move), player, limit, depth - 1) for each in found.moves)


def after(line, move):
    ahead = line.copy()
    ahead.push(move)
    return ahead


def whole_turns(line):
    """Yield every position that a turn leads through, by tokens and without a memory."""
    mover = line.position.turn
    waiting = [line.position.copy()]
    while waiting:
        position = waiting.pop()
        for token in position.legal_tokens():
            after = position.copy()
            after.push(after.parse(token))
            yield after
            if after.turn == mover:
                waiting.append(after)


@compiled_only
@pytest.mark.parametrize("name", RULES)
def test_no_sentence_is_false(name):
    rules = quatrefoil.rules(name)
    limit = stage_limit(rules, STANDARD) if THOROUGH else Limit(nodes=FEW[name])
    deeper = Limit(nodes=limit.nodes * 8 * DEEPER)
    seen, seed, false = 0, 0, []
    while seen < WANTED and seed < (2_000 if THOROUGH else 12):
        seed += 1
        for record, found in reviewed(rules, seed, limit):
            before = record.line_at(found.worst.start)
            claim = claim_of(before, found)
            assert claim.statements
            seen += 1
            if not all(still_true(before, each, deeper) for each in claim.statements):
                false.append(
                    (seed, found.turn.number, found.worst.tokens, spoken(rules, found.why))
                )
    assert seen >= min(WANTED, 3)
    assert not false


def spoken(rules, why, language="en"):
    own = words_of(rules.game.name, language)
    if why.own:
        return own.say(Phrase(why.key, why.values))
    values = {name: own(str(value).removeprefix("@")) for name, value in why.values.items()}
    return shared_words(language)(f"sentence.{why.key}", **values)


def test_what_is_shared_has_words_in_both_languages():
    rules = quatrefoil.rules("blinq")
    for key in ("missed", "wins"):
        for language in ("en", "fi"):
            said = spoken(rules, Sentence(key, {"player": "@player.0"}, False), language)
            assert "{" not in said
            assert key not in said


# ---- single statements ------------------------------------------------------------------------


@pytest.fixture
def lost():
    """Blinq 3×3 where Red is about to win."""
    record = Record.load("examples/match.json")
    return record.line_at(10)


@compiled_only
def test_what_is_not_so_is_not_said(lost):
    appraiser, limit = (
        Appraiser(best_searcher(lost.position.rules, Limit(nodes=200))),
        Limit(nodes=200),
    )
    (win,) = ("2a1E",)
    assert holds(lost, Wins((win,), 0), appraiser, limit)
    assert not holds(lost, Wins((win,), 1), appraiser, limit)
    assert not holds(lost, Wins(("9z9N",), 0), appraiser, limit)
    count = lambda position: float(len(position.legal_moves()))
    assert holds(lost, Reaches((), count, count(lost.position)), appraiser, limit)
    assert not holds(lost, Reaches((), count, count(lost.position) + 1), appraiser, limit)
    won = lambda position: float(position.is_over)
    assert not holds(lost, Nowhere((), won, 1), appraiser, limit)
    assert holds(lost, Nowhere((), won, 2), appraiser, limit)
    assert holds(lost, Sound((), (win,)), appraiser, limit)


@compiled_only
def test_a_reply_that_a_search_likes_is_not_sound_where_another_is_better():
    """A search of 160,000 nodes gives Red 0.79 by 1b4W, and 0.55 by 1a1W."""
    rules, limit = quatrefoil.rules("blinq(size=4)"), Limit(nodes=12_000)
    before = Line(rules.start(), ["1a2W"])
    appraiser = Appraiser(best_searcher(rules, Limit(nodes=4 * limit.nodes)))
    after = Line(rules.start(), ["1a2W", "1b3W"])
    assert after.position.token(appraiser.search(after, limit).best) == "1a1W"
    assert not holds(before, Sound(("1b3W",), ("1a1W",)), appraiser, limit)


def test_only_whole_answers_are_taken():
    line = Line(quatrefoil.rules("trifoil").start())
    assert next_turn(line, ("b2-b1",), ("c1-b1", "c1-b2", "a1-a2")) == ("c1-b1", "c1-b2")
    assert next_turn(line, ("b2-b1",), ("c1-b1",)) == ()


def test_a_game_without_facts_has_the_shared_ones():
    case = Case(Line(quatrefoil.rules("blinq").start()), ("1a1N",), ("1b1N",), ())
    shared = [claim.key for claim, own in claims_of(case) if not own]
    assert shared == ["missed", "wins"]


@compiled_only
def test_a_forced_win_is_told_before_a_chain_that_is_shorter():
    line = Line(quatrefoil.rules("trifoil").start(), ["b1-a1", "a3-a2", "a2-a3"])
    found = Judge().judge(line, ["b1-a2", "b2-b1"])
    assert found.why == Sentence("missed", {"player": "@player.0"}, own=False)
