"""What was measured, as the tables of `docs/strength.md`.

The document has a pair of marks for each table; what stands between them is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from quatrefoil.arena.contest import Standing
from quatrefoil.arena.statistics import elo
from quatrefoil.core.registry import BUILT_IN, rules
from quatrefoil.lab.strength import Results
from quatrefoil.lab.studies import CROWDS, Study
from quatrefoil.search import LEVELS, Config


def fill(document: Path, tables: dict[str, str]) -> None:
    """Put tables in their places in a document."""
    text = document.read_text(encoding="utf-8")
    for name, table in tables.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, found, rest = text.partition(begin)
        if found:
            text = f"{before}{begin}\n\n{table}\n\n{end}{rest.partition(end)[2]}"
    document.write_text(text, encoding="utf-8")


def tables_of(results: Results, chosen: Sequence[Study]) -> dict[str, str]:
    """Return every table of the document by its name."""
    order = list(dict.fromkeys(study.rules for study in chosen))
    studies = sorted(chosen, key=lambda study: order.index(study.rules))
    of_kind = {
        kind: [study for study in studies if study.kind == kind]
        for kind in ("levels", "contests", "crowds", "doublings")
    }
    return {
        "budgets": budgets([*BUILT_IN, CROWDS[0]]),
        "levels": contests(results, of_kind["levels"]),
        "contests": contests(results, of_kind["contests"]),
        "crowds": contests(results, of_kind["crowds"]),
        "doublings": curve(results, of_kind["doublings"]),
    }


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# ---- budgets ----------------------------------------------------------------------------------


def budgets(texts: Sequence[str]) -> str:
    """Return the nodes a move of every level by game, and the time that they may take."""
    advices = [Config.best(rules(text)).advice for text in texts]
    rows = [
        [
            f"{level.number} {level.name}",
            f"{level.seconds} s",
            *(f"{level.nodes(advice):,}".replace(",", " ") for advice in advices),
        ]
        for level in LEVELS
    ]
    return _markdown(["level", "at most", *texts], rows)


# ---- contests ---------------------------------------------------------------------------------


def contests(results: Results, chosen: Sequence[Study]) -> str:
    """Return contests with their scores; those without a game are left out."""
    head = ["game", "contestant", "against", "games", "+ = −", "score", "95%", "Elo", "wanted"]
    standings = [(study, results.standing(study)) for study in chosen]
    return _markdown(
        head, [_row(study, standing) for study, standing in standings if standing.tally.games]
    )


def _row(study: Study, standing: Standing) -> list[str]:
    tally = standing.tally
    low, high = tally.interval
    return [
        study.rules,
        study.first,
        study.second,
        str(tally.games),
        f"{tally.wins} {tally.draws} {tally.losses}",
        f"{tally.mean:.1%}",
        f"{low:.0%} to {high:.0%}",
        f"{elo(tally.mean):+.0f}",
        _wanted(study, standing),
    ]


def _wanted(study: Study, standing: Standing) -> str:
    if study.test:
        answer = "yes" if standing.verdict == study.test.high else "no"
        return f"{study.test.question}: {'open' if standing.verdict is None else answer}"
    if study.wanted is None:
        return ""
    so_far = "" if standing.tally.games >= study.games else " so far"
    if study.surely:
        reached = standing.tally.interval[0] > study.wanted
        return f"surely above {study.wanted:.0%}: {'yes' if reached else 'no'}{so_far}"
    return f"{study.wanted:.0%}: {'yes' if standing.tally.mean >= study.wanted else 'no'}{so_far}"


# ---- the curve --------------------------------------------------------------------------------


def curve(results: Results, chosen: Sequence[Study]) -> str:
    """Return what each doubling of the time brought, game by game, and what they add up to."""
    times = list(dict.fromkeys((study.second, study.first) for study in chosen))
    columns = {
        text: _gains([results.standing(study) for study in chosen if study.rules == text])
        for text in dict.fromkeys(study.rules for study in chosen)
    }
    rows = [
        [f"{_seconds(half)} to {_seconds(whole)}", *(column[number] for column in columns.values())]
        for number, (half, whole) in enumerate(times)
    ]
    return _markdown(["time a move", *columns], rows)


def _seconds(contestant: str) -> str:
    return contestant.partition(":")[2].replace("s", " s")


def _gains(standings: Sequence[Standing]) -> list[str]:
    """Return scores with their intervals and the Elo gained since the first, while there are any.

    For the sum a won and a lost game are added each time: no score is then worth endless Elo.
    """
    texts, gained = [], 0.0
    for standing in standings:
        tally = standing.tally
        if not tally.games:
            break
        low, high = tally.interval
        gained += elo((tally.total + 1) / (tally.games + 2))
        texts.append(f"{tally.mean:.0%} ({low:.0%} to {high:.0%}), {gained:+.0f}")
    return texts + [""] * (len(standings) - len(texts))
