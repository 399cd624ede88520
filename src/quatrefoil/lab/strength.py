"""The strength of the computer player, measured: what `docs/strength.md` says.

Results go to a file for each study, game by game, so that a run can be interrupted at any time
and goes on where it was. Each has the fingerprint of its players: games of players that choose
otherwise today do not count, and are played anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from quatrefoil.arena.contest import Pairing, Played, Standing, play_all
from quatrefoil.arena.pool import Pool
from quatrefoil.arena.statistics import Tally
from quatrefoil.lab.studies import Study

#: Choices of a game, where nothing is known about it yet.
_USUAL_CHOICES = 80
#: Games after which most tests are decided.
_USUAL_TEST = 60


@dataclass(frozen=True)
class Entry:
    """What is kept of a game: the score of the first player, and what it took to play."""

    game: int
    score: float
    #: How often somebody had a choice: forced moves and dice take no time.
    choices: int
    #: Of the processor.
    seconds: float
    #: Of the players; empty where it was not kept yet.
    fingerprint: str = ""

    @classmethod
    def of(cls, played: Played, fingerprint: str) -> Entry:
        """Return what is kept of a game."""
        seconds = round(played.seconds, 3)
        return cls(played.number, played.score, played.choices, seconds, fingerprint)


class Results:
    """The files of all studies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, study: Study) -> Path:
        """Return where a study's games are kept."""
        return self.folder / f"{study.name}.jsonl"

    def entries(self, study: Study) -> dict[int, Entry]:
        """Return a study's games by today's players.

        A line that was cut off when a run was killed is left out.
        """
        path, found = self.path(study), {}
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for line in lines:
            try:
                entry = Entry(**json.loads(line))
            except (ValueError, TypeError):
                continue
            if entry.fingerprint == study.fingerprint:
                found[entry.game] = entry
        return found

    def standing(self, study: Study) -> Standing:
        """Return how a study stands by the games that were played."""
        tally = Tally()
        for entry in self.entries(study).values():
            tally.add(entry.score)
        return judged(study, tally)


def is_finished(study: Study, standing: Standing) -> bool:
    """Whether no more games are to be played."""
    return standing.verdict is not None or standing.tally.games >= study.games


def judged(study: Study, tally: Tally) -> Standing:
    """Return a standing with what a study's test says of it."""
    return Standing(tally, study.test.verdict(tally) if study.test else None)


def run(
    study: Study, results: Results, pool: Pool, tell: Callable[[Standing], None] | None = None
) -> Standing:
    """Play what a study still lacks, and return how it stands."""
    results.folder.mkdir(parents=True, exist_ok=True)
    standing, done = results.standing(study), results.entries(study)
    if is_finished(study, standing):
        return standing
    missing = [number for number in range(study.games) if number not in done]
    pairing = Pairing(study.first, study.second, study.rules)
    with results.path(study).open("a", encoding="utf-8") as file:
        # What a killed run left unfinished shall not spoil the next line.
        file.write("\n" if file.tell() else "")
        for played in play_all(pairing, missing, pool):
            file.write(json.dumps(asdict(Entry.of(played, study.fingerprint))) + "\n")
            file.flush()
            standing.tally.add(played.score)
            standing = judged(study, standing.tally)
            if tell:
                tell(standing)
            if standing.verdict is not None:
                break
    return standing


def run_all(
    chosen: Sequence[Study],
    results: Results,
    pool: Pool,
    tell: Callable[[str], None],
    keep: Callable[[], None],
    show: Callable[[str], None],
) -> None:
    """Run studies one after the other; call `keep` before and after each one.

    `show` hears how each goes, `tell` what it came to, and how long the others will take.
    """
    keep()
    for study in chosen:
        name = f"{study.rules}: {study.first} against {study.second}"
        standing = run(study, results, pool, partial(_show, show, name))
        hours = seconds_left(chosen, results) / pool.workers / 3600
        tell(f"{name}: {standing}; {hours:.1f} h left")
        keep()


def _show(show: Callable[[str], None], name: str, standing: Standing) -> None:
    show(f"{name}: {standing}")


# ---- how long it will take --------------------------------------------------------------------


def seconds_left(chosen: Sequence[Study], results: Results) -> float:
    """Return about how long one core will need for what is still to be played."""
    entries = {study: list(results.entries(study).values()) for study in chosen}
    total = 0.0
    for study, played in entries.items():
        games = _games_left(study, results.standing(study))
        if games and played:
            total += games * sum(entry.seconds for entry in played) / len(played)
        elif games:
            alike = [
                each for other in chosen if other.rules == study.rules for each in entries[other]
            ]
            choices = (
                sum(entry.choices for entry in alike) / len(alike) if alike else _USUAL_CHOICES
            )
            total += games * choices * study.seconds_a_move
    return total


def _games_left(study: Study, standing: Standing) -> int:
    """Return how many games a study will still take; a test that drags on, as many again."""
    if standing.verdict is not None:
        return 0
    played = standing.tally.games
    expected = max(_USUAL_TEST, 2 * played) if study.test else study.games
    return max(0, min(expected, study.games) - played)
