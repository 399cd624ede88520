"""What `quatrefoil analyse` prints of a record: the review that the page shows, as text."""

from __future__ import annotations

import json
from typing import Any

import quatrefoil
from quatrefoil.cli.common import shares
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import plain, print_report
from quatrefoil.play.reviews import ReviewTeller
from quatrefoil.search import Limit
from quatrefoil.study.accuracy import BAD_MARKS
from quatrefoil.study.review import Review, ReviewedTurn, Summary, review
from quatrefoil.study.sentences import said


def show_review(
    record: quatrefoil.Record, limit: Limit | None, threads: int, memory: float | None
) -> None:
    """Print what each turn was worth, and how the players did."""
    turns: dict[int, ReviewedTurn] = {}
    summary: Summary | None = None
    with Progress("looking at the first turns") as progress:
        for update in review(record, limit=limit, threads=threads, memory=memory):
            if isinstance(update, ReviewedTurn):
                turns[update.index] = update
                progress.show(f"turn {update.index + 1}")
            elif isinstance(update, Summary):
                summary = update
    if not summary:
        print("Nothing has been played yet.")
        return
    print(f"{'':29} {shares(record.rules, turns[0].before)}")
    number = 0
    for _, turn in sorted(turns.items()):
        print(_row(record.rules, turn, turn.turn.number != number))
        if turn.why:
            print(f"{'':15} {said(record.rules.game.name, turn.why)}")
        number = turn.turn.number
    for line in _players(record.rules, summary, turns):
        print(line)


def report_review(
    record: quatrefoil.Record, limit: Limit | None, threads: int, memory: float | None
) -> None:
    """Print the same for programs: what the server would tell at the end of a review."""
    turns: dict[int, Any] = {}
    summary: dict[str, Any] = {}
    teller = ReviewTeller(record, Review(record, None, limit, threads, memory))
    with Progress("looking at the first turns") as progress:
        for told in teller:
            data = plain(json.loads(told)) if told else {}
            kind = data.pop("type", None)
            if kind == "turn":
                turns[data["index"]] = data
                progress.show(f"turn {data['index'] + 1}")
            elif kind == "summary":
                summary = data
    reviewed = [turn for _, turn in sorted(turns.items())]
    print_report(
        "analyse",
        rules=str(record.rules),
        turns=reviewed,
        players=summary.get("players", []),
        rolled=summary.get("rolled", False),
    )


def _row(rules: quatrefoil.Rules, found: ReviewedTurn, opens: bool) -> str:
    """Return a turn in a line, with its number where it is the first to have that."""
    names, player, part = rules.player_names, found.turn.player, found.worst
    number = f"{found.turn.number}." if opens else ""
    tokens = f"{' '.join(found.turn.tokens)}{found.mark}"
    values = shares(rules, found.after, found.proven)
    name = names[player] if player >= 0 else "Chance"
    row = f"{number:>4} {name:8} {tokens:15} {values}"
    if part.best == part.tokens:
        return row
    return f"{row}  {'better' if found.mark in BAD_MARKS else 'or'} {' '.join(part.best)}"


def _players(
    rules: quatrefoil.Rules, summary: Summary, turns: dict[int, ReviewedTurn]
) -> list[str]:
    """Return how each player did, and what luck had to do with it where anything was rolled."""
    lines = []
    for player, name in enumerate(rules.player_names):
        accuracy, counts = summary.accuracies[player], summary.marks[player]
        if accuracy is None:
            continue
        marks = "".join(f", {count} {mark}" for mark, count in sorted(counts.items()))
        line = f"{name}: accuracy {accuracy:.0f}%{marks}"
        if summary.rolled:
            account = summary.account
            line += (
                f"; dice {account.rolls[player]:+.0%},"
                f" own choices {account.choices[player][player]:+.0%},"
                f" others' {account.of_others(player):+.0%}"
            )
        if slide := summary.slides[player]:
            first, last = (turns[index].turn.number for index in (slide.first, slide.last))
            line += f"; most was lost from move {first} to move {last}, {slide.cost:.0%} in all"
        lines.append(line)
    return lines
