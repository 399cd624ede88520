"""The review of a match: what every turn was worth, where it turned, what luck had to do with it.

It comes in stages, so that somebody who waits sees something at once and the truth soon:

    quick      every turn, at a glance: a hundred moves take half a second
    standard   every turn again, with eight times the nodes
    deep       the turning points, with eight times as many again: what gave most away, the
               sentence that explains it, and the turns that nothing else would have done for

The page and `quatrefoil analyse` review alike. Nodes are counted, not seconds, so that a record
gets the same verdicts on every machine. `review` is a generator that does a little work between
its updates: whoever runs it can let others have their turn.
"""

from __future__ import annotations

import threading
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.record import Record
from quatrefoil.search.config import Config
from quatrefoil.search.limits import Limit
from quatrefoil.study.accuracy import (
    AS_GOOD,
    BAD_MARKS,
    BLUNDER,
    MISTAKE,
    Judged,
    accuracies,
    accuracy_of_turn,
    mark_of_loss,
    weighed,
)
from quatrefoil.study.luck import (
    Account,
    Slide,
    Step,
    Values,
    account,
    added,
    difference,
    steepest,
)
from quatrefoil.study.sentences import Sentence, explain, second_look
from quatrefoil.study.turns import Turn, turns_of_record
from quatrefoil.study.worth import Appraiser, Worth, best_searcher

STAGES = ("quick", "standard", "deep")
QUICK, STANDARD, DEEP = range(3)
#: What a search of the standard stage has of the highest level's nodes for a move: a record of a
#: hundred moves takes about three seconds then. What the others have of the standard's.
_STANDARD_SHARE, _EFFORTS = 1 / 64, (1 / 8, 1, 8)
#: How many turning points are looked into: more than that nobody learns from.
_MOST_DEEP = 12
#: How many good turns are looked into, whether any other would have done.
_MOST_PRAISED = 24

#: The marks of good turns: hard to find, and the only one.
GREAT, ONLY = "!", "□"


@dataclass(frozen=True)
class Part:
    """What one player chose without a roll between, or one roll. See worth.py."""

    #: Who chose: a player, or CHANCE.
    mover: int
    #: How many moves there were before it.
    start: int
    tokens: tuple[str, ...]
    before: Values
    after: Values
    #: What it gave away, and what would have been better; nothing where chance moved.
    loss: float = 0.0
    best: tuple[str, ...] = ()
    #: What follows what was played, and what would have followed what was best.
    refutation: tuple[str, ...] = ()
    improvement: tuple[str, ...] = ()

    @property
    def stop(self) -> int:
        """How many moves there were after it."""
        return self.start + len(self.tokens)


@dataclass(frozen=True)
class ReviewedTurn:
    """What a review says of a turn. Values are each player's expected share of the point."""

    #: Which turn it is, from 0.
    index: int
    turn: Turn
    parts: tuple[Part, ...]
    #: Whether the value after it is certain.
    proven: bool
    #: How well it was looked at, as an index of STAGES.
    stage: int
    #: `!` or `□` where it was the only good one; see `mark`.
    praise: str = ""
    #: Why it was bad, in the game's words: what `sentences` proved.
    why: Sentence | None = None

    @property
    def before(self) -> Values:
        """What each player could expect before it."""
        return self.parts[0].before

    @property
    def after(self) -> Values:
        """What each player can expect after it."""
        return self.parts[-1].after

    @property
    def loss(self) -> float:
        """What its player gave away."""
        return sum(part.loss for part in self.parts)

    @property
    def worst(self) -> Part:
        """The part that gave most away, or the first that was chosen."""
        chosen = [part for part in self.parts if part.mover != CHANCE] or self.parts
        return max(chosen, key=lambda part: part.loss)

    @property
    def rolls(self) -> Values:
        """What was rolled in it gave each player so much."""
        rolled = (difference(part.after, part.before) for part in self.parts if part.mover < 0)
        return added((0.0,) * len(self.before), *rolled)

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` by what it gave away; `!` or `□` where it alone was good."""
        return mark_of_loss(self.loss, len(self.before)) or self.praise

    @property
    def accuracy(self) -> float:
        """How good it was, from 0 to 100."""
        return accuracy_of_turn(self.loss, len(self.before))


@dataclass(frozen=True)
class Summary:
    """What a review says of the players."""

    stage: int
    #: From 0 to 100 by player; None for who had no turn.
    accuracies: tuple[float | None, ...]
    account: Account
    #: Whether anything was rolled.
    rolled: bool
    #: By player, how often each mark was given.
    marks: tuple[Counter[str], ...]
    #: By player, where a match slipped away that no single turn decided; as indices of turns.
    slides: tuple[Slide | None, ...]


#: What a review tells as it goes on: a turn that is seen anew, or how the players did.
Update = ReviewedTurn | Summary


def stage_limit(rules: Rules, stage: int) -> Limit:
    """Return what one search of a stage may take, unless told otherwise."""
    nodes = Config.best(rules).advice.top_nodes * _STANDARD_SHARE * _EFFORTS[stage]
    return Limit(nodes=max(1, int(nodes)))


def review(
    record: Record,
    halt: threading.Event | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    memory: float | None = None,
) -> Iterator[Update | None]:
    """Yield what is found out about the turns of a record, again and again as it is refined.

    None means that there is nothing new yet: something is yielded after every few searches.
    A `limit` is for a search of the standard stage, the others have more or less in proportion.
    Once `halt` is set, searches end at once: what is yielded then is to be thrown away.
    """
    return Review(record, halt, limit, threads, memory).run()


class Review:
    """A review that is under way."""

    def __init__(
        self,
        record: Record,
        halt: threading.Event | None = None,
        limit: Limit | None = None,
        threads: int = 1,
        memory: float | None = None,
    ) -> None:
        self._record = record
        self._halt = halt
        self._threads = threads
        self._memory = memory
        stages = range(len(STAGES))
        self._limits = [_scaled(record.rules, stage, limit) for stage in stages]
        self._appraiser = self._new_appraiser(self._limits[STANDARD])
        self._turns = turns_of_record(record)
        self._cuts = _cuts(record)
        #: What was seen at each cut, by stage.
        self._seen: list[dict[int, Worth]] = [{} for _ in stages]
        self._stages = [QUICK] * len(self._turns)
        #: Turns for which a quick look prefers another.
        self._overlooked: set[int] = set()
        self._praise: dict[int, str] = {}
        self._why: dict[int, Sentence | None] = {}

    def stop(self) -> None:
        """End the search that runs, from another thread."""
        self._appraiser.stop()

    @property
    def turns(self) -> list[Turn]:
        """The turns that are reviewed."""
        return self._turns

    def run(self) -> Iterator[Update | None]:
        """Go through the stages."""
        if not self._record.moves:
            return
        told: dict[int, ReviewedTurn] = {}
        for stage, looking in enumerate(
            (self._look_at_all(QUICK), self._look_at_all(STANDARD), self._look_deeper())
        ):
            for update in looking:
                if update:
                    told[update.index] = update
                yield update
            # What is seen anew changes what stands beside it.
            for found in self._judged():
                if told.get(found.index) != found:
                    yield found
            yield self._summary(stage)

    def _new_appraiser(self, limit: Limit, alternatives: bool = False) -> Appraiser:
        searcher = best_searcher(
            self._record.rules, limit, self._threads, self._memory, alternatives
        )
        self._appraiser = Appraiser(searcher, self._halt)
        return self._appraiser

    # ---- stages -------------------------------------------------------------------------------

    def _look_at_all(self, stage: int) -> Iterator[ReviewedTurn | None]:
        """Judge every turn as soon as the position after it is seen."""
        waiting = list(range(len(self._turns)))
        cuts = frozenset(self._cuts)
        for number, line in enumerate(self._record.lines()):
            if number not in cuts:
                continue
            self._seen[stage][number] = self._appraiser.worth(line, self._limits[stage])
            if not waiting or self._turns[waiting[0]].stop != number:
                yield None
                continue
            index = waiting.pop(0)
            self._stages[index] = stage
            found = self._judge(index)
            if stage == QUICK and weighed(found.loss, len(found.before)) > AS_GOOD:
                self._overlooked.add(index)
            yield found

    def _look_deeper(self) -> Iterator[ReviewedTurn | None]:
        """Look for turning points, and for turns that deserve praise."""
        yield from self._look_into_the_worst()
        yield from self._look_for_praise()

    def _look_into_the_worst(self) -> Iterator[ReviewedTurn | None]:
        """Look into the turns that gave most away, the worst first.

        Each search has a searcher of its own: what these remember takes much memory, and a server
        has many reviews under way.
        """
        bad = [each for each in self._judged() if each.mark]
        bad.sort(key=lambda each: -each.loss)
        for each in bad[:_MOST_DEEP]:
            part = each.worst
            for cut in (part.start, part.stop):
                if cut not in self._seen[DEEP]:
                    appraiser = self._new_appraiser(self._limits[DEEP])
                    line = self._record.line_at(cut)
                    self._seen[DEEP][cut] = appraiser.worth(line, self._limits[DEEP])
                    yield None
            self._stages[each.index] = DEEP
            self._why[each.index] = self._explained(self._judge(each.index))
            yield self._judge(each.index)

    def _explained(self, found: ReviewedTurn) -> Sentence | None:
        """Return why a turn was bad, if it was and if that can be proven."""
        part, limit = found.worst, self._limits[DEEP]
        if found.mark not in BAD_MARKS:
            return None
        line = self._record.line_at(part.start)
        appraiser = self._new_appraiser(second_look(limit))
        return explain(line, part.tokens, part.best, part.refutation, appraiser, limit)

    def _look_for_praise(self) -> Iterator[ReviewedTurn | None]:
        """Look for turns that nothing else would have done for; first for those hard to find."""
        good = [each for each in self._judged() if _may_be_praised(each)]
        good.sort(key=lambda each: (each.index not in self._overlooked, each.index))
        appraiser = self._new_appraiser(self._limits[STANDARD], alternatives=True)
        for each in good[:_MOST_PRAISED]:
            for part in each.parts:
                if part.mover != CHANCE and not self._praise.get(each.index):
                    self._praise[each.index] = self._praised(each, part, appraiser)
                    yield None
            if self._praise.get(each.index):
                yield self._judge(each.index)

    def _praised(self, found: ReviewedTurn, part: Part, appraiser: Appraiser) -> str:
        """Return `!` or `□` if every other choice would have given much away."""
        key = self._record.line_at(part.stop).position.key
        line = self._record.line_at(part.start)
        margin = appraiser.margin(line, key, self._limits[STANDARD])
        counted = weighed(margin, len(found.before))
        if found.index in self._overlooked and counted >= MISTAKE:
            return GREAT
        return ONLY if counted >= BLUNDER else ""

    # ---- verdicts -----------------------------------------------------------------------------

    def _judged(self) -> list[ReviewedTurn]:
        return [self._judge(index) for index in range(len(self._turns))]

    def _judge(self, index: int) -> ReviewedTurn:
        turn = self._turns[index]
        cuts = [cut for cut in self._cuts if turn.start <= cut <= turn.stop]
        parts = tuple(self._part(*ends) for ends in pairwise(cuts))
        proven = self._best_seen(turn.stop).proven
        praise = self._praise.get(index, "")
        why = self._why.get(index)
        return ReviewedTurn(index, turn, parts, proven, self._stages[index], praise, why)

    def _part(self, start: int, stop: int) -> Part:
        """Compare what was seen at both ends."""
        earlier, now = self._both_seen(start, stop)
        mover, tokens = earlier.mover, self._record.moves[start:stop]
        before, after = self._values(start), self._values(stop)
        if mover == CHANCE:
            return Part(mover, start, tokens, before, after)
        loss = max(0.0, earlier.after_best[mover] - now.own[mover])
        if now.key == earlier.best_key or not loss:
            return Part(mover, start, tokens, before, after, 0.0, tokens, now.line, now.line)
        improvement = earlier.line[len(earlier.best) :]
        return Part(mover, start, tokens, before, after, loss, earlier.best, now.line, improvement)

    def _best_seen(self, cut: int) -> Worth:
        """Return what the deepest search says that looked at a cut."""
        return next(seen[cut] for seen in reversed(self._seen) if cut in seen)

    def _both_seen(self, start: int, stop: int) -> tuple[Worth, Worth]:
        """Return what searches of the same effort say of two cuts: the most that there is."""
        return next(
            (seen[start], seen[stop])
            for seen in reversed(self._seen)
            if start in seen and stop in seen
        )

    def _values(self, cut: int) -> Values:
        """Return what a cut is worth. Before a roll: what it is worth after it, less the luck."""
        found = self._best_seen(cut)
        following = bisect(self._cuts, cut)
        if found.mover != CHANCE or following == len(self._cuts):
            return found.values
        rolled = self._cuts[following]
        earlier, now = next(
            (seen[cut], seen[rolled])
            for seen in reversed(self._seen)
            if cut in seen and rolled in seen
        )
        return difference(self._values(rolled), difference(now.own, earlier.own))

    def _summary(self, stage: int) -> Summary:
        found = self._judged()
        players = len(found[0].before)
        judged = [Judged(each.turn.player, each.loss) for each in found]
        shares = [found[0].before, *(each.after for each in found)]
        parts = [part for each in found for part in each.parts]
        steps = [Step(part.mover, part.before, part.after) for part in parts]
        outcome = self._record.outcome()
        marks = [
            Counter(each.mark for each in found if each.turn.player == player and each.mark)
            for player in range(players)
        ]
        return Summary(
            stage,
            tuple(accuracies(judged, shares)),
            account(found[0].before, steps, outcome.shares if outcome else None),
            any(part.mover == CHANCE for part in parts),
            tuple(marks),
            tuple(_slide(found, player) for player in range(players)),
        )


def _scaled(rules: Rules, stage: int, standard: Limit | None) -> Limit:
    """Return the limit of a stage, in proportion to that of the standard one."""
    if standard is None:
        return stage_limit(rules, stage)
    effort = _EFFORTS[stage]
    return replace(
        standard,
        nodes=standard.nodes and max(1, int(standard.nodes * effort)),
        time=standard.time and standard.time * effort,
    )


def _cuts(record: Record) -> list[int]:
    """Return after how many moves parts begin and end; a roll is a part of its own."""
    movers = [line.position.turn for line in record.lines()]
    last = len(movers) - 1
    return [
        number
        for number, mover in enumerate(movers)
        if number in (0, last) or mover == CHANCE or mover != movers[number - 1]
    ]


def _slide(found: Sequence[ReviewedTurn], player: int) -> Slide | None:
    """Return where somebody without a bad turn gave as much away as a mistake does."""
    own = [each for each in found if each.turn.player == player]
    if any(each.mark in BAD_MARKS for each in own):
        return None
    costs = [
        sum(part.before[player] - part.after[player] for part in each.parts if part.mover == player)
        for each in own
    ]
    slide = steepest(costs)
    if not slide or weighed(slide.cost, len(found[0].before)) < MISTAKE:
        return None
    return replace(slide, first=own[slide.first].index, last=own[slide.last].index)


def _may_be_praised(found: ReviewedTurn) -> bool:
    """Whether a turn may have been the only good one."""
    return found.turn.player >= 0 and weighed(found.loss, len(found.before)) <= AS_GOOD
