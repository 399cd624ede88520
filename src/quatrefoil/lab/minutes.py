"""How far is a minute of measuring off? Every preset is measured for a minute, and compared.

The page and `quatrefoil measure` play a variant for a minute. Here the same is done with every
preset, and what a minute says stands beside the long run: the figures that come with the game,
which are of other games (another seed) and of more of them.

A minute is one of two free cores. Processor time is counted, so that a busy machine does no preset
wrong. What was played is kept in a file: a run can be ended at any time, and goes on. Of a part of
a minute it is told how many games the whole one would have, and how wide its intervals would be.
That is by what a game of each kind takes: a minute begins with as many of one kind as of the other,
and ends with more of the less certain one. By that it is also told how long three points take.

    python -m quatrefoil.lab.minutes                    every preset; with 39 of them 40 minutes
    python -m quatrefoil.lab.minutes trickle blinq      those of some games
    python -m quatrefoil.lab.minutes --seconds 6        a twentieth of a minute of each
    python -m quatrefoil.lab.minutes --show             compare what there is, play nothing
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from quatrefoil.arena.processes import ProcessPool
from quatrefoil.core.game import Rules
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import names
from quatrefoil.study.measure import SHARES, Measured, Planned, Sums, play_measured
from quatrefoil.study.measured import MeasuredPreset, measured_presets

#: Seconds of processor time that a minute of two cores has.
MINUTE = 120.0
#: How far a share may be off, and games between two times that the file is written.
MOST_OFF, BETWEEN = 0.03, 50
#: Standard deviations on each side of the middle that a 95% interval reaches.
WIDTH = 1.96


@dataclass
class Minute:
    """What was played of one preset so far."""

    sums: Sums = field(default_factory=Sums)
    #: Seconds of processor time that games took: of a level against itself, and about skill.
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def spent(self) -> float:
        """Seconds of processor time that all games took."""
        return sum(self.seconds)

    def cost(self, is_about_skill: bool) -> float:
        """Return the seconds that a game of a kind takes; 0 where there is none."""
        return self.seconds[is_about_skill] / max(1, self.sums.games_of(is_about_skill))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"seconds": self.seconds, "sums": self.sums.to_json()}

    @classmethod
    def from_json(cls, data: Any) -> Minute:
        """Read what `to_json` wrote."""
        return cls(Sums.from_json(data["sums"]), data["seconds"])


@dataclass(frozen=True)
class Comparison:
    """A minute of a preset beside the long run."""

    preset: str
    minute: Minute
    long: Sums | None

    @property
    def is_whole(self) -> bool:
        """Whether the minute is over, and there is something to compare with."""
        return self.minute.spent >= MINUTE and self.long is not None

    @property
    def off(self) -> dict[str, float]:
        """How far each share is from that of the long run."""
        long = {figure.name: figure.value for figure in self.long.figures()} if self.long else {}
        return {
            figure.name: figure.value - long[figure.name]
            for figure in self.minute.sums.figures()
            if figure.name in SHARES and figure.name in long
        }

    @property
    def needed(self) -> float:
        """The seconds of processor time after which each interval is three points wide."""
        return (WIDTH / MOST_OFF) ** 2 * self._seconds_for_certainty

    @property
    def _seconds_for_certainty(self) -> float:
        """What takes all the time: single games of both kinds that lie apart, times their cost."""
        return sum(self._variance(kind) * self.minute.cost(kind) for kind in (False, True))

    def _variance(self, is_about_skill: bool) -> float:
        return (self.long or self.minute.sums).variance(is_about_skill)

    def games(self, is_about_skill: bool) -> float:
        """Return how many games of a kind the whole minute has, or would have."""
        played = self.minute.sums.games_of(is_about_skill)
        if self.minute.spent >= MINUTE or not played:
            return played
        return MINUTE * self._variance(is_about_skill) / self._seconds_for_certainty

    @property
    def bars(self) -> dict[str, float]:
        """Half of the 95% interval of each share, at the end of the minute."""
        found = {}
        for each in self.minute.sums.figures():
            if each.name in SHARES:
                kind = each.name == "skill"
                played = self.minute.sums.games_of(kind)
                found[each.name] = (played / self.games(kind)) ** 0.5 * (each.high - each.low) / 2
        return found

    def __str__(self) -> str:
        """Return a row of the table."""
        off, bars = self.off if self.is_whole else {}, self.bars
        shares = [
            f"{100 * off[name]:+.1f} ± {100 * bars[name]:.1f}"
            if name in off
            else f"± {100 * bars[name]:.1f}"
            if name in bars
            else "–"
            for name in SHARES
        ]
        games = " + ".join(f"{self.games(kind):,.0f}" for kind in (False, True))
        part = "" if self.minute.spent >= MINUTE else f" ({self.minute.spent / MINUTE:.0%})"
        long = "–"
        if self.long:
            long = " + ".join(f"{self.long.games_of(kind):,}" for kind in (False, True))
        needed = f"{self.needed:.0f} s"
        return f"| {self.preset}{part} | {games} | {long} | {needed} | {' | '.join(shares)} |"


HEAD = (
    f"| preset | games in a minute | in the long run | 3 points take | {' | '.join(SHARES)} |\n"
    f"|---|---|---|---|{'---|' * len(SHARES)}"
)


def presets(wanted: list[str]) -> Iterator[tuple[str, Rules, MeasuredPreset | None]]:
    """Yield the presets of some games, with their long runs."""
    for name in wanted:
        game = game_of(name)
        long = {each.preset: each for each in measured_presets(game)}
        for preset in game.presets:
            yield f"{name}:{preset.name}", game.preset(preset.name), long.get(preset.name)


def timed(rules: Rules, seed: int, planned: Planned) -> tuple[Measured, float]:
    """Play a game; return the seconds of processor time that it took as well."""
    started = time.process_time()
    return play_measured(rules, seed, planned), time.process_time() - started


class Minutes:
    """The file of what was played."""

    def __init__(self, path: Path) -> None:
        self._path = path
        read = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.of = {preset: Minute.from_json(each) for preset, each in read.items()}

    def play(self, preset: str, rules: Rules, pool: ProcessPool, most: float = MINUTE) -> None:
        """Play a preset until it has had its minute, or the seconds of processor time given."""
        minute = self.of.setdefault(preset, Minute())
        if minute.spent >= most:
            return
        play = partial(timed, rules, minute.sums.seed)
        for number, (game, seconds) in enumerate(pool.run(play, minute.sums.planned()), start=1):
            minute.sums.add(game)
            minute.seconds["skill" in game.values] += seconds
            if minute.spent >= most:
                break
            if number % BETWEEN == 0:
                self._write()
        self._write()

    def _write(self) -> None:
        data = {preset: each.to_json() for preset, each in self.of.items()}
        beside = self._path.with_suffix(".part")
        beside.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        beside.replace(self._path)


def main() -> int:
    """Play what is missing, compare, and return whether a share is too far off."""
    parser = argparse.ArgumentParser(
        prog="quatrefoil.lab.minutes", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--work", type=Path, default=Path("minutes.json"), metavar="FILE")
    parser.add_argument("--cores", type=int, default=0, metavar="N", help="default: all")
    parser.add_argument(
        "--seconds",
        type=float,
        default=MINUTE,
        metavar="S",
        help="of processor time for each preset; default: the whole minute of two cores, 120",
    )
    parser.add_argument("--show", action="store_true", help="play nothing")
    given = parser.parse_args()
    minutes, pool = Minutes(given.work), ProcessPool(given.cores)
    compared = []
    print(HEAD)
    for preset, rules, long in presets(given.games or list(names())):
        if not given.show:
            minutes.play(preset, rules, pool, given.seconds)
        minute = minutes.of.get(preset, Minute())
        compared.append(Comparison(preset, minute, long.sums if long else None))
        print(compared[-1], flush=True)
    whole = [each for each in compared if each.is_whole]
    far = [
        f"{each.preset}: {name} by {100 * abs(off):.1f} (± {100 * each.bars[name]:.1f})"
        for each in whole
        for name, off in each.off.items()
        if abs(off) > MOST_OFF
    ]
    shares = sum(len(each.off) for each in whole)
    print(f"\n{len(whole)} of {len(compared)} presets have their minute and a long run.")
    print(f"{shares - len(far)} of {shares} shares are within {100 * MOST_OFF:.0f} points.")
    print(*far, sep="\n")
    return int(bool(far))


if __name__ == "__main__":
    sys.exit(main())
