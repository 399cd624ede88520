"""Arena: two players play many games against each other, on all cores or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from quatrefoil.arena.players import arena_player
from quatrefoil.arena.pool import Pool
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.arena.statistics import Sprt, Tally, elo
from quatrefoil.arena.ugi import ForfeitError
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.registry import rules
from quatrefoil.core.rng import Rng

#: A game that goes on and on is counted as shared.
_LONGEST_GAME = 5_000


@dataclass(frozen=True)
class Pairing:
    """Two players and what they play. Every two games change the sides and share the seed."""

    first: str
    second: str
    rules: str
    seed: int = 0
    #: Random moves before the players take over, the same in both games of two.
    opening: int = 0


@dataclass(frozen=True)
class Played:
    """One game: its number, what the first player got of the point, and its moves."""

    number: int
    score: float
    moves: tuple[str, ...]
    #: Which seats the first player had.
    seats: tuple[int, ...]
    #: How often a player had a choice.
    choices: int
    #: What it took of the processor; never the same twice.
    seconds: float = field(compare=False)
    #: Why somebody lost it without playing on; empty where it was played to its end.
    forfeit: str = ""


def play(pairing: Pairing, number: int) -> Played:
    """Play one game."""
    started = time.process_time()
    found = rules(pairing.rules)
    seed = pairing.seed * 1_000_003 + number // 2
    seats = _seats(found.players, number)
    sides = [
        arena_player(pairing.first, found, 2 * seed),
        arena_player(pairing.second, found, 2 * seed + 1),
    ]
    dice = Rng(seed)
    line, choices, forfeit, score = Line(found.start()), 0, "", None
    try:
        while not line.position.is_over and len(line) < _LONGEST_GAME:
            turn = line.position.turn
            if turn == CHANCE or len(line) < pairing.opening:
                line.push_unchecked(line.position.random_move(dice))
            else:
                choices += len(line.position.legal_moves()) > 1
                line.push(sides[turn not in seats].choose(line))
    except ForfeitError as problem:
        forfeit, score = str(problem), float(line.position.turn not in seats)
    finally:
        for side in sides:
            side.close()
    seconds = time.process_time() - started
    if score is None:
        score = _score(line, seats)
    return Played(number, score, tuple(line.tokens), seats, choices, seconds, forfeit)


def _seats(players: int, number: int) -> tuple[int, ...]:
    """Return the seats of the first player: every second one, the others in the next game."""
    return tuple(seat for seat in range(players) if (seat + number) % 2 == 0)


def _score(line: Line, seats: tuple[int, ...]) -> float:
    """Return what the seats got of the point; with an odd number of seats two games even out."""
    outcome = line.position.outcome()
    players = line.position.rules.players
    shares = outcome.shares if outcome else (1 / players,) * players
    return sum(shares[seat] for seat in seats)


@dataclass(frozen=True)
class Standing:
    """Where an arena stands after the games so far."""

    tally: Tally
    verdict: float | None
    #: Games that somebody did not play on, and why that was the last time.
    forfeits: int = 0
    reason: str = ""

    def __str__(self) -> str:
        low, high = self.tally.interval
        forfeited = f"; {self.forfeits} forfeited, as {self.reason}" if self.forfeits else ""
        games = "1 game" if self.tally.games == 1 else f"{self.tally.games} games"
        return (
            f"{games}: +{self.tally.wins} ={self.tally.draws}"
            f" -{self.tally.losses}, score {self.tally.mean:.1%} [{low:.1%}, {high:.1%}],"
            f" Elo {_elo(self.tally.mean)} [{_elo(low)}, {_elo(high)}]{forfeited}"
        )


def _elo(score: float) -> str:
    """Return a difference in Elo with its sign; none at all is +0."""
    return "+0" if abs(elo(score)) < 0.5 else f"{elo(score):+.0f}"


def contest(
    pairing: Pairing,
    games: int,
    *,
    sprt: Sprt | None = None,
    pool: Pool | None = None,
    records: Path | None = None,
    tell: Callable[[Standing], None] | None = None,
) -> Standing:
    """Play up to `games` games and return how it stands; a test ends it when it is decided."""
    tally = Tally()
    standing = Standing(tally, None)
    for played in play_all(pairing, range(games), pool):
        tally.add(played.score)
        standing = Standing(
            tally,
            sprt.verdict(tally) if sprt else None,
            standing.forfeits + bool(played.forfeit),
            played.forfeit or standing.reason,
        )
        if records:
            _save(pairing, played, records)
        if tell:
            tell(standing)
        if standing.verdict is not None:
            break
    return standing


def play_all(pairing: Pairing, games: Sequence[int], pool: Pool | None = None) -> Iterator[Played]:
    """Yield games of these numbers in this order; without a pool, on all cores."""
    return (pool or ProcessPool()).run(partial(play, pairing), games)


def _save(pairing: Pairing, played: Played, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    first = ", ".join(str(seat + 1) for seat in played.seats)
    tags = {"first": pairing.first, "second": pairing.second, "seats of the first": first}
    if played.forfeit:
        tags["forfeited"] = played.forfeit
    record = Record(rules(pairing.rules), played.moves, None, tags)
    record.save(folder / f"{played.number:05}.json")
