"""Openings: what was played in a position, how often, and how well it went.

A book counts *parts* of turns: the moves that one player makes without a roll between them, which
in a game without dice are whole turns. Positions are known by their canonical key, so that games
which come to the same position by other ways, or to its image, are counted together; and two orders
of one part, or two that mirror each other, are one entry.

    line          start ── part ──▶ position ── part ──▶ position …
    counted as    canonical key of the position before, identity of the position after, result

What is kept is seen in the canonical orientation, and shown in that of the position asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import MoveError
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.core.position import Position
from quatrefoil.search.proof.turns import canonical

#: How many parts from the start are counted: later ones hardly ever come up again.
DEEPEST = 24
#: The longest part whose moves are tried in every order: 24 orders of four moves.
_MOST_ORDERED = 4


@dataclass
class Entry:
    """What followed after one part; players are those of the position asked about."""

    #: The moves, in one of their orders.
    tokens: tuple[str, ...]
    games: int = 0
    #: In how many of them the strongest who played it chose it freely.
    chosen: int = 0
    #: In how many nobody won alone.
    shared: int = 0
    #: The sum of what each player got.
    points: tuple[float, ...] = ()

    def add(self, other: Entry) -> None:
        """Count what another entry of the same part has."""
        self.tokens = min(self.tokens, other.tokens)
        self.games += other.games
        self.chosen += other.chosen
        self.shared += other.shared
        mine = self.points or (0.0,) * len(other.points)
        self.points = tuple(a + b for a, b in zip(mine, other.points, strict=True))

    def share(self, player: int) -> float:
        """Return what a player got on average."""
        return self.points[player] / self.games if self.games else 1 / max(1, len(self.points))

    def seen_by(self, players: Sequence[int]) -> Entry:
        """Return the entry with `players[p]` as the player who is p here."""
        points = tuple(self.points[player] for player in players)
        return Entry(self.tokens, self.games, self.chosen, self.shared, points)

    @classmethod
    def of(cls, tokens: tuple[str, ...], chosen: bool, shares: tuple[float, ...]) -> Entry:
        """Return what one game says, in which each player got a share of the point."""
        return cls(tokens, 1, int(chosen), int(max(shares) < 1), shares)


@dataclass(frozen=True)
class Step:
    """One part of a game, seen in the canonical orientation of the position before it."""

    key: int
    #: What tells the position after it from others, as far as they differ for the players.
    after: int
    #: Who moved, as the record has it; CHANCE for a roll.
    player: int
    #: How many moves came before it in the record.
    ply: int
    tokens: tuple[str, ...]
    #: `players[p]` is who player p of the record is in this orientation.
    players: tuple[int, ...]

    def entry(self, shares: Sequence[float], chosen: bool = False) -> Entry:
        """Return what a game says about the part in which the players got these shares."""
        seen = [0.0] * len(self.players)
        for player, share in zip(self.players, shares, strict=True):
            seen[player] = share
        return Entry.of(self.tokens, chosen, tuple(seen))


def steps(line: Line, deepest: int = DEEPEST) -> Iterator[Step]:
    """Yield the first parts of a line that are whole."""
    start = 0
    moves = line.moves
    positions = [line.before(ply) for ply in range(len(line))] + [line.position]
    for _ in range(deepest):
        stop = _end_of_part(positions, start)
        if stop is None:
            return
        before = positions[start]
        key, symmetry = canonical(before)
        yield Step(
            key,
            identity(positions[stop].image(symmetry)),
            before.turn,
            start,
            image_tokens(before, moves[start:stop], symmetry),
            before.rules.symmetries[symmetry].players,
        )
        start = stop


def identity(position: Position) -> int:
    """Return what a position shares with those images of it in which everybody keeps their part."""
    found = position.key
    for number, symmetry in enumerate(position.rules.symmetries):
        if number and all(player == to for player, to in enumerate(symmetry.players)):
            found = min(found, position.image(number).key)
    return found


def image_tokens(position: Position, moves: Iterable[int], symmetry: int) -> tuple[str, ...]:
    """Return the tokens of moves from a position on, as its image has them."""
    here, there = position.copy(), position.image(symmetry)
    tokens = []
    for move in moves:
        image = here.image_move(move, symmetry)
        tokens.append(there.token(image))
        here.push(move)
        there.push(image)
    return tuple(tokens)


def start_of_part(line: Line) -> int:
    """Return how many moves were made before the part that the line is in."""
    start = len(line)
    while start and line.position.turn >= 0 and line.before(start - 1).turn == line.position.turn:
        start -= 1
    return start


def _end_of_part(positions: Sequence[Position], start: int) -> int | None:
    """Return where the part that begins somewhere ends; None where it is not whole."""
    if positions[start].is_over:
        return None
    for stop in range(start + 1, len(positions)):
        # A roll is a part of its own, and so is what follows it.
        if positions[stop].turn != positions[start].turn or positions[start].turn == CHANCE:
            return stop
    return None


@dataclass
class Counts:
    """Entries by the key of the position before and the identity of the one after."""

    positions: dict[int, dict[int, Entry]] = field(default_factory=dict)

    def add(self, key: int, after: int, entry: Entry) -> None:
        """Count an entry."""
        found = self.positions.setdefault(key, {})
        known = found.get(after)
        if known is None:
            found[after] = Entry(entry.tokens)
            known = found[after]
        known.add(entry)


@dataclass(frozen=True)
class Found:
    """What a book has for a position: the part that most games went on with first."""

    games: int
    entries: tuple[Entry, ...]
    #: How many moves of a part were made already: what is shown is the rest of it.
    under_way: int = 0


def look_up(line: Line, entries_of: Mapping[int, Sequence[Entry]]) -> Found:
    """Return what is known about the position of a line; within a part, what still fits it."""
    start = start_of_part(line)
    made = line.moves[start:]
    before = line.before(start) if made else line.position
    if before.is_over:
        return Found(0, ())
    key, symmetry = canonical(before)
    kept = entries_of.get(key, ())
    players = before.rules.symmetries[symmetry].players
    seen = _Orientation(before, symmetry)
    entries = []
    for entry in kept:
        tokens = seen.rest_of(entry.tokens, made, line.position)
        if tokens is not None:
            mine = entry.seen_by(players)
            mine.tokens = tokens
            entries.append(mine)
    entries.sort(key=lambda each: (-each.games, -each.chosen, each.tokens))
    return Found(sum(entry.games for entry in entries), tuple(entries), len(made))


class _Orientation:
    """From the canonical orientation of a position back to how it lies on the board."""

    def __init__(self, position: Position, symmetry: int) -> None:
        self._position = position
        self._image = position.image(symmetry)
        symmetries = position.rules.symmetries
        there = symmetries[symmetry].players
        #: More than one where the position has symmetries of its own.
        self._backs = [
            number
            for number, back in enumerate(symmetries)
            if all(back.players[to] == player for player, to in enumerate(there))
            and self._image.image(number).key == position.key
        ]

    def rest_of(
        self, tokens: Sequence[str], made: Sequence[int], now: Position
    ) -> tuple[str, ...] | None:
        """Return what is left of a part after some moves of it; None where they do not fit."""
        fitting = []
        for back in self._backs:
            moves = self._mapped(tokens, back)
            if moves is None:
                continue
            if not made:
                fitting.append(tokens_of(self._position, moves))
            elif rest := _rest(self._position, moves, made, now):
                fitting.append(tokens_of(now, rest))
        return min(fitting, default=None)

    def _mapped(self, tokens: Sequence[str], back: int) -> list[int] | None:
        """Return the moves on the board that tokens of the image stand for."""
        there = self._image.copy()
        moves = []
        try:
            for token in tokens:
                move = there.parse(token)
                moves.append(there.image_move(move, back))
                there.push(move)
        except MoveError:
            return None  # the book is of other rules than it says, or a key has two positions
        return moves


def _rest(
    before: Position, moves: Sequence[int], made: Sequence[int], now: Position
) -> list[int] | None:
    """Return the moves of a part that are left after some of them, in whatever order."""
    end = before.copy()
    for move in moves:
        end.push(move)
    left = list(moves)
    for move in made:
        if move not in left:
            return None
        left.remove(move)
    if not left or len(left) > _MOST_ORDERED:
        return None
    wanted = identity(end)
    for order in permutations(left):
        after = now.copy()
        if all(_pushed(after, move) for move in order) and identity(after) == wanted:
            return list(order)
    return None


def _pushed(position: Position, move: int) -> bool:
    if not position.is_legal(move):
        return False
    position.push(move)
    return True
