"""A review as clients are told of it: lines of JSON, one for each thing that is found out.

{"type": "begin", "turns": 31, "moves": 60, "stages": ["quick", "standard", "deep"]}
{"type": "turn", "index": 0, "number": 1, …}      again whenever a turn is seen more clearly
{"type": "summary", "stage": "quick", …}          after every stage
{"type": "end"}                                   or "refused" where something went wrong
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.play.present import encode, say
from quatrefoil.study.coach import COACHES, Verdict
from quatrefoil.study.luck import Slide, Values
from quatrefoil.study.review import STAGES, Part, Review, ReviewedTurn, Summary
from quatrefoil.study.sentences import Sentence


class ReviewTeller:
    """Tells of one review; runs wherever the review does."""

    def __init__(self, record: Record, review: Review) -> None:
        self._record = record
        self._review = review
        self._updates = review.run()

    def __iter__(self) -> Iterator[bytes | None]:
        """Yield lines; None where there is nothing new after a while."""
        yield _line(
            type="begin",
            turns=len(self._review.turns),
            moves=len(self._record.moves),
            stages=STAGES,
        )
        for update in self._updates:
            if isinstance(update, ReviewedTurn):
                yield _line(type="turn", **self._turn(update))
            elif isinstance(update, Summary):
                yield _line(type="summary", **summary(update))
            else:
                yield None
        yield _line(type="end")

    def _turn(self, found: ReviewedTurn) -> dict[str, Any]:
        return {
            "stage": STAGES[found.stage],
            "index": found.index,
            "number": found.turn.number,
            "turn": found.turn.player if found.turn.player >= 0 else None,
            "start": found.turn.start,
            "stop": found.turn.stop,
            "tokens": found.turn.tokens,
            "mark": found.mark,
            "loss": round(found.loss, 4),
            "accuracy": round(found.accuracy, 1),
            "proven": found.proven,
            "rolls": rounded(found.rolls),
            "points": [
                {"moves": found.parts[0].start, "values": rounded(found.before)},
                *({"moves": part.stop, "values": rounded(part.after)} for part in found.parts),
            ],
            "worst": self._part(found.worst) if found.mark else None,
            "why": found.why and sentence(found.why),
        }

    def _part(self, part: Part) -> dict[str, Any]:
        """Return what was played and what was better, each with what follows."""
        before = self._record.line_at(part.start)
        return {
            "start": part.start,
            "position": before.position.to_json(),
            "loss": round(part.loss, 4),
            "played": told(before, part.tokens, part.refutation),
            "best": told(before, part.best, part.improvement),
        }


def told(before: Line, tokens: Sequence[str], after: Sequence[str]) -> dict[str, Any]:
    """Return a part in tokens and words, and the tokens that follow it."""
    line, words = before.copy(), []
    for token in tokens:
        move = line.position.parse(token)
        words.append(say(line.position, move))
        line.push(move)
    return {"tokens": tokens, "say": words, "line": after}


def verdict(before: Line, found: Verdict) -> dict[str, Any]:
    """Return what is said of one turn in a position."""
    return {
        "loss": round(found.loss, 4),
        "mark": found.mark,
        "accepted": found.accepted,
        "coaches": [name for name in COACHES if found.warns(name)],
        "values": rounded(found.values),
        "played": told(before, found.played, found.refutation),
        "best": told(before, found.best, found.improvement),
        "why": found.why and sentence(found.why),
    }


def sentence(found: Sentence) -> Any:
    """Return a sentence: a phrase, and whether it is one of the game's own."""
    return {"key": found.key, "values": found.values, "own": found.own}


def summary(found: Summary) -> dict[str, Any]:
    """Return how the players did, and where their shares came from."""
    account = found.account
    return {
        "stage": STAGES[found.stage],
        "rolled": found.rolled,
        "players": [
            {
                "accuracy": None if accuracy is None else round(accuracy, 1),
                "marks": dict(found.marks[player]),
                "slide": _slide(found.slides[player]),
                "start": round(account.start[player], 4),
                "rolls": round(account.rolls[player], 4),
                "choices": round(account.choices[player][player], 4),
                "others": round(account.of_others(player), 4),
                "end": round(account.end[player], 4),
                "result": round(account.result[player], 4),
            }
            for player, accuracy in enumerate(found.accuracies)
        ],
    }


def _slide(found: Slide | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"first": found.first, "last": found.last, "cost": round(found.cost, 4)}


def rounded(values: Values) -> list[float]:
    """Return values as they are sent; an estimate before a roll may lie just beyond 0 or 1."""
    return [round(min(1.0, max(0.0, value)), 4) for value in values]


def _line(**data: Any) -> bytes:
    return encode(data) + b"\n"
