"""The strength of the computer player, measured: what `docs/strength.md` says.

Every study is a contest with a question. Results go to a file for each study, game by game, so
that a run can be interrupted at any time and goes on where it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from quatrefoil.core.registry import names
from quatrefoil.lab.arena import Pairing, Standing, play_all
from quatrefoil.lab.statistics import Sprt, Tally, elo
from quatrefoil.search import LEVELS

#: What stands between these lines of the document is written by this module.
_BEGIN, _END = "<!-- measured -->", "<!-- end of measured -->"


@dataclass(frozen=True)
class Study:
    """A contest, and the score that is wanted of the first contestant."""

    title: str
    first: str
    second: str
    rules: str
    games: int
    wanted: float | None = None
    test: Sprt | None = None

    @property
    def name(self) -> str:
        """What the study's file is called."""
        return re.sub(r"[^a-z0-9.]+", "-", f"{self.rules} {self.first} {self.second}".lower())


@dataclass(frozen=True)
class Goals:
    """What is wanted of the best search in one game, as scores; and of a level over the next."""

    against_uct: float
    against_greedy: float = 0.97
    against_random: float = 1.0
    level_step: float = 0.6


#: Dice decide more in some games than in others.
GOALS = {
    "trifoil": Goals(against_uct=0.7),
    "trickle": Goals(against_uct=0.8),
    "blinq": Goals(against_uct=0.8),
    "triotrio": Goals(against_uct=0.6, against_greedy=0.85, against_random=0.98, level_step=0.55),
}


def studies(games: int = 200) -> Iterator[Study]:
    """Yield every study, with so many games where no test ends it earlier."""
    for name in names():
        goals = GOALS.get(name, Goals(against_uct=0.6))
        best = "best:0.25s"
        yield Study("plain UCT", best, "uct:0.25s", name, games, goals.against_uct)
        yield Study("a greedy player", best, "greedy", name, games, goals.against_greedy)
        yield Study("a random player", best, "random", name, games, goals.against_random)
        for low, high in pairwise(LEVELS):
            decided = high.number <= 6
            yield Study(
                "the level below",
                f"level{high.number}",
                f"level{low.number}",
                name,
                2 * games if decided else 40,
                None if decided else 0.5,
                Sprt(0.5, goals.level_step) if decided else None,
            )
        for doubling in range(6):
            time = 0.01 * 2**doubling
            first, second = f"best:{2 * time:g}s", f"best:{time:g}s"
            yield Study("half the time", first, second, name, max(20, games // 5))
    for players in (3, 4, 6):
        rules = f"trickle(players={players})"
        yield Study("plain UCT", "best:0.1s", "uct:0.1s", rules, max(20, games // 5))


def run(study: Study, folder: Path, cores: int = 0) -> Standing:
    """Play what a study still lacks, and return how it stands."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{study.name}.jsonl"
    standing = stand(study, folder)
    done = set(_scores(path))
    missing = [number for number in range(study.games) if number not in done]
    if standing.verdict is not None or not missing:
        return standing
    pairing = Pairing(study.first, study.second, study.rules)
    with path.open("a", encoding="utf-8") as file:
        for played in play_all(pairing, missing, cores):
            file.write(json.dumps({"game": played.number, "score": played.score}) + "\n")
            file.flush()
            standing.tally.add(played.score)
            standing = _judged(study, standing.tally)
            if standing.verdict is not None:
                break
    return standing


def stand(study: Study, folder: Path) -> Standing:
    """Return how a study stands by the games that were played."""
    tally = Tally()
    for score in _scores(folder / f"{study.name}.jsonl").values():
        tally.add(score)
    return _judged(study, tally)


def _judged(study: Study, tally: Tally) -> Standing:
    return Standing(tally, study.test.verdict(tally) if study.test else None)


def _scores(path: Path) -> dict[int, float]:
    """Return the scores by game; a line that was cut off when a run was killed is left out."""
    if not path.exists():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        found[int(entry["game"])] = float(entry["score"])
    return found


# ---- the document -----------------------------------------------------------------------------


def table(folder: Path, chosen: list[Study]) -> str:
    """Return the results as a Markdown table; studies without a game are left out."""
    rows = [
        "| game | contestant | against | games | score | 95% | Elo | wanted |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for study in chosen:
        standing = stand(study, folder)
        if standing.tally.games:
            rows.append(_row(study, standing))
    return "\n".join(rows)


def _row(study: Study, standing: Standing) -> str:
    low, high = standing.tally.interval
    difference = elo(standing.tally.mean)
    return (
        f"| {study.rules} | {study.first} | {study.second} | {standing.tally.games}"
        f" | {standing.tally.mean:.1%} | {low:.0%} to {high:.0%} | {difference:+.0f}"
        f" | {_wanted(study, standing)} |"
    )


def _wanted(study: Study, standing: Standing) -> str:
    if study.test:
        decided = {study.test.low: "no", study.test.high: "yes", None: "open"}
        verdict = decided[standing.verdict]
        return f"{study.test.high:.0%} rather than {study.test.low:.0%}: {verdict}"
    if study.wanted is None:
        return ""
    return f"{study.wanted:.0%}: {'yes' if standing.tally.mean >= study.wanted else 'no'}"


def write(document: Path, text: str) -> None:
    """Put a table in its place in the document."""
    whole = document.read_text(encoding="utf-8")
    before, _, rest = whole.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    document.write_text(f"{before}{_BEGIN}\n\n{text}\n\n{_END}{after}", encoding="utf-8")


def run_all(
    folder: Path, document: Path, games: int, cores: int, tell: Callable[[str], None]
) -> None:
    """Run every study and keep the document up to date."""
    chosen = list(studies(games))
    for study in chosen:
        standing = run(study, folder, cores)
        tell(f"{study.rules}: {study.first} against {study.second}: {standing}")
        write(document, table(folder, chosen))
