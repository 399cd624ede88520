"""What was measured, as the tables of `docs/strength.md`.

A row has the fingerprint of its players. It stays until its study is finished anew; where the
players choose otherwise today it is marked as stale until then. So the document keeps its rows by
itself, and needs no other file for them. What twice the time brings adds up from row to row, and
so a whole column of that table has one fingerprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quatrefoil.arena.contest import Standing
from quatrefoil.arena.statistics import elo
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.registry import BUILT_IN, rules
from quatrefoil.lab.fingerprint import fingerprint
from quatrefoil.lab.strength import Results, is_finished
from quatrefoil.lab.studies import Study, crowds
from quatrefoil.lab.tables import fill, find, read_table, table
from quatrefoil.search import LEVELS, Config

_HEAD = ("game", "player", "against", "games", "+ = −", "score", "95%", "Elo", "wanted")
#: The head of the column, or of the row, that has the fingerprints.
_FINGERPRINT = "fingerprint"
_STALE = "stale"
_OPEN, _SO_FAR = ": open", " so far"


def write_report(document: Path, results: Results, chosen: Sequence[Study]) -> None:
    """Put what was measured into a document. What is not measured yet stays there."""
    text = read_report(document)
    filled = fill(text, tables_of(results, chosen, text))
    # A run may be killed at any time, and the document has rows that are nowhere else.
    copy = document.with_name(f"{document.name}.new")
    copy.write_text(filled, encoding="utf-8")
    copy.replace(document)


def read_report(document: Path) -> str:
    """Return the text of a document, or say where it is to be found."""
    try:
        return document.read_text(encoding="utf-8")
    except OSError:
        raise QuatrefoilError(
            f"there is no {document}: go to a clone of Quatrefoil, or name another with --document"
        ) from None
    except UnicodeDecodeError:
        raise QuatrefoilError(f"{document} is not UTF-8 text") from None


def tables_of(results: Results, chosen: Sequence[Study], text: str) -> dict[str, str]:
    """Return every table of the document by its name; `text` is the document so far."""
    order = list(dict.fromkeys(study.rules for study in chosen))
    studies = sorted(chosen, key=lambda study: order.index(study.rules))
    of_kind = {
        kind: [study for study in studies if study.kind == kind]
        for kind in ("levels", "contests", "crowds", "doublings")
    }
    tables = {"budgets": budgets([*BUILT_IN, *crowds()[:1]])}
    for kind in ("levels", "contests", "crowds"):
        tables[kind] = contests(results, of_kind[kind], find(text, kind))
    tables["doublings"] = curve(results, of_kind["doublings"], find(text, "doublings"))
    return tables


def unpublished(chosen: Sequence[Study], text: str) -> list[Study]:
    """Return the studies that a document does not have, or only stale or unfinished."""
    rows = {kind: _read_rows(find(text, kind)) for kind in ("levels", "contests", "crowds")}
    columns = _read_columns(find(text, "doublings"))
    return [
        study
        for study in chosen
        if not (
            _settles_doubling(columns.get(study.rules), study)
            if study.kind == "doublings"
            else _settles(rows[study.kind].get(_contest(study)), study)
        )
    ]


def _mark(found: str, today: str) -> str:
    """Return a cell with a fingerprint; without one nobody knows whose result it is."""
    words = [f"`{found}`"] if found else []
    return " ".join(words if found == today else [*words, _STALE])


def _read_mark(cell: str) -> str:
    """Return the fingerprint of a cell."""
    return cell.removesuffix(_STALE).strip().strip("`")


def _fingerprint_today(rules_text: str, first: str, second: str) -> str:
    """Return how two players choose; nothing where there are no such players or rules any more."""
    try:
        return fingerprint(rules_text, first, second)
    except QuatrefoilError:
        return ""


# ---- budgets ----------------------------------------------------------------------------------


def budgets(texts: Sequence[str]) -> str:
    """Return the nodes a move of every level by game, and the time that a turn may take."""
    advices = [Config.best(rules(text)).advice for text in texts]
    rows = [
        [
            f"{level.number} {level.name}",
            f"{level.seconds} s",
            *(f"{level.nodes(advice):,}".replace(",", " ") for advice in advices),
        ]
        for level in LEVELS
    ]
    return table(["level", "at most", *texts], rows)


# ---- contests ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """A contest's row in the document."""

    cells: tuple[str, ...]
    fingerprint: str

    @property
    def contest(self) -> tuple[str, ...]:
        """The rules and the two players."""
        return self.cells[:3]

    @property
    def marked_cells(self) -> list[str]:
        """The cells, with whether the players still choose like that."""
        game, first, second = self.contest
        return [*self.cells, _mark(self.fingerprint, _fingerprint_today(game, first, second))]


def contests(results: Results, chosen: Sequence[Study], published: str) -> str:
    """Return contests with their scores; those without a game are left out."""
    old = _read_rows(published)
    rows = []
    for study in chosen:
        kept, standing = old.pop(_contest(study), None), results.standing(study)
        if standing.tally.games and (is_finished(study, standing) or _goes_on(study, kept)):
            rows.append(_Row(tuple(_cells(study, standing)), study.fingerprint))
        elif kept:
            rows.append(kept)
    return table([*_HEAD, _FINGERPRINT], [row.marked_cells for row in [*rows, *old.values()]])


def _contest(study: Study) -> tuple[str, ...]:
    return study.rules, study.first, study.second


def _read_rows(published: str) -> dict[tuple[str, ...], _Row]:
    """Return the rows of a table by contest; rows of earlier days have no fingerprint."""
    found = read_table(published)
    if found and len(found[0]) < len(_HEAD):
        raise QuatrefoilError(f"a table of contests has {len(_HEAD)} columns, not {len(found[0])}")
    rows = [
        _Row(tuple(cells[: len(_HEAD)]), _read_mark("".join(cells[len(_HEAD) :])))
        for cells in found[1:]
    ]
    return {row.contest: row for row in rows}


def _goes_on(study: Study, row: _Row | None) -> bool:
    """Whether an unfinished study may take the place of a row: none, or one as unfinished."""
    return row is None or (row.fingerprint == study.fingerprint and not _settles(row, study))


def _settles(row: _Row | None, study: Study) -> bool:
    """Whether a row has all that a study asks, by the players of today."""
    if row is None or row.fingerprint != study.fingerprint:
        return False
    games, wanted = row.cells[3], row.cells[-1]
    if games.isdecimal() and int(games) >= study.games:
        return True
    return study.test is not None and not wanted.endswith(_OPEN)


def _cells(study: Study, standing: Standing) -> list[str]:
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
        answer = ": yes" if standing.verdict == study.test.high else ": no"
        return f"{study.test.question}{_OPEN if standing.verdict is None else answer}"
    if study.wanted is None:
        return ""
    so_far = "" if standing.tally.games >= study.games else _SO_FAR
    if study.surely:
        reached = standing.tally.interval[0] > study.wanted
        return f"surely above {study.wanted:.0%}: {'yes' if reached else 'no'}{so_far}"
    return f"{study.wanted:.0%}: {'yes' if standing.tally.mean >= study.wanted else 'no'}{so_far}"


# ---- the curve --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Column:
    """What doublings of the time bring in one game: a cell for each, by its name."""

    cells: dict[str, str]
    fingerprint: str

    @property
    def filled(self) -> int:
        """How many cells are measured."""
        return sum(map(bool, self.cells.values()))

    def goes_on(self, earlier: _Column | None) -> bool:
        """Whether an unfinished column may take another's place: that is no further, or none."""
        if earlier is None:
            return True
        return earlier.fingerprint == self.fingerprint and earlier.filled <= self.filled


def curve(results: Results, chosen: Sequence[Study], published: str) -> str:
    """Return what each doubling of the time brought, game by game, and what they add up to."""
    columns, today = _read_columns(published), {}
    for text in dict.fromkeys(study.rules for study in chosen):
        studies = [study for study in chosen if study.rules == text]
        standings = [results.standing(study) for study in studies]
        today[text] = studies[0].fingerprint
        cells = dict(zip(map(_doubling, studies), _gains(standings), strict=True))
        measured = _Column(cells, today[text])
        if all(map(is_finished, studies, standings)) or measured.goes_on(columns.get(text)):
            columns[text] = measured
    labels = dict.fromkeys(label for column in columns.values() for label in column.cells)
    rows = [
        [label, *(column.cells.get(label, "") for column in columns.values())] for label in labels
    ]
    marks = [
        _mark(column.fingerprint, today.get(text, "")) if column.filled else ""
        for text, column in columns.items()
    ]
    return table(["time a move", *columns], [*rows, [_FINGERPRINT, *marks]])


def _read_columns(published: str) -> dict[str, _Column]:
    """Return the columns of a table by game."""
    rows = read_table(published)
    columns = {}
    for place, text in enumerate(rows[0][1:] if rows else [], start=1):
        cells = {row[0]: row[place] for row in rows[1:]}
        mark = _read_mark(cells.pop(_FINGERPRINT, ""))
        columns[text] = _Column(cells, mark)
    return columns


def _settles_doubling(column: _Column | None, study: Study) -> bool:
    """Whether a column has what a study asks, by the players of today."""
    if column is None or column.fingerprint != study.fingerprint:
        return False
    return bool(column.cells.get(_doubling(study)))


def _doubling(study: Study) -> str:
    """Return from which time to which a study goes."""
    return f"{_seconds(study.second)} to {_seconds(study.first)}"


def _seconds(player: str) -> str:
    return player.partition(":")[2].replace("s", " s")


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
